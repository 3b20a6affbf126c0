//! A tensor as ggml sees it.

use polyad_core::{Error, GGML_MAX_DIMS, GGML_MAX_NAME, GgmlLayout, Result};

use crate::Tensor;

impl Tensor {
    /// The tensor as ggml describes it: extents and byte strides, the innermost first, and ggml's predicates. O(1).
    ///
    /// ```
    /// use polyad_tensor::Tensor;
    /// let x = Tensor::arange(12)?.reshape(&[3, 4])?;
    /// assert_eq!(x.ggml()?.ne(), [4, 3, 1, 1]);
    /// assert!(x.mt()?.ggml()?.is_transposed());
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `BadArgument` where ggml has no such tensor: [`GgmlLayout::of`].
    pub fn ggml(&self) -> Result<GgmlLayout> {
        GgmlLayout::of(self.layout(), self.dtype())
    }

    /// Extents in ggml's order: [`Tensor::ggml`].
    pub fn ggml_ne(&self) -> Result<[i64; GGML_MAX_DIMS]> {
        Ok(self.ggml()?.ne())
    }

    /// Byte strides in ggml's order: [`Tensor::ggml`].
    pub fn ggml_nb(&self) -> Result<[u64; GGML_MAX_DIMS]> {
        Ok(self.ggml()?.nb())
    }

    /// The name as ggml can hold it.
    ///
    /// Errors: `BadArgument` for one of more than 63 bytes, which cut short could be that of another tensor, and for one with
    /// a 0 inside, where ggml would end it.
    pub fn ggml_name(&self) -> Result<&str> {
        const LONGEST: usize = GGML_MAX_NAME - 1;
        const SHOWN: usize = 80;
        let name = self.name();
        if name.len() <= LONGEST && !name.contains('\0') {
            return Ok(name);
        }
        let start: String = name.chars().take(SHOWN).collect();
        let got = format!("{start:?}{} of {} bytes", if start.len() < name.len() { ".." } else { "" }, name.len());
        let takes = format!("{LONGEST} bytes at most, none of them 0; shorten it by set_name");
        Err(Error::BadArgument { op: "ggml_name", argument: "name", got, takes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_ggml_cannot_hold_are_refused() {
        let mut x = Tensor::arange(2).unwrap();
        assert_eq!(x.ggml_name().unwrap(), "");
        for fits in ["a".repeat(63), "\u{e9}".repeat(31), "a\n".into()] {
            x.set_name(&*fits);
            assert_eq!(x.ggml_name().unwrap(), fits);
        }
        for beyond in ["a".repeat(64), "\u{e9}".repeat(32), "a\0b".into(), "\u{1b}[31m".repeat(1000)] {
            x.set_name(&*beyond);
            let e = x.ggml_name().unwrap_err().to_string();
            assert!(e.contains(&format!("{} bytes", beyond.len())) && !e.contains(char::is_control), "{e}");
            assert!(e.len() < 1000 && x.name() == beyond, "{e}");
        }
    }
}

//! What a user says of a tensor: its name and its marks. Views and results of operations have neither.

use polyad_core::{DType, Error, Flags, Result};

use crate::Tensor;

impl Tensor {
    /// The name; empty where none was given.
    pub fn name(&self) -> &str {
        self.meta().map_or("", |meta| &meta.name)
    }

    /// Gives this handle a name in place of the one before; any text of any length. Other handles keep theirs.
    pub fn set_name(&mut self, name: impl Into<String>) {
        self.change_meta(|meta| meta.name = name.into());
    }

    /// The same elements under a name: [`Tensor::set_name`]. O(1).
    ///
    /// ```
    /// use polyad_tensor::Tensor;
    /// let x = Tensor::arange(4)?.with_name(format!("layer_{}_weight", 7));
    /// assert_eq!(x.name(), "layer_7_weight");
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn with_name(mut self, name: impl Into<String>) -> Tensor {
        self.set_name(name);
        self
    }

    /// The marks.
    pub fn flags(&self) -> Flags {
        self.meta().map_or(Flags::NONE, |meta| meta.flags)
    }

    /// Marks this handle, beside the marks that it has.
    ///
    /// Errors, with nothing marked: `DTypeUnsupported` for a parameter of integers or of a block format, and for a loss that is
    /// no float32; `ShapeMismatch` for a loss of more or less than one element.
    pub fn add_flags(&mut self, flags: Flags) -> Result<()> {
        let dtype = self.dtype();
        let unsupported = |op, hint| Err(Error::DTypeUnsupported { op, dtype, hint });
        if flags.contains(Flags::PARAM) && (!dtype.is_float() || dtype.is_quantized()) {
            return unsupported(
                "flag param",
                "What is trained moves in small steps; take a float dtype such as float32.",
            );
        }
        if flags.contains(Flags::LOSS) && dtype != DType::Float32 {
            return unsupported("flag loss", "A loss is float32; cast it with astype.");
        }
        if flags.contains(Flags::LOSS) && self.size() != 1 {
            let need = "exactly one element; reduce it with sum or mean".into();
            return Err(Error::ShapeMismatch { op: "flag loss", got: self.shape().into(), need });
        }
        self.change_meta(|meta| meta.flags = meta.flags | flags);
        Ok(())
    }

    /// The same elements with these marks too. O(1). Errors: as [`Tensor::add_flags`].
    ///
    /// ```
    /// use polyad_core::{DType, Flags};
    /// use polyad_tensor::Tensor;
    /// let w = Tensor::zeros(&[2, 3], DType::Float32)?.with_flags(Flags::INPUT)?.with_flags(Flags::PARAM)?;
    /// assert_eq!(w.flags(), Flags::INPUT | Flags::PARAM);
    /// assert!(w.with_flags(Flags::LOSS).is_err());
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn with_flags(mut self, flags: Flags) -> Result<Tensor> {
        self.add_flags(flags)?;
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_neither_name_nor_flags_has_no_memory_for_them() {
        let mut x = Tensor::arange(3).unwrap();
        assert!(x.meta().is_none());
        x.set_name("");
        x.add_flags(Flags::NONE).unwrap();
        assert!(x.meta().is_none());
        x.set_name("x");
        assert!(x.meta().is_some());
        x.set_name("");
        assert!(x.meta().is_none());
    }

    #[test]
    fn a_name_and_flags_belong_to_one_handle() {
        let a = Tensor::ones(&[2, 2], DType::Float32).unwrap().with_name("a").with_flags(Flags::OUTPUT).unwrap();
        let mut b = a.clone();
        b.set_name("b");
        b.add_flags(Flags::PARAM).unwrap();
        assert_eq!((a.name(), a.flags()), ("a", Flags::OUTPUT));
        assert_eq!((b.name(), b.flags()), ("b", Flags::OUTPUT | Flags::PARAM));
        assert!(a.buffer().is_same(b.buffer()));
        for result in [a.mt().unwrap(), a.index_axis(0, 0).unwrap(), &a + &a, a.copy().unwrap()] {
            assert!(result.meta().is_none());
        }
        assert_eq!(a.astype(DType::Float32).unwrap().name(), "a");
    }

    #[test]
    fn flags_that_a_tensor_cannot_have_are_refused_and_not_set() {
        let of = |shape: &[usize], dtype| Tensor::zeros(shape, dtype).unwrap();
        for dtype in [DType::Int32, DType::Bool, DType::Q8_0, DType::Ternary] {
            let e = of(&[32], dtype).with_flags(Flags::PARAM).map(drop).unwrap_err();
            assert!(matches!(e, Error::DTypeUnsupported { .. }) && e.to_string().contains(dtype.name()), "{e}");
        }
        for dtype in [DType::Float64, DType::Float16, DType::Int8] {
            let e = of(&[], dtype).with_flags(Flags::LOSS).map(drop).unwrap_err();
            assert!(matches!(e, Error::DTypeUnsupported { .. }), "{e}");
        }
        for shape in [&[2][..], &[0], &[1, 3]] {
            let mut x = of(shape, DType::Float32);
            let e = x.add_flags(Flags::LOSS | Flags::OUTPUT).unwrap_err();
            assert!(matches!(e, Error::ShapeMismatch { .. }) && e.to_string().contains(&format!("{shape:?}")), "{e}");
            assert_eq!(x.flags(), Flags::NONE);
        }
        let loss = of(&[1, 1], DType::Float32).with_flags(Flags::LOSS).unwrap();
        assert_eq!(loss.flags(), Flags::LOSS);
        assert!(of(&[2], DType::Complex64).with_flags(Flags::PARAM).is_ok());
    }
}

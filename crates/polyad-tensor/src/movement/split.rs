//! A tensor cut along an axis: views, O(1) each.

use polyad_core::{Error, Result, Slice, normalize_axis};

use crate::Tensor;

/// How an axis is cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sections {
    /// Into so many parts.
    Count(i64),
    /// Before each of these indices, with Python's meaning: negative ones count from the end, those outside clip.
    Indices(Vec<i64>),
}

impl From<i64> for Sections {
    fn from(count: i64) -> Sections {
        Sections::Count(count)
    }
}

impl<const N: usize> From<[i64; N]> for Sections {
    fn from(indices: [i64; N]) -> Sections {
        Sections::Indices(indices.into())
    }
}

impl From<&[i64]> for Sections {
    fn from(indices: &[i64]) -> Sections {
        Sections::Indices(indices.into())
    }
}

impl Tensor {
    /// Parts of an axis of equal length, or between indices; views.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// let parts = tensor![1, 2, 3, 4].split(2, 0)?;
    /// assert_eq!(parts, [tensor![1, 2], tensor![3, 4]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `AxisOutOfRange`, `BadArgument` for a count that does not divide the extent. Source: NumPy, `split`.
    pub fn split(&self, sections: impl Into<Sections>, axis: i64) -> Result<Vec<Tensor>> {
        self.cut("split", &sections.into(), axis, true)
    }

    /// As [`Tensor::split`], but a count need not divide the extent: the first parts are longer by one.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// assert_eq!(tensor![1, 2, 3].array_split(2, 0)?, [tensor![1, 2], tensor![3]]);
    /// assert_eq!(tensor![1, 2, 3].array_split([1], 0)?, [tensor![1], tensor![2, 3]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `AxisOutOfRange`, `BadArgument` for a count below 1. Source: NumPy, `array_split`.
    pub fn array_split(&self, sections: impl Into<Sections>, axis: i64) -> Result<Vec<Tensor>> {
        self.cut("array_split", &sections.into(), axis, false)
    }

    fn cut(&self, op: &'static str, sections: &Sections, axis: i64, even: bool) -> Result<Vec<Tensor>> {
        let at = normalize_axis(op, axis, self.shape())?;
        let n = self.shape()[at];
        let part = |start: Option<i64>, stop: Option<i64>| {
            let mut parts = vec![Slice::All; at];
            parts.push(Slice::Range { start, stop, step: 1 });
            self.slice(&parts)
        };
        let indices = match sections {
            Sections::Indices(indices) => indices.clone(),
            &Sections::Count(count) => {
                let fits = usize::try_from(count).ok().filter(|&c| c > 0 && (!even || n.is_multiple_of(c)));
                let Some(count) = fits else {
                    let takes = match even {
                        true => format!("a count that divides {n}, the extent of axis {at}; array_split takes any"),
                        false => "at least one part".into(),
                    };
                    return Err(Error::BadArgument { op, argument: "sections", got: count.to_string(), takes });
                };
                let (each, longer) = (n / count, n % count);
                (1..count).map(|i| (i * each + i.min(longer)) as i64).collect()
            }
        };
        let starts = std::iter::once(None).chain(indices.iter().map(|&i| Some(i)));
        let stops = indices.iter().map(|&i| Some(i)).chain([None]);
        starts.zip(stops).map(|(start, stop)| part(start, stop)).collect()
    }

    /// The tensors along an axis, which goes away; views. What [`Tensor::stack`] undoes.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// assert_eq!(tensor![[1, 2], [3, 4]].unstack(1)?, [tensor![1, 3], tensor![2, 4]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `AxisOutOfRange`. Source: Python array API 2025.12, `unstack`.
    pub fn unstack(&self, axis: i64) -> Result<Vec<Tensor>> {
        let at = normalize_axis("unstack", axis, self.shape())?;
        (0..self.shape()[at] as i64).map(|i| self.index_axis(at as i64, i)).collect()
    }
}

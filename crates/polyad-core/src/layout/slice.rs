//! Slicing with any step, NumPy's rules for bounds.

use smallvec::SmallVec;

use super::{Dims, Layout, Strides};
use crate::{Error, Result};

/// What to take of one axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Slice {
    /// The whole axis.
    All,
    /// One index; the axis goes away. Negative counts from the end.
    At(i64),
    /// `start:stop:step` with Python's meaning: bounds clip, negative ones count from the end, `None` runs to the end.
    Range {
        /// First index.
        start: Option<i64>,
        /// Index before which it ends.
        stop: Option<i64>,
        /// Step, not 0.
        step: i64,
    },
    /// A new axis of extent 1.
    NewAxis,
    /// The axes that the other parts leave over, whole; once at most.
    Rest,
    /// These indices in this order; the axis stays. Negative ones count from the end. Lists on several axes are
    /// independent of each other, and a list gathers: no view shows it.
    List(Vec<i64>),
}

impl Slice {
    /// The parts with [`Slice::Rest`], which stands at the end where it is not named, as the whole axes that it stands for.
    ///
    /// Errors: [`Error::ShapeMismatch`] for more entries than axes, [`Error::BadArgument`] for a second `Rest`.
    ///
    /// ```
    /// use polyad_core::Slice;
    /// let parts = Slice::expand("slice", &[Slice::Rest, Slice::At(0)], &[2, 3, 4])?;
    /// assert_eq!(&parts[..], [Slice::All, Slice::All, Slice::At(0)]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn expand(op: &'static str, parts: &[Slice], shape: &[usize]) -> Result<Parts> {
        let wanted = parts.iter().filter(|p| !matches!(p, Slice::NewAxis | Slice::Rest)).count();
        let Some(rest) = shape.len().checked_sub(wanted) else {
            let need = format!("at least the {wanted} axes that are indexed");
            return Err(Error::ShapeMismatch { op, got: shape.into(), need });
        };
        let mut out = Parts::new();
        let mut named = false;
        for part in parts {
            if *part != Slice::Rest {
                out.push(part.clone());
                continue;
            }
            if std::mem::replace(&mut named, true) {
                let (got, takes) = ("... twice".into(), "it once, as it stands for all other axes".into());
                return Err(Error::BadArgument { op, argument: "parts", got, takes });
            }
            out.extend(std::iter::repeat_n(Slice::All, rest));
        }
        if !named {
            out.extend(std::iter::repeat_n(Slice::All, rest));
        }
        Ok(out)
    }
}

/// What is taken of each axis.
pub type Parts = SmallVec<[Slice; 4]>;

impl From<i64> for Slice {
    fn from(index: i64) -> Slice {
        Slice::At(index)
    }
}

impl<const N: usize> From<[i64; N]> for Slice {
    fn from(list: [i64; N]) -> Slice {
        Slice::List(list.into())
    }
}

impl From<&[i64]> for Slice {
    fn from(list: &[i64]) -> Slice {
        Slice::List(list.into())
    }
}

impl From<std::ops::Range<i64>> for Slice {
    fn from(r: std::ops::Range<i64>) -> Slice {
        Slice::Range { start: Some(r.start), stop: Some(r.end), step: 1 }
    }
}

impl From<std::ops::RangeFrom<i64>> for Slice {
    fn from(r: std::ops::RangeFrom<i64>) -> Slice {
        Slice::Range { start: Some(r.start), stop: None, step: 1 }
    }
}

impl From<std::ops::RangeTo<i64>> for Slice {
    fn from(r: std::ops::RangeTo<i64>) -> Slice {
        Slice::Range { start: None, stop: Some(r.end), step: 1 }
    }
}

impl From<std::ops::RangeFull> for Slice {
    fn from(_: std::ops::RangeFull) -> Slice {
        Slice::All
    }
}

/// First index and count that `start:stop:step` takes of `n` (Python's `slice.indices`).
fn range(n: usize, start: Option<i64>, stop: Option<i64>, step: i64) -> (usize, usize) {
    let n = n as i128;
    let step = i128::from(step);
    let (low, high) = if step > 0 { (0, n) } else { (-1, n - 1) };
    let bound = |b: Option<i64>, default: i128| match b {
        None => default,
        Some(b) => (if b < 0 { i128::from(b) + n } else { i128::from(b) }).clamp(low, high),
    };
    let (first, last) =
        if step > 0 { (bound(start, 0), bound(stop, n)) } else { (bound(start, n - 1), bound(stop, -1)) };
    let distance = if step > 0 { last - first } else { first - last };
    let count = if distance > 0 { (distance - 1) / step.abs() + 1 } else { 0 };
    if count == 0 { (0, 0) } else { (first as usize, count as usize) }
}

impl Layout {
    /// Takes a part of each axis; axes beyond the list stay whole. O(ndim), same buffer.
    ///
    /// Errors: [`Error::ShapeMismatch`] for more entries than axes, [`Error::IndexOutOfRange`], [`Error::BadArgument`]
    /// for step 0, a second [`Slice::Rest`] and a list.
    ///
    /// ```
    /// use polyad_core::{Layout, Slice};
    /// let l = Layout::contiguous(&[4, 6])?;
    /// let back = Slice::Range { start: None, stop: None, step: -2 };
    /// let s = l.slice(&[Slice::At(1), back])?;
    /// assert_eq!((s.shape(), s.strides(), s.offset()), (&[3][..], &[-2][..], 11));
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn slice(&self, parts: &[Slice]) -> Result<Layout> {
        const OP: &str = "slice";
        let parts = Slice::expand(OP, parts, self.shape())?;
        let mut offset = self.offset as isize;
        let (mut shape, mut strides) = (Dims::new(), Strides::new());
        let mut axis = 0;
        for part in parts {
            if part == Slice::NewAxis {
                shape.push(1);
                strides.push(0);
                continue;
            }
            let (n, stride) = (self.shape[axis], self.strides[axis]);
            match part {
                Slice::NewAxis | Slice::Rest => {}
                Slice::List(list) => {
                    let takes = "indices and ranges, which have views; take gathers a list".into();
                    return Err(Error::BadArgument { op: OP, argument: "parts", got: format!("{list:?}"), takes });
                }
                Slice::All => {
                    shape.push(n);
                    strides.push(stride);
                }
                Slice::At(index) => {
                    let at = if index < 0 { index.saturating_add(n as i64) } else { index };
                    if at < 0 || at as u64 >= n as u64 {
                        return Err(Error::IndexOutOfRange { op: OP, index, axis, shape: self.shape().into() });
                    }
                    offset += at as isize * stride;
                }
                Slice::Range { step: 0, .. } => {
                    let takes = "any step but 0".into();
                    return Err(Error::BadArgument { op: OP, argument: "step", got: "0".into(), takes });
                }
                Slice::Range { start, stop, step } => {
                    let (first, count) = range(n, start, stop, step);
                    offset += first as isize * stride;
                    shape.push(count);
                    // A step that is never taken may be of any size: keep the product inside the address space.
                    let step = if count <= 1 { step.signum() } else { step };
                    strides.push(stride.saturating_mul(step as isize));
                }
            }
            axis += 1;
        }
        super::check_ndim(OP, shape.len())?;
        Ok(Layout { shape, strides, offset: offset as usize })
    }

    /// An axis in reverse order. O(ndim), same buffer. Errors: [`Error::AxisOutOfRange`].
    pub fn flip(&self, axis: i64) -> Result<Layout> {
        let at = super::normalize_axis("flip", axis, &self.shape)?;
        let mut out = self.clone();
        let travel = self.strides[at] * (self.shape[at].max(1) - 1) as isize;
        out.offset = (out.offset as isize + travel) as usize;
        out.strides[at] = out.strides[at].saturating_neg();
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Python's own words for it: clip, then count up or down.
    fn plain(n: i64, start: Option<i64>, stop: Option<i64>, step: i64) -> Vec<i64> {
        let fix = |b: i64| if b < 0 { b + n } else { b };
        let mut at = match start {
            Some(s) if step > 0 => fix(s).max(0),
            Some(s) => fix(s).min(n - 1),
            None => {
                if step > 0 {
                    0
                } else {
                    n - 1
                }
            }
        };
        let end = match stop {
            Some(s) if step > 0 => fix(s).min(n),
            Some(s) => fix(s).max(-1),
            None => {
                if step > 0 {
                    n
                } else {
                    -1
                }
            }
        };
        let mut out = vec![];
        while (step > 0 && at < end) || (step < 0 && at > end) {
            out.push(at);
            at += step;
        }
        out
    }

    #[test]
    fn every_small_slice_is_pythons() {
        let bounds = [None, Some(-9), Some(-3), Some(-1), Some(0), Some(1), Some(4), Some(5), Some(9)];
        for n in 0..6i64 {
            for start in bounds {
                for stop in bounds {
                    for step in [-3, -2, -1, 1, 2, 3, i64::MAX, i64::MIN + 1] {
                        let l = Layout::contiguous(&[n as usize]).unwrap();
                        let s = l.slice(&[Slice::Range { start, stop, step }]).unwrap();
                        let got: Vec<i64> = s.elements().map(|e| e as i64).collect();
                        if step.abs() < 10 {
                            assert_eq!(got, plain(n, start, stop, step), "{n} {start:?}:{stop:?}:{step}");
                        } else {
                            assert!(got.len() <= 1);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn extremes_do_not_overflow() {
        let l = Layout::contiguous(&[4]).unwrap();
        let r = |start, stop, step| l.slice(&[Slice::Range { start, stop, step }]).unwrap().size();
        assert_eq!(r(Some(i64::MIN), Some(i64::MAX), 1), 4);
        assert_eq!(r(Some(i64::MAX), Some(i64::MIN), -1), 4);
        assert_eq!(r(None, None, i64::MIN), 1);
        assert!(matches!(l.slice(&[0.into(), 0.into()]), Err(Error::ShapeMismatch { .. })));
        assert!(matches!(
            l.slice(&[Slice::Range { start: None, stop: None, step: 0 }]),
            Err(Error::BadArgument { .. })
        ));
    }

    #[test]
    fn flip_twice_is_the_same() {
        let l = Layout::contiguous(&[2, 3]).unwrap();
        assert_eq!(l.flip(1).unwrap().elements().collect::<Vec<_>>(), [2, 1, 0, 5, 4, 3]);
        assert_eq!(l.flip(1).unwrap().flip(1).unwrap(), l);
        assert_eq!(Layout::contiguous(&[0]).unwrap().flip(0).unwrap().size(), 0);
    }
}

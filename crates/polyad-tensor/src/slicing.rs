//! `s![..]`: the parts of axes as one writes them in Python.

use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

use polyad_core::Slice;

/// What `s![..]` takes for one axis: an integer of any type, a range of them, or a [`Slice`].
///
/// ```
/// use polyad_core::Slice;
/// use polyad_tensor::AxisPart;
/// assert_eq!(2usize.slice(), Slice::At(2));
/// assert_eq!((1..=3).slice(), Slice::from(1..4));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no part of an axis",
    label = "neither an integer nor a range of integers",
    note = "`s![..]` takes integers, ranges of them, `range; step`, `new` for a new axis and `...` for all other axes"
)]
pub trait AxisPart {
    /// The part as the layout takes it.
    fn slice(self) -> Slice;
}

/// What may have a step behind a semicolon in `s![..]`: a range of integers.
#[diagnostic::on_unimplemented(
    message = "`{Self}` takes no step",
    label = "not a range",
    note = "write `range; step` as in `s![..; 2]`, and an index without a step"
)]
pub trait AxisRange: AxisPart {}

/// An integer as an index or a bound: beyond 63 bits it is past every axis.
fn wide<T: TryInto<i64>>(x: T) -> i64 {
    x.try_into().unwrap_or(i64::MAX)
}

/// The bound behind an inclusive one; behind -1, the last index, there is none.
fn after(last: i64) -> Option<i64> {
    if last == -1 { None } else { Some(last.saturating_add(1)) }
}

macro_rules! parts {
    ($($t:ty),*) => {$(
        impl AxisPart for $t {
            fn slice(self) -> Slice {
                Slice::At(wide(self))
            }
        }

        parts!(@range $t, Range<$t>, |r| (Some(wide(r.start)), Some(wide(r.end))));
        parts!(@range $t, RangeFrom<$t>, |r| (Some(wide(r.start)), None));
        parts!(@range $t, RangeTo<$t>, |r| (None, Some(wide(r.end))));
        parts!(@range $t, RangeInclusive<$t>, |r| {
            let (first, last) = r.into_inner();
            (Some(wide(first)), after(wide(last)))
        });
        parts!(@range $t, RangeToInclusive<$t>, |r| (None, after(wide(r.end))));
    )*};
    (@range $t:ty, $range:ty, $bounds:expr) => {
        impl AxisPart for $range {
            fn slice(self) -> Slice {
                let bounds: fn($range) -> (Option<i64>, Option<i64>) = $bounds;
                let (start, stop) = bounds(self);
                Slice::Range { start, stop, step: 1 }
            }
        }

        impl AxisRange for $range {}
    };
}

parts!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);

impl AxisPart for RangeFull {
    fn slice(self) -> Slice {
        Slice::All
    }
}

impl AxisRange for RangeFull {}

impl AxisPart for Slice {
    fn slice(self) -> Slice {
        self
    }
}

/// A range with a step, for [`s!`](crate::s!).
#[doc(hidden)]
pub fn stepped(range: impl AxisRange, step: impl TryInto<i64>) -> Slice {
    let step = wide(step);
    match range.slice() {
        Slice::Range { start, stop, .. } => Slice::Range { start, stop, step },
        _ => Slice::Range { start: None, stop: None, step },
    }
}

/// The parts of axes for [`Tensor::slice`](crate::Tensor::slice), as NumPy writes them with `:` for `..`.
///
/// | written | takes |
/// |---|---|
/// | `3`, `-1`, `i` | one index, from the end where it is negative; the axis goes away |
/// | `..`, `1..`, `..-1`, `1..3` | a range; `1..=3` ends with 3 |
/// | `..; 2`, `1..; -1` | a range with a step |
/// | `new` | a new axis of extent 1 |
/// | `...` | all axes that the other parts leave over; at most once |
///
/// Integers are of any type. With a negative step a range runs downwards from its first number, or from the end.
///
/// ```
/// use polyad_tensor::{s, tensor};
/// let x = tensor![[1, 2, 3], [4, 5, 6]];
/// assert_eq!(x.slice(s![.., 1..])?, tensor![[2, 3], [5, 6]]);
/// assert_eq!(x.slice(s![-1])?, tensor![4, 5, 6]);
/// assert_eq!(x.slice(s![..; -1, 0])?, tensor![4, 1]);
/// assert_eq!(x.slice(s![..., ..=-2])?, tensor![[1, 2], [4, 5]]);
/// let last = x.shape()[1] - 1;
/// assert_eq!(x.slice(s![new, 0, last])?, tensor![3]);
/// # Ok::<(), polyad_core::Error>(())
/// ```
///
/// What is no integer or range does not compile:
///
/// ```compile_fail
/// polyad_tensor::s![0.5];
/// ```
///
/// Neither does a step behind an index:
///
/// ```compile_fail
/// polyad_tensor::s![1; 2];
/// ```
#[macro_export]
macro_rules! s {
    (@parts [$($done:expr,)*]) => {
        &[$($done),*] as &[$crate::Slice]
    };
    (@parts [$($done:expr,)*] ... $(, $($rest:tt)*)?) => {
        $crate::s!(@parts [$($done,)* $crate::Slice::Ellipsis,] $($($rest)*)?)
    };
    (@parts [$($done:expr,)*] new $(, $($rest:tt)*)?) => {
        $crate::s!(@parts [$($done,)* $crate::Slice::NewAxis,] $($($rest)*)?)
    };
    (@parts [$($done:expr,)*] $range:expr; $step:expr $(, $($rest:tt)*)?) => {
        $crate::s!(@parts [$($done,)* $crate::stepped($range, $step),] $($($rest)*)?)
    };
    (@parts [$($done:expr,)*] $part:expr $(, $($rest:tt)*)?) => {
        $crate::s!(@parts [$($done,)* $crate::AxisPart::slice($part),] $($($rest)*)?)
    };
    ($($parts:tt)*) => {
        $crate::s!(@parts [] $($parts)*)
    };
}

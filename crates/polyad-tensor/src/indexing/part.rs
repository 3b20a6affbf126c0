//! One entry of a key, and `ix![..]`.

use polyad_core::Slice;

use crate::{AxisPart, Tensor};

/// One entry of a key of [`Tensor::index`]: what a view can show, or a tensor of indices or of truth values.
///
/// ```
/// use polyad_tensor::{IndexPart, tensor};
/// assert!(matches!(IndexPart::from(&tensor![2, 0]), IndexPart::Tensor(_)));
/// assert!(matches!(IndexPart::from(1..3), IndexPart::Part(_)));
/// ```
#[derive(Clone, Debug)]
pub enum IndexPart {
    /// An index, a range, a new axis, an ellipsis; a list of indices, which pairs with the others.
    Part(Slice),
    /// Indices of one axis, in any shape, or a mask over as many axes as it has.
    Tensor(Tensor),
}

impl<T: AxisPart> From<T> for IndexPart {
    fn from(part: T) -> IndexPart {
        IndexPart::Part(part.slice())
    }
}

impl From<Tensor> for IndexPart {
    fn from(tensor: Tensor) -> IndexPart {
        IndexPart::Tensor(tensor)
    }
}

impl From<&Tensor> for IndexPart {
    fn from(tensor: &Tensor) -> IndexPart {
        IndexPart::Tensor(tensor.clone())
    }
}

impl<const N: usize> From<[i64; N]> for IndexPart {
    fn from(list: [i64; N]) -> IndexPart {
        IndexPart::Part(list.into())
    }
}

impl From<bool> for IndexPart {
    fn from(mask: bool) -> IndexPart {
        IndexPart::Tensor(crate::literal(mask))
    }
}

/// The parts of a key for [`Tensor::index`] and [`Tensor::set_index`]: what [`s!`](crate::s!) takes, tensors of indices,
/// masks, `true` and `false`.
///
/// ```
/// use polyad_tensor::{ix, tensor};
/// let x = tensor![[1, 2, 3], [4, 5, 6]];
/// assert_eq!(x.index(ix![&tensor![1, 0], &tensor![2, 0]])?, tensor![6, 1]);
/// assert_eq!(x.index(ix![.., &tensor![2, 0]])?, tensor![[3, 1], [6, 4]]);
/// assert_eq!(x.index(ix![&x.greater(2)?])?, tensor![3, 4, 5, 6]);
/// assert_eq!(x.index(ix![..., new, &tensor![true, false, true]])?, tensor![[[1, 3]], [[4, 6]]]);
/// # Ok::<(), polyad_core::Error>(())
/// ```
#[macro_export]
macro_rules! ix {
    (@parts [$($done:expr,)*]) => {
        &[$($done),*] as &[$crate::IndexPart]
    };
    (@parts [$($done:expr,)*] ... $(, $($rest:tt)*)?) => {
        $crate::ix!(@parts [$($done,)* $crate::IndexPart::Part($crate::Slice::Ellipsis),] $($($rest)*)?)
    };
    (@parts [$($done:expr,)*] new $(, $($rest:tt)*)?) => {
        $crate::ix!(@parts [$($done,)* $crate::IndexPart::Part($crate::Slice::NewAxis),] $($($rest)*)?)
    };
    (@parts [$($done:expr,)*] $range:expr; $step:expr $(, $($rest:tt)*)?) => {
        $crate::ix!(@parts [$($done,)* $crate::IndexPart::Part($crate::stepped($range, $step)),] $($($rest)*)?)
    };
    (@parts [$($done:expr,)*] $part:expr $(, $($rest:tt)*)?) => {
        $crate::ix!(@parts [$($done,)* $crate::IndexPart::from($part),] $($($rest)*)?)
    };
    ($($parts:tt)*) => {
        $crate::ix!(@parts [] $($parts)*)
    };
}

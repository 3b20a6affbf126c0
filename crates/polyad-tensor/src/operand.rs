//! What stands beside a tensor in an operation of two: another tensor, or a number.

use polyad_core::{DType, Kind, Result};

use crate::{Scalar, Tensor};

/// The other operand of an operation: a tensor, or a number, which takes the dtype of the tensor that it stands beside
/// unless it has a part that the dtype lacks (the array API's weak scalars).
///
/// ```
/// use polyad_tensor::tensor;
/// assert_eq!(tensor![1, 2].add(&tensor![10, 20])?, tensor![11, 22]);
/// assert_eq!(tensor![1, 2].add(10)?, tensor![11, 12]);
/// assert_eq!(tensor![1, 2].add(0.5)?, tensor![1.5, 2.5]);
/// # Ok::<(), polyad_core::Error>(())
/// ```
#[derive(Clone, Copy)]
pub enum Operand<'a> {
    /// A tensor.
    Tensor(&'a Tensor),
    /// A number.
    Number(Scalar),
}

impl<'a> From<&'a Tensor> for Operand<'a> {
    fn from(x: &'a Tensor) -> Operand<'a> {
        Operand::Tensor(x)
    }
}

macro_rules! numbers {
    ($($t:ty),*) => {$(
        impl From<$t> for Operand<'_> {
            fn from(x: $t) -> Self {
                Operand::Number(x.into())
            }
        }
    )*};
}

numbers!(Scalar, bool, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64);

impl Operand<'_> {
    /// The operand as a tensor that an operation may read beside elements of `dtype`.
    pub(crate) fn with<R>(self, op: &'static str, dtype: DType, run: impl FnOnce(&Tensor) -> Result<R>) -> Result<R> {
        match self {
            Operand::Tensor(x) => run(x),
            Operand::Number(x) => run(&Tensor::filled(op, &[], x, x.dtype_beside(dtype))?),
        }
    }
}

impl Scalar {
    /// The dtype that the number takes beside elements of `dtype`: theirs, unless it has a part that they lack (the array
    /// API's weak scalars).
    pub fn dtype_beside(self, dtype: DType) -> DType {
        match (dtype.kind(), self) {
            // A float beside integers makes them floats; it is not cut down to an integer.
            (Kind::Signed | Kind::Unsigned | Kind::Bool, Scalar::Float(_)) => DType::Float64,
            (Kind::Bool, Scalar::Int(_) | Scalar::UInt(_)) => DType::Int64,
            (Kind::Float, Scalar::Complex(_)) if dtype == DType::Float64 => DType::Complex128,
            (Kind::Float, Scalar::Complex(_)) => DType::Complex64,
            (Kind::Signed | Kind::Unsigned | Kind::Bool, Scalar::Complex(_)) => DType::Complex128,
            _ if dtype.is_plain() => dtype,
            _ => dtype.compute(),
        }
    }

    /// The number as a 0-d tensor of [`Scalar::dtype_beside`]. Errors: `ValueOutOfRange`.
    pub fn beside(self, dtype: DType) -> Result<Tensor> {
        Tensor::scalar(self, self.dtype_beside(dtype))
    }
}

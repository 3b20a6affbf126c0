//! `+ - * /` and negation on tensors and numbers. Numbers are weak: they take the tensor's dtype.
//!
//! # Panics
//! An operator has no way to return an error, so it panics with the error's text; the methods return it.

use polyad_core::{DType, Error, Kind, Result};

use crate::{Scalar, Tensor};

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

/// The value, or a panic with the error's text.
#[track_caller]
fn unwrap<T>(result: Result<T, Error>) -> T {
    result.unwrap_or_else(|e| panic!("{e}"))
}

macro_rules! operators {
    ($($trait:ident $method:ident $op:ident;)*) => {$(
        impl std::ops::$trait<&Tensor> for &Tensor {
            type Output = Tensor;

            /// # Panics
            /// With the error's text where the method of the same meaning returns an error.
            #[track_caller]
            fn $method(self, other: &Tensor) -> Tensor {
                unwrap(self.$op(other))
            }
        }

        impl<S: Into<Scalar>> std::ops::$trait<S> for &Tensor {
            type Output = Tensor;

            /// # Panics
            /// As between tensors, and where the dtype cannot hold the number.
            #[track_caller]
            fn $method(self, other: S) -> Tensor {
                unwrap(other.into().beside(self.dtype()).and_then(|x| self.$op(&x)))
            }
        }
    )*};
}

operators! {
    Add add add;
    Sub sub subtract;
    Mul mul multiply;
    Div div divide;
}

impl std::ops::Neg for &Tensor {
    type Output = Tensor;

    /// # Panics
    /// For bool.
    #[track_caller]
    fn neg(self) -> Tensor {
        unwrap(self.negative())
    }
}

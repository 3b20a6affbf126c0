//! `+ - * / % & | ^ << >>`, their in-place forms, negation and `!` on tensors and numbers. Numbers are weak: they take
//! the tensor's dtype.
//!
//! # Panics
//! An operator has no way to return an error, so it panics with the error's text; the methods return it.

use polyad_core::{Error, Result};

use crate::{Operand, Scalar, Tensor};

/// The value, or a panic with the error's text.
#[track_caller]
fn unwrap<T>(result: Result<T, Error>) -> T {
    result.unwrap_or_else(|e| panic!("{e}"))
}

macro_rules! operators {
    ($($trait:ident $method:ident, $assign:ident $in_place:ident: $op:ident $op_assign:ident of $numbers:ident;)*) => {$(
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
                unwrap(self.$op(Operand::Number(other.into())))
            }
        }

        impl std::ops::$assign<&Tensor> for Tensor {
            /// Writes into the elements, which views of them see too.
            ///
            /// # Panics
            /// With the error's text where the method of the same meaning returns an error.
            #[track_caller]
            fn $in_place(&mut self, other: &Tensor) {
                unwrap(Tensor::$op_assign(self, other));
            }
        }

        impl<S: Into<Scalar>> std::ops::$assign<S> for Tensor {
            /// # Panics
            /// As between tensors, and where the dtype cannot hold the number.
            #[track_caller]
            fn $in_place(&mut self, other: S) {
                unwrap(Tensor::$op_assign(self, Operand::Number(other.into())));
            }
        }

        $numbers!($trait $method $op);
    )*};
}

/// An operator with a number on its left.
macro_rules! reflected {
    ($trait:ident $method:ident $op:ident: $($t:ty),*) => {$(
        impl std::ops::$trait<&Tensor> for $t {
            type Output = Tensor;

            /// # Panics
            /// As between tensors, and where the dtype cannot hold the number.
            #[track_caller]
            fn $method(self, other: &Tensor) -> Tensor {
                unwrap(Scalar::from(self).beside(other.dtype()).and_then(|x| x.$op(other)))
            }
        }
    )*};
}

macro_rules! numbers {
    ($trait:ident $method:ident $op:ident) => {
        reflected!($trait $method $op: i8, i16, i32, i64, u8, u16, u32, u64, f32, f64);
    };
}

macro_rules! integers {
    ($trait:ident $method:ident $op:ident) => {
        reflected!($trait $method $op: bool, i8, i16, i32, i64, u8, u16, u32, u64);
    };
}

operators! {
    Add add, AddAssign add_assign: add add_assign of numbers;
    Sub sub, SubAssign sub_assign: subtract subtract_assign of numbers;
    Mul mul, MulAssign mul_assign: multiply multiply_assign of numbers;
    Div div, DivAssign div_assign: divide divide_assign of numbers;
    Rem rem, RemAssign rem_assign: remainder remainder_assign of numbers;
    BitAnd bitand, BitAndAssign bitand_assign: bitwise_and bitwise_and_assign of integers;
    BitOr bitor, BitOrAssign bitor_assign: bitwise_or bitwise_or_assign of integers;
    BitXor bitxor, BitXorAssign bitxor_assign: bitwise_xor bitwise_xor_assign of integers;
    Shl shl, ShlAssign shl_assign: bitwise_left_shift bitwise_left_shift_assign of integers;
    Shr shr, ShrAssign shr_assign: bitwise_right_shift bitwise_right_shift_assign of integers;
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

impl std::ops::Not for &Tensor {
    type Output = Tensor;

    /// Every bit turned over; of bool the opposite.
    ///
    /// # Panics
    /// For floats and complex numbers.
    #[track_caller]
    fn not(self) -> Tensor {
        unwrap(self.bitwise_invert())
    }
}

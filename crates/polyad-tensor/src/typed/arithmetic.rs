//! Operations whose result keeps the types, or changes them in a way that the compiler follows.

use polyad_core::{Element, Result};

use super::Typed;
use crate::Tensor;

impl<T: Element, const RANK: usize> Typed<T, RANK> {
    /// What an operation of tensors makes of this one, with the types that the caller says it has.
    ///
    /// Errors: those of the operation; `DTypeMismatch` and `ShapeMismatch` where its result is something else.
    ///
    /// ```
    /// use polyad_tensor::Typed;
    /// let x = Typed::from_vec(vec![1.0f32, 4.0], [2])?;
    /// let root: Typed<f32, 1> = x.apply(|x| x.sqrt())?;
    /// let sum: Typed<f32, 0> = x.apply(|x| x.sum(()))?;
    /// assert_eq!((root.to_vec()?, sum.item()?), (vec![1.0, 2.0], 5.0));
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn apply<U: Element, const TO: usize>(
        &self,
        f: impl FnOnce(&Tensor) -> Result<Tensor>,
    ) -> Result<Typed<U, TO>> {
        f(self.as_tensor())?.try_into()
    }
}

macro_rules! methods {
    ($($method:ident($($other:ident)?) -> $to:ty, $doc:literal, $call:literal gives $example:literal;)*) => {
        impl<T: Element, const RANK: usize> Typed<T, RANK> {$(
            #[doc = $doc]
            ///
            /// ```
            /// use polyad_tensor::Typed;
            /// let (x, y) = (Typed::from_vec(vec![1.0, 4.0], [2])?, Typed::from_vec(vec![2.0], [1])?);
            #[doc = concat!("assert_eq!(x.", $call, "?.to_vec()?, ", $example, ");")]
            /// # let _ = y;
            /// # Ok::<(), polyad_core::Error>(())
            /// ```
            pub fn $method(&self $(, $other: &Self)?) -> Result<Typed<$to, RANK>> {
                self.as_tensor().$method($($other.as_tensor())?)?.try_into()
            }
        )*}
    };
}

methods! {
    add(other) -> T, "`self + other`, shapes broadcast. Errors: as [`Tensor::add`].",
        "add(&y)" gives "[3.0, 6.0]";
    subtract(other) -> T, "`self - other`, shapes broadcast. Errors: as [`Tensor::subtract`].",
        "subtract(&y)" gives "[-1.0, 2.0]";
    multiply(other) -> T, "`self * other`, shapes broadcast. Errors: as [`Tensor::multiply`].",
        "multiply(&y)" gives "[2.0, 8.0]";
    divide(other) -> T, "`self / other` of floats, shapes broadcast. Errors: as [`Tensor::divide`]; `DTypeMismatch` for integers.",
        "divide(&y)" gives "[0.5, 2.0]";
    maximum(other) -> T, "The larger of two, shapes broadcast. Errors: as [`Tensor::maximum`].",
        "maximum(&y)" gives "[2.0, 4.0]";
    minimum(other) -> T, "The smaller of two, shapes broadcast. Errors: as [`Tensor::minimum`].",
        "minimum(&y)" gives "[1.0, 2.0]";
    negative() -> T, "`-self`. Errors: as [`Tensor::negative`].",
        "negative()" gives "[-1.0, -4.0]";
    equal(other) -> bool, "Whether elements are equal, shapes broadcast. Errors: as [`Tensor::equal`].",
        "equal(&y)" gives "[false, false]";
    not_equal(other) -> bool, "Whether elements differ, shapes broadcast. Errors: as [`Tensor::not_equal`].",
        "not_equal(&y)" gives "[true, true]";
    less(other) -> bool, "Whether elements are smaller, shapes broadcast. Errors: as [`Tensor::less`].",
        "less(&y)" gives "[true, false]";
    less_equal(other) -> bool, "Whether elements are smaller or equal, shapes broadcast. Errors: as [`Tensor::less_equal`].",
        "less_equal(&y)" gives "[true, false]";
    greater(other) -> bool, "Whether elements are larger, shapes broadcast. Errors: as [`Tensor::greater`].",
        "greater(&y)" gives "[false, true]";
    greater_equal(other) -> bool, "Whether elements are larger or equal, shapes broadcast. Errors: as [`Tensor::greater_equal`].",
        "greater_equal(&y)" gives "[false, true]";
}

macro_rules! operators {
    ($($trait:ident $method:ident $op:ident;)*) => {$(
        impl<T: Element, const RANK: usize> std::ops::$trait for &Typed<T, RANK> {
            type Output = Typed<T, RANK>;

            /// # Panics
            /// With the error's text where the method of the same meaning returns an error.
            #[track_caller]
            fn $method(self, other: Self) -> Typed<T, RANK> {
                self.$op(other).unwrap_or_else(|e| panic!("{e}"))
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

impl<T: Element, const RANK: usize> std::ops::Neg for &Typed<T, RANK> {
    type Output = Typed<T, RANK>;

    /// # Panics
    /// For bool.
    #[track_caller]
    fn neg(self) -> Typed<T, RANK> {
        self.negative().unwrap_or_else(|e| panic!("{e}"))
    }
}

impl<T: Element> Typed<T, 2> {
    /// The matrix product. Errors: as [`Tensor::matmul`].
    ///
    /// ```
    /// let x = polyad_tensor::Typed::from_vec(vec![1.0f32, 2.0, 3.0, 4.0], [2, 2])?;
    /// assert_eq!(x.matmul(&x)?.to_vec()?, [7.0, 10.0, 15.0, 22.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn matmul(&self, other: &Self) -> Result<Self> {
        self.as_tensor().matmul(other.as_tensor())?.try_into()
    }
}

//! Tensors from nested arrays: what [`tensor!`](crate::tensor!) writes out.

use half::{bf16, f16};
use num_complex::Complex;
use polyad_core::{Element, Result};

use crate::Tensor;

/// A number, or an array of arrays of one: its shape and its elements in row-major order.
pub trait Nested {
    /// The element type.
    type Element: Element;

    /// Appends the extents, outermost first.
    fn shape(out: &mut Vec<usize>);

    /// Appends the elements.
    fn flatten(self, out: &mut Vec<Self::Element>);

    /// The arrays of elements that [`Nested::flatten`] gives.
    ///
    /// # Panics
    /// If there are too few.
    fn unflatten(elements: &mut impl Iterator<Item = Self::Element>) -> Self;
}

impl<T: Nested, const N: usize> Nested for [T; N] {
    type Element = T::Element;

    fn shape(out: &mut Vec<usize>) {
        out.push(N);
        T::shape(out);
    }

    fn flatten(self, out: &mut Vec<T::Element>) {
        self.into_iter().for_each(|x| x.flatten(out));
    }

    fn unflatten(elements: &mut impl Iterator<Item = T::Element>) -> [T; N] {
        std::array::from_fn(|_| T::unflatten(elements))
    }
}

macro_rules! leaves {
    ($($t:ty),*) => {$(
        impl Nested for $t {
            type Element = $t;

            fn shape(_: &mut Vec<usize>) {}

            fn flatten(self, out: &mut Vec<$t>) {
                out.push(self);
            }

            fn unflatten(elements: &mut impl Iterator<Item = $t>) -> $t {
                elements.next().expect("there is an element for every place")
            }
        }
    )*};
}

leaves!(bool, i8, i16, i32, i64, u8, u16, u32, u64, bf16, f16, f32, f64);
leaves!(Complex<bf16>, Complex<f16>, Complex<f32>, Complex<f64>);

/// A [`Nested`] that `tensor!` takes: an integer literal among them is an `i64`, as there is no other.
pub trait Literal: Nested {}

impl<T: Literal, const N: usize> Literal for [T; N] {}
impl Literal for bool {}
impl Literal for i64 {}
impl Literal for f32 {}
impl Literal for f64 {}
impl Literal for Complex<f32> {}
impl Literal for Complex<f64> {}

/// The tensor of a literal, for [`tensor!`](crate::tensor!).
///
/// # Panics
/// If memory runs out.
#[doc(hidden)]
pub fn literal(x: impl Literal) -> Tensor {
    Tensor::from_nested(x).unwrap_or_else(|e| panic!("tensor!: {e}"))
}

impl Tensor {
    /// A number, or nested arrays of one, row-major; the dtype is that of the Rust type. Copies.
    ///
    /// ```
    /// use polyad_tensor::Tensor;
    /// let x = Tensor::from_nested([[1u8, 2], [3, 4]])?;
    /// assert_eq!((x.shape(), x.dtype().name()), (&[2, 2][..], "uint8"));
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `OutOfMemory`.
    pub fn from_nested<T: Nested>(x: T) -> Result<Tensor> {
        let (mut shape, mut values) = (vec![], vec![]);
        T::shape(&mut shape);
        x.flatten(&mut values);
        Tensor::from_slice(&values, &shape)
    }
}

/// A tensor of the numbers written: integers as int64, floats as float64, truth values as bool.
///
/// ```
/// use polyad_tensor::tensor;
/// let x = tensor![[1, 2], [3, 4]];
/// assert_eq!((x.shape(), x.dtype().name()), (&[2, 2][..], "int64"));
/// assert_eq!(tensor![0.5, 1.0].dtype().name(), "float64");
/// assert_eq!(tensor![true].shape(), [1]);
/// ```
///
/// # Panics
/// If memory runs out.
#[macro_export]
macro_rules! tensor {
    ($($x:tt)+) => {
        $crate::literal([$($x)+])
    };
}

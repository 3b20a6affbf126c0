// Made from the op table by `cargo xtask gen`; edit the table instead.

use polyad_core::{DType, Result};
use polyad_ir::{Attr, Axes, ops};

use super::run;
use crate::Tensor;

/// Options of [`Tensor::sum_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct SumOptions {
    /// Whether reduced axes stay with extent 1.
    pub keepdims: bool,
    /// The dtype to add up in and to return; by default integers take 64 bits and floats keep theirs.
    pub dtype: Option<DType>,
}

/// Options of [`Tensor::prod_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct ProdOptions {
    /// Whether reduced axes stay with extent 1.
    pub keepdims: bool,
    /// The dtype to add up in and to return; by default integers take 64 bits and floats keep theirs.
    pub dtype: Option<DType>,
}

/// Options of [`Tensor::max_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct MaxOptions {
    /// Whether reduced axes stay with extent 1.
    pub keepdims: bool,
}

/// Options of [`Tensor::min_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct MinOptions {
    /// Whether reduced axes stay with extent 1.
    pub keepdims: bool,
}

/// Options of [`Tensor::mean_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct MeanOptions {
    /// Whether reduced axes stay with extent 1.
    pub keepdims: bool,
}

/// Options of [`Tensor::var_with`].
#[derive(Clone, Copy, Debug)]
pub struct VarOptions {
    /// Whether reduced axes stay with extent 1.
    pub keepdims: bool,
    /// What is subtracted from the count: 1 for a sample.
    pub correction: f64,
}

impl Default for VarOptions {
    fn default() -> Self {
        VarOptions { keepdims: false, correction: 0.0 }
    }
}

/// Options of [`Tensor::matmul_with`].
#[derive(Clone, Copy, Debug)]
pub struct MatmulOptions {
    /// `exact` multiplies by the decoded values; `fast` quantizes the left operand to 8 bits where the right one is quantized.
    pub precision: &'static str,
}

impl Default for MatmulOptions {
    fn default() -> Self {
        MatmulOptions { precision: "exact" }
    }
}

/// Options of [`Tensor::tril_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TrilOptions {
    /// The diagonal: 0 is the main one, positive ones lie above it.
    pub k: i64,
}

/// Options of [`Tensor::triu_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TriuOptions {
    /// The diagonal: 0 is the main one, positive ones lie above it.
    pub k: i64,
}

/// Options of [`Tensor::layer_norm_with`].
#[derive(Clone, Copy, Debug)]
pub struct LayerNormOptions {
    /// Added to the variance.
    pub epsilon: f64,
}

impl Default for LayerNormOptions {
    fn default() -> Self {
        LayerNormOptions { epsilon: 1e-5 }
    }
}

impl Tensor {
    /// `x1 + x2`; integers wrap.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1, 2].add(&tensor![[10], [20]])?, tensor![[11, 12], [21, 22]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `add`.
    pub fn add(&self, x2: &Tensor) -> Result<Tensor> {
        run(&ops::ADD, &[self.view(), x2.view()], &[])
    }

    /// `x1 - x2`; integers wrap.
    ///
    /// Source: Python array API 2025.12, `subtract`.
    #[doc(alias = "sub")]
    pub fn subtract(&self, x2: &Tensor) -> Result<Tensor> {
        run(&ops::SUBTRACT, &[self.view(), x2.view()], &[])
    }

    /// `x1 * x2`; integers wrap.
    ///
    /// Source: Python array API 2025.12, `multiply`.
    #[doc(alias = "mul")]
    pub fn multiply(&self, x2: &Tensor) -> Result<Tensor> {
        run(&ops::MULTIPLY, &[self.view(), x2.view()], &[])
    }

    /// `x1 / x2` with IEEE results; integers give float64.
    ///
    /// Source: Python array API 2025.12, `divide`.
    #[doc(alias = "div")]
    pub fn divide(&self, x2: &Tensor) -> Result<Tensor> {
        run(&ops::DIVIDE, &[self.view(), x2.view()], &[])
    }

    /// `x1 / x2` rounded toward minus infinity; an integer by 0 gives 0.
    ///
    /// Source: Python array API 2025.12, `floor_divide`; for integers by 0 ours.
    pub fn floor_divide(&self, x2: &Tensor) -> Result<Tensor> {
        run(&ops::FLOOR_DIVIDE, &[self.view(), x2.view()], &[])
    }

    /// The remainder with the sign of `x2`; an integer by 0 gives 0.
    ///
    /// Source: Python array API 2025.12, `remainder`; for integers by 0 ours.
    pub fn remainder(&self, x2: &Tensor) -> Result<Tensor> {
        run(&ops::REMAINDER, &[self.view(), x2.view()], &[])
    }

    /// `x1` to the power `x2`; a negative integer exponent gives 1/x1 truncated.
    ///
    /// Source: Python array API 2025.12, `pow`; for negative integer exponents Nx.
    #[doc(alias = "pow")]
    pub fn power(&self, x2: &Tensor) -> Result<Tensor> {
        run(&ops::POWER, &[self.view(), x2.view()], &[])
    }

    /// The greater of `x1` and `x2`; NaN if either is.
    ///
    /// Source: Python array API 2025.12, `maximum`.
    pub fn maximum(&self, x2: &Tensor) -> Result<Tensor> {
        run(&ops::MAXIMUM, &[self.view(), x2.view()], &[])
    }

    /// The lesser of `x1` and `x2`; NaN if either is.
    ///
    /// Source: Python array API 2025.12, `minimum`.
    pub fn minimum(&self, x2: &Tensor) -> Result<Tensor> {
        run(&ops::MINIMUM, &[self.view(), x2.view()], &[])
    }

    /// `-x`; integers wrap.
    ///
    /// Source: Python array API 2025.12, `negative`.
    #[doc(alias = "neg")]
    pub fn negative(&self) -> Result<Tensor> {
        run(&ops::NEGATIVE, &[self.view()], &[])
    }

    /// The magnitude; the least integer wraps to itself.
    ///
    /// Source: Python array API 2025.12, `abs`.
    pub fn abs(&self) -> Result<Tensor> {
        run(&ops::ABS, &[self.view()], &[])
    }

    /// `x * x`; integers wrap.
    ///
    /// Source: Python array API 2025.12, `square`.
    pub fn square(&self) -> Result<Tensor> {
        run(&ops::SQUARE, &[self.view()], &[])
    }

    /// `1 / x`; integers give float64.
    ///
    /// Source: Python array API 2025.12, `reciprocal`.
    pub fn reciprocal(&self) -> Result<Tensor> {
        run(&ops::RECIPROCAL, &[self.view()], &[])
    }

    /// -1, 0 or 1; NaN stays NaN.
    ///
    /// Source: Python array API 2025.12, `sign`.
    pub fn sign(&self) -> Result<Tensor> {
        run(&ops::SIGN, &[self.view()], &[])
    }

    /// Whether `x1 == x2`; a NaN compares as IEEE 754 says.
    ///
    /// Source: Python array API 2025.12, `equal`.
    pub fn equal(&self, x2: &Tensor) -> Result<Tensor> {
        run(&ops::EQUAL, &[self.view(), x2.view()], &[])
    }

    /// Whether `x1 != x2`; a NaN compares as IEEE 754 says.
    ///
    /// Source: Python array API 2025.12, `not_equal`.
    pub fn not_equal(&self, x2: &Tensor) -> Result<Tensor> {
        run(&ops::NOT_EQUAL, &[self.view(), x2.view()], &[])
    }

    /// Whether `x1 < x2`; a NaN compares as IEEE 754 says.
    ///
    /// Source: Python array API 2025.12, `less`.
    pub fn less(&self, x2: &Tensor) -> Result<Tensor> {
        run(&ops::LESS, &[self.view(), x2.view()], &[])
    }

    /// Whether `x1 <= x2`; a NaN compares as IEEE 754 says.
    ///
    /// Source: Python array API 2025.12, `less_equal`.
    pub fn less_equal(&self, x2: &Tensor) -> Result<Tensor> {
        run(&ops::LESS_EQUAL, &[self.view(), x2.view()], &[])
    }

    /// Whether `x1 > x2`; a NaN compares as IEEE 754 says.
    ///
    /// Source: Python array API 2025.12, `greater`.
    pub fn greater(&self, x2: &Tensor) -> Result<Tensor> {
        run(&ops::GREATER, &[self.view(), x2.view()], &[])
    }

    /// Whether `x1 >= x2`; a NaN compares as IEEE 754 says.
    ///
    /// Source: Python array API 2025.12, `greater_equal`.
    pub fn greater_equal(&self, x2: &Tensor) -> Result<Tensor> {
        run(&ops::GREATER_EQUAL, &[self.view(), x2.view()], &[])
    }

    /// Whether both are true; a number is true unless it is 0.
    ///
    /// Source: Python array API 2025.12, `logical_and`.
    pub fn logical_and(&self, x2: &Tensor) -> Result<Tensor> {
        run(&ops::LOGICAL_AND, &[self.view(), x2.view()], &[])
    }

    /// Whether at least one is true; a number is true unless it is 0.
    ///
    /// Source: Python array API 2025.12, `logical_or`.
    pub fn logical_or(&self, x2: &Tensor) -> Result<Tensor> {
        run(&ops::LOGICAL_OR, &[self.view(), x2.view()], &[])
    }

    /// Whether exactly one is true; a number is true unless it is 0.
    ///
    /// Source: Python array API 2025.12, `logical_xor`.
    pub fn logical_xor(&self, x2: &Tensor) -> Result<Tensor> {
        run(&ops::LOGICAL_XOR, &[self.view(), x2.view()], &[])
    }

    /// Whether `x` is false; a number is true unless it is 0.
    ///
    /// Source: Python array API 2025.12, `logical_not`.
    pub fn logical_not(&self) -> Result<Tensor> {
        run(&ops::LOGICAL_NOT, &[self.view()], &[])
    }

    /// `x1` where the condition is true, else `x2`.
    ///
    /// Source: Python array API 2025.12, `where`.
    pub fn where_(&self, x1: &Tensor, x2: &Tensor) -> Result<Tensor> {
        run(&ops::WHERE, &[self.view(), x1.view(), x2.view()], &[])
    }

    /// The square root, correctly rounded; NaN of negative numbers.
    ///
    /// Source: Python array API 2025.12, `sqrt`.
    pub fn sqrt(&self) -> Result<Tensor> {
        run(&ops::SQRT, &[self.view()], &[])
    }

    /// `e` to the power `x`.
    ///
    /// Source: Python array API 2025.12, `exp`.
    pub fn exp(&self) -> Result<Tensor> {
        run(&ops::EXP, &[self.view()], &[])
    }

    /// `exp(x) - 1`, keeping full precision when `x` is near zero.
    ///
    /// Source: Python array API 2025.12, `expm1`.
    pub fn expm1(&self) -> Result<Tensor> {
        run(&ops::EXPM1, &[self.view()], &[])
    }

    /// The natural logarithm; NaN of negative numbers.
    ///
    /// Source: Python array API 2025.12, `log`.
    pub fn log(&self) -> Result<Tensor> {
        run(&ops::LOG, &[self.view()], &[])
    }

    /// `log(1 + x)`, keeping full precision when `x` is near zero.
    ///
    /// Source: Python array API 2025.12, `log1p`.
    pub fn log1p(&self) -> Result<Tensor> {
        run(&ops::LOG1P, &[self.view()], &[])
    }

    /// The sine of an angle in radians.
    ///
    /// Source: Python array API 2025.12, `sin`.
    pub fn sin(&self) -> Result<Tensor> {
        run(&ops::SIN, &[self.view()], &[])
    }

    /// The cosine of an angle in radians.
    ///
    /// Source: Python array API 2025.12, `cos`.
    pub fn cos(&self) -> Result<Tensor> {
        run(&ops::COS, &[self.view()], &[])
    }

    /// The hyperbolic tangent.
    ///
    /// Source: Python array API 2025.12, `tanh`.
    pub fn tanh(&self) -> Result<Tensor> {
        run(&ops::TANH, &[self.view()], &[])
    }

    /// The error function.
    ///
    /// Source: SciPy, `scipy.special.erf`.
    pub fn erf(&self) -> Result<Tensor> {
        run(&ops::ERF, &[self.view()], &[])
    }

    /// The greatest integer not above `x`.
    ///
    /// Source: Python array API 2025.12, `floor`.
    pub fn floor(&self) -> Result<Tensor> {
        run(&ops::FLOOR, &[self.view()], &[])
    }

    /// The least integer not below `x`.
    ///
    /// Source: Python array API 2025.12, `ceil`.
    pub fn ceil(&self) -> Result<Tensor> {
        run(&ops::CEIL, &[self.view()], &[])
    }

    /// The integer nearest to `x` that is not larger in magnitude.
    ///
    /// Source: Python array API 2025.12, `trunc`.
    pub fn trunc(&self) -> Result<Tensor> {
        run(&ops::TRUNC, &[self.view()], &[])
    }

    /// The nearest integer, halves to the even one.
    ///
    /// Source: Python array API 2025.12, `round`.
    pub fn round(&self) -> Result<Tensor> {
        run(&ops::ROUND, &[self.view()], &[])
    }

    /// The sum over axes; of nothing 0.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Source: Python array API 2025.12, `sum`.
    pub fn sum(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.sum_with(axis, SumOptions::default())
    }

    /// The sum over axes; of nothing 0.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Source: Python array API 2025.12, `sum`.
    pub fn sum_with(&self, axis: impl Into<Axes>, options: SumOptions) -> Result<Tensor> {
        run(
            &ops::SUM,
            &[self.view()],
            &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims), options.dtype.map_or(Attr::None, Attr::DType)],
        )
    }

    /// The product over axes; of nothing 1.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Source: Python array API 2025.12, `prod`.
    pub fn prod(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.prod_with(axis, ProdOptions::default())
    }

    /// The product over axes; of nothing 1.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Source: Python array API 2025.12, `prod`.
    pub fn prod_with(&self, axis: impl Into<Axes>, options: ProdOptions) -> Result<Tensor> {
        run(
            &ops::PROD,
            &[self.view()],
            &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims), options.dtype.map_or(Attr::None, Attr::DType)],
        )
    }

    /// The greatest element over axes; NaN if there is one.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Source: Python array API 2025.12, `max`.
    pub fn max(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.max_with(axis, MaxOptions::default())
    }

    /// The greatest element over axes; NaN if there is one.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Source: Python array API 2025.12, `max`.
    pub fn max_with(&self, axis: impl Into<Axes>, options: MaxOptions) -> Result<Tensor> {
        run(&ops::MAX, &[self.view()], &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims)])
    }

    /// The least element over axes; NaN if there is one.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Source: Python array API 2025.12, `min`.
    pub fn min(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.min_with(axis, MinOptions::default())
    }

    /// The least element over axes; NaN if there is one.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Source: Python array API 2025.12, `min`.
    pub fn min_with(&self, axis: impl Into<Axes>, options: MinOptions) -> Result<Tensor> {
        run(&ops::MIN, &[self.view()], &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims)])
    }

    /// The arithmetic mean over axes; of nothing NaN.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Source: Python array API 2025.12, `mean`.
    pub fn mean(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.mean_with(axis, MeanOptions::default())
    }

    /// The arithmetic mean over axes; of nothing NaN.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Source: Python array API 2025.12, `mean`.
    pub fn mean_with(&self, axis: impl Into<Axes>, options: MeanOptions) -> Result<Tensor> {
        run(&ops::MEAN, &[self.view()], &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims)])
    }

    /// The variance over axes: mean squared distance from the mean; NaN where the count is not above the correction.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Source: Python array API 2025.12, `var`.
    pub fn var(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.var_with(axis, VarOptions::default())
    }

    /// The variance over axes: mean squared distance from the mean; NaN where the count is not above the correction.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Source: Python array API 2025.12, `var`.
    pub fn var_with(&self, axis: impl Into<Axes>, options: VarOptions) -> Result<Tensor> {
        run(
            &ops::VAR,
            &[self.view()],
            &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims), Attr::Float(options.correction)],
        )
    }

    /// The matrix product over the last axis of `x1` and the last but one of `x2`; leading axes broadcast.
    ///
    /// Source: Python array API 2025.12, `matmul`; for quantized operands ours.
    pub fn matmul(&self, x2: &Tensor) -> Result<Tensor> {
        self.matmul_with(x2, MatmulOptions::default())
    }

    /// The matrix product over the last axis of `x1` and the last but one of `x2`; leading axes broadcast.
    ///
    /// Source: Python array API 2025.12, `matmul`; for quantized operands ours.
    pub fn matmul_with(&self, x2: &Tensor, options: MatmulOptions) -> Result<Tensor> {
        run(&ops::MATMUL, &[self.view(), x2.view()], &[Attr::Word(options.precision)])
    }

    /// Elements of one axis by integer index, negative ones from the end; out of range is an error.
    ///
    /// `axis`: The axis; negative counts from the end.
    ///
    /// Source: Python array API 2025.12, `take`.
    pub fn take(&self, indices: &Tensor, axis: i64) -> Result<Tensor> {
        run(&ops::TAKE, &[self.view(), indices.view()], &[Attr::Int(axis)])
    }

    /// `x` with `updates` added at the indices of one axis; an index may come more than once.
    ///
    /// `axis`: The axis; negative counts from the end.
    ///
    /// Source: PyTorch, `torch.index_add`; the transpose of `take`.
    pub fn index_add(&self, indices: &Tensor, updates: &Tensor, axis: i64) -> Result<Tensor> {
        run(&ops::INDEX_ADD, &[self.view(), indices.view(), updates.view()], &[Attr::Int(axis)])
    }

    /// Tensors joined along an axis; dtypes promote.
    ///
    /// `axis`: The axis; negative counts from the end.
    ///
    /// Source: Python array API 2025.12, `concat`.
    pub fn concat(&self, others: &[&Tensor], axis: i64) -> Result<Tensor> {
        run(
            &ops::CONCAT,
            &std::iter::once(self).chain(others.iter().copied()).map(Tensor::view).collect::<Vec<_>>(),
            &[Attr::Int(axis)],
        )
    }

    /// The same elements in another shape, row-major; a view where strides allow it, else a copy.
    ///
    /// `shape`: The new extents; one may be -1.
    ///
    /// Source: Python array API 2025.12, `reshape`.
    pub fn reshape(&self, shape: &[i64]) -> Result<Tensor> {
        run(&ops::RESHAPE, &[self.view()], &[Attr::Ints(shape.into())])
    }

    /// Axes in another order; always a view.
    ///
    /// `axes`: Each axis once, in the new order.
    ///
    /// Source: Python array API 2025.12, `permute_dims`.
    #[doc(alias = "permute")]
    pub fn permute_dims(&self, axes: &[i64]) -> Result<Tensor> {
        run(&ops::PERMUTE_DIMS, &[self.view()], &[Attr::Ints(axes.into())])
    }

    /// The same elements repeated to a larger shape; always a view, of stride 0.
    ///
    /// `shape`: The larger shape.
    ///
    /// Source: Python array API 2025.12, `broadcast_to`.
    pub fn broadcast_to(&self, shape: &[i64]) -> Result<Tensor> {
        run(&ops::BROADCAST_TO, &[self.view()], &[Attr::Ints(shape.into())])
    }

    /// `length` elements of one axis from `start` on; always a view.
    ///
    /// `axis`: The axis; negative counts from the end.
    ///
    /// `start`: The first index.
    ///
    /// `length`: How many.
    ///
    /// Source: PyTorch, `torch.narrow`.
    pub fn narrow(&self, axis: i64, start: i64, length: i64) -> Result<Tensor> {
        run(&ops::NARROW, &[self.view()], &[Attr::Int(axis), Attr::Int(start), Attr::Int(length)])
    }

    /// The elements of each matrix on a diagonal and below it, zeros above.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.tril()?, tensor![[1, 0, 0], [4, 5, 0]]);
    /// assert_eq!(x.tril_with(TrilOptions { k: -1 })?, tensor![[0, 0, 0], [4, 0, 0]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `tril`.
    pub fn tril(&self) -> Result<Tensor> {
        self.tril_with(TrilOptions::default())
    }

    /// The elements of each matrix on a diagonal and below it, zeros above.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.tril()?, tensor![[1, 0, 0], [4, 5, 0]]);
    /// assert_eq!(x.tril_with(TrilOptions { k: -1 })?, tensor![[0, 0, 0], [4, 0, 0]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `tril`.
    pub fn tril_with(&self, options: TrilOptions) -> Result<Tensor> {
        run(&ops::TRIL, &[self.view()], &[Attr::Int(options.k)])
    }

    /// The elements of each matrix on a diagonal and above it, zeros below.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.triu()?, tensor![[1, 2, 3], [0, 5, 6]]);
    /// assert_eq!(x.triu_with(TriuOptions { k: 1 })?, tensor![[0, 2, 3], [0, 0, 6]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `triu`.
    pub fn triu(&self) -> Result<Tensor> {
        self.triu_with(TriuOptions::default())
    }

    /// The elements of each matrix on a diagonal and above it, zeros below.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.triu()?, tensor![[1, 2, 3], [0, 5, 6]]);
    /// assert_eq!(x.triu_with(TriuOptions { k: 1 })?, tensor![[0, 2, 3], [0, 0, 6]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `triu`.
    pub fn triu_with(&self, options: TriuOptions) -> Result<Tensor> {
        run(&ops::TRIU, &[self.view()], &[Attr::Int(options.k)])
    }

    /// The logistic function, `1 / (1 + exp(-x))`.
    ///
    /// Source: SciPy, `scipy.special.expit`.
    #[doc(alias = "expit")]
    pub fn sigmoid(&self) -> Result<Tensor> {
        run(&ops::SIGMOID, &[self.view()], &[])
    }

    /// `x * sigmoid(x)`.
    ///
    /// Source: PyTorch, `torch.nn.functional.silu`.
    #[doc(alias = "swish")]
    pub fn silu(&self) -> Result<Tensor> {
        run(&ops::SILU, &[self.view()], &[])
    }

    /// `x` where it is positive, else 0; NaN stays NaN.
    ///
    /// Source: PyTorch, `torch.nn.functional.relu`.
    pub fn relu(&self) -> Result<Tensor> {
        run(&ops::RELU, &[self.view()], &[])
    }

    /// `x` times the normal distribution function of `x`, by the error function.
    ///
    /// Source: PyTorch, `torch.nn.functional.gelu` with approximate="none".
    pub fn gelu(&self) -> Result<Tensor> {
        run(&ops::GELU, &[self.view()], &[])
    }

    /// Exponentials divided by their sum along an axis, shifted by the maximum so that none overflows.
    ///
    /// `axis`: The axis along which values sum to 1.
    ///
    /// Source: PyTorch, `torch.nn.functional.softmax`.
    pub fn softmax(&self, axis: i64) -> Result<Tensor> {
        run(&ops::SOFTMAX, &[self.view()], &[Attr::Int(axis)])
    }

    /// The last axis shifted and scaled to mean 0 and variance 1, then times `weight` plus `bias`.
    ///
    /// Source: PyTorch, `torch.nn.functional.layer_norm` over the last axis.
    pub fn layer_norm(&self, weight: &Tensor, bias: &Tensor) -> Result<Tensor> {
        self.layer_norm_with(weight, bias, LayerNormOptions::default())
    }

    /// The last axis shifted and scaled to mean 0 and variance 1, then times `weight` plus `bias`.
    ///
    /// Source: PyTorch, `torch.nn.functional.layer_norm` over the last axis.
    pub fn layer_norm_with(&self, weight: &Tensor, bias: &Tensor, options: LayerNormOptions) -> Result<Tensor> {
        run(&ops::LAYER_NORM, &[self.view(), weight.view(), bias.view()], &[Attr::Float(options.epsilon)])
    }
}

// Made from the op table by `cargo xtask gen`; edit the table instead.

use polyad_core::{DType, Result};
use polyad_ir::{Attr, Axes, Padding, ops};

use super::{beside, run, update};
use crate::{Operand, Tensor};

/// Options of [`Tensor::sum_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct SumOptions {
    /// Whether reduced axes stay with extent 1.
    pub keepdims: bool,
    /// The dtype to compute in and to return; by default integers take 64 bits and floats keep theirs.
    pub dtype: Option<DType>,
}

/// Options of [`Tensor::prod_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct ProdOptions {
    /// Whether reduced axes stay with extent 1.
    pub keepdims: bool,
    /// The dtype to compute in and to return; by default integers take 64 bits and floats keep theirs.
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

/// Options of [`Tensor::ptp_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct PtpOptions {
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

/// Options of [`Tensor::std_with`].
#[derive(Clone, Copy, Debug)]
pub struct StdOptions {
    /// Whether reduced axes stay with extent 1.
    pub keepdims: bool,
    /// What is subtracted from the count: 1 for a sample.
    pub correction: f64,
}

impl Default for StdOptions {
    fn default() -> Self {
        StdOptions { keepdims: false, correction: 0.0 }
    }
}

/// Options of [`Tensor::all_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct AllOptions {
    /// Whether reduced axes stay with extent 1.
    pub keepdims: bool,
}

/// Options of [`Tensor::any_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct AnyOptions {
    /// Whether reduced axes stay with extent 1.
    pub keepdims: bool,
}

/// Options of [`Tensor::count_nonzero_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct CountNonzeroOptions {
    /// Whether reduced axes stay with extent 1.
    pub keepdims: bool,
}

/// Options of [`Tensor::logsumexp_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct LogsumexpOptions {
    /// Whether reduced axes stay with extent 1.
    pub keepdims: bool,
}

/// Options of [`Tensor::nansum_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct NansumOptions {
    /// Whether reduced axes stay with extent 1.
    pub keepdims: bool,
    /// The dtype to compute in and to return; by default integers take 64 bits and floats keep theirs.
    pub dtype: Option<DType>,
}

/// Options of [`Tensor::nanprod_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct NanprodOptions {
    /// Whether reduced axes stay with extent 1.
    pub keepdims: bool,
    /// The dtype to compute in and to return; by default integers take 64 bits and floats keep theirs.
    pub dtype: Option<DType>,
}

/// Options of [`Tensor::nanmax_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct NanmaxOptions {
    /// Whether reduced axes stay with extent 1.
    pub keepdims: bool,
}

/// Options of [`Tensor::nanmin_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct NanminOptions {
    /// Whether reduced axes stay with extent 1.
    pub keepdims: bool,
}

/// Options of [`Tensor::nanmean_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct NanmeanOptions {
    /// Whether reduced axes stay with extent 1.
    pub keepdims: bool,
}

/// Options of [`Tensor::nanvar_with`].
#[derive(Clone, Copy, Debug)]
pub struct NanvarOptions {
    /// Whether reduced axes stay with extent 1.
    pub keepdims: bool,
    /// What is subtracted from the count: 1 for a sample.
    pub correction: f64,
}

impl Default for NanvarOptions {
    fn default() -> Self {
        NanvarOptions { keepdims: false, correction: 0.0 }
    }
}

/// Options of [`Tensor::nanstd_with`].
#[derive(Clone, Copy, Debug)]
pub struct NanstdOptions {
    /// Whether reduced axes stay with extent 1.
    pub keepdims: bool,
    /// What is subtracted from the count: 1 for a sample.
    pub correction: f64,
}

impl Default for NanstdOptions {
    fn default() -> Self {
        NanstdOptions { keepdims: false, correction: 0.0 }
    }
}

/// Options of [`Tensor::nanargmax_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct NanargmaxOptions {
    /// Whether reduced axes stay with extent 1.
    pub keepdims: bool,
}

/// Options of [`Tensor::nanargmin_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct NanargminOptions {
    /// Whether reduced axes stay with extent 1.
    pub keepdims: bool,
}

/// Options of [`Tensor::nancumsum_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct NancumsumOptions {
    /// The dtype to compute in and to return; by default integers take 64 bits and floats keep theirs.
    pub dtype: Option<DType>,
    /// Whether the result begins with the value of nothing, and is longer by it.
    pub include_initial: bool,
    /// Whether to go from the end of the axis to its start.
    pub reverse: bool,
}

/// Options of [`Tensor::nancumprod_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct NancumprodOptions {
    /// The dtype to compute in and to return; by default integers take 64 bits and floats keep theirs.
    pub dtype: Option<DType>,
    /// Whether the result begins with the value of nothing, and is longer by it.
    pub include_initial: bool,
    /// Whether to go from the end of the axis to its start.
    pub reverse: bool,
}

/// Options of [`Tensor::cumulative_sum_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct CumulativeSumOptions {
    /// The dtype to compute in and to return; by default integers take 64 bits and floats keep theirs.
    pub dtype: Option<DType>,
    /// Whether the result begins with the value of nothing, and is longer by it.
    pub include_initial: bool,
    /// Whether to go from the end of the axis to its start.
    pub reverse: bool,
}

/// Options of [`Tensor::cumulative_prod_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct CumulativeProdOptions {
    /// The dtype to compute in and to return; by default integers take 64 bits and floats keep theirs.
    pub dtype: Option<DType>,
    /// Whether the result begins with the value of nothing, and is longer by it.
    pub include_initial: bool,
    /// Whether to go from the end of the axis to its start.
    pub reverse: bool,
}

/// Options of [`Tensor::linear_recurrence_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct LinearRecurrenceOptions {
    /// Whether to go from the end of the axis to its start.
    pub reverse: bool,
}

/// Options of [`Tensor::diff_with`].
#[derive(Clone, Copy, Debug)]
pub struct DiffOptions {
    /// How often the difference is taken.
    pub n: i64,
}

impl Default for DiffOptions {
    fn default() -> Self {
        DiffOptions { n: 1 }
    }
}

/// Options of [`Tensor::cumulative_max_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct CumulativeMaxOptions {
    /// Whether the result begins with the value of nothing, and is longer by it.
    pub include_initial: bool,
    /// Whether to go from the end of the axis to its start.
    pub reverse: bool,
}

/// Options of [`Tensor::cumulative_min_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct CumulativeMinOptions {
    /// Whether the result begins with the value of nothing, and is longer by it.
    pub include_initial: bool,
    /// Whether to go from the end of the axis to its start.
    pub reverse: bool,
}

/// Options of [`Tensor::cumulative_logsumexp_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct CumulativeLogsumexpOptions {
    /// Whether the result begins with the value of nothing, and is longer by it.
    pub include_initial: bool,
    /// Whether to go from the end of the axis to its start.
    pub reverse: bool,
}

/// Options of [`Tensor::argmax_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct ArgmaxOptions {
    /// Whether reduced axes stay with extent 1.
    pub keepdims: bool,
}

/// Options of [`Tensor::argmin_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct ArgminOptions {
    /// Whether reduced axes stay with extent 1.
    pub keepdims: bool,
}

/// Options of [`Tensor::sort_with`].
#[derive(Clone, Copy, Debug)]
pub struct SortOptions {
    /// Whether the greatest comes first, NaN before it.
    pub descending: bool,
    /// Whether equal elements keep their order; they do in any case.
    pub stable: bool,
}

impl Default for SortOptions {
    fn default() -> Self {
        SortOptions { descending: false, stable: true }
    }
}

/// Options of [`Tensor::argsort_with`].
#[derive(Clone, Copy, Debug)]
pub struct ArgsortOptions {
    /// Whether the greatest comes first, NaN before it.
    pub descending: bool,
    /// Whether equal elements keep their order; they do in any case.
    pub stable: bool,
}

impl Default for ArgsortOptions {
    fn default() -> Self {
        ArgsortOptions { descending: false, stable: true }
    }
}

/// Options of [`Tensor::scatter_with`].
#[derive(Clone, Copy, Debug)]
pub struct ScatterOptions {
    /// What happens to the element at an index: it is replaced, added to, or the greater or lesser one stays.
    pub mode: &'static str,
}

impl Default for ScatterOptions {
    fn default() -> Self {
        ScatterOptions { mode: "set" }
    }
}

/// Options of [`Tensor::put_along_axis_with`].
#[derive(Clone, Copy, Debug)]
pub struct PutAlongAxisOptions {
    /// What happens to the element at an index: it is replaced, added to, or the greater or lesser one stays.
    pub mode: &'static str,
}

impl Default for PutAlongAxisOptions {
    fn default() -> Self {
        PutAlongAxisOptions { mode: "set" }
    }
}

/// Options of [`Tensor::argtopk_with`].
#[derive(Clone, Copy, Debug)]
pub struct ArgtopkOptions {
    /// Whether the greatest are taken, else the least, NaN after all others.
    pub largest: bool,
    /// Whether they come in order, the greatest or the least first; else as they stand in `x`.
    pub sorted: bool,
}

impl Default for ArgtopkOptions {
    fn default() -> Self {
        ArgtopkOptions { largest: true, sorted: true }
    }
}

/// Options of [`Tensor::quantile_with`].
#[derive(Clone, Copy, Debug)]
pub struct QuantileOptions {
    /// Whether reduced axes stay with extent 1.
    pub keepdims: bool,
    /// How a value between two elements is found, by the names of NumPy.
    pub method: &'static str,
}

impl Default for QuantileOptions {
    fn default() -> Self {
        QuantileOptions { keepdims: false, method: "linear" }
    }
}

/// Options of [`Tensor::percentile_with`].
#[derive(Clone, Copy, Debug)]
pub struct PercentileOptions {
    /// Whether reduced axes stay with extent 1.
    pub keepdims: bool,
    /// How a value between two elements is found, by the names of NumPy.
    pub method: &'static str,
}

impl Default for PercentileOptions {
    fn default() -> Self {
        PercentileOptions { keepdims: false, method: "linear" }
    }
}

/// Options of [`Tensor::median_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct MedianOptions {
    /// Whether reduced axes stay with extent 1.
    pub keepdims: bool,
}

/// Options of [`Tensor::nanquantile_with`].
#[derive(Clone, Copy, Debug)]
pub struct NanquantileOptions {
    /// Whether reduced axes stay with extent 1.
    pub keepdims: bool,
    /// How a value between two elements is found, by the names of NumPy.
    pub method: &'static str,
}

impl Default for NanquantileOptions {
    fn default() -> Self {
        NanquantileOptions { keepdims: false, method: "linear" }
    }
}

/// Options of [`Tensor::nanpercentile_with`].
#[derive(Clone, Copy, Debug)]
pub struct NanpercentileOptions {
    /// Whether reduced axes stay with extent 1.
    pub keepdims: bool,
    /// How a value between two elements is found, by the names of NumPy.
    pub method: &'static str,
}

impl Default for NanpercentileOptions {
    fn default() -> Self {
        NanpercentileOptions { keepdims: false, method: "linear" }
    }
}

/// Options of [`Tensor::nanmedian_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct NanmedianOptions {
    /// Whether reduced axes stay with extent 1.
    pub keepdims: bool,
}

/// Options of [`Tensor::searchsorted_with`].
#[derive(Clone, Copy, Debug)]
pub struct SearchsortedOptions {
    /// Whether the place is before those equal to the element, or behind them.
    pub side: &'static str,
}

impl Default for SearchsortedOptions {
    fn default() -> Self {
        SearchsortedOptions { side: "left" }
    }
}

/// Options of [`Tensor::isin_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct IsinOptions {
    /// Whether to ask if it is in none of them.
    pub invert: bool,
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

/// Options of [`Tensor::dot_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct DotOptions {
    /// The dtype to multiply and add up in and to return; by default the common one.
    pub dtype: Option<DType>,
}

/// Options of [`Tensor::vecdot_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct VecdotOptions {
    /// The dtype to multiply and add up in and to return; by default the common one.
    pub dtype: Option<DType>,
}

/// Options of [`Tensor::einsum_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct EinsumOptions {
    /// The dtype to multiply and add up in and to return; by default the common one.
    pub dtype: Option<DType>,
}

/// Options of [`Tensor::tensordot_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TensordotOptions {
    /// The dtype to multiply and add up in and to return; by default the common one.
    pub dtype: Option<DType>,
}

/// Options of [`Tensor::inner_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct InnerOptions {
    /// The dtype to multiply and add up in and to return; by default the common one.
    pub dtype: Option<DType>,
}

/// Options of [`Tensor::vdot_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct VdotOptions {
    /// The dtype to multiply and add up in and to return; by default the common one.
    pub dtype: Option<DType>,
}

/// Options of [`Tensor::outer_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct OuterOptions {
    /// The dtype to multiply and add up in and to return; by default the common one.
    pub dtype: Option<DType>,
}

/// Options of [`Tensor::kron_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct KronOptions {
    /// The dtype to multiply and add up in and to return; by default the common one.
    pub dtype: Option<DType>,
}

/// Options of [`Tensor::multi_dot_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct MultiDotOptions {
    /// The dtype to multiply and add up in and to return; by default the common one.
    pub dtype: Option<DType>,
}

/// Options of [`Tensor::diagonal_with`].
#[derive(Clone, Copy, Debug)]
pub struct DiagonalOptions {
    /// The diagonal: 0 is the main one, positive ones lie above it.
    pub offset: i64,
    /// The axis of the rows; negative counts from the end.
    pub axis1: i64,
    /// The axis of the columns; negative counts from the end.
    pub axis2: i64,
}

impl Default for DiagonalOptions {
    fn default() -> Self {
        DiagonalOptions { offset: 0, axis1: 0, axis2: 1 }
    }
}

/// Options of [`Tensor::trace_with`].
#[derive(Clone, Copy, Debug)]
pub struct TraceOptions {
    /// The diagonal: 0 is the main one, positive ones lie above it.
    pub offset: i64,
    /// The axis of the rows; negative counts from the end.
    pub axis1: i64,
    /// The axis of the columns; negative counts from the end.
    pub axis2: i64,
    /// The dtype to add up in and to return; by default that of a sum.
    pub dtype: Option<DType>,
}

impl Default for TraceOptions {
    fn default() -> Self {
        TraceOptions { offset: 0, axis1: 0, axis2: 1, dtype: None }
    }
}

/// Options of [`Tensor::solve_triangular_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct SolveTriangularOptions {
    /// Whether the triangle is the upper one; the other is not read.
    pub upper: bool,
    /// Whether the diagonal counts as ones and is not read.
    pub unit_diagonal: bool,
}

/// Options of [`Tensor::cholesky_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct CholeskyOptions {
    /// Whether the upper triangle of `x` is read, not the lower one; the other is taken for its conjugate transpose.
    pub upper: bool,
}

/// Options of [`Tensor::qr_packed_with`].
#[derive(Clone, Copy, Debug)]
pub struct QrPackedOptions {
    /// `reduced` gives as many columns as the lesser extent, `complete` a square `q`.
    pub mode: &'static str,
}

impl Default for QrPackedOptions {
    fn default() -> Self {
        QrPackedOptions { mode: "reduced" }
    }
}

/// Options of [`Tensor::eigh_packed_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct EighPackedOptions {
    /// Whether the upper triangle of `x` is read, not the lower one; the other is taken for its conjugate transpose.
    pub upper: bool,
}

/// Options of [`Tensor::eigvalsh_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct EigvalshOptions {
    /// Whether the upper triangle of `x` is read, not the lower one; the other is taken for its conjugate transpose.
    pub upper: bool,
}

/// Options of [`Tensor::svd_packed_with`].
#[derive(Clone, Copy, Debug)]
pub struct SvdPackedOptions {
    /// Whether `u` and `vh` are square; else they have as many vectors as there are singular values.
    pub full_matrices: bool,
}

impl Default for SvdPackedOptions {
    fn default() -> Self {
        SvdPackedOptions { full_matrices: true }
    }
}

/// Options of [`Tensor::vector_norm_with`].
#[derive(Clone, Copy, Debug)]
pub struct VectorNormOptions {
    /// Whether reduced axes stay with extent 1.
    pub keepdims: bool,
    /// The order: infinity gives the greatest magnitude, minus infinity the least, 0 the number of elements that are not 0.
    pub ord: f64,
}

impl Default for VectorNormOptions {
    fn default() -> Self {
        VectorNormOptions { keepdims: false, ord: 2.0 }
    }
}

/// Options of [`Tensor::matrix_norm_with`].
#[derive(Clone, Copy, Debug)]
pub struct MatrixNormOptions {
    /// Whether reduced axes stay with extent 1.
    pub keepdims: bool,
    /// `fro` is the norm of all elements, `nuc` the sum of the singular values, `2` and `-2` the greatest and the least of them; `1` and `-1` the greatest and the least sum of the magnitudes of a column, `inf` and `-inf` of a row.
    pub ord: &'static str,
}

impl Default for MatrixNormOptions {
    fn default() -> Self {
        MatrixNormOptions { keepdims: false, ord: "fro" }
    }
}

/// Options of [`Tensor::sliding_window_view_with`].
#[derive(Clone, Debug)]
pub struct SlidingWindowViewOptions {
    /// How far apart windows start: one number, or one for each axis.
    pub stride: Vec<i64>,
    /// How far apart the elements of a window lie: one number, or one for each axis.
    pub dilation: Vec<i64>,
}

impl Default for SlidingWindowViewOptions {
    fn default() -> Self {
        SlidingWindowViewOptions { stride: vec![1], dilation: vec![1] }
    }
}

/// Options of [`Tensor::fold_with`].
#[derive(Clone, Debug)]
pub struct FoldOptions {
    /// How far apart windows start: one number, or one for each axis.
    pub stride: Vec<i64>,
    /// How far apart the elements of a window lie: one number, or one for each axis.
    pub dilation: Vec<i64>,
}

impl Default for FoldOptions {
    fn default() -> Self {
        FoldOptions { stride: vec![1], dilation: vec![1] }
    }
}

/// Options of [`Tensor::conv_with`].
#[derive(Clone, Debug)]
pub struct ConvOptions {
    /// How far apart windows start: one number, or one for each axis.
    pub stride: Vec<i64>,
    /// How far windows reach past the ends: not at all (`valid`), so far that there are as many as elements divided by the stride (`same`, an odd element behind), so far that every partial one is there (`full`), or numbers: one, one for each axis, or two for each, before and after.
    pub padding: Padding,
    /// How far apart the elements of a window lie: one number, or one for each axis.
    pub dilation: Vec<i64>,
    /// Into how many parts the channels are cut, each with weights of its own.
    pub groups: i64,
    /// The number past the ends.
    pub fill: f64,
    /// Whether the weights are turned around first, as in a convolution of mathematics; under `same` the odd element beside an even window then stands in front.
    pub flip: bool,
}

impl Default for ConvOptions {
    fn default() -> Self {
        ConvOptions { stride: vec![1], padding: Padding::Valid, dilation: vec![1], groups: 1, fill: 0.0, flip: false }
    }
}

/// Options of [`Tensor::conv_transpose_with`].
#[derive(Clone, Debug)]
pub struct ConvTransposeOptions {
    /// How far apart windows start: one number, or one for each axis.
    pub stride: Vec<i64>,
    /// The padding of the convolution that is undone: what is cut off the ends of the result. `same` gives each axis times the stride.
    pub padding: Padding,
    /// How much longer the result is at its ends, less than the stride; without effect under `same`.
    pub output_padding: Vec<i64>,
    /// How far apart the elements of a window lie: one number, or one for each axis.
    pub dilation: Vec<i64>,
    /// Into how many parts the channels are cut, each with weights of its own.
    pub groups: i64,
}

impl Default for ConvTransposeOptions {
    fn default() -> Self {
        ConvTransposeOptions {
            stride: vec![1],
            padding: Padding::Valid,
            output_padding: vec![0],
            dilation: vec![1],
            groups: 1,
        }
    }
}

/// Options of [`Tensor::convolve_with`].
#[derive(Clone, Copy, Debug)]
pub struct ConvolveOptions {
    /// Every place where the two overlap (`full`), as many as the longer has (`same`), or those where they overlap wholly (`valid`).
    pub mode: &'static str,
}

impl Default for ConvolveOptions {
    fn default() -> Self {
        ConvolveOptions { mode: "full" }
    }
}

/// Options of [`Tensor::correlate_with`].
#[derive(Clone, Copy, Debug)]
pub struct CorrelateOptions {
    /// Every place where the two overlap (`full`), as many as the longer has (`same`), or those where they overlap wholly (`valid`).
    pub mode: &'static str,
}

impl Default for CorrelateOptions {
    fn default() -> Self {
        CorrelateOptions { mode: "valid" }
    }
}

/// Options of [`Tensor::fft_with`].
#[derive(Clone, Copy, Debug)]
pub struct FftOptions {
    /// The length of the transform: a longer axis is cut off, a shorter one goes on with zeros.
    pub n: Option<i64>,
    /// Which direction is divided by the number of terms: the inverse (`backward`), the other (`forward`), or both by its square root (`ortho`).
    pub norm: &'static str,
}

impl Default for FftOptions {
    fn default() -> Self {
        FftOptions { n: None, norm: "backward" }
    }
}

/// Options of [`Tensor::ifft_with`].
#[derive(Clone, Copy, Debug)]
pub struct IfftOptions {
    /// The length of the transform: a longer axis is cut off, a shorter one goes on with zeros.
    pub n: Option<i64>,
    /// Which direction is divided by the number of terms: the inverse (`backward`), the other (`forward`), or both by its square root (`ortho`).
    pub norm: &'static str,
}

impl Default for IfftOptions {
    fn default() -> Self {
        IfftOptions { n: None, norm: "backward" }
    }
}

/// Options of [`Tensor::rfft_with`].
#[derive(Clone, Copy, Debug)]
pub struct RfftOptions {
    /// The length of the transform: a longer axis is cut off, a shorter one goes on with zeros.
    pub n: Option<i64>,
    /// Which direction is divided by the number of terms: the inverse (`backward`), the other (`forward`), or both by its square root (`ortho`).
    pub norm: &'static str,
}

impl Default for RfftOptions {
    fn default() -> Self {
        RfftOptions { n: None, norm: "backward" }
    }
}

/// Options of [`Tensor::irfft_with`].
#[derive(Clone, Copy, Debug)]
pub struct IrfftOptions {
    /// The length of the transform: a longer axis is cut off, a shorter one goes on with zeros.
    pub n: Option<i64>,
    /// Which direction is divided by the number of terms: the inverse (`backward`), the other (`forward`), or both by its square root (`ortho`).
    pub norm: &'static str,
}

impl Default for IrfftOptions {
    fn default() -> Self {
        IrfftOptions { n: None, norm: "backward" }
    }
}

/// Options of [`Tensor::hfft_with`].
#[derive(Clone, Copy, Debug)]
pub struct HfftOptions {
    /// The length of the transform: a longer axis is cut off, a shorter one goes on with zeros.
    pub n: Option<i64>,
    /// Which direction is divided by the number of terms: the inverse (`backward`), the other (`forward`), or both by its square root (`ortho`).
    pub norm: &'static str,
}

impl Default for HfftOptions {
    fn default() -> Self {
        HfftOptions { n: None, norm: "backward" }
    }
}

/// Options of [`Tensor::ihfft_with`].
#[derive(Clone, Copy, Debug)]
pub struct IhfftOptions {
    /// The length of the transform: a longer axis is cut off, a shorter one goes on with zeros.
    pub n: Option<i64>,
    /// Which direction is divided by the number of terms: the inverse (`backward`), the other (`forward`), or both by its square root (`ortho`).
    pub norm: &'static str,
}

impl Default for IhfftOptions {
    fn default() -> Self {
        IhfftOptions { n: None, norm: "backward" }
    }
}

/// Options of [`Tensor::fftn_with`].
#[derive(Clone, Debug)]
pub struct FftnOptions {
    /// The length of the transform along each axis, -1 for that of the axis.
    pub s: Option<Vec<i64>>,
    /// Which direction is divided by the number of terms: the inverse (`backward`), the other (`forward`), or both by its square root (`ortho`).
    pub norm: &'static str,
}

impl Default for FftnOptions {
    fn default() -> Self {
        FftnOptions { s: None, norm: "backward" }
    }
}

/// Options of [`Tensor::ifftn_with`].
#[derive(Clone, Debug)]
pub struct IfftnOptions {
    /// The length of the transform along each axis, -1 for that of the axis.
    pub s: Option<Vec<i64>>,
    /// Which direction is divided by the number of terms: the inverse (`backward`), the other (`forward`), or both by its square root (`ortho`).
    pub norm: &'static str,
}

impl Default for IfftnOptions {
    fn default() -> Self {
        IfftnOptions { s: None, norm: "backward" }
    }
}

/// Options of [`Tensor::rfftn_with`].
#[derive(Clone, Debug)]
pub struct RfftnOptions {
    /// The length of the transform along each axis, -1 for that of the axis.
    pub s: Option<Vec<i64>>,
    /// Which direction is divided by the number of terms: the inverse (`backward`), the other (`forward`), or both by its square root (`ortho`).
    pub norm: &'static str,
}

impl Default for RfftnOptions {
    fn default() -> Self {
        RfftnOptions { s: None, norm: "backward" }
    }
}

/// Options of [`Tensor::irfftn_with`].
#[derive(Clone, Debug)]
pub struct IrfftnOptions {
    /// The length of the transform along each axis, -1 for that of the axis.
    pub s: Option<Vec<i64>>,
    /// Which direction is divided by the number of terms: the inverse (`backward`), the other (`forward`), or both by its square root (`ortho`).
    pub norm: &'static str,
}

impl Default for IrfftnOptions {
    fn default() -> Self {
        IrfftnOptions { s: None, norm: "backward" }
    }
}

/// Options of [`Tensor::dct_with`].
#[derive(Clone, Copy, Debug)]
pub struct DctOptions {
    /// The type, 1 to 4; in Python `type`.
    pub kind: i64,
    /// The length of the transform: a longer axis is cut off, a shorter one goes on with zeros.
    pub n: Option<i64>,
    /// Which direction is divided by the number of terms: the inverse (`backward`), the other (`forward`), or both by its square root (`ortho`).
    pub norm: &'static str,
}

impl Default for DctOptions {
    fn default() -> Self {
        DctOptions { kind: 2, n: None, norm: "backward" }
    }
}

/// Options of [`Tensor::idct_with`].
#[derive(Clone, Copy, Debug)]
pub struct IdctOptions {
    /// The type, 1 to 4; in Python `type`.
    pub kind: i64,
    /// The length of the transform: a longer axis is cut off, a shorter one goes on with zeros.
    pub n: Option<i64>,
    /// Which direction is divided by the number of terms: the inverse (`backward`), the other (`forward`), or both by its square root (`ortho`).
    pub norm: &'static str,
}

impl Default for IdctOptions {
    fn default() -> Self {
        IdctOptions { kind: 2, n: None, norm: "backward" }
    }
}

/// Options of [`Tensor::dst_with`].
#[derive(Clone, Copy, Debug)]
pub struct DstOptions {
    /// The type, 1 to 4; in Python `type`.
    pub kind: i64,
    /// The length of the transform: a longer axis is cut off, a shorter one goes on with zeros.
    pub n: Option<i64>,
    /// Which direction is divided by the number of terms: the inverse (`backward`), the other (`forward`), or both by its square root (`ortho`).
    pub norm: &'static str,
}

impl Default for DstOptions {
    fn default() -> Self {
        DstOptions { kind: 2, n: None, norm: "backward" }
    }
}

/// Options of [`Tensor::idst_with`].
#[derive(Clone, Copy, Debug)]
pub struct IdstOptions {
    /// The type, 1 to 4; in Python `type`.
    pub kind: i64,
    /// The length of the transform: a longer axis is cut off, a shorter one goes on with zeros.
    pub n: Option<i64>,
    /// Which direction is divided by the number of terms: the inverse (`backward`), the other (`forward`), or both by its square root (`ortho`).
    pub norm: &'static str,
}

impl Default for IdstOptions {
    fn default() -> Self {
        IdstOptions { kind: 2, n: None, norm: "backward" }
    }
}

/// Options of [`Tensor::fftconvolve_with`].
#[derive(Clone, Copy, Debug)]
pub struct FftconvolveOptions {
    /// `full` gives every place where the two meet, `same` as many in their middle as `x1` has, `valid` those where one lies in the other.
    pub mode: &'static str,
}

impl Default for FftconvolveOptions {
    fn default() -> Self {
        FftconvolveOptions { mode: "full" }
    }
}

/// Options of [`Tensor::max_pool_with`].
#[derive(Clone, Debug)]
pub struct MaxPoolOptions {
    /// How far apart windows start: one number, or one for each axis; without any, windows lie side by side.
    pub stride: Vec<i64>,
    /// How far windows reach past the ends: `valid`, `same`, `full`, or numbers: one, one for each axis, or two for each, before and after.
    pub padding: Padding,
    /// How far apart the elements of a window lie: one number, or one for each axis.
    pub dilation: Vec<i64>,
    /// Whether a window counts that reaches past the end behind, unless it starts there.
    pub ceil_mode: bool,
}

impl Default for MaxPoolOptions {
    fn default() -> Self {
        MaxPoolOptions { stride: vec![], padding: Padding::Valid, dilation: vec![1], ceil_mode: false }
    }
}

/// Options of [`Tensor::argmax_pool_with`].
#[derive(Clone, Debug)]
pub struct ArgmaxPoolOptions {
    /// How far apart windows start: one number, or one for each axis; without any, windows lie side by side.
    pub stride: Vec<i64>,
    /// How far windows reach past the ends: `valid`, `same`, `full`, or numbers: one, one for each axis, or two for each, before and after.
    pub padding: Padding,
    /// How far apart the elements of a window lie: one number, or one for each axis.
    pub dilation: Vec<i64>,
    /// Whether a window counts that reaches past the end behind, unless it starts there.
    pub ceil_mode: bool,
}

impl Default for ArgmaxPoolOptions {
    fn default() -> Self {
        ArgmaxPoolOptions { stride: vec![], padding: Padding::Valid, dilation: vec![1], ceil_mode: false }
    }
}

/// Options of [`Tensor::avg_pool_with`].
#[derive(Clone, Debug)]
pub struct AvgPoolOptions {
    /// How far apart windows start: one number, or one for each axis; without any, windows lie side by side.
    pub stride: Vec<i64>,
    /// How far windows reach past the ends: `valid`, `same`, `full`, or numbers: one, one for each axis, or two for each, before and after.
    pub padding: Padding,
    /// How far apart the elements of a window lie: one number, or one for each axis.
    pub dilation: Vec<i64>,
    /// Whether a window counts that reaches past the end behind, unless it starts there.
    pub ceil_mode: bool,
    /// Whether the padding that was asked for counts; what `ceil_mode` adds never does.
    pub count_include_pad: bool,
}

impl Default for AvgPoolOptions {
    fn default() -> Self {
        AvgPoolOptions {
            stride: vec![],
            padding: Padding::Valid,
            dilation: vec![1],
            ceil_mode: false,
            count_include_pad: true,
        }
    }
}

/// Options of [`Tensor::interpolate_with`].
#[derive(Clone, Copy, Debug)]
pub struct InterpolateOptions {
    /// The element whose place is next below (`nearest`) or next to it (`nearest-exact`), or the two or four neighbours on each axis (`linear`, `cubic`).
    pub mode: &'static str,
    /// Whether the first and last points of both grids are the same, rather than their outer borders; of `linear` and `cubic`.
    pub align_corners: bool,
}

impl Default for InterpolateOptions {
    fn default() -> Self {
        InterpolateOptions { mode: "nearest", align_corners: false }
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

/// Options of [`Tensor::leaky_relu_with`].
#[derive(Clone, Copy, Debug)]
pub struct LeakyReluOptions {
    /// The slope below 0.
    pub negative_slope: f64,
}

impl Default for LeakyReluOptions {
    fn default() -> Self {
        LeakyReluOptions { negative_slope: 0.01 }
    }
}

/// Options of [`Tensor::elu_with`].
#[derive(Clone, Copy, Debug)]
pub struct EluOptions {
    /// How far below 0 it goes.
    pub alpha: f64,
}

impl Default for EluOptions {
    fn default() -> Self {
        EluOptions { alpha: 1.0 }
    }
}

/// Options of [`Tensor::hard_sigmoid_with`].
#[derive(Clone, Copy, Debug)]
pub struct HardSigmoidOptions {
    /// The slope of the line.
    pub alpha: f64,
    /// Its value at 0.
    pub beta: f64,
}

impl Default for HardSigmoidOptions {
    fn default() -> Self {
        HardSigmoidOptions { alpha: 0.16666666666666666, beta: 0.5 }
    }
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

/// Options of [`Tensor::rms_norm_with`].
#[derive(Clone, Copy, Debug)]
pub struct RmsNormOptions {
    /// Added to the mean of the squares.
    pub epsilon: f64,
}

impl Default for RmsNormOptions {
    fn default() -> Self {
        RmsNormOptions { epsilon: 1e-6 }
    }
}

/// Options of [`Tensor::group_norm_with`].
#[derive(Clone, Copy, Debug)]
pub struct GroupNormOptions {
    /// Added to the variance.
    pub epsilon: f64,
}

impl Default for GroupNormOptions {
    fn default() -> Self {
        GroupNormOptions { epsilon: 1e-5 }
    }
}

/// Options of [`Tensor::batch_norm_with`].
#[derive(Clone, Copy, Debug)]
pub struct BatchNormOptions {
    /// Added to the variance.
    pub epsilon: f64,
}

impl Default for BatchNormOptions {
    fn default() -> Self {
        BatchNormOptions { epsilon: 1e-5 }
    }
}

/// Options of [`Tensor::rope_with`].
#[derive(Clone, Copy, Debug)]
pub struct RopeOptions {
    /// The base of the angles.
    pub base: f64,
    /// Whether a pair is two neighbours; else it is an element of the first half of the axis and one of the second.
    pub interleaved: bool,
}

impl Default for RopeOptions {
    fn default() -> Self {
        RopeOptions { base: 10000.0, interleaved: false }
    }
}

/// Options of [`Tensor::scaled_dot_product_attention_with`].
#[derive(Clone, Copy, Debug)]
pub struct ScaledDotProductAttentionOptions {
    /// Whether position `i` of `query` sees only the positions up to `i` of `key`.
    pub causal: bool,
    /// The factor of the scores; 0 stands for `1 / sqrt(n)`, with `n` the length of the last axis of `query`.
    pub scale: f64,
}

impl Default for ScaledDotProductAttentionOptions {
    fn default() -> Self {
        ScaledDotProductAttentionOptions { causal: false, scale: 0.0 }
    }
}

/// Options of [`Tensor::masked_attention_with`].
#[derive(Clone, Copy, Debug)]
pub struct MaskedAttentionOptions {
    /// Whether position `i` of `query` sees only the positions up to `i` of `key`.
    pub causal: bool,
    /// The factor of the scores; 0 stands for `1 / sqrt(n)`, with `n` the length of the last axis of `query`.
    pub scale: f64,
}

impl Default for MaskedAttentionOptions {
    fn default() -> Self {
        MaskedAttentionOptions { causal: false, scale: 0.0 }
    }
}

/// Options of [`Tensor::mse_loss_with`].
#[derive(Clone, Copy, Debug)]
pub struct MseLossOptions {
    /// Whether the mean of the losses is given, their sum, or each.
    pub reduction: &'static str,
}

impl Default for MseLossOptions {
    fn default() -> Self {
        MseLossOptions { reduction: "mean" }
    }
}

/// Options of [`Tensor::l1_loss_with`].
#[derive(Clone, Copy, Debug)]
pub struct L1LossOptions {
    /// Whether the mean of the losses is given, their sum, or each.
    pub reduction: &'static str,
}

impl Default for L1LossOptions {
    fn default() -> Self {
        L1LossOptions { reduction: "mean" }
    }
}

/// Options of [`Tensor::huber_loss_with`].
#[derive(Clone, Copy, Debug)]
pub struct HuberLossOptions {
    /// Whether the mean of the losses is given, their sum, or each.
    pub reduction: &'static str,
    /// The difference from which the loss is a straight line.
    pub delta: f64,
}

impl Default for HuberLossOptions {
    fn default() -> Self {
        HuberLossOptions { reduction: "mean", delta: 1.0 }
    }
}

/// Options of [`Tensor::binary_cross_entropy_with`].
#[derive(Clone, Copy, Debug)]
pub struct BinaryCrossEntropyOptions {
    /// Whether the mean of the losses is given, their sum, or each.
    pub reduction: &'static str,
}

impl Default for BinaryCrossEntropyOptions {
    fn default() -> Self {
        BinaryCrossEntropyOptions { reduction: "mean" }
    }
}

/// Options of [`Tensor::binary_cross_entropy_with_logits_with`].
#[derive(Clone, Copy, Debug)]
pub struct BinaryCrossEntropyWithLogitsOptions {
    /// Whether the mean of the losses is given, their sum, or each.
    pub reduction: &'static str,
}

impl Default for BinaryCrossEntropyWithLogitsOptions {
    fn default() -> Self {
        BinaryCrossEntropyWithLogitsOptions { reduction: "mean" }
    }
}

/// Options of [`Tensor::kl_div_with`].
#[derive(Clone, Copy, Debug)]
pub struct KlDivOptions {
    /// Whether the mean of the losses is given, their sum, or each.
    pub reduction: &'static str,
}

impl Default for KlDivOptions {
    fn default() -> Self {
        KlDivOptions { reduction: "mean" }
    }
}

/// Options of [`Tensor::nll_loss_with`].
#[derive(Clone, Copy, Debug)]
pub struct NllLossOptions {
    /// Whether the mean of the losses is given, their sum, or each.
    pub reduction: &'static str,
    /// The class that stands for no loss, and does not count in the mean.
    pub ignore_index: i64,
}

impl Default for NllLossOptions {
    fn default() -> Self {
        NllLossOptions { reduction: "mean", ignore_index: -100 }
    }
}

/// Options of [`Tensor::cross_entropy_with`].
#[derive(Clone, Copy, Debug)]
pub struct CrossEntropyOptions {
    /// Whether the mean of the losses is given, their sum, or each.
    pub reduction: &'static str,
    /// The class that stands for no loss, and does not count in the mean.
    pub ignore_index: i64,
    /// The share of the target, 0 to 1, that is spread evenly over all classes.
    pub label_smoothing: f64,
}

impl Default for CrossEntropyOptions {
    fn default() -> Self {
        CrossEntropyOptions { reduction: "mean", ignore_index: -100, label_smoothing: 0.0 }
    }
}

/// Options of [`Tensor::cosine_similarity_with`].
#[derive(Clone, Copy, Debug)]
pub struct CosineSimilarityOptions {
    /// The least length that a vector counts as.
    pub epsilon: f64,
}

impl Default for CosineSimilarityOptions {
    fn default() -> Self {
        CosineSimilarityOptions { epsilon: 1e-8 }
    }
}

impl Tensor {
    /// `x1 + x2`; integers wrap.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: numbers, not bool; gives the common dtype. Cost: copies; O(size of the
    /// result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for bool; `NoPromotion` for uint64
    /// beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1, 2].add(&tensor![[10], [20]])?, tensor![[11, 12], [21, 22]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `add`.
    pub fn add<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::ADD, self, x2.into())
    }

    /// [`Tensor::add`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `x2` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `x2` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn add_assign<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::ADD, self, x2.into())
    }

    /// `x1 - x2`; integers wrap.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: numbers, not bool; gives the common dtype. Cost: copies; O(size of the
    /// result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for bool; `NoPromotion` for uint64
    /// beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![[5], [7]].subtract(&tensor![1, 2])?, tensor![[4, 3], [6, 5]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `subtract`.
    #[doc(alias = "sub")]
    pub fn subtract<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::SUBTRACT, self, x2.into())
    }

    /// [`Tensor::subtract`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `x2` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `x2` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn subtract_assign<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::SUBTRACT, self, x2.into())
    }

    /// `x1 * x2`; integers wrap.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: numbers, not bool; gives the common dtype. Cost: copies; O(size of the
    /// result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for bool; `NoPromotion` for uint64
    /// beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1, 2, 3].multiply(2)?, tensor![2, 4, 6]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `multiply`.
    #[doc(alias = "mul")]
    pub fn multiply<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::MULTIPLY, self, x2.into())
    }

    /// [`Tensor::multiply`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `x2` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `x2` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn multiply_assign<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::MULTIPLY, self, x2.into())
    }

    /// `x1 / x2` with IEEE results; integers give float64.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: any; gives the common dtype, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `NoPromotion` for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1, -1, 3].divide(&tensor![4, 0, 2])?, tensor![0.25, -f64::INFINITY, 1.5]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `divide`.
    #[doc(alias = "div")]
    pub fn divide<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::DIVIDE, self, x2.into())
    }

    /// [`Tensor::divide`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `x2` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `x2` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn divide_assign<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::DIVIDE, self, x2.into())
    }

    /// `x` as it is, in a new tensor.
    ///
    /// Shape: that of `x`. Dtypes: numbers, not bool; gives that of `x`. Cost: copies; O(size of the result).
    /// Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for bool.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![-1, 2].positive()?, tensor![-1, 2]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `positive`.
    pub fn positive(&self) -> Result<Tensor> {
        run(&ops::POSITIVE, &[self.view()], &[])
    }

    /// `-x`; integers wrap.
    ///
    /// Shape: that of `x`. Dtypes: numbers, not bool; gives that of `x`. Cost: copies; O(size of the result).
    /// Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for bool.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1, -2, i64::MIN].negative()?, tensor![-1, 2, i64::MIN]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `negative`.
    #[doc(alias = "neg")]
    pub fn negative(&self) -> Result<Tensor> {
        run(&ops::NEGATIVE, &[self.view()], &[])
    }

    /// `x * x`; integers wrap.
    ///
    /// Shape: that of `x`. Dtypes: numbers, not bool; gives that of `x`. Cost: copies; O(size of the result).
    /// Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for bool.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![-3, 4].square()?, tensor![9, 16]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `square`.
    pub fn square(&self) -> Result<Tensor> {
        run(&ops::SQUARE, &[self.view()], &[])
    }

    /// `1 / x`; integers truncate, and 0 gives 0.
    ///
    /// Shape: that of `x`. Dtypes: numbers, not bool; gives that of `x`. Cost: copies; O(size of the result).
    /// Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for bool.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![4.0, -0.0].reciprocal()?, tensor![0.25, -f64::INFINITY]);
    /// assert_eq!(tensor![-1, 0, 4].reciprocal()?, tensor![-1, 0, 0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `reciprocal`; for integers NumPy, for their 0 ours.
    #[doc(alias = "recip")]
    pub fn reciprocal(&self) -> Result<Tensor> {
        run(&ops::RECIPROCAL, &[self.view()], &[])
    }

    /// `1 - x`, which turns weights of 0 and 1 over; integers wrap, bool is turned over.
    ///
    /// Shape: that of `x`. Dtypes: any; gives that of `x`. Cost: copies; O(size of the result). Gradient: yes, by a
    /// rule of its own.
    ///
    /// Errors: none of its own.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0, 1, 5].one_minus()?, tensor![1, 0, -4]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Nx, `logical_not`.
    pub fn one_minus(&self) -> Result<Tensor> {
        run(&ops::ONE_MINUS, &[self.view()], &[])
    }

    /// `x1 / x2` rounded toward minus infinity; an integer by 0 gives 0.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: real numbers, not bool; gives the common dtype. Cost: copies; O(size
    /// of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for bool and complex numbers;
    /// `NoPromotion` for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![7, -7, 7].floor_divide(&tensor![2, 2, 0])?, tensor![3, -4, 0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `floor_divide`; for integers by 0 ours.
    pub fn floor_divide<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::FLOOR_DIVIDE, self, x2.into())
    }

    /// [`Tensor::floor_divide`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `x2` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `x2` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn floor_divide_assign<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::FLOOR_DIVIDE, self, x2.into())
    }

    /// The remainder of `x1 / x2` with the sign of `x2`; an integer by 0 gives 0.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: real numbers, not bool; gives the common dtype. Cost: copies; O(size
    /// of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for bool and complex numbers;
    /// `NoPromotion` for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![7, -7, 7].remainder(&tensor![3, 3, -3])?, tensor![1, 2, -2]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `remainder`; for integers by 0 ours.
    pub fn remainder<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::REMAINDER, self, x2.into())
    }

    /// [`Tensor::remainder`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `x2` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `x2` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn remainder_assign<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::REMAINDER, self, x2.into())
    }

    /// `x1 / x2` in their dtype: integers truncate toward zero, by 0 they give 0; floats divide as IEEE 754 says.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: numbers, not bool; gives the common dtype. Cost: copies; O(size of the
    /// result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for bool; `NoPromotion` for uint64
    /// beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![7, -7, 7].div_trunc(&tensor![2, 2, 0])?, tensor![3, -3, 0]);
    /// assert_eq!(tensor![7.0].div_trunc(2)?, tensor![3.5]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Nx, `div`.
    pub fn div_trunc<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::DIV_TRUNC, self, x2.into())
    }

    /// [`Tensor::div_trunc`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `x2` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `x2` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn div_trunc_assign<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::DIV_TRUNC, self, x2.into())
    }

    /// The remainder of `x1 / x2` with the sign of `x1`; an integer by 0 gives 0.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: real numbers, not bool; gives the common dtype. Cost: copies; O(size
    /// of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for bool and complex numbers;
    /// `NoPromotion` for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![7, -7, 7].fmod(&tensor![3, 3, -3])?, tensor![1, -1, 1]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `fmod`; Nx, `mod_`; for integers by 0 Nx.
    pub fn fmod<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::FMOD, self, x2.into())
    }

    /// [`Tensor::fmod`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `x2` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `x2` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn fmod_assign<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::FMOD, self, x2.into())
    }

    /// `x1` to the power `x2`; a negative integer exponent gives the exact result truncated, of 0 it gives 0.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: numbers, not bool; gives the common dtype. Cost: copies; O(size of the
    /// result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for bool; `NoPromotion` for uint64
    /// beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![2, -3, 5].power(&tensor![10, 3, -1])?, tensor![1024, -27, 0]);
    /// assert_eq!(tensor![4.0, 9.0].power(0.5)?, tensor![2.0, 3.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `pow`; for negative integer exponents Nx, for complex zeros NumPy.
    #[doc(alias = "pow")]
    pub fn power<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::POWER, self, x2.into())
    }

    /// [`Tensor::power`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `x2` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `x2` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn power_assign<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::POWER, self, x2.into())
    }

    /// The greater of `x1` and `x2`; NaN if either is.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: real numbers and bool; gives the common dtype. Cost: copies; O(size of
    /// the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for complex numbers; `NoPromotion`
    /// for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1, 5].maximum(&tensor![3, 2])?, tensor![3, 5]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `maximum`.
    pub fn maximum<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::MAXIMUM, self, x2.into())
    }

    /// [`Tensor::maximum`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `x2` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `x2` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn maximum_assign<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::MAXIMUM, self, x2.into())
    }

    /// The lesser of `x1` and `x2`; NaN if either is.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: real numbers and bool; gives the common dtype. Cost: copies; O(size of
    /// the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for complex numbers; `NoPromotion`
    /// for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1, 5].minimum(&tensor![3, 2])?, tensor![1, 2]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `minimum`.
    pub fn minimum<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::MINIMUM, self, x2.into())
    }

    /// [`Tensor::minimum`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `x2` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `x2` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn minimum_assign<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::MINIMUM, self, x2.into())
    }

    /// The greater of `x1` and `x2`; where one is NaN the other.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: real numbers and bool; gives the common dtype. Cost: copies; O(size of
    /// the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for complex numbers; `NoPromotion`
    /// for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.0, f64::NAN].fmax(&tensor![3.0, 2.0])?, tensor![3.0, 2.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `fmax`.
    pub fn fmax<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::FMAX, self, x2.into())
    }

    /// [`Tensor::fmax`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `x2` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `x2` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn fmax_assign<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::FMAX, self, x2.into())
    }

    /// The lesser of `x1` and `x2`; where one is NaN the other.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: real numbers and bool; gives the common dtype. Cost: copies; O(size of
    /// the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for complex numbers; `NoPromotion`
    /// for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.0, f64::NAN].fmin(&tensor![3.0, 2.0])?, tensor![1.0, 2.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `fmin`.
    pub fn fmin<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::FMIN, self, x2.into())
    }

    /// [`Tensor::fmin`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `x2` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `x2` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn fmin_assign<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::FMIN, self, x2.into())
    }

    /// The magnitude, real also for complex numbers; the least integer wraps to itself.
    ///
    /// Shape: that of `x`. Dtypes: any; gives that of `x`, for complex numbers the dtype of their parts. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: none of its own.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![-2.5, -0.0].abs()?, tensor![2.5, 0.0]);
    /// use num_complex::Complex;
    /// assert_eq!(tensor![Complex::new(3.0, -4.0)].abs()?, tensor![5.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `abs`.
    #[doc(alias = "absolute")]
    pub fn abs(&self) -> Result<Tensor> {
        run(&ops::ABS, &[self.view()], &[])
    }

    /// The sign: -1, 0 or 1, for complex numbers `x / abs(x)`; NaN stays NaN.
    ///
    /// Shape: that of `x`. Dtypes: numbers, not bool; gives that of `x`. Cost: copies; O(size of the result).
    /// Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for bool.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![-7, 0, 3].sign()?, tensor![-1, 0, 1]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `sign`; for complex infinities NumPy.
    pub fn sign(&self) -> Result<Tensor> {
        run(&ops::SIGN, &[self.view()], &[])
    }

    /// Whether `x` is negative, -0 and NaN by their sign bit.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives bool. Cost: copies; O(size of the result). Gradient:
    /// none.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![-1.0, -0.0, 0.0].signbit()?, tensor![true, true, false]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `signbit`.
    pub fn signbit(&self) -> Result<Tensor> {
        run(&ops::SIGNBIT, &[self.view()], &[])
    }

    /// The magnitude of `x1` with the sign of `x2`, of zeros and NaN too; integers give float64.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: real numbers and bool; gives the common dtype, float64 for integers
    /// and bool. Cost: copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for complex numbers; `NoPromotion`
    /// for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.0, -2.0].copysign(&tensor![-0.0, 3.0])?, tensor![-1.0, 2.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `copysign`.
    pub fn copysign<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::COPYSIGN, self, x2.into())
    }

    /// [`Tensor::copysign`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `x2` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `x2` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn copysign_assign<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::COPYSIGN, self, x2.into())
    }

    /// The number of the dtype next to `x1` in the direction of `x2`; integers give float64.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: real numbers and bool; gives the common dtype, float64 for integers
    /// and bool. Cost: copies; O(size of operands and result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for complex numbers; `NoPromotion`
    /// for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let next = tensor![1.0].astype(DType::Float16)?.nextafter(&tensor![2.0].astype(DType::Float16)?)?;
    /// assert_eq!(next, tensor![1.0009765625].astype(DType::Float16)?);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `nextafter`.
    pub fn nextafter<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::NEXTAFTER, self, x2.into())
    }

    /// [`Tensor::nextafter`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `x2` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `x2` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn nextafter_assign<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::NEXTAFTER, self, x2.into())
    }

    /// The real part, in the dtype of the parts; a real number as it is.
    ///
    /// Shape: that of `x`. Dtypes: any; gives that of `x`, for complex numbers the dtype of their parts. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: none of its own.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// use num_complex::Complex;
    /// assert_eq!(tensor![Complex::new(3.0, -4.0)].real()?, tensor![3.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `real`.
    pub fn real(&self) -> Result<Tensor> {
        run(&ops::REAL, &[self.view()], &[])
    }

    /// The imaginary part, in the dtype of the parts; of a real number 0.
    ///
    /// Shape: that of `x`. Dtypes: any; gives that of `x`, for complex numbers the dtype of their parts. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: none of its own.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// use num_complex::Complex;
    /// assert_eq!(tensor![Complex::new(3.0, -4.0)].imag()?, tensor![-4.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `imag`; for real numbers NumPy.
    pub fn imag(&self) -> Result<Tensor> {
        run(&ops::IMAG, &[self.view()], &[])
    }

    /// The complex conjugate; a real number as it is.
    ///
    /// Shape: that of `x`. Dtypes: numbers, not bool; gives that of `x`. Cost: copies; O(size of the result).
    /// Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for bool.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// use num_complex::Complex;
    /// assert_eq!(tensor![Complex::new(3.0, -4.0)].conj()?, tensor![Complex::new(3.0, 4.0)]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `conj`.
    #[doc(alias = "conjugate")]
    pub fn conj(&self) -> Result<Tensor> {
        run(&ops::CONJ, &[self.view()], &[])
    }

    /// The bits that are set in both `x1` and `x2`.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: integers and bool; gives the common dtype. Cost: copies; O(size of the
    /// result). Gradient: none.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for floats and complex numbers;
    /// `NoPromotion` for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![6, -1].bitwise_and(&tensor![3, 12])?, tensor![2, 12]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `bitwise_and`.
    pub fn bitwise_and<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::BITWISE_AND, self, x2.into())
    }

    /// [`Tensor::bitwise_and`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `x2` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `x2` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn bitwise_and_assign<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::BITWISE_AND, self, x2.into())
    }

    /// The bits that are set in `x1`, `x2` or both.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: integers and bool; gives the common dtype. Cost: copies; O(size of the
    /// result). Gradient: none.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for floats and complex numbers;
    /// `NoPromotion` for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![6, 0].bitwise_or(&tensor![3, 12])?, tensor![7, 12]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `bitwise_or`.
    pub fn bitwise_or<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::BITWISE_OR, self, x2.into())
    }

    /// [`Tensor::bitwise_or`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `x2` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `x2` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn bitwise_or_assign<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::BITWISE_OR, self, x2.into())
    }

    /// The bits that are set in exactly one of `x1` and `x2`.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: integers and bool; gives the common dtype. Cost: copies; O(size of the
    /// result). Gradient: none.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for floats and complex numbers;
    /// `NoPromotion` for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![6, -1].bitwise_xor(&tensor![3, 12])?, tensor![5, -13]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `bitwise_xor`.
    pub fn bitwise_xor<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::BITWISE_XOR, self, x2.into())
    }

    /// [`Tensor::bitwise_xor`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `x2` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `x2` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn bitwise_xor_assign<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::BITWISE_XOR, self, x2.into())
    }

    /// Every bit turned over: `-x - 1` for signed integers, logical not for bool.
    ///
    /// Shape: that of `x`. Dtypes: integers and bool; gives that of `x`. Cost: copies; O(size of the result).
    /// Gradient: none.
    ///
    /// Errors: `DTypeUnsupported` for floats and complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0, 5].bitwise_invert()?, tensor![-1, -6]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `bitwise_invert`.
    #[doc(alias = "bitwise_not")]
    #[doc(alias = "invert")]
    pub fn bitwise_invert(&self) -> Result<Tensor> {
        run(&ops::BITWISE_INVERT, &[self.view()], &[])
    }

    /// `x1` times 2 to the power `x2`, integers wrap; a count that is negative or past the width shifts all bits out.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: integers; gives the common dtype. Cost: copies; O(size of the result).
    /// Gradient: none.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for floats, complex numbers and bool;
    /// `NoPromotion` for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1, -3, 1].bitwise_left_shift(&tensor![4, 2, 64])?, tensor![16, -12, 0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `bitwise_left_shift`; for counts out of range NumPy.
    #[doc(alias = "left_shift")]
    #[doc(alias = "lshift")]
    pub fn bitwise_left_shift<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::BITWISE_LEFT_SHIFT, self, x2.into())
    }

    /// [`Tensor::bitwise_left_shift`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `x2` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `x2` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn bitwise_left_shift_assign<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::BITWISE_LEFT_SHIFT, self, x2.into())
    }

    /// `x1` divided by 2 to the power `x2` and rounded down, signs kept; a count that is negative or past the width
    /// shifts all bits out.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: integers; gives the common dtype. Cost: copies; O(size of the result).
    /// Gradient: none.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for floats, complex numbers and bool;
    /// `NoPromotion` for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![16, -9, -1].bitwise_right_shift(&tensor![4, 2, 64])?, tensor![1, -3, -1]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `bitwise_right_shift`; for counts out of range NumPy.
    #[doc(alias = "right_shift")]
    #[doc(alias = "rshift")]
    pub fn bitwise_right_shift<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::BITWISE_RIGHT_SHIFT, self, x2.into())
    }

    /// [`Tensor::bitwise_right_shift`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `x2` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `x2` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn bitwise_right_shift_assign<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::BITWISE_RIGHT_SHIFT, self, x2.into())
    }

    /// `x1` divided by 2 to the power `x2` and rounded toward zero; a count that is negative or past the width shifts
    /// all bits out.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: integers; gives the common dtype. Cost: copies; O(size of the result).
    /// Gradient: none.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for floats, complex numbers and bool;
    /// `NoPromotion` for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![9, -9, -1].rshift_trunc(&tensor![2, 2, 1])?, tensor![2, -2, 0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Nx, `rshift`; for negative counts as `bitwise_right_shift`.
    pub fn rshift_trunc<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::RSHIFT_TRUNC, self, x2.into())
    }

    /// [`Tensor::rshift_trunc`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `x2` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `x2` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn rshift_trunc_assign<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::RSHIFT_TRUNC, self, x2.into())
    }

    /// Whether `x1 == x2`; a NaN compares as IEEE 754 says.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: any; gives bool. Cost: copies; O(size of the result). Gradient: none.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `NoPromotion` for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1, 2].equal(&tensor![1.0, 3.0])?, tensor![true, false]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `equal`.
    pub fn equal<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::EQUAL, self, x2.into())
    }

    /// Whether `x1 != x2`; a NaN compares as IEEE 754 says.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: any; gives bool. Cost: copies; O(size of the result). Gradient: none.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `NoPromotion` for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.0, f64::NAN].not_equal(&tensor![1.0, f64::NAN])?, tensor![false, true]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `not_equal`.
    pub fn not_equal<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::NOT_EQUAL, self, x2.into())
    }

    /// Whether `x1 < x2`; a NaN compares as IEEE 754 says.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: real numbers and bool; gives bool. Cost: copies; O(size of the
    /// result). Gradient: none.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for complex numbers; `NoPromotion`
    /// for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1, 2, 3].less(2)?, tensor![true, false, false]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `less`.
    pub fn less<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::LESS, self, x2.into())
    }

    /// Whether `x1 <= x2`; a NaN compares as IEEE 754 says.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: real numbers and bool; gives bool. Cost: copies; O(size of the
    /// result). Gradient: none.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for complex numbers; `NoPromotion`
    /// for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1, 2, 3].less_equal(2)?, tensor![true, true, false]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `less_equal`.
    pub fn less_equal<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::LESS_EQUAL, self, x2.into())
    }

    /// Whether `x1 > x2`; a NaN compares as IEEE 754 says.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: real numbers and bool; gives bool. Cost: copies; O(size of the
    /// result). Gradient: none.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for complex numbers; `NoPromotion`
    /// for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1, 2, 3].greater(2)?, tensor![false, false, true]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `greater`.
    pub fn greater<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::GREATER, self, x2.into())
    }

    /// Whether `x1 >= x2`; a NaN compares as IEEE 754 says.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: real numbers and bool; gives bool. Cost: copies; O(size of the
    /// result). Gradient: none.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for complex numbers; `NoPromotion`
    /// for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1, 2, 3].greater_equal(2)?, tensor![false, true, true]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `greater_equal`.
    pub fn greater_equal<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::GREATER_EQUAL, self, x2.into())
    }

    /// Whether `x1` and `x2` are both true; a number is true unless it is 0.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: any; gives bool. Cost: copies; O(size of the result). Gradient: none.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `NoPromotion` for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0, 2, 2].logical_and(&tensor![0, 0, 1])?, tensor![false, false, true]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `logical_and`.
    pub fn logical_and<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::LOGICAL_AND, self, x2.into())
    }

    /// Whether `x1`, `x2` or both are true; a number is true unless it is 0.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: any; gives bool. Cost: copies; O(size of the result). Gradient: none.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `NoPromotion` for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0, 2, 2].logical_or(&tensor![0, 0, 1])?, tensor![false, true, true]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `logical_or`.
    pub fn logical_or<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::LOGICAL_OR, self, x2.into())
    }

    /// Whether exactly one of `x1` and `x2` is true; a number is true unless it is 0.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: any; gives bool. Cost: copies; O(size of the result). Gradient: none.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `NoPromotion` for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0, 2, 2].logical_xor(&tensor![0, 0, 1])?, tensor![false, true, false]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `logical_xor`.
    pub fn logical_xor<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::LOGICAL_XOR, self, x2.into())
    }

    /// Whether `x` is false; a number is true unless it is 0.
    ///
    /// Shape: that of `x`. Dtypes: any; gives bool. Cost: copies; O(size of the result). Gradient: none.
    ///
    /// Errors: none of its own.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0, 1, 5].logical_not()?, tensor![true, false, false]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `logical_not`.
    pub fn logical_not(&self) -> Result<Tensor> {
        run(&ops::LOGICAL_NOT, &[self.view()], &[])
    }

    /// Whether `x` is neither infinite nor NaN, for a complex number in both parts.
    ///
    /// Shape: that of `x`. Dtypes: any; gives bool. Cost: copies; O(size of the result). Gradient: none.
    ///
    /// Errors: none of its own.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.0, f64::INFINITY, f64::NAN].isfinite()?, tensor![true, false, false]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `isfinite`.
    pub fn isfinite(&self) -> Result<Tensor> {
        run(&ops::ISFINITE, &[self.view()], &[])
    }

    /// Whether `x` is infinite, for a complex number in either part.
    ///
    /// Shape: that of `x`. Dtypes: any; gives bool. Cost: copies; O(size of the result). Gradient: none.
    ///
    /// Errors: none of its own.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.0, -f64::INFINITY, f64::NAN].isinf()?, tensor![false, true, false]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `isinf`.
    pub fn isinf(&self) -> Result<Tensor> {
        run(&ops::ISINF, &[self.view()], &[])
    }

    /// Whether `x` is NaN, for a complex number in either part.
    ///
    /// Shape: that of `x`. Dtypes: any; gives bool. Cost: copies; O(size of the result). Gradient: none.
    ///
    /// Errors: none of its own.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.0, f64::INFINITY, f64::NAN].isnan()?, tensor![false, false, true]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `isnan`.
    pub fn isnan(&self) -> Result<Tensor> {
        run(&ops::ISNAN, &[self.view()], &[])
    }

    /// `x1` where the condition is true, else `x2`; a number is true unless it is 0.
    ///
    /// Shape: `condition`, `x1` and `x2` broadcast. Dtypes: any; gives the common dtype of `x1` and `x2`. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `NoPromotion` for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![true, false].where_(&tensor![1, 2], &tensor![[10], [20]])?, tensor![[1, 10], [1, 20]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `where`; for conditions that are numbers NumPy.
    pub fn where_(&self, x1: &Tensor, x2: &Tensor) -> Result<Tensor> {
        run(&ops::WHERE, &[self.view(), x1.view(), x2.view()], &[])
    }

    /// The square root, correctly rounded; NaN of negative real numbers.
    ///
    /// Shape: that of `x`. Dtypes: any; gives that of `x`, float64 for integers and bool. Cost: copies; O(size of the
    /// result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: none of its own.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![4.0, 2.25].sqrt()?, tensor![2.0, 1.5]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `sqrt`.
    pub fn sqrt(&self) -> Result<Tensor> {
        run(&ops::SQRT, &[self.view()], &[])
    }

    /// `1 / sqrt(x)`; infinite at 0, NaN of negative numbers.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![4.0, 0.25].rsqrt()?, tensor![0.5, 2.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.rsqrt`.
    pub fn rsqrt(&self) -> Result<Tensor> {
        run(&ops::RSQRT, &[self.view()], &[])
    }

    /// The cube root, which negative numbers have too.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![27.0, -8.0].cbrt()?, tensor![3.0, -2.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.cbrt`.
    pub fn cbrt(&self) -> Result<Tensor> {
        run(&ops::CBRT, &[self.view()], &[])
    }

    /// `e` to the power `x`.
    ///
    /// Shape: that of `x`. Dtypes: any; gives that of `x`, float64 for integers and bool. Cost: copies; O(size of the
    /// result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: none of its own.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0, f64::NEG_INFINITY].exp()?, tensor![1.0, 0.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `exp`.
    pub fn exp(&self) -> Result<Tensor> {
        run(&ops::EXP, &[self.view()], &[])
    }

    /// 2 to the power `x`, exact for integers.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![10.0, -1.0].exp2()?, tensor![1024.0, 0.5]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.exp2`.
    pub fn exp2(&self) -> Result<Tensor> {
        run(&ops::EXP2, &[self.view()], &[])
    }

    /// `exp(x) - 1`, keeping full precision when `x` is near zero.
    ///
    /// Shape: that of `x`. Dtypes: any; gives that of `x`, float64 for integers and bool. Cost: copies; O(size of the
    /// result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: none of its own.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0, 1e-20].expm1()?, tensor![0.0, 1e-20]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `expm1`.
    #[doc(alias = "exp_m1")]
    pub fn expm1(&self) -> Result<Tensor> {
        run(&ops::EXPM1, &[self.view()], &[])
    }

    /// The natural logarithm; NaN of negative real numbers.
    ///
    /// Shape: that of `x`. Dtypes: any; gives that of `x`, float64 for integers and bool. Cost: copies; O(size of the
    /// result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: none of its own.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.0, 0.0].log()?, tensor![0.0, f64::NEG_INFINITY]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `log`.
    #[doc(alias = "ln")]
    pub fn log(&self) -> Result<Tensor> {
        run(&ops::LOG, &[self.view()], &[])
    }

    /// The base-2 logarithm, exact for powers of two; NaN of negative real numbers.
    ///
    /// Shape: that of `x`. Dtypes: any; gives that of `x`, float64 for integers and bool. Cost: copies; O(size of the
    /// result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: none of its own.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![8.0, 0.5].log2()?, tensor![3.0, -1.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `log2`.
    pub fn log2(&self) -> Result<Tensor> {
        run(&ops::LOG2, &[self.view()], &[])
    }

    /// The base-10 logarithm; NaN of negative real numbers.
    ///
    /// Shape: that of `x`. Dtypes: any; gives that of `x`, float64 for integers and bool. Cost: copies; O(size of the
    /// result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: none of its own.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1000.0, 10.0].log10()?, tensor![3.0, 1.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `log10`.
    pub fn log10(&self) -> Result<Tensor> {
        run(&ops::LOG10, &[self.view()], &[])
    }

    /// `log(1 + x)`, keeping full precision when `x` is near zero.
    ///
    /// Shape: that of `x`. Dtypes: any; gives that of `x`, float64 for integers and bool. Cost: copies; O(size of the
    /// result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: none of its own.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0, 1e-20].log1p()?, tensor![0.0, 1e-20]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `log1p`.
    #[doc(alias = "ln_1p")]
    pub fn log1p(&self) -> Result<Tensor> {
        run(&ops::LOG1P, &[self.view()], &[])
    }

    /// `log(exp(x1) + exp(x2))`, without overflow on the way.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: real numbers and bool; gives the common dtype, float64 for integers
    /// and bool. Cost: copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for complex numbers; `NoPromotion`
    /// for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0, 1000.0].logaddexp(&tensor![f64::NEG_INFINITY])?, tensor![0.0, 1000.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `logaddexp`.
    pub fn logaddexp<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::LOGADDEXP, self, x2.into())
    }

    /// [`Tensor::logaddexp`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `x2` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `x2` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn logaddexp_assign<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::LOGADDEXP, self, x2.into())
    }

    /// `log2(2 ** x1 + 2 ** x2)`, without overflow on the way.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: real numbers and bool; gives the common dtype, float64 for integers
    /// and bool. Cost: copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for complex numbers; `NoPromotion`
    /// for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![3.0, 2000.0].logaddexp2(&tensor![3.0, 2000.0])?, tensor![4.0, 2001.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.logaddexp2`.
    pub fn logaddexp2<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::LOGADDEXP2, self, x2.into())
    }

    /// [`Tensor::logaddexp2`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `x2` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `x2` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn logaddexp2_assign<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::LOGADDEXP2, self, x2.into())
    }

    /// The error function.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0, f64::INFINITY].erf()?, tensor![0.0, 1.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.erf`.
    pub fn erf(&self) -> Result<Tensor> {
        run(&ops::ERF, &[self.view()], &[])
    }

    /// `1 - erf(x)`, keeping full precision where `erf(x)` is near 1.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0, f64::INFINITY].erfc()?, tensor![1.0, 0.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.erfc`.
    pub fn erfc(&self) -> Result<Tensor> {
        run(&ops::ERFC, &[self.view()], &[])
    }

    /// The sine of an angle in radians.
    ///
    /// Shape: that of `x`. Dtypes: any; gives that of `x`, float64 for integers and bool. Cost: copies; O(size of the
    /// result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: none of its own.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0].sin()?, tensor![0.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `sin`.
    pub fn sin(&self) -> Result<Tensor> {
        run(&ops::SIN, &[self.view()], &[])
    }

    /// The cosine of an angle in radians.
    ///
    /// Shape: that of `x`. Dtypes: any; gives that of `x`, float64 for integers and bool. Cost: copies; O(size of the
    /// result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: none of its own.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0].cos()?, tensor![1.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `cos`.
    pub fn cos(&self) -> Result<Tensor> {
        run(&ops::COS, &[self.view()], &[])
    }

    /// The tangent of an angle in radians.
    ///
    /// Shape: that of `x`. Dtypes: any; gives that of `x`, float64 for integers and bool. Cost: copies; O(size of the
    /// result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: none of its own.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0].tan()?, tensor![0.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `tan`.
    pub fn tan(&self) -> Result<Tensor> {
        run(&ops::TAN, &[self.view()], &[])
    }

    /// The inverse sine in radians, from -pi/2 to pi/2; NaN of real numbers beyond -1 and 1.
    ///
    /// Shape: that of `x`. Dtypes: any; gives that of `x`, float64 for integers and bool. Cost: copies; O(size of the
    /// result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: none of its own.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.0].asin()?, tensor![std::f64::consts::FRAC_PI_2]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `asin`.
    #[doc(alias = "arcsin")]
    pub fn asin(&self) -> Result<Tensor> {
        run(&ops::ASIN, &[self.view()], &[])
    }

    /// The inverse cosine in radians, from 0 to pi; NaN of real numbers beyond -1 and 1.
    ///
    /// Shape: that of `x`. Dtypes: any; gives that of `x`, float64 for integers and bool. Cost: copies; O(size of the
    /// result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: none of its own.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.0, -1.0].acos()?, tensor![0.0, std::f64::consts::PI]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `acos`.
    #[doc(alias = "arccos")]
    pub fn acos(&self) -> Result<Tensor> {
        run(&ops::ACOS, &[self.view()], &[])
    }

    /// The inverse tangent in radians, from -pi/2 to pi/2.
    ///
    /// Shape: that of `x`. Dtypes: any; gives that of `x`, float64 for integers and bool. Cost: copies; O(size of the
    /// result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: none of its own.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![f64::INFINITY].atan()?, tensor![std::f64::consts::FRAC_PI_2]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `atan`.
    #[doc(alias = "arctan")]
    pub fn atan(&self) -> Result<Tensor> {
        run(&ops::ATAN, &[self.view()], &[])
    }

    /// The angle of the point (`x2`, `x1`) in radians, from -pi to pi, by both signs.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: real numbers and bool; gives the common dtype, float64 for integers
    /// and bool. Cost: copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for complex numbers; `NoPromotion`
    /// for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0, 1.0].atan2(&tensor![-1.0, 0.0])?, tensor![std::f64::consts::PI, std::f64::consts::FRAC_PI_2]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `atan2`.
    #[doc(alias = "arctan2")]
    pub fn atan2<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::ATAN2, self, x2.into())
    }

    /// [`Tensor::atan2`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `x2` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `x2` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn atan2_assign<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::ATAN2, self, x2.into())
    }

    /// `sqrt(x1 ** 2 + x2 ** 2)` without overflow or underflow on the way; infinite if either is.
    ///
    /// Shape: `x1` and `x2` broadcast. Dtypes: real numbers and bool; gives the common dtype, float64 for integers
    /// and bool. Cost: copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for complex numbers; `NoPromotion`
    /// for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![3.0, 1e200].hypot(&tensor![4.0, 0.0])?, tensor![5.0, 1e200]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `hypot`.
    pub fn hypot<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::HYPOT, self, x2.into())
    }

    /// [`Tensor::hypot`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `x2` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `x2` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn hypot_assign<'a>(&self, x2: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::HYPOT, self, x2.into())
    }

    /// The hyperbolic sine.
    ///
    /// Shape: that of `x`. Dtypes: any; gives that of `x`, float64 for integers and bool. Cost: copies; O(size of the
    /// result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: none of its own.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0].sinh()?, tensor![0.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `sinh`.
    pub fn sinh(&self) -> Result<Tensor> {
        run(&ops::SINH, &[self.view()], &[])
    }

    /// The hyperbolic cosine.
    ///
    /// Shape: that of `x`. Dtypes: any; gives that of `x`, float64 for integers and bool. Cost: copies; O(size of the
    /// result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: none of its own.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0].cosh()?, tensor![1.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `cosh`.
    pub fn cosh(&self) -> Result<Tensor> {
        run(&ops::COSH, &[self.view()], &[])
    }

    /// The hyperbolic tangent.
    ///
    /// Shape: that of `x`. Dtypes: any; gives that of `x`, float64 for integers and bool. Cost: copies; O(size of the
    /// result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: none of its own.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0, 1000.0].tanh()?, tensor![0.0, 1.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `tanh`.
    pub fn tanh(&self) -> Result<Tensor> {
        run(&ops::TANH, &[self.view()], &[])
    }

    /// The inverse hyperbolic sine.
    ///
    /// Shape: that of `x`. Dtypes: any; gives that of `x`, float64 for integers and bool. Cost: copies; O(size of the
    /// result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: none of its own.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0].asinh()?, tensor![0.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `asinh`.
    #[doc(alias = "arcsinh")]
    pub fn asinh(&self) -> Result<Tensor> {
        run(&ops::ASINH, &[self.view()], &[])
    }

    /// The inverse hyperbolic cosine; NaN of real numbers below 1.
    ///
    /// Shape: that of `x`. Dtypes: any; gives that of `x`, float64 for integers and bool. Cost: copies; O(size of the
    /// result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: none of its own.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.0].acosh()?, tensor![0.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `acosh`.
    #[doc(alias = "arccosh")]
    pub fn acosh(&self) -> Result<Tensor> {
        run(&ops::ACOSH, &[self.view()], &[])
    }

    /// The inverse hyperbolic tangent; NaN of real numbers beyond -1 and 1.
    ///
    /// Shape: that of `x`. Dtypes: any; gives that of `x`, float64 for integers and bool. Cost: copies; O(size of the
    /// result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: none of its own.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0, 1.0].atanh()?, tensor![0.0, f64::INFINITY]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `atanh`.
    #[doc(alias = "arctanh")]
    pub fn atanh(&self) -> Result<Tensor> {
        run(&ops::ATANH, &[self.view()], &[])
    }

    /// The normalized sinc, `sin(pi * x) / (pi * x)`; 1 at 0.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0, 1.0].sinc()?, tensor![1.0, 0.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `sinc`.
    pub fn sinc(&self) -> Result<Tensor> {
        run(&ops::SINC, &[self.view()], &[])
    }

    /// Degrees as radians: `x * pi / 180`.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![180.0].deg2rad()?, tensor![std::f64::consts::PI]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.deg2rad`.
    #[doc(alias = "radians")]
    pub fn deg2rad(&self) -> Result<Tensor> {
        run(&ops::DEG2RAD, &[self.view()], &[])
    }

    /// Radians as degrees: `x * 180 / pi`.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![std::f64::consts::PI].rad2deg()?, tensor![180.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.rad2deg`.
    #[doc(alias = "degrees")]
    pub fn rad2deg(&self) -> Result<Tensor> {
        run(&ops::RAD2DEG, &[self.view()], &[])
    }

    /// The inverse of `erf`; within 1 ulp.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0, 1.0].erfinv()?, tensor![0.0, f64::INFINITY]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.erfinv`.
    pub fn erfinv(&self) -> Result<Tensor> {
        run(&ops::ERFINV, &[self.view()], &[])
    }

    /// The inverse of `erfc`; within 8 ulp.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.0, 0.0].erfcinv()?, tensor![0.0, f64::INFINITY]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.erfcinv`.
    pub fn erfcinv(&self) -> Result<Tensor> {
        run(&ops::ERFCINV, &[self.view()], &[])
    }

    /// `exp(x * x) * erfc(x)`, without underflow; within 1 ulp.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0].erfcx()?, tensor![1.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.erfcx`.
    pub fn erfcx(&self) -> Result<Tensor> {
        run(&ops::ERFCX, &[self.view()], &[])
    }

    /// The gamma function, infinite at 0, NaN at negative integers; within 1 ulp.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![5.0, 1.0].gamma()?, tensor![24.0, 1.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.gamma`.
    #[doc(alias = "tgamma")]
    pub fn gamma(&self) -> Result<Tensor> {
        run(&ops::GAMMA, &[self.view()], &[])
    }

    /// The logarithm of the magnitude of the gamma function, infinite at 0 and negative integers; within 1 ulp.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.0, 2.0].lgamma()?, tensor![0.0, 0.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.gammaln`.
    #[doc(alias = "gammaln")]
    pub fn lgamma(&self) -> Result<Tensor> {
        run(&ops::LGAMMA, &[self.view()], &[])
    }

    /// The slope of the logarithm of the gamma function, infinite at 0, NaN at negative integers; within 1 ulp.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0].digamma()?, tensor![f64::NEG_INFINITY]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.digamma`.
    #[doc(alias = "psi")]
    pub fn digamma(&self) -> Result<Tensor> {
        run(&ops::DIGAMMA, &[self.view()], &[])
    }

    /// Derivative `n` of `digamma` at `x`, NaN unless `n` is an integer from 0 on, and for `x` below -1000; within 1
    /// ulp.
    ///
    /// Shape: `n` and `x` broadcast. Dtypes: real numbers and bool; gives the common dtype, float64 for integers and
    /// bool. Cost: copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for complex numbers; `NoPromotion`
    /// for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.0].polygamma(&tensor![0.0])?, tensor![f64::INFINITY]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.polygamma`.
    pub fn polygamma<'a>(&self, x: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::POLYGAMMA, self, x.into())
    }

    /// [`Tensor::polygamma`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `x` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `x` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn polygamma_assign<'a>(&self, x: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::POLYGAMMA, self, x.into())
    }

    /// The sign of the gamma function, NaN at negative integers.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![2.0, -0.5].gammasgn()?, tensor![1.0, -1.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.gammasgn`.
    pub fn gammasgn(&self) -> Result<Tensor> {
        run(&ops::GAMMASGN, &[self.view()], &[])
    }

    /// `1 / gamma(x)`, 0 at 0 and at negative integers; within 1 ulp.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.0, -2.0].rgamma()?, tensor![1.0, 0.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.rgamma`.
    pub fn rgamma(&self) -> Result<Tensor> {
        run(&ops::RGAMMA, &[self.view()], &[])
    }

    /// The lower incomplete gamma function, as a share of the gamma function; within 150 ulp.
    ///
    /// Shape: `a` and `x` broadcast. Dtypes: real numbers and bool; gives the common dtype, float64 for integers and
    /// bool. Cost: copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for complex numbers; `NoPromotion`
    /// for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.0].gammainc(&tensor![0.0])?, tensor![0.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.gammainc`.
    pub fn gammainc<'a>(&self, x: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::GAMMAINC, self, x.into())
    }

    /// [`Tensor::gammainc`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `x` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `x` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn gammainc_assign<'a>(&self, x: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::GAMMAINC, self, x.into())
    }

    /// The upper incomplete gamma function, as a share of the gamma function; within 32 ulp.
    ///
    /// Shape: `a` and `x` broadcast. Dtypes: real numbers and bool; gives the common dtype, float64 for integers and
    /// bool. Cost: copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for complex numbers; `NoPromotion`
    /// for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.0].gammaincc(&tensor![0.0])?, tensor![1.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.gammaincc`.
    pub fn gammaincc<'a>(&self, x: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::GAMMAINCC, self, x.into())
    }

    /// [`Tensor::gammaincc`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `x` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `x` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn gammaincc_assign<'a>(&self, x: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::GAMMAINCC, self, x.into())
    }

    /// The beta function, `gamma(a) * gamma(b) / gamma(a + b)`; within 300 ulp.
    ///
    /// Shape: `a` and `b` broadcast. Dtypes: real numbers and bool; gives the common dtype, float64 for integers and
    /// bool. Cost: copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for complex numbers; `NoPromotion`
    /// for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.0].beta(&tensor![1.0])?, tensor![1.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.beta`.
    pub fn beta<'a>(&self, b: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::BETA, self, b.into())
    }

    /// [`Tensor::beta`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `b` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `b` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn beta_assign<'a>(&self, b: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::BETA, self, b.into())
    }

    /// The logarithm of the magnitude of the beta function; within 500 ulp.
    ///
    /// Shape: `a` and `b` broadcast. Dtypes: real numbers and bool; gives the common dtype, float64 for integers and
    /// bool. Cost: copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for complex numbers; `NoPromotion`
    /// for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.0].betaln(&tensor![1.0])?, tensor![0.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.betaln`.
    pub fn betaln<'a>(&self, b: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::BETALN, self, b.into())
    }

    /// [`Tensor::betaln`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `b` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `b` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn betaln_assign<'a>(&self, b: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::BETALN, self, b.into())
    }

    /// The incomplete beta function up to `x`, as a share of the beta function of `a` and `b`; within 64 ulp.
    ///
    /// Shape: `a`, `b` and `x` broadcast. Dtypes: real numbers and bool; gives the common dtype, float64 for integers
    /// and bool. Cost: copies; O(size). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for complex numbers; `NoPromotion`
    /// for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let (b, x) = (tensor![2.0], tensor![0.0, 1.0]);
    /// assert_eq!(tensor![3.0].betainc(&b, &x)?, tensor![0.0, 1.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.betainc`.
    pub fn betainc(&self, b: &Tensor, x: &Tensor) -> Result<Tensor> {
        run(&ops::BETAINC, &[self.view(), b.view(), x.view()], &[])
    }

    /// The Bessel function of the first kind, order 0; within 1 ulp.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0].j0()?, tensor![1.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.j0`.
    pub fn j0(&self) -> Result<Tensor> {
        run(&ops::J0, &[self.view()], &[])
    }

    /// The Bessel function of the first kind, order 1; within 1 ulp.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0].j1()?, tensor![0.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.j1`.
    pub fn j1(&self) -> Result<Tensor> {
        run(&ops::J1, &[self.view()], &[])
    }

    /// The Bessel function of the second kind, order 0; within 1 ulp.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0].y0()?, tensor![f64::NEG_INFINITY]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.y0`.
    pub fn y0(&self) -> Result<Tensor> {
        run(&ops::Y0, &[self.view()], &[])
    }

    /// The Bessel function of the second kind, order 1; within 1 ulp.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0].y1()?, tensor![f64::NEG_INFINITY]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.y1`.
    pub fn y1(&self) -> Result<Tensor> {
        run(&ops::Y1, &[self.view()], &[])
    }

    /// The modified Bessel function of the first kind, order 0; within 1 ulp.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0].i0()?, tensor![1.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.i0`.
    pub fn i0(&self) -> Result<Tensor> {
        run(&ops::I0, &[self.view()], &[])
    }

    /// The modified Bessel function of the first kind, order 1; within 1 ulp.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0].i1()?, tensor![0.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.i1`.
    pub fn i1(&self) -> Result<Tensor> {
        run(&ops::I1, &[self.view()], &[])
    }

    /// The modified Bessel function of the first kind, order 0, times `exp(-abs(x))`; within 1 ulp.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0].i0e()?, tensor![1.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.i0e`.
    pub fn i0e(&self) -> Result<Tensor> {
        run(&ops::I0E, &[self.view()], &[])
    }

    /// The modified Bessel function of the first kind, order 1, times `exp(-abs(x))`; within 1 ulp.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0].i1e()?, tensor![0.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.i1e`.
    pub fn i1e(&self) -> Result<Tensor> {
        run(&ops::I1E, &[self.view()], &[])
    }

    /// The modified Bessel function of the second kind, order 0; within 1 ulp.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0].k0()?, tensor![f64::INFINITY]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.k0`.
    pub fn k0(&self) -> Result<Tensor> {
        run(&ops::K0, &[self.view()], &[])
    }

    /// The modified Bessel function of the second kind, order 0, times `exp(x)`; within 1 ulp.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0].k0e()?, tensor![f64::INFINITY]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.k0e`.
    pub fn k0e(&self) -> Result<Tensor> {
        run(&ops::K0E, &[self.view()], &[])
    }

    /// The modified Bessel function of the second kind, order 1; within 1 ulp.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0].k1()?, tensor![f64::INFINITY]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.k1`.
    pub fn k1(&self) -> Result<Tensor> {
        run(&ops::K1, &[self.view()], &[])
    }

    /// The modified Bessel function of the second kind, order 1, times `exp(x)`; within 1 ulp.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0].k1e()?, tensor![f64::INFINITY]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.k1e`.
    pub fn k1e(&self) -> Result<Tensor> {
        run(&ops::K1E, &[self.view()], &[])
    }

    /// The logarithm of the odds, `log(x / (1 - x))`; within 1 ulp.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.5, 1.0].logit()?, tensor![0.0, f64::INFINITY]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.logit`.
    pub fn logit(&self) -> Result<Tensor> {
        run(&ops::LOGIT, &[self.view()], &[])
    }

    /// `x * log(y)`, 0 where `x` is 0; within 1 ulp.
    ///
    /// Shape: `x` and `y` broadcast. Dtypes: real numbers and bool; gives the common dtype, float64 for integers and
    /// bool. Cost: copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for complex numbers; `NoPromotion`
    /// for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0].xlogy(&tensor![0.0])?, tensor![0.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.xlogy`.
    pub fn xlogy<'a>(&self, y: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::XLOGY, self, y.into())
    }

    /// [`Tensor::xlogy`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `y` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `y` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn xlogy_assign<'a>(&self, y: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::XLOGY, self, y.into())
    }

    /// `x * log(1 + y)`, 0 where `x` is 0; within 1 ulp.
    ///
    /// Shape: `x` and `y` broadcast. Dtypes: real numbers and bool; gives the common dtype, float64 for integers and
    /// bool. Cost: copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for complex numbers; `NoPromotion`
    /// for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0].xlog1py(&tensor![-1.0])?, tensor![0.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.xlog1py`.
    pub fn xlog1py<'a>(&self, y: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::XLOG1PY, self, y.into())
    }

    /// [`Tensor::xlog1py`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `y` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `y` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn xlog1py_assign<'a>(&self, y: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::XLOG1PY, self, y.into())
    }

    /// The entropy of one share, `-x * log(x)`; 0 at 0, minus infinity below; within 1 ulp.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0, 1.0].entr()?, tensor![0.0, 0.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.entr`.
    pub fn entr(&self) -> Result<Tensor> {
        run(&ops::ENTR, &[self.view()], &[])
    }

    /// `x * log(x / y)`, 0 where `x` is 0, infinite where a share is negative; within 1 ulp.
    ///
    /// Shape: `x` and `y` broadcast. Dtypes: real numbers and bool; gives the common dtype, float64 for integers and
    /// bool. Cost: copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for complex numbers; `NoPromotion`
    /// for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0, 1.0].rel_entr(&tensor![1.0])?, tensor![0.0, 0.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.rel_entr`.
    pub fn rel_entr<'a>(&self, y: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::REL_ENTR, self, y.into())
    }

    /// [`Tensor::rel_entr`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `y` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `y` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn rel_entr_assign<'a>(&self, y: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::REL_ENTR, self, y.into())
    }

    /// `x * log(x / y) - x + y` of single shares, infinite where one is negative.
    ///
    /// Shape: `x` and `y` broadcast. Dtypes: real numbers and bool; gives the common dtype, float64 for integers and
    /// bool. Cost: copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for complex numbers; `NoPromotion`
    /// for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0, 1.0].kl_divergence(&tensor![1.0])?, tensor![1.0, 0.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.kl_div`.
    pub fn kl_divergence<'a>(&self, y: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::KL_DIVERGENCE, self, y.into())
    }

    /// [`Tensor::kl_divergence`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `y` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `y` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn kl_divergence_assign<'a>(&self, y: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::KL_DIVERGENCE, self, y.into())
    }

    /// The zeta function of Hurwitz, the sum of `(q + k) ** -s` over `k` from 0 on; with a `q` of 1 that of Riemann,
    /// below an `s` of 1 too; NaN for a `q` below -1000; within 16 ulp.
    ///
    /// Shape: `s` and `q` broadcast. Dtypes: real numbers and bool; gives the common dtype, float64 for integers and
    /// bool. Cost: copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for complex numbers; `NoPromotion`
    /// for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.0].zeta(&tensor![1.0])?, tensor![f64::INFINITY]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.zeta`.
    pub fn zeta<'a>(&self, q: impl Into<Operand<'a>>) -> Result<Tensor> {
        beside(&ops::ZETA, self, q.into())
    }

    /// [`Tensor::zeta`] in place, as if both operands were read first; the dtype stays.
    ///
    /// Shape: that of this tensor, which `q` broadcasts to. Cost: writes in place; O(size).
    ///
    /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `q` does not
    /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.
    pub fn zeta_assign<'a>(&self, q: impl Into<Operand<'a>>) -> Result<()> {
        update(&ops::ZETA, self, q.into())
    }

    /// The share of the normal distribution below `x`; within 1 ulp.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0].ndtr()?, tensor![0.5]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.ndtr`.
    pub fn ndtr(&self) -> Result<Tensor> {
        run(&ops::NDTR, &[self.view()], &[])
    }

    /// The number below which a share `x` of the normal distribution lies; within 8 ulp.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.0].ndtri()?, tensor![f64::INFINITY]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.ndtri`.
    pub fn ndtri(&self) -> Result<Tensor> {
        run(&ops::NDTRI, &[self.view()], &[])
    }

    /// The logarithm of `ndtr`, exact where that is 0; within 16 ulp.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![f64::INFINITY].log_ndtr()?, tensor![0.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.log_ndtr`.
    pub fn log_ndtr(&self) -> Result<Tensor> {
        run(&ops::LOG_NDTR, &[self.view()], &[])
    }

    /// `x` raised to `min`, then lowered to `max`; NaN stays NaN.
    ///
    /// Shape: `x`, `min` and `max` broadcast. Dtypes: real numbers, not bool; gives the common dtype. Cost: copies;
    /// O(size of operands and result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for bool and complex numbers;
    /// `NoPromotion` for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let (min, max) = (tensor![-1.0], tensor![1.0]);
    /// assert_eq!(tensor![-3.0, 0.5, 2.0].clip(&min, &max)?, tensor![-1.0, 0.5, 1.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `clip`; where `min` is above `max` NumPy.
    #[doc(alias = "clamp")]
    pub fn clip(&self, min: &Tensor, max: &Tensor) -> Result<Tensor> {
        run(&ops::CLIP, &[self.view(), min.view(), max.view()], &[])
    }

    /// `start + weight * (end - start)`; a weight outside 0 to 1 extrapolates.
    ///
    /// Shape: `start`, `end` and `weight` broadcast. Dtypes: numbers, not bool; gives the common dtype. Cost: copies;
    /// O(size of operands and result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for shapes that do not broadcast; `DTypeUnsupported` for bool; `NoPromotion` for uint64
    /// beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0, 2.0].lerp(&tensor![10.0, 4.0], &tensor![0.25, 0.5])?, tensor![2.5, 3.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.lerp`.
    pub fn lerp(&self, end: &Tensor, weight: &Tensor) -> Result<Tensor> {
        run(&ops::LERP, &[self.view(), end.view(), weight.view()], &[])
    }

    /// The greatest integer not above `x`.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`. Cost: copies; O(size of the result).
    /// Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.5, -1.5].floor()?, tensor![1.0, -2.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `floor`.
    pub fn floor(&self) -> Result<Tensor> {
        run(&ops::FLOOR, &[self.view()], &[])
    }

    /// The least integer not below `x`.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`. Cost: copies; O(size of the result).
    /// Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.5, -1.5].ceil()?, tensor![2.0, -1.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `ceil`.
    pub fn ceil(&self) -> Result<Tensor> {
        run(&ops::CEIL, &[self.view()], &[])
    }

    /// The integer nearest to `x` that is not larger in magnitude.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`. Cost: copies; O(size of the result).
    /// Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.5, -1.5].trunc()?, tensor![1.0, -1.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `trunc`.
    pub fn trunc(&self) -> Result<Tensor> {
        run(&ops::TRUNC, &[self.view()], &[])
    }

    /// The nearest integer, halves to the even one; complex numbers part by part.
    ///
    /// Shape: that of `x`. Dtypes: numbers, not bool; gives that of `x`. Cost: copies; O(size of the result).
    /// Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for bool.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.5, 1.5, -2.5].round()?, tensor![0.0, 2.0, -2.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `round`.
    pub fn round(&self) -> Result<Tensor> {
        run(&ops::ROUND, &[self.view()], &[])
    }

    /// The nearest integer, halves away from zero.
    ///
    /// Shape: that of `x`. Dtypes: real numbers, not bool; gives that of `x`. Cost: copies; O(size of the result).
    /// Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for bool and complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.5, 1.5, -2.5].round_half_away()?, tensor![1.0, 2.0, -3.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Nx, `round`.
    pub fn round_half_away(&self) -> Result<Tensor> {
        run(&ops::ROUND_HALF_AWAY, &[self.view()], &[])
    }

    /// The sum over axes; of nothing 0.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`. Dtypes: any; gives `dtype`, by
    /// default int64 for signed integers and bool, uint64 for unsigned ones, else that of `x`. Cost: copies; O(size
    /// of operands and result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `RepeatedAxis` for an axis named twice;
    /// `DTypeUnsupported` for complex numbers where `dtype` is real.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[1, 2], [3, 4]];
    /// assert_eq!(x.sum(0)?, tensor![4, 6]);
    /// assert_eq!(x.sum(())?.item::<i64>()?, 10);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `sum`.
    pub fn sum(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.sum_with(axis, SumOptions::default())
    }

    /// [`Tensor::sum`] with options: `keepdims`, `dtype`. Shapes, dtypes, cost, errors and source are told there.
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
    /// Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`. Dtypes: any; gives `dtype`, by
    /// default int64 for signed integers and bool, uint64 for unsigned ones, else that of `x`. Cost: copies; O(size
    /// of operands and result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `RepeatedAxis` for an axis named twice;
    /// `DTypeUnsupported` for complex numbers where `dtype` is real.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[1, 2], [3, 4]];
    /// assert_eq!(x.prod(1)?, tensor![2, 12]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `prod`.
    pub fn prod(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.prod_with(axis, ProdOptions::default())
    }

    /// [`Tensor::prod`] with options: `keepdims`, `dtype`. Shapes, dtypes, cost, errors and source are told there.
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
    /// Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`. Dtypes: real numbers and bool;
    /// gives that of `x`. Cost: copies; O(size of operands and result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `RepeatedAxis` for an axis named twice;
    /// `ShapeMismatch` where there is no element to choose from; `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![[1.0, 5.0], [3.0, 2.0]].max(1)?, tensor![5.0, 3.0]);
    /// assert!(tensor![1.0, f64::NAN].max(())?.item::<f64>()?.is_nan());
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `max`.
    #[doc(alias = "amax")]
    pub fn max(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.max_with(axis, MaxOptions::default())
    }

    /// [`Tensor::max`] with options: `keepdims`. Shapes, dtypes, cost, errors and source are told there.
    pub fn max_with(&self, axis: impl Into<Axes>, options: MaxOptions) -> Result<Tensor> {
        run(&ops::MAX, &[self.view()], &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims)])
    }

    /// The least element over axes; NaN if there is one.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`. Dtypes: real numbers and bool;
    /// gives that of `x`. Cost: copies; O(size of operands and result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `RepeatedAxis` for an axis named twice;
    /// `ShapeMismatch` where there is no element to choose from; `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[1, 5], [3, -4]];
    /// assert_eq!(x.min(1)?, tensor![1, -4]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `min`.
    #[doc(alias = "amin")]
    pub fn min(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.min_with(axis, MinOptions::default())
    }

    /// [`Tensor::min`] with options: `keepdims`. Shapes, dtypes, cost, errors and source are told there.
    pub fn min_with(&self, axis: impl Into<Axes>, options: MinOptions) -> Result<Tensor> {
        run(&ops::MIN, &[self.view()], &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims)])
    }

    /// The distance from the least to the greatest element over axes; integers wrap.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`. Dtypes: real numbers, not
    /// bool; gives that of `x`. Cost: copies; O(size of operands and result). Gradient: yes, that of the operations
    /// it is composed of.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `RepeatedAxis` for an axis named twice;
    /// `ShapeMismatch` where there is no element to choose from; `DTypeUnsupported` for bool and complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![[1, 5], [3, -4]].ptp(1)?, tensor![4, 7]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.ptp`.
    pub fn ptp(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.ptp_with(axis, PtpOptions::default())
    }

    /// [`Tensor::ptp`] with options: `keepdims`. Shapes, dtypes, cost, errors and source are told there.
    pub fn ptp_with(&self, axis: impl Into<Axes>, options: PtpOptions) -> Result<Tensor> {
        run(&ops::PTP, &[self.view()], &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims)])
    }

    /// The arithmetic mean over axes, added up in float64; of nothing NaN.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`. Dtypes: any; gives that of
    /// `x`, float64 for integers and bool. Cost: copies; O(size of operands and result). Gradient: yes, that of the
    /// operations it is composed of.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `RepeatedAxis` for an axis named twice.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[1.0, 2.0], [3.0, 5.0]];
    /// assert_eq!(x.mean(1)?, tensor![1.5, 4.0]);
    /// assert_eq!(tensor![1, 2].mean(())?.item::<f64>()?, 1.5);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `mean`.
    pub fn mean(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.mean_with(axis, MeanOptions::default())
    }

    /// [`Tensor::mean`] with options: `keepdims`. Shapes, dtypes, cost, errors and source are told there.
    pub fn mean_with(&self, axis: impl Into<Axes>, options: MeanOptions) -> Result<Tensor> {
        run(&ops::MEAN, &[self.view()], &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims)])
    }

    /// The variance over axes: mean squared distance from the mean, in float64 and two passes; NaN where the count is
    /// not above the correction.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`. Dtypes: any; gives that of
    /// `x`, float64 for integers and bool, for complex numbers the dtype of their parts. Cost: copies; O(size of
    /// `x`), twice. Gradient: yes, by a rule of its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `RepeatedAxis` for an axis named twice.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![1.0, 2.0, 3.0, 4.0, 5.0];
    /// assert_eq!(x.var(())?.item::<f64>()?, 2.0);
    /// let sample = VarOptions { correction: 1.0, ..Default::default() };
    /// assert_eq!(x.var_with((), sample)?.item::<f64>()?, 2.5);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `var`; of complex numbers NumPy's.
    pub fn var(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.var_with(axis, VarOptions::default())
    }

    /// [`Tensor::var`] with options: `keepdims`, `correction`. Shapes, dtypes, cost, errors and source are told
    /// there.
    pub fn var_with(&self, axis: impl Into<Axes>, options: VarOptions) -> Result<Tensor> {
        run(
            &ops::VAR,
            &[self.view()],
            &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims), Attr::Float(options.correction)],
        )
    }

    /// The standard deviation over axes: the square root of `var`.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`. Dtypes: any; gives that of
    /// `x`, float64 for integers and bool, for complex numbers the dtype of their parts. Cost: copies; O(size of
    /// `x`), twice. Gradient: yes, by a rule of its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `RepeatedAxis` for an axis named twice.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[1.0, 3.0], [2.0, 10.0]];
    /// assert_eq!(x.std(1)?, tensor![1.0, 4.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `std`; of complex numbers NumPy's.
    pub fn std(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.std_with(axis, StdOptions::default())
    }

    /// [`Tensor::std`] with options: `keepdims`, `correction`. Shapes, dtypes, cost, errors and source are told
    /// there.
    pub fn std_with(&self, axis: impl Into<Axes>, options: StdOptions) -> Result<Tensor> {
        run(
            &ops::STD,
            &[self.view()],
            &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims), Attr::Float(options.correction)],
        )
    }

    /// Whether all elements over axes are true; a number is true unless it is 0; of nothing true.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`. Dtypes: any; gives bool. Cost:
    /// copies; O(size of operands and result). Gradient: none.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `RepeatedAxis` for an axis named twice.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![[1, 0], [2, 3]].all(1)?, tensor![false, true]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `all`.
    pub fn all(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.all_with(axis, AllOptions::default())
    }

    /// [`Tensor::all`] with options: `keepdims`. Shapes, dtypes, cost, errors and source are told there.
    pub fn all_with(&self, axis: impl Into<Axes>, options: AllOptions) -> Result<Tensor> {
        run(&ops::ALL_, &[self.view()], &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims)])
    }

    /// Whether any element over axes is true; a number is true unless it is 0; of nothing false.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`. Dtypes: any; gives bool. Cost:
    /// copies; O(size of operands and result). Gradient: none.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `RepeatedAxis` for an axis named twice.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![[1, 0], [0, 0]].any(1)?, tensor![true, false]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `any`.
    pub fn any(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.any_with(axis, AnyOptions::default())
    }

    /// [`Tensor::any`] with options: `keepdims`. Shapes, dtypes, cost, errors and source are told there.
    pub fn any_with(&self, axis: impl Into<Axes>, options: AnyOptions) -> Result<Tensor> {
        run(&ops::ANY, &[self.view()], &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims)])
    }

    /// How many elements over axes are not 0; NaN counts.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`. Dtypes: any; gives int64.
    /// Cost: copies; O(size of operands and result). Gradient: none.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `RepeatedAxis` for an axis named twice.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![[1.0, 0.0], [2.0, f64::NAN]].count_nonzero(1)?, tensor![1, 2]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `count_nonzero`.
    pub fn count_nonzero(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.count_nonzero_with(axis, CountNonzeroOptions::default())
    }

    /// [`Tensor::count_nonzero`] with options: `keepdims`. Shapes, dtypes, cost, errors and source are told there.
    pub fn count_nonzero_with(&self, axis: impl Into<Axes>, options: CountNonzeroOptions) -> Result<Tensor> {
        run(&ops::COUNT_NONZERO, &[self.view()], &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims)])
    }

    /// `log(sum(exp(x)))` over axes, shifted by the maximum so that nothing overflows; of nothing -inf.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`. Dtypes: real numbers and bool;
    /// gives that of `x`, float64 for integers and bool. Cost: copies; O(size of operands and result). Gradient: yes,
    /// by a rule of its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `RepeatedAxis` for an axis named twice;
    /// `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![1000.0, f64::NEG_INFINITY];
    /// assert_eq!(x.logsumexp(())?.item::<f64>()?, 1000.0);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.logsumexp`.
    pub fn logsumexp(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.logsumexp_with(axis, LogsumexpOptions::default())
    }

    /// [`Tensor::logsumexp`] with options: `keepdims`. Shapes, dtypes, cost, errors and source are told there.
    pub fn logsumexp_with(&self, axis: impl Into<Axes>, options: LogsumexpOptions) -> Result<Tensor> {
        run(&ops::LOGSUMEXP, &[self.view()], &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims)])
    }

    /// The sum over axes of what is not NaN; of nothing 0.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`. Dtypes: any; gives `dtype`, by
    /// default int64 for signed integers and bool, uint64 for unsigned ones, else that of `x`. Cost: copies; O(size
    /// of operands and result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `RepeatedAxis` for an axis named twice;
    /// `DTypeUnsupported` for complex numbers where `dtype` is real.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![[1.0, f64::NAN], [f64::NAN, f64::NAN]].nansum(1)?, tensor![1.0, 0.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.nansum`.
    pub fn nansum(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.nansum_with(axis, NansumOptions::default())
    }

    /// [`Tensor::nansum`] with options: `keepdims`, `dtype`. Shapes, dtypes, cost, errors and source are told there.
    pub fn nansum_with(&self, axis: impl Into<Axes>, options: NansumOptions) -> Result<Tensor> {
        run(
            &ops::NANSUM,
            &[self.view()],
            &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims), options.dtype.map_or(Attr::None, Attr::DType)],
        )
    }

    /// The product over axes of what is not NaN; of nothing 1.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`. Dtypes: any; gives `dtype`, by
    /// default int64 for signed integers and bool, uint64 for unsigned ones, else that of `x`. Cost: copies; O(size
    /// of operands and result). Gradient: yes, that of the operations it is composed of.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `RepeatedAxis` for an axis named twice;
    /// `DTypeUnsupported` for complex numbers where `dtype` is real.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![[2.0, f64::NAN, 3.0], [f64::NAN, f64::NAN, f64::NAN]].nanprod(1)?, tensor![6.0, 1.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.nanprod`.
    pub fn nanprod(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.nanprod_with(axis, NanprodOptions::default())
    }

    /// [`Tensor::nanprod`] with options: `keepdims`, `dtype`. Shapes, dtypes, cost, errors and source are told there.
    pub fn nanprod_with(&self, axis: impl Into<Axes>, options: NanprodOptions) -> Result<Tensor> {
        run(
            &ops::NANPROD,
            &[self.view()],
            &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims), options.dtype.map_or(Attr::None, Attr::DType)],
        )
    }

    /// The greatest element over axes that is not NaN; NaN where there is none.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`. Dtypes: real numbers and bool;
    /// gives that of `x`. Cost: copies; O(size of operands and result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `RepeatedAxis` for an axis named twice;
    /// `ShapeMismatch` where there is no element to choose from; `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![[1.0, f64::NAN], [3.0, 2.0]].nanmax(1)?, tensor![1.0, 3.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.nanmax`.
    pub fn nanmax(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.nanmax_with(axis, NanmaxOptions::default())
    }

    /// [`Tensor::nanmax`] with options: `keepdims`. Shapes, dtypes, cost, errors and source are told there.
    pub fn nanmax_with(&self, axis: impl Into<Axes>, options: NanmaxOptions) -> Result<Tensor> {
        run(&ops::NANMAX, &[self.view()], &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims)])
    }

    /// The least element over axes that is not NaN; NaN where there is none.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`. Dtypes: real numbers and bool;
    /// gives that of `x`. Cost: copies; O(size of operands and result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `RepeatedAxis` for an axis named twice;
    /// `ShapeMismatch` where there is no element to choose from; `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![[1.0, f64::NAN], [3.0, 2.0]].nanmin(1)?, tensor![1.0, 2.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.nanmin`.
    pub fn nanmin(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.nanmin_with(axis, NanminOptions::default())
    }

    /// [`Tensor::nanmin`] with options: `keepdims`. Shapes, dtypes, cost, errors and source are told there.
    pub fn nanmin_with(&self, axis: impl Into<Axes>, options: NanminOptions) -> Result<Tensor> {
        run(&ops::NANMIN, &[self.view()], &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims)])
    }

    /// The arithmetic mean over axes of what is not NaN; NaN where there is nothing.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`. Dtypes: any; gives that of
    /// `x`, float64 for integers and bool. Cost: copies; O(size of operands and result). Gradient: yes, by a rule of
    /// its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `RepeatedAxis` for an axis named twice.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![[1.0, f64::NAN], [3.0, 2.0]].nanmean(1)?, tensor![1.0, 2.5]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.nanmean`.
    pub fn nanmean(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.nanmean_with(axis, NanmeanOptions::default())
    }

    /// [`Tensor::nanmean`] with options: `keepdims`. Shapes, dtypes, cost, errors and source are told there.
    pub fn nanmean_with(&self, axis: impl Into<Axes>, options: NanmeanOptions) -> Result<Tensor> {
        run(&ops::NANMEAN, &[self.view()], &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims)])
    }

    /// The variance over axes of what is not NaN, in float64 and two passes; NaN where the count is not above the
    /// correction.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`. Dtypes: real numbers and bool;
    /// gives that of `x`, float64 for integers and bool. Cost: copies; O(size of `x`), twice. Gradient: yes, that of
    /// the operations it is composed of.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `RepeatedAxis` for an axis named twice;
    /// `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.0, f64::NAN, 3.0].nanvar(())?.item::<f64>()?, 1.0);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.nanvar`.
    pub fn nanvar(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.nanvar_with(axis, NanvarOptions::default())
    }

    /// [`Tensor::nanvar`] with options: `keepdims`, `correction`. Shapes, dtypes, cost, errors and source are told
    /// there.
    pub fn nanvar_with(&self, axis: impl Into<Axes>, options: NanvarOptions) -> Result<Tensor> {
        run(
            &ops::NANVAR,
            &[self.view()],
            &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims), Attr::Float(options.correction)],
        )
    }

    /// The standard deviation over axes of what is not NaN: the square root of `nanvar`.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`. Dtypes: real numbers and bool;
    /// gives that of `x`, float64 for integers and bool. Cost: copies; O(size of `x`), twice. Gradient: yes, that of
    /// the operations it is composed of.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `RepeatedAxis` for an axis named twice;
    /// `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![2.0, f64::NAN, 10.0].nanstd(())?.item::<f64>()?, 4.0);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.nanstd`.
    pub fn nanstd(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.nanstd_with(axis, NanstdOptions::default())
    }

    /// [`Tensor::nanstd`] with options: `keepdims`, `correction`. Shapes, dtypes, cost, errors and source are told
    /// there.
    pub fn nanstd_with(&self, axis: impl Into<Axes>, options: NanstdOptions) -> Result<Tensor> {
        run(
            &ops::NANSTD,
            &[self.view()],
            &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims), Attr::Float(options.correction)],
        )
    }

    /// The index of the greatest element that is not NaN, the first one on ties; -1 where there is none.
    ///
    /// `axis`: The axis to search; all of them for the index in row-major order.
    ///
    /// Shape: that of `x` without the axis, which stays with extent 1 under `keepdims`; of all axes none is left.
    /// Dtypes: real numbers and bool; gives int64. Cost: copies; O(size of operands and result). Gradient: none.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `AxisOutOfRange` for an axis outside the shape; `BadArgument`
    /// for several axes; `ShapeMismatch` where there is no element to choose from.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[f64::NAN, 2.0, 2.0], [f64::NAN, f64::NAN, f64::NAN]];
    /// assert_eq!(x.nanargmax(1)?, tensor![1, -1]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.nanargmax`; -1 in place of its error is ours.
    pub fn nanargmax(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.nanargmax_with(axis, NanargmaxOptions::default())
    }

    /// [`Tensor::nanargmax`] with options: `keepdims`. Shapes, dtypes, cost, errors and source are told there.
    pub fn nanargmax_with(&self, axis: impl Into<Axes>, options: NanargmaxOptions) -> Result<Tensor> {
        run(&ops::NANARGMAX, &[self.view()], &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims)])
    }

    /// The index of the least element that is not NaN, the first one on ties; -1 where there is none.
    ///
    /// `axis`: The axis to search; all of them for the index in row-major order.
    ///
    /// Shape: that of `x` without the axis, which stays with extent 1 under `keepdims`; of all axes none is left.
    /// Dtypes: real numbers and bool; gives int64. Cost: copies; O(size of operands and result). Gradient: none.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `AxisOutOfRange` for an axis outside the shape; `BadArgument`
    /// for several axes; `ShapeMismatch` where there is no element to choose from.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![[f64::NAN, 2.0, 1.0]].nanargmin(1)?, tensor![2]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.nanargmin`; -1 in place of its error is ours.
    pub fn nanargmin(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.nanargmin_with(axis, NanargminOptions::default())
    }

    /// [`Tensor::nanargmin`] with options: `keepdims`. Shapes, dtypes, cost, errors and source are told there.
    pub fn nanargmin_with(&self, axis: impl Into<Axes>, options: NanargminOptions) -> Result<Tensor> {
        run(&ops::NANARGMIN, &[self.view()], &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims)])
    }

    /// The running sum along an axis, NaN counting as 0.
    ///
    /// `axis`: The axis to go along; a tensor of one axis needs none.
    ///
    /// Shape: that of `x`, longer by 1 along the axis under `include_initial`; a tensor without axes counts as one
    /// element. Dtypes: any; gives `dtype`, by default int64 for signed integers and bool, uint64 for unsigned ones,
    /// else that of `x`. Cost: copies; O(size of operands and result). Gradient: yes, that of the operations it is
    /// composed of.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers where `dtype` is real; `AxisOutOfRange` for an axis outside the
    /// shape; `BadArgument` for other than one axis, and for none where `x` has several; `SizeOverflow` for a result
    /// past the address space.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.0, f64::NAN, 2.0].nancumsum(0)?, tensor![1.0, 1.0, 3.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.nancumsum`.
    pub fn nancumsum(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.nancumsum_with(axis, NancumsumOptions::default())
    }

    /// [`Tensor::nancumsum`] with options: `dtype`, `include_initial`, `reverse`. Shapes, dtypes, cost, errors and
    /// source are told there.
    pub fn nancumsum_with(&self, axis: impl Into<Axes>, options: NancumsumOptions) -> Result<Tensor> {
        run(
            &ops::NANCUMSUM,
            &[self.view()],
            &[
                Attr::Axes(axis.into()),
                options.dtype.map_or(Attr::None, Attr::DType),
                Attr::Bool(options.include_initial),
                Attr::Bool(options.reverse),
            ],
        )
    }

    /// The running product along an axis, NaN counting as 1.
    ///
    /// `axis`: The axis to go along; a tensor of one axis needs none.
    ///
    /// Shape: that of `x`, longer by 1 along the axis under `include_initial`; a tensor without axes counts as one
    /// element. Dtypes: any; gives `dtype`, by default int64 for signed integers and bool, uint64 for unsigned ones,
    /// else that of `x`. Cost: copies; O(size of operands and result). Gradient: yes, that of the operations it is
    /// composed of.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers where `dtype` is real; `AxisOutOfRange` for an axis outside the
    /// shape; `BadArgument` for other than one axis, and for none where `x` has several; `SizeOverflow` for a result
    /// past the address space.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![2.0, f64::NAN, 3.0].nancumprod(0)?, tensor![2.0, 2.0, 6.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.nancumprod`.
    pub fn nancumprod(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.nancumprod_with(axis, NancumprodOptions::default())
    }

    /// [`Tensor::nancumprod`] with options: `dtype`, `include_initial`, `reverse`. Shapes, dtypes, cost, errors and
    /// source are told there.
    pub fn nancumprod_with(&self, axis: impl Into<Axes>, options: NancumprodOptions) -> Result<Tensor> {
        run(
            &ops::NANCUMPROD,
            &[self.view()],
            &[
                Attr::Axes(axis.into()),
                options.dtype.map_or(Attr::None, Attr::DType),
                Attr::Bool(options.include_initial),
                Attr::Bool(options.reverse),
            ],
        )
    }

    /// The running sum along an axis, added up in float64 where elements are floats; integers wrap.
    ///
    /// `axis`: The axis to go along; a tensor of one axis needs none.
    ///
    /// Shape: that of `x`, longer by 1 along the axis under `include_initial`; a tensor without axes counts as one
    /// element. Dtypes: any; gives `dtype`, by default int64 for signed integers and bool, uint64 for unsigned ones,
    /// else that of `x`. Cost: copies; O(size of operands and result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers where `dtype` is real; `AxisOutOfRange` for an axis outside the
    /// shape; `BadArgument` for other than one axis, and for none where `x` has several; `SizeOverflow` for a result
    /// past the address space.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[1, 2], [3, 4]];
    /// assert_eq!(x.cumulative_sum(1)?, tensor![[1, 3], [3, 7]]);
    /// let from_0 = CumulativeSumOptions { include_initial: true, ..Default::default() };
    /// assert_eq!(tensor![5, 6].cumulative_sum_with((), from_0)?, tensor![0, 5, 11]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `cumulative_sum`; `reverse` as in JAX.
    #[doc(alias = "cumsum")]
    pub fn cumulative_sum(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.cumulative_sum_with(axis, CumulativeSumOptions::default())
    }

    /// [`Tensor::cumulative_sum`] with options: `dtype`, `include_initial`, `reverse`. Shapes, dtypes, cost, errors
    /// and source are told there.
    pub fn cumulative_sum_with(&self, axis: impl Into<Axes>, options: CumulativeSumOptions) -> Result<Tensor> {
        run(
            &ops::CUMULATIVE_SUM,
            &[self.view()],
            &[
                Attr::Axes(axis.into()),
                options.dtype.map_or(Attr::None, Attr::DType),
                Attr::Bool(options.include_initial),
                Attr::Bool(options.reverse),
            ],
        )
    }

    /// The running product along an axis, multiplied in float64 where elements are floats; integers wrap.
    ///
    /// `axis`: The axis to go along; a tensor of one axis needs none.
    ///
    /// Shape: that of `x`, longer by 1 along the axis under `include_initial`; a tensor without axes counts as one
    /// element. Dtypes: any; gives `dtype`, by default int64 for signed integers and bool, uint64 for unsigned ones,
    /// else that of `x`. Cost: copies; O(size of operands and result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers where `dtype` is real; `AxisOutOfRange` for an axis outside the
    /// shape; `BadArgument` for other than one axis, and for none where `x` has several; `SizeOverflow` for a result
    /// past the address space.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![2, 3, 4].cumulative_prod(0)?, tensor![2, 6, 24]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `cumulative_prod`; `reverse` as in JAX.
    #[doc(alias = "cumprod")]
    pub fn cumulative_prod(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.cumulative_prod_with(axis, CumulativeProdOptions::default())
    }

    /// [`Tensor::cumulative_prod`] with options: `dtype`, `include_initial`, `reverse`. Shapes, dtypes, cost, errors
    /// and source are told there.
    pub fn cumulative_prod_with(&self, axis: impl Into<Axes>, options: CumulativeProdOptions) -> Result<Tensor> {
        run(
            &ops::CUMULATIVE_PROD,
            &[self.view()],
            &[
                Attr::Axes(axis.into()),
                options.dtype.map_or(Attr::None, Attr::DType),
                Attr::Bool(options.include_initial),
                Attr::Bool(options.reverse),
            ],
        )
    }

    /// `h[k] = a[k] * h[k - 1] + b[k]` along an axis, with `h[0] = b[0]`; in float64 where elements are floats.
    ///
    /// `axis`: The axis to go along; negative counts from the end.
    ///
    /// Shape: `a` and `b` broadcast. Dtypes: numbers, not bool; gives the common dtype. Cost: copies; O(size of
    /// operands and result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for bool; `NoPromotion` for uint64 beside a signed integer; `Broadcast` for shapes
    /// that do not broadcast; `AxisOutOfRange` for an axis outside the shape.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let (a, b) = (tensor![0.0, 0.5, 2.0], tensor![8.0, 1.0, 3.0]);
    /// assert_eq!(a.linear_recurrence(&b, 0)?, tensor![8.0, 5.0, 13.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: G. E. Blelloch, "Prefix sums and their applications", 1990, first-order recurrences.
    pub fn linear_recurrence(&self, b: &Tensor, axis: i64) -> Result<Tensor> {
        self.linear_recurrence_with(b, axis, LinearRecurrenceOptions::default())
    }

    /// [`Tensor::linear_recurrence`] with options: `reverse`. Shapes, dtypes, cost, errors and source are told there.
    pub fn linear_recurrence_with(&self, b: &Tensor, axis: i64, options: LinearRecurrenceOptions) -> Result<Tensor> {
        run(&ops::LINEAR_RECURRENCE, &[self.view(), b.view()], &[Attr::Int(axis), Attr::Bool(options.reverse)])
    }

    /// The differences of neighbours along an axis, `n` times over; of bool whether they differ.
    ///
    /// `axis`: The axis to go along; negative counts from the end.
    ///
    /// Shape: that of `x`, shorter by `n` along the axis, to 0 at least. Dtypes: any; gives that of `x`. Cost:
    /// copies; O(size of `x`), `n` times. Gradient: yes, that of the operations it is composed of.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `BadArgument` for a negative `n`.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![1, 2, 4, 7];
    /// assert_eq!(x.diff(0)?, tensor![1, 2, 3]);
    /// assert_eq!(x.diff_with(0, DiffOptions { n: 2 })?, tensor![1, 1]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `diff`.
    pub fn diff(&self, axis: i64) -> Result<Tensor> {
        self.diff_with(axis, DiffOptions::default())
    }

    /// [`Tensor::diff`] with options: `n`. Shapes, dtypes, cost, errors and source are told there.
    pub fn diff_with(&self, axis: i64, options: DiffOptions) -> Result<Tensor> {
        run(&ops::DIFF, &[self.view()], &[Attr::Int(axis), Attr::Int(options.n)])
    }

    /// The greatest element so far along an axis, NaN from the first one on; of nothing the least of the dtype.
    ///
    /// `axis`: The axis to go along; a tensor of one axis needs none.
    ///
    /// Shape: that of `x`, longer by 1 along the axis under `include_initial`; a tensor without axes counts as one
    /// element. Dtypes: real numbers and bool; gives that of `x`. Cost: copies; O(size of operands and result).
    /// Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `AxisOutOfRange` for an axis outside the shape; `BadArgument`
    /// for other than one axis, and for none where `x` has several; `SizeOverflow` for a result past the address
    /// space.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1, 3, 2, 5, 4].cumulative_max(0)?, tensor![1, 3, 3, 5, 5]);
    /// let back = CumulativeMaxOptions { reverse: true, ..Default::default() };
    /// assert_eq!(tensor![1, 3, 2].cumulative_max_with(0, back)?, tensor![3, 3, 2]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.cummax`, without its indices; `include_initial` as `cumulative_sum` has it.
    #[doc(alias = "cummax")]
    pub fn cumulative_max(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.cumulative_max_with(axis, CumulativeMaxOptions::default())
    }

    /// [`Tensor::cumulative_max`] with options: `include_initial`, `reverse`. Shapes, dtypes, cost, errors and source
    /// are told there.
    pub fn cumulative_max_with(&self, axis: impl Into<Axes>, options: CumulativeMaxOptions) -> Result<Tensor> {
        run(
            &ops::CUMULATIVE_MAX,
            &[self.view()],
            &[Attr::Axes(axis.into()), Attr::Bool(options.include_initial), Attr::Bool(options.reverse)],
        )
    }

    /// The least element so far along an axis, NaN from the first one on; of nothing the greatest of the dtype.
    ///
    /// `axis`: The axis to go along; a tensor of one axis needs none.
    ///
    /// Shape: that of `x`, longer by 1 along the axis under `include_initial`; a tensor without axes counts as one
    /// element. Dtypes: real numbers and bool; gives that of `x`. Cost: copies; O(size of operands and result).
    /// Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `AxisOutOfRange` for an axis outside the shape; `BadArgument`
    /// for other than one axis, and for none where `x` has several; `SizeOverflow` for a result past the address
    /// space.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![4, 5, 2, 3].cumulative_min(0)?, tensor![4, 4, 2, 2]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.cummin`, without its indices; `include_initial` as `cumulative_sum` has it.
    #[doc(alias = "cummin")]
    pub fn cumulative_min(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.cumulative_min_with(axis, CumulativeMinOptions::default())
    }

    /// [`Tensor::cumulative_min`] with options: `include_initial`, `reverse`. Shapes, dtypes, cost, errors and source
    /// are told there.
    pub fn cumulative_min_with(&self, axis: impl Into<Axes>, options: CumulativeMinOptions) -> Result<Tensor> {
        run(
            &ops::CUMULATIVE_MIN,
            &[self.view()],
            &[Attr::Axes(axis.into()), Attr::Bool(options.include_initial), Attr::Bool(options.reverse)],
        )
    }

    /// `log(cumulative_sum(exp(x)))` along an axis, shifted by the maximum so far so that nothing overflows; of
    /// nothing -inf.
    ///
    /// `axis`: The axis to go along; a tensor of one axis needs none.
    ///
    /// Shape: that of `x`, longer by 1 along the axis under `include_initial`; a tensor without axes counts as one
    /// element. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost: copies; O(size
    /// of operands and result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `AxisOutOfRange` for an axis outside the shape; `BadArgument`
    /// for other than one axis, and for none where `x` has several; `SizeOverflow` for a result past the address
    /// space.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![1000.0, f64::NEG_INFINITY, 1000.0];
    /// assert_eq!(x.cumulative_logsumexp(0)?, tensor![1000.0, 1000.0, 1000.0 + 2.0f64.ln()]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.logcumsumexp`.
    #[doc(alias = "logcumsumexp")]
    pub fn cumulative_logsumexp(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.cumulative_logsumexp_with(axis, CumulativeLogsumexpOptions::default())
    }

    /// [`Tensor::cumulative_logsumexp`] with options: `include_initial`, `reverse`. Shapes, dtypes, cost, errors and
    /// source are told there.
    pub fn cumulative_logsumexp_with(
        &self,
        axis: impl Into<Axes>,
        options: CumulativeLogsumexpOptions,
    ) -> Result<Tensor> {
        run(
            &ops::CUMULATIVE_LOGSUMEXP,
            &[self.view()],
            &[Attr::Axes(axis.into()), Attr::Bool(options.include_initial), Attr::Bool(options.reverse)],
        )
    }

    /// The index of the greatest element, the first one on ties; NaN counts as the greatest.
    ///
    /// `axis`: The axis to search; all of them for the index in row-major order.
    ///
    /// Shape: that of `x` without the axis, which stays with extent 1 under `keepdims`; of all axes none is left.
    /// Dtypes: real numbers and bool; gives int64. Cost: copies; O(size of operands and result). Gradient: none.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `AxisOutOfRange` for an axis outside the shape; `BadArgument`
    /// for several axes; `ShapeMismatch` where there is no element to choose from.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[1, 5, 3], [2, 4, 6]];
    /// assert_eq!(x.argmax(1)?, tensor![1, 2]);
    /// assert_eq!(x.argmax(())?.item::<i64>()?, 5);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `argmax`.
    pub fn argmax(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.argmax_with(axis, ArgmaxOptions::default())
    }

    /// [`Tensor::argmax`] with options: `keepdims`. Shapes, dtypes, cost, errors and source are told there.
    pub fn argmax_with(&self, axis: impl Into<Axes>, options: ArgmaxOptions) -> Result<Tensor> {
        run(&ops::ARGMAX, &[self.view()], &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims)])
    }

    /// The index of the least element, the first one on ties; NaN counts as the least.
    ///
    /// `axis`: The axis to search; all of them for the index in row-major order.
    ///
    /// Shape: that of `x` without the axis, which stays with extent 1 under `keepdims`; of all axes none is left.
    /// Dtypes: real numbers and bool; gives int64. Cost: copies; O(size of operands and result). Gradient: none.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `AxisOutOfRange` for an axis outside the shape; `BadArgument`
    /// for several axes; `ShapeMismatch` where there is no element to choose from.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![[5, 2, 3], [1, 4, 0]].argmin(1)?, tensor![1, 2]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `argmin`.
    pub fn argmin(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.argmin_with(axis, ArgminOptions::default())
    }

    /// [`Tensor::argmin`] with options: `keepdims`. Shapes, dtypes, cost, errors and source are told there.
    pub fn argmin_with(&self, axis: impl Into<Axes>, options: ArgminOptions) -> Result<Tensor> {
        run(&ops::ARGMIN, &[self.view()], &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims)])
    }

    /// The elements in order along an axis, NaN last (first if descending); equal ones keep their order.
    ///
    /// `axis`: The axis to sort along; negative counts from the end.
    ///
    /// Shape: that of `x`. Dtypes: any; gives that of `x`. Cost: copies; O(size of `x` times the logarithm of the
    /// axis). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[3, 1, 2], [4, 6, 5]];
    /// assert_eq!(x.sort(1)?, tensor![[1, 2, 3], [4, 5, 6]]);
    /// let down = SortOptions { descending: true, ..Default::default() };
    /// assert_eq!(x.sort_with(0, down)?, tensor![[4, 6, 5], [3, 1, 2]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `sort`; complex numbers are ordered as in NumPy.
    pub fn sort(&self, axis: i64) -> Result<Tensor> {
        self.sort_with(axis, SortOptions::default())
    }

    /// [`Tensor::sort`] with options: `descending`, `stable`. Shapes, dtypes, cost, errors and source are told there.
    pub fn sort_with(&self, axis: i64, options: SortOptions) -> Result<Tensor> {
        run(&ops::SORT, &[self.view()], &[Attr::Int(axis), Attr::Bool(options.descending), Attr::Bool(options.stable)])
    }

    /// The indices that sort along an axis, NaN last (first if descending); equal elements keep their order.
    ///
    /// `axis`: The axis to sort along; negative counts from the end.
    ///
    /// Shape: that of `x`. Dtypes: any; gives int64. Cost: copies; O(size of `x` times the logarithm of the axis).
    /// Gradient: none.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![3, 1, 4, 1, 5].argsort(0)?, tensor![1, 3, 0, 2, 4]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `argsort`; complex numbers are ordered as in NumPy.
    pub fn argsort(&self, axis: i64) -> Result<Tensor> {
        self.argsort_with(axis, ArgsortOptions::default())
    }

    /// [`Tensor::argsort`] with options: `descending`, `stable`. Shapes, dtypes, cost, errors and source are told
    /// there.
    pub fn argsort_with(&self, axis: i64, options: ArgsortOptions) -> Result<Tensor> {
        run(
            &ops::ARGSORT,
            &[self.view()],
            &[Attr::Int(axis), Attr::Bool(options.descending), Attr::Bool(options.stable)],
        )
    }

    /// Elements by one index for each of some axes that follow each other; the indices broadcast, negative ones count
    /// from the end.
    ///
    /// `axis`: The axis of the first index, which those of the others follow; negative counts from the end.
    ///
    /// Shape: that of `x` with the axes of the broadcast `indices` in place of those that are indexed. Dtypes: any;
    /// gives that of `x`. Cost: copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `DTypeUnsupported` for indices that are no integers;
    /// `ShapeMismatch` for more indices than axes; `Broadcast` for shapes that do not broadcast; `IndexOutOfRange`
    /// for an index outside its axis.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.gather(&[&tensor![1, 0], &tensor![2, -1]], 0)?, tensor![6, 3]);
    /// assert_eq!(x.gather(&[&tensor![[2], [0]]], 1)?, tensor![[[3], [1]], [[6], [4]]]);
    /// assert!(x.gather(&[&tensor![2]], 0).is_err());
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, indexing with integer arrays.
    pub fn gather(&self, indices: &[&Tensor], axis: i64) -> Result<Tensor> {
        run(
            &ops::GATHER,
            &std::iter::once(self).chain(indices.iter().copied()).map(Tensor::view).collect::<Vec<_>>(),
            &[Attr::Int(axis)],
        )
    }

    /// `x` with `updates` written, added or compared at the elements that `gather` reads; of an index that comes more
    /// than once the last update stays under `set`, and all count else.
    ///
    /// `axis`: The axis of the first index, which those of the others follow; negative counts from the end.
    ///
    /// Shape: that of `x`; `updates` broadcast to the shape that `gather` gives. Dtypes: any; gives that of `x`.
    /// Cost: copies; O(size of `x` and of the elements written). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `DTypeUnsupported` for indices that are no integers,
    /// and for `max` and `min` of complex numbers; `DTypeMismatch` for updates that the dtype of `x` does not hold;
    /// `ShapeMismatch` for more indices than axes, and for updates that do not broadcast to what is written;
    /// `Broadcast` for shapes that do not broadcast; `IndexOutOfRange` for an index outside its axis; `BadArgument`
    /// for a word that a parameter does not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![1, 2, 3];
    /// let places = tensor![0, 2, 0];
    /// assert_eq!(x.scatter(&[&places], &tensor![7, 8, 9], 0)?, tensor![9, 2, 8]);
    /// let add = ScatterOptions { mode: "add" };
    /// assert_eq!(x.scatter_with(&[&places], &tensor![7, 8, 9], 0, add)?, tensor![17, 2, 11]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, assignment to integer arrays and `ufunc.at`; the transpose of `gather`.
    pub fn scatter(&self, indices: &[&Tensor], updates: &Tensor, axis: i64) -> Result<Tensor> {
        self.scatter_with(indices, updates, axis, ScatterOptions::default())
    }

    /// [`Tensor::scatter`] with options: `mode`. Shapes, dtypes, cost, errors and source are told there.
    pub fn scatter_with(
        &self,
        indices: &[&Tensor],
        updates: &Tensor,
        axis: i64,
        options: ScatterOptions,
    ) -> Result<Tensor> {
        run(
            &ops::SCATTER,
            &std::iter::once(self)
                .chain(indices.iter().copied())
                .chain([updates])
                .map(Tensor::view)
                .collect::<Vec<_>>(),
            &[Attr::Int(axis), Attr::Word(options.mode)],
        )
    }

    /// A copy of `x` with `values` at indices into its elements in row-major order; fewer values repeat, and of an
    /// index that comes more than once the last value stays.
    ///
    /// Shape: that of `x`. Dtypes: any; gives that of `x`. Cost: copies; O(size of `x` and `indices`). Gradient: yes,
    /// that of the operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for indices that are no integers; `DTypeMismatch` for values that the dtype of `x`
    /// does not hold; `ShapeMismatch` where there are indices and no values; `SizeOverflow` for a result past the
    /// address space; `IndexOutOfRange` for an index outside its axis.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[1, 2], [3, 4]];
    /// assert_eq!(x.put(&tensor![0, -1, 1], &tensor![7, 8])?, tensor![[7, 7], [3, 8]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `put`, which writes in place; so does `set_index`.
    pub fn put(&self, indices: &Tensor, values: &Tensor) -> Result<Tensor> {
        run(&ops::PUT, &[self.view(), indices.view(), values.view()], &[])
    }

    /// A copy of `x` with values at the elements that `take_along_axis` reads; `mode` as in `scatter`.
    ///
    /// `axis`: The axis that the indices are of; negative counts from the end.
    ///
    /// Shape: that of `x`; `indices` broadcast to its extents but along the axis, and `values` to those. Dtypes: any;
    /// gives that of `x`. Cost: copies; O(size of `x` and of the elements written). Gradient: yes, that of the
    /// operations it is composed of.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `DTypeUnsupported` for indices that are no integers;
    /// `DTypeMismatch` for values that the dtype of `x` does not hold; `ShapeMismatch` for indices or values of other
    /// extents; `IndexOutOfRange` for an index outside its axis; `BadArgument` for a word that a parameter does not
    /// take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[10, 30, 20], [60, 40, 50]];
    /// let most = x.argmax_with(1, ArgmaxOptions { keepdims: true })?;
    /// assert_eq!(x.put_along_axis(&most, &tensor![0], 1)?, tensor![[10, 0, 20], [0, 40, 50]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `put_along_axis`, which writes in place; PyTorch, `torch.scatter` and `torch.scatter_reduce`.
    pub fn put_along_axis(&self, indices: &Tensor, values: &Tensor, axis: i64) -> Result<Tensor> {
        self.put_along_axis_with(indices, values, axis, PutAlongAxisOptions::default())
    }

    /// [`Tensor::put_along_axis`] with options: `mode`. Shapes, dtypes, cost, errors and source are told there.
    pub fn put_along_axis_with(
        &self,
        indices: &Tensor,
        values: &Tensor,
        axis: i64,
        options: PutAlongAxisOptions,
    ) -> Result<Tensor> {
        run(
            &ops::PUT_ALONG_AXIS,
            &[self.view(), indices.view(), values.view()],
            &[Attr::Int(axis), Attr::Word(options.mode)],
        )
    }

    /// The rows of a table of weights by integer index: `take` along the first axis.
    ///
    /// Shape: that of `indices`, followed by that of a row. Dtypes: any; gives that of `weights`. Cost: copies;
    /// O(size of the result), as only rows that are taken are decoded. Gradient: yes, that of the operations it is
    /// composed of.
    ///
    /// Errors: `AxisOutOfRange` for weights without axes; `DTypeUnsupported` for indices that are no integers;
    /// `IndexOutOfRange` for an index outside its axis.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let weights = tensor![[0.5, 1.0], [2.0, 3.0]];
    /// assert_eq!(weights.embedding(&tensor![1, 1, 0])?, tensor![[2.0, 3.0], [2.0, 3.0], [0.5, 1.0]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.embedding`.
    pub fn embedding(&self, indices: &Tensor) -> Result<Tensor> {
        run(&ops::EMBEDDING, &[self.view(), indices.view()], &[])
    }

    /// A row for each index: zeros, and 1 at the index; negative ones count from the end, and those outside are an
    /// error.
    ///
    /// `classes`: The length of a row.
    ///
    /// `dtype`: The dtype of the rows.
    ///
    /// Shape: that of `indices`, followed by `classes`. Dtypes: any, but complex numbers only to complex ones and
    /// bool; gives `dtype`. Cost: copies; O(size of operands and result). Gradient: none.
    ///
    /// Errors: `DTypeUnsupported` from complex numbers to real ones; `DTypeUnsupported` for indices that are no
    /// integers; `BadArgument` for a negative number of classes; `SizeOverflow` for a result past the address space;
    /// `IndexOutOfRange` for an index outside its axis.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let rows = tensor![2, 0, -1].one_hot(3, DType::Int64)?;
    /// assert_eq!(rows, tensor![[0, 0, 1], [1, 0, 0], [0, 0, 1]]);
    /// assert!(tensor![3].one_hot(3, DType::Int64).is_err());
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.one_hot`.
    pub fn one_hot(&self, classes: i64, dtype: DType) -> Result<Tensor> {
        run(&ops::ONE_HOT, &[self.view()], &[Attr::Int(classes), Attr::DType(dtype)])
    }

    /// The indices of the `k` greatest elements along an axis, NaN counting as the greatest, or of the least; of
    /// equal ones those that come first.
    ///
    /// `k`: How many elements.
    ///
    /// `axis`: The axis to go along; negative counts from the end.
    ///
    /// Shape: that of `x` with `k` along the axis. Dtypes: any; gives int64. Cost: copies; O(size of `x`, and `k`
    /// times its logarithm). Gradient: none.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `BadArgument` for a `k` below 0 or above the extent of
    /// the axis.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![3.0, 9.0, f64::NAN, 9.0, 1.0];
    /// assert_eq!(x.argtopk(3, 0)?, tensor![2, 1, 3]);
    /// let least = ArgtopkOptions { largest: false, ..Default::default() };
    /// assert_eq!(x.argtopk_with(2, 0, least)?, tensor![4, 0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, the indices of `torch.topk`; of equal elements ours.
    pub fn argtopk(&self, k: i64, axis: i64) -> Result<Tensor> {
        self.argtopk_with(k, axis, ArgtopkOptions::default())
    }

    /// [`Tensor::argtopk`] with options: `largest`, `sorted`. Shapes, dtypes, cost, errors and source are told there.
    pub fn argtopk_with(&self, k: i64, axis: i64, options: ArgtopkOptions) -> Result<Tensor> {
        run(
            &ops::ARGTOPK,
            &[self.view()],
            &[Attr::Int(k), Attr::Int(axis), Attr::Bool(options.largest), Attr::Bool(options.sorted)],
        )
    }

    /// The elements along an axis with those of the places `kth` where `sort` would put them, lesser ones before and
    /// greater ones behind; between places as they come.
    ///
    /// `kth`: Places along the axis, in any order; negative counts from the end.
    ///
    /// `axis`: The axis to go along; negative counts from the end.
    ///
    /// Shape: that of `x`. Dtypes: any; gives that of `x`. Cost: copies; O(size of `x` times the logarithm of the
    /// number of places). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `IndexOutOfRange` for a place outside the axis.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![7, 2, 9, 1, 5];
    /// assert_eq!(x.partition(&[2], 0)?, tensor![2, 1, 5, 7, 9]);
    /// assert_eq!(x.partition(&[0, -1], 0)?, tensor![1, 7, 2, 5, 9]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.partition`; the order between places is ours.
    pub fn partition(&self, kth: &[i64], axis: i64) -> Result<Tensor> {
        run(&ops::PARTITION, &[self.view()], &[Attr::Ints(kth.into()), Attr::Int(axis)])
    }

    /// The indices that `partition` puts the elements along an axis in order by.
    ///
    /// `kth`: Places along the axis, in any order; negative counts from the end.
    ///
    /// `axis`: The axis to go along; negative counts from the end.
    ///
    /// Shape: that of `x`. Dtypes: any; gives int64. Cost: copies; O(size of `x` times the logarithm of the number of
    /// places). Gradient: none.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `IndexOutOfRange` for a place outside the axis.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![7, 2, 9, 1, 5].argpartition(&[2], 0)?, tensor![1, 3, 4, 0, 2]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.argpartition`; the order between places is ours.
    pub fn argpartition(&self, kth: &[i64], axis: i64) -> Result<Tensor> {
        run(&ops::ARGPARTITION, &[self.view()], &[Attr::Ints(kth.into()), Attr::Int(axis)])
    }

    /// The elements over axes that lie a part `q`, 0 to 1, of the way through them in order, or between two of them;
    /// NaN where there is one, and of nothing.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Shape: that of `q`, then that of `x` without the axes, which stay with extent 1 under `keepdims`. Dtypes: real
    /// numbers and bool; gives that of `x`, float64 for integers and bool. Cost: copies; O(size of `x` times the
    /// logarithm of what is reduced). Gradient: yes, that of the operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `AxisOutOfRange` for an axis outside the shape; `RepeatedAxis`
    /// for an axis named twice; `BadArgument` for a `q` outside its range, NaN too; `BadArgument` for a word that a
    /// parameter does not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[1.0, 4.0, 2.0], [8.0, 6.0, 7.0]];
    /// assert_eq!(x.quantile(&tensor![0.0, 0.75], 1)?, tensor![[1.0, 6.0], [3.0, 7.5]]);
    /// let lower = QuantileOptions { method: "lower", ..Default::default() };
    /// assert_eq!(x.quantile_with(&tensor![0.75], 1, lower)?, tensor![[2.0, 7.0]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.quantile`; the dtype is that of `x` whatever `q`.
    pub fn quantile(&self, q: &Tensor, axis: impl Into<Axes>) -> Result<Tensor> {
        self.quantile_with(q, axis, QuantileOptions::default())
    }

    /// [`Tensor::quantile`] with options: `keepdims`, `method`. Shapes, dtypes, cost, errors and source are told
    /// there.
    pub fn quantile_with(&self, q: &Tensor, axis: impl Into<Axes>, options: QuantileOptions) -> Result<Tensor> {
        run(
            &ops::QUANTILE,
            &[self.view(), q.view()],
            &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims), Attr::Word(options.method)],
        )
    }

    /// The elements over axes that lie `q` percent of the way through them in order, or between two of them; NaN
    /// where there is one, and of nothing.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Shape: that of `q`, then that of `x` without the axes, which stay with extent 1 under `keepdims`. Dtypes: real
    /// numbers and bool; gives that of `x`, float64 for integers and bool. Cost: copies; O(size of `x` times the
    /// logarithm of what is reduced). Gradient: yes, that of the operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `AxisOutOfRange` for an axis outside the shape; `RepeatedAxis`
    /// for an axis named twice; `BadArgument` for a `q` outside its range, NaN too; `BadArgument` for a word that a
    /// parameter does not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.0, 5.0, 2.0].percentile(&tensor![50, 75], ())?, tensor![2.0, 3.5]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.percentile`; the dtype is that of `x` whatever `q`.
    pub fn percentile(&self, q: &Tensor, axis: impl Into<Axes>) -> Result<Tensor> {
        self.percentile_with(q, axis, PercentileOptions::default())
    }

    /// [`Tensor::percentile`] with options: `keepdims`, `method`. Shapes, dtypes, cost, errors and source are told
    /// there.
    pub fn percentile_with(&self, q: &Tensor, axis: impl Into<Axes>, options: PercentileOptions) -> Result<Tensor> {
        run(
            &ops::PERCENTILE,
            &[self.view(), q.view()],
            &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims), Attr::Word(options.method)],
        )
    }

    /// The middle element over axes in order, or the mean of the two in the middle; NaN where there is one, and of
    /// nothing.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`. Dtypes: real numbers and bool;
    /// gives that of `x`, float64 for integers and bool. Cost: copies; O(size of operands and result). Gradient: yes,
    /// that of the operations it is composed of.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `RepeatedAxis` for an axis named twice;
    /// `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[1.0, 9.0, 2.0], [4.0, 6.0, 5.0]];
    /// assert_eq!(x.median(1)?, tensor![2.0, 5.0]);
    /// assert_eq!(x.median(())?.item::<f64>()?, 4.5);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.median`.
    pub fn median(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.median_with(axis, MedianOptions::default())
    }

    /// [`Tensor::median`] with options: `keepdims`. Shapes, dtypes, cost, errors and source are told there.
    pub fn median_with(&self, axis: impl Into<Axes>, options: MedianOptions) -> Result<Tensor> {
        run(&ops::MEDIAN, &[self.view()], &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims)])
    }

    /// As `quantile`, of what is not NaN; NaN where there is nothing.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Shape: that of `q`, then that of `x` without the axes, which stay with extent 1 under `keepdims`. Dtypes: real
    /// numbers and bool; gives that of `x`, float64 for integers and bool. Cost: copies; O(size of `x` times the
    /// logarithm of what is reduced). Gradient: yes, that of the operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `AxisOutOfRange` for an axis outside the shape; `RepeatedAxis`
    /// for an axis named twice; `BadArgument` for a `q` outside its range, NaN too; `BadArgument` for a word that a
    /// parameter does not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[1.0, f64::NAN, 2.0], [f64::NAN, 6.0, f64::NAN]];
    /// assert_eq!(x.nanquantile(&tensor![0.5], 1)?, tensor![[1.5, 6.0]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.nanquantile`; the dtype is that of `x` whatever `q`.
    pub fn nanquantile(&self, q: &Tensor, axis: impl Into<Axes>) -> Result<Tensor> {
        self.nanquantile_with(q, axis, NanquantileOptions::default())
    }

    /// [`Tensor::nanquantile`] with options: `keepdims`, `method`. Shapes, dtypes, cost, errors and source are told
    /// there.
    pub fn nanquantile_with(&self, q: &Tensor, axis: impl Into<Axes>, options: NanquantileOptions) -> Result<Tensor> {
        run(
            &ops::NANQUANTILE,
            &[self.view(), q.view()],
            &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims), Attr::Word(options.method)],
        )
    }

    /// As `percentile`, of what is not NaN; NaN where there is nothing.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Shape: that of `q`, then that of `x` without the axes, which stay with extent 1 under `keepdims`. Dtypes: real
    /// numbers and bool; gives that of `x`, float64 for integers and bool. Cost: copies; O(size of `x` times the
    /// logarithm of what is reduced). Gradient: yes, that of the operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `AxisOutOfRange` for an axis outside the shape; `RepeatedAxis`
    /// for an axis named twice; `BadArgument` for a `q` outside its range, NaN too; `BadArgument` for a word that a
    /// parameter does not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![f64::NAN, 5.0, 2.0].nanpercentile(&tensor![50], ())?, tensor![3.5]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.nanpercentile`; the dtype is that of `x` whatever `q`.
    pub fn nanpercentile(&self, q: &Tensor, axis: impl Into<Axes>) -> Result<Tensor> {
        self.nanpercentile_with(q, axis, NanpercentileOptions::default())
    }

    /// [`Tensor::nanpercentile`] with options: `keepdims`, `method`. Shapes, dtypes, cost, errors and source are told
    /// there.
    pub fn nanpercentile_with(
        &self,
        q: &Tensor,
        axis: impl Into<Axes>,
        options: NanpercentileOptions,
    ) -> Result<Tensor> {
        run(
            &ops::NANPERCENTILE,
            &[self.view(), q.view()],
            &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims), Attr::Word(options.method)],
        )
    }

    /// As `median`, of what is not NaN; NaN where there is nothing.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`. Dtypes: real numbers and bool;
    /// gives that of `x`, float64 for integers and bool. Cost: copies; O(size of operands and result). Gradient: yes,
    /// that of the operations it is composed of.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `RepeatedAxis` for an axis named twice;
    /// `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![[1.0, f64::NAN, 2.0]].nanmedian(1)?, tensor![1.5]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.nanmedian`.
    pub fn nanmedian(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.nanmedian_with(axis, NanmedianOptions::default())
    }

    /// [`Tensor::nanmedian`] with options: `keepdims`. Shapes, dtypes, cost, errors and source are told there.
    pub fn nanmedian_with(&self, axis: impl Into<Axes>, options: NanmedianOptions) -> Result<Tensor> {
        run(&ops::NANMEDIAN, &[self.view()], &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims)])
    }

    /// The index at which each element of `x2` would be put into the sorted row `x1` to keep it sorted; NaN belongs
    /// last.
    ///
    /// Shape: that of `x2`. Dtypes: any; gives int64. Cost: copies; O(size of `x2` times the logarithm of that of
    /// `x1`). Gradient: none.
    ///
    /// Errors: `ShapeMismatch` for an `x1` of other than one axis; `NoPromotion` for uint64 beside a signed integer;
    /// `BadArgument` for a word that a parameter does not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let row = tensor![1.0, 2.0, 2.0, 4.0];
    /// assert_eq!(row.searchsorted(&tensor![[2.0, 5.0], [0.0, f64::NAN]])?, tensor![[1, 4], [0, 4]]);
    /// let right = SearchsortedOptions { side: "right" };
    /// assert_eq!(row.searchsorted_with(&tensor![2.0], right)?, tensor![3]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `searchsorted`; complex numbers are ordered as in NumPy.
    pub fn searchsorted(&self, x2: &Tensor) -> Result<Tensor> {
        self.searchsorted_with(x2, SearchsortedOptions::default())
    }

    /// [`Tensor::searchsorted`] with options: `side`. Shapes, dtypes, cost, errors and source are told there.
    pub fn searchsorted_with(&self, x2: &Tensor, options: SearchsortedOptions) -> Result<Tensor> {
        run(&ops::SEARCHSORTED, &[self.view(), x2.view()], &[Attr::Word(options.side)])
    }

    /// Whether each element of `x1` equals some element of `x2`; NaN equals nothing, both zeros are one.
    ///
    /// Shape: that of `x1`. Dtypes: any; gives bool. Cost: copies; O(size of both times the logarithm of that of
    /// `x2`). Gradient: none.
    ///
    /// Errors: `NoPromotion` for uint64 beside a signed integer.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![[1, 2], [3, 4]].isin(&tensor![2, 4, 9])?, tensor![[false, true], [false, true]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `isin`.
    pub fn isin(&self, x2: &Tensor) -> Result<Tensor> {
        self.isin_with(x2, IsinOptions::default())
    }

    /// [`Tensor::isin`] with options: `invert`. Shapes, dtypes, cost, errors and source are told there.
    pub fn isin_with(&self, x2: &Tensor, options: IsinOptions) -> Result<Tensor> {
        run(&ops::ISIN, &[self.view(), x2.view()], &[Attr::Bool(options.invert)])
    }

    /// Elements of an axis by one index for each result; the other axes broadcast, negative indices count from the
    /// end.
    ///
    /// `axis`: The axis that the indices are of; negative counts from the end.
    ///
    /// Shape: `x` and `indices` broadcast, but along the axis, where it is that of `indices`. Dtypes: any; gives that
    /// of `x`. Cost: copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `DTypeUnsupported` for indices that are no integers;
    /// `ShapeMismatch` for indices of another number of axes; `Broadcast` for shapes that do not broadcast;
    /// `IndexOutOfRange` for an index outside the axis.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[10, 30, 20], [60, 40, 50]];
    /// let places = x.argsort(1)?;
    /// assert_eq!(x.take_along_axis(&places, 1)?, tensor![[10, 20, 30], [40, 50, 60]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `take_along_axis`.
    pub fn take_along_axis(&self, indices: &Tensor, axis: i64) -> Result<Tensor> {
        run(&ops::TAKE_ALONG_AXIS, &[self.view(), indices.view()], &[Attr::Int(axis)])
    }

    /// `x` with each update, cast to its dtype, added at its index along an axis; an index may come more than once.
    ///
    /// `axis`: The axis that the indices are of; negative counts from the end.
    ///
    /// Shape: that of `x`; `indices` and `updates` broadcast to its extents but along the axis. Dtypes: any; gives
    /// that of `x`. Cost: copies; O(size of `x` and `updates`). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `DTypeUnsupported` for indices that are no integers,
    /// and for complex updates of real numbers; `ShapeMismatch` for indices or updates of other extents; `Broadcast`
    /// for shapes that do not broadcast; `IndexOutOfRange` for an index outside the axis.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[1, 1, 1]];
    /// assert_eq!(x.add_along_axis(&tensor![[2, 0, 2]], &tensor![[10, 20, 30]], 1)?, tensor![[21, 1, 41]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.scatter_add`; the transpose of `take_along_axis`.
    #[doc(alias = "scatter_add")]
    pub fn add_along_axis(&self, indices: &Tensor, updates: &Tensor, axis: i64) -> Result<Tensor> {
        run(&ops::ADD_ALONG_AXIS, &[self.view(), indices.view(), updates.view()], &[Attr::Int(axis)])
    }

    /// The matrix product over the last axis of `x1` and the last but one of `x2`; leading axes broadcast.
    ///
    /// Shape: `[.., m, k]` and `[.., k, n]` give `[.., m, n]`, leading axes broadcast; a vector is one row on the
    /// left, one column on the right, and that axis is dropped. Dtypes: numbers, not bool; gives the common dtype.
    /// Cost: copies; O(m * k * n) for each matrix. Gradient: yes, by a rule of its own.
    ///
    /// Errors: `ShapeMismatch` where the inner extents differ, and for a tensor without axes; `Broadcast` for shapes
    /// that do not broadcast; `DTypeUnsupported` for bool; `NoPromotion` for uint64 beside a signed integer;
    /// `BadArgument` for a word that a parameter does not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let (x, y) = (tensor![[1, 2], [3, 4]], tensor![[1, 0], [0, -1]]);
    /// assert_eq!(x.matmul(&y)?, tensor![[1, -2], [3, -4]]);
    /// assert_eq!(x.matmul(&tensor![10, 1])?, tensor![12, 34]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `matmul`; for quantized operands ours.
    pub fn matmul(&self, x2: &Tensor) -> Result<Tensor> {
        self.matmul_with(x2, MatmulOptions::default())
    }

    /// [`Tensor::matmul`] with options: `precision`. Shapes, dtypes, cost, errors and source are told there.
    pub fn matmul_with(&self, x2: &Tensor, options: MatmulOptions) -> Result<Tensor> {
        run(&ops::MATMUL, &[self.view(), x2.view()], &[Attr::Word(options.precision)])
    }

    /// The products over the last axis of `x1` and the only or last but one of `x2`, added up; leading axes
    /// broadcast. A tensor without axes scales.
    ///
    /// Shape: as `matmul`; beside a tensor without axes that of the other. Dtypes: numbers, and bool where `dtype` is
    /// given; gives `dtype`, by default the common dtype. Cost: copies; O(m * k * n) for each matrix. Gradient: yes,
    /// that of the operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for bool where no `dtype` is given, and for complex numbers where it is real;
    /// `NoPromotion` for uint64 beside a signed integer; `ShapeMismatch` where the inner extents differ; `Broadcast`
    /// for shapes that do not broadcast.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1, 2].dot(&tensor![3, 4])?.item::<i64>()?, 11);
    /// let x = tensor![[1, 2], [3, 4]];
    /// assert_eq!(x.dot(&x)?, tensor![[7, 10], [15, 22]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.dot`; above two axes `matmul`.
    pub fn dot(&self, x2: &Tensor) -> Result<Tensor> {
        self.dot_with(x2, DotOptions::default())
    }

    /// [`Tensor::dot`] with options: `dtype`. Shapes, dtypes, cost, errors and source are told there.
    pub fn dot_with(&self, x2: &Tensor, options: DotOptions) -> Result<Tensor> {
        run(&ops::DOT, &[self.view(), x2.view()], &[options.dtype.map_or(Attr::None, Attr::DType)])
    }

    /// The inner products of vectors along an axis, `x1` conjugated; floats multiply and add up in float64, the other
    /// axes broadcast.
    ///
    /// `axis`: The axis of the vectors, which has one length in both; negative counts from the end.
    ///
    /// Shape: `x1` and `x2` broadcast, without the axis. Dtypes: numbers, and bool where `dtype` is given; gives
    /// `dtype`, by default the common dtype. Cost: copies; O(size of operands and result). Gradient: yes, that of the
    /// operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for bool where no `dtype` is given, and for complex numbers where it is real;
    /// `NoPromotion` for uint64 beside a signed integer; `AxisOutOfRange` for an axis outside the shape;
    /// `ShapeMismatch` where the axes differ in length; `BadArgument` for an axis counted from the start where `x1`
    /// and `x2` differ in number of axes; `Broadcast` for shapes that do not broadcast.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let (a, b) = (tensor![[1, 2], [3, 4]], tensor![10, 1]);
    /// assert_eq!(a.vecdot(&b, -1)?, tensor![12, 34]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `vecdot`.
    pub fn vecdot(&self, x2: &Tensor, axis: i64) -> Result<Tensor> {
        self.vecdot_with(x2, axis, VecdotOptions::default())
    }

    /// [`Tensor::vecdot`] with options: `dtype`. Shapes, dtypes, cost, errors and source are told there.
    pub fn vecdot_with(&self, x2: &Tensor, axis: i64, options: VecdotOptions) -> Result<Tensor> {
        run(&ops::VECDOT, &[self.view(), x2.view()], &[Attr::Int(axis), options.dtype.map_or(Attr::None, Attr::DType)])
    }

    /// Elements of one axis by integer index, negative ones from the end; out of range is an error.
    ///
    /// `axis`: The axis; negative counts from the end.
    ///
    /// Shape: that of `x` with the axes of `indices` in place of the axis. Dtypes: any; gives that of `x`. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `DTypeMismatch` for indices that are no integers;
    /// `IndexOutOfRange` for an index outside the axis.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.take(&tensor![-1, 0], 1)?, tensor![[3, 1], [6, 4]]);
    /// assert!(x.take(&tensor![2], 0).is_err());
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `take`.
    pub fn take(&self, indices: &Tensor, axis: i64) -> Result<Tensor> {
        run(&ops::TAKE, &[self.view(), indices.view()], &[Attr::Int(axis)])
    }

    /// `x` with `updates` added at the indices of one axis; an index may come more than once.
    ///
    /// `axis`: The axis; negative counts from the end.
    ///
    /// Shape: that of `x`; `updates` have the shape that `take` gives. Dtypes: any; gives that of `x`. Cost: copies;
    /// O(size of `x` and `updates`). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `DTypeMismatch` for indices that are no integers, and
    /// for updates that the dtype of `x` does not hold; `ShapeMismatch` for updates of another shape;
    /// `DTypeUnsupported` for bool; `NoPromotion` for uint64 beside a signed integer; `IndexOutOfRange` for an index
    /// outside the axis.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[1, 1], [1, 1]];
    /// assert_eq!(x.index_add(&tensor![1, 1], &tensor![[1, 2], [3, 4]], 0)?, tensor![[1, 1], [5, 7]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.index_add`; the transpose of `take`.
    pub fn index_add(&self, indices: &Tensor, updates: &Tensor, axis: i64) -> Result<Tensor> {
        run(&ops::INDEX_ADD, &[self.view(), indices.view(), updates.view()], &[Attr::Int(axis)])
    }

    /// The sum of products that an equation names: a letter for each axis of each operand, summed over what the
    /// output leaves out.
    ///
    /// `equation`: Terms with commas between them, then `->` and the output, which may be left out: then it is the
    /// letters that stand once, in order. `...` stands for axes without a letter, which broadcast. A letter that
    /// stands twice in a term takes the diagonal. Spaces do not count.
    ///
    /// Shape: the extents of the labels of the output. Dtypes: numbers, and bool where `dtype` is given; gives
    /// `dtype`, by default the common dtype. Cost: a view where nothing is multiplied or summed; else two operands at
    /// a time, in the order of fewest multiplications, each step a matrix product. Gradient: yes, that of the
    /// operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for bool where no `dtype` is given, and for complex numbers where it is real;
    /// `NoPromotion` for uint64 beside a signed integer; `BadArgument` for an equation outside the grammar, or
    /// without a term for each operand; `ShapeMismatch` for an operand of another number of axes than its term, and
    /// for a label of two extents other than 1; `TooManyAxes` for a result of more than 64 axes.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let (x, y) = (tensor![[1, 2], [3, 4]], tensor![[1, 0], [0, -1]]);
    /// assert_eq!(x.einsum(&[&y], "ij,jk->ik")?, tensor![[1, -2], [3, -4]]);
    /// assert_eq!(x.einsum(&[], "ii")?.item::<i64>()?, 5);
    /// assert_eq!(x.einsum(&[], "...ij->...j")?, tensor![4, 6]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.einsum`.
    pub fn einsum(&self, others: &[&Tensor], equation: &str) -> Result<Tensor> {
        self.einsum_with(others, equation, EinsumOptions::default())
    }

    /// [`Tensor::einsum`] with options: `dtype`. Shapes, dtypes, cost, errors and source are told there.
    pub fn einsum_with(&self, others: &[&Tensor], equation: &str, options: EinsumOptions) -> Result<Tensor> {
        run(
            &ops::EINSUM,
            &std::iter::once(self).chain(others.iter().copied()).map(Tensor::view).collect::<Vec<_>>(),
            &[Attr::Text(equation.into()), options.dtype.map_or(Attr::None, Attr::DType)],
        )
    }

    /// The products over some axes of `x1` and as many of `x2`, added up; the other axes of both follow one another.
    ///
    /// `axes1`: The axes of `x1` that are summed over; negative counts from the end.
    ///
    /// `axes2`: Those of `x2` that they meet, in the same order.
    ///
    /// Shape: the axes of `x1` that are left, then those of `x2`. Dtypes: numbers, and bool where `dtype` is given;
    /// gives `dtype`, by default the common dtype. Cost: copies; one matrix product. Gradient: yes, that of the
    /// operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for bool where no `dtype` is given, and for complex numbers where it is real;
    /// `NoPromotion` for uint64 beside a signed integer; `AxisOutOfRange` for an axis outside the shape;
    /// `RepeatedAxis` for an axis named twice; `BadArgument` for another number of axes of `x2` than of `x1`;
    /// `ShapeMismatch` where axes that meet differ in length; `TooManyAxes` for a result of more than 64 axes.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let (x, y) = (tensor![[1, 2], [3, 4]], tensor![[10, 1], [0, 1]]);
    /// assert_eq!(x.tensordot(&y, &[0, 1], &[0, 1])?.item::<i64>()?, 16);
    /// assert_eq!(x.tensordot(&y, &[-1], &[1])?, tensor![[12, 2], [34, 4]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `tensordot`.
    pub fn tensordot(&self, x2: &Tensor, axes1: &[i64], axes2: &[i64]) -> Result<Tensor> {
        self.tensordot_with(x2, axes1, axes2, TensordotOptions::default())
    }

    /// [`Tensor::tensordot`] with options: `dtype`. Shapes, dtypes, cost, errors and source are told there.
    pub fn tensordot_with(
        &self,
        x2: &Tensor,
        axes1: &[i64],
        axes2: &[i64],
        options: TensordotOptions,
    ) -> Result<Tensor> {
        run(
            &ops::TENSORDOT,
            &[self.view(), x2.view()],
            &[Attr::Ints(axes1.into()), Attr::Ints(axes2.into()), options.dtype.map_or(Attr::None, Attr::DType)],
        )
    }

    /// The products over the last axis of both, added up, for every line of `x1` and every one of `x2`. A tensor
    /// without axes scales.
    ///
    /// Shape: that of `x1` without its last axis, then that of `x2` without its last; beside a tensor without axes
    /// that of the other. Dtypes: numbers, and bool where `dtype` is given; gives `dtype`, by default the common
    /// dtype. Cost: copies; one matrix product. Gradient: yes, that of the operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for bool where no `dtype` is given, and for complex numbers where it is real;
    /// `NoPromotion` for uint64 beside a signed integer; `ShapeMismatch` where the last axes differ in length;
    /// `TooManyAxes` for a result of more than 64 axes.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let (x, y) = (tensor![[1, 2], [3, 4]], tensor![[10, 1], [0, 1]]);
    /// assert_eq!(x.inner(&y)?, tensor![[12, 2], [34, 4]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.inner`.
    pub fn inner(&self, x2: &Tensor) -> Result<Tensor> {
        self.inner_with(x2, InnerOptions::default())
    }

    /// [`Tensor::inner`] with options: `dtype`. Shapes, dtypes, cost, errors and source are told there.
    pub fn inner_with(&self, x2: &Tensor, options: InnerOptions) -> Result<Tensor> {
        run(&ops::INNER, &[self.view(), x2.view()], &[options.dtype.map_or(Attr::None, Attr::DType)])
    }

    /// The products of all elements of `x1`, conjugated, with those of `x2`, row-major, added up.
    ///
    /// Shape: `[]`, of two operands with one number of elements. Dtypes: numbers, and bool where `dtype` is given;
    /// gives `dtype`, by default the common dtype. Cost: copies; O(size of operands and result). Gradient: yes, that
    /// of the operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for bool where no `dtype` is given, and for complex numbers where it is real;
    /// `NoPromotion` for uint64 beside a signed integer; `ShapeMismatch` for different numbers of elements.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![[1, 2], [3, 4]].vdot(&tensor![1, 1, 1, 10])?.item::<i64>()?, 46);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.vdot`.
    pub fn vdot(&self, x2: &Tensor) -> Result<Tensor> {
        self.vdot_with(x2, VdotOptions::default())
    }

    /// [`Tensor::vdot`] with options: `dtype`. Shapes, dtypes, cost, errors and source are told there.
    pub fn vdot_with(&self, x2: &Tensor, options: VdotOptions) -> Result<Tensor> {
        run(&ops::VDOT, &[self.view(), x2.view()], &[options.dtype.map_or(Attr::None, Attr::DType)])
    }

    /// The product of each element of `x1` with each of `x2`; both are read row-major.
    ///
    /// Shape: the sizes of `x1` and of `x2`. Dtypes: numbers, and bool where `dtype` is given; gives `dtype`, by
    /// default the common dtype. Cost: copies; O(size of the result). Gradient: yes, that of the operations it is
    /// composed of.
    ///
    /// Errors: `DTypeUnsupported` for bool where no `dtype` is given, and for complex numbers where it is real;
    /// `NoPromotion` for uint64 beside a signed integer; `SizeOverflow` for a result past the address space.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1, 2].outer(&tensor![10, 20, 30])?, tensor![[10, 20, 30], [20, 40, 60]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.outer`; of vectors Python array API 2025.12, `linalg.outer`.
    pub fn outer(&self, x2: &Tensor) -> Result<Tensor> {
        self.outer_with(x2, OuterOptions::default())
    }

    /// [`Tensor::outer`] with options: `dtype`. Shapes, dtypes, cost, errors and source are told there.
    pub fn outer_with(&self, x2: &Tensor, options: OuterOptions) -> Result<Tensor> {
        run(&ops::OUTER, &[self.view(), x2.view()], &[options.dtype.map_or(Attr::None, Attr::DType)])
    }

    /// The Kronecker product: a block for each element of `x1`, which is `x2` times that element.
    ///
    /// Shape: the extents of `x1` times those of `x2`, missing leading ones counting as 1. Dtypes: numbers, and bool
    /// where `dtype` is given; gives `dtype`, by default the common dtype. Cost: copies; O(size of the result).
    /// Gradient: yes, that of the operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for bool where no `dtype` is given, and for complex numbers where it is real;
    /// `NoPromotion` for uint64 beside a signed integer; `TooManyAxes` for more than 32 axes; `SizeOverflow` for a
    /// result past the address space.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![[1, 2]].kron(&tensor![[1, 0], [0, 1]])?, tensor![[1, 0, 2, 0], [0, 1, 0, 2]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.kron`.
    pub fn kron(&self, x2: &Tensor) -> Result<Tensor> {
        self.kron_with(x2, KronOptions::default())
    }

    /// [`Tensor::kron`] with options: `dtype`. Shapes, dtypes, cost, errors and source are told there.
    pub fn kron_with(&self, x2: &Tensor, options: KronOptions) -> Result<Tensor> {
        run(&ops::KRON, &[self.view(), x2.view()], &[options.dtype.map_or(Attr::None, Attr::DType)])
    }

    /// The cross products of vectors of three along an axis; of vectors of two the third part, without the axis.
    /// Other axes broadcast.
    ///
    /// `axis`: The axis of the vectors, two or three long in both; negative counts from the end.
    ///
    /// Shape: `x1` and `x2` broadcast; of vectors of two without the axis. Dtypes: numbers, not bool; gives the
    /// common dtype. Cost: copies; O(size of the result). Gradient: yes, that of the operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for bool; `NoPromotion` for uint64 beside a signed integer; `AxisOutOfRange` for an
    /// axis outside the shape; `ShapeMismatch` for vectors of other than two or three, or of different lengths;
    /// `BadArgument` for an axis counted from the start where `x1` and `x2` differ in number of axes; `Broadcast` for
    /// shapes that do not broadcast.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1, 0, 0].cross(&tensor![0, 1, 0], -1)?, tensor![0, 0, 1]);
    /// assert_eq!(tensor![1, 0].cross(&tensor![0, 5], -1)?.item::<i64>()?, 5);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `linalg.cross`; of vectors of two NumPy 1, `numpy.cross`.
    pub fn cross(&self, x2: &Tensor, axis: i64) -> Result<Tensor> {
        run(&ops::CROSS, &[self.view(), x2.view()], &[Attr::Int(axis)])
    }

    /// The product of a chain of matrices, in the order that takes the fewest multiplications; the first may be a
    /// row, the last a column.
    ///
    /// Shape: the rows of the first by the columns of the last, without the axis that a vector lacks. Dtypes:
    /// numbers, and bool where `dtype` is given; gives `dtype`, by default the common dtype. Cost: copies; one matrix
    /// product for each operand after the first. Gradient: yes, that of the operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for bool where no `dtype` is given, and for complex numbers where it is real;
    /// `NoPromotion` for uint64 beside a signed integer; `ShapeMismatch` where inner extents differ, and for other
    /// than matrices between the first and the last.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let (x, y) = (tensor![[1, 2], [3, 4]], tensor![10, 1]);
    /// assert_eq!(x.multi_dot(&[&x, &y])?, tensor![80, 172]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.linalg.multi_dot`.
    pub fn multi_dot(&self, others: &[&Tensor]) -> Result<Tensor> {
        self.multi_dot_with(others, MultiDotOptions::default())
    }

    /// [`Tensor::multi_dot`] with options: `dtype`. Shapes, dtypes, cost, errors and source are told there.
    pub fn multi_dot_with(&self, others: &[&Tensor], options: MultiDotOptions) -> Result<Tensor> {
        run(
            &ops::MULTI_DOT,
            &std::iter::once(self).chain(others.iter().copied()).map(Tensor::view).collect::<Vec<_>>(),
            &[options.dtype.map_or(Attr::None, Attr::DType)],
        )
    }

    /// Each square matrix multiplied with itself `n` times over, by squaring; of 0 the identity, of a negative power
    /// that of the inverse.
    ///
    /// `n`: The power; of integers 0 or more.
    ///
    /// Shape: that of `x`. Dtypes: numbers, not bool; gives that of `x`. Cost: copies; up to 2 log2(n) matrix
    /// products. Gradient: yes, that of the operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for bool; `ShapeMismatch` for matrices that are not square, and for fewer than two
    /// axes; `BadArgument` for a negative power of integers; `Singular` for a negative power of a matrix without an
    /// inverse.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[1, 1], [1, 0]];
    /// assert_eq!(x.matrix_power(10)?, tensor![[89, 55], [55, 34]]);
    /// assert_eq!(x.matrix_power(0)?, tensor![[1, 0], [0, 1]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `linalg.matrix_power`.
    pub fn matrix_power(&self, n: i64) -> Result<Tensor> {
        run(&ops::MATRIX_POWER, &[self.view()], &[Attr::Int(n)])
    }

    /// The elements of a diagonal of two axes, as the last axis; always a view.
    ///
    /// Shape: that of `x` without the two axes, then the length of the diagonal. Dtypes: any, block formats too;
    /// gives that of `x`. Cost: a view; nothing is copied. Gradient: yes, by a rule of its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `RepeatedAxis` for one axis named twice.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.diagonal()?, tensor![1, 5]);
    /// assert_eq!(x.diagonal_with(DiagonalOptions { offset: 1, ..Default::default() })?, tensor![2, 6]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.diagonal`.
    pub fn diagonal(&self) -> Result<Tensor> {
        self.diagonal_with(DiagonalOptions::default())
    }

    /// [`Tensor::diagonal`] with options: `offset`, `axis1`, `axis2`. Shapes, dtypes, cost, errors and source are
    /// told there.
    pub fn diagonal_with(&self, options: DiagonalOptions) -> Result<Tensor> {
        run(
            &ops::DIAGONAL,
            &[self.view()],
            &[Attr::Int(options.offset), Attr::Int(options.axis1), Attr::Int(options.axis2)],
        )
    }

    /// The sum of the elements on a diagonal of two axes.
    ///
    /// Shape: that of `x` without the two axes. Dtypes: any; gives `dtype`, by default int64 for signed integers and
    /// bool, uint64 for unsigned ones, else that of `x`. Cost: copies; O(size of operands and result). Gradient: yes,
    /// that of the operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers where `dtype` is real; `AxisOutOfRange` for an axis outside the
    /// shape; `RepeatedAxis` for one axis named twice.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![[1, 2], [3, 4]].trace()?.item::<i64>()?, 5);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `numpy.trace`; integers add up in 64 bits.
    pub fn trace(&self) -> Result<Tensor> {
        self.trace_with(TraceOptions::default())
    }

    /// [`Tensor::trace`] with options: `offset`, `axis1`, `axis2`, `dtype`. Shapes, dtypes, cost, errors and source
    /// are told there.
    pub fn trace_with(&self, options: TraceOptions) -> Result<Tensor> {
        run(
            &ops::TRACE,
            &[self.view()],
            &[
                Attr::Int(options.offset),
                Attr::Int(options.axis1),
                Attr::Int(options.axis2),
                options.dtype.map_or(Attr::None, Attr::DType),
            ],
        )
    }

    /// The solution of `x1 @ x = x2`: `x2` is one vector if it has one axis, else matrices of columns; leading axes
    /// broadcast.
    ///
    /// Shape: `[.., n, n]` and `[.., n, k]` give `[.., n, k]`, `[n]` gives `[.., n]`. Dtypes: any; gives the common
    /// dtype, float64 for integers and bool. Cost: copies; O(n ** 3) for each matrix. Gradient: yes, by a rule of its
    /// own.
    ///
    /// Errors: `NoPromotion` for uint64 beside a signed integer; `ShapeMismatch` for matrices that are not square,
    /// and for right-hand sides of another length; `Broadcast` for shapes that do not broadcast; `Singular` for a
    /// matrix without an inverse; names its place in the batch.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[2.0, 0.0], [0.0, 4.0]];
    /// assert_eq!(x.solve(&tensor![2.0, 8.0])?, tensor![1.0, 2.0]);
    /// assert_eq!(x.solve(&tensor![[2.0], [8.0]])?, tensor![[1.0], [2.0]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `linalg.solve`.
    pub fn solve(&self, x2: &Tensor) -> Result<Tensor> {
        run(&ops::SOLVE, &[self.view(), x2.view()], &[])
    }

    /// As `solve`, for a matrix of which one triangle counts.
    ///
    /// Shape: `[.., n, n]` and `[.., n, k]` give `[.., n, k]`, `[n]` gives `[.., n]`. Dtypes: any; gives the common
    /// dtype, float64 for integers and bool. Cost: copies; O(n ** 2) for each column. Gradient: yes, by a rule of its
    /// own.
    ///
    /// Errors: `NoPromotion` for uint64 beside a signed integer; `ShapeMismatch` for matrices that are not square,
    /// and for right-hand sides of another length; `Broadcast` for shapes that do not broadcast; `Singular` for a
    /// matrix without an inverse; names its place in the batch.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[2.0, 9.0], [1.0, 4.0]];
    /// assert_eq!(x.solve_triangular(&tensor![2.0, 9.0])?, tensor![1.0, 2.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `linalg.solve_triangular`.
    pub fn solve_triangular(&self, x2: &Tensor) -> Result<Tensor> {
        self.solve_triangular_with(x2, SolveTriangularOptions::default())
    }

    /// [`Tensor::solve_triangular`] with options: `upper`, `unit_diagonal`. Shapes, dtypes, cost, errors and source
    /// are told there.
    pub fn solve_triangular_with(&self, x2: &Tensor, options: SolveTriangularOptions) -> Result<Tensor> {
        run(
            &ops::SOLVE_TRIANGULAR,
            &[self.view(), x2.view()],
            &[Attr::Bool(options.upper), Attr::Bool(options.unit_diagonal)],
        )
    }

    /// As `solve`, for matrices given by three diagonals of one length: below the main one (its first element is not
    /// read), the main one, and above it (its last is not read).
    ///
    /// Shape: `[.., n]` three times and `[.., n, k]` give `[.., n, k]`, `[n]` gives `[.., n]`. Dtypes: any; gives the
    /// common dtype, float64 for integers and bool. Cost: copies; O(n) for each column. Gradient: yes, by a rule of
    /// its own.
    ///
    /// Errors: `NoPromotion` for uint64 beside a signed integer; `ShapeMismatch` for diagonals without an axis or of
    /// other lengths, and for right-hand sides of another length; `Broadcast` for shapes that do not broadcast;
    /// `Singular` for a matrix without an inverse; names its place in the batch.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let (below, main, above) = (tensor![0.0, 1.0], tensor![2.0, 3.0], tensor![1.0, 0.0]);
    /// assert_eq!(below.solve_tridiagonal(&main, &above, &tensor![3.0, 4.0])?, tensor![1.0, 1.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `linalg.solve_banded`; the diagonals lie as in cuSPARSE.
    pub fn solve_tridiagonal(&self, main: &Tensor, upper: &Tensor, b: &Tensor) -> Result<Tensor> {
        run(&ops::SOLVE_TRIDIAGONAL, &[self.view(), main.view(), upper.view(), b.view()], &[])
    }

    /// The inverse of each matrix.
    ///
    /// Shape: that of `x`, whose last two axes are equal. Dtypes: any; gives that of `x`, float64 for integers and
    /// bool. Cost: copies; O(n ** 3) for each matrix. Gradient: yes, by a rule of its own.
    ///
    /// Errors: `ShapeMismatch` for matrices that are not square, and for fewer than two axes; `Singular` for a matrix
    /// without an inverse; names its place in the batch.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[2.0, 0.0], [0.0, 4.0]];
    /// assert_eq!(x.inv()?, tensor![[0.5, 0.0], [0.0, 0.25]]);
    /// assert!(tensor![[1.0, 2.0], [2.0, 4.0]].inv().is_err());
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `linalg.inv`.
    pub fn inv(&self) -> Result<Tensor> {
        run(&ops::INV, &[self.view()], &[])
    }

    /// The Moore-Penrose inverse of each matrix: singular values up to `rtol` times the greatest count as 0.
    ///
    /// Shape: `[.., m, n]` gives `[.., n, m]`; `rtol` broadcasts with the leading axes. Dtypes: any; gives the common
    /// dtype, float64 for integers and bool. Cost: copies; O(m * n * min(m, n)) for each matrix. Gradient: yes, by a
    /// rule of its own.
    ///
    /// Errors: `NoPromotion` for uint64 beside a signed integer; `ShapeMismatch` for fewer than two axes; `Broadcast`
    /// for shapes that do not broadcast; `NoConvergence` where an iteration does not end.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[2.0, 0.0], [0.0, 0.0]];
    /// assert_eq!(x.pinv(&tensor![1e-15].squeeze(())?)?, tensor![[0.5, 0.0], [0.0, 0.0]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `linalg.pinv`.
    pub fn pinv(&self, rtol: &Tensor) -> Result<Tensor> {
        run(&ops::PINV, &[self.view(), rtol.view()], &[])
    }

    /// The determinant of each matrix; of one without elements 1.
    ///
    /// Shape: that of `x` without its last two axes, which are equal. Dtypes: any; gives that of `x`, float64 for
    /// integers and bool. Cost: copies; O(n ** 3) for each matrix. Gradient: yes, by a rule of its own.
    ///
    /// Errors: `ShapeMismatch` for matrices that are not square, and for fewer than two axes.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![[1.0, 2.0], [3.0, 4.0]].det()?.item::<f64>()?, -2.0);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `linalg.det`.
    pub fn det(&self) -> Result<Tensor> {
        run(&ops::DET, &[self.view()], &[])
    }

    /// The sign of the determinant of each matrix and the logarithm of its magnitude, as the two elements of a last
    /// axis.
    ///
    /// Shape: that of `x` with one axis of 2 in place of its last two, which are equal. Dtypes: any; gives that of
    /// `x`, float64 for integers and bool. Cost: copies; O(n ** 3) for each matrix. Gradient: yes, by a rule of its
    /// own.
    ///
    /// Errors: `ShapeMismatch` for matrices that are not square, and for fewer than two axes.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![[1.0, 0.0], [0.0, -1.0]].slogdet_packed()?, tensor![-1.0, 0.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `linalg.slogdet`, in one tensor.
    pub fn slogdet_packed(&self) -> Result<Tensor> {
        run(&ops::SLOGDET_PACKED, &[self.view()], &[])
    }

    /// The transposed cofactors of each matrix: the determinant times the inverse, also where there is no inverse.
    ///
    /// Shape: that of `x`, whose last two axes are equal. Dtypes: any; gives that of `x`, float64 for integers and
    /// bool. Cost: copies; O(n ** 3) for each matrix. Gradient: yes, by a rule of its own.
    ///
    /// Errors: `ShapeMismatch` for matrices that are not square, and for fewer than two axes; `NoConvergence` where
    /// an iteration does not end.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[3.0, 0.0], [0.0, 0.0]].adjugate()?;
    /// let away = x.subtract(&tensor![[0.0, 0.0], [0.0, 3.0]])?.abs()?.max(())?;
    /// assert!(away.item::<f64>()? < 1e-15);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: the definition, by singular values.
    pub fn adjugate(&self) -> Result<Tensor> {
        run(&ops::ADJUGATE, &[self.view()], &[])
    }

    /// The exponential of each matrix: the sum of `x ** k / k!`, by a rational function of the scaled matrix and
    /// squaring.
    ///
    /// Shape: that of `x`, whose last two axes are equal. Dtypes: any; gives that of `x`, float64 for integers and
    /// bool. Cost: copies; O(n ** 3) for each matrix. Gradient: yes, by a rule of its own.
    ///
    /// Errors: `ShapeMismatch` for matrices that are not square, and for fewer than two axes.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[0.0, 1.0], [0.0, 0.0]].expm()?;
    /// let away = x.subtract(&tensor![[1.0, 1.0], [0.0, 1.0]])?.abs()?.max(())?;
    /// assert!(away.item::<f64>()? < 1e-15);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: N. J. Higham, The scaling and squaring method for the matrix exponential revisited (2005).
    pub fn expm(&self) -> Result<Tensor> {
        run(&ops::EXPM, &[self.view()], &[])
    }

    /// The triangle `l` with `x = l @ l^H` of each positive definite matrix, or with `upper` the one with `x = u^H @
    /// u`.
    ///
    /// Shape: that of `x`, whose last two axes are equal. Dtypes: any; gives that of `x`, float64 for integers and
    /// bool. Cost: copies; O(n ** 3) for each matrix. Gradient: yes, by a rule of its own.
    ///
    /// Errors: `ShapeMismatch` for matrices that are not square, and for fewer than two axes; `NotPositiveDefinite`
    /// for a matrix that is not positive definite; names its place in the batch.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[4.0, 2.0], [2.0, 5.0]];
    /// assert_eq!(x.cholesky()?, tensor![[2.0, 0.0], [1.0, 2.0]]);
    /// assert_eq!(x.cholesky_with(CholeskyOptions { upper: true })?, tensor![[2.0, 1.0], [0.0, 2.0]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `linalg.cholesky`.
    pub fn cholesky(&self) -> Result<Tensor> {
        self.cholesky_with(CholeskyOptions::default())
    }

    /// [`Tensor::cholesky`] with options: `upper`. Shapes, dtypes, cost, errors and source are told there.
    pub fn cholesky_with(&self, options: CholeskyOptions) -> Result<Tensor> {
        run(&ops::CHOLESKY, &[self.view()], &[Attr::Bool(options.upper)])
    }

    /// The factors of each matrix `x = q @ r`, `q` with orthogonal columns and `r` an upper triangle: the rows of
    /// `q`, then those of `r` transposed.
    ///
    /// Shape: `[.., m, n]` gives `[.., m + n, k]`, where `k` is the lesser of `m` and `n`, or `m` if the mode is
    /// `complete`. Dtypes: any; gives that of `x`, float64 for integers and bool. Cost: copies; O(m * n * k) for each
    /// matrix. Gradient: yes, by a rule of its own.
    ///
    /// Errors: `ShapeMismatch` for fewer than two axes; `BadArgument` for a word that a parameter does not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![[2.0], [0.0]].qr_packed()?.shape(), [3, 1]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `linalg.qr`, in one tensor.
    pub fn qr_packed(&self) -> Result<Tensor> {
        self.qr_packed_with(QrPackedOptions::default())
    }

    /// [`Tensor::qr_packed`] with options: `mode`. Shapes, dtypes, cost, errors and source are told there.
    pub fn qr_packed_with(&self, options: QrPackedOptions) -> Result<Tensor> {
        run(&ops::QR_PACKED, &[self.view()], &[Attr::Word(options.mode)])
    }

    /// The eigenvectors of each symmetric or Hermitian matrix as columns, and its eigenvalues in rising order as one
    /// more column.
    ///
    /// Shape: `[.., n, n]` gives `[.., n, n + 1]`. Dtypes: any; gives that of `x`, float64 for integers and bool.
    /// Cost: copies; O(n ** 3) for each matrix. Gradient: yes, by a rule of its own.
    ///
    /// Errors: `ShapeMismatch` for matrices that are not square, and for fewer than two axes; `NoConvergence` where
    /// an iteration does not end.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![[3.0]].eigh_packed()?.shape(), [1, 2]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `linalg.eigh`, in one tensor.
    pub fn eigh_packed(&self) -> Result<Tensor> {
        self.eigh_packed_with(EighPackedOptions::default())
    }

    /// [`Tensor::eigh_packed`] with options: `upper`. Shapes, dtypes, cost, errors and source are told there.
    pub fn eigh_packed_with(&self, options: EighPackedOptions) -> Result<Tensor> {
        run(&ops::EIGH_PACKED, &[self.view()], &[Attr::Bool(options.upper)])
    }

    /// The eigenvalues of each symmetric or Hermitian matrix in rising order.
    ///
    /// Shape: `[.., n, n]` gives `[.., n]`. Dtypes: any; gives that of `x`, float64 for integers and bool, for
    /// complex numbers the dtype of their parts. Cost: copies; O(n ** 3) for each matrix. Gradient: yes, by a rule of
    /// its own.
    ///
    /// Errors: `ShapeMismatch` for matrices that are not square, and for fewer than two axes; `NoConvergence` where
    /// an iteration does not end.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[3.0, 0.0], [0.0, 1.0]];
    /// assert_eq!(x.eigvalsh()?, tensor![1.0, 3.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `linalg.eigvalsh`.
    pub fn eigvalsh(&self) -> Result<Tensor> {
        self.eigvalsh_with(EigvalshOptions::default())
    }

    /// [`Tensor::eigvalsh`] with options: `upper`. Shapes, dtypes, cost, errors and source are told there.
    pub fn eigvalsh_with(&self, options: EigvalshOptions) -> Result<Tensor> {
        run(&ops::EIGVALSH, &[self.view()], &[Attr::Bool(options.upper)])
    }

    /// The singular value decomposition of each matrix `x = u @ diag(s) @ vh`: the rows of `u`, then `s` in falling
    /// order as one row, then the rows of `vh` transposed; zeros past the shorter ones.
    ///
    /// Shape: `[.., m, n]` gives `[.., m + 1 + n, k]`, where `k` is the greater of `m` and `n`, or the lesser without
    /// `full_matrices`. Dtypes: any; gives that of `x`, float64 for integers and bool. Cost: copies; O(m * n * min(m,
    /// n)) for each matrix. Gradient: yes, by a rule of its own.
    ///
    /// Errors: `ShapeMismatch` for fewer than two axes; `NoConvergence` where an iteration does not end.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![[2.0], [0.0]].svd_packed()?.shape(), [4, 2]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `linalg.svd`, in one tensor.
    pub fn svd_packed(&self) -> Result<Tensor> {
        self.svd_packed_with(SvdPackedOptions::default())
    }

    /// [`Tensor::svd_packed`] with options: `full_matrices`. Shapes, dtypes, cost, errors and source are told there.
    pub fn svd_packed_with(&self, options: SvdPackedOptions) -> Result<Tensor> {
        run(&ops::SVD_PACKED, &[self.view()], &[Attr::Bool(options.full_matrices)])
    }

    /// The singular values of each matrix in falling order.
    ///
    /// Shape: `[.., m, n]` gives `[.., k]`, where `k` is the lesser of `m` and `n`. Dtypes: any; gives that of `x`,
    /// float64 for integers and bool, for complex numbers the dtype of their parts. Cost: copies; O(m * n * min(m,
    /// n)) for each matrix. Gradient: yes, by a rule of its own.
    ///
    /// Errors: `ShapeMismatch` for fewer than two axes; `NoConvergence` where an iteration does not end.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[0.0, 1.0], [3.0, 0.0]];
    /// assert_eq!(x.svdvals()?, tensor![3.0, 1.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `linalg.svdvals`.
    pub fn svdvals(&self) -> Result<Tensor> {
        run(&ops::SVDVALS, &[self.view()], &[])
    }

    /// The eigenvectors of each square matrix as columns of length 1, and its eigenvalues as one more column, all
    /// complex.
    ///
    /// Shape: `[.., n, n]` gives `[.., n, n + 1]`. Dtypes: any; gives that of `x` if it is complex, else the complex
    /// dtype of such parts. Cost: copies; O(n ** 3) for each matrix. Gradient: none.
    ///
    /// Errors: `ShapeMismatch` for matrices that are not square, and for fewer than two axes; `NoConvergence` where
    /// an iteration does not end.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![[3.0]].eig_packed()?.dtype(), DType::Complex128);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `linalg.eig`, in one tensor.
    pub fn eig_packed(&self) -> Result<Tensor> {
        run(&ops::EIG_PACKED, &[self.view()], &[])
    }

    /// The eigenvalues of each square matrix, complex, in no order.
    ///
    /// Shape: `[.., n, n]` gives `[.., n]`. Dtypes: any; gives that of `x` if it is complex, else the complex dtype
    /// of such parts. Cost: copies; O(n ** 3) for each matrix. Gradient: none.
    ///
    /// Errors: `ShapeMismatch` for matrices that are not square, and for fewer than two axes; `NoConvergence` where
    /// an iteration does not end.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[0.0, -1.0], [1.0, 0.0]].eigvals()?;
    /// assert_eq!(x.abs()?.round()?, tensor![1.0, 1.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `linalg.eigvals`.
    pub fn eigvals(&self) -> Result<Tensor> {
        run(&ops::EIGVALS, &[self.view()], &[])
    }

    /// The norm of the elements over axes: the sum of `abs(x) ** ord`, to the power `1 / ord`.
    ///
    /// `axis`: The axes to reduce: all, one, or a list; an empty list reduces none.
    ///
    /// Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`. Dtypes: any; gives that of
    /// `x`, float64 for integers and bool, for complex numbers the dtype of their parts. Cost: copies; O(size of
    /// operands and result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `RepeatedAxis` for an axis named twice;
    /// `ShapeMismatch` where there is no element to choose from.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[3.0, 4.0], [0.0, -2.0]];
    /// assert_eq!(x.vector_norm(1)?, tensor![5.0, 2.0]);
    /// assert_eq!(x.vector_norm_with((), VectorNormOptions { ord: 1.0, ..Default::default() })?.item::<f64>()?, 9.0);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `linalg.vector_norm`.
    pub fn vector_norm(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        self.vector_norm_with(axis, VectorNormOptions::default())
    }

    /// [`Tensor::vector_norm`] with options: `keepdims`, `ord`. Shapes, dtypes, cost, errors and source are told
    /// there.
    pub fn vector_norm_with(&self, axis: impl Into<Axes>, options: VectorNormOptions) -> Result<Tensor> {
        run(
            &ops::VECTOR_NORM,
            &[self.view()],
            &[Attr::Axes(axis.into()), Attr::Bool(options.keepdims), Attr::Float(options.ord)],
        )
    }

    /// The norm of each matrix.
    ///
    /// Shape: that of `x` without its last two axes, which stay with extent 1 under `keepdims`. Dtypes: any; gives
    /// that of `x`, float64 for integers and bool, for complex numbers the dtype of their parts. Cost: copies; O(m *
    /// n), or O(m * n * min(m, n)) with singular values, for each matrix. Gradient: yes, that of the operations it is
    /// composed of.
    ///
    /// Errors: `ShapeMismatch` for fewer than two axes; `NoConvergence` where an iteration does not end;
    /// `BadArgument` for a word that a parameter does not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[3.0, 0.0], [0.0, -4.0]];
    /// assert_eq!(x.matrix_norm()?.item::<f64>()?, 5.0);
    /// assert_eq!(x.matrix_norm_with(MatrixNormOptions { ord: "1", ..Default::default() })?.item::<f64>()?, 4.0);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `linalg.matrix_norm`.
    pub fn matrix_norm(&self) -> Result<Tensor> {
        self.matrix_norm_with(MatrixNormOptions::default())
    }

    /// [`Tensor::matrix_norm`] with options: `keepdims`, `ord`. Shapes, dtypes, cost, errors and source are told
    /// there.
    pub fn matrix_norm_with(&self, options: MatrixNormOptions) -> Result<Tensor> {
        run(&ops::MATRIX_NORM, &[self.view()], &[Attr::Bool(options.keepdims), Attr::Word(options.ord)])
    }

    /// The same elements in another shape, row-major; a view where strides allow it, else a copy.
    ///
    /// `shape`: The new extents; one may be -1.
    ///
    /// Shape: `shape`, with the extent that fits in place of a -1. Dtypes: any, block formats too; gives that of `x`.
    /// Cost: a view where strides allow it, else copies, O(size of `x`). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `Reshape` for another number of elements; `TooManyAxes` for a result of more than 64 axes;
    /// `BlockWrite` where a copy would take the blocks of a block format apart.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.reshape(&[3, -1])?, tensor![[1, 2], [3, 4], [5, 6]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `reshape`.
    pub fn reshape(&self, shape: &[i64]) -> Result<Tensor> {
        run(&ops::RESHAPE, &[self.view()], &[Attr::Ints(shape.into())])
    }

    /// Axes in another order; always a view.
    ///
    /// `axes`: Each axis once, in the new order.
    ///
    /// Shape: that of `x` in the order of `axes`. Dtypes: any, block formats too; gives that of `x`. Cost: a view;
    /// nothing is copied. Gradient: yes, by a rule of its own.
    ///
    /// Errors: `ShapeMismatch` for more or fewer axes than `x` has; `AxisOutOfRange` for an axis outside the shape;
    /// `RepeatedAxis` for an axis named twice.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = Tensor::arange(24)?.reshape(&[2, 3, 4])?.permute_dims(&[2, 0, 1])?;
    /// assert_eq!((x.shape(), x.strides()), (&[4, 2, 3][..], &[1, 12, 4][..]));
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `permute_dims`.
    #[doc(alias = "permute")]
    pub fn permute_dims(&self, axes: &[i64]) -> Result<Tensor> {
        run(&ops::PERMUTE_DIMS, &[self.view()], &[Attr::Ints(axes.into())])
    }

    /// The last two axes exchanged; always a view.
    ///
    /// Shape: `[.., m, n]` gives `[.., n, m]`. Dtypes: any, block formats too; gives that of `x`. Cost: a view;
    /// nothing is copied. Gradient: yes, by a rule of its own.
    ///
    /// Errors: `ShapeMismatch` for fewer than two axes.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![[1, 2, 3], [4, 5, 6]].matrix_transpose()?, tensor![[1, 4], [2, 5], [3, 6]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `matrix_transpose`.
    #[doc(alias = "permute_matrix")]
    pub fn matrix_transpose(&self) -> Result<Tensor> {
        run(&ops::MATRIX_TRANSPOSE, &[self.view()], &[])
    }

    /// Two axes exchanged; always a view.
    ///
    /// `axis1`: One axis; negative counts from the end.
    ///
    /// `axis2`: The other.
    ///
    /// Shape: that of `x` with the two extents exchanged. Dtypes: any, block formats too; gives that of `x`. Cost: a
    /// view; nothing is copied. Gradient: yes, by a rule of its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = Tensor::zeros(&[2, 3, 4], DType::Float32)?;
    /// assert_eq!(x.swapaxes(0, -1)?.shape(), [4, 3, 2]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `swapaxes`.
    #[doc(alias = "swap_axes")]
    pub fn swapaxes(&self, axis1: i64, axis2: i64) -> Result<Tensor> {
        run(&ops::SWAPAXES, &[self.view()], &[Attr::Int(axis1), Attr::Int(axis2)])
    }

    /// Some axes moved to other places, the rest in their order; always a view.
    ///
    /// `source`: The axes that move.
    ///
    /// `destination`: Their places in the result.
    ///
    /// Shape: that of `x` with the extents in their new order. Dtypes: any, block formats too; gives that of `x`.
    /// Cost: a view; nothing is copied. Gradient: yes, by a rule of its own.
    ///
    /// Errors: `BadArgument` for lists of different lengths; `AxisOutOfRange` for an axis outside the shape;
    /// `RepeatedAxis` for an axis named twice.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = Tensor::zeros(&[2, 3, 4], DType::Float32)?;
    /// assert_eq!(x.moveaxis(&[0], &[-1])?.shape(), [3, 4, 2]);
    /// assert_eq!(x.moveaxis(&[0, 1], &[1, 0])?.shape(), [3, 2, 4]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `moveaxis`.
    pub fn moveaxis(&self, source: &[i64], destination: &[i64]) -> Result<Tensor> {
        run(&ops::MOVEAXIS, &[self.view()], &[Attr::Ints(source.into()), Attr::Ints(destination.into())])
    }

    /// New axes of extent 1; always a view.
    ///
    /// `axis`: Where the new axes stand in the result; negative counts from its end.
    ///
    /// Shape: that of `x` with extents of 1 put in. Dtypes: any, block formats too; gives that of `x`. Cost: a view;
    /// nothing is copied. Gradient: yes, by a rule of its own.
    ///
    /// Errors: `BadArgument` for a place outside the result, or named twice; `TooManyAxes` for a result of more than
    /// 64 axes.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![1, 2, 3];
    /// assert_eq!(x.expand_dims(0)?.shape(), [1, 3]);
    /// assert_eq!(x.expand_dims([0, 2])?.shape(), [1, 3, 1]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `expand_dims`.
    #[doc(alias = "unsqueeze")]
    pub fn expand_dims(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        run(&ops::EXPAND_DIMS, &[self.view()], &[Attr::Axes(axis.into())])
    }

    /// Axes of extent 1 dropped: those that are named, or all there are; always a view.
    ///
    /// `axis`: The axes, each of extent 1; all of them if none is named.
    ///
    /// Shape: that of `x` without the axes. Dtypes: any, block formats too; gives that of `x`. Cost: a view; nothing
    /// is copied. Gradient: yes, by a rule of its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `RepeatedAxis` for an axis named twice;
    /// `ShapeMismatch` for an axis of another extent than 1.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = Tensor::zeros(&[1, 3, 1, 4], DType::Float32)?;
    /// assert_eq!(x.squeeze(0)?.shape(), [3, 1, 4]);
    /// assert_eq!(x.squeeze(())?.shape(), [3, 4]);
    /// assert!(x.squeeze(1).is_err());
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `squeeze`.
    pub fn squeeze(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        run(&ops::SQUEEZE, &[self.view()], &[Attr::Axes(axis.into())])
    }

    /// The elements in reverse order along axes; always a view.
    ///
    /// `axis`: The axes; all of them if none is named.
    ///
    /// Shape: that of `x`. Dtypes: any, block formats too; gives that of `x`. Cost: a view; nothing is copied.
    /// Gradient: yes, by a rule of its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `RepeatedAxis` for an axis named twice.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[1, 2], [3, 4]];
    /// assert_eq!(x.flip(0)?, tensor![[3, 4], [1, 2]]);
    /// assert_eq!(x.flip(())?, tensor![[4, 3], [2, 1]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `flip`.
    pub fn flip(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        run(&ops::FLIP, &[self.view()], &[Attr::Axes(axis.into())])
    }

    /// The same elements repeated to a larger shape; always a view, of stride 0.
    ///
    /// `shape`: The larger shape.
    ///
    /// Shape: `shape`. Dtypes: any, block formats too; gives that of `x`. Cost: a view; nothing is copied. Gradient:
    /// yes, by a rule of its own.
    ///
    /// Errors: `Broadcast` for a shape that `x` does not broadcast to; `BadArgument` for a negative extent;
    /// `TooManyAxes` for a result of more than 64 axes; `SizeOverflow` for a result past the address space.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![1, 2].broadcast_to(&[3, 2])?;
    /// assert_eq!(x, tensor![[1, 2], [1, 2], [1, 2]]);
    /// assert_eq!(x.strides(), [0, 1]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
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
    /// Shape: that of `x` with `length` on the axis. Dtypes: any, block formats too; gives that of `x`. Cost: a view;
    /// nothing is copied. Gradient: yes, by a rule of its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `BadArgument` for a part that reaches outside the
    /// axis.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1, 2, 3, 4].narrow(0, 1, 2)?, tensor![2, 3]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.narrow`.
    pub fn narrow(&self, axis: i64, start: i64, length: i64) -> Result<Tensor> {
        run(&ops::NARROW, &[self.view()], &[Attr::Int(axis), Attr::Int(start), Attr::Int(length)])
    }

    /// Every window of a shape, each a stride further along its axes; always a view, whose windows share elements.
    ///
    /// `window_shape`: The extents of a window, which become the last axes.
    ///
    /// `axis`: The axis of each extent; all of them if none is named.
    ///
    /// Shape: that of `x`, the number of windows on each windowed axis, followed by `window_shape`. Dtypes: any,
    /// block formats too; gives that of `x`. Cost: a view; nothing is copied. Gradient: yes, by a rule of its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `BadArgument` for a window that is empty or longer
    /// than its axis, for more or fewer of them than axes, and for a stride or dilation below 1; `TooManyAxes` for a
    /// result of more than 64 axes.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1, 2, 3, 4].sliding_window_view(&[2], ())?, tensor![[1, 2], [2, 3], [3, 4]]);
    /// let options = SlidingWindowViewOptions { stride: vec![2], dilation: vec![3] };
    /// assert_eq!(tensor![1, 2, 3, 4, 5, 6].sliding_window_view_with(&[2], (), options)?, tensor![[1, 4], [3, 6]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `lib.stride_tricks.sliding_window_view`; `stride` as in PyTorch, `Tensor.unfold`.
    #[doc(alias = "unfold")]
    #[doc(alias = "im2col")]
    pub fn sliding_window_view(&self, window_shape: &[i64], axis: impl Into<Axes>) -> Result<Tensor> {
        self.sliding_window_view_with(window_shape, axis, SlidingWindowViewOptions::default())
    }

    /// [`Tensor::sliding_window_view`] with options: `stride`, `dilation`. Shapes, dtypes, cost, errors and source
    /// are told there.
    pub fn sliding_window_view_with(
        &self,
        window_shape: &[i64],
        axis: impl Into<Axes>,
        options: SlidingWindowViewOptions,
    ) -> Result<Tensor> {
        run(
            &ops::SLIDING_WINDOW_VIEW,
            &[self.view()],
            &[
                Attr::Ints(window_shape.into()),
                Attr::Axes(axis.into()),
                Attr::Ints(options.stride.into()),
                Attr::Ints(options.dilation.into()),
            ],
        )
    }

    /// Windows put back where they were and added up where they overlap: the transpose of `sliding_window_view`.
    ///
    /// `size`: The extents of the windowed axes in the result; the last axes, as many, are those of a window.
    ///
    /// `axis`: The axis of each extent; all but a window's if none is named.
    ///
    /// Shape: that of `x` without its last axes, and with `size` on the windowed ones. Dtypes: numbers, not bool;
    /// gives that of `x`. Cost: copies; O(size of `x` and the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for bool; `AxisOutOfRange` for an axis outside the shape; `RepeatedAxis` for an
    /// axis named twice; `ShapeMismatch` for another number of windows than fit `size`; `BadArgument` for more or
    /// fewer extents than axes, and for a stride or dilation below 1.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let windows = tensor![[1, 2], [3, 4], [5, 6]];
    /// assert_eq!(windows.fold(&[4], ())?, tensor![1, 5, 9, 6]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.fold`, with a window's axes apart and last.
    #[doc(alias = "col2im")]
    pub fn fold(&self, size: &[i64], axis: impl Into<Axes>) -> Result<Tensor> {
        self.fold_with(size, axis, FoldOptions::default())
    }

    /// [`Tensor::fold`] with options: `stride`, `dilation`. Shapes, dtypes, cost, errors and source are told there.
    pub fn fold_with(&self, size: &[i64], axis: impl Into<Axes>, options: FoldOptions) -> Result<Tensor> {
        run(
            &ops::FOLD,
            &[self.view()],
            &[
                Attr::Ints(size.into()),
                Attr::Axes(axis.into()),
                Attr::Ints(options.stride.into()),
                Attr::Ints(options.dilation.into()),
            ],
        )
    }

    /// Tensors joined along an axis, or flattened and then joined; dtypes promote.
    ///
    /// `axis`: The axis, which all have; none flattens each tensor first.
    ///
    /// Shape: that of the tensors, whose extents add up along the axis and are equal else; without an axis the sum of
    /// their sizes. Dtypes: any; gives their own where it is one, else the common dtype. Cost: copies; O(size of the
    /// result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `NoPromotion` for uint64 beside a signed integer; `AxisOutOfRange` for an axis outside the shape;
    /// `BadArgument` for several axes; `ShapeMismatch` for extents that differ beside the axis; `SizeOverflow` for a
    /// result past the address space.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let (x, y) = (tensor![[1, 2]], tensor![[3, 4]]);
    /// assert_eq!(x.concat(&[&y], 0)?, tensor![[1, 2], [3, 4]]);
    /// assert_eq!(x.concat(&[&y], ())?, tensor![1, 2, 3, 4]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `concat`.
    #[doc(alias = "concatenate")]
    pub fn concat(&self, others: &[&Tensor], axis: impl Into<Axes>) -> Result<Tensor> {
        run(
            &ops::CONCAT,
            &std::iter::once(self).chain(others.iter().copied()).map(Tensor::view).collect::<Vec<_>>(),
            &[Attr::Axes(axis.into())],
        )
    }

    /// Tensors of one shape joined along a new axis; dtypes promote.
    ///
    /// `axis`: The place of the new axis in the result; negative counts from its end.
    ///
    /// Shape: that of the tensors, with a new axis of their number. Dtypes: any; gives their own where it is one,
    /// else the common dtype. Cost: copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `NoPromotion` for uint64 beside a signed integer; `ShapeMismatch` for tensors of different shapes;
    /// `BadArgument` for a place outside the result.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let (x, y) = (tensor![1, 2], tensor![3, 4]);
    /// assert_eq!(x.stack(&[&y], 0)?, tensor![[1, 2], [3, 4]]);
    /// assert_eq!(x.stack(&[&y], -1)?, tensor![[1, 3], [2, 4]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `stack`.
    pub fn stack(&self, others: &[&Tensor], axis: i64) -> Result<Tensor> {
        run(
            &ops::STACK,
            &std::iter::once(self).chain(others.iter().copied()).map(Tensor::view).collect::<Vec<_>>(),
            &[Attr::Int(axis)],
        )
    }

    /// The whole tensor repeated along each axis.
    ///
    /// `reps`: How often along each axis; more of them than axes put new axes in front, fewer stand for the last
    /// axes.
    ///
    /// Shape: each extent times its repetitions. Dtypes: any; gives that of `x`. Cost: copies; O(size of the result).
    /// Gradient: yes, by a rule of its own.
    ///
    /// Errors: `BadArgument` for negative repetitions; `SizeOverflow` for a result past the address space.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![[1, 2]].tile(&[2, 2])?, tensor![[1, 2, 1, 2], [1, 2, 1, 2]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `tile`.
    pub fn tile(&self, reps: &[i64]) -> Result<Tensor> {
        run(&ops::TILE, &[self.view()], &[Attr::Ints(reps.into())])
    }

    /// Each element repeated in place along an axis, or of the flattened tensor.
    ///
    /// `count`: How often each element stands in the result.
    ///
    /// `axis`: The axis; none flattens first.
    ///
    /// Shape: that of `x` with the axis times `count`; without an axis its size times `count`. Dtypes: any; gives
    /// that of `x`. Cost: copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `BadArgument` for several axes, and for a negative
    /// count; `SizeOverflow` for a result past the address space.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[1, 2], [3, 4]];
    /// assert_eq!(x.repeat(2, 1)?, tensor![[1, 1, 2, 2], [3, 3, 4, 4]]);
    /// assert_eq!(x.repeat(2, ())?, tensor![1, 1, 2, 2, 3, 3, 4, 4]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `repeat`.
    pub fn repeat(&self, count: i64, axis: impl Into<Axes>) -> Result<Tensor> {
        run(&ops::REPEAT, &[self.view()], &[Attr::Int(count), Attr::Axes(axis.into())])
    }

    /// Elements moved along axes; those that leave at the end come in at the start.
    ///
    /// `shift`: How far, one for all axes or one for each.
    ///
    /// `axis`: The axes; none rolls the flattened tensor.
    ///
    /// Shape: that of `x`. Dtypes: any; gives that of `x`. Cost: copies; O(size of the result). Gradient: yes, by a
    /// rule of its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `BadArgument` for other than one shift or one for each
    /// axis; `SizeOverflow` for a result past the address space.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1, 2, 3, 4, 5].roll(&[2], ())?, tensor![4, 5, 1, 2, 3]);
    /// assert_eq!(tensor![[1, 2, 3], [4, 5, 6]].roll(&[-1], 1)?, tensor![[2, 3, 1], [5, 6, 4]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `roll`.
    pub fn roll(&self, shift: &[i64], axis: impl Into<Axes>) -> Result<Tensor> {
        run(&ops::ROLL, &[self.view()], &[Attr::Ints(shift.into()), Attr::Axes(axis.into())])
    }

    /// The tensor in a frame of one value.
    ///
    /// `widths`: How many before and after, for each axis; the dtype stays, so `value` must fit it.
    ///
    /// Shape: each extent of `x` plus its two widths. Dtypes: any; gives that of `x`. Cost: copies; O(size of the
    /// result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `ShapeMismatch` for more than one value; `DTypeMismatch` for a value that the dtype of `x` does not
    /// hold; `NoPromotion` for uint64 beside a signed integer; `BadArgument` for other than two widths of at least 0
    /// for each axis; `SizeOverflow` for a result past the address space.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![[1, 2]].pad(&tensor![0], &[0, 1, 1, 0])?, tensor![[0, 1, 2], [0, 0, 0]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `pad` with mode="constant".
    pub fn pad(&self, value: &Tensor, widths: &[i64]) -> Result<Tensor> {
        run(&ops::PAD, &[self.view(), value.view()], &[Attr::Ints(widths.into())])
    }

    /// The tensor in a frame that continues it: by its edges, mirrored, or from the other side.
    ///
    /// `widths`: How many before and after, for each axis; more than an axis has go on by the same rule.
    ///
    /// `mode`: The nearest element (`edge`), a mirror on it (`reflect`) or behind it (`symmetric`), or the other side
    /// (`wrap`).
    ///
    /// Shape: each extent of `x` plus its two widths. Dtypes: any; gives that of `x`. Cost: copies; O(size of the
    /// result). Gradient: yes, that of the operations it is composed of.
    ///
    /// Errors: `BadArgument` for other than two widths of at least 0 for each axis; `ShapeMismatch` for an axis
    /// without elements that is to be continued; `SizeOverflow` for a result past the address space; `BadArgument`
    /// for a word that a parameter does not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![1, 2, 3];
    /// assert_eq!(x.pad_edges(&[2, 1], "edge")?, tensor![1, 1, 1, 2, 3, 3]);
    /// assert_eq!(x.pad_edges(&[2, 1], "reflect")?, tensor![3, 2, 1, 2, 3, 2]);
    /// assert_eq!(x.pad_edges(&[2, 1], "symmetric")?, tensor![2, 1, 1, 2, 3, 3]);
    /// assert_eq!(x.pad_edges(&[2, 1], "wrap")?, tensor![2, 3, 1, 2, 3, 1]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `pad` with mode="edge", "reflect", "symmetric" and "wrap".
    pub fn pad_edges(&self, widths: &[i64], mode: &'static str) -> Result<Tensor> {
        run(&ops::PAD_EDGES, &[self.view()], &[Attr::Ints(widths.into()), Attr::Word(mode)])
    }

    /// Weighted sums over every window of the last 1 to 3 axes, for each channel of `weight`, plus its `bias`.
    ///
    /// Shape: `[n, c, d..]` and weights `[o, c / groups, k..]` give `[n, o, windows..]`; `bias` is `[o]`, or one
    /// number. Dtypes: numbers, not bool; gives the common dtype. Cost: copies; O(size of the result times that of a
    /// window). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for bool; `NoPromotion` for uint64 beside a signed integer; `ShapeMismatch` for
    /// operands of the wrong number of axes or channels, and for windows that are empty or longer than their axis
    /// with padding; `BadArgument` for strides, dilations, paddings and groups of the wrong count or size;
    /// `BadArgument` for a `fill` that an integer dtype does not hold; `SizeOverflow` for a result past the address
    /// space.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[[1.0, 2.0, 3.0, 4.0, 5.0]]];
    /// let weight = tensor![[[1.0, 0.0, -1.0]]];
    /// assert_eq!(x.conv(&weight, &tensor![0.5])?, tensor![[[-1.5, -1.5, -1.5]]]);
    /// let options = ConvOptions { padding: Padding::Same, stride: vec![2], ..Default::default() };
    /// assert_eq!(x.conv_with(&weight, &tensor![0.0], options)?, tensor![[[-2.0, -2.0, 4.0]]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.conv1d`, `conv2d` and `conv3d`; `same`, `full`, `fill` and `flip` Nx.
    pub fn conv(&self, weight: &Tensor, bias: &Tensor) -> Result<Tensor> {
        self.conv_with(weight, bias, ConvOptions::default())
    }

    /// [`Tensor::conv`] with options: `stride`, `padding`, `dilation`, `groups`, `fill`, `flip`. Shapes, dtypes,
    /// cost, errors and source are told there.
    pub fn conv_with(&self, weight: &Tensor, bias: &Tensor, options: ConvOptions) -> Result<Tensor> {
        run(
            &ops::CONV,
            &[self.view(), weight.view(), bias.view()],
            &[
                Attr::Ints(options.stride.into()),
                Attr::Padding(options.padding),
                Attr::Ints(options.dilation.into()),
                Attr::Int(options.groups),
                Attr::Float(options.fill),
                Attr::Bool(options.flip),
            ],
        )
    }

    /// Each element times a window of weights, added up where the windows stand: the transpose of `conv`.
    ///
    /// Shape: `[n, c, d..]` and weights `[c, o / groups, k..]` give `[n, o, extents..]`, each `(d - 1) * stride +
    /// dilation * (k - 1) + 1 + output_padding` less the padding; `bias` is `[o]`, or one number. Dtypes: numbers,
    /// not bool; gives the common dtype. Cost: copies; O(size of `x` times that of a window). Gradient: yes, by a
    /// rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for bool; `NoPromotion` for uint64 beside a signed integer; `ShapeMismatch` for
    /// operands of the wrong number of axes or channels, and for windows that are empty or longer than their axis
    /// with padding; `BadArgument` for strides, dilations, paddings and groups of the wrong count or size;
    /// `SizeOverflow` for a result past the address space.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let (x, weight) = (tensor![[[1.0, 2.0]]], tensor![[[1.0, 10.0, 100.0]]]);
    /// assert_eq!(x.conv_transpose(&weight, &tensor![0.0])?, tensor![[[1.0, 12.0, 120.0, 200.0]]]);
    /// let options = ConvTransposeOptions { stride: vec![2], padding: 1.into(), ..Default::default() };
    /// assert_eq!(x.conv_transpose_with(&weight, &tensor![0.0], options)?, tensor![[[10.0, 102.0, 20.0]]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.conv_transpose1d`, `conv_transpose2d` and `conv_transpose3d`.
    pub fn conv_transpose(&self, weight: &Tensor, bias: &Tensor) -> Result<Tensor> {
        self.conv_transpose_with(weight, bias, ConvTransposeOptions::default())
    }

    /// [`Tensor::conv_transpose`] with options: `stride`, `padding`, `output_padding`, `dilation`, `groups`. Shapes,
    /// dtypes, cost, errors and source are told there.
    pub fn conv_transpose_with(&self, weight: &Tensor, bias: &Tensor, options: ConvTransposeOptions) -> Result<Tensor> {
        run(
            &ops::CONV_TRANSPOSE,
            &[self.view(), weight.view(), bias.view()],
            &[
                Attr::Ints(options.stride.into()),
                Attr::Padding(options.padding),
                Attr::Ints(options.output_padding.into()),
                Attr::Ints(options.dilation.into()),
                Attr::Int(options.groups),
            ],
        )
    }

    /// Products of two vectors added up by the sum of their places, as polynomials are multiplied.
    ///
    /// Shape: `[n]` and `[m]` give `[n + m - 1]`, `[max(n, m)]` or `[max(n, m) - min(n, m) + 1]`. Dtypes: any; gives
    /// the common dtype. Cost: copies; O(n * m). Gradient: yes, that of the operations it is composed of.
    ///
    /// Errors: `NoPromotion` for uint64 beside a signed integer; `ShapeMismatch` for other than one axis, and for no
    /// elements; `SizeOverflow` for a result past the address space; `BadArgument` for a word that a parameter does
    /// not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let (a, b) = (tensor![1, 2, 3], tensor![0, 1, 10]);
    /// assert_eq!(a.convolve(&b)?, tensor![0, 1, 12, 23, 30]);
    /// assert_eq!(a.convolve_with(&b, ConvolveOptions { mode: "same" })?, tensor![1, 12, 23]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `convolve`.
    pub fn convolve(&self, x2: &Tensor) -> Result<Tensor> {
        self.convolve_with(x2, ConvolveOptions::default())
    }

    /// [`Tensor::convolve`] with options: `mode`. Shapes, dtypes, cost, errors and source are told there.
    pub fn convolve_with(&self, x2: &Tensor, options: ConvolveOptions) -> Result<Tensor> {
        run(&ops::CONVOLVE, &[self.view(), x2.view()], &[Attr::Word(options.mode)])
    }

    /// Inner products of `x1` with `x2` conjugated, at every place of `x2` along it.
    ///
    /// Shape: `[n]` and `[m]` give `[n + m - 1]`, `[max(n, m)]` or `[max(n, m) - min(n, m) + 1]`. Dtypes: any; gives
    /// the common dtype. Cost: copies; O(n * m). Gradient: yes, that of the operations it is composed of.
    ///
    /// Errors: `NoPromotion` for uint64 beside a signed integer; `ShapeMismatch` for other than one axis, and for no
    /// elements; `SizeOverflow` for a result past the address space; `BadArgument` for a word that a parameter does
    /// not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let (a, b) = (tensor![1, 2, 3], tensor![0, 1, 10]);
    /// assert_eq!(a.correlate(&b)?, tensor![32]);
    /// assert_eq!(a.correlate_with(&b, CorrelateOptions { mode: "full" })?, tensor![10, 21, 32, 3, 0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `correlate`.
    pub fn correlate(&self, x2: &Tensor) -> Result<Tensor> {
        self.correlate_with(x2, CorrelateOptions::default())
    }

    /// [`Tensor::correlate`] with options: `mode`. Shapes, dtypes, cost, errors and source are told there.
    pub fn correlate_with(&self, x2: &Tensor, options: CorrelateOptions) -> Result<Tensor> {
        run(&ops::CORRELATE, &[self.view(), x2.view()], &[Attr::Word(options.mode)])
    }

    /// The discrete Fourier transform along an axis: `y[k] = sum(x[j] * exp(-2 pi i j k / n))`.
    ///
    /// `axis`: The axis; negative counts from the end.
    ///
    /// Shape: that of `x` with `n` on the axis. Dtypes: any; gives that of `x` if it is complex, else the complex
    /// dtype of such parts. Cost: copies; O(n * log n) for each row. Gradient: yes, by a rule of its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `BadArgument` for a length below 1; `DTypeUnsupported`
    /// for bool; `SizeOverflow` for a result past the address space; `BadArgument` for a word that a parameter does
    /// not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// use num_complex::Complex;
    /// let y = tensor![1.0, 2.0, 3.0, 4.0].fft(-1)?;
    /// assert_eq!(y.real()?, tensor![10.0, -2.0, -2.0, -2.0]);
    /// assert_eq!(y.imag()?, tensor![0.0, 2.0, 0.0, -2.0]);
    /// assert_eq!(tensor![1.0].fft_with(-1, FftOptions { n: Some(2), ..Default::default() })?, tensor![Complex::new(1.0, 0.0); 2]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `fft.fft`.
    pub fn fft(&self, axis: i64) -> Result<Tensor> {
        self.fft_with(axis, FftOptions::default())
    }

    /// [`Tensor::fft`] with options: `n`, `norm`. Shapes, dtypes, cost, errors and source are told there.
    pub fn fft_with(&self, axis: i64, options: FftOptions) -> Result<Tensor> {
        run(
            &ops::FFT,
            &[self.view()],
            &[options.n.map_or(Attr::None, Attr::Int), Attr::Int(axis), Attr::Word(options.norm)],
        )
    }

    /// The inverse discrete Fourier transform along an axis: `y[j] = sum(x[k] * exp(2 pi i j k / n)) / n`.
    ///
    /// `axis`: The axis; negative counts from the end.
    ///
    /// Shape: that of `x` with `n` on the axis. Dtypes: any; gives that of `x` if it is complex, else the complex
    /// dtype of such parts. Cost: copies; O(n * log n) for each row. Gradient: yes, by a rule of its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `BadArgument` for a length below 1; `DTypeUnsupported`
    /// for bool; `SizeOverflow` for a result past the address space; `BadArgument` for a word that a parameter does
    /// not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![1.0, 2.0, 3.0, 4.0];
    /// assert_eq!(x.fft(-1)?.ifft(-1)?.real()?, x);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `fft.ifft`.
    pub fn ifft(&self, axis: i64) -> Result<Tensor> {
        self.ifft_with(axis, IfftOptions::default())
    }

    /// [`Tensor::ifft`] with options: `n`, `norm`. Shapes, dtypes, cost, errors and source are told there.
    pub fn ifft_with(&self, axis: i64, options: IfftOptions) -> Result<Tensor> {
        run(
            &ops::IFFT,
            &[self.view()],
            &[options.n.map_or(Attr::None, Attr::Int), Attr::Int(axis), Attr::Word(options.norm)],
        )
    }

    /// The first `n / 2 + 1` elements of the discrete Fourier transform of real numbers; the others mirror them.
    ///
    /// `axis`: The axis; negative counts from the end.
    ///
    /// Shape: that of `x` with `n / 2 + 1` on the axis. Dtypes: any; gives that of `x` if it is complex, else the
    /// complex dtype of such parts. Cost: copies; O(n * log n) for each row. Gradient: yes, by a rule of its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `BadArgument` for a length below 1; `DTypeUnsupported`
    /// for bool and complex numbers; `SizeOverflow` for a result past the address space; `BadArgument` for a word
    /// that a parameter does not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let y = tensor![1.0, 2.0, 3.0, 4.0].rfft(-1)?;
    /// assert_eq!(y.real()?, tensor![10.0, -2.0, -2.0]);
    /// assert_eq!(y.imag()?, tensor![0.0, 2.0, 0.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `fft.rfft`.
    pub fn rfft(&self, axis: i64) -> Result<Tensor> {
        self.rfft_with(axis, RfftOptions::default())
    }

    /// [`Tensor::rfft`] with options: `n`, `norm`. Shapes, dtypes, cost, errors and source are told there.
    pub fn rfft_with(&self, axis: i64, options: RfftOptions) -> Result<Tensor> {
        run(
            &ops::RFFT,
            &[self.view()],
            &[options.n.map_or(Attr::None, Attr::Int), Attr::Int(axis), Attr::Word(options.norm)],
        )
    }

    /// The `n` real numbers of whose discrete Fourier transform `x` is the first half; without `n` an even number of
    /// them.
    ///
    /// `axis`: The axis; negative counts from the end.
    ///
    /// Shape: that of `x` with `n` on the axis. Dtypes: any; gives that of `x`, float64 for integers and bool, for
    /// complex numbers the dtype of their parts. Cost: copies; O(n * log n) for each row. Gradient: yes, by a rule of
    /// its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `BadArgument` for a length below 1; `DTypeUnsupported`
    /// for bool; `SizeOverflow` for a result past the address space; `BadArgument` for a word that a parameter does
    /// not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![1.0, 2.0, 3.0, 4.0];
    /// assert_eq!(x.rfft(-1)?.irfft(-1)?, x);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `fft.irfft`.
    pub fn irfft(&self, axis: i64) -> Result<Tensor> {
        self.irfft_with(axis, IrfftOptions::default())
    }

    /// [`Tensor::irfft`] with options: `n`, `norm`. Shapes, dtypes, cost, errors and source are told there.
    pub fn irfft_with(&self, axis: i64, options: IrfftOptions) -> Result<Tensor> {
        run(
            &ops::IRFFT,
            &[self.view()],
            &[options.n.map_or(Attr::None, Attr::Int), Attr::Int(axis), Attr::Word(options.norm)],
        )
    }

    /// The `n` real numbers that are the discrete Fourier transform of a signal of which `x` is the first half, the
    /// rest its mirror image conjugated.
    ///
    /// `axis`: The axis; negative counts from the end.
    ///
    /// Shape: that of `x` with `n` on the axis. Dtypes: any; gives that of `x`, float64 for integers and bool, for
    /// complex numbers the dtype of their parts. Cost: copies; O(n * log n) for each row. Gradient: yes, that of the
    /// operations it is composed of.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `BadArgument` for a length below 1; `DTypeUnsupported`
    /// for bool; `SizeOverflow` for a result past the address space; `BadArgument` for a word that a parameter does
    /// not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![1.0, 2.0, 3.0, 4.0];
    /// assert_eq!(x.ihfft(-1)?.hfft(-1)?, x);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `fft.hfft`.
    pub fn hfft(&self, axis: i64) -> Result<Tensor> {
        self.hfft_with(axis, HfftOptions::default())
    }

    /// [`Tensor::hfft`] with options: `n`, `norm`. Shapes, dtypes, cost, errors and source are told there.
    pub fn hfft_with(&self, axis: i64, options: HfftOptions) -> Result<Tensor> {
        run(
            &ops::HFFT,
            &[self.view()],
            &[options.n.map_or(Attr::None, Attr::Int), Attr::Int(axis), Attr::Word(options.norm)],
        )
    }

    /// The first `n / 2 + 1` elements of the inverse discrete Fourier transform of real numbers.
    ///
    /// `axis`: The axis; negative counts from the end.
    ///
    /// Shape: that of `x` with `n / 2 + 1` on the axis. Dtypes: any; gives that of `x` if it is complex, else the
    /// complex dtype of such parts. Cost: copies; O(n * log n) for each row. Gradient: yes, that of the operations it
    /// is composed of.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `BadArgument` for a length below 1; `DTypeUnsupported`
    /// for bool and complex numbers; `SizeOverflow` for a result past the address space; `BadArgument` for a word
    /// that a parameter does not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let y = tensor![10.0, -2.0, -2.0, -2.0].ihfft(-1)?;
    /// assert_eq!(y.real()?, tensor![1.0, 3.0, 3.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `fft.ihfft`.
    pub fn ihfft(&self, axis: i64) -> Result<Tensor> {
        self.ihfft_with(axis, IhfftOptions::default())
    }

    /// [`Tensor::ihfft`] with options: `n`, `norm`. Shapes, dtypes, cost, errors and source are told there.
    pub fn ihfft_with(&self, axis: i64, options: IhfftOptions) -> Result<Tensor> {
        run(
            &ops::IHFFT,
            &[self.view()],
            &[options.n.map_or(Attr::None, Attr::Int), Attr::Int(axis), Attr::Word(options.norm)],
        )
    }

    /// The discrete Fourier transform along several axes.
    ///
    /// `axes`: The axes, an axis named twice is transformed twice; none for all, or for as many at the end as `s` has
    /// lengths.
    ///
    /// Shape: that of `x` with the lengths `s` on the axes. Dtypes: any; gives that of `x` if it is complex, else the
    /// complex dtype of such parts. Cost: copies; O(size * log size). Gradient: yes, that of the operations it is
    /// composed of.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `BadArgument` for a length below 1; `BadArgument` for
    /// other than one length for each axis; `DTypeUnsupported` for bool; `SizeOverflow` for a result past the address
    /// space; `BadArgument` for a word that a parameter does not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let y = tensor![[1.0, 2.0], [3.0, 4.0]].fftn(())?;
    /// assert_eq!(y.real()?, tensor![[10.0, -2.0], [-4.0, 0.0]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `fft.fftn`.
    pub fn fftn(&self, axes: impl Into<Axes>) -> Result<Tensor> {
        self.fftn_with(axes, FftnOptions::default())
    }

    /// [`Tensor::fftn`] with options: `s`, `norm`. Shapes, dtypes, cost, errors and source are told there.
    pub fn fftn_with(&self, axes: impl Into<Axes>, options: FftnOptions) -> Result<Tensor> {
        run(
            &ops::FFTN,
            &[self.view()],
            &[
                Attr::Axes(axes.into()),
                options.s.map_or(Attr::None, |list| Attr::Ints(list.into())),
                Attr::Word(options.norm),
            ],
        )
    }

    /// The inverse discrete Fourier transform along several axes.
    ///
    /// `axes`: The axes, an axis named twice is transformed twice; none for all, or for as many at the end as `s` has
    /// lengths.
    ///
    /// Shape: that of `x` with the lengths `s` on the axes. Dtypes: any; gives that of `x` if it is complex, else the
    /// complex dtype of such parts. Cost: copies; O(size * log size). Gradient: yes, that of the operations it is
    /// composed of.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `BadArgument` for a length below 1; `BadArgument` for
    /// other than one length for each axis; `DTypeUnsupported` for bool; `SizeOverflow` for a result past the address
    /// space; `BadArgument` for a word that a parameter does not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[1.0, 2.0], [3.0, 4.0]];
    /// assert_eq!(x.fftn(())?.ifftn(())?.real()?, x);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `fft.ifftn`.
    pub fn ifftn(&self, axes: impl Into<Axes>) -> Result<Tensor> {
        self.ifftn_with(axes, IfftnOptions::default())
    }

    /// [`Tensor::ifftn`] with options: `s`, `norm`. Shapes, dtypes, cost, errors and source are told there.
    pub fn ifftn_with(&self, axes: impl Into<Axes>, options: IfftnOptions) -> Result<Tensor> {
        run(
            &ops::IFFTN,
            &[self.view()],
            &[
                Attr::Axes(axes.into()),
                options.s.map_or(Attr::None, |list| Attr::Ints(list.into())),
                Attr::Word(options.norm),
            ],
        )
    }

    /// The discrete Fourier transform of real numbers along several axes, of the last one the first half.
    ///
    /// `axes`: The axes, an axis named twice is transformed twice; none for all, or for as many at the end as `s` has
    /// lengths.
    ///
    /// Shape: that of `x` with the lengths `s` on the axes, on the last one `s / 2 + 1`. Dtypes: any; gives that of
    /// `x` if it is complex, else the complex dtype of such parts. Cost: copies; O(size * log size). Gradient: yes,
    /// that of the operations it is composed of.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `BadArgument` for a length below 1; `BadArgument` for
    /// other than one length for each axis, and for no axis; `DTypeUnsupported` for bool and complex numbers;
    /// `SizeOverflow` for a result past the address space; `BadArgument` for a word that a parameter does not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let y = tensor![[1.0, 2.0, 0.0], [3.0, 4.0, 0.0]].rfftn(())?;
    /// assert_eq!(y.shape(), [2, 2]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `fft.rfftn`.
    pub fn rfftn(&self, axes: impl Into<Axes>) -> Result<Tensor> {
        self.rfftn_with(axes, RfftnOptions::default())
    }

    /// [`Tensor::rfftn`] with options: `s`, `norm`. Shapes, dtypes, cost, errors and source are told there.
    pub fn rfftn_with(&self, axes: impl Into<Axes>, options: RfftnOptions) -> Result<Tensor> {
        run(
            &ops::RFFTN,
            &[self.view()],
            &[
                Attr::Axes(axes.into()),
                options.s.map_or(Attr::None, |list| Attr::Ints(list.into())),
                Attr::Word(options.norm),
            ],
        )
    }

    /// The real numbers of whose discrete Fourier transform along several axes `x` is the first half; without `s` an
    /// even number along the last one.
    ///
    /// `axes`: The axes, an axis named twice is transformed twice; none for all, or for as many at the end as `s` has
    /// lengths.
    ///
    /// Shape: that of `x` with the lengths `s` on the axes. Dtypes: any; gives that of `x`, float64 for integers and
    /// bool, for complex numbers the dtype of their parts. Cost: copies; O(size * log size). Gradient: yes, that of
    /// the operations it is composed of.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `BadArgument` for a length below 1; `BadArgument` for
    /// other than one length for each axis, and for no axis; `DTypeUnsupported` for bool; `SizeOverflow` for a result
    /// past the address space; `BadArgument` for a word that a parameter does not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[1.0, 2.0], [3.0, 4.0]];
    /// assert_eq!(x.rfftn(())?.irfftn(())?, x);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `fft.irfftn`.
    pub fn irfftn(&self, axes: impl Into<Axes>) -> Result<Tensor> {
        self.irfftn_with(axes, IrfftnOptions::default())
    }

    /// [`Tensor::irfftn`] with options: `s`, `norm`. Shapes, dtypes, cost, errors and source are told there.
    pub fn irfftn_with(&self, axes: impl Into<Axes>, options: IrfftnOptions) -> Result<Tensor> {
        run(
            &ops::IRFFTN,
            &[self.view()],
            &[
                Attr::Axes(axes.into()),
                options.s.map_or(Attr::None, |list| Attr::Ints(list.into())),
                Attr::Word(options.norm),
            ],
        )
    }

    /// The second half of each axis before the first, so that the term of frequency 0 comes to lie in the middle.
    ///
    /// `axes`: The axes.
    ///
    /// Shape: that of `x`. Dtypes: any; gives that of `x`. Cost: copies; O(size of the result). Gradient: yes, that
    /// of the operations it is composed of.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0, 1, 2, -2, -1].fftshift(())?, tensor![-2, -1, 0, 1, 2]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `fft.fftshift`.
    pub fn fftshift(&self, axes: impl Into<Axes>) -> Result<Tensor> {
        run(&ops::FFTSHIFT, &[self.view()], &[Attr::Axes(axes.into())])
    }

    /// The inverse of `fftshift`, which differs from it for odd extents.
    ///
    /// `axes`: The axes.
    ///
    /// Shape: that of `x`. Dtypes: any; gives that of `x`. Cost: copies; O(size of the result). Gradient: yes, that
    /// of the operations it is composed of.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![-2, -1, 0, 1, 2].ifftshift(())?, tensor![0, 1, 2, -2, -1]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `fft.ifftshift`.
    pub fn ifftshift(&self, axes: impl Into<Axes>) -> Result<Tensor> {
        run(&ops::IFFTSHIFT, &[self.view()], &[Attr::Axes(axes.into())])
    }

    /// The discrete cosine transform along an axis, of complex numbers that of their parts; type 2: `y[k] = 2 *
    /// sum(x[j] * cos(pi k (2 j + 1) / (2 n)))`.
    ///
    /// `axis`: The axis; negative counts from the end.
    ///
    /// Shape: that of `x` with `n` on the axis. Dtypes: any; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(n * log n) for each row. Gradient: yes, by a rule of its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `BadArgument` for a length below 1; `BadArgument` for
    /// other types than 1 to 4, and for one element in cosines of type 1; `DTypeUnsupported` for bool; `SizeOverflow`
    /// for a result past the address space; `BadArgument` for a word that a parameter does not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![1.0, 1.0, 1.0, 1.0];
    /// assert_eq!(x.dct(-1)?, tensor![8.0, 0.0, 0.0, 0.0]);
    /// assert_eq!(x.dct_with(-1, DctOptions { norm: "ortho", ..Default::default() })?, tensor![2.0, 0.0, 0.0, 0.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `fft.dct`.
    pub fn dct(&self, axis: i64) -> Result<Tensor> {
        self.dct_with(axis, DctOptions::default())
    }

    /// [`Tensor::dct`] with options: `kind`, `n`, `norm`. Shapes, dtypes, cost, errors and source are told there.
    pub fn dct_with(&self, axis: i64, options: DctOptions) -> Result<Tensor> {
        run(
            &ops::DCT,
            &[self.view()],
            &[
                Attr::Int(options.kind),
                options.n.map_or(Attr::None, Attr::Int),
                Attr::Int(axis),
                Attr::Word(options.norm),
            ],
        )
    }

    /// The inverse discrete cosine transform along an axis.
    ///
    /// `axis`: The axis; negative counts from the end.
    ///
    /// Shape: that of `x` with `n` on the axis. Dtypes: any; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(n * log n) for each row. Gradient: yes, that of the operations it is composed of.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `BadArgument` for a length below 1; `BadArgument` for
    /// other types than 1 to 4, and for one element in cosines of type 1; `DTypeUnsupported` for bool; `SizeOverflow`
    /// for a result past the address space; `BadArgument` for a word that a parameter does not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![8.0, 0.0, 0.0, 0.0].idct(-1)?, tensor![1.0, 1.0, 1.0, 1.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `fft.idct`.
    pub fn idct(&self, axis: i64) -> Result<Tensor> {
        self.idct_with(axis, IdctOptions::default())
    }

    /// [`Tensor::idct`] with options: `kind`, `n`, `norm`. Shapes, dtypes, cost, errors and source are told there.
    pub fn idct_with(&self, axis: i64, options: IdctOptions) -> Result<Tensor> {
        run(
            &ops::IDCT,
            &[self.view()],
            &[
                Attr::Int(options.kind),
                options.n.map_or(Attr::None, Attr::Int),
                Attr::Int(axis),
                Attr::Word(options.norm),
            ],
        )
    }

    /// The discrete sine transform along an axis, of complex numbers that of their parts; type 2: `y[k] = 2 *
    /// sum(x[j] * sin(pi (k + 1) (2 j + 1) / (2 n)))`.
    ///
    /// `axis`: The axis; negative counts from the end.
    ///
    /// Shape: that of `x` with `n` on the axis. Dtypes: any; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(n * log n) for each row. Gradient: yes, by a rule of its own.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `BadArgument` for a length below 1; `BadArgument` for
    /// other types than 1 to 4, and for one element in cosines of type 1; `DTypeUnsupported` for bool; `SizeOverflow`
    /// for a result past the address space; `BadArgument` for a word that a parameter does not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let y = tensor![1.0, -1.0].dst(-1)?.to_vec::<f64>()?;
    /// assert!(y[0].abs() < 1e-15 && (y[1] - 4.0).abs() < 1e-15);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `fft.dst`.
    pub fn dst(&self, axis: i64) -> Result<Tensor> {
        self.dst_with(axis, DstOptions::default())
    }

    /// [`Tensor::dst`] with options: `kind`, `n`, `norm`. Shapes, dtypes, cost, errors and source are told there.
    pub fn dst_with(&self, axis: i64, options: DstOptions) -> Result<Tensor> {
        run(
            &ops::DST,
            &[self.view()],
            &[
                Attr::Int(options.kind),
                options.n.map_or(Attr::None, Attr::Int),
                Attr::Int(axis),
                Attr::Word(options.norm),
            ],
        )
    }

    /// The inverse discrete sine transform along an axis.
    ///
    /// `axis`: The axis; negative counts from the end.
    ///
    /// Shape: that of `x` with `n` on the axis. Dtypes: any; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(n * log n) for each row. Gradient: yes, that of the operations it is composed of.
    ///
    /// Errors: `AxisOutOfRange` for an axis outside the shape; `BadArgument` for a length below 1; `BadArgument` for
    /// other types than 1 to 4, and for one element in cosines of type 1; `DTypeUnsupported` for bool; `SizeOverflow`
    /// for a result past the address space; `BadArgument` for a word that a parameter does not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![1.0, -1.0];
    /// assert!(x.dst(-1)?.idst(-1)?.subtract(&x)?.abs()?.max(())?.item::<f64>()? < 1e-15);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `fft.idst`.
    pub fn idst(&self, axis: i64) -> Result<Tensor> {
        self.idst_with(axis, IdstOptions::default())
    }

    /// [`Tensor::idst`] with options: `kind`, `n`, `norm`. Shapes, dtypes, cost, errors and source are told there.
    pub fn idst_with(&self, axis: i64, options: IdstOptions) -> Result<Tensor> {
        run(
            &ops::IDST,
            &[self.view()],
            &[
                Attr::Int(options.kind),
                options.n.map_or(Attr::None, Attr::Int),
                Attr::Int(axis),
                Attr::Word(options.norm),
            ],
        )
    }

    /// The convolution of two tensors along axes, by Fourier transforms; other axes broadcast.
    ///
    /// `axes`: The axes.
    ///
    /// Shape: `n` and `m` on an axis give `n + m - 1`, `n` or `max(n, m) - min(n, m) + 1`; other axes broadcast.
    /// Dtypes: any; gives the common dtype, float64 for integers and bool. Cost: copies; O(size * log size) of the
    /// full result. Gradient: yes, that of the operations it is composed of.
    ///
    /// Errors: `NoPromotion` for uint64 beside a signed integer; `AxisOutOfRange` for an axis outside the shape;
    /// `RepeatedAxis` for an axis named twice; `Broadcast` for shapes that do not broadcast; `ShapeMismatch` for
    /// other numbers of axes, for no elements along an axis, and where `valid` finds neither inside the other;
    /// `DTypeUnsupported` for bool; `SizeOverflow` for a result past the address space; `BadArgument` for a word that
    /// a parameter does not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let (a, b) = (tensor![1.0, 2.0, 3.0], tensor![0.0, 1.0, 10.0]);
    /// assert_eq!(a.fftconvolve(&b, ())?.round()?, tensor![0.0, 1.0, 12.0, 23.0, 30.0]);
    /// assert_eq!(a.fftconvolve_with(&b, (), FftconvolveOptions { mode: "same" })?.round()?, tensor![1.0, 12.0, 23.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `signal.fftconvolve`.
    pub fn fftconvolve(&self, x2: &Tensor, axes: impl Into<Axes>) -> Result<Tensor> {
        self.fftconvolve_with(x2, axes, FftconvolveOptions::default())
    }

    /// [`Tensor::fftconvolve`] with options: `mode`. Shapes, dtypes, cost, errors and source are told there.
    pub fn fftconvolve_with(&self, x2: &Tensor, axes: impl Into<Axes>, options: FftconvolveOptions) -> Result<Tensor> {
        run(&ops::FFTCONVOLVE, &[self.view(), x2.view()], &[Attr::Axes(axes.into()), Attr::Word(options.mode)])
    }

    /// The greatest element of every window of the last axes, NaN if there is one; past the ends stands the least
    /// value.
    ///
    /// `window_shape`: The extents of a window, for as many of the last axes.
    ///
    /// Shape: that of `x` with the number of windows on each windowed axis. Dtypes: real numbers and bool; gives that
    /// of `x`. Cost: copies; O(size of operands and result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `ShapeMismatch` for operands of the wrong number of axes or
    /// channels, and for windows that are empty or longer than their axis with padding; `BadArgument` for strides,
    /// dilations, paddings and groups of the wrong count or size; `SizeOverflow` for a result past the address space.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[1, 5, 2, 0, 3]];
    /// assert_eq!(x.max_pool(&[2])?, tensor![[5, 2]]);
    /// let options = MaxPoolOptions { ceil_mode: true, ..Default::default() };
    /// assert_eq!(x.max_pool_with(&[2], options)?, tensor![[5, 2, 3]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.max_pool1d`, `max_pool2d` and `max_pool3d`.
    pub fn max_pool(&self, window_shape: &[i64]) -> Result<Tensor> {
        self.max_pool_with(window_shape, MaxPoolOptions::default())
    }

    /// [`Tensor::max_pool`] with options: `stride`, `padding`, `dilation`, `ceil_mode`. Shapes, dtypes, cost, errors
    /// and source are told there.
    pub fn max_pool_with(&self, window_shape: &[i64], options: MaxPoolOptions) -> Result<Tensor> {
        run(
            &ops::MAX_POOL,
            &[self.view()],
            &[
                Attr::Ints(window_shape.into()),
                Attr::Ints(options.stride.into()),
                Attr::Padding(options.padding),
                Attr::Ints(options.dilation.into()),
                Attr::Bool(options.ceil_mode),
            ],
        )
    }

    /// The place of the greatest element of every window, the first of equals, NaN before all, counted row-major over
    /// the windowed axes.
    ///
    /// `window_shape`: The extents of a window, for as many of the last axes.
    ///
    /// Shape: that of `x` with the number of windows on each windowed axis. Dtypes: real numbers and bool; gives
    /// int64. Cost: copies; O(size of operands and result). Gradient: none.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `ShapeMismatch` for operands of the wrong number of axes or
    /// channels, and for windows that are empty or longer than their axis with padding; `BadArgument` for strides,
    /// dilations, paddings and groups of the wrong count or size; `SizeOverflow` for a result past the address space.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![[1, 5, 2, 0, 3]].argmax_pool(&[2])?, tensor![[1, 2]]);
    /// assert_eq!(tensor![[1, 2], [7, 3]].argmax_pool(&[2, 2])?, tensor![[2]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.max_pool2d` with return_indices=True.
    pub fn argmax_pool(&self, window_shape: &[i64]) -> Result<Tensor> {
        self.argmax_pool_with(window_shape, ArgmaxPoolOptions::default())
    }

    /// [`Tensor::argmax_pool`] with options: `stride`, `padding`, `dilation`, `ceil_mode`. Shapes, dtypes, cost,
    /// errors and source are told there.
    pub fn argmax_pool_with(&self, window_shape: &[i64], options: ArgmaxPoolOptions) -> Result<Tensor> {
        run(
            &ops::ARGMAX_POOL,
            &[self.view()],
            &[
                Attr::Ints(window_shape.into()),
                Attr::Ints(options.stride.into()),
                Attr::Padding(options.padding),
                Attr::Ints(options.dilation.into()),
                Attr::Bool(options.ceil_mode),
            ],
        )
    }

    /// The mean of every window of the last axes; past the ends stand zeros.
    ///
    /// `window_shape`: The extents of a window, for as many of the last axes.
    ///
    /// Shape: that of `x` with the number of windows on each windowed axis. Dtypes: any; gives that of `x`, float64
    /// for integers and bool. Cost: copies; O(size of operands and result). Gradient: yes, that of the operations it
    /// is composed of.
    ///
    /// Errors: `ShapeMismatch` for operands of the wrong number of axes or channels, and for windows that are empty
    /// or longer than their axis with padding; `BadArgument` for strides, dilations, paddings and groups of the wrong
    /// count or size; `SizeOverflow` for a result past the address space.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[1.0, 5.0, 2.0, 0.0]];
    /// assert_eq!(x.avg_pool(&[2])?, tensor![[3.0, 1.0]]);
    /// let options = AvgPoolOptions { padding: 1.into(), count_include_pad: false, ..Default::default() };
    /// assert_eq!(x.avg_pool_with(&[2], options)?, tensor![[1.0, 3.5, 0.0]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.avg_pool1d`, `avg_pool2d` and `avg_pool3d`.
    pub fn avg_pool(&self, window_shape: &[i64]) -> Result<Tensor> {
        self.avg_pool_with(window_shape, AvgPoolOptions::default())
    }

    /// [`Tensor::avg_pool`] with options: `stride`, `padding`, `dilation`, `ceil_mode`, `count_include_pad`. Shapes,
    /// dtypes, cost, errors and source are told there.
    pub fn avg_pool_with(&self, window_shape: &[i64], options: AvgPoolOptions) -> Result<Tensor> {
        run(
            &ops::AVG_POOL,
            &[self.view()],
            &[
                Attr::Ints(window_shape.into()),
                Attr::Ints(options.stride.into()),
                Attr::Padding(options.padding),
                Attr::Ints(options.dilation.into()),
                Attr::Bool(options.ceil_mode),
                Attr::Bool(options.count_include_pad),
            ],
        )
    }

    /// The greatest element of each of `size` windows that share the last axes out, of lengths as even as can be.
    ///
    /// `size`: How many windows on each of as many of the last axes.
    ///
    /// Shape: that of `x` with `size` on the last axes. Dtypes: real numbers and bool; gives that of `x`. Cost:
    /// copies; O(size of operands and result). Gradient: yes, that of the operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `ShapeMismatch` for fewer axes than numbers, and for axes
    /// without elements; `BadArgument` for numbers below 1.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![[1, 5, 2, 0, 3]].adaptive_max_pool(&[2])?, tensor![[5, 3]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.adaptive_max_pool1d`, `adaptive_max_pool2d` and `adaptive_max_pool3d`.
    pub fn adaptive_max_pool(&self, size: &[i64]) -> Result<Tensor> {
        run(&ops::ADAPTIVE_MAX_POOL, &[self.view()], &[Attr::Ints(size.into())])
    }

    /// The mean of each of `size` windows that share the last axes out, of lengths as even as can be; of 1 over all.
    ///
    /// `size`: How many windows on each of as many of the last axes.
    ///
    /// Shape: that of `x` with `size` on the last axes. Dtypes: any; gives that of `x`, float64 for integers and
    /// bool. Cost: copies; O(size of operands and result). Gradient: yes, that of the operations it is composed of.
    ///
    /// Errors: `ShapeMismatch` for fewer axes than numbers, and for axes without elements; `BadArgument` for numbers
    /// below 1.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[1.0, 5.0, 3.0, 0.0, 3.0]];
    /// assert_eq!(x.adaptive_avg_pool(&[2])?, tensor![[3.0, 2.0]]);
    /// assert_eq!(x.adaptive_avg_pool(&[1])?, tensor![[2.4]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.adaptive_avg_pool1d`, `adaptive_avg_pool2d` and `adaptive_avg_pool3d`.
    pub fn adaptive_avg_pool(&self, size: &[i64]) -> Result<Tensor> {
        run(&ops::ADAPTIVE_AVG_POOL, &[self.view()], &[Attr::Ints(size.into())])
    }

    /// The values of a grid of other extents, on the last axes: the nearest, or between neighbours, axis by axis.
    ///
    /// `size`: The extents of as many of the last axes in the result.
    ///
    /// Shape: that of `x` with `size` on the last axes. Dtypes: any; gives that of `x`, float64 for integers and
    /// bool. Cost: copies; O(size of `x` and the result). Gradient: yes, that of the operations it is composed of.
    ///
    /// Errors: `ShapeMismatch` for fewer axes than numbers, and for axes without elements; `BadArgument` for numbers
    /// below 1; `BadArgument` for a word that a parameter does not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[1.0, 3.0]];
    /// assert_eq!(x.interpolate(&[4])?, tensor![[1.0, 1.0, 3.0, 3.0]]);
    /// let linear = InterpolateOptions { mode: "linear", ..Default::default() };
    /// assert_eq!(x.interpolate_with(&[4], linear)?, tensor![[1.0, 1.5, 2.5, 3.0]]);
    /// let corners = InterpolateOptions { mode: "linear", align_corners: true };
    /// assert_eq!(x.interpolate_with(&[3], corners)?, tensor![[1.0, 2.0, 3.0]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.interpolate`; with a scale as under recompute_scale_factor=True.
    #[doc(alias = "resize")]
    #[doc(alias = "upsample")]
    pub fn interpolate(&self, size: &[i64]) -> Result<Tensor> {
        self.interpolate_with(size, InterpolateOptions::default())
    }

    /// [`Tensor::interpolate`] with options: `mode`, `align_corners`. Shapes, dtypes, cost, errors and source are
    /// told there.
    pub fn interpolate_with(&self, size: &[i64], options: InterpolateOptions) -> Result<Tensor> {
        run(
            &ops::INTERPOLATE,
            &[self.view()],
            &[Attr::Ints(size.into()), Attr::Word(options.mode), Attr::Bool(options.align_corners)],
        )
    }

    /// The elements of each matrix on a diagonal and below it, zeros above.
    ///
    /// Shape: that of `x`, which has at least two axes. Dtypes: any; gives that of `x`. Cost: copies; O(size of the
    /// result). Gradient: yes, that of the operations it is composed of.
    ///
    /// Errors: `ShapeMismatch` for fewer than two axes.
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

    /// [`Tensor::tril`] with options: `k`. Shapes, dtypes, cost, errors and source are told there.
    pub fn tril_with(&self, options: TrilOptions) -> Result<Tensor> {
        run(&ops::TRIL, &[self.view()], &[Attr::Int(options.k)])
    }

    /// The elements of each matrix on a diagonal and above it, zeros below.
    ///
    /// Shape: that of `x`, which has at least two axes. Dtypes: any; gives that of `x`. Cost: copies; O(size of the
    /// result). Gradient: yes, that of the operations it is composed of.
    ///
    /// Errors: `ShapeMismatch` for fewer than two axes.
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

    /// [`Tensor::triu`] with options: `k`. Shapes, dtypes, cost, errors and source are told there.
    pub fn triu_with(&self, options: TriuOptions) -> Result<Tensor> {
        run(&ops::TRIU, &[self.view()], &[Attr::Int(options.k)])
    }

    /// `x` where it is positive, else 0; NaN stays NaN.
    ///
    /// Shape: that of `x`. Dtypes: real numbers, not bool; gives that of `x`. Cost: copies; O(size of the result).
    /// Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for bool and complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![-1.0, 2.0].relu()?, tensor![0.0, 2.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.relu`.
    pub fn relu(&self) -> Result<Tensor> {
        run(&ops::RELU, &[self.view()], &[])
    }

    /// `x` kept between 0 and 6; NaN stays NaN.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![-1.0, 3.0, 8.0].relu6()?, tensor![0.0, 3.0, 6.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.relu6`.
    pub fn relu6(&self) -> Result<Tensor> {
        run(&ops::RELU6, &[self.view()], &[])
    }

    /// `x` where it is positive, else `negative_slope * x`.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of operands and result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![-100.0, 2.0].leaky_relu()?, tensor![-1.0, 2.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.leaky_relu`.
    pub fn leaky_relu(&self) -> Result<Tensor> {
        self.leaky_relu_with(LeakyReluOptions::default())
    }

    /// [`Tensor::leaky_relu`] with options: `negative_slope`. Shapes, dtypes, cost, errors and source are told there.
    pub fn leaky_relu_with(&self, options: LeakyReluOptions) -> Result<Tensor> {
        run(&ops::LEAKY_RELU, &[self.view()], &[Attr::Float(options.negative_slope)])
    }

    /// `x` where it is positive, else `alpha * (exp(x) - 1)`.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of operands and result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![2.0, f64::NEG_INFINITY].elu()?, tensor![2.0, -1.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.elu`.
    pub fn elu(&self) -> Result<Tensor> {
        self.elu_with(EluOptions::default())
    }

    /// [`Tensor::elu`] with options: `alpha`. Shapes, dtypes, cost, errors and source are told there.
    pub fn elu_with(&self, options: EluOptions) -> Result<Tensor> {
        run(&ops::ELU, &[self.view()], &[Attr::Float(options.alpha)])
    }

    /// 1.0507 times `elu` with an alpha of 1.6733, constants of self-normalizing networks.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.0, 0.0].selu()?, tensor![1.0507009873554805, 0.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.selu`.
    pub fn selu(&self) -> Result<Tensor> {
        run(&ops::SELU, &[self.view()], &[])
    }

    /// `x` times the normal distribution function of `x`, by the error function.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0, 100.0].gelu()?, tensor![0.0, 100.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.gelu` with approximate="none".
    pub fn gelu(&self) -> Result<Tensor> {
        run(&ops::GELU, &[self.view()], &[])
    }

    /// `gelu` approximated by `0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3)))`.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0, 100.0].gelu_tanh()?, tensor![0.0, 100.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.gelu` with approximate="tanh".
    #[doc(alias = "gelu_approx")]
    pub fn gelu_tanh(&self) -> Result<Tensor> {
        run(&ops::GELU_TANH, &[self.view()], &[])
    }

    /// The logistic function, `1 / (1 + exp(-x))`.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0, 1000.0].sigmoid()?, tensor![0.5, 1.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: SciPy, `scipy.special.expit`.
    #[doc(alias = "expit")]
    pub fn sigmoid(&self) -> Result<Tensor> {
        run(&ops::SIGMOID, &[self.view()], &[])
    }

    /// `alpha * x + beta` kept between 0 and 1.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of operands and result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![-3.0, 0.0, 3.0].hard_sigmoid()?, tensor![0.0, 0.5, 1.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: ONNX, `HardSigmoid`, with the alpha of PyTorch.
    pub fn hard_sigmoid(&self) -> Result<Tensor> {
        self.hard_sigmoid_with(HardSigmoidOptions::default())
    }

    /// [`Tensor::hard_sigmoid`] with options: `alpha`, `beta`. Shapes, dtypes, cost, errors and source are told
    /// there.
    pub fn hard_sigmoid_with(&self, options: HardSigmoidOptions) -> Result<Tensor> {
        run(&ops::HARD_SIGMOID, &[self.view()], &[Attr::Float(options.alpha), Attr::Float(options.beta)])
    }

    /// `log(sigmoid(x))`, near `x` far below 0 and near 0 far above.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![-1000.0].log_sigmoid()?, tensor![-1000.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.logsigmoid`.
    #[doc(alias = "logsigmoid")]
    pub fn log_sigmoid(&self) -> Result<Tensor> {
        run(&ops::LOG_SIGMOID, &[self.view()], &[])
    }

    /// `x * sigmoid(x)`.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0, 100.0].silu()?, tensor![0.0, 100.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.silu`.
    #[doc(alias = "swish")]
    pub fn silu(&self) -> Result<Tensor> {
        run(&ops::SILU, &[self.view()], &[])
    }

    /// `x` times `(x + 3) / 6` kept between 0 and 1.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0, 3.0, 4.0].hard_silu()?, tensor![0.0, 3.0, 4.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.hardswish`.
    #[doc(alias = "hard_swish")]
    #[doc(alias = "hardswish")]
    pub fn hard_silu(&self) -> Result<Tensor> {
        run(&ops::HARD_SILU, &[self.view()], &[])
    }

    /// `x * tanh(softplus(x))`.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0, 100.0].mish()?, tensor![0.0, 100.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.mish`.
    pub fn mish(&self) -> Result<Tensor> {
        run(&ops::MISH, &[self.view()], &[])
    }

    /// `log(1 + exp(x))` without overflow: near `x` far above 0.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![100.0].softplus()?, tensor![100.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.softplus`.
    pub fn softplus(&self) -> Result<Tensor> {
        run(&ops::SOFTPLUS, &[self.view()], &[])
    }

    /// `x / (1 + |x|)`, from -1 to 1.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.0, -3.0].softsign()?, tensor![0.5, -0.75]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.softsign`.
    pub fn softsign(&self) -> Result<Tensor> {
        run(&ops::SOFTSIGN, &[self.view()], &[])
    }

    /// `x` kept between -1 and 1; NaN stays NaN.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of the result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![-2.0, 0.5].hard_tanh()?, tensor![-1.0, 0.5]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.hardtanh`.
    #[doc(alias = "hardtanh")]
    pub fn hard_tanh(&self) -> Result<Tensor> {
        run(&ops::HARD_TANH, &[self.view()], &[])
    }

    /// The first half of an axis times `sigmoid` of the second.
    ///
    /// `axis`: The axis that is cut in two; negative counts from the end.
    ///
    /// Shape: that of `x` with half as many elements on the axis. Dtypes: real numbers and bool; gives that of `x`,
    /// float64 for integers and bool. Cost: copies; O(size of operands and result). Gradient: yes, that of the
    /// operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `AxisOutOfRange` for an axis outside the shape;
    /// `ShapeMismatch` for an odd number of elements on the axis.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![3.0, 5.0, 0.0, f64::INFINITY].glu(-1)?, tensor![1.5, 5.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.glu`.
    pub fn glu(&self, axis: i64) -> Result<Tensor> {
        run(&ops::GLU, &[self.view()], &[Attr::Int(axis)])
    }

    /// `relu` of the first half of an axis times the second.
    ///
    /// `axis`: The axis that is cut in two; negative counts from the end.
    ///
    /// Shape: that of `x` with half as many elements on the axis. Dtypes: real numbers and bool; gives that of `x`,
    /// float64 for integers and bool. Cost: copies; O(size of operands and result). Gradient: yes, that of the
    /// operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `AxisOutOfRange` for an axis outside the shape;
    /// `ShapeMismatch` for an odd number of elements on the axis.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![3.0, -5.0, 2.0, 7.0].reglu(-1)?, tensor![6.0, 0.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: ggml, `ggml_reglu`.
    pub fn reglu(&self, axis: i64) -> Result<Tensor> {
        run(&ops::REGLU, &[self.view()], &[Attr::Int(axis)])
    }

    /// `silu` of the first half of an axis times the second.
    ///
    /// `axis`: The axis that is cut in two; negative counts from the end.
    ///
    /// Shape: that of `x` with half as many elements on the axis. Dtypes: real numbers and bool; gives that of `x`,
    /// float64 for integers and bool. Cost: copies; O(size of operands and result). Gradient: yes, that of the
    /// operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `AxisOutOfRange` for an axis outside the shape;
    /// `ShapeMismatch` for an odd number of elements on the axis.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0, 100.0, 5.0, 2.0].swiglu(-1)?, tensor![0.0, 200.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: ggml, `ggml_swiglu`.
    pub fn swiglu(&self, axis: i64) -> Result<Tensor> {
        run(&ops::SWIGLU, &[self.view()], &[Attr::Int(axis)])
    }

    /// `gelu` of the first half of an axis times the second.
    ///
    /// `axis`: The axis that is cut in two; negative counts from the end.
    ///
    /// Shape: that of `x` with half as many elements on the axis. Dtypes: real numbers and bool; gives that of `x`,
    /// float64 for integers and bool. Cost: copies; O(size of operands and result). Gradient: yes, that of the
    /// operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `AxisOutOfRange` for an axis outside the shape;
    /// `ShapeMismatch` for an odd number of elements on the axis.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0, 100.0, 5.0, 2.0].geglu(-1)?, tensor![0.0, 200.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: ggml, `ggml_geglu_erf`.
    pub fn geglu(&self, axis: i64) -> Result<Tensor> {
        run(&ops::GEGLU, &[self.view()], &[Attr::Int(axis)])
    }

    /// Exponentials divided by their sum over axes, shifted by the maximum so that none overflows.
    ///
    /// `axis`: The axes along which values sum to 1 together: one, a list, or all.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of operands and result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `AxisOutOfRange` for an axis outside the shape; `RepeatedAxis`
    /// for an axis named twice.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![[1000.0, 1000.0], [0.0, f64::NEG_INFINITY]].softmax(-1)?, tensor![[0.5, 0.5], [1.0, 0.0]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.softmax`; over several axes Nx.
    pub fn softmax(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        run(&ops::SOFTMAX, &[self.view()], &[Attr::Axes(axis.into())])
    }

    /// The logarithm of `softmax`, exact where that is 0 in its dtype.
    ///
    /// `axis`: The axes along which values sum to 1 together: one, a list, or all.
    ///
    /// Shape: that of `x`. Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool. Cost:
    /// copies; O(size of operands and result). Gradient: yes, by a rule of its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `AxisOutOfRange` for an axis outside the shape; `RepeatedAxis`
    /// for an axis named twice.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![-1000.0, 1000.0].log_softmax(-1)?, tensor![-2000.0, 0.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.log_softmax`.
    pub fn log_softmax(&self, axis: impl Into<Axes>) -> Result<Tensor> {
        run(&ops::LOG_SOFTMAX, &[self.view()], &[Attr::Axes(axis.into())])
    }

    /// The last axis shifted and scaled to mean 0 and variance 1, then times `weight` plus `bias`.
    ///
    /// Shape: that of `x`; the other operands have the length of its last axis, or no axes. Dtypes: real numbers and
    /// bool; gives the common dtype, float64 for integers and bool. Cost: copies; O(size of operands and result).
    /// Gradient: yes, that of the operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `NoPromotion` for uint64 beside a signed integer;
    /// `ShapeMismatch` for operands of another length, and for an `x` of too few axes.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let (x, ones, zeros) = (tensor![[3.0, 3.0]], tensor![1.0, 1.0], tensor![0.0, 0.0]);
    /// assert_eq!(x.layer_norm(&ones, &zeros)?, tensor![[0.0, 0.0]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.layer_norm` over the last axis.
    pub fn layer_norm(&self, weight: &Tensor, bias: &Tensor) -> Result<Tensor> {
        self.layer_norm_with(weight, bias, LayerNormOptions::default())
    }

    /// [`Tensor::layer_norm`] with options: `epsilon`. Shapes, dtypes, cost, errors and source are told there.
    pub fn layer_norm_with(&self, weight: &Tensor, bias: &Tensor, options: LayerNormOptions) -> Result<Tensor> {
        run(&ops::LAYER_NORM, &[self.view(), weight.view(), bias.view()], &[Attr::Float(options.epsilon)])
    }

    /// The last axis scaled so that the mean of its squares is 1, then times `weight`.
    ///
    /// Shape: that of `x`; the other operands have the length of its last axis, or no axes. Dtypes: real numbers and
    /// bool; gives the common dtype, float64 for integers and bool. Cost: copies; O(size of operands and result).
    /// Gradient: yes, that of the operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `NoPromotion` for uint64 beside a signed integer;
    /// `ShapeMismatch` for operands of another length, and for an `x` of too few axes.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[3.0, -3.0]];
    /// let y = x.rms_norm_with(&tensor![1.0, 2.0], RmsNormOptions { epsilon: 0.0 })?;
    /// assert_eq!(y, tensor![[1.0, -2.0]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.rms_norm` over the last axis; ggml, `ggml_rms_norm`.
    pub fn rms_norm(&self, weight: &Tensor) -> Result<Tensor> {
        self.rms_norm_with(weight, RmsNormOptions::default())
    }

    /// [`Tensor::rms_norm`] with options: `epsilon`. Shapes, dtypes, cost, errors and source are told there.
    pub fn rms_norm_with(&self, weight: &Tensor, options: RmsNormOptions) -> Result<Tensor> {
        run(&ops::RMS_NORM, &[self.view(), weight.view()], &[Attr::Float(options.epsilon)])
    }

    /// Groups of channels shifted and scaled to mean 0 and variance 1, then times `weight` plus `bias`; as many
    /// groups as channels are instance normalization.
    ///
    /// `groups`: How many; they divide the channels evenly.
    ///
    /// Shape: that of `x`, `[batch, channels, ..]`; `weight` and `bias` have one element for each channel, or no
    /// axes. Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool. Cost: copies;
    /// O(size of operands and result). Gradient: yes, that of the operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `NoPromotion` for uint64 beside a signed integer;
    /// `ShapeMismatch` for operands of another length, and for an `x` of too few axes; `BadArgument` for a number of
    /// groups that does not divide the channels.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[[1.0], [3.0], [5.0], [5.0]]];
    /// let (weight, bias) = (tensor![1.0, 1.0, 1.0, 1.0], tensor![0.0, 0.0, 7.0, 8.0]);
    /// let y = x.group_norm_with(&weight, &bias, 2, GroupNormOptions { epsilon: 0.0 })?.narrow(1, 0, 2)?;
    /// assert_eq!(y, tensor![[[-1.0], [1.0]]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.group_norm`.
    pub fn group_norm(&self, weight: &Tensor, bias: &Tensor, groups: i64) -> Result<Tensor> {
        self.group_norm_with(weight, bias, groups, GroupNormOptions::default())
    }

    /// [`Tensor::group_norm`] with options: `epsilon`. Shapes, dtypes, cost, errors and source are told there.
    pub fn group_norm_with(
        &self,
        weight: &Tensor,
        bias: &Tensor,
        groups: i64,
        options: GroupNormOptions,
    ) -> Result<Tensor> {
        run(
            &ops::GROUP_NORM,
            &[self.view(), weight.view(), bias.view()],
            &[Attr::Int(groups), Attr::Float(options.epsilon)],
        )
    }

    /// Channels shifted and scaled by the mean and variance given for each, then times `weight` plus `bias`.
    ///
    /// Shape: that of `x`, `[batch, channels, ..]`; the other operands have one element for each channel, or no axes.
    /// Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool. Cost: copies; O(size of
    /// operands and result). Gradient: yes, that of the operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `NoPromotion` for uint64 beside a signed integer;
    /// `ShapeMismatch` for operands of another length, and for an `x` of too few axes.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[1.0, 10.0], [3.0, 30.0]];
    /// let (mean, variance) = (x.mean(0)?, x.var(0)?);
    /// assert_eq!(variance, tensor![1.0, 100.0]);
    /// let (ones, zeros, options) = (tensor![1.0, 1.0], tensor![0.0, 0.0], BatchNormOptions { epsilon: 0.0 });
    /// assert_eq!(x.batch_norm_with(&mean, &variance, &ones, &zeros, options)?, tensor![[-1.0, -1.0], [1.0, 1.0]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.batch_norm` in evaluation; in training the batch's own mean and variance
    /// are given.
    pub fn batch_norm(&self, mean: &Tensor, variance: &Tensor, weight: &Tensor, bias: &Tensor) -> Result<Tensor> {
        self.batch_norm_with(mean, variance, weight, bias, BatchNormOptions::default())
    }

    /// [`Tensor::batch_norm`] with options: `epsilon`. Shapes, dtypes, cost, errors and source are told there.
    pub fn batch_norm_with(
        &self,
        mean: &Tensor,
        variance: &Tensor,
        weight: &Tensor,
        bias: &Tensor,
        options: BatchNormOptions,
    ) -> Result<Tensor> {
        run(
            &ops::BATCH_NORM,
            &[self.view(), mean.view(), variance.view(), weight.view(), bias.view()],
            &[Attr::Float(options.epsilon)],
        )
    }

    /// Pairs of elements of the last axis turned by their position times an angle of their own: `base ** (-2 * i /
    /// n)` for pair `i` of an axis of `n` elements.
    ///
    /// Shape: that of `x`; `positions` broadcast to its axes but the last, which has an even length. Dtypes: real
    /// numbers and bool; gives the common dtype, float64 for integers and bool. Cost: copies; O(size of operands and
    /// result). Gradient: yes, that of the operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `NoPromotion` for uint64 beside a signed integer;
    /// `ShapeMismatch` for a last axis of odd length, and for positions that do not broadcast to the other axes.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[1.0, 0.0], [1.0, 0.0]];
    /// let y = x.rope(&tensor![0, 1])?;
    /// assert_eq!(y.get::<f64>(&[0, 0])?, 1.0);
    /// assert_eq!(y.get::<f64>(&[1, 1])?, 1f64.sin());
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Su et al., RoFormer, 2021; the halves of GPT-NeoX, the neighbours of ggml's `ggml_rope`.
    pub fn rope(&self, positions: &Tensor) -> Result<Tensor> {
        self.rope_with(positions, RopeOptions::default())
    }

    /// [`Tensor::rope`] with options: `base`, `interleaved`. Shapes, dtypes, cost, errors and source are told there.
    pub fn rope_with(&self, positions: &Tensor, options: RopeOptions) -> Result<Tensor> {
        run(&ops::ROPE, &[self.view(), positions.view()], &[Attr::Float(options.base), Attr::Bool(options.interleaved)])
    }

    /// The means of the rows of `value`, weighted by `softmax(query @ key.mT * scale)`; several heads of `query` may
    /// share one of `key` and `value`.
    ///
    /// Shape: `[.., heads, n, d]`, `[.., kv heads, m, d]` and `[.., kv heads, m, e]` give `[.., heads, n, e]`;
    /// without heads two axes. Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    /// Cost: copies; O(heads * n * m * (d + e)), memory beside the result linear in `n` and in `m`. Gradient: yes,
    /// that of the operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `NoPromotion` for uint64 beside a signed integer;
    /// `ShapeMismatch` for operands with different leading axes or last axes, heads of `key` that do not divide those
    /// of `query`, and fewer than two axes.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let (q, k) = (tensor![[0.0], [1e3]], tensor![[1.0], [-1.0]]);
    /// let v = tensor![[2.0, 4.0], [4.0, 8.0]];
    /// assert_eq!(q.scaled_dot_product_attention(&k, &v)?, tensor![[3.0, 6.0], [2.0, 4.0]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.scaled_dot_product_attention` with grouped heads.
    pub fn scaled_dot_product_attention(&self, key: &Tensor, value: &Tensor) -> Result<Tensor> {
        self.scaled_dot_product_attention_with(key, value, ScaledDotProductAttentionOptions::default())
    }

    /// [`Tensor::scaled_dot_product_attention`] with options: `causal`, `scale`. Shapes, dtypes, cost, errors and
    /// source are told there.
    pub fn scaled_dot_product_attention_with(
        &self,
        key: &Tensor,
        value: &Tensor,
        options: ScaledDotProductAttentionOptions,
    ) -> Result<Tensor> {
        run(
            &ops::SCALED_DOT_PRODUCT_ATTENTION,
            &[self.view(), key.view(), value.view()],
            &[Attr::Bool(options.causal), Attr::Float(options.scale)],
        )
    }

    /// `scaled_dot_product_attention` of what a mask lets through: of bool where it is true, else added to the
    /// scores; a row that sees nothing gives 0.
    ///
    /// Shape: as `scaled_dot_product_attention`; `mask` broadcasts to `[.., heads, n, m]`. Dtypes: real numbers and
    /// bool; gives the common dtype, float64 for integers and bool. Cost: copies; O(heads * n * m * (d + e)), memory
    /// beside the result linear in `n` and in `m`. Gradient: yes, that of the operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `NoPromotion` for uint64 beside a signed integer;
    /// `ShapeMismatch` for operands with different leading axes or last axes, heads of `key` that do not divide those
    /// of `query`, and fewer than two axes; `Broadcast` for shapes that do not broadcast.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let (q, v) = (tensor![[0.0], [0.0]], tensor![[2.0], [4.0]]);
    /// let mask = tensor![[true, true], [false, true]];
    /// assert_eq!(q.masked_attention(&q, &v, &mask)?, tensor![[3.0], [4.0]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.scaled_dot_product_attention` with `attn_mask`.
    pub fn masked_attention(&self, key: &Tensor, value: &Tensor, mask: &Tensor) -> Result<Tensor> {
        self.masked_attention_with(key, value, mask, MaskedAttentionOptions::default())
    }

    /// [`Tensor::masked_attention`] with options: `causal`, `scale`. Shapes, dtypes, cost, errors and source are told
    /// there.
    pub fn masked_attention_with(
        &self,
        key: &Tensor,
        value: &Tensor,
        mask: &Tensor,
        options: MaskedAttentionOptions,
    ) -> Result<Tensor> {
        run(
            &ops::MASKED_ATTENTION,
            &[self.view(), key.view(), value.view(), mask.view()],
            &[Attr::Bool(options.causal), Attr::Float(options.scale)],
        )
    }

    /// The mean of the squared differences.
    ///
    /// Shape: no axes; with `reduction` "none" `x` and `target` broadcast. Dtypes: real numbers and bool; gives the
    /// common dtype, float64 for integers and bool. Cost: copies; O(size of operands). Gradient: yes, that of the
    /// operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `NoPromotion` for uint64 beside a signed integer; `Broadcast`
    /// for shapes that do not broadcast; `BadArgument` for a word that a parameter does not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.0, 4.0].mse_loss(&tensor![1.0, 2.0])?.item::<f64>()?, 2.0);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.mse_loss`.
    pub fn mse_loss(&self, target: &Tensor) -> Result<Tensor> {
        self.mse_loss_with(target, MseLossOptions::default())
    }

    /// [`Tensor::mse_loss`] with options: `reduction`. Shapes, dtypes, cost, errors and source are told there.
    pub fn mse_loss_with(&self, target: &Tensor, options: MseLossOptions) -> Result<Tensor> {
        run(&ops::MSE_LOSS, &[self.view(), target.view()], &[Attr::Word(options.reduction)])
    }

    /// The mean of the absolute differences.
    ///
    /// Shape: no axes; with `reduction` "none" `x` and `target` broadcast. Dtypes: real numbers and bool; gives the
    /// common dtype, float64 for integers and bool. Cost: copies; O(size of operands). Gradient: yes, that of the
    /// operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `NoPromotion` for uint64 beside a signed integer; `Broadcast`
    /// for shapes that do not broadcast; `BadArgument` for a word that a parameter does not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.0, 4.0].l1_loss(&tensor![1.0, 2.0])?.item::<f64>()?, 1.0);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.l1_loss`.
    pub fn l1_loss(&self, target: &Tensor) -> Result<Tensor> {
        self.l1_loss_with(target, L1LossOptions::default())
    }

    /// [`Tensor::l1_loss`] with options: `reduction`. Shapes, dtypes, cost, errors and source are told there.
    pub fn l1_loss_with(&self, target: &Tensor, options: L1LossOptions) -> Result<Tensor> {
        run(&ops::L1_LOSS, &[self.view(), target.view()], &[Attr::Word(options.reduction)])
    }

    /// The mean of half the squared differences, from `delta` on of `delta * (|difference| - delta / 2)`.
    ///
    /// Shape: no axes; with `reduction` "none" `x` and `target` broadcast. Dtypes: real numbers and bool; gives the
    /// common dtype, float64 for integers and bool. Cost: copies; O(size of operands). Gradient: yes, that of the
    /// operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `NoPromotion` for uint64 beside a signed integer; `Broadcast`
    /// for shapes that do not broadcast; `BadArgument` for a word that a parameter does not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.5, 4.0].huber_loss(&tensor![0.0, 0.0])?.item::<f64>()?, (0.125 + 3.5) / 2.0);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.huber_loss`; by `delta` it is `smooth_l1_loss`.
    pub fn huber_loss(&self, target: &Tensor) -> Result<Tensor> {
        self.huber_loss_with(target, HuberLossOptions::default())
    }

    /// [`Tensor::huber_loss`] with options: `reduction`, `delta`. Shapes, dtypes, cost, errors and source are told
    /// there.
    pub fn huber_loss_with(&self, target: &Tensor, options: HuberLossOptions) -> Result<Tensor> {
        run(
            &ops::HUBER_LOSS,
            &[self.view(), target.view()],
            &[Attr::Word(options.reduction), Attr::Float(options.delta)],
        )
    }

    /// The mean of `-target * log(x) - (1 - target) * log(1 - x)`, logarithms being kept above -100.
    ///
    /// Shape: no axes; with `reduction` "none" `x` and `target` broadcast. Dtypes: real numbers and bool; gives the
    /// common dtype, float64 for integers and bool. Cost: copies; O(size of operands). Gradient: yes, by a rule of
    /// its own.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `NoPromotion` for uint64 beside a signed integer; `Broadcast`
    /// for shapes that do not broadcast; `BadArgument` for a word that a parameter does not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.0, 0.0].binary_cross_entropy(&tensor![1.0, 1.0])?.item::<f64>()?, 50.0);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.binary_cross_entropy`.
    pub fn binary_cross_entropy(&self, target: &Tensor) -> Result<Tensor> {
        self.binary_cross_entropy_with(target, BinaryCrossEntropyOptions::default())
    }

    /// [`Tensor::binary_cross_entropy`] with options: `reduction`. Shapes, dtypes, cost, errors and source are told
    /// there.
    pub fn binary_cross_entropy_with(&self, target: &Tensor, options: BinaryCrossEntropyOptions) -> Result<Tensor> {
        run(&ops::BINARY_CROSS_ENTROPY, &[self.view(), target.view()], &[Attr::Word(options.reduction)])
    }

    /// `binary_cross_entropy` of `sigmoid(x)`, exact where that is 0 or 1 in its dtype.
    ///
    /// Shape: no axes; with `reduction` "none" `x` and `target` broadcast. Dtypes: real numbers and bool; gives the
    /// common dtype, float64 for integers and bool. Cost: copies; O(size of operands). Gradient: yes, that of the
    /// operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `NoPromotion` for uint64 beside a signed integer; `Broadcast`
    /// for shapes that do not broadcast; `BadArgument` for a word that a parameter does not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let loss = tensor![-1000.0].binary_cross_entropy_with_logits(&tensor![1.0])?;
    /// assert_eq!(loss.item::<f64>()?, 1000.0);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.binary_cross_entropy_with_logits`.
    pub fn binary_cross_entropy_with_logits(&self, target: &Tensor) -> Result<Tensor> {
        self.binary_cross_entropy_with_logits_with(target, BinaryCrossEntropyWithLogitsOptions::default())
    }

    /// [`Tensor::binary_cross_entropy_with_logits`] with options: `reduction`. Shapes, dtypes, cost, errors and
    /// source are told there.
    pub fn binary_cross_entropy_with_logits_with(
        &self,
        target: &Tensor,
        options: BinaryCrossEntropyWithLogitsOptions,
    ) -> Result<Tensor> {
        run(&ops::BINARY_CROSS_ENTROPY_WITH_LOGITS, &[self.view(), target.view()], &[Attr::Word(options.reduction)])
    }

    /// The mean of `target * (log(target) - x)`, with `x` the logarithm of a probability; 0 where `target` is 0.
    ///
    /// Shape: no axes; with `reduction` "none" `x` and `target` broadcast. Dtypes: real numbers and bool; gives the
    /// common dtype, float64 for integers and bool. Cost: copies; O(size of operands). Gradient: yes, that of the
    /// operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `NoPromotion` for uint64 beside a signed integer; `Broadcast`
    /// for shapes that do not broadcast; `BadArgument` for a word that a parameter does not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![0.0, -1.0].kl_div(&tensor![1.0, 0.0])?.item::<f64>()?, 0.0);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.kl_div`; `reduction="sum"` divided by the batch is its "batchmean".
    pub fn kl_div(&self, target: &Tensor) -> Result<Tensor> {
        self.kl_div_with(target, KlDivOptions::default())
    }

    /// [`Tensor::kl_div`] with options: `reduction`. Shapes, dtypes, cost, errors and source are told there.
    pub fn kl_div_with(&self, target: &Tensor, options: KlDivOptions) -> Result<Tensor> {
        run(&ops::KL_DIV, &[self.view(), target.view()], &[Attr::Word(options.reduction)])
    }

    /// The mean of `-x` at the class that `target` names, with `x` the logarithms of probabilities.
    ///
    /// `axis`: The axis of the classes; negative counts from the end.
    ///
    /// Shape: no axes; with `reduction` "none" that of `target`, which is that of `x` without the axis. Dtypes: real
    /// numbers and bool; gives the common dtype, float64 for integers and bool. Cost: copies; O(size of `x`).
    /// Gradient: yes, that of the operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `NoPromotion` for uint64 beside a signed integer;
    /// `AxisOutOfRange` for an axis outside the shape; `DTypeMismatch` for a target that is no integers;
    /// `ShapeMismatch` for a target of another shape; `IndexOutOfRange` for a class that is not there; `BadArgument`
    /// for a word that a parameter does not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[-0.5, -2.0], [-1.0, -0.25]];
    /// assert_eq!(x.nll_loss(&tensor![0, 1], -1)?.item::<f64>()?, 0.375);
    /// assert!(x.nll_loss(&tensor![0, 2], -1).is_err());
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.nll_loss`, with the classes on any axis.
    pub fn nll_loss(&self, target: &Tensor, axis: i64) -> Result<Tensor> {
        self.nll_loss_with(target, axis, NllLossOptions::default())
    }

    /// [`Tensor::nll_loss`] with options: `reduction`, `ignore_index`. Shapes, dtypes, cost, errors and source are
    /// told there.
    pub fn nll_loss_with(&self, target: &Tensor, axis: i64, options: NllLossOptions) -> Result<Tensor> {
        run(
            &ops::NLL_LOSS,
            &[self.view(), target.view()],
            &[Attr::Word(options.reduction), Attr::Int(axis), Attr::Int(options.ignore_index)],
        )
    }

    /// `nll_loss` of `log_softmax(x)`.
    ///
    /// `axis`: The axis of the classes; negative counts from the end.
    ///
    /// Shape: no axes; with `reduction` "none" that of `target`, which is that of `x` without the axis. Dtypes: real
    /// numbers and bool; gives the common dtype, float64 for integers and bool. Cost: copies; O(size of `x`).
    /// Gradient: yes, that of the operations it is composed of.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `NoPromotion` for uint64 beside a signed integer;
    /// `AxisOutOfRange` for an axis outside the shape; `DTypeMismatch` for a target that is no integers;
    /// `ShapeMismatch` for a target of another shape; `IndexOutOfRange` for a class that is not there; `BadArgument`
    /// for a `label_smoothing` outside 0 to 1; `BadArgument` for a word that a parameter does not take.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// let x = tensor![[0.0, 0.0], [0.0, 1000.0]];
    /// assert_eq!(x.cross_entropy(&tensor![0, 0], -1)?.item::<f64>()?, (2f64.ln() + 1000.0) / 2.0);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.cross_entropy` of class indices, with the classes on any axis.
    pub fn cross_entropy(&self, target: &Tensor, axis: i64) -> Result<Tensor> {
        self.cross_entropy_with(target, axis, CrossEntropyOptions::default())
    }

    /// [`Tensor::cross_entropy`] with options: `reduction`, `ignore_index`, `label_smoothing`. Shapes, dtypes, cost,
    /// errors and source are told there.
    pub fn cross_entropy_with(&self, target: &Tensor, axis: i64, options: CrossEntropyOptions) -> Result<Tensor> {
        run(
            &ops::CROSS_ENTROPY,
            &[self.view(), target.view()],
            &[
                Attr::Word(options.reduction),
                Attr::Int(axis),
                Attr::Int(options.ignore_index),
                Attr::Float(options.label_smoothing),
            ],
        )
    }

    /// The inner product of vectors along an axis divided by their lengths; with a vector of length 0 it is 0.
    ///
    /// `axis`: The axis of the vectors; negative counts from the end.
    ///
    /// Shape: `x1` and `x2` broadcast, without the axis. Dtypes: real numbers and bool; gives the common dtype,
    /// float64 for integers and bool. Cost: copies; O(size of operands). Gradient: yes, that of the operations it is
    /// composed of.
    ///
    /// Errors: `DTypeUnsupported` for complex numbers; `NoPromotion` for uint64 beside a signed integer;
    /// `AxisOutOfRange` for an axis outside the shape; `Broadcast` for shapes that do not broadcast.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![[3.0, 0.0], [0.0, 0.0]].cosine_similarity(&tensor![3.0, 4.0], -1)?, tensor![0.6, 0.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: PyTorch, `torch.nn.functional.cosine_similarity`.
    pub fn cosine_similarity(&self, x2: &Tensor, axis: i64) -> Result<Tensor> {
        self.cosine_similarity_with(x2, axis, CosineSimilarityOptions::default())
    }

    /// [`Tensor::cosine_similarity`] with options: `epsilon`. Shapes, dtypes, cost, errors and source are told there.
    pub fn cosine_similarity_with(&self, x2: &Tensor, axis: i64, options: CosineSimilarityOptions) -> Result<Tensor> {
        run(&ops::COSINE_SIMILARITY, &[self.view(), x2.view()], &[Attr::Int(axis), Attr::Float(options.epsilon)])
    }
}

//! Running sums, products and extremes, and linear recurrences: each result from the one before it, along a line or row by row.

use bytemuck::Pod;
use polyad_core::DType;

use crate::binary::complex_multiply;

/// The loops of a running fold on one compute dtype. Slices are aligned for their element types.
#[derive(Clone, Copy, Debug)]
pub struct Scan {
    /// The dtype of the accumulators: float64 for floats, complex128 for complex numbers, else the dtype itself.
    pub acc: DType,
    /// Fills elements with the value of nothing: 0 or 1.
    pub initial: fn(&mut [u8]),
    /// A whole line, from its last element on if `reverse`: `line(x, out, reverse)`.
    pub line: fn(&[u8], &mut [u8], bool),
    /// The first row of many lines: `start(x, accs, out)`.
    pub start: fn(&[u8], &mut [u8], &mut [u8]),
    /// The next row: `row(x, accs, out)`.
    pub row: fn(&[u8], &mut [u8], &mut [u8]),
}

/// The loops of a linear recurrence, `h = a * h + b`, on one compute dtype; the first `h` is the first `b`.
#[derive(Clone, Copy, Debug)]
pub struct Recurrence {
    /// The dtype of the accumulators, as in [`Scan`].
    pub acc: DType,
    /// A whole line, from its last element on if `reverse`: `line(a, b, out, reverse)`.
    pub line: fn(&[u8], &[u8], &mut [u8], bool),
    /// The first row of many lines: `start(b, accs, out)`.
    pub start: fn(&[u8], &mut [u8], &mut [u8]),
    /// The next row: `row(a, b, accs, out)`.
    pub row: RecurrenceRow,
}

/// A row of a recurrence: factors, terms, accumulators, results.
pub type RecurrenceRow = fn(&[u8], &[u8], &mut [u8], &mut [u8]);

#[inline(always)]
fn indices(n: usize, reverse: bool) -> impl Iterator<Item = usize> {
    (0..n).map(move |i| if reverse { n - 1 - i } else { i })
}

#[inline(always)]
fn scan_line<T: Pod, A: Copy>(
    x: &[u8],
    out: &mut [u8],
    reverse: bool,
    widen: impl Fn(T) -> A,
    step: impl Fn(A, A) -> A,
    narrow: impl Fn(A) -> T,
) {
    let (x, out) = (bytemuck::cast_slice::<u8, T>(x), bytemuck::cast_slice_mut::<u8, T>(out));
    assert_eq!(x.len(), out.len());
    let mut order = indices(x.len(), reverse);
    let Some(first) = order.next() else { return };
    let mut acc = widen(x[first]);
    out[first] = x[first];
    for i in order {
        acc = step(acc, widen(x[i]));
        out[i] = narrow(acc);
    }
}

#[inline(always)]
fn first_row<T: Pod, A: Pod>(x: &[u8], accs: &mut [u8], out: &mut [u8], widen: impl Fn(T) -> A) {
    out.copy_from_slice(x);
    let (x, accs) = (bytemuck::cast_slice::<u8, T>(x), bytemuck::cast_slice_mut::<u8, A>(accs));
    assert_eq!(x.len(), accs.len());
    accs.iter_mut().zip(x).for_each(|(acc, &v)| *acc = widen(v));
}

#[inline(always)]
fn next_row<T: Pod, A: Pod>(
    x: &[u8],
    accs: &mut [u8],
    out: &mut [u8],
    step: impl Fn(A, T) -> A,
    narrow: impl Fn(A) -> T,
) {
    let (x, accs) = (bytemuck::cast_slice::<u8, T>(x), bytemuck::cast_slice_mut::<u8, A>(accs));
    let out = bytemuck::cast_slice_mut::<u8, T>(out);
    assert!(x.len() == accs.len() && x.len() == out.len());
    for ((acc, out), &v) in accs.iter_mut().zip(out).zip(x) {
        *acc = step(*acc, v);
        *out = narrow(*acc);
    }
}

macro_rules! scan {
    ($t:ty => $a:ty, $acc:ident, $widen:expr, $narrow:expr, $step:expr, $initial:expr) => {{
        fn initial(out: &mut [u8]) {
            bytemuck::cast_slice_mut::<u8, $t>(out).fill($initial);
        }
        fn line(x: &[u8], out: &mut [u8], reverse: bool) {
            let step: fn($a, $a) -> $a = $step;
            scan_line::<$t, $a>(x, out, reverse, $widen, step, $narrow);
        }
        fn start(x: &[u8], accs: &mut [u8], out: &mut [u8]) {
            first_row::<$t, $a>(x, accs, out, $widen);
        }
        fn row(x: &[u8], accs: &mut [u8], out: &mut [u8]) {
            let (step, widen): (fn($a, $a) -> $a, fn($t) -> $a) = ($step, $widen);
            next_row::<$t, $a>(x, accs, out, |acc, v| step(acc, widen(v)), $narrow);
        }
        Some(Scan { acc: DType::$acc, initial, line, start, row })
    }};
}

/// The greater of two, NaN if one is.
macro_rules! extreme {
    ($dtype:expr, $ahead:tt, $nothing:ident, $infinity:ident, $bool:literal) => {{
        macro_rules! float {
            ($t:ident, $acc:ident) => {
                scan!($t => $t, $acc, |v| v, |a| a, |a, b| if b $ahead a || b.is_nan() { b } else { a }, $t::$infinity)
            };
        }
        macro_rules! integer {
            ($t:ident, $acc:ident) => {
                scan!($t => $t, $acc, |v| v, |a| a, |a, b| if b $ahead a { b } else { a }, $t::$nothing)
            };
        }
        match $dtype {
            DType::Float32 => float!(f32, Float32),
            DType::Float64 => float!(f64, Float64),
            DType::Int8 => integer!(i8, Int8),
            DType::Int16 => integer!(i16, Int16),
            DType::Int32 => integer!(i32, Int32),
            DType::Int64 => integer!(i64, Int64),
            DType::UInt8 => integer!(u8, UInt8),
            DType::UInt16 => integer!(u16, UInt16),
            DType::UInt32 => integer!(u32, UInt32),
            DType::UInt64 => integer!(u64, UInt64),
            DType::Bool => {
                scan!(u8 => u8, Bool, |v| v, |a| a, |a, b| if b $ahead a { b } else { a }, $bool)
            }
            _ => None,
        }
    }};
}

/// The greatest exponent so far, and the sum of exponentials of the others over its own.
type Exponents = [f64; 2];

fn add_exponential(a: Exponents, b: Exponents) -> Exponents {
    let ([top, sum], v) = (a, b[0]);
    if top.is_nan() || v.is_nan() {
        [f64::NAN, 1.0]
    } else if v == top {
        // Infinities too, whose difference is no number.
        [top, sum + 1.0]
    } else if v < top {
        [top, sum + pxfm::f_exp(v - top)]
    } else {
        [v, sum * pxfm::f_exp(top - v) + 1.0]
    }
}

fn logarithm(a: Exponents) -> f64 {
    a[0] + pxfm::f_log(a[1])
}

/// The running fold of an entry of the table on a compute dtype; `None` where there is none. Integers wrap, bool is `or` and
/// `and`.
///
/// ```
/// use polyad_core::DType;
/// let sum = polyad_kernels::scan::scan("cumulative_sum", DType::Int64).unwrap();
/// let mut out = [0i64; 3];
/// (sum.line)(bytemuck::cast_slice(&[1i64, 2, 4]), bytemuck::cast_slice_mut(&mut out), false);
/// assert_eq!(out, [1, 3, 7]);
/// ```
pub fn scan(name: &str, dtype: DType) -> Option<Scan> {
    fn add(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
        [a[0] + b[0], a[1] + b[1]]
    }
    macro_rules! by_dtype {
        ($float:expr, $integer:ident, $bool:expr, $complex:expr, $initial:literal) => {
            match dtype {
                DType::Float32 => {
                    scan!(f32 => f64, Float64, |v| v.into(), |a| a as f32, $float, $initial as f32)
                }
                DType::Float64 => scan!(f64 => f64, Float64, |v| v, |a| a, $float, $initial as f64),
                DType::Int8 => scan!(i8 => i8, Int8, |v| v, |a| a, i8::$integer, $initial),
                DType::Int16 => scan!(i16 => i16, Int16, |v| v, |a| a, i16::$integer, $initial),
                DType::Int32 => scan!(i32 => i32, Int32, |v| v, |a| a, i32::$integer, $initial),
                DType::Int64 => scan!(i64 => i64, Int64, |v| v, |a| a, i64::$integer, $initial),
                DType::UInt8 => scan!(u8 => u8, UInt8, |v| v, |a| a, u8::$integer, $initial),
                DType::UInt16 => scan!(u16 => u16, UInt16, |v| v, |a| a, u16::$integer, $initial),
                DType::UInt32 => scan!(u32 => u32, UInt32, |v| v, |a| a, u32::$integer, $initial),
                DType::UInt64 => scan!(u64 => u64, UInt64, |v| v, |a| a, u64::$integer, $initial),
                DType::Bool => scan!(u8 => u8, Bool, |v| v, |a| a, $bool, $initial),
                DType::Complex64 => scan!([f32; 2] => [f64; 2], Complex128, |z| z.map(f64::from),
                    |a| a.map(|v| v as f32), $complex, [$initial as f32, 0.0]),
                DType::Complex128 => {
                    scan!([f64; 2] => [f64; 2], Complex128, |z| z, |a| a, $complex, [$initial as f64, 0.0])
                }
                _ => None,
            }
        };
    }
    match name {
        "cumulative_sum" => by_dtype!(|a, b| a + b, wrapping_add, |a, b| a | b, add, 0),
        "cumulative_prod" => by_dtype!(|a, b| a * b, wrapping_mul, |a, b| a & b, complex_multiply, 1),
        "cumulative_max" => extreme!(dtype, >, MIN, NEG_INFINITY, 0),
        "cumulative_min" => extreme!(dtype, <, MAX, INFINITY, 1),
        "cumulative_logsumexp" => match dtype {
            DType::Float32 => scan!(f32 => Exponents, Complex128, |v| [v.into(), 1.0], |a| logarithm(a) as f32,
                add_exponential, f32::NEG_INFINITY),
            DType::Float64 => {
                scan!(f64 => Exponents, Complex128, |v| [v, 1.0], logarithm, add_exponential, f64::NEG_INFINITY)
            }
            _ => None,
        },
        _ => None,
    }
}

macro_rules! recur {
    ($t:ty => $a:ty, $acc:ident, $widen:expr, $narrow:expr, $step:expr) => {{
        fn line(a: &[u8], b: &[u8], out: &mut [u8], reverse: bool) {
            let (a, b) = (bytemuck::cast_slice::<u8, $t>(a), bytemuck::cast_slice::<u8, $t>(b));
            let out = bytemuck::cast_slice_mut::<u8, $t>(out);
            assert!(a.len() == b.len() && a.len() == out.len());
            let (widen, narrow): (fn($t) -> $a, fn($a) -> $t) = ($widen, $narrow);
            let step: fn($a, $a, $a) -> $a = $step;
            let mut order = indices(a.len(), reverse);
            let Some(first) = order.next() else { return };
            let mut h = widen(b[first]);
            out[first] = b[first];
            for i in order {
                h = step(widen(a[i]), h, widen(b[i]));
                out[i] = narrow(h);
            }
        }
        fn start(b: &[u8], accs: &mut [u8], out: &mut [u8]) {
            first_row::<$t, $a>(b, accs, out, $widen);
        }
        fn row(a: &[u8], b: &[u8], accs: &mut [u8], out: &mut [u8]) {
            let (a, b) = (bytemuck::cast_slice::<u8, $t>(a), bytemuck::cast_slice::<u8, $t>(b));
            let (accs, out) = (bytemuck::cast_slice_mut::<u8, $a>(accs), bytemuck::cast_slice_mut::<u8, $t>(out));
            assert!(a.len() == b.len() && a.len() == out.len() && a.len() == accs.len());
            let (widen, narrow): (fn($t) -> $a, fn($a) -> $t) = ($widen, $narrow);
            let step: fn($a, $a, $a) -> $a = $step;
            for ((h, out), (&a, &b)) in accs.iter_mut().zip(out).zip(a.iter().zip(b)) {
                *h = step(widen(a), *h, widen(b));
                *out = narrow(*h);
            }
        }
        Some(Recurrence { acc: DType::$acc, line, start, row })
    }};
}

/// The linear recurrence on a compute dtype; `None` for bool. Integers wrap.
pub fn recurrence(dtype: DType) -> Option<Recurrence> {
    fn complex(a: [f64; 2], h: [f64; 2], b: [f64; 2]) -> [f64; 2] {
        let product = complex_multiply(a, h);
        [product[0] + b[0], product[1] + b[1]]
    }
    macro_rules! integer {
        ($t:ident, $acc:ident) => {
            recur!($t => $t, $acc, |v| v, |a| a, |a, h, b| a.wrapping_mul(h).wrapping_add(b))
        };
    }
    match dtype {
        DType::Float32 => recur!(f32 => f64, Float64, |v| v.into(), |a| a as f32, |a, h, b| a * h + b),
        DType::Float64 => recur!(f64 => f64, Float64, |v| v, |a| a, |a, h, b| a * h + b),
        DType::Int8 => integer!(i8, Int8),
        DType::Int16 => integer!(i16, Int16),
        DType::Int32 => integer!(i32, Int32),
        DType::Int64 => integer!(i64, Int64),
        DType::UInt8 => integer!(u8, UInt8),
        DType::UInt16 => integer!(u16, UInt16),
        DType::UInt32 => integer!(u32, UInt32),
        DType::UInt64 => integer!(u64, UInt64),
        DType::Complex64 => {
            recur!([f32; 2] => [f64; 2], Complex128, |z| z.map(f64::from), |a| a.map(|v| v as f32), complex)
        }
        DType::Complex128 => recur!([f64; 2] => [f64; 2], Complex128, |z| z, |a| a, complex),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_lines_give_the_same() {
        let (a, b) = ([0.5f32, 0.0, -3.0, 2.0], [1.0f32, 5.0, 0.25, -1.0]);
        for name in ["cumulative_sum", "cumulative_prod", "cumulative_max", "cumulative_min", "cumulative_logsumexp"] {
            let f = scan(name, DType::Float32).unwrap();
            let mut line = [0.0f32; 4];
            (f.line)(bytemuck::cast_slice(&b), bytemuck::cast_slice_mut(&mut line), false);
            let mut accs = [0.0f64; 2];
            let acc = &mut bytemuck::cast_slice_mut::<f64, u8>(&mut accs)[..f.acc.block_bytes()];
            for i in 0..4 {
                let (x, mut out) = (bytemuck::bytes_of(&b[i]), [0.0f32]);
                let step = if i == 0 { f.start } else { f.row };
                step(x, acc, bytemuck::cast_slice_mut(&mut out));
                assert_eq!(out[0], line[i], "{name}");
            }
        }
        let f = recurrence(DType::Float32).unwrap();
        let mut line = [0.0f32; 4];
        (f.line)(bytemuck::cast_slice(&a), bytemuck::cast_slice(&b), bytemuck::cast_slice_mut(&mut line), false);
        assert_eq!(line, [1.0, 5.0, -14.75, -30.5]);
        (f.line)(bytemuck::cast_slice(&a), bytemuck::cast_slice(&b), bytemuck::cast_slice_mut(&mut line), true);
        assert_eq!(line, [3.5, 5.0, 3.25, -1.0]);
    }

    #[test]
    fn running_logarithms_take_infinities_and_nan() {
        let f = scan("cumulative_logsumexp", DType::Float64).unwrap();
        let run = |x: &[f64]| {
            let mut out = vec![0.0; x.len()];
            (f.line)(bytemuck::cast_slice(x), bytemuck::cast_slice_mut(&mut out), false);
            out
        };
        let (inf, low, ln_2) = (f64::INFINITY, f64::NEG_INFINITY, 2.0f64.ln());
        assert_eq!(run(&[low, low, 3.0, 3.0, -1e9]), [low, low, 3.0, 3.0 + ln_2, 3.0 + ln_2]);
        assert_eq!(run(&[1e308, low, inf, inf, 5.0]), [1e308, 1e308, inf, inf, inf]);
        let got = run(&[1.0, f64::NAN, inf]);
        assert!(got[0] == 1.0 && got[1].is_nan() && got[2].is_nan());
    }

    #[test]
    fn long_sums_of_float32_do_not_stop() {
        let f = scan("cumulative_sum", DType::Float32).unwrap();
        let n = (1 << 24) + 10;
        let mut out = vec![0.0f32; n];
        (f.line)(bytemuck::cast_slice(&vec![1.0f32; n]), bytemuck::cast_slice_mut(&mut out), false);
        assert_eq!(out[n - 1], n as f32);
    }
}

//! What the formats with a shared scale have in common: walking blocks in float32, and refusing what no scale can hold.

use super::Reject;
use super::fit::sum_squares;
use super::formats::float16::FORMAT as F16;

/// Runs a block decoder over whole blocks.
pub(super) fn decode<const LEN: usize, const BYTES: usize>(
    bytes: &[u8],
    values: &mut [f64],
    block: impl Fn(&[u8; BYTES], &mut [f32; LEN]),
) {
    for (b, v) in bytes.as_chunks().0.iter().zip(values.as_chunks_mut::<LEN>().0) {
        let mut out = [0.0; LEN];
        block(b, &mut out);
        for (v, x) in v.iter_mut().zip(out) {
            *v = x.into();
        }
    }
}

/// Runs a block encoder over whole blocks, the values rounded to float32 first. Refuses NaN and infinities, and numbers past
/// every float16 scale.
pub(super) fn encode<const LEN: usize, const BYTES: usize>(
    values: &[f64],
    bytes: &mut [u8],
    block: impl Fn(&[f32; LEN], &mut [u8; BYTES]) -> Result<(), (usize, &'static str)>,
) -> Result<(), Reject> {
    blocks(values, bytes, |_, x, b| match argmax_abs(x) {
        top if x[top].abs() > BLOCK_LIMIT => Err((top, SCALE)),
        _ => block(x, b),
    })
}

/// [`encode`] for the formats whose scale is no float16.
pub(super) fn encode_wide<const LEN: usize, const BYTES: usize>(
    values: &[f64],
    bytes: &mut [u8],
    block: impl Fn(&[f32; LEN], &mut [u8; BYTES]) -> Result<(), (usize, &'static str)>,
) -> Result<(), Reject> {
    blocks(values, bytes, |_, x, b| block(x, b))
}

/// Runs a block encoder that heeds importance over a row. It is also told the mean square of the row.
pub(super) fn encode_weighted<const LEN: usize, const BYTES: usize>(
    row: &[f64],
    importance: &[f32],
    bytes: &mut [u8],
    block: impl Fn(&[f32; LEN], &[f32; LEN], f32, &mut [u8; BYTES]) -> Result<(), (usize, &'static str)>,
) -> Result<(), Reject> {
    let reject = |index: usize, why| Err(Reject { index, value: row[index], why });
    if let Some(index) = importance.iter().position(|w| !w.is_finite() || *w < 0.0) {
        return reject(index, IMPORTANCE);
    }
    let x: Vec<f32> = row.iter().map(|&x| x as f32).collect();
    if let Some(index) = x.iter().position(|x| !x.is_finite()) {
        return reject(index, if row[index].is_finite() { TOO_LARGE } else { NOT_FINITE });
    }
    let top = argmax_abs(&x);
    if x.get(top).is_some_and(|x| x.abs() > BLOCK_LIMIT) {
        return reject(top, SCALE);
    }
    let mean = sum_squares(&x) / x.len() as f32;
    let importance = importance.as_chunks().0;
    blocks(row, bytes, |i, x, b| block(x, &moderate(&importance[i]), mean, b))
}

/// Importance of a block, brought to about 1 where searches, which take products of three sums with it, would overflow or
/// find 0. Only the ratios count, and a power of two keeps them and every rounding of the search.
fn moderate<const LEN: usize>(importance: &[f32; LEN]) -> [f32; LEN] {
    let top = largest(*importance);
    if top == 0.0 || (1.0 / 65536.0..=65536.0).contains(&top) {
        return *importance;
    }
    // The opposite exponent, as far as normal numbers have it.
    let exponent = (254 - (top.to_bits() >> 23)).max(1);
    importance.map(|w| w * f32::from_bits(exponent << 23))
}

/// Runs an encoder over whole blocks, which it is given with their numbers.
fn blocks<const LEN: usize, const BYTES: usize>(
    values: &[f64],
    bytes: &mut [u8],
    block: impl Fn(usize, &[f32; LEN], &mut [u8; BYTES]) -> Result<(), (usize, &'static str)>,
) -> Result<(), Reject> {
    for (i, (v, b)) in values.as_chunks::<LEN>().0.iter().zip(bytes.as_chunks_mut().0).enumerate() {
        let reject = |(j, why)| Reject { index: i * LEN + j, value: v[j], why };
        let x = v.map(|x| x as f32);
        if let Some(j) = x.iter().position(|x| !x.is_finite()) {
            return Err(reject((j, if v[j].is_finite() { TOO_LARGE } else { NOT_FINITE })));
        }
        block(i, &x, b).map_err(reject)?;
    }
    Ok(())
}

/// Past this no block format with a float16 scale holds a number, and encoders refuse it. Squares and their sums are finite up
/// to here; beyond, searches for a scale would find none and leave zeros.
pub const BLOCK_LIMIT: f32 = (1u32 << 28) as f32;

/// Why a NaN or an infinity is refused.
pub(super) const NOT_FINITE: &str = "a block format holds finite numbers only";
/// Why a number is refused that only float64 holds.
const TOO_LARGE: &str = "it does not fit float32, in which blocks are encoded";
/// Why a number is refused whose importance means nothing.
const IMPORTANCE: &str = "its importance is no finite number of at least 0";
/// Why a block is refused whose scale or minimum overflows.
pub(super) const SCALE: &str = "the scale of its block does not fit float16";

/// The value of the two bytes of a float16, as float32 (exact).
pub(super) fn f16_at(bytes: &[u8], at: usize) -> f32 {
    F16.decode(u16::from_le_bytes([bytes[at], bytes[at + 1]]).into()) as f32
}

/// Writes a scale as float16, or says that it does not fit.
pub(super) fn put_f16(scale: f32, culprit: usize, out: &mut [u8]) -> Result<(), (usize, &'static str)> {
    let code = f16_code(scale);
    if code & 0x7c00 == 0x7c00 {
        return Err((culprit, SCALE));
    }
    out[..2].copy_from_slice(&code.to_le_bytes());
    Ok(())
}

/// The nearest float16, infinity past its range.
pub(super) fn f16_code(x: f32) -> u16 {
    F16.encode(x.into()) as u16
}

/// Index of the element of greatest magnitude, the first of equals.
pub(super) fn argmax_abs(x: &[f32]) -> usize {
    let mut at = 0;
    for (i, v) in x.iter().enumerate() {
        if v.abs() > x[at].abs() {
            at = i;
        }
    }
    at
}

/// Smallest and largest element.
pub(super) fn min_max(x: &[f32]) -> (f32, f32) {
    x.iter().fold((x[0], x[0]), |(lo, hi), &v| (if v < lo { v } else { lo }, if v > hi { v } else { hi }))
}

/// The largest of numbers that are above 0, else +0: of zeros of both signs `f32::max` may give either, and bytes would
/// show it.
pub(super) fn largest(x: impl IntoIterator<Item = f32>) -> f32 {
    x.into_iter().fold(0.0, |top, x| if x > top { x } else { top })
}

/// `1 / d`, or 0 for a block of zeros.
pub(super) fn inverse(d: f32) -> f32 {
    if d == 0.0 { 0.0 } else { 1.0 / d }
}

/// The encoder without importance of formats in which it does far too badly.
pub(super) fn needs_importance(values: &[f64], _: &mut [u8]) -> Result<(), Reject> {
    match values.first() {
        Some(&value) => Err(Reject { index: 0, value, why: "it is encoded by importance only, and none is given" }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_of_zeros_is_positive() {
        for zeros in [vec![-0.0], vec![0.0, -0.0], vec![-0.0, 0.0], vec![-1.0, -0.0], vec![]] {
            assert_eq!(largest(zeros).to_bits(), 0);
        }
        assert_eq!(largest([-3.0, 2.0, 1.0, f32::NAN]), 2.0);
    }

    #[test]
    fn moderate_importance_stays_and_ratios_do() {
        assert_eq!(moderate(&[0.0, 3.0, 1e4]), [0.0, 3.0, 1e4]);
        assert_eq!(moderate(&[0.0; 2]), [0.0; 2]);
        for large in [1e30, f32::MAX, f32::MIN_POSITIVE, f32::from_bits(1 << 9)] {
            let [a, b] = moderate(&[large, large / 2.0]);
            assert!((1.0 / 65536.0..=65536.0).contains(&a) && a == 2.0 * b, "{large:e}: {a} {b}");
        }
    }
}

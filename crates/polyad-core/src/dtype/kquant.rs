//! What the formats with blocks of 256 elements share: where bits lie, and scales whose scales are float16.

use super::fit::{Search, nearest, scale_of_positive, sum_squares, weigh};
use super::scaled::{argmax_abs, f16_at, largest, put_f16};

/// The 2-bit code of element `e`: a run of 32 bytes holds 128 elements, 32 of them in each pair of bits.
pub(super) fn two_bits(bytes: &[u8], e: usize) -> u8 {
    bytes[e / 128 * 32 + e % 32] >> (e / 32 % 4 * 2) & 3
}

/// Writes the two low bits of every code where [`two_bits`] finds them.
pub(super) fn put_two_bits(codes: impl Iterator<Item = u8>, bytes: &mut [u8]) {
    bytes.fill(0);
    for (e, code) in codes.enumerate() {
        bytes[e / 128 * 32 + e % 32] |= (code & 3) << (e / 32 % 4 * 2);
    }
}

/// The 4-bit code of element `e`: a run of 32 bytes holds 64 elements, the first 32 of them in the low nibbles.
pub(super) fn nibble(bytes: &[u8], e: usize) -> u8 {
    bytes[e / 64 * 32 + e % 32] >> (e / 32 % 2 * 4) & 15
}

/// Writes the four low bits of every code where [`nibble`] finds them.
pub(super) fn put_nibbles(codes: &[i8; 256], bytes: &mut [u8]) {
    bytes.fill(0);
    for (e, &code) in codes.iter().enumerate() {
        bytes[e / 64 * 32 + e % 32] |= (code as u8 & 15) << (e / 32 % 2 * 4);
    }
}

/// The `s`-th of eight 6-bit scales and of eight 6-bit minima in 12 bytes. The first four of each are the low bits of
/// a byte; the others have four bits in a byte of their own and two in the high bits left over.
pub(super) fn six_bits(words: &[u8], s: usize) -> (u8, u8) {
    match s {
        0..4 => (words[s] & 63, words[s + 4] & 63),
        _ => (words[s + 4] & 15 | words[s - 4] >> 6 << 4, words[s + 4] >> 4 | words[s] >> 6 << 4),
    }
}

/// Writes scales and minima where [`six_bits`] finds them.
pub(super) fn put_six_bits(scales: &[i8], minima: &[i8], words: &mut [u8]) {
    for s in 0..4 {
        let (high_scale, high_minimum) = (scales[s + 4] as u8, minima[s + 4] as u8);
        words[s] = scales[s] as u8 | high_scale >> 4 << 6;
        words[s + 4] = minima[s] as u8 | high_minimum >> 4 << 6;
        words[s + 8] = high_scale & 15 | high_minimum << 4;
    }
}

/// How a format of codes with scales and minima is encoded.
pub(super) struct Affine {
    /// Elements that share a scale and a minimum.
    pub(super) group: usize,
    /// The highest scale and minimum, in units of `d` and `dmin`.
    pub(super) top: i32,
    /// The search without importance, and what elements weigh in it.
    pub(super) search: Search,
    pub(super) weigh: fn(&[f32], &mut [f32]),
    /// The spread of weights with importance, in mean squares of the block.
    pub(super) spread: f32,
    /// Where `d` lies in the block, `dmin` behind it.
    pub(super) place: usize,
}

/// The numbers of a block, to be packed.
pub(super) struct Parts {
    pub(super) scales: [i8; 16],
    pub(super) minima: [i8; 16],
    pub(super) codes: [i8; 256],
}

impl Affine {
    /// Finds scales, minima and codes of a block; writes `d` and `dmin`.
    pub(super) fn encode(
        &self,
        x: &[f32; 256],
        importance: Option<&[f32; 256]>,
        b: &mut [u8],
    ) -> Result<Parts, (usize, &'static str)> {
        let groups = 256 / self.group;
        let spread = self.spread * sum_squares(x) / 256.0;
        let weighted = Search::weighted(self.search.n);
        let mut parts = Parts { scales: [0; 16], minima: [0; 16], codes: [0; 256] };
        let (mut scales, mut minima, mut weights) = ([0.0; 16], [0.0; 16], [0.0; 16]);
        for (g, (x, codes)) in x.chunks(self.group).zip(parts.codes.chunks_mut(self.group)).enumerate() {
            let mut w = [0.0; 32];
            let w = &mut w[..self.group];
            let search = match importance {
                None => {
                    (self.weigh)(x, w);
                    &self.search
                }
                Some(importance) => {
                    weigh(x, &importance[g * self.group..], spread, w);
                    &weighted
                }
            };
            weights[g] = w.iter().fold(0.0, |sum, w| sum + w);
            (scales[g], minima[g]) = search.scale_and_minimum(x, w, codes);
        }
        let words = |values: &[f32], words: &mut [i8]| match importance {
            Some(_) => scale_of_positive(values, &weights[..groups], self.top, words),
            None => self.by_the_largest(values, words),
        };
        put_f16(words(&scales[..groups], &mut parts.scales[..groups]), argmax_abs(x), &mut b[self.place..])?;
        put_f16(words(&minima[..groups], &mut parts.minima[..groups]), argmax_abs(x), &mut b[self.place + 2..])?;
        let (d, dmin) = (f16_at(b, self.place), f16_at(b, self.place + 2));
        for g in 0..groups {
            // Codes are taken once more, for the scales as they are stored. Where the stored scale is 0, any will do.
            let (d, minimum) = (d * f32::from(parts.scales[g]), dmin * f32::from(parts.minima[g]));
            let elements = g * self.group..(g + 1) * self.group;
            for (code, x) in parts.codes[elements.clone()].iter_mut().zip(&x[elements]).filter(|_| d != 0.0) {
                *code = nearest((x + minimum) / d).clamp(0, self.search.n) as i8;
            }
        }
        Ok(parts)
    }

    /// Values in units of the largest by `top`. Gives the unit.
    fn by_the_largest(&self, values: &[f32], words: &mut [i8]) -> f32 {
        let (largest, top) = (largest(values.iter().copied()), self.top as f32);
        let inverse = if largest > 0.0 { top / largest } else { 0.0 };
        words.iter_mut().zip(values).for_each(|(word, x)| *word = nearest(inverse * x).clamp(0, self.top) as i8);
        largest / top
    }
}

/// Codes from `-n` to `n - 1` for scales as they are stored, in units of `d`, a scale for every 16 elements. Where a scale is
/// 0, any code will do, and the one found before stays.
pub(super) fn recode(x: &[f32; 256], d: f32, scales: &[i8; 16], n: i32, codes: &mut [i8; 256]) {
    for (e, (code, x)) in codes.iter_mut().zip(x).enumerate() {
        let d = d * f32::from(scales[e / 16]);
        if d != 0.0 {
            *code = nearest(x / d).clamp(-n, n - 1) as i8;
        }
    }
}

/// What elements of q4_K and q5_K weigh without importance.
pub(super) fn root_mean_square_and_magnitude(x: &[f32], w: &mut [f32]) {
    let root = (sum_squares(x) / x.len() as f32).sqrt();
    w.iter_mut().zip(x).for_each(|(w, x)| *w = root + x.abs());
}

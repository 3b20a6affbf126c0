//! Codebooks of the i-quants: one index stands for the magnitudes of 4 or 8 elements.
//!
//! The files in `codebooks/` hold one byte a number, entry after entry; `codebooks/convert.py` made them.

pub(super) static IQ1S: &[u8] = include_bytes!("codebooks/iq1s.bin");
pub(super) static IQ2XXS: &[u8] = include_bytes!("codebooks/iq2xxs.bin");
pub(super) static IQ2XS: &[u8] = include_bytes!("codebooks/iq2xs.bin");
pub(super) static IQ2S: &[u8] = include_bytes!("codebooks/iq2s.bin");
pub(super) static IQ3XXS: &[u8] = include_bytes!("codebooks/iq3xxs.bin");
pub(super) static IQ3S: &[u8] = include_bytes!("codebooks/iq3s.bin");

/// The entries of a codebook.
pub(super) fn entries<const N: usize>(book: &'static [u8]) -> &'static [[u8; N]] {
    book.as_chunks().0
}

/// The signs of eight elements, from seven bits: the eighth makes the count of negatives even.
pub(super) fn even_signs(seven: u32) -> u8 {
    let seven = (seven & 127) as u8;
    seven | (seven.count_ones() as u8 & 1) << 7
}

/// Magnitudes times scale, negative where the bit in `signs` is set.
pub(super) fn put_signed(magnitudes: &[u8], signs: u8, scale: f32, y: &mut [f32]) {
    for (j, (y, &magnitude)) in y.iter_mut().zip(magnitudes).enumerate() {
        let value = scale * f32::from(magnitude);
        *y = if signs >> j & 1 == 1 { -value } else { value };
    }
}

/// Values -1, 0 or 1, shifted by an eighth down or up, times scale.
pub(super) fn put_shifted(values: &[u8; 8], down: bool, scale: f32, y: &mut [f32; 8]) {
    let shift = if down { -0.125 } else { 0.125 };
    for (y, &value) in y.iter_mut().zip(values) {
        *y = scale * (f32::from(value as i8) + shift);
    }
}

//! Panels of 8 columns: how they are laid out, made and multiplied.
//!
//! A block of a panel has 256 bytes of codes, 4 elements of each of the 8 columns after another, then 8 float32 scales and,
//! where the format has them, 8 minima. Codes of up to 5 bits are shifted to start at 0: their products with
//! signed bytes can then be summed in 16 bits, and the shift comes off by the sum of the activations' codes.

use super::{Activations, BLOCK, PANEL};
use crate::codec::ScaledBlock;
use crate::tier::multiversion;
#[cfg(target_arch = "x86_64")]
use crate::tier::{Tier, tier};
#[cfg(target_arch = "x86_64")]
use crate::transpose::transpose_8x8_u32;

const CODES: usize = PANEL * BLOCK;
const FLOATS: usize = PANEL * 4;

/// Bytes of one block of a panel.
pub(super) const fn block_bytes<const BYTES: usize, F: ScaledBlock<BYTES>>() -> usize {
    CODES + FLOATS + if F::HAS_MINIMUM { FLOATS } else { 0 }
}

/// Makes all panels of rows of `blocks` blocks.
pub(super) fn pack<const BYTES: usize, F: ScaledBlock<BYTES>>(w: &[u8], blocks: usize, packed: &mut [u8]) {
    if blocks > 0 {
        let rows = w.as_chunks::<BYTES>().0.chunks(blocks * PANEL);
        for (rows, panel) in rows.zip(packed.chunks_exact_mut(blocks * block_bytes::<BYTES, F>())) {
            pack_panel::<BYTES, F>(rows, blocks, panel);
        }
    }
}

multiversion! {
    /// Makes one panel of up to 8 rows of `blocks` blocks; the columns that are missing are 0.
    fn pack_panel[const BYTES: usize, F: ScaledBlock<BYTES>][BYTES, F](
        rows: &[[u8; BYTES]],
        blocks: usize,
        panel: &mut [u8],
    ) {
        let missing = [0; BYTES];
        for (b, out) in panel.chunks_exact_mut(block_bytes::<BYTES, F>()).enumerate() {
            let columns: [&[u8; BYTES]; PANEL] = std::array::from_fn(|c| rows.get(c * blocks + b).unwrap_or(&missing));
            let (out_codes, floats) = out.split_first_chunk_mut::<CODES>().expect("a block starts with its codes");
            interleave(&columns.map(|column| F::codes(column).map(|code| (code + F::OFFSET.unwrap_or(0)) as u8)), out_codes);
            let (scales, minima) = floats.split_at_mut(FLOATS);
            scales.copy_from_slice(bytemuck::cast_slice(&columns.map(F::scale)));
            if F::HAS_MINIMUM {
                minima.copy_from_slice(bytemuck::cast_slice(&columns.map(F::minimum)));
            }
        }
    }
}

/// 4 bytes of each column after another, then the next 4 of each.
#[inline(always)]
fn interleave(columns: &[[u8; BLOCK]; PANEL], out: &mut [u8; CODES]) {
    #[cfg(target_arch = "x86_64")]
    if tier() >= Tier::Avx2 {
        // SAFETY: the tier has AVX2.
        return unsafe { transpose_8x8_u32(columns, out) };
    }
    for (g, out) in out.as_chunks_mut::<{ 4 * PANEL }>().0.iter_mut().enumerate() {
        for (four, column) in out.as_chunks_mut::<4>().0.iter_mut().zip(columns) {
            *four = column.as_chunks().0[g];
        }
    }
}

/// The product with weights as stored: a panel is made, used for all rows, and forgotten.
pub(super) fn product_of<const BYTES: usize, F: ScaledBlock<BYTES>>(
    x: &Activations,
    w: &[u8],
    n: usize,
    out: &mut [f32],
    out_stride: usize,
) {
    let mut panel = vec![0; x.blocks * block_bytes::<BYTES, F>()];
    for j in (0..n).step_by(PANEL) {
        let wide = PANEL.min(n - j);
        let rows = &w.as_chunks::<BYTES>().0[j * x.blocks..][..wide * x.blocks];
        if x.blocks > 0 {
            pack_panel::<BYTES, F>(rows, x.blocks, &mut panel);
        }
        multiply_panel::<BYTES, F>(x, &panel, wide, out.get_mut(j..).unwrap_or_default(), out_stride);
    }
}

/// The product with panels made before.
pub(super) fn product_packed<const BYTES: usize, F: ScaledBlock<BYTES>>(
    x: &Activations,
    packed: &[u8],
    n: usize,
    out: &mut [f32],
    out_stride: usize,
) {
    let size = x.blocks * block_bytes::<BYTES, F>();
    for j in (0..n).step_by(PANEL) {
        let panel = &packed[j / PANEL * size..][..size];
        multiply_panel::<BYTES, F>(x, panel, PANEL.min(n - j), out.get_mut(j..).unwrap_or_default(), out_stride);
    }
}

/// All rows times one panel, of whose columns the first `wide` are stored.
fn multiply_panel<const BYTES: usize, F: ScaledBlock<BYTES>>(
    x: &Activations,
    panel: &[u8],
    wide: usize,
    out: &mut [f32],
    out_stride: usize,
) {
    let mut i = 0;
    while i < x.rows {
        let tall = match x.rows - i {
            1 => rows::<BYTES, F, 1>(x, i, panel, wide, out, out_stride),
            2 => rows::<BYTES, F, 2>(x, i, panel, wide, out, out_stride),
            3 | 6 => rows::<BYTES, F, 3>(x, i, panel, wide, out, out_stride),
            4 | 7 | 8 => rows::<BYTES, F, 4>(x, i, panel, wide, out, out_stride),
            _ => rows::<BYTES, F, 5>(x, i, panel, wide, out, out_stride),
        };
        i += tall;
    }
}

fn rows<const BYTES: usize, F: ScaledBlock<BYTES>, const ROWS: usize>(
    x: &Activations,
    i: usize,
    panel: &[u8],
    wide: usize,
    out: &mut [f32],
    out_stride: usize,
) -> usize {
    let sums = sums::<BYTES, F, ROWS>(x, i, panel);
    for (t, row) in sums.iter().enumerate() {
        out[(i + t) * out_stride..][..wide].copy_from_slice(&row[..wide]);
    }
    ROWS
}

/// `ROWS` rows from row `i` on times one panel.
fn sums<const BYTES: usize, F: ScaledBlock<BYTES>, const ROWS: usize>(
    x: &Activations,
    i: usize,
    panel: &[u8],
) -> [[f32; PANEL]; ROWS] {
    assert!(i + ROWS <= x.rows && panel.len() == x.blocks * block_bytes::<BYTES, F>());
    #[cfg(target_arch = "x86_64")]
    if tier() >= Tier::Avx2 {
        // SAFETY: the tier has AVX2.
        return unsafe { avx2::sums::<BYTES, F, ROWS>(x, i, panel) };
    }
    let mut sums = [[0.0; PANEL]; ROWS];
    for (b, block) in panel.chunks_exact(block_bytes::<BYTES, F>()).enumerate() {
        let (codes, floats) = block.split_at(CODES);
        let float = |at: usize| f32::from_ne_bytes(floats.as_chunks().0[at]);
        for (t, sums) in sums.iter_mut().enumerate() {
            let at = (i + t) * x.blocks + b;
            let dots = dots(codes, &x.codes[at * BLOCK..][..BLOCK]);
            let shift = i32::from(F::OFFSET.unwrap_or(0)) * x.sums[at];
            for (c, sum) in sums.iter_mut().enumerate() {
                *sum += (dots[c] - shift) as f32 * (float(c) * x.scales[at]);
                if F::HAS_MINIMUM {
                    *sum += float(PANEL + c) * (x.sums[at] as f32 * x.scales[at]);
                }
            }
        }
    }
    sums
}

/// The integer dots of the 8 columns of a block with one block of activations.
fn dots(codes: &[u8], x: &[i8]) -> [i32; PANEL] {
    let mut dots = [0; PANEL];
    for (four, x) in codes.as_chunks::<{ 4 * PANEL }>().0.iter().zip(x.as_chunks::<4>().0) {
        for (dot, w) in dots.iter_mut().zip(four.as_chunks::<4>().0) {
            *dot += (0..4).map(|e| i32::from(w[e] as i8) * i32::from(x[e])).sum::<i32>();
        }
    }
    dots
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    use super::{BLOCK, CODES, FLOATS, PANEL, block_bytes};
    use crate::codec::ScaledBlock;
    use crate::qdot::Activations;

    /// Vectors of codes a block.
    const GROUPS: usize = CODES / 32;

    #[target_feature(enable = "avx2")]
    pub(super) fn sums<const BYTES: usize, F: ScaledBlock<BYTES>, const ROWS: usize>(
        x: &Activations,
        i: usize,
        panel: &[u8],
    ) -> [[f32; PANEL]; ROWS] {
        let ones = _mm256_set1_epi16(1);
        let mut sums = [_mm256_setzero_ps(); ROWS];
        for (b, block) in panel.chunks_exact(block_bytes::<BYTES, F>()).enumerate() {
            let at: [usize; ROWS] = std::array::from_fn(|t| (i + t) * x.blocks + b);
            let fours: [&[[u8; 4]; GROUPS]; ROWS] = std::array::from_fn(|t| {
                let bytes: &[u8] = bytemuck::cast_slice(&x.codes[at[t] * BLOCK..][..BLOCK]);
                bytes.as_chunks().0.first_chunk().expect("a block of codes")
            });
            let mut dots = [_mm256_setzero_si256(); ROWS];
            // Half a block: 4 groups of codes up to 31 times 127, in pairs, stay below 2^15.
            for half in [0, GROUPS / 2] {
                let mut small = [_mm256_setzero_si256(); ROWS];
                for g in (0..GROUPS / 2).map(|g| half + g) {
                    // SAFETY: a block starts with 8 groups of 32 bytes.
                    let w = unsafe { _mm256_loadu_si256(block.as_ptr().add(32 * g).cast()) };
                    for t in 0..ROWS {
                        let x = _mm256_set1_epi32(i32::from_ne_bytes(fours[t][g]));
                        if F::OFFSET.is_some() {
                            small[t] = _mm256_add_epi16(small[t], _mm256_maddubs_epi16(w, x));
                        } else {
                            // |w| times x with the sign of w: pairs stay below 2 * 128 * 127.
                            let pairs = _mm256_maddubs_epi16(_mm256_abs_epi8(w), _mm256_sign_epi8(x, w));
                            dots[t] = _mm256_add_epi32(dots[t], _mm256_madd_epi16(pairs, ones));
                        }
                    }
                }
                if F::OFFSET.is_some() {
                    for t in 0..ROWS {
                        dots[t] = _mm256_add_epi32(dots[t], _mm256_madd_epi16(small[t], ones));
                    }
                }
            }
            // SAFETY: the scales, and the minima where there are some, follow the codes.
            let scale = unsafe { _mm256_loadu_ps(block.as_ptr().add(CODES).cast()) };
            for t in 0..ROWS {
                let x_scale = x.scales[at[t]];
                let shift = i32::from(F::OFFSET.unwrap_or(0)) * x.sums[at[t]];
                let dot = _mm256_cvtepi32_ps(_mm256_sub_epi32(dots[t], _mm256_set1_epi32(shift)));
                let both = _mm256_mul_ps(scale, _mm256_set1_ps(x_scale));
                sums[t] = _mm256_add_ps(sums[t], _mm256_mul_ps(dot, both));
                if F::HAS_MINIMUM {
                    // SAFETY: as above.
                    let minimum = unsafe { _mm256_loadu_ps(block.as_ptr().add(CODES + FLOATS).cast()) };
                    let total = _mm256_set1_ps(x.sums[at[t]] as f32 * x_scale);
                    sums[t] = _mm256_add_ps(sums[t], _mm256_mul_ps(minimum, total));
                }
            }
        }
        sums.map(|sum| {
            let mut row = [0.0; PANEL];
            // SAFETY: the array holds 8 floats.
            unsafe { _mm256_storeu_ps(row.as_mut_ptr(), sum) };
            row
        })
    }
}

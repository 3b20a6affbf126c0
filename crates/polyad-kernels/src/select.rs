//! `where`: one of two operands by a condition.

use polyad_core::DType;

use crate::tier::multiversion;

/// `out[i] = if cond[i] { a[i] } else { b[i] }`; `cond` holds one byte an element, 0 or 1.
pub type Select = fn(cond: &[u8], a: &[u8], b: &[u8], out: &mut [u8]);

/// The selecting loop of a compute dtype: raw elements by width, so every bit pattern comes through unchanged.
///
/// ```
/// use polyad_core::DType;
/// let mut out = [0u8; 3];
/// polyad_kernels::select::select(DType::UInt8)(&[1, 0, 1], &[1, 2, 3], &[7, 8, 9], &mut out);
/// assert_eq!(out, [1, 8, 3]);
/// ```
pub fn select(dtype: DType) -> Select {
    match dtype.compute().block_bytes() {
        1 => select_1,
        2 => select_2,
        4 => select_4,
        8 => select_8,
        _ => select_16,
    }
}

macro_rules! selects {
    ($($name:ident: $t:ty;)*) => {$(
        multiversion! {
            fn $name(cond: &[u8], a: &[u8], b: &[u8], out: &mut [u8]) {
                let (a, b) = (bytemuck::cast_slice::<u8, $t>(a), bytemuck::cast_slice::<u8, $t>(b));
                let out = bytemuck::cast_slice_mut::<u8, $t>(out);
                assert!(cond.len() == out.len() && a.len() == out.len() && b.len() == out.len());
                for (((y, &c), &a), &b) in out.iter_mut().zip(cond).zip(a).zip(b) {
                    *y = if c != 0 { a } else { b };
                }
            }
        }
    )*};
}

selects! {
    select_1: u8;
    select_2: u16;
    select_4: u32;
    select_8: u64;
    select_16: [u64; 2];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tier::each_tier;

    #[test]
    fn bits_come_through_on_every_width_and_tier() {
        for dtype in [DType::Int8, DType::Int16, DType::Float32, DType::Float64, DType::Complex128] {
            let width = dtype.block_bytes();
            for n in [0usize, 1, 7, 33, 70] {
                let cond: Vec<u8> = (0..n).map(|i| u8::from(i % 3 == 0 || i % 7 == 2)).collect();
                // Words keep the slices aligned for every width.
                let words = |seed: u64| {
                    (0..2 * n as u64).map(|i| (i + seed).wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect::<Vec<u64>>()
                };
                let (a, b) = (words(1), words(1000));
                let (a, b) = (&bytemuck::cast_slice(&a)[..n * width], &bytemuck::cast_slice(&b)[..n * width]);
                each_tier(|tier| {
                    let mut out = vec![0u64; 2 * n];
                    let out = &mut bytemuck::cast_slice_mut(&mut out)[..n * width];
                    select(dtype)(&cond, a, b, out);
                    for i in 0..n {
                        let from = if cond[i] == 1 { a } else { b };
                        assert_eq!(
                            out[i * width..][..width],
                            from[i * width..][..width],
                            "{tier:?} {dtype} {i} of {n}"
                        );
                    }
                });
            }
        }
    }
}

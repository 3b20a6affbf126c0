//! Decoders of the scaled formats into float32: codes unpacked to bytes, then scaled, each loop vectorised.

use super::blocks::{Mxfp4, Q4_0, Q4_1, Q5_0, Q5_1, Q8_0, ScaledBlock};
use crate::tier::multiversion;

#[inline(always)]
fn decode<const BYTES: usize, F: ScaledBlock<BYTES>>(src: &[u8], dst: &mut [u8]) {
    let (blocks, rest) = src.as_chunks::<BYTES>();
    let (values, rest_out) = bytemuck::cast_slice_mut::<u8, f32>(dst).as_chunks_mut::<32>();
    assert!(rest.is_empty() && rest_out.is_empty() && blocks.len() == values.len());
    for (block, y) in blocks.iter().zip(values) {
        let scale = F::scale(block);
        let codes = F::codes(block);
        if F::HAS_MINIMUM {
            let minimum = F::minimum(block);
            for (y, code) in y.iter_mut().zip(codes) {
                *y = f32::from(code) * scale + minimum;
            }
        } else {
            for (y, code) in y.iter_mut().zip(codes) {
                *y = f32::from(code) * scale;
            }
        }
    }
}

macro_rules! decoders {
    ($($name:ident: $format:ident;)*) => {$(
        multiversion! {
            pub(super) fn $name(src: &[u8], dst: &mut [u8]) {
                decode::<_, $format>(src, dst);
            }
        }
    )*};
}

decoders! {
    q8_0: Q8_0;
    q4_0: Q4_0;
    q4_1: Q4_1;
    q5_0: Q5_0;
    q5_1: Q5_1;
    mxfp4: Mxfp4;
}

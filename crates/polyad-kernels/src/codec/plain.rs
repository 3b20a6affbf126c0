//! The plain codec of a dtype between its storage and its compute dtype: what runs for a dtype that has no loop yet.

use polyad_core::{Codec, DType, Reject};

/// Elements at a time: whole blocks of every format, and little enough for the first cache in the widest type.
const TILE: usize = 2048;

/// Bytes a tile, as stored and as computed with.
fn tile_bytes(dtype: DType) -> (usize, usize) {
    (TILE / dtype.block_len() * dtype.block_bytes(), TILE * dtype.compute().block_bytes())
}

/// Values decoded in the widest type of the kind, then narrowed to the compute dtype, which holds them.
pub(super) fn decode(dtype: DType, src: &[u8], dst: &mut [u8]) {
    let (stored, computed) = tile_bytes(dtype);
    assert_eq!(src.len().div_ceil(stored), dst.len().div_ceil(computed));
    for (src, dst) in src.chunks(stored).zip(dst.chunks_mut(computed)) {
        decode_tile(dtype, src, dst);
    }
}

/// Values of the compute dtype widened, then encoded.
pub(super) fn encode(dtype: DType, src: &[u8], dst: &mut [u8]) -> Result<(), Reject> {
    let (stored, computed) = tile_bytes(dtype);
    assert_eq!(src.len().div_ceil(computed), dst.len().div_ceil(stored));
    for (i, (src, dst)) in src.chunks(computed).zip(dst.chunks_mut(stored)).enumerate() {
        encode_tile(dtype, src, dst).map_err(|r| Reject { index: i * TILE + r.index, ..r })?;
    }
    Ok(())
}

fn decode_tile(dtype: DType, src: &[u8], dst: &mut [u8]) {
    let n = src.len() / dtype.block_bytes() * dtype.block_len();
    match (dtype.codec(), dtype.compute()) {
        (Codec::Float { decode, .. }, DType::Float32) => {
            let mut wide = vec![0.0; n];
            decode(src, &mut wide);
            narrow(&wide, dst, |x| x as f32);
        }
        (Codec::Signed { decode, .. }, DType::Int8) => {
            let mut wide = vec![0; n];
            decode(src, &mut wide);
            narrow(&wide, dst, |x| x as i8);
        }
        (Codec::Unsigned { decode, .. }, DType::UInt8) => {
            let mut wide = vec![0; n];
            decode(src, &mut wide);
            narrow(&wide, dst, |x| x as u8);
        }
        (Codec::Complex { decode, .. }, DType::Complex64) => {
            let mut wide = vec![[0.0; 2]; n];
            decode(src, &mut wide);
            narrow(&wide, dst, |z| z.map(|x| x as f32));
        }
        (_, compute) => unreachable!("{dtype} computes in {compute}, which is of another kind"),
    }
}

fn encode_tile(dtype: DType, src: &[u8], dst: &mut [u8]) -> Result<(), Reject> {
    match (dtype.codec(), dtype.compute()) {
        (Codec::Float { encode, .. }, DType::Float32) => return encode(&wide(src, |x: f32| f64::from(x)), dst),
        (Codec::Signed { encode, .. }, DType::Int8) => encode(&wide(src, |x: i8| i64::from(x)), dst),
        (Codec::Unsigned { encode, .. }, DType::UInt8) => encode(&wide(src, |x: u8| u64::from(x)), dst),
        (Codec::Complex { encode, .. }, DType::Complex64) => {
            encode(&wide(src, |z: [f32; 2]| z.map(f64::from)), dst);
        }
        (_, compute) => unreachable!("{dtype} computes in {compute}, which is of another kind"),
    }
    Ok(())
}

fn narrow<W: Copy, T: bytemuck::Pod>(wide: &[W], out: &mut [u8], f: impl Fn(W) -> T) {
    let out: &mut [T] = bytemuck::cast_slice_mut(out);
    assert_eq!(wide.len(), out.len());
    out.iter_mut().zip(wide).for_each(|(o, &x)| *o = f(x));
}

fn wide<T: bytemuck::Pod, W>(values: &[u8], f: impl Fn(T) -> W) -> Vec<W> {
    bytemuck::cast_slice::<u8, T>(values).iter().map(|&x| f(x)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_and_fast_give_the_same_bytes() {
        let x: Vec<f32> = (0..256).map(|i| (i as f32 - 20.0) / 3.0).collect();
        for &dtype in DType::ALL.iter().filter(|d| d.compute() == DType::Float32 && **d != DType::Float32) {
            let mut plain = vec![0; dtype.storage_bytes(x.len()).unwrap()];
            let mut fast = plain.clone();
            let refused = encode(dtype, bytemuck::cast_slice(&x), &mut plain);
            assert_eq!(super::super::encode(dtype, bytemuck::cast_slice(&x), &mut fast), refused, "{dtype}");
            assert_eq!(plain, fast, "{dtype}");
            let (mut a, mut b) = (vec![0u32; x.len()], vec![0u32; x.len()]);
            decode(dtype, &plain, bytemuck::cast_slice_mut(&mut a));
            super::super::decode(dtype, &plain, bytemuck::cast_slice_mut(&mut b));
            assert_eq!(a, b, "{dtype}");
        }
    }

    #[test]
    fn a_refusal_far_behind_names_its_element() {
        let mut x = vec![1.0f32; 3 * TILE];
        x[2 * TILE + 70] = f32::NAN;
        let mut raw = vec![0; DType::Iq3S.storage_bytes(x.len()).unwrap()];
        let refused = encode(DType::Iq3S, bytemuck::cast_slice(&x), &mut raw).unwrap_err();
        assert_eq!(refused.index, 2 * TILE + 70);
    }
}

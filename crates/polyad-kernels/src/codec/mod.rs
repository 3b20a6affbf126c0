//! Fast copies of the codecs: storage bytes to the compute dtype and back, whole blocks at a time.
//!
//! The plain meaning of every format is `DType::codec` in `polyad-core`; the loops here give the same
//! bytes. A block that is out of the ordinary (NaN, a scale that overflows, a scale whose inverse
//! does) is handed to that plain meaning, so refusals are worded in one place.

mod blocks;
mod decode;
mod decode_k;
mod encode;
mod encode_direct;
mod encode_iq4;
mod encode_k;
mod half;
mod lanes;
mod narrow;
mod packed;
mod plain;
mod search;

use polyad_core::{Codec, DType, Reject};

pub(crate) use blocks::{Mxfp4, Q4_0, Q4_1, Q5_0, Q5_1, Q8_0, ScaledBlock};
pub(crate) use encode::{max_abs, round_half_away};
pub(crate) use half::{f16_to_f32, f32_to_f16};
pub use packed::swap_bit_order;

/// Decodes whole blocks of a dtype into its compute dtype: `blocks * block_bytes` in, `blocks * block_len` values out.
///
/// The value side must be aligned for the compute dtype; the storage side needs no alignment. Exact. O(size); block
/// formats run at several GB/s of float32 out, a dtype without a loop here by its plain codec.
///
/// ```
/// use polyad_core::DType;
/// let mut one = [0.0f32; 1];
/// polyad_kernels::codec::decode(DType::Float16, &[0x00, 0x3c], bytemuck::cast_slice_mut(&mut one));
/// assert_eq!(one, [1.0]);
/// ```
pub fn decode(dtype: DType, src: &[u8], dst: &mut [u8]) {
    match dtype {
        DType::Float16 => half::decode_f16(src, dst),
        DType::BFloat16 => half::decode_bf16(src, dst),
        DType::Complex32 => half::decode_f16(src, dst),
        DType::BComplex32 => half::decode_bf16(src, dst),
        DType::Float8E4M3FN => narrow::decode_e4m3fn(src, dst),
        DType::Float8E5M2 => narrow::decode_e5m2(src, dst),
        DType::Float8E4M3 => narrow::decode_e4m3(src, dst),
        DType::Float8E3M4 => narrow::decode_e3m4(src, dst),
        DType::Float8E4M3FNUZ => narrow::decode_e4m3fnuz(src, dst),
        DType::Float8E5M2FNUZ => narrow::decode_e5m2fnuz(src, dst),
        DType::Float8E4M3B11FNUZ => narrow::decode_e4m3b11fnuz(src, dst),
        DType::Float8E8M0FNU => narrow::decode_e8m0fnu(src, dst),
        DType::Float8UE4M3 => narrow::decode_ue4m3(src, dst),
        DType::Float6E2M3FN => narrow::decode_e2m3fn(src, dst),
        DType::Float6E3M2FN => narrow::decode_e3m2fn(src, dst),
        DType::Float4E2M1FN => narrow::decode_e2m1fn(src, dst),
        DType::Int4 => packed::decode_int4(src, dst),
        DType::UInt4 => packed::decode_uint4(src, dst),
        DType::Int2 => packed::decode_int2(src, dst),
        DType::UInt2 => packed::decode_uint2(src, dst),
        DType::UInt1 => packed::decode_uint1(src, dst),
        DType::Ternary => packed::decode_ternary(src, dst),
        DType::Q8_0 => decode::q8_0(src, dst),
        DType::Q4_0 => decode::q4_0(src, dst),
        DType::Q4_1 => decode::q4_1(src, dst),
        DType::Q5_0 => decode::q5_0(src, dst),
        DType::Q5_1 => decode::q5_1(src, dst),
        DType::Mxfp4 => decode::mxfp4(src, dst),
        DType::Nvfp4 => decode_k::nvfp4(src, dst),
        DType::Q2K => decode_k::q2_k(src, dst),
        DType::Q3K => decode_k::q3_k(src, dst),
        DType::Q4K => decode_k::q4_k(src, dst),
        DType::Q5K => decode_k::q5_k(src, dst),
        DType::Q6K => decode_k::q6_k(src, dst),
        DType::Iq4Nl => decode_k::iq4_nl(src, dst),
        DType::Iq4Xs => decode_k::iq4_xs(src, dst),
        _ if dtype.compute() == dtype => dst.copy_from_slice(src),
        _ => plain::decode(dtype, src, dst),
    }
}

/// Encodes whole blocks of a dtype from its compute dtype; refuses what the format cannot hold.
///
/// Plain floats round to nearest even; what overflow and NaN become is the format's matter. The block formats
/// follow ggml byte for byte and refuse NaN, infinities and scales past float16; integers narrower than a byte wrap,
/// ternary takes signs.
/// The value side must be aligned for the compute dtype. After a refusal the output is partly written.
pub fn encode(dtype: DType, src: &[u8], dst: &mut [u8]) -> Result<(), Reject> {
    match dtype {
        DType::Float16 => half::encode_f16(src, dst),
        DType::BFloat16 => half::encode_bf16(src, dst),
        DType::Complex32 => half::encode_f16(src, dst),
        DType::BComplex32 => half::encode_bf16(src, dst),
        DType::Float8E4M3FN => narrow::encode_e4m3fn(src, dst),
        DType::Float8E5M2 => narrow::encode_e5m2(src, dst),
        DType::Float8E4M3 => narrow::encode_e4m3(src, dst),
        DType::Float8E3M4 => narrow::encode_e3m4(src, dst),
        DType::Float8E4M3FNUZ => narrow::encode_e4m3fnuz(src, dst),
        DType::Float8E5M2FNUZ => narrow::encode_e5m2fnuz(src, dst),
        DType::Float8E4M3B11FNUZ => narrow::encode_e4m3b11fnuz(src, dst),
        DType::Float8E8M0FNU => narrow::encode_e8m0fnu(src, dst),
        DType::Float8UE4M3 => narrow::encode_ue4m3(src, dst),
        DType::Float6E2M3FN => narrow::encode_e2m3fn(src, dst),
        DType::Float6E3M2FN => narrow::encode_e3m2fn(src, dst),
        DType::Float4E2M1FN => narrow::encode_e2m1fn(src, dst),
        DType::Int4 => packed::encode_int4(src, dst),
        DType::UInt4 => packed::encode_uint4(src, dst),
        DType::Int2 => packed::encode_int2(src, dst),
        DType::UInt2 => packed::encode_uint2(src, dst),
        DType::UInt1 => packed::encode_uint1(src, dst),
        DType::Ternary => packed::encode_ternary(src, dst),
        DType::Q8_0 => encode::q8_0(src, dst),
        DType::Q4_0 => encode::q4_0(src, dst),
        DType::Q4_1 => encode::q4_1(src, dst),
        DType::Q5_0 => encode::q5_0(src, dst),
        DType::Q5_1 => encode::q5_1(src, dst),
        DType::Mxfp4 => encode::mxfp4(src, dst),
        DType::Nvfp4 => encode::nvfp4(src, dst),
        DType::Iq4Nl => encode_iq4::iq4_nl(src, dst),
        DType::Iq4Xs => encode_iq4::iq4_xs(src, dst),
        DType::Q1_0 => encode_direct::q1_0(src, dst),
        DType::Q2_0 => encode_direct::q2_0(src, dst),
        DType::Q8_1 => encode_direct::q8_1(src, dst),
        DType::Q8K => encode_direct::q8_k(src, dst),
        DType::Tq1_0 => encode_direct::tq1_0(src, dst),
        DType::Tq2_0 => encode_direct::tq2_0(src, dst),
        DType::Q2K => encode_k::q2_k(src, dst),
        DType::Q3K => encode_k::q3_k(src, dst),
        DType::Q4K => encode_k::q4_k(src, dst),
        DType::Q5K => encode_k::q5_k(src, dst),
        DType::Q6K => encode_k::q6_k(src, dst),
        _ if dtype.compute() == dtype => {
            dst.copy_from_slice(src);
            Ok(())
        }
        _ => plain::encode(dtype, src, dst),
    }
}

/// One block by the plain meaning of its dtype; `first` is the index of its first element.
#[cold]
#[inline(never)]
fn plain_block(dtype: DType, x: &[f32], first: usize, out: &mut [u8]) -> Result<(), Reject> {
    let Codec::Float { encode, .. } = dtype.codec() else { unreachable!("block formats hold floats") };
    let wide: Vec<f64> = x.iter().map(|&v| v.into()).collect();
    encode(&wide, out).map_err(|r| Reject { index: first + r.index, ..r })
}

#[cfg(test)]
pub(crate) mod golden;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_k;

//! Conversions between the compute dtypes.

use polyad_core::DType;

use crate::loops::loop1;
use crate::unary::Unary;

/// The loop that converts from one compute dtype to another; `None` for complex to real, which has no one meaning.
///
/// Float to integer truncates, saturates and turns NaN into 0; integer to integer wraps; to bool is `!= 0`; to a
/// float rounds to nearest even; real to complex has the imaginary part 0. Between equal dtypes it copies.
///
/// ```
/// use polyad_core::DType;
/// let cast = polyad_kernels::cast::cast(DType::Float32, DType::Int8).unwrap();
/// let mut out = [0i8; 3];
/// cast(bytemuck::cast_slice(&[-1.9f32, 300.0, f32::NAN]), bytemuck::cast_slice_mut(&mut out));
/// assert_eq!(out, [-1, 127, 0]);
/// ```
pub fn cast(from: DType, to: DType) -> Option<Unary> {
    match (from, to) {
        _ if from == to => Some(copy),
        (DType::Float32, _) => from_f32(to),
        (DType::Float64, _) => from_f64(to),
        (DType::Int8, _) => from_i8(to),
        (DType::Int16, _) => from_i16(to),
        (DType::Int32, _) => from_i32(to),
        (DType::Int64, _) => from_i64(to),
        (DType::UInt8 | DType::Bool, _) => from_u8(to),
        (DType::UInt16, _) => from_u16(to),
        (DType::UInt32, _) => from_u32(to),
        (DType::UInt64, _) => from_u64(to),
        (DType::Complex64, DType::Complex128) => Some(loop1!(tiers |z: [f32; 2]| z.map(f64::from))),
        (DType::Complex128, DType::Complex64) => Some(loop1!(tiers |z: [f64; 2]| z.map(|v| v as f32))),
        (DType::Complex64, DType::Bool) => Some(loop1!(once |z: [f32; 2]| u8::from(z != [0.0; 2]))),
        (DType::Complex128, DType::Bool) => Some(loop1!(once |z: [f64; 2]| u8::from(z != [0.0; 2]))),
        _ => None,
    }
}

fn copy(x: &[u8], out: &mut [u8]) {
    out.copy_from_slice(x);
}

macro_rules! from_float {
    ($($lookup:ident: $t:ty;)*) => {$(
        fn $lookup(to: DType) -> Option<Unary> {
            Some(match to {
                DType::Float32 => loop1!(tiers |x: $t| x as f32),
                DType::Float64 => loop1!(tiers |x: $t| x as f64),
                DType::Int8 => loop1!(once |x: $t| x as i8),
                DType::Int16 => loop1!(once |x: $t| x as i16),
                DType::Int32 => loop1!(tiers |x: $t| x as i32),
                DType::Int64 => loop1!(once |x: $t| x as i64),
                DType::UInt8 => loop1!(tiers |x: $t| x as u8),
                DType::UInt16 => loop1!(once |x: $t| x as u16),
                DType::UInt32 => loop1!(once |x: $t| x as u32),
                DType::UInt64 => loop1!(once |x: $t| x as u64),
                DType::Bool => loop1!(once |x: $t| u8::from(x != 0.0)),
                DType::Complex64 => loop1!(once |x: $t| [x as f32, 0.0f32]),
                DType::Complex128 => loop1!(once |x: $t| [x as f64, 0.0f64]),
                _ => return None,
            })
        }
    )*};
}

from_float! {
    from_f32: f32;
    from_f64: f64;
}

/// To integers only the width of the target counts, as `as` wraps.
macro_rules! from_integer {
    ($($lookup:ident: $t:ty;)*) => {$(
        fn $lookup(to: DType) -> Option<Unary> {
            let same_width = to.block_bytes() == size_of::<$t>();
            Some(match to {
                DType::Bool => loop1!(once |x: $t| u8::from(x != 0)),
                DType::Float32 => loop1!(tiers |x: $t| x as f32),
                DType::Float64 => loop1!(tiers |x: $t| x as f64),
                DType::Complex64 => loop1!(once |x: $t| [x as f32, 0.0f32]),
                DType::Complex128 => loop1!(once |x: $t| [x as f64, 0.0f64]),
                _ if same_width => copy,
                DType::Int8 | DType::UInt8 => loop1!(once |x: $t| x as u8),
                DType::Int16 | DType::UInt16 => loop1!(once |x: $t| x as u16),
                DType::Int32 | DType::UInt32 => loop1!(once |x: $t| x as u32),
                DType::Int64 | DType::UInt64 => loop1!(once |x: $t| x as u64),
                _ => return None,
            })
        }
    )*};
}

from_integer! {
    from_i8: i8;
    from_i16: i16;
    from_i32: i32;
    from_i64: i64;
    from_u8: u8;
    from_u16: u16;
    from_u32: u32;
    from_u64: u64;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::golden::{hex, table};
    use crate::tier::each_tier;

    const REAL: [DType; 11] = [
        DType::Float32,
        DType::Float64,
        DType::Int8,
        DType::Int16,
        DType::Int32,
        DType::Int64,
        DType::UInt8,
        DType::UInt16,
        DType::UInt32,
        DType::UInt64,
        DType::Bool,
    ];

    /// A value of any real dtype, wide enough for all of them.
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Wide {
        Float(f64),
        Integer(i128),
    }

    fn read(dtype: DType, raw: &[u8]) -> Wide {
        macro_rules! int {
            ($t:ty) => {
                Wide::Integer(<$t>::from_ne_bytes(raw.try_into().unwrap()) as i128)
            };
        }
        match dtype {
            DType::Float32 => Wide::Float(f32::from_ne_bytes(raw.try_into().unwrap()).into()),
            DType::Float64 => Wide::Float(f64::from_ne_bytes(raw.try_into().unwrap())),
            DType::Int8 => int!(i8),
            DType::Int16 => int!(i16),
            DType::Int32 => int!(i32),
            DType::Int64 => int!(i64),
            DType::UInt8 | DType::Bool => int!(u8),
            DType::UInt16 => int!(u16),
            DType::UInt32 => int!(u32),
            _ => int!(u64),
        }
    }

    /// What a conversion gives, by arithmetic on wide numbers.
    fn expected(x: Wide, to: DType) -> Wide {
        let bits = 8 * to.block_bytes() as u32;
        let signed = to.kind() == polyad_core::Kind::Signed;
        let (low, high) =
            if signed { (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1) } else { (0, (1i128 << bits) - 1) };
        match (x, to) {
            (Wide::Float(x), DType::Bool) => Wide::Integer((x != 0.0).into()),
            (Wide::Integer(x), DType::Bool) => Wide::Integer((x != 0).into()),
            (Wide::Float(x), DType::Float32) => Wide::Float((x as f32).into()),
            (Wide::Integer(x), DType::Float32) => Wide::Float((x as f32).into()),
            (Wide::Float(x), DType::Float64) => Wide::Float(x),
            (Wide::Integer(x), DType::Float64) => Wide::Float(x as f64),
            (Wide::Float(x), _) => Wide::Integer((x.trunc() as i128).clamp(low, high)),
            (Wide::Integer(x), _) => Wide::Integer((x - low).rem_euclid(high - low + 1) + low),
        }
    }

    /// Bytes that hold many kinds of values of the dtype: its own extremes and, by bits, those of others.
    fn samples(dtype: DType) -> Vec<u64> {
        let mut bytes: Vec<u8> = (0..=u8::MAX).cycle().take(512).collect();
        for x in [
            0.0,
            -0.0,
            0.5,
            -0.9,
            1.9,
            127.9,
            -128.9,
            255.5,
            65535.9,
            2147483648.0,
            -2147483649.0,
            1e10,
            1e19,
            -1e19,
            3e38,
        ] {
            match dtype {
                DType::Float32 => bytes.extend([x as f32, -x as f32].into_iter().flat_map(f32::to_ne_bytes)),
                DType::Float64 => bytes.extend([x, -x, x * 1e100, f64::NAN].into_iter().flat_map(f64::to_ne_bytes)),
                _ => bytes.extend((x as i64).to_ne_bytes()),
            }
        }
        if dtype == DType::Bool {
            bytes.iter_mut().for_each(|b| *b &= 1);
        }
        bytes.resize(bytes.len().next_multiple_of(8), 0);
        bytes.as_chunks().0.iter().map(|b| u64::from_ne_bytes(*b)).collect()
    }

    #[test]
    fn every_pair_converts_as_wide_arithmetic_says() {
        each_tier(|tier| {
            for from in REAL {
                let words = samples(from);
                let x: &[u8] = bytemuck::cast_slice(&words);
                let n = x.len() / from.block_bytes();
                for to in REAL {
                    let mut out = vec![0u64; n];
                    let out = &mut bytemuck::cast_slice_mut::<u64, u8>(&mut out)[..n * to.block_bytes()];
                    cast(from, to).unwrap()(x, out);
                    for i in 0..n {
                        let x = read(from, &x[i * from.block_bytes()..][..from.block_bytes()]);
                        let (y, want) = (read(to, &out[i * to.block_bytes()..][..to.block_bytes()]), expected(x, to));
                        let nan = |w| matches!(w, Wide::Float(v) if v.is_nan());
                        assert!(
                            y == want || nan(y) && nan(want),
                            "{tier:?} {from} to {to}: {x:?} gives {y:?}, not {want:?}"
                        );
                    }
                }
            }
        });
    }

    #[test]
    fn floats_become_integers_as_the_reference_table() {
        let rows = table("minifloat/cast_float_to_int_trunc.tsv");
        let mut checked = 0;
        for row in &rows {
            let x = f64::from_bits(hex(&row[1]));
            let Ok(to) = DType::from_name(&row[0]) else { continue };
            if to.is_integer() && to.compute() == to {
                let mut out = [0u64];
                cast(DType::Float64, to).unwrap()(
                    bytemuck::bytes_of(&x),
                    &mut bytemuck::bytes_of_mut(&mut out)[..to.block_bytes()],
                );
                let y = read(to, &bytemuck::bytes_of(&out)[..to.block_bytes()]);
                assert_eq!(y, Wide::Integer(row[2].parse().unwrap()), "{x:e} to {to}");
                checked += 1;
            }
        }
        assert!(checked > 500, "{checked} rows");
    }

    #[test]
    fn reals_become_complex_and_not_back() {
        for from in REAL {
            for (to, width) in [(DType::Complex64, 8), (DType::Complex128, 16)] {
                let one = [1u8; 8];
                let x = read(from, &one[..from.block_bytes()]);
                let mut aligned = [0u64];
                bytemuck::bytes_of_mut(&mut aligned).copy_from_slice(&one);
                let mut out = [7u64; 2];
                let out = &mut bytemuck::bytes_of_mut(&mut out)[..width];
                cast(from, to).unwrap()(&bytemuck::bytes_of(&aligned)[..from.block_bytes()], out);
                let part = if width == 8 { DType::Float32 } else { DType::Float64 };
                assert_eq!(read(part, &out[..width / 2]), expected(x, part), "{from} to {to}");
                assert!(out[width / 2..].iter().all(|&b| b == 0));
                assert_eq!(cast(to, from).is_none(), from != DType::Bool);
            }
        }
        let mut out = [9u8; 2];
        cast(DType::Complex64, DType::Bool).unwrap()(bytemuck::cast_slice(&[[0.0f32, 2.0], [0.0, -0.0]]), &mut out);
        assert_eq!(out, [1, 0]);
    }
}

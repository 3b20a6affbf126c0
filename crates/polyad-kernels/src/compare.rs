//! Element-wise comparisons; the output is bool, one byte 0 or 1 an element.

use polyad_core::DType;

use crate::binary::Binary;
use crate::loops::loop2;

/// The loop of a comparison (`equal`, `not_equal`, `less`, `less_equal`, `greater`, `greater_equal`) on a compute dtype.
///
/// The output slice holds one byte an element. Comparisons with NaN are false, but `not_equal`. Complex numbers have
/// no order: only `equal` and `not_equal`.
///
/// ```
/// use polyad_core::DType;
/// let less = polyad_kernels::compare::compare("less", DType::Int8).unwrap();
/// let mut out = [0u8; 2];
/// less(&[255, 3], &[1, 3], &mut out);
/// assert_eq!(out, [1, 0]);
/// ```
pub fn compare(name: &str, dtype: DType) -> Option<Binary> {
    match dtype {
        DType::Float32 => ordered_f32(name),
        DType::Float64 => ordered_f64(name),
        DType::Int8 => ordered_i8(name),
        DType::Int16 => ordered_i16(name),
        DType::Int32 => ordered_i32(name),
        DType::Int64 => ordered_i64(name),
        DType::UInt8 | DType::Bool => ordered_u8(name),
        DType::UInt16 => ordered_u16(name),
        DType::UInt32 => ordered_u32(name),
        DType::UInt64 => ordered_u64(name),
        DType::Complex64 => complex64(name),
        DType::Complex128 => complex128(name),
        _ => None,
    }
}

macro_rules! ordered {
    ($($how:ident $lookup:ident: $t:ty;)*) => {$(
        fn $lookup(name: &str) -> Option<Binary> {
            const LESS: Binary = loop2!($how |a: $t, b: $t| u8::from(a < b));
            const LESS_EQUAL: Binary = loop2!($how |a: $t, b: $t| u8::from(a <= b));
            Some(match name {
                "equal" => loop2!($how |a: $t, b: $t| u8::from(a == b)),
                "not_equal" => loop2!($how |a: $t, b: $t| u8::from(a != b)),
                "less" => LESS,
                "less_equal" => LESS_EQUAL,
                "greater" => |a, b, out| LESS(b, a, out),
                "greater_equal" => |a, b, out| LESS_EQUAL(b, a, out),
                _ => return None,
            })
        }
    )*};
}

ordered! {
    tiers ordered_f32: f32;
    tiers ordered_f64: f64;
    once ordered_i8: i8;
    once ordered_i16: i16;
    once ordered_i32: i32;
    once ordered_i64: i64;
    once ordered_u8: u8;
    once ordered_u16: u16;
    once ordered_u32: u32;
    once ordered_u64: u64;
}

macro_rules! unordered {
    ($($lookup:ident: $t:ty;)*) => {$(
        fn $lookup(name: &str) -> Option<Binary> {
            Some(match name {
                "equal" => loop2!(once |a: [$t; 2], b: [$t; 2]| u8::from(a == b)),
                "not_equal" => loop2!(once |a: [$t; 2], b: [$t; 2]| u8::from(a != b)),
                _ => return None,
            })
        }
    )*};
}

unordered! {
    complex64: f32;
    complex128: f64;
}

#[cfg(test)]
mod tests {
    use bytemuck::Pod;

    use super::*;
    use crate::tier::each_tier;

    const NAMES: [&str; 6] = ["equal", "not_equal", "less", "less_equal", "greater", "greater_equal"];

    fn check<T: Pod + PartialOrd + std::fmt::Debug>(dtype: DType, values: &[T]) {
        let (mut a, mut b) = (Vec::new(), Vec::new());
        for &x in values {
            for &y in values {
                a.push(x);
                b.push(y);
            }
        }
        let plain: [fn(&T, &T) -> bool; 6] = [T::eq, T::ne, T::lt, T::le, T::gt, T::ge];
        each_tier(|tier| {
            for (name, f) in NAMES.into_iter().zip(plain) {
                let mut out = vec![9u8; a.len()];
                compare(name, dtype).unwrap()(bytemuck::cast_slice(&a), bytemuck::cast_slice(&b), &mut out);
                for ((a, b), y) in a.iter().zip(&b).zip(out) {
                    assert_eq!(y, u8::from(f(a, b)), "{tier:?} {name}({a:?}, {b:?}) of {dtype}");
                }
            }
        });
    }

    #[test]
    fn every_dtype_compares_as_its_rust_type() {
        let floats = [0.0, -0.0, 1.5, -1.5, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 5e-324];
        check(DType::Float64, &floats);
        check(DType::Float32, &floats.map(|x| x as f32));
        check(DType::Int8, &[0i8, -1, 127, -128]);
        check(DType::Int16, &[0i16, -1, 127, -32768]);
        check(DType::Int32, &[0i32, -1, 127, i32::MIN]);
        check(DType::Int64, &[0i64, -1, 127, i64::MIN]);
        check(DType::UInt8, &[0u8, 1, 127, 255]);
        check(DType::UInt16, &[0u16, 1, 127, 65535]);
        check(DType::UInt32, &[0u32, 1, 127, u32::MAX]);
        check(DType::UInt64, &[0u64, 1, 127, u64::MAX]);
        check(DType::Bool, &[0u8, 1]);
    }

    #[test]
    fn complex_numbers_are_equal_or_not() {
        let (a, b) = ([[1.0f32, f32::NAN], [1.0, 2.0], [-0.0, 0.0]], [[1.0, f32::NAN], [1.0, 2.0], [0.0, 0.0]]);
        let mut out = [9; 3];
        compare("equal", DType::Complex64).unwrap()(bytemuck::cast_slice(&a), bytemuck::cast_slice(&b), &mut out);
        assert_eq!(out, [0, 1, 1]);
        for name in &NAMES[2..] {
            assert!(compare(name, DType::Complex128).is_none());
        }
    }
}

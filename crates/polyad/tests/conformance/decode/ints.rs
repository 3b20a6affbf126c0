//! Integers: two's complement, little-endian; those narrower than a byte lie low bits first.

use polyad::DType;

use super::Read;
use crate::oracle::Value;

pub(super) fn format(dtype: DType) -> Option<(usize, usize, Read)> {
    Some(match dtype {
        DType::Int8 => (1, 1, |b, _| signed(b, 8)),
        DType::Int16 => (1, 2, |b, _| signed(b, 16)),
        DType::Int32 => (1, 4, |b, _| signed(b, 32)),
        DType::Int64 => (1, 8, |b, _| signed(b, 64)),
        DType::UInt8 => (1, 1, |b, _| Value::U(word(b))),
        DType::UInt16 => (1, 2, |b, _| Value::U(word(b))),
        DType::UInt32 => (1, 4, |b, _| Value::U(word(b))),
        DType::UInt64 => (1, 8, |b, _| Value::U(word(b))),
        DType::Bool => (1, 1, |b, _| Value::U(u64::from(b[0] != 0))),
        // 00 is 0, 01 is 1, 11 is -1: two's complement.
        DType::Ternary => (4, 1, |b, e| signed(&[b[0] >> (2 * e)], 2)),
        _ => return narrow(dtype.name()),
    })
}

/// `int` or `uint` and how many bits, which divide a byte.
fn narrow(name: &str) -> Option<(usize, usize, Read)> {
    let of: [(usize, Read, Read); 3] = [
        (1, |b, e| signed(&[b[0] >> e], 1), |b, e| Value::U(u64::from(b[0] >> e & 1))),
        (2, |b, e| signed(&[b[0] >> (2 * e)], 2), |b, e| Value::U(u64::from(b[0] >> (2 * e) & 3))),
        (4, |b, e| signed(&[b[0] >> (4 * e)], 4), |b, e| Value::U(u64::from(b[0] >> (4 * e) & 15))),
    ];
    let (is_unsigned, bits) = match name.strip_prefix("uint") {
        Some(bits) => (true, bits),
        None => (false, name.strip_prefix("int")?),
    };
    let (bits, signed, unsigned) = of.into_iter().find(|(n, ..)| n.to_string() == bits)?;
    Some((8 / bits, 1, if is_unsigned { unsigned } else { signed }))
}

fn word(b: &[u8]) -> u64 {
    b.iter().rev().fold(0, |all, &byte| all << 8 | u64::from(byte))
}

/// The lowest bits of a word, the highest of them being the sign.
fn signed(b: &[u8], bits: u32) -> Value {
    let unused = 64 - bits;
    Value::I((word(b) << unused) as i64 >> unused)
}

/// An integer as an integer dtype or bool holds it: the lowest bits of it, for ternary its sign, for bool its truth.
pub(crate) fn wrap(dtype: DType, v: Value) -> Value {
    let all = match v {
        Value::I(x) => x as u64,
        Value::U(x) => x,
        _ => panic!("{v:?} is no integer"),
    };
    let lowest = |bits: u32| all & u64::MAX >> (64 - bits);
    match dtype {
        DType::Bool => Value::U(u64::from(all != 0)),
        DType::Ternary => Value::I((all as i64).signum()),
        _ if dtype.name().starts_with("int") => signed(&all.to_le_bytes(), dtype.bits() as u32),
        _ => Value::U(lowest(dtype.bits() as u32)),
    }
}

//! Products of integers, exact modulo 2^64, and of bool. Plain loops: no model multiplies these in the hot path.

use bytemuck::Pod;
use polyad_core::DType;

use super::{Extents, Product, Strided};

#[allow(clippy::too_many_arguments)] // the operands of a product
fn run<T: Pod, A: Pod>(
    e: Extents,
    a: &[u8],
    a_at: Strided,
    b: &[u8],
    b_at: Strided,
    out: &mut [u8],
    out_at: Strided,
    add: bool,
    step: impl Fn(A, T, T) -> A,
) {
    let (a, b) = (bytemuck::cast_slice::<u8, T>(a), bytemuck::cast_slice::<u8, T>(b));
    let out = bytemuck::cast_slice_mut::<u8, A>(out);
    a_at.check(e.m, e.k, a.len(), "matmul, left operand");
    b_at.check(e.k, e.n, b.len(), "matmul, right operand");
    out_at.check(e.m, e.n, out.len(), "matmul, output");
    let mut row = vec![A::zeroed(); e.n];
    for i in 0..e.m {
        row.fill(A::zeroed());
        if add {
            row.iter_mut().enumerate().for_each(|(j, sum)| *sum = out[out_at.at(i, j)]);
        }
        for l in 0..e.k {
            let x = a[a_at.at(i, l)];
            for (j, sum) in row.iter_mut().enumerate() {
                *sum = step(*sum, x, b[b_at.at(l, j)]);
            }
        }
        for (j, &sum) in row.iter().enumerate() {
            out[out_at.at(i, j)] = sum;
        }
    }
}

macro_rules! products {
    ($dtype:expr; $($name:ident: $t:ty => $out:ident, $a:ty, $step:expr;)*) => {
        match $dtype {
            $(DType::$name => Some(Product {
                out: DType::$out,
                few_rows: None,
                small: None,
                run: |e, a, a_at, b, b_at, out, out_at| run::<$t, $a>(e, a, a_at, b, b_at, out, out_at, false, $step),
                add: |e, a, a_at, b, b_at, out, out_at| run::<$t, $a>(e, a, a_at, b, b_at, out, out_at, true, $step),
            }),)*
            _ => None,
        }
    };
}

pub(super) fn product(dtype: DType) -> Option<Product> {
    products! { dtype;
        Int8: i8 => Int64, i64, |s, x, y| s + i64::from(x) * i64::from(y);
        Int16: i16 => Int64, i64, |s, x, y| s + i64::from(x) * i64::from(y);
        Int32: i32 => Int64, i64, |s, x, y| s.wrapping_add(i64::from(x) * i64::from(y));
        Int64: i64 => Int64, i64, |s, x, y| s.wrapping_add(x.wrapping_mul(y));
        UInt8: u8 => UInt64, u64, |s, x, y| s + u64::from(x) * u64::from(y);
        UInt16: u16 => UInt64, u64, |s, x, y| s + u64::from(x) * u64::from(y);
        UInt32: u32 => UInt64, u64, |s, x, y| s.wrapping_add(u64::from(x) * u64::from(y));
        UInt64: u64 => UInt64, u64, |s, x, y| s.wrapping_add(x.wrapping_mul(y));
        Bool: u8 => Bool, u8, |s, x, y| s | (x & y);
    }
}

//! Neighbours of numbers in their own dtype.

use std::collections::HashMap;
use std::sync::OnceLock;

use polyad_core::{Codec, DType, Kind, Result, View};
use polyad_ir::{Attr, Op, Type};

use super::{cast, decoded_as, with_bytes};

/// Runs `nextafter`: operands in the dtype of the result, then steps among its numbers.
pub(super) fn nextafter(op: Op, views: &[&View], _attrs: &[Attr], ty: Type) -> Result<View> {
    let compute = ty.dtype.compute();
    let spread = |view: &View| -> Result<View> {
        let own = decoded_as(op.name, view, ty.dtype)?;
        decoded_as(op.name, &own.with_layout(own.layout().broadcast_to(&ty.shape)?)?, compute)
    };
    let (x, y) = (spread(views[0])?, spread(views[1])?);
    let mut out = View::alloc(op.name, &ty.shape, compute)?;
    with_bytes(op.name, &[&x, &y], |bytes| {
        let to = out.buffer_mut().unique().expect("a fresh result is not shared");
        if compute == DType::Float64 {
            step(bytes[0], bytes[1], to, f64::next_up, f64::next_down);
        } else if ty.dtype == DType::Float32 {
            step(bytes[0], bytes[1], to, f32::next_up, f32::next_down);
        } else {
            let numbers = &narrow()[&ty.dtype];
            // Past the last number of a dtype without infinity there is none.
            let up = |x: f32| numbers.get(numbers.partition_point(|&n| n <= x)).map_or(x, |n| zero_of(*n, x));
            let below = |x: f32| numbers.partition_point(|&n| n < x).checked_sub(1);
            let down = |x: f32| below(x).map_or(x, |at| zero_of(numbers[at], x));
            step(bytes[0], bytes[1], to, up, down);
        }
        Ok(())
    })?;
    if compute == ty.dtype { Ok(out) } else { cast(op.name, &out, ty.dtype) }
}

/// A 0 has the sign of the number it was reached from.
fn zero_of(next: f32, from: f32) -> f32 {
    if next == 0.0 { next.copysign(from) } else { next }
}

fn step<T: bytemuck::Pod + PartialOrd>(x: &[u8], y: &[u8], out: &mut [u8], up: impl Fn(T) -> T, down: impl Fn(T) -> T) {
    let (x, y) = (bytemuck::cast_slice::<u8, T>(x), bytemuck::cast_slice::<u8, T>(y));
    for ((o, &x), &y) in bytemuck::cast_slice_mut::<u8, T>(out).iter_mut().zip(x).zip(y) {
        *o = if x < y {
            up(x)
        } else if x > y {
            down(x)
        } else if x.partial_cmp(&x).is_some() {
            // Equal numbers, or a NaN to go to.
            y
        } else {
            x
        };
    }
}

/// The numbers of every float of 16 bits or less, in order.
fn narrow() -> &'static HashMap<DType, Vec<f32>> {
    static NUMBERS: OnceLock<HashMap<DType, Vec<f32>>> = OnceLock::new();
    NUMBERS.get_or_init(|| {
        let narrow = |d: &DType| d.kind() == Kind::Float && !d.is_quantized() && d.bits() <= 16.0;
        DType::ALL.iter().copied().filter(narrow).map(|d| (d, numbers(d))).collect()
    })
}

fn numbers(dtype: DType) -> Vec<f32> {
    let Codec::Float { decode, .. } = dtype.codec() else { unreachable!("{dtype} is a float") };
    let size = dtype.block_bytes();
    let codes: Vec<u8> =
        if size == 1 { (0..=u8::MAX).collect() } else { (0..=u16::MAX).flat_map(u16::to_le_bytes).collect() };
    let mut values = vec![0.0; codes.len() / size * dtype.block_len()];
    decode(&codes, &mut values);
    let mut out: Vec<f32> = values.into_iter().filter(|x| !x.is_nan()).map(|x| x as f32).collect();
    out.sort_by(f32::total_cmp);
    // Both zeros are one number here.
    out.dedup_by(|a, b| a == b);
    out
}

//! Elements that are made from their number.

use bytemuck::Pod;
use polyad_core::{Element, Result, View};

use super::threads;

/// Parts start at multiples of this many elements, so that blocks of random bits stay whole.
const RUN: usize = 1 << 10;

/// A fresh row-major view. `fill` is given the number of an element and a run of elements from there on, which it writes;
/// runs may be written by several threads at once. `cost` is nanoseconds an element.
pub(crate) fn generate<T: Element<Raw = T> + Pod>(
    op: &'static str,
    shape: &[usize],
    cost: f64,
    fill: impl Fn(u64, &mut [T]) + Sync,
) -> Result<View> {
    in_runs(op, shape, cost, RUN, fill)
}

/// As [`generate`], a row of the last axis at a time by its number; that axis is not empty.
pub(crate) fn rows<T: Element<Raw = T> + Pod>(
    op: &'static str,
    shape: &[usize],
    cost: f64,
    fill: impl Fn(u64, &mut [T]) + Sync,
) -> Result<View> {
    let width = shape.last().copied().unwrap_or(1).max(1);
    in_runs(op, shape, cost, width, |first, run| {
        run.chunks_mut(width).zip(first / width as u64..).for_each(|(row, number)| fill(number, row));
    })
}

/// As [`generate`], in runs of a multiple of `unit` elements.
fn in_runs<T: Element<Raw = T> + Pod>(
    op: &'static str,
    shape: &[usize],
    cost: f64,
    unit: usize,
    fill: impl Fn(u64, &mut [T]) + Sync,
) -> Result<View> {
    let mut out = View::alloc(op, shape, T::DTYPE)?;
    let bytes = out.buffer_mut().unique().expect("a fresh result is not shared");
    let elements: &mut [T] = bytemuck::cast_slice_mut(bytes);
    let size = elements.len();
    match threads::parts(size as f64 * cost, size) {
        0 | 1 => fill(0, elements),
        parts => {
            let run = size.div_ceil(parts).next_multiple_of(unit);
            let runs = elements.chunks_mut(run).enumerate();
            threads::share(runs, |(i, run_of)| {
                fill((i * run) as u64, run_of);
                Ok::<(), polyad_core::Error>(())
            })?;
        }
    }
    Ok(out)
}

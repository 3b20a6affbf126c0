//! Block formats moved as they are: whole blocks, never decoded and encoded again.

use polyad_core::{Dims, Error, Layout, Result, View};

use super::with_bytes;

/// The layout counted in blocks, if the view takes no block apart.
pub(crate) fn block_layout(view: &View) -> Option<Layout> {
    let len = view.dtype().block_len();
    let layout = view.layout();
    let (&n, shape) = layout.shape().split_last()?;
    let (&stride, strides) = layout.strides().split_last()?;
    let whole = |x: isize| x % len as isize == 0;
    if !n.is_multiple_of(len) || n > len && stride != 1 || !layout.offset().is_multiple_of(len) {
        return None;
    }
    if n != 0 && stride != 1 || !strides.iter().zip(shape).all(|(&s, &n)| n <= 1 || whole(s)) {
        return None;
    }
    let dims: Dims = shape.iter().copied().chain([n / len]).collect();
    let steps: Vec<isize> = strides.iter().map(|s| s / len as isize).chain([1]).collect();
    Layout::new(&dims, &steps, layout.offset() / len).ok()
}

/// A row-major copy of the blocks of a view. Errors: [`Error::BlockWrite`] where the view takes blocks apart.
pub(crate) fn copy(op: &'static str, view: &View) -> Result<View> {
    let apart = || Error::BlockWrite { op, dtype: view.dtype(), shape: view.shape().into() };
    let layout = block_layout(view).ok_or_else(apart)?;
    let mut out = View::alloc(op, view.shape(), view.dtype())?;
    if view.layout().size() == 0 {
        return Ok(out);
    }
    let size = view.dtype().block_bytes();
    let run = layout.shape().last().copied().unwrap_or(1);
    let to = out.buffer_mut().unique().expect("a fresh result is not shared");
    let first = view.byte_range().start;
    with_bytes(op, &[view], |bytes| {
        for (part, at) in to.chunks_mut(run * size).zip(layout.elements().step_by(run)) {
            part.copy_from_slice(&bytes[0][at * size - first..][..run * size]);
        }
        Ok(())
    })?;
    Ok(out)
}

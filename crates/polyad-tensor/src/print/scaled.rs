//! Scaled tensors print as the float32 values that they stand for.

use std::fmt;

use polyad_core::{Result, Slice};

use super::{Shown, THRESHOLD, rows};
use crate::ScaledTensor;
use crate::print::digits::Width;

impl fmt::Display for ScaledTensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.size() == 0 {
            return f.write_str("[]");
        }
        let cut = self.size() > THRESHOLD;
        let mut shown = Shown::Float(vec![], Width::Single);
        if let Err(e) = collect(&mut shown, self, cut) {
            // Somebody holds the buffer: printing says so, it does not fail.
            return write!(f, "<{e}>");
        }
        f.write_str(&rows::layout(self.shape(), cut, &shown.texts()))
    }
}

impl fmt::Debug for ScaledTensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ScaledTensor({self}, shape={:?}, dtype={}", self.shape(), self.dtype())?;
        match self.tensor_scale() {
            Some(scale) => write!(f, ", tensor_scale={scale:?})"),
            None => f.write_str(")"),
        }
    }
}

/// The elements that are shown, row by row, as blocks lie along rows.
fn collect(shown: &mut Shown, x: &ScaledTensor, cut: bool) -> Result<()> {
    if x.ndim() == 1 {
        return shown.collect(&x.materialize()?, cut);
    }
    rows::shown(x.shape()[0], cut).flatten().try_for_each(|i| collect(shown, &x.slice(&[Slice::At(i as i64)])?, cut))
}

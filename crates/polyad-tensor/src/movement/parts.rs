//! Parts of a tensor by index, range and list, read and written.

use polyad_core::{Error, Result, Slice, normalize_axis};

use crate::{Scalar, Tensor, exec};

/// A list of indices, which were checked and count from the front, and the axis of the part that it stands on.
type List = (usize, Vec<i64>);

/// Lists apart from what a view can show.
fn apart(op: &'static str, parts: &[Slice], shape: &[usize]) -> Result<(Vec<Slice>, Vec<List>)> {
    let mut basic = Slice::expand(op, parts, shape)?.into_vec();
    let (mut lists, mut place, mut axis) = (vec![], 0, 0);
    for part in &mut basic {
        if let Slice::List(list) = part {
            let n = shape[axis] as i64;
            for at in list.iter_mut() {
                let index = *at;
                *at = if index < 0 { index.saturating_add(n) } else { index };
                if !(0..n).contains(at) {
                    return Err(Error::IndexOutOfRange { op, index, axis, shape: shape.into() });
                }
            }
            lists.push((place, std::mem::take(list)));
            *part = Slice::All;
        }
        axis += usize::from(*part != Slice::NewAxis);
        place += usize::from(!matches!(part, Slice::At(_)));
    }
    Ok((basic, lists))
}

impl Tensor {
    /// A part of each axis by index, range with any step, list of indices, or new axis.
    ///
    /// A view, unless there is a list: lists gather, each along its own axis.
    ///
    /// ```
    /// use polyad_core::Slice;
    /// use polyad_tensor::tensor;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// let back = Slice::Range { start: None, stop: None, step: -1 };
    /// assert_eq!(x.slice(&[Slice::At(1), back])?, tensor![6, 5, 4]);
    /// assert_eq!(x.slice(&[[1, 0].into(), [0, -1].into()])?, tensor![[4, 6], [1, 3]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `ShapeMismatch` for more entries than axes, `IndexOutOfRange`, `BadArgument` for step 0.
    pub fn slice(&self, parts: &[Slice]) -> Result<Tensor> {
        if !parts.iter().any(|part| matches!(part, Slice::List(_))) {
            return self.with_layout(self.layout().slice(parts)?);
        }
        let (basic, lists) = apart("slice", parts, self.shape())?;
        let mut out = self.slice(&basic)?;
        for (axis, list) in &lists {
            out = out.take(&Tensor::from_slice(list, &[list.len()])?, *axis as i64)?;
        }
        Ok(out)
    }

    /// Writes `value`, broadcast, into the elements that [`Tensor::slice`] takes, as if the value were read first. Of an
    /// index that a list has twice the last write stays.
    ///
    /// ```
    /// use polyad_core::Slice;
    /// use polyad_tensor::tensor;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// x.set_slice(&[Slice::All, [0, 2].into()], &tensor![0, 9])?;
    /// assert_eq!(x, tensor![[0, 2, 9], [0, 5, 9]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: as [`Tensor::slice`] and [`Tensor::copy_from`].
    pub fn set_slice(&self, parts: &[Slice], value: &Tensor) -> Result<()> {
        const OP: &str = "set_slice";
        let (basic, mut lists) = apart(OP, parts, self.shape())?;
        let target = self.slice(&basic)?;
        if lists.is_empty() {
            return exec::assign(OP, target.view(), value.view());
        }
        let mut shape = target.shape().to_vec();
        lists.iter().for_each(|(axis, list)| shape[*axis] = list.len());
        let value = match value.buffer().overlaps(self.buffer()) {
            true if value.dtype().is_quantized() => value.astype(value.dtype().compute())?,
            true => value.copy()?,
            false => value.clone(),
        };
        let spread = value.layout().broadcast_to(&shape).map_err(|_| Error::ShapeMismatch {
            op: OP,
            got: value.shape().into(),
            need: format!("a shape that broadcasts to that of the selection, {shape:?}"),
        })?;
        // The last list first: an index drops its axis, which moves none before it.
        lists.reverse();
        scatter(OP, &target, &value.with_layout(spread)?, &lists)
    }

    /// Half-open ranges of the first axes, with steps: [`Tensor::slice`] for lists of numbers. A view.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// let x = tensor![[0, 1, 2], [3, 4, 5], [6, 7, 8]];
    /// assert_eq!(x.slice_ranges(&[0, 1], &[2, 3], None)?, tensor![[1, 2], [4, 5]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `BadArgument` for lists of different lengths and bounds outside an axis, `ShapeMismatch` for more
    /// ranges than axes. Source: Nx, `slice_ranges`.
    pub fn slice_ranges(&self, starts: &[i64], stops: &[i64], steps: Option<&[i64]>) -> Result<Tensor> {
        self.slice(&self.ranges("slice_ranges", starts, stops, steps)?)
    }

    /// Writes `value`, broadcast, into the part that [`Tensor::slice_ranges`] takes. Errors: as that, and as
    /// [`Tensor::copy_from`].
    pub fn set_slice_ranges(&self, starts: &[i64], stops: &[i64], steps: Option<&[i64]>, value: &Tensor) -> Result<()> {
        self.set_slice(&self.ranges("set_slice_ranges", starts, stops, steps)?, value)
    }

    fn ranges(&self, op: &'static str, starts: &[i64], stops: &[i64], steps: Option<&[i64]>) -> Result<Vec<Slice>> {
        let differ = |argument, list: &[i64]| {
            let takes = format!("as many numbers as starts, {}", starts.len());
            Err(Error::BadArgument { op, argument, got: format!("{list:?}"), takes })
        };
        if stops.len() != starts.len() {
            return differ("stops", stops);
        }
        if let Some(steps) = steps.filter(|s| s.len() != starts.len()) {
            return differ("steps", steps);
        }
        for (argument, list) in [("starts", starts), ("stops", stops)] {
            for (axis, (&at, &n)) in list.iter().zip(self.shape()).enumerate() {
                if at.unsigned_abs() > n as u64 {
                    let takes = format!("-{n} to {n} on axis {axis} of shape {:?}", self.shape());
                    return Err(Error::BadArgument { op, argument, got: at.to_string(), takes });
                }
            }
        }
        let step = |i: usize| steps.map_or(1, |s| s[i]);
        let range = |(i, (&start, &stop))| Slice::Range { start: Some(start), stop: Some(stop), step: step(i) };
        Ok(starts.iter().zip(stops).enumerate().map(range).collect())
    }

    /// The box from `start` to before `stop` on every axis: a view, and nothing clips.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// let x = tensor![[1, 2, 3], [4, 5, 6], [7, 8, 9]];
    /// assert_eq!(x.shrink(&[(1, 3), (0, 2)])?, tensor![[4, 5], [7, 8]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `ShapeMismatch` for another number of ranges than axes, `BadArgument` for one outside its axis.
    /// Source: Nx, `shrink`.
    pub fn shrink(&self, ranges: &[(usize, usize)]) -> Result<Tensor> {
        const OP: &str = "shrink";
        if ranges.len() != self.ndim() {
            let need = format!("one range for each of {} axes", ranges.len());
            return Err(Error::ShapeMismatch { op: OP, got: self.shape().into(), need });
        }
        for (axis, (&(start, stop), &n)) in ranges.iter().zip(self.shape()).enumerate() {
            if start > stop || stop > n {
                let takes = format!("a range inside 0 to {n}, axis {axis} of shape {:?}", self.shape());
                return Err(Error::BadArgument { op: OP, argument: "ranges", got: format!("{start}..{stop}"), takes });
            }
        }
        let parts: Vec<Slice> = ranges.iter().map(|&(a, b)| Slice::from(a as i64..b as i64)).collect();
        self.slice(&parts)
    }

    /// One index of an axis, which goes away: a view. Errors: `AxisOutOfRange`, `IndexOutOfRange`.
    pub fn index_axis(&self, axis: i64, index: i64) -> Result<Tensor> {
        let at = normalize_axis("index_axis", axis, self.shape())?;
        let mut parts = vec![Slice::All; at];
        parts.push(Slice::At(index));
        self.slice(&parts)
    }

    /// The tensor at indices of the first axes: a view, 0-d where every axis has one. Errors: `IndexOutOfRange`,
    /// `ShapeMismatch` for more indices than axes.
    pub fn at(&self, indices: &[i64]) -> Result<Tensor> {
        self.slice(&indices.iter().map(|&i| Slice::At(i)).collect::<Vec<_>>())
    }

    /// Writes `value`, broadcast, at indices of the first axes. Errors: as [`Tensor::at`] and [`Tensor::copy_from`].
    pub fn set_at(&self, indices: &[i64], value: &Tensor) -> Result<()> {
        exec::assign("set_at", self.at(indices)?.view(), value.view())
    }

    /// Writes one number at one index an axis. Errors: `IndexOutOfRange`, `ShapeMismatch` for another number of indices,
    /// `ValueOutOfRange` for a number that the dtype cannot hold.
    pub fn set_item(&self, indices: &[i64], value: impl Into<Scalar>) -> Result<()> {
        // All indices are checked here, their number too.
        self.layout().element(indices)?;
        self.at(indices)?.fill(value).map(|_| ())
    }
}

/// Writes `value` to the indices of lists, the last axis first.
fn scatter(op: &'static str, target: &Tensor, value: &Tensor, lists: &[List]) -> Result<()> {
    let Some(((axis, list), rest)) = lists.split_first() else { return exec::assign(op, target.view(), value.view()) };
    for (i, &at) in list.iter().enumerate() {
        scatter(op, &target.index_axis(*axis as i64, at)?, &value.index_axis(*axis as i64, i as i64)?, rest)?;
    }
    Ok(())
}

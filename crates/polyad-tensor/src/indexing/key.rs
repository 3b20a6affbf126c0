//! A key taken apart by NumPy's rules: a view, and what is indexed of it.
//!
//! Integers, ranges and new axes are a view. What is left are tensors of indices, which broadcast with each other and take
//! their axes away; the axes of the indices stand where those were if tensors and integers follow each other in the key,
//! and in front if anything lies between them.

use polyad_core::{DType, Dims, Error, Kind, Parts, Result, Slice, View};
use smallvec::SmallVec;

use super::IndexPart;
use crate::{Tensor, exec};
use exec::places::Places;

/// A key for a tensor.
pub(super) struct Key {
    /// The part that a view shows, its indexed axes next to each other from `axis` on.
    pub(super) view: View,
    /// The first indexed axis of the view, and of the result.
    pub(super) axis: usize,
    /// What is indexed.
    pub(super) chosen: Chosen,
}

/// What is taken of a view.
pub(super) enum Chosen {
    /// All of it.
    All,
    /// Elements by index.
    Places(Box<Places>),
    /// Elements where a mask over as many axes as it has is true.
    Mask(View),
}

/// An index or mask, and where it stands.
struct Indexed {
    /// Axis of the view.
    at: usize,
    /// Axis of the tensor, for errors.
    axis: usize,
    view: View,
}

/// A key on its way.
struct Walk<'a> {
    op: &'static str,
    shape: &'a [usize],
    basic: Parts,
    indexed: Vec<Indexed>,
    /// The next axis of the tensor, and of the view.
    axis: usize,
    at: usize,
    groups: Groups,
}

/// Runs of tensors and integers in a key.
#[derive(Default)]
struct Groups {
    open: bool,
    count: usize,
}

impl Groups {
    /// Integers and tensors belong together.
    fn index(&mut self) {
        self.count += usize::from(!self.open);
        self.open = true;
    }

    fn other(&mut self) {
        self.open = false;
    }
}

impl Key {
    /// Errors: [`Error::ShapeMismatch`] for more entries than axes and masks of another shape, [`Error::IndexOutOfRange`],
    /// [`Error::DTypeUnsupported`] for a tensor that is neither integer nor bool, [`Error::Broadcast`],
    /// [`Error::BadArgument`].
    pub(super) fn new(op: &'static str, x: &Tensor, parts: &[IndexPart]) -> Result<Key> {
        let shape = x.shape();
        let parts = expand(op, parts, shape)?;
        let mut walk =
            Walk { op, shape, basic: Parts::new(), indexed: vec![], axis: 0, at: 0, groups: Groups::default() };
        parts.iter().try_for_each(|part| walk.step(part))?;
        let view = x.view().with_layout(x.layout().slice(&walk.basic).map_err(|e| renamed(e, op, shape))?)?;
        walk.finish(view)
    }
}

/// How many axes a part takes.
fn takes(part: &IndexPart) -> usize {
    match part {
        IndexPart::Part(Slice::NewAxis | Slice::Ellipsis) => 0,
        IndexPart::Tensor(mask) if mask.dtype() == DType::Bool => mask.ndim(),
        _ => 1,
    }
}

/// The parts with an ellipsis as the axes that it stands for; one that is not written stands at the end.
fn expand(op: &'static str, parts: &[IndexPart], shape: &[usize]) -> Result<Vec<IndexPart>> {
    let wanted: usize = parts.iter().map(takes).sum();
    let Some(rest) = shape.len().checked_sub(wanted) else {
        let need = format!("at least the {wanted} axes that are indexed");
        return Err(Error::ShapeMismatch { op, got: shape.into(), need });
    };
    let is_ellipsis = |part: &&IndexPart| matches!(part, IndexPart::Part(Slice::Ellipsis));
    let mut out = vec![];
    match parts.iter().filter(is_ellipsis).count() {
        0 => out.extend(parts.iter().cloned()),
        1 => {
            for part in parts {
                // It stays in its place, as it parts its neighbours even where it stands for no axis.
                out.push(part.clone());
                if is_ellipsis(&part) {
                    out.extend(std::iter::repeat_n(IndexPart::Part(Slice::All), rest));
                }
            }
        }
        _ => {
            let (got, takes) = ("... twice".into(), "it once, as it stands for all other axes".into());
            return Err(Error::BadArgument { op, argument: "parts", got, takes });
        }
    }
    Ok(out)
}

/// An error of slicing under the name of the operation: the parts are those of the tensor, so its axes are right.
fn renamed(e: Error, op: &'static str, shape: &[usize]) -> Error {
    match e {
        Error::IndexOutOfRange { index, axis, .. } => Error::IndexOutOfRange { op, index, axis, shape: shape.into() },
        Error::BadArgument { argument, got, takes, .. } => Error::BadArgument { op, argument, got, takes },
        e => e,
    }
}

impl Walk<'_> {
    fn step(&mut self, part: &IndexPart) -> Result<()> {
        match part {
            IndexPart::Part(Slice::List(list)) => {
                self.index(Tensor::from_slice(list, &[list.len()])?.view());
            }
            IndexPart::Part(part) => self.basic(part.clone()),
            IndexPart::Tensor(x) if x.dtype() == DType::Bool => self.mask(x)?,
            IndexPart::Tensor(x) if matches!(x.dtype().kind(), Kind::Signed | Kind::Unsigned) => {
                if x.ndim() == 0 {
                    self.basic(Slice::At(integer(x)?));
                } else {
                    self.index(x.view());
                }
            }
            IndexPart::Tensor(x) => {
                let hint = "Indices are integers, and masks are bool: convert with astype(\"int64\").";
                return Err(Error::DTypeUnsupported { op: self.op, dtype: x.dtype(), hint });
            }
        }
        Ok(())
    }

    fn basic(&mut self, part: Slice) {
        match part {
            Slice::At(_) => self.groups.index(),
            _ => self.groups.other(),
        }
        if part == Slice::Ellipsis {
            return;
        }
        self.axis += usize::from(part != Slice::NewAxis);
        self.at += usize::from(!matches!(part, Slice::At(_)));
        self.basic.push(part);
    }

    fn index(&mut self, view: &View) {
        self.groups.index();
        self.indexed.push(Indexed { at: self.at, axis: self.axis, view: view.clone() });
        self.basic.push(Slice::All);
        self.axis += 1;
        self.at += 1;
    }

    fn mask(&mut self, mask: &Tensor) -> Result<()> {
        self.groups.index();
        let own = &self.shape[self.axis..self.axis + mask.ndim()];
        if mask.shape() != own {
            let axes = format!("axes {} to {} of {:?}", self.axis, self.axis + mask.ndim() - 1, self.shape);
            let need = format!("a mask of shape {own:?}, {axes}");
            return Err(Error::ShapeMismatch { op: self.op, got: mask.shape().into(), need });
        }
        self.indexed.push(Indexed { at: self.at, axis: self.axis, view: mask.view().clone() });
        if mask.ndim() == 0 {
            // One truth value is a new axis, of which one element is taken or none.
            self.basic.push(Slice::NewAxis);
            self.at += 1;
            return Ok(());
        }
        self.basic.extend(std::iter::repeat_n(Slice::All, mask.ndim()));
        self.axis += mask.ndim();
        self.at += mask.ndim();
        Ok(())
    }

    /// The key for the view of the basic parts.
    fn finish(self, view: View) -> Result<Key> {
        let Some(first) = self.indexed.first().map(|i| i.at) else {
            return Ok(Key { view, axis: 0, chosen: Chosen::All });
        };
        let axes: SmallVec<[usize; 4]> = self.indexed.iter().flat_map(|i| i.at..i.at + taken(&i.view)).collect();
        let (view, axis) = if self.groups.count > 1 {
            let others = (0..view.shape().len()).filter(|axis| !axes.contains(axis));
            let order: SmallVec<[i64; 8]> = axes.iter().copied().chain(others).map(|axis| axis as i64).collect();
            (view.with_layout(view.layout().permute(&order)?)?, 0)
        } else {
            (view, first)
        };
        if let [Indexed { view: mask, .. }] = &self.indexed[..]
            && mask.dtype() == DType::Bool
            && !mask.shape().is_empty()
        {
            return Ok(Key { view, axis, chosen: Chosen::Mask(mask.clone()) });
        }
        let (mut lists, mut names): (Vec<View>, Vec<usize>) = (vec![], vec![]);
        let mut of = Dims::from_slice(self.shape);
        for Indexed { axis, view: index, .. } in &self.indexed {
            if index.dtype() != DType::Bool {
                lists.push(index.clone());
                names.push(*axis);
            } else if index.shape().is_empty() {
                let taken: bool = Tensor::from_view(index.clone()).item()?;
                lists.push(Tensor::zeros(&[usize::from(taken)], DType::Int64)?.into_view());
                // Its axis is new: one more behind those of the tensor.
                names.push(of.len());
                of.push(1);
            } else {
                names.extend(*axis..*axis + index.shape().len());
                lists.extend(exec::masks::nonzero(self.op, index)?);
            }
        }
        let places = Places::new(self.op, &of, &names, &lists.iter().collect::<Vec<_>>())?;
        Ok(Key { view, axis, chosen: Chosen::Places(Box::new(places)) })
    }
}

/// The only element of a tensor of integers; past the signed range it is past every axis.
fn integer(x: &Tensor) -> Result<i64> {
    match x.dtype().kind() {
        Kind::Signed => x.astype(DType::Int64)?.item(),
        _ => x.astype(DType::UInt64)?.item::<u64>().map(|n| i64::try_from(n).unwrap_or(i64::MAX)),
    }
}

/// How many axes of a view an index or mask stands for.
fn taken(index: &View) -> usize {
    if index.dtype() == DType::Bool { index.shape().len().max(1) } else { 1 }
}

//! Index operands: the places of a layout that they name together.

use std::ops::Range;

use bytemuck::cast_slice;
use polyad_core::{DType, Dims, Error, Kind, Layout, Result, View, broadcast_shapes};
use polyad_kernels::places::{Axis, Part, are_inside, resolve};
use smallvec::SmallVec;

use super::boxes;
use super::{copy, decoded_as, with_bytes};

/// The indices of one axis.
struct List {
    /// int64 or uint64, row-major, in the shape of all lists together.
    view: View,
    /// Extent of the axis.
    n: usize,
    /// The axis in an error.
    name: usize,
}

/// One index operand for each of some axes that follow each other, broadcast.
pub(crate) struct Places {
    op: &'static str,
    lists: SmallVec<[List; 2]>,
    /// What they are indices of, for errors.
    of: Dims,
    shape: Dims,
}

/// Places that are resolved at once: they stay in the nearest cache.
const CHUNK: usize = 1024;

impl Places {
    /// Operands for `axes` of a tensor of shape `of`. Errors: [`Error::Broadcast`].
    pub(crate) fn new(op: &'static str, of: &[usize], axes: &[usize], indices: &[&View]) -> Result<Places> {
        let shape = broadcast_shapes(op, &indices.iter().map(|v| v.shape()).collect::<Vec<_>>())?;
        let list = |(index, &name): (&&View, &usize)| {
            let wide = if index.dtype().kind() == Kind::Unsigned { DType::UInt64 } else { DType::Int64 };
            let spread = index.with_layout(index.layout().broadcast_to(&shape)?)?;
            Ok(List { view: decoded_as(op, &spread, wide)?, n: of[name], name })
        };
        let lists = indices.iter().zip(axes).map(list).collect::<Result<_>>()?;
        Ok(Places { op, lists, of: of.into(), shape })
    }

    /// How many axes are indexed.
    pub(crate) fn axes(&self) -> usize {
        self.lists.len()
    }

    /// How many places there are.
    pub(crate) fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// A shape with that of the places instead of the indexed axes.
    pub(crate) fn in_place_of(&self, shape: &[usize], axis: usize) -> Dims {
        shape[..axis].iter().chain(&self.shape).chain(&shape[axis + self.axes()..]).copied().collect()
    }

    /// The index operands, for holds.
    pub(crate) fn views(&self) -> impl Iterator<Item = &View> {
        self.lists.iter().map(|list| &list.view)
    }

    /// Takes a copy of indices that a write to `destination` could change.
    pub(crate) fn detach(&mut self, destination: &View) -> Result<()> {
        for list in &mut self.lists {
            if list.view.buffer().overlaps(destination.buffer()) {
                list.view = copy(self.op, &list.view)?;
            }
        }
        Ok(())
    }

    /// Errors: [`Error::IndexOutOfRange`] for any index.
    pub(crate) fn check(&self) -> Result<()> {
        let views: SmallVec<[&View; 2]> = self.views().collect();
        with_bytes(self.op, &views, |bytes| {
            self.lists.iter().zip(bytes).try_for_each(|(list, bytes)| {
                let (indices, from_end) = (cast_slice(bytes), list.view.dtype() == DType::Int64);
                let inside = are_inside(Axis { first: 0, stride: 0, n: list.n, from_end }, indices);
                if inside { Ok(()) } else { Err(self.outside(list, indices)) }
            })
        })
    }

    /// Reads the places in a layout with these strides of the indexed axes; `bytes` are those of [`Places::views`].
    pub(crate) fn reader<'a>(&'a self, bytes: &[&'a [u8]], strides: &[isize]) -> Reader<'a> {
        let lists = self.lists.iter().zip(bytes).zip(strides).map(|((list, bytes), &s)| (list, cast_slice(bytes), s));
        Reader { places: self, lists: lists.collect() }
    }

    /// The only indexed axis of a layout whose elements lie apart by a stride of this sign, for loops over single elements.
    pub(crate) fn single(&self, first: usize, strides: &[isize]) -> Option<Axis> {
        let ([list], &[stride]) = (&self.lists[..], strides) else { return None };
        let from_end = list.view.dtype() == DType::Int64;
        usize::try_from(stride).ok().map(|stride| Axis { first, stride, n: list.n, from_end })
    }

    /// The error of the first index outside among those of the only list.
    pub(crate) fn refused(&self, indices: &[i64]) -> Error {
        self.outside(&self.lists[0], indices)
    }

    fn outside(&self, list: &List, indices: &[i64]) -> Error {
        let signed = list.view.dtype() == DType::Int64;
        let low = if signed { -(list.n as i64) } else { 0 };
        let bad = indices.iter().find(|&&i| !(low..list.n as i64).contains(&i)).expect("one of them is outside");
        // An unsigned index past the signed range is past every axis.
        let index = if signed || *bad >= 0 { *bad } else { i64::MAX };
        Error::IndexOutOfRange { op: self.op, index, axis: list.name, shape: self.of[..].into() }
    }
}

/// Places under the strides of one layout.
pub(crate) struct Reader<'a> {
    places: &'a Places,
    lists: SmallVec<[(&'a List, &'a [i64], isize); 2]>,
}

impl Reader<'_> {
    /// The places of the indices from number `from` on, counted from `base`. Errors: [`Error::IndexOutOfRange`].
    pub(crate) fn fill(&self, from: usize, base: usize, places: &mut [usize]) -> Result<()> {
        places.fill(base);
        for &(list, indices, stride) in &self.lists {
            let indices = &indices[from..][..places.len()];
            if !resolve(indices, list.n, list.view.dtype() == DType::Int64, stride, places) {
                return Err(self.places.outside(list, indices));
            }
        }
        Ok(())
    }

    /// Hands parts of a range to `each`: the number of the first one, and the places.
    pub(crate) fn each(&self, range: Range<usize>, base: usize, mut each: impl FnMut(usize, &[usize])) -> Result<()> {
        let mut places = [0; CHUNK];
        for from in range.clone().step_by(CHUNK) {
            let places = &mut places[..CHUNK.min(range.end - from)];
            self.fill(from, base, places)?;
            each(from, places);
        }
        Ok(())
    }
}

/// What lies behind each place: some axes of a layout.
#[derive(Clone)]
pub(crate) struct Inner {
    starts: Vec<isize>,
    n: usize,
    stride: isize,
}

impl Inner {
    /// The axes of a layout from `axis` on, none of them empty.
    pub(crate) fn new(layout: &Layout, axis: usize) -> Inner {
        let mut axes = boxes::merge(&layout.shape()[axis..], &[&layout.strides()[axis..]]);
        let Some(last) = axes.pop() else { return Inner { starts: vec![0], n: 1, stride: 1 } };
        let mut starts = vec![0isize];
        for (n, stride) in axes.into_iter().map(|axis| (axis.n as isize, axis.strides[0])) {
            starts = starts.iter().flat_map(|s| (0..n).map(move |i| s + i * stride)).collect();
        }
        Inner { starts, n: last.n, stride: last.strides[0] }
    }

    /// Whether it starts at the place itself.
    pub(crate) fn starts_here(&self) -> bool {
        self.starts == [0]
    }

    /// Whether it is one run.
    pub(crate) fn is_run(&self) -> bool {
        self.starts.len() == 1 && (self.n == 1 || self.stride == 1)
    }

    /// Makes this `other`, but further on by some elements.
    pub(crate) fn start_at(&mut self, other: &Inner, by: usize) {
        for (start, from) in self.starts.iter_mut().zip(&other.starts) {
            *start = from + by as isize;
        }
    }

    /// How many elements it has.
    pub(crate) fn size(&self) -> usize {
        self.starts.len() * self.n
    }

    /// For the loops.
    pub(crate) fn part(&self) -> Part<'_> {
        Part { starts: &self.starts, n: self.n, stride: self.stride }
    }
}

/// Where each of the first axes of a layout starts. No axis of the layout is empty.
pub(crate) fn fronts(layout: &Layout, axis: usize) -> Result<Vec<usize>> {
    let front = Layout::new(&layout.shape()[..axis], &layout.strides()[..axis], layout.offset())?;
    Ok(front.elements().collect())
}

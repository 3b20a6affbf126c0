//! Elements and rows by index, read.

use polyad_core::{Buffer, DType, Error, Holds, Kind, Layout, Result, View, normalize_axis};
use polyad_ir::attr::ONE_AXIS;
use polyad_ir::{Attr, Op, Type};
use polyad_kernels::places::{load, take as take_elements};
use smallvec::SmallVec;

use super::places::{Inner, Places, fronts};
use super::{cast, copy, decoded_as, runs, threads, with_bytes};

/// The indices as int64, each checked against its axis before anything is written; negative ones counted from the end.
pub(super) fn indices(op: Op, view: &View, axis: usize, shape: &[usize]) -> Result<Vec<usize>> {
    let signed = view.dtype().kind() == Kind::Signed;
    let wide = decoded_as(op.name, view, if signed { DType::Int64 } else { DType::UInt64 })?;
    let n = shape[axis] as i64;
    with_bytes(op.name, &[&wide], |bytes| {
        bytes[0]
            .as_chunks::<8>()
            .0
            .iter()
            .map(|b| {
                // An unsigned index past the signed range is past every axis.
                let index =
                    if signed { i64::from_le_bytes(*b) } else { u64::from_le_bytes(*b).try_into().unwrap_or(i64::MAX) };
                let at = if index < 0 { index.saturating_add(n) } else { index };
                if (0..n).contains(&at) {
                    Ok(at as usize)
                } else {
                    Err(Error::IndexOutOfRange { op: op.name, index, axis, shape: shape.into() })
                }
            })
            .collect()
    })
}

/// The index operands of a call, and the first of their axes.
pub(super) fn operands(op: Op, x: &View, axis: i64, indices: &[&View]) -> Result<(usize, Places)> {
    let axis = normalize_axis(op.name, axis, x.shape())?;
    let axes: SmallVec<[usize; 4]> = (axis..axis + indices.len()).collect();
    Ok((axis, Places::new(op.name, x.shape(), &axes, indices)?))
}

/// Runs `take` and `gather`.
pub(super) fn take(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let (axis, places) = operands(op, views[0], op.attr(attrs, ONE_AXIS), &views[1..])?;
    gather(op.name, views[0], axis, &places, ty.dtype)
}

/// Runs `embedding`.
pub(super) fn embedding(op: Op, views: &[&View], _: &[Attr], ty: Type) -> Result<View> {
    let (axis, places) = operands(op, views[0], 0, &views[1..])?;
    gather(op.name, views[0], axis, &places, ty.dtype)
}

/// The elements at places of some axes from `axis` on, in a dtype that holds those of `x`.
pub(crate) fn gather(op: &'static str, x: &View, axis: usize, places: &Places, dtype: DType) -> Result<View> {
    let shape = places.in_place_of(x.shape(), axis);
    if shape.contains(&0) {
        places.check()?;
        return View::alloc(op, &shape, dtype);
    }
    let last_stays = axis + places.axes() < x.shape().len();
    if !(x.dtype().is_plain() || last_stays && runs::units(x).is_some()) {
        // Elements that share bytes are decoded first.
        let decoded = gather(op, &cast(op, x, x.dtype().compute())?, axis, places, x.dtype().compute())?;
        return if dtype == decoded.dtype() { Ok(decoded) } else { cast(op, &decoded, dtype) };
    }
    let mut out = View::alloc(op, &shape, x.dtype())?;
    let is_run =
        |x: &View| runs::units(x).is_some_and(|(layout, _)| Inner::new(&layout, axis + places.axes()).is_run());
    // A copy of what lies apart pays off where most of it is taken; blocks are only moved in runs.
    let worth = !is_run(x) && (!x.dtype().is_plain() || out.layout().size() >= x.layout().size() / 2);
    let x = if worth { copy(op, x)? } else { x.clone() };
    let (layout, width) = runs::units(&x).expect("it was asked before");
    move_units(op, x.buffer(), &layout, width, axis, places, &mut out)?;
    if dtype == out.dtype() { Ok(out) } else { cast(op, &out, dtype) }
}

/// Moves the units at places to a fresh row-major result.
fn move_units(
    op: &'static str,
    source: &Buffer,
    layout: &Layout,
    width: usize,
    axis: usize,
    places: &Places,
    out: &mut View,
) -> Result<()> {
    let inner = Inner::new(layout, axis + places.axes());
    let fronts = fronts(layout, axis)?;
    let strides = &layout.strides()[axis..axis + places.axes()];
    let buffers: SmallVec<[&Buffer; 4]> = std::iter::once(source).chain(places.views().map(View::buffer)).collect();
    let mut holds = Holds::take(op, &buffers, None)?;
    let (sources, _) = holds.slices();
    let bytes: SmallVec<[&[u8]; 4]> = sources.iter().map(|s| s.expect("there is no destination")).collect();
    let lists: SmallVec<[&[u8]; 2]> = places.views().zip(&bytes[1..]).map(|(v, b)| &b[v.byte_range()]).collect();
    let reader = places.reader(&lists, strides);
    let to = out.buffer_mut().unique().expect("a fresh result is not shared");
    let row = inner.size() * width;
    let work = (fronts.len() * places.len()) as f64 * (1.0 + row as f64 / 16.0);
    let count = places.len();
    let single = if let [front] = fronts[..] { places.single(front, strides) } else { None };
    if let Some(along) =
        single.filter(|_| inner.size() == 1 && inner.starts_here() && width.is_power_of_two() && width <= 16)
    {
        let indices: &[i64] = bytemuck::cast_slice(lists[0]);
        let many = count.div_ceil(threads::parts(work, count.div_ceil(4096)));
        return threads::share(to.chunks_mut(many * width).zip(indices.chunks(many)), |(to, indices)| {
            if take_elements(bytes[0], width, along, indices, to) { Ok(()) } else { Err(places.refused(indices)) }
        });
    }
    if let [front] = fronts[..] {
        let many = count.div_ceil(threads::parts(work, count.div_ceil(4096)));
        return threads::share(to.chunks_mut(many * row).enumerate(), |(i, to)| {
            let range = i * many..count.min((i + 1) * many);
            let first = range.start;
            reader.each(range, front, |from, places| {
                load(bytes[0], width, places, inner.part(), &mut to[(from - first) * row..][..places.len() * row]);
            })
        });
    }
    let mut list = vec![0; count];
    reader.fill(0, 0, &mut list)?;
    let many = fronts.len().div_ceil(threads::parts(work, fronts.len()));
    threads::share(to.chunks_mut(many * count * row).zip(fronts.chunks(many)), |(to, fronts)| {
        let mut moved = inner.clone();
        for (to, &front) in to.chunks_mut(count * row).zip(fronts) {
            moved.start_at(&inner, front);
            load(bytes[0], width, &list, moved.part(), to);
        }
        Ok(())
    })
}

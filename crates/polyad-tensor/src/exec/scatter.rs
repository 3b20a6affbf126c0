//! Elements and rows by index, written. Every index is checked before the first write.

use polyad_core::{Buffer, Error, Holds, Kind, Layout, Result, View};
use polyad_ir::attr::{MODE, ONE_AXIS};
use polyad_ir::{Attr, Op, Type, holds};
use polyad_kernels::places::{Combine, combine, put as put_elements, store};
use smallvec::SmallVec;

use super::index::operands;
use super::places::{Inner, Places, fronts};
use super::{assign, beyond, cast, copy, decoded_as, is_spread, runs, spread_to};

/// What a write does to the elements that are there; `None` replaces them. Errors: [`Error::BadArgument`].
pub(crate) fn how(op: &'static str, mode: &str) -> Result<Option<Combine>> {
    Ok(match mode {
        "set" => None,
        "add" => Some(Combine::Add),
        "max" => Some(Combine::Max),
        "min" => Some(Combine::Min),
        _ => {
            let takes = "\"set\", \"add\", \"max\" or \"min\"".into();
            return Err(Error::BadArgument { op, argument: "mode", got: format!("{mode:?}"), takes });
        }
    })
}

/// Runs `scatter`.
pub(super) fn scatter(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    into_copy(op, views, attrs, ty, how(op.name, op.attr(attrs, MODE))?)
}

/// Runs `index_add`.
pub(super) fn index_add(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    into_copy(op, views, attrs, ty, Some(Combine::Add))
}

fn into_copy(op: Op, views: &[&View], attrs: &[Attr], ty: Type, how: Option<Combine>) -> Result<View> {
    let (x, updates) = (views[0], views[views.len() - 1]);
    let (axis, places) = operands(op, x, op.attr(attrs, ONE_AXIS), &views[1..views.len() - 1])?;
    let out = if x.dtype() == ty.dtype { copy(op.name, x)? } else { cast(op.name, x, ty.dtype)? };
    write(op.name, &out, axis, places, updates, how)?;
    Ok(out)
}

/// Refuses a destination that cannot be written element by element, and values that it cannot hold.
pub(crate) fn check(op: &'static str, destination: &View, values: &View, how: Option<Combine>) -> Result<()> {
    let to = destination.dtype();
    if destination.buffer().is_read_only() {
        return Err(Error::ReadOnly { op });
    }
    if destination.layout().overlaps_itself() {
        let (shape, strides) = (destination.shape().into(), destination.layout().strides().to_vec());
        return Err(Error::SelfOverlap { op, shape, strides });
    }
    if matches!(how, Some(Combine::Max | Combine::Min)) && to.kind() == Kind::Complex {
        return Err(Error::DTypeUnsupported { op, dtype: to, hint: "Complex numbers have no order." });
    }
    if !holds(to, values.dtype()) {
        return Err(Error::DTypeMismatch { op, got: values.dtype(), need: to });
    }
    Ok(())
}

/// Writes `values`, broadcast, to places of some axes of `destination` from `axis` on, as if they were read first.
///
/// Errors: [`Error::IndexOutOfRange`] before anything is written, [`Error::ShapeMismatch`], [`Error::DTypeMismatch`],
/// [`Error::SelfOverlap`], [`Error::ReadOnly`], [`Error::BlockWrite`], [`Error::NotEncodable`].
pub(crate) fn write(
    op: &'static str,
    destination: &View,
    axis: usize,
    mut places: Places,
    values: &View,
    how: Option<Combine>,
) -> Result<()> {
    check(op, destination, values, how)?;
    let to = destination.dtype();
    let shape = places.in_place_of(destination.shape(), axis);
    let values = spread_to(op, &beyond(values, shape.len())?, &shape)?;
    places.check()?;
    if shape.contains(&0) {
        return Ok(());
    }
    let decoded = if how.is_some() { to != to.compute() } else { to.is_packed() };
    if decoded && !to.is_quantized() {
        let whole = cast(op, destination, to.compute())?;
        let values = if how.is_some() { values } else { cast(op, &values, to)? };
        let values = cast(op, &values, to.compute())?;
        write(op, &whole, axis, places, &values, how)?;
        return assign(op, destination, &cast(op, &whole, to)?);
    }
    let last_stays = axis + places.axes() < destination.shape().len();
    let whole_blocks = to.is_plain() || how.is_none() && last_stays;
    let Some((layout, width)) = runs::units(destination).filter(|_| whole_blocks) else {
        return Err(Error::BlockWrite { op, dtype: to, shape: destination.shape().into() });
    };
    let inner = Inner::new(&layout, axis + places.axes());
    if !to.is_plain() && !inner.is_run() {
        return Err(Error::BlockWrite { op, dtype: to, shape: destination.shape().into() });
    }
    // One element for all is written as such, what else is broadcast is laid out.
    let one = how.is_none() && to.is_plain() && is_spread(&values);
    let values = if one { first(&values)? } else { values };
    let apart = !values.buffer().overlaps(destination.buffer());
    let values = match values.dtype() == to {
        true if apart => decoded_as(op, &values, to)?,
        true => copy(op, &values)?,
        false => cast(op, &values, to)?,
    };
    places.detach(destination)?;

    let strides = &layout.strides()[axis..axis + places.axes()];
    let mut buffers: SmallVec<[&Buffer; 4]> = places.views().map(View::buffer).collect();
    buffers.push(values.buffer());
    let mut held = Holds::take(op, &buffers, Some(destination.buffer()))?;
    let (sources, bytes) = held.slices();
    let sources: SmallVec<[&[u8]; 4]> = sources.iter().map(|s| s.expect("sources were taken apart")).collect();
    let lists: SmallVec<[&[u8]; 2]> = places.views().zip(&sources).map(|(v, b)| &b[v.byte_range()]).collect();
    let reader = places.reader(&lists, strides);
    let values = &sources[lists.len()][values.byte_range()];
    let (count, row) = (places.len(), inner.size() * width);
    let fronts = fronts(&layout, axis)?;
    let single = if let [front] = fronts[..] { places.single(front, strides) } else { None };
    if let Some(along) = single.filter(|_| how.is_none() && inner.size() == 1 && inner.starts_here() && to.is_plain()) {
        put_elements(bytes, width, along, bytemuck::cast_slice(lists[0]), values);
        return Ok(());
    }
    for (i, front) in fronts.into_iter().enumerate() {
        reader.each(0..count, front, |from, places| {
            let own = if one { values } else { &values[(i * count + from) * row..][..places.len() * row] };
            match how {
                None => store(bytes, width, places, inner.part(), own),
                Some(how) => combine(bytes, to, how, places, inner.part(), own),
            }
        })?;
    }
    Ok(())
}

/// The only element of a view that shows it everywhere.
fn first(view: &View) -> Result<View> {
    let layout = Layout::new(&[1], &[1], view.layout().offset())?;
    view.with_layout(layout)
}

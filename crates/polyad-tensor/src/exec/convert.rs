//! Casts of values that lie one after the other, straight from the source into the result.

use polyad_core::{DType, Error, Reject, Result, View};
use polyad_kernels::{cast, codec};

use super::{threads, with_bytes};

/// What a run of values goes through.
#[derive(Clone, Copy)]
enum Way {
    Decode,
    Encode,
    Cast(fn(&[u8], &mut [u8])),
}

/// The values in another dtype, where whole blocks follow one another on both sides and one of the two dtypes is the one that
/// the other computes in, or both are such; else `None`.
pub(crate) fn straight(op: &'static str, view: &View, to: DType) -> Option<Result<View>> {
    let (from, n) = (view.dtype(), view.layout().size());
    let way = match (from.compute(), to.compute()) {
        _ if from == to => return None,
        (own, _) if own == to => Way::Decode,
        (_, own) if own == from => Way::Encode,
        (a, b) if a == from && b == to => Way::Cast(cast::cast(from, to)?),
        _ => return None,
    };
    let unit = from.block_len().max(to.block_len());
    let aligned = (view.buffer().address() + view.byte_range().start).is_multiple_of(from.block_bytes().min(8));
    if n == 0 || !n.is_multiple_of(unit) || !view.is_whole_blocks() || from.compute() == from && !aligned {
        return None;
    }
    Some(View::alloc(op, view.shape(), to).and_then(|out| fill(op, view, out, way, unit)))
}

fn fill(op: &'static str, view: &View, mut out: View, way: Way, unit: usize) -> Result<View> {
    let (from, to) = (view.dtype(), out.dtype());
    let n = view.layout().size();
    let columns = view.shape().last().copied().unwrap_or(1);
    let cost = if to.is_quantized() { 2.0 } else { 0.5 };
    let part = n.div_ceil(threads::parts(n as f64 * cost, n / unit)).next_multiple_of(unit);
    let bytes = |dtype: DType, n: usize| n / dtype.block_len() * dtype.block_bytes();
    let results = &mut out.buffer_mut().unique().expect("a fresh result is not shared")[..bytes(to, n)];
    with_bytes(op, &[view], |sources| {
        let each = |(i, (src, dst)): (usize, (&[u8], &mut [u8]))| {
            let done = match way {
                Way::Encode => codec::encode(to, src, dst),
                Way::Decode => {
                    codec::decode(from, src, dst);
                    Ok(())
                }
                Way::Cast(cast) => {
                    cast(src, dst);
                    Ok(())
                }
            };
            done.map_err(|r: Reject| {
                let at = i * part + r.index;
                Error::NotEncodable {
                    op,
                    dtype: to,
                    value: r.value,
                    row: at / columns,
                    column: at % columns,
                    why: r.why,
                }
            })
        };
        let pieces = sources[0].chunks(bytes(from, part)).zip(results.chunks_mut(bytes(to, part))).enumerate();
        if part == n { { pieces }.try_for_each(each) } else { threads::share(pieces, each) }
    })?;
    Ok(out)
}

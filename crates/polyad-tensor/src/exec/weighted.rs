//! Quantizing by importance: the errors of some columns count more than those of others.

use polyad_core::{Codec, DType, Error, Result, View};

use super::{cast, decoded_as, threads, with_bytes};

/// Estimated nanoseconds an element: searches for scales are long.
const COST: f64 = 20.0;

/// The values of a view in a block format that looks at importance, row by row on all threads.
///
/// `importance` has a value a column, or such a list for each matrix of the leading axes. Errors: [`Error::PartialBlock`],
/// [`Error::ShapeMismatch`], [`Error::BadArgument`] for importance that is negative or not finite,
/// [`Error::NotEncodable`].
pub(crate) fn quantize(op: &'static str, view: &View, dtype: DType, importance: &View) -> Result<View> {
    let Codec::Float { encode_weighted, .. } = dtype.codec() else { unreachable!("block formats hold floats") };
    let (&columns, leading) = view.shape().split_last().expect("the caller has refused scalars");
    let matrices = leading.split_last().map_or(&[][..], |(_, matrices)| matrices);
    let lists: Vec<usize> = matrices.iter().copied().chain([columns]).collect();
    if importance.shape() != [columns] && importance.shape() != lists {
        let need = match matrices {
            [] => format!("importance of shape [{columns}], one value a column"),
            _ => format!("importance of shape [{columns}] or {lists:?}"),
        };
        return Err(Error::ShapeMismatch { op, got: importance.shape().into(), need });
    }
    let weights = decoded_as(op, importance, DType::Float32)?;
    with_bytes(op, &[&weights], |bytes| {
        match bytemuck::cast_slice::<u8, f32>(bytes[0]).iter().find(|w| !w.is_finite() || **w < 0.0) {
            Some(bad) => {
                let takes = "finite numbers, 0 or larger".to_owned();
                Err(Error::BadArgument { op, argument: "importance", got: bad.to_string(), takes })
            }
            None => Ok(()),
        }
    })?;
    // A format that makes no use of it has a fast encoder.
    let Some(encode) = encode_weighted else { return cast(op, view, dtype) };
    let mut out = View::alloc(op, view.shape(), dtype)?;
    let values = decoded_as(op, view, DType::Float32)?;
    let rows: usize = leading.iter().product();
    let row_bytes = columns / dtype.block_len() * dtype.block_bytes();
    if rows == 0 || row_bytes == 0 {
        return Ok(out);
    }
    let per_matrix = if importance.shape() == [columns] { rows } else { leading.last().copied().unwrap_or(1) };
    let to = out.buffer_mut().unique().expect("a fresh result is not shared");
    with_bytes(op, &[&values, &weights], |bytes| {
        let (x, w): (&[f32], &[f32]) = (bytemuck::cast_slice(bytes[0]), bytemuck::cast_slice(bytes[1]));
        let each = |(row, out): (usize, &mut [u8])| {
            let wide: Vec<f64> = x[row * columns..][..columns].iter().map(|&x| x.into()).collect();
            let weights = &w[row / per_matrix * columns..][..columns];
            encode(&wide, weights, out).map_err(|r| Error::NotEncodable {
                op,
                dtype,
                value: r.value,
                row,
                column: r.index,
                why: r.why,
            })
        };
        let jobs = to.chunks_mut(row_bytes).take(rows).enumerate();
        match threads::parts(x.len() as f64 * COST, rows) {
            1 => { jobs }.try_for_each(each),
            _ => threads::share(jobs, each),
        }
    })?;
    Ok(out)
}

//! Integers of a range.

use polyad_core::{DType, Error, Result, View};
use polyad_kernels::philox;

use super::Key;
use super::draw::{check_shape, in_dtype};
use super::key::Draw;
use crate::{Tensor, exec};

/// Independent integers from `low` up to `high`, which is left out, all exactly as likely: bits that would favour some are
/// drawn anew. `high` may be one past the greatest integer of the dtype.
///
/// ```
/// use polyad_core::DType;
/// use polyad_tensor::random::{Key, randint};
/// let dice = randint(Key::new(1), &[1000], 1, 7, DType::Int8)?;
/// assert_eq!((dice.min(())?.item::<i8>()?, dice.max(())?.item::<i8>()?), (1, 6));
/// # Ok::<(), polyad_core::Error>(())
/// ```
///
/// Errors: `DTypeUnsupported` for what is no integer dtype, `BadArgument` where the range is empty, `ValueOutOfRange` where
/// the dtype cannot hold it, `SizeOverflow`, `TooManyAxes`, `OutOfMemory`.
pub fn randint(key: Key, shape: &[usize], low: impl Into<i128>, high: impl Into<i128>, dtype: DType) -> Result<Tensor> {
    const OP: &str = "randint";
    let (low, high) = (low.into(), high.into());
    let Some((least, greatest)) = dtype.int_range() else {
        let hint = "randint draws integers; uniform and normal draw floats.";
        return Err(Error::DTypeUnsupported { op: OP, dtype, hint });
    };
    if low >= high {
        let takes = format!("an integer above low, which is {low}");
        return Err(Error::BadArgument { op: OP, argument: "high", got: high.to_string(), takes });
    }
    for end in [low, high - 1] {
        if !(least..=greatest).contains(&end) {
            return Err(Error::ValueOutOfRange { op: OP, value: end.to_string(), dtype });
        }
    }
    check_shape(OP, shape, dtype)?;
    // 2^64 wraps to 0, which stands for it.
    let span = (high - low) as u64;
    let (stream, again) = (key.stream(Draw::Integers), key.stream(Draw::IntegersAgain));
    let view = exec::generate(OP, shape, 2.5, |first, out: &mut [u64]| {
        philox::integers(stream, again, first, low as u64, span, out);
    })?;
    if least < 0 {
        // The same bits as signed integers.
        let view = View::new(view.buffer().clone(), view.layout().clone(), DType::Int64)?;
        return in_dtype(OP, view, dtype);
    }
    in_dtype(OP, view, dtype)
}

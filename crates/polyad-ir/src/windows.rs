//! Where windows stand along an axis: what convolutions, pooling and views of windows count alike.

use polyad_core::{Dims, Error, Result};
use smallvec::SmallVec;

use crate::Padding;

/// One axis that windows move along. Every number fits an `isize`, and so does `before + input + after`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowAxis {
    /// How many elements there are.
    pub input: usize,
    /// How many of them a window has.
    pub window: usize,
    /// From one window to the next.
    pub stride: usize,
    /// From one element of a window to the next.
    pub dilation: usize,
    /// How far the first window reaches past the start.
    pub before: usize,
    /// How far the last window may reach past the end.
    pub after: usize,
    /// How many windows there are.
    pub output: usize,
}

impl WindowAxis {
    /// From the first element of a window past its last.
    pub fn span(&self) -> usize {
        (self.window - 1) * self.dilation + 1
    }

    /// The place of an element of a window in the input, if it is none of those past the ends.
    pub fn at(&self, output: usize, window: usize) -> Option<usize> {
        let place = output * self.stride + window * self.dilation;
        place.checked_sub(self.before).filter(|&at| at < self.input)
    }
}

/// What windows are asked for along the last axes of a shape.
pub(crate) struct Windows<'a> {
    pub op: &'static str,
    pub shape: &'a [usize],
    /// Extents of a window, one for each of the last axes.
    pub window: &'a [usize],
    pub stride: &'a [i64],
    pub dilation: &'a [i64],
    pub padding: &'a Padding,
    /// Under `Same`, whether an even window that is turned around has its odd element in front.
    pub reversed: bool,
    /// Whether a window counts that starts inside and reaches past the end.
    pub ceil: bool,
}

impl Windows<'_> {
    /// One axis each. Errors: [`Error::BadArgument`] for numbers of the wrong count or size, [`Error::ShapeMismatch`] for
    /// windows that are empty or longer than their axis, [`Error::SizeOverflow`].
    pub(crate) fn axes(&self) -> Result<SmallVec<[WindowAxis; 3]>> {
        let count = self.window.len();
        let stride = each(self.op, "stride", self.stride, count, 1)?;
        let dilation = each(self.op, "dilation", self.dilation, count, 1)?;
        let widths = widths(self.op, self.padding, count)?;
        let first = self.shape.len() - count;
        let axis = |i: usize| {
            let [input, window, stride, dilation] = [self.shape[first + i], self.window[i], stride[i], dilation[i]];
            let overflow = || Error::SizeOverflow { op: self.op, shape: self.shape.into(), dtype: None };
            if window == 0 {
                let need = "windows of at least one element".into();
                return Err(Error::ShapeMismatch { op: self.op, got: self.window.into(), need });
            }
            let span = small((window - 1).checked_mul(dilation).and_then(|n| n.checked_add(1))).ok_or_else(overflow)?;
            let [before, after] = match (&widths, self.padding) {
                (Some(widths), _) => widths[i],
                (None, Padding::Full) => [span - 1; 2],
                (None, Padding::Same) => {
                    let output = input.div_ceil(stride);
                    let reach = output.saturating_sub(1).checked_mul(stride).and_then(|n| n.checked_add(span));
                    let total = reach.ok_or_else(overflow)?.saturating_sub(input);
                    let total = if output == 0 { 0 } else { total };
                    let front = self.reversed && window.is_multiple_of(2);
                    let before = if front { total.div_ceil(2) } else { total / 2 };
                    [before, total - before]
                }
                (None, _) => [0; 2],
            };
            let room = input.checked_add(before).and_then(|n| n.checked_add(after));
            let room = small(room).ok_or_else(overflow)?;
            let mut one = WindowAxis { input, window, stride, dilation, before, after, output: 0 };
            if matches!(self.padding, Padding::Same) && input == 0 {
                return Ok(one);
            }
            if span > room {
                let padded = if room == input { String::new() } else { format!(", {room} with padding") };
                let need = format!(
                    "at least {span} elements on axis {}, for windows of {window} with dilation {dilation}{padded}",
                    first + i
                );
                return Err(Error::ShapeMismatch { op: self.op, got: self.shape.into(), need });
            }
            one.output = (room - span) / stride + 1;
            if self.ceil {
                one.output = (room - span).div_ceil(stride) + 1;
                let starts_behind = |start: Option<usize>| start.is_none_or(|start| start >= input + before);
                if one.output > 1 && starts_behind((one.output - 1).checked_mul(stride)) {
                    one.output -= 1;
                }
            }
            Ok(one)
        };
        (0..count).map(axis).collect()
    }
}

/// What an address can count.
fn small(n: Option<usize>) -> Option<usize> {
    n.filter(|&n| isize::try_from(n).is_ok())
}

/// One number for each axis, of one for all or one each, at least `least`.
pub(crate) fn each(op: &'static str, argument: &'static str, given: &[i64], count: usize, least: i64) -> Result<Dims> {
    let bad = || Error::BadArgument {
        op,
        argument,
        got: format!("{given:?}"),
        takes: format!("one number for all {count} axes or one for each, at least {least}"),
    };
    if given.len() != 1 && given.len() != count || given.iter().any(|&n| n < least) {
        return Err(bad());
    }
    let one = |i: usize| isize::try_from(given[i % given.len()]).map(|n| n as usize).map_err(|_| bad());
    (0..count).map(one).collect()
}

/// Widths before and after each axis, where they are given as numbers.
fn widths(op: &'static str, padding: &Padding, count: usize) -> Result<Option<SmallVec<[[usize; 2]; 3]>>> {
    let Padding::Widths(given) = padding else { return Ok(None) };
    let n = given.len();
    if n != 1 && n != count && n != 2 * count || given.iter().any(|&w| w < 0) {
        let takes = format!(
            "\"valid\", \"same\", \"full\", or widths of at least 0: one, one for each of {count} axes, or two for each"
        );
        return Err(Error::BadArgument { op, argument: "padding", got: padding.to_string(), takes });
    }
    let side = |i: usize, side: usize| {
        let at = if n == 1 {
            0
        } else if n == count {
            i
        } else {
            2 * i + side
        };
        given[at] as usize
    };
    Ok(Some((0..count).map(|i| [side(i, 0), side(i, 1)]).collect()))
}

/// The axes' padding as an attribute.
pub(crate) fn as_padding(axes: &[WindowAxis]) -> Padding {
    Padding::Widths(axes.iter().flat_map(|a| [a.before as i64, a.after as i64]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(
        input: usize,
        window: usize,
        stride: i64,
        dilation: i64,
        padding: Padding,
        ceil: bool,
    ) -> Result<WindowAxis> {
        let (stride, dilation, window) = (&[stride], &[dilation], &[window]);
        let windows =
            Windows { op: "test", shape: &[input], window, stride, dilation, padding: &padding, reversed: false, ceil };
        windows.axes().map(|axes| axes[0])
    }

    #[test]
    fn outputs_are_counted_by_the_three_paddings() {
        let count = |n, k, s, d, p| axis(n, k, s, d, p, false).map(|a| [a.output, a.before, a.after]);
        assert_eq!(count(5, 3, 1, 1, Padding::Valid).unwrap(), [3, 0, 0]);
        assert_eq!(count(5, 2, 2, 3, Padding::Full).unwrap(), [4, 3, 3]);
        assert_eq!(count(5, 4, 1, 1, Padding::Same).unwrap(), [5, 1, 2]);
        assert_eq!(count(6, 3, 2, 1, Padding::Same).unwrap(), [3, 0, 1]);
        assert_eq!(count(0, 3, 2, 1, Padding::Same).unwrap(), [0, 0, 0]);
        assert_eq!(count(0, 3, 1, 1, Padding::from([2, 1])).unwrap(), [1, 2, 1]);
        assert!(count(2, 3, 1, 1, Padding::Valid).unwrap_err().to_string().contains("[2]"));
    }

    #[test]
    fn windows_past_the_end_count_in_ceil_mode_unless_they_start_there() {
        let count = |n, k, s, p: i64| axis(n, k, s, 1, p.into(), true).unwrap().output;
        assert_eq!((count(5, 2, 2, 0), count(4, 2, 2, 0)), (3, 2));
        // These would start in the padding behind, the last of them though it ends there.
        assert_eq!((count(2, 2, 3, 1), count(4, 1, 3, 1), count(1, 1, 2, 1)), (1, 2, 1));
    }

    #[test]
    fn huge_numbers_are_refused_before_they_overflow() {
        let huge = i64::MAX;
        for (n, k, s, d, p) in [(5, 3, 1, huge, 0), (5, 3, 1, 1, huge), (5, 2, huge, huge, huge / 2 + 1)] {
            let refused = axis(n, k, s, d, p.into(), true);
            assert!(matches!(refused, Err(Error::SizeOverflow { .. } | Error::ShapeMismatch { .. })), "{refused:?}");
        }
        assert!(matches!(axis(5, 3, 0, 1, 0.into(), false), Err(Error::BadArgument { .. })));
        assert_eq!(axis(5, 3, huge, 1, (huge / 4).into(), false).unwrap().output, 1);
        assert_eq!(axis(usize::MAX, 1, 1, 1, 0.into(), false).unwrap_err().to_string().find("test"), Some(0));
    }
}

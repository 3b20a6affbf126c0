//! Places in sorted rows, and membership, by keys.

use polyad_core::DType;

use crate::keys::{Keys, nans};

/// How much larger than the list a table of all keys in its range may be.
const SPREAD: usize = 16;

fn places<K: Copy + Ord>(sorted: &[K], values: &[K], right: bool, out: &mut [i64]) {
    assert_eq!(values.len(), out.len());
    for (out, &value) in out.iter_mut().zip(values) {
        let at = if right { sorted.partition_point(|&k| k <= value) } else { sorted.partition_point(|&k| k < value) };
        *out = at as i64;
    }
}

/// For each value where it would be put into sorted keys to keep them sorted: before those equal to it, or behind them if
/// `right`.
///
/// # Panics
/// If `values` and `out` differ in length, or one of the keys are complex and the others not.
///
/// ```
/// use polyad_core::DType;
/// use polyad_kernels::{keys::Keys, search};
/// let keys = |x: &[i64]| Keys::new(DType::Int64, bytemuck::cast_slice(x));
/// let mut out = [0; 2];
/// search::search(&keys(&[1, 3, 3, 8]), &keys(&[3, 9]), true, &mut out);
/// assert_eq!(out, [3, 4]);
/// ```
pub fn search(sorted: &Keys, values: &Keys, right: bool, out: &mut [i64]) {
    match (sorted, values) {
        (Keys::Real(sorted), Keys::Real(values)) => places(sorted, values, right, out),
        (Keys::Complex(sorted), Keys::Complex(values)) => places(sorted, values, right, out),
        _ => panic!("keys of one dtype are searched for in those of the same"),
    }
}

/// Elements to look for; NaN is never found.
#[derive(Clone, Debug)]
pub struct Set {
    dtype: DType,
    kept: Kept,
}

#[derive(Clone, Debug)]
enum Kept {
    /// Whether each key from the first on is there.
    Table(u64, Vec<bool>),
    /// All keys, sorted.
    Sorted(Keys),
}

impl Set {
    /// The elements of a row of a compute dtype.
    ///
    /// # Panics
    /// If the slice is not aligned, or the dtype is no compute dtype.
    pub fn new(dtype: DType, x: &[u8]) -> Set {
        let mut numbers = nans(dtype, x).into_iter().map(|nan| !nan);
        let kept = match Keys::new(dtype, x) {
            Keys::Real(mut keys) => {
                keys.retain(|_| numbers.next() == Some(true));
                match (keys.iter().min(), keys.iter().max()) {
                    (Some(&low), Some(&high)) if high - low < (SPREAD * keys.len()) as u64 => {
                        let mut table = vec![false; (high - low) as usize + 1];
                        keys.iter().for_each(|key| table[(key - low) as usize] = true);
                        Kept::Table(low, table)
                    }
                    _ => {
                        keys.sort_unstable();
                        Kept::Sorted(Keys::Real(keys))
                    }
                }
            }
            Keys::Complex(mut keys) => {
                keys.retain(|_| numbers.next() == Some(true));
                keys.sort_unstable();
                Kept::Sorted(Keys::Complex(keys))
            }
        };
        Set { dtype, kept }
    }

    /// Writes for each element of a row of the same dtype whether it is in the set, as 0 or 1; the other way round if
    /// `invert`.
    ///
    /// # Panics
    /// If the row is not as long as `out`, or not aligned.
    pub fn has(&self, x: &[u8], invert: bool, out: &mut [u8]) {
        let keys = Keys::new(self.dtype, x);
        assert_eq!(keys.len(), out.len());
        let mut put = |at: usize, found: bool| out[at] = u8::from(found != invert);
        match (&self.kept, &keys) {
            (Kept::Table(low, table), Keys::Real(keys)) => keys.iter().enumerate().for_each(|(at, key)| {
                let place = usize::try_from(key.wrapping_sub(*low)).unwrap_or(usize::MAX);
                put(at, table.get(place) == Some(&true));
            }),
            (Kept::Sorted(Keys::Real(sorted)), Keys::Real(keys)) => {
                keys.iter().enumerate().for_each(|(at, key)| put(at, sorted.binary_search(key).is_ok()));
            }
            (Kept::Sorted(Keys::Complex(sorted)), Keys::Complex(keys)) => {
                keys.iter().enumerate().for_each(|(at, key)| put(at, sorted.binary_search(key).is_ok()));
            }
            _ => unreachable!("keys of one dtype are of one kind"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_and_sorted_lists_find_the_same() {
        for list in [vec![3i64, -2, 3], vec![3, i64::MIN, i64::MAX], vec![]] {
            let set = Set::new(DType::Int64, bytemuck::cast_slice(&list));
            let x = [i64::MIN, -3, -2, -1, 3, 4, i64::MAX];
            let (mut found, mut other) = ([0; 7], [0; 7]);
            set.has(bytemuck::cast_slice(&x), false, &mut found);
            set.has(bytemuck::cast_slice(&x), true, &mut other);
            for i in 0..7 {
                assert_eq!((found[i] == 1, other[i] == 0), (list.contains(&x[i]), list.contains(&x[i])));
            }
        }
    }

    #[test]
    fn no_nan_is_a_member_and_zeros_are_one() {
        let set = Set::new(DType::Float32, bytemuck::cast_slice(&[f32::NAN, -0.0, 5.0]));
        let mut out = [9; 4];
        set.has(bytemuck::cast_slice(&[f32::NAN, 0.0, -5.0, f32::INFINITY]), false, &mut out);
        assert_eq!(out, [0, 1, 0, 0]);
        let set = Set::new(DType::Complex64, bytemuck::cast_slice(&[[1.0f32, f32::NAN], [2.0, 0.0]]));
        set.has(bytemuck::cast_slice(&[[1.0f32, f32::NAN], [2.0, -0.0]]), false, &mut out[..2]);
        assert_eq!(out[..2], [0, 1]);
    }
}

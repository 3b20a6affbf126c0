//! The first of a row in order, and rows split at places of their order, without a sort of the whole. The order is that of
//! [`crate::keys`]; equal elements come in the order of the row.

use polyad_core::DType;

use crate::keys::{Keyed, by_dtype, keys};

/// Kept beside the first `k` before the list is cut back to them.
const SLACK: usize = 1024;

/// The least `k` of some items, in no order; at least one, and `k` of them.
fn least<I: Copy + Ord>(items: impl Iterator<Item = I>, k: usize) -> Vec<I> {
    let mut items = items.fuse();
    let room = k + k.max(SLACK);
    let mut list: Vec<I> = Vec::with_capacity(room);
    list.extend(items.by_ref().take(room));
    let cut = |list: &mut Vec<I>| {
        if list.len() > k {
            list.select_nth_unstable(k - 1);
            list.truncate(k);
        }
        list.last().copied()
    };
    let mut limit = cut(&mut list);
    // Each cut makes room for as many as it looks through, so that their sum is O(n) in any order of the items.
    for item in items {
        if limit.is_some_and(|limit| item < limit) {
            list.push(item);
            if list.len() == room {
                limit = cut(&mut list);
            }
        }
    }
    cut(&mut list);
    list
}

fn first_places<T: Keyed>(x: &[T], descending: bool, sorted: bool, out: &mut [i64]) {
    let k = out.len();
    assert!(k <= x.len());
    if k == 0 {
        return;
    }
    let mut list = least(keys(x, descending).zip(0i64..), k);
    if sorted {
        list.sort_unstable()
    } else {
        list.sort_unstable_by_key(|item| item.1)
    }
    out.iter_mut().zip(list).for_each(|(out, item)| *out = item.1);
}

/// The places of the first elements of a row in its order, as many as `out` has, from the other end of the order if
/// `descending`: in that order if `sorted`, else in the order of the row.
///
/// # Panics
/// If `out` is longer than the row, slices are not aligned, or the dtype is no compute dtype.
///
/// ```
/// use polyad_core::DType;
/// let mut out = [0i64; 2];
/// let x = [3i32, 9, -1, 9];
/// polyad_kernels::partition::first(DType::Int32, bytemuck::cast_slice(&x), true, true, &mut out);
/// assert_eq!(out, [1, 3]);
/// ```
pub fn first(dtype: DType, x: &[u8], descending: bool, sorted: bool, out: &mut [i64]) {
    by_dtype!(dtype, T => first_places::<T>(bytemuck::cast_slice(x), descending, sorted, out));
}

/// An element that stands where it would after a sort: its key, and how many of that key come before it.
struct Pivot<K> {
    key: K,
    rank: usize,
    /// How many of the key were seen; counted in the first pivot of a key.
    seen: usize,
}

/// Brings the elements of `places` (ascending) where a sort would put them.
fn select<K: Ord>(keys: &mut [K], first: usize, places: &[usize]) {
    let Some(&middle) = places.get(places.len() / 2) else { return };
    let (before, _, after) = keys.select_nth_unstable(middle - first);
    select(before, first, &places[..places.len() / 2]);
    select(after, middle + 1, &places[places.len() / 2 + 1..]);
}

/// Tells `put` for each element of the row where it goes: `put(to, from)`.
fn split<T: Keyed>(x: &[T], places: &[usize], mut put: impl FnMut(usize, usize)) {
    let mut copy: Vec<T::Key> = keys(x, false).collect();
    select(&mut copy, 0, places);
    let mut pivots: Vec<Pivot<T::Key>> = vec![];
    for &at in places {
        let key = copy[at];
        let less = keys(x, false).map(|other| usize::from(other < key)).sum::<usize>();
        pivots.push(Pivot { key, rank: at - less, seen: 0 });
    }
    if let [pivot] = &mut pivots[..] {
        let mut starts = [0, places[0] + 1];
        for (from, key) in keys(x, false).enumerate() {
            let mut behind = usize::from(key > pivot.key);
            if key == pivot.key {
                pivot.seen += 1;
                if pivot.seen == pivot.rank + 1 {
                    put(places[0], from);
                    continue;
                }
                behind = usize::from(pivot.seen > pivot.rank);
            }
            put(starts[behind], from);
            starts[behind] += 1;
        }
        return;
    }
    // Before the first pivot, the pivot, after it and before the next, and so on.
    let mut starts: Vec<usize> = vec![0];
    places.iter().for_each(|&at| starts.extend([at, at + 1]));
    for (from, key) in keys(x, false).enumerate() {
        let mut j = pivots.partition_point(|pivot| pivot.key < key);
        let mut part = 2 * j;
        if pivots.get(j).is_some_and(|pivot| pivot.key == key) {
            let seen = pivots[j].seen;
            pivots[j].seen += 1;
            while pivots.get(j).is_some_and(|pivot| pivot.key == key && pivot.rank < seen) {
                j += 1;
            }
            part = 2 * j + usize::from(pivots.get(j).is_some_and(|pivot| pivot.key == key && pivot.rank == seen));
        }
        put(starts[part], from);
        starts[part] += 1;
    }
}

/// A row in which the elements of `places` (ascending, each once) stand where a sort would put them, what comes before one of
/// them in the order before it, and what comes after it behind it; each of these parts in the order of the row.
///
/// # Panics
/// If the slices differ in length, a place is outside the row, slices are not aligned, or the dtype is no compute dtype.
pub fn partition(dtype: DType, x: &[u8], places: &[usize], out: &mut [u8]) {
    fn values<T: Keyed>(x: &[T], places: &[usize], out: &mut [T]) {
        assert_eq!(x.len(), out.len());
        split(x, places, |to, from| out[to] = x[from]);
    }
    by_dtype!(dtype, T => values::<T>(bytemuck::cast_slice(x), places, bytemuck::cast_slice_mut(out)));
}

/// The places of a row's values in the order of [`partition`].
///
/// # Panics
/// As [`partition`].
pub fn argpartition(dtype: DType, x: &[u8], places: &[usize], out: &mut [i64]) {
    fn order<T: Keyed>(x: &[T], places: &[usize], out: &mut [i64]) {
        assert_eq!(x.len(), out.len());
        split(x, places, |to, from| out[to] = from as i64);
    }
    by_dtype!(dtype, T => order::<T>(bytemuck::cast_slice(x), places, out));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Few values, so that ties are many; NaN among them.
    fn values(n: usize) -> Vec<f32> {
        let few = [2.0, f32::NAN, -1.0, 0.0, 7.0, -0.0, f32::INFINITY];
        (0..n).map(|i| few[(i * i + i / 3) % 7] + if i % 5 == 0 { i as f32 } else { 0.0 }).collect()
    }

    fn order(x: &[f32], descending: bool) -> Vec<i64> {
        let mut order: Vec<i64> = (0..x.len() as i64).collect();
        let key = |&at: &i64| x[at as usize].key();
        if descending {
            order.sort_by_key(|at| !key(at))
        } else {
            order.sort_by_key(key)
        }
        order
    }

    #[test]
    fn the_first_are_those_of_a_stable_sort() {
        for n in [1, 2, 5, 3000, 20_000] {
            let x = values(n);
            for descending in [false, true] {
                let want = order(&x, descending);
                for k in [0, 1, n / 3, n - 1, n] {
                    let mut out = vec![0; k];
                    first(DType::Float32, bytemuck::cast_slice(&x), descending, true, &mut out);
                    assert_eq!(out, want[..k], "{n} {k} {descending}");
                    first(DType::Float32, bytemuck::cast_slice(&x), descending, false, &mut out);
                    let mut places = want[..k].to_vec();
                    places.sort();
                    assert_eq!(out, places);
                }
            }
        }
    }

    #[test]
    fn rows_are_split_at_their_places_and_keep_their_order_between() {
        for n in [1, 2, 9, 1000] {
            let x = values(n);
            let want = order(&x, false);
            for places in [vec![0], vec![n - 1], vec![n / 2], vec![0, n / 3, n - 1], (0..n).collect()] {
                let mut places: Vec<usize> = places;
                places.dedup();
                let mut expected = vec![];
                let mut start = 0;
                for &at in places.iter().chain([&n]) {
                    let mut part = want[start..at].to_vec();
                    part.sort();
                    expected.extend(part);
                    expected.extend(want.get(at));
                    start = at + 1;
                }
                let mut out = vec![0; n];
                argpartition(DType::Float32, bytemuck::cast_slice(&x), &places, &mut out);
                assert_eq!(out, expected, "{n} {places:?}");
                let mut moved = vec![0.0f32; n];
                partition(DType::Float32, bytemuck::cast_slice(&x), &places, bytemuck::cast_slice_mut(&mut moved));
                let same = moved.iter().zip(&out).all(|(v, &at)| v.to_bits() == x[at as usize].to_bits());
                assert!(same);
            }
        }
    }
}

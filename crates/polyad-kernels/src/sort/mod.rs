//! Sorting of one row: values become keys whose unsigned order is theirs, keys are sorted by their digits.
//!
//! Stable both ways; the order is that of [`crate::keys`].

mod radix;

use bytemuck::Pod;
use polyad_core::DType;

use self::radix::{Item, Places, sort_items};
use crate::keys::{Keyed, Whole, by_dtype, keys};

/// 64-bit words of memory that sorting a row, or a part, of `n` elements takes.
pub const fn room(n: usize) -> usize {
    2 * (n + 1)
}

/// Keys in memory of 64-bit words.
trait InRoom: Item + Pod {
    /// Two lists of `n` keys and one more.
    fn lists(room: &mut [u64], n: usize) -> [&mut [Self]; 2] {
        let (items, other) = bytemuck::cast_slice_mut(room).split_at_mut(n + 1);
        [items, &mut other[..n + 1]]
    }
}

impl InRoom for u32 {}
impl InRoom for u64 {}

/// A part of a sorted row: the keys from the least to the greatest, of which there are `count`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    least: u64,
    most: u64,
    /// How many elements of the row it has.
    pub count: usize,
}

impl Span {
    /// All of a row.
    fn whole(count: usize) -> Span {
        Span { least: 0, most: u64::MAX, count }
    }
}

/// The parts of a sorted row that workers may make each for itself, in order: about `parts` of about the same length, fewer
/// where many elements are equal.
///
/// # Panics
/// As [`sort`].
pub fn spans(dtype: DType, x: &[u8], descending: bool, parts: usize) -> Vec<Span> {
    crate::tier::multiversion! {
        fn below[T: Whole][T](x: &[T], descending: bool, cut: T::Key) -> usize {
            // Counts of 32 bits, so that as many are added at once as keys are compared.
            x.chunks(1 << 16).map(|x| keys(x, descending).map(|key| u32::from(key < cut)).sum::<u32>() as usize).sum()
        }
    }
    fn cut<T: Whole>(x: &[T], descending: bool, parts: usize) -> Vec<Span> {
        // A sample of places that no period of the row meets.
        let (mut at, n) = (0usize, 256 * parts);
        let mut sample: Vec<T::Key> = (0..n)
            .map(|_| {
                at = at.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let v = x[(at >> 20) % x.len()];
                if descending { T::flip(v.key()) } else { v.key() }
            })
            .collect();
        sample.sort_unstable();
        let mut cuts: Vec<_> = (1..parts).map(|i| sample[i * n / parts]).filter(|&key| T::bits(key) > 0).collect();
        cuts.dedup();
        let (mut least, mut start) = (0, 0);
        let mut list = vec![];
        for cut in cuts.into_iter().map(Some).chain([None]) {
            let end = cut.map_or(x.len(), |cut| below(x, descending, cut));
            let next = cut.map_or(0, T::bits);
            list.push(Span { least, most: next.wrapping_sub(1), count: end - start });
            (least, start) = (next, end);
        }
        list
    }
    let whole = || vec![Span::whole(x.len() / dtype.block_bytes())];
    if x.is_empty() || parts < 2 {
        return whole();
    }
    by_dtype!(dtype, T => cut::<T>(bytemuck::cast_slice(x), descending, parts), whole())
}

/// Fills a list, which has one place more, with those keys of a row that a span has; `make` is given the key and its place.
#[inline(always)]
fn fill<T: Whole<Key: Item>, I: Pod>(
    x: &[T],
    descending: bool,
    span: Span,
    items: &mut [I],
    make: impl Fn(T::Key, u64) -> I,
) {
    if span.count == x.len() {
        let each = keys(x, descending).zip(0u64..);
        return items.iter_mut().zip(each).for_each(|(item, (key, at))| *item = make(key, at));
    }
    // Block by block, as the keys of a block are made and compared many at once.
    const BLOCK: usize = 256;
    let (least, most) = (T::Key::from_bits(span.least), T::Key::from_bits(span.most));
    let (mut made, mut kept) = ([I::zeroed(); BLOCK], [false; BLOCK]);
    let mut n = 0;
    for (x, first) in x.chunks(BLOCK).zip((0u64..).step_by(BLOCK)) {
        for (((key, at), made), kept) in keys(x, descending).zip(first..).zip(&mut made).zip(&mut kept) {
            *made = make(key, at);
            *kept = (key >= least) & (key <= most);
        }
        // What is not kept is written too, and then written over.
        for (&item, &kept) in made.iter().zip(&kept).take(x.len()) {
            items[n] = item;
            n += usize::from(kept);
        }
    }
}

crate::tier::multiversion! {
    fn sort_values[T: Whole<Key: InRoom>][T](x: &[T], descending: bool, span: Span, room: &mut [u64], out: &mut [T]) {
        assert_eq!(span.count, out.len());
        let [items, other] = T::Key::lists(room, span.count);
        fill(x, descending, span, items, |key, _| key);
        let (items, other) = (&mut items[..span.count], &mut other[..span.count]);
        let sorted = if sort_items(items, other, 0) { other } else { items };
        if descending {
            out.iter_mut().zip(sorted).for_each(|(out, &mut key)| *out = T::value(T::flip(key)));
        } else {
            out.iter_mut().zip(sorted).for_each(|(out, &mut key)| *out = T::value(key));
        }
    }
}

/// Zeros of both signs, and NaN of all kinds, share a key: gives them their own bits, in the order of the input.
fn restore_values<T: Whole>(x: &[T], descending: bool, out: &mut [T]) {
    if !x.iter().fold(false, |any, v| any | v.is_shared()) {
        return;
    }
    let key = |v: T| if descending { T::flip(v.key()) } else { v.key() };
    let mut shared: Vec<(T::Key, usize)> = vec![];
    for &v in x.iter().filter(|v| v.is_shared()) {
        let known = shared.iter().position(|(k, _)| *k == key(v));
        let i = known.unwrap_or_else(|| {
            shared.push((key(v), out.partition_point(|&o| key(o) < key(v))));
            shared.len() - 1
        });
        out[shared[i].1] = v;
        shared[i].1 += 1;
    }
}

fn argsort_values<T: Whole<Key: Item>>(x: &[T], descending: bool, span: Span, room: &mut [u64], out: &mut [i64]) {
    assert_eq!(span.count, out.len());
    let [items, other] = u64::lists(room, span.count);
    fill(x, descending, span, items, |_, at| at);
    let (items, other) = (&mut items[..span.count], &mut other[..span.count]);
    let key = |at: usize| T::bits(if descending { T::flip(x[at].key()) } else { x[at].key() });
    let places = Places::below(x.len());
    let sorted = if places.sort(items, other, &key) { other } else { items };
    out.iter_mut().zip(sorted).for_each(|(out, &mut item)| *out = places.of(item) as i64);
}

fn argsort_complex<T: Keyed>(x: &[T], descending: bool, out: &mut [i64]) {
    assert_eq!(x.len(), out.len());
    let mut items: Vec<_> = keys(x, descending).zip(0i64..).collect();
    items.sort_unstable();
    out.iter_mut().zip(items).for_each(|(out, item)| *out = item.1);
}

fn sort_complex<T: Keyed>(x: &[T], descending: bool, out: &mut [T]) {
    let mut order = vec![0i64; x.len()];
    argsort_complex(x, descending, &mut order);
    out.iter_mut().zip(order).for_each(|(out, at)| *out = x[at as usize]);
}

/// The values of a row of a compute dtype in order; equal ones, zeros and NaN among them, in the order of the row.
///
/// # Panics
/// If the slices differ in length, are not aligned, `room` is shorter than [`room()`] says, or the dtype is no compute dtype.
///
/// ```
/// use polyad_core::DType;
/// use polyad_kernels::sort;
/// let mut out = [0i32; 3];
/// let x = [3i32, -1, 2];
/// sort::sort(DType::Int32, bytemuck::cast_slice(&x), true, &mut [0; sort::room(3)], bytemuck::cast_slice_mut(&mut out));
/// assert_eq!(out, [3, 2, -1]);
/// ```
pub fn sort(dtype: DType, x: &[u8], descending: bool, room: &mut [u64], out: &mut [u8]) {
    sort_span(dtype, x, descending, Span::whole(x.len() / dtype.block_bytes()), room, out);
    restore(dtype, x, descending, out);
}

/// One part of [`sort`]; zeros and NaN of a kind may come out as others of it, until [`restore`] is run on the whole.
///
/// # Panics
/// As [`sort`]; if `out` has not as many elements as the span.
pub fn sort_span(dtype: DType, x: &[u8], descending: bool, span: Span, room: &mut [u64], out: &mut [u8]) {
    by_dtype!(
        dtype,
        T => sort_values::<T>(bytemuck::cast_slice(x), descending, span, room, bytemuck::cast_slice_mut(out)),
        sort_complex::<T>(bytemuck::cast_slice(x), descending, bytemuck::cast_slice_mut(out))
    );
}

/// The last step of a sort by parts: zeros and NaN get the bits that they have in the row.
///
/// # Panics
/// As [`sort`].
pub fn restore(dtype: DType, x: &[u8], descending: bool, out: &mut [u8]) {
    fn floats<T: Pod + Whole>(x: &[u8], descending: bool, out: &mut [u8]) {
        restore_values::<T>(bytemuck::cast_slice(x), descending, bytemuck::cast_slice_mut(out));
    }
    match dtype {
        DType::Float32 => floats::<f32>(x, descending, out),
        DType::Float64 => floats::<f64>(x, descending, out),
        _ => {}
    }
}

/// The places of a row's values in the order of [`sort`].
///
/// # Panics
/// As [`sort`].
pub fn argsort(dtype: DType, x: &[u8], descending: bool, room: &mut [u64], out: &mut [i64]) {
    argsort_span(dtype, x, descending, Span::whole(x.len() / dtype.block_bytes()), room, out);
}

/// One part of [`argsort`].
///
/// # Panics
/// As [`sort_span`].
pub fn argsort_span(dtype: DType, x: &[u8], descending: bool, span: Span, room: &mut [u64], out: &mut [i64]) {
    by_dtype!(
        dtype,
        T => argsort_values::<T>(bytemuck::cast_slice(x), descending, span, room, out),
        argsort_complex::<T>(bytemuck::cast_slice(x), descending, out)
    );
}

#[cfg(test)]
mod tests {
    use bytemuck::Zeroable;

    use super::*;
    use crate::tier::each_tier;

    /// Values with many ties, both zeros, NaN of both signs and infinities.
    fn values(n: usize) -> Vec<f64> {
        let special = [f64::NAN, -f64::NAN, 0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, 1e-310];
        let mut state = n as u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 33
        };
        (0..n)
            .map(|_| if next() % 4 == 0 { special[next() as usize % 7] } else { next() as f64 % 50.0 - 25.0 })
            .collect()
    }

    /// The places by an insertion sort that compares as the standard says.
    fn plain(x: &[f64], descending: bool) -> Vec<i64> {
        let mut out: Vec<usize> = vec![];
        for i in 0..x.len() {
            let after = |j: usize| {
                let (low, high) = if descending { (x[j], x[i]) } else { (x[i], x[j]) };
                low < high || high.is_nan() && !low.is_nan()
            };
            let at = out.iter().position(|&j| after(j)).unwrap_or(out.len());
            out.insert(at, i);
        }
        out.into_iter().map(|i| i as i64).collect()
    }

    #[test]
    fn every_length_is_stable_both_ways() {
        let mut room = vec![0; room(2000)];
        for n in [0, 1, 2, 10, radix::SHORT - 1, radix::SHORT, 2000] {
            let wide = values(n);
            let narrow: Vec<f32> = wide.iter().map(|&v| v as f32).collect();
            for descending in [false, true] {
                let want = plain(&wide, descending);
                let mut got = vec![0; n];
                argsort(DType::Float64, bytemuck::cast_slice(&wide), descending, &mut room, &mut got);
                assert_eq!(got, want, "{n} {descending}");
                let mut out = vec![0.0f64; n];
                let to = bytemuck::cast_slice_mut(&mut out);
                sort(DType::Float64, bytemuck::cast_slice(&wide), descending, &mut room, to);
                for (v, &at) in out.iter().zip(&want) {
                    assert_eq!(v.to_bits(), wide[at as usize].to_bits());
                }
                let floats: Vec<f64> = narrow.iter().map(|&v| v.into()).collect();
                argsort(DType::Float32, bytemuck::cast_slice(&narrow), descending, &mut room, &mut got);
                assert_eq!(got, plain(&floats, descending), "{n} {descending}");
                let mut out = vec![0.0f32; n];
                let to = bytemuck::cast_slice_mut(&mut out);
                sort(DType::Float32, bytemuck::cast_slice(&narrow), descending, &mut room, to);
                for (v, &at) in out.iter().zip(&got) {
                    assert_eq!(v.to_bits(), narrow[at as usize].to_bits());
                }
            }
        }
    }

    #[test]
    fn keys_that_differ_in_low_bits_alone_are_told_apart_beside_a_distant_one() {
        each_tier(|tier| {
            for apart in [1i64, 1 << 30, 1 << 45] {
                let mut x: Vec<i64> = (0..5000).map(|i| (i * 7919 % 2500) * apart).collect();
                x[1234] = i64::MAX;
                let mut want: Vec<i64> = (0..5000).collect();
                want.sort_by_key(|&at| x[at as usize]);
                let (mut room, mut got) = (vec![0; room(5000)], vec![0; 5000]);
                argsort(DType::Int64, bytemuck::cast_slice(&x), false, &mut room, &mut got);
                assert_eq!(got, want, "{tier:?} {apart}");
                let mut out = vec![0i64; 5000];
                sort(DType::Int64, bytemuck::cast_slice(&x), false, &mut room, bytemuck::cast_slice_mut(&mut out));
                x.sort();
                assert_eq!(out, x, "{tier:?} {apart}");
            }
        });
    }

    #[test]
    fn integers_keep_the_ends_of_their_range() {
        fn check<T: Pod + Ord + std::fmt::Debug + Zeroable>(dtype: DType, x: &[T]) {
            for n in [x.len(), 1000] {
                let x: Vec<T> = x.iter().copied().cycle().take(n).collect();
                let mut want = x.clone();
                want.sort();
                let (mut room, mut out) = (vec![0; room(n)], vec![T::zeroed(); n]);
                sort(dtype, bytemuck::cast_slice(&x), false, &mut room, bytemuck::cast_slice_mut(&mut out));
                assert_eq!(out, want);
                want.reverse();
                sort(dtype, bytemuck::cast_slice(&x), true, &mut room, bytemuck::cast_slice_mut(&mut out));
                assert_eq!(out, want);
            }
        }
        check(DType::Int8, &[3, i8::MIN, -1, 0, i8::MAX]);
        check(DType::Int16, &[3, i16::MIN, -1, 0, i16::MAX]);
        check(DType::Int32, &[3, i32::MIN, -1, 0, i32::MAX]);
        check(DType::Int64, &[3, i64::MIN, -1, 0, i64::MAX]);
        check(DType::UInt8, &[3, u8::MAX, 0]);
        check(DType::UInt16, &[3, u16::MAX, 0]);
        check(DType::UInt32, &[3, u32::MAX, 0]);
        check(DType::UInt64, &[3, u64::MAX, 0]);
        check(DType::Bool, &[1u8, 0, 1]);
    }

    #[test]
    fn complex_numbers_are_ordered_by_their_parts() {
        let nan = f64::NAN;
        let x = [[nan, nan], [nan, 1.0], [1.0, nan], [2.0, -1.0], [1.0, 5.0], [1.0, -5.0], [nan, 0.0]];
        let mut out = [0i64; 7];
        argsort(DType::Complex128, bytemuck::cast_slice(&x), false, &mut [], &mut out);
        assert_eq!(out, [5, 4, 3, 2, 6, 1, 0]);
    }
}

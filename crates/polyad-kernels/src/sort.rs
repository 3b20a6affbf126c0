//! Sorting of one row: values become keys whose unsigned order is theirs, keys are sorted by their digits.
//!
//! Stable both ways; the order is that of [`crate::keys`].

use bytemuck::Pod;
use polyad_core::DType;

use crate::keys::{Keyed, Whole, by_dtype, keys};

/// Rows shorter than this are sorted by comparison: counting digits takes a few thousand steps by itself.
const SHORT: usize = 1024;

/// Most passes of one sort. Keys that still agree then stand side by side, and few of them do.
const PASSES: u32 = 3;

/// A key with what travels along.
trait Item: Copy + Default + Ord {
    /// Bits of a digit, at most: as many piles as the caches and page tables take.
    const DIGIT: u32;

    /// The key.
    fn bits(self) -> u64;
}

impl Item for u32 {
    const DIGIT: u32 = 11;

    #[inline(always)]
    fn bits(self) -> u64 {
        self.into()
    }
}

/// A key alone, or in the upper half a key of 32 bits and in the lower its place.
impl Item for u64 {
    const DIGIT: u32 = 10;

    #[inline(always)]
    fn bits(self) -> u64 {
        self
    }
}

/// A key of 64 bits and its place.
impl Item for (u64, u64) {
    const DIGIT: u32 = 10;

    #[inline(always)]
    fn bits(self) -> u64 {
        self.0
    }
}

/// Sorts items by the bits of their keys from `lowest` on, stably; items that come in the order of their places may be
/// compared whole.
fn sort_items<I: Item>(items: &mut Vec<I>, other: &mut Vec<I>, lowest: u32) {
    if items.len() < SHORT || u32::try_from(items.len()).is_err() {
        return items.sort_unstable();
    }
    // From the least key on, so that numbers around 0 differ in as few bits as they do elsewhere.
    let least = items.iter().fold(u64::MAX, |least, item| least.min(item.bits())) >> lowest << lowest;
    let varying = items.iter().fold(0, |any, item| any | (item.bits() - least)) >> lowest << lowest;
    if varying == 0 {
        return;
    }
    // Bits that all share need no pass, and the lowest are left to the end.
    let (high, last) = (u64::BITS - varying.leading_zeros(), varying.trailing_zeros());
    let low = last.max(high.saturating_sub(PASSES * I::DIGIT));
    let passes = (high - low).div_ceil(I::DIGIT);
    let digit = (high - low).div_ceil(passes);
    let (piles, mask) = (1usize << digit, (1u64 << digit) - 1);
    let mut counts = vec![0u32; piles * passes as usize];
    for item in items.iter() {
        let mut bits = (item.bits() - least) >> low;
        for count in counts.chunks_exact_mut(piles) {
            count[(bits & mask) as usize] += 1;
            bits >>= digit;
        }
    }
    other.clear();
    other.resize(items.len(), I::default());
    for (count, shift) in counts.chunks_exact_mut(piles).zip((low..).step_by(digit as usize)) {
        let mut start = 0;
        for n in count.iter_mut() {
            start += std::mem::replace(n, start);
        }
        for &item in items.iter() {
            let at = &mut count[((item.bits() - least) >> shift & mask) as usize];
            other[*at as usize] = item;
            *at += 1;
        }
        std::mem::swap(items, other);
    }
    if low > last {
        finish(items, least, low, lowest);
    }
}

/// Sorts the runs of items that agree from bit `low` on.
fn finish<I: Item>(items: &mut [I], least: u64, low: u32, lowest: u32) {
    let mut start = 0;
    while start < items.len() {
        let top = |item: &I| (item.bits() - least) >> low;
        let first = top(&items[start]);
        let n = 1 + items[start + 1..].iter().take_while(|item| top(item) == first).count();
        let run = &mut items[start..start + n];
        if n >= SHORT {
            let mut part = run.to_vec();
            sort_items(&mut part, &mut vec![], lowest);
            run.copy_from_slice(&part);
        } else if n > 1 {
            run.sort_unstable();
        }
        start += n;
    }
}

/// Memory that the rows of one worker share.
#[derive(Default)]
pub struct Room {
    narrow: [Vec<u32>; 2],
    wide: [Vec<u64>; 2],
    pairs: [Vec<(u64, u64)>; 2],
}

/// A key that knows its lists in a [`Room`].
trait InRoom: Item {
    fn lists(room: &mut Room) -> &mut [Vec<Self>; 2];
}

impl InRoom for u32 {
    fn lists(room: &mut Room) -> &mut [Vec<u32>; 2] {
        &mut room.narrow
    }
}

impl InRoom for u64 {
    fn lists(room: &mut Room) -> &mut [Vec<u64>; 2] {
        &mut room.wide
    }
}

/// A part of a sorted row: the keys from `low` on and before `high`, of which there are `count`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    low: u64,
    high: Option<u64>,
    /// How many elements of the row it has.
    pub count: usize,
}

impl Span {
    /// All of a row.
    fn whole(count: usize) -> Span {
        Span { low: 0, high: None, count }
    }

    fn has(&self, key: u64) -> bool {
        (key >= self.low) & self.high.is_none_or(|high| key < high)
    }
}

/// The parts of a sorted row that workers may make each for itself, in order: about `parts` of about the same length, fewer
/// where many elements are equal.
///
/// # Panics
/// As [`sort`].
pub fn spans(dtype: DType, x: &[u8], descending: bool, parts: usize) -> Vec<Span> {
    fn cut<T: Whole>(x: &[T], descending: bool, parts: usize) -> Vec<Span> {
        // A sample of places that no period of the row meets.
        let (mut at, n) = (0usize, 256 * parts);
        let mut sample: Vec<u64> = (0..n)
            .map(|_| {
                at = at.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let v = x[(at >> 20) % x.len()];
                T::bits(if descending { T::flip(v.key()) } else { v.key() })
            })
            .collect();
        sample.sort_unstable();
        let mut cuts: Vec<u64> = (1..parts).map(|i| sample[i * n / parts]).filter(|&key| key > 0).collect();
        cuts.dedup();
        let (mut low, mut start) = (0, 0);
        let mut list = vec![];
        for high in cuts.into_iter().map(Some).chain([None]) {
            let below = |high| keys(x, descending).map(|key| usize::from(T::bits(key) < high)).sum();
            let end = high.map_or(x.len(), below);
            list.push(Span { low, high, count: end - start });
            (low, start) = (high.unwrap_or(0), end);
        }
        list
    }
    let whole = || vec![Span::whole(x.len() / dtype.block_bytes())];
    if x.is_empty() || parts < 2 {
        return whole();
    }
    by_dtype!(dtype, T => cut::<T>(bytemuck::cast_slice(x), descending, parts), whole())
}

/// Fills `items` with those keys of a row that a span has; `make` is given the key and its place.
#[inline(always)]
fn fill<T: Whole, I: Item>(x: &[T], descending: bool, span: Span, items: &mut Vec<I>, make: impl Fn(T::Key, u64) -> I) {
    items.clear();
    let each = keys(x, descending).zip(0u64..);
    if span.count == x.len() {
        return items.extend(each.map(|(key, at)| make(key, at)));
    }
    // One place more, for what is written and then not kept.
    items.resize(span.count + 1, I::default());
    let mut n = 0;
    for (key, at) in each {
        items[n] = make(key, at);
        n += usize::from(span.has(T::bits(key)));
    }
    items.truncate(span.count);
}

fn sort_values<T: Whole<Key: InRoom>>(x: &[T], descending: bool, span: Span, room: &mut Room, out: &mut [T]) {
    assert_eq!(span.count, out.len());
    let [items, other] = T::Key::lists(room);
    fill(x, descending, span, items, |key, _| key);
    sort_items(items, other, 0);
    for (out, &key) in out.iter_mut().zip(items.iter()) {
        *out = T::value(if descending { T::flip(key) } else { key });
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

fn argsort_values<T: Whole>(x: &[T], descending: bool, span: Span, room: &mut Room, out: &mut [i64]) {
    assert_eq!(span.count, out.len());
    if size_of::<T::Key>() == 4 && u32::try_from(x.len()).is_ok() {
        let [items, other] = &mut room.wide;
        fill(x, descending, span, items, |key, at| T::bits(key) << 32 | at);
        sort_items(items, other, 32);
        return out.iter_mut().zip(items.iter()).for_each(|(out, item)| *out = (item & u64::from(u32::MAX)) as i64);
    }
    let [items, other] = &mut room.pairs;
    fill(x, descending, span, items, |key, at| (T::bits(key), at));
    sort_items(items, other, 0);
    out.iter_mut().zip(items.iter()).for_each(|(out, item)| *out = item.1 as i64);
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
/// If the slices differ in length, are not aligned, or the dtype is no compute dtype.
///
/// ```
/// use polyad_core::DType;
/// use polyad_kernels::sort;
/// let mut out = [0i32; 3];
/// let x = [3i32, -1, 2];
/// sort::sort(DType::Int32, bytemuck::cast_slice(&x), true, &mut sort::Room::default(), bytemuck::cast_slice_mut(&mut out));
/// assert_eq!(out, [3, 2, -1]);
/// ```
pub fn sort(dtype: DType, x: &[u8], descending: bool, room: &mut Room, out: &mut [u8]) {
    sort_span(dtype, x, descending, Span::whole(x.len() / dtype.block_bytes()), room, out);
    restore(dtype, x, descending, out);
}

/// One part of [`sort`]; zeros and NaN of a kind may come out as others of it, until [`restore`] is run on the whole.
///
/// # Panics
/// As [`sort`]; if `out` has not as many elements as the span.
pub fn sort_span(dtype: DType, x: &[u8], descending: bool, span: Span, room: &mut Room, out: &mut [u8]) {
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
pub fn argsort(dtype: DType, x: &[u8], descending: bool, room: &mut Room, out: &mut [i64]) {
    argsort_span(dtype, x, descending, Span::whole(x.len() / dtype.block_bytes()), room, out);
}

/// One part of [`argsort`].
///
/// # Panics
/// As [`sort_span`].
pub fn argsort_span(dtype: DType, x: &[u8], descending: bool, span: Span, room: &mut Room, out: &mut [i64]) {
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
        let mut room = Room::default();
        for n in [0, 1, 2, 10, SHORT - 1, SHORT, 2000] {
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
    fn integers_keep_the_ends_of_their_range() {
        fn check<T: Pod + Ord + std::fmt::Debug + Zeroable>(dtype: DType, x: &[T]) {
            for n in [x.len(), 1000] {
                let x: Vec<T> = x.iter().copied().cycle().take(n).collect();
                let mut want = x.clone();
                want.sort();
                let (mut room, mut out) = (Room::default(), vec![T::zeroed(); n]);
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
        argsort(DType::Complex128, bytemuck::cast_slice(&x), false, &mut Room::default(), &mut out);
        assert_eq!(out, [5, 4, 3, 2, 6, 1, 0]);
    }
}

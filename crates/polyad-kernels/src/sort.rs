//! Sorting of one row: values become keys whose unsigned order is theirs, keys are sorted by their bytes.
//!
//! Stable both ways. NaN is the greatest, all NaN are equal, and so are both zeros. Complex numbers are ordered by real
//! part, then imaginary part, those with NaN after all others as NumPy has them.

use bytemuck::Pod;
use polyad_core::DType;

/// Rows shorter than this are sorted by comparison: counting bytes takes a few thousand steps by itself.
const SHORT: usize = 512;

/// A key with what travels along.
trait Item: Copy + Default + Ord {
    /// Bytes of the key.
    const BYTES: usize;
    /// Byte `i` of the key, the lowest first.
    fn byte(self, i: usize) -> usize;
}

impl Item for u32 {
    const BYTES: usize = 4;

    #[inline(always)]
    fn byte(self, i: usize) -> usize {
        (self >> (8 * i)) as usize & 255
    }
}

/// A key alone, or in the upper half a key of 32 bits and in the lower its place.
impl Item for u64 {
    const BYTES: usize = 8;

    #[inline(always)]
    fn byte(self, i: usize) -> usize {
        (self >> (8 * i)) as usize & 255
    }
}

/// A key of 64 bits and its place.
impl Item for (u64, u64) {
    const BYTES: usize = 8;

    #[inline(always)]
    fn byte(self, i: usize) -> usize {
        self.0.byte(i)
    }
}

/// Sorts items by the bytes of their keys from `lowest` on, stably; items that come in the order of their places may be
/// compared whole.
fn sort_items<I: Item>(items: &mut Vec<I>, other: &mut Vec<I>, lowest: usize) {
    if items.len() < SHORT {
        return items.sort_unstable();
    }
    let mut counts = vec![[0usize; 256]; I::BYTES];
    for item in items.iter() {
        for (i, count) in counts.iter_mut().enumerate().skip(lowest) {
            count[item.byte(i)] += 1;
        }
    }
    other.clear();
    other.resize(items.len(), I::default());
    for (i, count) in counts.iter_mut().enumerate().skip(lowest) {
        // All in one pile: a pass would move nothing.
        if count[items[0].byte(i)] == items.len() {
            continue;
        }
        let mut start = 0;
        for n in count.iter_mut() {
            start += std::mem::replace(n, start);
        }
        for &item in items.iter() {
            let at = &mut count[item.byte(i)];
            other[*at] = item;
            *at += 1;
        }
        std::mem::swap(items, other);
    }
}

/// Elements as keys: the unsigned order of the keys is that of the elements.
trait Keyed: Pod {
    type Key: Item;
    fn key(self) -> Self::Key;
    /// The element of a key; a zero or NaN may come back as another of its kind.
    fn value(key: Self::Key) -> Self;
    fn flip(key: Self::Key) -> Self::Key;
    /// Whether elements that are told apart share the key of this one: it is a zero or NaN.
    fn is_shared(self) -> bool;
}

macro_rules! keyed {
    (float $t:ty, $key:ty) => {
        impl Keyed for $t {
            type Key = $key;

            #[inline(always)]
            fn key(self) -> $key {
                const SIGN: $key = 1 << (<$key>::BITS - 1);
                // Adding 0 turns -0 into 0.
                let bits = (self + 0.0).to_bits();
                let key = if bits & SIGN != 0 { !bits } else { bits | SIGN };
                if self.is_nan() { <$key>::MAX } else { key }
            }

            #[inline(always)]
            fn value(key: $key) -> $t {
                const SIGN: $key = 1 << (<$key>::BITS - 1);
                <$t>::from_bits(if key & SIGN != 0 { key ^ SIGN } else { !key })
            }

            #[inline(always)]
            fn flip(key: $key) -> $key {
                !key
            }

            #[inline(always)]
            fn is_shared(self) -> bool {
                self.is_nan() || self == 0.0
            }
        }
    };
    (integer $t:ty, $unsigned:ty, $key:ty) => {
        impl Keyed for $t {
            type Key = $key;

            #[inline(always)]
            fn key(self) -> $key {
                <$key>::from(self as $unsigned ^ <$t>::MIN as $unsigned)
            }

            #[inline(always)]
            fn value(key: $key) -> $t {
                (key as $unsigned ^ <$t>::MIN as $unsigned) as $t
            }

            #[inline(always)]
            fn flip(key: $key) -> $key {
                <$key>::from(!(key as $unsigned))
            }

            #[inline(always)]
            fn is_shared(self) -> bool {
                false
            }
        }
    };
}

keyed!(float f32, u32);
keyed!(float f64, u64);
keyed!(integer i8, u8, u32);
keyed!(integer i16, u16, u32);
keyed!(integer i32, u32, u32);
keyed!(integer i64, u64, u64);
keyed!(integer u8, u8, u32);
keyed!(integer u16, u16, u32);
keyed!(integer u32, u32, u32);
keyed!(integer u64, u64, u64);

fn keys<T: Keyed>(x: &[T], descending: bool) -> impl Iterator<Item = T::Key> {
    x.iter().map(move |&v| if descending { T::flip(v.key()) } else { v.key() })
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

fn sort_values<T: Keyed<Key: InRoom>>(x: &[u8], descending: bool, room: &mut Room, out: &mut [u8]) {
    let (x, out) = (bytemuck::cast_slice::<u8, T>(x), bytemuck::cast_slice_mut::<u8, T>(out));
    assert_eq!(x.len(), out.len());
    let [items, other] = T::Key::lists(room);
    items.clear();
    items.extend(keys(x, descending));
    sort_items(items, other, 0);
    for (out, &key) in out.iter_mut().zip(items.iter()) {
        *out = T::value(if descending { T::flip(key) } else { key });
    }
    // Zeros of both signs, and NaN of all kinds, share a key: their own bits, in the order of the input.
    let mut shared: Vec<(T::Key, usize)> = vec![];
    for &v in x.iter().filter(|v| v.is_shared()) {
        let key = if descending { T::flip(v.key()) } else { v.key() };
        let known = shared.iter().position(|(k, _)| *k == key);
        let i = known.unwrap_or_else(|| {
            shared.push((key, items.partition_point(|k| *k < key)));
            shared.len() - 1
        });
        out[shared[i].1] = v;
        shared[i].1 += 1;
    }
}

fn argsort_wide<T: Keyed>(x: &[T], descending: bool, room: &mut Room, out: &mut [i64], widen: fn(T::Key) -> u64) {
    let [items, other] = &mut room.pairs;
    items.clear();
    items.extend(keys(x, descending).zip(0..).map(|(key, at)| (widen(key), at)));
    sort_items(items, other, 0);
    out.iter_mut().zip(items.iter()).for_each(|(out, item)| *out = item.1 as i64);
}

fn argsort_narrow<T: Keyed<Key = u32>>(x: &[u8], descending: bool, room: &mut Room, out: &mut [i64]) {
    let x = bytemuck::cast_slice::<u8, T>(x);
    assert_eq!(x.len(), out.len());
    if u32::try_from(x.len()).is_err() {
        return argsort_wide(x, descending, room, out, u64::from);
    }
    let [items, other] = &mut room.wide;
    items.clear();
    items.extend(keys(x, descending).zip(0u64..).map(|(key, at)| u64::from(key) << 32 | at));
    sort_items(items, other, 4);
    out.iter_mut().zip(items.iter()).for_each(|(out, item)| *out = (item & u64::from(u32::MAX)) as i64);
}

/// Where a complex number stands: which parts are NaN, then real part, then imaginary part.
fn complex_key(z: [f64; 2], descending: bool) -> (u64, u64, u64) {
    let nan = 2 * u64::from(z[0].is_nan()) + u64::from(z[1].is_nan());
    let key = (nan, z[0].key(), z[1].key());
    if descending { (!key.0, !key.1, !key.2) } else { key }
}

fn argsort_complex<T: Pod>(x: &[u8], descending: bool, out: &mut [i64], widen: fn(T) -> [f64; 2]) {
    let x = bytemuck::cast_slice::<u8, T>(x);
    assert_eq!(x.len(), out.len());
    let mut items: Vec<_> = x.iter().zip(0i64..).map(|(&z, at)| (complex_key(widen(z), descending), at)).collect();
    items.sort_unstable();
    out.iter_mut().zip(items).for_each(|(out, item)| *out = item.1);
}

fn sort_complex<T: Pod>(x: &[u8], descending: bool, out: &mut [u8], widen: fn(T) -> [f64; 2]) {
    let mut order = vec![0i64; x.len() / size_of::<T>()];
    argsort_complex(x, descending, &mut order, widen);
    let (x, out) = (bytemuck::cast_slice::<u8, T>(x), bytemuck::cast_slice_mut::<u8, T>(out));
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
    match dtype {
        DType::Float32 => sort_values::<f32>(x, descending, room, out),
        DType::Float64 => sort_values::<f64>(x, descending, room, out),
        DType::Int8 => sort_values::<i8>(x, descending, room, out),
        DType::Int16 => sort_values::<i16>(x, descending, room, out),
        DType::Int32 => sort_values::<i32>(x, descending, room, out),
        DType::Int64 => sort_values::<i64>(x, descending, room, out),
        DType::UInt8 | DType::Bool => sort_values::<u8>(x, descending, room, out),
        DType::UInt16 => sort_values::<u16>(x, descending, room, out),
        DType::UInt32 => sort_values::<u32>(x, descending, room, out),
        DType::UInt64 => sort_values::<u64>(x, descending, room, out),
        DType::Complex64 => sort_complex::<[f32; 2]>(x, descending, out, |z| z.map(f64::from)),
        DType::Complex128 => sort_complex::<[f64; 2]>(x, descending, out, |z| z),
        other => unreachable!("{other} is no compute dtype"),
    }
}

/// The places of a row's values in the order of [`sort`].
///
/// # Panics
/// As [`sort`].
pub fn argsort(dtype: DType, x: &[u8], descending: bool, room: &mut Room, out: &mut [i64]) {
    match dtype {
        DType::Float32 => argsort_narrow::<f32>(x, descending, room, out),
        DType::Float64 => argsort_wide::<f64>(bytemuck::cast_slice(x), descending, room, out, |key| key),
        DType::Int8 => argsort_narrow::<i8>(x, descending, room, out),
        DType::Int16 => argsort_narrow::<i16>(x, descending, room, out),
        DType::Int32 => argsort_narrow::<i32>(x, descending, room, out),
        DType::Int64 => argsort_wide::<i64>(bytemuck::cast_slice(x), descending, room, out, |key| key),
        DType::UInt8 | DType::Bool => argsort_narrow::<u8>(x, descending, room, out),
        DType::UInt16 => argsort_narrow::<u16>(x, descending, room, out),
        DType::UInt32 => argsort_narrow::<u32>(x, descending, room, out),
        DType::UInt64 => argsort_wide::<u64>(bytemuck::cast_slice(x), descending, room, out, |key| key),
        DType::Complex64 => argsort_complex::<[f32; 2]>(x, descending, out, |z| z.map(f64::from)),
        DType::Complex128 => argsort_complex::<[f64; 2]>(x, descending, out, |z| z),
        other => unreachable!("{other} is no compute dtype"),
    }
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

//! Elements and rows by place: what indexing by integers reads and writes, raw elements by width alone.
//!
//! A place says where something starts, in elements of the memory. Bounds are checked once a call, by the least and the
//! greatest place; then the loops run unchecked. Memory may be unaligned.

use bytemuck::Pod;
use polyad_core::DType;

use crate::tier::multiversion;

/// What lies at each place: from each of `starts` on `n` elements, `stride` apart.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// Where the rows of a part begin, counted from its place.
    pub starts: &'a [isize],
    /// How many elements a row has.
    pub n: usize,
    /// How far apart they are.
    pub stride: isize,
}

impl Part<'_> {
    /// One element.
    pub const ONE: Part<'static> = Part { starts: &[0], n: 1, stride: 1 };

    /// How many elements a part has.
    pub fn size(self) -> usize {
        self.starts.len() * self.n
    }

    /// Panics unless all elements of all parts lie below `len`; whether there are any.
    #[inline(always)]
    fn check(self, len: usize, places: &[usize]) -> bool {
        if places.is_empty() || self.size() == 0 {
            return false;
        }
        let places = range_of(places);
        let starts = self.starts.iter().fold((isize::MAX, isize::MIN), |(low, high), &s| (low.min(s), high.max(s)));
        let along = (self.n as i128 - 1) * self.stride as i128;
        let low = places.0 as i128 + starts.0 as i128 + along.min(0);
        let high = places.1 as i128 + starts.1 as i128 + along.max(0);
        assert!(low >= 0 && high < len as i128, "elements {low} to {high} of a slice of {len}");
        true
    }
}

multiversion! {
    /// The least and the greatest place, which may lie before the memory where the parts start further on.
    fn range_of(places: &[usize]) -> (isize, isize) {
        let (mut low, mut high) = (isize::MAX, isize::MIN);
        for &p in places {
            low = low.min(p as isize);
            high = high.max(p as isize);
        }
        (low, high)
    }
}

/// How an update meets the element that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combine {
    /// Their sum, integers wrapping; of bool whether one is true.
    Add,
    /// The greater one, NaN if there is one.
    Max,
    /// The lesser one, NaN if there is one.
    Min,
}

/// Adds `index * stride` to each place, negative indices counted from the end of `n` elements where `from_end` says so;
/// whether all of them were inside.
///
/// ```
/// let mut places = [100, 100];
/// assert!(polyad_kernels::places::resolve(&[2, -1], 5, true, 10, &mut places));
/// assert_eq!(places, [120, 140]);
/// ```
pub fn resolve(indices: &[i64], n: usize, from_end: bool, stride: isize, places: &mut [usize]) -> bool {
    assert_eq!(indices.len(), places.len(), "resolve: one place for each index");
    if stride == 1 { resolve_1(indices, n, from_end, places) } else { resolve_by(indices, n, from_end, stride, places) }
}

macro_rules! resolves {
    ($($name:ident($($stride:ident: isize)?) |$at:ident| $times:expr;)*) => {$(
        multiversion! {
            fn $name(indices: &[i64], n: usize, from_end: bool, $($stride: isize,)? places: &mut [usize]) -> bool {
                let end = if from_end { n as i64 } else { 0 };
                let mut outside = false;
                for (place, &index) in places.iter_mut().zip(indices) {
                    let $at = index + (index >> 63 & end);
                    outside |= $at as u64 >= n as u64;
                    *place = place.wrapping_add($times as usize);
                }
                !outside
            }
        }
    )*};
}

resolves! {
    resolve_1() |at| at;
    resolve_by(stride: isize) |at| (at as isize).wrapping_mul(stride);
}

/// Where the elements of one axis lie, and how its indices count.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// The first element of the memory.
    pub first: usize,
    /// How far apart they are.
    pub stride: usize,
    /// How many there are.
    pub n: usize,
    /// Whether negative indices count from the end.
    pub from_end: bool,
}

impl Axis {
    /// Panics unless the axis lies below `len`.
    fn check(self, len: usize) {
        let last = self.stride as u128 * self.n.saturating_sub(1) as u128 + self.first as u128;
        assert!(self.n == 0 || last < len as u128, "element {last} of a slice of {len}");
    }

    /// The place of an index, if it is inside.
    #[inline(always)]
    fn place(self, index: i64) -> Option<usize> {
        let at = index + (index >> 63 & if self.from_end { self.n as i64 } else { 0 });
        ((at as u64) < self.n as u64).then(|| self.first + at as usize * self.stride)
    }
}

multiversion! {
    /// Whether all indices are inside an axis.
    pub fn are_inside(axis: Axis, indices: &[i64]) -> bool {
        let end = if axis.from_end { axis.n as i64 } else { 0 };
        let mut outside = false;
        for &index in indices {
            outside |= (index + (index >> 63 & end)) as u64 >= axis.n as u64;
        }
        !outside
    }
}

/// The elements of an axis by index; whether all were inside. Elements have 1, 2, 4, 8 or 16 bytes.
///
/// Panics where the axis does not lie in `src`.
///
/// ```
/// use polyad_kernels::places::{Axis, take};
/// let axis = Axis { first: 0, stride: 2, n: 3, from_end: true };
/// let mut out = [0u8; 2];
/// assert!(take(&[10, 11, 12, 13, 14], 1, axis, &[-1, 0], &mut out));
/// assert_eq!(out, [14, 10]);
/// assert!(!take(&[10, 11, 12, 13, 14], 1, axis, &[3, 0], &mut out));
/// ```
pub fn take(src: &[u8], width: usize, axis: Axis, indices: &[i64], out: &mut [u8]) -> bool {
    fn by<const W: usize>(src: &[u8], axis: Axis, indices: &[i64], out: &mut [u8]) -> bool {
        let (src, out) = (src.as_chunks::<W>().0, out.as_chunks_mut::<W>().0);
        assert_eq!(out.len(), indices.len(), "take: one element for each index");
        axis.check(src.len());
        if axis.n == 0 {
            return indices.is_empty();
        }
        let mut all = true;
        for (y, &index) in out.iter_mut().zip(indices) {
            let place = axis.place(index);
            all &= place.is_some();
            // SAFETY: `check` saw the first and the last place of the axis inside.
            *y = unsafe { *src.get_unchecked(place.unwrap_or(axis.first)) };
        }
        all
    }
    match width {
        1 => by::<1>(src, axis, indices, out),
        2 => by::<2>(src, axis, indices, out),
        4 => by::<4>(src, axis, indices, out),
        8 => by::<8>(src, axis, indices, out),
        16 => by::<16>(src, axis, indices, out),
        _ => panic!("take: no elements of {width} bytes"),
    }
}

/// Writes elements of an axis by index, in the order of the indices; those outside are left out. `values` has one for each
/// index, or one for all.
///
/// Panics as [`take`].
pub fn put(dst: &mut [u8], width: usize, axis: Axis, indices: &[i64], values: &[u8]) {
    fn by<const W: usize>(dst: &mut [u8], axis: Axis, indices: &[i64], values: &[u8]) {
        let (dst, values) = (dst.as_chunks_mut::<W>().0, values.as_chunks::<W>().0);
        axis.check(dst.len());
        let mut write = |index: i64, value: [u8; W]| {
            if let Some(place) = axis.place(index) {
                // SAFETY: `check` saw the first and the last place of the axis inside.
                unsafe { *dst.get_unchecked_mut(place) = value };
            }
        };
        match values {
            &[value] => indices.iter().for_each(|&index| write(index, value)),
            values => {
                assert_eq!(values.len(), indices.len(), "put: one element for each index");
                indices.iter().zip(values).for_each(|(&index, &value)| write(index, value));
            }
        }
    }
    match width {
        1 => by::<1>(dst, axis, indices, values),
        2 => by::<2>(dst, axis, indices, values),
        4 => by::<4>(dst, axis, indices, values),
        8 => by::<8>(dst, axis, indices, values),
        16 => by::<16>(dst, axis, indices, values),
        _ => panic!("put: no elements of {width} bytes"),
    }
}

/// The parts at places, one after the other. Panics where one reaches outside `src`.
///
/// ```
/// use polyad_kernels::places::{Part, load};
/// let mut out = [0u8; 4];
/// load(&[10, 11, 12, 13, 14], 1, &[3, 0], Part { starts: &[0], n: 2, stride: 1 }, &mut out);
/// assert_eq!(out, [13, 14, 10, 11]);
/// ```
pub fn load(src: &[u8], width: usize, places: &[usize], part: Part, out: &mut [u8]) {
    match width {
        1 => load_by::<1>(src, places, part, out),
        2 => load_by::<2>(src, places, part, out),
        4 => load_by::<4>(src, places, part, out),
        8 => load_by::<8>(src, places, part, out),
        16 => load_by::<16>(src, places, part, out),
        _ => {
            let (start, row) = run(part, width);
            for (out, &p) in out.chunks_exact_mut(row).zip(places) {
                out.copy_from_slice(&src[p.wrapping_add_signed(start) * width..][..row]);
            }
        }
    }
}

/// Writes parts to places in their order, so that of a place named twice the last part stays. `values` are the parts one
/// after the other, or one element for all. Panics where a place reaches outside `dst`.
pub fn store(dst: &mut [u8], width: usize, places: &[usize], part: Part, values: &[u8]) {
    match width {
        1 => store_by::<1>(dst, places, part, values),
        2 => store_by::<2>(dst, places, part, values),
        4 => store_by::<4>(dst, places, part, values),
        8 => store_by::<8>(dst, places, part, values),
        16 => store_by::<16>(dst, places, part, values),
        _ => {
            let (start, row) = run(part, width);
            for (values, &p) in values.chunks_exact(row).zip(places) {
                dst[p.wrapping_add_signed(start) * width..][..row].copy_from_slice(values);
            }
        }
    }
}

/// Start and bytes of a part that is one run: elements of odd widths are blocks, which are moved whole.
fn run(part: Part, width: usize) -> (isize, usize) {
    match part {
        Part { starts: &[start], n, stride } if n == 1 || stride == 1 => (start, n * width),
        _ => panic!("elements of {width} bytes are moved in runs"),
    }
}

fn load_by<const W: usize>(src: &[u8], places: &[usize], part: Part, out: &mut [u8]) {
    let (src, out) = (src.as_chunks::<W>().0, out.as_chunks_mut::<W>().0);
    assert_eq!(out.len(), places.len() * part.size(), "load: the output holds every part");
    if !part.check(src.len(), places) {
        return;
    }
    // SAFETY: `check` saw the first and the last element of all parts inside.
    let at = |p: usize, by: isize| unsafe { *src.get_unchecked(p.wrapping_add_signed(by)) };
    match part {
        Part { starts: &[start], n: 1, .. } => {
            for (y, &p) in out.iter_mut().zip(places) {
                *y = at(p, start);
            }
        }
        Part { starts: &[start], stride: 1, n } => match n {
            2 => load_rows::<W, 2>(src, places, start, out),
            3 => load_rows::<W, 3>(src, places, start, out),
            4 => load_rows::<W, 4>(src, places, start, out),
            8 => load_rows::<W, 8>(src, places, start, out),
            _ => {
                for (y, &p) in out.chunks_exact_mut(n).zip(places) {
                    y.copy_from_slice(&src[p.wrapping_add_signed(start)..][..n]);
                }
            }
        },
        Part { starts, n, stride } => {
            let rows = places.iter().flat_map(|&p| starts.iter().map(move |&s| p.wrapping_add_signed(s)));
            for (y, p) in out.chunks_exact_mut(n).zip(rows) {
                for (i, y) in y.iter_mut().enumerate() {
                    *y = at(p, stride.wrapping_mul(i as isize));
                }
            }
        }
    }
}

/// Short rows of a fixed length are moves of a register.
#[inline(always)]
fn load_rows<const W: usize, const N: usize>(src: &[[u8; W]], places: &[usize], start: isize, out: &mut [[u8; W]]) {
    for (y, &p) in out.as_chunks_mut::<N>().0.iter_mut().zip(places) {
        *y = *src[p.wrapping_add_signed(start)..].first_chunk().expect("places were checked");
    }
}

fn store_by<const W: usize>(dst: &mut [u8], places: &[usize], part: Part, values: &[u8]) {
    let (dst, values) = (dst.as_chunks_mut::<W>().0, values.as_chunks::<W>().0);
    let n = places.len() * part.size();
    assert!(values.len() == n || values.len() == 1, "store: a value for every element, or one for all");
    if !part.check(dst.len(), places) {
        return;
    }
    if values.len() < n {
        return each(places, part, |at, _| {
            // SAFETY: `check` saw the first and the last element of all parts inside.
            unsafe { *dst.get_unchecked_mut(at) = values[0] };
        });
    }
    if let Part { starts: &[start], stride: 1, n: row @ 2.. } = part {
        for (x, &p) in values.chunks_exact(row).zip(places) {
            dst[p.wrapping_add_signed(start)..][..row].copy_from_slice(x);
        }
        return;
    }
    each(places, part, |at, i| {
        // SAFETY: as above; there are `n` values, and `i` counts the elements of all parts.
        unsafe { *dst.get_unchecked_mut(at) = *values.get_unchecked(i) };
    });
}

/// Every element of all parts: where it lies, and its number.
#[inline(always)]
fn each(places: &[usize], part: Part, mut f: impl FnMut(usize, usize)) {
    if let Part { starts: &[start], n: 1, .. } = part {
        return places.iter().enumerate().for_each(|(i, &p)| f(p.wrapping_add_signed(start), i));
    }
    let mut number = 0;
    for &p in places {
        for &s in part.starts {
            for i in 0..part.n {
                f(p.wrapping_add_signed(s.wrapping_add(part.stride.wrapping_mul(i as isize))), number);
                number += 1;
            }
        }
    }
}

/// Meets the elements at places with `values`, the parts one after the other, in their order. Of complex numbers there are
/// only sums.
///
/// Panics where a place reaches outside `dst`, and for a dtype that is not its own compute dtype.
pub fn combine(dst: &mut [u8], dtype: DType, how: Combine, places: &[usize], part: Part, values: &[u8]) {
    macro_rules! whole {
        ($t:ty) => {
            match how {
                Combine::Add => by(dst, places, part, values, |a: $t, b| a.wrapping_add(b)),
                Combine::Max => by(dst, places, part, values, |a: $t, b| a.max(b)),
                Combine::Min => by(dst, places, part, values, |a: $t, b| a.min(b)),
            }
        };
    }
    macro_rules! float {
        ($t:ty) => {
            match how {
                Combine::Add => by(dst, places, part, values, |a: $t, b| a + b),
                Combine::Max => by(dst, places, part, values, |a: $t, b| if a >= b || a.is_nan() { a } else { b }),
                Combine::Min => by(dst, places, part, values, |a: $t, b| if a <= b || a.is_nan() { a } else { b }),
            }
        };
    }
    match (dtype, how) {
        (DType::Float32, _) => float!(f32),
        (DType::Float64, _) => float!(f64),
        (DType::Int8, _) => whole!(i8),
        (DType::Int16, _) => whole!(i16),
        (DType::Int32, _) => whole!(i32),
        (DType::Int64, _) => whole!(i64),
        (DType::UInt8, _) => whole!(u8),
        (DType::UInt16, _) => whole!(u16),
        (DType::UInt32, _) => whole!(u32),
        (DType::UInt64, _) => whole!(u64),
        (DType::Bool, Combine::Min) => by(dst, places, part, values, |a: u8, b| a & b),
        (DType::Bool, _) => by(dst, places, part, values, |a: u8, b| a | b),
        (DType::Complex64, Combine::Add) => {
            by(dst, places, part, values, |a: [f32; 2], b| [a[0] + b[0], a[1] + b[1]]);
        }
        (DType::Complex128, Combine::Add) => {
            by(dst, places, part, values, |a: [f64; 2], b| [a[0] + b[0], a[1] + b[1]]);
        }
        _ => panic!("combine: no loop of {dtype}, {how:?}"),
    }
}

fn by<T: Pod>(dst: &mut [u8], places: &[usize], part: Part, values: &[u8], f: impl Fn(T, T) -> T) {
    let w = size_of::<T>();
    assert_eq!(values.len(), places.len() * part.size() * w, "combine: a value for every element");
    if !part.check(dst.len() / w, places) {
        return;
    }
    each(places, part, |at, i| {
        let (old, new) = (&mut dst[at * w..][..w], &values[i * w..][..w]);
        let met = f(bytemuck::pod_read_unaligned(old), bytemuck::pod_read_unaligned(new));
        old.copy_from_slice(bytemuck::bytes_of(&met));
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tier::each_tier;

    #[test]
    fn indices_resolve_as_one_by_one() {
        each_tier(|tier| {
            for n in [0usize, 1, 7, 9, 64, 67] {
                for stride in [1isize, 3, -2] {
                    let indices: Vec<i64> = (0..n as i64).map(|i| (i * 5) % 11 - 5).collect();
                    let mut places = vec![100; n];
                    assert!(resolve(&indices, 6, true, stride, &mut places), "{tier:?}");
                    let want = indices.iter().map(|&i| (100 + i.rem_euclid(6) as isize * stride) as usize);
                    assert_eq!(places, want.collect::<Vec<_>>(), "{tier:?} {n} {stride}");
                    for bad in [6, -7, i64::MIN, i64::MAX] {
                        let mut list = indices.clone();
                        list.push(bad);
                        assert!(!resolve(&list, 6, true, stride, &mut vec![0; n + 1]), "{bad}");
                        assert!(!resolve(&list, 6, false, stride, &mut vec![0; n + 1]), "{bad}");
                    }
                }
            }
            assert!(!resolve(&[-1], 6, false, 1, &mut [0]));
        });
    }

    #[test]
    fn elements_of_an_axis_are_taken_and_put_as_one_by_one() {
        each_tier(|tier| {
            for width in [1usize, 2, 4, 8, 16] {
                for (first, stride, n) in [(0usize, 1usize, 9usize), (3, 2, 5), (4, 0, 3), (0, 1, 1)] {
                    let axis = Axis { first, stride, n, from_end: true };
                    let memory: Vec<u8> = (0..20 * width).map(|i| (i * 7) as u8).collect();
                    let indices: Vec<i64> = (0..70i64).map(|i| (i * 5) % (2 * n as i64) - n as i64).collect();
                    let place = |i: i64| (first + i.rem_euclid(n as i64) as usize * stride) * width;
                    let want: Vec<u8> = indices.iter().flat_map(|&i| &memory[place(i)..][..width]).copied().collect();
                    let mut out = vec![0; want.len()];
                    assert!(take(&memory, width, axis, &indices, &mut out) && are_inside(axis, &indices));
                    assert_eq!(out, want, "{tier:?} {width} {axis:?}");
                    let (mut got, mut plain) = (memory.clone(), memory.clone());
                    let values: Vec<u8> = (0..want.len()).map(|i| (i * 3) as u8).collect();
                    put(&mut got, width, axis, &indices, &values);
                    for (k, &i) in indices.iter().enumerate() {
                        plain[place(i)..][..width].copy_from_slice(&values[k * width..][..width]);
                    }
                    assert_eq!(got, plain, "{tier:?} {width} {axis:?}");
                    put(&mut got, width, axis, &indices, &vec![9; width]);
                    assert!(indices.iter().all(|&i| got[place(i)..][..width].iter().all(|&b| b == 9)));
                    for bad in [n as i64, -(n as i64) - 1, i64::MIN, i64::MAX] {
                        let before = got.clone();
                        put(&mut got, width, axis, &[bad], &vec![1; width]);
                        assert!(got == before && !are_inside(axis, &[0, bad]), "{bad}");
                        assert!(!take(&memory, width, axis, &[0, bad], &mut vec![0; 2 * width]), "{bad}");
                    }
                    assert!(!are_inside(Axis { from_end: false, ..axis }, &[-1]));
                }
            }
            let nothing = Axis { first: 0, stride: 1, n: 0, from_end: true };
            assert!(take(&[], 4, nothing, &[], &mut []) && !take(&[], 4, nothing, &[0], &mut [0; 4]));
        });
    }

    #[test]
    fn parts_are_loaded_and_stored_as_one_by_one() {
        let places = [40usize, 8, 40, 23];
        for width in [1usize, 2, 4, 8, 16] {
            let memory: Vec<u8> = (0..100 * width).map(|i| (i * 7 + i / 251) as u8).collect();
            for (starts, n, stride) in [
                (&[0isize][..], 1usize, 1isize),
                (&[2], 5, 1),
                (&[0], 3, 1),
                (&[0, -4], 2, 3),
                (&[1], 4, -2),
                (&[], 1, 1),
            ] {
                let part = Part { starts, n, stride };
                let mut at = vec![];
                each(&places, part, |p, _| at.push(p));
                let want: Vec<u8> = at.iter().flat_map(|&p| &memory[p * width..][..width]).copied().collect();
                let mut out = vec![0; want.len()];
                load(&memory, width, &places, part, &mut out);
                assert_eq!(out, want, "{width} {part:?}");
                let values: Vec<u8> = (0..want.len()).map(|i| i as u8).collect();
                let (mut got, mut plain) = (memory.clone(), memory.clone());
                store(&mut got, width, &places, part, &values);
                for (i, &p) in at.iter().enumerate() {
                    plain[p * width..][..width].copy_from_slice(&values[i * width..][..width]);
                }
                assert_eq!(got, plain, "{width} {part:?}");
                store(&mut got, width, &places, part, &vec![9; width]);
                assert!(at.iter().all(|&p| got[p * width..][..width].iter().all(|&b| b == 9)), "{width} {part:?}");
            }
        }
        let blocks: Vec<u8> = (0..18 * 5).collect();
        let mut out = vec![0; 36];
        load(&blocks, 18, &[3, 1], Part::ONE, &mut out);
        assert_eq!(out, [&blocks[54..72], &blocks[18..36]].concat());
    }

    #[test]
    #[should_panic(expected = "elements 4 to 5 of a slice of 5")]
    fn a_part_past_the_end_is_refused() {
        load(&[0; 5], 1, &[4], Part { starts: &[0], n: 2, stride: 1 }, &mut [0; 2]);
    }

    #[test]
    fn updates_meet_in_order() {
        let met = |how| {
            let mut dst = [1.0f32, f32::NAN, 3.0].map(f32::to_ne_bytes).concat();
            let values = [5.0f32, 6.0, 2.0, f32::NAN].map(f32::to_ne_bytes).concat();
            combine(&mut dst, DType::Float32, how, &[0, 1, 0, 2], Part::ONE, &values);
            dst.as_chunks::<4>().0.iter().map(|b| f32::from_ne_bytes(*b)).collect::<Vec<_>>()
        };
        assert_eq!(met(Combine::Add)[0], 8.0);
        let (most, least) = (met(Combine::Max), met(Combine::Min));
        assert_eq!((most[0], least[0]), (5.0, 1.0));
        assert!(most[1].is_nan() && most[2].is_nan() && least[1].is_nan() && least[2].is_nan());
        let mut small = [250u8, 1];
        combine(&mut small, DType::UInt8, Combine::Add, &[0, 0], Part::ONE, &[4, 4]);
        assert_eq!(small, [2, 1]);
    }
}

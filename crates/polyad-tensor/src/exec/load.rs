//! Elements of any dtype into compute values, and back: runs of one stride.

use polyad_core::{Codec, DType, Reject};
use polyad_kernels::{cast, codec, gather};

/// Bytes of an element of a compute dtype.
#[inline]
pub(crate) fn width(dtype: DType) -> usize {
    debug_assert!(dtype.compute() == dtype);
    dtype.block_bytes()
}

/// Room for values of one worker, kept by the thread for the next time: a fresh 8 KB costs more than a small operation.
pub(crate) struct Scratch(Vec<u64>);

thread_local! {
    static FREE: std::cell::RefCell<Vec<Vec<u64>>> = const { std::cell::RefCell::new(Vec::new()) };
}

/// What a thread keeps: more, or larger, is freed.
const KEEP: usize = 16;
const KEEP_WORDS: usize = 1 << 16;

impl Scratch {
    /// Room for at least `bytes`, of no particular value.
    pub(crate) fn new(bytes: usize) -> Scratch {
        let words = bytes.div_ceil(8);
        let kept = FREE.try_with(|free| free.borrow_mut().pop()).ok().flatten();
        let mut room = kept.unwrap_or_default();
        if room.len() < words {
            room.resize(words, 0);
        }
        Scratch(room)
    }

    /// How many bytes there is room for.
    pub(crate) fn room(&self) -> usize {
        self.0.len() * 8
    }

    /// The first `bytes`, for writing.
    pub(crate) fn get(&mut self, bytes: usize) -> &mut [u8] {
        &mut bytemuck::cast_slice_mut(&mut self.0)[..bytes]
    }

    /// The first `bytes`.
    pub(crate) fn peek(&self, bytes: usize) -> &[u8] {
        &bytemuck::cast_slice(&self.0)[..bytes]
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let room = std::mem::take(&mut self.0);
        if room.len() <= KEEP_WORDS {
            // A thread that is ending keeps nothing.
            let _ = FREE.try_with(|free| {
                let mut free = free.borrow_mut();
                if free.len() < KEEP {
                    free.push(room);
                }
            });
        }
    }
}

/// The most elements that [`load`] and [`store`] move through their scratch at once.
const STEP: usize = 256;

/// Loads elements `first + i * stride` of `bytes` into `out`, in the compute dtype of `dtype`; their number is that of `out`.
pub(crate) fn load(bytes: &[u8], dtype: DType, first: usize, stride: isize, out: &mut [u8]) {
    let compute = dtype.compute();
    if dtype == compute {
        return gather::gather(bytes, width(dtype), first, stride, out);
    }
    let (len, size, w) = (dtype.block_len(), dtype.block_bytes(), width(compute));
    if len == 1 {
        let n = out.len() / w;
        if stride == 1 {
            codec::decode(dtype, &bytes[first * size..][..n * size], out);
            return;
        }
        let mut raw = [0u8; 16 * STEP];
        for (i, part) in out.chunks_mut(STEP * w).enumerate() {
            let raw = &mut raw[..part.len() / w * size];
            let at = (first as isize + (i * STEP) as isize * stride) as usize;
            gather::gather(bytes, size, at, stride, raw);
            codec::decode(dtype, raw, part);
        }
        return;
    }
    if stride == 1 {
        return load_run(bytes, dtype, first, out);
    }
    // Element by element, the block that was decoded last kept: strides inside a block decode it once.
    let mut block = Block::new(dtype);
    let mut at = first as isize;
    for part in out.chunks_exact_mut(w) {
        let e = at as usize;
        part.copy_from_slice(&block.get(bytes, e / len)[e % len * w..][..w]);
        at = at.wrapping_add(stride);
    }
}

/// The largest block, decoded: 256 elements of 8 bytes hold any.
struct Block {
    dtype: DType,
    held: usize,
    values: [u64; 256],
}

impl Block {
    fn new(dtype: DType) -> Block {
        Block { dtype, held: usize::MAX, values: [0; 256] }
    }

    fn get(&mut self, bytes: &[u8], block: usize) -> &[u8] {
        let size = self.dtype.block_bytes();
        let n = self.dtype.block_len() * width(self.dtype.compute());
        let values = &mut bytemuck::cast_slice_mut::<u64, u8>(&mut self.values)[..n];
        if self.held != block {
            codec::decode(self.dtype, &bytes[block * size..][..size], values);
            self.held = block;
        }
        values
    }
}

/// Consecutive elements of a dtype with several a block: whole blocks at once, the ends through a block of their own.
fn load_run(bytes: &[u8], dtype: DType, first: usize, out: &mut [u8]) {
    let (len, size, w) = (dtype.block_len(), dtype.block_bytes(), width(dtype.compute()));
    let mut block = Block::new(dtype);
    let mut at = first;
    let mut rest = out;
    while !rest.is_empty() {
        let n = rest.len() / w;
        let place = at % len;
        let take = if place == 0 && n >= len {
            let take = n / len * len;
            codec::decode(dtype, &bytes[at / len * size..][..take / len * size], &mut rest[..take * w]);
            take
        } else {
            let take = n.min(len - place);
            rest[..take * w].copy_from_slice(&block.get(bytes, at / len)[place * w..][..take * w]);
            take
        };
        at += take;
        rest = &mut rest[take * w..];
    }
}

/// Stores compute values of dtype `from` as elements `first + i * stride` of `bytes`, rounding once.
///
/// Errors: the first value that the format cannot hold, counted from the first of `values`. Scaled formats take runs of
/// whole blocks only.
pub(crate) fn store(
    values: &[u8],
    from: DType,
    bytes: &mut [u8],
    dtype: DType,
    first: usize,
    stride: isize,
) -> Result<(), Reject> {
    let compute = dtype.compute();
    if dtype == compute && from == dtype {
        gather::scatter(values, bytes, width(dtype), first, stride);
        return Ok(());
    }
    let n = values.len() / width(from);
    let (len, size) = (dtype.block_len(), dtype.block_bytes());
    if dtype.is_packed() {
        store_packed(values, from, bytes, dtype, first, stride);
        return Ok(());
    }
    if stride == 1 && first.is_multiple_of(len) {
        return encode(values, from, &mut bytes[first / len * size..][..n.div_ceil(len) * size], dtype);
    }
    debug_assert!(len == 1, "scaled formats are written in whole blocks");
    let mut raw = [0u8; 16 * STEP];
    let w = width(from);
    for (i, part) in values.chunks(STEP * w).enumerate() {
        let raw = &mut raw[..part.len() / w * size];
        encode(part, from, raw, dtype)?;
        let at = (first as isize + (i * STEP) as isize * stride) as usize;
        gather::scatter(raw, bytes, size, at, stride);
    }
    Ok(())
}

/// Values of compute dtype `from` into whole blocks of `dtype`.
fn encode(values: &[u8], from: DType, out: &mut [u8], dtype: DType) -> Result<(), Reject> {
    let compute = dtype.compute();
    if from == compute {
        return codec::encode(dtype, values, out);
    }
    if dtype == compute {
        let cast = cast::cast(from, dtype).expect("inference refuses casts without a meaning");
        cast(values, out);
        return Ok(());
    }
    // A narrow dtype from another compute dtype than its own: through the plain codec, which rounds once.
    match dtype.codec() {
        Codec::Float { encode, .. } => match from {
            DType::Int64 => encode(&odd(bytemuck::cast_slice::<u8, i64>(values)), out),
            DType::UInt64 => encode(&odd(bytemuck::cast_slice::<u8, u64>(values)), out),
            _ => encode(&widen::<f64>(values, from, DType::Float64), out),
        },
        // Integers wrap; floats saturate, at the bounds of the narrow dtype and not of the wide one.
        Codec::Signed { encode, .. } => {
            let mut wide = widen::<i64>(values, from, DType::Int64);
            if from.is_float() {
                let half = 1 << (bits(dtype) - 1);
                wide.iter_mut().for_each(|x| *x = (*x).clamp(-half, half - 1));
            }
            encode(&wide, out);
            Ok(())
        }
        Codec::Unsigned { encode, .. } => {
            let mut wide = widen::<u64>(values, from, DType::UInt64);
            if from.is_float() {
                wide.iter_mut().for_each(|x| *x = (*x).min((1 << bits(dtype)) - 1));
            }
            encode(&wide, out);
            Ok(())
        }
        Codec::Complex { encode, .. } => {
            encode(&widen::<[f64; 2]>(values, from, DType::Complex128), out);
            Ok(())
        }
    }
}

/// Bits of an element that shares a byte with others.
fn bits(dtype: DType) -> usize {
    8 / dtype.block_len()
}

/// 64-bit integers as float64 rounded to odd: where digits are lost the last bit says so, and the narrower float that
/// follows rounds as if it saw the integer itself.
fn odd<T: Copy + Into<i128>>(values: &[T]) -> Vec<f64> {
    let one = |x: i128| {
        let near = x as f64;
        let toward_zero = if (near.abs() as i128) > x.abs() { near.to_bits() - 1 } else { near.to_bits() };
        f64::from_bits(if near as i128 == x { near.to_bits() } else { toward_zero | 1 })
    };
    values.iter().map(|&x| one(x.into())).collect()
}

/// Values in the widest dtype of a kind.
fn widen<T: bytemuck::Pod>(values: &[u8], from: DType, to: DType) -> Vec<T> {
    let mut out = vec![T::zeroed(); values.len() / width(from)];
    let bytes = bytemuck::cast_slice_mut(&mut out);
    if from == to {
        bytes.copy_from_slice(values);
    } else {
        cast::cast(from, to).expect("inference refuses casts without a meaning")(values, bytes);
    }
    out
}

/// Elements narrower than a byte: whole bytes by the encoder, what shares a byte with others bit by bit.
fn store_packed(values: &[u8], from: DType, bytes: &mut [u8], dtype: DType, first: usize, stride: isize) {
    let (len, w) = (dtype.block_len(), width(from));
    let (n, bits) = (values.len() / w, bits(dtype));
    let mut one = [0u8; 16 * 8];
    let mut i = 0;
    while i < n {
        let at = (first as isize + i as isize * stride) as usize;
        let whole = if stride == 1 && at.is_multiple_of(len) { (n - i) / len * len } else { 0 };
        if whole > 0 {
            let out = &mut bytes[at / len..][..whole / len];
            encode(&values[i * w..][..whole * w], from, out, dtype).expect("packed elements hold any value");
            i += whole;
            continue;
        }
        // One element in the lowest place of a byte of its own, then moved to where it belongs.
        let mut byte = [0u8];
        one[..len * w].fill(0);
        one[..w].copy_from_slice(&values[i * w..][..w]);
        encode(&one[..len * w], from, &mut byte, dtype).expect("packed elements hold any value");
        let mask = (1u8 << bits) - 1;
        let place = at % len * bits;
        bytes[at / len] = bytes[at / len] & !(mask << place) | (byte[0] & mask) << place;
        i += 1;
    }
}

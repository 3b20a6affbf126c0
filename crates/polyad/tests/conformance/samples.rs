//! Tensors to try things on: every dtype, every kind of layout.

use std::io::Write;
use std::sync::atomic::{AtomicU32, Ordering};

use polyad::{Buffer, Codec, DType, Kind, Layout, Slice, Tensor, View};

use crate::oracle::Value;

/// A small generator of numbers (SplitMix64), so that a failure can be repeated from its seed.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    /// Uniform in a range.
    pub(crate) fn float(&mut self, low: f64, high: f64) -> f64 {
        low + (self.bits() >> 11) as f64 / (1u64 << 53) as f64 * (high - low)
    }
}

/// A value of a dtype: ordinary numbers in a range, and now and then a special one.
pub(crate) fn value(dtype: DType, range: (f64, f64), special: bool, r: &mut Random) -> Value {
    let rare = special && !dtype.is_quantized() && r.below(8) == 0;
    let float = |r: &mut Random| {
        if rare {
            [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -0.0, 1e-310, 1.0, -1.0][r.below(8)]
        } else {
            // Scales of block formats end with float16.
            let most = if dtype.is_quantized() { 1e4 } else { f64::INFINITY };
            r.float(range.0.max(-most), range.1.min(most))
        }
    };
    match dtype.kind() {
        Kind::Float => Value::F(float(r)),
        Kind::Complex => Value::C([float(r), float(r)]),
        Kind::Bool => Value::U(r.bits() & 1),
        Kind::Signed if dtype == DType::Ternary => Value::I(r.below(3) as i64 - 1),
        Kind::Signed => Value::I(if rare { i64::MIN >> (64 - 8 * dtype.block_bytes()) } else { r.bits() as i64 % 100 }),
        Kind::Unsigned => Value::U(if rare { u64::MAX } else { r.bits() % 100 }),
    }
}

/// Storage bytes of values, whole blocks, by the library's plain encoders. What they hold, the oracle decodes.
pub(crate) fn encode(dtype: DType, values: &[Value]) -> Vec<u8> {
    let mut out = vec![0; dtype.storage_bytes(values.len()).unwrap()];
    let padded = values.len().next_multiple_of(dtype.block_len());
    let at = |i: usize| values.get(i).copied().unwrap_or(Value::U(0));
    let float = |i| match at(i) {
        Value::F(x) => x,
        Value::I(x) => x as f64,
        Value::U(x) => x as f64,
        Value::C(_) => unreachable!("no complex number becomes a real one"),
    };
    let integer = |i| match at(i) {
        Value::I(x) => x as u64,
        Value::U(x) => x,
        v => unreachable!("{v:?} is no integer"),
    };
    match dtype.codec() {
        Codec::Float { encode, encode_weighted, .. } => {
            let x: Vec<f64> = (0..padded).map(float).collect();
            match encode_weighted {
                Some(encode) if dtype.needs_importance() => encode(&x, &vec![1.0; padded], &mut out).unwrap(),
                _ => encode(&x, &mut out).unwrap(),
            }
        }
        Codec::Signed { encode, .. } => {
            encode(&(0..padded).map(|i| integer(i) as i64).collect::<Vec<_>>(), &mut out);
        }
        Codec::Unsigned { encode, .. } => encode(&(0..padded).map(integer).collect::<Vec<_>>(), &mut out),
        Codec::Complex { encode, .. } => {
            let part = |i| if let Value::C(z) = at(i) { z } else { [float(i), 0.0] };
            encode(&(0..padded).map(part).collect::<Vec<_>>(), &mut out);
        }
    }
    out
}

/// A number that a dtype holds beside 0: 1, or -1 where the only bit is a sign.
pub(crate) fn unit(dtype: DType) -> i64 {
    if dtype.int_range().is_some_and(|(_, most)| most == 0) { -1 } else { 1 }
}

/// A tensor of random values; contiguous, but where rows end inside a block part of one with whole blocks.
pub(crate) fn tensor(dtype: DType, shape: &[usize], range: (f64, f64), special: bool, r: &mut Random) -> Tensor {
    if let Some((&columns, rows)) = shape.split_last()
        && dtype.is_quantized()
        && !columns.is_multiple_of(dtype.block_len())
    {
        let mut first = vec![Slice::All; rows.len()];
        first.push(Slice::Range { start: None, stop: Some(columns as i64), step: 1 });
        let whole = [rows, &[columns.next_multiple_of(dtype.block_len())]].concat();
        return tensor(dtype, &whole, range, special, r).slice(&first).unwrap();
    }
    let n = shape.iter().product();
    let values: Vec<Value> = (0..n).map(|_| value(dtype, range, special, r)).collect();
    Tensor::from_bytes(&encode(dtype, &values), dtype, shape).unwrap()
}

/// The same tensor one byte off any alignment, in read-only memory.
pub(crate) fn unaligned(x: &Tensor) -> Tensor {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = format!("unaligned-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let bytes = x.to_bytes().unwrap();
    let mut file = std::fs::File::create(&path).unwrap();
    file.write_all(&[0]).unwrap();
    file.write_all(&bytes).unwrap();
    drop(file);
    let file = std::fs::File::open(&path).unwrap();
    let whole = Buffer::map_file(&file, "unaligned", 0, bytes.len() + 1).unwrap();
    std::fs::remove_file(&path).unwrap();
    let part = whole.part(1, bytes.len()).unwrap();
    Tensor::from_view(View::new(part, Layout::contiguous(x.shape()).unwrap(), x.dtype()).unwrap())
}

/// Views of many kinds, all of shape `[6, 32]` but the last three.
pub(crate) fn layouts(dtype: DType, range: (f64, f64), special: bool, r: &mut Random) -> Vec<(&'static str, Tensor)> {
    let make = |shape: &[usize], r: &mut Random| tensor(dtype, shape, range, special, r);
    let step = |n| Slice::Range { start: None, stop: None, step: n };
    let from = |a, b| Slice::Range { start: Some(a), stop: Some(b), step: 1 };
    let base = make(&[6, 32], r);
    let whole = make(&[6, 32usize.next_multiple_of(dtype.block_len())], r);
    vec![
        ("contiguous", base.clone()),
        ("transposed", make(&[32, 32], r).slice(&[Slice::All, from(3, 9)]).unwrap().mt().unwrap()),
        ("reversed", base.flip(0).unwrap().flip(1).unwrap()),
        ("rows reversed", base.flip(0).unwrap()),
        ("strided", make(&[12, 64], r).slice(&[step(2), step(2)]).unwrap()),
        ("strided by 3 backwards", make(&[6, 96], r).slice(&[Slice::All, step(-3)]).unwrap()),
        ("offset", make(&[8, 64], r).slice(&[from(1, 7), from(5, 37)]).unwrap()),
        ("row broadcast", make(&[1, 32], r).broadcast_to(&[6, 32]).unwrap()),
        (
            "column broadcast",
            make(&[6, 32], r).slice(&[Slice::All, from(2, 3)]).unwrap().broadcast_to(&[6, 32]).unwrap(),
        ),
        ("unaligned", unaligned(&whole).slice(&[Slice::All, from(0, 32)]).unwrap()),
        ("empty", make(&[0, 32], r)),
        ("0-d", base.slice(&[Slice::At(2), Slice::At(5)]).unwrap()),
        ("long", make(&[5, 1312], r)),
    ]
}

/// Every index of a shape, row-major.
pub(crate) fn indices(shape: &[usize]) -> Vec<Vec<usize>> {
    shape.iter().fold(vec![vec![]], |list, &n| {
        list.iter().flat_map(|index| (0..n).map(move |i| [&index[..], &[i]].concat())).collect()
    })
}

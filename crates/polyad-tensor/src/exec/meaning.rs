//! The scalar meaning of an entry, element by element: the oracle, and what runs where there is no kernel.

use bytemuck::Pod;
use polyad_core::{DType, Kind};
use polyad_ir::{Binary, Compare, Meaning, Test, Unary};

/// An element-wise meaning in one compute dtype.
#[derive(Clone, Copy)]
pub(crate) struct Plain {
    pub(crate) meaning: &'static Meaning,
    pub(crate) dtype: DType,
}

/// A value in the widest type of its kind.
trait Number: Pod {
    type Wide: Copy;
    fn wide(self) -> Self::Wide;
    fn narrow(wide: Self::Wide) -> Self;
}

macro_rules! numbers {
    ($($t:ty => $wide:ty;)*) => {$(
        impl Number for $t {
            type Wide = $wide;

            fn wide(self) -> $wide {
                self.into()
            }

            fn narrow(wide: $wide) -> $t {
                wide as $t
            }
        }
    )*};
}

numbers! {
    f32 => f64;
    f64 => f64;
    i8 => i64;
    i16 => i64;
    i32 => i64;
    i64 => i64;
    u8 => u64;
    u16 => u64;
    u32 => u64;
    u64 => u64;
}

impl Number for [f32; 2] {
    type Wide = [f64; 2];

    fn wide(self) -> [f64; 2] {
        self.map(f64::from)
    }

    fn narrow(wide: [f64; 2]) -> [f32; 2] {
        wide.map(|x| x as f32)
    }
}

impl Number for [f64; 2] {
    type Wide = [f64; 2];

    fn wide(self) -> [f64; 2] {
        self
    }

    fn narrow(wide: [f64; 2]) -> [f64; 2] {
        wide
    }
}

fn map1<T: Number>(x: &[u8], out: &mut [u8], f: impl Fn(T::Wide) -> T::Wide) {
    for (o, x) in bytemuck::cast_slice_mut::<u8, T>(out).iter_mut().zip(bytemuck::cast_slice::<u8, T>(x)) {
        *o = T::narrow(f(x.wide()));
    }
}

fn map2<T: Number>(a: &[u8], b: &[u8], out: &mut [u8], f: impl Fn(T::Wide, T::Wide) -> T::Wide) {
    let (a, b) = (bytemuck::cast_slice::<u8, T>(a), bytemuck::cast_slice::<u8, T>(b));
    for (o, (a, b)) in bytemuck::cast_slice_mut::<u8, T>(out).iter_mut().zip(a.iter().zip(b)) {
        *o = T::narrow(f(a.wide(), b.wide()));
    }
}

/// Complex numbers to real ones of the dtype of their parts.
fn part1<T: Number<Wide = [f64; 2]>, R: Number<Wide = f64>>(x: &[u8], out: &mut [u8], f: fn([f64; 2]) -> f64) {
    for (o, x) in bytemuck::cast_slice_mut::<u8, R>(out).iter_mut().zip(bytemuck::cast_slice::<u8, T>(x)) {
        *o = R::narrow(f(x.wide()));
    }
}

fn test1<T: Number>(x: &[u8], out: &mut [u8], f: impl Fn(T::Wide) -> bool) {
    for (o, x) in out.iter_mut().zip(bytemuck::cast_slice::<u8, T>(x)) {
        *o = u8::from(f(x.wide()));
    }
}

fn test2<T: Number>(a: &[u8], b: &[u8], out: &mut [u8], f: impl Fn(T::Wide, T::Wide) -> bool) {
    let (a, b) = (bytemuck::cast_slice::<u8, T>(a), bytemuck::cast_slice::<u8, T>(b));
    for (o, (a, b)) in out.iter_mut().zip(a.iter().zip(b)) {
        *o = u8::from(f(a.wide(), b.wide()));
    }
}

/// Runs a map in the type of a compute dtype, with the function of its kind.
macro_rules! by_kind {
    ($dtype:expr, $map:ident ($($operand:expr),*), $out:expr, float: $float:expr, signed: $signed:expr, unsigned: $unsigned:expr, complex: $complex:expr, bool: $bool:expr) => {
        match $dtype {
            DType::Float32 => $map::<f32>($($operand,)* $out, $float),
            DType::Float64 => $map::<f64>($($operand,)* $out, $float),
            DType::Int8 => $map::<i8>($($operand,)* $out, $signed),
            DType::Int16 => $map::<i16>($($operand,)* $out, $signed),
            DType::Int32 => $map::<i32>($($operand,)* $out, $signed),
            DType::Int64 => $map::<i64>($($operand,)* $out, $signed),
            DType::UInt8 => $map::<u8>($($operand,)* $out, $unsigned),
            DType::UInt16 => $map::<u16>($($operand,)* $out, $unsigned),
            DType::UInt32 => $map::<u32>($($operand,)* $out, $unsigned),
            DType::UInt64 => $map::<u64>($($operand,)* $out, $unsigned),
            DType::Complex64 => $map::<[f32; 2]>($($operand,)* $out, $complex),
            DType::Complex128 => $map::<[f64; 2]>($($operand,)* $out, $complex),
            DType::Bool => $bool,
            other => unreachable!("{other} is no compute dtype"),
        }
    };
}

impl Plain {
    /// Whether the entry has a meaning in this dtype; inference asks for no other.
    pub(crate) fn is_defined(&self) -> bool {
        let kind = self.dtype.kind();
        match self.meaning {
            Meaning::Unary(u) => match kind {
                Kind::Float => u.float.is_some(),
                Kind::Signed => u.signed.is_some(),
                Kind::Unsigned => u.unsigned.is_some(),
                Kind::Complex => u.complex.is_some() || u.part.is_some(),
                Kind::Bool => u.bool.is_some(),
            },
            Meaning::Test(t) => kind != Kind::Complex || t.complex.is_some(),
            Meaning::Binary(b) => match kind {
                Kind::Float => b.float.is_some(),
                Kind::Signed => b.signed.is_some(),
                Kind::Unsigned => b.unsigned.is_some(),
                Kind::Complex => b.complex.is_some(),
                Kind::Bool => b.bool.is_some(),
            },
            Meaning::Compare(c) => kind != Kind::Complex || c.complex.is_some(),
            Meaning::Select => true,
            _ => false,
        }
    }

    /// Runs it; every slice holds as many elements.
    pub(crate) fn run(&self, inputs: &[&[u8]], out: &mut [u8]) {
        match (self.meaning, inputs) {
            (Meaning::Unary(u), [x]) => unary(u, self.dtype, x, out),
            (Meaning::Test(t), [x]) => test(t, self.dtype, x, out),
            (Meaning::Binary(b), [x, y]) => binary(b, self.dtype, x, y, out),
            (Meaning::Compare(c), [x, y]) => compare(c, self.dtype, x, y, out),
            (Meaning::Select, [condition, x, y]) => {
                let w = self.dtype.block_bytes();
                for (i, o) in out.chunks_exact_mut(w).enumerate() {
                    o.copy_from_slice(&if condition[i] != 0 { x } else { y }[i * w..][..w]);
                }
            }
            _ => unreachable!("only element-wise entries come here"),
        }
    }
}

const DEFINED: &str = "inference refuses dtypes without a meaning";

fn unary(u: &Unary, dtype: DType, x: &[u8], out: &mut [u8]) {
    match (dtype, u.part) {
        (DType::Complex64, Some(part)) => return part1::<[f32; 2], f32>(x, out, part),
        (DType::Complex128, Some(part)) => return part1::<[f64; 2], f64>(x, out, part),
        _ => {}
    }
    by_kind!(dtype, map1(x), out,
        float: u.float.expect(DEFINED), signed: u.signed.expect(DEFINED), unsigned: u.unsigned.expect(DEFINED),
        complex: u.complex.expect(DEFINED),
        bool: out.iter_mut().zip(x).for_each(|(o, x)| *o = u8::from(u.bool.expect(DEFINED)(*x != 0))));
}

fn binary(f: &Binary, dtype: DType, a: &[u8], b: &[u8], out: &mut [u8]) {
    by_kind!(dtype, map2(a, b), out,
    float: f.float.expect(DEFINED), signed: f.signed.expect(DEFINED), unsigned: f.unsigned.expect(DEFINED),
    complex: f.complex.expect(DEFINED),
    bool: out.iter_mut().zip(a.iter().zip(b)).for_each(|(o, (a, b))| {
        *o = u8::from(f.bool.expect(DEFINED)(*a != 0, *b != 0));
    }));
}

fn test(t: &Test, dtype: DType, x: &[u8], out: &mut [u8]) {
    by_kind!(dtype, test1(x), out,
    float: t.float, signed: t.signed, unsigned: t.unsigned, complex: t.complex.expect(DEFINED),
    bool: out.iter_mut().zip(x).for_each(|(o, x)| *o = u8::from((t.unsigned)(u64::from(*x != 0)))));
}

fn compare(f: &Compare, dtype: DType, a: &[u8], b: &[u8], out: &mut [u8]) {
    by_kind!(dtype, test2(a, b), out,
    float: f.float, signed: f.signed, unsigned: f.unsigned, complex: f.complex.expect(DEFINED),
    bool: out.iter_mut().zip(a.iter().zip(b)).for_each(|(o, (a, b))| {
        *o = u8::from((f.unsigned)(u64::from(*a != 0), u64::from(*b != 0)));
    }));
}

//! The oracle: whole tensors decoded by [`decode`], scalar casts, rounding, and distances. It shares no code with the library,
//! of which it asks where the bytes are and how they are laid out.

use polyad::{DType, Kind, Tensor};

use crate::decode::{decode, round, wrap};

/// A value in the widest type of its kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Value {
    F(f64),
    I(i64),
    U(u64),
    C([f64; 2]),
}

/// Every element in row-major order: of the whole buffer decoded, those that strides and offset lead to.
pub(crate) fn values(x: &Tensor) -> Vec<Value> {
    let bytes = x.buffer().read().unwrap();
    let all = decode(x.dtype(), &bytes);
    places(x.shape(), x.strides(), x.layout().offset()).map(|at| all[at]).collect()
}

/// Where the elements of a layout lie, in row-major order.
fn places(shape: &[usize], strides: &[isize], offset: usize) -> impl Iterator<Item = usize> {
    let mut all = vec![offset as isize];
    for (&n, &stride) in shape.iter().zip(strides) {
        all = all.into_iter().flat_map(|at| (0..n as isize).map(move |i| at + i * stride)).collect();
    }
    all.into_iter().map(|at| at as usize)
}

/// Row-major values of a shape, repeated to another one by NumPy's rule.
pub(crate) fn spread(x: &[Value], shape: &[usize], to: &[usize]) -> Vec<Value> {
    let mut strides = vec![0; to.len()];
    let mut step = 1;
    for (stride, &n) in strides.iter_mut().rev().zip(shape.iter().rev()) {
        *stride = if n == 1 { 0 } else { step };
        step *= n as isize;
    }
    places(to, &strides, 0).map(|at| x[at]).collect()
}

/// The widest dtype of a kind.
pub(crate) fn widest(dtype: DType) -> DType {
    match dtype.kind() {
        Kind::Float => DType::Float64,
        Kind::Signed => DType::Int64,
        Kind::Unsigned => DType::UInt64,
        Kind::Bool => DType::Bool,
        Kind::Complex => DType::Complex128,
    }
}

/// A scalar cast into a plain dtype: truncates and saturates from float to integer, wraps between integers.
pub(crate) fn cast(v: Value, to: DType) -> Value {
    let real = |v: Value| match v {
        Value::F(x) | Value::C([x, _]) => x,
        Value::I(x) => x as f64,
        Value::U(x) => x as f64,
    };
    let bits = |v: Value| match v {
        Value::I(x) => x as u64,
        Value::U(x) => x,
        _ => unreachable!(),
    };
    let float = matches!(v, Value::F(_) | Value::C(_));
    match to {
        DType::Float64 => Value::F(real(v)),
        DType::Float32 => Value::F(match v {
            Value::I(x) => f64::from(x as f32),
            Value::U(x) => f64::from(x as f32),
            v => f64::from(real(v) as f32),
        }),
        DType::Complex64 => match v {
            Value::C([a, b]) => Value::C([f64::from(a as f32), f64::from(b as f32)]),
            v => Value::C([if let Value::F(x) = cast(v, DType::Float32) { x } else { unreachable!() }, 0.0]),
        },
        DType::Complex128 => match v {
            Value::C(z) => Value::C(z),
            v => Value::C([real(v), 0.0]),
        },
        DType::Bool => Value::U(u64::from(match v {
            Value::C([a, b]) => a != 0.0 || b != 0.0,
            Value::F(x) => x != 0.0,
            v => bits(v) != 0,
        })),
        DType::Int8 => Value::I(if float { (real(v) as i8).into() } else { (bits(v) as i8).into() }),
        DType::Int16 => Value::I(if float { (real(v) as i16).into() } else { (bits(v) as i16).into() }),
        DType::Int32 => Value::I(if float { (real(v) as i32).into() } else { (bits(v) as i32).into() }),
        DType::Int64 => Value::I(if float { real(v) as i64 } else { bits(v) as i64 }),
        DType::UInt8 => Value::U(if float { (real(v) as u8).into() } else { (bits(v) as u8).into() }),
        DType::UInt16 => Value::U(if float { (real(v) as u16).into() } else { (bits(v) as u16).into() }),
        DType::UInt32 => Value::U(if float { (real(v) as u32).into() } else { (bits(v) as u32).into() }),
        DType::UInt64 => Value::U(if float { real(v) as u64 } else { bits(v) }),
        other => unreachable!("{other} is no compute dtype"),
    }
}

/// A value as a dtype holds it that is no block format: floats are rounded, integers wrap.
pub(crate) fn stored(dtype: DType, v: Value) -> Value {
    let part = match dtype {
        DType::Complex32 => DType::Float16,
        DType::BComplex32 => DType::BFloat16,
        DType::Complex64 => DType::Float32,
        _ => DType::Float64,
    };
    match (dtype.kind(), cast(v, widest(dtype))) {
        (Kind::Float, Value::F(x)) => Value::F(round(dtype, x)),
        (Kind::Complex, Value::C(z)) => Value::C(z.map(|x| round(part, x))),
        (_, v) => wrap(dtype, v),
    }
}

/// Whether a real result is the expected value up to `slack`; in a float of 8 bits or less, where a step is larger than any
/// slack, whether it is what a value so far away at most is stored as.
pub(crate) fn is_near(dtype: DType, got: f64, want: f64, slack: f64) -> bool {
    if dtype.kind() != Kind::Float || dtype.bits() > 8.0 {
        return (got - want).abs() <= slack || got == want || got.is_nan() && want.is_nan();
    }
    [want - slack, want, want + slack].into_iter().any(|x| match stored(dtype, Value::F(x)) {
        Value::F(x) => x == got || x.is_nan() && got.is_nan(),
        _ => false,
    })
}

/// A float beside the integers of a packed dtype: cut down to their range.
pub(crate) fn saturate(v: Value, to: DType) -> Value {
    let bits = 8 / to.block_len();
    match (v, to.kind()) {
        (Value::F(x) | Value::C([x, _]), Kind::Signed) => {
            let half = 2f64.powi(bits as i32 - 1);
            Value::I(x.clamp(-half, half - 1.0) as i64)
        }
        (Value::F(x) | Value::C([x, _]), _) => Value::U(x.clamp(0.0, 2f64.powi(bits as i32) - 1.0) as u64),
        (v, _) => v,
    }
}

/// Distance in units in the last place of a float dtype; 0 for equal values (NaN equals NaN, -0 differs from 0).
pub(crate) fn ulps(dtype: DType, a: Value, b: Value) -> u64 {
    let one = |a: f64, b: f64| {
        if a.is_nan() || b.is_nan() {
            return if a.is_nan() && b.is_nan() { 0 } else { u64::MAX };
        }
        let order = |x: f64| match dtype {
            DType::Float64 | DType::Complex128 => key(x.to_bits() as i64),
            _ => {
                let bits = (x as f32).to_bits() as i32;
                i64::from(if bits < 0 { i32::MIN - bits } else { bits })
            }
        };
        order(a).abs_diff(order(b))
    };
    match (a, b) {
        (Value::F(a), Value::F(b)) => {
            let far = one(a, b);
            if far == 0 && a == 0.0 && a.is_sign_negative() != b.is_sign_negative() { 1 } else { far }
        }
        (Value::C(a), Value::C(b)) => one(a[0], b[0]).max(one(a[1], b[1])),
        _ => {
            if a == b {
                0
            } else {
                u64::MAX
            }
        }
    }
}

fn key(bits: i64) -> i64 {
    if bits < 0 { i64::MIN.wrapping_sub(bits) } else { bits }
}

/// Compares a tensor with expected values. Panics with the first that differs by more than `ulp`.
#[track_caller]
pub(crate) fn assert_values(what: &str, got: &Tensor, want: &[Value], ulp: u64) {
    let have = values(got);
    assert_eq!(have.len(), want.len(), "{what}: number of elements");
    for (i, (a, b)) in have.iter().zip(want).enumerate() {
        let far = ulps(got.dtype(), *a, *b);
        assert!(far <= ulp, "{what}: element {i} of {:?} is {a:?}, not {b:?} ({far} ulp)", got.shape());
    }
}

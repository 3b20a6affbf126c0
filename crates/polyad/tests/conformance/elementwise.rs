//! Element-wise entries: dtype x layout against their scalar meaning.

use std::collections::HashMap;

use polyad::ir::{DTypeRule, Meaning, Op, Ty, infer, ops};
use polyad::{DType, Kind, Tensor, exec};

use crate::oracle::{Value, assert_values, cast, spread, stored, values};
use crate::samples::{Random, layouts};

/// The meaning of an entry on values of one compute dtype, rounded to it.
fn meaning(op: Op, dtype: DType, x: &[Value]) -> Option<Value> {
    let out = match (&op.meaning, dtype.kind(), x) {
        (Meaning::Unary(u), Kind::Float, [Value::F(x)]) => Value::F(u.float?(*x)),
        (Meaning::Unary(u), Kind::Signed, [Value::I(x)]) => Value::I(u.signed?(*x)),
        (Meaning::Unary(u), Kind::Unsigned, [Value::U(x)]) => Value::U(u.unsigned?(*x)),
        (Meaning::Unary(u), Kind::Bool, [Value::U(x)]) => Value::U(u.bool?(*x != 0).into()),
        (Meaning::Unary(u), Kind::Complex, [Value::C(x)]) => match u.part {
            Some(part) => return Some(cast(Value::F(part(*x)), polyad::ir::part(dtype))),
            None => Value::C(u.complex?(*x)),
        },
        (Meaning::Test(t), Kind::Float, [Value::F(x)]) => return Some(truth((t.float)(*x))),
        (Meaning::Test(t), Kind::Signed, [Value::I(x)]) => return Some(truth((t.signed)(*x))),
        (Meaning::Test(t), _, [Value::U(x)]) => return Some(truth((t.unsigned)(*x))),
        (Meaning::Test(t), Kind::Complex, [Value::C(x)]) => return Some(truth(t.complex?(*x))),
        (Meaning::Binary(b), Kind::Float, [Value::F(x), Value::F(y)]) => Value::F(b.float?(*x, *y)),
        (Meaning::Binary(b), Kind::Signed, [Value::I(x), Value::I(y)]) => Value::I(b.signed?(*x, *y)),
        (Meaning::Binary(b), Kind::Unsigned, [Value::U(x), Value::U(y)]) => Value::U(b.unsigned?(*x, *y)),
        (Meaning::Binary(b), Kind::Bool, [Value::U(x), Value::U(y)]) => Value::U(b.bool?(*x != 0, *y != 0).into()),
        (Meaning::Binary(b), Kind::Complex, [Value::C(x), Value::C(y)]) => Value::C(b.complex?(*x, *y)),
        (Meaning::Compare(c), Kind::Float, [Value::F(x), Value::F(y)]) => return Some(truth((c.float)(*x, *y))),
        (Meaning::Compare(c), Kind::Signed, [Value::I(x), Value::I(y)]) => return Some(truth((c.signed)(*x, *y))),
        (Meaning::Compare(c), _, [Value::U(x), Value::U(y)]) => return Some(truth((c.unsigned)(*x, *y))),
        (Meaning::Compare(c), Kind::Complex, [Value::C(x), Value::C(y)]) => return Some(truth(c.complex?(*x, *y))),
        _ => return None,
    };
    Some(cast(out, dtype))
}

fn truth(x: bool) -> Value {
    Value::U(x.into())
}

/// A tensor and its elements.
type Known = (Tensor, Vec<Value>);

/// A kind of layout, and a tensor of it.
type Sample = (&'static str, Known);

fn known(x: Tensor) -> Known {
    let v = values(&x);
    (x, v)
}

/// Runs an entry on operands and compares every element.
fn check(op: Op, what: &str, operands: &[&Known]) {
    let x: Vec<&Tensor> = operands.iter().map(|(x, _)| x).collect();
    let types: Vec<Ty> = x.iter().map(|t| Ty { shape: t.shape(), dtype: t.dtype() }).collect();
    let views: Vec<_> = x.iter().map(|t| t.view()).collect();
    let ty = match infer(op, &types, &[]) {
        Ok(ty) => ty,
        Err(e) => {
            assert_eq!(exec::run(op, &views, &[]).unwrap_err().to_string(), e.to_string());
            return;
        }
    };
    let got = Tensor::from_view(exec::run(op, &views, &[]).unwrap_or_else(|e| panic!("{what}: {e}")));
    assert_eq!((got.shape(), got.dtype()), (&ty.shape[..], ty.dtype), "{what}");
    let compute = match op.meaning {
        Meaning::Compare(_) => polyad::ir::promote_all(op.name, x.iter().map(|t| t.dtype())).unwrap().compute(),
        Meaning::Test(_) => x[0].dtype().compute(),
        Meaning::Unary(u) if u.part.is_some() => x[0].dtype().compute(),
        _ => ty.dtype.compute(),
    };
    let spread: Vec<Vec<Value>> = operands.iter().map(|(x, v)| spread(v, x.shape(), &ty.shape)).collect();
    let want: Vec<Value> = (0..got.size())
        .map(|i| {
            let operands: Vec<Value> = spread.iter().map(|v| cast(v[i], compute)).collect();
            let out = meaning(op, compute, &operands).unwrap_or_else(|| panic!("{what}: no meaning in {compute}"));
            (out, stored(ty.dtype, out))
        })
        .zip(values(&got))
        .map(|((out, stored), got)| match (out, stored, got) {
            // Which sign a NaN has that was computed is the processor's matter, and a format without NaN shows it.
            (Value::F(x), Value::F(y), Value::F(z)) if x.is_nan() && y == -z => got,
            _ => stored,
        })
        .collect();
    // Products of complex numbers may be formed in another order; narrow results can round across one more step.
    let ulp = if compute.kind() == Kind::Complex { 8 } else { u64::from(op.check.ulp) };
    let step = if ty.dtype.bits() <= 8.0 { 23 } else { 16 };
    let ulp = if ty.dtype == compute { ulp } else { ulp.min(1) << step };
    assert_values(what, &got, &want, ulp);
}

fn elementwise() -> impl Iterator<Item = Op> {
    ops::ALL.iter().copied().filter(|op| {
        matches!(op.meaning, Meaning::Unary(_) | Meaning::Binary(_) | Meaning::Compare(_) | Meaning::Test(_))
    })
}

#[test]
fn every_entry_on_every_dtype_and_layout() {
    for &dtype in DType::ALL {
        // Entries of one range share their operands.
        let mut kept: HashMap<[u64; 2], [Vec<Sample>; 2]> = HashMap::new();
        for op in elementwise() {
            let (low, high) = op.check.range;
            let [all, others] = kept.entry([low.to_bits(), high.to_bits()]).or_insert_with(|| {
                let mut r = Random(7 + dtype as u64);
                [(); 2].map(|()| {
                    let all = layouts(dtype, (low, high), true, &mut r).into_iter();
                    all.map(|(layout, x)| (layout, known(x))).collect()
                })
            });
            for (i, (layout, x)) in all.iter().enumerate() {
                let what = format!("{} {dtype} {layout}", op.name);
                if op.arity() == Some(1) {
                    check(op, &what, &[x]);
                } else {
                    for (k, (other, y)) in others.iter().enumerate() {
                        // Every pair of layouts for a few entries, for the others a third of them: loads are shared.
                        let all = [&ops::ADD, &ops::LESS, &ops::DIVIDE].contains(&op);
                        if !all && !(k + i + dtype as usize).is_multiple_of(3) {
                            continue;
                        }
                        if polyad::broadcast_shapes("test", &[x.0.shape(), y.0.shape()]).is_ok() {
                            check(op, &format!("{what} with {other}"), &[x, y]);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn mixed_dtypes_promote() {
    let of_all = |layout: usize| -> Vec<Known> {
        let one =
            |&dtype: &DType| known(layouts(dtype, (-4.0, 4.0), false, &mut Random(dtype as u64)).swap_remove(layout).1);
        DType::ALL.iter().map(one).collect()
    };
    let (left, right) = (of_all(1), of_all(2));
    for op in [&ops::ADD, &ops::MULTIPLY, &ops::LESS, &ops::DIVIDE] {
        for x in &left {
            for y in &right {
                check(op, &format!("{} {} {}", op.name, x.0.dtype(), y.0.dtype()), &[x, y]);
            }
        }
    }
}

#[test]
fn points_of_the_table_come_out() {
    for op in ops::ALL {
        for (operands, want) in op.check.points {
            // What takes no floats takes integers.
            let whole = matches!(op.dtype, DTypeRule::Bits | DTypeRule::Integer);
            let dtype = if whole { DType::Int64 } else { DType::Float64 };
            let scalar = |&v: &f64| Tensor::scalar(v, DType::Float64).unwrap().astype(dtype).unwrap();
            let x: Vec<Tensor> = operands.iter().map(scalar).collect();
            let views: Vec<_> = x.iter().map(Tensor::view).collect();
            let attrs = op.defaults();
            let got = Tensor::from_view(exec::run(op, &views, &attrs).unwrap()).to_f64_vec().unwrap()[0];
            let same = got.is_nan() && want.is_nan() || got.to_bits() == want.to_bits();
            assert!(same, "{}{operands:?} is {got}, not {want}", op.name);
        }
    }
}

#[test]
fn a_choice_takes_each_side() {
    let mut r = Random(5);
    for &dtype in DType::ALL {
        for (layout, x) in layouts(dtype, (-4.0, 4.0), true, &mut r) {
            let y = layouts(dtype, (-4.0, 4.0), true, &mut r).swap_remove(2).1;
            let c = layouts(DType::Bool, (0.0, 1.0), false, &mut r).swap_remove(1).1;
            let shapes = [x.shape(), y.shape(), c.shape()];
            let Ok(shape) = polyad::broadcast_shapes("test", &shapes) else { continue };
            let got = c.where_(&x, &y).unwrap();
            let all: Vec<Vec<Value>> = [&c, &x, &y].iter().map(|t| spread(&values(t), t.shape(), &shape)).collect();
            let want: Vec<Value> =
                (0..got.size()).map(|i| if all[0][i] == Value::U(1) { all[1][i] } else { all[2][i] }).collect();
            assert_values(&format!("where {dtype} {layout}"), &got, &want, 0);
        }
    }
}

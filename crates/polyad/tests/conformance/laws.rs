//! Laws over random shapes and layouts: a view is worth its copy, writing in place gives what the operation gives, and
//! writes that overlap their source are as if it had been read first. `POLYAD_LAWS` says how many cases are tried.

use polyad::ir::{Args, Meaning, Op, ops};
use polyad::{DType, Slice, Tensor, exec};

use crate::samples::{Random, tensor};

fn cases() -> u64 {
    std::env::var("POLYAD_LAWS").ok().and_then(|n| n.parse().ok()).unwrap_or(1500)
}

/// A random part of each axis, with any step; a length where one is given.
fn part(shape: &[usize], keep: Option<&[usize]>, r: &mut Random) -> Vec<Slice> {
    let one = |(axis, &n): (usize, &usize)| {
        let take = keep.map_or_else(|| r.below(n + 1), |k| k[axis]);
        let step = if take > 1 { 1 + r.below((n - 1) / (take - 1)) } else { 1 };
        let span = if take == 0 { 0 } else { (take - 1) * step + 1 };
        let start = r.below(n - span + 1) as i64;
        if take == 0 {
            return Slice::from(start..start);
        }
        let (last, step) = (start + span as i64 - 1, step as i64);
        match r.below(2) {
            0 => Slice::Range { start: Some(start), stop: Some(last + 1), step },
            _ => Slice::Range { start: Some(last), stop: (start > 0).then_some(start - 1), step: -step },
        }
    };
    shape.iter().enumerate().map(one).collect()
}

/// A view of a random tensor through a random chain of movements.
fn view(dtype: DType, r: &mut Random) -> Tensor {
    let shape: Vec<usize> = (0..r.below(5)).map(|_| [0, 1, 2, 3, 5, 8][r.below(12).min(5)]).collect();
    let mut x = tensor(dtype, &shape, (0.25, 4.0), false, r);
    for _ in 0..r.below(4) {
        x = match r.below(4) {
            0 => x.slice(&part(x.shape(), None, r)).unwrap(),
            1 => {
                let mut axes: Vec<i64> = (0..x.ndim() as i64).collect();
                (1..axes.len()).for_each(|i| axes.swap(i, r.below(i + 1)));
                x.permute_dims(&axes).unwrap()
            }
            2 if x.ndim() > 0 => x.flip(r.below(x.ndim()) as i64).unwrap(),
            3 if x.ndim() < 5 => {
                let mut wide: Vec<i64> = x.shape().iter().map(|&n| n as i64).collect();
                wide.insert(0, r.below(4) as i64);
                x.broadcast_to(&wide).unwrap()
            }
            _ => x,
        };
    }
    x
}

fn dtypes() -> Vec<DType> {
    DType::ALL.iter().copied().filter(|d| !d.is_quantized()).collect()
}

/// Entries without required parameters, of so many operands.
fn entries(operands: usize, wanted: fn(&Meaning) -> bool) -> Vec<Op> {
    let fits = |op: &Op| matches!(op.args, Args::Fixed(names) if names.len() == operands) && wanted(&op.meaning);
    ops::ALL.iter().copied().filter(|op| op.params.iter().all(|p| p.default.is_some()) && fits(op)).collect()
}

#[test]
fn a_view_is_worth_its_copy() {
    let (one, two) =
        (entries(1, |m| !matches!(m, Meaning::Movement(_))), entries(2, |m| matches!(m, Meaning::Binary(_))));
    let mut compared = 0;
    for seed in 0..cases() {
        let mut r = Random(seed);
        let dtypes = dtypes();
        let x = view(dtypes[r.below(dtypes.len())], &mut r);
        let copy = x.copy().unwrap();
        let (op, operands) = match r.below(2) {
            0 => (one[r.below(one.len())], vec![(x.view(), copy.view())]),
            _ => (two[r.below(two.len())], vec![(x.view(), copy.view()); 2]),
        };
        let run = |views: Vec<_>| exec::run(op, &views, &op.defaults()).map(Tensor::from_view);
        let of_view = run(operands.iter().map(|(v, _)| *v).collect());
        let of_copy = run(operands.iter().map(|(_, c)| *c).collect());
        let what = format!("seed {seed}: {} of {} {:?} {:?}", op.name, x.dtype(), x.shape(), x.strides());
        match (of_view, of_copy) {
            (Ok(a), Ok(b)) => {
                assert_eq!((a.shape(), a.dtype()), (b.shape(), b.dtype()), "{what}");
                assert_eq!(a.to_bytes().unwrap(), b.to_bytes().unwrap(), "{what}");
                compared += 1;
            }
            (Err(a), Err(b)) => assert_eq!(a.to_string(), b.to_string(), "{what}"),
            (a, b) => panic!("{what}: {a:?} and {b:?}"),
        }
    }
    assert!(compared > cases() / 3, "{compared}");
}

#[test]
fn in_place_is_out_of_place() {
    let two = entries(2, |m| matches!(m, Meaning::Binary(_)));
    let mut compared = 0;
    for seed in 0..cases() {
        let mut r = Random(seed + (1 << 32));
        let dtypes = dtypes();
        let x = view(dtypes[r.below(dtypes.len())], &mut r);
        let y = x.flip(()).unwrap().copy().unwrap();
        let op = two[r.below(two.len())];
        let what = format!("seed {seed}: {} of {} {:?} {:?}", op.name, x.dtype(), x.shape(), x.strides());
        let Ok(want) = exec::run(op, &[x.view(), y.view()], &[]).map(Tensor::from_view) else { continue };
        // A target of the same strides where none of its elements share memory.
        let target = if x.layout().overlaps_itself() { x.copy().unwrap() } else { x };
        match exec::update(op, target.view(), y.view()) {
            Ok(()) => {
                let want = want.astype(target.dtype()).unwrap();
                assert_eq!(target.to_bytes().unwrap(), want.to_bytes().unwrap(), "{what}");
                compared += 1;
            }
            Err(e) => assert_ne!(want.dtype(), target.dtype(), "{what}: {e}"),
        }
    }
    assert!(compared > cases() / 3, "{compared}");
}

#[test]
fn writes_that_overlap_read_first() {
    for seed in 0..cases() {
        let mut r = Random(seed + (2 << 32));
        let dtypes = dtypes();
        let dtype = dtypes[r.below(dtypes.len())];
        let shape: Vec<usize> = (0..1 + r.below(3)).map(|_| 1 + r.below(9)).collect();
        let x = tensor(dtype, &shape, (-4.0, 4.0), false, &mut r);
        let keep: Vec<usize> = shape.iter().map(|&n| r.below(n + 1)).collect();
        let (to, from) = (part(&shape, Some(&keep), &mut r), part(&shape, Some(&keep), &mut r));
        let want = x.copy().unwrap();
        want.set_slice(&to, &x.slice(&from).unwrap().copy().unwrap()).unwrap();
        let text = format!("seed {seed}: {dtype} {shape:?}, {to:?} = {from:?}");
        x.set_slice(&to, &x.slice(&from).unwrap()).unwrap();
        assert_eq!(x.to_bytes().unwrap(), want.to_bytes().unwrap(), "{text}");
    }
}

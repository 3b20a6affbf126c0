//! Element-wise entries: a kernel over whole operands where they lie as it wants them, else a program: sources cast to
//! the compute dtype, one kernel, one store.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::OnceLock;

use polyad_core::{DType, Error, Reading, Result, View};
use polyad_ir::{Attr, Meaning, Op, Type, ops};
use polyad_kernels::{binary, cast, compare, select, unary};
use smallvec::{SmallVec, smallvec};

use super::meaning::Plain;
use super::program::{Kernel, Program, Step};
use super::threads;

/// Runs an element-wise entry into a new tensor.
pub(crate) fn run(op: Op, views: &[&View], ty: Type) -> Result<View> {
    if let Some((kernel, n)) = whole(op, views, &ty) {
        return run_whole(op, kernel, views, ty, n);
    }
    let mut out = View::with_shape(op.name, ty.shape, ty.dtype)?;
    program(op, views, ty.dtype, ty.dtype)?.run_into(&mut out)?;
    Ok(out)
}

/// The short way for the common case: operands of one compute dtype and of the result's shape, contiguous and aligned.
/// A call on eight numbers is over before a program would be built. The kernel, and how many elements there are.
fn whole(op: Op, views: &[&View], ty: &Type) -> Option<(Kernel, usize)> {
    let dtype = views[0].dtype();
    let fits = |v: &View| {
        v.dtype() == dtype
            && v.shape() == &ty.shape[..]
            && v.layout().is_contiguous()
            && (v.buffer().address() + v.layout().offset() * dtype.block_bytes())
                .is_multiple_of(dtype.block_bytes().min(8))
    };
    if dtype.compute() != dtype || ty.dtype != result_dtype(op, dtype) || !views.iter().all(|v| fits(v)) {
        return None;
    }
    let kernel = *kernels().get(&(Address(op), dtype))?;
    let n: usize = ty.shape.iter().product();
    (threads::parts(n as f64 * COST, n) <= 1).then_some((kernel, n))
}

fn run_whole(op: Op, kernel: Kernel, views: &[&View], ty: Type, n: usize) -> Result<View> {
    let mut out = View::with_shape(op.name, ty.shape, ty.dtype)?;
    if n == 0 {
        return Ok(out);
    }
    let w = views[0].dtype().block_bytes();
    let to = out.buffer_mut().unique().expect("a fresh result is not shared");
    match (kernel, views) {
        (Kernel::Unary(f), [x]) => {
            let held = Reading::take(op.name, [x.buffer()])?;
            f(&held.bytes(0)[x.layout().offset() * w..][..n * w], to);
        }
        (Kernel::Binary(f), [a, b]) => {
            let held = Reading::take(op.name, [a.buffer(), b.buffer()])?;
            let at = |x: &View| x.layout().offset() * w..(x.layout().offset() + n) * w;
            f(&held.bytes(0)[at(a)], &held.bytes(1)[at(b)], to);
        }
        _ => unreachable!("kernels of the table have one operand or two"),
    }
    Ok(out)
}

/// An entry as a key: by address, hashed in a nanosecond.
#[derive(Clone, Copy, PartialEq)]
struct Address(Op);

impl Eq for Address {}

impl std::hash::Hash for Address {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(std::ptr::from_ref(self.0) as usize);
    }
}

/// Mixes an address and a small number; keys are ours, so nobody can make them collide.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        // A table looks at the low bits, and those of a product know nothing of the high ones.
        let product = self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        product ^ (product >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|b| self.write_usize(usize::from(*b)));
    }

    fn write_usize(&mut self, x: usize) {
        self.0 = self.0.rotate_left(8) ^ x as u64;
    }

    fn write_isize(&mut self, x: isize) {
        self.write_usize(x as usize);
    }
}

/// Kernels by entry and compute dtype.
type Kernels = HashMap<(Address, DType), Kernel, BuildHasherDefault<Mix>>;

/// Kernels of the entries with one or two operands, joined to the table by name once.
fn kernels() -> &'static Kernels {
    static TABLE: OnceLock<Kernels> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = Kernels::default();
        for &op in ops::ALL {
            for &dtype in DType::ALL.iter().filter(|d| d.compute() == **d) {
                if let Some(kernel) = named(op, dtype) {
                    table.insert((Address(op), dtype), kernel);
                }
            }
        }
        table
    })
}

/// The dtype in which an entry computes on operands of those dtypes, for a result of `dtype`.
fn compute_dtype(op: Op, views: &[&View], dtype: DType) -> DType {
    match op.meaning {
        // Logic sees truth values; comparisons see the common dtype of what they compare.
        Meaning::Unary(u) if dtype == DType::Bool && u.bool.is_some() => DType::Bool,
        Meaning::Binary(b) if dtype == DType::Bool && b.bool.is_some() => DType::Bool,
        Meaning::Compare(_) => polyad_ir::promote_all(op.name, views.iter().map(|v| v.dtype()))
            .expect("inference has found their common dtype")
            .compute(),
        Meaning::Test(_) => views[0].dtype().compute(),
        Meaning::Unary(u) if u.part.is_some() => views[0].dtype().compute(),
        _ => dtype.compute(),
    }
}

/// A program that only loads its operands, each in the dtype wanted, and the registers in which they are then.
fn loaded<'a>(
    op: Op,
    views: &[&'a View],
    want: impl Fn(usize) -> DType,
    out: DType,
) -> (Program<'a>, SmallVec<[u8; 3]>) {
    let registers = views.iter().map(|v| v.dtype().compute()).collect();
    let mut program = Program { op: op.name, sources: views.into(), registers, steps: smallvec![], cost: 0.0, out };
    let src = (0..views.len()).map(|i| {
        let (have, want) = (views[i].dtype().compute(), want(i));
        if have == want {
            return i as u8;
        }
        let cast = cast::cast(have, want).expect("inference refuses casts without a meaning");
        push(&mut program, Kernel::Unary(cast), smallvec![i as u8], want)
    });
    let src = src.collect();
    (program, src)
}

/// One step more, and the register of what it gives.
fn push(program: &mut Program, kernel: Kernel, src: SmallVec<[u8; 3]>, dtype: DType) -> u8 {
    let dst = program.registers.len() as u8;
    program.registers.push(dtype);
    program.steps.push(Step { kernel, src, dst });
    dst
}

/// The dtype of what a kernel of an entry writes, for operands of a compute dtype.
fn result_dtype(op: Op, compute: DType) -> DType {
    match op.meaning {
        Meaning::Compare(_) | Meaning::Test(_) => DType::Bool,
        Meaning::Unary(u) if u.part.is_some() => polyad_ir::part(compute),
        _ => compute,
    }
}

/// The program of an entry whose result has dtype `dtype`, stored as `out`. Errors: [`Error::DTypeUnsupported`].
pub(crate) fn program<'a>(op: Op, views: &[&'a View], dtype: DType, out: DType) -> Result<Program<'a>> {
    let compute = compute_dtype(op, views, dtype);
    let (kernel, cost) = kernel(op, compute)?;
    // The condition of a selection counts by truth value.
    let condition = matches!(op.meaning, Meaning::Select);
    let (mut program, src) = loaded(op, views, |i| if condition && i == 0 { DType::Bool } else { compute }, out);
    push(&mut program, kernel, src, result_dtype(op, compute));
    program.cost = cost;
    Ok(program)
}

/// `clip` in one pass: what its meaning does in two.
pub(crate) fn clip(op: Op, views: &[&View], _: &[Attr], ty: Type) -> Result<View> {
    let compute = ty.dtype.compute();
    let (mut program, src) = loaded(op, views, |_| compute, ty.dtype);
    let mut so_far = src[0];
    for (link, &bound) in [&ops::MAXIMUM, &ops::MINIMUM].into_iter().zip(&src[1..]) {
        let (kernel, cost) = kernel(link, compute)?;
        so_far = push(&mut program, kernel, smallvec![so_far, bound], compute);
        program.cost += cost;
    }
    let mut out = View::alloc(op.name, &ty.shape, ty.dtype)?;
    program.run_into(&mut out)?;
    Ok(out)
}

/// Nanoseconds an element of a simple operation.
const COST: f64 = 0.4;

/// The kernel that `polyad-kernels` has under an entry's name.
fn named(op: Op, dtype: DType) -> Option<Kernel> {
    match &op.meaning {
        Meaning::Unary(_) | Meaning::Test(_) => unary::unary(op.name, dtype).map(Kernel::Unary),
        Meaning::Binary(_) => binary::binary(op.name, dtype).map(Kernel::Binary),
        Meaning::Compare(_) => compare::compare(op.name, dtype).map(Kernel::Binary),
        _ => None,
    }
}

/// The kernel of an entry, or its plain meaning, and an estimate of nanoseconds an element.
fn kernel(op: Op, dtype: DType) -> Result<(Kernel, f64)> {
    if matches!(op.meaning, Meaning::Select) {
        return Ok((Kernel::Select(select::select(dtype)), COST));
    }
    let plain = Plain { meaning: &op.meaning, dtype };
    match kernels().get(&(Address(op), dtype)) {
        Some(&kernel) => {
            let slow = matches!(op.meaning, Meaning::Unary(_)) && dtype.is_float();
            Ok((kernel, if slow { 2.5 * COST } else { COST }))
        }
        None if plain.is_defined() => Ok((Kernel::Plain(plain), 12.0 * COST)),
        None => {
            let hint = "Convert with astype to a dtype that has this operation.";
            Err(Error::DTypeUnsupported { op: op.name, dtype, hint })
        }
    }
}

//! Element-wise entries as programs: sources cast to the compute dtype, one kernel, one store.

use polyad_core::{DType, Error, Result, View};
use polyad_ir::{Meaning, Op, Type};
use polyad_kernels::{binary, cast, compare, select, unary};
use smallvec::{SmallVec, smallvec};

use super::meaning::Plain;
use super::program::{Kernel, Program, Step};

/// Runs an element-wise entry into a new tensor.
pub(crate) fn run(op: Op, views: &[&View], ty: Type) -> Result<View> {
    let mut out = View::alloc(op.name, &ty.shape, ty.dtype)?;
    program(op, views, ty.dtype, ty.dtype)?.run_into(&mut out)?;
    Ok(out)
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
        _ => dtype.compute(),
    }
}

/// The program of an entry whose result has dtype `dtype`, stored as `out`. Errors: [`Error::DTypeUnsupported`].
pub(crate) fn program<'a>(op: Op, views: &[&'a View], dtype: DType, out: DType) -> Result<Program<'a>> {
    let compute = compute_dtype(op, views, dtype);
    let mut registers: SmallVec<[DType; 6]> = views.iter().map(|v| v.dtype().compute()).collect();
    let mut steps: SmallVec<[Step; 4]> = smallvec![];
    let mut src: SmallVec<[u8; 3]> = smallvec![];
    for (i, view) in views.iter().enumerate() {
        let have = view.dtype().compute();
        // The condition of a selection is bool already.
        let want = if matches!(op.meaning, Meaning::Select) && i == 0 { DType::Bool } else { compute };
        src.push(if have == want {
            i as u8
        } else {
            let cast = cast::cast(have, want).expect("inference refuses casts without a meaning");
            let dst = registers.len() as u8;
            registers.push(want);
            steps.push(Step { kernel: Kernel::Unary(cast), src: smallvec![i as u8], dst });
            dst
        });
    }
    let dst = registers.len() as u8;
    registers.push(if matches!(op.meaning, Meaning::Compare(_)) { DType::Bool } else { compute });
    let (kernel, cost) = kernel(op, compute)?;
    steps.push(Step { kernel, src, dst });
    Ok(Program { op: op.name, sources: views.into(), registers, steps, cost, out })
}

/// The kernel of an entry, or its plain meaning, and an estimate of nanoseconds an element.
fn kernel(op: Op, dtype: DType) -> Result<(Kernel, f64)> {
    let found = match &op.meaning {
        Meaning::Unary(_) => unary::unary(op.name, dtype).map(Kernel::Unary),
        Meaning::Binary(_) => binary::binary(op.name, dtype).map(Kernel::Binary),
        Meaning::Compare(_) => compare::compare(op.name, dtype).map(Kernel::Binary),
        Meaning::Select => Some(Kernel::Select(select::select(dtype))),
        _ => unreachable!("only element-wise entries come here"),
    };
    let plain = Plain { meaning: &op.meaning, dtype };
    match found {
        Some(kernel) => {
            let slow = matches!(op.meaning, Meaning::Unary(_)) && dtype.is_float();
            Ok((kernel, if slow { 1.0 } else { 0.4 }))
        }
        None if plain.is_defined() => Ok((Kernel::Plain(plain), 5.0)),
        None => {
            let hint = "Convert with astype to a dtype that has this operation.";
            Err(Error::DTypeUnsupported { op: op.name, dtype, hint })
        }
    }
}

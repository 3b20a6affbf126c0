//! Dtype and shape of a result, before anything is computed. Rules read borrowed types, so that a small eager
//! call allocates nothing here.

use polyad_core::{DType, Dims, Error, Kind, Result, broadcast_shapes, normalize_axis};

use crate::attr::{AXIS, Axes, DTYPE, KEEPDIMS, ONE_AXIS};
use crate::op::{Args, Call};
use crate::promote::{complex_of, floating, part, promote, promote_all, summing};
use crate::{Attr, Op};

/// The type of an operand, borrowed.
#[derive(Clone, Copy, Debug)]
pub struct Ty<'a> {
    /// Its extents.
    pub shape: &'a [usize],
    /// Its dtype.
    pub dtype: DType,
}

/// The type of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Type {
    /// Its extents.
    pub shape: Dims,
    /// Its dtype.
    pub dtype: DType,
}

impl Type {
    /// Borrowed.
    pub fn as_ty(&self) -> Ty<'_> {
        Ty { shape: &self.shape, dtype: self.dtype }
    }
}

/// How the dtype of a result follows from those of the operands.
#[derive(Clone, Copy)]
pub enum DTypeRule {
    /// The common dtype of all operands.
    Promote,
    /// The common dtype, which must be a number and not bool.
    Number,
    /// The common dtype, which must be real and not bool.
    Real,
    /// The common dtype, which must be real.
    RealOrBool,
    /// The common dtype, which must be an integer.
    Integer,
    /// The common dtype, which must be an integer or bool.
    Bits,
    /// The common dtype; a complex one gives that of its parts.
    Part,
    /// The common dtype, integers and bool counting as float64.
    Float,
    /// As `Float`, real only.
    RealFloat,
    /// As `Float`; a complex dtype gives that of its parts.
    Magnitude,
    /// As `Float`; a real dtype gives the complex one of such parts.
    Complex,
    /// bool, of operands with a common dtype.
    Bool,
    /// bool, of operands with a common dtype that has an order.
    Ordered,
    /// The common dtype of the operands after the first, which is a condition by truth value.
    Select,
    /// The parameter `dtype`.
    Cast,
    /// The parameter `dtype`, or that of a sum.
    Sum,
    /// The parameter `dtype`, or the common dtype, which must be a number and not bool.
    Product,
    /// int64, whatever the operand.
    Index,
    /// int64, of an operand that has an order.
    OrderedIndex,
    /// That of the first operand, which must be real; integers and bool count as float64.
    FirstRealFloat,
    /// That of the first operand; the others are checked by the executor.
    First,
    /// As `First`; a quantized operand gives float32.
    FirstDecoded,
    /// That of the operands that are moved, the first or all of any number: their own where they have the same, else the
    /// common one; a quantized one gives float32, as its blocks are taken apart.
    Moved,
}

/// How the shape of a result follows from those of the operands.
#[derive(Clone, Copy)]
pub enum ShapeRule {
    /// All operands broadcast.
    Broadcast,
    /// The first operand's.
    First,
    /// The parameters `axis` and `keepdims` reduce the first operand.
    Reduce,
    /// As `Reduce`, and a reduction of nothing is an error.
    ReduceSome,
    /// The first operand's, which has the axis of the parameter `axis`.
    AlongAxis,
    /// Batched matrix product.
    MatMul,
    /// Any other rule, and the shape that it gives in words.
    Custom(fn(&Call) -> Result<Dims>, &'static str),
}

/// The type of the result of an operation. Errors: all that a wrong call can give; nothing is computed.
pub fn infer(op: Op, x: &[Ty], attrs: &[Attr]) -> Result<Type> {
    op.check_call(x.len(), attrs)?;
    let call = Call { op, attrs, x };
    Ok(Type { dtype: infer_dtype(&call)?, shape: infer_shape(&call)? })
}

fn infer_dtype(call: &Call) -> Result<DType> {
    let Call { op, x, .. } = *call;
    let common = || match x {
        [a, b] => promote(op.name, a.dtype, b.dtype),
        _ => promote_all(op.name, x.iter().map(|t| t.dtype)),
    };
    let refuse = |dtype, hint| Err(Error::DTypeUnsupported { op: op.name, dtype, hint });
    let number = |dtype: DType| match dtype.kind() {
        Kind::Bool => refuse(dtype, "Convert with astype(\"int64\"), or use a logical operation."),
        _ => Ok(dtype),
    };
    let unordered = |dtype: DType| match dtype.kind() {
        Kind::Complex => refuse(dtype, "It takes real numbers."),
        _ => Ok(dtype),
    };
    let whole = |dtype: DType| match dtype.kind() {
        Kind::Float | Kind::Complex => refuse(dtype, "It takes integers: convert with astype(\"int64\")."),
        _ => Ok(dtype),
    };
    match op.dtype {
        DTypeRule::Promote => common(),
        DTypeRule::Number => number(common()?),
        DTypeRule::Real => number(unordered(common()?)?),
        DTypeRule::RealOrBool => unordered(common()?),
        DTypeRule::Integer => number(whole(common()?)?),
        DTypeRule::Bits => whole(common()?),
        DTypeRule::Part => Ok(part(common()?)),
        DTypeRule::Float => Ok(floating(common()?)),
        DTypeRule::RealFloat => Ok(floating(unordered(common()?)?)),
        DTypeRule::Bool => common().map(|_| DType::Bool),
        DTypeRule::Ordered => unordered(common()?).map(|_| DType::Bool),
        DTypeRule::Select => promote_all(op.name, x[1..].iter().map(|t| t.dtype)),
        DTypeRule::Cast => {
            let to = call.attr(DTYPE).expect("a cast has its dtype");
            if x[0].dtype.kind() == Kind::Complex && to.kind() != Kind::Complex && to.kind() != Kind::Bool {
                return refuse(x[0].dtype, "A complex tensor becomes real by real() or abs().");
            }
            Ok(to)
        }
        DTypeRule::Magnitude => match floating(common()?) {
            dtype if dtype.kind() == Kind::Complex => Ok(part(dtype)),
            dtype => Ok(dtype),
        },
        DTypeRule::Complex => Ok(complex_of(part(floating(common()?)))),
        DTypeRule::Sum | DTypeRule::Product => match call.attr(DTYPE) {
            Some(to) if to.kind() != Kind::Complex => match x.iter().find(|t| t.dtype.kind() == Kind::Complex) {
                Some(t) => refuse(t.dtype, "The sum of complex numbers is complex."),
                None => Ok(to),
            },
            Some(dtype) => Ok(dtype),
            None if matches!(op.dtype, DTypeRule::Sum) => Ok(summing(x[0].dtype)),
            None => number(common()?),
        },
        DTypeRule::Index => Ok(DType::Int64),
        DTypeRule::OrderedIndex => unordered(x[0].dtype).map(|_| DType::Int64),
        DTypeRule::FirstRealFloat => Ok(floating(unordered(x[0].dtype)?)),
        DTypeRule::First => Ok(x[0].dtype),
        DTypeRule::FirstDecoded => promote_all(op.name, [x[0].dtype]),
        DTypeRule::Moved => {
            let moved = if matches!(op.args, Args::Many(_)) { x } else { &x[..1] };
            let same = moved.iter().all(|t| t.dtype == x[0].dtype) && !x[0].dtype.is_quantized();
            if same { Ok(x[0].dtype) } else { promote_all(op.name, moved.iter().map(|t| t.dtype)) }
        }
    }
}

fn infer_shape(call: &Call) -> Result<Dims> {
    let Call { op, x, .. } = *call;
    match op.shape {
        ShapeRule::Broadcast => match x {
            [a] => Ok(Dims::from_slice(a.shape)),
            [a, b] if a.shape == b.shape => Ok(Dims::from_slice(a.shape)),
            [a, b] => broadcast_shapes(op.name, &[a.shape, b.shape]),
            _ => broadcast_shapes(op.name, &x.iter().map(|t| t.shape).collect::<Vec<_>>()),
        },
        ShapeRule::First => Ok(x[0].shape.into()),
        ShapeRule::Reduce => Ok(Reduced::new(op.name, x[0].shape, &call.attr(AXIS))?.shape(call.attr(KEEPDIMS))),
        ShapeRule::ReduceSome => {
            let reduced = Reduced::new(op.name, x[0].shape, &call.attr(AXIS))?;
            let out = reduced.shape(call.attr(KEEPDIMS));
            if reduced.count() == 0 && !out.contains(&0) {
                return Err(Error::ShapeMismatch {
                    op: op.name,
                    got: x[0].shape.into(),
                    need: "at least one element to choose from".into(),
                });
            }
            Ok(out)
        }
        ShapeRule::AlongAxis => {
            normalize_axis(op.name, call.attr(ONE_AXIS), x[0].shape)?;
            Ok(x[0].shape.into())
        }
        ShapeRule::MatMul => matmul_shape(op.name, x[0].shape, x[1].shape),
        ShapeRule::Custom(rule, _) => rule(call),
    }
}

/// Which axes of a shape are reduced.
pub struct Reduced<'a> {
    shape: &'a [usize],
    mask: u64,
}

impl<'a> Reduced<'a> {
    /// Errors: [`Error::AxisOutOfRange`], [`Error::RepeatedAxis`].
    pub fn new(op: &'static str, shape: &'a [usize], axes: &Axes) -> Result<Reduced<'a>> {
        let mut mask = 0u64;
        match axes {
            Axes::All => mask = if shape.len() == 64 { u64::MAX } else { (1 << shape.len()) - 1 },
            Axes::List(list) => {
                for &axis in list {
                    let at = normalize_axis(op, axis, shape)?;
                    if mask >> at & 1 == 1 {
                        return Err(Error::RepeatedAxis { op, axis, shape: shape.into() });
                    }
                    mask |= 1 << at;
                }
            }
        }
        Ok(Reduced { shape, mask })
    }

    /// Whether an axis is reduced.
    pub fn contains(&self, axis: usize) -> bool {
        self.mask >> axis & 1 == 1
    }

    /// How many elements become one.
    pub fn count(&self) -> usize {
        self.shape.iter().enumerate().filter(|(i, _)| self.contains(*i)).map(|(_, &n)| n).product()
    }

    /// The shape that is left.
    pub fn shape(&self, keepdims: bool) -> Dims {
        let kept = self.shape.iter().enumerate().filter_map(|(i, &n)| match self.contains(i) {
            true => keepdims.then_some(1),
            false => Some(n),
        });
        kept.collect()
    }
}

/// `[.., m, k] @ [.., k, n]`, batch axes broadcast; a vector on either side loses its axis (NumPy).
pub(crate) fn matmul_shape(op: &'static str, a: &[usize], b: &[usize]) -> Result<Dims> {
    let scalar = |shape: &[usize]| Error::ShapeMismatch {
        op,
        got: shape.into(),
        need: "at least one axis; multiply scales by a scalar".into(),
    };
    let k = *a.last().ok_or_else(|| scalar(a))?;
    let inner = match b {
        [] => return Err(scalar(b)),
        [n] => *n,
        [.., n, _] => *n,
    };
    if k != inner {
        let axis = if b.len() == 1 { 0 } else { b.len() as i64 - 2 };
        return Err(Error::ShapeMismatch {
            op,
            got: b.into(),
            need: format!("{k} on axis {axis} of the right operand, as the left one has shape {a:?}"),
        });
    }
    let batch = |s: &[usize]| s.len().saturating_sub(2);
    let lead = broadcast_shapes(op, &[&a[..batch(a)], &b[..batch(b)]]).map_err(|_| Error::broadcast(op, &[a, b]))?;
    let mut out = lead;
    if a.len() > 1 {
        out.push(a[a.len() - 2]);
    }
    if b.len() > 1 {
        out.push(b[b.len() - 1]);
    }
    Ok(out)
}

/// The shape rule of `take`: the axis is replaced by those of the indices.
pub(crate) fn take_shape(call: &Call) -> Result<Dims> {
    let (x, index) = (call.x[0].shape, call.x[1]);
    if !index.dtype.is_integer() {
        return Err(Error::DTypeMismatch { op: call.op.name, got: index.dtype, need: DType::Int64 });
    }
    let axis = normalize_axis(call.op.name, call.attr(ONE_AXIS), x)?;
    Ok(x[..axis].iter().chain(index.shape).chain(&x[axis + 1..]).copied().collect())
}

/// The shape rule of `index_add`: updates have the shape and a dtype that `take` would give.
pub(crate) fn index_add_shape(call: &Call) -> Result<Dims> {
    let need = take_shape(call)?;
    let (x, updates) = (call.x[0], call.x[2]);
    if updates.shape != &need[..] {
        let need = format!("updates of shape {need:?}, which take gives of {:?}", x.shape);
        return Err(Error::ShapeMismatch { op: call.op.name, got: updates.shape.into(), need });
    }
    let own = promote_all(call.op.name, [x.dtype])?;
    if own.kind() == Kind::Bool {
        let hint = "Convert with astype(\"int64\") first.";
        return Err(Error::DTypeUnsupported { op: call.op.name, dtype: own, hint });
    }
    if promote(call.op.name, own, updates.dtype)? != own {
        return Err(Error::DTypeMismatch { op: call.op.name, got: updates.dtype, need: own });
    }
    Ok(Dims::from_slice(x.shape))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops;

    #[test]
    fn matmul_follows_numpy() {
        let m = |a: &[usize], b: &[usize]| matmul_shape("matmul", a, b).map(|s| s.to_vec());
        assert_eq!(m(&[2, 3], &[3, 4]).unwrap(), [2, 4]);
        assert_eq!(m(&[3], &[3]).unwrap(), [0usize; 0]);
        assert_eq!(m(&[5, 1, 2, 3], &[7, 3, 4]).unwrap(), [5, 7, 2, 4]);
        assert_eq!(m(&[3], &[5, 3, 4]).unwrap(), [5, 4]);
        assert!(m(&[2, 3], &[4, 3]).unwrap_err().to_string().contains("[2, 3]"));
        assert!(m(&[], &[3]).is_err());
        assert!(m(&[2, 2, 3], &[3, 3, 4]).is_err());
    }

    #[test]
    fn a_wrong_call_is_told_before_anything_runs() {
        let t = |shape| Ty { shape, dtype: DType::Float32 };
        assert!(matches!(infer(&ops::ADD, &[t(&[2])], &[]), Err(Error::OperandCount { .. })));
        assert!(matches!(infer(&ops::ADD, &[t(&[2, 3]), t(&[4, 3])], &[]), Err(Error::Broadcast { .. })));
        let attrs = [Attr::Axes(2.into()), Attr::Bool(false), Attr::None];
        assert!(matches!(infer(&ops::SUM, &[t(&[2, 3])], &attrs), Err(Error::AxisOutOfRange { .. })));
        let attrs = [Attr::Axes(Axes::All), Attr::Bool(false)];
        assert!(matches!(infer(&ops::MAX, &[t(&[0])], &attrs), Err(Error::ShapeMismatch { .. })));
    }
}

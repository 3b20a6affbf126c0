//! The common dtype of several operands: the array API lattice, extended to narrow and quantized floats.

use polyad_core::{DType, Error, Kind, Result};

use DType::{BFloat16, Bool, Complex128, Float16, Float32, Float64, Int8, Int64};

/// What a dtype counts as among others: quantized floats as float32, integers narrower than a byte as whole bytes.
#[inline]
fn counts_as(dtype: DType) -> DType {
    let narrow_integer = dtype.is_packed() && !dtype.is_float();
    if dtype.is_quantized() || narrow_integer { dtype.compute() } else { dtype }
}

/// The common dtype of two. Errors: [`Error::NoPromotion`] for uint64 with a signed integer.
///
/// ```
/// use polyad_core::DType;
/// use polyad_ir::promote;
/// assert_eq!(promote("add", DType::Float16, DType::BFloat16)?, DType::Float32);
/// assert_eq!(promote("add", DType::Q4_0, DType::Q4_0)?, DType::Float32);
/// # Ok::<(), polyad_core::Error>(())
/// ```
pub fn promote(op: &'static str, a: DType, b: DType) -> Result<DType> {
    let (a, b) = (counts_as(a), counts_as(b));
    if a == b {
        return Ok(a);
    }
    let none = || Err(Error::NoPromotion { op, dtypes: [a, b] });
    Ok(match (a.kind(), b.kind()) {
        (Kind::Bool, _) => b,
        (_, Kind::Bool) => a,
        (Kind::Signed, Kind::Signed) | (Kind::Unsigned, Kind::Unsigned) => wider(a, b),
        (Kind::Signed, Kind::Unsigned) => return mixed(a, b).map_or_else(none, Ok),
        (Kind::Unsigned, Kind::Signed) => return mixed(b, a).map_or_else(none, Ok),
        (Kind::Float, Kind::Signed | Kind::Unsigned) => a,
        (Kind::Signed | Kind::Unsigned, Kind::Float) => b,
        (Kind::Complex, Kind::Signed | Kind::Unsigned) => a,
        (Kind::Signed | Kind::Unsigned, Kind::Complex) => b,
        (Kind::Float, Kind::Float) => floats(a, b),
        (Kind::Complex, Kind::Complex) => complex_of(floats(part(a), part(b))),
        (Kind::Complex, Kind::Float) => complex_with(a, b),
        (Kind::Float, Kind::Complex) => complex_with(b, a),
    })
}

/// Whether elements of one dtype may be written into a tensor of another as they are: no integer can be cut short, no
/// fraction or imaginary part lost. Floats round.
///
/// ```
/// use polyad_core::DType;
/// use polyad_ir::holds;
/// assert!(holds(DType::Float32, DType::Float64) && holds(DType::Int64, DType::Int8));
/// assert!(!holds(DType::Int64, DType::Float32) && !holds(DType::Int8, DType::Int64));
/// ```
pub fn holds(to: DType, from: DType) -> bool {
    match (to.kind(), from.kind()) {
        _ if to == from => true,
        (_, Kind::Bool) => true,
        (Kind::Complex, _) => true,
        (Kind::Float, Kind::Complex) => false,
        (Kind::Float, _) => true,
        (Kind::Bool, _) | (_, Kind::Float | Kind::Complex) => false,
        _ => promote("assign", to, from).is_ok_and(|common| common == to),
    }
}

/// The common dtype of any number; at least one. Errors: [`Error::NoPromotion`].
pub fn promote_all(op: &'static str, dtypes: impl IntoIterator<Item = DType>) -> Result<DType> {
    let mut dtypes = dtypes.into_iter();
    let first = counts_as(dtypes.next().expect("an operation has operands"));
    dtypes.try_fold(first, |a, b| promote(op, a, b))
}

/// Whether elements of one dtype may become those of another without a cast: by promotion the other is common to both.
///
/// ```
/// use polyad_core::DType;
/// use polyad_ir::can_cast;
/// assert!(can_cast(DType::Int8, DType::Int64) && !can_cast(DType::Int64, DType::Int8));
/// assert!(can_cast(DType::Q4_0, DType::Q4_0));
/// ```
pub fn can_cast(from: DType, to: DType) -> bool {
    from == to || promote("can_cast", from, to).is_ok_and(|common| common == to)
}

fn wider(a: DType, b: DType) -> DType {
    if a.block_bytes() >= b.block_bytes() { a } else { b }
}

/// The wider of two floats; float32 for two of a width that have different values.
fn floats(a: DType, b: DType) -> DType {
    let narrow = |d: DType| d.bits() <= 8.0;
    match (a, b) {
        _ if a == b => a,
        (Float16, BFloat16) | (BFloat16, Float16) => Float32,
        _ if narrow(a) && narrow(b) => Float32,
        _ => wider(a, b),
    }
}

/// A signed integer that holds both, if there is one.
fn mixed(signed: DType, unsigned: DType) -> Option<DType> {
    const SIGNED: [DType; 4] = [Int8, DType::Int16, DType::Int32, Int64];
    SIGNED.into_iter().find(|s| s.block_bytes() > unsigned.block_bytes() && s.block_bytes() >= signed.block_bytes())
}

fn complex_with(complex: DType, real: DType) -> DType {
    complex_of(floats(part(complex), real))
}

/// The complex dtypes, by that of their parts.
const COMPLEX: [(DType, DType); 4] =
    [(Float64, Complex128), (Float32, DType::Complex64), (Float16, DType::Complex32), (BFloat16, DType::BComplex32)];

/// The dtype of the parts of a complex one; a real one is its own.
///
/// ```
/// use polyad_core::DType;
/// assert_eq!(polyad_ir::part(DType::Complex64), DType::Float32);
/// assert_eq!(polyad_ir::part(DType::Int8), DType::Int8);
/// ```
pub fn part(dtype: DType) -> DType {
    COMPLEX.into_iter().find(|(_, c)| *c == dtype).map_or(dtype, |(part, _)| part)
}

/// The complex dtype of such parts; that of the narrowest wider ones where there is none.
pub(crate) fn complex_of(part: DType) -> DType {
    COMPLEX.into_iter().find(|(p, _)| *p == part).map_or(Complex128, |(_, complex)| complex)
}

/// The default float for what is no float: bool and integers.
pub(crate) fn floating(dtype: DType) -> DType {
    let dtype = counts_as(dtype);
    if dtype.is_float() { dtype } else { Float64 }
}

/// The dtype of a sum: integers in 64 bits, bool counts, floats keep theirs.
pub(crate) fn summing(dtype: DType) -> DType {
    match counts_as(dtype) {
        Bool => Int64,
        d if d.kind() == Kind::Signed => Int64,
        d if d.kind() == Kind::Unsigned => DType::UInt64,
        d => d,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lattice_is_symmetric_and_wide_enough() {
        for &a in DType::ALL {
            for &b in DType::ALL {
                let (x, y) = (promote("add", a, b), promote("add", b, a));
                match (x, y) {
                    (Ok(x), Ok(y)) => {
                        assert_eq!(x, y, "{a} {b}");
                        assert!(!x.is_quantized());
                    }
                    (Err(_), Err(_)) => assert!(a == DType::UInt64 || b == DType::UInt64),
                    _ => panic!("{a} {b}"),
                }
            }
        }
        let p = |a, b| promote("add", a, b).unwrap();
        assert_eq!(p(DType::UInt8, DType::Int8), DType::Int16);
        assert_eq!(p(DType::UInt32, DType::Int8), DType::Int64);
        assert_eq!(p(DType::Int64, DType::Float16), DType::Float16);
        assert_eq!(p(DType::Float64, DType::Complex64), DType::Complex128);
        assert_eq!(p(DType::Bool, DType::UInt8), DType::UInt8);
        assert_eq!(p(DType::Ternary, DType::Ternary), DType::Int8);
        assert_eq!(p(DType::UInt1, DType::UInt4), DType::UInt8);
        assert_eq!(p(DType::Float4E2M1FN, DType::Float4E2M1FN), DType::Float4E2M1FN);
        assert_eq!(p(DType::Float8E4M3FN, DType::Float8E5M2), DType::Float32);
        assert_eq!(p(DType::Float8E4M3FN, DType::BFloat16), DType::BFloat16);
        assert_eq!(p(DType::Int64, DType::Float8E5M2), DType::Float8E5M2);
        assert_eq!(p(DType::Complex32, DType::BComplex32), DType::Complex64);
        assert_eq!(p(DType::Complex32, DType::Float8E5M2), DType::Complex32);
        assert_eq!(p(DType::BComplex32, DType::Float32), DType::Complex64);
    }
}

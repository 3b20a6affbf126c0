//! The parts of complex numbers; of a real number the imaginary part is 0.

use polyad_core::Kind;

use crate::op::{BASE, Check, ComplexGrad, Grad, Meaning, Op, OpDef, Unary};
use crate::{DTypeRule, Expr};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&REAL, &IMAG, &CONJ];

/// The real part.
pub static REAL: OpDef = OpDef {
    name: "real",
    summary: "The real part, in the dtype of the parts; a real number as it is.",
    source: "Python array API 2025.12, `real`",
    example: "use num_complex::Complex;\n\
              assert_eq!(tensor![Complex::new(3.0, -4.0)].real()?, tensor![3.0]);",
    dtype: DTypeRule::Part,
    meaning: Meaning::Unary(Unary {
        float: Some(|x| x),
        signed: Some(|x| x),
        unsigned: Some(|x| x),
        bool: Some(|x| x),
        part: Some(|[re, _]| re),
        ..Unary::NONE
    }),
    complex_grad: ComplexGrad::Rule,
    grad: Grad::Rule(|b| vec![Some(b.grads[0].clone())]),
    check: Check { points: &[(&[-0.0], -0.0), (&[f64::NAN], f64::NAN)], ..BASE.check },
    ..BASE
};

/// The imaginary part.
pub static IMAG: OpDef = OpDef {
    name: "imag",
    summary: "The imaginary part, in the dtype of the parts; of a real number 0.",
    source: "Python array API 2025.12, `imag`; for real numbers NumPy",
    example: "use num_complex::Complex;\n\
              assert_eq!(tensor![Complex::new(3.0, -4.0)].imag()?, tensor![-4.0]);",
    dtype: DTypeRule::Part,
    meaning: Meaning::Unary(Unary {
        float: Some(|_| 0.0),
        signed: Some(|_| 0),
        unsigned: Some(|_| 0),
        bool: Some(|_| false),
        part: Some(|[_, im]| im),
        ..Unary::NONE
    }),
    complex_grad: ComplexGrad::Rule,
    grad: Grad::Rule(|b| {
        let complex = b.x[0].dtype().kind() == Kind::Complex;
        vec![Some(if complex { &b.grads[0] * Expr::imaginary_unit(b.x[0].dtype()) } else { &b.grads[0] * 0.0 })]
    }),
    check: Check { points: &[(&[-2.0], 0.0), (&[f64::NAN], 0.0)], ..BASE.check },
    ..BASE
};

/// The conjugate.
pub static CONJ: OpDef = OpDef {
    name: "conj",
    aliases: &["conjugate"],
    summary: "The complex conjugate; a real number as it is.",
    source: "Python array API 2025.12, `conj`",
    example: "use num_complex::Complex;\n\
              assert_eq!(tensor![Complex::new(3.0, -4.0)].conj()?, tensor![Complex::new(3.0, 4.0)]);",
    dtype: DTypeRule::Number,
    meaning: Meaning::Unary(Unary {
        float: Some(|x| x),
        signed: Some(|x| x),
        unsigned: Some(|x| x),
        complex: Some(|[re, im]| [re, -im]),
        ..Unary::NONE
    }),
    complex_grad: ComplexGrad::Rule,
    grad: Grad::Rule(|b| vec![Some(b.grads[0].unary(&CONJ))]),
    check: Check { points: &[(&[-0.0], -0.0), (&[f64::INFINITY], f64::INFINITY)], ..BASE.check },
    ..BASE
};

//! Parameters of distributions: numbers, or tensors that broadcast to the shape of the draw.

use polyad_core::{DType, Error, Kind, Result};

use crate::{Operand, Scalar, Tensor, exec};

/// What a parameter may be.
pub(super) struct Rule {
    pub(super) name: &'static str,
    /// Whether a number, which is never NaN, fits.
    pub(super) fits: fn(f64) -> bool,
    /// The same in words that continue "takes".
    pub(super) takes: &'static str,
}

impl Rule {
    pub(super) const fn finite(name: &'static str) -> Rule {
        Rule { name, fits: f64::is_finite, takes: "finite numbers" }
    }

    /// A finite number from 0 on.
    pub(super) const fn spread(name: &'static str) -> Rule {
        Rule { name, fits: |x| x.is_finite() && x >= 0.0, takes: "finite numbers from 0 on" }
    }

    pub(super) const fn positive(name: &'static str) -> Rule {
        Rule { name, fits: |x| x.is_finite() && x > 0.0, takes: "finite numbers above 0" }
    }

    pub(super) const fn probability(name: &'static str) -> Rule {
        Rule { name, fits: |x| (0.0..=1.0).contains(&x), takes: "numbers from 0 to 1" }
    }
}

/// The values of a parameter, by the number of the element they belong to.
pub(super) struct Values {
    numbers: Vec<f64>,
    walk: Walk,
}

enum Walk {
    One,
    Each,
    /// Extents of the draw and steps in `numbers`, innermost first.
    Steps(Vec<(u64, u64)>),
}

impl Values {
    pub(super) fn at(&self, element: u64) -> f64 {
        let place = match &self.walk {
            Walk::One => 0,
            Walk::Each => element,
            Walk::Steps(steps) => {
                let (mut left, mut place) = (element, 0);
                for (extent, step) in steps {
                    place += left % extent * step;
                    left /= extent;
                }
                place
            }
        };
        self.numbers[place as usize]
    }

    /// The number, where it is the same for all elements.
    pub(super) fn one(&self) -> Option<f64> {
        matches!(self.walk, Walk::One).then(|| self.numbers[0])
    }
}

fn refuse(op: &'static str, rule: &Rule, got: String) -> Error {
    Error::BadArgument { op, argument: rule.name, got, takes: rule.takes.into() }
}

/// The values of a parameter for a draw of this shape, all of them within its rule.
pub(super) fn values(op: &'static str, shape: &[usize], operand: Operand<'_>, rule: &Rule) -> Result<Values> {
    let fits = |x: f64| !x.is_nan() && (rule.fits)(x);
    let tensor = match operand {
        Operand::Number(number) => {
            let x = match number {
                Scalar::Bool(x) => f64::from(u8::from(x)),
                Scalar::Int(x) => x as f64,
                Scalar::UInt(x) => x as f64,
                Scalar::Float(x) => x,
                Scalar::Complex(_) => return Err(refuse(op, rule, number.to_string())),
            };
            let good = fits(x).then(|| Values { numbers: vec![x], walk: Walk::One });
            return good.ok_or_else(|| refuse(op, rule, format!("{x:?}")));
        }
        Operand::Tensor(x) => x,
    };
    let numbers = wide(op, rule.name, tensor)?;
    if tensor.layout().broadcast_to(shape).is_err() {
        return Err(Error::broadcast(op, &[tensor.shape(), shape]));
    }
    if let Some(at) = numbers.iter().position(|&x| !fits(x)) {
        let place = place(tensor.shape(), at);
        return Err(refuse(op, rule, format!("{:?} at {place:?}", numbers[at])));
    }
    let walk = if numbers.len() == 1 {
        Walk::One
    } else if tensor.shape() == shape {
        Walk::Each
    } else {
        let mut step = 1;
        let own = tensor.shape().iter().rev().map(Some).chain(std::iter::repeat(None));
        let steps = shape.iter().rev().zip(own).map(|(&extent, own)| {
            let own = own.copied().unwrap_or(1);
            let taken = if own == 1 { 0 } else { step };
            step *= own as u64;
            (extent as u64, taken)
        });
        Walk::Steps(steps.collect())
    };
    Ok(Values { numbers, walk })
}

/// Every element as float64.
pub(super) fn wide(op: &'static str, argument: &'static str, x: &Tensor) -> Result<Vec<f64>> {
    if x.dtype().kind() == Kind::Complex {
        let takes = "real numbers".into();
        return Err(Error::BadArgument { op, argument, got: format!("a tensor of {}", x.dtype()), takes });
    }
    Tensor::from_view(exec::cast(op, x.view(), DType::Float64)?).to_vec()
}

/// The index of an element by its number.
pub(super) fn place(shape: &[usize], number: usize) -> Vec<usize> {
    let mut left = number;
    let mut index: Vec<usize> = shape
        .iter()
        .rev()
        .map(|&extent| {
            let at = left % extent.max(1);
            left /= extent.max(1);
            at
        })
        .collect();
    index.reverse();
    index
}

//! Printing as NumPy does: nested brackets, aligned columns, lines of 75 characters, long axes cut in the middle.
//!
//! Only what is shown is read. Dtypes that NumPy lacks print as the plain dtype that holds their values: bfloat16 and block
//! formats as float32, ternary as int8.

mod digits;
mod float;
mod rows;
mod scaled;

use std::fmt;

use polyad_core::{DType, Kind, Result, Slice};

use crate::Tensor;
use digits::Width;

/// Elements above which long axes are cut.
const THRESHOLD: usize = 1000;
/// Elements shown at each end of a cut axis.
const EDGE: usize = 3;

impl fmt::Display for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.size() == 0 {
            return f.write_str("[]");
        }
        let cut = self.size() > THRESHOLD;
        let mut shown = Shown::of(self);
        if let Err(e) = shown.collect(self, cut) {
            // Somebody holds the buffer: printing says so, it does not fail.
            return write!(f, "<{e}>");
        }
        if self.ndim() == 0 {
            return f.write_str(&shown.scalar());
        }
        f.write_str(&rows::layout(self.shape(), cut, &shown.texts()))
    }
}

impl fmt::Debug for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tensor({self}, shape={:?}, dtype={})", self.shape(), self.dtype())
    }
}

/// The elements that are shown, in row-major order.
enum Shown {
    Bool(Vec<bool>),
    Signed(Vec<i64>),
    Unsigned(Vec<u64>),
    Float(Vec<f64>, Width),
    Complex(Vec<num_complex::Complex<f64>>, Width),
}

impl Shown {
    /// None yet, of the kind of a tensor.
    fn of(x: &Tensor) -> Shown {
        let width = match x.dtype() {
            DType::Float64 | DType::Complex128 => Width::Double,
            DType::Float16 => Width::Half,
            _ => Width::Single,
        };
        match x.dtype().kind() {
            Kind::Bool => Shown::Bool(vec![]),
            Kind::Signed => Shown::Signed(vec![]),
            Kind::Unsigned => Shown::Unsigned(vec![]),
            Kind::Float => Shown::Float(vec![], width),
            Kind::Complex => Shown::Complex(vec![], width),
        }
    }

    fn collect(&mut self, x: &Tensor, cut: bool) -> Result<()> {
        let Some(&n) = x.shape().first() else { return self.extend(x) };
        if x.ndim() > 1 {
            return rows::shown(n, cut)
                .flatten()
                .try_for_each(|i| self.collect(&x.slice(&[Slice::At(i as i64)])?, cut));
        }
        if !rows::is_cut(n, cut) {
            return self.extend(x);
        }
        self.extend(&x.slice(&[(..EDGE as i64).into()])?)?;
        self.extend(&x.slice(&[((n - EDGE) as i64..).into()])?)
    }

    fn extend(&mut self, x: &Tensor) -> Result<()> {
        match self {
            Shown::Bool(v) => v.extend(x.to_vec::<bool>()?),
            Shown::Signed(v) => v.extend(x.astype(DType::Int64)?.to_vec::<i64>()?),
            Shown::Unsigned(v) => v.extend(x.astype(DType::UInt64)?.to_vec::<u64>()?),
            Shown::Float(v, _) => v.extend(x.to_f64_vec()?),
            Shown::Complex(v, _) => v.extend(x.astype(DType::Complex128)?.to_vec::<num_complex::Complex<f64>>()?),
        }
        Ok(())
    }

    /// The text of each element, all of one width.
    fn texts(&self) -> Vec<String> {
        match self {
            Shown::Bool(v) => v.iter().map(|&x| if x { " True" } else { "False" }.to_owned()).collect(),
            Shown::Signed(v) => right(v),
            Shown::Unsigned(v) => right(v),
            Shown::Float(v, width) => float::texts(v, *width, false),
            Shown::Complex(v, width) => {
                let real: Vec<f64> = v.iter().map(|z| z.re).collect();
                let imaginary: Vec<f64> = v.iter().map(|z| z.im).collect();
                let pairs = float::texts(&real, *width, false).into_iter().zip(float::texts(&imaginary, *width, true));
                pairs.map(|(re, im)| re + &with_unit(im)).collect()
            }
        }
    }

    /// The text of the only element of a 0-d tensor: a number as Python prints it, with all its digits.
    fn scalar(&self) -> String {
        match self {
            Shown::Bool(v) => if v[0] { "True" } else { "False" }.to_owned(),
            Shown::Signed(v) => v[0].to_string(),
            Shown::Unsigned(v) => v[0].to_string(),
            Shown::Float(v, width) => float::scalar(v[0], *width, ".0"),
            Shown::Complex(v, width) => {
                let [re, im] = [v[0].re, v[0].im].map(|x| float::scalar(x, *width, ""));
                match (v[0].re == 0.0 && v[0].re.is_sign_positive(), im.starts_with('-')) {
                    (true, _) => format!("{im}j"),
                    (false, true) => format!("({re}{im}j)"),
                    (false, false) => format!("({re}+{im}j)"),
                }
            }
        }
    }
}

/// Integers, to the right.
fn right(values: &[impl ToString]) -> Vec<String> {
    let texts: Vec<String> = values.iter().map(ToString::to_string).collect();
    let width = texts.iter().map(String::len).max().unwrap_or(0);
    texts.into_iter().map(|t| format!("{t:>width$}")).collect()
}

/// The `j` stands at the number, before the room that keeps columns aligned.
fn with_unit(mut text: String) -> String {
    text.insert(text.trim_end().len(), 'j');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dtypes_that_numpy_lacks_print_as_those_that_hold_their_values() {
        let x = Tensor::from_slice(&[0.1f32, -2.0, 300.0], &[3]).unwrap();
        assert_eq!(x.astype(DType::BFloat16).unwrap().to_string(), "[ 1.00097656e-01 -2.00000000e+00  3.00000000e+02]");
        assert_eq!(x.astype(DType::Ternary).unwrap().to_string(), "[ 0 -1  1]");
        let q = Tensor::full(&[1, 32], 0.5f32, DType::Float32).unwrap().quantize(DType::Q8_0).unwrap();
        let part = q.slice(&[Slice::All, (30..).into()]).unwrap();
        assert_eq!(part.to_string(), "[[0.49996948 0.49996948]]");
    }

    #[test]
    fn debug_says_shape_and_dtype() {
        let x = Tensor::from_slice(&[1.5f32], &[1]).unwrap();
        assert_eq!(format!("{x:?}"), "Tensor([1.5], shape=[1], dtype=float32)");
    }

    #[test]
    fn views_print_as_their_copies() {
        let x = Tensor::arange(1200).unwrap().reshape(&[30, 40]).unwrap().mt().unwrap().flip(1).unwrap();
        assert_eq!(x.to_string(), x.copy().unwrap().to_string());
    }
}

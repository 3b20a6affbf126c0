//! Printing as NumPy lays it out: nested brackets, aligned columns, long axes cut in the middle.

use std::fmt;

use polyad_core::{DType, Kind, Result, Slice};

use crate::Tensor;

/// Elements from which on long axes are cut.
const THRESHOLD: usize = 1000;
/// Elements shown at each end of a cut axis.
const EDGE: usize = 3;

impl fmt::Display for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.size() == 0 {
            return write!(f, "[] (shape {:?})", self.shape());
        }
        let cut = self.size() > THRESHOLD;
        let mut texts = vec![];
        if let Err(e) = collect(self, cut, &mut texts) {
            // Somebody holds the buffer: printing says so, it does not fail.
            return write!(f, "<{e}>");
        }
        align(&mut texts, self.dtype().kind() == Kind::Float);
        layout(f, self.shape(), cut, &mut texts.iter(), 1)
    }
}

impl fmt::Debug for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tensor({self}, shape={:?}, dtype={})", self.shape(), self.dtype())
    }
}

/// Pads texts to one width: numbers to the right, floats so that their points stand under each other.
fn align(texts: &mut [String], float: bool) {
    let point = |t: &str| if float { t.find('.').map_or(0, |at| t.len() - at) } else { 0 };
    let after = texts.iter().map(|t| point(t)).max().unwrap_or(0);
    for t in texts.iter_mut() {
        // What has no point (nan, inf, 1e20) stands at the right edge.
        let pad = if point(t) == 0 { 0 } else { after - point(t) };
        t.push_str(&" ".repeat(pad));
    }
    let width = texts.iter().map(String::len).max().unwrap_or(0);
    for t in texts.iter_mut() {
        t.insert_str(0, &" ".repeat(width - t.len()));
    }
}

/// The texts of the elements that are shown, in row-major order.
fn collect(x: &Tensor, cut: bool, out: &mut Vec<String>) -> Result<()> {
    if let Some(&n) = x.shape().first() {
        for i in shown(n, cut).flatten() {
            collect(&x.slice(&[Slice::At(i as i64)])?, cut, out)?;
        }
        return Ok(());
    }
    out.push(element(x)?);
    Ok(())
}

/// The text of the only element.
fn element(x: &Tensor) -> Result<String> {
    Ok(match x.dtype().kind() {
        Kind::Bool => if x.item::<bool>()? { "True" } else { "False" }.into(),
        Kind::Signed => x.astype(DType::Int64)?.item::<i64>()?.to_string(),
        Kind::Unsigned => x.astype(DType::UInt64)?.item::<u64>()?.to_string(),
        Kind::Float if x.dtype() == DType::Float64 => float(&format!("{:?}", x.item::<f64>()?)),
        Kind::Float => float(&format!("{:?}", x.astype(DType::Float32)?.item::<f32>()?)),
        Kind::Complex => {
            let z = x.astype(DType::Complex128)?.to_vec::<num_complex::Complex<f64>>()?[0];
            let sign = if z.im.is_sign_negative() { "" } else { "+" };
            format!("{}{sign}{}j", float(&format!("{:?}", z.re)), float(&format!("{:?}", z.im)))
        }
    })
}

/// Rust's shortest text of a float in NumPy's spelling.
fn float(text: &str) -> String {
    match text {
        "NaN" => "nan".into(),
        _ => text.strip_suffix(".0").map_or_else(|| text.to_string(), |t| format!("{t}.")),
    }
}

/// The indices of an axis that are shown; `None` is the gap.
fn shown(n: usize, cut: bool) -> impl Iterator<Item = Option<usize>> {
    let gap = cut && n > 2 * EDGE;
    let head = if gap { EDGE } else { n };
    let tail = if gap { n - EDGE } else { n };
    (0..head).map(Some).chain(gap.then_some(None)).chain((tail..n).map(Some))
}

fn layout<'a>(
    f: &mut fmt::Formatter<'_>,
    shape: &[usize],
    cut: bool,
    texts: &mut impl Iterator<Item = &'a String>,
    depth: usize,
) -> fmt::Result {
    let Some((&n, inner)) = shape.split_first() else {
        return f.write_str(texts.next().ok_or(fmt::Error)?);
    };
    f.write_str("[")?;
    for (k, i) in shown(n, cut).enumerate() {
        if k > 0 {
            if inner.is_empty() {
                f.write_str(" ")?;
            } else {
                write!(f, "{}{:depth$}", "\n".repeat(inner.len()), "")?;
            }
        }
        match i {
            Some(_) => layout(f, inner, cut, texts, depth + 1)?,
            None => f.write_str("...")?,
        }
    }
    f.write_str("]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tensors_print_as_numpy_lays_them_out() {
        let x = Tensor::from_slice(&[1.0f32, -2.5, 3.0, 40.0], &[2, 2]).unwrap();
        assert_eq!(x.to_string(), "[[ 1.  -2.5]\n [ 3.  40. ]]");
        assert_eq!(Tensor::arange(3).unwrap().to_string(), "[0 1 2]");
        assert_eq!(Tensor::from_slice(&[true], &[]).unwrap().to_string(), "True");
        let long = Tensor::arange(2000).unwrap().to_string();
        assert_eq!(long, "[   0    1    2 ... 1997 1998 1999]");
    }
}

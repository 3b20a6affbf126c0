//! What a smaller file lost, in numbers.

use polyad::{DType, SumOptions, Tensor, io};

use crate::Result;

/// Error of the tensors that a smaller file stores in another dtype, pooled over all their elements.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// How many tensors that are.
    pub tensors: usize,
    /// Sum of the squares of the original's elements.
    pub signal: f64,
    /// Sum of the squares of the differences.
    pub noise: f64,
}

impl Loss {
    /// Root of the mean squared difference, relative to that of the original's elements.
    pub fn relative_rmse(&self) -> f64 {
        if self.noise == 0.0 { 0.0 } else { (self.noise / self.signal).sqrt() }
    }

    /// Signal to noise in decibels; infinite where nothing was lost.
    pub fn snr_db(&self) -> f64 {
        -20.0 * self.relative_rmse().log10()
    }
}

/// Compares the tensors of `smaller` with those of the same names in `original`, where the dtypes differ.
///
/// Errors: a tensor that is missing or of another shape.
pub fn loss(original: &io::Archive, smaller: &io::Archive) -> Result<Loss> {
    let mut loss = Loss::default();
    for entry in smaller.entries().iter().filter(|e| original.get(&e.name).is_none_or(|o| o.dtype != e.dtype)) {
        let a = original.tensor(&entry.name)?;
        let b = smaller.tensor(&entry.name)?;
        loss.tensors += 1;
        loss.signal += squares(&a)?;
        loss.noise += squares(&a.subtract(&b)?)?;
    }
    Ok(loss)
}

/// The sum of the squares of all elements.
fn squares(x: &Tensor) -> Result<f64> {
    let options = SumOptions { dtype: Some(DType::Float64), ..SumOptions::default() };
    Ok(x.square()?.sum_with((), options)?.item()?)
}

/// The cosine of the angle between two vectors of length 1.
pub fn cosine(a: &Tensor, b: &Tensor) -> Result<f64> {
    let wide = |x: &Tensor| x.astype(DType::Float64);
    Ok(wide(a)?.matmul(&wide(b)?)?.item()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decibels_follow_from_the_relative_error() {
        let loss = Loss { tensors: 1, signal: 100.0, noise: 1.0 };
        assert_eq!(loss.relative_rmse(), 0.1);
        assert!((loss.snr_db() - 20.0).abs() < 1e-12);
        let none = Loss { noise: 0.0, ..loss };
        assert_eq!((none.relative_rmse(), none.snr_db()), (0.0, f64::INFINITY));
    }

    #[test]
    fn a_cosine_is_that_of_the_angle() {
        let a = Tensor::from_slice(&[0.6f32, 0.8], &[2]).unwrap();
        let b = Tensor::from_slice(&[1.0f32, 0.0], &[2]).unwrap();
        assert!((cosine(&a, &b).unwrap() - 0.6).abs() < 1e-7);
    }
}

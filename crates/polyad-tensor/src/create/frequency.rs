//! The frequencies that the elements of a spectrum stand for.

use polyad_core::{DType, Error, Kind, Result};

use super::range::floats;
use crate::Tensor;

impl Tensor {
    /// The frequencies of the `n` elements that [`Tensor::fft`] gives of samples `d` apart: those from 0 on, then the negative
    /// ones, in cycles per unit of `d`.
    ///
    /// ```
    /// use polyad_core::DType;
    /// use polyad_tensor::{Tensor, tensor};
    /// assert_eq!(Tensor::fftfreq(5, 0.2, DType::Float64)?, tensor![0.0, 1.0, 2.0, -2.0, -1.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `BadArgument` for no samples or no distance between them, `DTypeUnsupported` for other dtypes than real
    /// floats, `SizeOverflow`, `OutOfMemory`.
    ///
    /// Source: Python array API 2025.12, `fft.fftfreq`.
    pub fn fftfreq(n: usize, d: f64, dtype: DType) -> Result<Tensor> {
        let step = step("fftfreq", n, d, dtype)?;
        let positive = n.div_ceil(2);
        let place = |i: u64| if (i as usize) < positive { i as f64 } else { i as f64 - n as f64 };
        floats("fftfreq", n, |i| place(i) * step, dtype)
    }

    /// The frequencies of the `n / 2 + 1` elements that [`Tensor::rfft`] gives of `n` samples `d` apart.
    ///
    /// ```
    /// use polyad_core::DType;
    /// use polyad_tensor::{Tensor, tensor};
    /// assert_eq!(Tensor::rfftfreq(4, 0.25, DType::Float64)?, tensor![0.0, 1.0, 2.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: as [`Tensor::fftfreq`]. Source: Python array API 2025.12, `fft.rfftfreq`.
    pub fn rfftfreq(n: usize, d: f64, dtype: DType) -> Result<Tensor> {
        let step = step("rfftfreq", n, d, dtype)?;
        floats("rfftfreq", n / 2 + 1, |i| i as f64 * step, dtype)
    }
}

/// How far two frequencies are apart.
fn step(op: &'static str, n: usize, d: f64, dtype: DType) -> Result<f64> {
    if dtype.kind() != Kind::Float {
        return Err(Error::DTypeUnsupported { op, dtype, hint: "Frequencies are real floats such as float64." });
    }
    let bad = |argument, got: String, takes: &str| Error::BadArgument { op, argument, got, takes: takes.into() };
    if n == 0 {
        return Err(bad("n", n.to_string(), "at least one sample"));
    }
    if d == 0.0 {
        return Err(bad("d", d.to_string(), "a distance between samples that is not 0"));
    }
    Ok(1.0 / (n as f64 * d))
}

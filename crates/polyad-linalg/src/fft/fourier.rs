//! Fourier transforms of complex and of real rows.

use std::sync::Arc;

use num_complex::Complex;
use realfft::{ComplexToReal, FftError, RealFftPlanner, RealToComplex};
use rustfft::{Fft, FftPlanner};

use super::{Real, Row, complex_bytes, pad, scale, split};

struct OfComplex<T>(Arc<dyn Fft<T>>);

pub(super) fn complex<T: Real>(n: usize, inverse: bool) -> Arc<dyn Row> {
    let mut planner = FftPlanner::<T>::new();
    Arc::new(OfComplex(if inverse { planner.plan_fft_inverse(n) } else { planner.plan_fft_forward(n) }))
}

impl<T: Real> Row for OfComplex<T> {
    fn room(&self) -> usize {
        complex_bytes::<T>(self.0.len() + self.0.get_immutable_scratch_len()).next_multiple_of(16)
    }

    fn run(&self, x: &[u8], factor: f64, room: &mut [u8], out: &mut [u8]) {
        let n = self.0.len();
        let x: &[Complex<T>] = bytemuck::cast_slice(x);
        let to: &mut [Complex<T>] = bytemuck::cast_slice_mut(out);
        let (padded, rest) = split(room, n);
        let (scratch, _) = split(rest, self.0.get_immutable_scratch_len());
        let x = if x.len() == n {
            x
        } else {
            pad(x, padded);
            padded
        };
        self.0.process_immutable_with_scratch(x, to, scratch);
        scale::<T>(bytemuck::cast_slice_mut(out), factor);
    }
}

/// Real numbers to half of their spectrum, or to all of it.
struct OfReal<T> {
    half: Arc<dyn RealToComplex<T>>,
    /// Whether the other half is wanted too, and whether with positive exponents.
    whole: Option<bool>,
}

pub(super) fn half<T: Real>(n: usize) -> Arc<dyn Row> {
    Arc::new(OfReal { half: RealFftPlanner::<T>::new().plan_fft_forward(n), whole: None })
}

pub(super) fn whole<T: Real>(n: usize, inverse: bool) -> Arc<dyn Row> {
    Arc::new(OfReal { half: RealFftPlanner::<T>::new().plan_fft_forward(n), whole: Some(inverse) })
}

impl<T: Real> Row for OfReal<T> {
    fn room(&self) -> usize {
        // The scratch comes first, so that both are aligned.
        let row = self.half.len() * size_of::<T>();
        (complex_bytes::<T>(self.half.get_scratch_len()) + row).next_multiple_of(16)
    }

    fn run(&self, x: &[u8], factor: f64, room: &mut [u8], out: &mut [u8]) {
        let n = self.half.len();
        let (scratch, rest) = split(room, self.half.get_scratch_len());
        let (row, _) = split(rest, n);
        pad(bytemuck::cast_slice::<u8, T>(x), row);
        let to: &mut [Complex<T>] = bytemuck::cast_slice_mut(out);
        let (first, rest) = to.split_at_mut(n / 2 + 1);
        self.half.process_with_scratch(row, first, scratch).expect("lengths are those of the plan");
        scale::<T>(bytemuck::cast_slice_mut(first), factor);
        let Some(inverse) = self.whole else { return };
        let mirrored = 1..n.div_ceil(2);
        rest.iter_mut().rev().zip(&first[mirrored.clone()]).for_each(|(far, near)| *far = near.conj());
        if inverse {
            // What has positive exponents is the conjugate of what has negative ones.
            for (far, near) in rest.iter_mut().rev().zip(&mut first[mirrored]) {
                std::mem::swap(far, near);
            }
        }
    }
}

struct ToReal<T>(Arc<dyn ComplexToReal<T>>);

pub(super) fn from_half<T: Real>(n: usize) -> Arc<dyn Row> {
    Arc::new(ToReal(RealFftPlanner::<T>::new().plan_fft_inverse(n)))
}

impl<T: Real> Row for ToReal<T> {
    fn room(&self) -> usize {
        complex_bytes::<T>(self.0.complex_len() + self.0.get_scratch_len()).next_multiple_of(16)
    }

    fn run(&self, x: &[u8], factor: f64, room: &mut [u8], out: &mut [u8]) {
        let (row, rest) = split::<Complex<T>>(room, self.0.complex_len());
        let (scratch, _) = split(rest, self.0.get_scratch_len());
        pad(bytemuck::cast_slice(x), row);
        // The imaginary parts of what has no mirror image do not count.
        let n = self.0.len();
        row[0].im = T::zero();
        if n.is_multiple_of(2) {
            row[n / 2].im = T::zero();
        }
        let to = bytemuck::cast_slice_mut(out);
        let done = self.0.process_with_scratch(row, to, scratch);
        assert!(matches!(done, Ok(()) | Err(FftError::InputValues(..))), "lengths are those of the plan");
        scale::<T>(to, factor);
    }
}

//! Fourier, cosine and sine transforms of one row by `rustfft`, `realfft` and `rustdct`, on the calling thread: a caller with
//! many rows shares them out.
//!
//! Rows are bytes of float32, float64, complex64 or complex128, aligned to their elements. A row that is shorter than its plan
//! says counts as if zeros followed.

use std::sync::Arc;

use bytemuck::Pod;
use num_complex::Complex;
use polyad_core::DType;
use rustdct::DctNum;

mod cached;
mod columns;
mod cosine;
mod fourier;

pub use columns::{gather, scatter};

/// What becomes of a row of `n` elements, without a factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Complex numbers to their spectrum, or back.
    Complex {
        /// Whether exponents are positive.
        inverse: bool,
    },
    /// Real numbers to their whole spectrum, of which one half mirrors the other.
    Whole {
        /// Whether exponents are positive.
        inverse: bool,
    },
    /// Real numbers to the first `n / 2 + 1` of their spectrum.
    Half,
    /// The first `n / 2 + 1` of a spectrum to the `n` real numbers that it is of.
    FromHalf,
    /// Real numbers to sums of cosines.
    Cosine(Form),
    /// Real numbers to sums of sines.
    Sine(Form),
}

/// Which cosines or sines are summed, in SciPy's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The type, 1 to 4.
    pub number: u8,
    /// Whether first and last terms are weighted such that the sums, times a factor, are an orthogonal matrix.
    pub orthogonal: bool,
}

impl Kind {
    /// How many elements of a row of `n` a transform reads at most, and how many it gives.
    pub fn extents(self, n: usize) -> [usize; 2] {
        match self {
            Kind::Half => [n, n / 2 + 1],
            Kind::FromHalf => [n / 2 + 1, n],
            Kind::Complex { .. } | Kind::Whole { .. } | Kind::Cosine(_) | Kind::Sine(_) => [n, n],
        }
    }
}

/// The parts of complex numbers.
trait Real: DctNum + Pod + Default + std::ops::MulAssign {
    /// The nearest number of this type.
    fn of(x: f64) -> Self;
}

impl Real for f32 {
    fn of(x: f64) -> f32 {
        x as f32
    }
}

impl Real for f64 {
    fn of(x: f64) -> f64 {
        x
    }
}

/// A transform of rows of one length.
trait Row: Send + Sync {
    /// The bytes of room that a run takes, a multiple of 16.
    fn room(&self) -> usize;

    /// Writes the transform of `x`, times a factor.
    fn run(&self, x: &[u8], factor: f64, room: &mut [u8], out: &mut [u8]);
}

/// A transform of rows of one length, ready to be used by many threads.
#[derive(Clone)]
pub struct Plan(Arc<dyn Row>);

impl Plan {
    /// The plan for rows of `n` elements, at least one and at least two for cosines of type 1, whose real parts are of a dtype,
    /// float32 or float64. What was planned lately is kept, up to a bound.
    pub fn new(part: DType, kind: Kind, n: usize) -> Plan {
        cached::find(part, kind, n, || match part {
            DType::Float32 => Plan(make::<f32>(kind, n)),
            DType::Float64 => Plan(make::<f64>(kind, n)),
            other => panic!("{other} is not transformed: callers convert it first"),
        })
    }

    /// The bytes of room that a run takes.
    pub fn room(&self) -> usize {
        self.0.room()
    }

    /// Writes the transform of a row, times a factor. `x` may be shorter than the plan says; `room` begins at a multiple of 8
    /// and has [`Plan::room`] bytes of no particular value.
    pub fn run(&self, x: &[u8], factor: f64, room: &mut [u8], out: &mut [u8]) {
        self.0.run(x, factor, room, out);
    }
}

fn make<T: Real>(kind: Kind, n: usize) -> Arc<dyn Row> {
    match kind {
        Kind::Complex { inverse } => fourier::complex::<T>(n, inverse),
        Kind::Whole { inverse } => fourier::whole::<T>(n, inverse),
        Kind::Half => fourier::half::<T>(n),
        Kind::FromHalf => fourier::from_half::<T>(n),
        Kind::Cosine(form) => cosine::row::<T>(n, form, false),
        Kind::Sine(form) => cosine::row::<T>(n, form, true),
    }
}

/// The bytes of so many complex numbers.
fn complex_bytes<T>(n: usize) -> usize {
    n * size_of::<Complex<T>>()
}

/// The first `n` numbers of a room, and what follows.
fn split<U: Pod>(room: &mut [u8], n: usize) -> (&mut [U], &mut [u8]) {
    let (first, rest) = room.split_at_mut(n * size_of::<U>());
    (bytemuck::cast_slice_mut(first), rest)
}

/// Copies a row, and zeros behind it.
fn pad<U: Pod>(x: &[U], out: &mut [U]) {
    let (first, rest) = out.split_at_mut(x.len());
    first.copy_from_slice(x);
    rest.fill(U::zeroed());
}

/// Multiplies numbers by a factor.
fn scale<T: Real>(x: &mut [T], factor: f64) {
    if factor != 1.0 {
        let factor = T::of(factor);
        x.iter_mut().for_each(|x| *x *= factor);
    }
}

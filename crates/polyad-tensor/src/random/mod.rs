//! Random numbers: functions of a key and of the place of an element, nothing else. The same key gives the same bits on any
//! number of threads and any machine.
//!
//! Parameters of distributions are numbers, or tensors of any layout that broadcast to the shape; NaN is none, and refused.
//!
//! ```
//! use polyad_core::DType;
//! use polyad_tensor::random::{self, Key};
//! let x = random::uniform(Key::new(7), &[2, 3], DType::Float32)?;
//! assert_eq!(x, random::uniform(Key::new(7), &[2, 3], DType::Float32)?);
//! # Ok::<(), polyad_core::Error>(())
//! ```

mod choices;
mod continuous;
mod counts;
mod draw;
mod gammas;
mod integers;
mod key;
mod normal;
mod parameters;
mod uniform;

#[cfg(test)]
mod tests;

pub use choices::{ChoiceOptions, categorical, choice, choice_along, choice_with, permutation, shuffle, shuffled};
pub use continuous::{cauchy, exponential, gumbel, laplace};
pub use counts::{bernoulli, binomial, multinomial, poisson};
pub use gammas::{beta, chisquare, dirichlet, gamma, student_t};
pub use integers::randint;
pub use key::Key;
pub use normal::{normal, truncated_normal};
pub use uniform::{uniform, uniform_between};

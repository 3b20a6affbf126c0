//! Random numbers: functions of a key and of the place of an element, nothing else. The same key gives the same bits on any
//! number of threads and any machine.
//!
//! ```
//! use polyad_core::DType;
//! use polyad_tensor::random::{self, Key};
//! let x = random::uniform(Key::new(7), &[2, 3], DType::Float32)?;
//! assert_eq!(x, random::uniform(Key::new(7), &[2, 3], DType::Float32)?);
//! # Ok::<(), polyad_core::Error>(())
//! ```

mod integers;
mod key;
mod normal;
mod uniform;

#[cfg(test)]
mod tests;

pub use integers::randint;
pub use key::Key;
pub use normal::normal;
pub use uniform::uniform;

//! A sentence encoder (MiniLM, a small BERT) written with Polyad tensors: text to tokens, tokens to a vector of
//! length 1, vectors to similarities.
//!
//! The encoder takes its weights from any file that [`polyad::io`] opens and in any float dtype, block formats among
//! them: nothing in it says which. [`Encoder`] is the model, [`Model`] adds the text side, [`quality`] says what a
//! smaller file lost, and the binary `minilm` puts them together.

mod config;
mod encoder;
mod error;
mod model;
pub mod quality;

pub use config::Config;
pub use encoder::Encoder;
pub use error::{Error, Result};
pub use model::{MOST_TOKENS, Model, tokenizer, tokens};

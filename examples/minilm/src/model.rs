//! A model as its files lie in one folder: configuration, tokenizer, weights.

use std::path::{Path, PathBuf};

use polyad::{MatmulOptions, Tensor};
use tokenizers::{Tokenizer, TruncationParams};

use crate::{Config, Encoder, Error, Result};

/// The longest text in tokens that the model was trained for; the rest is cut off.
pub const MOST_TOKENS: usize = 256;

/// Text to vectors: a tokenizer and an encoder.
#[derive(Debug)]
pub struct Model {
    /// The text side.
    pub tokenizer: Tokenizer,
    /// The tensor side.
    pub encoder: Encoder,
}

impl Model {
    /// The model whose weights are in a file; `tokenizer.json` and `config.json` lie beside it.
    ///
    /// Errors: as [`Encoder::open`], `File` for the two others.
    pub fn open(weights: &Path) -> Result<Model> {
        let folder = weights.parent().map_or_else(PathBuf::new, Path::to_path_buf);
        let config = Config::read(&folder.join("config.json"))?;
        Ok(Model {
            tokenizer: tokenizer(&folder.join("tokenizer.json"), config.positions)?,
            encoder: Encoder::open(weights, &config)?,
        })
    }

    /// The vector of a text: [`tokens`], then [`Encoder::encode`].
    pub fn embed(&self, text: &str, options: MatmulOptions) -> Result<Tensor> {
        self.encoder.encode(&tokens(&self.tokenizer, text)?, options)
    }
}

/// Reads a `tokenizer.json`. Texts are not padded, as the encoder takes one at a time, and cut where they are longer than
/// both the positions of the model and [`MOST_TOKENS`] allow.
pub fn tokenizer(path: &Path, positions: usize) -> Result<Tokenizer> {
    let mut tokenizer = Tokenizer::from_file(path).map_err(|e| Error::file(path, e))?;
    let cut = TruncationParams { max_length: MOST_TOKENS.min(positions), ..TruncationParams::default() };
    tokenizer.with_padding(None).with_truncation(Some(cut)).map_err(|e| Error::file(path, e))?;
    Ok(tokenizer)
}

/// The numbers of a text's tokens, those of its two ends included.
pub fn tokens(tokenizer: &Tokenizer, text: &str) -> Result<Vec<u32>> {
    let encoding = tokenizer.encode(text, true).map_err(|e| Error::Text(e.to_string()))?;
    Ok(encoding.get_ids().to_vec())
}

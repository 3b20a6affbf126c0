//! BERT on tensors: from token numbers to a vector of length 1.
//!
//! Weights stay as the file has them. `take` decodes the rows of tokens that are asked for, and `matmul` reads every
//! float dtype, so the same lines run on float32, float16, bfloat16 and block formats.

use std::path::Path;

use polyad::{DType, Kind, LayerNormOptions, MatmulOptions, Tensor, io};

use crate::{Config, Error, Result};

/// A BERT encoder with mean pooling.
#[derive(Debug)]
pub struct Encoder {
    config: Config,
    words: Tensor,
    places: Tensor,
    /// The vector of the first kind of segment: a sentence is all of one kind.
    segment: Tensor,
    norm: Norm,
    layers: Vec<Layer>,
}

/// One layer: attention, then two matrices with a nonlinearity between them, each added to what came in and normalized.
#[derive(Debug)]
struct Layer {
    query: Linear,
    key: Linear,
    value: Linear,
    joined: Linear,
    attention_norm: Norm,
    up: Linear,
    down: Linear,
    norm: Norm,
}

/// `x @ weight + bias`.
#[derive(Debug)]
struct Linear {
    /// `[inputs, outputs]`: the file's matrix, seen with its axes exchanged.
    weight: Tensor,
    bias: Tensor,
}

/// Layer norm over the last axis.
#[derive(Debug)]
struct Norm {
    weight: Tensor,
    bias: Tensor,
    epsilon: f64,
}

impl Encoder {
    /// The encoder whose weights are in a tensor file of any format. Matrices stay mapped and as they are; vectors
    /// (biases, norms) become float32.
    ///
    /// Cost: the header and some vectors; weights are read as they are used. Errors: `Polyad` where the file cannot
    /// be read or lacks a tensor, `Shape` and `DType` where one does not fit the configuration.
    pub fn open(path: impl AsRef<Path>, config: &Config) -> Result<Encoder> {
        let archive = io::open(path)?;
        let source = Source { archive: &archive, config };
        let (hidden, wide) = (config.hidden, config.intermediate);
        let layers = (0..config.layers).map(|i| {
            let at = |part: &str| format!("encoder.layer.{i}.{part}");
            Ok(Layer {
                query: source.linear(&at("attention.self.query"), hidden, hidden)?,
                key: source.linear(&at("attention.self.key"), hidden, hidden)?,
                value: source.linear(&at("attention.self.value"), hidden, hidden)?,
                joined: source.linear(&at("attention.output.dense"), hidden, hidden)?,
                attention_norm: source.norm(&at("attention.output.LayerNorm"))?,
                up: source.linear(&at("intermediate.dense"), hidden, wide)?,
                down: source.linear(&at("output.dense"), wide, hidden)?,
                norm: source.norm(&at("output.LayerNorm"))?,
            })
        });
        let segments = archive.get("embeddings.token_type_embeddings.weight").and_then(|e| e.shape.first().copied());
        let segments = segments.unwrap_or(1).max(1);
        Ok(Encoder {
            words: source.float("embeddings.word_embeddings.weight", &[config.vocabulary, hidden])?,
            places: source.float("embeddings.position_embeddings.weight", &[config.positions, hidden])?,
            segment: source
                .float("embeddings.token_type_embeddings.weight", &[segments, hidden])?
                .index_axis(0, 0)?
                .astype(DType::Float32)?,
            norm: source.norm("embeddings.LayerNorm")?,
            layers: layers.collect::<Result<_>>()?,
            config: config.clone(),
        })
    }

    /// The extents.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The vector of a sentence, float32, of length 1: `[hidden]`. With `precision` "fast" quantized weights multiply
    /// activations of 8 bits.
    ///
    /// Errors: `Length` for no tokens or too many, `Polyad` for a token outside the vocabulary.
    pub fn encode(&self, tokens: &[u32], options: MatmulOptions) -> Result<Tensor> {
        let n = tokens.len();
        if n == 0 || n > self.config.positions {
            return Err(Error::Length { got: n, most: self.config.positions });
        }
        // Activations are float32 from here on, whatever the weights are.
        let words = self.words.take(&Tensor::from_slice(tokens, &[n])?, 0)?.astype(DType::Float32)?;
        let places = self.places.narrow(0, 0, n as i64)?;
        let mut x = self.norm.apply(&words.add(&places)?.add(&self.segment)?)?;
        for layer in &self.layers {
            x = layer.apply(&x, self.config.heads, options)?;
        }
        let mean = x.mean(0)?.astype(DType::Float32)?;
        let length = mean.square()?.sum(())?.sqrt()?;
        Ok(mean.divide(&length)?)
    }
}

impl Layer {
    /// `[tokens, hidden] -> [tokens, hidden]`.
    fn apply(&self, x: &Tensor, heads: usize, options: MatmulOptions) -> Result<Tensor> {
        let attended = self.joined.apply(&self.attend(x, heads, options)?, options)?;
        let x = self.attention_norm.apply(&x.add(&attended)?)?;
        let inner = self.up.apply(&x, options)?.gelu()?;
        self.norm.apply(&x.add(&self.down.apply(&inner, options)?)?)
    }

    /// Every token's mixture of the values of all tokens, head by head: `softmax(q @ k.T / sqrt(width)) @ v`.
    fn attend(&self, x: &Tensor, heads: usize, options: MatmulOptions) -> Result<Tensor> {
        let [tokens, hidden] = [x.shape()[0] as i64, x.shape()[1] as i64];
        let (heads, width) = (heads as i64, hidden / heads as i64);
        // `[tokens, hidden] -> [heads, tokens, width]`, a view.
        let split = |x: Tensor| x.reshape(&[tokens, heads, width])?.permute_dims(&[1, 0, 2]);
        let query = split(&self.query.apply(x, options)? * (width as f32).sqrt().recip())?;
        let key = split(self.key.apply(x, options)?)?;
        let value = split(self.value.apply(x, options)?)?;
        let shares = query.matmul(&key.mt()?)?.softmax(-1)?;
        Ok(shares.matmul(&value)?.permute_dims(&[1, 0, 2])?.reshape(&[tokens, hidden])?)
    }
}

impl Linear {
    fn apply(&self, x: &Tensor, options: MatmulOptions) -> Result<Tensor> {
        Ok(x.matmul_with(&self.weight, options)?.add(&self.bias)?)
    }
}

impl Norm {
    fn apply(&self, x: &Tensor) -> Result<Tensor> {
        let options = LayerNormOptions { epsilon: self.epsilon };
        Ok(x.layer_norm_with(&self.weight, &self.bias, options)?)
    }
}

/// A file's tensors, checked against the configuration.
struct Source<'a> {
    archive: &'a io::Archive,
    config: &'a Config,
}

impl Source<'_> {
    /// A tensor of real numbers of a shape.
    fn float(&self, name: &str, shape: &[usize]) -> Result<Tensor> {
        let tensor = self.archive.tensor(name)?;
        let path = || self.archive.path().to_string();
        if tensor.shape() != shape {
            let (got, need) = (tensor.shape().to_vec(), shape.to_vec());
            return Err(Error::Shape { path: path(), name: name.to_string(), got, need });
        }
        if tensor.dtype().kind() != Kind::Float {
            return Err(Error::DType { path: path(), name: name.to_string(), dtype: tensor.dtype() });
        }
        Ok(tensor)
    }

    fn linear(&self, name: &str, inputs: usize, outputs: usize) -> Result<Linear> {
        Ok(Linear {
            weight: self.float(&format!("{name}.weight"), &[outputs, inputs])?.mt()?,
            bias: self.float(&format!("{name}.bias"), &[outputs])?.astype(DType::Float32)?,
        })
    }

    fn norm(&self, name: &str) -> Result<Norm> {
        let part = |part: &str| -> Result<Tensor> {
            Ok(self.float(&format!("{name}.{part}"), &[self.config.hidden])?.astype(DType::Float32)?)
        };
        Ok(Norm { weight: part("weight")?, bias: part("bias")?, epsilon: self.config.epsilon })
    }
}

//! The extents of a model, as its `config.json` gives them.

use std::path::Path;

use serde_json::Value;

use crate::{Error, Result};

/// The extents of a BERT encoder.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// How many tokens there are to choose from.
    pub vocabulary: usize,
    /// The longest sequence that has positions.
    pub positions: usize,
    /// The length of a token's vector.
    pub hidden: usize,
    /// How many layers.
    pub layers: usize,
    /// How many heads share the hidden axis in attention.
    pub heads: usize,
    /// The length of the vectors between the two matrices of the feed-forward part.
    pub intermediate: usize,
    /// What is added to the variance in layer norm.
    pub epsilon: f64,
}

impl Config {
    /// Reads a `config.json`. Errors: `File` where it is missing, no JSON, lacks a number or describes another kind of
    /// model.
    pub fn read(path: &Path) -> Result<Config> {
        let text = std::fs::read_to_string(path).map_err(|e| Error::file(path, e))?;
        Config::parse(&text).map_err(|why| Error::file(path, why))
    }

    fn parse(text: &str) -> Result<Config, String> {
        let json: Value = serde_json::from_str(text).map_err(|e| format!("it is no JSON: {e}"))?;
        let number = |key: &str| match json[key].as_u64().and_then(|n| usize::try_from(n).ok()) {
            Some(n) if n > 0 => Ok(n),
            _ => Err(format!("`{key}` is {}; a whole number above 0 is needed", json[key])),
        };
        for (key, known) in [("hidden_act", "gelu"), ("position_embedding_type", "absolute")] {
            let word = json.get(key).and_then(Value::as_str).unwrap_or(known);
            if word != known {
                return Err(format!("`{key}` is \"{word}\"; this encoder has \"{known}\" only"));
            }
        }
        let config = Config {
            vocabulary: number("vocab_size")?,
            positions: number("max_position_embeddings")?,
            hidden: number("hidden_size")?,
            layers: number("num_hidden_layers")?,
            heads: number("num_attention_heads")?,
            intermediate: number("intermediate_size")?,
            epsilon: json["layer_norm_eps"].as_f64().ok_or("`layer_norm_eps` is missing or no number")?,
        };
        if !config.hidden.is_multiple_of(config.heads) {
            return Err(format!("hidden_size {} is no multiple of {} heads", config.hidden, config.heads));
        }
        Ok(config)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"{"vocab_size": 9, "max_position_embeddings": 8, "hidden_size": 6, "num_hidden_layers": 2,
        "num_attention_heads": 3, "intermediate_size": 12, "layer_norm_eps": 1e-12, "hidden_act": "gelu"}"#;

    #[test]
    fn extents_are_read() {
        let config = Config::parse(GOOD).unwrap();
        assert_eq!((config.vocabulary, config.positions, config.hidden, config.layers), (9, 8, 6, 2));
        assert_eq!((config.heads, config.intermediate, config.epsilon), (3, 12, 1e-12));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (from, to, word) in [
            ("\"vocab_size\": 9,", "", "vocab_size"),
            ("\"hidden_size\": 6", "\"hidden_size\": 0", "hidden_size"),
            ("\"num_attention_heads\": 3", "\"num_attention_heads\": 4", "multiple of 4"),
            ("\"gelu\"", "\"relu\"", "relu"),
            ("1e-12", "\"small\"", "layer_norm_eps"),
            ("{", "[", "JSON"),
        ] {
            let why = Config::parse(&GOOD.replacen(from, to, 1)).unwrap_err();
            assert!(why.contains(word), "{why}");
        }
    }

    #[test]
    fn a_missing_file_is_named() {
        let e = Config::read(Path::new("no/config.json")).unwrap_err();
        assert!(e.to_string().starts_with("no/config.json: "), "{e}");
    }
}

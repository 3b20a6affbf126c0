//! `minilm tokens` and `minilm time`: the encoder for programs that measure it.

use std::io::{BufRead, Write};
use std::path::Path;
use std::time::Instant;

use minilm::{Config, Encoder, Error, Result, tokenizer, tokens as tokens_of};
use polyad::MatmulOptions;
use serde_json::json;

use crate::demo;

/// The shipped sentences and their tokens.
pub(crate) fn tokens(directory: &Path) -> Result<String> {
    let config = Config::read(&directory.join("config.json"))?;
    let tokenizer = tokenizer(&directory.join("tokenizer.json"), config.positions)?;
    let sentences: Vec<&str> = demo::sentences().collect();
    let tokens = sentences.iter().map(|s| tokens_of(&tokenizer, s)).collect::<Result<Vec<_>>>()?;
    Ok(format!("{}\n", json!({ "sentences": sentences, "tokens": tokens })))
}

/// Answers every line of standard input, a list of tokens, with `{"ms": .., "embedding": [..]}`.
pub(crate) fn run(weights: &Path, options: MatmulOptions) -> Result<()> {
    let config = Config::read(&weights.with_file_name("config.json"))?;
    let encoder = Encoder::open(weights, &config)?;
    let stdin = Path::new("standard input");
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|e| Error::file(stdin, e))?;
        let tokens: Vec<u32> = serde_json::from_str(&line)
            .map_err(|e| Error::file(stdin, format_args!("a line has to be a list of token numbers: {e}")))?;
        let start = Instant::now();
        let vector = encoder.encode(&tokens, options)?;
        let ms = start.elapsed().as_secs_f64() * 1e3;
        let mut stdout = std::io::stdout().lock();
        writeln!(stdout, "{}", json!({ "ms": ms, "embedding": vector.to_vec::<f32>()? }))
            .and_then(|()| stdout.flush())
            .map_err(|e| Error::file(Path::new("standard output"), e))?;
    }
    Ok(())
}

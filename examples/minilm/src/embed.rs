//! `minilm embed`: texts as a person would try them.

use std::path::Path;

use minilm::{Model, Result, quality};
use polyad::{MatmulOptions, Tensor};

/// Numbers of a vector that are shown.
const SHOWN: usize = 8;

/// The vector of one text, or how near others are to the first.
pub(crate) fn run(model: &Path, texts: &[String], options: MatmulOptions) -> Result<String> {
    let model = Model::open(model)?;
    let vectors = texts.iter().map(|text| model.embed(text, options)).collect::<Result<Vec<Tensor>>>()?;
    let (first, others) = vectors.split_first().expect("there is at least one text");
    if others.is_empty() {
        let values = first.to_vec::<f32>()?;
        let shown: Vec<String> = values.iter().take(SHOWN).map(|x| format!("{x:.4}")).collect();
        return Ok(format!("{} numbers: {} ...\n", values.len(), shown.join(" ")));
    }
    let mut ranked: Vec<(f64, &String)> = others
        .iter()
        .zip(&texts[1..])
        .map(|(vector, text)| Ok((quality::cosine(first, vector)?, text)))
        .collect::<Result<_>>()?;
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    Ok(ranked.iter().map(|(cosine, text)| format!("{cosine:7.4}  {text}\n")).collect())
}

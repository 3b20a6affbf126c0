//! `minilm demo`: what each smaller file costs, in one table.

use std::path::{Path, PathBuf};
use std::time::Instant;

use minilm::{Config, Encoder, Error, Result, quality, tokenizer, tokens};
use polyad::{MatmulOptions, Tensor, io};
use serde_json::{Value, json};

/// The two sentences whose cosine goes into the summary.
const FOOD: [&str; 2] = ["A man is eating food.", "A man is eating a piece of bread."];
/// What the sentences are searched for.
const QUERY: &str = "Why was the railway journey called off?";
/// How many matches are shown.
const MATCHES: usize = 3;
/// Every file encodes every sentence once a round, in turn, so that all see the same machine.
const ROUNDS: usize = 7;
const EXACT: MatmulOptions = MatmulOptions { precision: "exact" };
const FAST: MatmulOptions = MatmulOptions { precision: "fast" };

/// The shipped sentences.
pub(crate) fn sentences() -> impl Iterator<Item = &'static str> {
    include_str!("../sentences.txt").lines()
}

/// A file and what came out of it.
struct Candidate {
    kind: String,
    archive: io::Archive,
    encoder: Encoder,
    /// The sentences' vectors, then the query's.
    vectors: Vec<Tensor>,
    loss: quality::Loss,
    /// Milliseconds a sentence in every round: exact, fast.
    ms: [Vec<f64>; 2],
}

impl Candidate {
    fn open(path: &Path, kind: &str, config: &Config) -> Result<Candidate> {
        Ok(Candidate {
            kind: kind.to_string(),
            archive: io::open(path)?,
            encoder: Encoder::open(path, config)?,
            vectors: vec![],
            loss: quality::Loss::default(),
            ms: [vec![], vec![]],
        })
    }
}

/// Judges the smaller files of a folder, writes `summary.json` there and gives the text for a person.
pub(crate) fn run(directory: &Path) -> Result<String> {
    let config = Config::read(&directory.join("config.json"))?;
    let tokenizer = tokenizer(&directory.join("tokenizer.json"), config.positions)?;
    let texts: Vec<&str> = sentences().chain([QUERY]).collect();
    let tokens = texts.iter().map(|text| tokens(&tokenizer, text)).collect::<Result<Vec<_>>>()?;

    let mut candidates = vec![Candidate::open(&directory.join("model.safetensors"), "f32", &config)?];
    for (kind, path) in smaller_files(directory)? {
        candidates.push(Candidate::open(&path, &kind, &config)?);
    }
    let original = io::open(directory.join("model.safetensors"))?;
    for candidate in &mut candidates {
        candidate.loss = quality::loss(&original, &candidate.archive)?;
        candidate.vectors = tokens.iter().map(|t| candidate.encoder.encode(t, EXACT)).collect::<Result<_>>()?;
    }
    measure(&mut candidates, &tokens[..tokens.len() - 1])?;

    let rows = candidates.iter().map(|c| Row::new(c, &candidates[0])).collect::<Result<Vec<_>>>()?;
    let food = food(&candidates[0], &texts)?;
    let path = directory.join("summary.json");
    write_summary(&path, &rows, food)?;
    Ok(format!(
        "\n{}\n{}\ncosine of \"{}\" and \"{}\" in f32: {food:.4}\nthe same rows are in {}\n",
        table(&rows),
        matches(&candidates[0], &texts)?,
        FOOD[0],
        FOOD[1],
        path.display()
    ))
}

/// `model-TYPE.gguf` in a folder with its type, the largest first.
fn smaller_files(directory: &Path) -> Result<Vec<(String, PathBuf)>> {
    let failed = |e: std::io::Error| Error::file(directory, e);
    let mut found = vec![];
    for entry in std::fs::read_dir(directory).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if let Some(kind) = name.strip_prefix("model-").and_then(|rest| rest.strip_suffix(".gguf")) {
            found.push((entry.metadata().map_err(failed)?.len(), kind.to_string(), entry.path()));
        }
    }
    if found.is_empty() {
        let why = "no model-TYPE.gguf here; `polyad quantize model.safetensors model-q8_0.gguf --type q8_0` makes one";
        return Err(Error::file(directory, why));
    }
    found.sort();
    Ok(found.into_iter().rev().map(|(_, kind, path)| (kind, path)).collect())
}

/// Times every file on the sentences; the vectors were computed before, so weights and code are warm.
fn measure(candidates: &mut [Candidate], sentences: &[Vec<u32>]) -> Result<()> {
    for _ in 0..ROUNDS {
        for candidate in &mut *candidates {
            for (options, ms) in [EXACT, FAST].into_iter().zip(&mut candidate.ms) {
                let start = Instant::now();
                for tokens in sentences {
                    candidate.encoder.encode(tokens, options)?;
                }
                ms.push(start.elapsed().as_secs_f64() * 1e3 / sentences.len() as f64);
            }
        }
    }
    Ok(())
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[middle] } else { (sorted[middle - 1] + sorted[middle]) / 2.0 }
}

/// One line of the table.
struct Row {
    kind: String,
    mb: f64,
    relative_rmse: f64,
    snr_db: f64,
    cosine_mean: f64,
    cosine_min: f64,
    ms: [f64; 2],
}

impl Row {
    fn new(candidate: &Candidate, original: &Candidate) -> Result<Row> {
        let sentences = sentences().count();
        let pairs = candidate.vectors.iter().zip(&original.vectors).take(sentences);
        let cosines = pairs.map(|(a, b)| quality::cosine(a, b)).collect::<Result<Vec<f64>>>()?;
        Ok(Row {
            kind: candidate.kind.clone(),
            mb: candidate.archive.file_bytes() as f64 / 1e6,
            relative_rmse: candidate.loss.relative_rmse(),
            snr_db: candidate.loss.snr_db(),
            cosine_mean: cosines.iter().sum::<f64>() / cosines.len() as f64,
            cosine_min: cosines.iter().copied().fold(f64::INFINITY, f64::min),
            ms: [median(&candidate.ms[0]), median(&candidate.ms[1])],
        })
    }

    fn json(&self) -> Value {
        json!({
            "type": self.kind,
            "mb": self.mb,
            "relative_rmse": self.relative_rmse,
            // JSON has no infinity: of a file that lost nothing it is null.
            "snr_db": self.snr_db.is_finite().then_some(self.snr_db),
            "cosine_mean": self.cosine_mean,
            "cosine_min": self.cosine_min,
            "ms_exact": self.ms[0],
            "ms_fast": self.ms[1],
        })
    }
}

fn table(rows: &[Row]) -> String {
    let threads = polyad::exec::threads();
    let mut text =
        format!("{} sentences, {threads} thread{}\n\n", sentences().count(), if threads == 1 { "" } else { "s" });
    text += "                     of the weights     cosine to f32     ms a sentence\n";
    text += "type        MB   rel. RMSE   SNR dB     mean      min     exact    fast\n";
    for row in rows {
        let snr = if row.snr_db.is_finite() { format!("{:.1}", row.snr_db) } else { "-".to_string() };
        text += &format!(
            "{:<8}{:>6.1}  {:>10.5}  {snr:>7}  {:>7.4}  {:>7.4}  {:>8.2}{:>8.2}\n",
            row.kind, row.mb, row.relative_rmse, row.cosine_mean, row.cosine_min, row.ms[0], row.ms[1]
        );
    }
    text
}

/// The sentences nearest to the query.
fn matches(candidate: &Candidate, texts: &[&str]) -> Result<String> {
    let (query, sentences) = candidate.vectors.split_last().expect("the query is one of them");
    let cosines = sentences.iter().map(|s| quality::cosine(query, s)).collect::<Result<Vec<f64>>>()?;
    let mut ranked: Vec<(f64, &&str)> = cosines.into_iter().zip(texts).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    let lines = ranked.iter().take(MATCHES).map(|(cosine, text)| format!("  {cosine:.4}  {text}\n"));
    Ok(format!("\"{QUERY}\" is nearest to\n{}", lines.collect::<String>()))
}

/// The cosine of the two sentences about food.
fn food(candidate: &Candidate, texts: &[&str]) -> Result<f64> {
    let [a, b] = FOOD.map(|food| texts.iter().position(|text| *text == food).expect("the sentences have both"));
    quality::cosine(&candidate.vectors[a], &candidate.vectors[b])
}

fn write_summary(path: &Path, rows: &[Row], food: f64) -> Result<()> {
    let rows: Vec<Value> = rows.iter().map(Row::json).collect();
    let text = format!("{:#}\n", json!({ "rows": rows, "f32_cosine_food": food }));
    std::fs::write(path, text).map_err(|e| Error::file(path, e))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_sentences_are_shipped_with_the_two_about_food() {
        assert_eq!(sentences().count(), 10);
        assert!(FOOD.iter().all(|food| sentences().any(|s| s == *food)));
    }

    #[test]
    fn a_median_is_the_middle() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
    }
}

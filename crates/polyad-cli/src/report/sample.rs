//! Documents for the tests of reports.

use super::*;
use crate::report::layers::layer;

/// A document of encoded tensors with these names and relative errors.
pub(crate) fn document(rows: &[(&str, f64)]) -> Document {
    let tensors = rows.iter().map(|(name, error)| tensor(name, *error)).collect();
    with(tensors)
}

/// A document of these tensors.
pub(crate) fn with(tensors: Vec<Tensor>) -> Document {
    let file = |path: &str, format: &str, file_bytes| File { path: path.into(), format: format.into(), file_bytes };
    Document {
        polyad_version: "1.2.3",
        command: ["polyad", "quantize", "in/model.safetensors", "out.gguf", "--type", "q4_0"].map(String::from).into(),
        input: file("in/model.safetensors", "safetensors", 90_868_376),
        output: file("out.gguf", "GGUF", 12_900_000),
        dtype: "q4_0".into(),
        keep: vec!["^lm_head".into()],
        map: vec![],
        importance: None,
        seconds: 0.25,
        threads: 2,
        totals: Totals::of(&tensors),
        pooled: Some(error(0.088)),
        tensors,
    }
}

/// A tensor that was encoded.
pub(crate) fn tensor(name: &str, relative_rmse: f64) -> Tensor {
    let (layer, role) = layer(name);
    let spread = |counts: [u64; 4]| Spread { counts: counts.into(), below: 1, above: 2, min: -2.0, max: 2.5 };
    Tensor {
        name: name.into(),
        shape: vec![4, 32],
        dtype_before: "float32".into(),
        dtype_after: "q4_0".into(),
        before_bytes: 512,
        after_bytes: 72,
        action: Action::Encoded,
        reason: None,
        layer,
        role,
        error: Some(error(relative_rmse)),
        histogram: Some(Histograms {
            low: -1.0,
            high: 1.0,
            before: spread([10, 50, 55, 10]),
            after: spread([12, 30, 70, 13]),
        }),
    }
}

/// A tensor that was kept.
pub(crate) fn kept(name: &str, reason: &str) -> Tensor {
    Tensor {
        dtype_after: "float32".into(),
        after_bytes: 512,
        action: Action::Kept,
        reason: Some(reason.into()),
        error: None,
        histogram: None,
        ..tensor(name, 0.0)
    }
}

fn error(relative_rmse: f64) -> stats::Report {
    stats::Report { max_abs: 0.5, rmse: 0.01, relative_rmse, snr_db: -20.0 * relative_rmse.log10(), cosine: 0.9961 }
}

//! Importance matrices: how much the error of each column of a tensor counts when it is quantized.

use std::path::Path;

use polyad::io::{Archive, Entry, Model};
use polyad::{DType, Tensor};

use crate::failure::Failure;
use crate::rules::Decision;
use crate::text::printable;
use crate::{input, output};

/// llama.cpp's files have sums of squared inputs under one name, and how many inputs were summed up under another.
const SUMS: &str = ".in_sum2";
const COUNTS: &str = ".counts";

/// A file of importance.
pub(crate) struct Importance {
    model: Model,
}

impl Importance {
    /// Opens a file of any format. Errors: as `input::model`.
    pub(crate) fn open(path: &Path) -> Result<Importance, Failure> {
        Ok(Importance { model: input::model(path)? })
    }

    /// The file.
    pub(crate) fn model(&self) -> &Model {
        &self.model
    }

    /// What the file says about a tensor: float32, a value a column, or such a list for each matrix. `None` where it says
    /// nothing. Errors: importance of another shape than the tensor has.
    pub(crate) fn of(&self, entry: &Entry) -> Result<Option<Tensor>, Failure> {
        let fail = |e: polyad::Error| {
            let (path, name) = (printable(self.model.path()), printable(&entry.name));
            Failure::Failed(format!("{path}: importance of tensor \"{name}\": {e}"))
        };
        let Some(found) = self.find(&entry.name).map_err(fail)? else { return Ok(None) };
        let columns = entry.shape.last().copied().unwrap_or(1);
        let lists = found.size() / columns.max(1);
        let matrices: usize = entry.shape.iter().rev().skip(2).product();
        if found.size() != lists * columns || lists != 1 && lists != matrices {
            let (path, name) = (printable(self.model.path()), printable(&entry.name));
            let (seen, shape) = (found.shape(), &entry.shape);
            return Err(Failure::Failed(format!(
                "{path}: importance of tensor \"{name}\" has shape {seen:?}; {shape:?} needs {columns} values, one a column"
            )));
        }
        found.reshape(&[lists as i64, columns as i64]).map(Some).map_err(fail)
    }

    fn find(&self, name: &str) -> polyad::Result<Option<Tensor>> {
        let read = |name: &str| {
            let found: Option<(&Archive, &Entry)> = self.model.get(name);
            found.map(|(archive, entry)| archive.tensor(&entry.name)?.astype(DType::Float32)).transpose()
        };
        let Some(sums) = read(&format!("{name}{SUMS}"))? else { return read(name) };
        let Some(counts) = read(&format!("{name}{COUNTS}"))? else { return Ok(Some(sums)) };
        // One count a list of sums; a matrix that nothing went through counts evenly.
        let counts = counts.to_vec::<f32>()?;
        let columns = sums.size() / counts.len().max(1);
        let mut values = sums.to_vec::<f32>()?;
        for (list, &count) in values.chunks_mut(columns.max(1)).zip(&counts) {
            list.iter_mut().for_each(|sum| *sum = if count > 0.0 { *sum / count } else { 1.0 });
        }
        Tensor::from_slice(&values, sums.shape()).map(Some)
    }
}

/// The importance of each tensor that is encoded.
///
/// Errors: a type that is encoded by importance only, and a tensor without any; importance of another shape.
pub(crate) fn of_all<'a>(
    file: Option<&Importance>,
    entries: impl Iterator<Item = (&'a Entry, Decision)>,
) -> Result<Vec<Option<Tensor>>, Failure> {
    let mut all = Vec::new();
    for (entry, decision) in entries {
        let (Decision::Encode(dtype) | Decision::Fallback(dtype)) = decision else {
            all.push(None);
            continue;
        };
        let found = file.map(|file| file.of(entry)).transpose()?.flatten();
        if found.is_none() && dtype.needs_importance() {
            let name = printable(&entry.name);
            let why = if file.is_some() { "the file has none for it" } else { "give a file with --importance" };
            return Err(Failure::Failed(format!(
                "tensor \"{name}\": {dtype} is encoded by importance only, and {why}; --keep and --map spare a tensor"
            )));
        }
        all.push(found);
    }
    if let Some(file) = file.filter(|_| all.iter().all(Option::is_none)) {
        output::warning(&format!("{}: it has importance for none of the tensors", printable(file.model.path())));
    }
    Ok(all)
}

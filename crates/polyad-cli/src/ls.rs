//! `polyad ls`: what is in a file.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

use polyad::io::{Archive, Array, Entry, Metadata, Model, Split, Value};
use serde::Serialize;
use serde_json::Value as Json;

use crate::failure::Failure;
use crate::table::{Align, Table};
use crate::text::{count, printable, shortened, size};
use crate::{Status, input, output};

/// List the tensors of a file: names, types, shapes, sizes.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A file of any format (safetensors, GGUF, NPY, NPZ, TENS), an index of safetensors files, or - for standard input.
    file: PathBuf,
    #[command(flatten)]
    output: output::Options,
}

const EXAMPLES: &str = "Examples:
  polyad ls model.safetensors
  polyad ls model.safetensors.index.json
  polyad ls model.gguf --json | jq '.totals'";

/// Characters of a value of the metadata in a table.
const VALUE: usize = 72;

#[derive(Serialize)]
struct Listing<'a> {
    path: &'a str,
    format: &'a str,
    /// How many files: more than one for an index.
    files: usize,
    file_bytes: u64,
    /// Bytes behind the data that belong to nothing.
    trailing_bytes: u64,
    /// Of a model in several files: which of them, from 1.
    part: Option<Part>,
    metadata: Json,
    tensors: Vec<Item<'a>>,
    totals: Totals,
}

#[derive(Serialize)]
struct Part {
    number: u64,
    count: u64,
}

#[derive(Serialize)]
struct Item<'a> {
    name: &'a str,
    /// The file that has it, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    dtype: &'a str,
    shape: &'a [usize],
    offset: u64,
    size_bytes: u64,
}

impl<'a> Item<'a> {
    fn of(e: &'a Entry, file: Option<&'a str>) -> Item<'a> {
        let (dtype, shape) = (e.dtype.name(), &e.shape);
        Item { name: &e.name, file, dtype, shape, offset: e.offset, size_bytes: e.size_bytes }
    }
}

#[derive(Serialize)]
struct Totals {
    tensors: usize,
    elements: u64,
    size_bytes: u64,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<Status, Failure> {
    let model = input::part(&args.file)?;
    args.output.show(|| table(&model), &listing(&model))?;
    Ok(Status::Done)
}

fn elements(entry: &Entry) -> u64 {
    entry.size() as u64
}

fn totals(model: &Model) -> Totals {
    let sum = |f: fn(&Entry) -> u64| model.entries().map(|(_, entry)| f(entry)).fold(0, u64::saturating_add);
    Totals { tensors: model.len(), elements: sum(elements), size_bytes: sum(|e| e.size_bytes) }
}

/// Which part of a model a file is that is shown alone.
fn part(model: &Model) -> Option<Split> {
    if model.parts().len() == 1 { model.parts()[0].split() } else { None }
}

fn trailing_bytes(model: &Model) -> u64 {
    model.parts().iter().map(Archive::trailing_bytes).sum()
}

fn listing(model: &Model) -> Listing<'_> {
    let files = model.parts().len();
    Listing {
        path: model.path(),
        format: model.format().name(),
        files,
        file_bytes: model.file_bytes(),
        trailing_bytes: trailing_bytes(model),
        part: part(model).map(|s| Part { number: s.index.saturating_add(1), count: s.count }),
        metadata: json_of(&model.metadata()),
        tensors: model.entries().map(|(file, entry)| Item::of(entry, (files > 1).then(|| file.path()))).collect(),
        totals: totals(model),
    }
}

fn json_of(metadata: &Metadata) -> Json {
    Json::Object(metadata.iter().map(|(key, value)| (key.to_owned(), json_of_value(value))).collect())
}

fn json_of_value(value: &Value) -> Json {
    match value {
        Value::U8(v) => (*v).into(),
        Value::I8(v) => (*v).into(),
        Value::U16(v) => (*v).into(),
        Value::I16(v) => (*v).into(),
        Value::U32(v) => (*v).into(),
        Value::I32(v) => (*v).into(),
        // By way of its own text: 1e-5, not the float64 that has all its digits.
        Value::F32(v) => v.to_string().parse::<f64>().ok().into(),
        Value::Bool(v) => (*v).into(),
        Value::String(v) => v.as_str().into(),
        Value::Array(v) => (0..v.len()).filter_map(|i| v.get(i)).map(|v| json_of_value(&v)).collect(),
        Value::U64(v) => (*v).into(),
        Value::I64(v) => (*v).into(),
        Value::F64(v) => (*v).into(),
    }
}

fn table(model: &Model) -> String {
    let mut out = String::new();
    let total = totals(model);
    let files = match (part(model), model.parts().len()) {
        (Some(split), _) => format!(", part {} of {}", split.index.saturating_add(1), split.count),
        (None, 1) => String::new(),
        (None, n) => format!(", {}", count(n, "file")),
    };
    let metadata = model.metadata();
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "{}: {}{}, {}, {} elements, {}",
        printable(model.path()),
        model.format(),
        files,
        count(total.tensors, "tensor"),
        total.elements,
        size(model.file_bytes()),
    );
    if !metadata.is_empty() {
        let mut table = Table::new([("metadata", Align::Left), ("", Align::Left)]);
        for (key, value) in metadata.iter() {
            table.push([printable(&shortened(key, VALUE)), printable(&summary(value))]);
        }
        let _ = write!(out, "\n{table}");
    }
    if !model.is_empty() {
        let mut table = Table::new([
            ("tensor", Align::Left),
            ("type", Align::Left),
            ("shape", Align::Left),
            ("size", Align::Right),
        ]);
        for (_, e) in model.entries() {
            table.push([printable(&e.name), printable(e.dtype.name()), format!("{:?}", e.shape), size(e.size_bytes)]);
        }
        let _ = write!(out, "\n{table}\n{}", by_type(model));
    }
    if trailing_bytes(model) > 0 {
        let _ = writeln!(out, "\n{} behind the data belong to nothing", size(trailing_bytes(model)));
    }
    out
}

/// How many tensors there are of each type, and what they take.
fn by_type(model: &Model) -> Table<4> {
    let mut types: BTreeMap<&str, (usize, u64, u64)> = BTreeMap::new();
    for (_, e) in model.entries() {
        let (tensors, all, bytes) = types.entry(e.dtype.name()).or_default();
        *tensors += 1;
        *all = all.saturating_add(elements(e));
        *bytes = bytes.saturating_add(e.size_bytes);
    }
    let mut table = Table::new([
        ("type", Align::Left),
        ("tensors", Align::Right),
        ("elements", Align::Right),
        ("size", Align::Right),
    ]);
    let mut push = |name: &str, n: usize, all: u64, bytes: u64| {
        table.push([printable(name), n.to_string(), all.to_string(), size(bytes)]);
    };
    for (name, (tensors, all, bytes)) in &types {
        push(name, *tensors, *all, *bytes);
    }
    if types.len() > 1 {
        let total = totals(model);
        push("total", total.tensors, total.elements, total.size_bytes);
    }
    table
}

/// A value on one line, long ones by their beginning or their length.
fn summary(value: &Value) -> String {
    match value {
        Value::String(text) => shortened(text, VALUE),
        Value::Array(Array::Array(list)) => count(list.len(), "array"),
        Value::Array(array) if array.len() > 8 => format!("{} of {}", count(array.len(), "value"), array.kind()),
        other => shortened(&other.to_string(), VALUE),
    }
}

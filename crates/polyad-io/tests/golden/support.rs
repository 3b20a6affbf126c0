//! Manifests, and values of views as the manifests write them.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use polyad_core::{Codec, Error, Result, View};
use polyad_io::{Archive, open};
use serde_json::Value as Json;

/// A file of a golden set.
pub(crate) fn golden(set: &str, file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden").join(set).join(file)
}

pub(crate) fn manifest(set: &str, file: &str) -> Json {
    serde_json::from_slice(&std::fs::read(golden(set, file)).unwrap()).unwrap()
}

pub(crate) fn list<'a>(json: &'a Json, key: &str) -> &'a [Json] {
    json[key].as_array().unwrap_or_else(|| panic!("no list {key} in {json}"))
}

pub(crate) fn text<'a>(json: &'a Json, key: &str) -> &'a str {
    json[key].as_str().unwrap_or_else(|| panic!("no text {key} in {json}"))
}

pub(crate) fn numbers(json: &Json) -> Vec<usize> {
    json.as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as usize).collect()
}

/// Opens a file and reads every tensor in it.
pub(crate) fn load(path: &Path) -> Result<Archive> {
    let archive = open(path)?;
    for entry in archive.entries() {
        archive.view(&entry.name)?;
    }
    Ok(archive)
}

/// The file is refused with a word of the list, in time, and the error says which file it is about.
pub(crate) fn refused(path: &Path, kinds: &Json) {
    let start = Instant::now();
    let error = load(path).err();
    let took = start.elapsed();
    let kinds: Vec<&str> = match kinds {
        Json::String(kind) => vec![kind],
        list => list.as_array().unwrap().iter().map(|kind| kind.as_str().unwrap()).collect(),
    };
    let Some(Error::Format(fault)) = &error else { panic!("{path:?}: {kinds:?} expected, got {error:?}") };
    assert!(kinds.contains(&fault.kind.to_string().as_str()), "{path:?}: {kinds:?} expected, got {fault:?}");
    assert_eq!(fault.path, path.display().to_string());
    assert!(took < Duration::from_millis(100), "{path:?} took {took:?}");
}

/// The values in row-major order, in the manifests' notation.
pub(crate) fn values(view: &View) -> Vec<Json> {
    let dtype = view.dtype();
    let bytes = view.buffer().read().unwrap();
    let blocks = bytes.len() / dtype.block_bytes();
    let (bytes, count) = (&bytes[..blocks * dtype.block_bytes()], blocks * dtype.block_len());
    let float = |x: f64| match x {
        _ if x.is_nan() => Json::from("nan"),
        f64::INFINITY => Json::from("inf"),
        f64::NEG_INFINITY => Json::from("-inf"),
        _ => Json::from(x),
    };
    let all: Vec<Json> = match dtype.codec() {
        Codec::Float { decode, .. } => {
            let mut out = vec![0.0; count];
            decode(bytes, &mut out);
            out.into_iter().map(float).collect()
        }
        Codec::Signed { decode, .. } => {
            let mut out = vec![0; count];
            decode(bytes, &mut out);
            out.into_iter().map(Json::from).collect()
        }
        Codec::Unsigned { decode, .. } => {
            let mut out = vec![0; count];
            decode(bytes, &mut out);
            let is_bool = dtype == polyad_core::DType::Bool;
            out.into_iter().map(|n| if is_bool { Json::from(n != 0) } else { Json::from(n) }).collect()
        }
        Codec::Complex { decode, .. } => {
            let mut out = vec![[0.0; 2]; count];
            decode(bytes, &mut out);
            out.into_iter().map(|z| Json::from(z.map(float).to_vec())).collect()
        }
    };
    view.layout().elements().map(|i| all[i].clone()).collect()
}

/// Compares values, the sign of zero too; `context` says where.
pub(crate) fn same_values(ours: &[Json], theirs: &[Json], context: &dyn std::fmt::Debug) {
    assert_eq!(ours.len(), theirs.len(), "{context:?}");
    for (i, (a, b)) in ours.iter().zip(theirs).enumerate() {
        assert!(same(a, b), "{context:?}: element {i} is {a}, not {b}");
    }
}

fn same(a: &Json, b: &Json) -> bool {
    match (a, b) {
        (Json::Array(a), Json::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Json::Number(a), Json::Number(b)) if a.is_f64() || b.is_f64() => {
            a.as_f64().map(f64::to_bits) == b.as_f64().map(f64::to_bits)
        }
        _ => a == b,
    }
}

pub(crate) fn hex(text: &str) -> Vec<u8> {
    (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap()).collect()
}

/// A file of its own for one test, removed afterwards.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Scratch {
        Scratch(std::env::temp_dir().join(format!("polyad-io-{}-{name}", std::process::id())))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

//! What GGUF allows and programs that run models do not: metadata that contradict the tensors, and bytes of nobody.

use std::collections::BTreeSet;

use crate::archive::{Entry, Parsed};
use crate::fault::{Word, quoted};
use crate::finding::{Finding, FindingKind, Findings};
use crate::gguf::{ALIGNMENT_KEY, DEFAULT_ALIGNMENT, align_up, alignment};
use crate::metadata::Value;
use crate::split::Split;

const ARCHITECTURE: &str = "general.architecture";
const FILE_TYPE: &str = "general.file_type";
const TOKENS: &str = "tokenizer.ggml.tokens";

/// What the tensors of a file are mostly, by the number of its `general.file_type` (llama.cpp's list): one of these types
/// has to be there.
static FILE_TYPES: &[(u64, &[&str])] = &[
    (0, &["float32"]),
    (1, &["float16"]),
    (2, &["q4_0"]),
    (3, &["q4_1"]),
    (7, &["q8_0"]),
    (8, &["q5_0"]),
    (9, &["q5_1"]),
    (10, &["q2_K"]),
    (11, &["q3_K"]),
    (12, &["q3_K"]),
    (13, &["q3_K"]),
    (14, &["q4_K"]),
    (15, &["q4_K"]),
    (16, &["q5_K"]),
    (17, &["q5_K"]),
    (18, &["q6_K"]),
    (19, &["iq2_xxs"]),
    (20, &["iq2_xs"]),
    (21, &["q2_K"]),
    (22, &["iq3_s", "iq3_xxs"]),
    (23, &["iq3_xxs"]),
    (24, &["iq1_s"]),
    (25, &["iq4_nl"]),
    (26, &["iq3_s"]),
    (27, &["iq3_s"]),
    (28, &["iq2_xs", "iq2_s"]),
    (29, &["iq2_s"]),
    (30, &["iq4_xs"]),
    (31, &["iq1_m"]),
    (32, &["bfloat16"]),
    (36, &["tq1_0"]),
    (37, &["tq2_0"]),
    (38, &["mxfp4"]),
    (39, &["nvfp4"]),
    (40, &["q1_0"]),
    (41, &["q2_0"]),
];

pub(super) fn check(bytes: &[u8], parsed: &Parsed, findings: &mut Findings) {
    let alignment = alignment(&parsed.metadata).unwrap_or(DEFAULT_ALIGNMENT);
    if let Some(2) = version(bytes) {
        let detail = "version 2; programs write version 3";
        findings.push(Finding::note(FindingKind::Format(Word::UnsupportedVersion), 4, detail));
    }
    metadata(parsed, alignment, findings);
    // What could not be read may lie in the gap, or be the tensor that a key counts.
    if parsed.dropped == 0 {
        spaces(bytes, parsed, alignment, findings);
        if Split::of(&parsed.metadata).is_none() {
            against_tensors(parsed, findings);
        }
    }
}

fn version(bytes: &[u8]) -> Option<u32> {
    let version = u32::from_le_bytes(bytes.get(4..8)?.try_into().ok()?);
    Some(if version > 0xffff { version.swap_bytes() } else { version })
}

/// The value under a key, and where the key lies.
fn get<'a>(parsed: &'a Parsed, key: &str) -> Option<(&'a Value, u64)> {
    let (i, (_, value)) = parsed.metadata.iter().enumerate().find(|(_, (k, _))| *k == key)?;
    Some((value, parsed.key_offsets[i]))
}

fn number(parsed: &Parsed, key: &str) -> Option<(u64, u64)> {
    get(parsed, key).and_then(|(value, at)| Some((value.as_u64()?, at)))
}

fn metadata(parsed: &Parsed, alignment: u32, findings: &mut Findings) {
    let mut warn = |at: Option<u64>, detail: String| findings.push(Finding::warning(FindingKind::Metadata, at, detail));
    match get(parsed, ARCHITECTURE) {
        // Parts behind the first leave it out.
        None if Split::of(&parsed.metadata).is_some_and(|split| split.index > 0) => {}
        None => warn(None, format!("no {ARCHITECTURE}: programs that run models refuse the file")),
        Some((Value::String(_), _)) => {}
        Some((other, at)) => warn(Some(at), format!("{ARCHITECTURE} is of kind {}; it has to be text", other.kind())),
    }
    let tokens = match get(parsed, TOKENS) {
        Some((Value::Array(tokens), _)) => Some(tokens.len()),
        _ => None,
    };
    if let Some(tokens) = tokens {
        for (i, (key, value)) in parsed.metadata.iter().enumerate() {
            let at = Some(parsed.key_offsets[i]);
            match value {
                Value::Array(list)
                    if matches!(key, "tokenizer.ggml.scores" | "tokenizer.ggml.token_type") && list.len() != tokens =>
                {
                    warn(at, format!("{key} has {} values, {TOKENS} has {tokens}", list.len()));
                }
                _ if key.starts_with("tokenizer.ggml.")
                    && key.ends_with("_token_id")
                    && value.as_u64().is_some_and(|id| id >= tokens as u64) =>
                {
                    warn(at, format!("{} is {value}, and there are {tokens} tokens", quoted(key)));
                }
                _ => {}
            }
        }
    }
    if alignment != DEFAULT_ALIGNMENT {
        let at = get(parsed, ALIGNMENT_KEY).map(|(_, at)| at);
        let detail = format!("the alignment is {alignment}; {DEFAULT_ALIGNMENT} is usual");
        findings.push(Finding::note(FindingKind::Metadata, at, detail));
    }
}

/// Keys that speak of the tensors. Of a split model no file has all of them.
fn against_tensors(parsed: &Parsed, findings: &mut Findings) {
    let entries = &parsed.entries;
    let mut warn = |at: u64, detail: String| findings.push(Finding::warning(FindingKind::Metadata, at, detail));
    if let Some((value, at)) = number(parsed, FILE_TYPE)
        && let Some((_, types)) = FILE_TYPES.iter().find(|(n, _)| *n == value)
        && !entries.is_empty()
    {
        let other = entries.iter().find(|e| value == 0 && e.dtype.name() != "float32" && !is_integer(e));
        if !entries.iter().any(|e| types.contains(&e.dtype.name())) {
            warn(at, format!("{FILE_TYPE} is {value}, mostly {}, and no tensor is", types.join(" or ")));
        } else if let Some(other) = other {
            let name = quoted(&other.name);
            warn(at, format!("{FILE_TYPE} is 0, all float32, and tensor {name} is {}", other.dtype));
        }
    }
    let Some((Value::String(architecture), _)) = get(parsed, ARCHITECTURE) else { return };
    if let Some((count, at)) = number(parsed, &format!("{architecture}.block_count")) {
        let blocks: BTreeSet<u64> = entries.iter().filter_map(block).collect();
        if !blocks.is_empty() && (blocks.len() as u64 != count || blocks.last().copied() != count.checked_sub(1)) {
            let (n, last) = (blocks.len(), blocks.last().copied().unwrap_or_default());
            let key = format!("{architecture}.block_count");
            warn(at, format!("{} is {count}; there are tensors of {n} blocks, the last is blk.{last}", quoted(&key)));
        }
    }
    let embedding = entries.iter().find(|e| e.name == "token_embd.weight");
    let Some([vocabulary, width]) = embedding.map(|e| e.shape.as_slice()) else { return };
    if let Some((Value::Array(tokens), at)) = get(parsed, TOKENS)
        && tokens.len() != *vocabulary
    {
        warn(at, format!("{TOKENS} has {} tokens, token_embd.weight has {vocabulary} rows", tokens.len()));
    }
    let key = format!("{architecture}.embedding_length");
    if let Some((length, at)) = number(parsed, &key)
        && length != *width as u64
    {
        warn(at, format!("{} is {length}, the rows of token_embd.weight have {width} elements", quoted(&key)));
    }
}

fn is_integer(entry: &Entry) -> bool {
    entry.dtype.known().is_some_and(polyad_core::DType::is_integer)
}

/// The block that a tensor belongs to, from its name: `blk.7.ffn_up.weight`.
fn block(entry: &Entry) -> Option<u64> {
    entry.name.strip_prefix("blk.")?.split_once('.')?.0.parse().ok()
}

/// Padding that is not zero, and more bytes between tensors than padding takes.
fn spaces(bytes: &[u8], parsed: &Parsed, alignment: u32, findings: &mut Findings) {
    let mut order: Vec<&Entry> = parsed.entries.iter().filter(|e| e.size_bytes > 0).collect();
    order.sort_unstable_by_key(|e| e.offset);
    let mut end = parsed.header_bytes;
    for entry in order {
        // Overlaps are told elsewhere.
        if entry.offset > end {
            let padded = align_up(end, alignment).unwrap_or(end).min(entry.offset);
            if let Some(i) = bytes[end as usize..padded as usize].iter().position(|&b| b != 0) {
                let detail = "the padding before it is not zero";
                findings.push(Finding::warning(FindingKind::Padding, end + i as u64, detail).of(&entry.name));
            }
            if entry.offset > padded {
                let detail = format!("{} bytes before it belong to no tensor", entry.offset - padded);
                findings.push(Finding::warning(FindingKind::Gap, padded, detail).of(&entry.name));
            }
        }
        end = end.max(entry.offset + entry.size_bytes);
    }
}

//! `polyad validate`: everything that is wrong with a file, and what hardly anybody means.

use std::cmp::Reverse;
use std::fmt::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};

use polyad::io::{self, Archive, Entry, Finding, FindingKind, Findings, Severity, Validation};
use polyad::{Buffer, DType, Flaw, Result};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{BAD, GOOD, ODD, styled};
use crate::progress::Progress;
use crate::stream::{self, Reader};
use crate::text::{count, printable};
use crate::{Status, input, output};

/// Check files: all rules of their formats, every value, and what the rules allow and hardly anybody means.
///
/// Opening a file ends at its first fault; here each is found, with its place, the worst first.
///
/// Errors are broken rules (lengths, offsets, names, checksums), bits that stand for no value, and blocks whose scale is
/// NaN or infinite. Warnings are legal: NaN and infinity among plain numbers, bytes that belong to nothing, metadata that
/// contradict the tensors, a split model whose parts are missing or do not fit. Notes are worth knowing.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Files of any format: safetensors, GGUF, NPY, NPZ, TENS; - is standard input. An index of safetensors files
    /// (model.safetensors.index.json) brings those that it lists.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// A warning makes a file invalid, too.
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    output: output::Options,
}

const EXAMPLES: &str = "Examples:
  polyad validate model.gguf
  polyad validate --strict model.safetensors && echo fine
  polyad validate model-*-of-00003.gguf
  polyad validate weights.npz --json

Exit codes: 0 valid, 1 an error was found (with --strict: or a warning) or a file cannot be read, 2 wrong usage.";

#[derive(Serialize)]
struct Report {
    valid: bool,
    files: Vec<FileReport>,
}

impl Report {
    fn add(&mut self, file: FileReport) {
        if let Some(failure) = &file.failure {
            output::error(&printable(failure));
        }
        self.valid &= file.valid;
        self.files.push(file);
    }
}

#[derive(Serialize)]
struct FileReport {
    path: String,
    valid: bool,
    /// Why the file could not be checked to its end.
    failure: Option<String>,
    format: Option<&'static str>,
    file_bytes: u64,
    tensors: usize,
    errors: u64,
    warnings: u64,
    notes: u64,
    /// Those of each severity past the first thousand.
    findings_left_out: u64,
    /// The worst first, then in the order of the file.
    findings: Vec<Item>,
}

#[derive(Serialize)]
struct Item {
    #[serde(serialize_with = "text_of")]
    severity: Severity,
    #[serde(serialize_with = "text_of")]
    kind: FindingKind,
    offset: Option<u64>,
    tensor: Option<String>,
    detail: String,
}

fn text_of<S: serde::Serializer>(value: &impl ToString, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&value.to_string())
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<Status, Failure> {
    if args.files.iter().filter(|path| input::is_standard(path)).count() > 1 {
        return Err(Failure::Usage("standard input is one file, and is named twice".into()));
    }
    let mut report = Report { valid: true, files: Vec::with_capacity(args.files.len()) };
    for path in &args.files {
        let (file, listed) = check(path, args)?;
        report.add(file);
        for path in listed {
            report.add(check(&path, args)?.0);
        }
    }
    args.output.show(|| report.files.iter().map(|file| text(file, args.strict)).collect(), &report)?;
    Ok(if report.valid { Status::Done } else { Status::Differs })
}

/// Checks one file; gives those, too, that it lists. What keeps it from being read is no reason to leave out the others.
fn check(path: &Path, args: &Args) -> Result<(FileReport, Vec<PathBuf>), Failure> {
    let checked = match input::is_standard(path) {
        true => io::validate_file(&input::standard_input()?, input::STANDARD_INPUT),
        false => io::validate(path),
    };
    match checked {
        Ok(mut validation) => {
            let failure = values(&mut validation, &args.output).err().map(|e| e.to_string());
            let listed = std::mem::take(&mut validation.listed);
            Ok((report(validation, failure, args.strict), listed))
        }
        Err(e) => {
            let file = FileReport {
                path: path.display().to_string(),
                valid: false,
                failure: Some(e.to_string()),
                format: None,
                file_bytes: 0,
                tensors: 0,
                errors: 0,
                warnings: 0,
                notes: 0,
                findings_left_out: 0,
                findings: Vec::new(),
            };
            Ok((file, Vec::new()))
        }
    }
}

fn report(validation: Validation, failure: Option<String>, strict: bool) -> FileReport {
    let findings = &validation.findings;
    let [notes, warnings, errors] = [Severity::Note, Severity::Warning, Severity::Error].map(|s| findings.count(s));
    let mut report = FileReport {
        valid: failure.is_none() && errors == 0 && !(strict && warnings > 0),
        failure,
        format: validation.format.map(|format| format.name()),
        file_bytes: validation.file_bytes,
        tensors: validation.tensors,
        errors,
        warnings,
        notes,
        findings_left_out: findings.left_out(),
        path: validation.path,
        findings: Vec::new(),
    };
    let item = |Finding { severity, kind, offset, tensor, detail }| Item { severity, kind, offset, tensor, detail };
    report.findings = validation.findings.into_iter().map(item).collect();
    report.findings.sort_by_key(|item| (Reverse(item.severity), item.offset));
    report
}

/// Looks at the values of every tensor that can be read.
fn values(validation: &mut Validation, output: &output::Options) -> Result<()> {
    let mut findings = Findings::default();
    if let Some(archive) = validation.archive() {
        let has_flaws = |e: &&Entry| e.dtype.known().is_some_and(|dtype| dtype.is_float() || dtype == DType::Bool);
        let entries: Vec<&Entry> = archive.entries().iter().filter(has_flaws).collect();
        let total = entries.iter().map(|e| e.size_bytes).fold(0, u64::saturating_add);
        let progress = Progress::new(output, "checking", total);
        let reader = Reader::new(archive);
        for entry in entries {
            for (flaw, found) in tally(&reader.raw(entry)?, entry, &progress)?.each() {
                findings.push(finding(archive, entry, flaw, found));
            }
        }
    }
    findings.into_iter().for_each(|finding| validation.findings.push(finding));
    Ok(())
}

/// How many blocks have a flaw, and the first of them.
#[derive(Clone, Copy, Default)]
struct Found {
    count: u64,
    first: usize,
}

/// By flaw.
#[derive(Clone, Copy, Default)]
struct Tally([Found; FLAWS.len()]);

const FLAWS: [Flaw; 5] = [Flaw::NanScale, Flaw::InfiniteScale, Flaw::Code, Flaw::Nan, Flaw::Infinite];

impl Tally {
    /// Of some blocks, of which the first has the number `start` in its tensor.
    fn of(dtype: DType, mut bytes: &[u8], mut start: usize) -> Tally {
        let mut tally = Tally::default();
        while let Some((i, flaw)) = dtype.first_flaw(bytes) {
            tally.add(flaw, Found { count: 1, first: start + i });
            start += i + 1;
            bytes = &bytes[(i + 1) * dtype.block_bytes()..];
        }
        tally
    }

    /// Those of blocks further on in the tensor.
    fn add(&mut self, flaw: Flaw, more: Found) {
        for (_, found) in FLAWS.iter().zip(&mut self.0).filter(|(of, _)| **of == flaw) {
            if found.count == 0 {
                found.first = more.first;
            }
            found.count += more.count;
        }
    }

    /// The flaws that there are.
    fn each(&self) -> impl Iterator<Item = (Flaw, Found)> {
        FLAWS.into_iter().zip(self.0).filter(|(_, found)| found.count > 0)
    }
}

/// The flaws of a tensor's bytes, looked for by all cores.
fn tally(buffer: &Buffer, entry: &Entry, progress: &Progress) -> Result<Tally> {
    let mut tally = Tally::default();
    let Some(dtype) = entry.dtype.known() else { return Ok(tally) };
    let block = dtype.block_bytes();
    let size = buffer.size_bytes();
    let step = stream::PIECE / block * block;
    let range = |i: usize| i * step..size.min((i + 1) * step);
    let work = |i: usize| -> Result<Tally> {
        let Range { start, end } = range(i);
        let held = buffer.read()?;
        Ok(Tally::of(dtype, &held[start..end], start / block))
    };
    stream::ordered(size.div_ceil(step), work, |i, part| {
        part.each().for_each(|(flaw, found)| tally.add(flaw, found));
        stream::release(buffer, &range(i));
        progress.advance(range(i).len() as u64);
        Ok(())
    })?;
    Ok(tally)
}

fn finding(archive: &Archive, entry: &Entry, flaw: Flaw, Found { count, first }: Found) -> Finding {
    let dtype = entry.dtype.known().unwrap_or(DType::UInt8);
    let offset = archive.offset_of(&entry.name, (first * dtype.block_bytes()) as u64);
    let at = index(archive, entry, first * dtype.block_len());
    let (severity, kind, detail) = match flaw {
        Flaw::NanScale | Flaw::InfiniteScale => {
            let what = if flaw == Flaw::NanScale { "NaN" } else { "infinite" };
            let detail = match count {
                1 => format!("block {first}, from {at:?} on, has a scale that is {what}: its elements have no values"),
                _ => format!("{count} blocks have a scale that is {what}, the first is block {first}, from {at:?} on"),
            };
            (Severity::Error, FindingKind::Scale, detail)
        }
        Flaw::Code if dtype == DType::Bool => {
            let detail =
                many(count, "is neither 0 nor 1 and counts as true", "are neither 0 nor 1 and count as true", &at);
            (Severity::Warning, FindingKind::Code, detail)
        }
        Flaw::Code => (Severity::Error, FindingKind::Code, many(count, "has no value", "have no value", &at)),
        Flaw::Nan => (Severity::Warning, FindingKind::NotFinite, many(count, "is NaN", "are NaN", &at)),
        Flaw::Infinite => (Severity::Warning, FindingKind::NotFinite, many(count, "is infinite", "are infinite", &at)),
    };
    Finding { severity, kind, offset, tensor: Some(entry.name.clone()), detail }
}

fn many(count: u64, one: &str, more: &str, at: &[usize]) -> String {
    match count {
        1 => format!("the element at {at:?} {one}"),
        _ => format!("{count} elements {more}, the first at {at:?}"),
    }
}

/// Where element `i` of the file's order is.
fn index(archive: &Archive, entry: &Entry, i: usize) -> Vec<usize> {
    if !archive.is_column_major(&entry.name) {
        return stream::place(i, &entry.shape);
    }
    let reversed: Vec<usize> = entry.shape.iter().rev().copied().collect();
    let mut index = stream::place(i, &reversed);
    index.reverse();
    index
}

fn text(file: &FileReport, strict: bool) -> String {
    let mut out = String::new();
    let place = |item: &Item| item.offset.map_or_else(String::new, |at| format!("offset {at}"));
    let width = file.findings.iter().map(|item| place(item).len()).max().unwrap_or_default();
    for item in &file.findings {
        let style = match item.severity {
            Severity::Error => BAD,
            Severity::Warning => ODD,
            Severity::Note => anstyle::Style::new(),
        };
        let subject = item.tensor.as_ref().map_or_else(String::new, |name| format!("tensor \"{}\": ", printable(name)));
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "{}  {:<width$}  {subject}{}",
            styled(&format!("{:<7}", item.severity), style),
            place(item),
            printable(&item.detail)
        );
    }
    if file.failure.is_some() {
        return out;
    }
    if file.findings_left_out > 0 {
        let _ = writeln!(out, "and {} more", file.findings_left_out);
    }
    let verdict = match (file.valid, file.errors) {
        (true, _) => styled("valid", GOOD),
        (false, 0) if strict => styled("invalid by --strict", BAD),
        _ => styled("invalid", BAD),
    };
    let _ = write!(out, "{}: ", printable(&file.path));
    if let Some(format) = file.format {
        let _ = write!(out, "{format}, ");
    }
    if file.format.is_some() || file.tensors > 0 {
        let _ = write!(out, "{}, ", count(file.tensors, "tensor"));
    }
    let counts = [(file.errors, "error"), (file.warnings, "warning"), (file.notes, "note")];
    let counts: String =
        counts.iter().filter(|(n, _)| *n > 0).map(|(n, noun)| format!(", {}", count(*n as usize, noun))).collect();
    let _ = writeln!(out, "{verdict}{counts}");
    out
}

//! Writes what follows from the list of dtypes, or checks with `--check` that it is current: the tables of
//! `docs/formats.md`, by the plain codecs, and the names of dtypes for Python's type checkers.
//!
//! Run as `cargo xtask gen`. What stands outside of the two marks of the page is written by hand and stays.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use polyad_core::{Codec, DType, Kind};
use polyad_tensor::{ScaledFormat, ScaledTensor, Tensor};

const PAGE: &str = "docs/formats.md";
const STUBS: &str = "python/polyad/_dtypes.pyi";
const START: &str = "<!-- from here: made by `cargo xtask gen` -->\n";
const END: &str = "<!-- to here: made by `cargo xtask gen` -->\n";

/// Elements a row of the reference data.
const COLUMNS: usize = 1024;

/// The row of the reference data whose bytes the reference leaves open: its scales overflow on the way.
const OPEN_ROW: usize = 11;

fn main() -> ExitCode {
    let check = std::env::args().any(|a| a == "--check");
    let path = root().join(PAGE);
    let have = std::fs::read_to_string(&path).unwrap_or_default();
    let parts = have.split_once(START).and_then(|(head, rest)| Some((head, rest.split_once(END)?.1)));
    let Some((head, tail)) = parts else {
        eprintln!("{PAGE}: the marks around the table are missing: {START}{END}");
        return ExitCode::FAILURE;
    };
    let text = format!("{head}{START}{}{END}{tail}", tables(&Reference::read()));
    let mut current = true;
    for (path, text) in [(PAGE, text), (STUBS, stubs())] {
        if std::fs::read_to_string(root().join(path)).is_ok_and(|have| have == text) {
            continue;
        }
        if check {
            eprintln!("{path} is not current: run `cargo xtask gen`");
            current = false;
        } else if let Err(e) = std::fs::write(root().join(path), text) {
            eprintln!("{path}: cannot write: {e}");
            return ExitCode::FAILURE;
        } else {
            println!("wrote {path}");
        }
    }
    if current { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The dtypes as names of the Python module.
fn stubs() -> String {
    let names = DType::ALL.iter().map(|dtype| format!("{dtype}: DType\n"));
    let head = "# Made from the list of dtypes by `cargo xtask gen`.\n\nfrom polyad import DType\n\n";
    std::iter::once(head.to_string()).chain(names).collect()
}

/// The dtypes of a table: by kind, the wide ones first.
fn sorted(quantized: bool) -> Vec<DType> {
    let place = |dtype: DType| match dtype.kind() {
        Kind::Float => 0,
        Kind::Complex => 1,
        Kind::Signed => 2,
        Kind::Unsigned => 3,
        Kind::Bool => 4,
    };
    let mut list: Vec<DType> = DType::ALL.iter().copied().filter(|d| d.is_quantized() == quantized).collect();
    list.sort_by(|a, b| place(*a).cmp(&place(*b)).then(b.bits().total_cmp(&a.bits())).then(a.name().cmp(b.name())));
    list
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// ggml's inputs, and the bytes that it makes of them.
struct Reference {
    weights: Vec<f64>,
    activations: Vec<f64>,
    importance: Vec<f32>,
}

impl Reference {
    fn read() -> Reference {
        let wide = |name| npy(name).into_iter().map(f64::from).collect();
        Reference { weights: wide("weights"), activations: wide("activations"), importance: npy("imatrix_rand") }
    }

    /// Standard normal numbers, of float32.
    fn normal(&self) -> &[f64] {
        &self.weights[..COLUMNS]
    }
}

/// The float32 values of a little-endian, C-ordered `.npy` file.
fn npy(name: &str) -> Vec<f32> {
    let path = root().join(format!("golden/ggml/{name}.npy"));
    let raw = std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let start = 10 + usize::from(u16::from_le_bytes([raw[8], raw[9]]));
    assert!(String::from_utf8_lossy(&raw[..start]).contains("'<f4'"), "{name}");
    raw[start..].as_chunks().0.iter().map(|b| f32::from_le_bytes(*b)).collect()
}

fn tables(reference: &Reference) -> String {
    let mut out = String::from(
        "## Numbers\n\n\
         | name | also | kind | bits | block | smallest | largest | special | error |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for dtype in sorted(false) {
        let (smallest, largest) = range(dtype);
        let _ = writeln!(
            out,
            "| `{dtype}` | {} | {} | {} | {} | {smallest} | {largest} | {} | {} |",
            names(dtype.aliases()),
            kind(dtype),
            dtype.bits(),
            block(dtype),
            specials(dtype),
            error(dtype, reference)
        );
    }
    out += "\n## Blocks\n\n\
            | name | ggml's number | bits | block | smallest | largest | error | importance | same bytes as ggml |\n\
            | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";
    for dtype in sorted(true) {
        let (smallest, largest) = range(dtype);
        let _ = writeln!(
            out,
            "| `{dtype}` | {} | {} | {} | {smallest} | {largest} | {} | {} | {} |",
            dtype.ggml_type().map_or("-".into(), |n| n.to_string()),
            dtype.bits(),
            block(dtype),
            error(dtype, reference),
            importance(dtype),
            equal_bytes(dtype, reference)
        );
    }
    out += "\n## Scales apart\n\n\
            | name | bits | elements | block scales | block | tensor scale | error |\n\
            | --- | --- | --- | --- | --- | --- | --- |\n";
    for format in ScaledFormat::ALL {
        let _ = writeln!(
            out,
            "| `{format}` | {} | `{}` | `{}` | {} | {} | {} |",
            format.bits(),
            format.element_dtype(),
            format.scale_dtype(),
            format.block_size(),
            if format.has_tensor_scale() { "float32" } else { "none" },
            shown_error(reference.normal(), &apart(format, reference.normal()))
        );
    }
    out
}

/// What the values of a row become in parts.
fn apart(format: ScaledFormat, values: &[f64]) -> Vec<f64> {
    let row = Tensor::from_slice(values, &[values.len()]).expect("the shape has as many elements");
    let parts = row.astype(DType::Float32).and_then(|row| ScaledTensor::quantize(&row, format));
    let back = parts.and_then(|parts| parts.materialize()?.astype(DType::Float64)?.to_vec());
    back.expect("normal numbers fit every format")
}

fn names(names: &[&str]) -> String {
    match names {
        [] => "-".into(),
        _ => names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", "),
    }
}

fn kind(dtype: DType) -> &'static str {
    match dtype.kind() {
        Kind::Bool => "bool",
        Kind::Signed => "signed",
        Kind::Unsigned => "unsigned",
        Kind::Float => "float",
        Kind::Complex => "complex",
    }
}

fn block(dtype: DType) -> String {
    format!("{} / {}", dtype.block_len(), dtype.block_bytes())
}

fn importance(dtype: DType) -> &'static str {
    match dtype.codec() {
        _ if dtype.needs_importance() => "needed",
        Codec::Float { encode_weighted: Some(_), .. } => "used",
        _ => "ignored",
    }
}

/// Whole numbers in full up to a million, others in four digits, the same on every machine.
fn shown(x: f64) -> String {
    let digits = format!("{x:.3e}");
    match digits.parse::<f64>().unwrap_or(x) {
        _ if x.fract() == 0.0 && x.abs() < 1e6 => x.to_string(),
        rounded if (1e-3..1e6).contains(&x.abs()) => rounded.to_string(),
        _ => digits,
    }
}

/// Decoded values of one real number format.
fn decode(dtype: DType, bytes: &[u8]) -> Vec<f64> {
    let Codec::Float { decode, .. } = dtype.codec() else { unreachable!("{dtype} is no real float") };
    let mut values = vec![0.0; bytes.len() / dtype.block_bytes() * dtype.block_len()];
    decode(bytes, &mut values);
    values
}

/// One row of whole blocks, by importance where it is given; `None` where the format refuses it.
fn encode(dtype: DType, values: &[f64], importance: Option<&[f32]>) -> Option<Vec<u8>> {
    let Codec::Float { encode, encode_weighted, .. } = dtype.codec() else { unreachable!("{dtype} is no real float") };
    let mut bytes = vec![0; dtype.storage_bytes(values.len())?];
    let done = match (importance, encode_weighted) {
        (Some(importance), Some(encode)) => encode(values, importance, &mut bytes),
        _ => encode(values, &mut bytes),
    };
    done.ok().map(|()| bytes)
}

/// What the values of a row become; those that need importance get the same for all.
fn round_trip(dtype: DType, values: &[f64]) -> Option<Vec<f64>> {
    let ones = vec![1.0; values.len()];
    let importance = dtype.needs_importance().then_some(&ones[..]);
    encode(dtype, values, importance).map(|bytes| decode(dtype, &bytes))
}

/// The values of all codes of a float of 16 bits at most.
fn codes(dtype: DType) -> Vec<f64> {
    let count = 1u32 << (8 * dtype.block_bytes());
    let bytes: Vec<u8> = (0..count).flat_map(|code| code.to_le_bytes()[..dtype.block_bytes()].to_vec()).collect();
    decode(dtype, &bytes)
}

/// The real format of which a complex number has two.
fn part(dtype: DType) -> DType {
    match dtype {
        DType::Complex32 => DType::Float16,
        DType::BComplex32 => DType::BFloat16,
        DType::Complex64 => DType::Float32,
        DType::Complex128 => DType::Float64,
        other => other,
    }
}

/// The smallest number above 0, or for integers the least one, and the largest.
fn range(dtype: DType) -> (String, String) {
    let both = |low: f64, high: f64| (shown(low), shown(high));
    match (part(dtype), dtype.kind()) {
        (DType::Float64, _) => both(f64::from_bits(1), f64::MAX),
        (DType::Float32, _) => both(f32::from_bits(1).into(), f32::MAX.into()),
        (DType::Ternary, _) => ("-1".into(), "1".into()),
        (_, Kind::Bool) => ("0".into(), "1".into()),
        (_, Kind::Signed) => {
            let high = (1u64 << (dtype.bits() as u32 - 1)) - 1;
            ((-(high as i128) - 1).to_string(), high.to_string())
        }
        (_, Kind::Unsigned) => ("0".into(), (u64::MAX >> (64 - dtype.bits() as u32)).to_string()),
        (dtype, _) if dtype.is_quantized() => {
            // Values of both signs and one magnitude, which suit every format.
            let row = |x: f32| -> Vec<f64> { [x.into(), (-x).into()].repeat(128) };
            let fits = |x: f32| round_trip(dtype, &row(x)).is_some();
            let is_zero = |x: f32| round_trip(dtype, &row(x)).is_some_and(|y| y.iter().all(|&y| y == 0.0));
            let largest = round_trip(dtype, &row(last(fits))).expect("it fits").into_iter().fold(0.0, f64::max);
            both(last(is_zero).next_up().into(), largest)
        }
        (dtype, _) => {
            let all = codes(dtype);
            let finite = || all.iter().copied().filter(|x| *x > 0.0 && x.is_finite());
            both(finite().fold(f64::MAX, f64::min), finite().fold(0.0, f64::max))
        }
    }
}

/// The last float32 up to which something holds, by bisection from 0, for which it does.
fn last(holds: impl Fn(f32) -> bool) -> f32 {
    let (mut yes, mut no) = (0, f32::INFINITY.to_bits());
    while no - yes > 1 {
        let middle = yes + (no - yes) / 2;
        *(if holds(f32::from_bits(middle)) { &mut yes } else { &mut no }) = middle;
    }
    f32::from_bits(yes)
}

/// What one number becomes in a format that takes all of them.
fn single(dtype: DType, x: f64) -> f64 {
    round_trip(dtype, &vec![x; dtype.block_len()]).map_or(f64::NAN, |y| y[0])
}

/// Whether a format of floats holds negative numbers.
fn is_signed(dtype: DType) -> bool {
    single(dtype, -1.0) < 0.0
}

/// What there is besides finite numbers, and what becomes of numbers past the largest.
fn specials(dtype: DType) -> String {
    let float = part(dtype);
    if float.kind() != Kind::Float {
        return "-".into();
    }
    let one = |x| single(float, x);
    let mut words = vec![];
    words.extend(one(f64::INFINITY).is_infinite().then_some("Inf"));
    words.extend(one(f64::NAN).is_nan().then_some("NaN"));
    words.extend((one(0.0) != 0.0).then_some("no 0"));
    words.extend((one(0.0) == 0.0 && is_signed(float) && !one(-0.0).is_sign_negative()).then_some("no -0"));
    words.extend((!is_signed(float)).then_some("no sign"));
    words.push(match one(if float == DType::Float64 { f64::INFINITY } else { 1e300 }) {
        x if x.is_nan() => "overflows to NaN",
        x if x.is_infinite() => "overflows to Inf",
        _ => "saturates",
    });
    words.join(", ")
}

/// The root of the mean square of what rounding loses, of standard normal numbers, relative to theirs.
fn error(dtype: DType, reference: &Reference) -> String {
    let float = part(dtype);
    if float.kind() != Kind::Float || !is_signed(float) {
        return "-".into();
    }
    let x = reference.normal();
    shown_error(x, &round_trip(float, x).expect("normal numbers fit every format"))
}

fn shown_error(x: &[f64], y: &[f64]) -> String {
    let lost: f64 = x.iter().zip(y).map(|(x, y)| (x - y) * (x - y)).sum();
    match (lost / x.iter().map(|x| x * x).sum::<f64>()).sqrt() {
        0.0 => "0".into(),
        error => format!("{error:.2e}"),
    }
}

/// What is encoded, and in which way: its name for the reader and in the names of files, the values, their importance.
type Way<'a> = (&'static str, &'static str, &'a [f64], Option<&'a [f32]>);

/// How many of the bytes are those that ggml writes, for each way of encoding that ggml has.
fn equal_bytes(dtype: DType, reference: &Reference) -> String {
    let ones = vec![1.0; COLUMNS];
    let (weights, activations) = (&reference.weights, &reference.activations);
    let (plain, even, random) = (None, Some(&ones[..]), Some(&reference.importance[..]));
    let ways: &[Way] = match importance(dtype) {
        _ if dtype.is_partner() => &[("weights", "wgt", weights, plain), ("activations", "act", activations, plain)],
        "needed" => &[("equal", "ones", weights, even), ("random", "rand", weights, random)],
        "used" => {
            &[("none", "none", weights, plain), ("equal", "ones", weights, even), ("random", "rand", weights, random)]
        }
        _ => &[("none", "none", weights, plain)],
    };
    let one = |&(way, variant, values, importance): &Way| {
        let path = root().join(format!("golden/ggml/{dtype}.{variant}.bin"));
        let want = std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let row_bytes = want.len() / (values.len() / COLUMNS);
        let (mut same, mut all) = (0, 0);
        for (i, (row, want)) in values.chunks(COLUMNS).zip(want.chunks(row_bytes)).enumerate() {
            if i == OPEN_ROW && variant != "act" {
                continue;
            }
            let got = encode(dtype, row, importance).expect("ggml encodes it");
            same += got.iter().zip(want).filter(|(a, b)| a == b).count();
            all += want.len();
        }
        // Rounded down, so that 100 is all of them.
        let share = (same * 10_000 / all) as f64 / 100.0;
        (share, way)
    };
    let shares: Vec<(f64, &'static str)> = ways.iter().map(one).collect();
    if shares.iter().all(|(share, _)| *share == shares[0].0) {
        return format!("{} %", shares[0].0);
    }
    shares.iter().map(|(share, way)| format!("{share} % ({way})")).collect::<Vec<_>>().join(", ")
}

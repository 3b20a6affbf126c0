//! `polyad info`: what this program and this machine can do.

use std::fmt::Write;

use polyad::DType;
use polyad::io::Format;
use serde::Serialize;

use crate::failure::Failure;
use crate::table::{Align, Table};
use crate::text::size;
use crate::{Status, output};

/// Show version, processor, SIMD tiers, threads, memory, types and formats.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    output: output::Options,
}

const EXAMPLES: &str = "Examples:
  polyad info
  POLYAD_TIER=baseline polyad info
  polyad info --json";

/// Lowers the tier; words that are no tier are no wish.
const TIER: &str = "POLYAD_TIER";

#[derive(Serialize)]
struct Info {
    version: &'static str,
    os: &'static str,
    arch: &'static str,
    cpu_features: Vec<&'static str>,
    /// The SIMD tier in use.
    tier: &'static str,
    /// All that this machine has, the lowest first.
    tiers: Vec<&'static str>,
    threads: usize,
    /// `None` where the system does not say.
    memory_bytes: Option<u64>,
    available_bytes: Option<u64>,
    dtypes: Vec<TypeInfo>,
    formats: Vec<FormatInfo>,
}

#[derive(Serialize)]
struct TypeInfo {
    name: &'static str,
    /// Bits of an element, its share of the scales included.
    bits: f64,
    block_len: usize,
    /// The formats that have a name for it.
    formats: Vec<&'static str>,
}

#[derive(Serialize)]
struct FormatInfo {
    name: &'static str,
    extensions: &'static [&'static str],
    /// Any number of named tensors, or one without a name.
    holds_many: bool,
    keeps_metadata: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<Status, Failure> {
    let info = Info::gather();
    if let Ok(word) = std::env::var(TIER)
        && !info.tiers.iter().any(|tier| tier.eq_ignore_ascii_case(word.trim()))
    {
        let tiers = info.tiers.join(", ");
        output::warning(&format!("{TIER} is {word:?}, which is no tier of this machine; it takes {tiers}"));
    }
    args.output.show(|| text(&info), &info)?;
    Ok(Status::Done)
}

impl Info {
    fn gather() -> Info {
        let [memory_bytes, available_bytes] = memory();
        Info {
            version: env!("CARGO_PKG_VERSION"),
            os: std::env::consts::OS,
            arch: std::env::consts::ARCH,
            cpu_features: features(),
            tier: polyad::exec::tier(),
            tiers: polyad::exec::tiers().collect(),
            threads: polyad::exec::threads(),
            memory_bytes,
            available_bytes,
            dtypes: DType::ALL.iter().map(|&dtype| TypeInfo::of(dtype)).collect(),
            formats: Format::ALL.iter().map(|&format| FormatInfo::of(format)).collect(),
        }
    }
}

impl TypeInfo {
    fn of(dtype: DType) -> TypeInfo {
        let formats = Format::ALL.iter().filter(|f| f.can_hold(&dtype.into())).map(|f| f.name()).collect();
        TypeInfo { name: dtype.name(), bits: dtype.bits(), block_len: dtype.block_len(), formats }
    }
}

impl FormatInfo {
    fn of(format: Format) -> FormatInfo {
        FormatInfo {
            name: format.name(),
            extensions: format.extensions(),
            holds_many: format.holds_many(),
            keeps_metadata: format.keeps_metadata(),
        }
    }
}

fn text(info: &Info) -> String {
    let mut out = format!("polyad {}\n\n", info.version);
    let mut line = |name: &str, value: String| {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{name:<10}{value}");
    };
    let memory = match (info.memory_bytes, info.available_bytes) {
        (Some(total), Some(free)) => format!("{}, {} available", size(total), size(free)),
        _ => "unknown".to_owned(),
    };
    line("system", format!("{} on {}", info.os, info.arch));
    line("processor", info.cpu_features.join(" "));
    line("tier", format!("{} (this machine has {}; {TIER} lowers it)", info.tier, info.tiers.join(", ")));
    line("threads", info.threads.to_string());
    line("memory", memory);
    let _ = write!(out, "\n{}\n{}", dtypes(info), formats(info));
    out
}

#[cfg(target_arch = "x86_64")]
fn features() -> Vec<&'static str> {
    use std::arch::is_x86_feature_detected as has;
    let all = [
        ("sse4.2", has!("sse4.2")),
        ("avx2", has!("avx2")),
        ("fma", has!("fma")),
        ("f16c", has!("f16c")),
        ("avx512f", has!("avx512f")),
        ("avx512bw", has!("avx512bw")),
        ("avx512dq", has!("avx512dq")),
        ("avx512vl", has!("avx512vl")),
        ("avx512vnni", has!("avx512vnni")),
        ("avx512bf16", has!("avx512bf16")),
    ];
    all.into_iter().filter(|(_, has)| *has).map(|(name, _)| name).collect()
}

#[cfg(not(target_arch = "x86_64"))]
fn features() -> Vec<&'static str> {
    vec!["baseline"]
}

/// All memory and what is free of it, in bytes, where the system has a file that says so.
fn memory() -> [Option<u64>; 2] {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    ["MemTotal", "MemAvailable"].map(|name| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
        line.trim().strip_suffix(" kB")?.parse::<u64>().ok()?.checked_mul(1024)
    })
}

fn dtypes(info: &Info) -> Table<4> {
    let mut table =
        Table::new([("type", Align::Left), ("bits", Align::Right), ("block", Align::Right), ("files", Align::Left)]);
    for TypeInfo { name, bits, block_len, formats } in &info.dtypes {
        table.push([(*name).to_owned(), bits.to_string(), block_len.to_string(), formats.join(" ")]);
    }
    table
}

fn formats(info: &Info) -> Table<4> {
    let mut table = Table::new([
        ("format", Align::Left),
        ("ending", Align::Left),
        ("tensors", Align::Left),
        ("metadata", Align::Left),
    ]);
    for format in &info.formats {
        let endings: Vec<String> = format.extensions.iter().map(|ending| format!(".{ending}")).collect();
        table.push([
            format.name.to_owned(),
            endings.join(" "),
            if format.holds_many { "many" } else { "one" }.to_owned(),
            if format.keeps_metadata { "yes" } else { "no" }.to_owned(),
        ]);
    }
    table
}

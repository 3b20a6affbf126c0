//! `polyad info`: what this program and this machine can do.

use std::fmt::Write;

use polyad::DType;
use polyad::io::Format;

use crate::failure::Failure;
use crate::table::{Align, Table};
use crate::text::size;
use crate::{Status, output};

/// Show version, processor, SIMD tier, threads, memory, types and formats.
#[derive(clap::Args)]
pub(crate) struct Args {}

/// Runs the command.
pub(crate) fn run(_: &Args) -> Result<Status, Failure> {
    let mut out = format!("polyad {}\n\n", env!("CARGO_PKG_VERSION"));
    let mut line = |name: &str, value: String| {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{name:<10}{value}");
    };
    line("processor", format!("{}: {}", std::env::consts::ARCH, features().join(" ")));
    line("tier", polyad::exec::tier().to_owned());
    line("threads", polyad::exec::threads().to_string());
    line("memory", memory());
    let _ = write!(out, "\n{}\n{}", dtypes(), formats());
    output::print(&out)?;
    Ok(Status::Done)
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

/// What the system says about its memory, where it has a file for it.
fn memory() -> String {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let field = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
        line.trim().strip_suffix(" kB")?.parse::<u64>().ok()?.checked_mul(1024)
    };
    match (field("MemTotal"), field("MemAvailable")) {
        (Some(total), Some(free)) => format!("{}, {} available", size(total), size(free)),
        _ => "unknown".to_owned(),
    }
}

fn dtypes() -> Table<4> {
    let mut table =
        Table::new([("type", Align::Left), ("bits", Align::Right), ("block", Align::Right), ("files", Align::Left)]);
    for &dtype in DType::ALL {
        let formats: Vec<&str> = Format::ALL.iter().filter(|f| f.can_hold(&dtype.into())).map(|f| f.name()).collect();
        table.push([dtype.to_string(), dtype.bits().to_string(), dtype.block_len().to_string(), formats.join(" ")]);
    }
    table
}

fn formats() -> Table<4> {
    let mut table = Table::new([
        ("format", Align::Left),
        ("ending", Align::Left),
        ("tensors", Align::Left),
        ("metadata", Align::Left),
    ]);
    for &format in Format::ALL {
        let endings: Vec<String> = format.extensions().iter().map(|ending| format!(".{ending}")).collect();
        table.push([
            format.to_string(),
            endings.join(" "),
            if format.holds_many() { "many" } else { "one" }.to_owned(),
            if format.keeps_metadata() { "yes" } else { "no" }.to_owned(),
        ]);
    }
    table
}

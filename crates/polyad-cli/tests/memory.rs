//! Peak memory, as the system counts it: the largest tensor plus 64 MiB, whatever the size of the file.
//!
//! A file of 1 GB with 32 tensors, mostly a hole on the disk, goes through every command that reads all of it. The
//! system reports the highest peak of all children so far, so one test runs them all, one after the other.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use nix::sys::resource::{UsageWho, getrusage};

const TENSORS: usize = 32;
const ROWS: usize = 7680;
const COLUMNS: usize = 1024;
const TENSOR_BYTES: usize = ROWS * COLUMNS * 4;
const MIB: usize = 1 << 20;

/// Most of the data are a hole, which reads as zeros and still takes memory while it is mapped.
fn generate(path: &Path) {
    let entry = |i: usize| {
        let (begin, end) = (i * TENSOR_BYTES, (i + 1) * TENSOR_BYTES);
        format!(
            "\"layer.{i}.weight\":{{\"dtype\":\"F32\",\"shape\":[{ROWS},{COLUMNS}],\"data_offsets\":[{begin},{end}]}}"
        )
    };
    let mut header = format!("{{{}}}", (0..TENSORS).map(entry).collect::<Vec<_>>().join(","));
    header.push_str(&" ".repeat(header.len().next_multiple_of(8) - header.len()));
    let mut file = File::create(path).unwrap();
    file.write_all(&(header.len() as u64).to_le_bytes()).unwrap();
    file.write_all(header.as_bytes()).unwrap();
    let ramp: Vec<u8> = (0..COLUMNS).flat_map(|i| (i as f32 - 500.0).to_le_bytes()).collect();
    file.write_all(&ramp).unwrap();
    file.set_len((8 + header.len() + TENSORS * TENSOR_BYTES) as u64).unwrap();
}

/// The highest peak of any child that has ended, in bytes.
fn peak() -> usize {
    getrusage(UsageWho::RUSAGE_CHILDREN).unwrap().max_rss() as usize * 1024
}

/// The folder of this test, gone when it is over.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn peak_memory_is_the_largest_tensor_and_64_mib() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("memory-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let Folder(folder) = &Folder(folder);
    generate(&folder.join("m.safetensors"));
    for line in [
        "show m.safetensors layer.0.weight",
        "show m.safetensors layer.1.weight[::-1,::2] --json",
        "quantize m.safetensors q.gguf --type q4_0",
        "diff m.safetensors q.gguf --tol 1000",
        "convert q.gguf h.safetensors --dtype f16",
        "convert m.safetensors m.npz",
        "diff m.safetensors m.npz",
        "validate m.safetensors m.npz q.gguf",
    ] {
        let args: Vec<&str> = line.split_whitespace().collect();
        let output = Command::new(env!("CARGO_BIN_EXE_polyad")).args(&args).current_dir(folder).output().unwrap();
        assert!(output.status.success(), "{line}: {output:?}");
        let (peak, limit) = (peak(), TENSOR_BYTES + 64 * MIB);
        println!("{line}: {} MiB at most so far", peak / MIB);
        assert!(peak <= limit, "{line}: {} MiB, {} MiB are allowed", peak / MIB, limit / MIB);
    }
}

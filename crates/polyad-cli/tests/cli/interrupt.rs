//! Ctrl-C in the middle of a long command.
#![cfg(unix)]

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::support::{Folder, Run};

/// A file whose data are a hole, large enough that nobody is done with it before it is interrupted.
fn generate(path: &Path) {
    const ROWS: u64 = 1 << 20;
    let bytes = ROWS * 1024 * 4;
    let header = format!("{{\"w\":{{\"dtype\":\"F32\",\"shape\":[{ROWS},1024],\"data_offsets\":[0,{bytes}]}}}}");
    let mut file = File::create(path).unwrap();
    file.write_all(&(header.len() as u64).to_le_bytes()).unwrap();
    file.write_all(header.as_bytes()).unwrap();
    file.set_len(8 + header.len() as u64 + bytes).unwrap();
}

#[test]
fn nothing_half_written_stays_and_the_code_is_130() {
    let folder = Folder::new();
    generate(&folder.path("m.safetensors"));
    folder.write("q.gguf", b"precious");
    let before = folder.files();
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let args = ["quantize", "m.safetensors", "q.gguf", "--type", "q4_0"];
        let child = folder.command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let start = Instant::now();
        while folder.files() == before {
            assert!(start.elapsed() < Duration::from_secs(60), "no file is being written");
            std::thread::sleep(Duration::from_millis(1));
        }
        kill(Pid::from_raw(child.id() as i32), signal).unwrap();
        Run::of(child.wait_with_output().unwrap()).fails(130, &["interrupted"]);
        assert_eq!(folder.files(), before);
        assert_eq!(folder.read("q.gguf"), b"precious");
    }
}

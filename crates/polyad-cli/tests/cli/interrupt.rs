//! Ctrl-C in the middle of a long command.
#![cfg(unix)]

use std::process::Stdio;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::support::{Folder, Run, generate_large};

#[test]
fn nothing_half_written_stays_and_the_code_is_130() {
    let folder = Folder::new();
    // Large enough that nobody is done with it before it is interrupted.
    generate_large(&folder.path("m.safetensors"), 1 << 20);
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

/// As `nohup` starts programs: what takes hours must not end with its terminal.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_that_goes_is_nothing_to_a_program_that_ignores_it() {
    let folder = Folder::new();
    generate_large(&folder.path("m.safetensors"), 1 << 16);
    let line = "trap '' HUP; exec \"$0\" quantize m.safetensors q.gguf --type q8_0";
    let mut sh = std::process::Command::new("sh");
    sh.args(["-c", line, crate::support::POLYAD])
        .current_dir(folder.path(""))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let child = sh.spawn().unwrap();
    let start = Instant::now();
    while folder.files().len() == 1 {
        assert!(start.elapsed() < Duration::from_secs(60), "no file is being written");
        std::thread::sleep(Duration::from_millis(1));
    }
    kill(Pid::from_raw(child.id() as i32), Signal::SIGHUP).unwrap();
    Run::of(child.wait_with_output().unwrap()).done();
    assert_eq!(folder.files(), ["m.safetensors", "q.gguf"]);
}

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

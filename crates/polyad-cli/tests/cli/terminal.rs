//! What a person at a terminal sees: a bar, colours; and what nobody else is bothered with.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::io::Read;
use std::process::Stdio;
use std::time::{Duration, Instant};

use nix::pty::openpty;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::support::{Folder, generate_large, tensor};

/// The program with a terminal as its standard output and standard error; what the terminal was sent.
fn on_terminal(folder: &Folder, line: &str, env: &[(&str, &str)]) -> (Option<i32>, String) {
    on_terminal_while(folder, line, env, |_| ())
}

/// The same, while something is done to the program.
fn on_terminal_while(
    folder: &Folder,
    line: &str,
    env: &[(&str, &str)],
    meanwhile: impl FnOnce(Pid),
) -> (Option<i32>, String) {
    let terminal = openpty(None, None).unwrap();
    let args: Vec<&str> = line.split_whitespace().collect();
    let mut command = folder.command(&args);
    command.stdout(Stdio::from(terminal.slave.try_clone().unwrap())).stderr(Stdio::from(terminal.slave));
    command.env("TERM", "xterm-256color");
    // What decides about colours besides, also that machines which test have some.
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI"] {
        command.env_remove(name);
    }
    command.envs(env.iter().copied());
    let mut child = command.spawn().unwrap();
    // Our ends of the slave are closed with the command, so that reading ends when the program does.
    drop(command);
    meanwhile(Pid::from_raw(child.id() as i32));
    let mut master = File::from(terminal.master);
    let mut seen = Vec::new();
    let mut part = [0; 4096];
    // At the end Linux answers with an error.
    while let Ok(n @ 1..) = master.read(&mut part) {
        seen.extend_from_slice(&part[..n]);
    }
    (child.wait().unwrap().code(), String::from_utf8_lossy(&seen).into_owned())
}

#[test]
fn a_long_command_shows_how_far_it_is_on_a_terminal_only() {
    let folder = Folder::new();
    generate_large(&folder.path("m.safetensors"), 1 << 17);
    // Stopped in its middle until a bar is due, or else a fast machine is done before.
    let pause = |program| {
        let is_begun = || folder.files().iter().any(|f| f.ends_with(".tmp") && size(&folder, f) > 1 << 20);
        let start = Instant::now();
        while !is_begun() {
            assert!(start.elapsed() < Duration::from_secs(60), "nothing is being written");
            std::thread::sleep(Duration::from_millis(1));
        }
        kill(program, Signal::SIGSTOP).unwrap();
        std::thread::sleep(Duration::from_millis(400));
        kill(program, Signal::SIGCONT).unwrap();
    };
    let (code, seen) = on_terminal_while(&folder, "quantize m.safetensors q.gguf --type q8_0", &[], pause);
    assert_eq!(code, Some(0), "{seen}");
    for word in ["quantizing", "MiB", "/s", "left"] {
        assert!(seen.contains(word), "{word} is not in {seen}");
    }
    let (code, seen) = on_terminal(&folder, "quantize m.safetensors q.gguf --type q8_0 --quiet", &[]);
    assert_eq!((code, seen.as_str()), (Some(0), ""));
    // Into a pipe, `done` accepts no word on standard error.
    folder.run("quantize m.safetensors q.gguf --type q8_0").done();
}

/// Nothing for a file that has gone meanwhile.
fn size(folder: &Folder, file: &str) -> u64 {
    std::fs::metadata(folder.path(file)).map_or(0, |stat| stat.len())
}

#[test]
fn colours_are_for_terminals_and_end_with_no_color() {
    let folder = Folder::new();
    folder.save("m.safetensors", &[("w", tensor(&[2, 32], 1))]);
    let (_, seen) = on_terminal(&folder, "ls m.safetensors", &[]);
    assert!(seen.contains("\u{1b}["), "{seen:?}");
    let (_, seen) = on_terminal(&folder, "ls none.gguf", &[]);
    assert!(seen.contains("\u{1b}[") && seen.contains("error"), "{seen:?}");
    for env in [("NO_COLOR", "1"), ("TERM", "dumb")] {
        let (_, seen) = on_terminal(&folder, "ls m.safetensors", &[env]);
        assert!(!seen.contains('\u{1b}') && seen.contains("tensor"), "{env:?}: {seen:?}");
    }
    assert!(!folder.run("ls m.safetensors").done().contains('\u{1b}'));
}

#[test]
fn a_file_is_not_written_to_a_terminal() {
    let folder = Folder::new();
    folder.save("m.safetensors", &[("w", tensor(&[2, 32], 1))]);
    let (code, seen) = on_terminal(&folder, "convert m.safetensors - --to gguf", &[]);
    assert!(code == Some(2) && seen.contains("terminal"), "{seen}");
}

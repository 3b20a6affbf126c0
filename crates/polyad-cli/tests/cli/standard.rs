//! `-`: standard input and standard output.

use std::fs::File;
use std::io::Write;
use std::process::{Child, Stdio};

use crate::support::{Folder, Run, tensor};

fn start(folder: &Folder, line: &str, input: Stdio) -> Child {
    let args: Vec<&str> = line.split_whitespace().collect();
    folder.command(&args).stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Runs the program with these bytes in a pipe as its input.
fn piped(folder: &Folder, line: &str, bytes: &[u8]) -> (Option<i32>, Vec<u8>, String) {
    let mut child = start(folder, line, Stdio::piped());
    // A program that ends early reads nothing; its exit code is what is looked at.
    let _ = child.stdin.take().unwrap().write_all(bytes);
    let output = child.wait_with_output().unwrap();
    (output.status.code(), output.stdout, String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_pipe_and_a_redirected_file_are_read_as_the_file_is() {
    let folder = Folder::new();
    folder.save("m.safetensors", &[("w", tensor(&[64, 512], 1)), ("b", tensor(&[7], 2))]);
    let bytes = folder.read("m.safetensors");
    let named = folder.run("ls m.safetensors").done();
    let (code, out, err) = piped(&folder, "ls -", &bytes);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert_eq!(String::from_utf8(out).unwrap(), named.replacen("m.safetensors", "standard input", 1));
    let file = Stdio::from(File::open(folder.path("m.safetensors")).unwrap());
    let output = start(&folder, "quantize - q.gguf --type q8_0", file).wait_with_output().unwrap();
    Run::of(output).done();
    folder.run("quantize m.safetensors q2.gguf --type q8_0").done();
    assert_eq!(folder.read("q.gguf"), folder.read("q2.gguf"));
    let (code, _, _) = piped(&folder, "diff - m.safetensors", &bytes);
    assert_eq!(code, Some(0));
}

#[test]
fn standard_output_gets_the_bytes_of_the_file() {
    let folder = Folder::new();
    folder.save("m.safetensors", &[("w", tensor(&[300, 512], 1)), ("b", tensor(&[7], 2))]);
    folder.save("one.npy", &[("w", tensor(&[5, 7], 1))]);
    for (input, format) in [("m.safetensors", "gguf"), ("m.safetensors", "safetensors"), ("one.npy", "tens")] {
        folder.run(&format!("convert {input} file.{format}")).done();
        let line = format!("convert {input} - --to {format}");
        let (code, out, err) = piped(&folder, &line, b"");
        assert_eq!((code, out), (Some(0), folder.read(&format!("file.{format}"))), "{line}: {err}");
        assert!(err.starts_with("standard output: "), "{err}");
    }
    let (code, out, err) = piped(&folder, "quantize m.safetensors - --to gguf --type q4_0 --quiet", b"");
    folder.run("quantize m.safetensors q.gguf --type q4_0").done();
    assert_eq!((code, out, err.as_str()), (Some(0), folder.read("q.gguf"), ""));
}

#[test]
fn what_cannot_be_streamed_is_said() {
    let folder = Folder::new();
    folder.save("m.safetensors", &[("w", tensor(&[2, 32], 1))]);
    folder.run("convert m.safetensors -").fails(2, &["--to"]);
    folder.run("convert m.safetensors - --to npz").fails(1, &["npz", "stream"]);
    folder.run("convert m.safetensors - --to zip").fails(2, &["zip", "safetensors, gguf, npy, npz, tens"]);
    folder.run("diff - -").fails(2, &["standard input"]);
    let (code, out, err) = piped(&folder, "ls -", b"");
    assert_eq!((code, out.len()), (Some(1), 0));
    assert!(err.contains("standard input") && err.contains("empty"), "{err}");
}

#[test]
fn a_format_may_be_named_against_the_ending() {
    let folder = Folder::new();
    folder.save("m.safetensors", &[("w", tensor(&[2, 32], 1))]);
    folder.run("convert m.safetensors out.bin --to gguf").done();
    assert!(folder.read("out.bin").starts_with(b"GGUF"));
}

/// The reader of a pipe may go away: that is an error of the file that was asked for.
#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_told() {
    let folder = Folder::new();
    folder.save("m.safetensors", &[("w", tensor(&[2048, 512], 1))]);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let args = ["convert", "m.safetensors", "-", "--to", "gguf"];
    let run = Run::of(folder.command(&args).stdout(Stdio::from(writer)).output().unwrap());
    run.fails(1, &["standard output", "pipe"]);
}

/// What was found stays in the exit code, whoever reads the words about it.
#[cfg(unix)]
#[test]
fn a_verdict_needs_no_reader() {
    let folder = Folder::new();
    folder.save("a.safetensors", &[("w", tensor(&[2, 32], 1))]);
    folder.save("b.safetensors", &[("w", tensor(&[2, 32], 2))]);
    folder.write("bad.safetensors", b"\x08");
    for (line, code) in [
        ("ls a.safetensors", 0),
        ("diff a.safetensors a.safetensors", 0),
        ("diff a.safetensors b.safetensors", 1),
        ("validate bad.safetensors", 1),
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let args: Vec<&str> = line.split_whitespace().collect();
        let run = Run::of(folder.command(&args).stdout(Stdio::from(writer)).output().unwrap());
        assert_eq!((run.code, run.err.as_str()), (Some(code), ""), "{line}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_comes_as_standard_input_is_not_written_over() {
    let folder = Folder::new();
    folder.save("m.safetensors", &[("w", tensor(&[2, 32], 1))]);
    let before = folder.read("m.safetensors");
    for line in ["convert - m.safetensors", "quantize - m.safetensors --to gguf --type q8_0"] {
        let file = Stdio::from(File::open(folder.path("m.safetensors")).unwrap());
        let output = start(&folder, line, file).wait_with_output().unwrap();
        Run::of(output).fails(2, &["m.safetensors: it belongs to the input, standard input"]);
    }
    assert_eq!((folder.read("m.safetensors"), folder.files().len()), (before, 1));
}

#[cfg(unix)]
#[test]
fn a_missing_folder_for_what_comes_through_a_pipe_is_named() {
    let folder = Folder::new();
    let mut command = folder.command(&["ls", "-"]);
    command.env("TMPDIR", folder.path("none")).stdin(Stdio::piped());
    Run::of(command.output().unwrap()).fails(1, &["standard input", "/none (TMPDIR"]);
}

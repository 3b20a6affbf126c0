//! What a user does by accident, and what an attacker does on purpose: a clear error, and nothing lost.

use std::process::Stdio;

use polyad::Tensor;

use crate::support::{Folder, POLYAD, Run, golden, tensor};

#[test]
fn a_missing_file_is_named() {
    let folder = Folder::new();
    folder.save("a.npy", &[("a", tensor(&[2], 1))]);
    for line in [
        "ls no.gguf",
        "convert no.gguf b.npy",
        "quantize no.gguf b.gguf --type q8_0",
        "diff no.gguf a.npy",
        "diff a.npy no.gguf",
    ] {
        folder.run(line).fails(1, &["no.gguf", "cannot open", "No such file"]);
    }
    folder.run("ls .").fails(1, &["directory"]);
    assert_eq!(folder.files(), ["a.npy"]);
}

#[test]
fn a_half_written_file_is_told() {
    let folder = Folder::new();
    for name in ["m.safetensors", "m.gguf", "m.npy", "m.npz", "m.tens"] {
        folder.save(name, &[("w", tensor(&[64, 64], 1))]);
        let bytes = folder.read(name);
        folder.write(name, &bytes[..bytes.len() / 2]);
        folder.run(&format!("ls {name}")).fails(1, &[name]);
        folder.run(&format!("quantize {name} out.gguf --type q8_0")).fails(1, &[name]);
        std::fs::remove_file(folder.path(name)).unwrap();
        assert_eq!(folder.files(), [""; 0]);
    }
    folder.write("empty.gguf", b"");
    folder.run("ls empty.gguf").fails(1, &["empty.gguf", "Truncated"]);
}

#[test]
fn a_wrong_ending_is_no_obstacle_but_worth_a_word() {
    let folder = Folder::new();
    folder.save("m.safetensors", &[("w", tensor(&[2, 32], 1))]);
    std::fs::rename(folder.path("m.safetensors"), folder.path("m.gguf")).unwrap();
    let run = folder.run("ls m.gguf");
    let warning = "warning: m.gguf: the name says gguf, the content is safetensors\n";
    assert_eq!((run.code, run.err.as_str()), (Some(0), warning), "{run:?}");
    folder.write("page.safetensors", b"<!DOCTYPE html><html><body>404: no such model</body></html>");
    folder.run("ls page.safetensors").fails(1, &["page.safetensors", "HTML"]);
    folder.write("notes.txt", b"weights are in the other folder");
    folder.run("ls notes.txt").fails(1, &["none of safetensors, gguf, npy, npz, tens", "text"]);
}

#[test]
fn a_header_that_lies_is_an_error() {
    let folder = Folder::new();
    let mut seen = 0;
    for set in ["gguf/bad", "safetensors/bad", "npy/bad", "tens"] {
        for entry in std::fs::read_dir(golden(set)).unwrap() {
            let path = entry.unwrap().path();
            if polyad::io::Format::from_path(&path).is_err() || polyad::io::open(&path).is_ok() {
                continue;
            }
            let name = path.file_name().unwrap().to_str().unwrap();
            folder.run(&format!("ls {}", path.display())).fails(1, &[name]);
            seen += 1;
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn an_unknown_type_lists_the_known() {
    let folder = Folder::new();
    folder.save("m.safetensors", &[("w", tensor(&[2, 32], 1))]);
    for line in [
        "quantize m.safetensors q.gguf --type q9_9",
        "quantize m.safetensors q.gguf --type q8_0 --map w=q9_9",
        "convert m.safetensors q.gguf --dtype q9_9",
    ] {
        folder.run(line).fails(2, &["q9_9", "float32", "q4_0", "mxfp4"]);
    }
    folder.run("quantize m.safetensors q.gguf --type int8").fails(2, &["int8", "q8_0"]);
    folder.run("quantize m.safetensors q.gguf --type i4").fails(2, &["i4", "two things"]);
    folder.run("quantize m.safetensors q.gguf --type q8_0 --keep (").fails(2, &["--keep", "unclosed"]);
    folder.run("quantize m.safetensors q.gguf --type q8_0 --map x").fails(2, &["REGEX=T"]);
    assert_eq!(folder.files(), ["m.safetensors"]);
}

#[test]
fn the_input_is_never_the_output() {
    let folder = Folder::new();
    folder.save("m.gguf", &[("w", tensor(&[2, 32], 1))]);
    let before = folder.read("m.gguf");
    let mut outputs = vec!["m.gguf", "./m.gguf"];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("m.gguf", folder.path("link.gguf")).unwrap();
        std::fs::hard_link(folder.path("m.gguf"), folder.path("hard.gguf")).unwrap();
        outputs.extend(["link.gguf", "hard.gguf"]);
    }
    for out in outputs {
        folder.run(&format!("quantize m.gguf {out} --type q8_0")).fails(2, &["it is the input"]);
        folder.run(&format!("convert m.gguf {out}")).fails(2, &["it is the input"]);
        assert_eq!(folder.read("m.gguf"), before);
    }
}

#[test]
fn an_output_that_no_format_can_hold_is_refused_at_once() {
    let folder = Folder::new();
    folder.save("m.safetensors", &[("w", tensor(&[2, 32], 1)), ("v", tensor(&[2, 32], 1))]);
    folder.run("quantize m.safetensors q.bin --type q8_0").fails(2, &["q.bin", ".gguf", ".safetensors"]);
    folder.run("quantize m.safetensors q --type q8_0").fails(2, &[".gguf"]);
    folder.run("quantize m.safetensors q.safetensors --type q8_0").fails(1, &["q8_0", "formats that can: gguf"]);
    folder.run("convert m.safetensors q.npy").fails(1, &["exactly one", "npz"]);
    let long = "n".repeat(64);
    folder.save("long.safetensors", &[(&long, tensor(&[2, 32], 1))]);
    folder.run("quantize long.safetensors q.gguf --type q8_0").fails(1, &["64 bytes", "63"]);
    assert_eq!(folder.files(), ["long.safetensors", "m.safetensors"]);
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_cannot_be_written_is_an_error() {
    let folder = Folder::new();
    folder.save("m.safetensors", &[("w", tensor(&[2, 32], 1))]);
    // A file system that takes no files, whoever asks.
    folder.run("quantize m.safetensors /proc/polyad.gguf --type q8_0").fails(1, &["/proc/polyad.gguf", "cannot write"]);
    folder.run("quantize m.safetensors none/q.gguf --type q8_0").fails(1, &["none/q.gguf", "No such file"]);
    std::fs::create_dir(folder.path("d.gguf")).unwrap();
    folder.run("convert m.safetensors d.gguf").fails(1, &["d.gguf", "directory"]);
    assert_eq!(folder.files(), ["d.gguf", "m.safetensors"]);
}

/// A limit on the size of files stands for a full disk: writing fails in the middle.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_fills_up_leaves_the_old_file() {
    let folder = Folder::new();
    folder.save("m.safetensors", &[("w", tensor(&[2048, 512], 1))]);
    folder.write("q.gguf", b"precious");
    for line in ["quantize m.safetensors q.gguf --type q8_0", "convert m.safetensors q.gguf"] {
        let script = format!("trap '' XFSZ; ulimit -f 100; exec {POLYAD} {line}");
        let mut shell = std::process::Command::new("sh");
        let run = Run::of(shell.args(["-c", &script]).current_dir(folder.path("")).output().unwrap());
        run.fails(1, &["q.gguf", "cannot write", "large"]);
        assert_eq!(folder.files(), ["m.safetensors", "q.gguf"]);
        assert_eq!(folder.read("q.gguf"), b"precious");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn standard_output_may_be_full_or_closed() {
    let folder = Folder::new();
    folder.save("m.safetensors", &[("w", tensor(&[2, 32], 1))]);
    for line in ["ls m.safetensors", "ls m.safetensors --json", "diff m.safetensors m.safetensors", "info"] {
        let args: Vec<&str> = line.split_whitespace().collect();
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let run = Run::of(folder.command(&args).stdout(Stdio::from(full)).output().unwrap());
        run.fails(1, &["standard output", "No space left"]);
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let run = Run::of(folder.command(&args).stdout(Stdio::from(writer)).output().unwrap());
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{line}");
    }
}

#[test]
fn an_archive_without_arrays_is_told() {
    let folder = Folder::new();
    // A zip archive of one stored, empty member "data.pkl", as torch.save begins its own.
    let name = b"data.pkl";
    let local = [b"PK\x03\x04".as_slice(), &[20, 0, 0, 0, 0, 0, 0, 0, 0, 0], &[0; 12], &[8, 0, 0, 0], name].concat();
    let central =
        [b"PK\x01\x02".as_slice(), &[20, 0, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0], &[0; 12], &[8, 0], &[0; 16], name].concat();
    let end = [
        b"PK\x05\x06".as_slice(),
        &[0, 0, 0, 0, 1, 0, 1, 0],
        &(central.len() as u32).to_le_bytes(),
        &(local.len() as u32).to_le_bytes(),
        &[0, 0],
    ]
    .concat();
    folder.write("model.npz", &[local, central, end].concat());
    folder.run("quantize model.npz q.gguf --type q8_0").fails(1, &["model.npz", "none of them an NPY array"]);
    assert_eq!(folder.files(), ["model.npz"]);
}

#[test]
fn a_value_past_the_range_of_a_narrower_float_is_told() {
    let folder = Folder::new();
    let x = Tensor::from_slice(&[1.0f32, 1e6, f32::NAN], &[3]).unwrap();
    folder.save("m.safetensors", &[("w", x)]);
    folder.run("convert m.safetensors n.safetensors --dtype f16").fails(1, &["\"w\"", "1000000", "[1]"]);
    assert_eq!(folder.files(), ["m.safetensors"]);
}

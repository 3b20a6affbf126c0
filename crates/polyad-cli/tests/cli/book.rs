//! The examples of the README, the book and the help, run as they are written.
//!
//! In a block of kind `console` a line that begins with `$ ` is a command of a shell, and what follows is its output, to
//! the letter: `[..]` stands for anything in a line, a line `...` for any lines. `POLYAD_BLESS=1` writes the output of
//! today into the pages. Commands in blocks of kind `sh` have no output there; they must succeed. All run one after the
//! other in a folder with the files that they speak of, one folder a page.

use std::path::{Path, PathBuf};
use std::process::Command;

use polyad::io::Metadata;
use polyad::{DType, Tensor};
use regex::Regex;

use crate::support::{Folder, POLYAD, Run, golden, root, tensor};

const PAGES: [&str; 3] = ["README.md", "docs/command-line.md", "docs/json.md"];

/// Programs that the examples may hand our output to, where they are installed.
const OTHERS: [&str; 2] = ["jq", "man"];

/// The files that examples read.
pub(crate) fn fixture() -> Folder {
    let folder = Folder::new();
    let mut tensors = vec![("embed.weight".to_owned(), scaled(&[96, 64], 1, 1.0))];
    for i in 0..3u64 {
        let mut add = |name: &str, tensor| tensors.push((format!("layers.{i}.{name}"), tensor));
        add("attention.weight", scaled(&[64, 64], 10 * i + 2, 0.1));
        add("mlp.weight", scaled(&[128, 64], 10 * i + 3, 0.05));
        add("norm.bias", scaled(&[64], 10 * i + 4, 0.01));
    }
    tensors.push(("pooler.dense.weight".to_owned(), scaled(&[64, 64], 55, 0.05)));
    tensors.push(("head.weight".to_owned(), scaled(&[10, 50], 77, 0.2)));
    tensors.push(("token_ids".to_owned(), Tensor::arange(96).unwrap()));
    let named: Vec<(&str, Tensor)> = tensors.iter().map(|(name, t)| (name.as_str(), t.clone())).collect();
    let mut metadata = Metadata::new();
    metadata.insert("format", "pt");
    folder.save_with("model.safetensors", &named, &metadata);
    folder.save("imatrix.gguf", &[("embed.weight", Tensor::ones(&[64], DType::Float32).unwrap())]);
    folder.save("weights.npz", &named[..2]);
    folder.save("a.npz", &named[..2]);
    folder.save("b.npz", &named[..2]);
    folder.save("array.npy", &[("x", Tensor::arange(24).unwrap().reshape(&[4, 6]).unwrap())]);
    let gguf: Vec<(&str, Tensor)> =
        named.iter().map(|(name, t)| (*name, if t.ndim() == 2 { half(t) } else { t.clone() })).collect();
    folder.save("model.gguf", &gguf);
    for n in 1..=3 {
        let part = format!("model-0000{n}-of-00003.gguf");
        std::fs::copy(golden(&format!("gguf/split-0000{n}-of-00003.gguf")), folder.path(&part)).unwrap();
    }
    let bytes = folder.read("model.safetensors");
    folder.write("damaged.safetensors", &bytes[..bytes.len() / 2]);
    let map: Vec<String> = named.iter().map(|(name, _)| format!("{name:?}: \"model.safetensors\"")).collect();
    let index = format!("{{\"metadata\": {{}}, \"weight_map\": {{{}}}}}", map.join(", "));
    folder.write("model.safetensors.index.json", index.as_bytes());
    folder.run("quantize model.safetensors model-q4_0.gguf --type q4_0").done();
    for place in
        [".local/share/bash-completion/completions", ".local/share/man/man1", ".zfunc", ".config/fish/completions"]
    {
        std::fs::create_dir_all(folder.path(place)).unwrap();
    }
    folder
}

fn scaled(shape: &[usize], seed: u64, by: f64) -> Tensor {
    tensor(shape, seed).multiply(&Tensor::full(&[], by, DType::Float32).unwrap()).unwrap()
}

fn half(t: &Tensor) -> Tensor {
    t.astype(DType::Float16).unwrap()
}

fn shell(folder: &Folder, line: &str) -> Run {
    let bin = Path::new(POLYAD).parent().unwrap();
    let path = std::env::join_paths(
        std::iter::once(bin.to_owned()).chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    );
    let mut sh = Command::new("sh");
    sh.args(["-c", line]).current_dir(folder.path("")).env("HOME", folder.path("")).env("PATH", path.unwrap());
    Run::of(sh.env_remove("POLYAD_TIER").output().unwrap())
}

fn is_installed(program: &str) -> bool {
    Command::new("sh").args(["-c", &format!("command -v {program}")]).output().is_ok_and(|o| o.status.success())
}

/// Whether a line needs a program that is not here.
fn needs_more(line: &str) -> bool {
    OTHERS.iter().any(|program| line.contains(&format!("| {program} ")) && !is_installed(program))
}

/// Whether a command that only compares ended as such commands end, or any other did what it should.
fn is_fine(line: &str, run: &Run) -> bool {
    run.code == Some(0) || run.code == Some(1) && line.starts_with("polyad diff") && run.err.is_empty()
}

/// What depends on the moment and the machine is left open in the pages.
fn timeless(text: &str) -> String {
    let text = Regex::new(r"\bin \d+\.\d+ s\b").unwrap().replace_all(text, "in [..] s");
    Regex::new(r"\bon \d+ threads?\b").unwrap().replace_all(&text, "on [..]").into_owned()
}

fn matches(expected: &[&str], actual: &[&str]) -> bool {
    match expected.split_first() {
        None => actual.is_empty(),
        Some((&"...", rest)) => (0..=actual.len()).any(|n| matches(rest, &actual[n..])),
        Some((line, rest)) => {
            let pattern = line.split("[..]").map(regex::escape).collect::<Vec<_>>().join(".*");
            let fits = |text: &str| Regex::new(&format!("^{pattern}$")).unwrap().is_match(text);
            actual.split_first().is_some_and(|(first, others)| fits(first) && matches(rest, others))
        }
    }
}

/// A page with the outputs of today; panics where they are not those of the page, unless they are to be written.
fn run_page(page: &str, bless: bool) -> String {
    let folder = fixture();
    let mut lines = page.lines().peekable();
    let mut out: Vec<String> = Vec::new();
    let mut block: Option<&str> = None;
    while let Some(line) = lines.next() {
        out.push(line.to_owned());
        if let Some(kind) = line.strip_prefix("```") {
            block = if block.is_some() { None } else { Some(kind) };
            continue;
        }
        match block {
            Some("sh") if line.starts_with("polyad ") && !needs_more(line) => {
                let run = shell(&folder, line);
                assert!(is_fine(line, &run), "{line}: {run:?}");
            }
            Some("console") if line.starts_with("$ ") => {
                let mut expected = Vec::new();
                while let Some(next) = lines.next_if(|next| !next.starts_with("$ ") && *next != "```") {
                    expected.push(next);
                }
                if needs_more(line) {
                    out.extend(expected.iter().map(ToString::to_string));
                    continue;
                }
                let run = shell(&folder, &line[2..]);
                let text = timeless(&format!("{}{}", run.err, run.out));
                let actual: Vec<&str> = text.lines().collect();
                let same = matches(&expected, &actual);
                assert!(same || bless, "{line}\nis to give\n{}\nand gave\n{text}", expected.join("\n"));
                let shown = if same { expected } else { actual };
                out.extend(shown.iter().map(ToString::to_string));
            }
            _ => {}
        }
    }
    out.join("\n") + "\n"
}

#[test]
fn examples_of_the_pages_give_what_they_show() {
    let bless = std::env::var_os("POLYAD_BLESS").is_some();
    let mut shown = 0;
    for page in PAGES {
        let path: PathBuf = root().join(page);
        let text = std::fs::read_to_string(&path).unwrap();
        let now = run_page(&text, bless);
        shown += now.lines().filter(|line| line.starts_with("$ polyad ")).count();
        if now != text {
            assert!(bless, "{page} would change");
            std::fs::write(&path, now).unwrap();
        }
    }
    assert!(shown > 10, "{shown}");
}

#[test]
fn a_page_that_shows_something_else_is_caught() {
    let page = |output: &str| format!("```console\n$ echo one; echo two\n{output}\n```\n");
    for good in ["one\ntwo", "o[..]\ntwo", "...\ntwo", "one\n..."] {
        assert_eq!(run_page(&page(good), false), page(good));
    }
    for bad in ["one", "one\ntwo\nthree", "[..]", "two\none"] {
        assert!(std::panic::catch_unwind(|| run_page(&page(bad), false)).is_err(), "{bad}");
        assert_eq!(run_page(&page(bad), true), page("one\ntwo"));
    }
    assert!(std::panic::catch_unwind(|| run_page("```sh\npolyad ls none\n```\n", false)).is_err());
}

#[test]
fn examples_of_the_help_run() {
    let mut ran = 0;
    for command in crate::help::commands(&Folder::new()) {
        let folder = fixture();
        let help = folder.run(&format!("{command} --help")).done();
        let examples = help.split("\nExamples:\n").nth(1).unwrap_or_default();
        for line in examples.lines().map(str::trim).take_while(|line| !line.is_empty()) {
            if !needs_more(line) {
                let run = shell(&folder, line);
                assert!(is_fine(line, &run), "{line}: {run:?}");
                ran += 1;
            }
        }
    }
    assert!(ran >= 15, "{ran}");
}

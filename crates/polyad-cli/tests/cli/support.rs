//! A folder for one test, files in it, and the program run in it.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

use polyad::io::{self, Metadata};
use polyad::{DType, Tensor};

/// The program.
pub(crate) const POLYAD: &str = env!("CARGO_BIN_EXE_polyad");

/// A folder of its own, gone when the test is over.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let n = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cli-{}-{n}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Writes a file of these tensors.
    pub(crate) fn save(&self, name: &str, tensors: &[(&str, Tensor)]) {
        self.save_with(name, tensors, &Metadata::new());
    }

    pub(crate) fn save_with(&self, name: &str, tensors: &[(&str, Tensor)], metadata: &Metadata) {
        io::save(self.path(name), tensors, metadata).unwrap();
    }

    /// Writes a GGUF file of one tensor, `w`, of a type that has no decoder.
    pub(crate) fn save_undecoded(&self, name: &str) {
        let plan = io::Plan::new("w", io::EntryType::from_name("q8_1").unwrap(), &[2, 64]);
        let mut writer = io::Writer::create(self.path(name), io::Format::Gguf, &Metadata::new(), &[plan]).unwrap();
        writer.write(&[7; 2 * 2 * 36]).unwrap();
        writer.finish().unwrap();
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        std::fs::write(self.path(name), bytes).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap()
    }

    /// The names of all files, sorted.
    pub(crate) fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// The program with these arguments, in this folder.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(POLYAD);
        command.args(args).current_dir(&self.0);
        command
    }

    /// Runs the program with the words of a line as arguments.
    pub(crate) fn run(&self, line: &str) -> Run {
        let args: Vec<&str> = line.split_whitespace().collect();
        Run::of(self.command(&args).output().unwrap())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What a run gave.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    pub(crate) fn of(output: Output) -> Run {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// It did what it should, without a word on standard error.
    #[track_caller]
    pub(crate) fn done(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""), "{self:?}");
        self.out
    }

    /// It ended with this exit code and an error that has all these words, and wrote no result.
    #[track_caller]
    pub(crate) fn fails(self, code: i32, words: &[&str]) {
        assert_eq!((self.code, self.out.as_str()), (Some(code), ""), "{self:?}");
        assert!(self.err.lines().any(|line| line.starts_with("error: ")), "{self:?}");
        for word in words {
            assert!(self.err.contains(word), "{word:?} is not in {:?}", self.err);
        }
    }
}

/// Numbers between -1 and 1 without a pattern that a block would notice.
pub(crate) fn numbers(n: usize, seed: u64) -> Vec<f32> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    (0..n)
        .map(|_| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (state >> 40) as f32 / (1u64 << 23) as f32 - 1.0
        })
        .collect()
}

/// A tensor of such numbers.
pub(crate) fn tensor(shape: &[usize], seed: u64) -> Tensor {
    Tensor::from_slice(&numbers(shape.iter().product(), seed), shape).unwrap()
}

/// The bytes and the dtype of a tensor in a file.
pub(crate) fn stored(folder: &Folder, file: &str, name: &str) -> (DType, Vec<u8>) {
    let t = io::open(folder.path(file)).unwrap().tensor(name).unwrap();
    (t.dtype(), t.to_bytes().unwrap())
}

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file of a golden set.
pub(crate) fn golden(file: &str) -> PathBuf {
    root().join("golden").join(file)
}

/// Every valid golden file.
pub(crate) fn golden_files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for set in ["gguf", "safetensors", "npy", "tens"] {
        let entries = std::fs::read_dir(golden(set)).unwrap().map(|e| e.unwrap().path());
        files.extend(entries.filter(|path| io::Format::from_path(path).is_ok() && io::open(path).is_ok()));
    }
    files.sort();
    assert!(files.len() > 80, "{}", files.len());
    files
}

/// A safetensors file of one matrix with 1024 columns. Its data are a hole, which reads as zeros.
pub(crate) fn generate_large(path: &Path, rows: u64) {
    let bytes = rows * 1024 * 4;
    let header = format!("{{\"w\":{{\"dtype\":\"F32\",\"shape\":[{rows},1024],\"data_offsets\":[0,{bytes}]}}}}");
    let mut file = File::create(path).unwrap();
    file.write_all(&(header.len() as u64).to_le_bytes()).unwrap();
    file.write_all(header.as_bytes()).unwrap();
    file.set_len(8 + header.len() as u64 + bytes).unwrap();
}

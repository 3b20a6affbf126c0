//! What reading costs, and what damage does: every golden file, whole, cut and with flipped bits, within the memory
//! of the file plus 1 MiB (and the arrays that an archive unpacks), in time, without a panic.
#![allow(unsafe_code, reason = "a counting allocator has to be one")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use polyad_core::{Error, pool};
use polyad_io::{Archive, open};

struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is passed on to the system's allocator as it is; the counters are beside it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller's promises are the ones that the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(ptr, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const MIB: usize = 1 << 20;

/// Opens a file and reads every tensor, each dropped before the next.
fn load(path: &Path) -> Result<Archive, Error> {
    let archive = open(path)?;
    for entry in archive.entries() {
        archive.view(&entry.name)?;
    }
    Ok(archive)
}

/// Loads and gives the most memory in use beyond what was before, and the bytes of the largest tensor.
fn measure(path: &Path) -> (usize, usize, Result<(), Error>) {
    // What the pool keeps from earlier files would hide what this one takes.
    pool::trim();
    let before = NOW.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let result = load(path);
    let peak = PEAK.load(Ordering::Relaxed) - before;
    let largest = match &result {
        Ok(archive) => archive.entries().iter().map(|e| e.size_bytes as usize).max().unwrap_or(0),
        Err(_) => 0,
    };
    (peak, largest, result.map(drop))
}

fn golden_files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden");
    let mut out = Vec::new();
    for set in ["gguf", "gguf/bad", "tens", "safetensors", "safetensors/bad", "npy", "npy/bad"] {
        for entry in std::fs::read_dir(root.join(set)).unwrap() {
            let path = entry.unwrap().path();
            let ending = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
            if ["gguf", "tens", "safetensors", "npy", "npz"].contains(&ending) {
                out.push(path);
            }
        }
    }
    out.sort();
    assert!(out.len() > 500, "{}", out.len());
    out
}

/// One test, so that nothing else allocates meanwhile.
#[test]
fn memory_stays_within_the_file_and_a_mebibyte() {
    for path in golden_files() {
        let len = std::fs::metadata(&path).unwrap().len() as usize;
        let (peak, _, _) = measure(&path);
        // The one archive whose array is honestly larger than the file.
        let array = if path.ends_with("zeros_10mib.npz") { 10 * MIB } else { 0 };
        assert!(peak <= len + MIB + array, "{path:?}: {peak} bytes for a file of {len}");
    }
    damaged_files();
}

/// xorshift64*: the same damage in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    }
}

fn damaged_files() {
    let folder = std::env::temp_dir().join(format!("polyad-io-damaged-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut cases, mut errors) = (0, 0);
    for path in golden_files().into_iter().filter(|path| !path.parent().unwrap().ends_with("bad")) {
        let bytes = std::fs::read(&path).unwrap();
        if bytes.is_empty() {
            continue;
        }
        let target = folder.join(path.file_name().unwrap());
        let mut check = |damaged: &[u8], what: String| {
            // A new file each time: some file systems flush one that is cut and written again.
            let _ = std::fs::remove_file(&target);
            std::fs::write(&target, damaged).unwrap();
            let start = Instant::now();
            let (peak, largest, result) = measure(&target);
            // Unpacked arrays come on top; a shape that a flipped bit has made may name less than the stream has.
            let archive = if damaged.starts_with(b"PK") { largest.max(damaged.len() * 1032).min(11 * MIB) } else { 0 };
            assert!(peak <= damaged.len() + MIB + archive, "{path:?}, {what}: {peak} bytes");
            assert!(start.elapsed() < Duration::from_secs(1), "{path:?}, {what}: {:?}", start.elapsed());
            if let Err(error) = result {
                assert!(matches!(error, Error::Format(_)), "{path:?}, {what}: {error}");
                errors += 1;
            }
            cases += 1;
        };
        let step = bytes.len().div_ceil(60);
        for len in (0..bytes.len()).step_by(step) {
            check(&bytes[..len], format!("cut at {len}"));
        }
        for _ in 0..20 {
            let mut damaged = bytes.clone();
            let at: Vec<usize> = (0..1 + random.below(3)).map(|_| random.below(bytes.len())).collect();
            at.iter().for_each(|&at| damaged[at] ^= 1 << random.below(8));
            check(&damaged, format!("flipped at {at:?}"));
        }
        // Headers are where damage hurts: numbers of all ones and all zeros in the first bytes.
        for at in (0..bytes.len().min(80)).step_by(4) {
            for fill in [0x7f, 0xff] {
                let mut damaged = bytes.clone();
                let end = (at + 8).min(bytes.len());
                damaged[at..end].fill(fill);
                check(&damaged, format!("{fill:#x} from {at}"));
            }
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(cases > 10_000 && errors > cases / 2, "{errors} of {cases}");
}

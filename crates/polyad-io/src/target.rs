//! Where a writer's bytes go: a file that appears when it is whole, or a stream.
//!
//! A file is written beside its target, made durable, and renamed. The files of writers that have not ended are known
//! to all, so that a program that is told to end can take them away first.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use polyad_core::{Error, Result};

/// Bytes that are gathered before the system is asked to write them.
const BUFFERED: usize = 1 << 16;

/// Bytes after which the system is asked to begin to store what it has of a file: the disk is busy while the next bytes are
/// made, and the wait at the end is short.
const WINDOW: u64 = 8 << 20;

/// What has been written beside its target and is not in its place yet.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The list, also after a thread has panicked with it: each change to it is a single call.
fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes away what unfinished writers have written so far, and lets none begin or end any more: the last act of a program
/// that was told to end. Targets are as they were.
///
/// Every [`Writer`](crate::Writer) that is created or finished after this call waits for ever, so that no file can
/// appear while the program goes down.
pub fn abandon_writes() {
    let list = unfinished();
    for path in list.iter() {
        // Nobody is left to be told.
        let _ = std::fs::remove_file(path);
    }
    std::mem::forget(list);
}

/// Writes a small file whole or not at all, as [`Writer`](crate::Writer) does: for what accompanies tensors.
///
/// Errors: [`Error::Io`]; what was there before is then as it was.
///
/// ```
/// let path = std::env::temp_dir().join(format!("polyad-doc-{}.txt", std::process::id()));
/// polyad_io::write_whole(&path, b"done\n")?;
/// assert_eq!(std::fs::read(&path).unwrap(), b"done\n");
/// # std::fs::remove_file(path).unwrap();
/// # Ok::<(), polyad_core::Error>(())
/// ```
pub fn write_whole(path: impl AsRef<Path>, bytes: &[u8]) -> Result<()> {
    let mut target = Target::file(path.as_ref())?;
    target.write(bytes)?;
    target.commit()
}

/// Where bytes go.
#[derive(Debug)]
pub(crate) enum Target {
    File(TempFile),
    Stream(Stream),
}

impl Target {
    pub(crate) fn file(path: &Path) -> Result<Target> {
        TempFile::create(path).map(Target::File)
    }

    pub(crate) fn stream(out: Box<dyn Write + Send>, name: &str) -> Target {
        Target::Stream(Stream { out: BufWriter::with_capacity(BUFFERED, out), name: name.to_owned() })
    }

    /// What errors call it.
    pub(crate) fn name(&self) -> String {
        match self {
            Target::File(file) => file.target.display().to_string(),
            Target::Stream(stream) => stream.name.clone(),
        }
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<()> {
        match self {
            Target::File(file) => {
                file.with(|file| file.write_all(bytes))?;
                file.store_behind(bytes.len() as u64);
                Ok(())
            }
            Target::Stream(stream) => stream.with(|out| out.write_all(bytes)),
        }
    }

    /// Writes over bytes further up and returns to the end.
    pub(crate) fn patch(&mut self, at: u64, bytes: &[u8]) -> Result<()> {
        match self {
            Target::File(file) => file.with(|file| {
                file.seek(SeekFrom::Start(at))?;
                file.write_all(bytes)?;
                file.seek(SeekFrom::End(0)).map(drop)
            }),
            Target::Stream(stream) => stream.with(|_| Err(io::ErrorKind::NotSeekable.into())),
        }
    }

    /// All bytes are there: a file takes its place.
    pub(crate) fn commit(self) -> Result<()> {
        match self {
            Target::File(file) => file.commit(),
            Target::Stream(mut stream) => stream.with(Write::flush),
        }
    }
}

/// A stream that somebody else has opened.
pub(crate) struct Stream {
    out: BufWriter<Box<dyn Write + Send>>,
    name: String,
}

impl Stream {
    fn with<T>(&mut self, f: impl FnOnce(&mut BufWriter<Box<dyn Write + Send>>) -> io::Result<T>) -> Result<T> {
        f(&mut self.out).map_err(|e| Error::io("write", &self.name, e))
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Stream").field(&self.name).finish()
    }
}

/// A file beside its target that takes its place when it is whole.
#[derive(Debug)]
pub(crate) struct TempFile {
    target: PathBuf,
    temp: PathBuf,
    /// `None` once the file is given up or in its place.
    file: Option<BufWriter<File>>,
    written: u64,
    /// Up to where the system has been asked to store.
    stored: u64,
}

impl TempFile {
    fn create(path: &Path) -> Result<TempFile> {
        let fail = |e| Error::io("write", path.display(), e);
        // A link is followed, so that it stays a link; what is no file is never replaced.
        let mut permissions = None;
        let target = match std::fs::metadata(path) {
            Ok(stat) if stat.is_file() => {
                permissions = Some(stat.permissions());
                std::fs::canonicalize(path).map_err(fail)?
            }
            Ok(stat) => {
                let what = if stat.is_dir() { "it is a directory" } else { "it is a pipe or device" };
                return Err(fail(io::Error::other(format!("{what}; name a file"))));
            }
            Err(e) if e.kind() == io::ErrorKind::NotFound => path.to_owned(),
            Err(e) => return Err(fail(e)),
        };
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let folder = folder(&target);
        // Whoever ends the program now waits until the file is on the list.
        let mut list = unfinished();
        loop {
            let n = COUNT.fetch_add(1, Ordering::Relaxed);
            let temp = folder.join(format!(".polyad-{}-{n}.tmp", std::process::id()));
            match OpenOptions::new().write(true).create_new(true).open(&temp) {
                Ok(file) => {
                    list.push(temp.clone());
                    drop(list);
                    let temp = TempFile {
                        target,
                        temp,
                        file: Some(BufWriter::with_capacity(BUFFERED, file)),
                        written: 0,
                        stored: 0,
                    };
                    // Who could not read the old file cannot read the new one.
                    if let Some(permissions) = permissions {
                        std::fs::set_permissions(&temp.temp, permissions).map_err(fail)?;
                    }
                    return Ok(temp);
                }
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
                Err(e) => return Err(fail(e)),
            }
        }
    }

    /// After the first failure the file is given up, as nobody knows what of it was written.
    fn with<T>(&mut self, f: impl FnOnce(&mut BufWriter<File>) -> io::Result<T>) -> Result<T> {
        let result = match &mut self.file {
            Some(file) => f(file),
            None => Err(io::Error::other("an earlier write has failed")),
        };
        result.map_err(|e| {
            self.discard();
            Error::io("write", self.target.display(), e)
        })
    }

    /// Further bytes were written: whole windows of them are stored from now on.
    fn store_behind(&mut self, bytes: u64) {
        self.written += bytes;
        let whole = self.written / WINDOW * WINDOW;
        if whole > self.stored {
            #[cfg(target_os = "linux")]
            if let Some(file) = &self.file {
                use rustix::fs::{Advice, fadvise};
                // Pages that are not stored yet are not dropped by this, their storing begins; a system that will not do
                // so stores them in the end.
                let _ = fadvise(
                    file.get_ref(),
                    self.stored,
                    std::num::NonZeroU64::new(whole - self.stored),
                    Advice::DontNeed,
                );
            }
            self.stored = whole;
        }
    }

    /// Closes the file without what is still buffered: it need not reach a file that goes away.
    fn discard(&mut self) {
        if let Some(file) = self.file.take() {
            drop(file.into_parts());
        }
    }

    fn commit(mut self) -> Result<()> {
        self.with(|file| {
            file.flush()?;
            file.get_ref().sync_all()
        })?;
        self.file = None;
        self.leave_list(|temp, target| std::fs::rename(temp, target))
            .map_err(|e| Error::io("rename", self.target.display(), e))?;
        self.temp.clear();
        // The new name is durable once its folder is; where folders cannot be opened, that is the system's matter.
        if let Ok(folder) = File::open(folder(&self.target)) {
            let _ = folder.sync_all();
        }
        Ok(())
    }

    /// Does the last thing that happens to the file, and strikes it off the list if that succeeds.
    fn leave_list(&self, last: impl FnOnce(&Path, &Path) -> io::Result<()>) -> io::Result<()> {
        let mut list = unfinished();
        last(&self.temp, &self.target)?;
        list.retain(|path| *path != self.temp);
        Ok(())
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        if !self.temp.as_os_str().is_empty() {
            self.discard();
            // A file that cannot be removed is nobody's to report to, and would not go at a second try.
            let _ = self.leave_list(|temp, _| {
                let _ = std::fs::remove_file(temp);
                Ok(())
            });
        }
    }
}

fn folder(target: &Path) -> &Path {
    match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

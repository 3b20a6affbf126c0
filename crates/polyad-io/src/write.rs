//! Writing a file as a stream: a plan of everything the header needs, then the bytes in chunks of any size.
//!
//! The file appears under its name only when it is whole (`target.rs`). A writer that is dropped before leaves nothing
//! behind.

use std::io::Write;
use std::path::Path;

use polyad_core::{Error, Result};

use crate::fault::{Fault, Parse, Word, quoted};
use crate::format::{Format, able};
use crate::metadata::{Metadata, duplicates};
use crate::npz::Directory;
use crate::sixes::Packer;
use crate::target::Target;
use crate::types::{EntryType, Row, size_bytes};

/// A tensor to be written: everything the header says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Its name; formats of one tensor drop it.
    pub name: String,
    /// The type of its elements; types without a decoder too, when their bytes are passed on.
    pub dtype: EntryType,
    /// Row-major, the innermost axis last.
    pub shape: Vec<usize>,
}

impl Plan {
    /// A plan of these parts; `dtype` may be a [`polyad_core::DType`].
    pub fn new(name: impl Into<String>, dtype: impl Into<EntryType>, shape: &[usize]) -> Plan {
        Plan { name: name.into(), dtype: dtype.into(), shape: shape.to_vec() }
    }

    pub(crate) fn row(&self) -> Parse<&'static Row> {
        self.dtype.row().ok_or_else(|| Fault::new(Word::BadType, format!("no format has a name for {}", self.dtype)))
    }

    /// Bytes of the data.
    pub(crate) fn size_bytes(&self) -> Parse<u64> {
        let shape: Vec<u64> = self.shape.iter().map(|&n| n as u64).collect();
        size_bytes(&shape, self.row()?.block).map_err(|f| f.of(&self.name))
    }
}

/// What is written: bytes of ours before the data of each tensor, and behind the last.
#[derive(Debug)]
pub(crate) struct Script {
    pub(crate) pieces: Vec<Piece>,
    pub(crate) tail: Vec<u8>,
    /// Of an archive: its tail, which needs the checksums.
    pub(crate) archive: Option<Directory>,
}

#[derive(Debug)]
pub(crate) struct Piece {
    pub(crate) before: Vec<u8>,
    pub(crate) data: u64,
}

impl Script {
    /// A header, then data of these sizes without anything between.
    pub(crate) fn plain(head: Vec<u8>, sizes: &[u64]) -> Script {
        let mut pieces: Vec<Piece> = sizes.iter().map(|&data| Piece { before: Vec::new(), data }).collect();
        match pieces.first_mut() {
            Some(first) => {
                first.before = head;
                Script { pieces, tail: Vec::new(), archive: None }
            }
            None => Script { pieces, tail: head, archive: None },
        }
    }
}

/// Writes one file.
///
/// ```
/// use polyad_core::DType;
/// use polyad_io::{Format, Metadata, Plan, Writer};
/// let path = std::env::temp_dir().join(format!("polyad-doc-{}.safetensors", std::process::id()));
/// let plan = [Plan::new("w", DType::Float32, &[2])];
/// let mut writer = Writer::create(&path, Format::Safetensors, &Metadata::new(), &plan)?;
/// writer.write(&1.5f32.to_le_bytes())?;
/// writer.write(&2.5f32.to_le_bytes())?;
/// writer.finish()?;
/// assert_eq!(polyad_io::open(&path)?.entries()[0].shape, [2]);
/// # std::fs::remove_file(path).unwrap();
/// # Ok::<(), polyad_core::Error>(())
/// ```
#[derive(Debug)]
pub struct Writer {
    file: Target,
    format: Format,
    script: Script,
    names: Vec<String>,
    /// Which tensors are packed more tightly in the file than in memory.
    packed: Vec<bool>,
    packer: Packer,
    /// How many pieces are begun, and how many bytes of the last one are missing.
    begun: usize,
    missing: u64,
    crc: crc32fast::Hasher,
    /// Bytes that went to the file, those that were written over counted once.
    written: u64,
}

impl Writer {
    /// Begins a file of these tensors at `path`, their bytes to come in this order. The metadata go where the
    /// format has a place for them ([`Format::keeps_metadata`]).
    ///
    /// Errors: [`Error::Format`] where the format has no name for a type (the message says which formats have),
    /// holds one tensor only, or limits names and axes; [`Error::Io`].
    pub fn create(path: impl AsRef<Path>, format: Format, metadata: &Metadata, plan: &[Plan]) -> Result<Writer> {
        let path = path.as_ref();
        Writer::begin(&path.display().to_string(), format, metadata, plan, || Target::file(path))
    }

    /// Begins a file that goes to `out`, such as standard output, as it is made; `name` is what errors call it.
    ///
    /// Nobody takes back what was written before a failure. Errors: as [`Writer::create`]; `Unsupported` for NPZ, which
    /// has checksums before the data they are of.
    ///
    /// ```
    /// use polyad_core::DType;
    /// use polyad_io::{Format, Metadata, Plan, Writer};
    /// let plan = [Plan::new("w", DType::UInt8, &[3])];
    /// let mut writer = Writer::to_stream(Box::new(std::io::sink()), "a sink", Format::Npy, &Metadata::new(), &plan)?;
    /// writer.write(&[1, 2, 3])?;
    /// writer.finish()?;
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn to_stream(
        out: Box<dyn Write + Send>,
        name: &str,
        format: Format,
        metadata: &Metadata,
        plan: &[Plan],
    ) -> Result<Writer> {
        if format == Format::Npz {
            let detail = "npz has checksums before the data they are of, so it cannot be written as a stream; \
                          write a file, or another format";
            return Err(Fault::new(Word::Unsupported, detail).into_error(name, format.name()));
        }
        Writer::begin(name, format, metadata, plan, || Ok(Target::stream(out, name)))
    }

    fn begin(
        name: &str,
        format: Format,
        metadata: &Metadata,
        plan: &[Plan],
        target: impl FnOnce() -> Result<Target>,
    ) -> Result<Writer> {
        let fail = |f: Fault| f.into_error(name, format.name());
        check(format, plan).map_err(fail)?;
        let script = (format.spec().script)(metadata, plan).map_err(fail)?;
        let file = target()?;
        let names = plan.iter().map(|item| item.name.clone()).collect();
        let packed = plan.iter().map(|item| item.row().is_ok_and(Row::is_six_bits)).collect();
        let mut writer = Writer {
            file,
            format,
            script,
            names,
            packed,
            packer: Packer::default(),
            begun: 0,
            missing: 0,
            crc: Default::default(),
            written: 0,
        };
        writer.advance()?;
        Ok(writer)
    }

    /// The next bytes of the data: little-endian storage bytes, row-major, of one tensor after the other; a call
    /// may end anywhere. Errors: [`Error::Io`] (disk full); [`Error::Format`] for more bytes than planned.
    pub fn write(&mut self, mut bytes: &[u8]) -> Result<()> {
        while !bytes.is_empty() {
            if self.missing == 0 {
                let detail = format!("{} bytes more than the plan has room for", bytes.len());
                return Err(self.fail(Fault::new(Word::BadValue, detail)));
            }
            let room = usize::try_from(self.missing).unwrap_or(usize::MAX);
            // The last one that has begun is the one that misses bytes.
            if self.packed[self.begun - 1] {
                let (part, rest) = bytes.split_at(self.packer.room(room).min(bytes.len()));
                let packed = self.packer.pack(part);
                self.put(&packed)?;
                self.missing -= packed.len() as u64;
                bytes = rest;
                self.advance()?;
                continue;
            }
            let (part, rest) = bytes.split_at(room.min(bytes.len()));
            self.put(part)?;
            if self.script.archive.is_some() {
                self.crc.update(part);
            }
            self.missing -= part.len() as u64;
            bytes = rest;
            self.advance()?;
        }
        Ok(())
    }

    /// Ends the file: checks that all data came, makes it durable and gives it its name. Tells its size in bytes.
    ///
    /// Errors: [`Error::Format`] where data are missing, [`Error::Io`]; either way the target is as it was.
    pub fn finish(mut self) -> Result<u64> {
        if self.missing > 0 {
            let name = quoted(&self.names[self.begun - 1]);
            let detail = format!("{} bytes of tensor {name} have not come", self.missing);
            return Err(self.fail(Fault::new(Word::Truncated, detail)));
        }
        let tail = match &self.script.archive {
            Some(directory) => directory.bytes(),
            None => std::mem::take(&mut self.script.tail),
        };
        self.put(&tail)?;
        self.file.commit()?;
        Ok(self.written)
    }

    fn put(&mut self, bytes: &[u8]) -> Result<()> {
        self.file.write(bytes)?;
        self.written += bytes.len() as u64;
        Ok(())
    }

    fn fail(&self, fault: Fault) -> Error {
        fault.into_error(&self.file.name(), self.format.name())
    }

    /// Ends pieces that are whole and begins the next ones, up to one that wants data.
    fn advance(&mut self) -> Result<()> {
        while self.missing == 0 {
            if let (Some(directory), Some(last)) = (&mut self.script.archive, self.begun.checked_sub(1)) {
                let crc = std::mem::take(&mut self.crc).finalize();
                let at = directory.set_crc(last, crc);
                self.file.patch(at, &crc.to_le_bytes())?;
            }
            let Some(piece) = self.script.pieces.get(self.begun) else { break };
            self.file.write(&piece.before)?;
            self.written += piece.before.len() as u64;
            if let Some(directory) = &self.script.archive {
                self.crc.update(directory.header(self.begun, &piece.before));
            }
            self.missing = piece.data;
            self.begun += 1;
        }
        Ok(())
    }
}

/// What can be said against a plan without looking at the format's own rules.
pub(crate) fn check(format: Format, plan: &[Plan]) -> Parse<()> {
    if !format.holds_many() && plan.len() != 1 {
        let many: Vec<&str> = Format::ALL.iter().filter(|f| f.holds_many()).map(|f| f.name()).collect();
        let detail =
            format!("{} tensors, and {format} holds exactly one; formats for more: {}", plan.len(), many.join(", "));
        return Err(Fault::new(Word::Unsupported, detail));
    }
    if let Some(item) = plan.iter().find(|item| !format.can_hold(&item.dtype)) {
        let able = able(&item.dtype, plan.len());
        let detail = format!("{format} has no name for {}; {able}", item.dtype);
        return Err(Fault::new(Word::BadType, detail).of(&item.name));
    }
    match duplicates(plan.len(), |i| &plan[i].name).first() {
        Some(&i) => Err(Fault::new(Word::Duplicate, "its name comes twice").of(&plan[i as usize].name)),
        None => Ok(()),
    }
}

//! An open file: what is in it, and views of its tensors.

use std::fs::File;
use std::path::Path;

use polyad_core::{Buffer, DType, Error, Layout, Result, View};

use crate::fault::{Fault, Faults, Parse, Word, quoted};
use crate::format::{Format, by_extension, detect, explain};
use crate::identity::Identity;
use crate::metadata::{Metadata, duplicates, remove_all, sorted};
use crate::npz::Member;
use crate::sixes;
use crate::split::Split;
use crate::types::{EntryType, Row, Swap};

/// The name of the tensor in formats that give it none.
pub const UNNAMED: &str = "tensor";

/// A tensor in a file, as the file lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name; [`UNNAMED`] in NPY and TENS.
    pub name: String,
    /// The type of its elements.
    pub dtype: EntryType,
    /// Row-major, the innermost axis last, whatever the file's own order.
    pub shape: Vec<usize>,
    /// Where its bytes start, from the start of the file; of a deflated member, where the packed bytes do.
    pub offset: u64,
    /// Its size in bytes, unpacked; of 6-bit floats, which take a byte each in memory, that in the file.
    pub size_bytes: u64,
}

impl Entry {
    /// How many elements.
    pub fn size(&self) -> usize {
        self.shape.iter().product()
    }
}

/// How an entry's bytes become storage bytes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    /// Where the file's list has the entry, for faults that are about the list.
    pub(crate) listed: u64,
    pub(crate) big_endian: bool,
    pub(crate) column_major: bool,
    /// The member of an archive that holds them.
    pub(crate) member: Option<Box<Member>>,
}

/// What a parser finds.
#[derive(Debug, Default)]
pub(crate) struct Parsed {
    pub(crate) entries: Vec<Entry>,
    pub(crate) places: Vec<Place>,
    pub(crate) metadata: Metadata,
    /// Where the file has each key of the metadata.
    pub(crate) key_offsets: Vec<u64>,
    /// Where the header ends: what lies between it and the first tensor is padding.
    pub(crate) header_bytes: u64,
    pub(crate) trailing_bytes: u64,
    /// Tensors that a lenient parser has found and that cannot be read.
    pub(crate) dropped: usize,
    /// Of an archive, the members that are no arrays; a lenient parser keeps them to have them checked.
    pub(crate) others: Vec<(String, Member)>,
}

impl Parsed {
    pub(crate) fn push(&mut self, entry: Entry, place: Place) {
        self.entries.push(entry);
        self.places.push(place);
    }

    /// Takes out entries that cannot be read; their places are in order.
    pub(crate) fn drop_entries(&mut self, places: &[u32]) {
        remove_all(&mut self.entries, places);
        remove_all(&mut self.places, places);
        self.dropped += places.len();
    }

    /// A name is there once.
    pub(crate) fn check_names(&mut self, faults: &mut Faults) -> Parse<()> {
        let again = duplicates(self.entries.len(), |i| &self.entries[i].name);
        for &i in &again {
            let (entry, place) = (&self.entries[i as usize], &self.places[i as usize]);
            faults.note(Fault::at(Word::Duplicate, place.listed, "its name comes twice").of(&entry.name))?;
        }
        self.drop_entries(&again);
        Ok(())
    }
}

/// An open file of any format. The file is mapped: opening reads the header alone, tensors are read as they are
/// used, and stay valid after the archive is gone.
#[derive(Debug)]
pub struct Archive {
    path: String,
    /// Where the system can tell.
    identity: Option<Identity>,
    format: Format,
    file: Buffer,
    parsed: Parsed,
    /// Places of the entries in the order of their names.
    by_name: Vec<u32>,
}

/// Opens a file; its content decides what format it is read in, not its name.
///
/// A name that says `.npy` where the content is an archive, or `.npz` where it is one array, is an error; any
/// other wrong ending is overlooked, and [`Archive::misnamed`] tells.
/// Cost: the header; a file of many gigabytes opens in microseconds.
///
/// Errors: [`Error::Io`], [`Error::Format`] with the word for the broken rule.
///
/// ```no_run
/// let archive = polyad_io::open("model.safetensors")?;
/// for entry in archive.entries() {
///     println!("{} {} {:?}", entry.name, entry.dtype, entry.shape);
/// }
/// # Ok::<(), polyad_core::Error>(())
/// ```
pub fn open(path: impl AsRef<Path>) -> Result<Archive> {
    Archive::read(path.as_ref(), None)
}

/// Opens a file as `format`, whatever it seems to be. Errors as [`open`].
pub fn open_as(path: impl AsRef<Path>, format: Format) -> Result<Archive> {
    Archive::read(path.as_ref(), Some(format))
}

impl Archive {
    fn read(at: &Path, format: Option<Format>) -> Result<Archive> {
        let path = at.display().to_string();
        Archive::read_file(&open_file(at)?, path, format)
    }

    /// Opens a file that somebody has opened before, from its start; `name` is what errors call it. Errors: as [`open`].
    ///
    /// ```no_run
    /// let file = std::fs::File::open("weights").unwrap();
    /// let archive = polyad_io::Archive::of_file(&file, "weights")?;
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn of_file(file: &File, name: &str) -> Result<Archive> {
        Archive::read_file(file, name.to_owned(), None)
    }

    fn read_file(file: &File, path: String, format: Option<Format>) -> Result<Archive> {
        let identity = Identity::of(file, Path::new(&path));
        let file = map(file, &path)?;
        let (format, parsed) = {
            let bytes = file.read()?;
            let format = match format {
                Some(format) => format,
                None => detect(Path::new(&path), &bytes).map_err(|f| f.into_error(&path, "unknown"))?,
            };
            let parsed = (format.spec().parse)(&bytes, &mut Faults::strict());
            (format, parsed.map_err(|f| explain(format, &bytes, f).into_error(&path, format.name()))?)
        };
        Ok(Archive { identity, ..Archive::new(path, format, file, parsed) })
    }

    /// Of what a parser found, each name there once and all data inside the file.
    pub(crate) fn new(path: String, format: Format, file: Buffer, parsed: Parsed) -> Archive {
        let by_name = sorted(parsed.entries.len(), |i| &parsed.entries[i].name);
        Archive { path, identity: None, format, file, parsed, by_name }
    }

    /// The path that was opened.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Whether `path` leads to the file that was opened, through links and spellings of any kind.
    pub fn is_at(&self, path: impl AsRef<Path>) -> bool {
        self.identity.is_some() && self.identity == Identity::at(path.as_ref())
    }

    /// The format that the content is in.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The format that the file's name stands for, where that is not the content's: worth a word to the user.
    pub fn misnamed(&self) -> Option<Format> {
        by_extension(Path::new(&self.path)).filter(|&named| named != self.format)
    }

    /// How many tensors.
    pub fn len(&self) -> usize {
        self.parsed.entries.len()
    }

    /// Whether there is no tensor.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The tensors, in the order of the file's list.
    pub fn entries(&self) -> &[Entry] {
        &self.parsed.entries
    }

    /// The tensor called `name`. O(log n).
    pub fn get(&self, name: &str) -> Option<&Entry> {
        self.index(name).map(|i| &self.parsed.entries[i])
    }

    fn index(&self, name: &str) -> Option<usize> {
        let entries = &self.parsed.entries;
        let found = self.by_name.binary_search_by(|&i| entries[i as usize].name.as_str().cmp(name));
        found.ok().map(|at| self.by_name[at] as usize)
    }

    /// Where byte `at` of what [`Archive::raw`] gives of the tensor called `name` lies in the file; `None` where it lies
    /// nowhere, as the tensor is deflated.
    pub fn offset_of(&self, name: &str, at: u64) -> Option<u64> {
        let i = self.index(name)?;
        let is_deflated = self.parsed.places[i].member.as_ref().is_some_and(|member| member.deflated);
        if is_deflated { None } else { self.parsed.entries[i].offset.checked_add(at) }
    }

    /// Whether the first axis of the tensor called `name` is the innermost one in the file, and in what
    /// [`Archive::raw`] gives.
    pub fn is_column_major(&self, name: &str) -> bool {
        self.index(name).is_some_and(|i| self.parsed.places[i].column_major)
    }

    /// What the file says beside its tensors.
    pub fn metadata(&self) -> &Metadata {
        &self.parsed.metadata
    }

    /// Which part of a split model this file is, by its metadata or, where they do not say, by its name.
    /// [`Model`](crate::Model) has all parts.
    pub fn split(&self) -> Option<Split> {
        let named = || Split::of_name(Path::new(&self.path)).filter(|_| self.format.holds_many());
        Split::of(&self.parsed.metadata).or_else(named)
    }

    /// Bytes behind the data that belong to nothing, in formats that allow them (GGUF, NPY).
    pub fn trailing_bytes(&self) -> u64 {
        self.parsed.trailing_bytes
    }

    /// Size of the file.
    pub fn file_bytes(&self) -> u64 {
        self.file.size_bytes() as u64
    }

    /// Tells the kernel that the pages of the file read so far may leave memory.
    pub fn release_pages(&self) {
        self.file.release_pages();
    }

    /// A view of the tensor called `name`. O(1) and no copy where the file has the bytes as they are used;
    /// big-endian, deflated and misaligned data are copied. Column-major arrays are strided views.
    ///
    /// Errors: [`Error::Format`]: `BadValue` where there is no such tensor, `BadType` where its type has no
    /// decoder, `BadChecksum` and others where an archive's member is damaged; [`Error::OutOfMemory`].
    pub fn view(&self, name: &str) -> Result<View> {
        let i = self.find(name)?;
        let entry = &self.parsed.entries[i];
        let dtype = match &entry.dtype {
            EntryType::Known(dtype) => *dtype,
            EntryType::Named { name: dtype, why } => {
                let detail = format!("values of type {dtype} cannot be read: {why}");
                return Err(self.error(Fault::new(Word::BadType, detail).of(name)));
            }
        };
        let mut buffer = self.storage(i)?;
        if dtype == DType::Bool {
            buffer = plain_bools(buffer, entry.size_bytes as usize)?;
        }
        let layout = match self.parsed.places[i].column_major {
            true => column_major(&entry.shape)?,
            false => Layout::contiguous(&entry.shape)?,
        };
        View::new(buffer, layout, dtype)
    }

    /// The bytes of the tensor called `name`, little-endian, in the file's order of axes: what a writer takes to
    /// pass on a type without a decoder. Copies only as [`Archive::view`] does.
    ///
    /// Errors: as [`Archive::view`]; `Unsupported` for big-endian data of a type whose blocks nobody has written so.
    pub fn raw(&self, name: &str) -> Result<Buffer> {
        self.storage(self.find(name)?)
    }

    fn find(&self, name: &str) -> Result<usize> {
        self.index(name).ok_or_else(|| {
            let detail = format!("no tensor is called {}; the file has {}", quoted(name), self.len());
            self.error(Fault::new(Word::BadValue, detail))
        })
    }

    fn error(&self, fault: Fault) -> Error {
        fault.into_error(&self.path, self.format.name())
    }

    /// Little-endian bytes, aligned for their type.
    fn storage(&self, i: usize) -> Result<Buffer> {
        let (entry, place) = (&self.parsed.entries[i], &self.parsed.places[i]);
        let about = |f: Fault| self.error(f.of(&entry.name));
        let size =
            usize::try_from(entry.size_bytes).map_err(|_| about(Fault::new(Word::Overflow, "past this machine")))?;
        if let Some(member) = &place.member {
            let file = self.file.read()?;
            if member.deflated {
                let mut buffer = Buffer::alloc(size)?;
                let out = buffer.unique().expect("it was just made");
                member
                    .inflate(&file, out, release_behind(&self.file))
                    .and_then(|()| self.swap(i, out))
                    .map_err(about)?;
                return Ok(buffer);
            }
            member.check(&file).map_err(about)?;
        }
        let part = self.file.part(entry.offset as usize, size)?;
        if place.member.is_some() {
            // The checksum has brought every page in.
            part.release_pages();
        }
        if entry.dtype.row().is_some_and(Row::is_six_bits) {
            let mut buffer = Buffer::alloc(entry.size())?;
            sixes::unpack(&part.read()?, buffer.unique().expect("it was just made"));
            return Ok(buffer);
        }
        let align = entry.dtype.row().map_or(1, |row| row.align());
        // Column-major data are copied by whoever wants them row-major: a copy for alignment alone would be one too many.
        if !place.big_endian && (place.column_major || part.address().is_multiple_of(align as usize)) {
            return Ok(part);
        }
        let mut buffer = Buffer::alloc(size)?;
        let out = buffer.unique().expect("it was just made");
        // Piece by piece, so that the pages copied from need not stay in memory beside the copy.
        for (k, piece) in out.chunks_mut(PIECE).enumerate() {
            let from = part.part(k * PIECE, piece.len())?;
            piece.copy_from_slice(&from.read()?);
            from.release_pages();
        }
        self.swap(i, out).map_err(about)?;
        Ok(buffer)
    }

    /// Turns big-endian bytes of entry `i` into little-endian ones.
    fn swap(&self, i: usize, bytes: &mut [u8]) -> Result<(), Fault> {
        let entry = &self.parsed.entries[i];
        let Some(row) = entry.dtype.row().filter(|_| self.parsed.places[i].big_endian) else { return Ok(()) };
        match row.swap {
            Swap::Words(n) => bytes.chunks_exact_mut(n).for_each(<[u8]>::reverse),
            Swap::Halves(places) => {
                for block in bytes.chunks_exact_mut(row.block.1 as usize) {
                    places.iter().for_each(|&at| block.swap(at, at + 1));
                }
            }
            Swap::NoRule => {
                let detail = format!("big-endian blocks of {} have no known order of bytes", row.name);
                return Err(Fault::new(Word::Unsupported, detail));
            }
        }
        Ok(())
    }
}

/// Told up to which byte of a file everything is read, lets its pages leave memory; they come back when somebody else
/// reads them.
pub(crate) fn release_behind(file: &Buffer) -> impl FnMut(usize) {
    let mut released = 0;
    move |end| {
        if let Ok(read) = file.part(released, end - released) {
            read.release_pages();
        }
        released = end;
    }
}

/// Opens what has to be a plain file.
pub(crate) fn open_file(at: &Path) -> Result<File> {
    let fail = |e| Error::io("open", at.display(), e);
    let stat = std::fs::metadata(at).map_err(fail)?;
    if stat.is_dir() {
        return Err(fail(std::io::Error::other("it is a directory; name a file in it")));
    }
    if !stat.is_file() {
        return Err(fail(std::io::Error::other("it is a pipe or device; save it to a file first")));
    }
    File::open(at).map_err(fail)
}

/// Maps a file whole.
pub(crate) fn map(file: &File, path: &str) -> Result<Buffer> {
    let fail = |e| Error::io("open", path, e);
    let len = file.metadata().map_err(fail)?.len();
    let len = usize::try_from(len).map_err(|_| fail(std::io::ErrorKind::FileTooLarge.into()))?;
    Buffer::map_file(file, path, 0, len)
}

/// Bytes that are copied before the pages behind them are given back.
const PIECE: usize = 4 << 20;

fn column_major(shape: &[usize]) -> Result<Layout> {
    let mut strides = Vec::with_capacity(shape.len());
    let mut step = 1isize;
    for &extent in shape {
        strides.push(step);
        // The product of extents was checked; an extent of 0 counts as 1, as in row-major strides.
        step = step.saturating_mul(extent.max(1) as isize);
    }
    Layout::new(shape, &strides, 0)
}

/// Any byte but 0 is true in some writers' files; here a bool is 0 or 1, so such data are copied.
fn plain_bools(buffer: Buffer, size: usize) -> Result<Buffer> {
    let mut copy = {
        let bytes = buffer.read()?;
        if bytes[..size].iter().all(|&b| b < 2) { None } else { Some(Buffer::from_slice(&bytes[..size])?) }
    };
    if let Some(bytes) = copy.as_mut().and_then(Buffer::unique) {
        bytes.iter_mut().for_each(|b| *b = u8::from(*b != 0));
    }
    Ok(copy.unwrap_or(buffer))
}

//! Tensors in and out of files: the part of this crate that knows [`Tensor`].

use std::io::{Read, Write};
use std::path::Path;

use polyad_core::{Error, Holds, Result, View};
use polyad_tensor::Tensor;

use crate::archive::{Archive, UNNAMED, open};
use crate::fault::Faults;
use crate::format::Format;
use crate::metadata::Metadata;
use crate::tens;
use crate::write::{Plan, Writer, check};

impl Archive {
    /// The tensor called `name`, over the mapped file where the bytes are as they are used. Cost and errors:
    /// [`Archive::view`].
    pub fn tensor(&self, name: &str) -> Result<Tensor> {
        Ok(Tensor::from_view(self.view(name)?).with_name(name))
    }
}

/// Every tensor of a file with its name, in the file's order; those of NPY and TENS are called
/// [`UNNAMED`](crate::UNNAMED).
///
/// Cost: the header; the data are mapped. Errors: as [`open`] and [`Archive::view`]: a type without a decoder
/// fails the whole call, and [`Archive::entries`] lists it.
pub fn load(path: impl AsRef<Path>) -> Result<Vec<(String, Tensor)>> {
    let archive = open(path)?;
    archive.entries().iter().map(|entry| Ok((entry.name.clone(), archive.tensor(&entry.name)?))).collect()
}

/// Writes tensors and metadata in the format that the ending of `path` stands for. The file appears whole or not
/// at all.
///
/// Any layout; what is not row-major is copied, one tensor at a time. Errors: as [`Format::from_path`],
/// [`Writer::create`], [`Writer::write`] and [`Writer::finish`].
///
/// ```
/// use polyad_io::{Metadata, load, save};
/// use polyad_tensor::Tensor;
/// let path = std::env::temp_dir().join(format!("polyad-doc-{}.npz", std::process::id()));
/// let w = Tensor::from_slice(&[1.0f32, 2.0, 3.0, 4.0], &[2, 2])?;
/// save(&path, &[("w", w)], &Metadata::new())?;
/// let back = load(&path)?;
/// assert_eq!(back[0].0, "w");
/// assert_eq!(back[0].1.to_vec::<f32>()?, [1.0, 2.0, 3.0, 4.0]);
/// # std::fs::remove_file(path).unwrap();
/// # Ok::<(), polyad_core::Error>(())
/// ```
pub fn save<S: AsRef<str>>(path: impl AsRef<Path>, tensors: &[(S, Tensor)], metadata: &Metadata) -> Result<()> {
    let format = Format::from_path(&path)?;
    save_as(path, format, tensors, metadata)
}

/// [`save`] in a format of choice, whatever the ending of `path`.
pub fn save_as<S: AsRef<str>>(
    path: impl AsRef<Path>,
    format: Format,
    tensors: &[(S, Tensor)],
    metadata: &Metadata,
) -> Result<()> {
    let plan: Vec<Plan> = tensors.iter().map(|(name, t)| Plan::new(name.as_ref(), t.dtype(), t.shape())).collect();
    let mut writer = Writer::create(path, format, metadata, &plan)?;
    for (_, tensor) in tensors {
        writer.write_tensor(tensor)?;
    }
    writer.finish().map(drop)
}

/// The next tensor of a stream of TENS files, one behind the other; what follows it is left unread.
///
/// Strides, names, marks and history are not in such files. Room is made as data arrive. Errors: [`Error::Format`], with
/// `Truncated` where the stream ends early, [`Error::Io`].
///
/// ```
/// use polyad_io::{read_from, write_to};
/// use polyad_tensor::tensor;
/// let mut stream = vec![];
/// write_to(&mut stream, &tensor![1.0, 2.0])?;
/// write_to(&mut stream, &tensor![[3.0], [4.0]])?;
/// let mut reader = &stream[..];
/// assert_eq!(read_from(&mut reader)?, tensor![1.0, 2.0]);
/// assert_eq!(read_from(&mut reader)?, tensor![[3.0], [4.0]]);
/// assert!(reader.is_empty() && read_from(&mut reader).is_err());
/// # Ok::<(), polyad_core::Error>(())
/// ```
pub fn read_from(reader: &mut impl Read) -> Result<Tensor> {
    let bytes = tens::one(reader).map_err(|e| Error::io("read", STREAM, e))?;
    let parsed = tens::parse(&bytes, &mut Faults::strict()).map_err(|f| f.into_error(STREAM, Format::Tens.name()))?;
    let entry = &parsed.entries[0];
    let dtype = entry.dtype.known().expect("every code stands for a dtype");
    View::from_bytes(&bytes[entry.offset as usize..], dtype, &entry.shape).map(Tensor::from_view)
}

/// Writes one tensor of any layout as a TENS file into a stream that others may be in too.
///
/// Errors: [`Error::Format`] for a dtype that TENS has no code for, [`Error::Io`].
pub fn write_to(writer: &mut impl Write, tensor: &Tensor) -> Result<()> {
    let plan = [Plan::new(UNNAMED, tensor.dtype(), tensor.shape())];
    let script = check(Format::Tens, &plan).and_then(|()| tens::script(&Metadata::new(), &plan));
    let script = script.map_err(|f| f.into_error(STREAM, Format::Tens.name()))?;
    let mut put = |bytes: &[u8]| writer.write_all(bytes).map_err(|e| Error::io("write", STREAM, e));
    put(&script.pieces[0].before)?;
    with_bytes(tensor, put)
}

/// What errors call a stream.
const STREAM: &str = "a stream";

/// Runs `f` on the storage bytes of a tensor, row-major; bits of other elements beside packed ones are not among them.
fn with_bytes(tensor: &Tensor, f: impl FnOnce(&[u8]) -> Result<()>) -> Result<()> {
    let whole = if tensor.view().is_whole_blocks() { tensor.clone() } else { tensor.copy()? };
    let view = whole.view();
    let mut holds = Holds::take("save", &[view.buffer()], None)?;
    let (sources, _) = holds.slices();
    f(&sources[0].expect("there is no destination that could share the buffer")[view.byte_range()])
}

impl Writer {
    /// The next tensor of the plan, of any layout. Errors: as [`Writer::write`].
    pub fn write_tensor(&mut self, tensor: &Tensor) -> Result<()> {
        with_bytes(tensor, |bytes| self.write(bytes))
    }
}

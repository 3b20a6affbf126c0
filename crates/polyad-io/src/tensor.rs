//! Tensors in and out of files: the part of this crate that knows [`Tensor`].

use std::path::Path;

use polyad_core::{Holds, Result};
use polyad_tensor::Tensor;

use crate::archive::{Archive, open};
use crate::format::Format;
use crate::metadata::Metadata;
use crate::write::{Plan, Writer};

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

impl Writer {
    /// The next tensor of the plan, of any layout. Errors: as [`Writer::write`].
    pub fn write_tensor(&mut self, tensor: &Tensor) -> Result<()> {
        // Bits of other elements beside packed ones are not written.
        let whole = if tensor.view().is_whole_blocks() { tensor.clone() } else { tensor.copy()? };
        let view = whole.view();
        let mut holds = Holds::take("save", &[view.buffer()], None)?;
        let (sources, _) = holds.slices();
        let bytes = sources[0].expect("there is no destination that could share the buffer");
        self.write(&bytes[view.byte_range()])
    }
}

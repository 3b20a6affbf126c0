//! Models in several files: `model-00002-of-00003.gguf` and its siblings, or an index that lists them.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io::Read;
use std::path::{Path, PathBuf};

use polyad_core::{Error, FormatErrorKind as Word, Result};

use crate::archive::{Archive, Entry, open, open_file};
use crate::fault::{Fault, Faults, Parse, quoted};
use crate::finding::{Finding, FindingKind, Findings};
use crate::format::Format;
use crate::json::Json;
use crate::metadata::{Metadata, duplicates};
use crate::read::utf8;

/// What the name of an index of safetensors files ends in.
const INDEX: &str = ".safetensors.index.json";
/// An index has a line a tensor; larger ones are refused.
const MAX_INDEX: u64 = 100 << 20;
/// Keys of GGUF that are about the split and not about the model.
const SPLIT_KEYS: [&str; 3] = ["split.no", "split.count", "split.tensors.count"];
/// Digits of each number in the name of a part.
const DIGITS: usize = 5;

/// Which part of a model a file is, where the model was split into several files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// Place of this file, from 0.
    pub index: u64,
    /// How many files.
    pub count: u64,
    /// How many tensors in all of them, if the file says so.
    pub tensors: Option<u64>,
}

impl Split {
    /// What the metadata say; `None` for a model in one file.
    ///
    /// ```
    /// use polyad_io::{Metadata, Split};
    /// let mut m = Metadata::new();
    /// assert_eq!(Split::of(&m), None);
    /// m.insert("split.no", 1u16);
    /// m.insert("split.count", 3u16);
    /// assert_eq!(Split::of(&m), Some(Split { index: 1, count: 3, tensors: None }));
    /// ```
    pub fn of(metadata: &Metadata) -> Option<Split> {
        let number = |key| metadata.get(key)?.as_u64();
        let count = number("split.count").filter(|&n| n > 1)?;
        Some(Split { index: number("split.no")?, count, tensors: number("split.tensors.count") })
    }

    /// What the name of a file says: `model-00002-of-00003.gguf` is the second of three.
    pub fn of_name(path: &Path) -> Option<Split> {
        PartName::of(path).map(|name| Split { index: name.number - 1, count: name.count, tensors: None })
    }
}

/// The parts of a name such as `model-00002-of-00003.gguf`.
struct PartName<'a> {
    stem: &'a str,
    number: u64,
    count: u64,
    ending: &'a str,
}

impl PartName<'_> {
    fn of(path: &Path) -> Option<PartName<'_>> {
        let name = path.file_name()?.to_str()?;
        let (rest, ending) = name.rsplit_once('.')?;
        let number = |text: &str| {
            let plain = text.len() == DIGITS && text.bytes().all(|b| b.is_ascii_digit());
            text.parse().ok().filter(|_| plain)
        };
        let (rest, count) = rest.rsplit_once("-of-")?;
        let (stem, index) = rest.rsplit_once('-')?;
        let (index, count): (u64, u64) = (number(index)?, number(count)?);
        (count > 1 && (1..=count).contains(&index)).then_some(PartName { stem, number: index, count, ending })
    }

    /// The name of another part.
    fn sibling(&self, number: u64) -> String {
        let PartName { stem, count, ending, .. } = self;
        format!("{stem}-{number:05}-of-{count:05}.{ending}")
    }
}

/// A model in one or several files.
#[derive(Debug)]
pub struct Model {
    path: String,
    parts: Vec<Archive>,
}

impl Model {
    /// Opens a file and, where it is one part of a split model, all parts. `path` may also be the index of safetensors
    /// files (`model.safetensors.index.json`). The parts lie in one folder.
    ///
    /// Errors: as [`open`]; [`Error::Format`]: `Truncated` where a part or a tensor of the index is missing, `Duplicate`
    /// where two parts have a tensor of one name, `BadValue` where parts contradict each other.
    ///
    /// ```no_run
    /// let model = polyad_io::Model::open("model-00001-of-00003.gguf")?;
    /// println!("{} tensors in {} files", model.len(), model.parts().len());
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn open(path: impl AsRef<Path>) -> Result<Model> {
        let path = path.as_ref();
        let parts = match is_index(path) {
            true => indexed(path, &mut Faults::strict())?.parts,
            false => siblings(open(path)?, path, &mut Faults::strict())?,
        };
        let model = Model { path: path.display().to_string(), parts };
        model.check(&mut Faults::strict()).map_err(|fault| model.error(fault))?;
        Ok(model)
    }

    /// Opens a file alone, also where it is one of several parts; of an index, all that it lists. Errors: as
    /// [`Model::open`].
    pub fn open_part(path: impl AsRef<Path>) -> Result<Model> {
        let path = path.as_ref();
        if is_index(path) { Model::open(path) } else { open(path).map(Model::from) }
    }

    /// The path that was opened.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Whether `path` leads to one of the files.
    pub fn is_at(&self, path: impl AsRef<Path>) -> bool {
        self.parts.iter().any(|part| part.is_at(path.as_ref()))
    }

    /// The files, in order.
    pub fn parts(&self) -> &[Archive] {
        &self.parts
    }

    /// The format of the files.
    pub fn format(&self) -> Format {
        self.parts[0].format()
    }

    /// How many tensors.
    pub fn len(&self) -> usize {
        self.parts.iter().map(Archive::len).sum()
    }

    /// Whether there is no tensor.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes of all files.
    pub fn file_bytes(&self) -> u64 {
        self.parts.iter().map(Archive::file_bytes).sum()
    }

    /// The tensors, part by part, with the file that each is in.
    pub fn entries(&self) -> impl Iterator<Item = (&Archive, &Entry)> {
        self.parts.iter().flat_map(|part| part.entries().iter().map(move |entry| (part, entry)))
    }

    /// The tensor called `name` and its file. O(log n) in each part.
    pub fn get(&self, name: &str) -> Option<(&Archive, &Entry)> {
        self.parts.iter().find_map(|part| Some((part, part.get(name)?)))
    }

    /// What the files say beside their tensors, as one file would say it: all keys, the first part's value where several
    /// have a key, nothing about the split.
    pub fn metadata(&self) -> Cow<'_, Metadata> {
        if self.parts.len() == 1 {
            return Cow::Borrowed(self.parts[0].metadata());
        }
        let mut joined = Metadata::new();
        for (key, value) in self.parts.iter().flat_map(|part| part.metadata().iter()) {
            if joined.get(key).is_none() && !SPLIT_KEYS.contains(&key) {
                joined.insert(key, value.clone());
            }
        }
        Cow::Owned(joined)
    }

    fn error(&self, fault: Fault) -> Error {
        fault.into_error(&self.path, self.format().name())
    }

    /// What parts must not disagree about.
    fn check(&self, faults: &mut Faults) -> Parse<()> {
        if self.parts.len() == 1 {
            return Ok(());
        }
        for (part, i) in self.parts.iter().zip(0..) {
            let name = quoted(part.path());
            if part.format() != self.format() {
                let detail = format!("part {name} is {}, the first one {}", part.format(), self.format());
                faults.note(Fault::new(Word::BadValue, detail))?;
            }
            let Some(split) = Split::of(part.metadata()) else { continue };
            // The files of an index may have any names; their order is that of the parts.
            let (i, count) = Split::of_name(Path::new(part.path()))
                .map_or((i, self.parts.len() as u64), |named| (named.index, named.count));
            if (split.index, split.count) != (i, count) {
                let detail = format!(
                    "{name} says it is part {} of {}, its name part {} of {count}",
                    split.index.saturating_add(1),
                    split.count,
                    i + 1
                );
                faults.note(Fault::new(Word::BadValue, detail))?;
            }
            // Where a part is missing, its tensors are.
            let is_whole = self.parts.len() as u64 == count;
            if let Some(said) = split.tensors.filter(|&n| is_whole && n != self.len() as u64) {
                let detail = format!("{name} says the model has {said} tensors, its parts have {}", self.len());
                faults.note(Fault::new(Word::BadValue, detail))?;
            }
        }
        let names: Vec<&str> = self.entries().map(|(_, entry)| entry.name.as_str()).collect();
        for i in duplicates(names.len(), |i| names[i]) {
            faults.note(Fault::new(Word::Duplicate, "two parts have a tensor of this name").of(names[i as usize]))?;
        }
        Ok(())
    }
}

impl From<Archive> for Model {
    /// The file alone, also where it says that it is one of several.
    fn from(archive: Archive) -> Model {
        Model { path: archive.path().to_owned(), parts: vec![archive] }
    }
}

pub(crate) fn is_index(path: &Path) -> bool {
    path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.ends_with(INDEX))
}

/// Everything that speaks against the parts of the model that the file at `path` is one of.
pub(crate) fn check_parts(path: &Path) -> Result<Findings> {
    let mut faults = Faults::lenient();
    let parts = siblings(open(path)?, path, &mut faults)?;
    let model = Model { path: path.display().to_string(), parts };
    model.check(&mut faults).map_err(|fault| model.error(fault))?;
    Ok(faults.into_findings())
}

/// All parts of the model that `archive` is one of; the file alone where it is whole.
fn siblings(archive: Archive, path: &Path, faults: &mut Faults) -> Result<Vec<Archive>> {
    let Some(split) = archive.split() else { return Ok(vec![archive]) };
    let format = archive.format();
    let mut note = |word, detail| {
        faults
            .note(Fault::new(word, detail))
            .map_err(|fault| fault.into_error(&path.display().to_string(), format.name()))
    };
    let Some(name) = PartName::of(path).filter(|name| name.count == split.count) else {
        let (part, count) = (split.index.saturating_add(1), split.count);
        let detail = format!(
            "it is part {part} of {count}; the others are found by names such as model-00001-of-{count:05}.{}",
            archive.format().extensions()[0]
        );
        note(Word::BadValue, detail)?;
        return Ok(vec![archive]);
    };
    let paths: Vec<PathBuf> = (1..=name.count).map(|n| path.with_file_name(name.sibling(n))).collect();
    let missing: Vec<String> =
        paths.iter().filter(|path| !path.exists()).map(|path| path.display().to_string()).collect();
    if let Some(first) = missing.first() {
        let more = missing.len() - 1;
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        let detail = format!("of its {} parts these are missing: {first}{rest}; put all into one folder", name.count);
        note(Word::Truncated, detail)?;
    }
    let mut parts = Vec::with_capacity(paths.len() - missing.len());
    for path in paths.iter().filter(|path| missing.is_empty() || path.exists()) {
        match open(path) {
            Ok(part) => parts.push(part),
            Err(e) => faults.note(Fault::new(Word::BadValue, e.to_string())).map_err(|_| e)?,
        }
    }
    Ok(parts)
}

/// What an index says, and what is there of it.
#[derive(Default)]
pub(crate) struct Indexed {
    /// The files that it lists, in the order of their names.
    pub(crate) files: Vec<PathBuf>,
    /// How many tensors it lists.
    pub(crate) tensors: usize,
    /// Those of the files that open.
    parts: Vec<Archive>,
}

/// Everything that speaks against an index and the parts that it lists, as far as they open.
pub(crate) fn check_index(path: &Path) -> Result<(Indexed, Findings)> {
    let mut faults = Faults::lenient();
    let mut indexed = indexed(path, &mut faults)?;
    if !indexed.parts.is_empty() {
        let model = Model { path: path.display().to_string(), parts: std::mem::take(&mut indexed.parts) };
        model.check(&mut faults).map_err(|fault| model.error(fault))?;
    }
    Ok((indexed, faults.into_findings()))
}

/// Reads an index and opens the files that it lists, which have all the tensors that it says.
fn indexed(path: &Path, faults: &mut Faults) -> Result<Indexed> {
    let at = path.display().to_string();
    let io = |e| Error::io("open", &at, e);
    let fail = |fault: Fault| fault.into_error(&at, "safetensors index");
    let file = open_file(path)?;
    let size = file.metadata().map_err(io)?.len();
    if size > MAX_INDEX {
        let detail = format!("it has {size} bytes; {MAX_INDEX} are taken");
        faults.note(Fault::at(Word::Overflow, 0, detail)).map_err(fail)?;
        return Ok(Indexed::default());
    }
    let mut bytes = Vec::new();
    // A file that grows meanwhile is read as it was.
    file.take(size).read_to_end(&mut bytes).map_err(io)?;
    let Some(map) = faults.spare(weight_map(&bytes)).map_err(fail)? else { return Ok(Indexed::default()) };
    if map.is_empty() {
        faults.note(Fault::at(Word::BadHeader, 0, "it lists no files (\"weight_map\")")).map_err(fail)?;
    }
    let mut files: Vec<(&str, u64)> = map.iter().map(|weight| (weight.file.as_str(), weight.at)).collect();
    files.sort_unstable();
    files.dedup_by_key(|(file, _)| *file);
    let mut parts: Vec<(&str, Archive)> = Vec::with_capacity(files.len());
    for &(file, listed) in &files {
        match open(path.with_file_name(file)) {
            Ok(part) => parts.push((file, part)),
            Err(e) => faults.note(Fault::at(Word::BadValue, listed, e.to_string())).map_err(|_| e)?,
        }
    }
    for Weight { tensor, file, at } in &map {
        let part = parts.binary_search_by_key(&file.as_str(), |(file, _)| file).map(|i| &parts[i].1);
        if part.is_ok_and(|part| part.get(tensor).is_none()) {
            let detail = format!("it is not in {}, where it should be", quoted(file));
            faults.note(Fault::at(Word::Truncated, *at, detail).of(tensor)).map_err(fail)?;
        }
    }
    if faults.is_lenient() {
        let known: BTreeSet<&str> = map.iter().map(|weight| weight.tensor.as_str()).collect();
        for (file, entry) in parts.iter().flat_map(|(file, part)| part.entries().iter().map(move |e| (file, e))) {
            if !known.contains(entry.name.as_str()) {
                let detail = format!("it is in {}, and the index does not list it", quoted(file));
                faults.advise(|| Finding::warning(FindingKind::Parts, None, detail).of(&entry.name));
            }
        }
    }
    Ok(Indexed {
        files: files.iter().map(|(file, _)| path.with_file_name(file)).collect(),
        tensors: map.len(),
        parts: parts.into_iter().map(|(_, part)| part).collect(),
    })
}

/// A line of an index: a tensor, its file, and where that stands.
struct Weight {
    tensor: String,
    file: String,
    at: u64,
}

fn weight_map(bytes: &[u8]) -> Parse<Vec<Weight>> {
    let mut json = Json::new(utf8(bytes, 0, "the index")?, 0);
    let mut map = Vec::new();
    json.object(|json, key| {
        if key != "weight_map" {
            return json.skip();
        }
        json.object(|json, tensor| {
            let at = json.offset();
            let file = json.string()?;
            // The files are beside the index, whatever it says.
            let mut parts = Path::new(&*file).components();
            if !matches!((parts.next(), parts.next()), (Some(std::path::Component::Normal(_)), None)) {
                let detail = format!("file {} is not a plain name", quoted(&file));
                return Err(Fault::at(Word::BadValue, at, detail));
            }
            map.push(Weight { tensor: tensor.into_owned(), file: file.into_owned(), at });
            Ok(())
        })
    })?;
    json.end()?;
    Ok(map)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_which_part_a_file_is() {
        let of = |name: &str| Split::of_name(Path::new(name)).map(|s| (s.index, s.count));
        assert_eq!(of("dir/model-00002-of-00003.gguf"), Some((1, 3)));
        assert_eq!(of("a-of-b-00001-of-00002.safetensors"), Some((0, 2)));
        for name in
            ["model.gguf", "m-00004-of-00003.gguf", "m-00000-of-00003.gguf", "m-1-of-3.gguf", "m-00001-of-00001.x"]
        {
            assert_eq!(of(name), None, "{name}");
        }
        let name = Path::new("m-00002-of-00013.gguf");
        assert_eq!(PartName::of(name).unwrap().sibling(7), "m-00007-of-00013.gguf");
    }

    #[test]
    fn an_index_cannot_name_files_elsewhere() {
        for file in ["../x.safetensors", "/etc/x", "a/b.safetensors", "", "..", "."] {
            let text = format!("{{\"metadata\": {{\"total_size\": 1}}, \"weight_map\": {{\"w\": \"{file}\"}}}}");
            let fault = weight_map(text.as_bytes()).map(|map| map.len()).unwrap_err();
            assert_eq!(fault.word, Word::BadValue, "{file}");
            assert!(fault.offset.is_some());
        }
        let map = weight_map(b"{\"weight_map\": {\"w\": \"a.safetensors\"}}").unwrap();
        assert_eq!((map[0].tensor.as_str(), map[0].file.as_str(), map[0].at), ("w", "a.safetensors", 21));
    }
}

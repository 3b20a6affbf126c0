//! The two kinds of holder: guards of the host, which give slices, and the holds of one operation.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::Ordering;

use smallvec::SmallVec;

use super::Buffer;
use super::word::Holder;
use crate::{Error, Result};

/// The bytes of a buffer, shared, as long as the guard lives; operations that write it fail meanwhile.
#[derive(Debug)]
pub struct ReadGuard(Buffer);

/// The bytes of a buffer, exclusive, as long as the guard lives; operations on it fail meanwhile.
#[derive(Debug)]
pub struct WriteGuard(Buffer);

impl Buffer {
    /// Its bytes, shared. Waits for operations. Errors: [`Error::InUse`] where a write guard or an exported view is alive.
    pub fn read(&self) -> Result<ReadGuard> {
        self.0.word.take("read", Holder::HostRead)?;
        Ok(ReadGuard(self.clone()))
    }

    /// Its bytes, exclusive. Waits for operations. Errors: [`Error::InUse`], [`Error::ReadOnly`].
    pub fn write(&self) -> Result<WriteGuard> {
        if self.0.read_only {
            return Err(Error::ReadOnly { op: "write" });
        }
        self.0.word.take("write", Holder::HostWrite)?;
        Ok(WriteGuard(self.clone()))
    }

    /// # Safety
    /// The caller holds the buffer for reading or writing during `'a`.
    unsafe fn bytes<'a>(&self) -> &'a [u8] {
        // SAFETY: `ptr` covers `len` initialised bytes, and the caller's hold excludes writers.
        unsafe { std::slice::from_raw_parts(self.0.ptr.as_ptr(), self.0.len) }
    }

    pub(super) fn written(&self) {
        // A write hold is exclusive, so nobody else raises the version meanwhile.
        self.0.version.store(self.0.version.load(Ordering::Relaxed) + 1, Ordering::Release);
    }
}

impl Deref for ReadGuard {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        // SAFETY: the guard holds the word for reading while it lives.
        unsafe { self.0.bytes() }
    }
}

impl Drop for ReadGuard {
    fn drop(&mut self) {
        self.0.0.word.release(Holder::HostRead);
    }
}

impl Deref for WriteGuard {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        // SAFETY: the guard holds the word for writing while it lives.
        unsafe { self.0.bytes() }
    }
}

impl DerefMut for WriteGuard {
    fn deref_mut(&mut self) -> &mut [u8] {
        // SAFETY: the guard holds the word for writing while it lives, and `&mut self` makes this the only slice.
        unsafe { std::slice::from_raw_parts_mut(self.0.0.ptr.as_ptr(), self.0.0.len) }
    }
}

impl Drop for WriteGuard {
    fn drop(&mut self) {
        self.0.written();
        self.0.0.word.release(Holder::HostWrite);
    }
}

/// The holds of one operation on all its buffers: each distinct buffer once, in address order, write outranking read.
///
/// Whoever has these must wait for nothing else until they are dropped.
pub struct Holds<'a> {
    sources: SmallVec<[&'a Buffer; 4]>,
    destination: Option<&'a Buffer>,
    /// Distinct buffers by address, in the order in which they were taken.
    taken: SmallVec<[(&'a Buffer, Holder); 4]>,
}

/// Bytes of each source in the order asked for; `None` where it is the destination itself.
type Sources<'h> = SmallVec<[Option<&'h [u8]>; 4]>;

impl<'a> Holds<'a> {
    /// Takes all, or none. Waits for other operations. Errors: [`Error::InUse`], [`Error::ReadOnly`].
    pub fn take(op: &'static str, sources: &[&'a Buffer], destination: Option<&'a Buffer>) -> Result<Holds<'a>> {
        if destination.is_some_and(Buffer::is_read_only) {
            return Err(Error::ReadOnly { op });
        }
        // Plain pushes: this is on the path of every small operation.
        let mut holds = Holds { sources: SmallVec::new(), destination, taken: SmallVec::new() };
        let mut wanted: SmallVec<[(&Buffer, Holder); 4]> = SmallVec::new();
        if let Some(buffer) = destination {
            wanted.push((buffer, Holder::OpWrite));
        }
        for &source in sources {
            holds.sources.push(source);
            if !wanted.iter().any(|(b, _)| b.is_same(source)) {
                wanted.push((source, Holder::OpRead));
            }
        }
        let address = |(buffer, _): &(&Buffer, Holder)| std::sync::Arc::as_ptr(&buffer.0);
        match &mut wanted[..] {
            [] | [_] => {}
            [a, b] => {
                if address(a) > address(b) {
                    std::mem::swap(a, b);
                }
            }
            more => more.sort_unstable_by_key(address),
        }
        for &(buffer, holder) in &wanted {
            // Where this fails, dropping `holds` gives back what was taken.
            buffer.0.word.take(op, holder)?;
            holds.taken.push((buffer, holder));
        }
        Ok(holds)
    }

    /// The bytes of the sources, and those of the destination (empty where there is none).
    pub fn slices(&mut self) -> (Sources<'_>, &mut [u8]) {
        let same = |b: &Buffer| self.destination.is_some_and(|d| d.is_same(b));
        // SAFETY: each source is held; the one that is the destination is left out, so no shared slice meets the
        // exclusive one below. (Foreign memory imported twice is two buffers: its importer has promised, as
        // `Buffer::foreign` asks, that nobody writes it during a hold; callers judge overlap by address.)
        let mut sources = Sources::new();
        for buffer in &self.sources {
            // SAFETY: see above.
            sources.push((!same(buffer)).then(|| unsafe { buffer.bytes() }));
        }
        let destination = match self.destination {
            // SAFETY: held for writing, and `&mut self` makes this the only slice.
            Some(d) => unsafe { std::slice::from_raw_parts_mut(d.0.ptr.as_ptr(), d.0.len) },
            None => &mut [],
        };
        (sources, destination)
    }
}

impl Drop for Holds<'_> {
    fn drop(&mut self) {
        for &(buffer, holder) in self.taken.iter().rev() {
            if holder == Holder::OpWrite {
                buffer.written();
            }
            buffer.0.word.release(holder);
        }
    }
}

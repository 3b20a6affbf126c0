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

    /// By what operations order the buffers that they take.
    fn place(&self) -> *const super::Inner {
        std::sync::Arc::as_ptr(&self.0)
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
    /// Distinct buffers by address; the first so many are taken.
    wanted: SmallVec<[(&'a Buffer, Holder); 4]>,
    taken: usize,
}

/// Bytes of each source in the order asked for; `None` where it is the destination itself.
type Sources<'h> = SmallVec<[Option<&'h [u8]>; 4]>;

impl<'a> Holds<'a> {
    /// Takes all, or none. Waits for other operations. Errors: [`Error::InUse`], [`Error::ReadOnly`].
    pub fn take(op: &'static str, sources: &[&'a Buffer], destination: Option<&'a Buffer>) -> Result<Holds<'a>> {
        if destination.is_some_and(Buffer::is_read_only) {
            return Err(Error::ReadOnly { op });
        }
        let mut wanted: SmallVec<[(&Buffer, Holder); 4]> = SmallVec::new();
        if let Some(buffer) = destination {
            wanted.push((buffer, Holder::OpWrite));
        }
        for &source in sources {
            if !wanted.iter().any(|(b, _)| b.is_same(source)) {
                wanted.push((source, Holder::OpRead));
            }
        }
        wanted.sort_unstable_by_key(|(buffer, _)| buffer.place());
        let mut holds = Holds { sources: SmallVec::from_slice(sources), destination, wanted, taken: 0 };
        for &(buffer, holder) in &holds.wanted {
            // Where this fails, dropping `holds` gives back what was taken.
            buffer.0.word.take(op, holder)?;
            holds.taken += 1;
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
        for &(buffer, holder) in self.wanted[..self.taken].iter().rev() {
            if holder == Holder::OpWrite {
                buffer.written();
            }
            buffer.0.word.release(holder);
        }
    }
}

/// A few buffers held for reading during one operation: what [`Holds`] is, without lists and a destination, for the
/// smallest operations.
///
/// ```
/// use polyad_core::{Buffer, Reading};
/// let (a, b) = (Buffer::from_slice(&[1, 2])?, Buffer::from_slice(&[3])?);
/// let held = Reading::take("add", [&a, &b])?;
/// assert_eq!((held.bytes(0), held.bytes(1)), (&[1, 2][..], &[3][..]));
/// # Ok::<(), polyad_core::Error>(())
/// ```
pub struct Reading<'a, const N: usize> {
    buffers: [&'a Buffer; N],
    /// The same by address; the first so many are taken. One that is there twice is taken twice: a reader keeps out no
    /// reader.
    order: [&'a Buffer; N],
    taken: usize,
}

impl<'a, const N: usize> Reading<'a, N> {
    /// Takes all, or none. Waits for other operations. Errors: [`Error::InUse`].
    #[inline]
    pub fn take(op: &'static str, buffers: [&'a Buffer; N]) -> Result<Reading<'a, N>> {
        let mut held = Reading { buffers, order: buffers, taken: 0 };
        for i in 1..N {
            for j in (1..=i).rev() {
                if held.order[j - 1].place() > held.order[j].place() {
                    held.order.swap(j - 1, j);
                }
            }
        }
        for buffer in held.order {
            buffer.0.word.take(op, Holder::OpRead)?;
            held.taken += 1;
        }
        Ok(held)
    }

    /// The bytes of the buffer with that number.
    ///
    /// # Panics
    /// If there are no more than `i` buffers.
    #[inline]
    pub fn bytes(&self, i: usize) -> &[u8] {
        // SAFETY: all buffers are held for reading as long as `self` lives.
        unsafe { self.buffers[i].bytes() }
    }
}

impl<const N: usize> Drop for Reading<'_, N> {
    #[inline]
    fn drop(&mut self) {
        for buffer in &self.order[..self.taken] {
            buffer.0.word.release(Holder::OpRead);
        }
    }
}

//! Bytes on one device, reference counted: pooled, mapped from a file, or foreign.
//!
//! A buffer is `Send + Sync` and sound from safe Rust: slices of it exist only under a hold (see `word.rs` for
//! the rule). The unsafe code of this crate is in this folder.
#![allow(unsafe_code)]

use std::any::Any;
use std::fs::File;
use std::mem::ManuallyDrop;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use bytemuck::Pod;
use memmap2::Mmap;

use crate::{Error, Held, Result};

mod holds;
pub mod pool;
mod spare;
mod word;

pub use holds::{Holds, ReadGuard, Reading, WriteGuard};
pub use pool::PoolStats;
use word::Word;

/// Reference-counted bytes. Cloning is O(1) and shares them.
#[derive(Clone)]
pub struct Buffer(ManuallyDrop<Arc<Inner>>);

struct Inner {
    word: Word,
    ptr: NonNull<u8>,
    len: usize,
    read_only: bool,
    /// Raised when a write ends; what is derived from the bytes remembers which version it saw.
    version: AtomicU64,
    derived: OnceLock<Mutex<Vec<Derived>>>,
    owner: Owner,
}

struct Derived {
    version: u64,
    value: Arc<dyn Any + Send + Sync>,
}

enum Owner {
    Nothing,
    Pool(Option<pool::Block>),
    Mapped(Mmap),
    Foreign(Option<Box<dyn FnOnce() + Send + Sync>>),
    Part(Buffer),
}

// SAFETY: the memory behind `ptr` is owned by `owner` until drop and reached only under a hold of `word`.
unsafe impl Send for Inner {}
// SAFETY: as above; two threads get slices at once only for reading.
unsafe impl Sync for Inner {}

impl Drop for Inner {
    fn drop(&mut self) {
        match &mut self.owner {
            Owner::Pool(block) => {
                if let Some(block) = block.take() {
                    pool::give(block);
                }
            }
            Owner::Foreign(release) => {
                if let Some(release) = release.take() {
                    release();
                }
            }
            Owner::Nothing | Owner::Mapped(_) | Owner::Part(_) => {}
        }
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        // SAFETY: nothing uses the field after this.
        let inner = unsafe { ManuallyDrop::take(&mut self.0) };
        if let Owner::Pool(Some(block)) = &inner.owner
            && block.is_small()
            && Arc::strong_count(&inner) == 1
            && inner.derived.get().is_none()
        {
            let class = block.class();
            spare::keep(class, inner);
        }
    }
}

impl Buffer {
    fn new(ptr: NonNull<u8>, len: usize, read_only: bool, owner: Owner) -> Buffer {
        let (word, version, derived) = (Word::default(), AtomicU64::new(0), OnceLock::new());
        Buffer(ManuallyDrop::new(Arc::new(Inner { word, ptr, len, read_only, version, derived, owner })))
    }

    /// Bytes of no particular value, 64-byte aligned, from the pool. Errors: [`Error::OutOfMemory`].
    pub fn alloc(bytes: usize) -> Result<Buffer> {
        if bytes == 0 {
            // Never dereferenced, but aligned as every other buffer is.
            let ptr = NonNull::new(std::ptr::without_provenance_mut(pool::ALIGN)).expect("not null");
            return Ok(Buffer::new(ptr, 0, false, Owner::Nothing));
        }
        let class = pool::Class::of(bytes).ok_or(Error::OutOfMemory { bytes })?;
        if let Some(mut inner) = spare::take(class) {
            let fresh = Arc::get_mut(&mut inner).expect("only a last handle is kept");
            (fresh.word, fresh.len, *fresh.version.get_mut()) = (Word::default(), bytes, 0);
            return Ok(Buffer(ManuallyDrop::new(inner)));
        }
        let block = pool::take(class)?;
        Ok(Buffer::new(block.ptr, bytes, false, Owner::Pool(Some(block))))
    }

    /// Zeros. Errors: [`Error::OutOfMemory`].
    pub fn zeroed(bytes: usize) -> Result<Buffer> {
        let mut buffer = Buffer::alloc(bytes)?;
        buffer.unique().expect("it was just made").fill(0);
        Ok(buffer)
    }

    /// A copy of bytes. Errors: [`Error::OutOfMemory`].
    pub fn from_slice(bytes: &[u8]) -> Result<Buffer> {
        let mut buffer = Buffer::alloc(bytes.len())?;
        buffer.unique().expect("it was just made").copy_from_slice(bytes);
        Ok(buffer)
    }

    /// The memory of a vector, without a copy. O(1).
    ///
    /// ```
    /// let b = polyad_core::Buffer::from_vec(vec![1u8, 2, 3]);
    /// assert_eq!(&*b.read()?, [1, 2, 3]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn from_vec<T: Pod + Send + Sync>(mut values: Vec<T>) -> Buffer {
        let (ptr, len) = (values.as_mut_ptr().cast(), size_of_val(&values[..]));
        // SAFETY: the vector moves into the release function, so its memory outlives the buffer and nobody else reaches
        // it; its bytes are initialised and any of them valid, as the type is plain data.
        unsafe { Buffer::foreign(ptr, len, false, move || drop(values)) }
    }

    /// `len` bytes of a file from `offset`, mapped read-only: no byte is read before it is used.
    ///
    /// As with every mapped file, another process that shortens or rewrites the file while it is mapped changes
    /// what is seen here, or ends the process. Errors: [`Error::Io`], also where the file is shorter than that.
    pub fn map_file(file: &File, path: &str, offset: u64, len: usize) -> Result<Buffer> {
        let fail = |e| Error::io("map", path, e);
        let have = file.metadata().map_err(fail)?.len();
        if offset.checked_add(len as u64).is_none_or(|end| end > have) {
            return Err(fail(std::io::ErrorKind::UnexpectedEof.into()));
        }
        if len == 0 {
            return Buffer::alloc(0);
        }
        // SAFETY: the map is private to this buffer, read-only, and inside the file as checked above; that no
        // other process changes the file is the caller's duty, stated above, which no library can check.
        let map = unsafe { memmap2::MmapOptions::new().offset(offset).len(len).map(file) }.map_err(fail)?;
        let ptr = NonNull::new(map.as_ptr().cast_mut()).expect("a map is not at address 0");
        Ok(Buffer::new(ptr, len, true, Owner::Mapped(map)))
    }

    /// Foreign memory, with the function that gives it back; called once, when the last handle goes, on any thread.
    ///
    /// # Safety
    /// `ptr` must cover `len` initialised bytes that stay valid until `release` runs, and nobody else may write
    /// them (or read them, unless `read_only`) while a hold of this buffer lasts.
    pub unsafe fn foreign(
        ptr: *mut u8,
        len: usize,
        read_only: bool,
        release: impl FnOnce() + Send + Sync + 'static,
    ) -> Buffer {
        let ptr = NonNull::new(ptr).filter(|_| len > 0).unwrap_or(NonNull::dangling());
        Buffer::new(ptr, len, read_only, Owner::Foreign(Some(Box::new(release))))
    }

    /// A buffer of its own over part of a read-only one, which it keeps alive. O(1).
    ///
    /// Errors: [`Error::BadArgument`] for a range outside, or of a writable buffer (two words would guard the same bytes).
    pub fn part(&self, offset: usize, len: usize) -> Result<Buffer> {
        let bad = |got: String, takes: &str| Error::BadArgument {
            op: "buffer part",
            argument: "range",
            got,
            takes: takes.into(),
        };
        if !self.0.read_only {
            return Err(bad("part of writable memory".into(), "part of read-only memory"));
        }
        if offset.checked_add(len).is_none_or(|end| end > self.0.len) {
            return Err(bad(format!("{offset}+{len}"), &format!("at most the {} bytes there are", self.0.len)));
        }
        // SAFETY: `offset` is at most the length of the memory behind `ptr`.
        let ptr = unsafe { self.0.ptr.add(offset) };
        Ok(Buffer::new(ptr, len, true, Owner::Part(self.clone())))
    }

    /// Size in bytes.
    #[inline]
    pub fn size_bytes(&self) -> usize {
        self.0.len
    }

    /// Address of the first byte, for judging overlap and alignment; it gives no access.
    #[inline]
    pub fn address(&self) -> usize {
        self.0.ptr.as_ptr() as usize
    }

    /// Whether writing is refused.
    #[inline]
    pub fn is_read_only(&self) -> bool {
        self.0.read_only
    }

    /// Whether both are the same bytes under the same word.
    #[inline]
    pub fn is_same(&self, other: &Buffer) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Whether both are the same buffer, or their bytes share an address (foreign memory may be imported twice).
    pub fn overlaps(&self, other: &Buffer) -> bool {
        let (a, b) = (self.address(), other.address());
        self.is_same(other) || a < b + other.0.len && b < a + self.0.len
    }

    /// How many handles there are: tensors, views, guards and exports. A moment's answer where threads make and drop them.
    ///
    /// ```
    /// let b = polyad_core::Buffer::zeroed(8)?;
    /// let other = b.clone();
    /// assert_eq!(b.ref_count(), 2);
    /// # drop(other);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn ref_count(&self) -> usize {
        Arc::strong_count(&self.0)
    }

    /// Who holds the bytes for as long as it likes, if anybody does: a host guard or an exported view.
    ///
    /// ```
    /// let b = polyad_core::Buffer::zeroed(8)?;
    /// let guard = b.read()?;
    /// assert_eq!(b.held(), Some(polyad_core::Held::Reading));
    /// # drop(guard);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn held(&self) -> Option<Held> {
        self.0.word.held()
    }

    /// How often the bytes were written.
    pub fn version(&self) -> u64 {
        self.0.version.load(Ordering::Acquire)
    }

    /// The bytes for writing, without a hold, when this is the only handle.
    pub fn unique(&mut self) -> Option<&mut [u8]> {
        let inner = Arc::get_mut(&mut self.0)?;
        if inner.read_only || matches!(inner.owner, Owner::Foreign(_)) {
            return None;
        }
        *inner.version.get_mut() += 1;
        // SAFETY: `&mut` on the only handle: no hold can be alive, as holds borrow or own a handle; the pointer
        // covers `len` initialised bytes of owned memory.
        Some(unsafe { std::slice::from_raw_parts_mut(inner.ptr.as_ptr(), inner.len) })
    }

    /// The address for handing the bytes to foreign code that may write them; host guards are refused until
    /// [`Buffer::end_export`] was called as often. Errors: [`Error::ReadOnly`], [`Error::InUse`].
    pub fn export_writable(&self, op: &'static str) -> Result<*mut u8> {
        if self.0.read_only {
            return Err(Error::ReadOnly { op });
        }
        self.0.word.export(op)?;
        Ok(self.0.ptr.as_ptr())
    }

    /// Says that one view given out by [`Buffer::export_writable`] is gone, with all that it may have written.
    ///
    /// # Safety
    /// The export happened, and nobody writes through it any more.
    pub unsafe fn end_export(&self) {
        self.written();
        self.0.word.end_export();
    }

    /// Something computed from the bytes, kept beside them until they are written or the buffer goes: weights repacked
    /// for the machine, say. `fits` chooses among kept values of the type; two threads that ask at once may both
    /// compute it. Nothing is kept for bytes that foreign code may write unseen.
    pub fn derived<T: Any + Send + Sync>(
        &self,
        fits: impl Fn(&T) -> bool,
        make: impl FnOnce() -> Result<T>,
    ) -> Result<Arc<T>> {
        let foreign = matches!(self.0.owner, Owner::Foreign(_)) && !self.0.read_only;
        if foreign || self.0.word.is_exported() {
            return make().map(Arc::new);
        }
        let version = self.version();
        let lock = || self.0.derived.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
        let found = lock()
            .iter()
            .filter(|d| d.version == version)
            .find_map(|d| d.value.clone().downcast().ok().filter(|value| fits(value)));
        if let Some(value) = found {
            return Ok(value);
        }
        let value = Arc::new(make()?);
        let mut list = lock();
        list.retain(|d| d.version == version);
        list.push(Derived { version, value: value.clone() });
        Ok(value)
    }

    /// Tells the system that the pages of a mapped file may leave memory; they come back when they are used. Does
    /// nothing for other memory.
    pub fn release_pages(&self) {
        #[cfg(unix)]
        if let Some((map, offset)) = self.mapped() {
            // SAFETY: the map is of a file and never written: dropped pages are read anew, unchanged.
            let _ = unsafe { map.unchecked_advise_range(memmap2::UncheckedAdvice::DontNeed, offset, self.0.len) };
        }
    }

    /// Brings the pages of a mapped file into memory, as whoever touches them next would. Where the system has no call
    /// for that it is asked to read them soon; does nothing for other memory.
    pub fn read_ahead(&self) {
        #[cfg(unix)]
        if let Some((map, offset)) = self.mapped() {
            #[cfg(target_os = "linux")]
            let advice = memmap2::Advice::PopulateRead;
            #[cfg(not(target_os = "linux"))]
            let advice = memmap2::Advice::WillNeed;
            // Whoever reads them meets the error again.
            let _ = map.advise_range(advice, offset, self.0.len);
        }
    }

    /// The mapped file behind this buffer, and where in the map it starts.
    #[cfg(unix)]
    fn mapped(&self) -> Option<(&memmap2::Mmap, usize)> {
        let mut owner = self;
        while let Owner::Part(whole) = &owner.0.owner {
            owner = whole;
        }
        match &owner.0.owner {
            Owner::Mapped(map) => Some((map, self.address() - owner.address())),
            _ => None,
        }
    }
}

impl std::fmt::Debug for Buffer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let kind = match self.0.owner {
            Owner::Nothing => "empty",
            Owner::Pool(_) => "pooled",
            Owner::Mapped(_) => "mapped",
            Owner::Foreign(_) => "foreign",
            Owner::Part(_) => "part",
        };
        write!(f, "Buffer({kind}, {} bytes, version {})", self.0.len, self.version())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pool_memory_is_aligned_and_reused() {
        for n in [0, 1, 63, 64, 65, 100_000, 3 << 20, 5 << 20] {
            let b = Buffer::zeroed(n).unwrap();
            assert_eq!((b.size_bytes(), b.address() % 64), (n, 0));
            assert!(b.read().unwrap().iter().all(|&x| x == 0));
        }
        let first = Buffer::alloc(1000).unwrap().address();
        assert_eq!(Buffer::alloc(1000).unwrap().address(), first);
    }

    #[test]
    fn impossible_sizes_are_errors() {
        assert!(matches!(Buffer::alloc(usize::MAX), Err(Error::OutOfMemory { .. })));
        assert!(matches!(Buffer::alloc(isize::MAX as usize / 2), Err(Error::OutOfMemory { .. })));
    }

    #[test]
    fn host_guards_exclude_each_other() {
        let b = Buffer::zeroed(8).unwrap();
        {
            let (_r1, _r2) = (b.read().unwrap(), b.read().unwrap());
            assert!(matches!(b.write(), Err(Error::InUse { held: Held::Reading, .. })));
        }
        {
            let mut w = b.write().unwrap();
            w[0] = 7;
            assert!(matches!(b.read(), Err(Error::InUse { held: Held::Writing, .. })));
            assert!(Holds::take("add", &[&b], None).is_err());
        }
        let before = b.version();
        drop(b.write().unwrap());
        assert_eq!((b.read().unwrap()[0], b.version()), (7, before + 1));
    }

    #[test]
    fn ops_wait_for_ops() {
        let b = Buffer::zeroed(8).unwrap();
        let add = |_: usize| {
            for _ in 0..20_000 {
                let mut h = Holds::take("add", &[], Some(&b)).unwrap();
                let (_, dst) = h.slices();
                dst[0] = dst[0].wrapping_add(1);
                let n = u32::from_le_bytes(dst[4..8].try_into().unwrap()) + 1;
                dst[4..8].copy_from_slice(&n.to_le_bytes());
            }
        };
        std::thread::scope(|s| {
            for t in 0..3 {
                s.spawn(move || add(t));
            }
        });
        assert_eq!(&b.read().unwrap()[4..8], 60_000u32.to_le_bytes());
    }

    #[test]
    fn opposite_orders_do_not_deadlock() {
        let (a, b) = (Buffer::zeroed(8).unwrap(), Buffer::zeroed(8).unwrap());
        std::thread::scope(|s| {
            s.spawn(|| (0..20_000).for_each(|_| drop(Holds::take("add", &[&b], Some(&a)).unwrap())));
            s.spawn(|| (0..20_000).for_each(|_| drop(Holds::take("add", &[&a], Some(&b)).unwrap())));
        });
    }

    #[test]
    fn a_source_that_is_the_destination_is_told() {
        let (a, b) = (Buffer::zeroed(8).unwrap(), Buffer::zeroed(8).unwrap());
        let mut h = Holds::take("add", &[&a, &b, &a], Some(&a)).unwrap();
        let (sources, dst) = h.slices();
        assert_eq!(dst.len(), 8);
        assert_eq!(sources.iter().map(Option::is_some).collect::<Vec<_>>(), [false, true, false]);
    }

    #[test]
    fn foreign_memory_is_released_once() {
        let released = Arc::new(AtomicU64::new(0));
        let mut bytes = vec![1u8, 2, 3].into_boxed_slice();
        let seen = released.clone();
        let ptr = bytes.as_mut_ptr();
        // SAFETY: the box moves into the release function, so it outlives the buffer.
        let b = unsafe { Buffer::foreign(ptr, 3, true, move || drop((bytes, seen.fetch_add(1, Ordering::SeqCst)))) };
        let part = b.part(1, 2).unwrap();
        drop(b);
        assert_eq!((&*part.read().unwrap(), released.load(Ordering::SeqCst)), (&[2u8, 3][..], 0));
        assert!(matches!(part.write(), Err(Error::ReadOnly { .. })));
        assert!(part.part(1, 2).is_err());
        drop(part);
        assert_eq!(released.load(Ordering::SeqCst), 1);
    }

    #[test]
    fn a_vector_is_held_as_it_is() {
        let values = vec![1u32, 2, 3];
        let address = values.as_ptr() as usize;
        let b = Buffer::from_vec(values);
        assert_eq!((b.address(), b.size_bytes(), b.is_read_only()), (address, 12, false));
        b.write().unwrap()[4] = 9;
        assert_eq!(&b.read().unwrap()[..8], [1, 0, 0, 0, 9, 0, 0, 0]);
        assert_eq!(Buffer::from_vec(Vec::<f64>::new()).size_bytes(), 0);
    }

    #[test]
    fn handles_and_holders_are_told() {
        let b = Buffer::zeroed(8).unwrap();
        assert_eq!((b.ref_count(), b.held()), (1, None));
        let other = b.clone();
        let guard = b.read().unwrap();
        assert_eq!((b.ref_count(), other.held()), (3, Some(Held::Reading)));
        drop(guard);
        let guard = b.write().unwrap();
        assert_eq!(b.held(), Some(Held::Writing));
        drop((guard, other));
        b.export_writable("x").unwrap();
        assert_eq!((b.ref_count(), b.held()), (1, Some(Held::Exported)));
        // SAFETY: nothing was written through the pointer that was exported just above, and nothing will be.
        unsafe { b.end_export() };
    }

    #[test]
    fn exported_buffers_refuse_host_guards() {
        let b = Buffer::zeroed(8).unwrap();
        let guard = b.read().unwrap();
        assert!(matches!(b.export_writable("buffer protocol"), Err(Error::InUse { held: Held::Reading, .. })));
        drop(guard);
        b.export_writable("buffer protocol").unwrap();
        assert!(matches!(b.read(), Err(Error::InUse { held: Held::Exported, .. })));
        assert!(Holds::take("add", &[&b], None).is_ok());
        // SAFETY: it was exported just above, and nothing was done with the address.
        unsafe { b.end_export() };
        assert!(b.read().is_ok());
    }

    #[test]
    fn derived_values_follow_the_version() {
        let b = Buffer::zeroed(1).unwrap();
        let first = |b: &Buffer| *b.derived(|_| true, || Ok(b.read()?[0])).unwrap();
        assert_eq!(first(&b), 0);
        b.write().unwrap()[0] = 9;
        assert_eq!(first(&b), 9);
        let mut b = b;
        b.unique().unwrap()[0] = 5;
        assert_eq!(first(&b), 5);
    }
}

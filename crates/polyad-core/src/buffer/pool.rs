//! Where owned memory comes from: size classes, kept for reuse, since page faults cost more than the arithmetic.
//!
//! Blocks sit in one list of the process with a cap; small ones are kept with their buffers by the thread (`spare.rs`).
//! Memory is zeroed when it is new and holds old bytes when it is reused, so it is always initialised.

use std::alloc::{self, Layout};
use std::ptr::NonNull;
use std::sync::Mutex;

use memmap2::MmapMut;

use crate::{Error, Result};

/// Alignment of every owned buffer: a cache line, and the widest vector register.
pub(super) const ALIGN: usize = 64;
/// Largest block that is kept by a thread with its buffer.
const SMALL: usize = 32 << 10;
const SMALL_CLASS: Class = Class(4 * SMALL.ilog2() as u8);
/// Smallest block that is mapped rather than allocated, so that fresh pages need no zeroing.
const MAPPED: usize = 1 << 20;
/// From here blocks are aligned to huge pages.
const HUGE: usize = 4 << 20;
const HUGE_PAGE: usize = 2 << 20;
/// Four classes for each power of two.
const CLASSES: usize = 4 * 64;

/// What the pool holds and how often it helped, since the process began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PoolStats {
    /// Bytes kept for reuse in the process-wide list.
    pub cached_bytes: usize,
    /// The most that is kept there.
    pub cap_bytes: usize,
    /// Bytes above the small classes in use now.
    pub live_bytes: usize,
    /// The most that were in use at once.
    pub peak_bytes: usize,
    /// Requests above the small classes served by reuse.
    pub hits: u64,
    /// Requests above the small classes that needed new memory of the system.
    pub misses: u64,
}

impl PoolStats {
    fn use_more(&mut self, bytes: usize) {
        self.live_bytes += bytes;
        self.peak_bytes = self.peak_bytes.max(self.live_bytes);
    }
}

/// Owned memory of one size class.
pub(super) struct Block {
    pub(super) ptr: NonNull<u8>,
    class: Class,
    map: Option<MmapMut>,
}

// SAFETY: a block is the only owner of its memory, which is not tied to a thread.
unsafe impl Send for Block {}
// SAFETY: a block hands out its pointer only; access is guarded by the buffer that owns it.
unsafe impl Sync for Block {}

/// A size class: at most a quarter more than asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Class(u8);

impl Class {
    /// The class of so many bytes; `None` past the address space.
    pub(super) fn of(bytes: usize) -> Option<Class> {
        let bytes = bytes.max(ALIGN);
        let log = usize::BITS - 1 - bytes.leading_zeros();
        let quarter = (1usize << log) / 4;
        let steps = (bytes - (1 << log)).div_ceil(quarter);
        let size = (1usize << log).checked_add(steps * quarter)?.checked_next_multiple_of(ALIGN)?;
        let class = 4 * log as usize + steps;
        (class < CLASSES && size <= isize::MAX as usize - HUGE_PAGE).then_some(Class(class as u8))
    }

    /// Bytes of a block.
    fn size(self) -> usize {
        let (log, steps) = (self.0 / 4, self.0 % 4);
        let base = 1usize << log;
        (base + usize::from(steps) * (base / 4)).next_multiple_of(ALIGN)
    }

    /// Its place in a list of classes.
    pub(super) fn number(self) -> usize {
        self.0.into()
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        if self.map.is_none() {
            let layout = Layout::from_size_align(self.class.size(), ALIGN).expect("it was valid when allocated");
            // SAFETY: blocks without a map come from `alloc_zeroed` with this very layout.
            unsafe { alloc::dealloc(self.ptr.as_ptr(), layout) }
        }
    }
}

impl Block {
    /// Its class.
    pub(super) fn class(&self) -> Class {
        self.class
    }

    /// Whether it is kept with its buffer.
    pub(super) fn is_small(&self) -> bool {
        self.class.0 <= SMALL_CLASS.0
    }

    fn new(class: Class) -> Result<Block> {
        let size = class.size();
        let failed = || Error::OutOfMemory { bytes: size };
        if size < MAPPED {
            let layout = Layout::from_size_align(size, ALIGN).map_err(|_| failed())?;
            // SAFETY: the size is at least ALIGN, so not zero.
            let ptr = NonNull::new(unsafe { alloc::alloc_zeroed(layout) }).ok_or_else(failed)?;
            return Ok(Block { ptr, class, map: None });
        }
        let align = if size >= HUGE { HUGE_PAGE } else { 0 };
        let mut map = MmapMut::map_anon(size + align).map_err(|_| failed())?;
        #[cfg(target_os = "linux")]
        if size >= HUGE {
            // Only advice: without huge pages everything still works.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        let start = map.as_mut_ptr();
        let skip = if align == 0 { 0 } else { start.align_offset(align) };
        // SAFETY: `skip` is less than the `align` bytes mapped in excess.
        let ptr = NonNull::new(unsafe { start.add(skip) }).ok_or_else(failed)?;
        Ok(Block { ptr, class, map: Some(map) })
    }
}

struct Shared {
    blocks: Vec<Vec<Block>>,
    stats: PoolStats,
}

static SHARED: Mutex<Shared> = Mutex::new(Shared {
    blocks: Vec::new(),
    stats: PoolStats { cached_bytes: 0, cap_bytes: 512 << 20, live_bytes: 0, peak_bytes: 0, hits: 0, misses: 0 },
});

fn shared() -> std::sync::MutexGuard<'static, Shared> {
    SHARED.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// A block of that class, its bytes initialised but of no particular value.
pub(super) fn take(class: Class) -> Result<Block> {
    let (at, size) = (class.number(), class.size());
    if size <= SMALL {
        return Block::new(class);
    }
    {
        let mut shared = shared();
        if let Some(block) = shared.blocks.get_mut(at).and_then(Vec::pop) {
            shared.stats.cached_bytes -= size;
            shared.stats.hits += 1;
            shared.stats.use_more(size);
            return Ok(block);
        }
        shared.stats.misses += 1;
    }
    let block = Block::new(class).or_else(|_| {
        // What is kept for reuse may be what is missing.
        trim();
        Block::new(class)
    })?;
    shared().stats.use_more(size);
    Ok(block)
}

/// Takes a block back for reuse, or frees it where enough is kept.
pub(super) fn give(block: Block) {
    let (at, size) = (block.class.number(), block.class.size());
    if size <= SMALL {
        return;
    }
    let mut shared = shared();
    shared.stats.live_bytes -= size;
    if shared.stats.cached_bytes + size <= shared.stats.cap_bytes {
        if shared.blocks.len() <= at {
            shared.blocks.resize_with(at + 1, Vec::new);
        }
        shared.stats.cached_bytes += size;
        shared.blocks[at].push(block);
    }
}

/// What the pool holds and how often it helped.
pub fn stats() -> PoolStats {
    shared().stats
}

/// Sets the most bytes that the process-wide list keeps, and frees what is over. The default is 512 MiB.
pub fn set_cap(bytes: usize) {
    let over = {
        let mut shared = shared();
        shared.stats.cap_bytes = bytes;
        shared.stats.cached_bytes > bytes
    };
    if over {
        trim();
    }
}

/// Frees everything that the process-wide list keeps, and the list of the calling thread.
pub fn trim() {
    super::spare::clear();
    let kept = {
        let mut shared = shared();
        shared.stats.cached_bytes = 0;
        std::mem::take(&mut shared.blocks)
    };
    drop(kept);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_hold_what_was_asked_for_and_little_more() {
        for bytes in (0..5000).chain([1 << 20, (1 << 20) + 1, 90_900_000, usize::MAX / 4]) {
            let size = Class::of(bytes).unwrap().size();
            assert!(size >= bytes && size <= (bytes + bytes / 4).max(64) + 64, "{bytes} {size}");
        }
        assert!(Class::of(usize::MAX).is_none());
        assert!(Class::of(SMALL) == Some(SMALL_CLASS) && SMALL_CLASS.size() == SMALL);
    }
}

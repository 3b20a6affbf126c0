//! Where owned memory comes from: size classes, kept for reuse, since page faults cost more than the arithmetic.
//!
//! Small blocks sit in a list of the thread, larger ones in one list of the process with a cap. Memory is zeroed
//! when it is new and holds old bytes when it is reused, so it is always initialised.

use std::alloc::{self, Layout};
use std::cell::RefCell;
use std::ptr::NonNull;
use std::sync::Mutex;

use memmap2::MmapMut;

use crate::{Error, Result};

/// Alignment of every owned buffer: a cache line, and the widest vector register.
pub(super) const ALIGN: usize = 64;
/// Largest block kept by a thread.
const SMALL: usize = 32 << 10;
/// Smallest block that is mapped rather than allocated, so that fresh pages need no zeroing.
const MAPPED: usize = 1 << 20;
/// From here blocks are aligned to huge pages.
const HUGE: usize = 4 << 20;
const HUGE_PAGE: usize = 2 << 20;
/// Blocks of one class kept by a thread.
const SMALL_KEEP: usize = 16;
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
    class: u8,
    map: Option<MmapMut>,
}

// SAFETY: a block is the only owner of its memory, which is not tied to a thread.
unsafe impl Send for Block {}
// SAFETY: a block hands out its pointer only; access is guarded by the buffer that owns it.
unsafe impl Sync for Block {}

/// The class of a size, and the size of that class: at most a quarter more than asked for.
fn class_of(bytes: usize) -> Option<(u8, usize)> {
    let bytes = bytes.max(ALIGN);
    let log = usize::BITS - 1 - bytes.leading_zeros();
    let quarter = (1usize << log) / 4;
    let steps = (bytes - (1 << log)).div_ceil(quarter);
    let size = (1usize << log).checked_add(steps * quarter)?.checked_next_multiple_of(ALIGN)?;
    let class = 4 * log as usize + steps;
    (class < CLASSES && size <= isize::MAX as usize - HUGE_PAGE).then_some((class as u8, size))
}

/// The size of a class.
fn class_size(class: u8) -> usize {
    let (log, steps) = (class / 4, class % 4);
    let base = 1usize << log;
    (base + usize::from(steps) * (base / 4)).next_multiple_of(ALIGN)
}

impl Drop for Block {
    fn drop(&mut self) {
        if self.map.is_none() {
            let layout = Layout::from_size_align(class_size(self.class), ALIGN).expect("it was valid when allocated");
            // SAFETY: blocks without a map come from `alloc_zeroed` with this very layout.
            unsafe { alloc::dealloc(self.ptr.as_ptr(), layout) }
        }
    }
}

impl Block {
    fn new(class: u8, size: usize) -> Result<Block> {
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

/// The blocks of one thread, by class.
struct Small(Vec<Vec<Block>>);

thread_local! {
    static LOCAL: RefCell<Small> = const { RefCell::new(Small(Vec::new())) };
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

/// A block of at least that size, its bytes initialised but of no particular value.
pub(super) fn take(bytes: usize) -> Result<Block> {
    let (class, size) = class_of(bytes).ok_or(Error::OutOfMemory { bytes })?;
    let at = usize::from(class);
    if size <= SMALL {
        let found = LOCAL.try_with(|local| local.borrow_mut().0.get_mut(at).and_then(Vec::pop));
        return found.ok().flatten().map_or_else(|| Block::new(class, size), Ok);
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
    let block = Block::new(class, size).or_else(|_| {
        // What is kept for reuse may be what is missing.
        trim();
        Block::new(class, size)
    })?;
    shared().stats.use_more(size);
    Ok(block)
}

/// Takes a block back for reuse, or frees it where enough is kept.
pub(super) fn give(block: Block) {
    let at = usize::from(block.class);
    let size = class_size(block.class);
    if size <= SMALL {
        // A thread that is ending has no list any more; the block is then freed.
        let _ = LOCAL.try_with(|local| {
            let lists = &mut local.borrow_mut().0;
            if lists.len() <= at {
                lists.resize_with(at + 1, Vec::new);
            }
            if lists[at].len() < SMALL_KEEP {
                lists[at].push(block);
            }
        });
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
    let _ = LOCAL.try_with(|local| local.borrow_mut().0.clear());
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
            let (class, size) = class_of(bytes).unwrap();
            assert!(size >= bytes && size <= (bytes + bytes / 4).max(64) + 64, "{bytes} {size}");
            assert_eq!(class_size(class), size, "{bytes}");
        }
        assert!(class_of(usize::MAX).is_none());
    }
}

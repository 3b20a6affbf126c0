//! Small buffers kept whole by the thread that dropped their last handle: memory, word and count together, so that the next
//! small operation asks nobody for memory.

use std::cell::RefCell;
use std::sync::Arc;

use super::Inner;
use super::pool::Class;

/// Buffers of one class kept by a thread.
const KEEP: usize = 16;

thread_local! {
    /// By class.
    static KEPT: RefCell<Vec<Vec<Arc<Inner>>>> = const { RefCell::new(Vec::new()) };
}

/// A buffer of that class whose only handle this is, as it was left.
pub(super) fn take(class: Class) -> Option<Arc<Inner>> {
    KEPT.try_with(|kept| kept.borrow_mut().get_mut(class.number()).and_then(Vec::pop)).ok().flatten()
}

/// Keeps a buffer whose only handle this is, or frees it where enough are kept.
pub(super) fn keep(class: Class, inner: Arc<Inner>) {
    // A thread that is ending has no list any more; the buffer is then freed.
    let _ = KEPT.try_with(|kept| {
        let mut lists = kept.borrow_mut();
        if lists.len() <= class.number() {
            lists.resize_with(class.number() + 1, Vec::new);
        }
        let list = &mut lists[class.number()];
        if list.len() < KEEP {
            list.push(inner);
        }
    });
}

/// Frees all that the calling thread keeps.
pub(super) fn clear() {
    let _ = KEPT.try_with(RefCell::take);
}

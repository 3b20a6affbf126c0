//! The one atomic word that keeps a buffer sound: op holds wait, host holds fail at once.
//!
//! An op hold lasts one kernel and its holder waits for nothing but op holds of higher addresses, so waiting
//! ends. A host hold lasts as long as the caller likes, so nobody waits for one.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex};

use crate::{Error, Held, Result};

const OP_READER: u64 = 1;
const OP_READERS: u64 = (1 << 20) - 1;
const HOST_READER: u64 = 1 << 20;
const HOST_READERS: u64 = OP_READERS << 20;
const OP_WRITER: u64 = 1 << 40;
const HOST_WRITER: u64 = 1 << 41;
const WAITERS: u64 = 1 << 42;
const EXPORT: u64 = 1 << 43;
const EXPORTS: u64 = !(EXPORT - 1);

/// Threads that wait for an op hold park here, by address of the word.
static LOTS: [Lot; 32] = [const { Lot { lock: Mutex::new(()), bell: Condvar::new() } }; 32];

struct Lot {
    lock: Mutex<()>,
    bell: Condvar,
}

#[derive(Default)]
pub(super) struct Word(AtomicU64);

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Holder {
    OpRead,
    OpWrite,
    HostRead,
    HostWrite,
}

enum Verdict {
    Taken(u64),
    Wait,
    Held(Held),
}

impl Holder {
    /// What taking the word in `state` leads to.
    fn judge(self, state: u64) -> Verdict {
        let writes = matches!(self, Holder::OpWrite | Holder::HostWrite);
        if state & HOST_WRITER != 0 {
            return Verdict::Held(Held::Writing);
        }
        // Foreign code may write through an exported view at any time: no safe slice may be alive beside it. Ops
        // go on, as NumPy's own do, under the exporter's word that the threads do not race.
        if state & EXPORTS != 0 && matches!(self, Holder::HostRead | Holder::HostWrite) {
            return Verdict::Held(Held::Exported);
        }
        if writes && state & HOST_READERS != 0 {
            return Verdict::Held(Held::Reading);
        }
        if state & OP_WRITER != 0 || writes && state & OP_READERS != 0 {
            return Verdict::Wait;
        }
        match self {
            Holder::OpRead if state & OP_READERS == OP_READERS => Verdict::Wait,
            Holder::OpRead => Verdict::Taken(state + OP_READER),
            Holder::HostRead if state & HOST_READERS == HOST_READERS => Verdict::Held(Held::Reading),
            Holder::HostRead => Verdict::Taken(state + HOST_READER),
            Holder::OpWrite => Verdict::Taken(state | OP_WRITER),
            Holder::HostWrite => Verdict::Taken(state | HOST_WRITER),
        }
    }

    #[inline]
    fn weight(self) -> u64 {
        match self {
            Holder::OpRead => OP_READER,
            Holder::OpWrite => OP_WRITER,
            Holder::HostRead => HOST_READER,
            Holder::HostWrite => HOST_WRITER,
        }
    }
}

impl Word {
    fn lot(&self) -> &'static Lot {
        &LOTS[(std::ptr::from_ref(self) as usize >> 6) % LOTS.len()]
    }

    /// Takes the word, waiting for op holds only. Errors: [`Error::InUse`].
    #[inline]
    pub(super) fn take(&self, op: &'static str, holder: Holder) -> Result<()> {
        // Nearly always nobody else is here.
        match self.0.compare_exchange(0, holder.weight(), Ordering::Acquire, Ordering::Relaxed) {
            Ok(_) => Ok(()),
            Err(now) => self.take_beside_others(op, holder, now),
        }
    }

    fn take_beside_others(&self, op: &'static str, holder: Holder, mut state: u64) -> Result<()> {
        let mut spins = 0;
        loop {
            match holder.judge(state) {
                Verdict::Taken(next) => {
                    match self.0.compare_exchange_weak(state, next, Ordering::Acquire, Ordering::Relaxed) {
                        Ok(_) => return Ok(()),
                        Err(now) => state = now,
                    }
                }
                Verdict::Held(held) => return Err(Error::InUse { op, held }),
                Verdict::Wait if spins < 100 => {
                    spins += 1;
                    std::hint::spin_loop();
                    state = self.0.load(Ordering::Relaxed);
                }
                Verdict::Wait => {
                    let lot = self.lot();
                    let guard = lot.lock.lock().expect("no panic happens under this lock");
                    // The bit is set under the lock, and the releasing side rings under it: no wake-up is lost.
                    state = self.0.fetch_or(WAITERS, Ordering::Relaxed) | WAITERS;
                    if matches!(holder.judge(state), Verdict::Wait) {
                        drop(lot.bell.wait(guard).expect("no panic happens under this lock"));
                    }
                    state = self.0.load(Ordering::Relaxed);
                }
            }
        }
    }

    /// Gives back what `take` took.
    #[inline]
    pub(super) fn release(&self, holder: Holder) {
        let before = self.0.fetch_sub(holder.weight(), Ordering::Release);
        if before & WAITERS != 0 {
            self.wake();
        }
    }

    #[cold]
    fn wake(&self) {
        let lot = self.lot();
        let _guard = lot.lock.lock().expect("no panic happens under this lock");
        self.0.fetch_and(!WAITERS, Ordering::Relaxed);
        lot.bell.notify_all();
    }

    /// Who holds it without an end in sight.
    pub(super) fn held(&self) -> Option<Held> {
        let state = self.0.load(Ordering::Relaxed);
        let holders = [(HOST_WRITER, Held::Writing), (HOST_READERS, Held::Reading), (EXPORTS, Held::Exported)];
        holders.into_iter().find(|(bits, _)| state & bits != 0).map(|(_, held)| held)
    }

    /// Counts one more exported view, through which foreign code may write. Errors: [`Error::InUse`] while a host guard
    /// is alive, or with a million exports.
    pub(super) fn export(&self, op: &'static str) -> Result<()> {
        let mut state = self.0.load(Ordering::Relaxed);
        loop {
            if state & HOST_WRITER != 0 {
                return Err(Error::InUse { op, held: Held::Writing });
            }
            if state & HOST_READERS != 0 {
                return Err(Error::InUse { op, held: Held::Reading });
            }
            let Some(next) = state.checked_add(EXPORT) else {
                return Err(Error::InUse { op, held: Held::Exported });
            };
            match self.0.compare_exchange_weak(state, next, Ordering::Acquire, Ordering::Relaxed) {
                Ok(_) => return Ok(()),
                Err(now) => state = now,
            }
        }
    }

    /// Ends one exported view.
    pub(super) fn end_export(&self) {
        self.0.fetch_sub(EXPORT, Ordering::Release);
    }

    /// Whether foreign code may write.
    pub(super) fn is_exported(&self) -> bool {
        self.0.load(Ordering::Relaxed) & EXPORTS != 0
    }
}

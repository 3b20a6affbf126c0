//! Work shared between threads: the one room of this crate that lends borrowed work to the pool.
//!
//! A thread that holds buffers must not wait inside a pool that steals: it could be given a task that wants the same
//! buffers. So helpers are spawned, not joined: caller and helpers take items from one queue, the caller works too,
//! and then waits only for helpers that are at an item.
#![allow(unsafe_code)]

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Work below this is done by the caller alone: a sleeping pool takes 25 to 70 microseconds to wake.
const SERIAL_NS: f64 = 200_000.0;

static THREADS: AtomicUsize = AtomicUsize::new(0);

/// How many threads one operation may use; all cores unless [`set_threads`] said otherwise.
#[inline]
pub fn threads() -> usize {
    match THREADS.load(Ordering::Relaxed) {
        0 => {
            let all = std::thread::available_parallelism().map_or(1, usize::from);
            THREADS.store(all, Ordering::Relaxed);
            all
        }
        n => n,
    }
}

/// Sets how many threads one operation may use, for the process; 0 means all cores. Results do not depend on it.
pub fn set_threads(n: usize) {
    THREADS.store(n, Ordering::Relaxed);
}

/// Into how many parts work of an estimated length is cut, at most `most`.
pub(crate) fn parts(nanoseconds: f64, most: usize) -> usize {
    let threads = threads();
    if threads == 1 || nanoseconds < SERIAL_NS { 1 } else { threads.saturating_mul(4).min(most) }
}

/// What helpers ask before they touch borrowed work, and the caller waits on.
#[derive(Default)]
struct Gate {
    state: Mutex<State>,
    idle: Condvar,
}

#[derive(Default)]
struct State {
    closed: bool,
    active: usize,
    panic: Option<Box<dyn Any + Send>>,
}

impl Gate {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Closes the gate and waits for those inside, also when the caller panics.
struct Closing<'a>(&'a Gate);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.closed = true;
        while state.active > 0 {
            state = self.0.idle.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Borrowed work on its way to a helper: a pointer, as it may dangle by the time that the helper looks at the gate.
struct Lent(*const (dyn Fn() + Sync));

// SAFETY: what it points to is `Sync`, and is used only as `lend` says.
unsafe impl Send for Lent {}

impl Lent {
    /// # Safety
    /// The caller is inside the gate of the `lend` that made this.
    unsafe fn run(&self) {
        // SAFETY: by the caller's promise the borrow is alive.
        unsafe { (*self.0)() }
    }
}

/// Runs `work` on the calling thread and on up to `helpers` threads of the pool, all at once; returns when all are done.
fn lend(helpers: usize, work: &(dyn Fn() + Sync)) {
    let gate = Arc::new(Gate::default());
    {
        // Before the first helper: whatever unwinds from here on closes the gate and waits.
        let _closing = Closing(&gate);
        for _ in 0..helpers {
            let gate = gate.clone();
            // SAFETY: only the lifetime behind the pointer changes. A helper follows it between entering the gate, which
            // it cannot do once the gate is closed, and leaving it; `Closing` closes the gate and waits until everybody
            // has left before this function returns or unwinds, that is, while the borrow of `work` lives.
            let lent = Lent(unsafe {
                std::mem::transmute::<*const (dyn Fn() + Sync + '_), *const (dyn Fn() + Sync + 'static)>(work)
            });
            rayon::spawn(move || {
                let lent = lent;
                {
                    let mut state = gate.lock();
                    if state.closed {
                        return;
                    }
                    state.active += 1;
                }
                // SAFETY: this thread is inside the gate until `active` goes down below.
                let outcome = catch_unwind(AssertUnwindSafe(|| unsafe { lent.run() }));
                let mut state = gate.lock();
                state.active -= 1;
                if let Err(panic) = outcome {
                    state.panic.get_or_insert(panic);
                }
                gate.idle.notify_all();
            });
        }
        work();
    }
    let panic = gate.lock().panic.take();
    if let Some(panic) = panic {
        resume_unwind(panic);
    }
}

/// Hands each item to `each`, on as many threads as are allowed. The error of the lowest item wins, and ends the handing out.
pub(crate) fn share<T: Send, E: Send>(
    items: impl Iterator<Item = T> + Send,
    each: impl Fn(T) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let queue = Mutex::new((0usize, items));
    let failed: Mutex<Option<(usize, E)>> = Mutex::new(None);
    let work = || {
        loop {
            let next = {
                let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
                queue.0 += 1;
                (queue.0, queue.1.next())
            };
            let (index, Some(item)) = next else { return };
            // Items before the one that failed are still done: one of them may fail too, and then it counts.
            let earlier =
                failed.lock().unwrap_or_else(PoisonError::into_inner).as_ref().is_some_and(|(at, _)| *at < index);
            if earlier {
                return;
            }
            if let Err(e) = each(item) {
                let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
                if failed.as_ref().is_none_or(|(at, _)| index < *at) {
                    *failed = Some((index, e));
                }
            }
        }
    };
    lend((threads() - 1).min(rayon::current_num_threads()), &work);
    match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some((_, e)) => Err(e),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_done_once_and_the_first_error_wins() {
        let mut out = vec![0u32; 1000];
        share(out.chunks_mut(7), |part| {
            part.iter_mut().for_each(|x| *x += 1);
            Ok::<(), ()>(())
        })
        .unwrap();
        assert!(out.iter().all(|&x| x == 1));
        assert_eq!(share(0..100, |i| if i % 10 == 3 { Err(i) } else { Ok(()) }), Err(3));
    }

    #[test]
    fn a_panic_reaches_the_caller() {
        let caught = catch_unwind(|| share(0..100, |i| if i == 50 { panic!("fifty") } else { Ok::<(), ()>(()) }));
        assert!(caught.is_err());
    }

    #[test]
    fn lending_inside_the_pool_does_not_deadlock() {
        rayon::scope(|s| {
            for _ in 0..8 {
                s.spawn(|_| share(0..50, |_| Ok::<(), ()>(())).unwrap());
            }
        });
    }
}

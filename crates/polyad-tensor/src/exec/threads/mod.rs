//! Work shared between threads.

mod helpers;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Work below this is done by the caller alone: a sleeping pool takes 25 to 70 microseconds to wake.
const SERIAL_NS: f64 = 200_000.0;
/// The same where helpers are awake.
const AWAKE_NS: f64 = 30_000.0;

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
    if threads == 1 || nanoseconds < AWAKE_NS || nanoseconds < SERIAL_NS && !helpers::rouse(threads - 1) {
        1
    } else {
        threads.saturating_mul(4).min(most)
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
    helpers::lend(threads() - 1, &work);
    match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some((_, e)) => Err(e),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

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
    fn short_work_of_many_callers_is_done_whole_by_helpers_that_stay_awake() {
        let all = AtomicUsize::new(0);
        std::thread::scope(|s| {
            for caller in 0..4 {
                let all = &all;
                s.spawn(move || {
                    for round in 0..200 {
                        let sum = AtomicUsize::new(0);
                        share(0..10, |i| {
                            sum.fetch_add(i, Ordering::Relaxed);
                            if caller == 3 && i == 5 { Err(round) } else { Ok(()) }
                        })
                        .unwrap_or_else(|at| assert_eq!((caller, at), (3, round)));
                        assert!(caller == 3 || sum.load(Ordering::Relaxed) == 45);
                        all.fetch_add(parts(50_000.0, 8).min(1), Ordering::Relaxed);
                    }
                });
            }
        });
        assert_eq!(all.load(Ordering::Relaxed), 800);
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

//! Helpers of the calling thread: the one room of this crate that lends borrowed work to the pool.
//!
//! A thread that holds buffers must not wait inside a pool that steals: it could be given a task that wants the same
//! buffers. So helpers are spawned, not joined: caller and helpers take items from one queue, the caller works too,
//! and then waits only for helpers that are at an item.
#![allow(unsafe_code)]

use std::any::Any;
use std::cell::Cell;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a helper stays awake after its work.
const STAY: Duration = Duration::from_micros(50);
/// Calls as close as this come often; closer, it is one call that asks twice.
const OFTEN: std::ops::Range<Duration> = Duration::from_micros(20)..Duration::from_micros(500);

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
        self.0.lock().closed = true;
        // Helpers are about to end: going to sleep and waking again would take longer.
        let since = Instant::now();
        while self.0.lock().active > 0 && since.elapsed() < STAY {
            (0..16).for_each(|_| std::hint::spin_loop());
        }
        let mut state = self.0.lock();
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
pub(super) fn lend(helpers: usize, work: &(dyn Fn() + Sync)) {
    let gate = Arc::new(Gate::default());
    {
        // Before the first helper: whatever unwinds from here on closes the gate and waits.
        let _closing = Closing(&gate);
        for _ in 0..helpers.min(rayon::current_num_threads()) {
            // SAFETY: only the lifetime behind the pointer changes. A helper follows it between entering the gate, which
            // it cannot do once the gate is closed, and leaving it; `Closing` closes the gate and waits until everybody
            // has left before this function returns or unwinds, that is, while the borrow of `work` lives.
            let lent = Lent(unsafe {
                std::mem::transmute::<*const (dyn Fn() + Sync + '_), *const (dyn Fn() + Sync + 'static)>(work)
            });
            let errand = Errand { gate: gate.clone(), lent };
            if claim() {
                post(errand);
            } else {
                rayon::spawn(move || {
                    errand.run();
                    stay_awake();
                });
            }
        }
        work();
    }
    let panic = gate.lock().panic.take();
    if let Some(panic) = panic {
        resume_unwind(panic);
    }
}

/// Work for one helper.
struct Errand {
    gate: Arc<Gate>,
    lent: Lent,
}

impl Errand {
    /// Does the work, unless it is done already.
    fn run(self) {
        {
            let mut state = self.gate.lock();
            if state.closed {
                return;
            }
            state.active += 1;
        }
        // SAFETY: this thread is inside the gate until `active` goes down below.
        let outcome = catch_unwind(AssertUnwindSafe(|| unsafe { self.lent.run() }));
        let mut state = self.gate.lock();
        state.active -= 1;
        if let Err(panic) = outcome {
            state.panic.get_or_insert(panic);
        }
        self.gate.idle.notify_all();
    }
}

/// Helpers that are awake and that nobody has claimed. Who claims one posts an errand: one for each claim.
static AWAKE: AtomicUsize = AtomicUsize::new(0);
/// Errands that were posted, and how many: none is looked for where there is none.
static POSTED: Mutex<VecDeque<Errand>> = Mutex::new(VecDeque::new());
static COUNT: AtomicUsize = AtomicUsize::new(0);

fn claim() -> bool {
    AWAKE.fetch_update(Ordering::AcqRel, Ordering::Relaxed, |awake| awake.checked_sub(1)).is_ok()
}

fn post(errand: Errand) {
    let mut posted = POSTED.lock().unwrap_or_else(PoisonError::into_inner);
    posted.push_back(errand);
    COUNT.store(posted.len(), Ordering::Release);
}

fn take() -> Option<Errand> {
    if COUNT.load(Ordering::Acquire) == 0 {
        return None;
    }
    let mut posted = POSTED.lock().unwrap_or_else(PoisonError::into_inner);
    let errand = posted.pop_front();
    COUNT.store(posted.len(), Ordering::Release);
    errand
}

/// Waits for the next errand for a while: calls often come one after the other, and waking takes longer than many of them.
fn stay_awake() {
    AWAKE.fetch_add(1, Ordering::AcqRel);
    let mut since = Instant::now();
    loop {
        match take() {
            Some(errand) => {
                errand.run();
                AWAKE.fetch_add(1, Ordering::AcqRel);
                since = Instant::now();
            }
            // A helper that was claimed meanwhile has an errand coming.
            None if since.elapsed() > STAY && claim() => return,
            None => (0..16).for_each(|_| std::hint::spin_loop()),
        }
    }
}

/// Says whether a helper is awake; for calls that come again and again it wakes up to so many, for the next.
pub(super) fn rouse(most: usize) -> bool {
    thread_local!(static LAST: Cell<Option<Instant>> = const { Cell::new(None) });
    if AWAKE.load(Ordering::Relaxed) > 0 {
        return true;
    }
    let now = Instant::now();
    if LAST.replace(Some(now)).is_some_and(|last| OFTEN.contains(&(now - last))) {
        (0..most.min(rayon::current_num_threads())).for_each(|_| rayon::spawn(stay_awake));
    }
    false
}

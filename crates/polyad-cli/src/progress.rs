//! How far a long command is: a bar on standard error, where that is a terminal.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output::{self, Options};

/// A command that is done sooner shows no bar.
const PATIENCE: Duration = Duration::from_millis(300);

const TEMPLATE: &str = "{msg} [{wide_bar}] {bytes}/{total_bytes} {bytes_per_sec} {eta} left";

/// The bytes of the input that are done with.
pub(crate) struct Progress {
    bar: ProgressBar,
    /// When the bar is to appear; `None` when it has, or never does.
    waiting: RefCell<Option<Instant>>,
}

impl Progress {
    /// A bar of `total` bytes behind the word for what is done; none where output is to be quiet.
    pub(crate) fn new(options: &Options, doing: &'static str, total: u64) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_message(doing);
        let shown = !options.quiet && console_on_stderr();
        Progress { bar, waiting: RefCell::new(shown.then(|| Instant::now() + PATIENCE)) }
    }

    /// Further bytes are done.
    pub(crate) fn advance(&self, bytes: u64) {
        let due = |at: &mut Instant| Instant::now() >= *at;
        if self.waiting.borrow_mut().take_if(due).is_some() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.inc(bytes);
    }

    /// A warning that leaves the bar whole.
    pub(crate) fn warn(&self, message: &str) {
        self.bar.suspend(|| output::warning(message));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn console_on_stderr() -> bool {
    std::io::IsTerminal::is_terminal(&std::io::stderr())
}

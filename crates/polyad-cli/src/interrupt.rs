//! Ctrl-C: what is half written goes away, and the exit code says so.

use crate::{failure, output};

/// Ends the program when it is interrupted or told to end, without a file that is half written.
pub(crate) fn watch() {
    let end = || {
        polyad::io::abandon_writes();
        output::end_line();
        // Not that nothing has changed: OUT may be in its place, and its report not yet.
        output::error("interrupted; nothing half written is left");
        std::process::exit(failure::INTERRUPTED.into());
    };
    // Where the system has no such signal the program ends as it always would.
    let _ = ctrlc::set_handler(end);
}

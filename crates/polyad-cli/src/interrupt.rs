//! Ctrl-C: what is half written goes away, and the exit code says so.

use crate::{failure, output};

/// Ends the program when it is interrupted, told to end, or left by its terminal, without a file that is half written.
/// Under `nohup` it stays when the terminal goes.
#[cfg(unix)]
pub(crate) fn watch() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let watched: &[i32] = if is_ignored(SIGHUP) { &[SIGINT, SIGTERM] } else { &[SIGINT, SIGTERM, SIGHUP] };
    // Where they cannot be watched the program ends as it always would.
    if let Ok(mut signals) = Signals::new(watched) {
        std::thread::spawn(move || {
            if signals.forever().next().is_some() {
                end();
            }
        });
    }
}

/// Ends the program when it is interrupted, without a file that is half written.
#[cfg(not(unix))]
pub(crate) fn watch() {
    // Where the system has no such signal the program ends as it always would.
    let _ = ctrlc::set_handler(end);
}

fn end() {
    polyad::io::abandon_writes();
    output::end_line();
    // Not that nothing has changed: OUT may be in its place, and its report not yet.
    output::error("interrupted; nothing half written is left");
    std::process::exit(failure::INTERRUPTED.into());
}

/// Whether whoever started the program wants it not to hear a signal. Only Linux tells; elsewhere it hears all.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    ignored.is_some_and(|ignored| ignored >> (signal - 1) & 1 == 1)
}

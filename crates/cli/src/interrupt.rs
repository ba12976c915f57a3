//! Ctrl-C: the first one ends the search with the best answer so far, the second one the program.

#[cfg(unix)]
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static SEARCHING: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C is caught. Outside of a search it ends the program.
pub fn catch() {
    // Only the first call can succeed, and one is enough.
    let _ = ctrlc::set_handler(|| {
        if !SEARCHING.load(Ordering::SeqCst) || INTERRUPTED.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
    });
}

/// From now on a file that grows beyond the limit of this process is an error like a full disk, where it would end the
/// program without a word.
#[cfg(unix)]
pub fn survive_file_limits() {
    // What happens without it is bad, but no reason not to begin.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// Other systems have no such limit.
#[cfg(not(unix))]
pub fn survive_file_limits() {}

/// Runs a search that Ctrl-C interrupts.
pub fn during<T>(search: impl FnOnce(&AtomicBool) -> T) -> T {
    catch();
    INTERRUPTED.store(false, Ordering::SeqCst);
    SEARCHING.store(true, Ordering::SeqCst);
    let result = search(&INTERRUPTED);
    SEARCHING.store(false, Ordering::SeqCst);
    result
}

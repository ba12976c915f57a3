//! Ctrl-C: the first one ends the search with the best answer so far, the second one the program.

#[cfg(unix)]
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, Once, PoisonError};

use crate::output;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// How many pieces of work that can be interrupted are being done, each inside the one before it.
static WORKING: AtomicUsize = AtomicUsize::new(0);

/// From now on Ctrl-C is caught, and so are requests to end. Outside of a search they end the program.
pub fn catch() {
    // What happens without it is bad, but no reason not to begin.
    static CAUGHT: Once = Once::new();
    CAUGHT.call_once(|| drop(listen(end_search)));
}

/// What standard output is left with when a signal ends the program.
static LAST_WORDS: Mutex<String> = Mutex::new(String::new());

/// From now on a signal that ends the program leaves this behind on standard output.
pub fn leave_behind(text: String) {
    *LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner) = text;
}

/// The first signal ends the search, the next one the program.
fn end_search() {
    if WORKING.load(Ordering::SeqCst) == 0 || INTERRUPTED.swap(true, Ordering::SeqCst) {
        // Foreign engines end with their owners, which an exit does not drop.
        protocol::client::end_all();
        let words = LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner);
        if !words.is_empty() {
            // After the `^C` that a terminal shows. A reader who has gone away does not matter any more.
            let _ = output::write(&format!("\n{words}"));
        }
        std::process::exit(130);
    }
}

/// Calls `heard` whenever a signal asks the program to end. A signal that is ignored stays ignored: `nohup` wants the program
/// to outlive its terminal, and a shell keeps the Ctrl-C of another command from what it runs in the background.
#[cfg(unix)]
fn listen(heard: fn()) -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let signals = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&signal| !is_ignored(signal));
    let mut signals = signal_hook::iterator::Signals::new(signals)?;
    std::thread::Builder::new().spawn(move || signals.forever().for_each(|_| heard()))?;
    Ok(())
}

#[cfg(not(unix))]
fn listen(heard: fn()) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(heard)
}

/// Whether the program was started with this signal ignored.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: without a new action nothing changes. The present one is written to memory of its type, of which all zeros are
    // a value, too.
    let action = unsafe {
        libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr());
        action.assume_init()
    };
    action.sa_sigaction == libc::SIG_IGN
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

/// Does work that Ctrl-C interrupts. Inside of other such work, an interrupt of that one counts, too.
pub fn during<T>(work: impl FnOnce(&AtomicBool) -> T) -> T {
    catch();
    if WORKING.load(Ordering::SeqCst) == 0 {
        INTERRUPTED.store(false, Ordering::SeqCst);
    }
    WORKING.fetch_add(1, Ordering::SeqCst);
    let result = work(&INTERRUPTED);
    WORKING.fetch_sub(1, Ordering::SeqCst);
    result
}

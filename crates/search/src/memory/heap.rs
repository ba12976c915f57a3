//! The memory allocator of the program.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// Whether this thread can do without the memory that it asks for.
    static IS_ATTEMPT: Cell<bool> = const { Cell::new(false) };
}

/// Lets `allocate` fail: [`Explaining`] ends the program only where the memory is needed.
pub fn attempt<T>(allocate: impl FnOnce() -> T) -> T {
    IS_ATTEMPT.set(true);
    let result = allocate();
    IS_ATTEMPT.set(false);
    result
}

/// The allocator of the system, for programs that should say a sentence and end with exit code 1 where memory is short
/// (`ulimit -v`, a full container), in place of an abort.
pub struct Explaining;

// SAFETY: every call goes to the allocator of the system as it is.
unsafe impl GlobalAlloc for Explaining {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the promises of this method, which are the same.
        needed(unsafe { System.alloc(layout) })
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        needed(unsafe { System.alloc_zeroed(layout) })
    }

    #[inline]
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        needed(unsafe { System.realloc(memory, layout, size) })
    }

    #[inline]
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[inline]
fn needed(memory: *mut u8) -> *mut u8 {
    if memory.is_null() && !IS_ATTEMPT.get() {
        explain();
    }
    memory
}

/// Says that memory is short, without any, and ends the program.
#[cold]
fn explain() -> ! {
    const SENTENCE: &str = "unbounded: out of memory: the system gives this process no more; free some, raise its limit \
                            (ulimit -v), or give a smaller --memory and fewer --threads\n";
    #[cfg(target_os = "linux")]
    // SAFETY: both may be called anywhere, and the text is as long as it says.
    unsafe {
        libc::write(2, SENTENCE.as_ptr().cast(), SENTENCE.len());
        libc::_exit(1)
    }
    #[cfg(not(target_os = "linux"))]
    {
        eprint!("{SENTENCE}");
        std::process::exit(1)
    }
}

/// Says the same where a new thread gets no memory for itself: the standard library panics then. For programs to call when
/// they start.
pub fn explain_threads_without_memory() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let message = panic.payload().downcast_ref::<String>();
        if message.is_some_and(|text| text.starts_with("failed to allocate an alternative stack")) {
            explain();
        }
        usual(panic);
    }));
}

/// Lets every array of a megabyte or more have pages of its own, whatever was allocated before: they can then grow
/// without being copied, and go back to the system when they are dropped. Otherwise the allocator keeps what large arrays
/// have left, in pieces that do not fit the next ones, and a search takes twice the memory it uses. For programs to call
/// when they start. It is a hint: where it is not supported, nothing happens.
pub fn map_large_arrays() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        const LARGE: libc::c_int = 1 << 20;
        for parameter in [libc::M_MMAP_THRESHOLD, libc::M_TRIM_THRESHOLD] {
            // SAFETY: `mallopt` changes how later allocations are served, and nothing that is allocated already.
            unsafe { libc::mallopt(parameter, LARGE) };
        }
    }
}

//! Searches give way to those who answer pages.

/// How much less urgent the thread of a search is, on the scale of `nice`.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

/// Lets other threads of the system go before this one and those that it starts. Where that cannot be, nothing happens.
#[cfg(target_os = "linux")]
pub fn give_way() {
    // SAFETY: the call has no memory to do with. On Linux, 0 is the calling thread.
    unsafe { libc::setpriority(libc::PRIO_PROCESS, 0, NICE) };
}

/// Other systems have no priorities of single threads that are as simple.
#[cfg(not(target_os = "linux"))]
pub fn give_way() {}

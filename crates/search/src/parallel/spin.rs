//! Spinning: waiting without sleeping, for conditions that hold again within a few instructions.

/// Calls `attempt` until it succeeds. Yields the processor from time to time, in case the thread that it
/// waits for is not running.
#[inline]
pub fn until<T>(mut attempt: impl FnMut() -> Option<T>) -> T {
    let mut tries = 0_u32;
    loop {
        if let Some(success) = attempt() {
            return success;
        }
        tries += 1;
        if tries.is_multiple_of(128) { std::thread::yield_now() } else { std::hint::spin_loop() }
    }
}

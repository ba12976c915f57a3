//! Waiting for a moment without going to sleep, which would take far longer.

/// Tries until it succeeds. Every so often it yields the processor, in case the thread that it waits for is not running.
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

//! Waiting for a moment: whoever waits stays awake, since falling asleep and waking up takes far longer.

/// Tries until it succeeds. Now and then the processor is left to others: the system may have taken it from whoever
/// is waited for.
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

//! Running closures on several threads at once.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::thread::Builder;

use parking_lot::Mutex;

/// Runs `own` on the calling thread and each of `others` on a new thread. Returns when all threads have
/// ended, with all results; those of `others` keep their order. A panic on any thread is propagated to the
/// caller. Where the system gives no more threads, the calling thread does the work of the missing ones after its own.
pub fn fork_join<'env, T, U, W>(others: impl IntoIterator<Item = W>, own: impl FnOnce() -> T) -> (T, Vec<U>)
where
    U: Send + 'env,
    W: FnOnce() -> U + Send + 'env,
{
    let others: Vec<_> = others.into_iter().map(|work| Mutex::new(Some(work))).collect();
    let run = |work: &Mutex<Option<W>>| {
        let work = work.lock().take();
        work.expect("the work is done once")()
    };
    std::thread::scope(|scope| {
        let start = |work| Builder::new().spawn_scoped(scope, move || run(work)).ok();
        let threads: Vec<_> = others.iter().map(start).collect();
        // All threads are joined even if this one panics: a race detector does not see the end of a scope.
        let own = catch_unwind(AssertUnwindSafe(own));
        let done = threads.into_iter().zip(&others).map(|(thread, work)| match thread {
            Some(thread) => thread.join(),
            None => catch_unwind(AssertUnwindSafe(|| run(work))),
        });
        let done: Vec<_> = done.collect();
        let own = own.unwrap_or_else(|panic| resume_unwind(panic));
        (own, done.into_iter().map(|done| done.unwrap_or_else(|panic| resume_unwind(panic))).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_of_every_thread_is_returned() {
        let squares = (1..4).map(|number| move || number * number);
        assert_eq!(fork_join(squares, || "mine"), ("mine", vec![1, 4, 9]));
        assert_eq!(fork_join(std::iter::empty::<fn()>(), || 7), (7, Vec::new()));
    }
}

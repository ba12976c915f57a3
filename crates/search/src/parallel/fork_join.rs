//! Running closures on several threads at once.

use std::panic::resume_unwind;
use std::thread::Scope;

/// Runs `own` on the calling thread and each of `others` on a new thread. Returns when all threads have
/// ended, with all results; those of `others` keep their order. A panic on any thread is propagated to the
/// caller.
pub fn fork_join<'env, T, U, W>(others: impl IntoIterator<Item = W>, own: impl FnOnce() -> T) -> (T, Vec<U>)
where
    U: Send + 'env,
    W: FnOnce() -> U + Send + 'env,
{
    std::thread::scope(|scope: &Scope<'_, 'env>| {
        let others: Vec<_> = others.into_iter().map(|work| scope.spawn(work)).collect();
        let own = own();
        let others =
            others.into_iter().map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        (own, others.collect())
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

//! Work by several threads at once.

use std::panic::resume_unwind;
use std::thread::Scope;

/// Does `own` in this thread and each of the others' work in a thread of its own. Returns all results, the others' in their
/// order, when every thread is done. A panic in any of them becomes one of the caller.
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
    fn every_thread_hands_over_its_result() {
        let squares = (1..4).map(|number| move || number * number);
        assert_eq!(fork_join(squares, || "mine"), ("mine", vec![1, 4, 9]));
        assert_eq!(fork_join(std::iter::empty::<fn()>(), || 7), (7, Vec::new()));
    }
}

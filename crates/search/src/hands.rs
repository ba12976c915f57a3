//! Work by several threads at once.

use std::panic::resume_unwind;
use std::thread::Scope;

/// Does `own` in this thread and each of the others' work in a thread of its own. Returns what came of all of it, the
/// others' in their order, once everybody is done. Who panics ends the caller, too.
pub fn together<'env, T, U, W>(others: impl IntoIterator<Item = W>, own: impl FnOnce() -> T) -> (T, Vec<U>)
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

/// Says that something has ended, however it does: whoever waits for that word would wait for ever after a panic.
pub struct AtLast<F: Fn()>(pub F);

impl<F: Fn()> Drop for AtLast<F> {
    fn drop(&mut self) {
        self.0();
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[test]
    fn everybody_hands_over_what_it_has_done() {
        let squares = (1..4).map(|number| move || number * number);
        assert_eq!(together(squares, || "mine"), ("mine", vec![1, 4, 9]));
        assert_eq!(together(std::iter::empty::<fn()>(), || 7), (7, Vec::new()));
    }

    #[test]
    fn nobody_waits_for_a_leader_who_has_panicked() {
        let is_over = AtomicBool::new(false);
        let follow = || {
            while !is_over.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
        };
        let lead = || {
            let _end = AtLast(|| is_over.store(true, Ordering::Relaxed));
            panic!("on purpose");
        };
        assert!(catch_unwind(AssertUnwindSafe(|| together([follow, follow], lead))).is_err());
    }
}

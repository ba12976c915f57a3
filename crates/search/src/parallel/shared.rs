//! What all workers read and write at once, and what one of them now and then has to change alone: a table that grows.

use parking_lot::{RwLock, RwLockReadGuard, RwLockUpgradableReadGuard};

/// A lock for many workers at once or one alone. A worker that waits to be alone is not starved by others that release the
/// lock and take it again at once: new readers wait behind it.
pub struct Shared<T>(RwLock<T>);

impl<T> Shared<T> {
    pub fn new(value: T) -> Self {
        Shared(RwLock::new(value))
    }

    /// Access beside other workers. A worker must release it before it asks again.
    pub fn read(&self) -> RwLockReadGuard<'_, T> {
        self.0.read()
    }

    /// Changes the value once all other workers have released it, if the change is still due. Where another worker has
    /// made it meanwhile, no one has to wait.
    pub fn change(&self, is_due: impl FnOnce(&T) -> bool, change: impl FnOnce(&mut T)) {
        let value = self.0.upgradable_read();
        if is_due(&value) {
            change(&mut RwLockUpgradableReadGuard::upgrade(value));
        }
    }

    /// Access without a lock, for the sole owner.
    pub fn get_mut(&mut self) -> &mut T {
        self.0.get_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parallel::fork_join;

    #[test]
    fn no_worker_sees_half_a_change_and_none_is_made_twice() {
        let shared = Shared::new((0, 0));
        let work = || {
            for goal in 1..=1_000 {
                let (a, b) = *shared.read();
                assert_eq!(a, b);
                let raise = |pair: &mut (i32, i32)| {
                    pair.0 += 1;
                    pair.1 += 1;
                };
                shared.change(|pair| pair.0 < goal, raise);
                assert!(shared.read().0 >= goal);
            }
        };
        fork_join([work; 3], work);
        assert_eq!(*shared.read(), (1_000, 1_000));
    }

    #[test]
    fn a_change_that_is_not_due_waits_for_no_reader() {
        let shared = Shared::new(1);
        let reader = shared.read();
        shared.change(|number| *number < 1, |number| *number = 1);
        assert_eq!(*reader, 1);
    }
}

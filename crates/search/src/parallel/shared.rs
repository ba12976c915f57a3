//! Data that all workers access at once, and that a worker occasionally needs exclusive access to, for
//! example to grow a table.

use parking_lot::{RwLock, RwLockReadGuard, RwLockUpgradableReadGuard};

/// A read-write lock. A worker that waits for exclusive access is not starved by others that release the lock
/// and take it again at once: new readers wait behind it.
pub struct Shared<T>(RwLock<T>);

impl<T> Shared<T> {
    pub fn new(value: T) -> Self {
        Shared(RwLock::new(value))
    }

    /// Read access, shared with other workers. A worker must release it before it calls any method of this
    /// lock again.
    pub fn read(&self) -> RwLockReadGuard<'_, T> {
        self.0.read()
    }

    /// Takes exclusive access and changes the value, if the change is still due. It is not due if another
    /// worker has made it in the meantime; then no worker waits.
    pub fn change(&self, is_due: impl FnOnce(&T) -> bool, change: impl FnOnce(&mut T)) {
        let value = self.0.upgradable_read();
        if is_due(&value) {
            change(&mut RwLockUpgradableReadGuard::upgrade(value));
        }
    }

    /// Access without locking, for the exclusive owner.
    pub fn get_mut(&mut self) -> &mut T {
        self.0.get_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parallel::fork_join;

    #[test]
    fn changes_are_atomic_and_made_only_once() {
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
    fn a_change_that_is_not_due_does_not_wait_for_readers() {
        let shared = Shared::new(1);
        let reader = shared.read();
        shared.change(|number| *number < 1, |number| *number = 1);
        assert_eq!(*reader, 1);
    }
}

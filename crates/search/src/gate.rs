//! What workers use side by side, and now and then one of them for itself: a table that has to grow.

use parking_lot::{RwLock, RwLockReadGuard, RwLockUpgradableReadGuard};

/// A lock for many at once or one alone. Whoever waits to be alone is never kept waiting by others who let go only to come
/// back at once: meanwhile nobody else comes in.
pub struct Gate<T>(RwLock<T>);

impl<T> Gate<T> {
    pub fn new(inside: T) -> Self {
        Gate(RwLock::new(inside))
    }

    /// Goes in beside others. Whoever is inside must let go before it comes in again.
    pub fn enter(&self) -> RwLockReadGuard<'_, T> {
        self.0.read()
    }

    /// Changes what is inside once everybody else has let go, if that is still due. Where another worker has done it
    /// meanwhile nobody need let go, and may not do so for long.
    pub fn change(&self, is_due: impl FnOnce(&T) -> bool, change: impl FnOnce(&mut T)) {
        let inside = self.0.upgradable_read();
        if is_due(&inside) {
            change(&mut RwLockUpgradableReadGuard::upgrade(inside));
        }
    }

    /// For whoever has it all to itself.
    pub fn get_mut(&mut self) -> &mut T {
        self.0.get_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hands::together;

    /// Everybody raises the numbers, and nobody sees one of them raised without the other, or once too often.
    #[test]
    fn nobody_sees_half_a_change() {
        let gate = Gate::new((0, 0));
        let work = || {
            for goal in 1..=1_000 {
                let (a, b) = *gate.enter();
                assert_eq!(a, b);
                let raise = |pair: &mut (i32, i32)| {
                    pair.0 += 1;
                    pair.1 += 1;
                };
                gate.change(|pair| pair.0 < goal, raise);
                assert!(gate.enter().0 >= goal);
            }
        };
        together([work; 3], work);
        assert_eq!(*gate.enter(), (1_000, 1_000));
    }

    #[test]
    fn what_is_done_already_waits_for_nobody() {
        let gate = Gate::new(1);
        let inside = gate.enter();
        gate.change(|number| *number < 1, |number| *number = 1);
        assert_eq!(*inside, 1);
    }
}

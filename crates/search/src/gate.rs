//! What workers use side by side, and now and then one of them for itself: a table that has to grow.

use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};

/// A lock for many at once or one alone that never keeps the one waiting. Workers who let go of a plain lock only to
/// take it again at once are back before whoever waits to be alone has woken up, over and over; here they wait at
/// the gate until it has been.
pub struct Gate<T> {
    gate: Mutex<()>,
    inside: RwLock<T>,
}

impl<T> Gate<T> {
    pub fn new(inside: T) -> Self {
        Gate { gate: Mutex::new(()), inside: RwLock::new(inside) }
    }

    fn close(&self) -> MutexGuard<'_, ()> {
        self.gate.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Goes in beside others. Whoever is inside must let go before it comes in again.
    pub fn enter(&self) -> RwLockReadGuard<'_, T> {
        drop(self.close());
        self.inside.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes what is inside once everybody else has let go, if that is still due. Where another worker has done it
    /// meanwhile nobody need let go, and may not do so for long.
    pub fn change(&self, is_due: impl FnOnce(&T) -> bool, change: impl FnOnce(&mut T)) {
        let _closed = self.close();
        let is_due = is_due(&self.inside.read().unwrap_or_else(PoisonError::into_inner));
        if is_due {
            change(&mut self.inside.write().unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// For whoever has it all to itself.
    pub fn get_mut(&mut self) -> &mut T {
        self.inside.get_mut().unwrap_or_else(PoisonError::into_inner)
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

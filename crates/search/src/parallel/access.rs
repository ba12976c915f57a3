//! A worker's access to shared data.

use std::ops::Deref;

use parking_lot::RwLockReadGuard;

use super::Shared;

/// Read access that a worker holds for a while. A worker must not hold two.
pub struct Access<'a, T> {
    shared: &'a Shared<T>,
    /// `None` only while [`Access::change`] runs.
    guard: Option<RwLockReadGuard<'a, T>>,
}

impl<'a, T> Access<'a, T> {
    pub fn new(shared: &'a Shared<T>) -> Self {
        Access { shared, guard: Some(shared.read()) }
    }

    /// Releases the read lock, calls [`Shared::change`], and takes the read lock again.
    #[cold]
    pub fn change(&mut self, is_due: impl FnOnce(&T) -> bool, change: impl FnOnce(&mut T)) {
        self.guard = None;
        self.shared.change(is_due, change);
        self.guard = Some(self.shared.read());
    }
}

impl<T> Deref for Access<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        self.guard.as_deref().expect("the guard is missing only during a change")
    }
}

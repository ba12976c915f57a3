//! How a worker gets at the table.

use std::ops::Deref;
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use super::Table;

/// The table as a worker holds it for a run. Whoever finds first that it wants to grow makes it larger once all
/// others have let go of it, too: all of them notice, because every one of them keeps writing.
pub struct Access<'a> {
    lock: &'a RwLock<Table>,
    /// `None` only while the table grows.
    guard: Option<RwLockReadGuard<'a, Table>>,
}

impl<'a> Access<'a> {
    pub fn new(lock: &'a RwLock<Table>) -> Self {
        Access { lock, guard: Some(lock.read().unwrap_or_else(PoisonError::into_inner)) }
    }

    /// Lets the table grow if it wants to. To be called after every write.
    #[inline]
    pub fn make_room(&mut self) {
        if self.wants_to_grow() {
            // Only one: a second writer could wait for as long as the first one goes on reading.
            let is_mine = self.claim_growth();
            self.guard = None;
            if is_mine {
                self.lock.write().unwrap_or_else(PoisonError::into_inner).grow();
            }
            *self = Access::new(self.lock);
        }
    }
}

impl Deref for Access<'_> {
    type Target = Table;

    #[inline]
    fn deref(&self) -> &Table {
        self.guard.as_ref().expect("it is only let go of to grow")
    }
}

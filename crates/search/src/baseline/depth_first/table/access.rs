//! How a worker gets at the table.

use std::ops::Deref;

use parking_lot::RwLockReadGuard;

use super::Table;
use crate::gate::Gate;

/// The table as a worker holds it for a run. Whoever finds first that it wants to grow makes it larger once all
/// others have let go of it, too: all of them notice, because every one of them keeps writing.
pub struct Access<'a> {
    gate: &'a Gate<Table>,
    /// `None` only while the table grows.
    table: Option<RwLockReadGuard<'a, Table>>,
}

impl<'a> Access<'a> {
    pub fn new(gate: &'a Gate<Table>) -> Self {
        Access { gate, table: Some(gate.enter()) }
    }

    /// Lets the table grow if it wants to. To be called after every write.
    #[inline]
    pub fn make_room(&mut self) {
        if self.wants_to_grow() {
            self.table = None;
            self.gate.change(Table::wants_to_grow, Table::grow);
            self.table = Some(self.gate.enter());
        }
    }
}

impl Deref for Access<'_> {
    type Target = Table;

    #[inline]
    fn deref(&self) -> &Table {
        self.table.as_ref().expect("it is only let go of to grow")
    }
}

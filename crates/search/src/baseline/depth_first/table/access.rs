//! One worker's access to the table.

use super::TranspositionTable;
use crate::parallel;

/// The table as a worker holds it for a run. The worker that first finds that the table wants to grow makes it larger once
/// all others have released it. They do so soon: each of them keeps writing, and so finds out, too.
pub type Access<'a> = parallel::Access<'a, TranspositionTable>;

impl Access<'_> {
    /// Lets the table grow if it wants to. To be called after every write.
    #[inline]
    pub fn make_room(&mut self) {
        if self.wants_to_grow() {
            self.change(TranspositionTable::wants_to_grow, TranspositionTable::grow);
        }
    }
}

//! A worker's access to the transposition table.

use super::TranspositionTable;
use crate::parallel;

/// The table as a worker holds it during a run. The first worker to find that the table should grow enlarges
/// it once all others have released it. They do so soon, because each of them makes the same check after its
/// next write.
pub type Access<'a> = parallel::Access<'a, TranspositionTable>;

impl Access<'_> {
    /// Grows the table if it should grow. Must be called after every write.
    #[inline]
    pub fn make_room(&mut self) {
        if self.wants_to_grow() {
            self.change(TranspositionTable::wants_to_grow, TranspositionTable::grow);
        }
    }
}

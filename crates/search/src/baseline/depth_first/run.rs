//! What workers have in common that search the same root to the same depth, one depth after the other.
//!
//! Each of them does the whole search, with one table, and puts off what another one is busy with ("simplified ABDADA",
//! T. Kerrigan): when it comes back to that, the table mostly knows. The order of moves does not change a value, so that
//! the first worker to finish a depth has found what all would have found.

use std::sync::atomic::{AtomicU32, Ordering};

use game::{Game, Key};
use parking_lot::Mutex;

use super::root::Root;
use super::table::TranspositionTable;
use crate::parallel::{Progress, Shared, Team, VirtualLoss};

/// What the workers of one run have in common.
pub struct Run<'a, G: Game> {
    pub team: Team,
    pub table: &'a Shared<TranspositionTable>,
    /// Where the workers are; `None` if there is only one.
    virtual_loss: Option<VirtualLoss>,
    /// The last depth that a worker has finished.
    finished: AtomicU32,
    /// The same depth, and what was found.
    found: Mutex<Option<(u32, Root<G>)>>,
    /// Followers need not go deeper than this.
    last: u32,
}

impl<'a, G: Game> Run<'a, G> {
    /// A run to this depth, with a number of followers.
    pub fn new(table: &'a Shared<TranspositionTable>, followers: usize, last: u32) -> Self {
        Run {
            team: Team::new(std::iter::repeat_n(Progress::default(), followers)),
            table,
            virtual_loss: (followers > 0).then(VirtualLoss::new),
            finished: AtomicU32::new(0),
            found: Mutex::new(None),
            last,
        }
    }

    #[inline]
    pub fn is_alone(&self) -> bool {
        self.virtual_loss.is_none()
    }

    /// A worker goes to a state.
    pub fn enter(&self, key: Key) {
        self.virtual_loss.iter().for_each(|virtual_loss| virtual_loss.enter(key));
    }

    /// And leaves it again.
    pub fn leave(&self, key: Key) {
        self.virtual_loss.iter().for_each(|virtual_loss| virtual_loss.leave(key));
    }

    /// Whether a worker is at this state.
    pub fn is_at(&self, state: &G) -> bool {
        self.virtual_loss.as_ref().is_some_and(|virtual_loss| virtual_loss.is_at(state.sharing_key()))
    }

    /// A worker has finished a depth. Returns whether it is the first one.
    pub fn finish(&self, depth: u32, root: &Root<G>) -> bool {
        if self.is_alone() {
            return true;
        }
        let mut found = self.found.lock();
        let is_first = found.as_ref().is_none_or(|(finished, _)| *finished < depth);
        if is_first {
            *found = Some((depth, root.clone()));
            self.finished.fetch_max(depth, Ordering::Relaxed);
        }
        is_first
    }

    /// The last depth that was finished and what was found, if that is beyond this one.
    pub fn finished_beyond(&self, depth: u32) -> Option<(u32, Root<G>)> {
        if self.finished.load(Ordering::Relaxed) <= depth {
            return None;
        }
        self.found.lock().clone().filter(|found| found.0 > depth)
    }

    /// Whether a worker has finished this depth, or the run is over.
    #[inline]
    pub fn is_past(&self, depth: u32) -> bool {
        self.finished.load(Ordering::Relaxed) >= depth || self.team.is_over()
    }

    /// Whether a follower that has finished this depth has nothing left to do.
    pub fn is_enough(&self, depth: u32) -> bool {
        depth >= self.last || self.team.is_over()
    }
}

//! The data that workers share when they search the same root, one depth after the other.
//!
//! All workers make the whole search with one shared table, and postpone moves that another worker is
//! searching ("simplified ABDADA", T. Kerrigan). When a worker returns to a postponed move, the table usually
//! has its value. The order of moves does not affect a value, so the first worker to complete a depth has
//! found what every other one would have found.

use std::sync::atomic::{AtomicU32, Ordering};

use game::{Game, Key};
use parking_lot::Mutex;

use super::root::Root;
use super::table::TranspositionTable;
use crate::parallel::{Progress, Shared, Team, VirtualLoss};

/// The data that the workers of one run share.
pub struct Run<'a, G: Game> {
    pub team: Team,
    pub table: &'a Shared<TranspositionTable>,
    /// The positions of the workers; `None` if there is only one worker.
    virtual_loss: Option<VirtualLoss>,
    /// The last depth that a worker has completed.
    finished: AtomicU32,
    /// The same depth, with the root as that worker left it.
    found: Mutex<Option<(u32, Root<G>)>>,
    /// The depth at which followers stop.
    last: u32,
}

impl<'a, G: Game> Run<'a, G> {
    /// A run to this depth, with this number of followers.
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

    /// A worker enters a state.
    pub fn enter(&self, key: Key) {
        self.virtual_loss.iter().for_each(|virtual_loss| virtual_loss.enter(key));
    }

    /// A worker leaves a state that it entered.
    pub fn leave(&self, key: Key) {
        self.virtual_loss.iter().for_each(|virtual_loss| virtual_loss.leave(key));
    }

    /// Whether a worker is searching this state.
    pub fn is_at(&self, state: &G) -> bool {
        self.virtual_loss.as_ref().is_some_and(|virtual_loss| virtual_loss.is_at(state.sharing_key()))
    }

    /// Records that a worker has completed a depth. Returns whether it is the first one.
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

    /// The last completed depth and its root, if that depth is greater than this one.
    pub fn finished_beyond(&self, depth: u32) -> Option<(u32, Root<G>)> {
        if self.finished.load(Ordering::Relaxed) <= depth {
            return None;
        }
        self.found.lock().clone().filter(|found| found.0 > depth)
    }

    /// Whether a worker has completed this depth, or the run is over.
    #[inline]
    pub fn is_past(&self, depth: u32) -> bool {
        self.finished.load(Ordering::Relaxed) >= depth || self.team.is_over()
    }

    /// Whether a follower that has completed this depth may stop.
    pub fn is_enough(&self, depth: u32) -> bool {
        depth >= self.last || self.team.is_over()
    }
}

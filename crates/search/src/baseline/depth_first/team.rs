//! What workers have in common that search the same root to the same depth, one depth after the other.
//!
//! Each of them does the whole search, with one table, and looks last at what another one is busy with
//! ("simplified ABDADA", T. Kerrigan): when it comes to that, the table mostly knows. The order of moves does not
//! change a value, so that whoever finishes a depth first has found what all would have found.

use std::sync::atomic::{AtomicU32, Ordering};

use game::{Game, Key};
use parking_lot::Mutex;

use super::root::Root;
use super::table::Table;
use crate::budget::Counts;
use crate::crowd::Crowd;
use crate::gate::Gate;
use crate::tally::Tally;

/// What the workers of one run have in common.
pub struct Team<'a, G: Game> {
    pub table: &'a Gate<Table>,
    /// Where the workers are; `None` if there is only one.
    crowd: Option<Crowd>,
    /// The last depth that a worker has finished; [`OVER`] when all is over.
    finished: AtomicU32,
    /// The same depth, and what was found.
    found: Mutex<Option<(u32, Root<G>)>>,
    /// What the followers have done since the leader last asked.
    done: Mutex<Counts>,
    /// Bytes that the followers hold.
    pub bytes: Tally,
    /// Followers need not go deeper than this.
    last: u32,
}

const OVER: u32 = u32::MAX;

impl<'a, G: Game> Team<'a, G> {
    /// So many workers who have finished nothing yet, for whom this depth is enough.
    pub fn new(table: &'a Gate<Table>, workers: usize, last: u32) -> Self {
        Team {
            table,
            crowd: (workers > 1).then(Crowd::new),
            finished: AtomicU32::new(0),
            found: Mutex::new(None),
            done: Mutex::new(Counts::default()),
            bytes: Tally::default(),
            last,
        }
    }

    #[inline]
    pub fn is_alone(&self) -> bool {
        self.crowd.is_none()
    }

    /// A worker goes to a state.
    pub fn enter(&self, key: Key) {
        self.crowd.iter().for_each(|crowd| crowd.enter(key));
    }

    /// And leaves it again.
    pub fn leave(&self, key: Key) {
        self.crowd.iter().for_each(|crowd| crowd.leave(key));
    }

    /// Whether somebody is at work there.
    pub fn is_at(&self, state: &G) -> bool {
        self.crowd.as_ref().is_some_and(|crowd| crowd.is_at(state.sharing_key()))
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
        if self.is_past(depth + 1) { self.found.lock().clone().filter(|found| found.0 > depth) } else { None }
    }

    /// Whether somebody has finished this depth, or all is over.
    #[inline]
    pub fn is_past(&self, depth: u32) -> bool {
        self.finished.load(Ordering::Relaxed) >= depth
    }

    /// Whether a follower who has finished this depth has nothing left to do.
    pub fn is_enough(&self, depth: u32) -> bool {
        depth >= self.last || self.is_past(OVER)
    }

    /// Nobody needs to go on.
    pub fn end(&self) {
        self.finished.store(OVER, Ordering::Relaxed);
    }

    /// A follower has done this.
    pub fn add_done(&self, counts: Counts) {
        let mut done = self.done.lock();
        *done = done.and(counts);
    }

    /// What the followers have done since this was last asked.
    pub fn take_done(&self) -> Counts {
        std::mem::take(&mut self.done.lock())
    }
}

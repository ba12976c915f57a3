//! The frame of every parallel search: a leader and its followers.

use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;

use super::fork_join;
use crate::budget::Counts;

/// What a worker has done and holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// What it has done.
    pub counts: Counts,
    /// Bytes that it holds for itself.
    pub bytes: usize,
}

/// One run of a search by a leader, which is the thread that calls, and any number of followers. The leader watches the
/// limits; followers report to it.
pub struct Team {
    is_over: AtomicBool,
    /// The latest report of each follower.
    reports: Box<[Mutex<Progress>]>,
}

impl Team {
    /// A team with one follower for each of these reports.
    pub fn new(followers: impl IntoIterator<Item = Progress>) -> Team {
        Team { is_over: AtomicBool::new(false), reports: followers.into_iter().map(Mutex::new).collect() }
    }

    /// Whether the run is over, for whatever reason.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Ends the run.
    pub fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// A follower reports what it has done and holds.
    pub fn report(&self, follower: usize, progress: Progress) {
        *self.reports[follower].lock() = progress;
    }

    /// What all followers together have done and hold, by their latest reports.
    pub fn followers(&self) -> Progress {
        self.reports.iter().fold(Progress::default(), |all, report| {
            let one = *report.lock();
            Progress { counts: all.counts.and(one.counts), bytes: all.bytes + one.bytes }
        })
    }

    /// Lets the leader and the followers work, each in a thread of its own. When the leader is done, even by a panic, the
    /// run is over, so that followers that ask for it never wait for ever.
    pub fn run<'env, T>(
        &'env self,
        followers: impl IntoIterator<Item = impl FnOnce() + Send + 'env>,
        lead: impl FnOnce() -> T,
    ) -> T {
        struct EndOnDrop<'a>(&'a Team);
        impl Drop for EndOnDrop<'_> {
            fn drop(&mut self) {
                self.0.end();
            }
        }
        let lead = || {
            let _end = EndOnDrop(self);
            lead()
        };
        fork_join(followers, lead).0
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    #[test]
    fn followers_stop_when_the_leader_panics() {
        let team = Team::new([Progress::default(); 2]);
        let follow = || {
            while !team.is_over() {
                std::thread::yield_now();
            }
        };
        let lead = || panic!("on purpose");
        assert!(catch_unwind(AssertUnwindSafe(|| team.run([follow, follow], lead))).is_err());
    }

    #[test]
    fn the_latest_reports_count() {
        let team = Team::new([Progress::default(); 2]);
        let report =
            |expansions, bytes| Progress { counts: Counts { expansions, ..Counts::default() }, bytes };
        for (follower, expansions) in [(0, 1), (0, 5), (1, 2)] {
            team.report(follower, report(expansions, 10));
        }
        assert_eq!(team.followers(), report(7, 20));
    }
}

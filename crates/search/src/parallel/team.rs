//! A team of workers: one leader and its followers.

use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;

use super::fork_join;
use crate::budget::Counts;

/// The work that a worker has done and the memory that it holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The work done.
    pub counts: Counts,
    /// The worker's private memory, in bytes.
    pub bytes: usize,
}

/// One run of a search by a leader, which is the calling thread, and any number of followers. The leader
/// checks the limits; followers report to it.
pub struct Team {
    is_over: AtomicBool,
    /// The latest report of each follower.
    reports: Box<[Mutex<Progress>]>,
}

impl Team {
    /// A team with one follower for each of these initial reports.
    pub fn new(followers: impl IntoIterator<Item = Progress>) -> Team {
        Team { is_over: AtomicBool::new(false), reports: followers.into_iter().map(Mutex::new).collect() }
    }

    /// Whether the run has ended, for any reason.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// What becomes true when the run has ended, for the clocks of its workers.
    pub fn end_flag(&self) -> &AtomicBool {
        &self.is_over
    }

    /// Ends the run.
    pub fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// Stores the report of a follower.
    pub fn report(&self, follower: usize, progress: Progress) {
        *self.reports[follower].lock() = progress;
    }

    /// The sum of the latest reports of all followers.
    pub fn followers(&self) -> Progress {
        self.reports.iter().fold(Progress::default(), |all, report| {
            let one = *report.lock();
            Progress { counts: all.counts.and(one.counts), bytes: all.bytes + one.bytes }
        })
    }

    /// Runs the leader on the calling thread and each follower on its own thread. When the leader returns or
    /// panics, the run ends, so followers that check [`Team::is_over`] never wait forever.
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
    fn only_the_latest_report_of_each_follower_counts() {
        let team = Team::new([Progress::default(); 2]);
        let report =
            |expansions, bytes| Progress { counts: Counts { expansions, ..Counts::default() }, bytes };
        for (follower, expansions) in [(0, 1), (0, 5), (1, 2)] {
            team.report(follower, report(expansions, 10));
        }
        assert_eq!(team.followers(), report(7, 20));
    }
}

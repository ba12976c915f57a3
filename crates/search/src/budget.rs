//! How long a search may go on, and why it ended.

use std::time::{Duration, Instant};

use crate::walk::Counts;

/// Limits of one run. Whatever is left out is unlimited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Iterations from the root.
    pub iterations: Option<u64>,
    /// Evaluations; an iteration that evaluates nothing costs one.
    pub evaluations: Option<u64>,
    /// Bytes that the tree may hold.
    pub memory: Option<usize>,
}

impl Budget {
    /// Whether the search ends by itself even if the root cannot be resolved.
    pub fn is_limited(&self) -> bool {
        self.time.is_some() || self.iterations.is_some() || self.evaluations.is_some()
    }
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The root is resolved: there is nothing left to find.
    Resolved,
    /// The time is up.
    Time,
    /// The iterations are used up.
    Iterations,
    /// The evaluations are used up.
    Evaluations,
    /// The tree has no room for another expansion.
    Memory,
    /// The caller asked for it.
    Interrupted,
}

/// A budget that runs down.
pub(crate) struct Meter {
    deadline: Option<Instant>,
    iterations: u64,
    evaluations: u64,
    until_clock: u32,
}

impl Meter {
    /// The clock is read once in so many iterations: reading it costs as much as a short iteration.
    const CLOCK: u32 = 32;

    pub fn start(budget: &Budget, counts: Counts) -> Meter {
        let until =
            |from: u64, limit: Option<u64>| limit.map_or(u64::MAX, |limit| from.saturating_add(limit));
        Meter {
            deadline: budget.time.and_then(|time| Instant::now().checked_add(time)),
            iterations: until(counts.iterations, budget.iterations),
            evaluations: until(counts.charged, budget.evaluations),
            until_clock: 1,
        }
    }

    /// Which limit has been reached, if any.
    #[inline]
    pub fn reached(&mut self, counts: Counts, interrupted: impl FnOnce() -> bool) -> Option<Stop> {
        if counts.iterations >= self.iterations {
            return Some(Stop::Iterations);
        }
        if counts.charged >= self.evaluations {
            return Some(Stop::Evaluations);
        }
        self.until_clock -= 1;
        if self.until_clock == 0 {
            self.until_clock = Meter::CLOCK;
            if interrupted() {
                return Some(Stop::Interrupted);
            }
            if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Some(Stop::Time);
            }
        }
        None
    }
}

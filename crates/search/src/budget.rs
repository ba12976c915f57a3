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
    /// When the clock was read last, how many iterations go by until the next time, and how many are left.
    clock: Instant,
    pace: u32,
    until_clock: u32,
}

impl Meter {
    /// The clock is read once in up to so many iterations: reading it costs as much as a short iteration.
    const PACE: u32 = 32;
    /// If more time than this went by unseen, the next iteration is watched: an evaluator can be slow.
    const UNSEEN: Duration = Duration::from_millis(1);

    pub fn start(budget: &Budget, counts: Counts) -> Meter {
        let until =
            |from: u64, limit: Option<u64>| limit.map_or(u64::MAX, |limit| from.saturating_add(limit));
        let clock = Instant::now();
        Meter {
            deadline: budget.time.and_then(|time| clock.checked_add(time)),
            iterations: until(counts.iterations, budget.iterations),
            evaluations: until(counts.charged, budget.evaluations),
            clock,
            pace: 0,
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
            if interrupted() {
                return Some(Stop::Interrupted);
            }
            let now = Instant::now();
            if self.deadline.is_some_and(|deadline| now >= deadline) {
                return Some(Stop::Time);
            }
            let is_slow = now - self.clock > Meter::UNSEEN;
            self.pace = if is_slow { 1 } else { (2 * self.pace).clamp(1, Meter::PACE) };
            (self.clock, self.until_clock) = (now, self.pace);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_iterations_are_watched_one_by_one() {
        let limit = Duration::from_millis(10);
        let mut meter = Meter::start(&Budget { time: Some(limit), ..Budget::default() }, Counts::default());
        let mut iterations = 0;
        while meter.reached(Counts::default(), || false).is_none() {
            std::thread::sleep(Duration::from_millis(2));
            iterations += 1;
        }
        assert!(iterations <= 5, "{iterations}");
    }
}

//! The limits of a search, and why it ended.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::label::Label;
use crate::searcher::{Finding, Watch};

/// The work that a search has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Rounds of the algorithm: iterations from the root, simulations, depths of iterative deepening.
    pub iterations: u64,
    /// States whose children were generated and stored.
    pub expansions: u64,
    /// States made by playing a move in the tree; moves of random games do not count.
    pub nodes: u64,
    /// States evaluated; a random game counts as one evaluation.
    pub evaluations: u64,
    /// What counts against an evaluation limit: the evaluations, and one for every iteration that evaluated
    /// nothing.
    pub charged: u64,
    /// The search depth in plies below this root: the last completed depth of iterative deepening, otherwise
    /// the depth of the deepest state.
    pub depth: u32,
}

impl Counts {
    /// The sum of the work of two workers.
    #[must_use]
    pub fn and(self, other: Counts) -> Counts {
        Counts {
            iterations: self.iterations + other.iterations,
            expansions: self.expansions + other.expansions,
            nodes: self.nodes + other.nodes,
            evaluations: self.evaluations + other.evaluations,
            charged: self.charged + other.charged,
            depth: self.depth.max(other.depth),
        }
    }

    /// The work done since `before`.
    #[must_use]
    pub fn since(&self, before: &Counts) -> Counts {
        Counts {
            iterations: self.iterations.saturating_sub(before.iterations),
            expansions: self.expansions.saturating_sub(before.expansions),
            nodes: self.nodes.saturating_sub(before.nodes),
            evaluations: self.evaluations.saturating_sub(before.evaluations),
            charged: self.charged.saturating_sub(before.charged),
            depth: self.depth,
        }
    }
}

/// Limits of one run. `None` means unlimited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Iterations from the root.
    pub iterations: Option<u64>,
    /// Evaluations; an iteration that evaluates nothing costs one.
    pub evaluations: Option<u64>,
    /// States made by playing a move in the tree.
    pub nodes: Option<u64>,
    /// The memory that the search may use, in bytes.
    pub memory: Option<usize>,
    /// The number of workers; 1 by default.
    pub threads: Option<usize>,
}

impl Budget {
    /// Whether the search is certain to end even if the root is not resolved.
    pub fn is_limited(&self) -> bool {
        self.time.is_some() || self.iterations.is_some() || self.evaluations.is_some() || self.nodes.is_some()
    }

    /// What is left of the limits after this work and this time.
    #[must_use]
    pub fn left_after(&self, done: &Counts, time: Duration) -> Budget {
        let left = |limit: Option<u64>, done: u64| limit.map(|limit| limit.saturating_sub(done));
        Budget {
            time: self.time.map(|limit| limit.saturating_sub(time)),
            iterations: left(self.iterations, done.iterations),
            evaluations: left(self.evaluations, done.charged),
            nodes: left(self.nodes, done.nodes),
            ..*self
        }
    }
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The root is resolved.
    Resolved,
    /// The time limit was reached.
    Time,
    /// The iteration limit was reached.
    Iterations,
    /// The evaluation limit was reached.
    Evaluations,
    /// The node limit was reached.
    Nodes,
    /// The memory limit was reached.
    Memory,
    /// The algorithm has finished without a proof, for example because it has reached its depth.
    Done,
    /// The caller interrupted the search.
    Interrupted,
}

/// A budget that is being used up, and the [`Watch`] of the caller. The algorithm asks it before every step
/// whether to stop.
pub struct Meter<'a, 'w, M> {
    watch: &'a mut Watch<'w, M>,
    deadline: Option<Instant>,
    iterations: u64,
    evaluations: u64,
    nodes: u64,
    /// When the next snapshot is due, and whether it is due now.
    next_snapshot: Option<Instant>,
    is_due: bool,
    /// When the clock was last read, the number of steps between two reads, and the number of steps until the
    /// next one.
    clock: Instant,
    clock_interval: u32,
    until_clock: u32,
}

/// The clock is read at least once in this many steps. Reading it costs as much as a short step.
const MAX_CLOCK_INTERVAL: u32 = 32;
/// If more time than this passes between two reads, the clock is read again after the next step: steps can be
/// slow, for example because of the evaluator.
const SLOW: Duration = Duration::from_millis(1);

impl<'a, 'w, M> Meter<'a, 'w, M> {
    /// A full budget for a search that has already done `counts`.
    pub fn start(budget: &Budget, counts: &Counts, watch: &'a mut Watch<'w, M>) -> Self {
        let until =
            |from: u64, limit: Option<u64>| limit.map_or(u64::MAX, |limit| from.saturating_add(limit));
        let clock = Instant::now();
        Meter {
            deadline: budget.time.and_then(|time| clock.checked_add(time)),
            iterations: until(counts.iterations, budget.iterations),
            evaluations: until(counts.charged, budget.evaluations),
            nodes: until(counts.nodes, budget.nodes),
            next_snapshot: watch.snapshots.as_ref().and_then(|(interval, _)| clock.checked_add(*interval)),
            is_due: false,
            watch,
            clock,
            clock_interval: 0,
            until_clock: 1,
        }
    }

    /// The limit that has been reached, if any.
    #[inline]
    pub fn reached(&mut self, counts: &Counts) -> Option<Stop> {
        if counts.iterations >= self.iterations {
            return Some(Stop::Iterations);
        }
        if counts.charged >= self.evaluations {
            return Some(Stop::Evaluations);
        }
        if counts.nodes >= self.nodes {
            return Some(Stop::Nodes);
        }
        self.until_clock -= 1;
        if self.until_clock == 0 { self.read_the_clock() } else { None }
    }

    fn read_the_clock(&mut self) -> Option<Stop> {
        self.until_clock = 1;
        if self.watch.interrupt.is_some_and(|interrupt| interrupt.load(Ordering::Relaxed)) {
            return Some(Stop::Interrupted);
        }
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            return Some(Stop::Time);
        }
        self.is_due = self.next_snapshot.is_some_and(|next| now >= next);
        let is_slow = now - self.clock > SLOW;
        self.clock_interval =
            if is_slow { 1 } else { (2 * self.clock_interval).clamp(1, MAX_CLOCK_INTERVAL) };
        (self.clock, self.until_clock) = (now, self.clock_interval);
        None
    }

    /// Whether the caller is due a snapshot.
    #[inline]
    pub fn snapshot_is_due(&self) -> bool {
        self.is_due
    }

    /// Passes a snapshot to the caller.
    pub fn show(&mut self, finding: Finding<M>) {
        if let Some((interval, see)) = &mut self.watch.snapshots {
            see(finding);
            self.next_snapshot = Instant::now().checked_add(*interval);
        }
        self.is_due = false;
    }

    /// Must be called after every iteration. Passes the label of the root to the trace, if there is one.
    #[inline]
    pub fn iteration_done(&mut self, counts: &Counts, label: impl FnOnce() -> Option<Label>) {
        if let Some(trace) = &mut self.watch.trace
            && let Some(label) = label()
        {
            trace(counts, label);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_is_read_after_every_slow_step() {
        let budget = Budget { time: Some(Duration::from_millis(10)), ..Budget::default() };
        let mut watch = Watch::<()>::default();
        let mut meter = Meter::start(&budget, &Counts::default(), &mut watch);
        let mut steps = 0;
        while meter.reached(&Counts::default()).is_none() {
            std::thread::sleep(Duration::from_millis(2));
            steps += 1;
        }
        assert!(steps <= 5, "{steps}");
    }
}

//! How long a search may go on, and why it ended.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::label::Label;
use crate::searcher::{Finding, Watch};

/// What a search has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Rounds of the algorithm: walks from the root, simulations, depths of iterative deepening.
    pub iterations: u64,
    /// States whose children were generated to stay.
    pub expansions: u64,
    /// States made by playing a move in the tree; moves of random games do not count.
    pub nodes: u64,
    /// States evaluated; a random game is an evaluation.
    pub evaluations: u64,
    /// Evaluations, and one for every iteration that evaluated nothing: what an evaluation budget pays for.
    pub charged: u64,
    /// How many moves deep the search has looked below this root: the last finished depth of iterative
    /// deepening, else the deepest state.
    pub depth: u32,
}

impl Counts {
    /// What two workers have done side by side.
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

    /// What has been done since `before`.
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

/// Limits of one run. Whatever is left out is unlimited.
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
    /// Bytes that the search may hold.
    pub memory: Option<usize>,
    /// Workers side by side; one if nobody says.
    pub threads: Option<usize>,
}

impl Budget {
    /// Whether the search ends by itself even if the root cannot be resolved.
    pub fn is_limited(&self) -> bool {
        self.time.is_some() || self.iterations.is_some() || self.evaluations.is_some() || self.nodes.is_some()
    }

    /// What is left of the limits when so much has been done in so much time.
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
    /// The root is resolved: there is nothing left to find.
    Resolved,
    /// The time is up.
    Time,
    /// The iterations are used up.
    Iterations,
    /// The evaluations are used up.
    Evaluations,
    /// The nodes are used up.
    Nodes,
    /// There is no room to go on.
    Memory,
    /// The algorithm has done all that it does, without a proof: its depth is reached, its line has ended.
    Done,
    /// The caller asked for it.
    Interrupted,
}

/// A budget that runs down while somebody looks on. An algorithm asks it before every step.
pub struct Meter<'a, 'w, M> {
    watch: &'a mut Watch<'w, M>,
    deadline: Option<Instant>,
    iterations: u64,
    evaluations: u64,
    nodes: u64,
    /// When the next snapshot is due, and whether it is.
    next_snapshot: Option<Instant>,
    is_due: bool,
    /// When the clock was read last, how many steps go by until the next time, and how many are left.
    clock: Instant,
    pace: u32,
    until_clock: u32,
}

/// The clock is read once in up to so many steps: reading it costs as much as a short step.
const PACE: u32 = 32;
/// If more time than this went by unseen, the next step is watched: an evaluator can be slow.
const UNSEEN: Duration = Duration::from_millis(1);

impl<'a, 'w, M> Meter<'a, 'w, M> {
    /// A full budget for a search that has done `counts` before.
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
            pace: 0,
            until_clock: 1,
        }
    }

    /// Which limit has been reached, if any.
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
        let is_slow = now - self.clock > UNSEEN;
        self.pace = if is_slow { 1 } else { (2 * self.pace).clamp(1, PACE) };
        (self.clock, self.until_clock) = (now, self.pace);
        None
    }

    /// Whether somebody waits for a snapshot.
    #[inline]
    pub fn snapshot_is_due(&self) -> bool {
        self.is_due
    }

    /// Shows what has been found so far.
    pub fn show(&mut self, finding: Finding<M>) {
        if let Some((interval, see)) = &mut self.watch.snapshots {
            see(finding);
            self.next_snapshot = Instant::now().checked_add(*interval);
        }
        self.is_due = false;
    }

    /// To be called after every iteration: shows the root to whoever traces the search.
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
    fn slow_steps_are_watched_one_by_one() {
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

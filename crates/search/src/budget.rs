//! The limits of a search, and why it ended.

use std::time::{Duration, Instant};

use game::clock::{Clock, Ending, Timing};

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
    /// Iterations that evaluated nothing or made no state. Each costs a node against a node limit, so that a search that
    /// walks in place comes to an end.
    pub idle: u64,
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
            idle: self.idle + other.idle,
            depth: self.depth.max(other.depth),
        }
    }

    /// What counts against a node limit.
    pub fn charged_nodes(&self) -> u64 {
        self.nodes.saturating_add(self.idle)
    }

    /// Charges an iteration that began at `before` for what it has made and evaluated.
    pub fn charge_iteration(&mut self, before: &Counts) {
        let evaluated = self.evaluations - before.evaluations;
        self.charged += evaluated.max(1);
        self.idle += u64::from(evaluated == 0 || self.nodes == before.nodes);
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
            idle: self.idle.saturating_sub(before.idle),
            depth: self.depth,
        }
    }
}

/// Limits of one run. `None` means unlimited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// The time of the search. What is being done when it ends is cut short.
    pub time: Option<Duration>,
    /// Whether that is the time that passes, or the processor time of the thread that runs the search.
    pub timing: Timing,
    /// Time after which the search stops at the end of an iteration, as if the time were over: a search that is then
    /// continued is the same as one without a pause.
    pub pause: Option<Duration>,
    /// Iterations from the root.
    pub iterations: Option<u64>,
    /// Evaluations; an iteration that evaluates nothing costs one.
    pub evaluations: Option<u64>,
    /// States made by playing a move in the tree; an iteration that makes or evaluates nothing costs one.
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
            nodes: left(self.nodes, done.charged_nodes()),
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

impl Stop {
    /// What it means for a search that its clock has ended its work.
    pub fn of(ending: Ending) -> Stop {
        match ending {
            Ending::Time => Stop::Time,
            Ending::Interrupted | Ending::Over => Stop::Interrupted,
        }
    }
}

/// A budget that is being used up, and the [`Watch`] of the caller. The algorithm asks it before every step
/// whether to stop. Within a step, it asks the clock, and the meter then knows why the step was cut short.
pub struct Meter<'a, 'w, M> {
    watch: &'a mut Watch<'w, M>,
    clock: &'a Clock<'a>,
    iterations: u64,
    evaluations: u64,
    nodes: u64,
    /// When to stop at the end of a step, and when the next snapshot is due.
    pause: Option<Instant>,
    next_snapshot: Option<Instant>,
}

impl Budget {
    /// The clock of a run that starts now.
    pub fn clock<'a, M>(&self, watch: &Watch<'a, M>) -> Clock<'a> {
        let clock = Clock::start_timing(self.timing, self.time, watch.interrupt);
        if self.pause.is_some() || watch.snapshots.is_some() { clock.ticking() } else { clock }
    }
}

impl<'a, 'w, M> Meter<'a, 'w, M> {
    /// A full budget for a search that has already done `counts`, with the [clock](Budget::clock) of the run.
    pub fn start(
        budget: &Budget,
        counts: &Counts,
        watch: &'a mut Watch<'w, M>,
        clock: &'a Clock<'a>,
    ) -> Self {
        let until =
            |from: u64, limit: Option<u64>| limit.map_or(u64::MAX, |limit| from.saturating_add(limit));
        let after = |time: Duration| clock.last_read().checked_add(time);
        Meter {
            clock,
            iterations: until(counts.iterations, budget.iterations),
            evaluations: until(counts.charged, budget.evaluations),
            nodes: until(counts.charged_nodes(), budget.nodes),
            pause: budget.pause.and_then(after),
            next_snapshot: watch.snapshots.as_ref().and_then(|(interval, _)| after(*interval)),
            watch,
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
        if counts.charged_nodes() >= self.nodes {
            return Some(Stop::Nodes);
        }
        if self.clock.is_up() {
            return self.ended();
        }
        self.pause.filter(|&pause| self.clock.last_read() >= pause).map(|_| Stop::Time)
    }

    /// Why the clock has ended the run, if it has.
    pub fn ended(&self) -> Option<Stop> {
        self.clock.ending().map(Stop::of)
    }

    /// Whether the caller is due a snapshot.
    #[inline]
    pub fn snapshot_is_due(&self) -> bool {
        self.next_snapshot.is_some_and(|next| self.clock.last_read() >= next)
    }

    /// Passes a snapshot to the caller.
    pub fn show(&mut self, finding: Finding<M>) {
        if let Some((interval, see)) = &mut self.watch.snapshots {
            see(finding);
            self.next_snapshot = Instant::now().checked_add(*interval);
        }
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

//! A worker: one of the threads that search the same root to the same depth.

use game::{Bounds, ChildGenerator, Clock, Cut, Game, Outcome};

use super::backup::{Certainty, Window};
use super::frontier::Ply;
use super::root::Root;
use super::run::Run;
use super::table::{Access, TranspositionTable};
use super::{Method, Settings};
use crate::budget::{Counts, Meter, Stop};
use crate::decide::{Choice, Decision, keeps};
use crate::label::{Completion, Label};
use crate::move_history::History;
use crate::parallel::Progress;
use crate::searcher::Finding;
use crate::static_proof;

/// The data that a worker keeps between runs.
pub struct WorkerData<G: Game> {
    pub root: Root<G>,
    pub history: History,
    /// Buffers for the states on the current path, by ply.
    pub plies: Vec<Ply<G>>,
    /// Generates the children at the horizon.
    pub generator: Box<dyn ChildGenerator<G>>,
    /// The children at the horizon, by index of the move, with their outcomes.
    pub seen: Vec<(usize, Option<Outcome>)>,
    /// The estimates of those that are not terminal.
    pub estimates: Vec<f32>,
    /// States that are no longer needed, for reuse of their memory.
    pub spare: Vec<G>,
    pub counts: Counts,
    /// The part of the followers' work that is already included in the counts.
    counted: Counts,
}

impl<G: Game> WorkerData<G> {
    pub fn new(root: G) -> Self {
        WorkerData {
            generator: root.child_generator(),
            root: Root::new(root),
            history: History::new(),
            plies: Vec::new(),
            seen: Vec::new(),
            estimates: Vec::new(),
            spare: Vec::new(),
            counts: Counts::default(),
            counted: Counts::default(),
        }
    }

    /// Makes another state the root.
    pub fn set_root(&mut self, root: G) {
        self.root = Root::new(root);
        self.counts.depth = 0;
        self.history.fade();
        self.plies.iter_mut().for_each(Ply::forget);
    }

    /// Adopts a depth that another worker has completed. Returns whether there was one.
    pub fn adopt(&mut self, run: &Run<'_, G>) -> bool {
        let found = run.finished_beyond(self.counts.depth);
        let is_new = found.is_some();
        if let Some((depth, root)) = found {
            (self.counts.depth, self.root) = (depth, root);
        }
        is_new
    }

    /// Adds the work of the followers to the counts of the leader.
    pub fn count_followers(&mut self, run: &Run<'_, G>) {
        let done = run.team.followers().counts;
        self.counts = self.counts.and(done.since(&self.counted));
        self.counted = done;
    }

    /// The memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        self.history.bytes()
            + self.plies.iter().map(Ply::bytes).sum::<usize>()
            + self.generator.bytes()
            + self.seen.capacity() * size_of::<(usize, Option<Outcome>)>()
            + self.estimates.capacity() * size_of::<f32>()
    }

    /// The label of the root; `None` before anything is known.
    pub fn label(&self) -> Option<Label> {
        match self.root.state.outcome() {
            Some(outcome) => Some(Completion::On.terminal(outcome, self.root.state.score())),
            None => self.root.label(),
        }
    }

    /// The index of the move to play: if the value is proven, one that is proven to keep it.
    fn best(&self, table: &TranspositionTable) -> Option<usize> {
        let best = self.root.best?;
        let Some(gain) = self.proven_gain() else { return Some(best) };
        let state = &self.root.state;
        let keeps = |&(_, m, bounds): &(usize, G::Move, Bounds)| {
            let mut child = state.clone();
            child.play(m);
            keeps(bounds.and(proven(table, &child)), gain, state.turn())
        };
        // The best move comes first.
        let kept = self.root.proven().find(keeps).map(|(index, ..)| index);
        Some(kept.unwrap_or(best))
    }

    /// The gain of the root, if it is proven.
    fn proven_gain(&self) -> Option<i8> {
        self.label().filter(|label| label.resolved).map(|label| label.exact)
    }

    /// The principal variation, as far as it is known.
    fn line(&self, method: Method, best: Option<usize>, table: &TranspositionTable) -> Vec<G::Move> {
        let Some((_, best, _)) = self.root.proven().find(|(index, ..)| Some(*index) == best) else {
            return Vec::new();
        };
        if method == Method::Minimax {
            return self.plies[0].line.clone();
        }
        if let Some(gain) = self.proven_gain() {
            return self.proven_line(gain, best, table);
        }
        let (mut line, mut moves, mut state) = (vec![best], Vec::new(), self.root.state.clone());
        state.play(best);
        while let Some(entry) = table.find(state.sharing_key()) {
            moves.clear();
            state.moves(&mut moves);
            let Some(&m) = moves.get(entry.best()) else { break };
            line.push(m);
            state.play(m);
        }
        line
    }

    /// The line that begins with this move and keeps the gain of the root, along the moves of the table where they do.
    fn proven_line(&self, gain: i8, best: G::Move, table: &TranspositionTable) -> Vec<G::Move> {
        let (mut line, mut moves, mut state) = (Vec::new(), Vec::new(), self.root.state.clone());
        let mut next = Some(best);
        while let Some(m) = next {
            line.push(m);
            state.play(m);
            if state.outcome().is_some() {
                break;
            }
            moves.clear();
            state.moves(&mut moves);
            let stored = table.find(state.sharing_key()).and_then(|entry| moves.get(entry.best()).copied());
            next = stored
                .filter(|&m| {
                    let mut child = state.clone();
                    child.play(m);
                    keeps(proven(table, &child), gain, state.turn())
                })
                .or_else(|| static_proof::keeping_move(&state, gain, |state| proven(table, state)));
        }
        line
    }

    /// The complete result, given the memory of the other workers in bytes.
    pub fn finding(&self, method: Method, table: &TranspositionTable, others: usize) -> Finding<G::Move> {
        let choices: Vec<Choice<G::Move>> = self.root.choices();
        let best = self.best(table).filter(|_| !choices.is_empty());
        Finding {
            label: self.label(),
            line: self.line(method, best, table),
            best,
            choices,
            decision: Decision::Plain,
            numbers: None,
            counts: self.counts,
            states: table.len(),
            bytes: table.bytes() + self.bytes() + others,
            evictions: table.evicted(),
        }
    }
}

/// What the rules and the table prove of a state.
fn proven<G: Game>(table: &TranspositionTable, state: &G) -> Bounds {
    let stored = table.find(state.sharing_key()).map_or(Bounds::ANY, |entry| entry.proven());
    static_proof::at_sight(state).and(stored)
}

/// Why a worker has aborted the search to a depth.
pub enum Halt {
    /// A limit was reached.
    Limit(Stop),
    /// The clock has cut an evaluation short.
    Cut,
    /// Another worker has completed the depth, or the run is over.
    Overtaken,
}

impl From<Cut> for Halt {
    fn from(_: Cut) -> Self {
        Halt::Cut
    }
}

/// A worker during a run.
pub struct Worker<'a, 'w, G: Game> {
    pub settings: &'a Settings<G>,
    pub data: &'a mut WorkerData<G>,
    pub run: &'a Run<'a, G>,
    pub table: Access<'a>,
    pub clock: &'a Clock<'a>,
    role: Role<'a, 'w, G>,
    /// The depth of the current iteration.
    depth: u32,
    steps: u32,
    /// The counts at the start of the run.
    initial: Counts,
}

/// The duties of a worker besides searching.
pub enum Role<'a, 'w, G: Game> {
    /// It checks the limits.
    Leader(Meter<'a, 'w, G::Move>),
    /// It reports to the leader, under this number.
    Follower(usize),
}

/// The number of steps between two reports of a follower.
const STEPS_PER_REPORT: u32 = 4096;

/// The minimum depth at which workers avoid each other's states. A shallower search takes less time than
/// avoiding it would.
const SHARED_DEPTH: u32 = 4;

impl<'a, 'w, G: Game> Worker<'a, 'w, G> {
    pub fn new(
        settings: &'a Settings<G>,
        data: &'a mut WorkerData<G>,
        run: &'a Run<'a, G>,
        clock: &'a Clock<'a>,
        role: Role<'a, 'w, G>,
    ) -> Self {
        data.counted = Counts::default();
        let (table, initial) = (Access::new(run.table), data.counts);
        Worker { settings, data, run, table, clock, role, depth: 0, steps: 0, initial }
    }

    /// Searches one depth after the other.
    pub fn work(&mut self) -> Stop {
        loop {
            self.adopt();
            if let Some(stop) = self.reason_to_stop() {
                return stop;
            }
            match self.deepen() {
                Ok(()) => self.finish_depth(),
                Err(Halt::Overtaken) => {}
                Err(Halt::Limit(stop)) => return stop,
                Err(Halt::Cut) => return self.clock.ending().map_or(Stop::Interrupted, Stop::of),
            }
        }
    }

    /// The reason to stop, if there is one.
    fn reason_to_stop(&self) -> Option<Stop> {
        match self.data.root.backed {
            _ if self.data.label().is_some_and(|label| label.resolved) => Some(Stop::Resolved),
            // All lines have ended, but moves were omitted: no greater depth will find more.
            Some(backed) if backed.certainty == Certainty::Selective => Some(Stop::Done),
            _ if self.data.counts.depth == self.settings.depth => Some(Stop::Done),
            _ if self.is_follower() && self.run.is_enough(self.data.counts.depth) => Some(Stop::Done),
            _ => None,
        }
    }

    /// Searches the next depth.
    fn deepen(&mut self) -> Result<(), Halt> {
        let evaluations = self.data.counts.evaluations;
        self.depth = self.data.counts.depth + 1;
        let backed = match self.settings.method {
            Method::Mtdf => self.mtdf(self.depth)?,
            _ => self.pass(self.depth, Window::OPEN)?,
        };
        self.data.root.backed = Some(backed);
        if self.data.counts.evaluations == evaluations {
            self.data.counts.charged += 1;
        }
        Ok(())
    }

    /// Records the completed depth, unless another worker was faster.
    fn finish_depth(&mut self) {
        if self.run.finish(self.depth, &self.data.root) {
            self.data.counts.depth = self.depth;
            self.data.counts.iterations += 1;
            self.show_iteration();
        }
    }

    /// Adopts a depth that another worker has completed.
    fn adopt(&mut self) {
        self.report();
        if self.data.adopt(self.run) {
            self.show_iteration();
        }
    }

    fn show_iteration(&mut self) {
        if let Role::Leader(meter) = &mut self.role {
            meter.iteration_done(&self.data.counts, || self.data.label());
        }
    }

    fn is_follower(&self) -> bool {
        matches!(self.role, Role::Follower(_))
    }

    /// A follower reports its work and its memory; the leader adds up the reports.
    fn report(&mut self) {
        match self.role {
            _ if self.run.is_alone() => {}
            Role::Leader(_) => self.data.count_followers(self.run),
            // The leader tracks the depth itself.
            Role::Follower(number) => {
                let counts = Counts { depth: 0, ..self.data.counts.since(&self.initial) };
                self.run.team.report(number, Progress { counts, bytes: self.data.bytes() });
            }
        }
    }

    /// Must be called first at every state: checks the limits and makes room for its buffers.
    #[inline]
    pub fn step(&mut self, ply: u32) -> Result<(), Halt> {
        if !self.run.is_alone() {
            if self.run.is_past(self.depth) {
                return Err(Halt::Overtaken);
            }
            self.steps += 1;
            if self.steps.is_multiple_of(STEPS_PER_REPORT) {
                self.report();
            }
        }
        if let Role::Leader(meter) = &mut self.role {
            if let Some(stop) = meter.reached(&self.data.counts) {
                return Err(Halt::Limit(stop));
            }
            if meter.snapshot_is_due() {
                meter.show(self.data.finding(
                    self.settings.method,
                    &self.table,
                    self.run.team.followers().bytes,
                ));
            }
        }
        self.make_room(ply);
        Ok(())
    }

    #[inline]
    pub fn make_room(&mut self, ply: u32) {
        if self.data.plies.len() <= ply as usize {
            self.data.plies.resize_with(ply as usize + 1, Ply::new);
        }
    }

    /// Whether workers avoid each other below a state with this much depth left.
    #[inline]
    pub fn is_shared(&self, depth: u32) -> bool {
        depth >= SHARED_DEPTH && !self.run.is_alone()
    }
}

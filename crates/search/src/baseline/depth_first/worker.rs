//! One of the workers that search the same root to the same depth.

use game::{ChildGenerator, Game, Outcome};

use super::backup::{Certainty, Window};
use super::frontier::Ply;
use super::root::Root;
use super::run::Run;
use super::table::{Access, TranspositionTable};
use super::{Method, Settings};
use crate::budget::{Counts, Meter, Stop};
use crate::decide::{Choice, Decision};
use crate::label::{Completion, Label};
use crate::move_history::History;
use crate::parallel::Progress;
use crate::searcher::Finding;

/// What a worker keeps from run to run.
pub struct WorkerData<G: Game> {
    pub root: Root<G>,
    pub history: History,
    /// Buffers for the states of the line that is being searched.
    pub plies: Vec<Ply<G>>,
    /// Looks at children at the horizon, and what it has seen ...
    pub generator: Box<dyn ChildGenerator<G>>,
    pub seen: Vec<(usize, Option<Outcome>)>,
    /// ... and the estimates of those that are not terminal.
    pub estimates: Vec<f32>,
    /// States that are not needed any more, for their memory.
    pub spare: Vec<G>,
    pub counts: Counts,
    /// What of the followers' work is part of the counts.
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

    /// Goes on from another state.
    pub fn set_root(&mut self, root: G) {
        self.root = Root::new(root);
        self.counts.depth = 0;
        self.history.fade();
        self.plies.iter_mut().for_each(Ply::forget);
    }

    /// Takes over what another worker has finished. Returns whether there was anything.
    pub fn catch_up(&mut self, run: &Run<'_, G>) -> bool {
        let found = run.finished_beyond(self.counts.depth);
        let is_news = found.is_some();
        if let Some((depth, root)) = found {
            (self.counts.depth, self.root) = (depth, root);
        }
        is_news
    }

    /// The leader counts what the followers have done as its own.
    pub fn count_followers(&mut self, run: &Run<'_, G>) {
        let done = run.team.followers().counts;
        self.counts = self.counts.and(done.since(&self.counted));
        self.counted = done;
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.history.bytes()
            + self.plies.iter().map(Ply::bytes).sum::<usize>()
            + self.generator.bytes()
            + self.seen.capacity() * size_of::<(usize, Option<Outcome>)>()
            + self.estimates.capacity() * size_of::<f32>()
    }

    /// What is known of the root.
    pub fn label(&self) -> Option<Label> {
        match self.root.state.outcome() {
            Some(outcome) => Some(Completion::On.terminal(outcome, self.root.state.score())),
            None => self.root.label(),
        }
    }

    /// The line that both players are expected to follow, as far as it is known.
    fn line(&self, method: Method, table: &TranspositionTable) -> Vec<G::Move> {
        let Some(best) = self.root.best() else { return Vec::new() };
        if method == Method::Minimax {
            return self.plies[0].line.clone();
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

    /// All that is known, where other workers hold so many bytes.
    pub fn finding(&self, method: Method, table: &TranspositionTable, others: usize) -> Finding<G::Move> {
        let choices: Vec<Choice<G::Move>> = self.root.choices();
        Finding {
            label: self.label(),
            best: self.root.best.filter(|_| !choices.is_empty()),
            choices,
            decision: Decision::Plain,
            line: self.line(method, table),
            numbers: None,
            counts: self.counts,
            states: table.len(),
            bytes: table.bytes() + self.bytes() + others,
        }
    }
}

/// Why a search to a depth was broken off.
pub enum Halt {
    /// A limit was reached.
    Limit(Stop),
    /// Another worker has finished the depth, or all is over.
    Overtaken,
}

/// A worker at work.
pub struct Worker<'a, 'w, G: Game> {
    pub settings: &'a Settings<G>,
    pub data: &'a mut WorkerData<G>,
    pub run: &'a Run<'a, G>,
    pub table: Access<'a>,
    role: Role<'a, 'w, G>,
    /// The depth that is being searched.
    depth: u32,
    steps: u32,
    /// What had been done when the run began.
    begin: Counts,
}

/// What a worker has to do besides searching.
pub enum Role<'a, 'w, G: Game> {
    /// It watches the limits.
    Leader(Meter<'a, 'w, G::Move>),
    /// It reports to the leader, under this number.
    Follower(usize),
}

/// Every so many steps the followers report what they have done.
const STEPS_PER_REPORT: u32 = 4096;

/// Workers keep out of each other's way at states that are searched at least so many moves deep: where less is
/// to be done, two do it sooner than they make it out.
const SHARED_DEPTH: u32 = 4;

impl<'a, 'w, G: Game> Worker<'a, 'w, G> {
    pub fn new(
        settings: &'a Settings<G>,
        data: &'a mut WorkerData<G>,
        run: &'a Run<'a, G>,
        role: Role<'a, 'w, G>,
    ) -> Self {
        data.counted = Counts::default();
        let (table, begin) = (Access::new(run.table), data.counts);
        Worker { settings, data, run, table, role, depth: 0, steps: 0, begin }
    }

    /// Searches depth after depth.
    pub fn work(&mut self) -> Stop {
        loop {
            self.catch_up();
            if let Some(stop) = self.end() {
                return stop;
            }
            match self.deepen() {
                Ok(()) => self.finish_depth(),
                Err(Halt::Overtaken) => {}
                Err(Halt::Limit(stop)) => return stop,
            }
        }
    }

    /// Whether there is nothing left to do, and why.
    fn end(&self) -> Option<Stop> {
        match self.data.root.backed {
            _ if self.data.label().is_some_and(|label| label.resolved) => Some(Stop::Resolved),
            // All lines have ended, with moves left out: no depth will find more.
            Some(backed) if backed.certainty == Certainty::Selective => Some(Stop::Done),
            _ if self.data.counts.depth == self.settings.depth => Some(Stop::Done),
            _ if self.is_follower() && self.run.is_enough(self.data.counts.depth) => Some(Stop::Done),
            _ => None,
        }
    }

    /// One depth more.
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

    /// The depth is finished, if nobody else was sooner.
    fn finish_depth(&mut self) {
        if self.run.finish(self.depth, &self.data.root) {
            self.data.counts.depth = self.depth;
            self.data.counts.iterations += 1;
            self.show_iteration();
        }
    }

    /// Takes over what another worker has finished.
    fn catch_up(&mut self) {
        self.report();
        if self.data.catch_up(self.run) {
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

    /// A follower reports what it has done and holds, and the leader counts it as its own.
    fn report(&mut self) {
        match self.role {
            _ if self.run.is_alone() => {}
            Role::Leader(_) => self.data.count_followers(self.run),
            // The leader sees for itself how deep the search is.
            Role::Follower(number) => {
                let counts = Counts { depth: 0, ..self.data.counts.since(&self.begin) };
                self.run.team.report(number, Progress { counts, bytes: self.data.bytes() });
            }
        }
    }

    /// To be called at every state, before anything else.
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

    /// Whether workers keep out of each other's way below a state that is searched so deep.
    #[inline]
    pub fn is_shared(&self, depth: u32) -> bool {
        depth >= SHARED_DEPTH && !self.run.is_alone()
    }
}

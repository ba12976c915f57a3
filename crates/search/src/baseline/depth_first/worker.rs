//! One of the workers that search the same root to the same depth.

use game::{ChildGenerator, Game, Outcome};

use super::backup::{Certainty, Window};
use super::frontier::Ply;
use super::root::Root;
use super::table::{Access, Table};
use super::team::Team;
use super::{Method, Settings};
use crate::budget::{Counts, Meter, Stop};
use crate::decide::{Choice, Decision};
use crate::label::{Completion, Label};
use crate::move_history::History;
use crate::searcher::Finding;

/// What a worker keeps from run to run.
pub struct Mind<G: Game> {
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
}

impl<G: Game> Mind<G> {
    pub fn new(root: G) -> Self {
        Mind {
            generator: root.child_generator(),
            root: Root::new(root),
            history: History::new(),
            plies: Vec::new(),
            seen: Vec::new(),
            estimates: Vec::new(),
            spare: Vec::new(),
            counts: Counts::default(),
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
    pub fn catch_up(&mut self, team: &Team<'_, G>) -> bool {
        let found = team.finished_beyond(self.counts.depth);
        let is_news = found.is_some();
        if let Some((depth, root)) = found {
            (self.counts.depth, self.root) = (depth, root);
        }
        is_news
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
    fn line(&self, method: Method, table: &Table) -> Vec<G::Move> {
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
    pub fn finding(&self, method: Method, table: &Table, others: usize) -> Finding<G::Move> {
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
    pub mind: &'a mut Mind<G>,
    pub team: &'a Team<'a, G>,
    pub table: Access<'a>,
    /// The first worker looks after the limits; the others do not.
    meter: Option<Meter<'a, 'w, G::Move>>,
    /// The depth that is being searched.
    depth: u32,
    /// Steps so far, and what had been done and was held when the leader was last told.
    steps: u32,
    told: Counts,
    bytes: usize,
}

/// Every so many steps the workers tell what they have done.
const TELL: u32 = 4096;

/// Workers keep out of each other's way at states that are searched at least so many moves deep: where less is
/// to be done, two do it sooner than they make it out.
const SHARED_DEPTH: u32 = 4;

impl<'a, 'w, G: Game> Worker<'a, 'w, G> {
    pub fn new(
        settings: &'a Settings<G>,
        mind: &'a mut Mind<G>,
        team: &'a Team<'a, G>,
        meter: Option<Meter<'a, 'w, G::Move>>,
    ) -> Self {
        let (table, told) = (Access::new(team.table), mind.counts);
        Worker { settings, mind, team, table, meter, depth: 0, steps: 0, told, bytes: 0 }
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
        match self.mind.root.backed {
            _ if self.mind.label().is_some_and(|label| label.resolved) => Some(Stop::Resolved),
            // All lines have ended, with moves left out: no depth will find more.
            Some(backed) if backed.certainty == Certainty::Selective => Some(Stop::Done),
            _ if self.mind.counts.depth == self.settings.depth => Some(Stop::Done),
            _ if self.meter.is_none() && self.team.is_enough(self.mind.counts.depth) => Some(Stop::Done),
            _ => None,
        }
    }

    /// One depth more.
    fn deepen(&mut self) -> Result<(), Halt> {
        let evaluations = self.mind.counts.evaluations;
        self.depth = self.mind.counts.depth + 1;
        let backed = match self.settings.method {
            Method::Mtdf => self.mtdf(self.depth)?,
            _ => self.pass(self.depth, Window::OPEN)?,
        };
        self.mind.root.backed = Some(backed);
        if self.mind.counts.evaluations == evaluations {
            self.mind.counts.charged += 1;
        }
        Ok(())
    }

    /// The depth is finished, if nobody else was sooner.
    fn finish_depth(&mut self) {
        if self.team.finish(self.depth, &self.mind.root) {
            self.mind.counts.depth = self.depth;
            self.mind.counts.iterations += 1;
            self.show_iteration();
        }
    }

    /// Takes over what another worker has finished.
    fn catch_up(&mut self) {
        self.tell();
        if self.mind.catch_up(self.team) {
            self.show_iteration();
        }
    }

    fn show_iteration(&mut self) {
        if let Some(meter) = &mut self.meter {
            meter.iteration_done(&self.mind.counts, || self.mind.label());
        }
    }

    /// A follower tells what it has done and holds, and the leader counts it as its own.
    fn tell(&mut self) {
        if self.team.is_alone() {
            return;
        }
        if self.meter.is_some() {
            self.mind.counts = self.mind.counts.and(self.team.take_done());
        } else {
            // How deep it is the leader sees for itself.
            self.team.add_done(Counts { depth: 0, ..self.mind.counts.since(&self.told) });
            self.team.bytes.add(self.mind.bytes().wrapping_sub(self.bytes));
            (self.told, self.bytes) = (self.mind.counts, self.mind.bytes());
        }
    }

    /// To be called at every state, before anything else.
    #[inline]
    pub fn step(&mut self, ply: u32) -> Result<(), Halt> {
        if !self.team.is_alone() {
            if self.team.is_past(self.depth) {
                return Err(Halt::Overtaken);
            }
            self.steps += 1;
            if self.steps.is_multiple_of(TELL) {
                self.tell();
            }
        }
        if let Some(meter) = &mut self.meter {
            if let Some(stop) = meter.reached(&self.mind.counts) {
                return Err(Halt::Limit(stop));
            }
            if meter.snapshot_is_due() {
                meter.show(self.mind.finding(self.settings.method, &self.table, self.team.bytes.get()));
            }
        }
        self.make_room(ply);
        Ok(())
    }

    #[inline]
    pub fn make_room(&mut self, ply: u32) {
        if self.mind.plies.len() <= ply as usize {
            self.mind.plies.resize_with(ply as usize + 1, Ply::new);
        }
    }

    /// Whether workers keep out of each other's way below a state that is searched so deep.
    #[inline]
    pub fn is_shared(&self, depth: u32) -> bool {
        depth >= SHARED_DEPTH && !self.team.is_alone()
    }
}

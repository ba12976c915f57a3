//! `pns`, proof-number search (Allis 1994): a best-first search for a proof that keeps everything in memory.
//!
//! ```text
//! until the question is decided:
//!     s = root;  while s is expanded: s = the child with the least n_p, p being the player to move in s
//!     expand s
//!     back up s, and all states above it whose numbers change
//! ```
//!
//! The state s that is expanded is the most proving one: resolving it contributes to the cheapest proof as
//! well as to the cheapest disproof.

use game::{Bounds, Clock, Cut, Game};

use super::children::{ProofChild, ProofExpander, START_OF_DF_PN, StartNumbers};
use super::graph::Graph;
use super::passes::{finding, next_question};
use crate::budget::{Budget, Counts, Meter, Stop};
use crate::ledger::numbers::Question;
use crate::options::{OptionInfo, Options};
use crate::searcher::{Finding, Searcher, Setup, Watch};

/// The options.
pub const OPTIONS: &[OptionInfo] = &[START_OF_DF_PN];

/// Proof-number search.
pub struct Pns<G: Game> {
    root: G,
    graph: Graph<G::Move>,
    expander: ProofExpander<G>,
    /// The children of the state that is being expanded.
    children: Vec<ProofChild<G::Move>>,
    /// The largest number of children of any state so far.
    most_children: usize,
    counts: Counts,
}

impl<G: Game> Pns<G> {
    /// Reads the options.
    pub fn new(setup: Setup<G>, options: &Options) -> Result<Self, game::TextError> {
        let expander =
            ProofExpander::new(&setup.root, StartNumbers::read(options, setup.evaluator, &setup.root));
        let graph = Graph::new(setup.root.sharing_key(), Question::WIN);
        let (children, counts) = Default::default();
        Ok(Pns { root: setup.root, graph, expander, children, most_children: 0, counts })
    }

    /// The bounds of the root that its children prove.
    fn proven(&self) -> Bounds {
        Bounds::back_up(self.root.turn(), self.graph.children(self.graph.root()).map(|child| child.proven))
    }

    /// Starts a new question. The moves of the root are never lost again, whatever the clock says.
    fn start(&mut self, question: Question, clock: &Clock<'_>) -> Result<(), Cut> {
        let has_moves = self.graph.is_expanded(self.graph.root());
        self.graph.restart(self.root.sharing_key(), question);
        if has_moves { self.expand_most_proving(&Clock::never()) } else { self.expand_most_proving(clock) }
    }

    /// Descends to the most proving state and expands it.
    fn expand_most_proving(&mut self, clock: &Clock<'_>) -> Result<(), Cut> {
        let (mut state, mut id, mut depth) = (self.root.clone(), self.graph.root(), 1);
        while let Some((m, child)) = self.graph.cheapest(id) {
            state.play(m);
            (id, depth) = (child, depth + 1);
        }
        let (graph, question) = (&self.graph, self.graph.question);
        self.children.clear();
        self.expander.expand(&state, (question, true), graph, clock, &mut self.counts, &mut self.children)?;
        self.graph.expand(id, state.turn(), &self.children);
        self.counts.depth = self.counts.depth.max(depth);
        Ok(())
    }

    fn bytes_with(&self, more: usize) -> usize {
        self.graph.bytes_with(more)
            + self.expander.bytes()
            + self.children.capacity() * size_of::<ProofChild<G::Move>>()
    }
}

impl<G: Game> Searcher<G> for Pns<G> {
    fn root(&self) -> &G {
        &self.root
    }

    fn set_root(&mut self, root: G) {
        if !self.graph.move_root(root.sharing_key()) {
            self.graph.restart(root.sharing_key(), self.graph.question);
        }
        self.root = root;
        self.counts.depth = 0;
    }

    fn search(&mut self, budget: &Budget, watch: &mut Watch<'_, G::Move>) -> Stop {
        if self.root.outcome().is_some() {
            return Stop::Resolved;
        }
        let memory = budget.memory.unwrap_or(usize::MAX);
        let clock = budget.clock(watch);
        let mut meter = Meter::start(budget, &self.counts, watch, &clock);
        loop {
            let proven = self.proven();
            let Some(question) = next_question(self.root.turn(), proven) else { return Stop::Resolved };
            if let Some(stop) = meter.reached(&self.counts) {
                return stop;
            }
            self.most_children = self.most_children.max(self.children.len());
            if self.bytes_with(self.most_children) > memory {
                return Stop::Memory;
            }
            if meter.snapshot_is_due() {
                meter.show(self.finding());
            }
            // A graph that was kept from another root may belong to the other question. That one is answered
            // first.
            let can_continue = self.graph.is_expanded(self.graph.root());
            let expanded = if can_continue && self.graph.question.winner(proven).is_none() {
                self.expand_most_proving(&clock)
            } else {
                self.start(question, &clock)
            };
            if expanded.is_err() {
                continue;
            }
            self.counts.iterations += 1;
            let counts = self.counts;
            meter.iteration_done(&counts, || self.finding().label);
        }
    }

    fn finding(&mut self) -> Finding<G::Move> {
        let children: Vec<_> = self.graph.children(self.graph.root()).collect();
        let found = finding(&self.root, self.graph.question, &children, &self.graph, self.counts);
        Finding { states: self.graph.len(), bytes: self.bytes_with(0), ..found }
    }
}

//! The two simplest players, for comparison: a random move, and the move with the best estimate.

use game::{Clock, Cut, Game, Rng, TerminalFunction};

use crate::budget::{Budget, Counts, Meter, Stop};
use crate::decide::{Choice, Decision};
use crate::expand::{Expander, Timed};
use crate::label::{Completion, Label};
use crate::searcher::{Finding, Searcher, Setup, Watch};
use crate::static_proof;
use crate::tree::Child;
use game::evaluate::Evaluator;

/// A search of depth one.
pub struct Trivial<G: Game> {
    root: G,
    terminal: TerminalFunction,
    rule: Rule<G>,
    choices: Vec<Choice<G::Move>>,
    best: Option<usize>,
    counts: Counts,
}

/// How the move is chosen.
enum Rule<G: Game> {
    /// A uniformly random move.
    Random(Rng),
    /// The best (c, v) among the children. The earlier move wins a tie.
    Greedy(Box<dyn Evaluator<G>>),
}

impl<G: Game> Trivial<G> {
    /// `random-move`
    pub fn random_move(setup: Setup<G>) -> Self {
        Trivial::new(setup.root, setup.terminal, Rule::Random(Rng::new(setup.seed)))
    }

    /// `greedy`
    pub fn greedy(setup: Setup<G>) -> Self {
        Trivial::new(setup.root, setup.terminal, Rule::Greedy(setup.evaluator))
    }

    fn new(root: G, terminal: TerminalFunction, rule: Rule<G>) -> Self {
        Trivial { root, terminal, rule, choices: Vec::new(), best: None, counts: Counts::default() }
    }

    /// Examines every move once.
    fn examine(&mut self, clock: &Clock<'_>) -> Result<(), Cut> {
        let mut expander = Expander::new(&self.root, self.terminal);
        expander.generate(&self.root, Completion::On, clock, |_| {})?;
        let evaluations = match &mut self.rule {
            Rule::Random(_) => 0,
            Rule::Greedy(evaluator) => {
                expander.evaluate(&self.root, Timed { evaluator: evaluator.as_ref(), clock })?
            }
        };
        let label = |child: &Child| match *child {
            Child::Settled(rank) => Label { exact: rank.exact(), value: rank.value(), resolved: true },
            Child::Leaf(value) => Label { exact: 0, value, resolved: false },
            Child::Known(_) => unreachable!("without a tree, no child is known"),
        };
        let moves = expander.moves().iter().zip(expander.children());
        self.choices = moves.map(|(&m, child)| Choice { m, label: label(child), selections: 0 }).collect();
        self.best = match &mut self.rule {
            Rule::Random(rng) => (!self.choices.is_empty()).then(|| rng.below(self.choices.len())),
            Rule::Greedy(_) => Decision::Plain.choose(&self.choices, self.root.turn(), Completion::On),
        };
        self.counts.iterations += 1;
        self.counts.expansions += 1;
        self.counts.nodes += self.choices.len() as u64;
        self.counts.evaluations += evaluations as u64;
        self.counts.charged += evaluations.max(1) as u64;
        self.counts.depth = 1;
        Ok(())
    }
}

impl<G: Game> Searcher<G> for Trivial<G> {
    fn root(&self) -> &G {
        &self.root
    }

    fn set_root(&mut self, root: G) {
        self.root = root;
        self.choices.clear();
        self.best = None;
    }

    fn search(&mut self, budget: &Budget, watch: &mut Watch<'_, G::Move>) -> Stop {
        if self.root.outcome().is_some() {
            return Stop::Resolved;
        }
        let clock = budget.clock(watch);
        let mut meter = Meter::start(budget, &self.counts, watch, &clock);
        if let Some(stop) = meter.reached(&self.counts) {
            return stop;
        }
        if self.examine(&clock).is_err() {
            return meter.ended().unwrap_or(Stop::Interrupted);
        }
        let counts = self.counts;
        meter.iteration_done(&counts, || self.finding().label);
        Stop::Done
    }

    fn finding(&mut self) -> Finding<G::Move> {
        let ended = static_proof::label(&self.root, Completion::On, self.terminal);
        let best = self.best.map(|best| self.choices[best]);
        Finding {
            // What is known about a single move does not prove the position.
            label: ended.or(best.map(|best| Label { resolved: false, ..best.label })),
            choices: self.choices.clone(),
            best: self.best,
            decision: Decision::Plain,
            line: best.iter().map(|best| best.m).collect(),
            numbers: None,
            counts: self.counts,
            states: 0,
            bytes: 0,
            evictions: 0,
        }
    }
}

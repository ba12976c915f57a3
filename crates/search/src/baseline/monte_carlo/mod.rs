//! Monte Carlo tree search and its variants: a tree that grows where simulations have good results.
//!
//! A simulation (`simulate`) descends the tree by the tree policy (`select`), expands a leaf, ends with a
//! random game or the evaluator, and adds the result to all nodes on its path. The members of the family
//! ([`Variant`]) differ in what they add to that: `rave` uses the all-moves-as-first statistics, `implicit`
//! backs up the minimax of the evaluator's values besides the means, `solver` proves values, with bounds for
//! draws, a table of `proven` states and a search a few moves ahead for the end of the game.
//! All of them are one type, so that the search is compiled only once per game.

mod finding;
mod forget;
mod implicit;
mod proven;
mod rave;
mod select;
mod settings;
mod simulate;
mod solver;
mod tree;

use game::{Clock, Game, Key, Player, Rng, TerminalFunction, TextError};

use crate::budget::{Budget, Counts, Meter, Stop};
use crate::decide::{Choice, Decision};
use crate::expand::Expander;
use crate::options::Options;
use crate::searcher::{Finding, Searcher, Setup, Watch};
use game::evaluate::Evaluator;
use proven::Proven;
use rave::Trail;
pub use settings::{Guide, Leaves, Proofs, Settings, Variant};
use tree::{NodeId, Tree};

/// A Monte Carlo tree search.
pub struct MonteCarlo<G: Game> {
    settings: Settings,
    root: G,
    tree: Tree<G::Move>,
    /// The proven states, for members that prove.
    proven: Proven,
    evaluator: Box<dyn Evaluator<G>>,
    decision: Decision,
    rng: Rng,
    counts: Counts,
    /// The memory limit in bytes, and whether an expansion has exceeded it.
    memory: usize,
    is_full: bool,
    /// The path of the current simulation, from the root.
    path: Vec<Step>,
    /// Whether the current simulation has proven something.
    has_proven: bool,
    /// The moves of the current simulation, for the all-moves-as-first statistics.
    trail: Trail<G::Move>,
    expander: Expander<G>,
    moves: Vec<G::Move>,
    /// A state that is not in use, for its memory.
    spare: Vec<G>,
}

/// A node on the path of a simulation.
#[derive(Clone, Copy, Debug)]
struct Step {
    id: NodeId,
    /// The player to move.
    turn: Player,
    /// The key of the state, if the search proves.
    key: Key,
}

/// After a compaction, the search continues only if at least one node in this many was dropped. Otherwise it
/// would soon have to compact the tree again.
const MIN_DROPPED: usize = 8;

impl<G: Game> MonteCarlo<G> {
    /// A member of the family with these options.
    pub fn new(variant: Variant, options: &Options, setup: Setup<G>) -> Result<Self, TextError> {
        let settings = variant.settings(options)?;
        Ok(MonteCarlo {
            tree: Tree::new(settings.uses_amaf()),
            settings,
            expander: Expander::new(&setup.root, TerminalFunction::SCORE),
            root: setup.root,
            proven: Proven::new(),
            evaluator: setup.evaluator,
            decision: setup.decision,
            rng: Rng::new(setup.seed),
            counts: Counts::default(),
            memory: usize::MAX,
            is_full: false,
            path: Vec::new(),
            has_proven: false,
            trail: Trail::new(),
            moves: Vec::new(),
            spare: Vec::new(),
        })
    }

    /// Expands the root even if other nodes have to wait for their visits, so that every move is known.
    fn expand_root(&mut self, clock: &Clock<'_>) {
        let (root, paid) = (self.root.clone(), self.counts.evaluations);
        if !self.tree.node(NodeId::ROOT).is_expanded() && self.expand(NodeId::ROOT, &root, clock) == Ok(true)
        {
            self.counts.charged += self.counts.evaluations - paid;
            self.settle_root();
        }
    }

    /// The memory in use, in bytes.
    fn bytes(&self) -> usize {
        self.tree.bytes() + self.proven.bytes()
    }

    /// Drops the subtrees of resolved nodes. Returns whether that was worthwhile.
    fn compact(&mut self) -> bool {
        let before = self.tree.len();
        self.tree.keep_only_below(NodeId::ROOT);
        before - self.tree.len() >= before / MIN_DROPPED
    }

    /// The node of a state at most two moves below the root: a move and the reply.
    fn find(&self, wanted: &G) -> Option<NodeId> {
        let key = wanted.key();
        let mut level = vec![(NodeId::ROOT, self.root.clone())];
        for _ in 0..=2 {
            let is_wanted = |(_, state): &&(NodeId, G)| state.key() == key && state == wanted;
            if let Some((id, _)) = level.iter().find(is_wanted) {
                return Some(*id);
            }
            let children = |(id, state): &(NodeId, G)| {
                let below: Vec<(NodeId, G)> = self
                    .tree
                    .ids(*id)
                    .map(|child| {
                        let mut next = state.clone();
                        next.play(self.tree.move_to(child));
                        (child, next)
                    })
                    .collect();
                below
            };
            level = level.iter().flat_map(children).collect();
        }
        None
    }
}

impl<G: Game> Searcher<G> for MonteCarlo<G> {
    fn root(&self) -> &G {
        &self.root
    }

    fn uses_evaluator(&self) -> bool {
        self.settings.uses_evaluator()
    }

    /// The subtree of the new root is kept if the root is at most two moves away. Proven states are always
    /// kept.
    fn set_root(&mut self, root: G) {
        match self.find(&root) {
            Some(NodeId::ROOT) => {}
            Some(id) => self.tree.keep_only_below(id),
            None => self.tree = Tree::new(self.settings.uses_amaf()),
        }
        self.root = root;
        self.counts.depth = 0;
    }

    /// When there is no room for another expansion, a search that proves drops the subtrees of resolved
    /// nodes, and stops if that is not enough: a proof needs new states. Other searches continue without
    /// expansions, because their means still improve.
    fn search(&mut self, budget: &Budget, watch: &mut Watch<'_, G::Move>) -> Stop {
        if self.root.outcome().is_some() {
            return Stop::Resolved;
        }
        self.memory = budget.memory.unwrap_or(usize::MAX);
        self.is_full = false;
        let clock = budget.clock(watch);
        self.expand_root(&clock);
        if self.is_full {
            return Stop::Memory;
        }
        let mut meter = Meter::start(budget, &self.counts, watch, &clock);
        loop {
            if self.is_resolved(NodeId::ROOT) {
                return Stop::Resolved;
            }
            if let Some(stop) = meter.reached(&self.counts) {
                return stop;
            }
            if meter.snapshot_is_due() {
                meter.show(self.finding());
            }
            if self.simulate(&clock).is_err() {
                continue;
            }
            meter.iteration_done(&self.counts, || self.root_label());
            if self.is_full && self.settings.proofs.is_some() {
                if !self.compact() {
                    return Stop::Memory;
                }
                self.is_full = false;
            }
        }
    }

    fn choices_after(&mut self, line: &[G::Move]) -> Option<Vec<Choice<G::Move>>> {
        self.known_after(line)
    }

    fn finding(&mut self) -> Finding<G::Move> {
        self.build_finding()
    }
}

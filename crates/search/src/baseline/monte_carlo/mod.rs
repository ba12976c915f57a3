//! Monte Carlo tree search and its relatives: a tree that grows where the results of simulations are good.
//!
//! One simulation (`simulate`) goes down the tree by the tree policy (`select`), expands the leaf it finds,
//! ends with a random game or the evaluator, and adds the result to all nodes on its path. The
//! members of the family ([`Variant`]) differ in what they add to that: `rave` counts all moves as first,
//! `implicit` keeps the minimax of the evaluator's values beside the means, `solver` proves, with `bounds`
//! for draws and a table of `proven` states, and `shallow` looks a few moves ahead for the end of the game.
//! All of them are one type, so that each game is compiled with one Monte Carlo search and not with five.

mod finding;
mod forget;
mod implicit;
mod proven;
mod rave;
mod select;
mod settings;
mod shallow;
mod simulate;
mod solver;
mod tree;

use game::{Game, Key, Player, Rng, TerminalFunction, TextError};

use crate::budget::{Budget, Counts, Meter, Stop};
use crate::decide::Decision;
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
    /// What is proven, for members that prove.
    proven: Proven,
    evaluator: Box<dyn Evaluator<G>>,
    decision: Decision,
    rng: Rng,
    counts: Counts,
    /// Bytes that may be held, and whether an expansion did not fit any more.
    memory: usize,
    is_full: bool,
    /// The nodes of the present simulation, from the root on.
    path: Vec<Step>,
    /// Whether the present simulation has proven something.
    has_proven: bool,
    /// The moves of the present simulation, for those who want them.
    trail: Trail<G::Move>,
    expander: Expander<G>,
    moves: Vec<G::Move>,
}

/// A node on the path of a simulation.
#[derive(Clone, Copy, Debug)]
struct Step {
    id: NodeId,
    /// Who moves there.
    turn: Player,
    /// The key of the state, where the search proves.
    key: Key,
}

/// A search that tidies up goes on only if so large a part of the tree (one in so many nodes) was dropped:
/// else it would soon tidy up again, and again.
const WORTH_TIDYING: usize = 8;

impl<G: Game> MonteCarlo<G> {
    /// A member of the family with these options.
    pub fn new(variant: Variant, options: &Options, setup: Setup<G>) -> Result<Self, TextError> {
        let settings = variant.settings(options)?;
        Ok(MonteCarlo {
            tree: Tree::new(settings.wants_amaf()),
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
        })
    }

    /// Gives the root its children, whatever it takes to expand other nodes: every move shall be known.
    fn expand_root(&mut self) {
        let (root, paid) = (self.root.clone(), self.counts.evaluations);
        if !self.tree.node(NodeId::ROOT).is_expanded() && self.expand(NodeId::ROOT, &root) {
            self.counts.charged += self.counts.evaluations - paid;
            self.settle_root();
        }
    }

    /// Bytes held, all included.
    fn bytes(&self) -> usize {
        self.tree.bytes() + self.proven.bytes()
    }

    /// Drops what is below resolved nodes. Returns whether that was worth while.
    fn tidy_up(&mut self) -> bool {
        let before = self.tree.len();
        self.tree.keep_only_below(NodeId::ROOT);
        before - self.tree.len() >= before / WORTH_TIDYING
    }

    /// The node of a state up to two moves below the root: a move and its answer.
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

    /// What is below the new root stays, if it is a move or two away; and what is proven stays anyway.
    fn set_root(&mut self, root: G) {
        match self.find(&root) {
            Some(NodeId::ROOT) => {}
            Some(id) => self.tree.keep_only_below(id),
            None => self.tree = Tree::new(self.settings.wants_amaf()),
        }
        self.root = root;
        self.counts.depth = 0;
    }

    /// Where there is no room for another expansion, a search that proves drops what is below resolved
    /// nodes, and ends when that is not enough: a proof needs new states. The others go on without growing,
    /// for their means still get better.
    fn search(&mut self, budget: &Budget, watch: &mut Watch<'_, G::Move>) -> Stop {
        if self.root.outcome().is_some() {
            return Stop::Resolved;
        }
        self.memory = budget.memory.unwrap_or(usize::MAX);
        self.is_full = false;
        self.expand_root();
        if self.is_full {
            return Stop::Memory;
        }
        let mut meter = Meter::start(budget, &self.counts, watch);
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
            self.simulate();
            meter.iteration_done(&self.counts, || self.root_label());
            if self.is_full && self.settings.proofs.is_some() {
                if !self.tidy_up() {
                    return Stop::Memory;
                }
                self.is_full = false;
            }
        }
    }

    fn finding(&mut self) -> Finding<G::Move> {
        self.find_out()
    }
}

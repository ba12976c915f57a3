//! Best-first search on an explicit tree without transpositions, as the classical algorithms use it. A
//! [`Method`] determines the labels of nodes, how they are backed up, and which leaf is expanded next.
//!
//! ```text
//!     s = the leaf that the method chooses, or the end
//!     s = the leaf that the method wants to see expanded, or the end
//!     expand s: the method labels each child
//!     back up s and its ancestors, as long as labels change
//! ```

mod tree;

use game::{Clock, Cut, Game, Player, TerminalFunction};

pub use tree::{NodeId, Tree};

use crate::budget::{Budget, Counts, Meter, Stop};
use crate::decide::{Choice, Decision};
use crate::expand::{Expander, Timed};
use crate::label::{Completion, Label};
use crate::searcher::{Finding, Searcher, Setup, Watch};
use crate::static_proof;
use game::evaluate::Evaluator;

/// The largest absolute value of a state that is not proven. A win is worth more.
pub const UNPROVEN: f32 = 1.0 - f32::EPSILON;

/// The best of these values for the player. There must be at least one.
pub fn best_value(player: Player, values: impl Iterator<Item = f32>) -> f32 {
    let better = |a, b| if player.prefers(b, a) { b } else { a };
    values.reduce(better).expect("an expanded state has children")
}

/// What distinguishes one algorithm from another.
pub trait Method<G: Game>: Send {
    /// The data of a node.
    type Label: Copy + PartialEq + Send;

    /// The label of a root about which nothing is known.
    fn unknown(&self) -> Self::Label;

    /// Appends the labels of the children that the expander has generated. Returns the number of evaluations.
    fn label_children(
        &self,
        state: &G,
        expander: &mut Expander<G>,
        by: Timed<'_, G>,
        labels: &mut Vec<Self::Label>,
    ) -> Result<usize, Cut>;

    /// The next leaf to expand, which must not be terminal, or the reason why there is none. The root is
    /// expanded. `from` is the node whose label the last back-up left unchanged, or the root.
    fn next(&self, tree: &Tree<G::Move, Self::Label>, from: NodeId) -> Result<NodeId, Stop>;

    /// Backs up the labels of the children, of which there is at least one.
    fn back_up(&self, player: Player, children: impl Iterator<Item = Self::Label> + Clone) -> Self::Label;

    /// c, v and r of a node with this label.
    fn seen(&self, label: Self::Label) -> Label;
}

/// A search with some method.
pub struct ExplicitSearch<G: Game, T: Method<G>> {
    root: G,
    method: T,
    evaluator: Box<dyn Evaluator<G>>,
    terminal: TerminalFunction,
    tree: Tree<G::Move, T::Label>,
    /// The node at which the last back-up ended.
    from: NodeId,
    expander: Expander<G>,
    labels: Vec<T::Label>,
    counts: Counts,
}

impl<G: Game, T: Method<G>> ExplicitSearch<G, T> {
    /// A search that has not explored anything.
    pub fn new(setup: Setup<G>, method: T) -> Self {
        ExplicitSearch {
            expander: Expander::new(&setup.root, setup.terminal),
            terminal: setup.terminal,
            root: setup.root,
            evaluator: setup.evaluator,
            tree: Tree::new(method.unknown()),
            method,
            from: NodeId::ROOT,
            labels: Vec::new(),
            counts: Counts::default(),
        }
    }

    /// Backs up a node and its ancestors. Returns the first node whose label did not change, or the root.
    fn back_up_from(&mut self, leaf: NodeId) -> NodeId {
        let mut id = leaf;
        loop {
            let label = self.method.back_up(self.tree.player(id), self.tree.labels(id));
            let is_same = label == self.tree.label(id);
            self.tree.set_label(id, label);
            match self.tree.parent(id) {
                Some(parent) if !is_same => id = parent,
                _ => return id,
            }
        }
    }

    /// The choice for the move that leads to a node; `None` for the root.
    fn choice(&self, id: NodeId) -> Option<Choice<G::Move>> {
        let label = self.method.seen(self.tree.label(id));
        self.tree.move_to(id).map(|m| Choice { m, label, selections: 0 })
    }

    /// The moves of a node, and the index of the one to play. If the gain of the node is proven, the move
    /// must be proven to preserve it: an equally good estimate is not enough.
    fn choices(&self, id: NodeId) -> (Vec<Choice<G::Move>>, Option<usize>) {
        let choices: Vec<_> = self.tree.children(id).filter_map(|child| self.choice(child)).collect();
        let current = self.method.seen(self.tree.label(id));
        let gain = current.resolved.then_some(current.exact);
        let best = Decision::Plain.choose_keeping(gain, &choices, self.tree.player(id), Completion::On);
        (choices, best)
    }

    /// The principal variation.
    fn line(&self) -> Vec<G::Move> {
        let next = |&id: &NodeId| self.choices(id).1.and_then(|best| self.tree.children(id).nth(best));
        let nodes = std::iter::successors(next(&NodeId::ROOT), next);
        nodes.filter_map(|id| self.tree.move_to(id)).collect()
    }

    fn expand(&mut self, leaf: NodeId, clock: &Clock<'_>) -> Result<(), Cut> {
        let mut state = self.root.clone();
        let path = self.tree.path(leaf);
        path.iter().for_each(|&m| state.play(m));
        self.expander.generate(&state, Completion::On, clock, |_| {})?;
        self.labels.clear();
        let by = Timed { evaluator: self.evaluator.as_ref(), clock };
        let evaluations =
            self.method.label_children(&state, &mut self.expander, by, &mut self.labels)? as u64;
        let moves = self.expander.moves();
        self.tree.expand(leaf, state.turn(), moves.iter().copied().zip(self.labels.iter().copied()));
        self.counts.iterations += 1;
        self.counts.expansions += 1;
        self.counts.nodes += moves.len() as u64;
        self.counts.evaluations += evaluations;
        self.counts.charged += evaluations.max(1);
        self.counts.depth = self.counts.depth.max(path.len() as u32 + 1);
        Ok(())
    }
}

impl<G: Game, T: Method<G>> Searcher<G> for ExplicitSearch<G, T> {
    fn root(&self) -> &G {
        &self.root
    }

    /// If the new root is a child of the old one, its subtree is kept.
    fn set_root(&mut self, root: G) {
        if !self.tree.follow(&self.root, &root) {
            self.tree = Tree::new(self.method.unknown());
        }
        self.root = root;
        self.from = NodeId::ROOT;
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
            let leaf = match self.tree.is_expanded(NodeId::ROOT) {
                false => NodeId::ROOT,
                true => match self.method.next(&self.tree, self.from) {
                    Ok(leaf) => leaf,
                    Err(stop) => return stop,
                },
            };
            if let Some(stop) = meter.reached(&self.counts) {
                return stop;
            }
            if self.tree.bytes_with(self.expander.most_children) > memory {
                return Stop::Memory;
            }
            if meter.snapshot_is_due() {
                meter.show(self.finding());
            }
            if self.expand(leaf, &clock).is_err() {
                continue;
            }
            self.from = self.back_up_from(leaf);
            let label = self.tree.label(NodeId::ROOT);
            meter.iteration_done(&self.counts, || Some(self.method.seen(label)));
        }
    }

    fn choices_after(&mut self, line: &[G::Move]) -> Option<Vec<Choice<G::Move>>> {
        let child = |id: NodeId, &m: &G::Move| {
            self.tree.children(id).find(|&child| self.tree.move_to(child) == Some(m))
        };
        let id = line.iter().try_fold(NodeId::ROOT, child)?;
        self.tree.is_expanded(id).then(|| self.choices(id).0)
    }

    fn finding(&mut self) -> Finding<G::Move> {
        let ended = static_proof::label(&self.root, Completion::On, self.terminal);
        let (choices, best) = self.choices(NodeId::ROOT);
        Finding {
            label: ended.or(best.map(|_| self.method.seen(self.tree.label(NodeId::ROOT)))),
            choices,
            best,
            decision: Decision::Plain,
            line: self.line(),
            numbers: None,
            counts: self.counts,
            states: self.tree.len(),
            bytes: self.tree.bytes_with(0),
            evictions: 0,
        }
    }
}

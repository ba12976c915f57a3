//! The iteration of the class (Algorithm 4 of the paper), written once, without recursion.
//!
//! ```text
//! iteration(s):
//!   if s is new: expand s
//!   back_up(s)
//!   if r(s) = 0 and (s was known or continue(s)):
//!       s' = priority_child(s);  n(s, s') += 1
//!       iteration(s');  back_up(s)
//! ```
//!
//! The way down is a stack of levels that is kept between iterations: a level is left only when the next
//! iteration might not pass through it again (see [`crate::window`]), and only then its label and selection
//! count are written to the tree. That is the same walk as from the root, without walking it.

use game::{Game, Key, Player};

use crate::budget::Counts;
use crate::errands::Errands;
use crate::evaluate::Evaluator;
use crate::expand::Expander;
use crate::label::{Completion, Label, Rank};
use crate::policy::{Policy, Visit};
use crate::proof_number::ledger::Ledger;
use crate::tree::{Candidate, NodeId, Place, Survey, Tree};
use crate::window::{End, Window};

/// A state on the way down.
struct Level<G> {
    state: G,
    node: NodeId,
    player: Player,
    /// (c, v) and r as the last back-up left them.
    rank: Rank,
    resolved: bool,
    /// The children when they were last looked at.
    survey: Survey,
    /// The best unresolved child apart from the one that the walk went to.
    others: Rank,
    window: Window,
    /// The link of the level above that leads here.
    via: u32,
    /// The first iteration that came here.
    since: u64,
}

impl<G> Level<G> {
    /// Nothing remains to be done below: the state is resolved, or (without completion) terminal.
    fn is_finished(&self) -> bool {
        self.resolved || self.survey.best.is_none()
    }

    fn label(&self) -> Label {
        Label { exact: self.rank.exact(), value: self.rank.value(), resolved: self.resolved }
    }
}

/// What the workers share.
pub struct Common<'a, G> {
    /// What is resolved.
    pub ledger: &'a Ledger,
    /// What somebody is about to resolve.
    pub errands: &'a Errands<G>,
}

impl<G> Clone for Common<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Common<'_, G> {}

/// Why an iteration could not be finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory;

/// The walk of one search through its partial tree.
pub struct Walk<G: Game> {
    pub tree: Tree<G::Move>,
    pub counts: Counts,
    pub completion: Completion,
    pub root: G,
    /// Bytes that the tree may hold.
    pub memory: usize,
    levels: Vec<Level<G>>,
    expander: Expander<G>,
    /// What happens below a child leaves the other children as they are ([`Game::graded`]).
    graded: bool,
    /// Levels are kept between iterations.
    keeps_levels: bool,
}

impl<G: Game> Walk<G> {
    pub fn new(root: G, completion: Completion, policy: &dyn Policy<G>) -> Self {
        Walk {
            tree: Tree::new(),
            counts: Counts::default(),
            completion,
            graded: root.graded(),
            keeps_levels: policy.goes_to_the_best() && root.graded(),
            root,
            memory: usize::MAX,
            levels: Vec::new(),
            expander: Expander::new(),
        }
    }

    /// One iteration from the root. The root must not be resolved.
    #[inline]
    pub fn iterate(
        &mut self,
        policy: &mut dyn Policy<G>,
        evaluator: &dyn Evaluator<G>,
        common: Common<'_, G>,
    ) -> Result<(), OutOfMemory> {
        if self.expansion_exceeds_memory() {
            return Err(OutOfMemory);
        }
        let evaluated = self.counts.evaluations;
        self.counts.iterations += 1;
        let mut known = match self.levels.last() {
            Some(_) => true,
            None => self.enter(self.root.clone(), None, Window::ALL, evaluator),
        };
        loop {
            let top = self.levels.last().expect("the walk is at the root or below it");
            if top.is_finished() {
                break;
            }
            let visit = Visit { tree: &self.tree, node: top.node, survey: &top.survey, state: &top.state };
            if !known && (!policy.keep_going(&visit) || self.expansion_exceeds_memory()) {
                break;
            }
            known = self.descend(policy, evaluator, common);
        }
        self.back_up(common.ledger);
        self.counts.charged += (self.counts.evaluations - evaluated).max(1);
        Ok(())
    }

    /// Goes from the last level to the child that the policy chooses. Returns whether it was known.
    fn descend(
        &mut self,
        policy: &mut dyn Policy<G>,
        evaluator: &dyn Evaluator<G>,
        common: Common<'_, G>,
    ) -> bool {
        let top = self.levels.last_mut().expect("the walk is at the root or below it");
        let visit = Visit { tree: &self.tree, node: top.node, survey: &top.survey, state: &top.state };
        let mut child = policy.priority_child(&visit);
        if let Place::Link(slot) = child.place {
            self.tree.announce(top.node, slot);
        }
        let mut state = visit.after(child);
        let mut key = ledger_key(&state, self.completion);
        if common.errands.include(key)
            && let Some(other) = common.errands.leave_alone(&visit, self.completion)
        {
            child = other;
            state = visit.after(child);
            key = ledger_key(&state, self.completion);
        }
        let rival = top.survey.best.filter(|best| best.index != child.index).or(top.survey.rival);
        let rival = rival_end(rival, child, top.player, self.counts.iterations);
        top.others = rival.rank;
        let window = top.window.below(top.player, rival, top.survey.settled);
        if let Some(label) = told_of(key, self.completion, common.ledger) {
            self.settle(child, label.rank());
            return true;
        }
        let link = match child.place {
            Place::Link(slot) => Via::Link(slot),
            Place::Leaf => Via::Leaf(child.index),
        };
        self.enter(state, Some(link), window, evaluator)
    }

    /// A child of the last level turns out to be resolved without a visit.
    fn settle(&mut self, child: Candidate, rank: Rank) {
        let mut top = self.levels.pop().expect("a child has a parent");
        match child.place {
            Place::Link(slot) => self.tree.settle(top.node, slot, rank),
            Place::Leaf => self.tree.settle_leaf(top.node, child.index, rank),
        }
        top.survey = self.tree.survey(top.node);
        top.others = top.survey.rival_rank(top.player);
        (top.rank, top.resolved) = self.back_up_from(&top.survey, top.node, top.player);
        self.levels.push(top);
    }

    /// Enters a state: expands it if it is new, looks at its children, backs it up, and makes it the last
    /// level. Returns whether it was known.
    fn enter(&mut self, state: G, via: Option<Via>, window: Window, evaluator: &dyn Evaluator<G>) -> bool {
        let (node, known) = match via {
            Some(Via::Link(slot)) => (self.tree.links_of(self.top_node())[slot as usize].child, true),
            _ => match self.tree.find(state.sharing_key()) {
                Some(node) => (node, true),
                None => (self.expand(&state, evaluator), false),
            },
        };
        let via = match via {
            None => 0,
            Some(Via::Link(slot)) => slot,
            Some(Via::Leaf(index)) => self.tree.link(self.top_node(), index, node),
        };
        if known {
            self.look_up_children(&state, node);
        }
        self.counts.depth = self.counts.depth.max(self.levels.len() as u32);
        let player = state.turn();
        let survey = self.tree.survey(node);
        let (rank, resolved) = self.back_up_from(&survey, node, player);
        let since = self.counts.iterations;
        let others = survey.rival_rank(player);
        self.levels.push(Level { state, node, player, rank, resolved, survey, others, window, via, since });
        known
    }

    /// back_up(s): (c, v) of the best child, and whether the state is resolved.
    #[inline]
    pub fn back_up_from(&self, survey: &Survey, node: NodeId, player: Player) -> (Rank, bool) {
        let rank = survey.rank(player);
        if !rank.is_something() {
            // A terminal state: the rules made its label.
            let label = self.tree.label(node);
            return (label.rank(), label.resolved);
        }
        let all_resolved = survey.best.is_none();
        (rank, all_resolved || self.completion.is_decided_by(rank))
    }

    fn top_node(&self) -> NodeId {
        self.levels.last().expect("a state with a parent is entered from it").node
    }

    fn expand(&mut self, state: &G, evaluator: &dyn Evaluator<G>) -> NodeId {
        if let Some(outcome) = state.outcome() {
            let node = self.tree.insert(state.sharing_key(), state.turn(), &[], &[]);
            self.tree.set_label(node, self.completion.terminal(outcome, state.score()));
            return node;
        }
        let evaluations = self.expander.expand(state, self.completion, &self.tree, evaluator);
        self.counts.expansions += 1;
        self.counts.evaluations += evaluations as u64;
        self.counts.nodes += self.expander.moves().len() as u64;
        self.tree.insert(state.sharing_key(), state.turn(), self.expander.moves(), self.expander.children())
    }

    /// Finds the children that were expanded through another parent while they waited here as leaves.
    fn look_up_children(&mut self, state: &G, node: NodeId) {
        if !self.tree.must_look_up(node) {
            return;
        }
        self.expander.find_leaves(state, node, &self.tree);
        for i in 0..self.expander.found().len() {
            let (index, child) = self.expander.found()[i];
            self.tree.link(node, index, child);
        }
    }

    /// Backs up the levels that the next iteration might not pass through again, from the last one up.
    fn back_up(&mut self, ledger: &Ledger) {
        let mut changed = false;
        while let Some(top) = self.levels.last() {
            if self.keeps_levels && !top.resolved && top.window.contains(top.rank, self.counts.iterations) {
                break;
            }
            if top.resolved && self.completion.is_early() {
                let selections = self.tree.links_of(top.node).iter().map(|link| link.selections);
                let effort = selections.fold(1, u32::saturating_add);
                if effort > 1 {
                    // What took one expansion takes no more when it is met again.
                    ledger.store_gain(ledger_key(&top.state, self.completion), top.rank.exact(), effort);
                }
            }
            self.leave();
            changed = true;
        }
        if changed && let Some(top) = self.levels.last_mut() {
            top.survey = self.tree.survey(top.node);
        }
    }

    /// Leaves the last level: writes its label and its selections, and backs up the level above.
    fn leave(&mut self) {
        let Some(child) = self.levels.pop() else { return };
        self.tree.set_label(child.node, child.label());
        let Some(above) = self.levels.last_mut() else { return };
        let selections = self.counts.iterations - child.since + 1;
        self.tree.add_selections(above.node, child.via, u32::try_from(selections).unwrap_or(u32::MAX));
        if !self.graded {
            // What happened below may have changed any child of the state above.
            let mut above = self.levels.pop().expect("it was there a moment ago");
            self.look_up_children(&above.state, above.node);
            above.survey = self.tree.survey(above.node);
            (above.rank, above.resolved) = self.back_up_from(&above.survey, above.node, above.player);
            self.levels.push(above);
        } else if child.resolved {
            self.tree.settle(above.node, child.via, child.rank);
            above.survey.settled = self.tree.settled(above.node);
            above.rank = above.others.or_better(above.survey.settled, above.player);
            above.resolved = !above.others.is_something() || self.completion.is_decided_by(above.rank);
        } else {
            above.rank = child.rank.or_better(above.others, above.player);
            above.rank = above.rank.or_better(above.survey.settled, above.player);
        }
    }

    /// Leaves all levels, so that the tree holds every label and count. The search goes on all the same.
    pub fn come_back(&mut self) {
        while !self.levels.is_empty() {
            self.leave();
        }
    }

    /// Whether the root is resolved.
    #[inline]
    pub fn is_resolved(&self) -> bool {
        // A level that is kept is not resolved, and the root is kept unless it is.
        self.levels.is_empty() && self.root_label().is_some_and(|label| label.resolved)
    }

    /// Forgets the parts of the tree that were visited least, until half of the memory is free. Returns whether
    /// there is room for another expansion.
    pub fn make_room(&mut self) -> bool {
        self.come_back();
        for least in (1..32).map(|shift| 1 << shift) {
            self.tree.forget_seldom(self.root.sharing_key(), least);
            if self.tree.bytes() <= self.memory / 2 {
                break;
            }
        }
        !self.expansion_exceeds_memory()
    }

    /// Goes on from another root.
    pub fn move_to(&mut self, root: &G) {
        if self.root != *root {
            self.come_back();
            self.root = root.clone();
        }
    }

    /// Drops what cannot be reached from the root.
    pub fn forget_the_unreachable(&mut self) {
        debug_assert!(self.levels.is_empty(), "levels hold numbers of nodes");
        self.tree.keep_only_below(self.root.sharing_key());
    }

    /// Goes on from a tree below the same root, on which so much has been done.
    pub fn take_up(&mut self, tree: Tree<G::Move>, counts: Counts) {
        self.levels.clear();
        self.expander.most_children = tree.most_children();
        (self.tree, self.counts) = (tree, counts);
    }

    /// The label of the root; `None` before the first iteration.
    pub fn root_label(&self) -> Option<Label> {
        let Some(top) = self.levels.last() else {
            return self.tree.find(self.root.sharing_key()).map(|node| self.tree.label(node));
        };
        let above = self.levels[..self.levels.len() - 1].iter().rev();
        let rank = above.fold(top.rank, |rank, level| {
            rank.or_better(level.others, level.player).or_better(level.survey.settled, level.player)
        });
        Some(Label {
            exact: rank.exact(),
            value: rank.value(),
            resolved: self.levels.len() == 1 && top.resolved,
        })
    }

    /// Whether one more expansion might need more memory than there is.
    #[inline]
    fn expansion_exceeds_memory(&self) -> bool {
        let children = 2 * self.expander.most_children + 64;
        self.tree.bytes_to_expand(children).is_none_or(|bytes| bytes > self.memory)
    }
}

/// The end that a rival sets to the window of a child that is entered in this iteration: as [`Candidate::goes_before`]
/// says, a tie is decided for the child as long as it has been selected less often.
#[inline]
fn rival_end(rival: Option<Candidate>, child: Candidate, player: Player, iteration: u64) -> End {
    let Some(rival) = rival else { return End { rank: Rank::nothing(player), until: 0 } };
    let until = iteration + u64::from(rival.selections) + u64::from(child.index < rival.index);
    End { rank: rival.rank, until: until.saturating_sub(u64::from(child.selections) + 1) }
}

/// The key under which what is resolved of a state is kept.
#[inline]
pub fn ledger_key<G: Game>(state: &G, completion: Completion) -> Key {
    if completion == Completion::Sighted { state.canonical_key() } else { state.sharing_key() }
}

/// The label of a state that was resolved before: by another worker, or as a mirror image, or in a part of the
/// tree that is forgotten.
pub fn told<G: Game>(state: &G, completion: Completion, ledger: &Ledger) -> Option<Label> {
    told_of(ledger_key(state, completion), completion, ledger)
}

/// The same for the state with this key.
#[inline]
fn told_of(key: Key, completion: Completion, ledger: &Ledger) -> Option<Label> {
    let gain = completion.is_early().then(|| ledger.gain(key))??;
    Some(Label::exactly(gain))
}

/// How the walk gets from the last level to a child.
enum Via {
    Link(u32),
    Leaf(u32),
}

//! What a search has found: every move of a state with its label, and the principal variation.

use game::{Bounds, Game};

use crate::budget::Counts;
use crate::class::knowledge::{Access, Knowledge};
use crate::class::walk::{Walk, ledger_label};
use crate::decide::{Choice, Decision};
use crate::label::{Completion, Label};
use crate::searcher::Finding;
use crate::static_proof;

/// A walk and the knowledge that it shares with other workers, for reading results.
pub struct Found<'a, G: Game> {
    walk: &'a Walk<G>,
    known: &'a Knowledge,
}

impl<'a, G: Game> Found<'a, G> {
    /// Makes the walk write back all labels and counts to the tree first.
    pub fn new(walk: &'a mut Walk<G>, access: &'a mut Access<'_>) -> Self {
        walk.come_back(access);
        Found { walk, known: access }
    }

    /// The label of a state; `None` if only an estimate is known.
    fn label(&self, state: &G) -> Option<Label> {
        let (Walk { completion, terminal, .. }, Knowledge { tree, ledger }) = (self.walk, self.known);
        let stored = || tree.find(state.sharing_key()).map(|node| tree.label(node));
        static_proof::label(state, *completion, *terminal)
            .filter(|label| label.resolved)
            .or_else(|| stored().filter(|label| label.resolved))
            .or_else(|| ledger_label(state, *completion, ledger))
            .or_else(stored)
    }

    /// Every move from an expanded state with what is known of it, in the order of move generation; `None` if
    /// the state is not expanded.
    pub fn choices(&self, state: &G) -> Option<Vec<Choice<G::Move>>> {
        let tree = &self.known.tree;
        let node = tree.find(state.sharing_key())?;
        let moves: Vec<G::Move> = tree.moves(node);
        let mut estimates = vec![0.0; moves.len()];
        for leaf in tree.hold(node).leaves() {
            estimates[leaf.index as usize] = leaf.value;
        }
        let prospects = match self.walk.completion {
            Completion::Sighted => static_proof::prospects(state, &moves),
            _ => vec![Bounds::ANY; estimates.len()],
        };
        let choice = |((&m, value), prospect): ((&G::Move, f32), Bounds)| {
            let mut child = state.clone();
            child.play(m);
            let (label, seen) = (self.label(&child), prospect.gain().map(Label::exactly));
            let label = label.filter(|label| label.resolved).or(seen).or(label);
            Choice { m, label: label.unwrap_or(Label { exact: 0, value, resolved: false }), selections: 0 }
        };
        let mut choices: Vec<_> = moves.iter().zip(estimates).zip(prospects).map(choice).collect();
        for link in tree.hold(node).links() {
            choices[link.index() as usize].selections = link.selections;
        }
        Some(choices)
    }

    /// The principal variation: this move at the root, then the best (c, v), and after a resolved state moves
    /// that preserve its value.
    fn line(&self, mut gain: Option<i8>, mut next: Option<G::Move>) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut state = self.walk.root.clone();
        while let Some(m) = next {
            line.push(m);
            state.play(m);
            gain = gain.or_else(|| self.bounds(&state).gain());
            let (player, completion) = (state.turn(), self.walk.completion);
            next = self.choices(&state).and_then(|choices| {
                let best = Decision::Plain.choose_keeping(gain, &choices, player, completion);
                best.map(|best| choices[best].m)
            });
        }
        if let Some(gain) = gain {
            line.extend(static_proof::line(state, gain, |state| self.bounds(state)));
        }
        line
    }

    /// The proven bounds of a state.
    fn bounds(&self, state: &G) -> Bounds {
        let label = self.label(state).filter(|label| label.resolved);
        label.map_or(Bounds::ANY, |label| Bounds::exactly(label.exact))
    }

    /// The complete result of the search.
    pub fn finding(&self, decision: Decision, counts: Counts) -> Finding<G::Move> {
        let Walk { root, completion, .. } = self.walk;
        let tree = &self.known.tree;
        let choices = self.choices(root).unwrap_or_default();
        let label = self.walk.root_label(tree);
        let gain = label.filter(|label| label.resolved).map(|label| label.exact);
        let keeping = || {
            let m = static_proof::keeping_move(root, gain?, |state| self.bounds(state))?;
            choices.iter().position(|choice| choice.m == m)
        };
        let best = decision.choose_keeping(gain, &choices, root.turn(), *completion).or_else(keeping);
        Finding {
            label,
            best,
            decision,
            line: self.line(gain, best.map(|best| choices[best].m)),
            choices,
            numbers: None,
            counts,
            states: tree.stored_states(),
            bytes: self.known.bytes(),
            evictions: tree.evicted + self.known.ledger.evicted(),
        }
    }

    /// A move after which the player to move is proven to reach this gain or a better one.
    pub fn proven_move(&self, state: &G, gain: i8, may_go_on: &dyn Fn() -> bool) -> Option<G::Move> {
        let is_enough =
            |bounds: Bounds| bounds.gain().is_some_and(|found| !state.turn().prefers(gain, found));
        static_proof::proven_move(state, |state| self.bounds(state), is_enough, may_go_on)
    }
}

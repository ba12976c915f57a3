//! What a Monte Carlo search has found: the moves with their means, and the most visited line.

use game::{Bounds, Game};

use super::MonteCarlo;
use super::tree::{Node, NodeId};
use crate::decide::{Choice, Decision, keeps};
use crate::label::{Completion, Label};
use crate::searcher::Finding;
use crate::static_proof;

impl<G: Game> MonteCarlo<G> {
    pub(super) fn build_finding(&self) -> Finding<G::Move> {
        let label = self.root_label();
        let gain = label.filter(|label| label.resolved).map(|label| label.exact);
        let choices = self.choices(&self.root, Some(NodeId::ROOT), gain);
        let keeping = || {
            let m = static_proof::keeping_move(&self.root, gain?, |state| self.bounds(state))?;
            choices.iter().position(|choice| choice.m == m)
        };
        let player = self.root.turn();
        let best = self.decision.choose_keeping(gain, &choices, player, Completion::On).or_else(keeping);
        Finding {
            label,
            best,
            decision: self.decision,
            line: best.map_or_else(Vec::new, |best| self.line(gain, choices[best])),
            choices,
            numbers: None,
            counts: self.counts,
            states: self.tree.len() + self.proven.len(),
            bytes: self.bytes(),
            evictions: 0,
        }
    }

    /// Every move of the state that these moves lead to, if it is expanded.
    pub(super) fn known_after(&self, line: &[G::Move]) -> Option<Vec<Choice<G::Move>>> {
        let (mut state, mut id) = (self.root.clone(), NodeId::ROOT);
        for &m in line {
            id = self.child(id, m)?;
            state.play(m);
        }
        self.tree.node(id).is_expanded().then(|| self.choices(&state, Some(id), None))
    }

    /// The label of the root: v is the mean result; c and r come from proofs.
    pub(super) fn root_label(&self) -> Option<Label> {
        let ended = self.root.outcome().map(|outcome| Completion::On.terminal(outcome, self.root.score()));
        let node = self.tree.node(NodeId::ROOT);
        ended.or_else(|| (node.visits > 0 || self.is_resolved(NodeId::ROOT)).then(|| label(node, 0.0)))
    }

    /// Every move of a state with what is known of it: from its node, if it is in the tree, and, if the gain of the state
    /// is proven, from proofs outside of the tree.
    fn choices(&self, state: &G, id: Option<NodeId>, gain: Option<i8>) -> Vec<Choice<G::Move>> {
        let mut moves = Vec::new();
        let known = id.filter(|&id| self.tree.node(id).is_expanded());
        let proofs = self.settings.proofs.and_then(|proofs| Some((proofs, gain?)));
        if known.is_some() || proofs.is_some() {
            state.moves(&mut moves);
        }
        let mover = state.turn();
        // A move that was never visited counts as a loss.
        let unknown = -f32::from(mover.sign());
        let choice = |m: G::Move| {
            let node = known.and_then(|id| self.child(id, m)).map(|child| *self.tree.node(child));
            let node = node.unwrap_or(Node::NEW);
            let mut label = label(&node, unknown);
            if let Some((proofs, gain)) = proofs.filter(|_| !label.resolved) {
                let mut next = state.clone();
                next.play(m);
                let stored = self.proven.find(next.sharing_key()).map_or(Bounds::ANY, Bounds::exactly);
                let ahead = || state.bounds_after(m, proofs.depth - 1, &mut Vec::new());
                let bounds = node.bounds.and(stored);
                let bounds = if bounds.gain().is_some() { bounds } else { bounds.and(ahead()) };
                // What keeps the gain has the gain: no move leads to more.
                let gain = if keeps(bounds, gain, mover) { Some(gain) } else { bounds.gain() };
                label = gain.map_or(label, Label::exactly);
            }
            Choice { m, label, selections: node.visits }
        };
        moves.into_iter().map(choice).collect()
    }

    /// What the rules and the proofs of this search say of a state.
    fn bounds(&self, state: &G) -> Bounds {
        let stored = self.proven.find(state.sharing_key()).map_or(Bounds::ANY, Bounds::exactly);
        static_proof::at_sight(state).and(stored)
    }

    fn child(&self, id: NodeId, m: G::Move) -> Option<NodeId> {
        self.tree.ids(id).find(|&child| self.tree.move_to(child) == m)
    }

    /// The principal variation: this move, then the most visited moves, and after a resolved state moves that
    /// preserve its value, to the end of the game.
    fn line(&self, mut gain: Option<i8>, first: Choice<G::Move>) -> Vec<G::Move> {
        let (mut line, mut state, mut id) = (Vec::new(), self.root.clone(), Some(NodeId::ROOT));
        let mut next = Some(first);
        while let Some(choice) = next {
            gain = gain.or(choice.label.resolved.then_some(choice.label.exact));
            line.push(choice.m);
            state.play(choice.m);
            id = id.and_then(|id| self.child(id, choice.m));
            let choices = self.choices(&state, id, gain);
            let best = Decision::Safe.choose_keeping(gain, &choices, state.turn(), Completion::On);
            let is_known = |choice: &Choice<G::Move>| choice.selections > 0 || choice.label.resolved;
            next = best.map(|best| choices[best]).filter(is_known);
        }
        if let Some(gain) = gain {
            line.extend(static_proof::line(state, gain, |state| self.bounds(state)));
        }
        line
    }
}

/// The label of a node. `unknown` is the value of a node that was never visited.
fn label(node: &Node, unknown: f32) -> Label {
    let value = if node.visits > 0 { node.mean() } else { unknown };
    node.bounds.gain().map_or(Label { exact: 0, value, resolved: false }, Label::exactly)
}

//! What a Monte Carlo search has found: the moves with their means, and the most visited line.

use game::{Bounds, Game, Player};

use super::MonteCarlo;
use super::tree::{Node, NodeId};
use crate::decide::{Choice, Decision};
use crate::label::{Completion, Label};
use crate::searcher::Finding;
use crate::static_proof;

impl<G: Game> MonteCarlo<G> {
    pub(super) fn build_finding(&self) -> Finding<G::Move> {
        let label = self.root_label();
        let choices = self.choices(&self.root, Some(NodeId::ROOT), label);
        let best = choose(&choices, label, self.decision, self.root.turn());
        Finding {
            label,
            best,
            decision: self.decision,
            line: best.map_or_else(Vec::new, |best| self.line(choices[best])),
            choices,
            numbers: None,
            counts: self.counts,
            states: self.tree.len() + self.proven.len(),
            bytes: self.bytes(),
            evictions: 0,
        }
    }

    /// The label of the root: v is the mean result; c and r come from proofs.
    pub(super) fn root_label(&self) -> Option<Label> {
        let ended = self.root.outcome().map(|outcome| Completion::On.terminal(outcome, self.root.score()));
        let node = self.tree.node(NodeId::ROOT);
        ended.or_else(|| (node.visits > 0 || self.is_resolved(NodeId::ROOT)).then(|| label(node, 0.0)))
    }

    /// Every move of a state with what is known of it: from its node, if it is in the tree, and, if the state
    /// is resolved, from proofs outside of the tree.
    fn choices(&self, state: &G, id: Option<NodeId>, label_here: Option<Label>) -> Vec<Choice<G::Move>> {
        let mut moves = Vec::new();
        let known = id.filter(|&id| self.tree.node(id).is_expanded());
        let proofs = self.settings.proofs.filter(|_| label_here.is_some_and(|label| label.resolved));
        if known.is_some() || proofs.is_some() {
            state.moves(&mut moves);
        }
        // A move that was never visited counts as a loss.
        let unknown = -f32::from(state.turn().sign());
        let choice = |m: G::Move| {
            let node = known.and_then(|id| self.child(id, m)).map(|child| *self.tree.node(child));
            let node = node.unwrap_or(Node::NEW);
            let mut label = label(&node, unknown);
            if let Some(proofs) = proofs.filter(|_| !label.resolved) {
                let mut next = state.clone();
                next.play(m);
                let ahead = || state.bounds_after(m, proofs.depth - 1, &mut Vec::new()).gain();
                if let Some(gain) = self.proven.find(next.sharing_key()).or_else(ahead) {
                    label = proven(gain);
                }
            }
            Choice { m, label, selections: node.visits }
        };
        moves.into_iter().map(choice).collect()
    }

    fn child(&self, id: NodeId, m: G::Move) -> Option<NodeId> {
        self.tree.ids(id).find(|&child| self.tree.move_to(child) == m)
    }

    /// The principal variation: this move, then the most visited moves, and after a resolved state moves that
    /// preserve its value, to the end of the game.
    fn line(&self, first: Choice<G::Move>) -> Vec<G::Move> {
        let (mut line, mut state, mut id) = (Vec::new(), self.root.clone(), Some(NodeId::ROOT));
        let (mut next, mut last) = (Some(first), first.label);
        while let Some(choice) = next {
            last = choice.label;
            line.push(choice.m);
            state.play(choice.m);
            id = id.and_then(|id| self.child(id, choice.m));
            let label = Some(choice.label);
            let choices = self.choices(&state, id, label);
            let best = choose(&choices, label, Decision::Safe, state.turn());
            let is_known = |choice: &Choice<G::Move>| choice.selections > 0 || choice.label.resolved;
            next = best.map(|best| choices[best]).filter(is_known);
        }
        if last.resolved {
            let proven =
                |state: &G| self.proven.find(state.sharing_key()).map_or(Bounds::ANY, Bounds::exactly);
            line.extend(static_proof::line(state, last.exact, |state| {
                static_proof::at_sight(state).and(proven(state))
            }));
        }
        line
    }
}

/// The label of a node. `unknown` is the value of a node that was never visited.
fn label(node: &Node, unknown: f32) -> Label {
    let value = if node.visits > 0 { node.mean() } else { unknown };
    node.bounds.gain().map_or(Label { exact: 0, value, resolved: false }, proven)
}

fn proven(gain: i8) -> Label {
    Label { exact: gain, value: f32::from(gain), resolved: true }
}

/// The index of the move to play in a state with this label. If the state is resolved, only moves that are
/// proven to preserve its value are considered: an unproven move may have many visits and still be worse.
fn choose<M: Copy>(
    choices: &[Choice<M>],
    label: Option<Label>,
    decision: Decision,
    player: Player,
) -> Option<usize> {
    let preserves = |choice: &Choice<M>| {
        label
            .is_some_and(|label| label.resolved && choice.label.resolved && choice.label.exact == label.exact)
    };
    let mut indices: Vec<usize> = (0..choices.len()).filter(|&index| preserves(&choices[index])).collect();
    if indices.is_empty() {
        indices.extend(0..choices.len());
    }
    let candidates: Vec<Choice<M>> = indices.iter().map(|&index| choices[index]).collect();
    decision.choose(&candidates, player, Completion::On).map(|chosen| indices[chosen])
}

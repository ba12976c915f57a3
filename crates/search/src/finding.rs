//! What a walk has found: every move of a state with its label, and the line that both players follow.

use game::{Bounds, Game};

use crate::budget::Counts;
use crate::crew::Member;
use crate::decide::{Choice, Decision};
use crate::label::{Completion, Label};
use crate::proof_number::ledger::Ledger;
use crate::searcher::Finding;
use crate::truth;
use crate::walk::{Walk, told};

/// A walk, and what is known besides.
pub struct Found<'a, G: Game> {
    walk: &'a Walk<G>,
    /// Those who have resolved something for it.
    followers: &'a [Member<G>],
    ledger: &'a Ledger,
}

impl<'a, G: Game> Found<'a, G> {
    /// The walk comes back first, so that the tree holds every label and count.
    pub fn new(walk: &'a mut Walk<G>, followers: &'a [Member<G>], ledger: &'a Ledger) -> Self {
        walk.come_back();
        Found { walk, followers, ledger }
    }

    /// The label of a state as far as it is more than an estimate.
    fn label(&self, state: &G) -> Option<Label> {
        let completion = self.walk.completion;
        let kept = |walk: &Walk<G>| walk.tree.find(state.sharing_key()).map(|node| walk.tree.label(node));
        let resolved = |walk: &Walk<G>| kept(walk).filter(|label| label.resolved);
        truth::label(state, completion)
            .filter(|label| label.resolved)
            .or_else(|| resolved(self.walk))
            .or_else(|| told(state, completion, self.ledger))
            .or_else(|| self.followers.iter().find_map(|follower| resolved(&follower.walk)))
            .or_else(|| kept(self.walk))
    }

    /// Every move from an expanded state with what is known of it, in the order of the moves; `None` if the
    /// state is not expanded.
    pub fn choices(&self, state: &G) -> Option<Vec<Choice<G::Move>>> {
        let tree = &self.walk.tree;
        let node = tree.find(state.sharing_key())?;
        let mut estimates = vec![0.0; tree.moves(node).len()];
        for leaf in tree.leaves(node) {
            estimates[leaf.index as usize] = leaf.value;
        }
        let prospects = match self.walk.completion {
            Completion::Sighted => truth::prospects(state, tree.moves(node)),
            _ => vec![Bounds::ANY; estimates.len()],
        };
        let choice = |((&m, value), prospect): ((&G::Move, f32), Bounds)| {
            let mut child = state.clone();
            child.play(m);
            let (label, seen) = (self.label(&child), prospect.gain().map(Label::exactly));
            let label = label.filter(|label| label.resolved).or(seen).or(label);
            Choice { m, label: label.unwrap_or(Label { exact: 0, value, resolved: false }), selections: 0 }
        };
        let mut choices: Vec<_> = tree.moves(node).iter().zip(estimates).zip(prospects).map(choice).collect();
        for link in tree.links_of(node) {
            choices[link.index() as usize].selections = link.selections;
        }
        Some(choices)
    }

    /// The line that both players are expected to follow: this move at the root, then the best (c, v), and
    /// where that ends with a resolved state, moves that keep its value.
    fn line(&self, mut next: Option<G::Move>) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut state = self.walk.root.clone();
        while let Some(m) = next {
            line.push(m);
            state.play(m);
            let (player, completion) = (state.turn(), self.walk.completion);
            next = self.choices(&state).and_then(|choices| {
                Decision::Plain.choose(&choices, player, completion).map(|best| choices[best].m)
            });
        }
        if let Some(label) = self.label(&state).filter(|label| label.resolved && state.outcome().is_none()) {
            line.extend(truth::line(state, label.exact, |state| self.bounds(state)));
        }
        line
    }

    /// What is certain of a state.
    fn bounds(&self, state: &G) -> Bounds {
        let label = self.label(state).filter(|label| label.resolved);
        label.map_or(Bounds::ANY, |label| Bounds::exactly(label.exact))
    }

    /// All of it.
    pub fn finding(&self, decision: Decision, counts: Counts) -> Finding<G::Move> {
        let Walk { root, tree, completion, .. } = self.walk;
        let choices = self.choices(root).unwrap_or_default();
        let best = decision.choose(&choices, root.turn(), *completion);
        Finding {
            label: self.walk.root_label(),
            best,
            decision,
            line: self.line(best.map(|best| choices[best].m)),
            choices,
            numbers: None,
            counts,
            states: tree.stored_states(),
            bytes: tree.bytes() + self.ledger.bytes(),
        }
    }

    /// A move after which the player is proven to get this gain or a better one.
    pub fn proven_move(&self, state: &G, gain: i8) -> Option<G::Move> {
        let is_enough =
            |bounds: Bounds| bounds.gain().is_some_and(|found| !state.turn().prefers(gain, found));
        truth::proven_move(state, |state| self.bounds(state), is_enough)
    }
}

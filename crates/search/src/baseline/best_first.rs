//! `best-first`, best-first minimax search (Korf and Chickering 1996).
//!
//! Each iteration expands the principal leaf, which is at the end of the principal variation. Nothing is
//! stored about a state but its value, so the search ends as soon as the principal variation ends in a
//! terminal state, whatever has not been explored.

use game::{Cut, Game, Player};

use super::explicit::{ExplicitSearch, Method, NodeId, Tree, best_value};
use crate::budget::Stop;
use crate::expand::{Expander, Timed};
use crate::label::Label;
use crate::searcher::{Searcher, Setup};
use crate::tree::Child;

/// A search that has not explored anything.
pub fn search<G: Game>(setup: Setup<G>) -> impl Searcher<G> {
    ExplicitSearch::new(setup, BestFirst)
}

/// The method: expand the principal leaf.
#[derive(Clone, Copy, Debug)]
struct BestFirst;

/// A value, and whether it is that of a terminal state.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Estimate {
    value: f32,
    ended: bool,
}

impl<G: Game> Method<G> for BestFirst {
    type Label = Estimate;

    fn unknown(&self) -> Estimate {
        Estimate { value: 0.0, ended: false }
    }

    fn label_children(
        &self,
        state: &G,
        expander: &mut Expander<G>,
        by: Timed<'_, G>,
        labels: &mut Vec<Estimate>,
    ) -> Result<usize, Cut> {
        let evaluations = expander.evaluate(state, by)?;
        labels.extend(expander.children().iter().map(|child| match *child {
            Child::Settled(rank) => Estimate { value: rank.value(), ended: true },
            Child::Leaf(value) => Estimate { value, ended: false },
            Child::Known(_) => unreachable!("an explicit tree has no transpositions"),
        }));
        Ok(evaluations)
    }

    /// The principal leaf. Above a label that did not change, the principal variation did not change either,
    /// so the descent continues from there.
    fn next(&self, tree: &Tree<G::Move, Estimate>, from: NodeId) -> Result<NodeId, Stop> {
        let mut id = from;
        while tree.is_expanded(id) {
            let player = tree.player(id);
            let better = |a: NodeId, b| {
                if player.prefers(tree.label(b).value, tree.label(a).value) { b } else { a }
            };
            id = tree.children(id).reduce(better).expect("an expanded node has children");
        }
        if tree.label(id).ended { Err(Stop::Done) } else { Ok(id) }
    }

    fn back_up(&self, player: Player, children: impl Iterator<Item = Estimate> + Clone) -> Estimate {
        Estimate { value: best_value(player, children.map(|child| child.value)), ended: false }
    }

    fn seen(&self, label: Estimate) -> Label {
        Label { exact: 0, value: label.value, resolved: false }
    }
}

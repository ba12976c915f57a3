//! `best-first`, best-first minimax search as Korf and Chickering described it in 1996.
//!
//! The principal leaf, at the end of the best line, is expanded, and nothing else is known of a state but
//! its value. So the search is over when the best line ends the game, whatever it has not looked at.

use game::{Game, Player};

use super::explicit::{ExplicitSearch, Method, NodeId, Tree, best_value};
use crate::budget::Stop;
use crate::expand::Expander;
use crate::label::Label;
use crate::searcher::{Searcher, Setup};
use crate::tree::Child;
use game::evaluate::Evaluator;

/// A search that has found nothing yet.
pub fn search<G: Game>(setup: Setup<G>) -> impl Searcher<G> {
    ExplicitSearch::new(setup, BestFirst)
}

/// Expands the principal leaf.
#[derive(Clone, Copy, Debug)]
struct BestFirst;

/// A value, and whether the game is over.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Worth {
    value: f32,
    ended: bool,
}

impl<G: Game> Method<G> for BestFirst {
    type Label = Worth;

    fn unknown(&self) -> Worth {
        Worth { value: 0.0, ended: false }
    }

    fn look(
        &self,
        state: &G,
        expander: &mut Expander<G>,
        evaluator: &dyn Evaluator<G>,
        labels: &mut Vec<Worth>,
    ) -> usize {
        let evaluations = expander.evaluate(state, evaluator);
        labels.extend(expander.children().iter().map(|child| match *child {
            Child::Settled(rank) => Worth { value: rank.value(), ended: true },
            Child::Leaf(value) => Worth { value, ended: false },
            Child::Known(_) => unreachable!("an explicit tree knows no transpositions"),
        }));
        evaluations
    }

    /// The principal leaf. While a value stays as it was, so does the best line down to it: the walk goes
    /// on from there.
    fn next(&self, tree: &Tree<G::Move, Worth>, from: NodeId) -> Result<NodeId, Stop> {
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

    fn back_up(&self, player: Player, children: impl Iterator<Item = Worth> + Clone) -> Worth {
        Worth { value: best_value(player, children.map(|child| child.value)), ended: false }
    }

    fn seen(&self, label: Worth) -> Label {
        Label { exact: 0, value: label.value, resolved: false }
    }
}

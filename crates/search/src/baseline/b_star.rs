//! `b-star`, the B* search of Berliner (1979): bounds instead of values, and an end when one move is as good
//! as the others can ever be.
//!
//! Every state has a pessimistic and an optimistic bound, both backed up by minimax. Two things make the best
//! move stand out: its pessimistic bound rises (*prove best*), or the optimistic bounds of the others fall
//! (*disprove rest*).

use game::{Bounds, Game, Player};

use super::explicit::{ExplicitSearch, Method, NodeId, Tree, UNPROVEN, best_value};
use crate::budget::Stop;
use crate::expand::Expander;
use crate::label::{Label, finite};
use crate::options::{OptionInfo, Options};
use crate::searcher::{Searcher, Setup};
use crate::tree::Child;
use game::evaluate::Evaluator;

/// What can be set.
pub const OPTIONS: &[OptionInfo] = &[OptionInfo {
    name: "spread",
    default: "0.5",
    summary: "how far the bounds lie from the estimate; 2 makes every end a proof",
}];

/// A search with these options.
pub fn search<G: Game>(
    setup: Setup<G>,
    options: &Options,
) -> Result<impl Searcher<G> + use<G>, game::TextError> {
    let spread = options.number("spread")? as f32;
    Ok(ExplicitSearch::new(setup, BStar { spread }))
}

/// Separates one move from the rest.
#[derive(Clone, Copy, Debug)]
struct BStar {
    spread: f32,
}

/// Estimates of a value seen by player 1, and what is proven of the gain.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Estimates {
    low: f32,
    high: f32,
    proven: Bounds,
}

impl Estimates {
    /// The optimistic bound, larger for better.
    fn hope(self, player: Player) -> f32 {
        if player == Player::First { self.high } else { -self.low }
    }

    /// The pessimistic bound, larger for better.
    fn fear(self, player: Player) -> f32 {
        if player == Player::First { self.low } else { -self.high }
    }

    /// Nothing below can change the bounds.
    fn is_point(self) -> bool {
        self.low == self.high
    }
}

/// The child that its player hopes most of; among equals the one it fears least, then the earlier one.
fn most_hopeful<M: Copy>(tree: &Tree<M, Estimates>, id: NodeId) -> NodeId {
    let player = tree.player(id);
    let rank = |id: NodeId| (tree.label(id).hope(player), tree.label(id).fear(player));
    let better = |a, b| if rank(b) > rank(a) { b } else { a };
    tree.children(id).reduce(better).expect("an expanded node has children")
}

/// The leaf that the optimistic bound of a node stands on, as every player hopes, and its depth below.
///
/// Where the bounds of a state differ, those of its most hopeful child do, too. So the leaf below such a
/// state is not terminal.
fn hopeful_leaf<M: Copy>(tree: &Tree<M, Estimates>, mut id: NodeId) -> (NodeId, u32) {
    let mut depth = 1;
    while tree.is_expanded(id) {
        (id, depth) = (most_hopeful(tree, id), depth + 1);
    }
    (id, depth)
}

impl<G: Game> Method<G> for BStar {
    type Label = Estimates;

    fn unknown(&self) -> Estimates {
        Estimates { low: -UNPROVEN, high: UNPROVEN, proven: Bounds::ANY }
    }

    fn look(
        &self,
        state: &G,
        expander: &mut Expander<G>,
        evaluator: &dyn Evaluator<G>,
        labels: &mut Vec<Estimates>,
    ) -> usize {
        let mut bounds = vec![[0.0; 2]; expander.leaves().len()];
        expander.bounds(state, evaluator, self.spread, &mut bounds);
        let places = expander.leaves();
        labels.extend(expander.children().iter().map(|child| match *child {
            Child::Settled(rank) => {
                let proven = Bounds::exactly(rank.exact());
                Estimates { low: rank.value(), high: rank.value(), proven }
            }
            _ => Method::<G>::unknown(self),
        }));
        for (&place, bounds) in places.iter().zip(bounds) {
            let [low, high] = bounds.map(|bound| finite(bound).clamp(-UNPROVEN, UNPROVEN));
            labels[place as usize] = Estimates { low, high: high.max(low), proven: Bounds::ANY };
        }
        places.len()
    }

    /// Disproves the rest while that is shallower work than proving the best, by the sums of the squares of
    /// the depths that the optimistic bounds come from.
    fn next(&self, tree: &Tree<G::Move, Estimates>, _: NodeId) -> Result<NodeId, Stop> {
        if tree.label(NodeId::ROOT).proven.gain().is_some() {
            return Err(Stop::Resolved);
        }
        let player = tree.player(NodeId::ROOT);
        let best = most_hopeful(tree, NodeId::ROOT);
        let safe = tree.label(best).fear(player);
        let hope = |id: &NodeId| tree.label(*id).hope(player);
        let rivals = tree.children(NodeId::ROOT).filter(|id| *id != best && hope(id) > safe);
        if rivals.clone().next().is_none() {
            return Err(Stop::Done);
        }
        let square = |(_, depth): (NodeId, u32)| u64::from(depth) * u64::from(depth);
        let proving = hopeful_leaf(tree, best);
        let disproving: u64 = rivals.clone().map(|rival| square(hopeful_leaf(tree, rival))).sum();
        let better = |a: NodeId, b: NodeId| if hope(&b) > hope(&a) { b } else { a };
        let strongest = rivals.reduce(better).filter(|&rival| !tree.label(rival).is_point());
        Ok(match strongest {
            Some(rival) if disproving < square(proving) => hopeful_leaf(tree, rival).0,
            _ => proving.0,
        })
    }

    fn back_up(&self, player: Player, children: impl Iterator<Item = Estimates> + Clone) -> Estimates {
        Estimates {
            low: best_value(player, children.clone().map(|child| child.low)),
            high: best_value(player, children.clone().map(|child| child.high)),
            proven: Bounds::back_up(player, children.map(|child| child.proven)),
        }
    }

    fn seen(&self, label: Estimates) -> Label {
        Label::of(label.proven, (label.low + label.high) / 2.0)
    }
}

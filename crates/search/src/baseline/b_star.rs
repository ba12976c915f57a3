//! `b-star`, the B* search of Berliner (1979): bounds instead of values. It ends when the pessimistic bound
//! of one move is at least the optimistic bound of every other move.
//!
//! Every state has a pessimistic and an optimistic bound, both backed up by minimax. The best move is
//! separated from the others by raising its pessimistic bound (*prove best*) or by lowering their optimistic
//! bounds (*disprove rest*).

use game::{Bounds, Cut, Game, Player};

use super::explicit::{ExplicitSearch, Method, NodeId, Tree, UNPROVEN, best_value};
use crate::budget::Stop;
use crate::expand::{Expander, Timed};
use crate::label::{Label, finite};
use crate::options::{OptionInfo, Options, Values};
use crate::range::Real;
use crate::searcher::{Searcher, Setup};
use crate::tree::Child;

/// The options.
pub const OPTIONS: &[OptionInfo] = &[OptionInfo {
    name: "spread",
    default: "0.5",
    values: Values::Real(Real::new(0.0, 1e6)),
    summary: "distance of the bounds from the estimate; with 2 the chosen move is proven to be a best one",
}];

/// A search with these options.
pub fn search<G: Game>(
    setup: Setup<G>,
    options: &Options,
) -> Result<impl Searcher<G> + use<G>, game::TextError> {
    let spread = options.number("spread")? as f32;
    Ok(ExplicitSearch::new(setup, BStar { spread }))
}

/// The method: separate one move from the others.
#[derive(Clone, Copy, Debug)]
struct BStar {
    spread: f32,
}

/// Bounds on the estimated value, and proven bounds on the gain, both from player 1's point of view.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Estimates {
    low: f32,
    high: f32,
    proven: Bounds,
}

impl Estimates {
    /// The optimistic bound from this player's point of view, so that larger is better.
    fn optimistic(self, player: Player) -> f32 {
        if player == Player::First { self.high } else { -self.low }
    }

    /// The pessimistic bound from this player's point of view, so that larger is better.
    fn pessimistic(self, player: Player) -> f32 {
        if player == Player::First { self.low } else { -self.high }
    }

    /// Whether the bounds coincide, so that no search can change them.
    fn is_point(self) -> bool {
        self.low == self.high
    }
}

/// The child with the best optimistic bound. Ties are broken by the pessimistic bound, then by the order of
/// moves.
fn most_optimistic<M: Copy>(tree: &Tree<M, Estimates>, id: NodeId) -> NodeId {
    let player = tree.player(id);
    let rank = |id: NodeId| (tree.label(id).optimistic(player), tree.label(id).pessimistic(player));
    let better = |a, b| if rank(b) > rank(a) { b } else { a };
    tree.children(id).reduce(better).expect("an expanded node has children")
}

/// The leaf from which the optimistic bound of a node is backed up, and its depth below the node's parent.
///
/// If the bounds of a state differ, those of its most optimistic child differ as well. The leaf below such a
/// state is therefore not terminal.
fn optimistic_leaf<M: Copy>(tree: &Tree<M, Estimates>, mut id: NodeId) -> (NodeId, u32) {
    let mut depth = 1;
    while tree.is_expanded(id) {
        (id, depth) = (most_optimistic(tree, id), depth + 1);
    }
    (id, depth)
}

impl<G: Game> Method<G> for BStar {
    type Label = Estimates;

    fn unknown(&self) -> Estimates {
        Estimates { low: -UNPROVEN, high: UNPROVEN, proven: Bounds::ANY }
    }

    fn label_children(
        &self,
        state: &G,
        expander: &mut Expander<G>,
        by: Timed<'_, G>,
        labels: &mut Vec<Estimates>,
    ) -> Result<usize, Cut> {
        let mut bounds = vec![[0.0; 2]; expander.leaves().len()];
        expander.bounds(state, by, self.spread, &mut bounds)?;
        let leaves = expander.leaves();
        labels.extend(expander.children().iter().map(|child| match *child {
            Child::Settled(rank) => {
                let proven = Bounds::exactly(rank.exact());
                Estimates { low: rank.value(), high: rank.value(), proven }
            }
            _ => Method::<G>::unknown(self),
        }));
        for (&index, bounds) in leaves.iter().zip(bounds) {
            let [low, high] = bounds.map(|bound| finite(bound).clamp(-UNPROVEN, UNPROVEN));
            labels[index as usize] = Estimates { low, high: high.max(low), proven: Bounds::ANY };
        }
        Ok(leaves.len())
    }

    /// Disproves the rest while that takes less work than proving the best. The work is measured by the
    /// squares of the depths of the leaves from which the optimistic bounds are backed up.
    fn next(&self, tree: &Tree<G::Move, Estimates>, _: NodeId) -> Result<NodeId, Stop> {
        if tree.label(NodeId::ROOT).proven.gain().is_some() {
            return Err(Stop::Resolved);
        }
        let player = tree.player(NodeId::ROOT);
        let best = most_optimistic(tree, NodeId::ROOT);
        let safe = tree.label(best).pessimistic(player);
        let optimistic = |id: &NodeId| tree.label(*id).optimistic(player);
        let rivals = tree.children(NodeId::ROOT).filter(|id| *id != best && optimistic(id) > safe);
        if rivals.clone().next().is_none() {
            return Err(Stop::Done);
        }
        let square = |(_, depth): (NodeId, u32)| u64::from(depth) * u64::from(depth);
        let proving = optimistic_leaf(tree, best);
        let disproving: u64 = rivals.clone().map(|rival| square(optimistic_leaf(tree, rival))).sum();
        let better = |a: NodeId, b: NodeId| if optimistic(&b) > optimistic(&a) { b } else { a };
        let strongest = rivals.reduce(better).filter(|&rival| !tree.label(rival).is_point());
        Ok(match strongest {
            Some(rival) if disproving < square(proving) => optimistic_leaf(tree, rival).0,
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

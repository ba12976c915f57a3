//! Implicit minimax back-ups: beside the mean of the results a node keeps the minimax of the evaluator's
//! values over the tree below it.

use game::Player;

use super::tree::{NodeId, Tree};

/// The value of a node becomes the best of its children's, if it has any.
pub fn back_up<M: Copy>(tree: &mut Tree<M>, id: NodeId, mover: Player) {
    let values = tree.children(id).iter().map(|child| child.value);
    let best = match mover {
        Player::First => values.reduce(f32::max),
        Player::Second => values.reduce(f32::min),
    };
    if let Some(best) = best {
        tree.node_mut(id).value = best;
    }
}

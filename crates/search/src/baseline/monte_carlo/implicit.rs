//! Implicit minimax back-ups: besides the mean result, a node stores the minimax of the evaluator's values
//! over its subtree.

use game::Player;

use super::tree::{NodeId, Tree};

/// Sets the value of a node to the best value of its children, if it has any.
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

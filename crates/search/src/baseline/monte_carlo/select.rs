//! The tree policy: the child that a simulation descends to.

use game::Player;

use super::settings::{Guide, Leaves, Settings};
use super::tree::{Amaf, Node, NodeId, Tree};

/// The UCT value of a child, from the point of view of the player to move.
///
/// UCT is the mean plus c sqrt(ln N / n), where N counts the visits of the parent and n those of the child.
struct Uct {
    sign: f32,
    /// c sqrt(ln N)
    bonus: f32,
}

impl Uct {
    fn new(exploration: f32, parent: &Node, mover: Player) -> Uct {
        let visits = parent.visits.max(1) as f32;
        Uct { sign: f32::from(mover.sign()), bonus: exploration * visits.ln().sqrt() }
    }

    /// The value of a child with this many visits. An unvisited child counts as visited once, because it has
    /// an initial value.
    #[inline]
    fn uct_value(&self, value: f32, visits: u32) -> f32 {
        self.sign * value + self.bonus / (visits.max(1) as f32).sqrt()
    }
}

/// The child of an expanded, unresolved node that a simulation goes to.
pub fn select<M: Copy>(settings: &Settings, tree: &mut Tree<M>, id: NodeId, mover: Player) -> NodeId {
    if settings.tries_all_first()
        && let Some(untried) = next_untried(tree, id, mover)
    {
        return untried;
    }
    let parent = tree.node(id);
    let uct = Uct::new(settings.exploration, parent, mover);
    match settings.guide {
        Guide::Mean if settings.leaves == Leaves::Playouts => {
            best_child(tree, id, mover, |_, child| uct.uct_value(child.mean(), child.visits))
        }
        // The evaluator's value counts as the first result.
        Guide::Mean => best_child(tree, id, mover, |_, child| {
            let mean = (child.total as f32 + child.value) / (child.visits + 1) as f32;
            uct.uct_value(mean, child.visits + 1)
        }),
        Guide::Minimax { weight } => best_child(tree, id, mover, |_, child| {
            let mean = if child.visits == 0 { child.value } else { child.mean() };
            uct.uct_value((1.0 - weight) * mean + weight * child.value, child.visits)
        }),
        Guide::Rave { equivalence } => {
            let weight = (equivalence / (3.0 * parent.visits as f32 + equivalence)).sqrt();
            let amaf = tree.amaf(id);
            best_child(tree, id, mover, |index, child| {
                rave(child, amaf[index], weight)
                    .map_or(f32::INFINITY, |value| uct.uct_value(value, child.visits))
            })
        }
    }
}

/// The mean of a child, mixed with its all-moves-as-first mean; `None` if there is neither.
#[inline]
fn rave(child: &Node, amaf: Amaf, weight: f32) -> Option<f32> {
    let as_first = (amaf.visits > 0).then(|| amaf.total / amaf.visits as f32);
    match (child.visits > 0, as_first) {
        (true, Some(as_first)) => Some(child.mean() + weight * (as_first - child.mean())),
        (true, None) => Some(child.mean()),
        (false, as_first) => as_first,
    }
}

impl Settings {
    /// Whether every child must be visited once before any child is visited again, because children have no
    /// initial value.
    fn tries_all_first(&self) -> bool {
        self.leaves == Leaves::Playouts && self.guide == Guide::Mean
    }
}

/// The next unvisited child. Blocks are in random order.
#[inline]
fn next_untried<M: Copy>(tree: &mut Tree<M>, id: NodeId, mover: Player) -> Option<NodeId> {
    let node = tree.node(id);
    let bounds = node.bounds;
    let mut tried = node.tried;
    let untried = loop {
        if tried == node.count {
            break None;
        }
        let child = NodeId(node.first + tried);
        tried += 1;
        if tree.node(child).bounds.may_improve(bounds, mover) {
            break Some(child);
        }
    };
    tree.node_mut(id).tried = tried;
    untried
}

/// The child with the largest UCT value among those that can still improve the bounds of their parent.
#[inline]
fn best_child<M: Copy>(
    tree: &Tree<M>,
    id: NodeId,
    mover: Player,
    uct_value: impl Fn(usize, &Node) -> f32,
) -> NodeId {
    let parent = tree.node(id);
    let (mut best, mut highest) = (None, f32::NEG_INFINITY);
    for (index, child) in tree.children(id).iter().enumerate() {
        if !child.bounds.may_improve(parent.bounds, mover) {
            continue;
        }
        let uct_value = uct_value(index, child);
        if uct_value > highest {
            (best, highest) = (Some(index), uct_value);
        }
    }
    NodeId(parent.first + best.expect("an unresolved node has a child that may improve its bounds") as u32)
}

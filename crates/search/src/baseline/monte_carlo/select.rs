//! The tree policy: which child a simulation goes to.

use game::Player;

use super::settings::{Guide, Leaves, Settings};
use super::tree::{Amaf, Node, NodeId, Tree};

/// How urgent it is to visit a child, the largest first, seen by the player who moves.
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

    /// For a child that was visited so often, or never, which counts as once: it has a first value then.
    #[inline]
    fn urgency(&self, value: f32, visits: u32) -> f32 {
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
            most_urgent(tree, id, mover, |_, child| uct.urgency(child.mean(), child.visits))
        }
        // The evaluator's value is a first result.
        Guide::Mean => most_urgent(tree, id, mover, |_, child| {
            let mean = (child.total as f32 + child.value) / (child.visits + 1) as f32;
            uct.urgency(mean, child.visits + 1)
        }),
        Guide::Minimax { weight } => most_urgent(tree, id, mover, |_, child| {
            let mean = if child.visits == 0 { child.value } else { child.mean() };
            uct.urgency((1.0 - weight) * mean + weight * child.value, child.visits)
        }),
        Guide::Rave { equivalence } => {
            let weight = (equivalence / (3.0 * parent.visits as f32 + equivalence)).sqrt();
            let amaf = tree.amaf(id);
            most_urgent(tree, id, mover, |index, child| {
                rave(child, amaf[index], weight)
                    .map_or(f32::INFINITY, |value| uct.urgency(value, child.visits))
            })
        }
    }
}

/// The mean of a child, mixed with that of all moves as first; `None` if there is neither.
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
    /// Without any first value, each child is visited once before any of them is visited again.
    fn tries_all_first(&self) -> bool {
        self.leaves == Leaves::Playouts && self.guide == Guide::Mean
    }
}

/// The next child whose first turn it is. Blocks are in random order.
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

/// The most urgent child that can still improve its parent.
#[inline]
fn most_urgent<M: Copy>(
    tree: &Tree<M>,
    id: NodeId,
    mover: Player,
    urgency: impl Fn(usize, &Node) -> f32,
) -> NodeId {
    let parent = tree.node(id);
    let (mut best, mut highest) = (None, f32::NEG_INFINITY);
    for (index, child) in tree.children(id).iter().enumerate() {
        if !child.bounds.may_improve(parent.bounds, mover) {
            continue;
        }
        let urgency = urgency(index, child);
        if urgency > highest {
            (best, highest) = (Some(index), urgency);
        }
    }
    NodeId(parent.first + best.expect("an unresolved node has a child that may improve it") as u32)
}

//! `conspiracy`, conspiracy-number search (McAllester 1988, Schaeffer 1990): how many leaves would have to
//! change for the root to get another value?
//!
//! Values fall into buckets. For every bucket, a node stores the least number of leaves that must change (the
//! conspirators) for its value to fall into that bucket. Values of the root that need more conspirators than
//! the threshold are unlikely; the search continues until only one value is likely.

use game::{Bounds, Cut, Game, Player};

use super::explicit::{ExplicitSearch, Method, NodeId, Tree, UNPROVEN, best_value};
use crate::budget::Stop;
use crate::expand::{Expander, Timed};
use crate::label::Label;
use crate::options::{OptionInfo, Options, Values};
use crate::range::Whole;
use crate::searcher::{Searcher, Setup};
use crate::tree::Child;

/// The options.
pub const OPTIONS: &[OptionInfo] = &[OptionInfo {
    name: "threshold",
    default: "3",
    values: Values::Whole(Whole::new(1, MAX_THRESHOLD)),
    summary: "values of the root that need more conspirators than this are ruled out",
}];

/// A search with these options.
pub fn search<G: Game>(
    setup: Setup<G>,
    options: &Options,
) -> Result<impl Searcher<G> + use<G>, game::TextError> {
    let threshold = options.count("threshold")? as u16;
    Ok(ExplicitSearch::new(setup, Conspiracy { threshold }))
}

/// The largest threshold. Larger numbers of conspirators are not distinguished.
const MAX_THRESHOLD: u64 = 60_000;

/// Lost, won, and estimates in between in steps of about a tenth. The number is odd, so that 0 is in the
/// middle of a bucket.
const BUCKETS: usize = 21;

/// No number of leaves suffices.
const IMPOSSIBLE: u16 = u16::MAX;

/// The bucket of a value. The first and the last bucket are for terminal states.
fn bucket(value: f32) -> usize {
    let inner = (BUCKETS - 2) as f32;
    let step = ((value + 1.0) / 2.0 * inner).floor().clamp(0.0, inner - 1.0) as usize;
    if value >= 1.0 {
        BUCKETS - 1
    } else if value <= -1.0 {
        0
    } else {
        1 + step
    }
}

/// The method: narrow the range of likely values.
#[derive(Clone, Copy, Debug)]
struct Conspiracy {
    threshold: u16,
}

/// A value, and for every bucket the number of leaves that must change to reach it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Conspirators {
    value: f32,
    needed: [u16; BUCKETS],
    proven: Bounds,
}

impl Conspirators {
    /// The numbers of a node without children: an unproven leaf may change to any value, a terminal state to
    /// none.
    fn single(value: f32, proven: Bounds) -> Conspirators {
        let mut needed = [if proven.gain().is_some() { IMPOSSIBLE } else { 1 }; BUCKETS];
        needed[bucket(value)] = 0;
        Conspirators { value, needed, proven }
    }

    /// To move the value in its own favour, a player needs one child; the opponent needs all children that
    /// are in the way.
    fn back_up(player: Player, children: impl Iterator<Item = Conspirators> + Clone) -> Conspirators {
        let value = best_value(player, children.clone().map(|child| child.value));
        let current = bucket(value);
        let needed = std::array::from_fn(|to| {
            let each = children.clone().filter(|child| child.must_move(to, to > current));
            let each = each.map(|child| child.needed[to]);
            if to == current {
                0
            } else if player.prefers(to, current) {
                each.min().unwrap_or(IMPOSSIBLE)
            } else {
                each.fold(0, sum)
            }
        });
        let proven = Bounds::back_up(player, children.map(|child| child.proven));
        Conspirators { value, needed, proven }
    }

    /// Whether the value would have to move in this direction to reach the bucket.
    fn must_move(&self, to: usize, up: bool) -> bool {
        if up { bucket(self.value) < to } else { bucket(self.value) > to }
    }
}

impl Conspiracy {
    /// The likely value of the root that is farthest from the current one. The larger value wins a tie.
    fn target(&self, root: &Conspirators) -> Option<usize> {
        let current = bucket(root.value);
        let likely = (0..BUCKETS).filter(|&to| to != current && root.needed[to] <= self.threshold);
        likely.max_by_key(|&to| to.abs_diff(current))
    }
}

impl<G: Game> Method<G> for Conspiracy {
    type Label = Conspirators;

    fn unknown(&self) -> Conspirators {
        Conspirators::single(0.0, Bounds::ANY)
    }

    fn label_children(
        &self,
        state: &G,
        expander: &mut Expander<G>,
        by: Timed<'_, G>,
        labels: &mut Vec<Conspirators>,
    ) -> Result<usize, Cut> {
        let evaluations = expander.evaluate(state, by)?;
        labels.extend(expander.children().iter().map(|child| match *child {
            Child::Settled(rank) => {
                let proven = Bounds::exactly(rank.exact());
                Conspirators::single(rank.value(), proven)
            }
            Child::Leaf(value) => Conspirators::single(value.clamp(-UNPROVEN, UNPROVEN), Bounds::ANY),
            Child::Known(_) => unreachable!("an explicit tree has no transpositions"),
        }));
        Ok(evaluations)
    }

    /// A leaf of the smallest conspiracy for the target value: at each node, descends to the child that must
    /// change and needs the fewest conspirators.
    fn next(&self, tree: &Tree<G::Move, Conspirators>, _: NodeId) -> Result<NodeId, Stop> {
        let root = tree.label(NodeId::ROOT);
        if root.proven.gain().is_some() {
            return Err(Stop::Resolved);
        }
        let target = self.target(&root).ok_or(Stop::Done)?;
        let up = root.must_move(target, true);
        let mut id = NodeId::ROOT;
        while tree.is_expanded(id) {
            let movers = tree.children(id).filter(|&child| tree.label(child).must_move(target, up));
            let easiest = movers.min_by_key(|&child| tree.label(child).needed[target]);
            id = easiest.expect("a value can only change if a child can");
        }
        Ok(id)
    }

    fn back_up(&self, player: Player, children: impl Iterator<Item = Conspirators> + Clone) -> Conspirators {
        Conspirators::back_up(player, children)
    }

    fn seen(&self, label: Conspirators) -> Label {
        Label::of(label.proven, label.value)
    }
}

/// A sum that is impossible iff a part of it is.
fn sum(a: u16, b: u16) -> u16 {
    if a == IMPOSSIBLE || b == IMPOSSIBLE { IMPOSSIBLE } else { a.saturating_add(b).min(IMPOSSIBLE - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_terminal_states_are_in_the_outer_buckets() {
        assert_eq!((bucket(-1.0), bucket(-UNPROVEN)), (0, 1));
        assert_eq!((bucket(UNPROVEN), bucket(1.0), bucket(2.0)), (BUCKETS - 2, BUCKETS - 1, BUCKETS - 1));
        assert_eq!(bucket(0.0), BUCKETS / 2);
        assert_eq!((bucket(0.04), bucket(-0.04)), (BUCKETS / 2, BUCKETS / 2));
    }

    /// McAllester's rule on a node with three leaves.
    #[test]
    fn one_conspirator_raises_a_maximum_and_all_lower_it() {
        let leaf = |value| Conspirators::single(value, Bounds::ANY);
        let children = [leaf(0.5), leaf(0.5), leaf(0.0)];
        let node = Conspirators::back_up(Player::First, children.into_iter());
        assert_eq!(node.needed[BUCKETS - 1], 1);
        assert_eq!(node.needed[BUCKETS / 2], 2);
        assert_eq!(node.needed[0], 3);
    }
}

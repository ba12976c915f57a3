//! `conspiracy`, conspiracy-number search (McAllester 1988, Schaeffer 1990): how many leaves would have to
//! be wrong for the root to be worth something else?
//!
//! Values fall into buckets. For every bucket a node carries the least number of leaves that must change for
//! its value to get there. A value of the root that needs more conspirators than the threshold is unlikely;
//! the search goes on until only one is left.

use game::{Bounds, Game, Player};

use super::explicit::{ExplicitSearch, Method, NodeId, Tree, UNPROVEN, best_value};
use crate::budget::Stop;
use crate::expand::Expander;
use crate::label::Label;
use crate::options::{OptionInfo, Options};
use crate::searcher::{Searcher, Setup};
use crate::tree::Child;
use game::evaluate::Evaluator;

/// What can be set.
pub const OPTIONS: &[OptionInfo] = &[OptionInfo {
    name: "threshold",
    default: "3",
    summary: "a value of the root that needs more conspirators than this is out of the question",
}];

/// A search with these options.
pub fn search<G: Game>(
    setup: Setup<G>,
    options: &Options,
) -> Result<impl Searcher<G> + use<G>, game::TextError> {
    let threshold = options.count("threshold", 1, MAX_THRESHOLD)? as u16;
    Ok(ExplicitSearch::new(setup, Conspiracy { threshold }))
}

/// The largest threshold; more conspirators than this are not told apart.
const MAX_THRESHOLD: u32 = 60_000;

/// Lost, won, and estimates between them in steps of about a tenth. An odd number, so that 0 is in the middle
/// of a bucket.
const BUCKETS: usize = 21;

/// No number of leaves is enough.
const IMPOSSIBLE: u16 = u16::MAX;

/// The bucket of a value: the first and the last are for games that are over.
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

/// Narrows the range of likely values.
#[derive(Clone, Copy, Debug)]
struct Conspiracy {
    threshold: u16,
}

/// A value, and how many leaves must change for any other.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Conspirators {
    value: f32,
    needed: [u16; BUCKETS],
    proven: Bounds,
}

impl Conspirators {
    /// One node alone: a leaf may change to anything, a finished game to nothing.
    fn alone(value: f32, proven: Bounds) -> Conspirators {
        let mut needed = [if proven.gain().is_some() { IMPOSSIBLE } else { 1 }; BUCKETS];
        needed[bucket(value)] = 0;
        Conspirators { value, needed, proven }
    }

    /// To move a value in its own favour the player needs one child, the opponent needs all that are in the
    /// way.
    fn back_up(player: Player, children: impl Iterator<Item = Conspirators> + Clone) -> Conspirators {
        let value = best_value(player, children.clone().map(|child| child.value));
        let here = bucket(value);
        let needed = std::array::from_fn(|to| {
            let each = children.clone().filter(|child| child.must_move(to, to > here));
            let each = each.map(|child| child.needed[to]);
            if to == here {
                0
            } else if player.prefers(to, here) {
                each.min().unwrap_or(IMPOSSIBLE)
            } else {
                each.fold(0, sum)
            }
        });
        let proven = Bounds::back_up(player, children.map(|child| child.proven));
        Conspirators { value, needed, proven }
    }

    /// The value would have to move this way to get to the bucket: up if it is above.
    fn must_move(&self, to: usize, up: bool) -> bool {
        if up { bucket(self.value) < to } else { bucket(self.value) > to }
    }
}

impl Conspiracy {
    /// The value of the root that is likely and farthest from the present one; the larger of two.
    fn target(&self, root: &Conspirators) -> Option<usize> {
        let here = bucket(root.value);
        let likely = (0..BUCKETS).filter(|&to| to != here && root.needed[to] <= self.threshold);
        likely.max_by_key(|&to| to.abs_diff(here))
    }
}

impl<G: Game> Method<G> for Conspiracy {
    type Label = Conspirators;

    fn unknown(&self) -> Conspirators {
        Conspirators::alone(0.0, Bounds::ANY)
    }

    fn look(
        &self,
        state: &G,
        expander: &mut Expander<G>,
        evaluator: &dyn Evaluator<G>,
        labels: &mut Vec<Conspirators>,
    ) -> usize {
        let evaluations = expander.evaluate(state, evaluator);
        labels.extend(expander.children().iter().map(|child| match *child {
            Child::Settled(rank) => {
                let proven = Bounds::exactly(rank.exact());
                Conspirators::alone(rank.value(), proven)
            }
            Child::Leaf(value) => Conspirators::alone(value.clamp(-UNPROVEN, UNPROVEN), Bounds::ANY),
            Child::Known(_) => unreachable!("an explicit tree knows no transpositions"),
        }));
        evaluations
    }

    /// A leaf of the smallest conspiracy for the target: from node to node to the child that must move and
    /// needs the fewest.
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
            id = easiest.expect("a value that can move has a child that can");
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
    fn only_finished_games_are_in_the_outer_buckets() {
        assert_eq!((bucket(-1.0), bucket(-UNPROVEN)), (0, 1));
        assert_eq!((bucket(UNPROVEN), bucket(1.0), bucket(2.0)), (BUCKETS - 2, BUCKETS - 1, BUCKETS - 1));
        assert_eq!(bucket(0.0), BUCKETS / 2);
        assert_eq!((bucket(0.04), bucket(-0.04)), (BUCKETS / 2, BUCKETS / 2));
    }

    /// McAllester's rule on a tree of three leaves: one conspirator raises a maximum, all must lower it.
    #[test]
    fn one_conspirator_raises_a_maximum_and_all_lower_it() {
        let leaf = |value| Conspirators::alone(value, Bounds::ANY);
        let children = [leaf(0.5), leaf(0.5), leaf(0.0)];
        let node = Conspirators::back_up(Player::First, children.into_iter());
        assert_eq!(node.needed[BUCKETS - 1], 1);
        assert_eq!(node.needed[BUCKETS / 2], 2);
        assert_eq!(node.needed[0], 3);
    }
}

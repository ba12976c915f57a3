//! The two free choices of the class: how far an iteration goes, and where.
//!
//! Whatever they are, the algorithm is complete (Theorem 9): it resolves the root within 2|S| iterations (Proposition 8),
//! and then c is the minimax value (Proposition 6). A member of the class is one file here with one `impl Policy`.

mod descent;
mod random;
mod ubfm;
mod uct;

use game::children::{Keys, Standing};
use game::{Game, Player};

pub use descent::Descent;
pub use random::Random;
pub use ubfm::Ubfm;
pub use uct::UbfmUct;

use crate::tree::{Candidate, NodeId, Survey, Tree};

/// A member of the class of Unbounded Minimax-based algorithms (Algorithm 4 of the paper).
pub trait Policy<G: Game>: Send {
    /// `continue(s, S_p, T)` of Algorithm 4: whether the iteration goes on below a state that it has just expanded.
    fn keep_going(&mut self, at: &Visit<'_, G>) -> bool;

    /// `calculate_priority_child(s, A, S_p, T)` of Algorithm 4: which of the unresolved children the iteration goes to.
    fn priority_child(&mut self, at: &Visit<'_, G>) -> Candidate;

    /// The same member of the class for another worker.
    fn for_worker(&self, number: u64) -> Box<dyn Policy<G>>;

    /// Whether [`Policy::priority_child`] is always [`Visit::best`]. Then the next iteration takes the same
    /// way down as long as values stay in order, and need not be walked again from the root.
    fn goes_to_the_best(&self) -> bool {
        false
    }

    /// How many pseudo-random numbers it has drawn so far.
    fn drawn(&self) -> u64 {
        0
    }

    /// Draws numbers until there are so many in all: from there on it chooses as the one that was saved.
    fn draw_until(&mut self, _drawn: u64) {}
}

/// A state during an iteration, as a policy sees it. It has at least one unresolved child: A of Algorithm 4 is never empty
/// (proof of Lemma 7).
pub struct Visit<'a, G: Game> {
    pub(crate) tree: &'a Tree,
    pub(crate) node: NodeId,
    pub(crate) survey: &'a Survey,
    /// The state itself.
    pub state: &'a G,
}

impl<G: Game> Visit<'_, G> {
    /// The player to move.
    pub fn player(&self) -> Player {
        self.state.turn()
    }

    /// The best unresolved child by (c, v) (`completed_best_action` of Algorithm 3), then by fewer selections, then the
    /// earlier one. It is known without looking at the others.
    pub fn best(&self) -> Candidate {
        self.survey.best.expect("a state that is visited has an unresolved child")
    }

    /// All unresolved children, in the order of the child list.
    pub fn unresolved(&self) -> Vec<Candidate> {
        let mut all = self.tree.hold(self.node).unresolved();
        if all.is_empty() {
            // Other workers have resolved them since this one looked.
            all.extend(self.survey.best);
        }
        all
    }

    /// The state of a child.
    #[inline]
    pub(crate) fn after(&self, child: Candidate) -> G {
        let mut after = self.state.clone();
        after.play(self.tree.move_to(self.node, child.index));
        after
    }

    /// The same in the memory of a state that is not needed any more, and what the walk asks of it.
    #[inline]
    pub(crate) fn after_in(&self, child: Candidate, keys: Keys, spare: &mut Vec<G>) -> (G, Standing) {
        let mut after = spare.pop().unwrap_or_else(|| self.state.clone());
        let standing = after.advance(self.state, self.tree.move_to(self.node, child.index), keys);
        (after, standing)
    }

    /// The best of the unresolved children that are wanted, in the order of [`Visit::best`].
    pub(crate) fn best_of(&self, wants: impl Fn(&Candidate) -> bool) -> Option<Candidate> {
        let player = self.player();
        let wanted = self.unresolved().into_iter().filter(wants);
        wanted.reduce(|best, other| if other.goes_before(&best, player) { other } else { best })
    }
}

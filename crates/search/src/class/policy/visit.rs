//! A state during an iteration, as a policy sees it.

use game::{AnyState, Game, Player};

use crate::label::Label;
use crate::tree::Candidate;

/// A state during an iteration, and the search around it: *s*, *A*, *S_p* and *T* of Algorithm 4. It has at least one
/// unresolved child: A is never empty (proof of Lemma 7).
///
/// Everything here is as it is in a walk from the root in this very iteration. Nothing allocates in the long run.
pub struct Visit<'a, G: Game> {
    /// The state itself.
    pub state: &'a G,
    search: &'a dyn SearchState<G>,
}

/// A state above the one that is visited.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step<'a, G: Game> {
    /// The state.
    pub state: &'a G,
    /// Its c, v and r.
    pub label: Label,
    /// The move that this iteration plays there.
    pub m: G::Move,
    /// How often that move was selected there, this time included.
    pub selections: u32,
}

/// What a search shows of itself while it visits a state. The fast walk and the reference implement it.
pub(crate) trait SearchState<G: Game> {
    fn best(&self) -> Candidate;
    fn second_best(&self) -> Option<Candidate>;
    fn unresolved(&self) -> &[Candidate];
    fn contenders(&self) -> &[Candidate];
    fn move_to(&self, child: Candidate) -> G::Move;
    fn label_of(&self, state: &G) -> Option<Label>;
    fn ply(&self) -> usize;
    fn step(&self, ply: usize) -> Step<'_, G>;
    fn iteration(&self) -> u64;
    fn states(&self) -> usize;
}

impl<'a, G: Game> Visit<'a, G> {
    pub(crate) fn new(state: &'a G, search: &'a dyn SearchState<G>) -> Self {
        Visit { state, search }
    }

    /// The player to move.
    pub fn player(&self) -> Player {
        self.state.turn()
    }

    /// The best unresolved child by (c, v) (`completed_best_action` of Algorithm 3), then by fewer selections, then the
    /// earlier one. It is known without looking at the others.
    pub fn best(&self) -> Candidate {
        self.search.best()
    }

    /// The best of the other unresolved children, in the same order.
    pub fn second_best(&self) -> Option<Candidate> {
        self.search.second_best()
    }

    /// All unresolved children, in the order of the child list: A of Algorithm 4.
    pub fn unresolved(&self) -> &[Candidate] {
        self.search.unresolved()
    }

    /// The unresolved children that are expanded, in any order, and the best one of those that are not. The latter were
    /// never selected and differ in v alone: where the best v goes first among them, there is no need to look at the
    /// others, which are most of the children.
    pub fn contenders(&self) -> &[Candidate] {
        self.search.contenders()
    }

    /// The move to a child.
    pub fn move_to(&self, child: Candidate) -> G::Move {
        self.search.move_to(child)
    }

    /// The state of a child.
    pub fn after(&self, child: Candidate) -> G {
        let mut after = self.state.clone();
        after.play(self.move_to(child));
        after
    }

    /// c, v and r of any state in the tree; `None` if it is not expanded.
    pub fn label_of(&self, state: &G) -> Option<Label> {
        self.search.label_of(state)
    }

    /// How many moves the root is away.
    pub fn ply(&self) -> usize {
        self.search.ply()
    }

    /// The states from the root to the parent of this one, with the moves that lead here.
    pub fn path(&self) -> impl ExactSizeIterator<Item = Step<'_, G>> + DoubleEndedIterator {
        (0..self.ply()).map(|ply| self.search.step(ply))
    }

    /// The number of this iteration, counted from 1. Each worker counts its own.
    pub fn iteration(&self) -> u64 {
        self.search.iteration()
    }

    /// How many states are expanded: the size of the tree.
    pub fn states(&self) -> usize {
        self.search.states()
    }
}

impl<'a> Visit<'a, AnyState> {
    /// The state in its own type; `None` if it belongs to another game.
    ///
    /// ```
    /// use game::{AnyState, Game, Player};
    /// use games::nim::Nim;
    /// use search::{Pick, Policy, Visit};
    ///
    /// /// Goes on in Nim where the second player is to move, and is `ubfm` in other games.
    /// struct Patient;
    ///
    /// impl Policy<AnyState> for Patient {
    ///     fn keep_going(&mut self, at: &Visit<'_, AnyState>) -> bool {
    ///         at.state_as::<Nim>().is_some_and(|nim| nim.turn() == Player::Second)
    ///     }
    ///
    ///     fn priority_child(&mut self, at: &Visit<'_, AnyState>) -> Pick {
    ///         Pick::best(at)
    ///     }
    ///
    ///     fn for_worker(&self, _: u64) -> Box<dyn Policy<AnyState>> {
    ///         Box::new(Patient)
    ///     }
    /// }
    /// ```
    ///
    /// The states of [`Visit::path`] and [`Visit::after`] have a type, too: see [`AnyState::downcast`].
    pub fn state_as<G: Game>(&self) -> Option<&'a G> {
        self.state.downcast()
    }
}

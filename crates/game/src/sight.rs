//! What a game sees in a state without a search.

use crate::{Bounds, Game, ProofRule};

/// What a state shows at first sight, in a game with moves of type `M`. All of it is optional.
///
/// The first four methods are *certain*: a solver takes their word, so a wrong one is a wrong proof. They speak of best
/// play to the end of the game. A game around another one must not repeat what the inner game is sure of unless its
/// own rules leave it true.
pub trait Sight<M>: Sized {
    /// A move that wins at once, where the game sees one without playing every move. `None` says nothing.
    #[inline]
    fn winning_move(&self) -> Option<M> {
        None
    }

    /// What is certain of the gain under best play from a state that is not terminal, without a search.
    #[inline]
    fn bounds(&self) -> Bounds {
        Bounds::ANY
    }

    /// What is certain of the gain after each of these legal moves, where one closer look at this state shows more than
    /// the [bounds](Sight::bounds) of every child do. Nothing is appended where there is no such look.
    #[inline]
    fn prospects(&self, _moves: &[M], _out: &mut Vec<Bounds>) {}

    /// Takes moves out of the list of all legal moves that the value of this state does not depend on: of those that
    /// stay, one is at least as good for the player to move as any that goes.
    #[inline]
    fn prune(&self, _moves: &mut Vec<M>) {}

    /// The rule by which certificates prove states of this game without playing them out, if it has one.
    fn proof_rule(&self) -> Option<Box<dyn ProofRule<Self>>>
    where
        Self: Game,
    {
        None
    }

    /// An estimate of a state that is not terminal, seen by player 1, if the game brings one of its own.
    /// It is a function of the state alone.
    fn estimate(&self) -> Option<f32> {
        None
    }

    /// How many moves each player would have if it were to move, where that shows who is better off.
    fn mobility(&self) -> Option<[u32; 2]> {
        None
    }

    /// Whether a legal move changes so much at once, such as a capture, that the state before it should not be
    /// judged without a look at it.
    fn is_forcing(&self, _m: M) -> bool {
        false
    }

    /// The same state with the opponent to move, where a pass makes sense to a search that asks "what if": not
    /// at the end of the game, not where it would end it, not within a turn of several moves, not in check.
    /// It need not be a legal move.
    fn pass(&self) -> Option<Self> {
        None
    }
}

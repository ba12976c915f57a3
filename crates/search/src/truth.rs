//! What needs no search.

use game::{Bounds, Game};

/// What is certain of a state at first sight: the game is over, or a move wins at once, or the game itself
/// knows bounds.
#[inline]
pub fn at_sight<G: Game>(state: &G) -> Bounds {
    if let Some(outcome) = state.outcome() {
        Bounds::of(outcome)
    } else if state.winning_move().is_some() {
        Bounds::win(state.turn())
    } else {
        state.bounds()
    }
}

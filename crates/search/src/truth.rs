//! What needs no search.

use game::{Bounds, Game};

use crate::label::{Completion, Label};

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

/// The label of a state that needs no search, if it is one. Without completion, and where every state is to
/// get its value, only the rules say.
#[inline]
pub fn label<G: Game>(state: &G, completion: Completion) -> Option<Label> {
    if let Some(outcome) = state.outcome() {
        return Some(completion.terminal(outcome, state.score()));
    }
    let gain = (completion == Completion::On).then(|| at_sight(state).gain())??;
    Some(Label { exact: gain, value: f32::from(gain), resolved: true })
}

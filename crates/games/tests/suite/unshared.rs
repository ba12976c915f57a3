//! The minimax value without a table: every line is walked by itself, so that no two states are ever taken
//! for the same.

use game::{Game, Player};

/// The gain of player 1 under best play.
pub fn value<G: Game>(state: &G) -> i8 {
    if let Some(outcome) = state.outcome() {
        return outcome.gain();
    }
    let mut moves = Vec::new();
    state.moves(&mut moves);
    let values = moves.into_iter().map(|m| {
        let mut child = state.clone();
        child.play(m);
        value(&child)
    });
    let best = match state.turn() {
        Player::First => values.max(),
        Player::Second => values.min(),
    };
    best.expect("a game that is not over has moves")
}

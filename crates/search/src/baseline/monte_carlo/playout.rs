//! Random games: the estimate that every game brings by its rules alone.

use game::{Game, Player, Rng};

/// Plays random moves to the end of the game and returns the gain of player 1. `see` is told every move and
/// who played it.
#[inline]
pub fn playout<G: Game>(
    mut state: G,
    rng: &mut Rng,
    buffer: &mut Vec<G::Move>,
    mut see: impl FnMut(Player, G::Move),
) -> i8 {
    loop {
        if let Some(outcome) = state.outcome() {
            return outcome.gain();
        }
        let m = state.random_move(rng, buffer);
        see(state.turn(), m);
        state.play(m);
    }
}

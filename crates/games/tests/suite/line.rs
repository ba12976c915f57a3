//! Lines of play as people write them.

use game::Game;

/// Plays on; the game must not end before the last of the moves.
pub fn after<G: Game>(mut state: G, moves: &str) -> G {
    for word in moves.split_whitespace() {
        assert_eq!(state.outcome(), None, "before {word}");
        state.play(state.parse_move(word).unwrap_or_else(|error| panic!("{}: {error}", state.position())));
    }
    state
}

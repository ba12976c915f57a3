//! Minimax of a few moves that knows nothing but the rules: it sees the traps that sampling stumbles into.

use game::{Bounds, Game};

/// What the ends of the game within `depth` moves prove of a state. `moves` is a stack of moves, left as
/// it was found.
pub fn bounds<G: Game>(state: &G, depth: u32, moves: &mut Vec<G::Move>) -> Bounds {
    if let Some(outcome) = state.outcome() {
        return Bounds::exactly(outcome.gain());
    }
    if depth == 0 {
        return Bounds::ANY;
    }
    let (mover, begin) = (state.turn(), moves.len());
    state.moves(moves);
    let mut best = Bounds::win(mover.other());
    for index in begin..moves.len() {
        let mut child = state.clone();
        child.play(moves[index]);
        best = best.or(bounds(&child, depth - 1, moves), mover);
        if best == Bounds::win(mover) {
            break;
        }
    }
    moves.truncate(begin);
    best
}

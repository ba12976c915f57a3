//! A shallow minimax search without an evaluator: it finds the traps that sampling misses.

use game::{Bounds, Game};

/// The bounds of a state that the ends of the game within `depth` moves prove. `moves` is a stack of moves;
/// it is returned unchanged.
pub fn bounds<G: Game>(state: &G, depth: u32, moves: &mut Vec<G::Move>) -> Bounds {
    if let Some(outcome) = state.outcome() {
        return Bounds::exactly(outcome.gain());
    }
    if depth == 0 {
        return Bounds::ANY;
    }
    let (mover, start) = (state.turn(), moves.len());
    state.moves(moves);
    let mut best = Bounds::win(mover.other());
    for index in start..moves.len() {
        let mut child = state.clone();
        child.play(moves[index]);
        best = best.or(bounds(&child, depth - 1, moves), mover);
        if best == Bounds::win(mover) {
            break;
        }
    }
    moves.truncate(start);
    best
}

//! Counting lines of play: the usual check of a move generator against another one.

use std::collections::HashSet;

use crate::{Game, Key};

/// What one step of a count is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A single decision.
    Decision,
    /// All decisions of a player until the other one is to move. Turns that end in the same state are one.
    Turn,
}

/// The number of lines of `depth` steps. A finished game has no continuation.
pub fn count<G: Game>(state: &G, depth: u32, unit: Unit) -> u64 {
    match unit {
        Unit::Decision => decisions(state, depth, &mut Vec::new()),
        Unit::Turn => turns(state, depth, &G::key),
    }
}

/// `moves` is one buffer for the whole recursion: each level uses the part behind its caller's.
fn decisions<G: Game>(state: &G, depth: u32, moves: &mut Vec<G::Move>) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth == 1 {
        return count_behind(state, moves);
    }
    let start = moves.len();
    state.moves(moves);
    let mut total = 0;
    for i in start..moves.len() {
        let mut child = state.clone();
        child.play(moves[i]);
        total += decisions(&child, depth - 1, moves);
    }
    moves.truncate(start);
    total
}

/// Bulk counting at the leaves. [`Game::count_moves`] clears its buffer, so it gets one of its own.
fn count_behind<G: Game>(state: &G, moves: &mut Vec<G::Move>) -> u64 {
    let mut spare = moves.split_off(moves.len());
    state.count_moves(&mut spare) as u64
}

/// The number of lines of `depth` turns; states with the same `identity` are one. That is the key, unless the
/// key also distinguishes what is not part of the board, such as a number of decisions.
pub fn turns<G: Game>(state: &G, depth: u32, identity: &impl Fn(&G) -> Key) -> u64 {
    if depth == 0 {
        return 1;
    }
    let (mut seen, mut ends) = (HashSet::new(), Vec::new());
    let mut open = vec![state.clone()];
    let mut moves = Vec::new();
    while let Some(within) = open.pop() {
        moves.clear();
        within.moves(&mut moves);
        for &m in &moves {
            let mut child = within.clone();
            child.play(m);
            if seen.insert(identity(&child)) {
                let ended = child.turn() != state.turn() || child.outcome().is_some();
                if ended { ends.push(child) } else { open.push(child) }
            }
        }
    }
    match depth {
        1 => ends.len() as u64,
        _ => ends.iter().map(|end| turns(end, depth - 1, identity)).sum(),
    }
}

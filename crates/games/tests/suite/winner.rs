//! Who wins a game without draws, by a search that stops at the first winning move.

use std::collections::HashMap;

use game::{Game, Key, Outcome, Player};

/// The winner under best play.
pub fn winner<G: Game>(start: &G) -> Player {
    search(start, &mut HashMap::new())
}

fn search<G: Game>(state: &G, known: &mut HashMap<Key, Player>) -> Player {
    match state.outcome() {
        Some(Outcome::Win(player)) => return player,
        Some(Outcome::Draw) => panic!("this game has draws"),
        None => {}
    }
    if let Some(&player) = known.get(&state.key()) {
        return player;
    }
    let (mut moves, mover) = (Vec::new(), state.turn());
    state.moves(&mut moves);
    let wins = moves.into_iter().any(|m| {
        let mut child = state.clone();
        child.play(m);
        search(&child, known) == mover
    });
    let player = if wins { mover } else { mover.other() };
    known.insert(state.key(), player);
    player
}

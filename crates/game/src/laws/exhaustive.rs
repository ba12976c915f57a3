//! The value of a small game without any search of ours, to hold the search against.

use std::collections::HashMap;

use super::after;
use crate::{Game, Player};

/// The minimax value by plain exhaustive search, for tests: the gain of player 1 under best play.
/// Memory and time grow with the number of reachable states.
pub fn exhaustive_value<G: Game>(start: &G) -> i8 {
    exhaustive_value_within(start, usize::MAX).expect("no search has that many states")
}

/// The same, or `None` where more than `most` states would have to be looked at.
pub fn exhaustive_value_within<G: Game>(start: &G, most: usize) -> Option<i8> {
    enum Visit<G> {
        Enter(G),
        Leave(G),
    }
    let mut known: HashMap<G, i8> = HashMap::new();
    let mut stack = vec![Visit::Enter(start.clone())];
    let (mut moves, mut entered) = (Vec::new(), 0);
    while let Some(visit) = stack.pop() {
        match visit {
            Visit::Enter(state) if known.contains_key(&state) => {}
            Visit::Enter(_) if entered == most => return None,
            Visit::Enter(state) => {
                entered += 1;
                match state.outcome() {
                    Some(outcome) => drop(known.insert(state, outcome.gain())),
                    None => {
                        moves.clear();
                        state.moves(&mut moves);
                        let children: Vec<G> = moves.iter().map(|&m| after(&state, m)).collect();
                        stack.push(Visit::Leave(state));
                        stack.extend(children.into_iter().map(Visit::Enter));
                    }
                }
            }
            Visit::Leave(state) => {
                moves.clear();
                state.moves(&mut moves);
                let values = moves.iter().map(|&m| known[&after(&state, m)]);
                let value = match state.turn() {
                    Player::First => values.max(),
                    Player::Second => values.min(),
                };
                known.insert(state, value.expect("a state that was entered and is not over has moves"));
            }
        }
    }
    Some(known[start])
}

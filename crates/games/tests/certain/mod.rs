//! What games claim to be certain, held against exhaustive search on the late states of random games.

use game::laws::exhaustive_value_within;
use game::{Bounds, Game, Outcome, Rng};

/// Plays random games and checks their states from the last one back, as far as an exhaustive search of `most`
/// states goes: the bounds hold the value. Returns how many bounds said something.
pub fn check<G: Game>(start: &G, games: usize, most: usize) -> usize {
    let (mut rng, mut telling) = (Rng::new(11), 0);
    for _ in 0..games {
        let line = random_game(start, &mut rng);
        for state in line.iter().rev() {
            let Some(value) = exhaustive_value_within(state, most) else { break };
            let Bounds { at_least, at_most } = state.bounds();
            assert!((at_least..=at_most).contains(&value), "{value} at {}", state.position());
            telling += usize::from(state.bounds() != Bounds::ANY);
        }
    }
    telling
}

/// On all states of random games: a winning move is there iff a move wins.
#[allow(dead_code, reason = "not every game sees its winning moves")]
pub fn all_wins_are_seen<G: Game>(start: &G, games: usize) {
    let (mut rng, mut moves) = (Rng::new(12), Vec::new());
    for state in (0..games).flat_map(|_| random_game(start, &mut rng)) {
        moves.clear();
        state.moves(&mut moves);
        let wins = moves.iter().any(|&m| {
            let mut child = state.clone();
            child.play(m);
            child.outcome() == Some(Outcome::Win(state.turn()))
        });
        assert_eq!(state.winning_move().is_some(), wins, "{}", state.position());
    }
}

/// The states of a random game, but not its end.
fn random_game<G: Game>(start: &G, rng: &mut Rng) -> Vec<G> {
    let (mut state, mut line, mut moves) = (start.clone(), Vec::new(), Vec::new());
    while state.outcome().is_none() {
        line.push(state.clone());
        moves.clear();
        state.moves(&mut moves);
        state.play(rng.pick(&moves));
    }
    line
}

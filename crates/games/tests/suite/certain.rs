//! What games claim to be certain, held against exhaustive search on the late states of random games.

use std::collections::HashMap;

use game::{Bounds, Game, Key, Outcome, Rng};

/// Plays random games and checks their states from the last one back, as far as an exhaustive search of `most`
/// new states goes: the bounds hold the value, the prospects hold those of the children, pruning changes nothing, and
/// states with one canonical key have one value. Returns how many bounds and prospects said something.
pub fn check<G: Game>(start: &G, games: usize, most: usize) -> usize {
    let (mut rng, mut known, mut telling) = (Rng::new(11), HashMap::new(), 0);
    let mut of_key = HashMap::new();
    for _ in 0..games {
        let line = random_game(start, &mut rng);
        for state in line.iter().rev() {
            let Some(value) = value(state, &mut known, &mut { most }) else { break };
            let Bounds { at_least, at_most } = state.bounds();
            assert!((at_least..=at_most).contains(&value), "{value} at {}", state.position());
            let same = *of_key.entry(state.canonical_key()).or_insert(value);
            assert_eq!(same, value, "the value of the same key, at {}", state.position());
            telling += usize::from(state.bounds() != Bounds::ANY);
            telling += check_prospects(state, |child| self::value(child, &mut known, &mut { most }));
            check_pruning(state, value, |child| self::value(child, &mut known, &mut { most }));
        }
    }
    telling
}

/// Compares the prospects of a state with the values of its children, where they are known. Returns how many said
/// something.
pub fn check_prospects<G: Game>(state: &G, mut value: impl FnMut(&G) -> Option<i8>) -> usize {
    let (mut moves, mut prospects) = (Vec::new(), Vec::new());
    state.moves(&mut moves);
    state.prospects(&moves, &mut prospects);
    let telling = moves.iter().zip(prospects).filter(|(_, prospect)| *prospect != Bounds::ANY);
    let mut checked = 0;
    for (&m, Bounds { at_least, at_most }) in telling {
        let mut child = state.clone();
        child.play(m);
        let Some(value) = value(&child) else { continue };
        assert!((at_least..=at_most).contains(&value), "{value} after {m:?} at {}", state.position());
        checked += 1;
    }
    checked
}

/// Compares the value of a state with the best of the moves that pruning leaves, where all of these are known. Returns
/// how many moves it takes away.
pub fn check_pruning<G: Game>(state: &G, value: i8, of_child: impl FnMut(&G) -> Option<i8>) -> usize {
    let mut kept = Vec::new();
    state.moves(&mut kept);
    let all = kept.len();
    state.prune(&mut kept);
    let after = |&m: &G::Move| {
        let mut child = state.clone();
        child.play(m);
        child
    };
    let values: Option<Vec<i8>> = kept.iter().map(after).collect::<Vec<G>>().iter().map(of_child).collect();
    if let Some(values) = values {
        let best = values.into_iter().reduce(|a, b| if state.turn().prefers(b, a) { b } else { a });
        assert_eq!(best, Some(value), "what is left at {}", state.position());
    }
    all - kept.len()
}

/// The value by the rules alone, if no more than `left` states are new to it. A win ends the search of a state.
fn value<G: Game>(state: &G, known: &mut HashMap<Key, i8>, left: &mut usize) -> Option<i8> {
    if let Some(outcome) = state.outcome() {
        return Some(outcome.gain());
    }
    if let Some(&value) = known.get(&state.key()) {
        return Some(value);
    }
    *left = left.checked_sub(1)?;
    let (mut moves, win) = (Vec::new(), state.turn().sign());
    state.moves(&mut moves);
    let mut best = -win;
    for m in moves {
        let mut child = state.clone();
        child.play(m);
        let value = value(&child, known, left)?;
        best = if state.turn().prefers(value, best) { value } else { best };
        if best == win {
            break;
        }
    }
    known.insert(state.key(), best);
    Some(best)
}

/// On all states of random games: a winning move is there iff a move wins.
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

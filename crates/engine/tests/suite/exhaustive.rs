//! Every game in the list: late positions of random games, solved by the search and by looking at everything.

use engine::{Budget, Registry, Settings, Watch};
use game::laws::exhaustive_value;
use game::{AnyState, Game, Player, Rng};

/// Positions that are wanted of each sample ...
const WANTED: usize = 4;

/// ... and random games to find them in: few of them have an end that can be looked through.
const GAMES: u64 = 60;

/// More states than this are too many to look at all of them.
const MAX_STATES: usize = 1_000;

/// How far a tree that is larger is looked through: far enough for the last moves of a game.
const PLIES: u32 = 2;

/// Late positions of random games, with their values.
fn late(start: AnyState) -> Vec<(String, i8)> {
    let mut found = Vec::new();
    for seed in 0..GAMES {
        let line = random_game(&start, seed);
        let before_the_end = line.iter().rev().skip(1);
        let known = before_the_end.map_while(|state| Some((state, value(state)?)));
        found.extend(known.last().map(|(state, value)| (state.position(), value)));
        if found.len() == WANTED {
            break;
        }
    }
    found
}

/// All states of a game, the start first.
fn random_game<G: Game>(start: &G, seed: u64) -> Vec<G> {
    let (mut rng, mut moves, mut line) = (Rng::new(seed), Vec::new(), vec![start.clone()]);
    loop {
        let mut state = line[line.len() - 1].clone();
        moves.clear();
        state.moves(&mut moves);
        if moves.is_empty() {
            return line;
        }
        state.play(rng.pick(&moves));
        line.push(state);
    }
}

/// The value by looking at all states below, or, where they are too many, at all lines up to a length if these
/// show who wins. (A draw may show there, too, long before the algorithms prove it: they resolve all moves.)
fn value<G: Game>(state: &G) -> Option<i8> {
    if has_few_states(state) {
        return Some(exhaustive_value(state));
    }
    let (least, most) = bounds(state, PLIES, &mut { MAX_STATES });
    (least == most && least != 0).then_some(least)
}

fn has_few_states<G: Game>(start: &G) -> bool {
    let (mut seen, mut open) = (std::collections::HashSet::new(), vec![start.clone()]);
    let mut moves = Vec::new();
    while let Some(state) = open.pop() {
        moves.clear();
        state.moves(&mut moves);
        for &m in &moves {
            let mut child = state.clone();
            child.play(m);
            if seen.insert(child.clone()) {
                open.push(child);
            }
        }
        if seen.len() > MAX_STATES {
            return false;
        }
    }
    true
}

/// The least and the greatest that the value can be after a look at `plies` plies and at most `states` states.
fn bounds<G: Game>(state: &G, plies: u32, states: &mut usize) -> (i8, i8) {
    if let Some(outcome) = state.outcome() {
        return (outcome.gain(), outcome.gain());
    }
    if plies == 0 || *states == 0 {
        return (-1, 1);
    }
    *states -= 1;
    let mut moves = Vec::new();
    state.moves(&mut moves);
    let children = moves.into_iter().map(|m| {
        let mut child = state.clone();
        child.play(m);
        bounds(&child, plies - 1, states)
    });
    match state.turn() {
        Player::First => children.fold((-1, -1), |a, b| (a.0.max(b.0), a.1.max(b.1))),
        Player::Second => children.fold((1, 1), |a, b| (a.0.min(b.0), a.1.min(b.1))),
    }
}

/// The value that the search proves.
fn solve(game: &str, position: &str, algorithm: &str) -> Option<i8> {
    let settings = Settings { algorithm: algorithm.to_owned(), ..Settings::default() };
    // Ample for what is asked here, and an end in case of a mistake.
    let budget = Budget { iterations: Some(100_000), memory: Some(2 << 30), ..Budget::default() };
    let position = Registry::standard().open(game).unwrap().read(position).unwrap();
    position.session(&settings).unwrap().think(&budget, &mut Watch::default()).value
}

#[test]
fn late_positions_of_every_game_have_the_value_of_an_exhaustive_search() {
    let registry = Registry::standard();
    for about in games::LIST.iter().filter(|about| !about.samples.is_empty()) {
        let mut solved = 0;
        for sample in about.samples {
            for (position, value) in games::start(sample).map(late).unwrap() {
                for algorithm in registry.algorithms().iter().filter(|algorithm| algorithm.proves) {
                    // Plain minimax looks at every line of play, the random walk at most of them, a walk that never
                    // turns back may lose itself in a long one, and bounds may end before the proof is complete.
                    if matches!(
                        algorithm.name,
                        "minimax" | "random" | "depth-first" | "b-star" | "conspiracy"
                    ) {
                        continue;
                    }
                    let found = solve(sample, &position, algorithm.name);
                    assert_eq!(found, Some(value), "{sample} with {}: {position}", algorithm.name);
                }
                solved += 1;
            }
        }
        assert!(solved >= WANTED, "{}: only {solved} positions were found", about.name);
    }
}

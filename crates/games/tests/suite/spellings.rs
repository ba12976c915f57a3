//! How people write moves, in every game: spellings lead back to their moves, and turns and names make sense.

use game::reading::{read_move, read_next};
use game::{AnyState, Game, Rng, SEATS};

const PLIES: usize = 60;

fn samples() -> impl Iterator<Item = (&'static str, AnyState)> {
    let names = games::LIST.iter().flat_map(|about| about.samples);
    names.map(|name| (*name, games::start(name).unwrap()))
}

/// Plays random games and hands every state with its moves to `see`.
fn wander(start: &AnyState, mut see: impl FnMut(&AnyState, &[game::AnyMove])) {
    let (mut rng, mut state, mut moves) = (Rng::new(5), start.clone(), Vec::new());
    for _ in 0..PLIES {
        moves.clear();
        state.moves(&mut moves);
        see(&state, &moves);
        if moves.is_empty() {
            state = start.clone();
        } else {
            state.play(rng.pick(&moves));
        }
    }
}

#[test]
fn every_spelling_leads_back_to_its_move_or_is_ambiguous() {
    for (name, start) in samples() {
        wander(&start, |state, moves| {
            for &m in moves.iter().take(40) {
                for text in state.spellings(m).into_iter().chain([state.move_text(m)]) {
                    match read_move(state, &text) {
                        Ok(read) => assert_eq!(read, m, "{name}: `{text}` at {}", state.position()),
                        Err(error) => {
                            let error = error.to_string();
                            let names_it = error.contains(&state.move_text(m));
                            assert!(error.contains("could be any of") && names_it, "{name}: {error}");
                        }
                    }
                }
            }
        });
    }
}

/// Numbers of moves may stand before every word.
#[test]
fn numbered_records_are_read() {
    for (name, start) in samples() {
        let mut line = start.clone();
        let (mut rng, mut moves, mut texts) = (Rng::new(9), Vec::new(), Vec::new());
        for number in 1..20 {
            moves.clear();
            line.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let m = rng.pick(&moves);
            texts.push(format!("{number}."));
            // A push of Arimaa takes two words, of which the next decision may not be part.
            texts.push(line.move_text(m));
            line.play(m);
        }
        let words: Vec<&str> = texts.iter().flat_map(|text| text.split(' ')).collect();
        let (mut state, mut next, mut decisions) = (start, 0, Vec::new());
        while next < words.len() {
            decisions.clear();
            next += read_next(&state, &words[next..], &mut decisions)
                .unwrap_or_else(|error| panic!("{name}: {error} in {words:?}"));
            decisions.iter().for_each(|&m| state.play(m));
        }
        assert_eq!(state.position(), line.position(), "{name}");
    }
}

#[test]
fn turns_end_when_their_decisions_are_used_up() {
    for (name, start) in samples() {
        wander(&start, |state, moves| {
            let left = state.decisions_left();
            assert!((1..=16).contains(&left), "{name}: {left}");
            for &m in moves.iter().take(5) {
                let mut next = state.clone();
                next.play(m);
                if next.outcome().is_none() && next.turn() == state.turn() && left > 1 {
                    assert!(next.decisions_left() < left, "{name}: {}", state.position());
                }
            }
        });
    }
}

#[test]
fn players_have_names() {
    for (name, start) in samples() {
        wander(&start, |state, _| {
            let [first, second] = state.player_names();
            assert!(!first.is_empty() && first != second, "{name}");
        });
    }
    let names = |game: &str, moves: &str| {
        let mut state = games::start(game).unwrap();
        for text in moves.split_whitespace() {
            let m = read_move(&state, text).unwrap();
            state.play(m);
        }
        state.player_names()
    };
    assert_eq!(names("chess", "e4"), ["White", "Black"]);
    assert_eq!(names("othello", ""), ["Black", "White"]);
    assert_eq!(names("arimaa", ""), ["Gold", "Silver"]);
    // The players have no colours while there may be a swap.
    assert_eq!(names("hex:5", ""), SEATS);
    assert_eq!(names("hex:5", "c3"), SEATS);
    assert_eq!(names("hex:5", "c3 b2"), ["Red", "Blue"]);
    assert_eq!(names("hex:5", "c3 swap"), ["Blue", "Red"]);
    assert_eq!(names("hex:5,noswap", ""), ["Red", "Blue"]);
}

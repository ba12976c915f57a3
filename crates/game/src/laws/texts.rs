//! What must hold for any text whatever, read as a position or as moves: it is refused with a message, or it
//! means something that obeys the laws. Never a panic.

use super::Suite;
use crate::{Game, Rng, TextError};

/// How many plies a position that was read is played on.
const PLIES: usize = 4;

/// Reads any text as a position. One that is accepted must obey the laws, and so must what comes after it.
pub fn check_position_text<G: Game>(start: &G, text: &str, rng: &mut Rng) -> Result<(), String> {
    let mut state = match start.parse_position(text) {
        Ok(state) => state,
        Err(error) => return has_a_message(error),
    };
    let mut suite = Suite::new(start);
    for ply in 0..=PLIES {
        suite
            .cheap_laws(&state)
            .and_then(|()| suite.descriptions_fit(&state, rng))
            .map_err(|broken| format!("{broken}, {ply} plies after the text `{text}`"))?;
        if state.view().to_string().is_empty() {
            return Err(format!("there is no picture of `{text}`"));
        }
        if suite.moves.is_empty() {
            break;
        }
        state.play(rng.pick(&suite.moves));
    }
    Ok(())
}

/// Reads any text as one move, and as a line of moves: those that are accepted must be legal.
pub fn check_moves_text<G: Game>(start: &G, text: &str) -> Result<(), String> {
    let (mut state, mut moves) = (start.clone(), Vec::new());
    state.moves(&mut moves);
    if state.parse_move(text).is_ok_and(|m| !moves.contains(&m)) {
        return Err(format!("`{text}` is read as a move that is not legal"));
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let (mut next, mut decisions) = (0, Vec::new());
    while next < words.len() {
        decisions.clear();
        let read = match state.parse_next(&words[next..], &mut decisions) {
            Ok(read) => read,
            Err(error) => return has_a_message(error),
        };
        if read == 0 || read > words.len() - next {
            return Err(format!("{read} words are read at `{}` in `{text}`", words[next]));
        }
        for &m in &decisions {
            moves.clear();
            state.moves(&mut moves);
            if !moves.contains(&m) {
                return Err(format!("`{}` in `{text}` is read as a move that is not legal", words[next]));
            }
            state.play(m);
        }
        next += read;
    }
    Ok(())
}

fn has_a_message(error: TextError) -> Result<(), String> {
    if error.to_string().is_empty() { Err("an error without a message".into()) } else { Ok(()) }
}

/// Symbols that board texts and moves are made of, and one that no game knows.
const SYMBOLS: &str = "xoXO.#/|-: 0123456789abcdefgwPpqQkKrRWB,+\"{}é";

fn symbol(rng: &mut Rng) -> char {
    SYMBOLS.chars().nth(rng.below(SYMBOLS.chars().count())).expect("it is below their number")
}

/// A text with a few symbols added, lost or changed, a part doubled, or the end cut off.
pub fn damaged(text: &str, rng: &mut Rng) -> String {
    let mut symbols: Vec<char> = text.chars().collect();
    for _ in 0..1 + rng.below(3) {
        let at = rng.below(symbols.len() + 1);
        let to = at + rng.below(symbols.len() - at + 1);
        match rng.below(12) {
            0 => symbols.truncate(at),
            1 => drop(symbols.drain(at..to)),
            2 => symbols.extend_from_within(at..to),
            3..=5 if at < symbols.len() => drop(symbols.remove(at)),
            6..=9 if at < symbols.len() => symbols[at] = symbol(rng),
            _ => symbols.insert(at, symbol(rng)),
        }
    }
    symbols.into_iter().collect()
}

/// A short text of random symbols.
pub fn noise(rng: &mut Rng) -> String {
    (0..rng.below(40)).map(|_| symbol(rng)).collect()
}

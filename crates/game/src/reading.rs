//! Moves as people write them: the game's own notation first, then other spellings, numbers of moves, and a result at the end.

use crate::{Game, TextError};

/// Reads a legal move: in the game's own notation, or in one of its other [spellings](Game::spellings). Hyphens, equals signs,
/// the `x` between two cells, and marks such as `+`, `#` and `!` behind a move may be there or not.
pub fn read_move<G: Game>(state: &G, text: &str) -> Result<G::Move, TextError> {
    let own = state.parse_move(text);
    match own {
        Ok(m) if !is_shadowed(state, m, text.trim()) => Ok(m),
        own => spelled(state, text.trim())?.map_or(own, Ok),
    }
}

/// Whether a text that was read as this move without regard to upper and lower case is exactly how another move is
/// spelled: in chess `b1a3` is a pawn or knight, and `B1a3` may be a bishop.
fn is_shadowed<G: Game>(state: &G, m: G::Move, text: &str) -> bool {
    if text == state.move_text(m) || !text.contains(|c: char| c.is_ascii_uppercase()) {
        return false;
    }
    let (text, mut moves) = (bare(text), Vec::new());
    state.moves(&mut moves);
    let is_spelled = |other: &G::Move| state.spellings(*other).iter().any(|spelling| bare(spelling) == text);
    moves.iter().any(|other| *other != m && is_spelled(other))
}

/// Reads what the first of these words stand for, and returns how many words that were, as [`Game::parse_next`] does. Beyond
/// what the game reads by itself, it takes the spellings of [`read_move`], passes over numbers of moves (`1.`, `1.e4`, `3...`),
/// and compares a result at the end (`1-0`, `1/2-1/2`, `*`) with that of a finished game.
pub fn read_next<G: Game>(state: &G, words: &[&str], out: &mut Vec<G::Move>) -> Result<usize, TextError> {
    let begin = out.len();
    let word = words[0];
    let error = match state.parse_next(words, out) {
        Ok(1) if out.len() == begin + 1 && is_shadowed(state, out[begin], word) => {
            TextError::new(format!("`{word}` is how several moves are written"))
        }
        Ok(read) => return Ok(read),
        Err(error) => error,
    };
    out.truncate(begin);
    if let Some(rest) = without_number(word) {
        return match rest {
            "" => Ok(1),
            // A turn may take several words, of which only the first one has the number.
            rest => read_next(state, &[&[rest], &words[1..]].concat(), out),
        };
    }
    if let [result] = words
        && let Some(result) = Recorded::read(result)
    {
        return result.check(state).map(|()| 1);
    }
    match spelled(state, word)? {
        Some(m) => {
            out.push(m);
            Ok(1)
        }
        None => Err(error),
    }
}

/// What follows the number of a move; `None` if there is no number.
fn without_number(word: &str) -> Option<&str> {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let behind = rest.trim_start_matches('.');
    (rest.len() < word.len() && behind.len() < rest.len()).then_some(behind)
}

/// The result at the end of a record.
enum Recorded {
    /// One of those that [`Outcome::result`](crate::Outcome::result) writes.
    Known(&'static str),
    /// The record stops before the end.
    Open,
}

impl Recorded {
    fn read(word: &str) -> Option<Recorded> {
        Some(match word {
            "1-0" | "2-0" => Recorded::Known("1-0"),
            "0-1" | "0-2" => Recorded::Known("0-1"),
            "1/2-1/2" | "1/2" | "1-1" | "½-½" => Recorded::Known("1/2"),
            "*" => Recorded::Open,
            _ => return None,
        })
    }

    /// A game that is not over may have been given up or agreed on; one that is over has one result.
    fn check<G: Game>(&self, state: &G) -> Result<(), TextError> {
        match (self, state.outcome().map(|outcome| outcome.result())) {
            (Recorded::Known(said), Some(result)) if *said != result => Err(TextError::new(format!(
                "the record says that the result is {said}, but the game has ended {result}"
            ))),
            _ => Ok(()),
        }
    }
}

/// The move that a text may stand for, upper and lower case told apart where that is necessary; `None` if there is none.
fn spelled<G: Game>(state: &G, text: &str) -> Result<Option<G::Move>, TextError> {
    let text = bare(text);
    if text.is_empty() {
        return Ok(None);
    }
    let mut moves = Vec::new();
    state.moves(&mut moves);
    let spellings = |m: G::Move| {
        let texts = state.spellings(m).into_iter().chain([state.move_text(m)]);
        (m, texts.map(|text| bare(&text)).collect::<Vec<_>>())
    };
    let moves: Vec<(G::Move, Vec<String>)> = moves.into_iter().map(spellings).collect();
    let fitting = |fits: &dyn Fn(&str) -> bool| -> Vec<G::Move> {
        let fitting = moves.iter().filter(|(_, texts)| texts.iter().any(|text| fits(text)));
        fitting.map(|&(m, _)| m).collect()
    };
    let exactly = fitting(&|other| other == text);
    let found =
        if exactly.is_empty() { fitting(&|other| other.eq_ignore_ascii_case(&text)) } else { exactly };
    match found[..] {
        [] => Ok(None),
        [m] => Ok(Some(m)),
        _ => {
            let names: Vec<String> = found.iter().map(|&m| state.move_text(m)).collect();
            Err(TextError::new(format!("`{text}` could be any of {}", names.join(" "))))
        }
    }
}

/// A move without what people write or leave out.
fn bare(text: &str) -> String {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let symbols: Vec<char> = text.chars().collect();
    let is_between_cells = |at: usize| {
        at > 0
            && symbols[at - 1].is_ascii_digit()
            && symbols.get(at + 1).is_some_and(|next| next.is_ascii_alphabetic())
    };
    let counts = |&(at, symbol): &(usize, &char)| match symbol {
        '-' | '=' => false,
        'x' | 'X' => !is_between_cells(at),
        _ => true,
    };
    symbols.iter().enumerate().filter(counts).map(|(_, symbol)| symbol).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_left_out_is_left_out() {
        for (text, expected) in [
            ("e2-e4", "e2e4"),
            ("e2xd3+!", "e2d3"),
            ("e8=Q#", "e8Q"),
            ("exd5", "exd5"),
            ("x5x6", "x5x6"),
            ("x5xx6", "x5x6"),
            ("O-O-O", "OOO"),
            ("+", ""),
        ] {
            assert_eq!(bare(text), expected, "{text}");
        }
    }

    #[test]
    fn numbers_of_moves_end_with_dots() {
        for (word, expected) in
            [("1.", Some("")), ("12...", Some("")), ("1.e4", Some("e4")), ("3...c5", Some("c5"))]
        {
            assert_eq!(without_number(word), expected, "{word}");
        }
        for word in ["1", "e4", "1:3", "", ".", "444"] {
            assert_eq!(without_number(word), None, "{word}");
        }
    }
}

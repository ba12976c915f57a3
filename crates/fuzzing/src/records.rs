//! Game records in every format.

use engine::Registry;
use protocol::records::{Format, GameRecord};

/// A text in this format: it is refused, or it is written and read again as what it was.
fn read(format: Format, game: Option<&str>, input: &[u8]) -> bool {
    let text = String::from_utf8_lossy(input);
    // Games of explicit graphs are files.
    if text.contains("graph:") {
        return false;
    }
    let registry = Registry::standard();
    let Ok(records) = format.read(&text, game, &registry) else { return false };
    // A position may have a past that the format has no place for.
    if let Ok(written) = format.write(&records, &registry) {
        let again = format.read(&written, game, &registry).expect("what was written can be read");
        let moves = |records: &[GameRecord]| -> Vec<usize> {
            records.iter().map(|record| record.line.moves.len()).filter(|moves| *moves > 0).collect()
        };
        assert_eq!(moves(&again), moves(&records), "{written}");
    }
    !records.is_empty()
}

pub fn pgn(input: &[u8]) -> bool {
    read(Format::Pgn, None, input)
}

pub fn sgf(input: &[u8]) -> bool {
    read(Format::Sgf, None, input)
}

pub fn pdn(input: &[u8]) -> bool {
    read(Format::Pdn, None, input)
}

pub fn arimaa(input: &[u8]) -> bool {
    read(Format::Arimaa, None, input)
}

pub fn ggf(input: &[u8]) -> bool {
    read(Format::Ggf, None, input)
}

pub fn othello(input: &[u8]) -> bool {
    read(Format::Othello, Some("othello:6"), input)
}

pub fn psq(input: &[u8]) -> bool {
    read(Format::Psq, None, input)
}

pub fn json(input: &[u8]) -> bool {
    read(Format::Json, None, input)
}

//! Portable Draughts Notation. Squares have numbers on the larger boards, and names such as `c3` on the Brazilian one.

use engine::Position;

use super::tokens::{self, Sheet};
use super::words::{spell, understand};
use super::{GameRecord, Reader, result};
use crate::desk::Unit;
use crate::gtp::ways;
use crate::spelling::{Spelling, cell, cell_text, read_plainly, size};

/// The numbers of the games, and how their boards are described.
const TYPES: [(&str, &str, &str); 3] = [
    ("20", "draughts:international", "20,W,10,10,N2,0"),
    ("26", "draughts:brazilian", "26,W,8,8,A0,0"),
    ("27", "draughts:canadian", "27,W,12,12,N2,0"),
];

/// The tags that say what the record has in fields of its own.
const OWN_TAGS: [&str; 4] = ["Result", "GameType", "SetUp", "FEN"];

/// Moves such as `32-28` and `26x17`; a capture that is not the only one between its squares names those on the way, too.
struct Squares;

/// A square by its column from the left and its row from the top, both from 0, as a number.
fn number((column, row): (usize, usize), columns: usize) -> usize {
    row * (columns / 2) + column / 2 + 1
}

/// How a number is written: as it is, or as a cell.
fn square_text(number: usize, position: &dyn Position) -> String {
    let (columns, rows) = size(position);
    if position.game() != "draughts:brazilian" || number == 0 {
        return number.to_string();
    }
    let (row, index) = ((number as u32 - 1) / (columns / 2), (number as u32 - 1) % (columns / 2));
    cell_text(2 * index + 1 + u32::from(row % 2 == 0), rows - row)
}

/// The number of a square that is written as a number or as a cell.
fn square_number(text: &str, position: &dyn Position) -> Option<usize> {
    let (columns, rows) = size(position);
    match cell(text) {
        None => text.parse().ok(),
        Some((column, row)) if (1..=columns).contains(&column) && (1..=rows).contains(&row) => {
            Some(number((column as usize - 1, (rows - row) as usize), columns as usize))
        }
        Some(_) => None,
    }
}

/// The squares of a capture from its first one to its last one, in every way.
fn paths(position: &dyn Position, decision: &str) -> Vec<Vec<usize>> {
    let columns = size(position).0 as usize;
    let numbers = |way: Vec<(usize, usize)>| way.into_iter().map(|square| number(square, columns)).collect();
    ways(position, decision).into_iter().map(numbers).collect()
}

/// From where to where a decision goes.
fn ends(decision: &str) -> Option<(usize, usize)> {
    let squares = decision.split(':').next()?;
    let (from, to) = squares.split_once(['-', 'x'])?;
    Some((from.parse().ok()?, to.parse().ok()?))
}

impl Spelling for Squares {
    fn write(&self, before: &dyn Position, decisions: &[String]) -> String {
        let decision = decisions.concat();
        let Some((from, to)) = ends(&decision) else { return decision };
        let text = |number: usize| square_text(number, before);
        if !decision.contains('x') {
            return format!("{}-{}", text(from), text(to));
        }
        let legal = before.moves();
        let others: Vec<&String> =
            legal.iter().filter(|other| **other != decision && ends(other) == Some((from, to))).collect();
        if others.is_empty() {
            return format!("{}x{}", text(from), text(to));
        }
        let taken: Vec<Vec<usize>> = others.iter().flat_map(|other| paths(before, other)).collect();
        let own = paths(before, &decision).into_iter();
        let clear = own.clone().find(|path| !taken.contains(path)).or_else(|| own.clone().next());
        let squares: Vec<String> = clear.unwrap_or_default().into_iter().map(text).collect();
        squares.join("x")
    }

    fn read(&self, before: &dyn Position, word: &str) -> Result<Vec<String>, String> {
        let squares: Option<Vec<usize>> =
            word.split(['-', 'x', ':']).map(|square| square_number(square, before)).collect();
        let squares = squares.filter(|squares| squares.len() >= 2);
        let Some(squares) = squares else { return Err("a move is written as 32-28 or 26x17".to_owned()) };
        let (from, to) = (squares[0], squares[squares.len() - 1]);
        let legal = before.moves();
        let between: Vec<&String> = legal.iter().filter(|known| ends(known) == Some((from, to))).collect();
        let fits = |decision: &&&String| paths(before, decision).contains(&squares);
        let meant = match between[..] {
            [only] => Some(only),
            _ => between.iter().find(fits).copied(),
        };
        match meant {
            Some(decision) => Ok(vec![decision.clone()]),
            None if between.is_empty() => read_plainly(before, &format!("{from}-{to}")),
            None => Err("it may be any of several captures: name the squares on the way".to_owned()),
        }
    }
}

pub fn read(text: &str, reader: &Reader<'_>) -> Result<Vec<GameRecord>, String> {
    let record = |(number, sheet): (usize, Sheet)| {
        let place = |error: String| format!("game {} (line {}): {error}", number + 1, sheet.line);
        read_sheet(&sheet, reader).map_err(place)
    };
    tokens::read(text)?.into_iter().enumerate().map(record).collect()
}

fn read_sheet(sheet: &Sheet, reader: &Reader<'_>) -> Result<GameRecord, String> {
    let standard = match sheet.tag("GameType") {
        Some(kind) => {
            let number = kind.split(',').next().unwrap_or_default().trim();
            let known = TYPES.iter().find(|(known, ..)| *known == number);
            let (_, game, _) = known.ok_or_else(|| format!("there is no game of GameType {number} here"))?;
            reader.start_of(game)?
        }
        None => reader.open_or("draughts")?,
    };
    let start = match sheet.tag("FEN") {
        Some(text) => standard.read(text.trim_end_matches('.')).map_err(|error| format!("FEN: {error}"))?,
        None => standard.copy(),
    };
    Ok(GameRecord {
        game: start.game().to_owned(),
        start: (start.text() != standard.text()).then(|| start.text()),
        tags: sheet.tags_but(&OWN_TAGS),
        line: understand(&sheet.words, &*start, &Squares)?,
        result: sheet.result.as_deref().or(sheet.tag("Result")).and_then(result),
    })
}

pub fn write(record: &GameRecord, start: &dyn Position) -> Result<String, String> {
    let mut tags = tokens::roster(record);
    let kind = TYPES.iter().find(|(_, game, _)| *game == record.game);
    tags.extend(kind.map(|(.., text)| ("GameType".to_owned(), (*text).to_owned())));
    if let Some(text) = &record.start {
        tags.push(("SetUp".to_owned(), "1".to_owned()));
        tags.push(("FEN".to_owned(), text.clone()));
    }
    tags.extend(tokens::other_tags(record));
    let words = spell(&record.line, start, Unit::Decision, &Squares)?;
    let moves = tokens::write_moves(&words, start.turn(), record.result_text(), tokens::WIDTH);
    Ok(tokens::write_tags(&tags) + "\n" + &moves)
}

#[cfg(test)]
mod tests {
    use engine::Registry;

    use super::*;

    #[test]
    fn squares_are_numbers_or_cells() {
        let registry = Registry::standard();
        let large = registry.open("draughts").unwrap();
        assert_eq!(Squares.write(&*large, &["32-28".to_owned()]), "32-28");
        let small = registry.open("draughts:brazilian").unwrap();
        assert_eq!(Squares.write(&*small, &["21-17".to_owned()]), "a3-b4");
        for word in ["a3-b4", "21-17"] {
            assert_eq!(Squares.read(&*small, word).unwrap(), ["21-17"]);
        }
        for number in 1..=32 {
            assert_eq!(square_number(&square_text(number, &*small), &*small), Some(number));
        }
        for word in ["", "x", "a3", "a3-", "9-99", "0-0", "z9-a1", "é-1"] {
            assert!(Squares.read(&*small, word).is_err(), "{word}");
        }
    }

    #[test]
    fn captures_between_the_same_squares_name_those_on_the_way() {
        let start = Registry::standard().open("draughts").unwrap();
        let (mut found, mut random) = (0, 1_u64);
        for _ in 0..150 {
            let mut position = start.copy();
            while position.outcome().is_none() {
                let legal = position.moves();
                for decision in legal.iter().filter(|decision| decision.contains('x')) {
                    let others = legal.iter().filter(|other| ends(other) == ends(decision)).count();
                    let written = Squares.write(&*position, std::slice::from_ref(decision));
                    assert_eq!(Squares.read(&*position, &written).unwrap(), [decision.as_str()], "{written}");
                    found += usize::from(others > 1);
                }
                random =
                    random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let next = &legal[(random >> 33) as usize % legal.len()];
                position = position.replay(next).unwrap().end;
            }
        }
        assert!(found > 0, "there was no such capture");
    }
}

//! Portable Game Notation: chess, xiangqi and ataxx as their players write them, other games with their own moves.

use engine::Position;

use super::iccs::Iccs;
use super::san::San;
use super::tokens::{self, Sheet};
use super::words::{spell, understand};
use super::{GameRecord, Reader, result};
use crate::desk::Unit;
use crate::family::Uai;
use crate::spelling::{Plain, Spelling, base};

/// A blank within a decision is written as this character.
const OWN_MOVES: Plain = Plain { blank: '+' };

/// The tags that say what the record has in fields of its own.
const OWN_TAGS: [&str; 6] = ["Result", "Variant", "Game", "Format", "SetUp", "FEN"];

/// How moves are written.
fn spelling(game: &str) -> &'static dyn Spelling {
    match base(game) {
        "chess" => &San,
        "xiangqi" => &Iccs,
        "ataxx" => Uai::SPELLING,
        _ => &OWN_MOVES,
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
    let named = sheet.tag("Variant").map(|variant| match variant.to_lowercase().as_str() {
        "standard" | "from position" | "chess" => "chess".to_owned(),
        _ => variant.to_owned(),
    });
    let is_xiangqi =
        |name: &str| name.to_lowercase().contains("chinese") || name.eq_ignore_ascii_case("xiangqi");
    let named =
        named.or_else(|| sheet.tag("Game").filter(|name| is_xiangqi(name)).map(|_| "xiangqi".to_owned()));
    let standard = match named {
        Some(name) => reader.start_of(&name)?,
        None => reader.open_or("chess")?,
    };
    let start = match sheet.tag("FEN") {
        Some(text) => standard.read(text).map_err(|error| format!("FEN: {error}"))?,
        None => standard.copy(),
    };
    Ok(GameRecord {
        game: start.game().to_owned(),
        start: (start.text() != standard.text()).then(|| start.text()),
        tags: sheet.tags_but(&OWN_TAGS),
        line: understand(&sheet.words, &*start, spelling(start.game()))?,
        result: sheet.result.as_deref().or(sheet.tag("Result")).and_then(result),
    })
}

pub fn write(record: &GameRecord, start: &dyn Position) -> Result<String, String> {
    let mut tags = tokens::roster(record);
    if base(&record.game) == "xiangqi" {
        tags.push(("Game".to_owned(), "Chinese Chess".to_owned()));
        tags.push(("Format".to_owned(), "ICCS".to_owned()));
    }
    if record.game != "chess" {
        tags.push(("Variant".to_owned(), record.game.clone()));
    }
    if let Some(text) = &record.start {
        tags.push(("SetUp".to_owned(), "1".to_owned()));
        tags.push(("FEN".to_owned(), text.clone()));
    }
    tags.extend(tokens::other_tags(record));
    let words = spell(&record.line, start, Unit::Decision, spelling(&record.game))?;
    // Readers of ataxx take every line for a game.
    let width = if base(&record.game) == "ataxx" { usize::MAX } else { tokens::WIDTH };
    let moves = tokens::write_moves(&words, start.turn(), record.result_text(), width);
    Ok(tokens::write_tags(&tags) + "\n" + &moves)
}

//! The move list of Arimaa: a line for each turn, `12g Ee2n Ee3n Ee4n Md2n`, with captures as they happen.

use engine::{Player, Position};
use game::view::Glyph;

use super::words::{Word, Words, spell, understand};
use super::{GameRecord, Reader, result_by_rules};
use crate::desk::Unit;
use crate::family::Steps;
use crate::record::follow;
use crate::spelling::{Spelling, cell};

/// Steps, with the pieces that are lost: `Ra3n rc3x`.
struct StepsAndCaptures;

/// What stands on the board, by column and row from 1.
fn board(position: &dyn Position) -> Vec<((u32, u32), char)> {
    let view = position.view();
    let rows = (1..).zip(view.rows.iter().rev());
    let cells = rows.flat_map(|(row, (_, glyphs))| {
        (1..).zip(glyphs).filter_map(move |(column, glyph)| match glyph {
            Glyph::Piece(_, symbol) => Some(((column, row), *symbol)),
            _ => None,
        })
    });
    cells.collect()
}

/// Where a step such as `Ra2n` goes from and to.
fn step(text: &str) -> Option<((u32, u32), (u32, u32))> {
    let from = cell(text.get(1..3)?)?;
    let to = match text.get(3..)? {
        "n" => (from.0, from.1 + 1),
        "s" => (from.0, from.1.checked_sub(1)?),
        "e" => (from.0 + 1, from.1),
        "w" => (from.0.checked_sub(1)?, from.1),
        _ => return None,
    };
    Some((from, to))
}

impl Spelling for StepsAndCaptures {
    fn write(&self, before: &dyn Position, decisions: &[String]) -> String {
        let mut texts = Vec::new();
        let mut position = before.copy();
        for decision in decisions.iter().filter(|decision| *decision != "pass") {
            texts.push(decision.clone());
            let Ok(after) = follow(&*position, std::slice::from_ref(decision)) else { break };
            let mut expected = board(&*position);
            for (from, to) in decision.split(' ').filter_map(step) {
                expected.iter_mut().filter(|(place, _)| *place == from).for_each(|(place, _)| *place = to);
            }
            let left = board(&*after);
            let lost = expected
                .iter()
                .filter(|piece| !left.contains(piece) && step(decision_step(decision)).is_some());
            texts.extend(lost.map(|((column, row), piece)| {
                format!("{piece}{}x", crate::spelling::cell_text(*column, *row))
            }));
            position = after;
        }
        if texts.is_empty() { "pass".to_owned() } else { texts.join(" ") }
    }

    fn read(&self, before: &dyn Position, word: &str) -> Result<Vec<String>, String> {
        Steps.read(before, word)
    }
}

/// The first step of a decision; a placement has none.
fn decision_step(decision: &str) -> &str {
    decision.split(' ').next().unwrap_or_default()
}

/// The number of a turn and its player, `12g`.
fn turn(word: &str) -> Option<(usize, Player)> {
    let (number, side) = word.split_at_checked(word.len().checked_sub(1)?)?;
    let player = match side {
        "g" | "w" => Player::First,
        "s" | "b" => Player::Second,
        _ => return None,
    };
    Some((number.parse().ok()?, player))
}

/// Whether a text begins like a move list.
pub fn begins_like(text: &str) -> bool {
    text.split_whitespace().next().and_then(turn).is_some()
}

pub fn read(text: &str, reader: &Reader<'_>) -> Result<Vec<GameRecord>, String> {
    let mut games: Vec<Words> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let wrong = |reason: &str| format!("line {number}: {reason}");
        let (first, steps) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        if first.is_empty() {
            continue;
        }
        let (move_number, player) =
            turn(first).ok_or_else(|| wrong("a line begins with a turn, such as 12g"))?;
        if games.is_empty() || (move_number == 1 && player == Player::First) {
            games.push(Words::default());
        }
        let words = &mut games.last_mut().ok_or_else(|| wrong("no game has begun"))?.words;
        match steps.trim() {
            // The turn that would be next.
            "" => {}
            "takeback" => drop(words.pop()),
            steps => words.push(Word { player: Some(player), text: steps.to_owned(), ..Word::default() }),
        }
    }
    let start = reader.start_of("arimaa")?;
    let record = |(number, words): (usize, Words)| {
        let place = |error: String| format!("game {}: {error}", number + 1);
        let line = understand(&words, &*start, &StepsAndCaptures).map_err(place)?;
        let result = result_by_rules(&line, &*start);
        let (game, tags) = (start.game().to_owned(), Vec::new());
        Ok(GameRecord { game, start: None, tags, line, result })
    };
    games.into_iter().enumerate().map(record).collect()
}

pub fn write(record: &GameRecord, start: &dyn Position) -> Result<String, String> {
    if record.start.is_some() {
        return Err("a move list begins at the start of the game".to_owned());
    }
    let words = spell(&record.line, start, Unit::Turn, &StepsAndCaptures)?;
    let mut text = String::new();
    for (index, word) in words.words.iter().enumerate() {
        let side = if word.player == Some(Player::Second) { 's' } else { 'g' };
        text += &format!("{}{side} {}\n", index / 2 + 1, word.text);
    }
    Ok(text + "\n")
}

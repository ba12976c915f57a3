//! What the members of the family have in common that are written like UCI.

use std::collections::VecDeque;
use std::time::Duration;

use engine::Player;

use super::options::{Kind, Setting};
use super::{Command, Info};
use crate::clock::{Clock, Limits, seat};
use crate::desk::Desk;

/// The name that engines introduce themselves by.
pub const NAME: &str = concat!("unbounded ", env!("CARGO_PKG_VERSION"));

/// The keywords in which dialects differ.
pub struct Keywords {
    /// The first word, such as `uci`; its answer ends with the same word and `ok`.
    pub hello: &'static str,
    /// The word for a new game.
    pub new_game: &'static str,
    /// The words for the clocks and increments of the first and the second player.
    pub clocks: [[&'static str; 2]; 2],
}

/// Understands a line that is written like UCI.
pub fn read(line: &str, keywords: &Keywords) -> Result<Command, String> {
    let mut words: VecDeque<&str> = line.split_whitespace().collect();
    let Some(first) = words.pop_front() else { return Ok(Command::Nothing) };
    match first {
        word if word == keywords.hello => Ok(Command::Hello),
        word if word == keywords.new_game => Ok(Command::NewGame),
        "isready" => Ok(Command::Ready("readyok")),
        "setoption" => read_option(&mut words),
        "position" => read_position(&mut words),
        "go" => read_go(&mut words, keywords),
        "stop" => Ok(Command::Stop),
        "ponderhit" => Ok(Command::PonderHit(None)),
        "quit" | "exit" => Ok(Command::Quit),
        "d" => Ok(Command::Query(super::Query::Picture)),
        "debug" | "register" => Ok(Command::Nothing),
        word => Err(format!("unknown command `{word}`")),
    }
}

/// `name NAME [value VALUE]`, both of several words; or, as in UCCI, `NAME VALUE`.
fn read_option(words: &mut VecDeque<&str>) -> Result<Command, String> {
    if words.front() != Some(&"name") {
        let name = words.pop_front().ok_or("setoption: a name is missing")?;
        return Ok(Command::Set { name: name.to_owned(), value: join(words.drain(..)) });
    }
    words.pop_front();
    let end = words.iter().position(|word| *word == "value").unwrap_or(words.len());
    let name = join(words.drain(..end));
    words.pop_front();
    if name.is_empty() {
        return Err("setoption: a name is missing".to_owned());
    }
    Ok(Command::Set { name, value: join(words.drain(..)) })
}

/// `startpos` or `fen FEN`, then `moves` and the moves.
fn read_position(words: &mut VecDeque<&str>) -> Result<Command, String> {
    let kind = words.pop_front().ok_or("position: `startpos` or `fen` is missing")?;
    let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let text = join(words.drain(..end));
    words.pop_front();
    let moves = words.drain(..).map(str::to_owned).collect();
    match kind {
        "startpos" if text.is_empty() => Ok(Command::Position { start: None, moves }),
        "fen" if !text.is_empty() => Ok(Command::Position { start: Some(text), moves }),
        _ => Err("position: write `startpos` or `fen` and a position, then `moves` and the moves".to_owned()),
    }
}

/// The limits of a search, in any order.
fn read_go(words: &mut VecDeque<&str>, keywords: &Keywords) -> Result<Command, String> {
    let (mut limits, mut ponder, mut moves_to_go) = (Limits::default(), false, None);
    let (mut left, mut increments) = ([None; 2], [Duration::ZERO; 2]);
    while let Some(word) = words.pop_front() {
        let mut number = || number(word, words.pop_front());
        let clock = |index: usize| {
            [Player::First, Player::Second].into_iter().find(|&p| keywords.clocks[seat(p)][index] == word)
        };
        if let Some(player) = clock(0) {
            left[seat(player)] = Some(milliseconds(number()?));
            continue;
        }
        if let Some(player) = clock(1) {
            increments[seat(player)] = milliseconds(number()?);
            continue;
        }
        match word {
            "ponder" => ponder = true,
            "infinite" => limits.endless = true,
            "mate" => {
                number()?;
                limits.endless = true;
            }
            "movetime" => limits.move_time = Some(milliseconds(number()?)),
            "movestogo" => moves_to_go = Some(number()?.try_into().unwrap_or(u32::MAX)),
            "nodes" => limits.nodes = Some(number()?),
            "simulations" => limits.nodes = Some(number()?),
            "depth" => limits.depth = Some(number()?.try_into().unwrap_or(u32::MAX)),
            // All moves are searched, whatever the client would like.
            "searchmoves" => words.clear(),
            word => return Err(format!("go: unknown word `{word}`")),
        }
    }
    for player in [Player::First, Player::Second] {
        let (left, increment) = (left[seat(player)], increments[seat(player)]);
        limits.clocks[seat(player)] = left.map(|left| Clock { left, increment, moves_to_go });
    }
    Ok(Command::Go { limits, ponder })
}

/// The number behind a word. Clocks may be negative for clients that count on.
pub fn number(word: &str, text: Option<&str>) -> Result<u64, String> {
    let number = text.and_then(|text| text.parse::<i64>().ok());
    number.map(|number| number.max(0) as u64).ok_or_else(|| format!("{word}: a whole number is missing"))
}

/// A time.
pub fn milliseconds(number: u64) -> Duration {
    // A clock that shows more than a year shows no limit.
    Duration::from_millis(number.min(365 * 24 * 3600 * 1000))
}

fn join<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

/// The introduction: name, author, options, and whatever the dialect adds.
pub fn hello(desk: &Desk<'_>, word: &str, more: &[String]) -> Vec<String> {
    let names = [format!("id name {NAME}"), "id author the unbounded contributors".to_owned()];
    let options = Setting::ALL.into_iter().map(|setting| option(setting, desk));
    names.into_iter().chain(options).chain(more.iter().cloned()).chain([format!("{word}ok")]).collect()
}

fn option(setting: Setting, desk: &Desk<'_>) -> String {
    let (name, value) = (setting.name(), setting.value(desk.record.start(), &desk.player));
    match setting.kind() {
        Kind::Number(least, most) => {
            format!("option name {name} type spin default {value} min {least} max {most}")
        }
        Kind::Flag => format!("option name {name} type check default {value}"),
        Kind::Text => format!("option name {name} type string default {value}"),
    }
}

/// An info line with this score, and a second one with what the theory knows of the move.
pub fn info(info: &Info<'_>, score: &str) -> Vec<String> {
    let report = &info.found.report;
    vec![
        format!(
            "info depth {} multipv {} score {score} nodes {} nps {} time {} pv {}",
            report.depth,
            info.rank,
            report.nodes,
            info.speed(),
            info.milliseconds(),
            info.line.join(" ")
        ),
        format!("info string {} {}", info.line.first().map_or("", String::as_str), info.row.labels()),
    ]
}

/// The move to play. `none` stands for no move.
pub fn best(best: Option<&str>, expected: Option<&str>, none: &str) -> String {
    match (best, expected) {
        (Some(best), Some(expected)) => format!("bestmove {best} ponder {expected}"),
        (Some(best), None) => format!("bestmove {best}"),
        (None, _) => none.to_owned(),
    }
}

/// An error as a remark that clients pass over.
pub fn error(message: &str) -> String {
    format!("info string error: {message}")
}

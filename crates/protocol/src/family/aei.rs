//! AEI, the Arimaa Engine Interface: moves one by one, and clocks as options.

use std::time::Duration;

use engine::Position;

use super::words::NAME;
use super::{Command, Info, Tongue};
use crate::clock::{Clock, Limits};
use crate::desk::Desk;
use crate::record::{Record, follow};
use crate::search::Found;
use crate::spelling::{Spelling, read_plainly};

/// A win at once; every turn until then takes one from it.
const WIN: i32 = 10_000;

/// AEI.
#[derive(Default)]
pub struct Aei {
    /// The time that every move adds.
    per_move: Duration,
    /// What gold and silver have saved.
    reserves: [Option<Duration>; 2],
}

impl Aei {
    fn limits(&self) -> Limits {
        let clock = |reserve: Option<Duration>| {
            reserve.map(|reserve| Clock {
                left: reserve + self.per_move,
                increment: self.per_move,
                moves_to_go: None,
            })
        };
        Limits { clocks: self.reserves.map(clock), ..Limits::default() }
    }
}

impl Tongue for Aei {
    fn read(&mut self, line: &str, _: &dyn Position) -> Result<Command, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        Ok(match word {
            "" => Command::Nothing,
            "aei" => Command::Hello,
            "isready" => Command::Ready("readyok"),
            "newgame" => Command::NewGame,
            "setposition" => Command::Position { start: Some(rest.to_owned()), moves: Vec::new() },
            "makemove" => Command::Move(rest.to_owned()),
            "setoption" => {
                let option = rest.strip_prefix("name").map(str::trim_start).unwrap_or(rest);
                let (name, value) = option.split_once("value").unwrap_or((option, ""));
                Command::Set { name: name.trim().to_owned(), value: value.trim().to_owned() }
            }
            "go" if rest == "ponder" => {
                Command::Go { limits: Limits { endless: true, ..Limits::default() }, ponder: true }
            }
            "go" => Command::Go { limits: self.limits(), ponder: false },
            "stop" => Command::Stop,
            "quit" => Command::Quit,
            _ => return Err(format!("unknown command `{word}`")),
        })
    }

    fn hello(&self, _: &Desk<'_>) -> Vec<String> {
        let author = "id author the unbounded contributors";
        ["protocol-version 1", &format!("id name {NAME}"), author, "aeiok"].map(str::to_owned).to_vec()
    }

    fn info(&self, info: &Info<'_>) -> Vec<String> {
        if info.rank > 1 {
            return Vec::new();
        }
        let report = &info.found.report;
        vec![
            format!("info depth {}", report.depth),
            format!("info nodes {}", report.nodes),
            format!("info time {}", info.milliseconds() / 1000),
            format!("info score {}", info.row.score.number(WIN)),
            format!("info pv {}", info.line.join(" ")),
            format!("log {}: {}", info.row.decision, info.row.labels()),
        ]
    }

    fn best(&self, best: Option<&str>, _: Option<&str>) -> String {
        format!("bestmove {}", best.unwrap_or("resign"))
    }

    fn error(&self, message: &str) -> String {
        format!("log Error: {message}")
    }

    fn spelling(&self) -> &dyn Spelling {
        &Steps
    }

    fn start(&self, start: &dyn Position, text: &str) -> Result<Box<dyn Position>, String> {
        start.read(&board(text)?).map_err(|error| error.to_string())
    }

    fn set(&mut self, name: &str, value: &str, _: &mut Desk<'_>) -> Option<Result<(), String>> {
        let time = || {
            let seconds: Option<f64> = value.parse().ok();
            let seconds = seconds.filter(|seconds| seconds.is_finite());
            let time = seconds.map(|seconds| Duration::from_secs_f64(seconds.clamp(0.0, 1e7)));
            time.ok_or_else(|| format!("option {name}: a number of seconds is needed"))
        };
        let set = match name {
            "tcmove" => time().map(|time| self.per_move = time),
            "tcreserve" => time().map(|time| self.reserves = [Some(time); 2]),
            "greserve" | "wreserve" => time().map(|time| self.reserves[0] = Some(time)),
            "sreserve" | "breserve" => time().map(|time| self.reserves[1] = Some(time)),
            // What the clock of a game says besides.
            "tcpercent" | "tcmax" | "tctotal" | "tcturns" | "tcturntime" | "gused" | "sused" | "wused"
            | "bused" | "lastmoveused" | "moveused" | "tcmoveused" | "opponent" | "opponent_rating"
            | "rating" | "rated" | "event" => Ok(()),
            _ => return None,
        };
        Some(set)
    }

    /// A third occurrence of a position is illegal in AEI; here it is legal, and the fourth loses.
    fn check(&self, found: &Found, record: &Record) -> Vec<String> {
        let root = record.position();
        let is_fine = |end: &dyn Position| {
            let occurs = (0..=record.len()).filter(|&words| same_board(record.after(words), end)).count();
            occurs < 2 || end.outcome().is_some()
        };
        match follow(root, &found.decisions) {
            Ok(end) if !is_fine(&*end) => other_turn(root, &found.decisions, &is_fine),
            _ => None,
        }
        .unwrap_or_else(|| found.decisions.clone())
    }
}

/// Whether two positions are the same but for what was before.
fn same_board(a: &dyn Position, b: &dyn Position) -> bool {
    let board = |position: &dyn Position| position.text().split(' ').next().map(str::to_owned);
    a.turn() == b.turn() && board(a) == board(b)
}

/// A turn as near as possible to this one with an end that is fine.
fn other_turn(
    position: &dyn Position,
    hint: &[String],
    is_fine: &dyn Fn(&dyn Position) -> bool,
) -> Option<Vec<String>> {
    let mut moves = position.moves();
    moves.sort_by_key(|decision| Some(decision) != hint.first());
    moves.into_iter().find_map(|decision| {
        let after = follow(position, std::slice::from_ref(&decision)).ok()?;
        let rest = if after.turn() == position.turn() && after.outcome().is_none() {
            let hint = if hint.first() == Some(&decision) { &hint[1..] } else { &[] };
            other_turn(&*after, hint, is_fine)?
        } else if is_fine(&*after) {
            Vec::new()
        } else {
            return None;
        };
        Some([vec![decision], rest].concat())
    })
}

/// A board of AEI, `g [rrr...]` with 64 cells from a8 to h1, in the form of the game.
fn board(text: &str) -> Result<String, String> {
    let wrong = || "a position is written as the side, g or s, and 64 cells in brackets".to_owned();
    let (side, cells) = text.split_once(char::is_whitespace).ok_or_else(wrong)?;
    let side = match side {
        "g" | "w" => "g",
        "s" | "b" => "s",
        _ => return Err(wrong()),
    };
    let cells = cells.trim().strip_prefix('[').and_then(|cells| cells.strip_suffix(']')).ok_or_else(wrong)?;
    let cells: Vec<char> = cells.chars().collect();
    if cells.len() != 64 {
        return Err(wrong());
    }
    let row = |row: &[char]| -> String {
        let mut text = String::new();
        for &cell in row {
            match (cell, text.pop()) {
                (' ' | '.' | 'x' | 'X', Some(count)) if count.is_ascii_digit() => {
                    text.push(char::from_digit(count.to_digit(10).unwrap_or(0) + 1, 10).unwrap_or('9'));
                }
                (' ' | '.' | 'x' | 'X', last) => text.extend(last.into_iter().chain(['1'])),
                (piece, last) => text.extend(last.into_iter().chain([piece])),
            }
        }
        text
    };
    let rows: Vec<String> = cells.chunks(8).map(row).collect();
    Ok(format!("{} {side}", rows.join("/")))
}

/// Steps separated by blanks; the end of the turn is not written.
pub struct Steps;

impl Spelling for Steps {
    fn write(&self, _: &dyn Position, decisions: &[String]) -> String {
        let steps: Vec<&str> = decisions.iter().map(String::as_str).filter(|step| *step != "pass").collect();
        steps.join(" ")
    }

    fn read(&self, before: &dyn Position, word: &str) -> Result<Vec<String>, String> {
        let mut decisions = read_plainly(before, word)?;
        let after = follow(before, &decisions)?;
        if after.turn() == before.turn() && after.outcome().is_none() {
            decisions.extend(read_plainly(&*after, "pass")?);
        }
        Ok(decisions)
    }
}

//! UCCI, the Universal Chinese Chess Protocol: ranks from 0 to 9, clocks of the mover and the opponent.

use std::collections::VecDeque;
use std::time::Duration;

use engine::{Player, Position};

use super::words::{self, Keywords, number};
use super::{Command, Info, Tongue};
use crate::clock::{Clock, Limits, seat};
use crate::desk::Desk;
use crate::spelling::{Spelling, map_cells, read_plainly};

/// A win at once; every turn until then takes one from it.
const WIN: i32 = 10_000;

/// Ranks are counted from 0.
pub struct Ranks;

impl Spelling for Ranks {
    fn write(&self, _: &dyn Position, decisions: &[String]) -> String {
        map_cells(&decisions.concat(), |file, rank| (file, rank.saturating_sub(1)))
    }

    fn read(&self, before: &dyn Position, word: &str) -> Result<Vec<String>, String> {
        let mapped = map_cells(word, |file, rank| (file, rank.saturating_add(1)));
        read_plainly(before, &mapped).map_err(|error| format!("{error} (ranks from 1 here)"))
    }
}

/// UCCI.
pub struct Ucci {
    /// Times are milliseconds, or else seconds.
    has_milliseconds: bool,
}

impl Ucci {
    /// Its keywords.
    pub const KEYWORDS: Keywords =
        Keywords { hello: "ucci", new_game: "uccinewgame", clocks: [["", ""], ["", ""]] };

    /// With times in milliseconds.
    pub fn new() -> Ucci {
        Ucci { has_milliseconds: true }
    }

    fn time(&self, number: u64) -> Duration {
        words::milliseconds(if self.has_milliseconds { number } else { number.saturating_mul(1000) })
    }

    /// `go [ponder|draw] [infinite | depth N | nodes N | time N [movestogo N | increment N] [opptime N ...]]`
    fn go(&self, words: &mut VecDeque<&str>, player: Player) -> Result<Command, String> {
        let (mut limits, mut ponder) = (Limits::default(), false);
        let mut clocks: [Option<Clock>; 2] = [None; 2];
        while let Some(word) = words.pop_front() {
            if word == "depth" && words.front() == Some(&"infinite") {
                // An old way to say it.
                words.pop_front();
                limits.endless = true;
                continue;
            }
            let mut number = || number(word, words.pop_front());
            let side = seat(if word.starts_with("opp") { player.other() } else { player });
            let clock = clocks[side].unwrap_or_default();
            let many = |number: u64| Some(number.try_into().unwrap_or(u32::MAX));
            match word.trim_start_matches("opp") {
                "ponder" => ponder = true,
                "draw" => {}
                "infinite" => limits.endless = true,
                "depth" => limits.depth = many(number()?),
                "nodes" => limits.nodes = Some(number()?),
                "movetime" => limits.move_time = Some(self.time(number()?)),
                "time" => clocks[side] = Some(Clock { left: self.time(number()?), ..clock }),
                "increment" => clocks[side] = Some(Clock { increment: self.time(number()?), ..clock }),
                "movestogo" => clocks[side] = Some(Clock { moves_to_go: many(number()?), ..clock }),
                _ => return Err(format!("go: unknown word `{word}`")),
            }
        }
        limits.clocks = clocks;
        Ok(Command::Go { limits, ponder })
    }
}

impl Default for Ucci {
    fn default() -> Self {
        Ucci::new()
    }
}

impl Tongue for Ucci {
    fn read(&mut self, line: &str, position: &dyn Position) -> Result<Command, String> {
        let mut words: VecDeque<&str> = line.split_whitespace().collect();
        match words.front().copied() {
            Some("go") => {
                words.pop_front();
                self.go(&mut words, position.turn())
            }
            // `ponderhit draw` offers a draw besides.
            Some("ponderhit") => Ok(Command::PonderHit(None)),
            Some("banmoves" | "probe") => Ok(Command::Nothing),
            _ => words::read(line, &Ucci::KEYWORDS),
        }
    }

    fn hello(&self, desk: &Desk<'_>) -> Vec<String> {
        let milliseconds = "option usemillisec type check default true".to_owned();
        let lines = words::hello(desk, Ucci::KEYWORDS.hello, &[milliseconds]);
        // There is no word `name` in front of an option's name, which is one word.
        let plain = |line: String| match line.strip_prefix("option name ") {
            Some(option) => match option.split_once(" type ") {
                Some((name, kind)) => format!("option {} type {kind}", name.replace(' ', "_").to_lowercase()),
                None => line,
            },
            None => line,
        };
        lines.into_iter().map(plain).collect()
    }

    fn info(&self, info: &Info<'_>) -> Vec<String> {
        let mut lines = words::info(info, &info.row.score.number(WIN).to_string());
        if let Some(last) = lines.last_mut() {
            *last = last.replacen("info string", "info message", 1);
        }
        lines
    }

    fn best(&self, best: Option<&str>, expected: Option<&str>) -> String {
        words::best(best, expected, "nobestmove")
    }

    fn error(&self, message: &str) -> String {
        format!("info message error: {message}")
    }

    fn bye(&self) -> Option<&'static str> {
        Some("bye")
    }

    fn spelling(&self) -> &dyn Spelling {
        &Ranks
    }

    fn start(&self, start: &dyn Position, text: &str) -> Result<Box<dyn Position>, String> {
        // Red may be called `r`.
        let text = text.replacen(" r ", " w ", 1);
        start.read(&text).map_err(|error| error.to_string())
    }

    fn set(&mut self, name: &str, value: &str, _: &mut Desk<'_>) -> Option<Result<(), String>> {
        match name {
            "usemillisec" => {
                self.has_milliseconds = matches!(value, "true" | "on" | "1" | "");
                Some(Ok(()))
            }
            // Options of UCCI that this engine has no use for.
            "batch" | "debug" | "promotion" | "style" | "newgame" | "bookfiles" | "egtbpaths" | "usebook"
            | "useegtb" => Some(Ok(())),
            _ => None,
        }
    }
}

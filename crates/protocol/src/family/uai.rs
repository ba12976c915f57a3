//! UAI, the Universal Ataxx Interface.

use engine::Position;

use super::words::{self, Keywords};
use super::{Command, Info, Tongue};
use crate::desk::Desk;
use crate::spelling::{Spelling, read_plainly};

/// The notation of the game, with `0000` for a pass.
struct Moves;

impl Spelling for Moves {
    fn write(&self, _: &dyn Position, decisions: &[String]) -> String {
        decisions.concat().replace("pass", "0000")
    }

    fn read(&self, before: &dyn Position, word: &str) -> Result<Vec<String>, String> {
        read_plainly(before, word)
    }
}

/// UAI.
pub struct Uai;

impl Uai {
    /// How moves are written.
    pub const SPELLING: &'static dyn Spelling = &Moves;

    /// Its keywords. Black (`x`) moves first.
    pub const KEYWORDS: Keywords =
        Keywords { hello: "uai", new_game: "uainewgame", clocks: [["btime", "binc"], ["wtime", "winc"]] };
}

impl Tongue for Uai {
    fn read(&mut self, line: &str, _: &dyn Position) -> Result<Command, String> {
        words::read(line, &Uai::KEYWORDS)
    }

    fn hello(&self, desk: &Desk<'_>) -> Vec<String> {
        words::hello(desk, Uai::KEYWORDS.hello, &[])
    }

    fn info(&self, info: &Info<'_>) -> Vec<String> {
        words::info(info, &info.row.score.uci())
    }

    fn best(&self, best: Option<&str>, expected: Option<&str>) -> String {
        words::best(best, expected, "bestmove (none)")
    }

    fn error(&self, message: &str) -> String {
        words::error(message)
    }

    fn spelling(&self) -> &dyn Spelling {
        Uai::SPELLING
    }

    fn start(&self, start: &dyn Position, text: &str) -> Result<Box<dyn Position>, String> {
        // The library `ataxx` says where the game begins in this way, too.
        let text = if text == "startpos" { start.text() } else { text.to_owned() };
        start.read(&text).map_err(|error| error.to_string())
    }
}

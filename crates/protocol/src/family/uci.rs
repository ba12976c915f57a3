//! UCI, for chess, and for the games and names of Fairy-Stockfish by the option `UCI_Variant`.

use engine::Position;

use super::fairy::{self, Fairy};
use super::words::{self, Keywords};
use super::{Command, Info, Tongue};
use crate::desk::Desk;
use crate::spelling::Spelling;

/// UCI.
pub struct Uci;

impl Uci {
    /// Its keywords.
    pub const KEYWORDS: Keywords =
        Keywords { hello: "uci", new_game: "ucinewgame", clocks: [["wtime", "winc"], ["btime", "binc"]] };
}

impl Tongue for Uci {
    fn read(&mut self, line: &str, _: &dyn Position) -> Result<Command, String> {
        words::read(line, &Uci::KEYWORDS)
    }

    fn hello(&self, desk: &Desk<'_>) -> Vec<String> {
        let variants = fairy::VARIANTS.iter().filter(|(_, game)| desk.knows(game));
        let variants: String = variants.map(|(name, _)| format!(" var {name}")).collect();
        let present = fairy::variant(desk.game()).unwrap_or("chess");
        let option = format!("option name UCI_Variant type combo default {present}{variants}");
        words::hello(desk, Uci::KEYWORDS.hello, &[option])
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
        &Fairy
    }

    fn start(&self, start: &dyn Position, text: &str) -> Result<Box<dyn Position>, String> {
        start.read(&fairy::position(start.game(), text)).map_err(|error| error.to_string())
    }

    fn set(&mut self, name: &str, value: &str, desk: &mut Desk<'_>) -> Option<Result<(), String>> {
        if !name.eq_ignore_ascii_case("UCI_Variant") {
            // Options that say nothing to this engine, but that clients set without a look at the list.
            return name.starts_with("UCI_").then_some(Ok(()));
        }
        Some(match fairy::game(value) {
            Some(game) if game == desk.game() => Ok(()),
            Some(game) => desk.new_game(game),
            None => Err(format!("there is no UCI_Variant `{value}` here")),
        })
    }
}

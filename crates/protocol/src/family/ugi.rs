//! UGI, the Universal Game Interface: UCI for any game, in the notation of the game, one decision at a time.

use engine::{Outcome, Player, Position};

use super::words::{self, Keywords};
use super::{Command, Info, Query, Tongue};
use crate::desk::{Desk, Unit};
use crate::spelling::{Plain, Spelling};

/// A blank within a decision, as in the two steps of a push of Arimaa.
const SPELLING: Plain = Plain { blank: '+' };

/// UGI.
pub struct Ugi;

impl Ugi {
    /// Its keywords.
    pub const KEYWORDS: Keywords =
        Keywords { hello: "ugi", new_game: "uginewgame", clocks: [["p1time", "p1inc"], ["p2time", "p2inc"]] };
}

impl Tongue for Ugi {
    fn read(&mut self, line: &str, _: &dyn Position) -> Result<Command, String> {
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["query", "gameover"] => Ok(Command::Query(Query::IsOver)),
            ["query", "p1turn"] => Ok(Command::Query(Query::IsFirst)),
            ["query", "result"] => Ok(Command::Query(Query::Result)),
            _ => words::read(line, &Ugi::KEYWORDS),
        }
    }

    fn hello(&self, desk: &Desk<'_>) -> Vec<String> {
        words::hello(desk, Ugi::KEYWORDS.hello, &[])
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

    fn answer(&self, query: Query, position: &dyn Position) -> Vec<String> {
        let answer = match (query, position.outcome()) {
            (Query::IsOver, outcome) => outcome.is_some().to_string(),
            (Query::IsFirst, _) => (position.turn() == Player::First).to_string(),
            (Query::Result, None) => "none".to_owned(),
            (Query::Result, Some(Outcome::Draw)) => "draw".to_owned(),
            (Query::Result, Some(Outcome::Win(Player::First))) => "p1win".to_owned(),
            (Query::Result, Some(Outcome::Win(Player::Second))) => "p2win".to_owned(),
            (Query::Picture, _) => return super::picture(position),
        };
        vec![format!("response {answer}")]
    }

    fn spelling(&self) -> &dyn Spelling {
        &SPELLING
    }

    fn unit(&self) -> Unit {
        Unit::Decision
    }
}

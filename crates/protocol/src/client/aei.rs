//! AEI from the client's side.

use engine::Position;

use super::game::Game;
use super::{Caller, Line, Setup, Trouble};
use crate::clock::Limits;
use crate::family::{self, Tongue};
use crate::spelling::Spelling;

/// The client's half of AEI.
#[derive(Default)]
pub struct Aei {
    tongue: family::Aei,
    /// How many turns of the game the engine has been told.
    told: usize,
}

impl Caller for Aei {
    fn greet(&mut self, line: &mut Line<'_>, setup: &Setup, _: &dyn Position) -> Result<(), Trouble> {
        line.say("aei");
        line.wait_for("aeiok")?;
        for (name, value) in &setup.options {
            line.say(format!("setoption name {name} value {value}"));
        }
        line.say("isready");
        line.wait_for("readyok")
    }

    fn new_game(&mut self, line: &mut Line<'_>, _: &dyn Position, limits: &Limits) -> Result<(), Trouble> {
        self.told = 0;
        line.say("newgame");
        if let Some(time) = limits.move_time {
            // A turn has up to four steps, each with the time of a decision. Nothing is saved for later turns.
            let turn = (4 * time).as_secs_f64();
            for (name, value) in [("tcmove", turn), ("tcreserve", 0.0), ("tcmax", 0.0)] {
                line.say(format!("setoption name {name} value {value}"));
            }
        }
        line.say("isready");
        line.wait_for("readyok")
    }

    fn ask(&mut self, line: &mut Line<'_>, game: &Game, limits: &Limits) -> Result<Option<String>, Trouble> {
        for word in &game.texts()[self.told..] {
            line.say(format!("makemove {word}"));
        }
        self.told = game.words().len();
        if limits.move_time.is_some() {
            for name in ["greserve", "sreserve"] {
                line.say(format!("setoption name {name} value 0"));
            }
        }
        line.say("go");
        let best = line.hear_until(|said| {
            let (word, best) = said.split_once(char::is_whitespace).unwrap_or((said, ""));
            (word == "bestmove").then(|| best.trim().to_owned())
        })?;
        Ok((best != "resign").then_some(best))
    }

    fn spelling(&self) -> &dyn Spelling {
        self.tongue.spelling()
    }
}

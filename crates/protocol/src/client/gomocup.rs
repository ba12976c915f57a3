//! The protocol of Gomocup from the client's side.

use engine::Position;

use super::game::Game;
use super::{Caller, Line, Setup, Trouble, short};
use crate::clock::Limits;
use crate::gomocup::Stones;
use crate::spelling::{Spelling, size};

/// The client's half of Gomocup.
#[derive(Default)]
pub struct Gomocup {
    /// How many turns of the game are on the board of the engine.
    told: usize,
    options: Vec<(String, String)>,
}

/// The answer, after what the engine remarks.
fn answer(line: &mut Line<'_>) -> Result<String, Trouble> {
    let answer = line.hear_until(|said| {
        let word = said.split_whitespace().next().unwrap_or_default().to_uppercase();
        let is_remark = matches!(word.as_str(), "" | "MESSAGE" | "DEBUG" | "UNKNOWN" | "SUGGEST");
        (!is_remark).then(|| said.to_owned())
    })?;
    if answer.to_uppercase().starts_with("ERROR") {
        return Err(Trouble::Wrong(format!("it said `{}`", short(&answer))));
    }
    Ok(answer)
}

impl Caller for Gomocup {
    fn greet(&mut self, _: &mut Line<'_>, setup: &Setup, _: &dyn Position) -> Result<(), Trouble> {
        self.options.clone_from(&setup.options);
        Ok(())
    }

    fn new_game(
        &mut self,
        line: &mut Line<'_>,
        start: &dyn Position,
        limits: &Limits,
    ) -> Result<(), Trouble> {
        self.told = 0;
        let (columns, _) = size(start);
        line.say(format!("START {columns}"));
        let started = answer(line)?;
        if !started.eq_ignore_ascii_case("OK") {
            return Err(Trouble::Unable(format!("it does not start: `{}`", short(&started))));
        }
        let time = limits.move_time.map_or(0, |time| time.as_millis());
        for info in [format!("timeout_turn {time}"), "timeout_match 0".to_owned(), "rule 0".to_owned()] {
            line.say(format!("INFO {info}"));
        }
        for (name, value) in &self.options {
            line.say(format!("INFO {name} {value}"));
        }
        Ok(())
    }

    fn ask(&mut self, line: &mut Line<'_>, game: &Game, limits: &Limits) -> Result<Option<String>, Trouble> {
        if let Some(time) = limits.move_time {
            line.say(format!("INFO timeout_turn {}", time.as_millis().max(1)));
        }
        match &game.words()[self.told..] {
            [] if game.words().is_empty() => line.say("BEGIN"),
            [word] => line.say(format!("TURN {}", word.text)),
            // An opening, or the first words that the engine hears of.
            _ => {
                line.say("BOARD");
                for word in game.words() {
                    let owner = if word.player == game.position().turn() { 1 } else { 2 };
                    for stone in word.text.split(' ') {
                        line.say(format!("{stone},{owner}"));
                    }
                }
                line.say("DONE");
            }
        }
        let word = answer(line)?;
        self.told = game.words().len() + 1;
        Ok(Some(word))
    }

    fn spelling(&self) -> &dyn Spelling {
        &Stones
    }

    fn bye(&self) -> &'static str {
        "END"
    }
}

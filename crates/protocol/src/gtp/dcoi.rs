//! The dialect of the Computer Olympiad's interface (DCOI): players 0 and 1, one `genmove` for every action.
//!
//! An action may be less than a decision here: a worker of Santorini moves and then builds, a capture in draughts is a jump at a
//! time. Passes that a player is forced to make are no actions.

use engine::{Player, Position};

use super::olympiad::{OLYMPIAD, actions};
use super::time::Clocks;
use super::{Answer, Commands};
use crate::clock::seat;
use crate::desk::{Desk, Unit};
use crate::score::rows;
use crate::search::Found;

const NAMES: &[&str] = &[
    "game",
    "clear_board",
    "play",
    "genmove",
    "time_left",
    "time_settings",
    "player",
    "undo",
    "legal_moves",
    "showboard",
];

/// What was there before an action.
struct Before {
    words: usize,
    begun: Vec<String>,
}

/// The commands of DCOI.
#[derive(Default)]
pub struct Dcoi {
    clocks: Clocks,
    /// Every action so far.
    past: Vec<Before>,
    /// The actions of a decision that is not complete.
    begun: Vec<String>,
    /// The actions that the engine has decided on and not yet told.
    planned: Vec<String>,
}

impl Commands for Dcoi {
    fn names(&self) -> &'static [&'static str] {
        NAMES
    }

    fn obey(&mut self, name: &str, words: &[&str], desk: &mut Desk<'_>) -> Result<Answer, String> {
        let text = match name {
            "game" => {
                let game = words.join("_").to_lowercase();
                let known = OLYMPIAD.iter().find(|(name, _)| *name == game).map(|(_, game)| *game);
                desk.new_game(known.ok_or_else(|| format!("there is no game `{game}` here"))?)?;
                self.forget();
                String::new()
            }
            "clear_board" => {
                desk.restart()?;
                self.forget();
                String::new()
            }
            "play" => {
                let (player, action) = words.split_first().ok_or("a player and a move are needed")?;
                self.expect(player, desk)?;
                self.planned.clear();
                self.act(&action.join("-"), desk)?;
                String::new()
            }
            "genmove" => {
                self.expect(words.first().ok_or("a player is needed")?, desk)?;
                if let Some(action) = self.plan() {
                    self.act(&action, desk)?;
                    return Ok(Answer::Now(action));
                }
                if desk.record.position().outcome().is_some() {
                    return Err("the game is over".to_owned());
                }
                desk.begin(&self.clocks.limits(), Unit::Decision, false);
                return Ok(Answer::Later);
            }
            "time_settings" => {
                self.clocks.set(words)?;
                String::new()
            }
            "time_left" => {
                let (player, time) = words.split_first().ok_or("a player and a time are needed")?;
                self.clocks.tell(read_player(player)?, time)?;
                String::new()
            }
            "player" => seat(desk.record.position().turn()).to_string(),
            "undo" => {
                let before = self.past.pop().ok_or("cannot undo")?;
                while desk.record.len() > before.words {
                    desk.record.undo();
                }
                self.begun = before.begun;
                self.planned.clear();
                String::new()
            }
            "legal_moves" => self.legal(desk.record.position()).join(" "),
            _ => {
                let position = desk.record.position();
                format!("\n{}{}", position.view(), position.text())
            }
        };
        Ok(Answer::Now(text))
    }

    fn found(&mut self, found: Result<&Found, String>, desk: &mut Desk<'_>) -> Result<String, String> {
        let found = found?;
        let position = desk.record.position();
        let best = rows(&found.report, position.turn());
        let decisions = found.decisions.iter().chain(best.iter().map(|row| &row.decision));
        // A decision that has been begun can only be completed.
        let mut plans = decisions.flat_map(|decision| actions(position, decision));
        let plan = plans.find(|plan| plan.starts_with(&self.begun)).ok_or("there is no move")?;
        self.planned = plan[self.begun.len()..].to_vec();
        let action = self.plan().ok_or("there is no move")?;
        let row = best.first().map_or(String::new(), |row| format!(" # {}", row.labels()));
        self.act(&action, desk)?;
        Ok(format!("{action}{row}"))
    }
}

impl Dcoi {
    fn forget(&mut self) {
        self.past.clear();
        self.begun.clear();
        self.planned.clear();
    }

    /// The next action of the plan.
    fn plan(&mut self) -> Option<String> {
        (!self.planned.is_empty()).then(|| self.planned.remove(0))
    }

    /// Checks that it is this player's turn. Where the rules here have ended the game and the client goes on, so does the engine.
    fn expect(&self, player: &str, desk: &mut Desk<'_>) -> Result<(), String> {
        let player = read_player(player)?;
        if desk.record.position().outcome().is_some() {
            desk.record.go_on();
        }
        match desk.record.position().turn() {
            turn if turn == player => Ok(()),
            turn => Err(format!("it is the turn of player {}", seat(turn))),
        }
    }

    /// All actions that may be made now.
    fn legal(&self, position: &dyn Position) -> Vec<String> {
        let plans = position.moves().into_iter().flat_map(|decision| actions(position, &decision));
        let rests = plans.filter(|plan| plan.starts_with(&self.begun));
        let mut legal: Vec<String> = rests.filter_map(|plan| plan.get(self.begun.len()).cloned()).collect();
        legal.sort();
        legal.dedup();
        legal
    }

    /// Makes an action, and with the last action of a decision the decision.
    fn act(&mut self, action: &str, desk: &mut Desk<'_>) -> Result<(), String> {
        let position = desk.record.position();
        let begun: Vec<String> = self.begun.iter().cloned().chain([action.to_owned()]).collect();
        let is_same = |plan: &[String]| plan.iter().zip(&begun).all(|(a, b)| a.eq_ignore_ascii_case(b));
        let mut is_begun = false;
        let mut complete = None;
        for decision in position.moves() {
            for plan in actions(position, &decision) {
                if plan.len() >= begun.len() && is_same(&plan[..begun.len()]) {
                    is_begun = true;
                    if plan.len() == begun.len() {
                        complete = complete.or_else(|| Some(decision.clone()));
                    }
                }
            }
        }
        if !is_begun {
            return Err(format!("illegal move `{action}`"));
        }
        self.past.push(Before { words: desk.record.len(), begun: std::mem::take(&mut self.begun) });
        match complete {
            None => self.begun = begun.iter().map(|action| action.to_uppercase()).collect(),
            Some(decision) => {
                desk.record.decide(action, vec![decision])?;
                self.pass(desk)?;
            }
        }
        Ok(())
    }

    /// Makes the passes that are forced, other than the end of a turn of Arimaa.
    fn pass(&self, desk: &mut Desk<'_>) -> Result<(), String> {
        while desk.record.position().moves() == ["pass"] && desk.game() != "arimaa" {
            desk.record.decide("pass", vec!["pass".to_owned()])?;
        }
        Ok(())
    }
}

fn read_player(word: &str) -> Result<Player, String> {
    match word {
        "0" => Ok(Player::First),
        "1" => Ok(Player::Second),
        _ => Err(format!("`{word}` is no player: 0 or 1")),
    }
}

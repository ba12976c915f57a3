//! The review of a game: what every position was worth, and which turns gave something away.

use std::sync::atomic::{AtomicBool, Ordering};

use game::Player;
use search::Budget;
use serde::Serialize;

use crate::{Error, Position, Report, Session, Settings, Watch};

/// The value of a position, seen by the first player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Value {
    /// The gain, if it is known or proven.
    pub proven: Option<i8>,
    /// The gain, or the estimate, between -1 and 1.
    pub value: f32,
}

/// How much a turn has given away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judgement {
    /// A little.
    Inaccuracy,
    /// Much.
    Mistake,
    /// The game, or half of it.
    Blunder,
}

/// From which loss of value on a judgement applies. From a certain win to a certain loss it is 2.
const LOSSES: [(f32, Judgement); 3] =
    [(1.0, Judgement::Blunder), (0.5, Judgement::Mistake), (0.25, Judgement::Inaccuracy)];

impl Judgement {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Judgement::Inaccuracy => "inaccuracy",
            Judgement::Mistake => "mistake",
            Judgement::Blunder => "blunder",
        }
    }

    /// What to say of a turn of `player` that changed the value from what its best turn was worth.
    fn of(player: Player, best: Value, after: Value) -> Option<Judgement> {
        let sign = player.sign();
        let gains = best.proven.zip(after.proven).map(|(best, after)| (best * sign, after * sign));
        match gains {
            Some((best, after)) if after < best => Some(Judgement::Blunder),
            Some(_) => None,
            None => {
                let loss = f32::from(sign) * (best.value - after.value);
                LOSSES.into_iter().find(|(least, _)| loss >= *least).map(|(_, judgement)| judgement)
            }
        }
    }
}

/// A turn of the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Turn {
    /// Whose it was: 1 or 2.
    #[serde(serialize_with = "number")]
    pub player: Player,
    /// The turn as the game writes it.
    #[serde(rename = "move")]
    pub text: String,
    /// What the position is worth after it.
    pub after: Value,
    /// The turn that the search would have played, and what it expected of it.
    pub best: String,
    /// What the position was worth before it, with best play.
    pub before: Value,
    /// What is to be said of it; `None` if it was good.
    pub judgement: Option<Judgement>,
}

fn number<S: serde::Serializer>(player: &Player, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(player.index() as u8 + 1)
}

/// The turns of a game: its decisions, where those of a turn stand together.
fn split(start: &dyn Position, moves: &str) -> Result<Vec<(Player, Vec<String>)>, Error> {
    let mut turns: Vec<(Player, Vec<String>)> = Vec::new();
    let mut position = start.copy();
    for decision in start.replay(moves)?.moves {
        let player = position.turn();
        position = position.replay(&decision)?.end;
        match turns.last_mut() {
            Some((last, decisions)) if *last == player => decisions.push(decision),
            _ => turns.push((player, vec![decision])),
        }
    }
    Ok(turns)
}

/// Reviews a game. Every turn is searched within the budget; `see` hears how many of how many turns are done. An interrupted
/// review ends with the turns that it has seen.
pub fn review(
    start: &dyn Position,
    moves: &str,
    settings: &Settings,
    budget: &Budget,
    interrupt: &AtomicBool,
    see: &mut dyn FnMut(usize, usize),
) -> Result<Vec<Turn>, Error> {
    let turns = split(start, moves)?;
    let mut session = start.session(settings)?;
    let think = |session: &mut dyn Session| -> Option<(Value, String)> {
        let finished = session.outcome().map(|outcome| (Value::of_gain(outcome.gain()), String::new()));
        finished.or_else(|| {
            let watch = &mut Watch { interrupt: Some(interrupt), ..Watch::default() };
            let report = session.think(budget, watch);
            let is_whole = !interrupt.load(Ordering::Relaxed);
            is_whole.then(|| (Value::of(&report), best_turn(&report)))
        })
    };
    let mut reviewed = Vec::new();
    see(0, turns.len());
    let mut known = think(session.as_mut());
    for (player, decisions) in &turns {
        let Some((before, best)) = known else { break };
        let text = decisions.join(session.position().within_turn());
        decisions.iter().try_for_each(|decision| session.play(decision))?;
        known = think(session.as_mut());
        let Some((after, _)) = known else { break };
        // The search may not have seen the end of the turn.
        let is_best = text == best || decisions.first() == Some(&best);
        let judgement = if is_best { None } else { Judgement::of(*player, before, after) };
        reviewed.push(Turn { player: *player, text, after, best, before, judgement });
        see(reviewed.len(), turns.len());
    }
    Ok(reviewed)
}

impl Value {
    fn of(report: &Report) -> Value {
        match report.value {
            Some(gain) => Value::of_gain(gain),
            None => Value { proven: None, value: report.estimate.unwrap_or(0.0).clamp(-1.0, 1.0) },
        }
    }

    fn of_gain(gain: i8) -> Value {
        Value { proven: Some(gain), value: f32::from(gain) }
    }
}

/// The turn that the search would play: the first of its line, if that is what it has decided on.
fn best_turn(report: &Report) -> String {
    let best = report.best_move.clone().unwrap_or_default();
    match report.line.first() {
        Some(turn) if turn.starts_with(&best) => turn.clone(),
        _ => best,
    }
}

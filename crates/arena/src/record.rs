//! The record of a match.

use engine::{Outcome, Player as Side};
use serde::{Deserialize, Serialize};

/// A match that was played: everything that does not depend on the machine, and the times where the budget does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Which pair of matches of the plan, counted from 0.
    pub pair: usize,
    /// The seat of player a: 0 moves first, 1 second.
    pub seat: usize,
    /// The game.
    pub game: String,
    /// The set of evaluators, empty if there are none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub set: String,
    /// The players a and b.
    pub players: [String; 2],
    /// Their evaluators, where a set says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluators: Option<[String; 2]>,
    /// How many of the moves are the opening.
    pub opening: usize,
    /// All moves.
    pub moves: Vec<String>,
    /// The score of player a: 1, 0 or -1.
    pub score: i8,
    /// How it ended.
    pub end: End,
    /// The times of players a and b, where a move is limited by time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<[Clock; 2]>,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// By the rules.
    Rules,
    /// The player to move had proven the value.
    Proven,
    /// The match reached the length limit of the plan: a draw.
    TooLong,
    /// The player in this seat (0 or 1) gave up.
    Resigned(usize),
    /// The player in this seat (0 or 1) could not continue, for this reason.
    Failed(usize, String),
}

/// The time that a player's moves took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Clock {
    /// Moves made.
    pub moves: u32,
    /// Seconds in all.
    pub seconds: f64,
    /// The slowest move.
    pub slowest: f64,
    /// Moves that took longer than they may.
    pub overruns: u32,
}

impl Record {
    /// The result as score sheets write it, first player first.
    pub fn result(&self) -> &'static str {
        match self.score * [1, -1][self.seat] {
            1 => "1-0",
            -1 => "0-1",
            _ => "1/2-1/2",
        }
    }

    /// The names of the players in the order of their seats.
    pub fn seats(&self) -> [&str; 2] {
        let [a, b] = [self.players[0].as_str(), self.players[1].as_str()];
        if self.seat == 0 { [a, b] } else { [b, a] }
    }
}

/// The score of the player in this seat.
pub fn score(outcome: Outcome, seat: usize) -> i8 {
    match outcome {
        Outcome::Draw => 0,
        Outcome::Win(winner) => {
            if (winner == Side::First) == (seat == 0) {
                1
            } else {
                -1
            }
        }
    }
}

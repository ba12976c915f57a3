//! What a learner reports while it runs: for a display, and line by line for a log.

use serde::{Deserialize, Serialize};

/// Something happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    /// A game was played. Games of one round may come in any order.
    Game(GamePlayed),
    /// A round is over: its games are learned from.
    Round(RoundDone),
}

/// A game of self-play.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GamePlayed {
    /// Its number, from 0 on.
    pub game: u64,
    /// Moves.
    pub plies: usize,
    /// The gain of player 1, if it was played to its end or its end is proven.
    pub gain: Option<i8>,
    /// States to learn from.
    pub states: usize,
    /// Evaluations of its searches.
    pub evaluations: u64,
    /// v of the start, as its first search found it.
    pub start_value: f32,
}

/// A round of games and training.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RoundDone {
    /// Its number, from 1 on.
    pub round: u64,
    /// Games so far.
    pub games: u64,
    /// States that the games gave so far.
    pub states: u64,
    /// Samples trained so far, with repetitions.
    pub samples: u64,
    /// Seconds of learning so far, resumed runs included.
    pub seconds: f64,
    /// The mean squared error of this round's training.
    pub loss: f32,
    /// That on states of this round's games, before they were learned from.
    #[serde(default)]
    pub held_out: f32,
    /// v of the start, the mean over this round's games.
    pub start_value: f32,
    /// The part of this round's games that player 1 won, of those with an end; a draw is half a win.
    pub first_player: f32,
    /// The part of this round's games that a player won, of those with an end.
    #[serde(default)]
    pub decisive: f32,
    /// How many of this round's games ended in different states.
    #[serde(default)]
    pub distinct: usize,
    /// The mean number of moves in this round's games.
    pub plies: f32,
    /// Seconds that this round took to play its games, and to train.
    pub playing: f64,
    /// As above.
    pub training: f64,
    /// States in the window.
    pub window: usize,
}

impl RoundDone {
    /// Whether these games, of which there were so many, were nearly all the same: there is nothing left to learn from
    /// self-play, although the loss vanishes. A start that is resolved before the first move is no collapse.
    pub fn has_collapsed(&self, games: usize) -> bool {
        games > 1 && self.plies >= 1.0 && 4 * self.distinct <= games
    }
}

impl Event {
    /// One line of a log, without its end.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("plain structs of numbers are JSON")
    }
}

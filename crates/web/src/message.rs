//! What a page says to the server about a game. The answers are in [`crate::state`]; docs/web.md describes both.

use serde::{Deserialize, Serialize};

/// A message of a page.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Message {
    /// Plays moves from the present position.
    Move {
        /// One move or several.
        text: String,
    },
    /// Looks at another position of the game.
    Goto {
        /// Its number.
        node: usize,
    },
    /// Takes moves back until a person is to move again.
    Takeback {},
    /// Removes a position and all that follow.
    Delete {
        /// Its number.
        node: usize,
    },
    /// Gives up, for the player to move.
    Resign {},
    /// Says who plays.
    Seats {
        /// The first and the second player.
        seats: [Seat; 2],
    },
    /// Lets the engines play, or makes them wait.
    Run {
        /// Whether they play.
        on: bool,
    },
    /// Gives both players clocks, or none. The times begin anew.
    Clock {
        /// `null` for none.
        clock: Option<ClockSetting>,
    },
    /// Searches the position that is looked at, and follows it.
    Analyse {
        /// 0 or 1: two searches may run side by side.
        slot: usize,
        /// How.
        search: SearchSetting,
        /// Whether it goes on when no page watches.
        #[serde(default)]
        keep: bool,
    },
    /// Ends a search and drops its tree.
    Close {
        /// 0 or 1.
        slot: usize,
    },
    /// Stops a search; its tree can still be looked at.
    Stop {
        /// 0 or 1.
        slot: usize,
    },
    /// Asks for the moves of a state in the tree of a search.
    Look {
        /// Comes back with the answer.
        request: u64,
        /// 0 or 1.
        slot: usize,
        /// The moves from the position that is searched.
        line: Vec<String>,
    },
    /// Asks for the board after these moves from the present position.
    Peek {
        /// Comes back with the answer.
        request: u64,
        /// The moves.
        line: String,
    },
    /// Searches for a proof of the value of the present position, or continues to.
    Prove {
        /// How.
        search: SearchSetting,
        /// Whether it goes on when no page watches.
        #[serde(default)]
        keep: bool,
    },
    /// Stops the search for a proof; it can be continued.
    StopProof {},
    /// Drops it.
    CloseProof {},
    /// Makes a certificate of what was proven.
    Certificate {},
}

/// Who has a seat.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Seat {
    /// A person.
    #[default]
    Human,
    /// A search.
    Engine {
        /// How.
        #[serde(default)]
        search: SearchSetting,
    },
    /// The strategy of the certificate that the game was opened with.
    Proof,
}

/// How a position is searched. What is left out is as usual.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SearchSetting {
    /// The algorithm with its options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<String>,
    /// The evaluator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluator: Option<String>,
    /// Milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<u64>,
    /// Evaluations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<u64>,
    /// A level below the full strength.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u32>,
    /// Threads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// Mebibytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<usize>,
}

/// The times of both players.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockSetting {
    /// Milliseconds at the beginning.
    pub initial: u64,
    /// Milliseconds more after each move.
    pub increment: u64,
}

/// What a page asks for to begin a game.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NewGame {
    /// The name of the game.
    pub game: String,
    /// Where it begins; the usual start if left out.
    pub position: Option<String>,
    /// What is played from there.
    pub moves: String,
    /// Who plays.
    pub seats: [Seat; 2],
    /// The times.
    pub clock: Option<ClockSetting>,
}

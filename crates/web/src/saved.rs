//! A game as a file holds it.

use serde::{Deserialize, Serialize};

use crate::clock::Clocks;
use crate::line::Node;
use crate::message::Seat;

/// A game in a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Saved {
    /// The canonical name of the game.
    pub game: String,
    /// Where it begins, if not as usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// All moves.
    pub nodes: Vec<Node>,
    /// The position that was looked at.
    pub cursor: usize,
    /// Who plays.
    pub seats: [Seat; 2],
    /// The clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
}

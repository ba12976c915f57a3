//! Who plays a game if the user names no player: the strongest one that was measured.

use std::fmt;
use std::sync::LazyLock;

use game::{AnyState, split_name};
use serde::Deserialize;

use crate::evaluator::{AUTO, natural};
use crate::shipped;

/// Stands for the default player in place of an algorithm.
pub const DEFAULT: &str = "default";

/// The evaluator that needs a file.
const BEST: &str = "best";

/// The measured players, as the tournament of `experiments/champions` writes them.
static TABLE: LazyLock<Vec<MeasuredPlayer>> = LazyLock::new(|| {
    let table: Table = toml::from_str(include_str!("default_players.toml")).expect("a test reads the table");
    table.player
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    player: Vec<MeasuredPlayer>,
}

/// A row of the table: the strongest player that was measured for a game.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeasuredPlayer {
    /// The canonical name of the game.
    pub game: String,
    /// The algorithm, with its options.
    pub algorithm: String,
    /// The evaluator.
    pub evaluator: String,
    /// What it was measured against.
    pub evidence: Vec<Evidence>,
}

/// A match that the player of a row has won, or not lost.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// The other player.
    pub opponent: String,
    /// The mean score in percent: a win is 100, a draw 0, a loss -100.
    pub score: f64,
    /// Its 95 % interval.
    pub interval: [f64; 2],
    /// How many matches.
    pub matches: u32,
    /// The budget of a move.
    pub budget: String,
    /// When.
    pub date: String,
}

/// The rows of the table.
pub fn measured_players() -> &'static [MeasuredPlayer] {
    &TABLE
}

/// The player of a game, and why it is this one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefaultPlayer {
    /// The algorithm, with its options.
    pub algorithm: String,
    /// The evaluator.
    pub evaluator: String,
    /// Where the choice comes from.
    pub basis: Basis,
    /// The file of a network that should play and is not there.
    pub missing: Option<String>,
}

/// Where the choice of a player comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Basis {
    /// It is the strongest player that was measured for the game.
    Measured,
    /// It is that of another variant.
    Variant(String),
    /// A network comes with the project for the game; nothing was measured.
    Network,
    /// Nothing was measured, and there is no network: what usually is strong.
    Rule,
}

impl DefaultPlayer {
    /// The player of the game of this canonical name, from this state on.
    pub(crate) fn of(game: &str, start: &AnyState) -> DefaultPlayer {
        let row = TABLE.iter().find(|row| row.game == game);
        let player = |algorithm: &str, evaluator: &str, basis| DefaultPlayer {
            algorithm: algorithm.to_owned(),
            evaluator: evaluator.to_owned(),
            basis,
            missing: None,
        };
        let has_network = shipped::shipped(game).is_some();
        if let Some(row) = row.filter(|row| !row.needs_network() || has_network) {
            return player(&row.algorithm, &row.evaluator, Basis::Measured);
        }
        if has_network {
            return player("ubfm", BEST, Basis::Network);
        }
        let missing = row.map(|row| shipped::network_name(&row.game));
        // What plays one variant best usually plays the others well, if it does without a network.
        let (base, _) = split_name(game);
        let relative = TABLE.iter().find(|row| split_name(&row.game).0 == base && !row.needs_network());
        let chosen = match relative {
            Some(row) => player(&row.algorithm, &row.evaluator, Basis::Variant(row.game.clone())),
            None if natural(start) == "playouts" => player("mcts-solver", AUTO.name, Basis::Rule),
            None => player("ubfm", AUTO.name, Basis::Rule),
        };
        DefaultPlayer { missing, ..chosen }
    }
}

impl MeasuredPlayer {
    fn needs_network(&self) -> bool {
        self.evaluator.starts_with(BEST)
    }
}

/// The player and the reason, in one line.
impl fmt::Display for DefaultPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.algorithm)?;
        if self.evaluator != AUTO.name {
            write!(f, " with {}", self.evaluator)?;
        }
        match &self.basis {
            Basis::Measured => write!(f, ", the strongest player measured for this game")?,
            Basis::Variant(game) => write!(f, ", as for {game}")?,
            Basis::Network => write!(f, ", the network for this game")?,
            Basis::Rule => write!(f, "; no player was measured for this game")?,
        }
        match &self.missing {
            Some(file) => write!(f, " (its network {file} was not found)"),
            None => Ok(()),
        }
    }
}

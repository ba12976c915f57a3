//! The time manager: how long to think about a turn, for protocols and for games with a person.

use std::time::Duration;

use game::Player;

use crate::quantity;

/// The clock of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// What is left.
    pub left: Duration,
    /// What every move adds.
    pub increment: Duration,
    /// How many moves the time that is left is for; `None` if it is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// How long a search may take, as a client says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The time of this turn.
    pub move_time: Option<Duration>,
    /// The clocks of the first and the second player.
    pub clocks: [Option<Clock>; 2],
    /// States made by playing a move in the tree.
    pub nodes: Option<u64>,
    /// Evaluations.
    pub evaluations: Option<u64>,
    /// How many plies deep to look.
    pub depth: Option<u32>,
    /// Until the client stops the search, or a value is proven.
    pub endless: bool,
}

/// The time that is left is for about this many turns, if the client does not say for how many.
const TURNS_TO_COME: u32 = 30;

impl Clock {
    /// Reads the time for a game and what every turn adds, `5m+3s`, or the time alone, `5m`.
    pub fn read(text: &str) -> Result<Clock, String> {
        let (left, increment) = text.split_once('+').unwrap_or((text, "0"));
        let part = |text: &str| {
            quantity::duration(text).map_err(|error| format!("a clock is written like 5m+3s: {error}"))
        };
        let (left, increment) = (part(left)?, part(increment)?);
        match left.is_zero() {
            true => Err("a clock begins with more than no time".to_owned()),
            false => Ok(Clock { left, increment, moves_to_go: None }),
        }
    }

    /// Takes the time of a turn off the clock, and adds the increment. Returns false if the time was over before.
    pub fn spend(&mut self, took: Duration) -> bool {
        let in_time = took < self.left;
        self.left = self.left.saturating_sub(took) + if in_time { self.increment } else { Duration::ZERO };
        in_time
    }

    /// The share of the clock that a turn may take. `overhead` is lost on the way between client and engine.
    pub fn share(&self, overhead: Duration) -> Duration {
        let left = self.left.saturating_sub(overhead);
        let turns = self.moves_to_go.unwrap_or(TURNS_TO_COME).max(1);
        let share = left / turns + self.increment * 3 / 4;
        // The last turn before the control may take nearly everything, an earlier one at most half of it.
        let most = if turns == 1 { left * 9 / 10 } else { left / 2 };
        share.min(most).max(Duration::from_millis(1))
    }
}

impl Limits {
    /// Whether anything bounds the search.
    pub fn is_limited(&self) -> bool {
        self.endless
            || self.move_time.is_some()
            || self.clocks.iter().any(Option::is_some)
            || self.nodes.is_some()
            || self.evaluations.is_some()
            || self.depth.is_some()
    }

    /// The time for a turn of this player; `None` if no clock limits it.
    pub fn time(&self, player: Player, overhead: Duration) -> Option<Duration> {
        let fixed = self.move_time.map(|time| {
            // Short times are kept as they are: half of them is always there to think.
            time.saturating_sub(overhead).max(time / 2).max(Duration::from_millis(1))
        });
        let share = self.clock(player).map(|clock| clock.share(overhead));
        fixed.into_iter().chain(share).min()
    }

    /// The clock of a player.
    pub fn clock(&self, player: Player) -> Option<Clock> {
        self.clocks[seat(player)]
    }
}

/// The time of the next decision in a turn of this length, of which some is spent and this number of decisions is left.
pub fn part_of_turn(turn: Duration, spent: Duration, decisions: u32) -> Duration {
    (turn.saturating_sub(spent) / decisions.max(1)).max(Duration::from_millis(1))
}

/// The index of a player in lists of two.
pub fn seat(player: Player) -> usize {
    usize::from(player == Player::Second)
}

//! The time manager of all dialects: how long to think about a turn.

use std::time::Duration;

use engine::Player;

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

/// The index of a player in lists of two.
pub fn seat(player: Player) -> usize {
    usize::from(player == Player::Second)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    #[test]
    fn a_clock_is_divided_over_the_turns_to_come() {
        let clock = Clock { left: seconds(60.0), ..Clock::default() };
        assert_eq!(clock.share(Duration::ZERO), seconds(2.0));
        let until_control = Clock { moves_to_go: Some(10), ..clock };
        assert_eq!(until_control.share(Duration::ZERO), seconds(6.0));
        let last = Clock { moves_to_go: Some(1), ..clock };
        assert_eq!(last.share(Duration::ZERO), seconds(54.0));
    }

    #[test]
    fn a_clock_never_runs_out_however_long_the_game_is() {
        let overhead = Duration::from_millis(20);
        for increment in [Duration::ZERO, Duration::from_millis(100)] {
            let mut clock = Clock { left: seconds(3.0), increment, moves_to_go: None };
            for _ in 0..300 {
                let share = clock.share(overhead);
                assert!(share < clock.left || clock.left <= overhead, "{share:?} of {clock:?}");
                clock.left = clock.left.saturating_sub(share) + increment;
            }
        }
    }

    #[test]
    fn the_shortest_limit_counts() {
        let clock = Clock { left: seconds(60.0), ..Clock::default() };
        let both = Limits { move_time: Some(seconds(1.0)), clocks: [Some(clock), None], ..Limits::default() };
        assert_eq!(both.time(Player::First, Duration::ZERO), Some(seconds(1.0)));
        assert_eq!(Limits::default().time(Player::First, Duration::ZERO), None);
        let short = Limits { move_time: Some(Duration::from_millis(10)), ..Limits::default() };
        assert_eq!(short.time(Player::Second, Duration::from_millis(30)), Some(Duration::from_millis(5)));
    }
}

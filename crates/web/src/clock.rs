//! The clocks of a game.

use std::time::{Duration, Instant};

use engine::Player;
use serde::{Deserialize, Serialize};

use crate::message::ClockSetting;

/// Both players' clocks, of which one may run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Clocks {
    /// The times at the beginning.
    pub setting: ClockSetting,
    /// Milliseconds that are left.
    pub left: [u64; 2],
    /// Whose clock runs, and since when.
    #[serde(skip)]
    running: Option<(Player, Instant)>,
}

impl Clocks {
    /// Clocks that stand at their beginning.
    pub fn new(setting: ClockSetting) -> Clocks {
        Clocks { setting, left: [setting.initial; 2], running: None }
    }

    /// What is left now.
    pub fn now(&self) -> [u64; 2] {
        let mut left = self.left;
        if let Some((player, since)) = self.running {
            let spent = u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX);
            let own = &mut left[player.index()];
            *own = own.saturating_sub(spent);
        }
        left
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Player> {
        self.running.map(|(player, _)| player)
    }

    /// Lets the clock of one player run, or none.
    pub fn run(&mut self, player: Option<Player>) {
        if self.running() != player {
            self.left = self.now();
            self.running = player.map(|player| (player, Instant::now()));
        }
    }

    /// Ends the turn of a player who has moved.
    pub fn moved(&mut self, player: Player) {
        self.run(None);
        let left = &mut self.left[player.index()];
        *left = left.saturating_add(self.setting.increment);
    }

    /// The player whose time is over.
    pub fn fallen(&self) -> Option<Player> {
        self.running().filter(|player| self.now()[player.index()] == 0)
    }

    /// What a search may take for a move.
    pub fn for_a_move(&self, player: Player) -> Duration {
        let left = self.now()[player.index()];
        let share = left / 25 + self.setting.increment * 3 / 4;
        Duration::from_millis(share.min(left / 3).max(10))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_gains_its_increment_and_never_goes_below_nothing() {
        let mut clocks = Clocks::new(ClockSetting { initial: 1000, increment: 500 });
        clocks.moved(Player::First);
        assert_eq!((clocks.left, clocks.running(), clocks.fallen()), ([1500, 1000], None, None));
        clocks.left = [0, 1000];
        clocks.run(Some(Player::First));
        assert_eq!((clocks.now()[0], clocks.fallen()), (0, Some(Player::First)));
        assert!(clocks.for_a_move(Player::Second) <= Duration::from_millis(334));
    }
}

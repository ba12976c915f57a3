//! The clocks of GTP: main time, then periods of some stones each.

use std::time::Duration;

use engine::Player;

use crate::clock::{Clock, Limits, seat};

/// What `time_settings` has said, and what is left by now.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clocks {
    period: Option<Clock>,
    clocks: [Option<Clock>; 2],
}

/// Reads a number of seconds.
pub fn seconds(word: Option<&&str>) -> Result<Duration, String> {
    let number: Option<f64> = word.and_then(|word| word.parse().ok());
    let number = number.filter(|number| number.is_finite());
    let time = number.map(|number| Duration::from_secs_f64(number.clamp(0.0, 1e7)));
    time.ok_or_else(|| "a number of seconds is missing".to_owned())
}

/// Reads a number of stones.
fn stones(word: Option<&&str>) -> Result<u32, String> {
    word.map_or(Ok(0), |word| word.parse().map_err(|_| format!("`{word}` is no number of stones")))
}

impl Clocks {
    /// `time_settings MAIN PERIOD STONES`
    pub fn set(&mut self, words: &[&str]) -> Result<(), String> {
        let (main, period) = (seconds(words.first())?, seconds(words.get(1))?);
        let stones = stones(words.get(2))?;
        let clock = |left, moves_to_go| Clock { left, increment: Duration::ZERO, moves_to_go };
        self.period = (stones > 0).then(|| clock(period, Some(stones)));
        let main = (main > Duration::ZERO).then(|| clock(main, None));
        // Periods without stones are no limit at all.
        let is_endless = stones == 0 && period > Duration::ZERO;
        self.clocks = if is_endless { [None; 2] } else { [main.or(self.period); 2] };
        Ok(())
    }

    /// `time_left COLOUR TIME STONES`, where the stones may be left out.
    pub fn tell(&mut self, player: Player, words: &[&str]) -> Result<(), String> {
        let (left, stones) = (seconds(words.first())?, stones(words.get(1))?);
        let moves_to_go = (stones > 0).then_some(stones);
        self.clocks[seat(player)] = Some(Clock { left, increment: Duration::ZERO, moves_to_go });
        Ok(())
    }

    /// A move was made in this time.
    pub fn spend(&mut self, player: Player, time: Duration) {
        let Some(clock) = &mut self.clocks[seat(player)] else { return };
        clock.left = clock.left.saturating_sub(time);
        let stones = clock.moves_to_go.map(|stones| stones.saturating_sub(1));
        let is_over = stones.map_or(clock.left.is_zero(), |stones| stones == 0);
        clock.moves_to_go = stones;
        if is_over && let Some(period) = self.period {
            *clock = period;
        }
    }

    /// The limits of a turn.
    pub fn limits(&self) -> Limits {
        Limits { clocks: self.clocks, ..Limits::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_follow_the_main_time() {
        let mut clocks = Clocks::default();
        clocks.set(&["60", "10", "5"]).unwrap();
        let clock = |clocks: &Clocks| clocks.limits().clock(Player::First).unwrap();
        assert_eq!((clock(&clocks).left, clock(&clocks).moves_to_go), (Duration::from_secs(60), None));
        clocks.spend(Player::First, Duration::from_secs(61));
        assert_eq!((clock(&clocks).left, clock(&clocks).moves_to_go), (Duration::from_secs(10), Some(5)));
        for _ in 0..4 {
            clocks.spend(Player::First, Duration::from_secs(1));
        }
        assert_eq!((clock(&clocks).left, clock(&clocks).moves_to_go), (Duration::from_secs(6), Some(1)));
        clocks.spend(Player::First, Duration::from_secs(1));
        assert_eq!(clock(&clocks).moves_to_go, Some(5));
    }

    #[test]
    fn a_period_without_stones_is_no_limit() {
        let mut clocks = Clocks::default();
        clocks.set(&["0", "1", "0"]).unwrap();
        assert!(!clocks.limits().is_limited());
        assert!(clocks.set(&["soon"]).is_err() && clocks.tell(Player::First, &["1", "-1"]).is_err());
    }
}

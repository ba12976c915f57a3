//! What a strategy promises.

use crate::{Outcome, Player};

/// What a strategy promises: its holder gets at least this, whatever the opponent does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promise {
    /// Who follows the strategy.
    pub holder: Player,
    /// What the holder gets at least.
    pub least: Least,
}

/// The two promises that are worth something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Least {
    /// A win.
    Win,
    /// A draw or a win.
    Draw,
}

impl Promise {
    /// The promises that together prove this value of the first player: one for a win, two for a draw.
    pub fn proving(value: i8) -> Vec<Promise> {
        let promise = |holder, least| Promise { holder, least };
        match value {
            1.. => vec![promise(Player::First, Least::Win)],
            0 => vec![promise(Player::First, Least::Draw), promise(Player::Second, Least::Draw)],
            _ => vec![promise(Player::Second, Least::Win)],
        }
    }

    /// What the holder gets at least, seen by the first player.
    pub fn gain(self) -> i8 {
        match self.least {
            Least::Win => self.holder.sign(),
            Least::Draw => 0,
        }
    }

    /// Whether a game that ends like this keeps the promise.
    pub fn is_kept_by(self, outcome: Outcome) -> bool {
        match outcome {
            Outcome::Win(winner) => winner == self.holder,
            Outcome::Draw => self.least == Least::Draw,
        }
    }
}

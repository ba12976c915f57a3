//! The two players and how a game ends.

/// One of the two players. Values are always seen by [`Player::First`], also when the other one is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Player {
    /// Player 1, who maximises.
    First = 0,
    /// Player 2, who minimises.
    Second = 1,
}

impl Player {
    /// Both players, the first one first.
    pub const BOTH: [Player; 2] = [Player::First, Player::Second];

    /// The opponent.
    #[inline]
    #[must_use]
    pub fn other(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// 0 for the first player, 1 for the second: an index into pairs.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The gain of player 1 when this player wins: 1 or -1.
    #[inline]
    pub fn sign(self) -> i8 {
        match self {
            Player::First => 1,
            Player::Second => -1,
        }
    }

    /// Whether this player likes `a` strictly better than `b`, both seen by player 1.
    #[inline]
    pub fn prefers<T: PartialOrd>(self, a: T, b: T) -> bool {
        match self {
            Player::First => a > b,
            Player::Second => a < b,
        }
    }
}

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This player won.
    Win(Player),
    /// Neither player won.
    Draw,
}

impl Outcome {
    /// f_b: the gain of player 1, one of 1, 0 and -1.
    #[inline]
    pub fn gain(self) -> i8 {
        match self {
            Outcome::Win(player) => player.sign(),
            Outcome::Draw => 0,
        }
    }

    /// The outcome with this gain of player 1; only the sign counts.
    #[inline]
    pub fn from_gain(gain: i8) -> Outcome {
        match gain {
            0 => Outcome::Draw,
            1.. => Outcome::Win(Player::First),
            _ => Outcome::Win(Player::Second),
        }
    }

    /// The result as game records write it: `1-0`, `0-1` or `1/2`.
    pub fn result(self) -> &'static str {
        match self {
            Outcome::Win(Player::First) => "1-0",
            Outcome::Win(Player::Second) => "0-1",
            Outcome::Draw => "1/2",
        }
    }

    /// A richer terminal value f_t for this outcome: 0 for a draw, else the sign of the winner times one
    /// plus `margin`, how clear (or how early) the win is, between 0 and 1.
    ///
    /// All games use this scale, so that a win of any kind is worth more than any estimate within (-1, 1).
    #[inline]
    pub fn score(self, margin: f32) -> f32 {
        f32::from(self.gain()) * (1.0 + margin.clamp(0.0, 1.0))
    }
}

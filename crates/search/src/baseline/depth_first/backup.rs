//! Values of a search to a fixed depth: what they rest on, the window they are asked for, the back-up.

use game::{Outcome, Player};

/// What a value rests on, from the weakest to the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// An estimate at the horizon took part.
    Estimated,
    /// Every line ended by the rules, but moves were left out.
    Selective,
    /// Every line ended by the rules, and every move that matters was looked at.
    Proven,
}

impl Certainty {
    /// Whether a deeper search would find the same: no horizon was touched.
    #[inline]
    pub fn holds_deeper(self) -> bool {
        self >= Certainty::Selective
    }
}

/// What a search says of a state. The value is that of player 1, infinite for a win by the rules: how the win
/// was made does not count, so that nothing can be better and the window closes at once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Backed {
    pub value: f32,
    pub certainty: Certainty,
}

impl Backed {
    /// A terminal state.
    #[inline]
    pub fn terminal(outcome: Outcome) -> Backed {
        let value = match outcome {
            Outcome::Win(winner) => win(winner),
            Outcome::Draw => 0.0,
        };
        Backed { value, certainty: Certainty::Proven }
    }

    /// A state at the horizon.
    #[inline]
    pub fn estimated(value: f32) -> Backed {
        Backed { value, certainty: Certainty::Estimated }
    }
}

/// The value of a win of this player: nothing is better for it.
#[inline]
pub fn win(player: Player) -> f32 {
    match player {
        Player::First => f32::INFINITY,
        Player::Second => f32::NEG_INFINITY,
    }
}

/// The values that are still of interest: player 1 has `alpha` elsewhere, player 2 has `beta`. What a search
/// finds inside is exact, what it finds at or outside a border is a bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    pub alpha: f32,
    pub beta: f32,
}

impl Window {
    /// Everything.
    pub const OPEN: Window = Window { alpha: f32::NEG_INFINITY, beta: f32::INFINITY };

    /// The border that the player has reached elsewhere.
    #[inline]
    pub fn floor(self, player: Player) -> f32 {
        match player {
            Player::First => self.alpha,
            Player::Second => self.beta,
        }
    }

    /// Whether a value is so good for the player that the opponent will not let it come to this state.
    #[inline]
    pub fn is_cut_by(self, player: Player, value: f32) -> bool {
        match player {
            Player::First => value >= self.beta,
            Player::Second => value <= self.alpha,
        }
    }

    /// The window once the player has this value.
    #[inline]
    #[must_use]
    pub fn narrowed(self, player: Player, value: f32) -> Window {
        match player {
            Player::First => Window { alpha: self.alpha.max(value), ..self },
            Player::Second => Window { beta: self.beta.min(value), ..self },
        }
    }

    /// The null window that asks whether the player gets more than this value.
    #[inline]
    pub fn better_than(player: Player, value: f32) -> Window {
        match player {
            Player::First => Window { alpha: value, beta: value.next_up() },
            Player::Second => Window { alpha: value.next_down(), beta: value },
        }
    }

    /// The null window that asks whether the player gets this value at least.
    #[inline]
    pub fn at_least(player: Player, value: f32) -> Window {
        match player {
            Player::First => Window { alpha: value.next_down(), beta: value },
            Player::Second => Window { alpha: value, beta: value.next_up() },
        }
    }

    /// Whether no value lies strictly inside.
    #[inline]
    pub fn is_null(self) -> bool {
        self.alpha.next_up() >= self.beta
    }

    /// Whether a value found with this window is the value itself, not a bound.
    #[inline]
    pub fn holds(self, value: f32) -> bool {
        self.alpha < value && value < self.beta
    }
}

/// The minimax of the children that have been looked at, for the player to move.
#[derive(Clone, Copy, Debug)]
pub struct Backup {
    player: Player,
    /// The best child: its place among the moves ...
    pub best: Option<usize>,
    /// ... what it is worth, and what that rests on.
    pub value: f32,
    of_best: Certainty,
    /// The weakest that any child rests on.
    of_all: Certainty,
}

impl Backup {
    #[inline]
    pub fn new(player: Player) -> Backup {
        let (of_best, of_all) = (Certainty::Proven, Certainty::Proven);
        Backup { player, best: None, value: win(player.other()), of_best, of_all }
    }

    /// Adds a child. Returns whether it is better than all before it.
    #[inline]
    pub fn add(&mut self, place: usize, child: Backed) -> bool {
        self.of_all = self.of_all.min(child.certainty);
        let better = self.best.is_none() || self.player.prefers(child.value, self.value);
        if better {
            (self.best, self.value, self.of_best) = (Some(place), child.value, child.certainty);
        }
        better
    }

    /// Says that moves were left out.
    #[inline]
    pub fn leave_some_out(&mut self) {
        self.of_all = self.of_all.min(Certainty::Selective);
    }

    /// What the children say of their parent. That a value can be reached rests on one child, that nothing
    /// better can be reached rests on all of them.
    #[inline]
    pub fn backed(self, window: Window) -> Backed {
        let cut = window.is_cut_by(self.player, self.value);
        Backed { value: self.value, certainty: if cut { self.of_best } else { self.of_all } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn null_windows_hold_nothing() {
        for value in [-1.5, -1e-40, -0.0, 0.0, 1e-40, 0.25, f32::MAX, f32::MIN] {
            for player in Player::BOTH {
                for window in [Window::better_than(player, value), Window::at_least(player, value)] {
                    assert!(window.is_null() && window.alpha < window.beta, "{window:?}");
                }
                assert!(Window::at_least(player, value).is_cut_by(player, value));
                assert!(!Window::better_than(player, value).is_cut_by(player, value));
            }
        }
        assert!(
            !Window::better_than(Player::First, f32::NEG_INFINITY)
                .is_cut_by(Player::First, f32::NEG_INFINITY)
        );
        assert!(Window::OPEN.is_cut_by(Player::First, win(Player::First)));
    }

    #[test]
    fn a_cut_rests_on_one_child_and_a_value_on_all() {
        let mut backup = Backup::new(Player::First);
        backup.add(0, Backed::estimated(-0.5));
        backup.add(1, Backed::terminal(Outcome::Draw));
        assert_eq!(backup.backed(Window::OPEN), Backed::estimated(0.0));
        let cut = Window::at_least(Player::First, 0.0);
        assert_eq!(backup.backed(cut), Backed::terminal(Outcome::Draw));
    }
}

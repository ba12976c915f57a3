//! Values of a fixed-depth search: their certainty, windows, and back-up.

use game::{Bounds, Outcome, Player};

/// What a value depends on, from the weakest to the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// On estimates at the horizon.
    Estimated,
    /// On terminal states only, but moves were omitted.
    Selective,
    /// On terminal states only, and no move that matters was omitted.
    Proven,
}

impl Certainty {
    /// Whether a deeper search would find the same value, because no line reached the horizon.
    #[inline]
    pub fn holds_deeper(self) -> bool {
        self >= Certainty::Selective
    }
}

/// A backed-up value, from player 1's point of view. It is infinite for a win by the rules: all wins are
/// equal, so that nothing exceeds one and it closes the window at once.
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

    /// What it proves of the gain, if it was found with this window.
    pub fn proven(self, window: Window) -> Bounds {
        if self.certainty < Certainty::Proven {
            return Bounds::ANY;
        }
        // A value at a border or outside of the window is a bound; nothing exceeds a win.
        let is_lower = self.value > window.alpha || self.value == f32::INFINITY;
        let is_upper = self.value < window.beta || self.value == f32::NEG_INFINITY;
        Bounds {
            at_least: if is_lower { at_least(self.value) } else { -1 },
            at_most: if is_upper { at_most(self.value) } else { 1 },
        }
    }

    /// A state at the horizon.
    #[inline]
    pub fn estimated(value: f32) -> Backed {
        Backed { value, certainty: Certainty::Estimated }
    }
}

/// The gain of a state whose value is proven to be no less than this one. The value of a resolved state is that of a win or
/// a draw, so that what is more than a loss is a draw at least.
pub fn at_least(value: f32) -> i8 {
    i8::from(value > f32::NEG_INFINITY) + i8::from(value == f32::INFINITY) - 1
}

/// The gain of a state whose value is proven to be no more than this one.
pub fn at_most(value: f32) -> i8 {
    -at_least(-value)
}

/// The value of a win of this player, the best of all values.
#[inline]
pub fn win(player: Player) -> f32 {
    match player {
        Player::First => f32::INFINITY,
        Player::Second => f32::NEG_INFINITY,
    }
}

/// The values that still matter: player 1 is sure of `alpha` elsewhere, player 2 of `beta`. A value inside
/// the window is exact, a value at a border or outside is a bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    pub alpha: f32,
    pub beta: f32,
}

impl Window {
    /// The full window.
    pub const OPEN: Window = Window { alpha: f32::NEG_INFINITY, beta: f32::INFINITY };

    /// The value that the player is sure of elsewhere.
    #[inline]
    pub fn floor(self, player: Player) -> f32 {
        match player {
            Player::First => self.alpha,
            Player::Second => self.beta,
        }
    }

    /// Whether a value is so good for the player that the opponent will avoid this state.
    #[inline]
    pub fn is_cut_by(self, player: Player, value: f32) -> bool {
        match player {
            Player::First => value >= self.beta,
            Player::Second => value <= self.alpha,
        }
    }

    /// The window once the player is sure of this value.
    #[inline]
    #[must_use]
    pub fn narrowed(self, player: Player, value: f32) -> Window {
        match player {
            Player::First => Window { alpha: self.alpha.max(value), ..self },
            Player::Second => Window { beta: self.beta.min(value), ..self },
        }
    }

    /// The null window that tests whether the player gets more than this value.
    #[inline]
    pub fn better_than(player: Player, value: f32) -> Window {
        match player {
            Player::First => Window { alpha: value, beta: value.next_up() },
            Player::Second => Window { alpha: value.next_down(), beta: value },
        }
    }

    /// The null window that tests whether the player gets at least this value.
    #[inline]
    pub fn at_least(player: Player, value: f32) -> Window {
        match player {
            Player::First => Window { alpha: value.next_down(), beta: value },
            Player::Second => Window { alpha: value, beta: value.next_up() },
        }
    }

    /// Whether the window contains no value.
    #[inline]
    pub fn is_null(self) -> bool {
        self.alpha.next_up() >= self.beta
    }

    /// Whether a value found with this window is exact, and not a bound.
    #[inline]
    pub fn holds(self, value: f32) -> bool {
        self.alpha < value && value < self.beta
    }
}

/// The minimax of the children searched so far, for the player to move.
#[derive(Clone, Copy, Debug)]
pub struct Backup {
    player: Player,
    /// The index of the best child.
    pub best: Option<usize>,
    /// The value of the best child.
    pub value: f32,
    of_best: Certainty,
    /// The weakest certainty of any child.
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
    pub fn add(&mut self, index: usize, child: Backed) -> bool {
        self.of_all = self.of_all.min(child.certainty);
        let better = self.best.is_none() || self.player.prefers(child.value, self.value);
        if better {
            (self.best, self.value, self.of_best) = (Some(index), child.value, child.certainty);
        }
        better
    }

    /// Records that moves were omitted.
    #[inline]
    pub fn omit_moves(&mut self) {
        self.of_all = self.of_all.min(Certainty::Selective);
    }

    /// The value of the parent. That a value can be reached depends on one child only; that nothing better
    /// can be reached depends on all of them.
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
    fn null_windows_contain_no_value() {
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
    fn a_cut_depends_on_one_child_and_a_value_on_all() {
        let mut backup = Backup::new(Player::First);
        backup.add(0, Backed::estimated(-0.5));
        backup.add(1, Backed::terminal(Outcome::Draw));
        assert_eq!(backup.backed(Window::OPEN), Backed::estimated(0.0));
        let cut = Window::at_least(Player::First, 0.0);
        assert_eq!(backup.backed(cut), Backed::terminal(Outcome::Draw));
    }
}

//! The three values of completion that a state carries, and the order on them (section "State Values of Completion" of the
//! paper).

use game::{Bounds, Outcome, Player};

/// What is known of a state: c(s), v(s) and r(s) of the theory, all seen by player 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Label {
    /// c(s): the exact minimax gain M(s) of Definition 2 if it is known, else 0.
    pub exact: i8,
    /// v(s): the minimax of f_t and f_theta over the partial tree.
    pub value: f32,
    /// r(s): c(s) is proven; then c(s) = M(s) (Proposition 6).
    pub resolved: bool,
}

impl Label {
    /// c and r from what is certain, with this estimate as v.
    pub fn of(bounds: Bounds, value: f32) -> Label {
        let gain = bounds.gain();
        Label { exact: gain.unwrap_or(0), value, resolved: gain.is_some() }
    }

    /// Resolved; all states of this gain are worth the same.
    pub fn exactly(gain: i8) -> Label {
        Label { exact: gain, value: f32::from(gain), resolved: true }
    }

    /// The pair (c, v) as one number.
    pub fn rank(self) -> Rank {
        Rank::new(self.exact, self.value)
    }
}

/// How much the search makes of exact values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completion {
    /// Not at all: no c and no r, terminal states are walked again and again. The baseline of the paper's experiment.
    Off,
    /// A state is resolved as soon as its value is known, by the rules alone. The completion of Algorithm 3.
    On,
    /// The same, with all that the game sees without a search: wins at once, bounds, mirror images.
    Sighted,
    /// A state is resolved only when all its children are, so that every reachable state gets its value (the remark of the
    /// appendix).
    Strong,
}

impl Completion {
    /// The label of a terminal state: r, c, v = 1, f_b, f_t (Algorithm 4). `value` is f_t; c is always the gain.
    pub fn terminal(self, outcome: Outcome, value: f32) -> Label {
        let value = finite(value);
        match self {
            Completion::Off => Label { exact: 0, value, resolved: false },
            Completion::On | Completion::Sighted | Completion::Strong => {
                Label { exact: outcome.gain(), value, resolved: true }
            }
        }
    }

    /// Whether a state may be resolved before all its children are.
    #[inline]
    pub fn is_early(self) -> bool {
        matches!(self, Completion::On | Completion::Sighted)
    }

    /// Whether a best child of this rank resolves a state, whatever its other children are: |c| = 1 in `backup_resolution`
    /// of Algorithm 3 (Lemma 5, second part).
    #[inline]
    pub fn is_decided_by(self, best: Rank) -> bool {
        self.is_early() && best.exact() != 0
    }
}

/// A value that takes part in comparisons: never NaN or infinite, and one zero only (-0.0 would break ties).
#[inline]
pub fn finite(value: f32) -> f32 {
    if value.is_nan() { 0.0 } else { value.clamp(f32::MIN, f32::MAX) + 0.0 }
}

/// The pair (c, v) as one integer in the lexicographic order of Algorithm 3, so that comparing is one instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank(i64);

impl Rank {
    /// Below every rank.
    pub const LOWEST: Rank = Rank(i64::MIN);
    /// Above every rank.
    pub const HIGHEST: Rank = Rank(i64::MAX);

    /// The rank of (c, v).
    #[inline]
    pub fn new(exact: i8, value: f32) -> Rank {
        // The bits of floats are ordered like integers once those of negative ones are turned round.
        let bits = value.to_bits() as i32;
        let ordered = bits ^ (((bits >> 31) as u32) >> 1) as i32;
        Rank((i64::from(exact) << 32) + i64::from(ordered))
    }

    /// c
    #[inline]
    pub fn exact(self) -> i8 {
        ((self.0 + (1 << 31)) >> 32) as i8
    }

    /// v
    #[inline]
    pub fn value(self) -> f32 {
        let ordered = self.0 as i32;
        f32::from_bits((ordered ^ (((ordered >> 31) as u32) >> 1) as i32) as u32)
    }

    /// What a player would take anything else for: the rank of a child that does not exist.
    #[inline]
    pub fn nothing(player: Player) -> Rank {
        match player {
            Player::First => Rank::LOWEST,
            Player::Second => Rank::HIGHEST,
        }
    }

    /// Whether there is such a child at all.
    #[inline]
    pub fn is_something(self) -> bool {
        self != Rank::LOWEST && self != Rank::HIGHEST
    }

    /// The one that the player likes better.
    #[inline]
    #[must_use]
    pub fn or_better(self, other: Rank, player: Player) -> Rank {
        match player {
            Player::First => self.max(other),
            Player::Second => self.min(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_ordered_like_pairs_and_give_them_back() {
        let values = [f32::MIN, -6.5, -1.0, -1e-30, 0.0, 1e-30, 0.25, 1.0, 1.5, f32::MAX];
        let pairs: Vec<(i8, f32)> = (-1..=1).flat_map(|c| values.map(|v| (c, v))).collect();
        for (i, a) in pairs.iter().enumerate() {
            let rank = Rank::new(a.0, a.1);
            assert_eq!((rank.exact(), rank.value()), *a);
            assert!(rank.is_something());
            for (j, b) in pairs.iter().enumerate() {
                assert_eq!(rank.cmp(&Rank::new(b.0, b.1)), i.cmp(&j), "{a:?} and {b:?}");
            }
        }
    }

    #[test]
    fn both_zeros_are_a_tie() {
        assert_eq!(Rank::new(0, finite(-0.0)), Rank::new(0, finite(0.0)));
        assert_eq!(finite(f32::NAN), 0.0);
        assert_eq!(finite(f32::INFINITY), f32::MAX);
    }
}

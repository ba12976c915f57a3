//! Proof and disproof numbers, and the questions that they belong to.

use game::{Bounds, Player};

/// "Does player 1 reach at least this gain?"
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question(i8);

impl Question {
    /// Does player 1 win?
    pub const WIN: Question = Question(1);
    /// Does player 1 reach at least a draw?
    pub const DRAW: Question = Question(0);

    /// The gain that is asked for.
    pub fn gain(self) -> i8 {
        self.0
    }

    /// Who is right, if that is known: the first player says yes, the second no.
    pub fn winner(self, proven: Bounds) -> Option<Player> {
        if proven.at_least >= self.0 {
            Some(Player::First)
        } else if proven.at_most < self.0 {
            Some(Player::Second)
        } else {
            None
        }
    }

    /// A guess at the gain: the middle of what is left after a yes and after a no, weighted by how much
    /// harder the other answer is.
    pub fn estimate(self, proven: Bounds, numbers: Numbers) -> f32 {
        if let Some(gain) = proven.gain() {
            return f32::from(gain);
        }
        let middle = |low: i8, high: i8| (f32::from(low) + f32::from(high)) / 2.0;
        match self.winner(proven) {
            Some(_) => middle(proven.at_least, proven.at_most),
            None => {
                let [yes, no] = numbers.0.map(|number| number as f32);
                let chance = no / (yes + no);
                chance * middle(self.0, proven.at_most) + (1.0 - chance) * middle(proven.at_least, self.0 - 1)
            }
        }
    }
}

/// For each player the least number of leaves that must turn out in its favour for its answer to be proven:
/// the proof number is that of the first player, the disproof number that of the second.
///
/// Pairs indexed by player spare every case distinction between OR and AND: the player to move needs one
/// child, the opponent needs all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers(pub [u32; 2]);

/// Cannot be done.
pub const INFINITE: u32 = u32::MAX;
/// However large a sum gets, it is not a refutation.
const LARGEST: u32 = INFINITE - 1;

impl Numbers {
    /// Above everything that is not decided.
    pub const INFINITE: Numbers = Numbers([INFINITE; 2]);

    /// The question is decided in favour of this player.
    pub fn won_by(player: Player) -> Numbers {
        let mut numbers = Numbers::INFINITE;
        numbers.0[player.index()] = 0;
        numbers
    }

    /// The number of this player.
    #[inline]
    pub fn of(self, player: Player) -> u32 {
        self.0[player.index()]
    }

    /// The numbers of a state with this player to move: the least of its own, the sum of the opponent's.
    #[inline]
    pub fn back_up(player: Player, children: impl Iterator<Item = Numbers>) -> Numbers {
        let (mut least, mut sum) = (INFINITE, 0);
        for child in children {
            least = least.min(child.of(player));
            sum = add(sum, child.of(player.other()));
        }
        Numbers::seen_by(player, least, sum)
    }

    /// The pair with this number of the player and that of the opponent.
    #[inline]
    pub fn seen_by(player: Player, own: u32, others: u32) -> Numbers {
        match player {
            Player::First => Numbers([own, others]),
            Player::Second => Numbers([others, own]),
        }
    }
}

/// A sum that is infinite iff a part of it is.
#[inline]
fn add(a: u32, b: u32) -> u32 {
    if a == INFINITE || b == INFINITE { INFINITE } else { a.saturating_add(b).min(LARGEST) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_sum_is_no_refutation() {
        let hard = Numbers([LARGEST, 1]);
        let both = Numbers::back_up(Player::Second, [hard, hard].into_iter());
        assert_eq!(both, Numbers([LARGEST, 1]));
        let lost = Numbers::won_by(Player::Second);
        assert_eq!(Numbers::back_up(Player::Second, [hard, lost].into_iter()), lost);
    }

    #[test]
    fn an_estimate_lies_within_what_is_proven() {
        let even = Numbers([3, 3]);
        assert_eq!(Question::WIN.estimate(Bounds::ANY, even), 0.25);
        assert_eq!(Question::DRAW.estimate(Bounds::ANY, even), -0.25);
        let no_win = Bounds { at_least: -1, at_most: 0 };
        assert_eq!(Question::DRAW.estimate(no_win, even), -0.5);
        assert_eq!(Question::WIN.estimate(no_win, Numbers::won_by(Player::Second)), -0.5);
    }
}

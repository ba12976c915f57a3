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

    /// The gain in question.
    pub fn gain(self) -> i8 {
        self.0
    }

    /// The player whose answer is proven: the first player's answer is yes, the second player's is no. `None`
    /// if the question is open.
    pub fn winner(self, proven: Bounds) -> Option<Player> {
        if proven.at_least >= self.0 {
            Some(Player::First)
        } else if proven.at_most < self.0 {
            Some(Player::Second)
        } else {
            None
        }
    }

    /// An estimate of the gain. Each answer leaves a range of gains; the estimate is the mean of the middles
    /// of both ranges, weighted by the proof number of the opposite answer.
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

/// For each player, the least number of leaves that must be resolved in its favour to prove its answer. The
/// first player's number is the proof number, the second player's the disproof number.
///
/// Indexing by player makes OR and AND nodes the same case: the player to move needs one child, the opponent
/// needs all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers(pub [u32; 2]);

/// The number of an answer that is refuted.
pub const INFINITE: u32 = u32::MAX;
/// The largest finite number, at which sums saturate, so that no sum becomes a refutation.
const LARGEST: u32 = INFINITE - 1;

impl Numbers {
    /// A bound that no finite number reaches.
    pub const INFINITE: Numbers = Numbers([INFINITE; 2]);

    /// The numbers of a state where this player's answer is proven.
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

    /// Backs up the numbers of the children: the minimum for the player to move, the sum for the opponent.
    #[inline]
    pub fn back_up(player: Player, children: impl Iterator<Item = Numbers>) -> Numbers {
        let (mut least, mut sum) = (INFINITE, 0);
        for child in children {
            least = least.min(child.of(player));
            sum = add(sum, child.of(player.other()));
        }
        Numbers::seen_by(player, least, sum)
    }

    /// The pair with these numbers of the player and the opponent.
    #[inline]
    pub fn seen_by(player: Player, own: u32, others: u32) -> Numbers {
        match player {
            Player::First => Numbers([own, others]),
            Player::Second => Numbers([others, own]),
        }
    }
}

/// A saturating sum that is infinite iff one of its terms is.
#[inline]
fn add(a: u32, b: u32) -> u32 {
    if a == INFINITE || b == INFINITE { INFINITE } else { a.saturating_add(b).min(LARGEST) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saturated_sum_is_not_a_refutation() {
        let hard = Numbers([LARGEST, 1]);
        let both = Numbers::back_up(Player::Second, [hard, hard].into_iter());
        assert_eq!(both, Numbers([LARGEST, 1]));
        let lost = Numbers::won_by(Player::Second);
        assert_eq!(Numbers::back_up(Player::Second, [hard, lost].into_iter()), lost);
    }

    #[test]
    fn an_estimate_lies_within_the_proven_bounds() {
        let even = Numbers([3, 3]);
        assert_eq!(Question::WIN.estimate(Bounds::ANY, even), 0.25);
        assert_eq!(Question::DRAW.estimate(Bounds::ANY, even), -0.25);
        let no_win = Bounds { at_least: -1, at_most: 0 };
        assert_eq!(Question::DRAW.estimate(no_win, even), -0.5);
        assert_eq!(Question::WIN.estimate(no_win, Numbers::won_by(Player::Second)), -0.5);
    }
}

//! The five classes of pairs, their mean and its error.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use super::{Interval, Score};

/// How many pairs brought player A the sums -2, -1, 0, 1 and 2.
///
/// | pairs | mean | standard error | 95 % interval |
/// |---|---|---|---|
/// | none | none | none | all of [-1, 1] |
/// | one | its score | none: one pair shows no spread | all of [-1, 1] |
/// | all alike | their score | 0 | what is compatible with that: [`Interval::of_equals`] |
/// | others | the mean | from the unbiased variance | by Student's distribution, cut off at -1 and 1 |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "[u64; 5]")]
pub struct Pentanomial(pub [u64; 5]);

/// Larger counts are refused: no tournament is that large, and sums of smaller counts cannot overflow.
pub(super) const LARGEST_COUNT: u64 = 1 << 40;

impl TryFrom<[u64; 5]> for Pentanomial {
    type Error = &'static str;

    fn try_from(counts: [u64; 5]) -> Result<Pentanomial, &'static str> {
        let small = counts.iter().all(|count| *count <= LARGEST_COUNT);
        if small { Ok(Pentanomial(counts)) } else { Err("a number of pairs is too large") }
    }
}

impl Pentanomial {
    /// The sums of the classes.
    pub const SUMS: [i8; 5] = [-2, -1, 0, 1, 2];

    /// Counts a pair: A's score in both seats.
    pub fn add(&mut self, first: Score, second: Score) {
        self.0[(first.value() + second.value() + 2) as usize] += 1;
    }

    /// The number of pairs.
    pub fn pairs(self) -> u64 {
        self.0.iter().sum()
    }

    /// The sum of all scores.
    pub fn total(self) -> i64 {
        self.classes().map(|(sum, count)| sum * count).sum()
    }

    /// The mean score of a match in [-1, 1]: a win is 1, a draw 0, a loss -1.
    pub fn mean(self) -> Option<f64> {
        (self.pairs() > 0).then(|| self.total() as f64 / (2 * self.pairs()) as f64)
    }

    /// The variance of a pair's mean score, by the unbiased estimate.
    pub fn variance(self) -> Option<f64> {
        let pairs = i128::from(self.pairs());
        if pairs < 2 {
            return None;
        }
        // In whole numbers, so that nothing is lost and both players get the same error.
        let squares: i128 =
            self.classes().map(|(sum, count)| i128::from(sum * sum) * i128::from(count)).sum();
        let total = i128::from(self.total());
        Some((pairs * squares - total * total) as f64 / (4 * pairs * (pairs - 1)) as f64)
    }

    /// The standard error of the mean.
    pub fn standard_error(self) -> Option<f64> {
        self.variance().map(|variance| (variance / self.pairs() as f64).sqrt())
    }

    /// The 95 % interval of the mean.
    pub fn interval(self) -> Interval {
        match (self.mean(), self.standard_error()) {
            (Some(mean), Some(0.0)) => Interval::of_equals(mean, self.pairs()),
            (Some(mean), Some(error)) => Interval::of_mean(mean, error, self.pairs()),
            _ => Interval::EVERYTHING,
        }
    }

    /// The same pairs from B's view.
    pub fn swapped(self) -> Pentanomial {
        let mut counts = self.0;
        counts.reverse();
        Pentanomial(counts)
    }

    /// The sum and the number of pairs of every class.
    fn classes(self) -> impl Iterator<Item = (i64, i64)> {
        Self::SUMS.into_iter().zip(self.0).map(|(sum, count)| (i64::from(sum), count as i64))
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Pentanomial) {
        for (mine, more) in self.0.iter_mut().zip(other.0) {
            *mine += more;
        }
    }
}

//! Results of matches between players A and B, collected from A's view.

use std::ops::AddAssign;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::Pentanomial;
use super::pentanomial::LARGEST_COUNT;

/// The result of a match for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// -1.
    Loss,
    /// 0.
    Draw,
    /// 1.
    Win,
}

impl Score {
    /// All scores, the worst first.
    pub const ALL: [Score; 3] = [Score::Loss, Score::Draw, Score::Win];

    /// The score as a number: -1, 0 or 1.
    pub fn value(self) -> i8 {
        match self {
            Score::Loss => -1,
            Score::Draw => 0,
            Score::Win => 1,
        }
    }

    /// The other player's score.
    pub fn swapped(self) -> Score {
        match self {
            Score::Loss => Score::Win,
            Score::Draw => Score::Draw,
            Score::Win => Score::Loss,
        }
    }
}

/// Where a player sat in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// The player made the first move.
    First,
    /// The player answered.
    Second,
}

/// How many matches were won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Matches won.
    #[serde(deserialize_with = "count")]
    pub wins: u64,
    /// Matches drawn.
    #[serde(deserialize_with = "count")]
    pub draws: u64,
    /// Matches lost.
    #[serde(deserialize_with = "count")]
    pub losses: u64,
}

impl Record {
    /// Counts one more match.
    pub fn add(&mut self, score: Score) {
        match score {
            Score::Loss => self.losses += 1,
            Score::Draw => self.draws += 1,
            Score::Win => self.wins += 1,
        }
    }

    /// The number of matches.
    pub fn matches(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The mean score in [-1, 1]: a win is 1, a draw 0, a loss -1. `None` without matches.
    pub fn mean(self) -> Option<f64> {
        (self.matches() > 0).then(|| (self.wins as f64 - self.losses as f64) / self.matches() as f64)
    }

    /// The share of draws in [0, 1]. `None` without matches.
    pub fn draw_rate(self) -> Option<f64> {
        (self.matches() > 0).then(|| self.draws as f64 / self.matches() as f64)
    }

    /// The other player's record.
    pub fn swapped(self) -> Record {
        Record { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

impl AddAssign for Record {
    fn add_assign(&mut self, other: Record) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// All results of player A against player B.
///
/// A match whose partner is missing counts as won, drawn or lost, but in no pair: neither the mean of the
/// pairs nor any error sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Counts", into = "Counts")]
pub struct Pairs {
    pentanomial: Pentanomial,
    first: Record,
    second: Record,
}

impl Pairs {
    /// Counts a pair: A's score in the first seat, then in the second.
    pub fn add(&mut self, first: Score, second: Score) {
        self.pentanomial.add(first, second);
        self.first.add(first);
        self.second.add(second);
    }

    /// Counts a match whose partner is missing.
    pub fn add_unpaired(&mut self, seat: Seat, score: Score) {
        match seat {
            Seat::First => self.first.add(score),
            Seat::Second => self.second.add(score),
        }
    }

    /// How often each sum of a pair came up.
    pub fn pentanomial(&self) -> Pentanomial {
        self.pentanomial
    }

    /// A's matches in one seat, with those whose partner is missing.
    pub fn seat(&self, seat: Seat) -> Record {
        match seat {
            Seat::First => self.first,
            Seat::Second => self.second,
        }
    }

    /// All matches, with those whose partner is missing.
    pub fn record(&self) -> Record {
        let mut both = self.first;
        both += self.second;
        both
    }

    /// The number of matches whose partner is missing.
    pub fn unpaired(&self) -> u64 {
        self.record().matches() - 2 * self.pentanomial.pairs()
    }

    /// The same matches from B's view: where A sat in the first seat, B sat in the second.
    pub fn swapped(&self) -> Pairs {
        Pairs {
            pentanomial: self.pentanomial.swapped(),
            first: self.second.swapped(),
            second: self.first.swapped(),
        }
    }
}

impl AddAssign for Pairs {
    fn add_assign(&mut self, other: Pairs) {
        self.pentanomial += other.pentanomial;
        self.first += other.first;
        self.second += other.second;
    }
}

/// Reads a number of matches, and refuses those that sums of a few of them could not hold.
fn count<'de, D: Deserializer<'de>>(input: D) -> Result<u64, D::Error> {
    let count = u64::deserialize(input)?;
    if count <= LARGEST_COUNT { Ok(count) } else { Err(D::Error::custom("a number of matches is too large")) }
}

/// The written form of [`Pairs`].
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Counts {
    pairs: Pentanomial,
    first: Record,
    second: Record,
}

impl From<Pairs> for Counts {
    fn from(pairs: Pairs) -> Counts {
        Counts { pairs: pairs.pentanomial, first: pairs.first, second: pairs.second }
    }
}

impl TryFrom<Counts> for Pairs {
    type Error = &'static str;

    fn try_from(counts: Counts) -> Result<Pairs, &'static str> {
        let pairs = counts.pairs.pairs();
        if counts.first.matches() < pairs || counts.second.matches() < pairs {
            return Err("there are more pairs than matches in a seat");
        }
        Ok(Pairs { pentanomial: counts.pairs, first: counts.first, second: counts.second })
    }
}

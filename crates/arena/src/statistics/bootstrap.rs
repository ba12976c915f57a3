//! The mean over many games and its interval, by drawing the pairs again.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use serde::Serialize;

use super::{Interval, Pentanomial};

/// Pairs by game and, within a game, by the set that they belong to (an opponent, a book of openings).
///
/// The order in which they come makes no difference.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strata(BTreeMap<String, BTreeMap<String, Pentanomial>>);

/// The mean over all games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Overall {
    /// The mean of the games' mean scores, all games alike, in [-1, 1].
    pub mean: f64,
    /// Its 95 % interval.
    pub interval: Interval,
}

impl Strata {
    /// Adds pairs of a set of a game to those that are already there. No pairs leave no trace.
    pub fn add(&mut self, game: &str, set: &str, pairs: Pentanomial) {
        if pairs.pairs() > 0 {
            let sets = self.0.entry(game.to_owned()).or_default();
            *sets.entry(set.to_owned()).or_default() += pairs;
        }
    }

    /// The pairs of every game, all sets together, in the order of their names.
    pub fn games(&self) -> impl Iterator<Item = (&str, Pentanomial)> {
        self.0.iter().map(|(game, sets)| {
            let mut all = Pentanomial::default();
            sets.values().for_each(|pairs| all += *pairs);
            (game.as_str(), all)
        })
    }

    /// The mean of the games' mean scores. `None` without pairs.
    pub fn mean(&self) -> Option<f64> {
        mean(self.games().map(|(_, pairs)| (pairs.total(), pairs.pairs())))
    }

    /// The mean of the games' mean scores, with the interval between the percentiles 2.5 and 97.5 of the same
    /// mean in `resamples` draws. `None` without pairs.
    ///
    /// A draw takes from every set of every game as many pairs as it has, with replacement. The same seed
    /// gives the same interval on every machine. It takes time in proportion to `resamples` times the pairs.
    pub fn bootstrap(&self, resamples: NonZeroU32, seed: u64) -> Option<Overall> {
        let games: Vec<Vec<Vec<i8>>> =
            self.0.values().map(|sets| sets.values().map(|pairs| sums(*pairs)).collect()).collect();
        let mut random = SplitMix64(seed);
        let draw = |_| {
            mean(games.iter().map(|sets| {
                let total = sets.iter().map(|sums| random.draw_total(sums)).sum();
                (total, sets.iter().map(|sums| sums.len() as u64).sum())
            }))
        };
        let mut means = (0..resamples.get()).map(draw).collect::<Option<Vec<f64>>>()?;
        means.sort_unstable_by(f64::total_cmp);
        let interval = Interval { lower: percentile(&means, 0.025), upper: percentile(&means, 0.975) };
        self.mean().map(|mean| Overall { mean, interval })
    }
}

/// The mean over games of their total over their number of matches.
fn mean(games: impl Iterator<Item = (i64, u64)>) -> Option<f64> {
    let (mut sum, mut number) = (0.0, 0);
    for (total, pairs) in games {
        sum += total as f64 / (2 * pairs) as f64;
        number += 1;
    }
    (number > 0).then(|| sum / f64::from(number))
}

/// The sum of every single pair.
fn sums(pairs: Pentanomial) -> Vec<i8> {
    let classes = Pentanomial::SUMS.into_iter().zip(pairs.0);
    classes.flat_map(|(sum, count)| std::iter::repeat_n(sum, count as usize)).collect()
}

/// The value below which a share of the sorted values lies, linear between neighbours.
fn percentile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    below + (above - below) * place.fract()
}

/// The generator SplitMix64 (Steele, Lea and Flood 2014): whole numbers only, so alike on every machine.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// The total of as many values as there are, drawn with replacement.
    fn draw_total(&mut self, values: &[i8]) -> i64 {
        let length = values.len() as u128;
        // The upper half of the product is an index; it favours none by more than one part in 2^64 / length.
        let index = |random: u64| ((u128::from(random) * length) >> 64) as usize;
        (0..values.len()).map(|_| i64::from(values[index(self.next())])).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_gives_the_published_numbers() {
        // Those of Vigna's splitmix64.c for the seed 1234567.
        let mut random = SplitMix64(1_234_567);
        let numbers = [(); 3].map(|()| random.next());
        assert_eq!(numbers, [6457827717110365317, 3203168211198807973, 9817491932198370423]);
    }

    #[test]
    fn percentiles_lie_between_neighbours() {
        let sorted = [0.0, 1.0, 4.0];
        assert_eq!(
            [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| percentile(&sorted, share)),
            [0.0, 0.5, 1.0, 2.5, 4.0]
        );
        assert_eq!(percentile(&[7.0], 0.975), 7.0);
    }
}

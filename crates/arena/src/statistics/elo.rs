//! Mean scores on the logistic Elo scale, where 400 points are odds of ten to one.

use std::fmt;

use serde::Serialize;

use super::interval::normal_cdf;
use super::{Interval, Pentanomial};

/// How much stronger player A is than B.
///
/// The numbers are infinite where the mean score or an end of its interval is -1 or 1; JSON writes those as
/// `null`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Elo {
    /// The difference in Elo.
    pub elo: f64,
    /// Its 95 % interval: the ends of the mean's interval, on the Elo scale.
    pub interval: Interval,
}

/// The difference in Elo that makes a mean score in [-1, 1] the expected one.
pub fn from_mean(mean: f64) -> f64 {
    // log10(p / (1 - p)) with p = (1 + mean) / 2, written so that -mean gives exactly the opposite.
    400.0 * (libm::log10(1.0 + mean) - libm::log10(1.0 - mean))
}

/// The expected mean score in [-1, 1] at a difference in Elo.
pub fn to_mean(elo: f64) -> f64 {
    libm::tanh(elo * std::f64::consts::LN_10 / 800.0)
}

/// The difference in Elo that the pairs show. `None` without pairs.
pub fn estimate(pairs: Pentanomial) -> Option<Elo> {
    let Interval { lower, upper } = pairs.interval();
    let interval = Interval { lower: from_mean(lower), upper: from_mean(upper) };
    pairs.mean().map(|mean| Elo { elo: from_mean(mean), interval })
}

/// The probability that A is the stronger player, by the normal approximation of the pairs' mean.
///
/// `None` with fewer than two pairs. If all pairs are alike it is 0, 1/2 or 1, by the sign of their score.
pub fn likelihood_of_superiority(pairs: Pentanomial) -> Option<f64> {
    let (mean, error) = (pairs.mean()?, pairs.standard_error()?);
    // Without spread the quotient is infinite, and 0 / 0 must not be asked.
    Some(if mean == 0.0 { 0.5 } else { normal_cdf(mean / error) })
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:+.1} [{:+.1}, {:+.1}]", self.elo, self.interval.lower, self.interval.upper)
    }
}

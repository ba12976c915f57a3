//! Ranges that hold a true value with 95 % confidence.

use serde::{Deserialize, Serialize};

/// The 97.5 % quantile of the normal distribution: 95 % lie within this number of standard errors.
pub const Z: f64 = 1.959963984540054;

/// A range of values, ends included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The lower end.
    pub lower: f64,
    /// The upper end.
    pub upper: f64,
}

impl Interval {
    /// Every mean score there is: what is known before anything was played.
    pub const EVERYTHING: Interval = Interval { lower: -1.0, upper: 1.0 };

    /// The normal 95 % interval around a mean score, cut off at -1 and 1.
    pub fn normal(mean: f64, standard_error: f64) -> Interval {
        let radius = Z * standard_error;
        Interval { lower: (mean - radius).max(-1.0), upper: (mean + radius).min(1.0) }
    }

    /// How far the farther end is from the middle: the number behind a "±".
    ///
    /// That is the half width, unless the interval was cut off: then it still covers the longer side.
    pub fn radius(self, middle: f64) -> f64 {
        (self.upper - middle).max(middle - self.lower)
    }

    /// Whether a value lies inside or on an end.
    pub fn contains(self, value: f64) -> bool {
        self.lower <= value && value <= self.upper
    }

    /// The same range from the other player's view.
    pub fn swapped(self) -> Interval {
        Interval { lower: -self.upper, upper: -self.lower }
    }
}

/// The probability that a standard normal variable is at most `z`.
pub fn normal_cdf(z: f64) -> f64 {
    // By the complement, which stays accurate far out in the tail.
    0.5 * libm::erfc(-z / std::f64::consts::SQRT_2)
}

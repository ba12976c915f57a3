//! Ranges that hold a true value with 95 % confidence.

use serde::{Deserialize, Serialize};

/// The 97.5 % quantile of the normal distribution: 95 % lie within this number of standard errors.
pub const Z: f64 = 1.959963984540054;

/// The 97.5 % quantiles of Student's distribution for 1 to 30 degrees of freedom.
#[rustfmt::skip]
const STUDENT: [f64; 30] = [
    12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912,
    2.364624, 2.306004, 2.262157, 2.228139, 2.200985, 2.178813,
    2.160369, 2.144787, 2.131450, 2.119905, 2.109816, 2.100922,
    2.093024, 2.085963, 2.079614, 2.073873, 2.068658, 2.063899,
    2.059539, 2.055529, 2.051831, 2.048407, 2.045230, 2.042272,
];

/// The 97.5 % quantile of Student's distribution: what takes the place of [`Z`] where the spread is estimated from few
/// values. To six decimals.
pub fn student(degrees: u64) -> f64 {
    if let Some(quantile) = degrees.checked_sub(1).and_then(|index| STUDENT.get(index as usize)) {
        return *quantile;
    }
    // The expansion of Fisher, whose terms end where the next one is below the sixth decimal.
    let (n, z, w) = (degrees as f64, Z, Z * Z);
    let terms = [
        (w + 1.0) / 4.0,
        ((5.0 * w + 16.0) * w + 3.0) / 96.0,
        (((3.0 * w + 19.0) * w + 17.0) * w - 15.0) / 384.0,
        ((((79.0 * w + 776.0) * w + 1482.0) * w - 1920.0) * w - 945.0) / 92160.0,
    ];
    terms.iter().rev().fold(0.0, |sum, term| (sum + z * term) / n) + z
}

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

    /// The 95 % interval around the mean score of `count` values by their standard error: wider than the normal one where the values
    /// are few.
    pub fn of_mean(mean: f64, standard_error: f64, count: u64) -> Interval {
        let radius = student(count.saturating_sub(1).max(1)) * standard_error;
        Interval { lower: (mean - radius).max(-1.0), upper: (mean + radius).min(1.0) }
    }

    /// The 95 % interval where all of `count` values were alike: the share of values that differ may be as large as makes such
    /// a sample likely in one case of forty (Clopper and Pearson), and they may differ as much as a score can.
    pub fn of_equals(score: f64, count: u64) -> Interval {
        let alike = libm::pow(0.025, 1.0 / count.max(1) as f64);
        let towards = |end: f64| alike * score + (1.0 - alike) * end;
        Interval { lower: towards(-1.0), upper: towards(1.0) }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_of_student_meet_those_of_the_normal_distribution() {
        // The values of textbooks.
        for (degrees, quantile) in [(1, 12.7062), (4, 2.7764), (30, 2.0423), (60, 2.0003), (120, 1.9799)] {
            assert!((student(degrees) - quantile).abs() < 5e-5, "{degrees}: {}", student(degrees));
        }
        assert!((student(31) - 2.0395).abs() < 5e-5);
        assert!((student(1 << 40) - Z).abs() < 1e-9);
    }

    #[test]
    fn ten_wins_are_no_certainty() {
        let Interval { lower, upper } = Interval::of_equals(1.0, 5);
        assert!((-0.05..0.0).contains(&lower) && upper == 1.0, "{lower}");
        assert!(Interval::of_equals(1.0, 100).lower > 0.9);
        let drawn = Interval::of_equals(0.0, 40);
        assert_eq!(drawn.lower, -drawn.upper);
    }
}

//! Ranges of numbers: what a user may ask for, checked where it is read.

use std::fmt;

/// The whole numbers from `least` to `most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whole {
    /// The smallest of them.
    pub least: u64,
    /// The largest of them.
    pub most: u64,
}

/// The numbers from `least` to `most`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Real {
    /// The smallest of them.
    pub least: f64,
    /// The largest of them.
    pub most: f64,
}

/// The bounds of a range are numbers.
impl Eq for Real {}

impl Whole {
    /// A range.
    pub const fn new(least: u64, most: u64) -> Whole {
        Whole { least, most }
    }

    /// Whether a number is in it.
    pub fn has(self, number: u64) -> bool {
        (self.least..=self.most).contains(&number)
    }

    /// The number if it is in the range, otherwise a sentence that says what is.
    pub fn check(self, number: u64) -> Result<u64, String> {
        if self.has(number) { Ok(number) } else { Err(format!("{number} should be {self}")) }
    }
}

impl Real {
    /// A range.
    pub const fn new(least: f64, most: f64) -> Real {
        Real { least, most }
    }

    /// Whether a number is in it. What is not a number is in no range.
    pub fn has(self, number: f64) -> bool {
        (self.least..=self.most).contains(&number)
    }

    /// The number if it is in the range, otherwise a sentence that says what is.
    pub fn check(self, number: f64) -> Result<f64, String> {
        if self.has(number) { Ok(number) } else { Err(format!("{number} should be {self}")) }
    }
}

impl fmt::Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Whole { least: 0, most: u64::MAX } => write!(f, "a non-negative integer"),
            Whole { least, most: u64::MAX } => write!(f, "an integer that is at least {least}"),
            Whole { least, most } => write!(f, "an integer from {least} to {most}"),
        }
    }
}

impl fmt::Display for Real {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a number from {} to {}", self.least, self.most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_is_in_no_range() {
        let real = Real::new(0.0, 2.5);
        assert!(real.has(0.0) && real.has(-0.0) && real.has(2.5));
        for number in [-1e-9, 2.6, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let refusal = real.check(number).unwrap_err();
            assert!(refusal.ends_with("should be a number from 0 to 2.5"), "{refusal}");
        }
        let whole = Whole::new(1, 9);
        assert_eq!(
            [0, 1, 9, 10, u64::MAX].map(|number| whole.has(number)),
            [false, true, true, false, false]
        );
        assert_eq!(whole.check(10).unwrap_err(), "10 should be an integer from 1 to 9");
    }
}

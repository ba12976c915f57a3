//! The generalised sequential probability ratio test: matches are played until one of two hypotheses about
//! the difference in Elo is clearly the likelier one.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use super::Pentanomial;
use super::elo::to_mean;

/// What an empty class counts: with nothing there the likelihood of a mean may have no maximum.
const EMPTY: f64 = 1e-3;

/// The largest difference in Elo of a hypothesis: a hundred thousand to one.
const LARGEST_ELO: f64 = 2000.0;

/// A test of "A is stronger by `elo1`" (H1) against "A is stronger by `elo0`" (H0).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// A is stronger by no more than `elo0`.
    AcceptH0,
    /// A is stronger by at least `elo1`.
    AcceptH1,
    /// Not decided yet.
    Continue,
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Test {
    /// The logarithm of the ratio of the likelihoods, H1 over H0.
    pub llr: f64,
    /// H0 is accepted from here down.
    pub lower: f64,
    /// H1 is accepted from here up.
    pub upper: f64,
    /// What that means.
    pub verdict: Verdict,
}

/// Why a test is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Error {
    /// A piece is not of the form `name=number`.
    #[error("`{0}` is not of the form name=number")]
    Form(String),
    /// A name is not one of the four.
    #[error("`{0}` is unknown: a test has elo0, elo1, alpha and beta")]
    Name(String),
    /// A name comes twice.
    #[error("`{0}` is given twice")]
    Twice(&'static str),
    /// A bound is missing.
    #[error("`{0}` is missing: a test is written elo0=0,elo1=10 with alpha=.05,beta=.05 if wanted")]
    Missing(&'static str),
    /// A bound is not a possible difference in Elo.
    #[error("{0}={1} is out of range: it must be between -{LARGEST_ELO} and {LARGEST_ELO}")]
    Elo(&'static str, f64),
    /// The bounds are the wrong way round.
    #[error("elo0={0} must be less than elo1={1}")]
    Order(f64, f64),
    /// A probability of error is too small or too large.
    #[error("{0}={1} is out of range: it must be above 0 and below 0.5")]
    Probability(&'static str, f64),
}

impl Sprt {
    /// The usual probability of accepting either hypothesis wrongly.
    pub const USUAL: f64 = 0.05;

    /// A test with the probabilities `alpha` of accepting H1 and `beta` of accepting H0 wrongly.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, Error> {
        for (name, elo) in [("elo0", elo0), ("elo1", elo1)] {
            // NaN is in no range.
            if !(-LARGEST_ELO..=LARGEST_ELO).contains(&elo) {
                return Err(Error::Elo(name, elo));
            }
        }
        if elo0 >= elo1 {
            return Err(Error::Order(elo0, elo1));
        }
        for (name, probability) in [("alpha", alpha), ("beta", beta)] {
            if !(probability > 0.0 && probability < 0.5) {
                return Err(Error::Probability(name, probability));
            }
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }

    /// Where the test ends: H0 is accepted at or below the first number, H1 at or above the second.
    pub fn bounds(&self) -> (f64, f64) {
        (libm::log(self.beta / (1.0 - self.alpha)), libm::log((1.0 - self.beta) / self.alpha))
    }

    /// The logarithm of the ratio of the likelihoods, H1 over H0; 0 without pairs.
    ///
    /// Each likelihood is the largest that five probabilities of the right mean give to the pairs. An empty
    /// class counts a thousandth of a pair.
    pub fn llr(&self, pairs: Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| if count == 0 { EMPTY } else { count as f64 });
        let h0 = tilts(&counts, to_mean(self.elo0));
        let h1 = tilts(&counts, to_mean(self.elo1));
        (0..5).map(|class| counts[class] * libm::log(h0[class] / h1[class])).sum()
    }

    /// What the pairs say.
    pub fn test(&self, pairs: Pentanomial) -> Test {
        let (lower, upper) = self.bounds();
        let llr = self.llr(pairs);
        let verdict = if llr <= lower {
            Verdict::AcceptH0
        } else if llr >= upper {
            Verdict::AcceptH1
        } else {
            Verdict::Continue
        };
        Test { llr, lower, upper, verdict }
    }
}

/// How many times rarer each class is at the likeliest probabilities of a given mean than it was seen.
///
/// By Lagrange, class `i` with its distance `d` from the mean becomes rarer by `1 + t d`, where `t` is the
/// root of the sum of `count d / (1 + t d)`. That sum falls from infinity to minus infinity between the poles
/// of the two outer classes.
fn tilts(counts: &[f64; 5], mean: f64) -> [f64; 5] {
    let distances = Pentanomial::SUMS.map(|sum| f64::from(sum) / 2.0 - mean);
    let slope = |t: f64| (0..5).map(|i| counts[i] * distances[i] / (1.0 + t * distances[i])).sum::<f64>();
    let (mut low, mut high) = (-1.0 / distances[4], -1.0 / distances[0]);
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            return distances.map(|distance| 1.0 + middle * distance);
        }
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
}

impl FromStr for Sprt {
    type Err = Error;

    /// Reads `elo0=0,elo1=10` with `alpha=.05,beta=.05` if wanted, in any order.
    fn from_str(text: &str) -> Result<Sprt, Error> {
        const NAMES: [&str; 4] = ["elo0", "elo1", "alpha", "beta"];
        let mut values = [None; 4];
        for piece in text.split(',') {
            let form = || Error::Form(piece.trim().to_owned());
            let (name, number) = piece.split_once('=').ok_or_else(form)?;
            let name = name.trim();
            let place = NAMES.iter().position(|known| *known == name).ok_or(Error::Name(name.to_owned()))?;
            let number = number.trim().parse::<f64>().map_err(|_| form())?;
            if values[place].replace(number).is_some() {
                return Err(Error::Twice(NAMES[place]));
            }
        }
        let [elo0, elo1, alpha, beta] = values;
        let (elo0, elo1) = (elo0.ok_or(Error::Missing("elo0"))?, elo1.ok_or(Error::Missing("elo1"))?);
        Sprt::new(elo0, elo1, alpha.unwrap_or(Self::USUAL), beta.unwrap_or(Self::USUAL))
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "elo0={},elo1={},alpha={},beta={}", self.elo0, self.elo1, self.alpha, self.beta)
    }
}

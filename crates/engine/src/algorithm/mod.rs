//! The algorithms by name.

#[cfg(test)]
mod interrupts;
mod list;
mod make;

pub use list::ALGORITHMS;
use search::baseline::depth_first::Method;
use search::baseline::monte_carlo::Variant;
use search::solver;
use search::{Completion, OptionInfo, Options, options};
use serde::Serialize;

use crate::Error;

/// An algorithm in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Algorithm {
    /// Its name.
    pub name: &'static str,
    /// Its relatives.
    pub family: Family,
    /// The algorithm in one line.
    pub summary: &'static str,
    /// Whether it can prove the value of a position.
    pub proves: bool,
    /// Whether it ends by itself, be it with a proof or without.
    pub ends: bool,
    /// What can be set.
    pub options: &'static [OptionInfo],
    member: Member,
}

/// Algorithms that are made alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// Made for solving: proof numbers with one ledger.
    Solver,
    /// The class of the paper, and its walks without completion.
    UnboundedMinimax,
    /// Proof and disproof numbers.
    Proof,
    /// Depth-first to a fixed depth, deeper and deeper.
    FixedDepth,
    /// Bounds on values, and how many leaves would have to change.
    Bounds,
    /// Random games, and what they tell on average.
    MonteCarlo,
    /// No search to speak of.
    Trivial,
}

impl Family {
    /// For people.
    pub fn title(self) -> &'static str {
        match self {
            Family::Solver => "solvers",
            Family::UnboundedMinimax => "unbounded minimax",
            Family::Proof => "proof numbers",
            Family::FixedDepth => "fixed depth",
            Family::Bounds => "estimate and conspiracy",
            Family::MonteCarlo => "Monte Carlo",
            Family::Trivial => "trivial",
        }
    }
}

/// Where the algorithm is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Member {
    Class(Choices, Completion),
    DepthFirst(Method),
    MonteCarlo(Variant),
    Pns,
    Solver(solver::Method),
    BStar,
    Conspiracy,
    BestFirst,
    RandomMove,
    Greedy,
}

/// The two free choices of the class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choices {
    Ubfm,
    Descent,
    Random,
    UbfmUct,
}

impl Algorithm {
    /// The algorithm of this name.
    pub fn named(name: &str) -> Result<&'static Algorithm, Error> {
        ALGORITHMS.iter().find(|algorithm| algorithm.name == name).ok_or_else(|| Error::Algorithm {
            name: name.to_owned(),
            known: ALGORITHMS.iter().map(|algorithm| algorithm.name).collect::<Vec<_>>().join(", "),
        })
    }

    /// The algorithm with its options, as people write them: `ubfm`, `ubfm-uct(c=0.5)`.
    pub fn read(text: &str) -> Result<(&'static Algorithm, Options), Error> {
        let (name, options) =
            options::call(text).map_err(|error| Error::Settings(format!("algorithm {error}")))?;
        let algorithm = Algorithm::named(name)?;
        let options = Options::read(algorithm.options, options);
        Ok((algorithm, options.map_err(|error| algorithm.wrong_option(error))?))
    }

    fn wrong_option(&self, error: game::TextError) -> Error {
        Error::Settings(format!("algorithm {}: {error}", self.name))
    }
}

//! The algorithms by name.

use game::Game;
use search::policy::{Descent, Random, Ubfm};
use search::{Completion, Policy};

use crate::Error;

/// An algorithm in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Algorithm {
    /// Its name.
    pub name: &'static str,
    /// The algorithm in one line.
    pub summary: &'static str,
    member: Member,
    completion: Completion,
}

/// Where the policy is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Member {
    Ubfm,
    Descent,
    Random,
}

/// All algorithms.
pub const ALGORITHMS: &[Algorithm] = &[
    Algorithm {
        name: "ubfm",
        summary: "Unbounded Best-First Minimax with completion: expand the end of the best line",
        member: Member::Ubfm,
        completion: Completion::On,
    },
    Algorithm {
        name: "descent",
        summary: "Descent with completion: follow the best line to the end of the game in every iteration",
        member: Member::Descent,
        completion: Completion::On,
    },
    Algorithm {
        name: "ubfm-basic",
        summary: "Unbounded Best-First Minimax without completion, the baseline; proves nothing",
        member: Member::Ubfm,
        completion: Completion::Off,
    },
    Algorithm {
        name: "descent-basic",
        summary: "Descent without completion, the baseline; proves nothing",
        member: Member::Descent,
        completion: Completion::Off,
    },
    Algorithm {
        name: "random",
        summary: "random children, random depth: complete all the same, as the theorem says",
        member: Member::Random,
        completion: Completion::On,
    },
];

impl Algorithm {
    /// The algorithm of this name.
    pub fn named(name: &str) -> Result<&'static Algorithm, Error> {
        ALGORITHMS.iter().find(|algorithm| algorithm.name == name).ok_or_else(|| Error::Algorithm {
            name: name.to_owned(),
            known: ALGORITHMS.iter().map(|algorithm| algorithm.name).collect::<Vec<_>>().join(", "),
        })
    }

    /// Whether the search can resolve a position and then ends by itself.
    pub fn proves(&self) -> bool {
        self.completion != Completion::Off
    }

    /// What the search makes of exact values, with or without strong solving.
    pub(crate) fn completion(&self, strong: bool) -> Result<Completion, Error> {
        match (self.completion, strong) {
            (Completion::On, true) => Ok(Completion::Strong),
            (Completion::Off, true) => Err(Error::Settings(format!(
                "{} works without completion and cannot solve strongly",
                self.name
            ))),
            (completion, _) => Ok(completion),
        }
    }

    pub(crate) fn policy<G: Game>(&self, seed: u64) -> Box<dyn Policy<G>> {
        match self.member {
            Member::Ubfm => Box::new(Ubfm),
            Member::Descent => Box::new(Descent),
            Member::Random => Box::new(Random::new(seed)),
        }
    }
}

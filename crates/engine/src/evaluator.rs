//! The evaluators by name.

use game::Game;
use search::Evaluator;
use search::evaluate::{Mobility, Noise, Own, Zero};

use crate::Error;

/// An evaluator in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvaluatorInfo {
    /// Its name.
    pub name: &'static str,
    /// The evaluator in one line.
    pub summary: &'static str,
}

/// All evaluators.
pub const EVALUATORS: &[EvaluatorInfo] = &[
    EvaluatorInfo { name: "auto", summary: "`own` if the game brings estimates, else `mobility`" },
    EvaluatorInfo { name: "own", summary: "the estimates that the game itself brings" },
    EvaluatorInfo { name: "mobility", summary: "how many more moves one player has than the other" },
    EvaluatorInfo { name: "noise", summary: "pseudo-random numbers from the state and the seed" },
    EvaluatorInfo { name: "zero", summary: "nothing: every state is worth 0" },
];

/// The evaluator of this name for a game that begins at `start`, and the name of what was chosen.
pub(crate) fn named<G: Game>(
    name: &str,
    seed: u64,
    start: &G,
) -> Result<(&'static str, Box<dyn Evaluator<G>>), Error> {
    Ok(match name {
        "auto" if start.estimate().is_some() => ("own", Box::new(Own)),
        "auto" | "mobility" => ("mobility", Box::new(Mobility)),
        "own" => ("own", Box::new(Own)),
        "noise" => ("noise", Box::new(Noise { seed })),
        "zero" => ("zero", Box::new(Zero)),
        _ => {
            return Err(Error::Evaluator {
                name: name.to_owned(),
                known: EVALUATORS.iter().map(|evaluator| evaluator.name).collect::<Vec<_>>().join(", "),
            });
        }
    })
}

//! The evaluators by name.

use game::Game;
use search::Evaluator;
use search::evaluate::{Mobility, Noise, Own, Playouts, Zero};

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
    EvaluatorInfo {
        name: "auto",
        summary: "the first of own, mobility and playouts that makes sense for the game",
    },
    EvaluatorInfo { name: "own", summary: "the estimates that the game itself brings" },
    EvaluatorInfo { name: "mobility", summary: "how many more moves one player has than the other" },
    EvaluatorInfo { name: "playouts", summary: "the mean result of a few random games from the state" },
    EvaluatorInfo { name: "noise", summary: "pseudo-random numbers from the state and the seed" },
    EvaluatorInfo { name: "zero", summary: "nothing: every state is worth 0" },
];

/// Random games from each state: a few make a much better guide than one, many cost more than they tell.
/// Where there are many moves, games are long and siblings are many: one must do.
fn playouts<G: Game>(start: &G) -> u32 {
    if start.count_moves(&mut Vec::new()) <= 40 { 4 } else { 1 }
}

/// The evaluator that makes sense for a game if nobody says.
pub(crate) fn natural<G: Game>(start: &G) -> &'static str {
    if start.estimate().is_some() {
        "own"
    } else if start.mobility().is_some() {
        "mobility"
    } else {
        "playouts"
    }
}

/// The evaluator of this name for a game that begins at `start`, and the name of what was chosen.
pub(crate) fn named<G: Game>(
    name: &str,
    seed: u64,
    start: &G,
) -> Result<(&'static str, Box<dyn Evaluator<G>>), Error> {
    Ok(match name {
        "auto" => return named(natural(start), seed, start),
        "mobility" => ("mobility", Box::new(Mobility)),
        "own" if start.estimate().is_none() && start.outcome().is_none() => {
            return Err(Error::Settings(
                "the game brings no estimates of its own for evaluator own".to_owned(),
            ));
        }
        "own" => ("own", Box::new(Own)),
        "noise" => ("noise", Box::new(Noise { seed })),
        "playouts" => ("playouts", Box::new(Playouts { games: playouts(start), seed })),
        "zero" => ("zero", Box::new(Zero)),
        _ => {
            return Err(Error::Evaluator {
                name: name.to_owned(),
                known: EVALUATORS.iter().map(|evaluator| evaluator.name).collect::<Vec<_>>().join(", "),
            });
        }
    })
}

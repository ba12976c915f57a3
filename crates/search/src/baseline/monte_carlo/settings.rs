//! The members of the family and what can be set.

use game::TextError;

use crate::options::{OptionInfo, Options};

/// A member of the family: which of the ideas it puts together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// `mcts`: UCT.
    Plain,
    /// `rave`: UCT whose means lean on all moves as first.
    Rave,
    /// `mcts-solver`: UCT that proves.
    Solver,
    /// `mcts-minimax`: UCT whose means lean on the minimax of the evaluator's values.
    ImplicitMinimax,
    /// `mcts-ms`: the solver, with a minimax of a few moves on the way down.
    MinimaxSelection,
}

/// What the search does where it can be done in more than one way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How much a child that was seldom visited is worth: c of UCT.
    pub exploration: f32,
    /// A node gets children when this many simulations have ended there.
    pub expand: u32,
    /// What a simulation ends with.
    pub leaves: Leaves,
    /// What the mean of a child leans on.
    pub guide: Guide,
    /// Whether the search proves.
    pub proofs: Option<Proofs>,
}

/// What a simulation ends with when it leaves the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// A random game.
    Playouts,
    /// The evaluator: all children of the leaf in one batch.
    Evaluator,
}

/// What the mean result of a child leans on while there are few.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Guide {
    /// On nothing.
    Mean,
    /// On the results of all simulations in which the move was played later: rapid action value estimation.
    Rave {
        /// The number of visits at which both count the same.
        equivalence: f32,
    },
    /// On the minimax of the evaluator's values over the tree: implicit minimax back-ups.
    Minimax {
        /// The weight of the minimax value.
        weight: f32,
    },
}

/// How the search proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proofs {
    /// A node that has been visited so often ...
    pub visits: u32,
    /// ... is searched so many moves deep for the end of the game. 1 is what every expansion sees.
    pub depth: u32,
}

const EXPLORATION: OptionInfo = OptionInfo {
    name: "c",
    default: "0.7",
    summary: "how much a child that was seldom visited is worth, on a scale from -1 to 1",
};
const EXPAND: OptionInfo = OptionInfo {
    name: "expand",
    default: "1",
    summary: "a node gets children when this many simulations have ended there",
};
const LEAVES: OptionInfo = OptionInfo {
    name: "leaves",
    default: "playouts",
    summary: "playouts: a simulation ends with a random game; evaluator: with a look at all children",
};

impl Variant {
    /// What can be set.
    pub const fn options(self) -> &'static [OptionInfo] {
        match self {
            Variant::Plain => &[EXPLORATION, EXPAND, LEAVES],
            Variant::Rave => &[
                OptionInfo { default: "0.2", ..EXPLORATION },
                EXPAND,
                OptionInfo {
                    name: "k",
                    default: "1000",
                    summary: "how many visits it takes until a mean counts as much as all moves as first",
                },
            ],
            Variant::Solver => &[EXPLORATION, EXPAND],
            Variant::ImplicitMinimax => &[
                EXPLORATION,
                EXPAND,
                OptionInfo {
                    name: "alpha",
                    default: "0.4",
                    summary: "the weight of the minimax value against the mean, from 0 to 1",
                },
            ],
            Variant::MinimaxSelection => &[
                EXPLORATION,
                EXPAND,
                OptionInfo {
                    name: "depth",
                    default: "2",
                    summary: "how many moves the minimax looks ahead for the end of the game",
                },
                OptionInfo {
                    name: "visits",
                    default: "5",
                    summary: "after how many visits of a node the minimax looks ahead",
                },
            ],
        }
    }

    /// Reads the options.
    pub fn settings(self, options: &Options) -> Result<Settings, TextError> {
        let plain = Settings {
            exploration: options.number("c")? as f32,
            expand: options.count("expand", 1, 1_000_000)?,
            leaves: Leaves::Playouts,
            guide: Guide::Mean,
            proofs: None,
        };
        Ok(match self {
            Variant::Plain => {
                let leaves = [Leaves::Playouts, Leaves::Evaluator];
                Settings { leaves: leaves[options.one_of("leaves", &["playouts", "evaluator"])?], ..plain }
            }
            Variant::Rave => {
                Settings { guide: Guide::Rave { equivalence: options.number("k")? as f32 }, ..plain }
            }
            Variant::Solver => Settings { proofs: Some(Proofs { visits: 0, depth: 1 }), ..plain },
            Variant::ImplicitMinimax => {
                let weight = options.number("alpha")? as f32;
                if weight > 1.0 {
                    return Err(TextError::new(format!("`alpha={weight}` should be a number from 0 to 1")));
                }
                Settings { guide: Guide::Minimax { weight }, ..plain }
            }
            Variant::MinimaxSelection => {
                let (visits, depth) = (options.count("visits", 1, 1_000_000)?, options.count("depth", 1, 9)?);
                Settings { proofs: Some(Proofs { visits, depth }), ..plain }
            }
        })
    }
}

impl Settings {
    /// Whether the evaluator is asked at all.
    pub fn uses_evaluator(&self) -> bool {
        self.leaves == Leaves::Evaluator || matches!(self.guide, Guide::Minimax { .. })
    }

    /// Whether the children of a node are played out at its expansion, to evaluate them or to see which of
    /// them are proven; else their moves are enough.
    pub(super) fn looks_at_children(&self) -> bool {
        self.uses_evaluator() || self.proofs.is_some()
    }

    /// Whether all moves count as first.
    pub(super) fn wants_amaf(&self) -> bool {
        matches!(self.guide, Guide::Rave { .. })
    }
}

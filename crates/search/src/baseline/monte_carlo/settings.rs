//! The members of the family and their options.

use game::TextError;

use crate::options::{OptionInfo, Options};

/// A member of the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// `mcts`: UCT.
    Plain,
    /// `rave`: UCT with all-moves-as-first statistics.
    Rave,
    /// `mcts-solver`: UCT that proves values.
    Solver,
    /// `mcts-minimax`: UCT with implicit minimax back-ups.
    ImplicitMinimax,
    /// `mcts-ms`: the solver, with a shallow minimax search in the selection.
    MinimaxSelection,
}

/// The components of a member of the family.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The exploration constant c of UCT.
    pub exploration: f32,
    /// The number of visits after which a leaf is expanded.
    pub expand: u32,
    /// How a simulation ends.
    pub leaves: Leaves,
    /// What the mean of a child is mixed with.
    pub guide: Guide,
    /// How the search proves values, if it does.
    pub proofs: Option<Proofs>,
}

/// How a simulation ends when it leaves the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// A random game.
    Playouts,
    /// The evaluator: all children of the leaf in one batch.
    Evaluator,
}

/// What the mean result of a child is mixed with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Guide {
    /// Nothing.
    Mean,
    /// The results of all simulations in which the move was played later: rapid action value estimation.
    Rave {
        /// The number of visits at which both have equal weight.
        equivalence: f32,
    },
    /// The minimax of the evaluator's values over the subtree: implicit minimax back-ups.
    Minimax {
        /// The weight of the minimax value.
        weight: f32,
    },
}

/// How the search proves values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proofs {
    /// The number of visits of a node after which it is searched for the end of the game.
    pub visits: u32,
    /// The depth of that search in moves. Every expansion already includes depth 1.
    pub depth: u32,
}

const EXPLORATION: OptionInfo = OptionInfo {
    name: "c",
    default: "0.7",
    summary: "exploration constant of UCT, for results from -1 to 1",
};
const EXPAND: OptionInfo =
    OptionInfo { name: "expand", default: "1", summary: "number of visits after which a leaf is expanded" };
const LEAVES: OptionInfo = OptionInfo {
    name: "leaves",
    default: "playouts",
    summary: "how a simulation ends: playouts (a random game) or evaluator (estimates of all children)",
};

impl Variant {
    /// The options.
    pub const fn options(self) -> &'static [OptionInfo] {
        match self {
            Variant::Plain => &[EXPLORATION, EXPAND, LEAVES],
            Variant::Rave => &[
                OptionInfo { default: "0.2", ..EXPLORATION },
                EXPAND,
                OptionInfo {
                    name: "k",
                    default: "1000",
                    summary: "number of visits at which the mean and the all-moves-as-first mean \
                              weigh the same",
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
                    summary: "depth in moves of the minimax search for the end of the game",
                },
                OptionInfo {
                    name: "visits",
                    default: "5",
                    summary: "number of visits of a node after which that minimax search is made",
                },
            ],
        }
    }

    /// Parses the options.
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
    /// Whether the search uses the evaluator.
    pub fn uses_evaluator(&self) -> bool {
        self.leaves == Leaves::Evaluator || matches!(self.guide, Guide::Minimax { .. })
    }

    /// Whether an expansion generates the children, to evaluate them or to see which of them are proven, and
    /// not only their moves.
    pub(super) fn generates_children(&self) -> bool {
        self.uses_evaluator() || self.proofs.is_some()
    }

    /// Whether the search uses all-moves-as-first statistics.
    pub(super) fn uses_amaf(&self) -> bool {
        matches!(self.guide, Guide::Rave { .. })
    }
}

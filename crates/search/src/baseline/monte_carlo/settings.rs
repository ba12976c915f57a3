//! The members of the family and their options.

use game::TextError;

use crate::options::{OptionInfo, Options, Values};
use crate::range::{Real, Whole};

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
    values: Values::Real(Real::new(0.0, 1e6)),
    summary: "exploration constant of UCT, for results from -1 to 1",
};
/// Numbers of visits.
const VISITS: Values = Values::Whole(Whole::new(1, 1_000_000));

const EXPAND: OptionInfo = OptionInfo {
    name: "expand",
    default: "1",
    values: VISITS,
    summary: "number of visits after which a leaf is expanded",
};
const LEAVES: OptionInfo = OptionInfo {
    name: "leaves",
    default: "playouts",
    values: Values::Words(&["playouts", "evaluator"]),
    summary: "how a simulation ends: playouts (a random game) or evaluator (estimates of all children)",
};

const EXPLORATION_OF_RAVE: OptionInfo = OptionInfo { default: "0.2", ..EXPLORATION };
const EQUIVALENCE: OptionInfo = OptionInfo {
    name: "k",
    default: "1000",
    values: Values::Real(Real::new(0.0, 1e9)),
    summary: "number of visits at which the mean and the all-moves-as-first mean weigh the same",
};
const WEIGHT: OptionInfo = OptionInfo {
    name: "alpha",
    default: "0.4",
    values: Values::Real(Real::new(0.0, 1.0)),
    summary: "the weight of the minimax value against the mean, from 0 to 1",
};
const DEPTH: OptionInfo = OptionInfo {
    name: "depth",
    default: "2",
    values: Values::Whole(Whole::new(1, 9)),
    summary: "depth in moves of the minimax search for the end of the game",
};
const LOOK_AHEAD: OptionInfo = OptionInfo {
    name: "visits",
    default: "5",
    values: VISITS,
    summary: "number of visits of a node after which that minimax search is made",
};

impl Variant {
    /// The options.
    pub const fn options(self) -> &'static [OptionInfo] {
        match self {
            Variant::Plain => &[EXPLORATION, EXPAND, LEAVES],
            Variant::Rave => &[EXPLORATION_OF_RAVE, EXPAND, EQUIVALENCE],
            Variant::Solver => &[EXPLORATION, EXPAND],
            Variant::ImplicitMinimax => &[EXPLORATION, EXPAND, WEIGHT],
            Variant::MinimaxSelection => &[EXPLORATION, EXPAND, DEPTH, LOOK_AHEAD],
        }
    }

    /// Parses the options.
    pub fn settings(self, options: &Options) -> Result<Settings, TextError> {
        let plain = Settings {
            exploration: options.number("c")? as f32,
            expand: options.count("expand")?,
            leaves: Leaves::Playouts,
            guide: Guide::Mean,
            proofs: None,
        };
        Ok(match self {
            Variant::Plain => {
                let leaves = match options.text("leaves") {
                    "evaluator" => Leaves::Evaluator,
                    _ => Leaves::Playouts,
                };
                Settings { leaves, ..plain }
            }
            Variant::Rave => {
                Settings { guide: Guide::Rave { equivalence: options.number("k")? as f32 }, ..plain }
            }
            Variant::Solver => Settings { proofs: Some(Proofs { visits: 0, depth: 1 }), ..plain },
            Variant::ImplicitMinimax => {
                Settings { guide: Guide::Minimax { weight: options.number("alpha")? as f32 }, ..plain }
            }
            Variant::MinimaxSelection => {
                let (visits, depth) = (options.count("visits")?, options.count("depth")?);
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

//! `corners`: an evaluator for Othello.

use unbounded::engine::{EvaluatorInfo, OptionInfo, Options};
use unbounded::game::bits::Bits;
use unbounded::game::{Player, TextError};
use unbounded::games::othello::Othello;
use unbounded::search::range::Real;
use unbounded::search::{Evaluator, Values};

const WEIGHT: OptionInfo = OptionInfo {
    name: "weight",
    default: "8",
    values: Values::Real(Real::new(0.0, 1000.0)),
    summary: "how many discs a corner is worth",
};

/// What the list of evaluators says.
pub const INFO: EvaluatorInfo =
    EvaluatorInfo { name: "corners", summary: "the lead in discs and corners (othello)", options: &[WEIGHT] };

/// The lead of the first player in discs, where corners are worth more.
#[derive(Clone, Copy, Debug)]
pub struct Corners {
    weight: f32,
}

impl Corners {
    /// Reads the options.
    pub fn new(options: &Options) -> Result<Corners, TextError> {
        Ok(Corners { weight: options.number(WEIGHT.name)? as f32 })
    }

    /// The estimate of a state, seen by the first player. It lies within (-1, 1), because a win is worth at least 1.
    fn estimate<B: Bits>(self, state: &Othello<B>) -> f32 {
        let last = state.side() - 1;
        let (mut lead, mut most) = (0.0, 1.0);
        for (column, row) in (0..=last).flat_map(|column| (0..=last).map(move |row| (column, row))) {
            let is_corner = [0, last].contains(&column) && [0, last].contains(&row);
            let worth = if is_corner { self.weight } else { 1.0 };
            most += worth;
            lead += match state.disc(column, row) {
                Some(Player::First) => worth,
                Some(Player::Second) => -worth,
                None => 0.0,
            };
        }
        lead / most
    }
}

impl<B: Bits> Evaluator<Othello<B>> for Corners {
    /// All children of an expansion come in one batch.
    fn evaluate(&self, _parent: &Othello<B>, children: &[Othello<B>], values: &mut [f32]) {
        for (child, value) in children.iter().zip(values) {
            *value = self.estimate(child);
        }
    }
}

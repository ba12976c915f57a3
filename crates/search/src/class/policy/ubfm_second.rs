//! Unbounded Best-First Minimax that gives the second best child its share: a child whose estimate is too low is looked
//! at again and again. It is another `calculate_priority_child` of Algorithm 4, so Theorem 9 covers it.

use std::io::{self, Read, Write};

use game::{Game, TextError};

use super::{Dice, Member, Pick, Policy, Visit};
use crate::options::{OptionInfo, Options, Values};
use crate::range::Real;

/// `continue` is always false; `priority_child` is the second best child with a probability, else the best one.
#[derive(Clone, Debug)]
struct UbfmSecond {
    probability: f64,
    dice: Dice,
}

const P: OptionInfo = OptionInfo {
    name: "p",
    default: "0.1",
    values: Values::Real(Real::new(0.0, 1.0)),
    summary: "the probability to go to the second best child; 0 is ubfm",
};

pub(super) fn member<G: Game>() -> Member<G> {
    Member::new(
        "ubfm-second",
        "ubfm that goes to the second best child with a probability",
        &[P],
        |options, seed| Ok(Box::new(UbfmSecond::new(options, seed)?)),
    )
}

impl UbfmSecond {
    fn new(options: &Options, seed: u64) -> Result<UbfmSecond, TextError> {
        Ok(UbfmSecond { probability: options.number(P.name)?, dice: Dice::new(seed) })
    }
}

impl<G: Game> Policy<G> for UbfmSecond {
    fn keep_going(&mut self, _: &Visit<'_, G>) -> bool {
        false
    }

    fn priority_child(&mut self, at: &Visit<'_, G>) -> Pick {
        let best = at.best();
        let second = if self.dice.chance(self.probability) { at.second_best() } else { None };
        Pick::once(second.unwrap_or(best))
    }

    fn for_worker(&self, number: u64) -> Box<dyn Policy<G>> {
        Box::new(UbfmSecond { dice: Dice::new(number), ..self.clone() })
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.dice.save(out)
    }

    fn load(&mut self, saved: &mut dyn Read) -> io::Result<()> {
        self.dice.load(saved)
    }
}

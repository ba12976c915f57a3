//! Unbounded Best-First Minimax that sometimes goes on: between UBFM, which stops at each new state, and Descent, which stops
//! at none. It is another `continue` of Algorithm 4, so Theorem 9 covers it.

use std::io::{self, Read, Write};

use game::{Game, TextError};

use super::{Dice, Member, Pick, Policy, Visit};
use crate::options::{OptionInfo, Options, Values};
use crate::range::{Real, Whole};

/// `continue` is true with a probability, down to a depth; `priority_child` is the best child.
#[derive(Clone, Debug)]
struct UbfmContinue {
    probability: f64,
    /// The ply at which it always stops, if there is one.
    depth: Option<u32>,
    dice: Dice,
}

const P: OptionInfo = OptionInfo {
    name: "p",
    default: "0.5",
    values: Values::Real(Real::new(0.0, 1.0)),
    summary: "the probability to go on below a new state; 0 is ubfm, 1 is descent",
};

const DEPTH: OptionInfo = OptionInfo {
    name: "depth",
    default: "none",
    values: Values::WholeOr(Whole::new(1, 1_000_000), "none"),
    summary: "stop this number of moves below the root in any case",
};

pub(super) fn member<G: Game>() -> Member<G> {
    Member::new(
        "ubfm-continue",
        "ubfm that goes on below a new state with a probability, down to a depth",
        &[P, DEPTH],
        |options, seed| Ok(Box::new(UbfmContinue::new(options, seed)?)),
    )
}

impl UbfmContinue {
    fn new(options: &Options, seed: u64) -> Result<UbfmContinue, TextError> {
        let (probability, depth) = (options.number(P.name)?, options.count_or_word(DEPTH.name)?);
        Ok(UbfmContinue { probability, depth, dice: Dice::new(seed) })
    }
}

impl<G: Game> Policy<G> for UbfmContinue {
    fn keep_going(&mut self, at: &Visit<'_, G>) -> bool {
        self.depth.is_none_or(|depth| at.ply() < depth as usize) && self.dice.chance(self.probability)
    }

    fn priority_child(&mut self, at: &Visit<'_, G>) -> Pick {
        Pick::best(at)
    }

    fn for_worker(&self, number: u64) -> Box<dyn Policy<G>> {
        Box::new(UbfmContinue { dice: Dice::new(number), ..self.clone() })
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.dice.save(out)
    }

    fn load(&mut self, saved: &mut dyn Read) -> io::Result<()> {
        self.dice.load(saved)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use games::connect4::Connect4;

    use super::*;
    use crate::class::policy::{Descent, Ubfm};
    use crate::evaluate::Noise;
    use crate::{Budget, Completion, Counts, Search};

    type State = Connect4<u64>;

    fn choices(text: &str) -> Result<Box<dyn Policy<State>>, TextError> {
        let member = member();
        member.policy(&Options::read(&member.options, text)?, 1)
    }

    /// What fifty iterations come to.
    fn counts(policy: Box<dyn Policy<State>>) -> Counts {
        let evaluator = Box::new(Noise { seed: 1 });
        let mut search = Search::new(State::start(7, 6), policy, Completion::On, evaluator);
        search.run(&Budget { iterations: Some(50), ..Budget::default() }, &AtomicBool::new(false));
        search.counts()
    }

    #[test]
    fn it_lies_between_ubfm_and_descent() {
        let of = |text: &str| counts(choices(text).unwrap());
        assert_eq!(of("p=0"), counts(Box::new(Ubfm)));
        assert_eq!(of("p=1"), counts(Box::new(Descent)));
        let expansions = ["p=0", "p=0.3", "p=0.5", "p=0.9", "p=1"].map(|text| of(text).expansions);
        assert!(expansions.is_sorted_by(|a, b| a < b), "{expansions:?}");
    }

    /// Below the depth it is UBFM, which goes one move deeper in an iteration at most.
    #[test]
    fn it_stops_at_the_depth() {
        let of = |text: &str| counts(choices(text).unwrap());
        assert_eq!(of("p=1,depth=1000"), of("p=1"));
        let (flat, deep) = (of("p=1,depth=2"), of("p=1,depth=9"));
        assert!(counts(Box::new(Ubfm)).expansions < flat.expansions && flat.expansions < deep.expansions);
        assert!(deep.expansions < of("p=1").expansions);
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        for text in ["p=1.5", "p=-0.5", "p=often", "depth=0", "depth=-1"] {
            let refusal = choices(text).err().map(|error| error.to_string());
            assert!(
                refusal.is_some_and(|refusal| refusal.contains(&format!("`{text}` should be"))),
                "{text}"
            );
        }
    }
}

//! Expansion without a tree: an upper bound on the speed of any search.

use game::{Clock, Game, TerminalFunction};

use crate::expand::{Expander, Timed};
use crate::label::Completion;
use game::evaluate::Evaluator;

/// Generates, plays, hashes and evaluates the children of each state, as an expansion does, and stores
/// nothing. Returns the number of children and a checksum that depends on all of them, so that the compiler
/// cannot remove the work.
pub fn expand_all<G: Game>(states: &[G], evaluator: &dyn Evaluator<G>) -> (u64, f64) {
    let Some(first) = states.first() else { return (0, 0.0) };
    let mut expander = Expander::new(first, TerminalFunction::SCORE);
    let (mut generated, mut sum) = (0, 0.0);
    let clock = &Clock::never();
    for state in states {
        let mut keys = 0;
        let whole = expander
            .generate(state, Completion::On, clock, |key| keys ^= key.low())
            .and_then(|()| expander.evaluate(state, Timed { evaluator, clock }));
        whole.expect("nothing ends this work");
        generated += expander.moves().len() as u64;
        sum += f64::from(expander.values().iter().sum::<f32>()) + (keys & 1) as f64;
    }
    (generated, sum)
}

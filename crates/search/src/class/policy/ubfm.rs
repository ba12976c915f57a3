//! Unbounded Best-First Minimax (Algorithm 1): expand one state per iteration, the one at the end of the best line.

use game::Game;

use super::{Policy, Visit};
use crate::tree::Candidate;

/// `continue` is always false, `priority_child` is the best child.
#[derive(Clone, Copy, Debug)]
pub struct Ubfm;

impl<G: Game> Policy<G> for Ubfm {
    fn keep_going(&mut self, _: &Visit<'_, G>) -> bool {
        false
    }

    fn for_worker(&self, _: u64) -> Box<dyn Policy<G>> {
        Box::new(*self)
    }

    fn priority_child(&mut self, at: &Visit<'_, G>) -> Candidate {
        at.best()
    }

    fn goes_to_the_best(&self) -> bool {
        true
    }
}

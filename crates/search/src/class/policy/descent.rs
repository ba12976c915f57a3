//! Descent (Algorithm 2): follow the best line to the end of the game in every iteration.

use game::Game;

use super::{Policy, Visit};
use crate::tree::Candidate;

/// `continue` is always true, `priority_child` is the best child.
#[derive(Clone, Copy, Debug)]
pub struct Descent;

impl<G: Game> Policy<G> for Descent {
    fn keep_going(&mut self, _: &Visit<'_, G>) -> bool {
        true
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

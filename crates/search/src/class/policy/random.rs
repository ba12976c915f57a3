//! Both choices at random: the member of the class that knows nothing, to check Theorem 9.

use game::{Game, Rng};

use super::{Policy, Visit};
use crate::tree::Candidate;

/// `continue` is a coin, `priority_child` is any unresolved child.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Rng,
    drawn: u64,
}

impl Random {
    /// The same seed makes the same choices.
    pub fn new(seed: u64) -> Random {
        Random { rng: Rng::new(seed), drawn: 0 }
    }
}

impl<G: Game> Policy<G> for Random {
    fn keep_going(&mut self, _: &Visit<'_, G>) -> bool {
        self.drawn += 1;
        self.rng.below(2) == 0
    }

    fn for_worker(&self, number: u64) -> Box<dyn Policy<G>> {
        Box::new(Random::new(number))
    }

    fn priority_child(&mut self, at: &Visit<'_, G>) -> Candidate {
        self.drawn += 1;
        self.rng.pick(&at.unresolved())
    }

    fn drawn(&self) -> u64 {
        self.drawn
    }

    fn draw_until(&mut self, drawn: u64) {
        while self.drawn < drawn {
            self.drawn += 1;
            self.rng.next_u64();
        }
    }
}

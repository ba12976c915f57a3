//! Descent that may stop on its way: a member of the class between Unbounded Best-First Minimax and Descent.

use game::{Game, Rng};
use search::Policy;
use search::policy::{Pick, Visit};

use super::ordinal::chance;

/// `continue` is true with a fixed chance, `priority_child` is the best child. Where games are long, a descent to the end
/// takes most of what a move may cost, and shows a single line.
#[derive(Clone, Debug)]
pub struct PartialDescent {
    go_on: f32,
    rng: Rng,
}

impl PartialDescent {
    /// Goes on with this chance below each state that it expands. The same seed makes the same choices.
    pub fn new(go_on: f32, seed: u64) -> PartialDescent {
        PartialDescent { go_on, rng: Rng::new(seed) }
    }
}

impl<G: Game> Policy<G> for PartialDescent {
    fn keep_going(&mut self, _: &Visit<'_, G>) -> bool {
        chance(&mut self.rng) < self.go_on
    }

    fn priority_child(&mut self, at: &Visit<'_, G>) -> Pick {
        Pick::best(at)
    }

    fn for_worker(&self, number: u64) -> Box<dyn Policy<G>> {
        Box::new(PartialDescent::new(self.go_on, number))
    }
}

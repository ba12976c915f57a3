//! Unbounded Best-First Minimax (Algorithm 1): expand one state per iteration, the one at the end of the best line.

use game::Game;

use super::{Member, Pick, Policy, Visit};

/// `continue` is always false, `priority_child` is the best child.
#[derive(Clone, Copy, Debug)]
pub struct Ubfm;

pub(super) fn member<G: Game>() -> Member<G> {
    Member::new(
        "ubfm",
        "Unbounded Best-First Minimax with completion: expand the end of the best line",
        &[],
        |_, _| Ok(Box::new(Ubfm)),
    )
}

impl<G: Game> Policy<G> for Ubfm {
    fn keep_going(&mut self, _: &Visit<'_, G>) -> bool {
        false
    }

    fn priority_child(&mut self, at: &Visit<'_, G>) -> Pick {
        Pick::best(at)
    }

    fn for_worker(&self, _: u64) -> Box<dyn Policy<G>> {
        Box::new(*self)
    }
}

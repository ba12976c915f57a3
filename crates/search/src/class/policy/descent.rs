//! Descent (Algorithm 2): follow the best line to the end of the game in every iteration.

use game::Game;

use super::{Member, Pick, Policy, Visit};

/// `continue` is always true, `priority_child` is the best child.
#[derive(Clone, Copy, Debug)]
pub struct Descent;

pub(super) fn member<G: Game>() -> Member<G> {
    Member::new(
        "descent",
        "Descent with completion: follow the best line to the end of the game in every iteration",
        &[],
        |_, _| Ok(Box::new(Descent)),
    )
}

impl<G: Game> Policy<G> for Descent {
    fn keep_going(&mut self, _: &Visit<'_, G>) -> bool {
        true
    }

    fn priority_child(&mut self, at: &Visit<'_, G>) -> Pick {
        Pick::best(at)
    }

    fn for_worker(&self, _: u64) -> Box<dyn Policy<G>> {
        Box::new(*self)
    }
}

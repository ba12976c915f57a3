//! Both choices at random: the member of the class that knows nothing, to check Theorem 9.

use std::io::{self, Read, Write};

use game::Game;

use super::{Dice, Member, Pick, Policy, Visit};

/// `continue` is a coin, `priority_child` is any unresolved child.
#[derive(Clone, Debug)]
pub struct Random {
    dice: Dice,
}

pub(super) fn member<G: Game>() -> Member<G> {
    Member::new(
        "random",
        "random children, random depth: complete all the same, as the theorem says",
        &[],
        |_, seed| Ok(Box::new(Random::new(seed))),
    )
}

impl Random {
    /// The same seed makes the same choices.
    pub fn new(seed: u64) -> Random {
        Random { dice: Dice::new(seed) }
    }
}

impl<G: Game> Policy<G> for Random {
    fn keep_going(&mut self, _: &Visit<'_, G>) -> bool {
        self.dice.below(2) == 0
    }

    fn priority_child(&mut self, at: &Visit<'_, G>) -> Pick {
        Pick::once(self.dice.pick(at.unresolved()))
    }

    fn for_worker(&self, number: u64) -> Box<dyn Policy<G>> {
        Box::new(Random::new(number))
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.dice.save(out)
    }

    fn load(&mut self, saved: &mut dyn Read) -> io::Result<()> {
        self.dice.load(saved)
    }
}

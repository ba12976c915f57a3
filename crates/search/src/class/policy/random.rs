//! Both choices at random: the member of the class that knows nothing, to check Theorem 9.

use std::io::{self, Read, Write};

use game::{Game, Rng};

use super::{Member, Pick, Policy, Visit};
use crate::bytes::Bytes;

/// `continue` is a coin, `priority_child` is any unresolved child.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Rng,
    /// How many numbers it has drawn so far.
    drawn: u64,
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
        Random { rng: Rng::new(seed), drawn: 0 }
    }
}

impl<G: Game> Policy<G> for Random {
    fn keep_going(&mut self, _: &Visit<'_, G>) -> bool {
        self.drawn += 1;
        self.rng.below(2) == 0
    }

    fn priority_child(&mut self, at: &Visit<'_, G>) -> Pick {
        self.drawn += 1;
        Pick::once(self.rng.pick(at.unresolved()))
    }

    fn for_worker(&self, number: u64) -> Box<dyn Policy<G>> {
        Box::new(Random::new(number))
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.drawn.write(out)
    }

    fn load(&mut self, saved: &mut dyn Read) -> io::Result<()> {
        let drawn = u64::read(saved)?;
        self.rng.skip(drawn.wrapping_sub(self.drawn));
        self.drawn = drawn;
        Ok(())
    }
}

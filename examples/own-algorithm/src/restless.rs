//! `restless`: UBFM that now and then follows its best line to the end of the game, as Descent does.

use std::io::{self, Read, Write};

use unbounded::engine::{Member, OptionInfo};
use unbounded::game::Game;
use unbounded::search::range::Whole;
use unbounded::search::{Pick, Policy, Values, Visit};

/// After how many iterations without news it follows the best line to its end.
const PATIENCE: OptionInfo = OptionInfo {
    name: "patience",
    default: "20",
    values: Values::Whole(Whole::new(1, 1_000_000)),
    summary: "iterations in which the value of the root stays the same before one goes down to the end of the game",
};

/// The entry in the list of algorithms. It can be used with every game.
pub fn member<G: Game>() -> Member<G> {
    Member::new(
        "restless",
        "ubfm that follows the best line to its end when the value of the root has not changed for a while",
        &[PATIENCE],
        |options, _seed| Ok(Box::new(Restless::new(options.whole(PATIENCE.name)?))),
    )
}

/// `priority_child` is the best child; `continue` is true in iterations that come after a while without news.
#[derive(Clone, Debug)]
pub struct Restless {
    patience: u64,
    /// The value of the root ...
    value: f32,
    /// ... and the iteration that it was new in, or in which the last descent was made.
    since: u64,
    /// The iteration of the last descent.
    descent: u64,
}

impl Restless {
    /// A policy that makes its first choice.
    pub fn new(patience: u64) -> Restless {
        Restless { patience, value: 0.0, since: 0, descent: 0 }
    }
}

impl<G: Game> Policy<G> for Restless {
    /// Asked at each state that has just been expanded.
    fn keep_going(&mut self, at: &Visit<'_, G>) -> bool {
        // Above the root there is nothing to look at.
        let Some(root) = at.path().next() else { return false };
        if at.iteration() != self.descent {
            if root.label.value != self.value {
                (self.value, self.since) = (root.label.value, at.iteration());
            }
            if at.iteration() - self.since >= self.patience {
                (self.since, self.descent) = (at.iteration(), at.iteration());
            }
        }
        at.iteration() == self.descent
    }

    /// Asked at each state on the way down. The answer may promise that it stays the same for a while, which saves time:
    /// `Pick::best` does, and `Pick::once` never does.
    fn priority_child(&mut self, at: &Visit<'_, G>) -> Pick {
        Pick::best(at)
    }

    /// Each worker has a memory of its own.
    fn for_worker(&self, _number: u64) -> Box<dyn Policy<G>> {
        Box::new(Restless { value: 0.0, since: 0, descent: 0, ..*self })
    }

    /// What it remembers goes into checkpoints.
    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.value.to_le_bytes())?;
        out.write_all(&self.since.to_le_bytes())?;
        out.write_all(&self.descent.to_le_bytes())
    }

    /// Takes up all that `save` wrote.
    fn load(&mut self, saved: &mut dyn Read) -> io::Result<()> {
        let (mut value, mut since, mut descent) = ([0; 4], [0; 8], [0; 8]);
        saved.read_exact(&mut value)?;
        saved.read_exact(&mut since)?;
        saved.read_exact(&mut descent)?;
        self.value = f32::from_le_bytes(value);
        (self.since, self.descent) = (u64::from_le_bytes(since), u64::from_le_bytes(descent));
        Ok(())
    }
}

//! Unbounded Best-First Minimax with exploration on the scale of the children: a bonus for seldom selected children that
//! is as large as their values differ, so that one setting serves every game and evaluator. With `unsettled`, an iteration
//! also goes on below a new state whose value is not what its estimate promised. Both are choices of Algorithm 4, so
//! Theorem 9 covers them.

use std::io::{self, Read, Write};

use game::{Game, TextError};

use super::bonus::{Siblings, selections_of};
use super::{Member, Pick, Policy, Visit};
use crate::bytes::Bytes;
use crate::options::{OptionInfo, Options, Values};
use crate::range::Real;
use crate::tree::Candidate;

/// `priority_child` has the best v + c d sqrt(ln (N + 1) / (n + 1)) for the player to move, where d is how far the
/// [contenders](Visit::contenders) are behind the best one on average. `continue` is true as long as a new state is worth less
/// than its estimate to the player who moved there, by more than `unsettled` times d of the state above.
#[derive(Clone, Debug)]
struct UbfmExplore {
    exploration: f32,
    unsettled: Option<f32>,
    /// Of the last choice: the estimate of the child, and by how much the value may be worse.
    promised: Promised,
}

/// What an estimate promised.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Promised {
    value: f32,
    tolerance: f32,
}

const C: OptionInfo = OptionInfo {
    name: "c",
    default: "0.5",
    values: Values::Real(Real::new(0.0, 1e6)),
    summary: "how much a child that was seldom selected is worth, in units of the mean distance of its siblings from the best one; 0 is ubfm",
};

const UNSETTLED: OptionInfo = OptionInfo {
    name: "unsettled",
    default: "none",
    values: Values::RealOr(Real::new(0.0, 1e6), "none"),
    summary: "go on below a new state that is worth less than its estimate by more than this, in the same units",
};

pub(super) fn member<G: Game>() -> Member<G> {
    Member::new(
        "ubfm-explore",
        "ubfm with a bonus for children that were seldom selected, on the scale of their values",
        &[C, UNSETTLED],
        |options, _| Ok(Box::new(UbfmExplore::new(options)?)),
    )
}

impl UbfmExplore {
    fn new(options: &Options) -> Result<UbfmExplore, TextError> {
        let exploration = options.number(C.name)? as f32;
        let unsettled = options.number_or_word(UNSETTLED.name)?.map(|number| number as f32);
        Ok(UbfmExplore { exploration, unsettled, promised: Promised::default() })
    }
}

/// How far these children are behind the best one, on average. Where the best child is known to be better than another by
/// its c, their v do not count.
fn distance(children: &[Candidate], best: &Candidate) -> f32 {
    let comparable = children.iter().filter(|child| child.rank.exact() == best.rank.exact());
    let (sum, count) = comparable.fold((0.0, 0), |(sum, count), child| {
        (sum + (child.rank.value() - best.rank.value()).abs(), count + 1)
    });
    sum / count.max(1) as f32
}

impl<G: Game> Policy<G> for UbfmExplore {
    fn keep_going(&mut self, at: &Visit<'_, G>) -> bool {
        if self.unsettled.is_none() {
            return false;
        }
        // No estimate has led to the root.
        let (Some(above), Some(label)) = (at.path().next_back(), at.label_of(at.state)) else { return false };
        f32::from(above.state.turn().sign()) * (self.promised.value - label.value) > self.promised.tolerance
    }

    fn priority_child(&mut self, at: &Visit<'_, G>) -> Pick {
        let among = at.contenders();
        let distance = distance(among, &at.best());
        let siblings = Siblings::new(at.player(), self.exploration * distance, selections_of(among));
        let child = siblings.most_urgent(at);
        let tolerance = self.unsettled.unwrap_or_default() * distance;
        self.promised = Promised { value: child.rank.value(), tolerance };
        Pick::once(child)
    }

    fn for_worker(&self, _: u64) -> Box<dyn Policy<G>> {
        Box::new(self.clone())
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.promised.value.write(out)?;
        self.promised.tolerance.write(out)
    }

    fn load(&mut self, saved: &mut dyn Read) -> io::Result<()> {
        self.promised = Promised { value: f32::read(saved)?, tolerance: f32::read(saved)? };
        Ok(())
    }
}

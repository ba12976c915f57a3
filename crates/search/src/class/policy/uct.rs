//! Unbounded Best-First Minimax with exploration: a child that was seldom selected gets a bonus on v. It is another
//! `calculate_priority_child` of Algorithm 4, so Theorem 9 covers it.

use game::{Game, TextError};

use super::bonus::{Siblings, selections_of};
use super::{Member, Pick, Policy, Visit};
use crate::label::{Rank, finite};
use crate::options::{OptionInfo, Options, Values};
use crate::range::Real;
use crate::tree::Candidate;

/// `continue` is always false; `priority_child` has the best v + c sqrt(ln (N + 1) / (n + 1)) for the player to
/// move, where n is how often it was selected and N how often any of its siblings was. Resolved children
/// take no part.
#[derive(Clone, Copy, Debug)]
pub struct UbfmUct {
    /// How much a child that was seldom selected is worth.
    pub exploration: f32,
}

pub(super) fn member<G: Game>() -> Member<G> {
    Member::new(
        "ubfm-uct",
        "ubfm with a bonus for children that were seldom selected",
        &[UbfmUct::C],
        |options, _| Ok(Box::new(UbfmUct::new(options)?)),
    )
}

impl UbfmUct {
    /// The weight of the bonus.
    pub const C: OptionInfo = OptionInfo {
        name: "c",
        default: "0.2",
        values: Values::Real(Real::new(0.0, 1e6)),
        summary: "how much a child that was seldom selected is worth; 0 is ubfm",
    };

    /// Reads the options.
    pub fn new(options: &Options) -> Result<UbfmUct, TextError> {
        Ok(UbfmUct { exploration: options.number("c")? as f32 })
    }
}

/// For how many iterations a choice is promised, as a share of N: the bonuses of the siblings grow by little meanwhile.
const HORIZON: u64 = 16;

impl UbfmUct {
    /// How long `child` has the greatest urgency. Each further iteration adds one to N and to its n, so after k of them its
    /// bonus is at least that of (N, n + k), and the bonus of a sibling is at most that of (N + k, n).
    fn promise(siblings: Siblings, among: &[Candidate], child: Candidate, selections: u64) -> Pick {
        let again = selections / HORIZON;
        if again == 0 {
            return Pick::once(child);
        }
        let later = siblings.after(selections + again);
        let rivals = among.iter().filter(|rival| rival.index != child.index);
        let (exact, rival) = rivals.map(|rival| later.urgency(rival)).fold(
            (f32::NEG_INFINITY, f32::NEG_INFINITY),
            |best, rival| if rival > best { rival } else { best },
        );
        let exact = siblings.sign * exact;
        if exact != f32::from(child.rank.exact()) {
            // All siblings are proven to be worse, or there are none.
            let better_than = Rank::new(child.rank.exact(), siblings.sign * f32::MIN);
            return Pick { child, better_than, ties: 0, again };
        }
        let bonus = siblings.bonus((u64::from(child.selections) + again) as f32);
        // More than all roundings on the way come to.
        let margin = 1e-5 * (rival.abs() + later.bonus(0.0));
        let least = siblings.sign * (rival - bonus + margin);
        if !least.is_finite() {
            return Pick::once(child);
        }
        Pick { child, better_than: Rank::new(child.rank.exact(), finite(least)), ties: 0, again }
    }
}

impl<G: Game> Policy<G> for UbfmUct {
    fn keep_going(&mut self, _: &Visit<'_, G>) -> bool {
        false
    }

    fn priority_child(&mut self, at: &Visit<'_, G>) -> Pick {
        let among = at.contenders();
        let selections = selections_of(among);
        let siblings = Siblings::new(at.player(), self.exploration, selections);
        let child = siblings.most_urgent(at);
        if !child.is_expanded() {
            // The second best of these children is not among the contenders. There is hardly a promise to make: the
            // bonus falls by a quarter and more.
            return Pick::once(child);
        }
        UbfmUct::promise(siblings, among, child, selections)
    }

    fn for_worker(&self, _: u64) -> Box<dyn Policy<G>> {
        Box::new(*self)
    }
}

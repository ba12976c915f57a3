//! Unbounded Best-First Minimax with exploration: a child that was seldom selected gets a bonus on v. It is another
//! `calculate_priority_child` of Algorithm 4, so Theorem 9 covers it.

use game::{Game, TextError};

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

/// All siblings together, as the formula sees them.
#[derive(Clone, Copy)]
struct Siblings {
    /// 1 for the first player, -1 for the second.
    sign: f32,
    exploration: f32,
    /// ln (N + 1)
    numerator: f32,
}

impl Siblings {
    fn bonus(self, selections: f32) -> f32 {
        self.exploration * (self.numerator / (selections + 1.0)).sqrt()
    }

    /// c comes before v, as everywhere: with strong solving an unresolved child may be known to win.
    fn urgency(self, child: &Candidate) -> (f32, f32) {
        let (exact, value) = (f32::from(child.rank.exact()), child.rank.value());
        (self.sign * exact, self.sign * value + self.bonus(child.selections as f32))
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
        let later = Siblings { numerator: ((selections + again) as f32 + 1.0).ln(), ..siblings };
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
        let selections: u64 = among.iter().map(|child| u64::from(child.selections)).sum();
        let siblings = Siblings {
            sign: f32::from(at.player().sign()),
            exploration: self.exploration,
            numerator: (selections as f32 + 1.0).ln(),
        };
        let goes_before = |a: &((f32, f32), Candidate), b: &((f32, f32), Candidate)| {
            let tie = (a.1.selections, a.1.index) < (b.1.selections, b.1.index);
            a.0 > b.0 || a.0 == b.0 && tie
        };
        let all = among.iter().map(|&child| (siblings.urgency(&child), child));
        let best = all.reduce(|best, next| if goes_before(&next, &best) { next } else { best });
        let (urgency, mut child) = best.expect("a state that is visited has an unresolved child");
        if !child.is_expanded() {
            // A worse v may come to the same urgency where it is rounded. Then the earlier child goes first.
            let is_equal = |other: &&Candidate| !other.is_expanded() && siblings.urgency(other) == urgency;
            child = at.unresolved().iter().find(is_equal).copied().unwrap_or(child);
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

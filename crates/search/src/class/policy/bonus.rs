//! A bonus for children that were seldom selected, as in UCT.

use game::{Game, Player};

use super::Visit;
use crate::tree::Candidate;

/// All unresolved children of a state together, as the bonus sees them. The bonus of a child that was selected n times is
/// `exploration` sqrt(ln (N + 1) / (n + 1)), where N is how often any of them was.
#[derive(Clone, Copy)]
pub struct Siblings {
    /// 1 for the first player, -1 for the second.
    pub sign: f32,
    /// The weight of the bonus.
    pub exploration: f32,
    /// ln (N + 1)
    numerator: f32,
}

impl Siblings {
    /// `selections` is N.
    pub fn new(player: Player, exploration: f32, selections: u64) -> Siblings {
        Siblings { sign: f32::from(player.sign()), exploration, numerator: 0.0 }.after(selections)
    }

    /// The same children when they were selected this often.
    pub fn after(self, selections: u64) -> Siblings {
        Siblings { numerator: (selections as f32 + 1.0).ln(), ..self }
    }

    /// The bonus of a child that was selected this often.
    pub fn bonus(self, selections: f32) -> f32 {
        self.exploration * (self.numerator / (selections + 1.0)).sqrt()
    }

    /// c comes before v, as everywhere: with strong solving an unresolved child may be known to win.
    pub fn urgency(self, child: &Candidate) -> (f32, f32) {
        let (exact, value) = (f32::from(child.rank.exact()), child.rank.value());
        (self.sign * exact, self.sign * value + self.bonus(child.selections as f32))
    }

    /// The most urgent child, then the one that was selected least, then the earlier one.
    pub fn most_urgent<G: Game>(self, at: &Visit<'_, G>) -> Candidate {
        let goes_before = |a: &((f32, f32), Candidate), b: &((f32, f32), Candidate)| {
            let tie = (a.1.selections, a.1.index) < (b.1.selections, b.1.index);
            a.0 > b.0 || a.0 == b.0 && tie
        };
        let all = at.contenders().iter().map(|&child| (self.urgency(&child), child));
        let best = all.reduce(|best, next| if goes_before(&next, &best) { next } else { best });
        let (urgency, child) = best.expect("a state that is visited has an unresolved child");
        if child.is_expanded() {
            return child;
        }
        // A worse v may come to the same urgency where it is rounded. Then the earlier child goes first.
        let is_equal = |other: &&Candidate| !other.is_expanded() && self.urgency(other) == urgency;
        at.unresolved().iter().find(is_equal).copied().unwrap_or(child)
    }
}

/// How often any of these children was selected.
pub fn selections_of(children: &[Candidate]) -> u64 {
    children.iter().map(|child| u64::from(child.selections)).sum()
}

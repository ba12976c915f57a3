//! Unbounded Best-First Minimax with exploration: a child that was seldom selected gets a bonus on v. It is another
//! `calculate_priority_child` of Algorithm 4, so Theorem 9 covers it.

use game::Game;

use super::{Policy, Visit};
use crate::options::{OptionInfo, Options};
use crate::tree::Candidate;

/// `continue` is always false; `priority_child` has the best v + c sqrt(ln N / (n + 1)) for the player to
/// move, where n is how often it was selected and N how often any of its siblings was. Resolved children
/// take no part.
#[derive(Clone, Copy, Debug)]
pub struct UbfmUct {
    /// How much a child that was seldom selected is worth.
    pub exploration: f32,
}

impl UbfmUct {
    /// The weight of the bonus.
    pub const C: OptionInfo = OptionInfo {
        name: "c",
        default: "0.2",
        summary: "how much a child that was seldom selected is worth; 0 is ubfm",
    };

    /// Reads the options.
    pub fn new(options: &Options) -> Result<UbfmUct, game::TextError> {
        Ok(UbfmUct { exploration: options.number("c")? as f32 })
    }
}

impl<G: Game> Policy<G> for UbfmUct {
    fn keep_going(&mut self, _: &Visit<'_, G>) -> bool {
        false
    }

    fn for_worker(&self, _: u64) -> Box<dyn Policy<G>> {
        Box::new(*self)
    }

    fn priority_child(&mut self, at: &Visit<'_, G>) -> Candidate {
        let candidates = at.unresolved();
        let visits: f32 = candidates.iter().map(|candidate| candidate.selections as f32).sum();
        let numerator = (visits + 1.0).ln();
        let sign = f32::from(at.player().sign());
        // c comes before v, as everywhere: with strong solving an unresolved child may be known to win.
        let urgency = |candidate: &Candidate| {
            let bonus = self.exploration * (numerator / (candidate.selections as f32 + 1.0)).sqrt();
            (sign * f32::from(candidate.rank.exact()), sign * candidate.rank.value() + bonus)
        };
        let mut best = candidates[0];
        for &candidate in &candidates[1..] {
            let (new, old) = (urgency(&candidate), urgency(&best));
            let is_tie_with_fewer = new == old && candidate.selections < best.selections;
            if new > old || is_tie_with_fewer {
                best = candidate;
            }
        }
        best
    }
}

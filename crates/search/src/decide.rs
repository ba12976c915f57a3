//! The decision: which move to play once the search has ended.

use game::{Bounds, Player};

use crate::label::{Completion, Label};

/// A move of the root with what the decision needs to know of the child it leads to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice<M> {
    /// The move.
    pub m: M,
    /// c, v and r of the child.
    pub label: Label,
    /// n(s, s'), how often the move was selected.
    pub selections: u32,
}

/// How the move to play is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Decision {
    /// The best (c, n, v): among equally proven moves the one that was selected most often. This is the safe
    /// decision of the paper's experiment.
    #[default]
    Safe,
    /// The best (c, v), `completed_best_action` of Algorithm 3; ties go to the move that was selected more
    /// often.
    Plain,
}

impl Decision {
    /// The index of the chosen move; `None` if there are no moves. The earlier move wins a tie.
    pub fn choose<M>(self, options: &[Choice<M>], player: Player, completion: Completion) -> Option<usize> {
        let safe_ranks = |o: &Choice<M>| {
            let exact = if completion == Completion::Off { 0 } else { o.label.exact };
            (seen_by(player, f32::from(exact)), f64::from(o.selections), seen_by(player, o.label.value))
        };
        let plain_ranks = |o: &Choice<M>| {
            (
                seen_by(player, f32::from(o.label.exact)),
                seen_by(player, o.label.value),
                f64::from(o.selections),
            )
        };
        let mut best: Option<usize> = None;
        for index in 0..options.len() {
            let (new, old) = (&options[index], best.map(|best| &options[best]));
            let better = old.is_none_or(|old| match self {
                Decision::Safe => safe_ranks(new) > safe_ranks(old),
                Decision::Plain => plain_ranks(new) > plain_ranks(old),
            });
            if better {
                best = Some(index);
            }
        }
        best
    }

    /// The same in a state whose gain is proven: only moves after which it is still the same are considered, because an
    /// unproven move may look better and be worse. `None` if no move is known to keep the gain.
    pub fn choose_keeping<M: Copy>(
        self,
        gain: Option<i8>,
        options: &[Choice<M>],
        player: Player,
        completion: Completion,
    ) -> Option<usize> {
        let Some(gain) = gain else { return self.choose(options, player, completion) };
        let keeps = |choice: &Choice<M>| {
            gain == -player.sign() || choice.label.resolved && choice.label.exact == gain
        };
        let indices: Vec<usize> = (0..options.len()).filter(|&index| keeps(&options[index])).collect();
        let kept: Vec<Choice<M>> = indices.iter().map(|&index| options[index]).collect();
        self.choose(&kept, player, completion).map(|chosen| indices[chosen])
    }
}

/// Whether a move that leads to these bounds keeps the gain of a state in which this player moves. One side is enough: from
/// a state of this gain, no move of the player leads to more.
pub fn keeps(bounds: Bounds, gain: i8, player: Player) -> bool {
    match player {
        Player::First => bounds.at_least >= gain,
        Player::Second => bounds.at_most <= gain,
    }
}

/// A value from the point of view of this player, so that larger is better. For comparisons only.
fn seen_by(player: Player, value: f32) -> f64 {
    f64::from(player.sign()) * f64::from(value)
}

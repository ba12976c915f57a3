//! From two answers to a value, and from the children of the root to what is known of it.

use game::{Game, Player};

use super::numbers::{Numbers, Question};
use super::sprout::Sprout;
use crate::baseline::proven::Proven;
use crate::budget::Counts;
use crate::decide::{Choice, Decision};
use crate::label::{Completion, Label};
use crate::searcher::Finding;

/// What to ask next about a state of which this is proven; `None` if its gain is known.
///
/// First whether the player to move wins. A yes is the whole answer; and since every answer carries all
/// that its proof says of the gain ([`Proven`]), a no is the whole answer, too, where the refutation meets
/// no draw.
pub fn next_question(player: Player, proven: Proven) -> Option<Question> {
    let order = match player {
        Player::First => [Question::WIN, Question::DRAW],
        Player::Second => [Question::DRAW, Question::WIN],
    };
    order.into_iter().find(|question| question.winner(proven).is_none())
}

/// A finding from the children of the root, still without what the search holds.
pub fn finding<G: Game>(
    root: &G,
    question: Question,
    children: &[Sprout<G::Move>],
    counts: Counts,
) -> Finding<G::Move> {
    let choices: Vec<_> = children
        .iter()
        .map(|child| {
            let label = child.proven.label(question.estimate(child.proven, child.numbers));
            Choice { m: child.m, label, selections: 0 }
        })
        .collect();
    let best = Decision::Plain.choose(&choices, root.turn(), Completion::On);
    Finding {
        label: label(root, question, children),
        best,
        decision: Decision::Plain,
        line: best.iter().map(|&best| choices[best].m).collect(),
        choices,
        counts,
        states: 0,
        bytes: 0,
    }
}

/// The label of the root; `None` before its children are known.
fn label<G: Game>(root: &G, question: Question, children: &[Sprout<G::Move>]) -> Option<Label> {
    if let Some(outcome) = root.outcome() {
        return Some(Completion::On.terminal(outcome, root.score()));
    }
    if children.is_empty() {
        return None;
    }
    let proven = Proven::back_up(root.turn(), children.iter().map(|child| child.proven));
    let numbers = Numbers::back_up(root.turn(), children.iter().map(|child| child.numbers));
    Some(proven.label(question.estimate(proven, numbers)))
}

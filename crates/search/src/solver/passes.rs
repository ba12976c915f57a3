//! From questions with two answers to a value, and from the children of the root to a finding.

use game::{Bounds, Game, Player};

use super::children::ProofChild;
use crate::budget::Counts;
use crate::decide::{Choice, Decision};
use crate::expand::children;
use crate::label::{Completion, Label};
use crate::ledger::memory::ProofMemory;
use crate::ledger::numbers::{Numbers, Question};
use crate::searcher::{Finding, ProofNumbers};
use crate::static_proof;

/// The next question about a state with these proven bounds; `None` if its gain is known.
///
/// The first question is whether the player to move wins. A yes is the whole answer. Every answer carries all
/// that its proof says about the gain ([`Bounds`]), so a no is the whole answer, too, if the refutation meets
/// no draw.
pub fn next_question(player: Player, proven: Bounds) -> Option<Question> {
    let order = match player {
        Player::First => [Question::WIN, Question::DRAW],
        Player::Second => [Question::DRAW, Question::WIN],
    };
    order.into_iter().find(|question| question.winner(proven).is_none())
}

/// A finding from the children of the root and from what `memory` knows about the states below them. The
/// caller has to fill in the number of states and the memory in use.
pub fn finding<G: Game>(
    root: &G,
    question: Question,
    children: &[ProofChild<G::Move>],
    memory: &impl ProofMemory,
    counts: Counts,
) -> Finding<G::Move> {
    let choices: Vec<_> = children
        .iter()
        .map(|child| {
            let label = Label::of(child.proven, question.estimate(child.proven, child.numbers));
            Choice { m: child.m, label, selections: 0 }
        })
        .collect();
    let label = label(root, question, children);
    let gain = label.filter(|label| label.resolved).map(|label| label.exact);
    let best = Decision::Plain.choose_keeping(gain, &choices, root.turn(), Completion::On);
    Finding {
        label,
        best,
        decision: Decision::Plain,
        line: best.map_or_else(Vec::new, |best| line(root, gain, &choices[best], question, memory)),
        choices,
        numbers: numbers(root, question, children),
        counts,
        states: 0,
        bytes: 0,
        evictions: 0,
    }
}

/// The numbers of the root; `None` if the question is answered, or has not been asked yet.
fn numbers<G: Game>(root: &G, question: Question, children: &[ProofChild<G::Move>]) -> Option<ProofNumbers> {
    let Numbers([proof, disproof]) =
        Numbers::back_up(root.turn(), children.iter().map(|child| child.numbers));
    let is_open = !children.is_empty() && proof > 0 && disproof > 0;
    is_open.then_some(ProofNumbers { gain: question.gain(), proof, disproof })
}

/// The line that begins with this move, as far as `memory` knows it: along proven moves if the gain of the root or that of
/// the first move is proven, otherwise along the best estimates.
fn line<G: Game>(
    root: &G,
    gain: Option<i8>,
    first: &Choice<G::Move>,
    question: Question,
    memory: &impl ProofMemory,
) -> Vec<G::Move> {
    let (mut line, mut state) = (vec![first.m], root.clone());
    state.play(first.m);
    if let Some(gain) = gain.or(first.label.resolved.then_some(first.label.exact)) {
        line.extend(static_proof::line(state, gain, |state| proven(state, memory, question)));
        return line;
    }
    loop {
        let candidates = children(&state).into_iter().filter_map(|(m, child)| {
            let (_, numbers) = memory.known(memory.keys().of(&child), question);
            let proven = proven(&child, memory, question);
            let numbers = question.winner(proven).map(Numbers::won_by).or(numbers)?;
            Some((question.estimate(proven, numbers), m, child))
        });
        let player = state.turn();
        let best = candidates.reduce(|a, b| if player.prefers(b.0, a.0) { b } else { a });
        let Some((_, m, child)) = best else { return line };
        line.push(m);
        state = child;
    }
}

/// The bounds of a state that its rules or `memory` prove.
pub fn proven<G: Game>(state: &G, memory: &impl ProofMemory, question: Question) -> Bounds {
    static_proof::at_sight(state).and(memory.known(memory.keys().of(state), question).0)
}

/// The label of the root; `None` before its children are generated.
pub fn label<G: Game>(root: &G, question: Question, children: &[ProofChild<G::Move>]) -> Option<Label> {
    if let Some(outcome) = root.outcome() {
        return Some(Completion::On.terminal(outcome, root.score()));
    }
    if children.is_empty() {
        return None;
    }
    let proven = Bounds::back_up(root.turn(), children.iter().map(|child| child.proven));
    let numbers = Numbers::back_up(root.turn(), children.iter().map(|child| child.numbers));
    Some(Label::of(proven, question.estimate(proven, numbers)))
}

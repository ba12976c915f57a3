//! The value of every legal move, by the same search: what it found out about one move helps with the next.

use game::{AnyMove, AnyState, Game};
use search::{Budget, Counts, Finding, Label, Searcher, Watch};

use crate::heading::turns;
use crate::report::MoveValue;

/// Resolves every move of the root, the best first. `left` says what is left of the limits after what has
/// been done; each unresolved move gets an equal share.
pub(crate) fn resolve(
    searcher: &mut dyn Searcher<AnyState>,
    left: &dyn Fn(&Counts) -> Budget,
    watch: &mut Watch<'_, AnyMove>,
    progress: &mut dyn FnMut(usize, usize),
) -> Vec<MoveValue> {
    let root = searcher.root().clone();
    let known: Vec<(AnyMove, Label)> =
        searcher.finding().choices.iter().map(|choice| (choice.m, choice.label)).collect();
    let mut moves = Vec::new();
    root.moves(&mut moves);
    // What is resolved already costs nothing and leaves more to the others.
    let is_resolved = |m: &AnyMove| known.iter().any(|(other, label)| other == m && label.resolved);
    moves.sort_by_key(|m| !is_resolved(m));
    let mut values = Vec::new();
    for (done, &m) in moves.iter().enumerate() {
        progress(done, moves.len());
        let mut child = root.clone();
        child.play(m);
        let (value, line) = match child.outcome() {
            Some(outcome) => (Some(outcome.gain()), Vec::new()),
            None => {
                searcher.set_root(child);
                let share = share(&left(&searcher.finding().counts), moves.len() - done);
                searcher.search(&share, watch);
                let Finding { label, line, .. } = searcher.finding();
                (label.filter(|label| label.resolved).map(|label| label.exact), line)
            }
        };
        let line: Vec<AnyMove> = [&[m], &line[..]].concat();
        values.push((value, line));
    }
    searcher.set_root(root.clone());
    // Where memory was short the way back has forgotten what the root was worth.
    let rest = left(&searcher.finding().counts);
    searcher.search(&rest, watch);
    let sign = root.turn().sign();
    values.sort_by_key(|(value, line)| match value.map(|value| value * sign) {
        Some(1) => (0, line.len()),
        None => (1, 0),
        Some(0) => (2, 0),
        // The losing side plays for the longest game.
        Some(_) => (3, usize::MAX - line.len()),
    });
    let report = |(value, line): (Option<i8>, Vec<AnyMove>)| MoveValue {
        text: root.move_text(line[0]),
        value,
        line: turns(&root, &line),
    };
    values.into_iter().map(report).collect()
}

/// One of `parts` equal shares.
fn share(budget: &Budget, parts: usize) -> Budget {
    let part = |limit: Option<u64>| limit.map(|limit| limit.div_ceil(parts as u64));
    Budget {
        time: budget.time.map(|time| time / u32::try_from(parts).unwrap_or(u32::MAX)),
        iterations: part(budget.iterations),
        evaluations: part(budget.evaluations),
        nodes: part(budget.nodes),
        ..*budget
    }
}

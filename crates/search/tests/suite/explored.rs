//! Enumerating all explored states yields every state with its label.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use game::{Game, Key};
use search::evaluate::Zero;
use search::policy::Descent;
use search::{Budget, Completion, Search, Searcher, Stop};

/// The number of states of tic-tac-toe, and how many of them are terminal.
const STATES: [usize; 2] = [5478, 958];

/// The gain of every state reachable from this one.
fn gains<G: Game>(state: &G, known: &mut HashMap<Key, i8>) -> i8 {
    if let Some(&gain) = known.get(&state.key()) {
        return gain;
    }
    let gains = search::children(state).iter().map(|(_, child)| gains(child, known)).collect::<Vec<_>>();
    let best = if state.turn().sign() > 0 { gains.iter().max() } else { gains.iter().min() };
    let gain = state.outcome().map_or_else(|| *best.expect("it has children"), |outcome| outcome.gain());
    known.insert(state.key(), gain);
    gain
}

#[test]
fn every_explored_state_is_visited_once_with_its_label() {
    let start = games::start("tictactoe").unwrap();
    let mut search = Search::new(start.clone(), Box::new(Descent), Completion::Strong, Box::new(Zero));
    assert_eq!(search.run(&Budget::default(), &AtomicBool::new(false)), Stop::Resolved);
    let mut known = HashMap::new();
    gains(&start, &mut known);
    assert_eq!(known.len(), STATES[0]);

    let (mut seen, mut terminal) = (HashMap::new(), HashMap::new());
    search.visit_labels(&[start.clone(), start.clone()], |state, label| {
        assert_eq!((label.exact, label.resolved), (known[&state.key()], true), "{}", state.position());
        let shown = if state.outcome().is_some() { &mut terminal } else { &mut seen };
        *shown.entry(state.key()).or_insert(0) += 1;
        ControlFlow::Continue(())
    });
    assert_eq!([seen.len() + terminal.len(), terminal.len()], STATES);
    assert!(seen.values().all(|&times| times == 1));

    // All terminal states were resolved, so a search of a later state knows everything below it.
    let (_, child) = search::children(&start)[0].clone();
    search.set_root(child.clone());
    let mut shown = 0;
    search.visit_labels(&[child], |_, _| {
        shown += 1;
        if shown == 7 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(shown, 7);
    assert_eq!(search.expanded_states(5).len(), 5);
}

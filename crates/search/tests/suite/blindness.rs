//! The counter-example: without completion, a search may never find a forced win.

use std::sync::atomic::AtomicBool;

use game::Game;
use games::graph::{Graph, State};
use search::evaluate::Own;
use search::policy::{Descent, Ubfm};
use search::{Budget, Completion, Policy, Search, Searcher};

/// The game of docs/theory.md: state 1 is an immediate draw, state 2 looks bad but is a forced win.
const BLIND: &str = include_str!("../../../../docs/blind.json");

fn decide(
    policy: Box<dyn Policy<State>>,
    completion: Completion,
    iterations: u64,
) -> (String, Search<State>) {
    let root = Graph::from_json(BLIND).unwrap().start();
    let mut search = Search::new(root.clone(), policy, completion, Box::new(Own));
    search.run(&Budget { iterations: Some(iterations), ..Budget::default() }, &AtomicBool::new(false));
    let m = search.decide().unwrap();
    (root.move_text(m), search)
}

fn members() -> [Box<dyn Policy<State>>; 2] {
    [Box::new(Ubfm), Box::new(Descent)]
}

#[test]
fn without_completion_the_best_move_is_never_found() {
    for policy in members() {
        let (m, mut search) = decide(policy, Completion::Off, 1_000_000);
        assert_eq!(m, "1", "the baseline must not be repaired");
        // Every iteration but the first, which expanded the root, selected the draw. The other move was never
        // selected: after one iteration or a million, the search is in the same state.
        let root = search.root().clone();
        let selections: Vec<u32> = search.choices(&root).unwrap().iter().map(|c| c.selections).collect();
        assert!(selections[0] >= 999_999 && selections[1] == 0, "{selections:?}");
        assert_eq!(search.counts().expansions, 1);
    }
}

#[test]
fn with_completion_it_is_found_and_proven() {
    for policy in members() {
        let (m, search) = decide(policy, Completion::On, 3);
        assert_eq!(m, "2");
        let label = search.label().unwrap();
        assert!(label.resolved && label.exact == 1);
    }
}

/// Even a baseline that repeats the same line forever stops, because an iteration without an evaluation costs
/// one.
#[test]
fn an_evaluation_budget_ends_a_blind_search() {
    for policy in members() {
        let root = Graph::from_json(BLIND).unwrap().start();
        let mut search = Search::new(root, policy, Completion::Off, Box::new(Own));
        let budget = Budget { evaluations: Some(1000), ..Budget::default() };
        assert_eq!(search.run(&budget, &AtomicBool::new(false)), search::Stop::Evaluations);
        assert_eq!(search.counts().charged, 1000);
        assert_eq!(search.counts().evaluations, 1);
    }
}

//! The algorithm and the evaluator through the library.

use std::io::Cursor;
use std::sync::atomic::AtomicBool;

use own_algorithm::{Restless, registry};
use unbounded::engine::{Budget, Position, Report, Settings, Watch};
use unbounded::game::{AnyState, Game, laws};
use unbounded::games;
use unbounded::search::evaluate::Zero;
use unbounded::search::reference::{ByPolicy, Reference};
use unbounded::search::{Completion, Search};

fn settings(algorithm: &str) -> Settings {
    Settings { algorithm: algorithm.to_owned(), evaluator: "corners".to_owned(), ..Settings::default() }
}

fn iterations(count: u64) -> Budget {
    Budget { iterations: Some(count), ..Budget::default() }
}

fn think(position: &dyn Position, algorithm: &str, budget: &Budget) -> Report {
    position.session(&settings(algorithm)).unwrap().think(budget, &mut Watch::default())
}

/// Every member of the class is complete (Theorem 9), whatever it chooses.
#[test]
fn it_finds_the_value_that_exhaustive_search_finds() {
    let start = registry().open("othello:4").unwrap();
    let value = laws::exhaustive_value(&games::start("othello:4").unwrap());
    for algorithm in ["restless", "restless(patience=1)", "restless(patience=1000)", "restless(sight=no)"] {
        let report = think(start.as_ref(), algorithm, &Budget::default());
        assert_eq!((report.value, report.stop), (Some(value), "resolved"), "{algorithm}");
        assert_eq!(report.evaluator, "corners");
    }
}

#[test]
fn the_less_patience_the_more_descents() {
    let start = registry().open("othello").unwrap();
    let expansions = |algorithm: &str| think(start.as_ref(), algorithm, &iterations(300)).expansions;
    let [never, seldom, often] =
        [1000, 30, 3].map(|patience| expansions(&format!("restless(patience={patience})")));
    assert_eq!(never, expansions("ubfm"));
    assert!(never < seldom && seldom < often && often < expansions("descent"), "{never} {seldom} {often}");
}

/// The fast search, which asks a policy as seldom as its promises allow, makes the same search as the paper's algorithm.
#[test]
fn its_promises_are_kept() {
    let root: AnyState = games::start("othello:6").unwrap();
    let mut search = Search::new(root.clone(), Box::new(Restless::new(7)), Completion::On, Box::new(Zero));
    let choices = ByPolicy::new(Box::new(Restless::new(7)));
    let mut reference = Reference::new(choices, AnyState::score, |_: &AnyState| 0.0, Completion::On);
    for iteration in 1..=150 {
        search.run(&iterations(1), &AtomicBool::new(false));
        reference.iterate(&root);
        assert_eq!(search.label(), Some(reference.tree.labels[&root]), "iteration {iteration}");
        let explored = reference.tree.explored.iter().filter(|state| state.outcome().is_none()).count();
        assert_eq!(search.counts().expansions as usize, explored, "iteration {iteration}");
    }
}

#[test]
fn a_checkpoint_holds_what_it_remembers() {
    let (registry, algorithm) = (registry(), "restless(patience=5)");
    let start = registry.open("othello:6").unwrap();
    let whole = think(start.as_ref(), algorithm, &iterations(500));
    for pause in [1, 4, 123, 250] {
        let (mut part, mut file) = (start.session(&settings(algorithm)).unwrap(), Vec::new());
        part.think(&iterations(pause), &mut Watch::default());
        part.save(&mut file).unwrap();
        let mut resumed = registry.resume(&mut Cursor::new(file)).unwrap();
        let resumed = resumed.think(&iterations(500), &mut Watch::default());
        assert_eq!(resumed.expansions, whole.expansions, "after {pause}");
        assert_eq!((resumed.moves, resumed.line), (whole.moves.clone(), whole.line.clone()), "after {pause}");
    }
}

#[test]
fn two_workers_find_the_same_value() {
    let start = registry().open("othello:4").unwrap();
    let budget = Budget { threads: Some(2), ..Budget::default() };
    let value = think(start.as_ref(), "ubfm", &Budget::default()).value;
    assert_eq!(think(start.as_ref(), "restless(patience=3)", &budget).value, value);
}

#[test]
fn the_evaluator_counts_corners_and_knows_only_othello() {
    let registry = registry();
    // The corner a1 turns one disc, d3 turns two.
    let position = registry.open("othello:4").unwrap().read(".ox./..../xoo./.... x").unwrap();
    let best = |evaluator: &str| {
        let settings = Settings { evaluator: evaluator.to_owned(), ..settings("greedy") };
        let mut session = position.session(&settings).unwrap();
        session.think(&Budget::default(), &mut Watch::default()).best_move
    };
    assert_eq!(best("corners").as_deref(), Some("a1"));
    assert_eq!(best("corners(weight=1)").as_deref(), Some("d3"));
    let other = registry.open("hex:3").unwrap().session(&settings("ubfm"));
    let refused = other.map(|_| ()).expect_err("it is refused").to_string();
    assert_eq!(refused, "evaluator corners: it is for another game than hex:3");
    assert!(registry.open("othello:10").unwrap().session(&settings("ubfm")).is_ok());
}

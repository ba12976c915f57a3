//! The executable reference in Python, matched to the letter by the fast walk and by [`search::reference`]: every
//! iteration, the final table, the counts and the decision.

use std::collections::BTreeMap;

use game::{Game, Sight};
use games::graph::{Graph, State};
use search::evaluate::Own;
use search::policy::{Descent, Ubfm};
use search::reference::{Choices, Reference};
use search::{Budget, Completion, Counts, Label, Policy, Search, Searcher, Watch};
use serde_json::Value;

/// Games with the traces of six algorithms each, made by the executable reference.
const TRACES: &str = include_str!("../data/random_dags.jsonl");

fn completion(algorithm: &str) -> Completion {
    match algorithm.split_once('-') {
        None => Completion::On,
        Some((_, "basic")) => Completion::Off,
        Some((_, "strong")) => Completion::Strong,
        Some((_, other)) => panic!("unknown ending {other}"),
    }
}

fn search(root: State, algorithm: &str) -> Search<State> {
    let policy: Box<dyn Policy<State>> =
        if algorithm.starts_with("ubfm") { Box::new(Ubfm) } else { Box::new(Descent) };
    Search::new(root, policy, completion(algorithm), Box::new(Own))
}

fn close(a: f32, b: &Value) -> bool {
    (f64::from(a) - b.as_f64().unwrap()).abs() < 1e-4
}

/// All labels that the search holds, by state number.
fn table(search: &mut Search<State>, states: usize) -> BTreeMap<usize, Label> {
    let mut table = BTreeMap::new();
    for number in 0..states {
        let state = search.root().parse_position(&number.to_string()).unwrap();
        let Some(label) = search.find(&state) else { continue };
        table.insert(number, label);
        for choice in search.choices(&state).unwrap_or_default() {
            let child = state.move_text(choice.m).parse().unwrap();
            table.insert(child, choice.label);
        }
    }
    table
}

/// Compares c, v and r.
fn compare_labels(label: Label, [exact, value, resolved]: [&Value; 3], place: &str) {
    assert_eq!(label.exact, *exact, "{place}");
    assert!(close(label.value, value), "{place}: {label:?}, {value}");
    assert_eq!(u8::from(label.resolved), *resolved, "{place}");
}

fn compare_tables(table: &BTreeMap<usize, Label>, expected: &Value, name: &str) {
    let expected = expected.as_object().unwrap();
    assert_eq!(table.len(), expected.len(), "{name}");
    for (number, label) in table {
        let expected = &expected[&number.to_string()];
        compare_labels(*label, [0, 1, 2].map(|place| &expected[place]), &format!("{name}, state {number}"));
    }
}

#[test]
fn the_fast_walk_matches_every_trace() {
    let mut compared = 0;
    for case in TRACES.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        let root = Graph::from_json(&case["game"].to_string()).unwrap().start();
        for trace in case["traces"].as_array().unwrap() {
            let algorithm = trace["algorithm"].as_str().unwrap();
            let name = format!("seed {}, {algorithm}", case["seed"]);
            let rows = trace["iterations"].as_array().unwrap();
            let mut search = search(root.clone(), algorithm);
            let budget = Budget { iterations: Some(rows.len() as u64), ..Budget::default() };
            let mut row = 0;
            let mut compare = |counts: &Counts, label: Label| {
                let expected = &rows[row];
                row += 1;
                assert_eq!(counts.expansions, expected["expansions"], "{name}, iteration {row}");
                let place = format!("{name}, iteration {row}");
                compare_labels(label, [&expected["c"], &expected["v"], &expected["r"]], &place);
            };
            search.search(&budget, &mut Watch { trace: Some(&mut compare), ..Watch::default() });
            assert_eq!(row, rows.len(), "{name}: the search ended early");

            let choices = search.choices(&root).unwrap();
            let selections: Vec<u32> = choices.iter().map(|choice| choice.selections).collect();
            assert_eq!(Value::from(selections), trace["n"], "{name}");
            let decision = search.decide().unwrap();
            assert_eq!(root.move_text(decision), trace["decision"].to_string(), "{name}");

            let states = case["game"]["player"].as_array().unwrap().len();
            compare_tables(&table(&mut search, states), &trace["table"], &name);
            compared += 1;
        }
    }
    assert_eq!(compared, 360);
}

/// Compares every row of the trace with the reference, then its table.
fn follow(choices: impl Choices<State>, root: &State, trace: &Value, name: &str) {
    let algorithm = trace["algorithm"].as_str().unwrap();
    let mut search =
        Reference::new(choices, State::score, |s: &State| s.estimate().unwrap(), completion(algorithm));
    for (row, expected) in trace["iterations"].as_array().unwrap().iter().enumerate() {
        search.iterate(root);
        let expansions = search.tree.explored.iter().filter(|s| s.outcome().is_none()).count();
        let place = format!("{name}, iteration {row}");
        assert_eq!(expansions, expected["expansions"], "{place}");
        compare_labels(search.tree.labels[root], [&expected["c"], &expected["v"], &expected["r"]], &place);
    }
    let number = |s: &State| s.position().parse().unwrap();
    let table = search.tree.labels.iter().map(|(s, &label)| (number(s), label)).collect();
    compare_tables(&table, &trace["table"], name);
}

#[test]
fn the_reference_matches_every_trace() {
    for case in TRACES.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        let root = Graph::from_json(&case["game"].to_string()).unwrap().start();
        for trace in case["traces"].as_array().unwrap() {
            let algorithm = trace["algorithm"].as_str().unwrap();
            let name = format!("seed {}, {algorithm}", case["seed"]);
            if algorithm.starts_with("ubfm") {
                follow(Ubfm, &root, trace, &name);
            } else {
                follow(Descent, &root, trace, &name);
            }
        }
    }
}

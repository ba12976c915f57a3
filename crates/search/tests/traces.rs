//! The reference, matched to the letter: every iteration, the final table, the counts and the decision.

use std::collections::BTreeMap;

use game::Game;
use games::graph::{Graph, State};
use search::evaluate::Own;
use search::policy::{Descent, Ubfm};
use search::{Budget, Completion, Counts, Label, Policy, Search, Searcher, Watch};
use serde_json::Value;

/// Games with the traces of six algorithms each, made by the executable reference.
const TRACES: &str = include_str!("data/random_dags.jsonl");

fn search(root: State, algorithm: &str) -> Search<State> {
    let policy: Box<dyn Policy<State>> =
        if algorithm.starts_with("ubfm") { Box::new(Ubfm) } else { Box::new(Descent) };
    let completion = match algorithm.split_once('-') {
        None => Completion::On,
        Some((_, "basic")) => Completion::Off,
        Some((_, "strong")) => Completion::Strong,
        Some((_, other)) => panic!("unknown ending {other}"),
    };
    Search::new(root, policy, completion, Box::new(Own))
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

#[test]
fn every_trace_of_the_reference_is_matched() {
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
                assert_eq!(label.exact, expected["c"], "{name}, iteration {row}");
                assert!(close(label.value, &expected["v"]), "{name}, iteration {row}: {label:?}, {expected}");
                assert_eq!(u8::from(label.resolved), expected["r"], "{name}, iteration {row}");
            };
            search.search(&budget, &mut Watch { trace: Some(&mut compare), ..Watch::default() });
            assert_eq!(row, rows.len(), "{name}: the search ended early");

            let choices = search.choices(&root).unwrap();
            let selections: Vec<u32> = choices.iter().map(|choice| choice.selections).collect();
            assert_eq!(Value::from(selections), trace["n"], "{name}");
            let decision = search.decide().unwrap();
            assert_eq!(root.move_text(decision), trace["decision"].to_string(), "{name}");

            let states = case["game"]["player"].as_array().unwrap().len();
            let table = table(&mut search, states);
            let expected = trace["table"].as_object().unwrap();
            assert_eq!(table.len(), expected.len(), "{name}");
            for (number, label) in table {
                let expected = &expected[&number.to_string()];
                assert_eq!(label.exact, expected[0], "{name}, state {number}");
                assert!(close(label.value, &expected[1]), "{name}, state {number}: {label:?}, {expected}");
                assert_eq!(u8::from(label.resolved), expected[2], "{name}, state {number}");
            }
            compared += 1;
        }
    }
    assert_eq!(compared, 360);
}

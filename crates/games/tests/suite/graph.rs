//! Explicit games: the laws on files, and every kind of file that must be refused.

use std::path::PathBuf;

use game::{AnyState, Game, Outcome, Player, Rng, Sharing, Sight};
use games::graph::{Description, Graph};

/// Writes a file of its own for this test.
fn file(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{name}", std::process::id()));
    std::fs::write(&path, text).expect("the build's folder for temporary files is writable");
    path.to_str().expect("the path is text").to_owned()
}

fn laws(start: AnyState) -> Result<(), String> {
    game::laws::check(&start, 3_000, 1)
}

fn value_and_grading(start: AnyState) -> (i8, bool) {
    (game::laws::exhaustive_value(&start), start.graded())
}

#[test]
fn files_obey_the_laws() {
    let alternating = r#"{"player": [1, 2, 2, 1, 1], "children": [[1, 2], [3, 4], [4], [], []],
        "gain": [null, null, null, 1, -1], "score": [0, 0, 0, 2.5, -1], "eval": [0.5, -0.0, 3, null, null]}"#;
    // Player 1 moves twice, and state 3 is reached by lines of different lengths.
    let twice = r#"{"player": [1, 1, 2, 2, 1], "children": [[3, 1], [2, 3], [3, 4], [], []],
        "gain": [0, 0, 0, 0.0, 1], "score": [9, -9, 9, 0, 1]}"#;
    let over = r#"{"player": [2], "children": [[]], "gain": [-1], "score": [-7]}"#;
    for (name, text, value) in
        [("alternating", alternating, (-1, true)), ("twice", twice, (0, false)), ("over", over, (-1, true))]
    {
        let path = format!("graph:{}", file(&format!("{name}.json"), text));
        games::start(&path).map(laws).unwrap().unwrap_or_else(|broken| panic!("{name}: {broken}"));
        assert_eq!(games::start(&path).map(value_and_grading), Ok(value), "{name}");
    }
}

#[test]
fn wrong_files_are_refused_with_the_place() {
    let good = r#"{"player": [1, 2, 1], "children": [[1], [2], []], "gain": [0, 0, 1], "score": [0, 0, 2], "eval": [0, 0, 0]}"#;
    Graph::from_json(good).unwrap();
    for (old, new, message) in [
        ("[1, 2, 1]", "[1, 2]", "`player` has 2 entries, `children` has 3"),
        (r#""eval": [0, 0, 0]"#, r#""eval": [0]"#, "`eval` has 1 entries, `children` has 3"),
        (r#""children": [[1], [2], []]"#, r#""children": []"#, "there is no state 0"),
        ("[1, 2, 1]", "[1, 3, 1]", "state 1: the player is 1 or 2, not 3"),
        ("[2]", "[3]", "state 1: child 3 does not exist, the last state is 2"),
        ("[2]", "[2, 2]", "state 1: child 2 is listed twice"),
        ("[2]", "[-1]", "line 1 column 43"),
        ("[0, 0, 1]", "[0, 0, 2]", "state 2: the gain is -1, 0 or 1, not 2"),
        ("[0, 0, 1]", "[0, 0, null]", "state 2: the gain is -1, 0 or 1, not NaN"),
        ("[0, 0, 2]", "[0, 0, -2]", "state 2: the score -2 contradicts the gain 1"),
        ("[0, 0, 2]", "[0, 0, 0]", "state 2: the score 0 contradicts the gain 1"),
        ("[0, 0, 2]", "[0, 0, 1e99]", "is not a finite number"),
        ("[0, 0, 0]", "[0, null, 0]", "state 1: the eval NaN is not a finite number"),
        ("[0, 0, 0]", "[0, NaN, 0]", "line 1 column"),
        (r#""gain""#, r#""gains""#, "unknown key `gains`; did you mean `gain`? at line 1 column "),
        (r#""gain": [0, 0, 1], "#, "", "missing field `gain`"),
        ("}", "", "line 1 column"),
    ] {
        assert!(good.contains(old), "{old} is not in the file");
        let error = Graph::from_json(&good.replacen(old, new, 1)).unwrap_err().to_string();
        assert!(error.contains(message), "{new}: `{error}` does not say `{message}`");
    }
}

#[test]
fn cycles_are_refused_with_a_state_on_them() {
    for (children, on_cycle) in [
        (vec![vec![0]], vec![0]),
        (vec![vec![1, 2], vec![], vec![3], vec![4], vec![2, 1]], vec![2, 3, 4]),
        // Out of reach from the start, but a position may name it.
        (vec![vec![1], vec![], vec![3], vec![2]], vec![2, 3]),
    ] {
        let error = Graph::new(description(children)).unwrap_err().to_string();
        assert!(on_cycle.iter().any(|state| error == format!("state {state} lies on a cycle")), "{error}");
    }
}

#[test]
fn missing_files_are_refused_with_their_name() {
    let error = games::start("graph:no/such/file.json").map(value_and_grading).unwrap_err().to_string();
    assert!(error.contains("cannot read the file `no/such/file.json`"), "{error}");
    assert!(
        games::start("graph").map(value_and_grading).unwrap_err().to_string().contains("graph:FILE.json")
    );
    let broken = file("broken.json", "{");
    let error = games::start(&format!("graph:{broken}")).map(value_and_grading).unwrap_err().to_string();
    assert!(error.starts_with(&broken) && error.contains("line 1"), "{error}");
}

#[test]
fn a_long_chain_does_not_exhaust_the_stack() {
    let length = 200_000;
    let children = (0..length).map(|state| if state + 1 < length { vec![state + 1] } else { vec![] });
    let start = Graph::new(description(children.collect())).unwrap().start();
    assert!(start.graded());
    assert_eq!(game::laws::exhaustive_value(&start), 1);
}

#[test]
fn equal_graphs_have_equal_states() {
    let make = |eval| {
        let description = Description { eval: vec![eval, 0.0], ..description(vec![vec![1], vec![]]) };
        Graph::new(description).unwrap().start()
    };
    assert_eq!(make(0.5), make(0.5));
    assert_ne!(make(0.5), make(0.25));
    let mut end = make(0.5);
    assert_eq!((end.estimate(), end.outcome()), (Some(0.5), None));
    end.play(end.parse_move("1").unwrap());
    assert_eq!(end.outcome(), Some(Outcome::Win(Player::First)));
    assert!(
        end.parse_move("1").is_err() && end.parse_position("2").is_err() && end.parse_position("-1").is_err()
    );
}

/// Where the reader says graded, no state is reached by lines of different lengths from any state.
#[test]
fn random_graphs_obey_the_laws() {
    let mut rng = Rng::new(5);
    let mut graded = 0;
    for _ in 0..300 {
        let states = 2 + rng.below(12);
        let children: Vec<Vec<u32>> = (0..states)
            .map(|state| {
                (state + 1..states).filter(|_| rng.below(4) == 0).map(|child| child as u32).collect()
            })
            .collect();
        let start = Graph::new(description(children.clone())).unwrap().start();
        game::laws::check(&start, 100, 1).unwrap();
        graded += usize::from(start.graded());
        for from in (0..states).filter(|_| start.graded()) {
            let mut lengths = vec![None; states];
            lengths[from] = Some(0);
            for state in from..states {
                let Some(length) = lengths[state] else { continue };
                for &child in &children[state] {
                    let known = lengths[child as usize].replace(length + 1);
                    assert!(known.is_none_or(|known| known == length + 1));
                }
            }
        }
    }
    assert!((1..300).contains(&graded), "both kinds must occur, {graded} of 300 are graded");
}

/// Player 1 moves everywhere and wins at every end.
fn description(children: Vec<Vec<u32>>) -> Description {
    let states = children.len();
    Description {
        player: vec![1; states],
        children,
        gain: vec![1.0; states],
        score: vec![1.0; states],
        eval: vec![],
    }
}

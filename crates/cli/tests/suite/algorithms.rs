//! The commands that look at algorithms: `algorithms`, `compare`, `bench algorithms`, and `--algorithm`.

use serde_json::{Value, json};

use crate::common::{Scratch, keys, run, texts};

fn names() -> Vec<String> {
    let object = run(&["algorithms", "--json"]).only_json();
    object["algorithms"].as_array().unwrap().iter().map(|a| a["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn algorithms_lists_options_with_defaults_that_can_be_typed() {
    let object = run(&["algorithms", "--json"]).only_json();
    let table = run(&["algorithms"]);
    for algorithm in object["algorithms"].as_array().unwrap() {
        assert_eq!(keys(algorithm), ["family", "name", "options", "proves", "summary"]);
        let name = algorithm["name"].as_str().unwrap();
        assert!(table.text().lines().any(|line| line.split(' ').next() == Some(name)), "{name}");
        let options: Vec<String> = algorithm["options"]
            .as_array()
            .unwrap()
            .iter()
            .map(|option| {
                format!("{}={}", option["name"].as_str().unwrap(), option["default"].as_str().unwrap())
            })
            .collect();
        for option in &options {
            assert!(table.out.contains(option), "{name}: {option}");
        }
        let full = format!("{name}({})", options.join(", "));
        let report =
            run(&["analyse", "tictactoe", "--algorithm", &full, "--iterations", "5", "--json"]).only_json();
        assert_eq!((&report["algorithm"], &report["options"]), (&json!(name), &json!("")), "{full}");
    }
}

#[test]
fn wrong_options_get_one_sentence() {
    for (algorithm, part) in [
        ("ubfm(", "closing parenthesis"),
        ("ubfm(depth=3)", "no option `depth`"),
        ("ubfm-uct(d=3)", "the options are c"),
        ("ubfm-uct(c=fast)", "`c=fast` should be a number"),
        ("ubfm-uct(c=1,c=1)", "twice"),
        ("ubfm-uct(c=1,)", "between commas"),
        ("nosuch(c=1)", "no algorithm called `nosuch`"),
    ] {
        let complaint = run(&["solve", "tictactoe", "--algorithm", algorithm]);
        assert!(complaint.complaint().contains(part), "{algorithm}: {}", complaint.err);
    }
}

#[test]
fn flags_of_a_family_are_options() {
    let report =
        |arguments: &[&str]| run(&[&["analyse", "tictactoe", "--json"], arguments].concat()).only_json();
    let flags = ["--algorithm", "alpha-beta", "--depth", "3", "--k-best", "4", "--quiescence", "--null-move"];
    assert_eq!(report(&flags)["options"], "depth=3,quiescence=yes,k-best=4,null-move=2");
    let mixed = ["--algorithm", "alpha-beta(depth=3)", "--null-move=1"];
    assert_eq!(report(&mixed)["options"], "depth=3,null-move=1");
    let wrong = run(&["solve", "tictactoe", "--depth", "3"]);
    assert!(wrong.complaint().contains("auto: there is no option `depth`"), "{}", wrong.err);
}

/// Every algorithm speaks the same language: the report, a legal move, the budget, proofs that are marked.
#[test]
fn every_algorithm_analyses_every_kind_of_position() {
    for name in names() {
        for (game, moves, value) in
            [("tictactoe", "a1 a2 b1 b2", 1), ("hexapawn:3x3", "", -1), ("nim:1-1", "", -1)]
        {
            let report = run(&[
                "analyse",
                game,
                "--moves",
                moves,
                "--algorithm",
                &name,
                "--evaluations",
                "300",
                "--json",
            ])
            .only_json();
            let listed: Vec<&str> =
                report["moves"].as_array().unwrap().iter().map(|m| m["move"].as_str().unwrap()).collect();
            assert!(listed.contains(&report["best_move"].as_str().unwrap()), "{name} on {game}: {report}");
            assert_eq!(report["line"][0], report["best_move"], "{name} on {game}: {report}");
            if report["resolved"] == true {
                assert_eq!(report["proves"], true, "{name} on {game}");
                assert_eq!(report["value"], value, "{name} on {game}");
            } else {
                assert_eq!(report["value"], Value::Null, "{name} on {game}");
            }
        }
        // A game that is over has a value and no move, by every algorithm.
        let over = run(&[
            "analyse",
            "tictactoe",
            "--moves",
            "a1 a2 b1 b2 c1",
            "--algorithm",
            &name,
            "--iterations",
            "9",
            "--json",
        ])
        .only_json();
        assert_eq!(over["best_move"], Value::Null, "{name}");
    }
}

#[test]
fn compare_tells_what_each_finds() {
    let arguments =
        ["compare", "tictactoe", "--moves", "b2 b1", "--algorithms", "ubfm,ubfm-uct(c=0.5),greedy"];
    let object = run(&[&arguments[..], &["--json"]].concat()).only_json();
    assert_eq!(keys(&object), ["game", "position", "reports"]);
    let reports = object["reports"].as_array().unwrap();
    let found: Vec<&Value> = reports.iter().map(|report| &report["value"]).collect();
    assert_eq!(found, [&json!(1), &json!(1), &Value::Null]);
    let table = run(&arguments);
    for part in ["ubfm ", "ubfm-uct(c=0.5)", "greedy", "X wins", "cannot"] {
        assert!(table.text().contains(part), "{part}: {}", table.out);
    }
    assert_eq!(texts(&json!([reports[0]["algorithm"]])), ["ubfm"]);
    let wrong = run(&["compare", "tictactoe", "--algorithms", "ubfm,,greedy"]);
    assert!(wrong.complaint().contains("missing between commas"));
}

/// The page on the theory says so: without completion the search repeats a line for ever.
#[test]
fn compare_shows_that_a_search_without_completion_stays_blind() {
    let graph = format!("graph:{}/../../docs/blind.json", env!("CARGO_MANIFEST_DIR"));
    let object = run(&[
        "compare",
        &graph,
        "--algorithms",
        "ubfm,descent,ubfm-basic,descent-basic",
        "--evaluations",
        "100k",
        "--json",
    ])
    .only_json();
    let reports = object["reports"].as_array().unwrap();
    for report in &reports[..2] {
        assert_eq!((&report["value"], &report["best_move"]), (&json!(1), &reports[0]["best_move"]));
    }
    for report in &reports[2..] {
        assert_eq!(report["value"], Value::Null);
        assert_ne!(report["best_move"], reports[0]["best_move"]);
    }
}

#[test]
fn bench_algorithms_measures_each() {
    let arguments = [
        "bench",
        "algorithms",
        "--games",
        "connect4 nim:3-4-5",
        "--algorithms",
        "ubfm greedy",
        "--time",
        "100ms",
    ];
    let object = run(&[&arguments[..], &["--json"]].concat()).only_json();
    let rows = object["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 4);
    for row in rows {
        assert!(row["nodes_per_second"].as_f64().unwrap() > 0.0, "{row}");
    }
    let table = run(&arguments);
    assert!(table.text().contains("nodes/s") && table.out.contains("nim:3-4-5"), "{}", table.out);
}

#[test]
fn bench_solve_compares_times_and_values() {
    let tasks = "tictactoe = 0; hexapawn:3x3 = -1; connect4:4x4 1 2; nim:1-2-4 = 1";
    let arguments = ["bench", "solve", "--tasks", tasks, "--time", "20s", "--runs", "3"];
    let object = run(&[&arguments[..], &["--json"]].concat()).only_json();
    assert_eq!(keys(&object), ["rows", "summary"]);
    let rows = object["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 4 * 4 * 2);
    for row in rows {
        assert_eq!(
            keys(row),
            [
                "algorithm",
                "bytes_per_state",
                "expansions",
                "expected",
                "found",
                "seconds",
                "stop",
                "task",
                "threads"
            ]
        );
        assert_eq!(row["stop"], "resolved", "{row}");
        assert!(row["expected"].is_null() || row["expected"] == row["found"], "{row}");
    }
    assert_eq!(keys(&object["summary"]), ["geometric_mean", "maximum", "solved", "speed_ups", "worst_task"]);
    let solved = object["summary"]["solved"].as_array().unwrap();
    assert_eq!(solved.len(), 4 * 2);
    assert!(solved.iter().all(|count| count["solved"] == 4 && count["tasks"] == 4), "{solved:?}");
    assert!(object["summary"]["maximum"].as_f64() >= object["summary"]["geometric_mean"].as_f64());
    let table = run(&arguments);
    for part in ["bytes/state", "connect4:4x4 1 2", "geometric mean", "auto with 1 thread: 4 of 4 solved"] {
        assert!(table.text().contains(part), "{part}: {}", table.out);
    }
}

#[test]
fn bench_solve_reads_tasks_from_a_file() {
    let directory = Scratch::new("tasks");
    let bench = |text: &str| {
        let tasks = format!("file:{}", directory.write("tasks.txt", text));
        run(&["bench", "solve", "--tasks", &tasks, "--algorithms", "auto", "--threads", "1", "--time", "20s"])
    };
    let table = bench("# Small ones.\n\ntictactoe = 0 # a draw\nclobber:2x2 @ xo/ox x = 1\nnim:1-2-4 = 1\n");
    assert!(table.text().contains("auto with 1 thread: 3 of 3 solved"), "{}", table.out);
    let refused = bench("tictactoe = 0\n\ntictactoe @ nonsense = 0\n");
    assert!(refused.err.contains("tasks.txt, line 3: "), "{}", refused.err);
    let missing = run(&["bench", "solve", "--tasks", "file:nowhere.txt"]);
    assert!(missing.err.contains("nowhere.txt"), "{}", missing.err);
}

#[test]
fn bench_solve_says_what_is_wrong_or_not_solved() {
    let bench = |tasks: &str| run(&["bench", "solve", "--tasks", tasks, "--threads", "1", "--time", "0s"]);
    let table = bench("connect4 = 1");
    assert!(table.text().contains("not solved: time"), "{}", table.out);
    let solved = ["bench", "solve", "--tasks", "tictactoe = 1", "--threads", "1"];
    let wrong = run(&solved);
    assert_eq!(wrong.code, Some(1));
    assert!(wrong.out.contains("WRONG") && wrong.err.contains("tictactoe by auto"), "{}", wrong.err);
    for (tasks, part) in
        [("tictactoe = won", "the value `won` should be"), ("tictactoe z9", "z9"), ("chekers", "chekers")]
    {
        assert!(bench(tasks).complaint().contains(part), "{tasks}");
    }
    let threads = run(&["bench", "solve", "--threads", "many"]);
    assert!(threads.complaint().contains("number of threads"), "{}", threads.err);
}

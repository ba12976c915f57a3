//! The algorithm and the evaluator through the command, wherever one takes a name.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const ALGORITHM: [&str; 4] = ["--algorithm", "restless(patience=9)", "--evaluator", "corners(weight=4)"];

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_own-algorithm"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

/// What a command that succeeds prints.
fn text(arguments: &[&str]) -> String {
    let Output { status, stdout, stderr } = run(arguments);
    assert!(status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&text(&[arguments, &["--json"]].concat())).unwrap()
}

/// The sentence of a command that is refused.
fn complaint(arguments: &[&str]) -> String {
    let Output { status, stderr, .. } = run(arguments);
    assert_eq!(status.code(), Some(2), "{arguments:?}");
    String::from_utf8(stderr).unwrap()
}

#[test]
fn lists_and_help_have_them() {
    let list = json(&["algorithms"]);
    let algorithms = list["algorithms"].as_array().unwrap();
    let place = |name: &str| algorithms.iter().position(|algorithm| algorithm["name"] == name).unwrap();
    let restless = &algorithms[place("restless")];
    assert_eq!((&restless["family"], &restless["proves"]), (&"unbounded-minimax".into(), &true.into()));
    assert_eq!(
        (&restless["options"][0]["name"], &restless["options"][0]["default"]),
        (&"patience".into(), &"20".into())
    );
    assert!(place("ubfm") < place("restless") && place("restless") < place("alpha-beta"));
    assert!(text(&["algorithms"]).lines().any(|line| line.starts_with("restless ")));
    for verb in ["solve", "analyse", "play"] {
        let help = text(&[verb, "--help"]);
        assert!(help.contains("restless  ") && help.contains("corners  "), "{verb}: {help}");
    }
}

#[test]
fn solve_analyse_and_compare_use_them() {
    let solved = json(&[&["solve", "othello:4"], &ALGORITHM[..]].concat());
    assert_eq!((&solved["algorithm"], &solved["options"]), (&"restless".into(), &"patience=9".into()));
    assert_eq!((&solved["value"], &solved["evaluator"]), (&(-1).into(), &"corners(weight=4)".into()));
    let strong = json(&[&["solve", "othello:4", "--strong", "--terminal", "depth"], &ALGORITHM[..]].concat());
    assert_eq!(strong["value"], -1);
    let analysed = json(&[&["analyse", "othello:6", "--iterations", "50"], &ALGORITHM[..]].concat());
    assert_eq!((&analysed["algorithm"], &analysed["iterations"]), (&"restless".into(), &50.into()));
    let compared = json(&["compare", "othello:4", "--algorithms", "ubfm,restless", "--evaluator", "corners"]);
    assert_eq!(compared["reports"][1]["algorithm"], "restless");
    // Without a choice, all of them are compared.
    let all = json(&["compare", "tictactoe", "--evaluations", "20"]);
    let reports = all["reports"].as_array().unwrap();
    assert!(reports.iter().any(|report| report["algorithm"] == "restless"));
}

#[test]
fn a_game_is_played_with_them() {
    let arguments = [&["play", "othello:4", "--iterations", "30", "--json"], &ALGORITHM[..]].concat();
    let mut child = command(&arguments).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"hint\nquit\n").unwrap();
    let Output { status, stderr, .. } = child.wait_with_output().unwrap();
    assert!(status.success());
    assert!(String::from_utf8_lossy(&stderr).contains("selected"), "{}", String::from_utf8_lossy(&stderr));
}

#[test]
fn players_of_matches_and_tournaments_use_them() {
    let player = "restless(patience=5,evaluator=corners)";
    let arguments =
        ["match", "othello:4", "--players", player, "mcts", "--games", "4", "--evaluations", "50"];
    let played = json(&[&arguments[..], &["--progress", "none"]].concat());
    assert_eq!(played["matches"], 4, "{played}");

    let directory = tempfile::tempdir().unwrap();
    let (plan, results) = (directory.path().join("plan.toml"), directory.path().join("results"));
    let lines = [
        "games = [\"othello:4\", \"othello:6\"]",
        "matches = 2",
        "evaluations = 30",
        "players = [{ algorithm = \"restless\" }, { algorithm = \"ubfm-uct\" }]",
        "[[sets]]",
        "name = \"by hand\"",
        "evaluators = [\"corners\", \"corners(weight=1)\"]",
    ];
    std::fs::write(&plan, lines.join("\n")).unwrap();
    let place = |path: &Path| path.to_str().unwrap().to_owned();
    let tournament = |verb: &str| json(&["tournament", verb, &place(&plan), "--out", &place(&results)]);
    assert_eq!(tournament("run")["matches"], 2 * 4 * 2);
    assert_eq!(tournament("report")["matches"], 2 * 4 * 2);
}

#[test]
fn a_checkpoint_resumes_the_same_search() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("search.save").to_str().unwrap().to_owned();
    let search = |arguments: &[&str]| {
        let output = run(&[&["solve", "--json"], arguments].concat());
        assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
        let mut report: Value = serde_json::from_slice(&output.stdout).unwrap();
        // What depends on the clock and on how memory was handed out.
        (report["seconds"], report["bytes"]) = (Value::Null, Value::Null);
        report
    };
    let begin = [&["othello:6"], &ALGORITHM[..]].concat();
    let whole = search(&[&begin[..], &["--iterations", "900"]].concat());
    search(&[&begin[..], &["--iterations", "400", "--checkpoint", &file]].concat());
    assert_eq!(search(&["--resume", &file, "--iterations", "900"]), whole);
}

#[test]
fn wrong_names_and_options_are_refused_in_one_sentence() {
    for (arguments, part) in [
        (["--algorithm", "restles"], "did you mean `restless`?"),
        (["--algorithm", "restless(patience=0)"], "algorithm restless: `patience=0` should be"),
        (["--evaluator", "corner"], "did you mean `corners`?"),
        (["--evaluator", "corners(weight=-1)"], "evaluator corners: `weight=-1` should be"),
    ] {
        let said = complaint(&[&["analyse", "othello"], &arguments[..]].concat());
        assert!(said.contains(part) && said.lines().count() == 1, "{arguments:?}: {said}");
    }
    let said = complaint(&["solve", "connect4:4x4", "--evaluator", "corners"]);
    assert!(said.contains("evaluator corners: it is for another game than connect4:4x4"), "{said}");
}

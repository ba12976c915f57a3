//! Without options, every command uses the strongest player that was measured for the game.

use serde_json::Value;

use crate::common::{Ran, Scratch, command, run, run_with_input};

fn names(report: &Value) -> [&str; 2] {
    [report["algorithm"].as_str().unwrap(), report["evaluator"].as_str().unwrap()]
}

fn analyse(arguments: &[&str]) -> Value {
    run(&[&["analyse"], arguments, &["--iterations", "3", "--json"]].concat()).only_json()
}

#[test]
fn analyse_uses_the_player_of_the_table() {
    assert_eq!(names(&analyse(&["chess"])), ["ubfm", "best"]);
    assert_eq!(names(&analyse(&["chess", "--algorithm", "auto"])), ["ubfm", "best"]);
    assert_eq!(names(&analyse(&["amazons"])), ["mcts", "random games"]);
    // What the user says counts.
    assert_eq!(names(&analyse(&["chess", "--evaluator", "zero"])), ["ubfm", "zero"]);
    assert_eq!(names(&analyse(&["amazons", "--evaluator", "best"])), ["ubfm", "best"]);
    assert_eq!(names(&analyse(&["othello", "--algorithm", "descent"])), ["descent", "mobility"]);
    assert_eq!(names(&analyse(&["amazons:4x4", "--terminal", "depth"]))[0], "ubfm");
}

/// `solve` keeps the solver.
#[test]
fn solve_keeps_the_solver() {
    let report = run(&["solve", "tictactoe", "--json"]).only_report();
    assert_eq!(report["algorithm"], "auto");
    assert_eq!(
        run(&["solve", "tictactoe", "--algorithm", "auto", "--json"]).only_report()["algorithm"],
        "auto"
    );
}

/// The first player may begin in the middle and win, and the engine does not begin elsewhere.
#[test]
fn connect_four_is_opened_in_the_middle() {
    let arguments = ["play", "connect4", "--first", "engine", "--evaluations", "3000"];
    let ran = run_with_input(&arguments, b"quit\n");
    assert!(ran.text().contains("moves     4\n"), "{}", ran.out);
    assert!(ran.text().starts_with("connect4 is played by ubfm with best, "), "{}", ran.out);
}

#[test]
fn matches_know_the_default_player() {
    let players = ["--players", "auto", "level(1)", "random: random-move"];
    let arguments = ["match", "connect4", "--games", "2", "--evaluations", "30", "--jobs", "1", "--json"];
    let ran = run(&[&arguments[..], &players].concat());
    let standing = ran.only_json();
    assert!(standing.to_string().contains("level(1)"), "{standing}");
    assert!(ran.err.contains("connect4 is played by ubfm with best"), "{}", ran.err);
    let wrong = run(&["match", "connect4", "--players", "level(0)", "mcts"]);
    assert!(wrong.complaint().contains("levels are numbers from 1 to 10"), "{}", wrong.err);
}

#[test]
fn a_plan_may_leave_the_algorithm_out() {
    let scratch = Scratch::new("default-plan");
    let plan = "games = [\"connect4:4x4\"]\nmatches = 2\nevaluations = 20\n\
                [[players]]\nname = \"usual\"\n[[players]]\nname = \"weak\"\nalgorithm = \"default\"\nlevel = 2\n";
    let plan = scratch.write("plan.toml", plan);
    let ran = run(&["tournament", "run", &plan, "--json", "--jobs", "1"]);
    assert!(ran.only_json().to_string().contains("usual"), "{}", ran.out);
    assert!(ran.err.contains("connect4:4x4 is played by ubfm; no player was measured"), "{}", ran.err);
}

#[test]
fn the_engine_says_who_plays() {
    let ran = run_with_input(&["engine", "amazons", "--protocol", "ugi"], b"quit\n");
    assert!(ran.err.contains("amazons is played by mcts, the strongest player measured"), "{}", ran.err);
    assert_eq!(run_with_input(&["engine", "amazons", "--algorithm", "ubfm"], b"quit\n").err, "");
}

/// A copy of the program that finds no networks.
#[test]
fn without_its_network_a_game_is_still_played() {
    let scratch = Scratch::new("no-networks");
    let program = scratch.0.join("unbounded");
    std::fs::copy(env!("CARGO_BIN_EXE_unbounded"), &program).unwrap();
    let alone = |arguments: &[&str]| -> Ran {
        let mut command = std::process::Command::new(&program);
        command.args(arguments).current_dir(&scratch.0).env("UNBOUNDED_NETWORKS", &scratch.0);
        command.stdin(std::process::Stdio::null()).output().expect("the command starts").into()
    };
    let ran = alone(&["analyse", "othello", "--iterations", "1", "--json"]);
    assert_eq!(names(&ran.only_json()), ["ubfm", "mobility"]);
    assert_eq!(
        ran.err,
        "unbounded: othello is played by ubfm; no player was measured for this game (its network \
         othello.safetensors was not found)\n"
    );
    let ran = alone(&["analyse", "chess", "--iterations", "1", "--json"]);
    assert_eq!(ran.only_json()["algorithm"], "mcts-solver");
    let mut elsewhere = command(&["analyse", "chess", "--iterations", "1", "--json"]);
    let found: Ran = elsewhere.current_dir(&scratch.0).output().unwrap().into();
    assert_eq!(names(&found.only_json()), ["ubfm", "best"], "above the program");
}

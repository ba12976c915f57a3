//! This program as a foreign engine of itself, by every protocol that has a client's half.

use crate::common::{Scratch, command, run};

/// A player that is this program behind a protocol.
fn guest(protocol: &str, more: &str) -> String {
    let program = command(&[]).get_program().to_string_lossy().into_owned();
    let engine = "{game} --evaluator zero --algorithm ubfm --memory 32MiB";
    format!(
        "guest: {protocol}(command='\"{program}\" engine {engine} --protocol {protocol}', timeout=60s, {more})"
    )
}

#[test]
fn every_protocol_carries_whole_matches() {
    for (protocol, game, limit, plies) in [
        ("uci", "chess", "nodes=40", "40"),
        ("uci", "amazons", "nodes=40", "12"),
        ("uci", "othello", "nodes=40", "200"),
        ("uci", "ataxx", "nodes=40", "60"),
        ("uci", "xiangqi", "nodes=40", "40"),
        ("uci", "clobber", "nodes=40", "40"),
        ("ucci", "xiangqi", "nodes=40", "40"),
        ("uai", "ataxx", "nodes=40", "60"),
        ("ugi", "connect4", "nodes=40", "200"),
        ("ugi", "amazons:5x5", "nodes=40", "200"),
        ("ugi", "arimaa", "nodes=40", "60"),
        ("hub", "draughts", "nodes=40", "60"),
        ("hub", "draughts:brazilian", "nodes=40", "60"),
        ("aei", "arimaa", "time=20ms", "60"),
        ("gtp", "go:5", "time=10ms", "60"),
        ("gtp", "hex:5", "time=10ms", "200"),
        ("gtp", "havannah:4", "time=10ms", "60"),
        ("gtp", "othello:6", "time=10ms", "200"),
        ("gtp", "connect4:5x4", "time=10ms", "200"),
        ("gtp", "amazons:5x5", "time=10ms", "200"),
        ("gomocup", "gomoku", "time=10ms", "30"),
        ("gomocup", "connect6", "time=10ms", "30"),
    ] {
        let (guest, own) = (guest(protocol, limit), "own: ubfm(evaluator=zero, evaluations=30)");
        let ran = run(&[
            "match",
            game,
            "--players",
            &guest,
            own,
            "--games",
            "2",
            "--max-plies",
            plies,
            "--openings",
            "random:3",
            "--jobs",
            "1",
            "--json",
        ]);
        let standing = ran.only_json();
        assert_eq!(standing["matches"], 2, "{protocol} {game}: {standing}");
        assert_eq!(standing["failures"].as_array().map(Vec::len), Some(0), "{protocol} {game}: {standing}");
        assert!(standing["rows"][0]["plies"].as_f64() > Some(3.0), "{protocol} {game}: {standing}");
    }
}

#[test]
fn a_foreign_engine_in_a_plan_keeps_its_matches_and_their_records() {
    let directory = Scratch::new("guests");
    let (plan, out) = (directory.0.join("plan.toml"), directory.0.join("plan.run"));
    let text = format!(
        "games = [\"hex:4\", \"chess\"]\nmatches = 2\nmax_plies = 12\nopenings = \"none\"\nevaluations = 20\n\
         [[players]]\nalgorithm = \"ubfm\"\nevaluator = \"zero\"\n[[players]]\nname = \"guest\"\n\
         algorithm = '''{}'''\nnodes = 30\n",
        guest("ugi", "depth=9").split_once(": ").unwrap().1
    );
    std::fs::write(&plan, text).unwrap();
    let plan = plan.to_str().unwrap();
    assert!(run(&["tournament", "plan", plan]).text().contains("depend on the machine"));
    assert_eq!(run(&["tournament", "run", plan, "--json"]).only_json()["matches"], 4);
    let hex = std::fs::read_to_string(out.join("report/games-hex-4.sgf")).unwrap();
    assert!(hex.starts_with("(;FF[4]") && hex.contains("PB[guest]") && hex.contains("GM[11]"), "{hex}");
    let chess = std::fs::read_to_string(out.join("report/games-chess.pgn")).unwrap();
    assert!(chess.contains("[White \"guest\"]") && chess.contains("\n1. "), "{chess}");
    let file = out.join("report/matches.jsonl");
    let converted = run(&["convert", file.to_str().unwrap(), "--to", "json"]);
    assert_eq!(converted.text().lines().count(), 4);
}

#[test]
fn a_foreign_engine_that_cannot_play_is_refused_before_the_first_match() {
    let complaint = run(&["match", "nim", "--players", "ubfm", "uci(command='x', nodes=1)"]);
    assert!(complaint.complaint().contains("uci has no words for nim"), "{}", complaint.err);
    let complaint = run(&["match", "chess", "--players", "ubfm", "uci(command='no-such-program', nodes=1)"]);
    assert!(complaint.complaint().contains("cannot start `no-such-program`"), "{}", complaint.err);
}

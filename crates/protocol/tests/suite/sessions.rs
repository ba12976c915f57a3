//! How the engine behaves while it searches, and from command to command.

use protocol::{FULL_LEVEL, Flow, Player};

use crate::common::{GAMES, ask, open, player};

/// A player that searches until it is stopped.
fn tireless(evaluator: &str) -> Player {
    let mut player = player(1, evaluator);
    player.budget.evaluations = None;
    player
}

#[test]
fn a_long_search_keeps_nobody_waiting() {
    for (protocol, game, hello, ready, go, stop, last) in [
        ("uci", "amazons", "isready", "readyok\n", "go infinite", "stop", "bestmove "),
        ("ucci", "xiangqi", "isready", "readyok\n", "go infinite", "stop", "bestmove "),
        ("uai", "ataxx", "isready", "readyok\n", "go infinite", "stop", "bestmove "),
        ("ugi", "hex:11", "isready", "readyok\n", "go infinite", "stop", "bestmove "),
        ("hub", "draughts", "ping", "pong\n", "go analyze", "stop", "done move="),
        ("aei", "arimaa", "isready", "readyok\n", "go ponder", "stop", "bestmove "),
    ] {
        let mut engine = open(protocol, game, tireless("zero"));
        assert_eq!(ask(&mut engine, go), "", "{protocol}: the result is held");
        for _ in 0..3 {
            // No answer waits for the search, which goes on.
            assert_eq!(engine.say(hello), Flow::Continue);
            assert_eq!(engine.heard(), ready, "{protocol}");
        }
        let heard = ask(&mut engine, stop);
        assert!(heard.lines().last().is_some_and(|line| line.starts_with(last)), "{protocol}: {heard}");
        engine.say(go);
        assert_eq!(engine.say("quit"), Flow::Quit, "{protocol}");
    }
}

#[test]
fn a_command_of_gtp_ends_a_stream_and_quit_a_search() {
    let mut engine = open("gtp", "go:9", tireless("zero"));
    assert_eq!(ask(&mut engine, "lz-analyze 10"), "=\n");
    let heard = ask(&mut engine, "5 name");
    assert!(heard.starts_with("info move ") && heard.ends_with("\n\n=5 unbounded\n\n"), "{heard}");
    engine.say("1 genmove b");
    engine.say("2 name");
    engine.say("3 quit");
    engine.settle();
    let heard = engine.heard();
    assert!(heard.starts_with("=1 ") && heard.contains("=2 unbounded") && heard.contains("=3"), "{heard}");
}

#[test]
fn pondering_ends_with_the_move_of_the_opponent() {
    let mut engine = open("uci", "chess", tireless("mobility"));
    ask(&mut engine, "position startpos moves e2e4 e7e5");
    assert_eq!(ask(&mut engine, "go ponder wtime 200 btime 200"), "");
    let heard = ask(&mut engine, "ponderhit");
    assert!(heard.contains("\nbestmove "), "{heard}");
}

#[test]
fn a_search_that_is_done_waits_for_the_client() {
    let mut engine = open("ugi", "tictactoe", tireless("zero"));
    ask(&mut engine, "position startpos moves a1 b2 a2 a3");
    assert_eq!(ask(&mut engine, "go infinite"), "");
    let heard = ask(&mut engine, "stop");
    assert!(heard.contains("bestmove c1"), "the only move that does not lose: {heard}");
}

#[test]
fn more_moves_after_the_same_start_keep_the_tree() {
    let mut engine = open("ugi", "connect4", player(3000, "own"));
    let first = ask(&mut engine, "go");
    let words: Vec<&str> = first.split_whitespace().collect();
    let pv = words.iter().position(|word| *word == "pv").unwrap();
    let moves = words[pv + 1..pv + 3].join(" ");
    let selections = |heard: &str| -> u32 {
        let labels = heard.lines().find(|line| line.starts_with("info string")).unwrap();
        labels.rsplit(' ').next().unwrap().parse().unwrap()
    };
    ask(&mut engine, "setoption name Skill Level value 0");
    ask(&mut engine, &format!("position startpos moves {moves}"));
    let kept = selections(&ask(&mut engine, "go"));
    ask(&mut engine, "uginewgame");
    ask(&mut engine, &format!("position startpos moves {moves}"));
    let fresh = selections(&ask(&mut engine, "go"));
    assert!(kept > fresh + 20, "{kept} and {fresh}");
}

#[test]
fn a_wrong_move_leaves_the_game_as_it_was() {
    let mut engine = open("ugi", "nim", player(1000, "zero"));
    ask(&mut engine, "position startpos moves 3:5");
    let wrong = ask(&mut engine, "position fen 9-9-9 x moves 4:1");
    assert!(wrong.starts_with("info string error: move 1: "), "{wrong}");
    let heard = ask(&mut engine, "go");
    assert!(heard.contains("\nbestmove 2:1"), "{heard}");
}

#[test]
fn a_level_is_a_count_of_evaluations() {
    let evaluations = |level| Player { level, ..Player::default() }.evaluations_of_level();
    assert_eq!((evaluations(0), evaluations(10), evaluations(FULL_LEVEL)), (Some(8), Some(879), None));
}

#[test]
fn a_client_may_go_on_where_a_rule_about_the_past_ends_the_game() {
    let mut engine = open("uci", "chess", player(50, "mobility"));
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(2);
    for moves in [shuffle.trim().to_owned(), format!("{shuffle}e2e4")] {
        ask(&mut engine, &format!("position startpos moves {moves}"));
        let heard = ask(&mut engine, "go");
        assert!(heard.contains("\nbestmove ") && !heard.contains("(none)"), "{heard}");
    }
    ask(&mut engine, "position startpos moves f2f3 e7e5 g2g4 d8h4");
    assert_eq!(ask(&mut engine, "go"), "bestmove (none)\n");
}

#[test]
fn proven_values_are_seen_in_every_dialect() {
    for (protocol, game, setup, go, sign) in [
        ("uci", "chess", "position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "go", "score mate 1 "),
        ("uci", "breakthrough", "position fen 8/P7/8/8/8/8/7p/8 w 0 1", "go", "score mate 1 "),
        ("ugi", "nim:1-1", "position startpos", "go", "score mate -1 "),
        ("ucci", "xiangqi", "position fen 3k5/9/4R4/9/9/9/9/9/4R4/5K3 w - - 0 1", "go", "score 999"),
        (
            "uai",
            "ataxx",
            "position fen xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxo1 x",
            "go",
            "score mate 1 ",
        ),
        ("hub", "draughts", &format!("pos pos=W{}wb{}", "e".repeat(40), "e".repeat(8)), "go think", "score="),
        (
            "gomocup",
            "gomoku",
            "BOARD\n4,4,1\n0,1,2\n5,4,1\n0,3,2\n6,4,1\n0,5,2\n7,4,1\n0,7,2",
            "DONE",
            "score 9999 ",
        ),
        ("nboard", "othello:4", "set game (;GM[Othello]BO[4 **** ***O ***- ---- *];)", "go", "c 1 "),
    ] {
        let mut engine = open(protocol, game, player(2000, "zero"));
        setup.lines().for_each(|line| assert_eq!(ask(&mut engine, line), "", "{protocol}: {line}"));
        let heard = ask(&mut engine, go);
        assert!(
            heard.contains(sign) && (heard.contains(" r 1 ") || heard.contains(" r=1 ")),
            "{protocol}: {heard}"
        );
    }
    let mut engine = open("gtp", "hex:3,noswap", player(2000, "zero"));
    ask(&mut engine, "genmove b");
    assert!(ask(&mut engine, "unbounded-proven").contains(" wins"));
    let mut engine = open("analysis", "tictactoe", player(20_000, "zero"));
    let heard = ask(&mut engine, r#"{"id":"a","moves":"a1 b2"}"#);
    assert!(heard.contains(r#""resolved":true"#) && heard.contains(r#""value":0"#), "{heard}");
}

#[test]
fn every_game_has_a_protocol_that_speaks_of_it() {
    for about in GAMES.list() {
        for sample in about.samples {
            let game = GAMES.open(sample).unwrap();
            let protocol = protocol::default_protocol(game.game());
            assert!(protocol.speaks(game.game()), "{} for {sample}", protocol.name());
        }
    }
}

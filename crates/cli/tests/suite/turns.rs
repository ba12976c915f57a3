//! Moves as people write them, wherever moves are read.

use serde_json::json;

use crate::common::{run, run_with_input, texts};

/// The position after these moves.
#[track_caller]
fn position(game: &str, moves: &str) -> String {
    let shown = run(&["show", game, "--moves", moves, "--json"]).only_json();
    shown["position"].as_str().unwrap().to_owned()
}

/// The moves lead to the same position in all of these spellings.
#[track_caller]
fn all_the_same(game: &str, spellings: &[&str]) {
    let expected = position(game, spellings[0]);
    for moves in &spellings[1..] {
        assert_eq!(position(game, moves), expected, "{game}: {moves}");
    }
}

#[test]
fn moves_are_read_as_people_write_them() {
    all_the_same("chess", &["e2e4 e7e5", "e2-e4 e7-e5", "e4 e5", "1. e4 e5", "1.e4 e5", "1. E2E4 1... e5 *"]);
    all_the_same("chess", &["g1f3 b8c6 b1c3", "1. Nf3 Nc6 2. Nc3", "Ngf3 N8c6 Nb1c3", "nf3 nc6 nc3!?"]);
    let castled = "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1";
    all_the_same("chess", &[castled, "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O", "e4 e5 Nf3 Nc6 Bb5 Nf6 0-0"]);
    all_the_same("chess", &["e2e4 d7d5 e4d5 d8d5", "e4 d5 exd5 Qxd5", "e4 d5 ed5 Qd5", "e4 d5 e4xd5 Qd8xd5"]);
    all_the_same("amazons", &["a4-a5 /d8 a7-b7 /b8", "a4-a5/d8 a7-b7/b8", "a4a5/d8 1... a7b7/b8"]);
    all_the_same("connect6", &["j10 j11 j12", "j10 j11,j12", "1. j10 2. j11,j12"]);
    all_the_same("connect4", &["4 4 4", "444", "44 4", "1. 4 4 2. 4"]);
    all_the_same("breakthrough", &["b2b3 g7g6", "b2-b3 g7-g6", "1.b2-b3 g7-g6"]);
    all_the_same("hex:5", &["c3 swap b2", "1. c3 swap 2. b2", "C3 SWAP B2"]);
    let setup = "Ra2 Rb2 Rc2 Rd2 Re2 Rf2 Rg2 Rh2 Ca1 Cb1 Dc1 Dd1 He1 Hf1 Mg1 Eh1";
    let shuffled = "1g Eh1 Mg1 Hf1 He1 Dd1 Dc1 Cb1 Ca1 Rh2 Rg2 Rf2 Re2 Rd2 Rc2 Rb2 Ra2";
    all_the_same("arimaa", &[setup, shuffled]);
}

#[test]
fn promotions_may_be_written_in_several_ways() {
    let show =
        |m: &str| run(&["show", "chess", "--position", "8/4P1k1/8/8/8/8/8/K7 w", "--moves", m, "--json"]);
    for text in ["e7e8q", "e8=Q", "e8Q", "e8q", "e7-e8=Q"] {
        let shown = show(text).only_json();
        assert_eq!(shown["position"], "4Q3/6k1/8/8/8/8/8/K7 b - - 0 1", "{text}");
    }
    let error = show("e8");
    let complaint = error.complaint();
    assert!(complaint.starts_with("ply 1: `e8` could be any of "), "{complaint}");
    assert!(complaint.contains("e7e8q") && complaint.contains("e7e8n"), "{complaint}");
}

#[test]
fn an_ambiguous_move_lists_what_it_could_be() {
    let ran = run(&["show", "chess", "--moves", "1. Nc3 a6 2. e4 b6 3. Ne2"]);
    assert!(ran.complaint().contains("ply 5: `Ne2` could be any of g1e2 c3e2"), "{}", ran.err);
    // A pawn is not a bishop.
    all_the_same("chess", &["b2b4 a7a5 b4a5", "b4 a5 bxa5", "b4 a5 ba5"]);
}

#[test]
fn a_result_at_the_end_is_compared_with_the_game() {
    let mate = "1. f3 e5 2. g4 Qh4#";
    all_the_same("chess", &[mate, &format!("{mate} 0-1")]);
    let wrong = run(&["show", "chess", "--moves", &format!("{mate} 1-0")]);
    assert!(wrong.complaint().contains("the record says that the result is 1-0, but the game has ended 0-1"));
    // A game that was given up, or agreed on.
    all_the_same("chess", &["e2e4 e7e5", "1. e4 e5 1-0", "1. e4 e5 1/2-1/2"]);
    // Only at the end.
    let early = run(&["show", "chess", "--moves", "1. e4 1-0 e5"]);
    assert!(early.complaint().contains("ply 2: `1-0` is not a legal move"), "{}", early.err);
}

#[test]
fn illegal_moves_are_still_refused() {
    for (game, moves, part) in [
        ("chess", "e4 e5 Qxf7", "ply 3: `Qxf7` is not a legal move"),
        ("connect4", "44444444", "ply 1: `4`"),
        ("amazons", "a4a5/a5", "/a5"),
        ("chess", "1. e4 -", "ply 2: `-`"),
    ] {
        let ran = run(&["show", game, "--moves", moves]);
        assert!(ran.complaint().contains(part), "{game} {moves}: {}", ran.err);
    }
}

#[test]
fn a_person_may_type_a_whole_turn() {
    let play = |game: &str, typed: &str| {
        let input = format!("{typed}\nquit\n");
        let people = ["--first", "human", "--second", "human", "--json"];
        run_with_input(&[&["play", game], &people[..]].concat(), input.as_bytes())
    };
    for (game, typed, moves) in [
        ("amazons", "a4a5/d8", &["a4-a5", "/d8"][..]),
        ("amazons", "a4-a5\n/d8", &["a4-a5", "/d8"]),
        ("connect6", "j10\nj11,j12", &["j10", "j11", "j12"]),
        ("chess", "e4\nNf6\ne4-e5", &["e2e4", "g8f6", "e4e5"]),
        ("chess", "1. e4", &["e2e4"]),
    ] {
        let game = play(game, typed).only_json();
        assert_eq!(texts(&game["moves"]), moves, "{typed}");
    }
    let ran = play("connect4", "444");
    assert!(ran.err.contains("one turn at a time: `4` is a whole one"), "{}", ran.err);
    assert_eq!(ran.only_json()["moves"], json!([]));
    let alone = run(&["show", "chess", "--moves", "1-0"]);
    assert!(alone.complaint().contains("ply 1: there is no move in `1-0`"), "{}", alone.err);
    let ran = play("chess", "1.");
    assert!(ran.err.contains("there is no move in `1.`"), "{}", ran.err);
    // Both decisions of a turn are taken back together.
    let game = play("amazons", "a4a5/d8\na7b7/b8\nundo").only_json();
    assert_eq!(texts(&game["moves"]), ["a4-a5", "/d8"]);
}

#[test]
fn a_person_may_type_a_setup_and_four_steps() {
    let gold = "Ra2 Rb2 Rc2 Rd2 Re2 Rf2 Rg2 Rh2 Ca1 Cb1 Dc1 Dd1 He1 Hf1 Mg1 Eh1";
    let silver = "ra7 rb7 rc7 rd7 re7 rf7 rg7 rh7 ca8 cb8 dc8 dd8 he8 hf8 mg8 eh8";
    let typed = format!("{gold}\n{silver}\nRa2n Rb2n Rc2n Rd2n\nra7s pass\nquit\n");
    let arguments = ["play", "arimaa", "--first", "human", "--second", "human", "--json"];
    let game = run_with_input(&arguments, typed.as_bytes()).only_json();
    let moves = texts(&game["moves"]);
    assert_eq!(moves[32..], ["Ra2n", "Rb2n", "Rc2n", "Rd2n", "ra7s", "pass"]);
}

#[test]
fn records_and_certificates_read_the_same_spellings() {
    let replayed =
        run(&["replay", "chess", "--moves", "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0", "--json"]);
    assert_eq!(replayed.only_json()["result"], "1-0");
    let analysed = run(&["analyse", "connect4", "--moves", "1. 4 4", "--iterations", "1", "--json"]);
    assert_eq!(analysed.only_json()["position"], "......./......./......./......./...o.../...x... x");
}

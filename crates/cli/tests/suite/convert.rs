//! `unbounded convert`, and `--record` where moves are read.

use crate::common::{Scratch, run};

const GAME: &str =
    "[Event \"x\"]\n\n1. e4 e5 {solid} (1... c5 2. Nf3) 2. Nf3 Nc6 1-0\n\n[Event \"y\"]\n\n1. d4 *\n";

fn file(directory: &Scratch, name: &str, text: &str) -> String {
    let path = directory.0.join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn records_are_converted_with_comments_and_variations() {
    let directory = Scratch::new("convert-1");
    let pgn = file(&directory, "game.pgn", GAME);
    let json = run(&["convert", &pgn, "--to", "json"]);
    let lines: Vec<&str> = json.text().lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[0].contains("\"comment\":\"solid\"") && lines[0].contains("\"c7c5\""), "{}", lines[0]);
    let jsonl = file(&directory, "game.jsonl", json.text());
    let back = run(&["convert", &jsonl, "--number", "1"]);
    assert!(back.text().contains("1. e4 e5 {solid} ( 1... c5 2. Nf3 ) 2. Nf3 Nc6 1-0"), "{}", back.text());
    let out = directory.0.join("game.sgf");
    let said = run(&["convert", &pgn, "--to", "sgf", "--out", out.to_str().unwrap(), "--json"]).only_json();
    assert_eq!((said["games"].as_u64(), said["format"].as_str()), (Some(2), Some("sgf")));
    assert!(std::fs::read_to_string(&out).unwrap().starts_with("(;FF[4]"));
}

#[test]
fn commands_begin_where_a_record_says() {
    let directory = Scratch::new("convert-2");
    let pgn = file(&directory, "game.pgn", GAME);
    let replay = run(&["replay", "chess", "--record", &pgn, "--json"]).only_json();
    assert_eq!(replay["counts"].as_array().map(Vec::len), Some(4));
    let replay =
        run(&["replay", "chess", "--record", &pgn, "--ply", "1", "--moves", "c7c5", "--json"]).only_json();
    assert_eq!(replay["counts"].as_array().map(Vec::len), Some(2));
    assert!(replay["position"].as_str().unwrap().contains("2p5"), "{replay}");
    let shown = run(&["show", "chess", "--record", &pgn, "--number", "2", "--json"]).only_json();
    assert!(shown["position"].as_str().unwrap().contains("/3P4/"), "{shown}");
    let sgf = file(&directory, "game.sgf", "(;GM[11]SZ[4];B[b2];W[c3])");
    let solved = run(&["solve", "hex", "--record", &sgf, "--ply", "1", "--json"]).only_report();
    assert_eq!(solved["value"].as_i64().map(i64::abs), Some(1));
    let analysed = run(&["analyse", "hex:4", "--record", &sgf, "--evaluations", "50", "--json"]);
    assert!(analysed.only_json()["best_move"].is_string());
}

#[test]
fn what_is_wrong_with_a_record_is_said() {
    let directory = Scratch::new("convert-3");
    let pgn = file(&directory, "game.pgn", GAME);
    let (noise, illegal) = (file(&directory, "noise", "hello"), file(&directory, "bad.pgn", "1. e5 *"));
    for (arguments, part) in [
        (&["replay", "chess", "--record", &pgn, "--ply", "9"][..], "there is no ply 9: the game has 4"),
        (&["replay", "chess", "--record", &pgn, "--number", "3"], "there is no game 3: the file has 2"),
        (&["replay", "chess", "--record", "missing.pgn"], "cannot read `missing.pgn`"),
        (&["replay", "chess", "--record", &illegal], "move 1, `e5`: no legal move"),
        (&["replay", "chess", "--ply", "3"], "--record"),
        (&["replay", "chess", "--record", &pgn, "--position", "x"], "--position"),
        (&["convert", &noise], "this is no record in a format that is known here"),
        (&["convert", &pgn, "--to", "psq"], "game 1: psq has no form for chess"),
        (&["convert", &pgn, "--to", "doc"], "there is no format `doc`"),
        (&["convert", &pgn, "--number", "7"], "there is no game 7"),
    ] {
        let ran = run(arguments);
        assert!(ran.complaint().contains(part), "{arguments:?}: {}", ran.err);
    }
}

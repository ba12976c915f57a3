//! Certificates through the command: written by `solve`, checked by `verify`, walked by `certificate show`.

use serde_json::{Value, json};

use crate::common::{TemporaryFile, keys, run, run_with_input};

/// Solves a game into a certificate and returns what `verify` says of it.
fn certify(file: &TemporaryFile, arguments: &[&str]) -> Value {
    let solved = run(&[&["solve", "--certificate", file.name(), "--json"], arguments].concat()).only_json();
    let verified = run(&["verify", file.name(), "--json"]).only_json();
    assert_eq!(keys(&verified), ["bytes", "choices", "game", "position", "rules", "states", "value"]);
    assert_eq!((&verified["game"], &verified["value"]), (&solved["game"], &solved["value"]));
    assert_eq!(verified["position"], solved["position"]);
    verified
}

#[test]
fn every_member_of_the_class_proves_what_it_says() {
    let games =
        [("tictactoe", 0), ("hexapawn:3x3", -1), ("hex:3,noswap", 1), ("dodgem:3", 1), ("nim:1-2-4", 1)];
    for (game, value) in games {
        for algorithm in ["ubfm", "descent", "random", "ubfm-uct"] {
            let file = TemporaryFile::new("cert");
            let verified = certify(&file, &[game, "--algorithm", algorithm]);
            assert_eq!(verified["value"], value, "{game} by {algorithm}");
        }
    }
    for game in ["tictactoe", "hexapawn:3x3", "nim:1-2-4"] {
        let file = TemporaryFile::new("cert");
        certify(&file, &[game, "--strong"]);
    }
}

#[test]
fn verify_speaks_to_people_and_refuses_the_rest() {
    let file = TemporaryFile::new("cert");
    let solved = run(&["solve", "hexapawn:3x3", "--certificate", file.name()]);
    assert!(solved.text().contains("\ncertificate "), "{}", solved.out);
    let verified = run(&["verify", file.name()]);
    for part in ["proven      -1: the second player wins", "hexapawn:3x3, rules version", "moves named"] {
        assert!(verified.text().contains(part), "{part}: {}", verified.out);
    }
    let mut bytes = std::fs::read(file.name()).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(file.name(), bytes).unwrap();
    for (name, code, part) in [
        (file.name(), 1, "damaged"),
        ("Cargo.toml", 1, "not a version 1 certificate"),
        ("gone", 2, "cannot read"),
    ] {
        let refused = run(&["verify", name]);
        assert_eq!((refused.code, refused.out.as_str()), (Some(code), ""), "{name}");
        assert!(refused.err.contains(part), "{}", refused.err);
    }
}

#[test]
fn without_a_proof_there_is_no_certificate() {
    let file = TemporaryFile::new("cert");
    let ran = run(&["solve", "connect4", "--iterations", "10", "--certificate", file.name()]);
    assert_eq!(ran.code, Some(3));
    assert!(ran.err.contains("not proven"), "{}", ran.err);
    assert!(!std::path::Path::new(file.name()).exists());
    assert!(file.left_behind().is_empty(), "{:?}", file.left_behind());
    let wrong = run(&["solve", "tictactoe", "--certificate", "/"]);
    assert!(wrong.complaint().contains("cannot write the certificate"), "{}", wrong.err);
}

#[test]
fn show_answers_every_move_of_the_opponent() {
    let file = TemporaryFile::new("cert");
    certify(&file, &["tictactoe"]);
    for holder in ["first", "second"] {
        let show = ["certificate", "show", file.name(), "--holder", holder, "--json"];
        let object = run(&show).only_json();
        assert_eq!(keys(&object), ["holder", "line", "position", "result"]);
        assert_eq!(object["line"].as_array().unwrap().len(), usize::from(holder == "first"));
    }
    // The opponent always takes the first free cell: the holder of the draw never loses.
    let input = b"moves\nz9\n\na1\na2\na3\nb1\nb2\nb3\nc1\nc2\nc3\n";
    let talk = run_with_input(&["certificate", "show", file.name(), "--holder", "second"], input);
    let text = talk.text();
    assert!(text.contains("`z9` is not a legal move"), "{text}");
    assert!(text.contains("draw (1/2)") || text.contains("the second player wins"), "{text}");

    certify(&file, &["hexapawn:3x3"]);
    let wrong = run(&["certificate", "show", file.name(), "--holder", "first"]);
    assert!(wrong.complaint().contains("only the second player"), "{}", wrong.err);
    let played = run(&["certificate", "show", file.name(), "--moves", "a1a2", "--json"]).only_json();
    assert_eq!(played["line"].as_array().unwrap().len(), 2, "{played}");
    assert_eq!(played["result"], json!(null));
}

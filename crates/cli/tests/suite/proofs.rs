//! Certificates through the command: written by `solve`, checked by `verify`, walked by `certificate show`.

use serde_json::{Value, json};

use crate::common::{TemporaryFile, keys, run, run_with_input};

/// Solves a game into a certificate and returns what `verify` says of it.
fn certify(file: &TemporaryFile, arguments: &[&str]) -> Value {
    let solved = run(&[&["solve", "--certificate", file.name(), "--json"], arguments].concat()).only_json();
    let verified = run(&["verify", file.name(), "--json"]).only_json();
    let named = ["by_rule", "bytes", "choices", "game", "position", "rule", "rules", "states", "value"];
    assert_eq!(keys(&verified), named);
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
    for part in ["proven      -1: Black wins", "hexapawn:3x3, rules version", "moves named"] {
        assert!(verified.text().contains(part), "{part}: {}", verified.out);
    }
    let mut bytes = std::fs::read(file.name()).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(file.name(), bytes).unwrap();
    for (name, code, part) in [
        (file.name(), 1, "damaged"),
        ("Cargo.toml", 1, "not a certificate of version 1 or 2"),
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
    assert!(leaves_nothing(&file));
    let wrong = run(&["solve", "tictactoe", "--certificate", "/"]);
    assert!(wrong.complaint().contains("cannot write the certificate"), "{}", wrong.err);
}

/// Whether there is neither a file of this name nor a temporary one.
fn leaves_nothing(file: &TemporaryFile) -> bool {
    !std::path::Path::new(file.name()).exists() && file.left_behind().is_empty()
}

/// The value is there, the certificate is not.
#[test]
fn a_limit_ends_the_writing_of_a_certificate() {
    let file = TemporaryFile::new("cert");
    let limited = ["solve", "connect4:5x4", "--memory", "100KiB", "--certificate", file.name(), "--json"];
    let ran = run(&limited);
    assert_eq!(ran.code, Some(3), "{}", ran.err);
    assert!(ran.out.contains("\"value\":0,"), "{}", ran.out);
    assert_eq!(ran.err, "unbounded: no certificate was written: the memory is too small\n");
    assert!(leaves_nothing(&file));

    certify(&file, &["connect4:5x4"]);
    for (flags, reason) in
        [(["--memory", "10KiB"], "the memory is too small"), (["--time", "1ms"], "the time is up")]
    {
        for command in [&["verify"][..], &["certificate", "show"]] {
            let ran = run(&[command, &[file.name(), "--json"], &flags].concat());
            assert_eq!((ran.code, ran.out.as_str()), (Some(3), ""), "{}", ran.err);
            assert!(ran.err.contains(reason), "{}", ran.err);
        }
    }
}

#[test]
fn connections_of_hex_are_proven_by_their_rule() {
    let file = TemporaryFile::new("cert");
    let verified = certify(&file, &["hex:5"]);
    assert_eq!(verified["rule"], "virtual connections 1");
    assert!(verified["by_rule"].as_u64().unwrap() > 0 && verified["states"].as_u64().unwrap() < 1_000);
    let verified = run(&["verify", file.name()]);
    let text = verified.text();
    assert!(
        text.contains("rule        virtual connections 1\n") && text.contains("proofs by rule"),
        "{text}"
    );
    // The second player takes over a good opening, and joins its ends whatever happens.
    let show = ["certificate", "show", file.name(), "--moves", "c3", "--json"];
    let shown = run(&show).only_json();
    assert_eq!(
        (&shown["line"], &shown["last"]["source"]),
        (&json!(["c3", "swap"]), &json!("named by the certificate"))
    );
    let talk = run_with_input(&["certificate", "show", file.name(), "--moves", "c3 b2"], b"a1\nquit\n");
    assert!(talk.text().contains("by the rule `virtual connections 1`"), "{}", talk.out);
}

#[test]
fn show_answers_every_move_of_the_opponent() {
    let file = TemporaryFile::new("cert");
    certify(&file, &["tictactoe"]);
    for holder in ["first", "second"] {
        let show = ["certificate", "show", file.name(), "--holder", holder, "--json"];
        let object = run(&show).only_json();
        assert_eq!(keys(&object), ["holder", "last", "line", "position", "result"]);
        assert_eq!(object["line"].as_array().unwrap().len(), usize::from(holder == "first"));
    }
    // The opponent always takes the first free cell: the holder of the draw never loses.
    let input = b"moves\nz9\n\na1\na2\na3\nb1\nb2\nb3\nc1\nc2\nc3\n";
    let talk = run_with_input(&["certificate", "show", file.name(), "--holder", "second"], input);
    let text = talk.text();
    assert!(text.contains("`z9` is not a legal move"), "{text}");
    assert!(text.contains("draw (1/2)") || text.contains("O wins"), "{text}");

    certify(&file, &["hexapawn:3x3"]);
    let wrong = run(&["certificate", "show", file.name(), "--holder", "first"]);
    assert!(wrong.complaint().contains("only Black has a proven strategy"), "{}", wrong.err);
    let played = run(&["certificate", "show", file.name(), "--moves", "a1a2", "--json"]).only_json();
    assert_eq!(played["line"].as_array().unwrap().len(), 2, "{played}");
    assert_eq!(played["result"], json!(null));
}

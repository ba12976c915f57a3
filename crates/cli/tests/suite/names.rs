//! A game has one name in everything that is printed and written, however it is spelled.

use std::path::Path;

use crate::common::{Scratch, TemporaryFile, run};

#[test]
fn the_best_network_is_found_under_every_spelling() {
    for (spelled, name) in [
        ("hex", "hex:11"),
        ("hex:11x11", "hex:11"),
        ("go", "go:9"),
        ("draughts", "draughts:international"),
        ("othello:8", "othello"),
        ("breakthrough:8x8", "breakthrough"),
        ("connect4:7x6", "connect4"),
    ] {
        let ran = run(&["analyse", spelled, "--evaluator", "best", "--iterations", "2", "--json"]);
        let report = ran.only_json();
        assert_eq!((&report["game"], &report["evaluator"]), (&name.into(), &"best".into()), "{spelled}");
    }
}

#[test]
fn files_are_about_the_canonical_name() {
    let (proof, save) = (TemporaryFile::new("cert"), TemporaryFile::new("save"));
    let solve = ["solve", "hex:3x3,noswap", "--certificate", proof.name(), "--checkpoint", save.name()];
    run(&solve).text();
    assert_eq!(run(&["verify", proof.name(), "--json"]).only_json()["game"], "hex:3,noswap");
    let resumed = run(&["solve", "--resume", save.name(), "--json"]).only_report();
    assert_eq!(resumed["game"], "hex:3,noswap");
    let header = std::fs::read(save.name()).unwrap();
    let header = String::from_utf8_lossy(header.split(|byte| *byte == b'\n').nth(1).unwrap()).into_owned();
    assert!(header.contains("\"game\":\"hex:3,noswap\""), "{header}");
}

const PLAN: &str = r#"
    games = ["GAME"]
    matches = 8
    openings = "file:DIRECTORY/{game}.txt"
    evaluations = 30
    shard = 2
    [reference]
    name = "elsewhere"
    games = { "GAME" = 12.5 }
    [[players]]
    algorithm = "ubfm"
    [[players]]
    algorithm = "ubfm-basic"
    [[sets]]
    name = "one"
    evaluators = ["network:DIRECTORY/{game}.safetensors"]
    games = ["GAME"]
"#;

/// The files of a tournament are those of the canonical name, and a run that spelled it otherwise goes on.
#[test]
fn a_tournament_writes_the_canonical_name() {
    let scratch = Scratch::new("named");
    scratch.write("hex-7.txt", "a1\nb2\n");
    let network = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../networks/hex-7.safetensors");
    std::fs::copy(network, scratch.0.join("hex-7.safetensors")).unwrap();
    let plan = |game: &str| {
        let text = PLAN.replace("GAME", game).replace("DIRECTORY", scratch.0.to_str().unwrap());
        scratch.write("plan.toml", &text)
    };
    let played = run(&["tournament", "run", &plan("hex:7x7"), "--json"]).only_json();
    assert_eq!((&played["matches"], &played["rows"][0]["game"]), (&8.into(), &"".into()), "{played}");
    let lines = || std::fs::read_to_string(scratch.0.join("plan.run/report/matches.jsonl")).unwrap();
    assert_eq!(lines().matches("\"game\":\"hex:7\"").count(), 8, "{}", lines());
    let table = std::fs::read_to_string(scratch.0.join("plan.run/report/table1.csv")).unwrap();
    assert!(table.contains("hex:7,") && table.contains("12.5"), "{table}");
    // As a run looked before names were canonical and shards had checksums, with one shard missing.
    for file in ["run.toml", "shards/000000.jsonl"] {
        let file = scratch.0.join("plan.run").join(file);
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains("hex:7"));
        let text = text.replace("\"hex:7\"", "\"hex:07\"");
        let lines =
            text.lines().filter(|line| !line.starts_with("checksums") && !line.starts_with("{\"sha256\""));
        std::fs::write(&file, lines.collect::<Vec<_>>().join("\n") + "\n").unwrap();
    }
    std::fs::remove_file(scratch.0.join("plan.run/shards/000001.jsonl")).unwrap();
    let before = lines();
    run(&["tournament", "run", &plan("hex:7")]).text();
    assert_eq!(lines(), before);
    let players = "[[players]]\nalgorithm = \"ubfm\"\n[[players]]\nalgorithm = \"descent\"\n";
    let twice = scratch.write("twice.toml", &format!("games = [\"hex:7\", \"hex:7x7\"]\n{players}"));
    assert!(run(&["tournament", "plan", &twice]).complaint().contains("hex:7 is in `games` twice"));
}

#[test]
fn a_directory_of_learning_is_known_by_the_canonical_name() {
    let scratch = Scratch::new("named-learning");
    let out = scratch.name("run");
    let config = scratch.write("config.toml", "width = 64\nhidden = [16, 16]\n[play]\nevaluations = 30\n");
    let learn = |game: &str, games: &str| {
        run(&["learn", game, "--out", &out, "--config", &config, "--games", games, "--pairs", "0", "--json"])
    };
    assert_eq!(learn("hex:3x3", "8").only_json()["game"], "hex:3");
    let file = Path::new(&out).join("run.toml");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("game = \"hex:3\"", "game = \"hex:03\"")).unwrap();
    let more = learn("hex:3", "16").only_json();
    assert_eq!((&more["game"], &more["round"]["games"]), (&"hex:3".into(), &16.into()));
    assert!(learn("hex:4", "24").complaint().contains("learns hex"));
}

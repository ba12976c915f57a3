//! Learning through the command: what it writes, that it goes on, and that networks are evaluators.

use std::path::Path;
use std::time::Duration;

use crate::common::{Scratch, command, run};

const CONFIG: &str = "width = 64\nhidden = [16, 16]\ngames_a_round = 4\n[play]\nevaluations = 60\n";

/// The numbers of a network file, without the header that says how long it took.
fn numbers(file: &Path) -> Vec<u8> {
    let bytes = std::fs::read(file).unwrap();
    let header = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    bytes[8 + header..].to_vec()
}

#[test]
fn a_network_is_learned_and_used() {
    let scratch = Scratch::new("learn");
    let config = scratch.write("config.toml", CONFIG);
    let out = scratch.name("run");
    let arguments = ["learn", "connect4:5x4", "--out", &out, "--config", &config, "--pairs", "2", "--json"];
    let report = run(&[&arguments[..], &["--games", "8"]].concat()).only_json();
    assert_eq!((&report["game"], &report["round"]["games"]), (&"connect4:5x4".into(), &8.into()));
    assert_eq!(report["strength"].as_array().unwrap().len(), 2);
    // The same command with more to do goes on; with nothing left it only reports.
    let more = run(&[&arguments[..], &["--games", "12"]].concat()).only_json();
    assert_eq!((&more["round"]["games"], &more["round"]["round"]), (&12.into(), &3.into()));
    let again = run(&[&arguments[..], &["--games", "12"]].concat()).only_json();
    assert_eq!(again["round"], more["round"]);
    let drawn = run(&["learn", "--report", &out]);
    assert!(drawn.text().contains("12 games") && drawn.out.contains("against mobility"), "{}", drawn.out);
    for file in ["run.toml", "log.jsonl", "loss.svg", "strength.svg", "checkpoint", "network.safetensors"] {
        assert!(Path::new(&out).join(file).exists(), "{file}");
    }
    for file in ["0000008.safetensors", "0000012.safetensors"] {
        assert!(Path::new(&out).join("networks").join(file).exists(), "{file}");
    }
    // Interrupted or not, one worker or several: the same network.
    let whole = scratch.name("whole");
    let through =
        ["learn", "connect4:5x4", "--out", &whole, "--config", &config, "--pairs", "0", "--workers", "1"];
    run(&[&through[..], &["--games", "12"]].concat()).text();
    let file = |directory: &str| Path::new(directory).join("network.safetensors");
    assert_eq!(numbers(&file(&whole)), numbers(&file(&out)));
    let list = run(&["networks", &file(&out).display().to_string(), "--json"]).only_json();
    let history = &list["networks"][0]["history"];
    assert_eq!((&list["networks"][0]["game"], &history["games"]), (&"connect4:5x4".into(), &12.into()));
    let network = format!("network:{}", file(&out).display());
    let report =
        run(&["analyse", "connect4:5x4", "--evaluator", &network, "--iterations", "50", "--json"]).json();
    assert_eq!(report["evaluator"], network);
    let player = format!("ubfm(evaluator={network})");
    let report =
        run(&["match", "connect4:5x4", "--players", &player, "random-move", "--games", "4", "--json"])
            .only_json();
    assert!(report["rows"][0]["mean"].as_f64().unwrap() > 0.0);
    let copy = Path::new(&out).with_file_name("connect4-5x4.safetensors");
    std::fs::copy(file(&out), &copy).unwrap();
    let by_name = format!("network:{}", copy.with_file_name("{game}.safetensors").display());
    run(&["analyse", "connect4:5x4", "--evaluator", &by_name, "--iterations", "5"]).text();
    let other = run(&["analyse", "connect4:4x4", "--evaluator", &network, "--iterations", "5"]);
    assert!(other.complaint().contains("does not fit the game"), "{}", other.err);
}

#[test]
fn what_cannot_be_learned_or_read_gets_one_sentence() {
    let scratch = Scratch::new("refuse");
    let out = scratch.name("run");
    let config = scratch.write("config.toml", "widht = 3\n");
    let cases: [(&[&str], &str); 6] = [
        (&["learn", "connect4"], "--out"),
        (&["learn", "connect5", "--out", &out], "connect4"),
        (&["learn", "connect4", "--out", &out, "--config", &config], "widht"),
        (&["learn", "connect4", "--out", &out, "--hours", "-1"], "hours"),
        (&["learn", "--report", &out], "run.toml"),
        (&["analyse", "nim", "--evaluator", "best", "--iterations", "1"], "no network for nim"),
    ];
    for (arguments, part) in cases {
        assert!(run(arguments).complaint().contains(part), "{arguments:?}: {}", run(arguments).err);
    }
    let file = scratch.write("damaged.safetensors", "this is no network");
    let network = format!("network:{file}");
    assert!(run(&["analyse", "nim", "--evaluator", &network]).complaint().contains("not a network"));
}

#[test]
#[cfg(not(feature = "residual"))]
fn a_build_without_residual_networks_says_how_to_get_them() {
    let scratch = Scratch::new("residual");
    let refused = run(&["learn", "connect4", "--out", &scratch.name("run"), "--network", "residual"]);
    assert!(refused.complaint().contains("build with --features residual"), "{}", refused.err);
    assert!(!std::path::Path::new(&scratch.name("run")).exists());
}

/// Killed at any moment, a run loses what came after its last checkpoint and no more.
#[test]
fn learning_survives_ten_kills() {
    let scratch = Scratch::new("killed-learning");
    let config = scratch.write("config.toml", CONFIG);
    let out = scratch.name("run");
    let arguments =
        ["learn", "connect4:5x4", "--out", &out, "--config", &config, "--pairs", "0", "--every", "100ms"];
    let (mut random, mut last) = (7_u64, 0);
    for _ in 0..10 {
        let mut child = command(&[&arguments[..], &["--games", "1000000"]].concat()).spawn().unwrap();
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(Duration::from_millis(300 + (random >> 33) % 300));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(Path::new(&out).join("checkpoint").exists(), "not one checkpoint was written");
    // Whatever was saved is whole, and goes on.
    for _ in 0..2 {
        let next = (last + 4).to_string();
        let report = run(&[&arguments[..], &["--games", &next, "--json"]].concat()).only_json();
        let games = report["round"]["games"].as_u64().unwrap();
        assert!(games >= last + 4, "{games} games");
        last = games;
    }
    let log = std::fs::read_to_string(Path::new(&out).join("log.jsonl")).unwrap();
    let rounds: Vec<u64> = log
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["round"].as_u64().unwrap())
        .collect();
    assert!(rounds.iter().copied().eq(1..=last / 4), "every round is there once: {rounds:?}");
}

#[test]
fn bench_learn_measures_networks() {
    let arguments = ["bench", "learn", "--games", "connect4:5x4 hex:4", "--time", "50ms"];
    let report = run(&[&arguments[..], &["--json"]].concat()).only_json();
    let rows = report["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    for row in rows {
        for figure in [
            "evaluations_per_second",
            "whole_per_second",
            "self_play_states_per_second",
            "samples_per_second",
            "samples_per_second_on_all_cores",
        ] {
            assert!(row[figure].as_f64().unwrap() > 0.0, "{figure} of {row}");
        }
    }
    let table = run(&arguments);
    assert!(table.text().contains("hex:4") && table.out.contains("-256-32-32-1"), "{}", table.out);
}

#[test]
fn networks_that_are_not_there_or_no_networks_are_named() {
    assert!(run(&["networks", "nowhere.safetensors"]).complaint().contains("nowhere.safetensors"));
    let scratch = Scratch::new("networks");
    let file = scratch.write("letter.safetensors", "Dear reader, this is not a network.");
    assert!(run(&["networks", &file]).complaint().contains("letter.safetensors"));
}

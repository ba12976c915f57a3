//! Files about a game that a file defines: refused when that file has become another one.

use crate::common::{Scratch, run};

/// The second player loses, and with the other gain wins.
const GAME: &str = r#"{
  "player":   [1, 1, 2, 1, 2],
  "children": [[1, 2], [], [3, 4], [], []],
  "gain":     [0, -1, 0, 1, 1],
  "score":    [0, -1, 0, 1, 1]
}"#;

#[track_caller]
fn refuses(arguments: &[&str]) {
    let ran = run(arguments);
    assert!(ran.code.is_some_and(|code| code == 1 || code == 2), "{arguments:?}: {} {}", ran.out, ran.err);
    assert!(ran.err.contains("defined"), "{arguments:?}: {}", ran.err);
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
}

#[test]
fn a_replaced_game_is_refused_by_every_file_about_the_old_one() {
    let scratch = Scratch::new("definitions");
    let file = scratch.write("game.json", GAME);
    let game = format!("graph:{file}");
    let [save, proof, base] = ["save", "proof", "base"].map(|name| scratch.name(name));
    let begun = ["solve", &game, "--algorithm", "ubfm", "--iterations", "1", "--checkpoint", &save];
    assert_eq!(run(&begun).code, Some(3));
    run(&["solve", &game, "--certificate", &proof]).text();
    run(&["solve", &game, "--strong", "--database", &base]).text();
    let learned = scratch.name("learned");
    let learn = ["learn", &game, "--out", &learned, "--games", "8", "--pairs", "0"];
    run(&learn).text();
    let network = format!("network:{learned}/network.safetensors");
    let plan = scratch.write(
        "plan.toml",
        &format!(
            "games = [\"{game}\"]\nmatches = 2\nevaluations = 5\nopenings = \"none\"\n\
             [[players]]\nalgorithm = \"ubfm\"\n[[players]]\nalgorithm = \"greedy\"\n"
        ),
    );
    run(&["tournament", "run", &plan]).text();
    let more = ["learn", &game, "--out", &learned, "--games", "16", "--pairs", "0"];
    let uses: [&[&str]; 6] = [
        &["solve", "--resume", &save],
        &["verify", &proof],
        &["lookup", &base],
        &["analyse", &game, "--evaluator", &network, "--iterations", "2"],
        &["tournament", "run", &plan],
        &more,
    ];
    scratch.write("game.json", &GAME.replace("1, 1]", "-1, -1]"));
    for arguments in uses {
        refuses(arguments);
    }
    // Another layout is the same game.
    scratch.write("game.json", &GAME.replace(char::is_whitespace, ""));
    for arguments in uses {
        let ran = run(arguments);
        assert_eq!(ran.code, Some(0), "{arguments:?}: {}", ran.err);
    }
}

#[test]
fn unknown_keys_are_refused_with_the_nearest_known_one() {
    let scratch = Scratch::new("unknown-keys");
    let refuses = |arguments: &[&str], part: &str| {
        let ran = run(arguments);
        assert!(ran.complaint().contains(part), "{arguments:?}: {}", ran.err);
    };
    let graph = scratch.write("graph.json", &GAME.replace("\"player\"", "\"players\""));
    refuses(&["show", &format!("graph:{graph}")], "unknown key `players`; did you mean `player`?");
    let extra = scratch.write("extra.json", &GAME.replacen('{', "{\"name\": \"mine\",", 1));
    refuses(&["show", &format!("graph:{extra}")], "unknown");
    let config = scratch.write("config.toml", "[train]\nbatc = 3\n");
    let learn = ["learn", "tictactoe", "--out", &scratch.name("run"), "--config", &config];
    refuses(&learn, "unknown key `batc`; did you mean `batch`?");
    for (key, near) in
        [("matchs = 2", "matches"), ("evaluation = 7", "evaluations"), ("max-plies = 7", "max_plies")]
    {
        let players = "[[players]]\nalgorithm = \"ubfm\"\n[[players]]\nalgorithm = \"mcts\"\n";
        let plan = scratch.write("plan.toml", &format!("games = [\"nim\"]\n{key}\n{players}"));
        refuses(&["tournament", "plan", &plan], &format!("did you mean `{near}`?"));
    }
    let players =
        "[[players]]\nalgorithm = \"ubfm\"\nevaluatr = \"zero\"\n[[players]]\nalgorithm = \"mcts\"\n";
    let plan = scratch.write("plan.toml", &format!("games = [\"nim\"]\nevaluations = 9\n{players}"));
    refuses(&["tournament", "plan", &plan], "did you mean `evaluator`?");
    let roster = scratch.write("roster.toml", players);
    refuses(&["match", "nim", "--players", "ubfm", "mcts", "--roster", &roster], "did you mean `evaluator`?");
}

#[test]
fn a_damaged_shard_is_named_and_played_again_once_it_is_removed() {
    let scratch = Scratch::new("damaged-shard");
    let players = "[[players]]\nalgorithm = \"ubfm\"\n[[players]]\nalgorithm = \"greedy\"\n";
    let text = format!("games = [\"tictactoe\"]\nmatches = 4\nshard = 1\nevaluations = 20\n{players}");
    let plan = scratch.write("plan.toml", &text);
    let report = || run(&["tournament", "run", &plan, "--json"]).only_json();
    let whole = report();
    let shard = scratch.0.join("plan.run/shards/000001.jsonl");
    let sound = std::fs::read_to_string(&shard).unwrap();
    for damage in
        [sound.replacen("\"score\":", "\"score\":7", 1), sound[..sound.len() / 2].to_owned(), String::new()]
    {
        std::fs::write(&shard, damage).unwrap();
        for verb in ["run", "report"] {
            let ran = run(&["tournament", verb, &plan]);
            let complaint = ran.complaint();
            assert!(complaint.contains("000001.jsonl") && complaint.contains("damaged"), "{complaint}");
            assert!(complaint.contains("remove it"), "{complaint}");
        }
    }
    std::fs::remove_file(&shard).unwrap();
    let again = report();
    assert_eq!((&again["rows"], &again["matches"]), (&whole["rows"], &whole["matches"]));
    assert_eq!(std::fs::read_to_string(&shard).unwrap(), sound);
}

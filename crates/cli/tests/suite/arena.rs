//! Matches and tournaments through the command, killed ones included.

use std::path::Path;
use std::time::Duration;

use crate::common::{Scratch, command, keys, run};

const PLAN: &str = r#"
    title = "Four in a row & more"
    games = ["connect4", "breakthrough:5x5"]
    matches = 40
    evaluations = 1500
    shard = 2
    [[players]]
    algorithm = "ubfm"
    evaluator = "mobility"
    [[players]]
    algorithm = "ubfm-basic"
    evaluator = "noise(seed=3)"
"#;

#[test]
fn a_match_is_reported_in_words_and_as_json() {
    let arguments = [
        "match",
        "connect4:5x4",
        "--players",
        "ubfm",
        "random-move",
        "--games",
        "10",
        "--evaluations",
        "200",
    ];
    let text = run(&arguments);
    for part in ["ubfm against random-move", "10 of 10 matches", "Elo", "connect4:5x4"] {
        assert!(text.text().contains(part), "{part}: {}", text.out);
    }
    let report = run(&[&arguments[..], &["--json"]].concat()).only_json();
    assert_eq!((&report["matches"], &report["planned"]), (&10.into(), &10.into()));
    let row = &report["rows"][0];
    for key in ["players", "pairs", "mean", "interval", "elo", "superiority", "draws", "plies", "overruns"] {
        assert!(keys(row).contains(&key), "{key}: {row}");
    }
    assert!(row["mean"].as_f64().unwrap() > 0.5, "a search beats no search: {row}");
    let same = run(&[&arguments[..], &["--json", "--jobs", "1"]].concat()).only_json();
    assert_eq!(same["rows"], report["rows"], "however many at once");
}

#[test]
fn a_sequential_test_ends_a_match_early() {
    let arguments = [
        "match",
        "tictactoe",
        "--players",
        "a: ubfm",
        "b: random-move",
        "--games",
        "1000",
        "--sprt",
        "elo0=0,elo1=50",
        "--json",
    ];
    let report = run(&arguments).only_json();
    assert_eq!(report["sprt"]["verdict"], "accept_h1");
    let matches = report["matches"].as_u64().unwrap();
    assert!(matches < 500, "{matches} matches");
    let same = run(&[&arguments[..], &["--jobs", "1"]].concat()).only_json();
    assert_eq!((&same["matches"], &same["rows"]), (&report["matches"], &report["rows"]));
}

#[test]
fn more_players_make_a_cross_table_and_may_come_from_a_roster() {
    let scratch = Scratch::new("roster");
    let roster = scratch.write(
        "roster.toml",
        "[[players]]\nname = \"champion\"\nalgorithm = \"ubfm\"\nevaluator = \"mobility\"\n",
    );
    let ran = run(&[
        "match",
        "tictactoe",
        "--players",
        "champion",
        "mcts",
        "random-move",
        "--games",
        "4",
        "--roster",
        &roster,
        "--evaluations",
        "50",
    ]);
    for part in ["All players against each other", "champion against mcts", "mcts against random-move"] {
        assert!(ran.text().contains(part), "{part}: {}", ran.out);
    }
    let openings = scratch.write("openings.txt", "# corners\na1\na3 b2\n");
    let out = scratch.name("out");
    let ran = run(&[
        "match",
        "tictactoe",
        "--players",
        "ubfm",
        "mcts",
        "--games",
        "4",
        "--openings",
        &format!("file:{openings}"),
        "--evaluations",
        "50",
        "--out",
        &out,
    ]);
    assert!(ran.text().contains("tables, plots and matches are in"));
    let matches = std::fs::read_to_string(Path::new(&out).join("report/matches.jsonl")).unwrap();
    let begins =
        |moves: &str| matches.lines().filter(|line| line.contains(&format!("\"moves\":[{moves}"))).count();
    assert_eq!((begins("\"a1\""), begins("\"a3\",\"b2\"")), (2, 2), "{matches}");
}

#[test]
fn a_tournament_writes_everything_down() {
    let scratch = Scratch::new("files");
    let plan =
        scratch.write("small.toml", &PLAN.replace("matches = 40", "matches = 4").replace("1500", "100"));
    let before = run(&["tournament", "plan", &plan, "--json"]).only_json();
    assert_eq!((&before["matches"], &before["shards"]), (&8.into(), &2.into()));
    assert_eq!(before["missing"].as_array().unwrap().len(), 2);
    assert_eq!(before["reproducible"], true);
    let shard = run(&["tournament", "shard", &plan, "--index", "1", "--json"]).only_json();
    assert_eq!((&shard["matches"], &shard["played_now"]), (&4.into(), &true.into()));
    let again = run(&["tournament", "shard", &plan, "--index", "1", "--json"]).only_json();
    assert_eq!(again["played_now"], false);
    let half = run(&["tournament", "report", &plan, "--json"]).only_json();
    assert_eq!((&half["matches"], &half["planned"]), (&4.into(), &8.into()));
    let done = run(&["tournament", "run", &plan, "--json"]).only_json();
    assert_eq!(done["matches"], 8);
    assert_eq!(
        run(&["tournament", "plan", &plan, "--json"]).only_json()["missing"].as_array().unwrap().len(),
        0
    );
    let latex = run(&["tournament", "report", &plan, "--format", "latex"]);
    assert!(latex.text().contains("\\toprule") && latex.out.contains("breakthrough:5x5"));
    let report = scratch.0.join("small.run/report");
    for (file, part) in [
        ("report.md", "# Four in a row & more"),
        ("report.tex", "\\bottomrule"),
        ("report.json", "\"planned\": 8"),
        ("matches.jsonl", "\"game\":\"connect4\""),
        ("matches.pgn", "[White \"ubfm\"]"),
        ("table1.csv", "connect4,4,"),
        ("scores1.svg", "<svg"),
        ("elo.svg", "<svg"),
        ("../run.toml", "version = \"0.1.0\""),
    ] {
        let text =
            std::fs::read_to_string(report.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert!(text.contains(part), "{file}: {text}");
    }
    let lines = std::fs::read_to_string(report.join("matches.jsonl")).unwrap();
    assert_eq!(lines.lines().count(), 8);
}

#[test]
fn wrong_plans_get_one_sentence() {
    let scratch = Scratch::new("wrong");
    let plan = |text: &str| scratch.write("plan.toml", text);
    let missing = run(&["tournament", "run", &scratch.name("none.toml")]);
    assert!(missing.complaint().contains("none.toml"));
    for (text, part) in [("games = 3", "line 1"), (&PLAN.replace("ubfm-basic", "ubfm-basik"), "ubfm-basik")] {
        let ran = run(&["tournament", "plan", &plan(text)]);
        assert!(ran.complaint().contains(part), "{}", ran.err);
    }
    let sound = plan(&PLAN.replace("1500", "20"));
    run(&["tournament", "shard", &sound, "--index", "0"]).text();
    assert!(run(&["tournament", "shard", &sound, "--index", "99"]).complaint().contains("0 to"));
    let other = plan(&PLAN.replace("1500", "21"));
    assert!(run(&["tournament", "run", &other]).complaint().contains("another one"));
    for (arguments, part) in [
        (&["match", "chess", "--players", "ubfm", "--games", "2"][..], "2"),
        (&["match", "chess", "--players", "ubfm", "mcts", "--games", "3"], "even"),
        (&["match", "chess", "--players", "ubfm", "mcts", "--sprt", "elo0=1"], "elo1"),
        (&["match", "chess", "--players", "ubfm", "mcts", "--openings", "wild"], "random:N"),
        (&["match", "chess", "--players", "ubfm(time=never)", "mcts"], "a time is written"),
    ] {
        assert!(run(arguments).complaint().contains(part), "{arguments:?}: {}", run(arguments).err);
    }
}

const KILLS: u32 = 20;

/// Whatever moment a tournament is killed at, it ends with the report of one that ran through.
#[test]
fn a_tournament_survives_twenty_kills() {
    let (whole, killed) = (Scratch::new("whole"), Scratch::new("killed"));
    let report = |scratch: &Scratch| {
        let plan = scratch.write("plan.toml", PLAN);
        run(&["tournament", "run", &plan]).text();
        let read = |file: &str| std::fs::read(scratch.0.join("plan.run/report").join(file)).unwrap();
        ["report.tex", "matches.jsonl", "matches.pgn", "table1.csv", "scores1.svg", "elo.svg"].map(read)
    };
    let plan = killed.write("plan.toml", PLAN);
    let (mut random, mut hits) = (1_u64, 0);
    for _ in 0..KILLS {
        let mut child = command(&["tournament", "run", &plan]).spawn().unwrap();
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(Duration::from_millis(10 + (random >> 33) % 120));
        hits += u32::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(hits >= KILLS / 4, "only {hits} kills hit a run in the middle");
    let resumed = report(&killed);
    let through = report(&whole);
    // The share of the players' time differs from run to run.
    let without_effort = |tex: &[u8]| {
        let text = String::from_utf8(tex.to_vec()).unwrap();
        text.lines().filter(|line| !line.contains("workers' time")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(without_effort(&resumed[0]), without_effort(&through[0]));
    assert!(resumed[1..] == through[1..], "the files differ");
    let left = std::fs::read_dir(killed.0.join("plan.run/shards")).unwrap();
    let whole =
        left.filter(|file| file.as_ref().unwrap().path().extension() == Some("jsonl".as_ref())).count();
    assert_eq!(whole, 20);
}

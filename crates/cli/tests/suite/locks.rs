//! Two processes that want the same: one has it, the other says so.

use std::path::Path;
use std::process::Child;
use std::time::Duration;

use crate::common::{Ran, Scratch, TemporaryFile, command, run};

/// Waits until a file is there; the program that writes it must still be at work then.
fn wait_for(file: &Path, child: &mut Child) {
    while !file.exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended without {}", file.display());
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The command fails because this is in use, and says nothing else.
#[track_caller]
fn in_use(arguments: &[&str], what: &str) {
    let ran = run(arguments);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "{}", ran.err);
    assert_eq!(ran.err, format!("unbounded: the {what} is in use by another process\n"));
}

#[test]
fn a_checkpoint_belongs_to_one_process() {
    let file = TemporaryFile::new("save");
    let what = format!("checkpoint `{}`", file.name());
    let endless = ["solve", "connect4", "--evaluator", "noise", "--time", "1h", "--checkpoint", file.name()];
    let mut first = command(&endless).spawn().unwrap();
    wait_for(Path::new(file.name()), &mut first);
    in_use(&["solve", "tictactoe", "--checkpoint", file.name()], &what);
    in_use(&["solve", "--resume", file.name()], &what);
    first.kill().unwrap();
    first.wait().unwrap();
    // A dead process has no lock.
    run(&["solve", "--resume", file.name(), "--iterations", "1"]);
    run(&["solve", "tictactoe", "--checkpoint", file.name()]).text();
    assert!(file.left_behind().is_empty(), "{:?}", file.left_behind());
}

/// Some have it after each other and some do not get it, but it is whole at any time.
#[test]
fn many_processes_leave_a_whole_checkpoint() {
    let file = TemporaryFile::new("save");
    let solve = ["solve", "tictactoe", "--algorithm", "ubfm", "--json", "--checkpoint", file.name()];
    let children: Vec<_> = (0..24).map(|_| command(&solve).spawn().unwrap()).collect();
    let ran: Vec<Ran> = children.into_iter().map(|child| child.wait_with_output().unwrap().into()).collect();
    assert!(ran.iter().any(|ran| ran.code == Some(0)));
    for ran in ran {
        match ran.code {
            Some(0) => assert_eq!(ran.only_json()["value"], 0),
            code => {
                assert_eq!(code, Some(1), "{}", ran.err);
                assert!(ran.err.contains(file.name()) && ran.err.contains("is in use"), "{}", ran.err);
            }
        }
    }
    assert_eq!(run(&["solve", "--resume", file.name(), "--json"]).only_json()["value"], 0);
    assert!(file.left_behind().is_empty(), "{:?}", file.left_behind());
}

#[test]
fn a_directory_of_learning_belongs_to_one_process() {
    let scratch = Scratch::new("two-learners");
    let out = scratch.name("run");
    let config = scratch.write("config.toml", "width = 64\nhidden = [16, 16]\n[play]\nevaluations = 60\n");
    let learn =
        ["learn", "connect4:5x4", "--out", &out, "--config", &config, "--pairs", "0", "--every", "100ms"];
    let mut first = command(&[&learn[..], &["--games", "1000000"]].concat()).spawn().unwrap();
    wait_for(&Path::new(&out).join("checkpoint"), &mut first);
    let before = std::fs::read_to_string(Path::new(&out).join("log.jsonl")).unwrap();
    in_use(&[&learn[..], &["--games", "8"]].concat(), &format!("learning run `{out}`"));
    // Reading is allowed.
    assert!(run(&["learn", "--report", &out]).text().contains("learned"));
    first.kill().unwrap();
    first.wait().unwrap();
    let after = std::fs::read_to_string(Path::new(&out).join("log.jsonl")).unwrap();
    assert!(after.starts_with(&before), "the log of the first was written by the second");
    run(&[&learn[..], &["--games", "8"]].concat()).text();
}

const PLAN: &str = r#"
    games = ["connect4:5x5"]
    matches = 48
    evaluations = 400
    shard = 1
    [[players]]
    algorithm = "ubfm"
    evaluator = "mobility"
    [[players]]
    algorithm = "ubfm-basic"
    evaluator = "noise(seed=3)"
"#;

#[test]
fn processes_share_a_tournament_and_play_every_shard_once() {
    let scratch = Scratch::new("shared-tournament");
    let plan = scratch.write("plan.toml", PLAN);
    let arguments = ["tournament", "run", &plan, "--jobs", "1"];
    let children: Vec<_> = (0..3).map(|_| command(&arguments).spawn().unwrap()).collect();
    for child in children {
        Ran::from(child.wait_with_output().unwrap()).text();
    }
    let report = run(&["tournament", "report", &plan, "--json"]).only_json();
    assert_eq!(report["matches"], 48);
    let run = scratch.0.join("plan.run");
    assert_eq!(std::fs::read_to_string(run.join("effort.jsonl")).unwrap().lines().count(), 24);
    let shards = std::fs::read_dir(run.join("shards")).unwrap();
    assert_eq!(shards.count(), 24, "locks and temporary files are gone");
}

#[test]
fn a_shard_is_played_by_one_process() {
    let scratch = Scratch::new("shared-shard");
    // Long enough to be met at work.
    let plan = PLAN.replace("shard = 1", "shard = 24").replace("evaluations = 400", "time = \"200ms\"");
    let plan = scratch.write("plan.toml", &plan);
    let shard = ["tournament", "shard", &plan, "--index", "0"];
    let mut first = command(&shard).spawn().unwrap();
    let name = scratch.name("plan.run/shards/000000.jsonl");
    wait_for(Path::new(&format!("{name}.lock")), &mut first);
    in_use(&shard, &format!("shard `{name}`"));
    // A run leaves it alone, too, and says so.
    let elsewhere = run(&["tournament", "run", &plan]);
    assert!(elsewhere.text().contains("shards that other processes are playing: 1;"), "{}", elsewhere.out);
    first.kill().unwrap();
    first.wait().unwrap();
}

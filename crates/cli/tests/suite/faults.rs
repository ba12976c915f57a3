//! Every step of writing files fails once, in every way: the answer is not lost, nothing is left behind, and the same
//! command then gives what an undisturbed run gives.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::common::{Ran, Scratch, command, run};

/// What can happen at a step: see `crates/files/src/faults.rs`.
const KINDS: [&str; 4] = ["error", "torn", "full", "kill"];

/// A command that writes files into a directory.
trait Work {
    /// Prepares the directory, without faults.
    fn prepare(&self, _scratch: &Scratch) {}
    /// What is run with a fault.
    fn disturbed(&self, scratch: &Scratch) -> Vec<String>;
    /// What is run afterwards.
    fn resumed(&self, scratch: &Scratch) -> Vec<String> {
        self.disturbed(scratch)
    }
    /// What must be the same whatever happened on the way.
    fn result(&self, scratch: &Scratch, ran: &Ran) -> Value;
    /// What a run with a fault must have printed all the same, if it was not killed.
    fn check_answer(&self, _ran: &Ran) {}
}

fn owned(arguments: &[&str]) -> Vec<String> {
    arguments.iter().map(|argument| (*argument).to_owned()).collect()
}

fn borrowed(arguments: &[String]) -> Vec<&str> {
    arguments.iter().map(String::as_str).collect()
}

/// All files below a directory.
fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// Temporary files and locks.
fn left_behind(directory: &Path) -> Vec<PathBuf> {
    let is_left = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.ends_with(".partial") || name.ends_with(".lock")
    };
    files(directory).into_iter().filter(is_left).collect()
}

/// Runs a command with a fault. Returns whether the fault has happened.
fn disturb(work: &dyn Work, scratch: &Scratch, fault: &str) -> bool {
    let arguments = work.disturbed(scratch);
    let child = command(&borrowed(&arguments)).env("UNBOUNDED_FAULT", fault).output().unwrap();
    let ran = Ran::from(child);
    let happened = ran.err.lines().any(|line| line.starts_with("fault: "));
    assert!(!ran.err.contains("panicked"), "{fault}: {}", ran.err);
    if fault.starts_with("kill") && happened {
        assert_eq!(ran.code, None, "{fault}: {}", ran.err);
        return true;
    }
    let complaint = ran.err.lines().last().unwrap_or_default();
    match ran.code {
        Some(0) => {}
        // What cannot even be begun is refused before anything is searched.
        Some(1 | 2) => {
            assert!(complaint.starts_with("unbounded: ") && complaint.contains("cannot write"), "{complaint}");
            assert!(complaint.contains(scratch.0.to_str().unwrap()), "no file is named: {complaint}");
        }
        code => panic!("{fault}: {code:?}, {}", ran.err),
    }
    if ran.code != Some(2) {
        work.check_answer(&ran);
    }
    assert_eq!(left_behind(&scratch.0), [PathBuf::new(); 0], "{fault}");
    happened
}

/// Lets every step fail in every way. Returns how many faults there were of each kind.
fn at_every_step(name: &str, work: &dyn Work) -> [u32; KINDS.len()] {
    let undisturbed = Scratch::new(&format!("{name}-undisturbed"));
    work.prepare(&undisturbed);
    let expected = work.result(&undisturbed, &run(&borrowed(&work.disturbed(&undisturbed))));
    KINDS.map(|kind| {
        for step in 1.. {
            let fault = format!("{kind}:{step}");
            let scratch = Scratch::new(&format!("{name}-{kind}"));
            work.prepare(&scratch);
            if !disturb(work, &scratch, &fault) {
                return step - 1;
            }
            let resumed = run(&borrowed(&work.resumed(&scratch)));
            assert_eq!(resumed.code, Some(0), "{fault}: {}", resumed.err);
            let again = run(&borrowed(&work.disturbed(&scratch)));
            assert_eq!(work.result(&scratch, &again), expected, "{fault}");
            assert_eq!(left_behind(&scratch.0), [PathBuf::new(); 0], "{fault}");
        }
        unreachable!("a run has an end")
    })
}

/// A report without times.
fn timeless(mut report: Value) -> Value {
    for time in ["seconds", "playing", "training"] {
        report[time] = json!(null);
    }
    report
}

/// A number that stands for these bytes, for comparisons that can be read when they fail.
fn print_of(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

/// A solve with a checkpoint and a certificate.
struct Solve;

impl Work for Solve {
    fn disturbed(&self, scratch: &Scratch) -> Vec<String> {
        let (save, proof) = (scratch.name("save"), scratch.name("proof"));
        let files = ["--checkpoint", &save, "--certificate", &proof, "--json"];
        owned(&[&["solve", "connect4:4x4", "--algorithm", "ubfm"], &files[..]].concat())
    }

    fn resumed(&self, scratch: &Scratch) -> Vec<String> {
        let (save, proof) = (scratch.name("save"), scratch.name("proof"));
        match Path::new(&save).exists() {
            true => owned(&["solve", "--resume", &save, "--certificate", &proof, "--json"]),
            false => self.disturbed(scratch),
        }
    }

    fn result(&self, scratch: &Scratch, ran: &Ran) -> Value {
        run(&["verify", &scratch.name("proof")]).text();
        let again = run(&["solve", "--resume", &scratch.name("save"), "--json"]).only_report();
        let proof = std::fs::read(scratch.0.join("proof")).unwrap();
        json!([timeless(ran.only_report()), timeless(again), print_of(&proof)])
    }

    fn check_answer(&self, ran: &Ran) {
        let report: Value = serde_json::from_str(&ran.out).expect("the answer is printed");
        assert_eq!((&report["resolved"], &report["value"]), (&json!(true), &json!(0)));
    }
}

/// A database of all states.
struct Database;

impl Work for Database {
    fn disturbed(&self, scratch: &Scratch) -> Vec<String> {
        owned(&["solve", "tictactoe", "--strong", "--database", &scratch.name("db"), "--json"])
    }

    fn result(&self, scratch: &Scratch, ran: &Ran) -> Value {
        run(&["lookup", &scratch.name("db"), "--moves", "a1"]).text();
        json!([timeless(ran.only_report()), print_of(&std::fs::read(scratch.0.join("db")).unwrap())])
    }
}

/// Learning, from the beginning or going on from a checkpoint.
struct Learn {
    goes_on: bool,
}

impl Learn {
    fn games(&self, scratch: &Scratch, games: &str) -> Vec<String> {
        const CONFIG: &str = "width = 64\nhidden = [16, 16]\ngames_a_round = 2\n[play]\nevaluations = 20\n";
        let (out, config) = (scratch.name("run"), scratch.write("config.toml", CONFIG));
        let how = ["--config", &config, "--pairs", "0", "--workers", "1", "--games", games];
        owned(&[&["learn", "connect4:4x4", "--out", &out], &how[..]].concat())
    }
}

impl Work for Learn {
    fn prepare(&self, scratch: &Scratch) {
        if self.goes_on {
            run(&borrowed(&self.games(scratch, "2"))).text();
        }
    }

    fn disturbed(&self, scratch: &Scratch) -> Vec<String> {
        self.games(scratch, "6")
    }

    fn result(&self, scratch: &Scratch, ran: &Ran) -> Value {
        ran.text();
        let network = std::fs::read(scratch.0.join("run/network.safetensors")).unwrap();
        let header = u64::from_le_bytes(network[..8].try_into().unwrap()) as usize;
        let log = std::fs::read_to_string(scratch.0.join("run/log.jsonl")).unwrap();
        let rounds: Vec<Value> =
            log.lines().map(|line| timeless(serde_json::from_str(line).expect("a line is JSON"))).collect();
        json!([rounds, print_of(&network[8 + header..])])
    }
}

/// A tournament of a few shards.
struct Tournament;

impl Work for Tournament {
    fn prepare(&self, scratch: &Scratch) {
        const PLAN: &str = "games = [\"tictactoe\"]\nmatches = 6\nevaluations = 20\nshard = 1\n\
            [[players]]\nalgorithm = \"ubfm\"\n[[players]]\nalgorithm = \"random-move\"\n";
        scratch.write("plan.toml", PLAN);
    }

    fn disturbed(&self, scratch: &Scratch) -> Vec<String> {
        owned(&["tournament", "run", &scratch.name("plan.toml"), "--jobs", "1"])
    }

    fn result(&self, scratch: &Scratch, ran: &Ran) -> Value {
        ran.text();
        let read = |name: &str| std::fs::read_to_string(scratch.0.join("plan.run").join(name)).unwrap();
        let shards: Vec<String> = (0..3).map(|shard| read(&format!("shards/{shard:06}.jsonl"))).collect();
        let report: Value = serde_json::from_str(&read("report/report.json")).unwrap();
        json!([shards, report["rows"], print_of(read("report/matches.pgn").as_bytes())])
    }
}

#[test]
fn a_solve_survives_a_fault_at_every_step() {
    let faults = at_every_step("faults-solve", &Solve);
    assert!(faults.iter().all(|&faults| faults > 15), "{faults:?}");
}

#[test]
fn a_database_survives_a_fault_at_every_step() {
    let faults = at_every_step("faults-database", &Database);
    assert!(faults.iter().all(|&faults| faults > 5), "{faults:?}");
}

#[test]
fn learning_survives_a_fault_at_every_step() {
    for goes_on in [false, true] {
        let faults = at_every_step("faults-learn", &Learn { goes_on });
        assert!(faults.iter().all(|&faults| faults > 20), "{faults:?}");
    }
}

#[test]
fn a_tournament_survives_a_fault_at_every_step() {
    let faults = at_every_step("faults-tournament", &Tournament);
    assert!(faults.iter().all(|&faults| faults > 20), "{faults:?}");
}

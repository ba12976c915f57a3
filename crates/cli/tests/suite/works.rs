//! Commands that write files, for tests that disturb them: how each is begun, how it goes on, and what must come out
//! whatever happened on the way.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::common::{Ran, Scratch, run};

/// A command that writes files into a directory.
pub trait Work {
    /// Prepares the directory.
    fn prepare(&self, _scratch: &Scratch) {}
    /// The command that does it all.
    fn whole(&self, scratch: &Scratch) -> Vec<String>;
    /// The command that goes on with what is there.
    fn rest(&self, scratch: &Scratch) -> Vec<String> {
        self.whole(scratch)
    }
    /// What must be the same whatever happened on the way, after a command that has ended well.
    fn result(&self, scratch: &Scratch, ran: &Ran) -> Value;
    /// What a run that could not write everything must have printed all the same.
    fn check_answer(&self, _ran: &Ran) {}
}

/// Copies of these arguments.
fn owned(arguments: &[&str]) -> Vec<String> {
    arguments.iter().map(|argument| (*argument).to_owned()).collect()
}

/// Arguments as [`crate::common::command`] takes them.
pub fn borrowed(arguments: &[String]) -> Vec<&str> {
    arguments.iter().map(String::as_str).collect()
}

/// All files below a directory.
fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// Temporary files and locks below a directory: there are none when nothing runs there.
pub fn left_behind(scratch: &Scratch) -> Vec<PathBuf> {
    let is_left = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.ends_with(".partial") || name.ends_with(".lock")
    };
    files(&scratch.0).into_iter().filter(is_left).collect()
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
pub struct Solve {
    pub game: &'static str,
    pub algorithm: &'static str,
    pub value: i8,
}

impl Work for Solve {
    fn whole(&self, scratch: &Scratch) -> Vec<String> {
        let (save, proof) = (scratch.name("save"), scratch.name("proof"));
        let files = ["--checkpoint", &save, "--every", "100ms", "--certificate", &proof, "--json"];
        owned(&[&["solve", self.game, "--algorithm", self.algorithm], &files[..]].concat())
    }

    fn rest(&self, scratch: &Scratch) -> Vec<String> {
        let (save, proof) = (scratch.name("save"), scratch.name("proof"));
        match Path::new(&save).exists() {
            true => {
                owned(&["solve", "--resume", &save, "--every", "100ms", "--certificate", &proof, "--json"])
            }
            false => self.whole(scratch),
        }
    }

    fn result(&self, scratch: &Scratch, ran: &Ran) -> Value {
        let report = ran.only_report();
        assert_eq!(report["value"], self.value);
        let verified = run(&["verify", &scratch.name("proof"), "--json"]).only_json();
        assert_eq!(verified["value"], self.value);
        let again = run(&["solve", "--resume", &scratch.name("save"), "--json"]).only_report();
        assert_eq!(again["value"], self.value);
        // With a tree, a search that is taken up goes on as if it had never been interrupted.
        if self.algorithm == "ubfm" { timeless(report) } else { json!(null) }
    }

    fn check_answer(&self, ran: &Ran) {
        let report: Value = serde_json::from_str(&ran.out).expect("the answer is printed");
        assert_eq!((&report["resolved"], &report["value"]), (&json!(true), &json!(self.value)));
    }
}

/// A database of all states.
pub struct Database {
    pub game: &'static str,
}

impl Work for Database {
    fn whole(&self, scratch: &Scratch) -> Vec<String> {
        owned(&["solve", self.game, "--strong", "--database", &scratch.name("db"), "--json"])
    }

    fn result(&self, scratch: &Scratch, ran: &Ran) -> Value {
        run(&["lookup", &scratch.name("db")]).text();
        json!([timeless(ran.only_report()), print_of(&std::fs::read(scratch.0.join("db")).unwrap())])
    }
}

/// Learning from so many games, after so many in a run of its own.
pub struct Learn {
    pub first: Option<&'static str>,
    pub games: &'static str,
}

impl Learn {
    fn command(&self, scratch: &Scratch, games: &str) -> Vec<String> {
        const CONFIG: &str = "width = 64\nhidden = [16, 16]\ngames_a_round = 2\n[play]\nevaluations = 20\n";
        let (out, config) = (scratch.name("run"), scratch.write("config.toml", CONFIG));
        let how = ["--config", &config, "--pairs", "0", "--workers", "1", "--every", "100ms"];
        owned(&[&["learn", "connect4:4x4", "--out", &out, "--games", games], &how[..]].concat())
    }
}

impl Work for Learn {
    fn prepare(&self, scratch: &Scratch) {
        if let Some(games) = self.first {
            run(&borrowed(&self.command(scratch, games))).text();
        }
    }

    fn whole(&self, scratch: &Scratch) -> Vec<String> {
        self.command(scratch, self.games)
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

/// A tournament in shards of two matches.
pub struct Tournament {
    pub matches: usize,
    pub evaluations: u32,
}

impl Work for Tournament {
    fn prepare(&self, scratch: &Scratch) {
        let Tournament { matches, evaluations } = self;
        let plan = format!(
            "games = [\"tictactoe\"]\nmatches = {matches}\nevaluations = {evaluations}\nshard = 1\n\
             [[players]]\nalgorithm = \"ubfm\"\n[[players]]\nalgorithm = \"random-move\"\n"
        );
        scratch.write("plan.toml", &plan);
    }

    fn whole(&self, scratch: &Scratch) -> Vec<String> {
        owned(&["tournament", "run", &scratch.name("plan.toml"), "--jobs", "1"])
    }

    fn result(&self, scratch: &Scratch, ran: &Ran) -> Value {
        ran.text();
        let read = |name: &str| std::fs::read_to_string(scratch.0.join("plan.run").join(name)).unwrap();
        let shards: Vec<u64> = (0..self.matches / 2)
            .map(|shard| print_of(read(&format!("shards/{shard:06}.jsonl")).as_bytes()))
            .collect();
        let report: Value = serde_json::from_str(&read("report/report.json")).unwrap();
        json!([shards, report["rows"], print_of(read("report/matches.pgn").as_bytes())])
    }
}

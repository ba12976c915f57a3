//! Recorded sessions of every dialect, as a person can read them.
//!
//! The first line of a file says which engine it is. A line that begins with `> ` is said by the client; the others are the answers.
//! `~` stands for a time. `UPDATE_TRANSCRIPTS=1 cargo test -p unbounded-protocol --test suite transcripts` writes the answers
//! anew.

use std::fs;
use std::path::{Path, PathBuf};

use protocol::{Flow, Protocol};

use crate::common::{open, player};

fn files() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut files: Vec<PathBuf> = fs::read_dir(directory).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    files
}

/// The session that a file records, held again.
fn replay(text: &str) -> String {
    let head = text.lines().next().unwrap();
    let words: Vec<&str> = head.trim_start_matches("# ").split(' ').collect();
    let option = |name: &str| words.iter().position(|word| *word == name).map(|index| words[index + 1]);
    let (evaluations, evaluator) = (option("--evaluations").unwrap(), option("--evaluator").unwrap());
    let player = player(evaluations.parse().unwrap(), evaluator);
    let mut conversation = open(option("--protocol").unwrap(), words[0], player);
    let mut held = format!("{head}\n");
    for message in text.lines().filter_map(|line| line.strip_prefix('>')) {
        held += &format!(">{message}\n");
        let flow = conversation.say(message.strip_prefix(' ').unwrap_or(message));
        if flow == Flow::Continue {
            conversation.settle();
        }
        held += &mask(&conversation.heard());
    }
    held
}

/// Answers without times. Messages that end with a zero byte get a line each.
fn mask(heard: &str) -> String {
    let lines = heard.replace('\0', "\n");
    let lines = lines.lines().map(|line| {
        let line = after(line, &["time ", "nps ", "time=", "nps=", "\"seconds\":", "\"bytes\":"]);
        match (line.starts_with("==="), line.starts_with("nodestats")) {
            (true, _) => line.rsplit_once('/').map_or(line.clone(), |(front, _)| format!("{front}/~")),
            (_, true) => line.rsplit_once(' ').map_or(line.clone(), |(front, _)| format!("{front} ~")),
            _ => line,
        }
    });
    lines.map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// A line with the numbers after these words masked.
fn after(line: &str, words: &[&str]) -> String {
    let mut line = line.to_owned();
    for word in words {
        let mut from = 0;
        while let Some(place) = line[from..].find(word) {
            let begin = from + place + word.len();
            let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | 'e' | '-');
            let end = line[begin..].find(|c| !is_number(c)).map_or(line.len(), |length| begin + length);
            if end > begin {
                line.replace_range(begin..end, "~");
            }
            from = begin;
        }
    }
    line
}

#[test]
fn every_session_is_held_as_recorded() {
    let mut wrong = Vec::new();
    for file in files() {
        let recorded = fs::read_to_string(&file).unwrap();
        let held = replay(&recorded);
        if std::env::var_os("UPDATE_TRANSCRIPTS").is_some() {
            fs::write(&file, held).unwrap();
        } else if held != recorded {
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            let lines = held.lines().zip(recorded.lines());
            let differs = lines.enumerate().find(|(_, (now, then))| now != then);
            wrong.push(format!("{name}: {differs:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn there_is_a_session_of_every_dialect() {
    for protocol in Protocol::ALL {
        let has = |file: &PathBuf| {
            file.file_stem().is_some_and(|stem| stem.to_string_lossy().starts_with(protocol.name()))
        };
        assert!(files().iter().any(has), "{}", protocol.name());
    }
}

//! A learning run by a library call: its events, its journal, and that it continues where it was ended.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use arena::learning::{Event, Journal, LearningRun, Limits, LogLine, RunOptions};
use engine::{LearnOptions, Registry};

const GAME: &str = "connect4:5x4";

/// A directory of this test alone, which does not exist yet.
fn scratch(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("unbounded-learning-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    path
}

fn small() -> LearnOptions {
    let mut options =
        LearnOptions { width: 64, hidden: [16, 16], games_a_round: 2, ..LearnOptions::default() };
    options.play.evaluations = 30;
    options
}

fn until(games: u64, pairs: u64) -> RunOptions {
    RunOptions {
        limits: Limits { games: Some(games), ..Limits::default() },
        workers: 2,
        pairs,
        command: "a test".to_owned(),
        ..RunOptions::default()
    }
}

/// The numbers of a network file, without the header that says how long it took.
fn numbers(directory: &Path) -> Vec<u8> {
    let bytes = std::fs::read(directory.join("network.safetensors")).unwrap();
    let header = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    bytes[8 + header..].to_vec()
}

#[test]
fn a_run_reports_what_happens_and_logs_it() {
    let (path, registry) = (scratch("events"), Registry::standard());
    let mut run = LearningRun::begin(&registry, GAME, &path, small(), until(4, 1)).unwrap();
    let mut events = Vec::new();
    run.learn(&AtomicBool::new(false), &mut |event| events.push(event.clone())).unwrap();
    let count = |is: fn(&Event) -> bool| events.iter().filter(|event| is(event)).count();
    assert_eq!(count(|event| matches!(event, Event::Game(_))), 4);
    assert_eq!(count(|event| matches!(event, Event::Round(_))), 2);
    assert_eq!(count(|event| matches!(event, Event::Strength(_))), 2, "one for each fixed opponent");
    let saved = events.iter().position(|event| *event == Event::Saved).unwrap();
    let testing = events.iter().position(|event| *event == Event::Testing).unwrap();
    assert!(saved < testing, "the network that is tested is the one that was saved");
    // The log says the same as the events.
    let told: Vec<LogLine> = events
        .into_iter()
        .filter_map(|event| match event {
            Event::Round(round) => Some(LogLine::Round(round)),
            Event::Strength(strength) => Some(LogLine::Strength(strength)),
            _ => None,
        })
        .collect();
    let journal = Journal::open(&path).unwrap();
    assert_eq!(journal.lines(), told);
    assert_eq!((journal.game(), journal.last_round().unwrap().games), (GAME, 4));
    let opponents: Vec<&str> =
        journal.last_strength().iter().map(|strength| strength.opponent.as_str()).collect();
    assert_eq!(opponents, ["mcts", "mobility"]);
    std::fs::remove_dir_all(&path).unwrap();
}

#[test]
fn an_interrupted_run_continues_to_the_same_network() {
    let (path, whole, registry) = (scratch("interrupted"), scratch("whole"), Registry::standard());
    let mut run = LearningRun::begin(&registry, GAME, &path, small(), until(8, 0)).unwrap();
    let interrupt = AtomicBool::new(false);
    run.learn(&interrupt, &mut |event| {
        if matches!(event, Event::Round(round) if round.round == 2) {
            interrupt.store(true, Ordering::Relaxed);
        }
    })
    .unwrap();
    assert_eq!(run.progress().games, 4, "the round that was done counts, and no other one");
    // Another process must not learn in this directory as long as the run lives.
    assert!(LearningRun::begin(&registry, GAME, &path, small(), until(8, 0)).is_err());
    drop(run);
    let mut run = LearningRun::begin(&registry, GAME, &path, small(), until(8, 0)).unwrap();
    assert_eq!(run.progress().games, 4);
    run.learn(&AtomicBool::new(false), &mut |_| ()).unwrap();
    let mut through = LearningRun::begin(&registry, GAME, &whole, small(), until(8, 0)).unwrap();
    through.learn(&AtomicBool::new(false), &mut |_| ()).unwrap();
    assert_eq!(numbers(&path), numbers(&whole));
    for path in [path, whole] {
        std::fs::remove_dir_all(path).unwrap();
    }
}

#[test]
fn a_directory_belongs_to_its_game_and_options() {
    let (path, registry) = (scratch("options"), Registry::standard());
    drop(LearningRun::begin(&registry, GAME, &path, small(), until(2, 0)).unwrap());
    let refusal = |game: &str, what: LearnOptions| {
        let refused = LearningRun::begin(&registry, game, &path, what, until(2, 0));
        refused.err().expect("this should be refused").to_string()
    };
    assert!(refusal("connect4:4x4", small()).contains("run.toml: this run learns connect4:5x4"));
    assert!(refusal(GAME, LearnOptions { seed: 9, ..small() }).contains("other options"));
    std::fs::remove_dir_all(&path).unwrap();
}

#[test]
fn the_first_limit_ends_a_run() {
    let round = engine::RoundDone {
        round: 5,
        games: 40,
        states: 0,
        samples: 0,
        seconds: 80.0,
        loss: 0.0,
        held_out: 0.0,
        decisive: 1.0,
        distinct: 8,
        start_value: 0.0,
        first_player: 0.5,
        plies: 9.0,
        playing: 1.0,
        training: 1.0,
        window: 0,
    };
    let left = |time: Option<u64>, games: Option<u64>| {
        Limits { time: time.map(Duration::from_secs), games }.time_left(&round)
    };
    assert_eq!(left(None, None), None);
    assert_eq!(left(None, Some(50)), Some(Duration::from_secs(20)), "two seconds per game so far");
    assert_eq!(left(Some(90), Some(50)), Some(Duration::from_secs(10)));
    assert_eq!(left(Some(70), None), Some(Duration::ZERO));
}

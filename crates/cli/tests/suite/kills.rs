//! Commands that are killed again and again, at any moment, come to the same result as undisturbed ones.
//!
//! `UNBOUNDED_KILLS` says how many kills there are in all; `.ci/kills` asks for a thousand.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::common::{Ran, Scratch, command, run};
use crate::works::{Database, Learn, Solve, Tournament, Work, borrowed, left_behind};

/// Kills of all tests together if nothing else is asked for.
const KILLS: u32 = 50;

/// The tests in this file, which share the kills.
const TESTS: u32 = 5;

/// Numbers that are the same in every run.
struct Moments(u64);

impl Moments {
    /// A moment before this one.
    fn before(&mut self, end: Duration) -> Duration {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        end.mul_f64((self.0 >> 40) as f64 / (1 << 24) as f64)
    }
}

/// Kills a command until it was killed as often as is asked for, lets it go on each time, and begins anew when it has come
/// to its end.
fn kill(name: &str, work: &dyn Work) {
    let kills = std::env::var("UNBOUNDED_KILLS").map_or(KILLS, |kills| kills.parse().expect("a number"));
    let new = || {
        let scratch = Scratch::new(name);
        work.prepare(&scratch);
        scratch
    };
    let mut scratch = new();
    let begin = Instant::now();
    let whole = run(&borrowed(&work.whole(&scratch)));
    let time = begin.elapsed();
    let expected = work.result(&scratch, &whole);
    let (mut moments, mut killed, mut ended) = (Moments(1), 0, 0);
    drop(scratch);
    scratch = new();
    while killed < kills.div_ceil(TESTS) {
        let mut child = command(&borrowed(&work.rest(&scratch))).spawn().unwrap();
        std::thread::sleep(moments.before(time));
        if child.try_wait().unwrap().is_none() {
            child.kill().unwrap();
            killed += 1;
        }
        let ran = Ran::from(child.wait_with_output().unwrap());
        // It may have come to its end between the question and the kill.
        if ran.code.is_some() {
            assert_eq!(work.result(&scratch, &ran), expected, "after {killed} kills");
            assert_eq!(left_behind(&scratch), Vec::<PathBuf>::new(), "after {killed} kills");
            ended += 1;
            drop(scratch);
            scratch = new();
        }
    }
    let rest = run(&borrowed(&work.rest(&scratch)));
    assert_eq!(work.result(&scratch, &rest), expected, "in the end");
    assert_eq!(left_behind(&scratch), Vec::<PathBuf>::new(), "in the end");
    println!("{name}: {killed} kills, {} runs came to their end", ended + 1);
}

#[test]
fn a_solver_with_a_ledger_survives_kills() {
    kill("kills-ledger", &Solve { game: "connect4:5x5", algorithm: "auto", value: 0 });
}

#[test]
fn a_search_with_a_tree_survives_kills() {
    kill("kills-tree", &Solve { game: "breakthrough:4x4", algorithm: "ubfm", value: -1 });
}

#[test]
fn writing_a_database_survives_kills() {
    kill("kills-database", &Database { game: "connect4:4x4" });
}

#[test]
fn learning_survives_kills() {
    kill("kills-learn", &Learn { first: None, games: "120" });
}

#[test]
fn a_tournament_survives_kills() {
    kill("kills-tournament", &Tournament { matches: 60, evaluations: 400 });
}

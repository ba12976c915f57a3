//! A solve that is killed again and again, at any moment, comes to the same value in the end.

use std::process::Child;
use std::time::Duration;

use crate::common::{Ran, TemporaryFile, command, run};

const KILLS: u32 = 50;

/// At least this number must have hit a search in the middle of it, for the test to mean anything.
const SOME: u32 = KILLS / 5;

/// A pseudo-random number of milliseconds: from before the first checkpoint to after several of them.
fn moment(state: &mut u64) -> Duration {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    Duration::from_millis(5 + (*state >> 33) % 400)
}

fn start(arguments: &[&str]) -> Child {
    command(&[&["solve", "--json", "--every", "100ms"], arguments].concat()).spawn().unwrap()
}

/// Solves until the solve was killed this number of times, from the beginning whenever it came to an end.
fn kill_and_resume(game: &[&str], value: i8, seed: u64) {
    let file = TemporaryFile::new("save");
    let from_the_beginning = [game, &["--checkpoint", file.name()]].concat();
    let (mut random, mut kills, mut resumed) = (seed, 0, 0);
    let mut child = start(&from_the_beginning);
    while kills < KILLS {
        std::thread::sleep(moment(&mut random));
        let has_ended = child.try_wait().unwrap().is_some();
        child.kill().unwrap();
        let ran = Ran::from(child.wait_with_output().unwrap());
        kills += u32::from(!has_ended);
        child = if has_ended {
            assert_eq!(ran.only_json()["value"], value, "{game:?} after {kills} kills");
            start(&from_the_beginning)
        } else if std::path::Path::new(file.name()).exists() {
            resumed += 1;
            start(&["--resume", file.name()])
        } else {
            start(&from_the_beginning)
        };
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(resumed >= SOME, "{game:?}: resumed {resumed} times only");
    let report = run(&["solve", "--json", "--resume", file.name()]).only_json();
    assert_eq!((&report["value"], &report["stop"]), (&value.into(), &"resolved".into()), "{game:?}");
}

#[test]
fn the_solver_survives_fifty_kills() {
    kill_and_resume(&["connect4:5x5"], 0, 1);
}

#[test]
fn the_class_survives_fifty_kills() {
    kill_and_resume(&["breakthrough:4x5", "--algorithm", "ubfm"], -1, 2);
}

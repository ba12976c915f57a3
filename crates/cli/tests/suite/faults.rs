//! Every step of writing files fails once, in every way: the answer is not lost, nothing is left behind, and the same
//! command then gives what an undisturbed run gives.

use std::path::PathBuf;

use crate::common::{Ran, Scratch, command, run};
use crate::works::{Database, Learn, Solve, Tournament, Work, borrowed, left_behind};

/// What can happen at a step: see `crates/files/src/faults.rs`.
const KINDS: [&str; 4] = ["error", "torn", "full", "kill"];

/// Runs a command with a fault. Returns whether the fault has happened.
fn disturb(work: &dyn Work, scratch: &Scratch, fault: &str) -> bool {
    let arguments = work.whole(scratch);
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
            assert!(
                complaint.starts_with("unbounded: ") && complaint.contains("cannot write"),
                "{complaint}"
            );
            assert!(complaint.contains(scratch.0.to_str().unwrap()), "no file is named: {complaint}");
        }
        code => panic!("{fault}: {code:?}, {}", ran.err),
    }
    if ran.code != Some(2) {
        work.check_answer(&ran);
    }
    assert_eq!(left_behind(scratch), Vec::<PathBuf>::new(), "{fault}");
    happened
}

/// Lets every step fail in every way. Returns how many steps there were.
fn at_every_step(name: &str, work: &dyn Work) -> u32 {
    let undisturbed = Scratch::new(&format!("{name}-undisturbed"));
    work.prepare(&undisturbed);
    let expected = work.result(&undisturbed, &run(&borrowed(&work.whole(&undisturbed))));
    let mut step = 1;
    loop {
        let mut happened = false;
        for kind in KINDS {
            let fault = format!("{kind}:{step}");
            let scratch = Scratch::new(&format!("{name}-{kind}"));
            work.prepare(&scratch);
            if disturb(work, &scratch, &fault) {
                happened = true;
                let rest = run(&borrowed(&work.rest(&scratch)));
                assert_eq!(rest.code, Some(0), "{fault}: {}", rest.err);
                let again = run(&borrowed(&work.whole(&scratch)));
                assert_eq!(work.result(&scratch, &again), expected, "{fault}");
                assert_eq!(left_behind(&scratch), Vec::<PathBuf>::new(), "{fault}");
            }
        }
        if !happened {
            return step - 1;
        }
        step += 1;
    }
}

#[test]
fn a_solve_survives_a_fault_at_every_step() {
    let steps = at_every_step("faults-solve", &Solve { game: "hexapawn:4x4", algorithm: "ubfm", value: 1 });
    assert!(steps > 15, "{steps}");
}

#[test]
fn a_database_survives_a_fault_at_every_step() {
    let steps = at_every_step("faults-database", &Database { game: "tictactoe" });
    assert!(steps > 5, "{steps}");
}

#[test]
fn learning_survives_a_fault_at_every_step() {
    for first in [None, Some("2")] {
        let steps = at_every_step("faults-learn", &Learn { first, games: "6" });
        assert!(steps > 20, "{steps}");
    }
}

#[test]
fn a_tournament_survives_a_fault_at_every_step() {
    let steps = at_every_step("faults-tournament", &Tournament { matches: 6, evaluations: 20 });
    assert!(steps > 20, "{steps}");
}

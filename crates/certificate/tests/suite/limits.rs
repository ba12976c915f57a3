//! Limits end writing and verifying.

use std::io::Cursor;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use certificate::{Error, Halt, Limits, Prover, Reader, WalkState, verify, write};
use games::connect4::Connect4;

use crate::minimax::{Minimax, certificate};

fn start() -> Connect4<u64> {
    Connect4::start(4, 4)
}

/// A prover and reader within limits.
struct Within<'a>(Limits<'a>, Minimax<Connect4<u64>>);

impl Prover<Connect4<u64>> for Within<'_> {
    fn choose(&mut self, visit: &WalkState<'_, Connect4<u64>>) -> Result<Option<u8>, Halt> {
        self.1.choose(visit)
    }

    fn may_hold(&mut self, bytes: usize) -> Result<(), Halt> {
        self.0.check(bytes)
    }
}

impl Reader<Connect4<u64>> for Within<'_> {
    fn may_hold(&mut self, bytes: usize) -> Result<(), Halt> {
        self.0.check(bytes)
    }
}

/// Why writing and verifying end.
fn ends(limits: Limits<'_>) -> [Option<Halt>; 2] {
    let (file, _) = certificate("connect4:4x4", &start(), &mut Minimax::default());
    let halt = |error: Error| match error {
        Error::Halt(halt) => halt,
        error => panic!("{error}"),
    };
    let mut within = Within(limits, Minimax::default());
    let written = write(Vec::new(), "connect4:4x4", &start(), 0, &mut within);
    let verified = verify(&mut Cursor::new(file), &start(), &mut within);
    [written.err().map(halt), verified.err().map(halt)]
}

#[test]
fn every_limit_ends_writing_and_verifying() {
    let both = |halt| [Some(halt), Some(halt)];
    assert_eq!(ends(Limits::default()), [None, None]);
    assert_eq!(ends(Limits { deadline: Some(Instant::now()), ..Limits::default() }), both(Halt::Time));
    assert_eq!(ends(Limits { memory: Some(20_000), ..Limits::default() }), both(Halt::Memory));
    assert_eq!(ends(Limits { memory: Some(1 << 20), ..Limits::default() }), [None, None]);
    let interrupted = AtomicBool::new(false);
    assert_eq!(ends(Limits { interrupt: Some(&interrupted), ..Limits::default() }), [None, None]);
    interrupted.store(true, Ordering::Relaxed);
    let limits = Limits { interrupt: Some(&interrupted), ..Limits::default() };
    assert_eq!(ends(limits), both(Halt::Interrupted));
}

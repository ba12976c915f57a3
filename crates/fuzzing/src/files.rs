//! Files of searches: checkpoints, certificates, databases.

use std::io::Cursor;

use engine::{Budget, Database, Limits, Registry, Watch};
use game::laws::exhaustive_value_within;
use game::{AnyState, Game};

use crate::sealing;

/// More states than any game has whose certificates are seeds.
const STATES: usize = 10_000;

/// A checkpoint: it is refused, or the search goes on.
pub fn checkpoints(input: &[u8]) -> bool {
    // A search may be of any game, and large ones have large states.
    if input.len() > 1 << 16 {
        return false;
    }
    let resumed = Registry::standard().resume(&mut Cursor::new(sealing::seal(input)));
    let Ok(mut session) = resumed else { return false };
    let budget = Budget { evaluations: Some(50), iterations: Some(50), ..Budget::default() };
    session.think(&budget, &mut Watch::default());
    session.save(&mut Vec::new()).expect("what was saved once can be saved again");
    true
}

/// A certificate: it is refused, or it is true. Its strategies can be asked.
pub fn certificates(input: &[u8]) -> bool {
    let Some(file) = sealing::seal_certificate(input) else { return false };
    let registry = Registry::standard();
    let limits = Limits { memory: Some(1 << 26), ..Limits::default() };
    let Ok((header, _)) = registry.verify(&mut Cursor::new(&file), &limits) else { return false };
    let start = games::start(&header.game).expect("it was opened before");
    let root: AnyState = start.parse_position(&header.position).expect("it was read before");
    let truth = exhaustive_value_within(&root, STATES);
    assert!(truth.is_none_or(|value| value == header.value), "{header:?}");
    let opened = registry.open_certificate(&mut Cursor::new(&file), &limits);
    assert_eq!(opened.expect("it was accepted before").header, header);
    true
}

/// A database: it is refused, or it can be looked into.
pub fn databases(input: &[u8]) -> bool {
    let file = Box::new(Cursor::new(sealing::seal(input)));
    let Ok(mut database) = Database::open(&Registry::standard(), file) else { return false };
    let position = database.position().copy();
    // What is not there, or contradicts itself, is an error.
    database.look_up(position.as_ref()).is_ok()
}

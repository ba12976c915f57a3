//! Proofs are accepted, and everything else is rejected.

use std::collections::HashMap;
use std::io::Cursor;

use certificate::{Error, Header, Promise, verify, write};
use game::{Game, Player, Rng, Visitor};
use sha2::{Digest, Sha256};

/// The value of every state reachable from `state`, by the definition of minimax.
fn minimax<G: Game>(state: &G, values: &mut HashMap<G, i8>) -> i8 {
    if let Some(outcome) = state.outcome() {
        return outcome.gain();
    }
    if let Some(&value) = values.get(state) {
        return value;
    }
    let children = children(state).into_iter().map(|(_, child)| minimax(&child, values));
    let value = match state.turn() {
        Player::First => children.max(),
        Player::Second => children.min(),
    };
    let value = value.expect("a non-terminal state has children");
    values.insert(state.clone(), value);
    value
}

fn children<G: Game>(state: &G) -> Vec<(G::Move, G)> {
    let mut moves = Vec::new();
    state.moves(&mut moves);
    let after = |m| {
        let mut child = state.clone();
        child.play(m);
        (m, child)
    };
    moves.into_iter().map(after).collect()
}

/// A certificate of the game's value, made by minimax, and the value.
fn certificate<G: Game>(name: &str, start: &G) -> (Vec<u8>, i8) {
    let mut values = HashMap::new();
    let value = minimax(start, &mut values);
    let mut file = Vec::new();
    let size = write(&mut file, name, start, value, |promise: Promise, state: &G| {
        let mut seen = |child: &G| promise.holder.sign() * minimax(child, &mut values);
        children(state).into_iter().max_by_key(|(_, child)| seen(child)).map(|(m, _)| m)
    })
    .unwrap();
    assert_eq!(size.bytes, file.len() as u64);
    (file, value)
}

struct Check<'a>(&'a str);

impl Visitor for Check<'_> {
    type Output = i8;
    fn visit<G: Game>(self, start: G) -> i8 {
        let (file, value) = certificate(self.0, &start);
        let mut choices = 0;
        let (header, size) = verify(&mut Cursor::new(&file), &start, |_, state, m| {
            assert!(children(state).iter().any(|(legal, _)| *legal == m));
            choices += 1;
        })
        .unwrap();
        let position = start.position();
        assert_eq!(header, Header { game: self.0.to_owned(), rules: start.rules_version(), position, value });
        assert_eq!((size.choices, size.bytes), (choices, file.len() as u64));
        value
    }
}

#[test]
fn proofs_of_either_player_and_of_draws_are_accepted() {
    for (name, value) in
        [("hexapawn:3x3", -1), ("hex:2,noswap", 1), ("mnk:3x2x2", 1), ("mnk:3x2x3", 0), ("nim:1-2-3", -1)]
    {
        assert_eq!(games::open(name, Check(name)).unwrap(), value, "{name}");
    }
}

#[test]
fn every_corruption_is_rejected() {
    let start = games::hexapawn::Hexapawn::start(3, 3);
    let (file, _) = certificate("hexapawn:3x3", &start);
    let mut rng = Rng::new(5);
    for round in 0..10_000 {
        let mut damaged = file.clone();
        let offset = rng.below(file.len());
        let other = rng.below(file.len());
        match round % 6 {
            0 => damaged[offset] ^= 1 << rng.below(8),
            1 => damaged[offset] = rng.next_u64() as u8,
            2 => damaged.truncate(offset),
            3 => damaged.insert(offset, rng.next_u64() as u8),
            4 => drop(damaged.remove(offset)),
            _ => damaged.swap(offset, other),
        }
        let accepted = verify(&mut Cursor::new(&damaged), &start, |_, _, _| {}).is_ok();
        assert_eq!(accepted, damaged == file, "round {round}, offset {offset}");
    }
}

/// Appends the right checksum to modified bytes.
fn sign(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = Sha256::digest(&bytes);
    bytes.extend(sum);
    bytes
}

/// A forged file with a valid checksum still has to prove the value.
#[test]
fn a_forged_certificate_proves_nothing() {
    let start = games::hexapawn::Hexapawn::start(3, 3);
    let (file, _) = certificate("hexapawn:3x3", &start);
    let unsigned = &file[..file.len() - 32];
    let rejection = |bytes: Vec<u8>| verify(&mut Cursor::new(sign(bytes)), &start, |_, _, _| {}).unwrap_err();
    let replaced = |from: &str, to: &str| {
        let offset = unsigned.windows(from.len()).position(|part| part == from.as_bytes()).unwrap();
        [&unsigned[..offset], to.as_bytes(), &unsigned[offset + from.len()..]].concat()
    };
    assert!(verify(&mut Cursor::new(sign(unsigned.to_vec())), &start, |_, _, _| {}).is_ok());
    assert!(matches!(rejection(replaced("certificate 1", "certificate 2")), Error::Format(_)));
    assert!(matches!(rejection(replaced("\"rules\":1", "\"rules\":2")), Error::Rules { found: 2, .. }));
    assert!(matches!(rejection(replaced("\"rules\":1", "\"rules\": 1")), Error::Format(_)));
    assert!(matches!(rejection(replaced("\"value\":-1", "\"value\":-2")), Error::Format(_)));
    for value in ["0", "1"] {
        let rejection = rejection(replaced("\"value\":-1", &format!("\"value\":{value}")));
        assert!(
            matches!(rejection, Error::Broken { .. } | Error::Length(_) | Error::NoSuchMove { .. }),
            "{rejection}"
        );
    }
    assert!(matches!(rejection([unsigned, &[0]].concat()), Error::Length(_)));
    assert!(matches!(rejection(unsigned[..unsigned.len() - 1].to_vec()), Error::Length(_) | Error::File(_)));
    assert!(matches!(rejection(Vec::new()), Error::Format(_)));
}

#[test]
fn a_strategy_that_breaks_its_promise_is_not_written() {
    let start = games::hexapawn::Hexapawn::start(3, 3);
    let first_move = |_: Promise, state: &_| Some(children(state)[0].0);
    let rejection = write(Vec::new(), "hexapawn:3x3", &start, 1, first_move).unwrap_err();
    assert!(matches!(rejection, Error::Broken { .. }), "{rejection}");
    let rejection = write(Vec::new(), "hexapawn:3x3", &start, 1, |_, _| None).unwrap_err();
    assert!(matches!(rejection, Error::Unknown { .. }), "{rejection}");
}

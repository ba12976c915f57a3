//! What is written is read again.

use std::io::Cursor;

use certificate::{Error, Halt, Header, Prover, Reader, WalkState, verify, write};
use game::{AnyState, Game, Sight};

use crate::minimax::{Minimax, certificate, children};

struct Check<'a>(&'a str);

/// Sees what a certificate says.
#[derive(Default)]
struct Seen {
    moves: u64,
    proofs: u64,
}

impl<G: Game> Reader<G> for Seen {
    fn see_move(&mut self, visit: &WalkState<'_, G>, m: G::Move) {
        assert!(visit.is_choice() && children(visit.state).iter().any(|(legal, _)| *legal == m));
        self.moves += 1;
    }

    fn see_proof(&mut self, _: &WalkState<'_, G>, _: &[u8]) {
        self.proofs += 1;
    }
}

impl Check<'_> {
    fn visit(self, start: AnyState) -> i8 {
        let (file, written) = certificate(self.0, &start, &mut Minimax::default());
        let mut seen = Seen::default();
        let (header, size) = verify(&mut Cursor::new(&file), &start, &mut seen).unwrap();
        let expected = Header {
            game: self.0.to_owned(),
            rules: start.rules_version(),
            definition: None,
            position: start.position(),
            value: header.value,
            rule: start.proof_rule().map(|rule| rule.name().to_owned()),
        };
        assert_eq!(header, expected);
        assert_eq!((size, size.choices, size.by_rule), (written, seen.moves, seen.proofs));
        assert_eq!(size.by_rule > 0, header.rule.is_some());
        header.value
    }
}

#[test]
fn proofs_of_either_player_and_of_draws_are_accepted() {
    for (name, value) in [
        ("hexapawn:3x3", -1),
        ("hex:2,noswap", 1),
        ("hex:3", -1),
        ("hex:3x4", -1),
        ("mnk:3x2x2", 1),
        ("mnk:3x2x3", 0),
        ("nim:1-2-3", -1),
    ] {
        assert_eq!(games::start(name).map(|start| Check(name).visit(start)).unwrap(), value, "{name}");
    }
}

/// Always plays the first move, or none.
struct Careless {
    plays: bool,
}

impl<G: Game> Prover<G> for Careless {
    fn choose(&mut self, visit: &WalkState<'_, G>) -> Result<Option<G::Move>, Halt> {
        Ok(self.plays.then(|| visit.moves[0]))
    }
}

#[test]
fn a_strategy_that_breaks_its_promise_is_not_written() {
    let start = games::hexapawn::Hexapawn::start(3, 3);
    let refusal = write(Vec::new(), "hexapawn:3x3", &start, 1, &mut Careless { plays: true }).unwrap_err();
    assert!(matches!(refusal, Error::Broken { .. }), "{refusal}");
    let refusal = write(Vec::new(), "hexapawn:3x3", &start, 1, &mut Careless { plays: false }).unwrap_err();
    assert!(matches!(refusal, Error::Unknown { .. }), "{refusal}");
}

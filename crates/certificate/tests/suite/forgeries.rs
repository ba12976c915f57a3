//! What is damaged is refused, and what is false is refused even with a checksum that fits.

use std::io::Cursor;

use certificate::{Error, verify};
use game::{Game, Rng};
use games::hex::Hex;

use crate::forge::{Parts, alter, sign};
use crate::minimax::{Minimax, certificate};

#[test]
fn every_corruption_is_refused() {
    let start = games::hexapawn::Hexapawn::start(3, 3);
    let (file, _) = certificate("hexapawn:3x3", &start, &mut Minimax::default());
    let mut rng = Rng::new(5);
    for round in 0..10_000 {
        let mut damaged = file.clone();
        let place = rng.below(file.len());
        let other = rng.below(file.len());
        match round % 6 {
            0 => damaged[place] ^= 1 << rng.below(8),
            1 => damaged[place] = rng.next_u64() as u8,
            2 => damaged.truncate(place),
            3 => damaged.insert(place, rng.next_u64() as u8),
            4 => drop(damaged.remove(place)),
            _ => damaged.swap(place, other),
        }
        let accepted = verify(&mut Cursor::new(&damaged), &start, &mut ()).is_ok();
        assert_eq!(accepted, damaged == file, "round {round}, place {place}");
    }
}

/// A checksum can be forged; the value still has to be proven.
#[test]
fn a_forged_certificate_proves_nothing() {
    let start = games::hexapawn::Hexapawn::start(3, 3);
    let (file, _) = certificate("hexapawn:3x3", &start, &mut Minimax::default());
    let unsigned = &file[..file.len() - 32];
    let refusal = |bytes: Vec<u8>| verify(&mut Cursor::new(sign(bytes)), &start, &mut ()).unwrap_err();
    let replaced = |from: &str, to: &str| {
        let place = unsigned.windows(from.len()).position(|part| part == from.as_bytes()).unwrap();
        [&unsigned[..place], to.as_bytes(), &unsigned[place + from.len()..]].concat()
    };
    assert!(verify(&mut Cursor::new(sign(unsigned.to_vec())), &start, &mut ()).is_ok());
    assert!(matches!(refusal(replaced("certificate 2", "certificate 3")), Error::Format(_)));
    assert!(matches!(refusal(replaced("\"rules\":1", "\"rules\":2")), Error::Rules { found: 2, .. }));
    assert!(matches!(refusal(replaced("\"rules\":1", "\"rules\": 1")), Error::Format(_)));
    assert!(matches!(refusal(replaced("\"value\":-1", "\"value\":-2")), Error::Format(_)));
    for rule in ["virtual connections 1", "", "common sense"] {
        let header = format!("\"value\":-1,\"rule\":\"{rule}\"");
        assert!(matches!(refusal(replaced("\"value\":-1", &header)), Error::UnknownRule { .. }));
    }
    for value in ["0", "1"] {
        let refusal = refusal(replaced("\"value\":-1", &format!("\"value\":{value}")));
        assert!(
            matches!(refusal, Error::Broken { .. } | Error::Length(_) | Error::NoSuchMove { .. }),
            "{refusal}"
        );
    }
    assert!(matches!(refusal([unsigned, &[0]].concat()), Error::Length(_)));
    assert!(matches!(refusal(unsigned[..unsigned.len() - 1].to_vec()), Error::Length(_) | Error::File(_)));
    assert!(matches!(refusal(Vec::new()), Error::Format(_)));
}

/// A random position of Hex with no winner yet.
fn position(start: &Hex<u64>, rng: &mut Rng) -> Hex<u64> {
    loop {
        let mut state = *start;
        for _ in 0..rng.below(8) {
            let mut moves = Vec::new();
            state.moves(&mut moves);
            if !moves.is_empty() {
                state.play(rng.pick(&moves));
            }
        }
        if state.outcome().is_none() {
            return state;
        }
    }
}

/// Proofs of one position are passed off as proofs of others of which the same is false, as they are and altered
/// in hundreds of ways: none is accepted. Altered proofs of what is true may still be proofs, most are not.
#[test]
fn no_alteration_proves_what_is_false() {
    for (columns, rows, swap, rounds) in [(3, 3, false, 60), (3, 4, false, 60), (3, 3, true, 40)] {
        let start = Hex::<u64>::start(columns, rows, swap);
        let name = format!("hex:{columns}x{rows}{}", if swap { "" } else { ",noswap" });
        let (mut rng, mut minimax) = (Rng::new(9), Minimax::default());
        let (mut false_claims, mut refused, mut still_true) = (0, 0, 0);
        for _ in 0..rounds {
            let state = position(&start, &mut rng);
            let (file, size) = certificate(&name, &state, &mut minimax);
            assert!(size.by_rule > 0 || size.states < 4, "{}", state.position());
            let parts = Parts::of(&file);
            let others: Vec<Hex<u64>> = (0..4).map(|_| position(&start, &mut rng)).collect();
            for other in others.into_iter().chain([state]) {
                let is_false = minimax.value(&other) != minimax.value(&state);
                for alterations in 0..40 {
                    let mut forged = parts.clone();
                    forged.header = forged.header.replace(&state.position(), &other.position());
                    (0..alterations.min(3)).for_each(|_| alter(&mut forged.body, &mut rng));
                    let accepted = verify(&mut Cursor::new(forged.file()), &start, &mut ()).is_ok();
                    assert!(!(accepted && is_false), "{} by {:?}", other.position(), forged.body);
                    false_claims += usize::from(is_false);
                    refused += usize::from(!accepted);
                    still_true += usize::from(accepted);
                }
            }
        }
        assert!(
            false_claims > 1_000 && refused > 2_000 && still_true > 50,
            "{name}: {false_claims} {refused} {still_true}"
        );
    }
}

/// Whatever lengths a file claims, nothing is allocated for them.
#[test]
fn a_proof_of_endless_length_is_refused() {
    let start = Hex::<u64>::start(3, 3, false);
    let (file, _) = certificate("hex:3x3,noswap", &start, &mut Minimax::default());
    let mut parts = Parts::of(&file);
    assert_eq!(parts.body[0], 0, "the first state is proven by the rule");
    for length in [&[0xff, 0xff, 0xff, 0xff, 0x0f][..], &[0xff; 12], &[0x81, 0x80, 0x04]] {
        parts.body = [&[0], length, &[0; 100]].concat();
        let refusal = verify(&mut Cursor::new(parts.file()), &start, &mut ()).unwrap_err();
        assert!(matches!(refusal, Error::Format(_)), "{refusal}");
    }
    // An endless number of lines, in a proof that has one.
    parts.body = vec![0, 4, 0, 0xff, 0xff, 0x7f];
    let refusal = verify(&mut Cursor::new(parts.file()), &start, &mut ()).unwrap_err();
    assert!(matches!(refusal, Error::Rule { .. }), "{refusal}");
}

//! Certificates of random games that are altered and get a checksum that fits.

use std::io::Cursor;
use std::sync::atomic::AtomicBool;

use ::game::Rng;
use engine::{Budget, Limits, Settings, Watch};

use super::game::RandomGame;
use super::tally::Tally;
use crate::forge::{Parts, alter};

/// Altered copies of each certificate.
const FORGERIES: usize = 24;

/// Proves the value of a random state, passes the proof off as one of other states, as it is and altered, and checks that no
/// false claim is accepted.
pub fn alter_certificates(game: &RandomGame, tally: &mut Tally) {
    let mut rng = Rng::new(!game.seed);
    let state = rng.below(game.values.len());
    let position = game.start().read(&state.to_string()).expect("a position is a number");
    let algorithm = ["auto", "ubfm", "alpha-beta", "df-pn"][rng.below(4)].to_owned();
    let settings = Settings { algorithm, ..Settings::default() };
    let mut session = position.session(&settings).expect("it can be searched");
    session.think(&Budget::default(), &mut Watch::default());
    let mut file = Vec::new();
    session.certificate(&mut file, &Budget::default(), &AtomicBool::new(false)).expect("it is proven");
    let verify = |file: Vec<u8>| game.registry.verify(&mut Cursor::new(file), &Limits::default());
    let (header, _) = verify(file.clone()).expect("a proof is accepted");
    assert_eq!(header.value, game.values[state], "{}: {state}", game.name);
    tally.certificates += 1;
    let parts = Parts::of(&file);
    for _ in 0..FORGERIES {
        let (other, claimed) = (rng.below(game.values.len()), rng.below(3) as i8 - 1);
        let mut forged = parts.clone();
        let replace = |header: &str, key: &str, old: String, new: String| {
            header.replace(&format!("\"{key}\":{old}"), &format!("\"{key}\":{new}"))
        };
        let quoted = |state: usize| format!("\"{state}\"");
        forged.header = replace(&forged.header, "position", quoted(state), quoted(other));
        forged.header = replace(&forged.header, "value", header.value.to_string(), claimed.to_string());
        (0..rng.below(4)).for_each(|_| alter(&mut forged.body, &mut rng));
        let is_true = claimed == game.values[other];
        let accepted = verify(forged.file()).is_ok();
        assert!(is_true || !accepted, "{}: {other} is not {claimed}: {:?}", game.name, forged.body);
        tally.false_claims += u64::from(!is_true);
        tally.altered_proofs += u64::from(accepted);
    }
}

//! Files of version 1 are still proofs.

use std::io::Cursor;

use certificate::{Error, verify};
use game::AnyState;

use crate::forge::Parts;

const FILES: [(&str, &[u8], i8, u64); 3] = [
    ("tictactoe", include_bytes!("../data/tictactoe.cert"), 0, 796),
    ("hexapawn:3x3", include_bytes!("../data/hexapawn_3x3.cert"), -1, 19),
    ("hex:3", include_bytes!("../data/hex_3.cert"), -1, 1005),
];

struct Verify<'a>(&'a [u8]);

impl Verify<'_> {
    fn visit(self, start: AnyState) -> Result<(i8, u64), Error> {
        verify(&mut Cursor::new(self.0), &start, &mut ()).map(|(header, size)| (header.value, size.states))
    }
}

#[test]
fn files_of_version_1_are_verified() {
    for (name, file, value, states) in FILES {
        assert!(file.starts_with(b"unbounded certificate 1\n"));
        assert_eq!(
            games::start(name).map(|start| Verify(file).visit(start)).unwrap().unwrap(),
            (value, states),
            "{name}"
        );
    }
}

#[test]
fn files_of_version_1_have_no_rule() {
    let (name, file, ..) = FILES[2];
    let mut parts = Parts::of(file);
    parts.header = parts.header.replace('}', ",\"rule\":\"virtual connections 1\"}");
    let refusal = games::start(name).map(|start| Verify(&parts.file()).visit(start)).unwrap().unwrap_err();
    assert!(refusal.to_string().contains("version 1 has no rules"), "{refusal}");
    // Nor is what one version says what another one would.
    parts.title = "unbounded certificate 2".to_owned();
    assert!(games::start(name).map(|start| Verify(&parts.file()).visit(start)).unwrap().is_err());
}

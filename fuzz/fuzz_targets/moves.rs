//! Any text as moves from the start: it is refused, or all that is read is legal.
#![no_main]

use game::{Game, Visitor};

struct Moves<'a>(&'a str);

impl Visitor for Moves<'_> {
    type Output = Result<(), String>;
    fn visit<G: Game>(self, start: G) -> Self::Output {
        game::laws::check_moves_text(&start, self.0)
    }
}

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    if let Some((sample, text)) = fuzz::read(input) {
        games::open(sample, Moves(&text)).unwrap().unwrap_or_else(|broken| panic!("{sample}: {broken}"));
    }
});

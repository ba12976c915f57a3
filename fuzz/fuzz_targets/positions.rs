//! Any text as a position: it is refused, or it obeys the laws and can be played on.
#![no_main]

use game::{Game, Rng, Visitor};

struct Position<'a>(&'a str);

impl Visitor for Position<'_> {
    type Output = Result<(), String>;
    fn visit<G: Game>(self, start: G) -> Self::Output {
        game::laws::check_position_text(&start, self.0, &mut Rng::new(self.0.len() as u64))
    }
}

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    if let Some((sample, text)) = fuzz::read(input) {
        games::open(sample, Position(&text)).unwrap().unwrap_or_else(|broken| panic!("{sample}: {broken}"));
    }
});

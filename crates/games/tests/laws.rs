//! The laws of the game crate, over every game in the list.

use game::{Game, Visitor};

struct Laws(usize);

impl Visitor for Laws {
    type Output = Result<(), String>;
    fn visit<G: Game>(self, start: G) -> Self::Output {
        game::laws::check(&start, self.0, 2026)
    }
}

#[test]
fn every_game_in_the_list_obeys_the_laws() {
    for about in games::LIST {
        for sample in about.samples {
            let (name, _) = game::split_name(sample);
            assert_eq!(name, about.name, "the sample {sample} belongs to another game");
            games::open(sample, Laws(20_000))
                .unwrap_or_else(|error| panic!("{sample}: {error}"))
                .unwrap_or_else(|broken| panic!("{sample}: {broken}"));
        }
    }
}

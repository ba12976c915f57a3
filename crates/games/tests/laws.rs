//! The laws of the game crate, over every game in the list.

use std::sync::atomic::{AtomicUsize, Ordering};

use game::{Game, Visitor};

struct Laws(usize);

impl Visitor for Laws {
    type Output = Result<(), String>;
    fn visit<G: Game>(self, start: G) -> Self::Output {
        game::laws::check(&start, self.0, 2026)
    }
}

fn check(sample: &str) {
    games::open(sample, Laws(20_000))
        .unwrap_or_else(|error| panic!("{sample}: {error}"))
        .unwrap_or_else(|broken| panic!("{sample}: {broken}"));
}

#[test]
fn every_game_in_the_list_obeys_the_laws() {
    let mut samples = Vec::new();
    for about in games::LIST {
        for sample in about.samples {
            let (name, _) = game::split_name(sample);
            assert_eq!(name, about.name, "the sample {sample} belongs to another game");
            samples.push(*sample);
        }
    }
    // On all cores: each takes the next sample when it is done with one.
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(sample) = samples.get(next.fetch_add(1, Ordering::Relaxed)) {
                    check(sample);
                }
            });
        }
    });
}

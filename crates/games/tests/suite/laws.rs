//! The laws of the game crate, over every game in the list.

use std::time::Instant;

use game::{AnyState, Game};

use crate::cores;

/// How long to play each sample.
#[derive(Clone, Copy)]
struct Effort {
    plies: usize,
    seed: u64,
    costly_one_in: usize,
}

impl Effort {
    fn visit(self, start: AnyState) -> Result<(), String> {
        game::laws::check_sparsely(&start, self.plies, self.seed, self.costly_one_in)
    }
}

fn check(sample: &str, effort: Effort) {
    games::start(sample)
        .map(|start| effort.visit(start))
        .unwrap_or_else(|error| panic!("{sample}: {error}"))
        .unwrap_or_else(|broken| panic!("{sample}: {broken}"));
}

/// The laws from a position of a game; from its start if the text is empty.
pub fn check_from(game: &str, position: &str, plies: usize, seed: u64) {
    let start = games::start(game).unwrap_or_else(|error| panic!("{game}: {error}"));
    let start = if position.is_empty() { start } else { start.parse_position(position).unwrap() };
    game::laws::check(&start, plies, seed).unwrap_or_else(|broken| panic!("{game}: {broken}"));
}

pub fn samples() -> Vec<&'static str> {
    games::LIST.iter().flat_map(|about| about.samples).copied().collect()
}

#[test]
fn samples_belong_to_their_game() {
    for about in games::LIST {
        for sample in about.samples {
            let (name, _) = game::split_name(sample);
            assert_eq!(name, about.name, "the sample {sample} belongs to another game");
        }
    }
}

#[test]
fn every_game_in_the_list_obeys_the_laws() {
    let effort = Effort { plies: 100_000, seed: 2026, costly_one_in: 40 };
    cores::for_each(&samples(), |sample| check(sample, effort));
}

/// The same for much longer, with other games.
#[test]
#[ignore = "takes hours; run it with --nocapture after a change of the rules"]
fn every_game_in_the_list_obeys_the_laws_for_ten_million_plies() {
    let effort = Effort { plies: 10_000_000, seed: 22, costly_one_in: 200 };
    cores::for_each(&samples(), |sample| {
        let began = Instant::now();
        check(sample, effort);
        println!("{sample}: {} plies, {:.0} s", effort.plies, began.elapsed().as_secs_f64());
    });
}

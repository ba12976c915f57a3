//! Random games against an independent minimax: every algorithm, one to three threads, ample memory and hardly any,
//! searches that are saved and taken up, and certificates that are altered.
//!
//! `.ci/long` runs the ignored test below over a million searches.

mod forgeries;
mod game;
mod searches;
mod tally;

use game::RandomGame;
use tally::Tally;

/// Everything that is tried with the random games of these seeds.
fn try_seeds(seeds: std::ops::Range<u64>) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let game = RandomGame::small(seed);
        searches::every_algorithm(&game, &mut tally);
        forgeries::alter_certificates(&game, &mut tally);
        // Larger games, where little memory means much to evict, take as long as many small ones.
        if seed % 40 == 0 {
            searches::hardly_any_memory(&RandomGame::large(seed), &mut tally);
        }
    }
    tally
}

#[test]
fn no_algorithm_proves_what_is_false_of_random_games() {
    let tally = try_seeds(0..120);
    println!("{tally}");
    tally.assert_that_much_was_tried();
}

/// `UNBOUNDED_SEEDS=1000..2000` says which random games.
#[test]
#[ignore = "as long as it is asked to"]
fn no_algorithm_proves_what_is_false_of_many_random_games() {
    let seeds = std::env::var("UNBOUNDED_SEEDS").expect("UNBOUNDED_SEEDS is a range such as 1000..2000");
    let (first, end) = seeds.split_once("..").expect("UNBOUNDED_SEEDS is a range such as 1000..2000");
    let seed = |text: &str| text.parse().expect("a seed is a number");
    println!("{}", try_seeds(seed(first)..seed(end)));
}

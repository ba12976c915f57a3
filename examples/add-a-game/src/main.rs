//! The whole `unbounded` command with one more game: `cargo run -p add-a-game -- solve chomp:7x4`.

mod chomp;

use unbounded::engine::Registry;

fn main() -> std::process::ExitCode {
    let mut registry = Registry::standard();
    registry.register(chomp::ABOUT, chomp::Chomp::open);
    unbounded::cli::run(registry)
}

#[cfg(test)]
mod tests {
    use super::chomp::{ABOUT, Chomp};
    use unbounded::game::{laws, split_name};

    #[test]
    fn chomp_obeys_the_laws() {
        for sample in ABOUT.samples {
            laws::check(&Chomp::open(split_name(sample).1).unwrap(), 5_000, 1).unwrap();
        }
    }

    /// A known theorem: the first player wins on every bar but 1x1 (the strategy-stealing argument).
    #[test]
    fn the_first_player_wins_every_real_bar() {
        for (columns, rows) in (1..=4).flat_map(|columns| (1..=4).map(move |rows| (columns, rows))) {
            let start = Chomp::open(&format!("{columns}x{rows}")).unwrap();
            let expected = if (columns, rows) == (1, 1) { -1 } else { 1 };
            assert_eq!(laws::exhaustive_value(&start), expected, "{columns}x{rows}");
        }
    }
}

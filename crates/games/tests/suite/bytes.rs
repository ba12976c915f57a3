//! Any bytes as texts of positions and moves: damaged records and noise must be refused or understood, never
//! panic. The `fuzz` folder searches further.

use game::laws::{check_moves_text, check_position_text, damaged, noise};
use game::{AnyState, Game, Rng, split_name};

use crate::cores;
use crate::recorded::{self, Line};

/// How many texts there are for each game, shared by its samples.
const TEXTS: usize = 100_000;

/// Texts that mean something to a game, and how many others to make from them.
struct Texts<'a> {
    positions: Vec<&'a str>,
    lines: Vec<&'a str>,
    count: usize,
}

impl Texts<'_> {
    fn visit(self, start: AnyState) -> Result<(), String> {
        let own = start.position();
        let mut rng = Rng::new(7);
        let pick = |from: &[&str], rng: &mut Rng| {
            if from.is_empty() || rng.below(8) == 0 { own.clone() } else { rng.pick(from).to_owned() }
        };
        for _ in 0..self.count / 4 {
            let position = pick(&self.positions, &mut rng);
            check_position_text(&start, &damaged(&position, &mut rng), &mut rng)?;
            // Most of a game is of no use here: it would be played again for each text.
            let line: String = pick(&self.lines, &mut rng).chars().take(60).collect();
            check_moves_text(&start, &damaged(&line, &mut rng))?;
            let bytes: Vec<u8> = (0..rng.below(30)).map(|_| rng.next_u64() as u8).collect();
            for text in [noise(&mut rng), String::from_utf8_lossy(&bytes).into_owned()] {
                check_position_text(&start, &text, &mut rng)?;
                check_moves_text(&start, &text)?;
            }
        }
        Ok(())
    }
}

#[test]
fn any_bytes_are_refused_or_understood() {
    let mut records: Vec<Line> = recorded::read("games");
    records.extend(recorded::read::<Line>("perft"));
    let samples: Vec<_> = games::LIST
        .iter()
        .flat_map(|about| about.samples.iter().map(move |sample| (about, *sample)))
        .collect();
    cores::for_each(&samples, |(about, sample)| {
        let own: Vec<&Line> = records.iter().filter(|line| split_name(&line.game).0 == about.name).collect();
        let texts = Texts {
            positions: own.iter().filter_map(|line| line.position.as_deref()).collect(),
            lines: own.iter().map(|line| line.moves.as_str()).filter(|moves| !moves.is_empty()).collect(),
            count: TEXTS / about.samples.len(),
        };
        games::start(sample)
            .map(|start| texts.visit(start))
            .unwrap_or_else(|error| panic!("{sample}: {error}"))
            .unwrap_or_else(|broken| panic!("{sample}: {broken}"));
    });
}

#[test]
fn any_variant_is_refused_or_opened() {
    let mut rng = Rng::new(8);
    for sample in games::LIST.iter().flat_map(|about| about.samples) {
        let (name, variant) = split_name(sample);
        let huge =
            ["99999999", "99999999x99999999", "4294967296x4294967296", "18446744073709551616", "-1", "0x0"];
        let any = (0..300).map(|_| damaged(variant, &mut rng)).collect::<Vec<_>>();
        for variant in huge.into_iter().map(str::to_owned).chain(any) {
            // Whether it is opened does not matter; that it comes back at all does.
            let _ = games::start(&format!("{name}:{variant}"));
        }
        assert!(games::start(&format!("{name}:99999999x99999999")).is_err(), "{name}");
    }
}

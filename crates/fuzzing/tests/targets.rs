//! Every fuzz target over its committed seeds and random changes of them, so that none of them rots.

use std::path::{Path, PathBuf};

use fuzzing::forge::alter;
use fuzzing::{TARGETS, Target};
use game::Rng;

/// Changed inputs of each target.
const CHANGES: usize = 2_000;

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

fn seeds(target: &Target) -> Vec<Vec<u8>> {
    let folder = fuzz().join("seeds").join(target.name);
    let files = folder.read_dir().unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| std::fs::read(path).unwrap()).collect()
}

/// `UNBOUNDED_CHANGES` asks for more of them.
#[test]
fn every_target_accepts_its_seeds_and_survives_any_change_of_them() {
    let changes = std::env::var("UNBOUNDED_CHANGES").map_or(CHANGES, |changes| changes.parse().unwrap());
    for target in TARGETS {
        let (seeds, mut rng) = (seeds(target), Rng::new(1));
        assert!(!seeds.is_empty(), "{} has no seeds", target.name);
        for seed in &seeds {
            assert!((target.run)(seed), "{} refuses a seed: {}", target.name, String::from_utf8_lossy(seed));
        }
        for _ in 0..changes {
            let mut input = seeds[rng.below(seeds.len())].clone();
            (0..=rng.below(4)).for_each(|_| alter(&mut input, &mut rng));
            (target.run)(&input);
        }
    }
}

/// Each target has a program of its own in `fuzz`, and there are no others.
#[test]
fn every_target_is_a_program_of_the_fuzzer() {
    let manifest = std::fs::read_to_string(fuzz().join("Cargo.toml")).unwrap();
    let programs = manifest.matches("[[bin]]").count();
    assert_eq!(programs, TARGETS.len());
    for target in TARGETS {
        let path = format!("fuzz_targets/{}.rs", target.name);
        assert!(
            manifest.contains(&format!("name = \"{}\"\npath = \"{path}\"", target.name)),
            "{}",
            target.name
        );
        let program = std::fs::read_to_string(fuzz().join(path)).unwrap();
        assert!(program.contains(&format!("fuzzing::target(\"{}\")", target.name)), "{}", target.name);
    }
}

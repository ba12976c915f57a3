//! The networks that come with the project: whole, and made for the games as they are now.

use std::path::{Path, PathBuf};

use engine::{Registry, Settings, read_network};

const DIRECTORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../networks");

/// All that may be in there, in bytes.
const ROOM: u64 = 40_000_000;

fn files(directory: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] })
        .collect()
}

#[test]
fn every_network_fits_its_game() {
    let registry = Registry::standard();
    let networks = files(Path::new(DIRECTORY));
    assert!(!networks.is_empty());
    for file in &networks {
        let game = read_network(file).unwrap_or_else(|error| panic!("{error}")).about.game;
        let settings = Settings { evaluator: format!("network:{}", file.display()), ..Settings::default() };
        let start = registry.open(&game).unwrap();
        start.session(&settings).map(drop).unwrap_or_else(|error| panic!("{error}"));
        let later = start.replay(&start.moves()[0]).unwrap().end;
        later.session(&settings).map(drop).unwrap_or_else(|error| panic!("{error}"));
    }
    let bytes: u64 = networks.iter().map(|file| file.metadata().unwrap().len()).sum();
    assert!(bytes < ROOM, "{bytes} bytes are too many for a repository");
}

#[test]
fn a_network_that_plays_has_younger_selves() {
    let learned = |file: &Path| read_network(file).unwrap().about;
    for entry in std::fs::read_dir(DIRECTORY).unwrap() {
        let path = entry.unwrap().path();
        // Those of an earlier version are there for comparisons.
        if path.is_dir() && !path.ends_with("0.1") {
            let best = learned(&path.with_extension("safetensors"));
            let mut ages: Vec<u64> = files(&path).iter().map(|file| learned(file).history.games).collect();
            ages.push(best.history.games);
            ages.sort_unstable();
            ages.dedup();
            assert!(ages.len() >= 3, "{}: {ages:?}", path.display());
            assert_eq!(ages.last(), Some(&best.history.games), "{}", path.display());
            assert!(files(&path).iter().all(|file| learned(file).game == best.game));
        }
    }
}

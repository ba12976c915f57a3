//! Every variant has one name, however it is spelled, and what is found by name is found under every spelling.

use std::path::Path;

use engine::{Error, LearnOptions, Registry, Settings, file_name, read_network, shipped};
use learn::learner::Learner;

const NETWORKS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../networks");

/// Canonical names, and other spellings of the same variants.
const SPELLINGS: &[(&str, &[&str])] = &[
    ("amazons", &["amazons:10x10", "amazons:010x10"]),
    ("breakthrough", &["breakthrough:8x8"]),
    ("breakthrough:6x6", &["breakthrough:06x6"]),
    ("clobber", &["clobber:10x10"]),
    ("connect4", &["connect4:7x6", "connect4:07x06"]),
    ("connect6", &["connect6:19"]),
    ("dodgem", &["dodgem:3"]),
    ("domineering", &["domineering:8x8"]),
    ("draughts:international", &["draughts"]),
    ("go:9", &["go", "go:9,komi=7", "go:9,komi=7.0", "go:,komi=7"]),
    ("go:9,komi=0.5", &["go:,komi=0.5", "go:9,komi=.50", "go:09,komi=5e-1"]),
    ("go:5,komi=0", &["go:5,komi=-0", "go:5,komi=00.0"]),
    ("go:5,komi=-3.5", &["go:5,komi=-03.50"]),
    ("gomoku", &["gomoku:15"]),
    ("havannah", &["havannah:8"]),
    ("havannah:8,noswap", &["havannah:,noswap", "havannah:08,noswap"]),
    ("hex:11", &["hex", "hex:", "hex:11x11", "hex:011"]),
    ("hex:11,noswap", &["hex:,noswap", "hex:11x11,noswap"]),
    ("hex:13", &["hex:13x13"]),
    ("hex:19", &["hex:19x19"]),
    ("hex:7", &["hex:7x7", "hex:07"]),
    ("hex:4,noswap", &["hex:4x4,noswap"]),
    ("hex:5x4", &["hex:05x04"]),
    ("hexapawn:3x3", &["hexapawn", "hexapawn:03x3"]),
    ("mnk:3x3x3", &["mnk:03x3x3"]),
    ("nim:3-4-5", &["nim", "nim:03-4-5"]),
    ("othello", &["othello:8"]),
    ("othello:10", &[]),
    ("tictactoe", &["tictactoe:"]),
    ("xiangqi", &["xiangqi:"]),
];

/// The canonical name, and the start as text.
fn open(name: &str) -> (String, String) {
    let start = Registry::standard().open(name).unwrap_or_else(|error| panic!("{error}"));
    (start.game().to_owned(), start.text())
}

#[test]
fn all_spellings_of_a_variant_have_one_name() {
    for (canonical, others) in SPELLINGS {
        for name in others.iter().chain([canonical]) {
            assert_eq!(open(name).0, *canonical, "{name}");
            assert_eq!(games::canonical(name).unwrap(), *canonical, "{name}");
            assert!(games::start(name).unwrap() == games::start(canonical).unwrap(), "{name}");
        }
    }
}

#[test]
fn the_name_of_every_sample_opens_the_same_start_and_stays_the_same() {
    for about in games::LIST {
        for (number, sample) in about.samples.iter().enumerate() {
            let (canonical, text) = open(sample);
            assert_eq!(open(&canonical), (canonical.clone(), text), "{sample}");
            assert!(games::start(sample).unwrap() == games::start(&canonical).unwrap(), "{sample}");
            // A sample is written as it is called, and the usual one comes first.
            assert_eq!(canonical, *sample);
            assert!(number > 0 || about.name == "mnk" || open(about.name).0 == *sample, "{sample}");
        }
    }
}

#[test]
fn variants_that_differ_have_names_that_differ() {
    let mut names: Vec<&str> = SPELLINGS.iter().map(|(canonical, _)| *canonical).collect();
    names.extend(games::LIST.iter().flat_map(|about| about.samples));
    names.sort_unstable();
    names.dedup();
    // Tic-tac-toe has a name of its own besides.
    names.retain(|name| *name != "mnk:3x3x3");
    for (i, name) in names.iter().enumerate() {
        for other in &names[..i] {
            assert!(games::start(name).unwrap() != games::start(other).unwrap(), "{name} and {other}");
            assert_ne!(file_name(name), file_name(other));
        }
    }
}

#[test]
fn every_network_that_comes_with_the_project_is_found_under_every_spelling() {
    let mut spellings = 0;
    for entry in std::fs::read_dir(NETWORKS).unwrap() {
        let file = entry.unwrap().path();
        if file.is_dir() {
            continue;
        }
        let (canonical, _) = open(&read_network(&file).unwrap().about.game);
        let found = shipped(&canonical).unwrap_or_else(|| panic!("{canonical} has no network"));
        assert_eq!(found.canonicalize().unwrap(), file.canonicalize().unwrap());
        let others = SPELLINGS.iter().find(|(name, _)| *name == canonical);
        let others = others.map_or(&[][..], |(_, others)| others);
        for name in others.iter().copied().chain([&*canonical]) {
            let start = Registry::standard().open(name).unwrap();
            let by_name = format!("network:{NETWORKS}/{{game}}.safetensors");
            for evaluator in ["best".to_owned(), by_name] {
                let settings = Settings { evaluator, ..Settings::default() };
                start.session(&settings).map(drop).unwrap_or_else(|error| panic!("{name}: {error}"));
            }
            spellings += 1;
        }
    }
    assert!(spellings > 40, "{spellings}");
}

/// A checkpoint that was written before names were canonical.
#[test]
fn a_learner_goes_on_under_the_canonical_name() {
    let path = std::env::temp_dir().join(format!("unbounded-old-learner-{}", std::process::id()));
    let network = path.with_extension("safetensors");
    let options = LearnOptions { width: 64, hidden: [16, 16], ..LearnOptions::default() };
    let learner = Learner::new("hex:3x3", games::start("hex:3").unwrap(), options, 1).unwrap();
    learner.save(&path).unwrap();
    let open = |name: &str| Registry::standard().open(name).unwrap().resume_learner(&path, 1);
    open("hex:03").unwrap().write_network(&network, "").unwrap();
    let other = open("hex:4");
    let about = read_network(&network).unwrap().about;
    std::fs::remove_file(&path).unwrap();
    std::fs::remove_file(&network).unwrap();
    assert_eq!(about.game, "hex:3");
    assert!(matches!(other, Err(Error::Learner { .. })));
}

/// A network that was written before names were canonical.
#[test]
fn a_network_with_another_spelling_of_its_game_fits() {
    let path = std::env::temp_dir().join(format!("unbounded-spelling-{}.safetensors", std::process::id()));
    let settings = Settings { evaluator: format!("network:{}", path.display()), ..Settings::default() };
    for (old, opened, fits) in [
        ("hex:7x7", "hex:7", true),
        ("hex:07", "hex:7x7", true),
        ("hex:7,noswap", "hex:7", false),
        ("so:7", "hex:7", false),
    ] {
        let mut network = read_network(&Path::new(NETWORKS).join("hex-7.safetensors")).unwrap();
        network.about.game = old.to_owned();
        network.write(&path).unwrap();
        let start = Registry::standard().open(opened).unwrap();
        let refused = start.session(&settings).map(drop).err();
        assert_eq!(refused.is_none(), fits, "{old} in {opened}");
        assert!(refused.is_none_or(|error| matches!(error, Error::Network { .. })));
    }
    std::fs::remove_file(&path).unwrap();
}

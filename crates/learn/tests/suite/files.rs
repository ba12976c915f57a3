//! Files of networks: read as they were written, and refused where they do not belong.

use game::{AnyState, Features, Game, TerminalFunction};
use learn::network::{
    About, Architecture, FileError, Horizon, Network, Parameters, PatternOptions, Patterns, Precision, Shape,
    Tower, TowerOptions,
};
use search::Evaluator;

const GAME: &str = "breakthrough:3x4";

fn start() -> AnyState {
    games::start(GAME).unwrap()
}

fn network() -> Network {
    let shape = Shape { features: start().feature_count(), width: 64, hidden: [16, 16] };
    of(Architecture::Incremental(shape))
}

fn residual() -> Network {
    of(Architecture::Residual(Tower::new(&start(), TowerOptions { blocks: 2, channels: 4 })))
}

fn patterns() -> Network {
    let sizes = PatternOptions { width: 64, hidden: [16, 16], stages: 2 };
    of(Architecture::Patterns(Box::new(Patterns::new(&start(), sizes, 2.0))))
}

fn of(architecture: Architecture) -> Network {
    let mut about = About::new(GAME, &start());
    about.history.command = "learn \"it\"".to_owned();
    let parameters = Parameters::new(architecture, 1);
    Network { about, parameters, horizon: Horizon::State, precision: Precision::Single }
}

#[test]
fn a_network_is_read_as_it_was_written() {
    let path = std::env::temp_dir().join(format!("unbounded-network-{}.safetensors", std::process::id()));
    for network in [network(), residual(), patterns(), Network { horizon: Horizon::Choice, ..network() }] {
        network.write(&path).unwrap();
        let read = Network::read_for(&path, GAME, &start());
        std::fs::remove_file(&path).unwrap();
        assert_eq!(read.unwrap(), network);
    }
    assert!(matches!(Network::read(&path), Err(FileError::File(_))));
}

#[test]
fn headers_of_every_length_are_whole() {
    for letters in 0..128 {
        let mut network = network();
        network.about.history.command = "x".repeat(letters);
        assert_eq!(Network::from_bytes(&network.to_bytes()).unwrap(), network, "{letters}");
    }
}

#[test]
fn half_the_digits_are_half_the_bytes_and_enough() {
    let half = Network { precision: Precision::Half, ..network() };
    let (whole, bytes) = (network().to_bytes(), half.to_bytes());
    assert!(bytes.len() < whole.len() * 6 / 10, "{} of {}", bytes.len(), whole.len());
    let read = Network::from_bytes(&bytes).unwrap();
    assert_eq!((&read.about, read.to_bytes()), (&half.about, bytes));
    let value = |network: &Network| {
        let mut value = [0.0];
        network.inference(TerminalFunction::SCORE).unwrap().evaluate(&start(), &[start()], &mut value);
        value[0]
    };
    assert!((value(&read) - value(&network())).abs() < 1e-3);
}

#[test]
fn every_damaged_byte_and_every_other_length_is_noticed() {
    for bytes in [network().to_bytes(), residual().to_bytes(), patterns().to_bytes()] {
        for place in (0..2000).chain((2000..bytes.len()).step_by(997)).filter(|&place| place < bytes.len()) {
            let mut damaged = bytes.clone();
            damaged[place] ^= 4;
            assert!(Network::from_bytes(&damaged).is_err(), "{place}");
            assert!(Network::from_bytes(&bytes[..place]).is_err(), "{place}");
        }
        assert!(matches!(Network::from_bytes(&[&bytes[..], b"x"].concat()), Err(FileError::Damaged)));
    }
    for foreign in [&b""[..], b"unbounded", &[255; 100], &[0; 100], b"\x02\0\0\0\0\0\0\0{}"] {
        assert!(matches!(Network::from_bytes(foreign), Err(FileError::Foreign(_))), "{foreign:?}");
    }
}

#[test]
fn a_network_of_something_else_is_refused_with_the_reason() {
    let refusal = |change: &dyn Fn(&mut Network)| {
        let mut network = network();
        change(&mut network);
        network.check_fits(GAME, &start()).unwrap_err().to_string()
    };
    assert!(
        refusal(&|n| n.about.game = "hex:4".to_owned()).contains("it is for hex:4, not breakthrough:3x4")
    );
    assert!(refusal(&|n| n.about.rules_version += 1).contains("version"));
    assert!(refusal(&|n| n.about.features_print += 1).contains("print"));
    let other = Shape { features: 12, width: 64, hidden: [16, 16] };
    assert!(refusal(&|n| n.parameters = Parameters::new(other, 1).into()).contains("its features are 12"));
    assert!(refusal(&|n| n.about.start = "xx/xx x".to_owned()).contains("cannot begin at xx/xx x"));
    // Wherever the game is by now.
    let (mut state, mut moves) = (start(), Vec::new());
    while state.outcome().is_none() {
        assert!(network().check_fits(GAME, &state).is_ok(), "{}", state.position());
        moves.clear();
        state.moves(&mut moves);
        state.play(moves[0]);
    }
}

#[test]
fn a_tower_over_another_board_is_refused() {
    assert!(residual().check_fits(GAME, &start()).is_ok());
    let refusal = |change: &dyn Fn(&mut Tower)| {
        let mut network = residual();
        let Architecture::Residual(mut tower) = network.parameters.shape().clone() else { unreachable!() };
        change(&mut tower);
        network.parameters = Parameters::new(Architecture::Residual(tower), 1);
        network.check_fits(GAME, &start()).unwrap_err().to_string()
    };
    assert!(refusal(&|tower| tower.places.swap(0, 1)).contains("another board"));
    assert!(refusal(&|tower| tower.features = 200).contains("its features are 200, not 129"));
}

#[test]
fn patterns_over_another_board_are_refused() {
    assert!(patterns().check_fits(GAME, &start()).is_ok());
    let with = |change: &dyn Fn(&mut Patterns)| {
        let mut network = patterns();
        let Architecture::Patterns(mut patterns) = network.parameters.shape().clone() else { unreachable!() };
        change(&mut patterns);
        network.parameters = Parameters::new(Architecture::Patterns(patterns), 1);
        network
    };
    let refusal =
        |change: &dyn Fn(&mut Patterns)| with(change).check_fits(GAME, &start()).unwrap_err().to_string();
    assert!(refusal(&|patterns| patterns.board.places.swap(0, 1)).contains("another board"));
    assert!(refusal(&|patterns| patterns.board.swap = None).contains("another board"));
    // Sizes that cannot be are noticed although the checksum fits.
    let read = |change: &dyn Fn(&mut Patterns)| {
        let mut network = patterns();
        let Architecture::Patterns(mut patterns) = network.parameters.shape().clone() else { unreachable!() };
        let numbers = network.parameters.numbers().to_vec();
        change(&mut patterns);
        network.parameters = match Parameters::from_numbers(Architecture::Patterns(patterns), numbers) {
            Ok(parameters) => parameters,
            Err(fault) => return fault,
        };
        Network::from_bytes(&network.to_bytes()).unwrap_err().to_string()
    };
    let lies = "do not lie on its board";
    assert!(read(&|patterns| patterns.board.turns.push([2, 0, 0, 1])).contains(lies));
    assert!(read(&|patterns| patterns.board.symbols = vec![1]).contains(lies));
    assert!(read(&|patterns| patterns.board.unturnable.push(1 << 20)).contains(lies));
    assert!(read(&|patterns| patterns.board.planes = 1 << 60).contains(lies));
    assert!(read(&|patterns| patterns.sizes.stages = 0).contains("stages"));
    assert!(read(&|patterns| patterns.sizes.width = 65).contains("not a multiple"));
    assert!(read(&|patterns| patterns.patterns[0].cells.clear()).contains("no patterns"));
    assert!(read(&|patterns| patterns.scale = f32::MAX).contains("no scale"));
}

#[test]
fn the_header_is_json_and_the_numbers_are_aligned() {
    let bytes = network().to_bytes();
    let length = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    assert_eq!((8 + length) % 64, 0);
    let header: serde_json::Value = serde_json::from_slice(&bytes[8..8 + length]).unwrap();
    assert_eq!(header["__metadata__"]["game"], GAME);
    assert_eq!(header["first.weight"]["dtype"], "F32");
    assert_eq!(header["first.weight"]["shape"][1], 64);
    let architecture = r#"{"features":129,"width":64,"hidden":[16,16]}"#;
    assert_eq!(header["__metadata__"]["architecture"], architecture);
}

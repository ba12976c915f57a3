//! The loop of learning: the same with any number of workers, and whole after a stop at any time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use game::{AnyState, Features, TerminalFunction, TerminalValue};
use learn::learner::{CheckpointError, Event, LearnOptions, Learner, NetworkKind, RoundDone};
use learn::selfplay::{self, Generator, Learning, PlayOptions};

const NAME: &str = "connect4:4x4";

fn start() -> AnyState {
    games::start(NAME).unwrap()
}

fn options() -> LearnOptions {
    let mut options =
        LearnOptions { width: 64, hidden: [16, 16], games_a_round: 5, ..LearnOptions::default() };
    options.play.evaluations = 100;
    options.train.batch = 32;
    options.train.follow = 0.4;
    options
}

fn learner(workers: usize) -> Learner<AnyState> {
    Learner::new(NAME, start(), options(), workers).unwrap()
}

fn rounds(learner: &mut Learner<AnyState>, rounds: usize) {
    for _ in 0..rounds {
        learner.round(&AtomicBool::new(false), &|_| {}).unwrap();
    }
}

fn numbers(learner: &Learner<AnyState>) -> Vec<f32> {
    learner.network("").parameters.numbers().to_vec()
}

#[test]
fn any_number_of_workers_learns_the_same() {
    let [one, three] = [1, 3].map(|workers| {
        let mut learner = learner(workers);
        rounds(&mut learner, 3);
        learner
    });
    assert!(numbers(&one) == numbers(&three));
    assert_eq!(one.progress().samples, three.progress().samples);
}

#[test]
fn a_learner_goes_on_from_a_checkpoint_as_if_nothing_had_happened() {
    for kind in [NetworkKind::Incremental, NetworkKind::Patterns] {
        goes_on(kind);
    }
}

fn goes_on(kind: NetworkKind) {
    let path = std::env::temp_dir().join(format!("unbounded-learner-{}", std::process::id()));
    let options = LearnOptions { network: kind, ..options() };
    let mut expected = Learner::new(NAME, start(), options, 1).unwrap();
    rounds(&mut expected, 2);
    expected.save(&path).unwrap();
    rounds(&mut expected, 2);

    let mut resumed = Learner::load(&path, NAME, start(), 2).unwrap();
    let other = Learner::load(&path, "connect4:5x4", games::start("connect4:5x4").unwrap(), 1);
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let damaged = Learner::load(&path, NAME, start(), 1);
    std::fs::remove_file(&path).unwrap();

    // A round that is stopped leaves no trace.
    let stop = AtomicBool::new(false);
    assert!(resumed.round(&stop, &|_| stop.store(true, Ordering::Relaxed)).is_none());
    rounds(&mut resumed, 2);
    assert!(numbers(&resumed) == numbers(&expected));
    assert_eq!(resumed.progress().games, 20);
    assert!(matches!(other, Err(CheckpointError::Network(_))));
    assert!(matches!(damaged, Err(CheckpointError::File(_))));
}

#[test]
fn events_tell_of_every_game_and_round() {
    let lines = Mutex::new(Vec::new());
    let see = |event: &Event| lines.lock().unwrap().push(event.to_line());
    learner(2).round(&AtomicBool::new(false), &see).unwrap();
    let lines = lines.into_inner().unwrap();
    assert_eq!(lines.len(), 6);
    assert!(lines[0].starts_with(r#"{"event":"game","game":"#), "{}", lines[0]);
    assert!(lines[5].starts_with(r#"{"event":"round","round":1,"games":5,"#), "{}", lines[5]);
}

/// The kinds of f_t that Connect Four has, and how large they are at most in a game of up to 16 plies, of which the first
/// win takes 7.
const SCALES: [(TerminalValue, f32); 6] = [
    (TerminalValue::Score, 2.0),
    (TerminalValue::Gain, 1.0),
    (TerminalValue::DepthAdditive, 10.0),
    (TerminalValue::DepthMultiplicative, 20.0),
    (TerminalValue::DepthMargin, 2.0),
    (TerminalValue::Presence, 1.0),
];

#[test]
fn every_way_to_play_and_to_learn_gives_samples_within_the_scale() {
    let network = learner(1).evaluator().clone();
    let mut tree = Vec::new();
    for generator in [Generator::Descent, Generator::Ubfm] {
        for completion in [true, false] {
            for learning in [Learning::Tree, Learning::Root, Learning::Terminal] {
                for (terminal, most) in SCALES {
                    let options = PlayOptions { generator, completion, learning, terminal, ..options().play };
                    let start = start();
                    let (f_t, start) = TerminalFunction::begin(terminal, &start).unwrap();
                    let game =
                        selfplay::play(&start, f_t, &network, &options, 3, &AtomicBool::new(false)).unwrap();
                    let targets: Vec<f32> = (0..game.samples.len()).map(|i| game.samples.target(i)).collect();
                    assert!(targets.iter().all(|target| target.abs() <= most), "{options:?}");
                    assert!(game.plies <= 16 && !targets.is_empty(), "{options:?}");
                    if learning == Learning::Tree {
                        tree.push(targets.len());
                    } else {
                        assert!(targets.len() <= game.plies + 2, "{options:?}: {}", targets.len());
                    }
                    if terminal == TerminalValue::Gain && learning == Learning::Terminal {
                        assert!(targets.iter().all(|target| [-1.0, 0.0, 1.0].contains(target)));
                    }
                }
            }
        }
    }
    assert!(tree.iter().all(|&states| states > 50), "{tree:?}");
}

#[test]
fn random_ends_are_learned_first() {
    let start = start();
    let ends = selfplay::random_ends(&start, TerminalFunction::SCORE, 100, &options().play, 1);
    assert_eq!(ends.len(), 100);
    assert!((0..100).all(|index| ends.target(index) == 0.0 || ends.target(index).abs() >= 1.0));
    let mut learner = Learner::new(NAME, start, LearnOptions { random_ends: 640, ..options() }, 1).unwrap();
    let stop = AtomicBool::new(true);
    assert!(learner.round(&stop, &|_| {}).is_none());
    assert_eq!(learner.progress().samples, 2 * 640);
}

/// Checkpoints and configurations of any age are read, and what they say means what it meant when they were written.
#[test]
fn terminal_values_are_read_by_old_and_new_names() {
    let read = |name: &str| {
        let text = format!(r#"{{"terminal":"{name}"}}"#);
        serde_json::from_str::<PlayOptions>(&text).map(|options| options.terminal)
    };
    for kind in TerminalValue::ALL {
        assert_eq!(read(kind.name()).unwrap(), kind);
        let options = PlayOptions { terminal: kind, ..PlayOptions::default() };
        let text = serde_json::to_string(&options).unwrap();
        assert_eq!(serde_json::from_str::<PlayOptions>(&text).unwrap(), options);
    }
    assert_eq!(read("depth").unwrap(), TerminalValue::DepthMargin);
    assert!(read("wealth").unwrap_err().to_string().contains("there is no terminal value called `wealth`"));
}

/// An early win is worth more, by 64 / (64 + p).
#[test]
fn ends_of_random_games_are_worth_f_t() {
    let start = start();
    let terminal = TerminalValue::DepthMargin;
    let (f_t, start) = TerminalFunction::begin(terminal, &start).unwrap();
    let options = PlayOptions { terminal, symmetries: false, ..options().play };
    let ends = selfplay::random_ends(&start, f_t, 100, &options, 1);
    let mut wins = 0;
    for index in 0..ends.len() {
        // One feature for each stone, and one for the second player to move.
        let second_to_move = self::start().feature_count() - 1;
        let is_stone = |feature: &&u16| usize::from(**feature) != second_to_move;
        let stones = ends.features(index).iter().filter(is_stone).count();
        let target = ends.target(index).abs();
        assert!(target == 0.0 || target == 1.0 + 64.0 / (64.0 + stones as f32), "{stones} {target}");
        wins += usize::from(target > 0.0);
    }
    assert!(wins > 50, "{wins}");
}

#[test]
fn what_cannot_be_learned_is_refused() {
    let refusal = |options| Learner::new(NAME, start(), options, 1).err().unwrap();
    assert!(refusal(LearnOptions { width: 100, ..options() }).contains("multiple of 64"));
    assert!(refusal(LearnOptions { games_a_round: 0, ..options() }).contains("games_a_round: 0"));
    let mut for_points = options();
    for_points.play.terminal = TerminalValue::RawScore;
    assert!(refusal(for_points).contains("points"));
}

#[test]
fn options_of_builds_without_other_networks_are_read_and_written_as_ever() {
    let text = serde_json::to_string(&LearnOptions::default()).unwrap();
    assert!(!text.contains("network") && !text.contains("residual"), "{text}");
    assert_eq!(serde_json::from_str::<LearnOptions>(&text).unwrap(), LearnOptions::default());
    let residual = LearnOptions { network: NetworkKind::Residual, ..LearnOptions::default() };
    let text = serde_json::to_string(&residual).unwrap();
    assert_eq!(serde_json::from_str::<LearnOptions>(&text).unwrap(), residual);
}

#[test]
#[cfg(not(feature = "residual"))]
fn a_build_without_residual_networks_says_how_to_get_them() {
    use learn::network::{Architecture, Horizon, Inference, Parameters, Tower, TowerOptions};

    let options = LearnOptions { network: NetworkKind::Residual, ..options() };
    let refusal = Learner::new(NAME, start(), options, 1).err().unwrap();
    assert_eq!(refusal, "this build has no residual networks: build with --features residual");
    let tower = Architecture::Residual(Tower::new(&start(), TowerOptions::default()));
    let error =
        Inference::new(&Parameters::new(tower, 1), Horizon::State, TerminalFunction::SCORE).unwrap_err();
    assert_eq!(error.to_string(), refusal);
}

#[test]
fn a_round_tells_how_its_games_went() {
    let mut learner = learner(1);
    let mut last = None;
    for _ in 0..4 {
        last = learner.round(&AtomicBool::new(false), &|_| {});
    }
    let done = last.unwrap();
    assert!((0.0..4.0).contains(&done.held_out) && done.held_out > 0.0, "{}", done.held_out);
    assert!((0.0..=1.0).contains(&done.decisive), "{}", done.decisive);
    assert!((1..=5).contains(&done.distinct), "{}", done.distinct);
    assert!(!RoundDone { distinct: 5, ..done }.has_collapsed(5));
    assert!(RoundDone { distinct: 1, plies: 30.0, ..done }.has_collapsed(5));
    assert!(!RoundDone { distinct: 1, plies: 0.0, ..done }.has_collapsed(5), "the start is resolved");
}

#[test]
fn states_of_new_games_are_foreseen_better_after_learning() {
    let mut learner = learner(1);
    let held_out: Vec<f32> =
        (0..12).map(|_| learner.round(&AtomicBool::new(false), &|_| {}).unwrap().held_out).collect();
    let mean = |losses: &[f32]| losses.iter().sum::<f32>() / losses.len() as f32;
    assert!(mean(&held_out[9..]) < 0.7 * mean(&held_out[..2]), "{held_out:?}");
}

#[test]
fn descent_that_may_stop_costs_less_in_long_games() {
    let evaluations = |go_on: f32| {
        let play = PlayOptions { evaluations: 100, go_on, longest: 8, ..PlayOptions::default() };
        let options = LearnOptions { play, ..options() };
        let start = games::start("clobber:8x8").unwrap();
        let mut learner = Learner::new("clobber:8x8", start, options, 1).unwrap();
        let count = Mutex::new(0);
        let add = |event: &Event| {
            if let Event::Game(game) = event {
                *count.lock().unwrap() += game.evaluations;
            }
        };
        learner.round(&AtomicBool::new(false), &add).unwrap();
        count.into_inner().unwrap()
    };
    let [whole, most, none] = [1.0, 0.8, 0.0].map(evaluations);
    assert!(whole > 2 * most && most > none, "{whole}, {most}, {none}");
}

#[test]
fn games_are_played_with_quiet_leaves_if_asked() {
    let round = |quiet: u32| {
        let play = PlayOptions { evaluations: 100, quiet, longest: 20, ..PlayOptions::default() };
        let options = LearnOptions { play, games_a_round: 2, ..options() };
        let start = games::start("breakthrough:5x6").unwrap();
        let mut learner = Learner::new("breakthrough:5x6", start, options, 1).unwrap();
        learner.round(&AtomicBool::new(false), &|_| {}).unwrap();
        numbers(&learner)
    };
    assert_eq!(round(2), round(2));
    assert_ne!(round(0), round(2));
}

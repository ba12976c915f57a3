//! Every algorithm, interrupted in the middle of its work and continued.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use engine::{Algorithm, Family, Registry};
use game::{AnyState, Evaluator, Game, Player, Sharing, TerminalFunction};
use games::{amazons::Amazons, connect4, hex, nim::Nim};
use search::{Budget, Decision, Options, Searcher, Setup, Stop, Watch};

/// Sets a flag at the evaluation with this number. Until then it is so slow that the clock is read at every question, so
/// that what is counted does not depend on the machine.
struct Alarm {
    after: u64,
    made: AtomicU64,
    flag: AtomicBool,
}

struct Alarmed(Arc<Alarm>);

impl Evaluator<AnyState> for Alarmed {
    fn evaluate(&self, _: &AnyState, children: &[AnyState], values: &mut [f32]) {
        let Alarm { after, made, flag } = &*self.0;
        for (child, value) in children.iter().zip(values) {
            *value = (child.sharing_key().low() % 1000) as f32 / 1000.0 - 0.5;
            let made = made.fetch_add(1, Ordering::Relaxed) + 1;
            if made <= *after {
                std::thread::sleep(Duration::from_micros(300));
            }
            if made == *after {
                flag.store(true, Ordering::Relaxed);
            }
        }
    }
}

fn alarm(after: u64) -> Arc<Alarm> {
    Arc::new(Alarm { after, made: AtomicU64::new(0), flag: AtomicBool::new(false) })
}

fn searcher(algorithm: &Algorithm, root: &AnyState, alarm: &Arc<Alarm>) -> Box<dyn Searcher<AnyState>> {
    let setup = Setup {
        root: root.clone(),
        evaluator: Box::new(Alarmed(alarm.clone())),
        terminal: TerminalFunction::SCORE,
        decision: Decision::Safe,
        seed: 1,
    };
    let options = Options::of(&algorithm.options);
    algorithm.searcher(&options, false, setup).unwrap()
}

/// Small games with their values, and large ones.
fn positions() -> Vec<(AnyState, Option<i8>)> {
    vec![
        (AnyState::new(Nim::new(&[1, 2, 4], Player::First)), Some(1)),
        (AnyState::new(connect4::Connect4::<u64>::start(7, 6)), None),
        (AnyState::new(hex::Hex::<u64>::start(3, 3, false)), Some(1)),
        (AnyState::new(hex::Hex::<u128>::start(11, 11, false)), None),
        (AnyState::new(Amazons::start(10, 10)), None),
    ]
}

/// After an interrupt, no algorithm evaluates more than what it was about to. Batches of one and two states are made
/// without a question between them.
#[test]
fn an_interrupt_ends_every_algorithm_at_once_and_what_is_found_later_is_right() {
    let registry = Registry::standard();
    for (root, value) in positions() {
        for algorithm in registry.algorithms() {
            for after in [1, 2, 30] {
                let alarm = alarm(after);
                let mut search = searcher(algorithm, &root, &alarm);
                let case = format!("{} {} after {after}", root.position(), algorithm.name);
                // Algorithms that do not evaluate as much never hear the alarm.
                let budget = Budget { evaluations: Some(100), ..Budget::default() };
                let watch = &mut Watch { interrupt: Some(&alarm.flag), ..Watch::default() };
                let stop = search.search(&budget, watch);
                let made = alarm.made.load(Ordering::Relaxed);
                assert_eq!(
                    stop == Stop::Interrupted,
                    made >= after && stop != Stop::Resolved,
                    "{case}: {stop:?}"
                );
                assert!(made <= after.max(100) + 3 && (made < after || made <= after + 3), "{case}: {made}");
                let counts = search.finding().counts;
                assert!(
                    counts.evaluations <= made || algorithm.family == Family::MonteCarlo,
                    "{case}: {counts:?}"
                );
                let goes_on = algorithm.proves && algorithm.ends && algorithm.family != Family::Bounds;
                let limit = if value.is_some() && goes_on { 1_000_000 } else { 500 };
                let on = Budget { evaluations: Some(limit), ..Budget::default() };
                search.search(&on, &mut Watch::default());
                let finding = search.finding();
                assert!(finding.best.is_some(), "{case} knows a move");
                let proven = finding.label.filter(|label| label.resolved).map(|label| label.exact);
                if let Some(value) = value {
                    assert!(proven.is_none_or(|proven| proven == value), "{case}: {proven:?}");
                    assert!(proven.is_some() || !goes_on, "{case} has proven nothing");
                }
            }
        }
    }
}

/// Where an iteration is one expansion, an expansion that was cut short has left no trace.
#[test]
fn a_search_that_was_interrupted_often_is_the_same_as_one_that_was_not() {
    const ITERATIONS: u64 = 60;
    let names = [
        "ubfm",
        "ubfm-basic",
        "ubfm-uct",
        "best-first",
        "b-star",
        "conspiracy",
        "pns",
        "df-pn",
        "proof",
        "depth-first",
    ];
    let registry = Registry::standard();
    for (root, _) in positions() {
        for algorithm in names.map(|name| registry.algorithm(name).unwrap().0) {
            let budget = |iterations| Budget { iterations: Some(iterations), ..Budget::default() };
            let mut whole = searcher(algorithm, &root, &alarm(0));
            whole.search(&budget(ITERATIONS), &mut Watch::default());
            // Interrupted at its first evaluation, at its second, and so on, each time in a search of its own that then
            // goes on: only the first evaluations are slow.
            for after in [1, 2, 5, 9, 17, 40] {
                let alarm = alarm(after);
                let mut parts = searcher(algorithm, &root, &alarm);
                let watch = &mut Watch { interrupt: Some(&alarm.flag), ..Watch::default() };
                parts.search(&budget(ITERATIONS), watch);
                let left = ITERATIONS - parts.finding().counts.iterations;
                parts.search(&budget(left), &mut Watch::default());
                let (mut parts, mut whole) = (parts.finding(), whole.finding());
                (whole.bytes, parts.bytes) = (0, 0);
                assert_eq!(whole, parts, "{} {} after {after}", root.position(), algorithm.name);
            }
        }
    }
}

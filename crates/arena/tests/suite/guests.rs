//! Foreign engines in matches: whatever they do, they lose the match at most, and no process of theirs is left.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use arena::opening::Openings;
use arena::plan::Plan;
use arena::player::{MoveBudget, Player};
use arena::record::{End, Record};
use arena::schedule::Schedule;
use arena::tournament::{Store, Tournament};
use engine::Registry;

/// Every process number that the engine has written into its file.
fn processes(file: &Path) -> Vec<String> {
    std::fs::read_to_string(file).unwrap_or_default().lines().map(str::to_owned).collect()
}

fn is_alive(process: &str) -> bool {
    // The number may belong to another program by now, but not to `sleep` or Python.
    let command = std::fs::read_to_string(format!("/proc/{process}/cmdline")).unwrap_or_default();
    command.contains("guest.py") || command.contains("sleep")
}

/// Waits for processes to be gone: what an engine has started ends a little later than the engine.
fn are_gone(processes: &[String]) -> bool {
    (0..1000).any(|_| {
        std::thread::sleep(Duration::from_millis(5));
        processes.iter().all(|process| !is_alive(process))
    })
}

/// A player that is the engine with this manner, and the file of its processes.
fn guest(directory: &Path, manner: &str) -> (Player, std::path::PathBuf) {
    let (script, file) =
        (Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/guest.py"), directory.join(manner));
    let text = format!(
        "guest: ugi(command='python3 \"{}\" {manner} \"{}\"', time=200ms)",
        script.display(),
        file.display()
    );
    (Player::read(&text).unwrap(), file)
}

fn plan(player: Player, matches: usize) -> Plan {
    let budget = MoveBudget { evaluations: Some(20), ..MoveBudget::default() };
    let own = Player::read("own: ubfm(evaluator=zero)").unwrap();
    Plan { matches, shard: 1, openings: Openings::None, ..Plan::new("tictactoe", vec![player, own], budget) }
}

fn play(manner: &str, matches: usize) -> (Vec<Record>, usize) {
    let directory = tempfile::TempDir::new().unwrap();
    let (player, file) = guest(directory.path(), manner);
    let plan = plan(player, matches);
    let registry = Registry::standard();
    let schedule = Schedule::new(&plan, &registry).unwrap();
    let tournament = Tournament::new(&schedule, Store::Memory(Vec::new()));
    let results = tournament.play(2, &AtomicBool::new(false), &mut |_| ()).unwrap();
    drop(schedule);
    let started = processes(&file);
    let left: Vec<&String> = started.iter().filter(|process| is_alive(process)).collect();
    assert!(left.is_empty(), "{manner}: {left:?}");
    (results.records, started.len())
}

#[test]
fn an_engine_that_behaves_plays_all_its_matches_in_a_process_for_each_worker() {
    for manner in ["behaves", "dribbles", "floods", "bytes"] {
        let (records, started) = play(manner, 4);
        assert_eq!(records.len(), 4, "{manner}");
        assert!(records.iter().all(|record| record.end == End::Rules), "{manner}: {records:?}");
        assert!(started <= 2, "{manner}: {started} processes");
    }
}

#[test]
fn an_engine_that_misbehaves_loses_with_the_reason_and_is_started_again() {
    for (manner, reason) in [
        ("crashes", "its process ended (exit status: 7); its last error message: out of luck"),
        ("crashes-at-once", "its process ended (exit status: 1); its last error message: cannot begin"),
        ("hangs", "it gave no answer to `go movetime 200`"),
        ("late", "it gave no answer to `go movetime 200`"),
        ("closes", "its process ended (it has closed its output)"),
        ("cheats", "illegal move `"),
        ("babbles", "illegal move `"),
        ("never-stops", "it gave no answer to `go movetime 200`"),
        ("never-ends-a-line", "it gave no answer to `go movetime 200`"),
    ] {
        let (records, started) = play(manner, 2);
        assert_eq!(records.len(), 2, "{manner}: the tournament goes on");
        for record in &records {
            let End::Failed(seat, said) = &record.end else { panic!("{manner}: {record:?}") };
            assert_eq!((record.seats()[*seat], record.score), ("guest", -1), "{manner}");
            assert!(said.contains(reason) && said.len() < 300, "{manner}: {said}");
        }
        assert_eq!(started, 2, "{manner}");
    }
}

#[test]
fn an_engine_may_resign() {
    let (records, started) = play("resigns", 4);
    assert!(records.iter().all(|record| record.score == -1), "{records:?}");
    assert!(records.iter().all(|record| record.end == End::Resigned(record.seat)), "{records:?}");
    assert!(started <= 2, "a process for each worker, not for each match: {started}");
}

#[test]
fn an_interrupt_ends_a_match_and_its_engines_at_once() {
    let directory = tempfile::TempDir::new().unwrap();
    let (mut player, file) = guest(directory.path(), "stubborn");
    player.budget.time = Some("1h".to_owned());
    let plan = plan(player, 2);
    let registry = Registry::standard();
    let schedule = Schedule::new(&plan, &registry).unwrap();
    let interrupt = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let shard = scope.spawn(|| schedule.play(0, &AtomicUsize::new(0), &interrupt));
        while processes(&file).len() < 2 {
            std::thread::sleep(Duration::from_millis(5));
        }
        interrupt.store(true, Ordering::Relaxed);
        assert!(shard.join().unwrap().unwrap().is_none(), "nothing is kept of the match");
    });
    // It neither quits nor listens to signals that can be ignored, and has a child.
    assert!(are_gone(&processes(&file)));
}

#[test]
fn an_engine_ends_with_a_worker_that_panics() {
    let directory = tempfile::TempDir::new().unwrap();
    let (player, file) = guest(directory.path(), "behaves");
    let plan = plan(player, 2);
    let registry = Registry::standard();
    let schedule = Schedule::new(&plan, &registry).unwrap();
    let pair = schedule.pair(0).unwrap();
    let worker = std::thread::scope(|scope| {
        let sit_and_panic = || {
            let start = pair.book.start();
            let guest = pair.seats(0)[0].contestant(start, 1, &AtomicBool::new(false));
            let _guest = guest.unwrap().unwrap();
            std::panic::resume_unwind(Box::new("on purpose"));
        };
        scope.spawn(sit_and_panic).join()
    });
    assert!(worker.is_err());
    let started = processes(&file);
    assert!(started.len() == 1 && !is_alive(&started[0]), "{started:?}");
}

#[test]
fn what_an_engine_cannot_do_is_said_before_the_first_match() {
    let directory = tempfile::TempDir::new().unwrap();
    let registry = Registry::standard();
    let (good, _) = guest(directory.path(), "behaves");
    assert!(plan(good.clone(), 2).check(&registry).is_ok());
    for (change, reason) in [
        ("ugi(command='no-such-program')", "cannot start `no-such-program`"),
        ("hub(command='cat')", "hub has no words for tictactoe"),
        (&good.algorithm.replace("ugi(", "ugi(option.Power=3,"), "it has no option `Power`; it has Strength"),
    ] {
        let player = Player { algorithm: change.to_owned(), ..good.clone() };
        let refusal = plan(player, 2).check(&registry).unwrap_err().to_string();
        assert!(refusal.contains("player `guest`: ") && refusal.contains(reason), "{refusal}");
    }
    let strong = Player { algorithm: good.algorithm.replace("ugi(", "ugi(option.strength=3,"), ..good };
    assert!(plan(strong, 2).check(&registry).is_ok());
}

#[test]
fn a_variant_that_an_engine_does_not_know_is_noticed_before_a_match() {
    let directory = tempfile::TempDir::new().unwrap();
    let script = directory.path().join("chess-only.py");
    std::fs::write(
        &script,
        "import sys\nfor line in sys.stdin:\n    word = line.strip()\n    if word == 'uci':\n        \
         print('option name UCI_Variant type combo default chess var chess var crazyhouse')\n        \
         print('uciok', flush=True)\n    if word == 'isready': print('readyok', flush=True)\n    \
         if word == 'quit': break\n",
    )
    .unwrap();
    let text = format!("guest: uci(command='python3 {}', time=1s)", script.display());
    let player = Player::read(&text).unwrap();
    let registry = Registry::standard();
    let mut chess = plan(player, 2);
    chess.games = vec!["chess".to_owned()];
    assert!(chess.check(&registry).is_ok());
    chess.games = vec!["amazons".to_owned()];
    let refusal = chess.check(&registry).unwrap_err().to_string();
    assert!(refusal.contains("the UCI_Variant `amazons` is not among chess, crazyhouse"), "{refusal}");
}

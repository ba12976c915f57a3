//! Plans of tournaments, and the shards that are played.

use std::cell::OnceCell;

use arena::directory::Directory;
use arena::plan::Plan;
use arena::schedule::Schedule;
use arena::standing::Standing;
use engine::Registry;
use tempfile::TempDir;

use crate::sealing;

/// The plan that the shards belong to.
pub const PLAN: &str = "games = [\"nim:1-2\"]\nmatches = 4\nshard = 1\nevaluations = 5\nopenings = \"random:1\"\n\
    [[players]]\nalgorithm = \"ubfm\"\n[[players]]\nalgorithm = \"random-move\"\n";

/// A plan: it is refused, or its matches can be counted.
pub fn plans(input: &[u8]) -> bool {
    let text = String::from_utf8_lossy(input);
    // Files are not read here, and programs are not started.
    if ["file:", "graph:", "network:", "command"].iter().any(|prefix| text.contains(prefix)) {
        return false;
    }
    let Ok(mut plan) = Plan::read(&text) else { return false };
    let registry = Registry::standard();
    // Every player is tried in every game, which is slow for the largest ones.
    let is_small = plan.games.len() + plan.players.len() + plan.sets.len() < 8;
    let is_sound = is_small && plan.name_games(&registry).is_ok() && plan.check(&registry).is_ok();
    if is_sound {
        let schedule = Schedule::new(&plan, &registry).expect("a plan that was checked can be played");
        let pairs = schedule.pair_count();
        assert!(schedule.shard_count() > 0 && pairs > 0);
        // There may be no opening of the length that is asked for.
        let _ = schedule.pair(pairs - 1);
    }
    is_sound
}

thread_local! {
    /// A run of the plan, for as many inputs as this thread gets.
    static RUN: OnceCell<(TempDir, Plan)> = const { OnceCell::new() };
}

fn begin() -> (TempDir, Plan) {
    let directory = TempDir::new().expect("there is room for a directory");
    (directory, Plan::read(PLAN).expect("the plan is sound"))
}

/// A shard: it is refused, or its matches count.
pub fn shards(input: &[u8]) -> bool {
    RUN.with(|run| {
        let (path, plan) = run.get_or_init(begin);
        let registry = Registry::standard();
        let schedule = Schedule::new(plan, &registry).expect("the plan is sound");
        let directory = Directory::begin(path.path(), plan, &registry).expect("it can be written");
        std::fs::write(path.path().join("shards/000000.jsonl"), sealing::seal_shard(input))
            .expect("it can be written");
        let Ok(records) = directory.records(&schedule) else { return false };
        Standing::of(plan, &records, 2 * schedule.pair_count(), None).expect("what was accepted counts");
        true
    })
}

/// A shard of the plan.
pub fn shard() -> Vec<u8> {
    let (path, plan) = begin();
    let registry = Registry::standard();
    let schedule = Schedule::new(&plan, &registry).expect("the plan is sound");
    let directory = Directory::begin(path.path(), &plan, &registry).expect("it can be written");
    let played = schedule.play(0, &Default::default(), &Default::default()).expect("it can be played");
    directory.keep(&played.expect("it was not interrupted")).expect("it can be written");
    sealing::open_shard(&std::fs::read(path.path().join("shards/000000.jsonl")).expect("it was written"))
}

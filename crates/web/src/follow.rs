//! Tournaments and learning runs below the directory that was named at start.

use std::collections::HashMap;
use std::path::Path;

use arena::directory::Directory;
use arena::learning::Journal;
use arena::schedule::Schedule;
use arena::tournament::{Store, Tournament};
use engine::Registry;
use parking_lot::Mutex;
use serde_json::{Value, json};

use crate::error::in_one_line;
use crate::files_of::Below;

/// How deep runs are looked for.
const DEPTH: usize = 4;
/// How many are listed.
const MOST: usize = 500;
/// Games of one page of a list.
const PAGE: usize = 100;

/// The runs, and the standings that were computed last.
pub struct Follow {
    below: Below,
    /// By name: how many shards there were, and what came of them.
    known: Mutex<HashMap<String, (usize, Value)>>,
}

impl Follow {
    /// Runs below a directory.
    pub fn new(below: Below) -> Follow {
        Follow { below, known: Mutex::default() }
    }

    /// All runs.
    pub fn list(&self) -> Value {
        let mut found = Vec::new();
        if let Some(root) = self.below.root() {
            look(root, root, DEPTH, &mut found);
        }
        found.sort_by(|a, b| a.0.cmp(&b.0));
        found.into_iter().map(|(name, kind)| json!({ "name": name, "kind": kind })).collect()
    }

    /// What a run has come to.
    pub fn run(&self, registry: &Registry, name: &str) -> Result<Value, String> {
        let path = self.below.find(name)?;
        match kind(&path) {
            Some("tournament") => self.tournament(registry, name, &path),
            Some("learning") => learning(&path),
            _ => Err(format!("`{name}` is neither a tournament nor a learning run")),
        }
    }

    fn tournament(&self, registry: &Registry, name: &str, path: &Path) -> Result<Value, String> {
        let directory = Directory::open(path).map_err(|error| in_one_line(&error))?;
        let plan = directory.plan().map_err(|error| in_one_line(&error))?;
        let schedule = Schedule::new(&plan, registry).map_err(|error| in_one_line(&error))?;
        let there = schedule.shard_count() - directory.missing(&schedule).len();
        if let Some((shards, known)) = self.known.lock().get(name)
            && *shards == there
        {
            return Ok(known.clone());
        }
        let results = Tournament::new(&schedule, Store::Directory(directory)).results();
        let results = results.map_err(|error| in_one_line(&error))?;
        let said = json!({
            "kind": "tournament",
            "name": name,
            "games": plan.games,
            "standing": results.standing,
            "remarks": results.standing.remarks(),
        });
        self.known.lock().insert(name.to_owned(), (there, said.clone()));
        Ok(said)
    }

    /// Some games of a tournament.
    pub fn games(&self, registry: &Registry, name: &str, page: usize) -> Result<Value, String> {
        let path = self.below.find(name)?;
        let directory = Directory::open(&path).map_err(|error| in_one_line(&error))?;
        let plan = directory.plan().map_err(|error| in_one_line(&error))?;
        let schedule = Schedule::new(&plan, registry).map_err(|error| in_one_line(&error))?;
        let records = directory.records(&schedule).map_err(|error| in_one_line(&error))?;
        let game = |record: &arena::record::Record| {
            json!({
                "pair": record.pair,
                "game": record.game,
                "players": record.seats(),
                "result": record.result(),
                "plies": record.moves.len(),
                "moves": record.moves.join(" "),
            })
        };
        let games: Vec<Value> = records.iter().skip(page.saturating_mul(PAGE)).take(PAGE).map(game).collect();
        Ok(json!({ "all": records.len(), "page": page, "games": games }))
    }
}

fn learning(path: &Path) -> Result<Value, String> {
    let journal = Journal::open(path).map_err(|error| in_one_line(&error))?;
    Ok(json!({ "kind": "learning", "game": journal.game(), "lines": journal.lines() }))
}

/// What a directory is, by what is in it.
fn kind(path: &Path) -> Option<&'static str> {
    if !path.join("run.toml").is_file() {
        None
    } else if path.join("shards").is_dir() {
        Some("tournament")
    } else if path.join("networks").is_dir() {
        Some("learning")
    } else {
        None
    }
}

/// Lists the runs below a path. Links are not followed.
fn look(root: &Path, path: &Path, depth: usize, found: &mut Vec<(String, &'static str)>) {
    if found.len() >= MOST {
        return;
    }
    if let Some(kind) = kind(path)
        && let Some(name) = path.strip_prefix(root).ok().and_then(Path::to_str)
    {
        found.push((if name.is_empty() { "." } else { name }.to_owned(), kind));
        return;
    }
    let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| depth > 0 && entry.file_type().is_ok_and(|kind| kind.is_dir())) {
        look(root, &entry.path(), depth - 1, found);
    }
}

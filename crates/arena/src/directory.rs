//! The directory of a run: its settings and its shards, each of them complete.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::{fs, io};

use engine::Registry;
use files::Lock;
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::machine::Machine;
use crate::plan::Plan;
use crate::record::Record;
use crate::run::Claim;
use crate::schedule::Schedule;
use crate::shard::Shard;
use crate::shard_file;

/// A directory in which a plan is played.
#[derive(Clone, Debug)]
pub struct Directory {
    path: PathBuf,
    /// Whether every shard in it has a checksum.
    checksums: bool,
}

/// The contents of `run.toml`: all settings, and on which machine the run began.
#[derive(Debug, Serialize, Deserialize)]
struct Run {
    #[serde(flatten)]
    machine: Machine,
    /// Whether the results are the same on every machine.
    reproducible: bool,
    /// Whether every shard has a checksum: not in runs of older versions.
    #[serde(default)]
    checksums: bool,
    /// What defines the games whose names do not say it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    definitions: BTreeMap<String, String>,
    plan: Plan,
}

/// The time that a shard took: it shows how well the cores were used.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Effort {
    /// Which shard.
    pub shard: usize,
    /// Seconds in all.
    pub seconds: f64,
    /// Seconds in which a player was at work.
    pub inside: f64,
}

/// Whether a shard is there after [`Directory::play`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayedShard {
    /// It was there already.
    Before,
    /// It has been played and kept.
    Now,
    /// It was interrupted, and nothing of it was kept.
    Interrupted,
}

fn wrong(path: &Path, reason: impl ToString) -> Error {
    Error::File { file: path.display().to_string(), reason: reason.to_string() }
}

impl Directory {
    /// Begins a run, or continues one of the same plan. The names of the games may be spelled differently.
    pub fn begin(path: &Path, plan: &Plan, registry: &Registry) -> Result<Directory, Error> {
        let mut directory = Directory { path: path.to_owned(), checksums: true };
        fs::create_dir_all(directory.shards()).map_err(|error| wrong(path, error))?;
        files::remove_stale(path, None);
        files::remove_stale(&directory.shards(), None);
        files::remove_stale_locks(&directory.shards());
        let file = directory.path.join("run.toml");
        let definitions = definitions(plan, registry)?;
        if file.exists() {
            let run = directory.run()?;
            if let Some(game) =
                plan.games.iter().find(|&game| run.definitions.get(game) != definitions.get(game))
            {
                let reason = format!(
                    "{game} was defined by another file when this run began; choose another directory with --out, or \
                     restore the file"
                );
                return Err(wrong(&file, reason));
            }
            directory.checksums = run.checksums;
            let mut known = run.plan;
            if known != *plan {
                known.name_games(registry)?;
            }
            if known != *plan {
                let reason =
                    "the plan of this run is another one; choose another directory with --out, or remove it";
                return Err(wrong(&file, reason));
            }
            return Ok(directory);
        }
        let run = Run {
            machine: Machine::this(),
            reproducible: plan.is_reproducible(),
            checksums: true,
            definitions,
            plan: plan.clone(),
        };
        let text = toml::to_string(&run).map_err(|error| wrong(&file, error))?;
        // Another process may begin the same run.
        if !files::write_if_absent(&file, "run", text.as_bytes())? {
            return Directory::begin(path, plan, registry);
        }
        Ok(directory)
    }

    /// Opens a run that has begun.
    pub fn open(path: &Path) -> Result<Directory, Error> {
        let directory = Directory { path: path.to_owned(), checksums: true };
        let checksums = directory.run()?.checksums;
        Ok(Directory { checksums, ..directory })
    }

    /// The plan that is played here.
    pub fn plan(&self) -> Result<Plan, Error> {
        Ok(self.run()?.plan)
    }

    fn run(&self) -> Result<Run, Error> {
        let file = self.path.join("run.toml");
        let text = fs::read_to_string(&file).map_err(|error| wrong(&file, error))?;
        toml::from_str(&text).map_err(|error| wrong(&file, error.message()))
    }

    /// The path of the directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn shards(&self) -> PathBuf {
        self.path.join("shards")
    }

    fn shard(&self, index: usize) -> PathBuf {
        self.shards().join(format!("{index:06}.jsonl"))
    }

    /// The shards that are not there yet.
    pub fn missing(&self, schedule: &Schedule<'_>) -> Vec<usize> {
        (0..schedule.shard_count()).filter(|&index| !self.shard(index).exists()).collect()
    }

    /// Takes a shard that is not there yet, so that no other process plays it at the same time.
    pub fn claim(&self, index: usize) -> Result<Claim, Error> {
        let file = self.shard(index);
        let lock = Lock::try_hold(&file, "shard")?;
        // The process that had it before may just have finished.
        Ok(lock.filter(|_| !file.exists()).map_or(Claim::Taken, Claim::Held))
    }

    /// Locks a shard, or fails if another process plays it.
    pub fn lock(&self, index: usize) -> Result<Lock, Error> {
        Ok(Lock::hold(&self.shard(index), "shard")?)
    }

    /// Keeps a shard, and how long it took, unless another process has kept the same one before. Says whether it
    /// was kept.
    pub fn keep(&self, shard: &Shard) -> Result<bool, Error> {
        let file = self.shard(shard.index);
        let text = shard_file::write(&shard.records).map_err(|error| wrong(&file, error))?;
        if !files::write_if_absent(&file, "shard", text.as_bytes())? {
            return Ok(false);
        }
        let effort = Effort {
            shard: shard.index,
            seconds: shard.time.as_secs_f64(),
            inside: shard.inside.as_secs_f64(),
        };
        let log = self.path.join("effort.jsonl");
        let line = serde_json::to_string(&effort).map_err(|error| wrong(&log, error))? + "\n";
        files::append(&log, "log", line.as_bytes())?;
        Ok(true)
    }

    /// Plays a shard that is not there yet, and keeps it.
    pub fn play(
        &self,
        index: usize,
        schedule: &Schedule<'_>,
        interrupt: &AtomicBool,
    ) -> Result<PlayedShard, Error> {
        let count = schedule.shard_count();
        if index >= count {
            let last = count.saturating_sub(1);
            return Err(Error::Plan(format!(
                "there is no shard {index}: the plan has {count} shards, 0 to {last}"
            )));
        }
        if self.read(index, schedule)?.is_some() {
            return Ok(PlayedShard::Before);
        }
        let _lock = self.lock(index)?;
        let Some(shard) = schedule.play(index, &AtomicUsize::new(0), interrupt)? else {
            return Ok(PlayedShard::Interrupted);
        };
        self.keep(&shard)?;
        Ok(PlayedShard::Now)
    }

    /// The matches of a shard; `None` if it is not there yet.
    pub fn read(&self, index: usize, schedule: &Schedule<'_>) -> Result<Option<Vec<Record>>, Error> {
        let file = self.shard(index);
        let text = match fs::read(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(wrong(&file, error)),
        };
        let wrong = |reason: &str| wrong(&file, format!("{reason}; remove it, and it is played again"));
        let text = String::from_utf8(text).map_err(|_| wrong("this shard is damaged: it is not text"))?;
        let mut records = shard_file::read(&text, self.checksums).map_err(|reason| wrong(&reason))?;
        let expected = schedule.shard(index).flat_map(|pair| [(pair, 0), (pair, 1)]);
        if !expected.eq(records.iter().map(|record| (record.pair, record.seat))) {
            return Err(wrong("this shard holds other matches than the plan says"));
        }
        // Older shards may spell the name of the game differently.
        for record in &mut records {
            schedule.game(record.pair).clone_into(&mut record.game);
        }
        Ok(Some(records))
    }

    /// All matches that are there, shard by shard.
    pub fn records(&self, schedule: &Schedule<'_>) -> Result<Vec<Record>, Error> {
        let mut records = Vec::new();
        for index in 0..schedule.shard_count() {
            records.extend(self.read(index, schedule)?.into_iter().flatten());
        }
        Ok(records)
    }

    /// The time that the shards took, as far as it is known.
    pub fn effort(&self) -> Vec<Effort> {
        let text = fs::read_to_string(self.path.join("effort.jsonl")).unwrap_or_default();
        // A crash may have cut off the last line; the matches are not affected.
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }
}

/// The definitions of the games of a plan that have one.
fn definitions(plan: &Plan, registry: &Registry) -> Result<BTreeMap<String, String>, Error> {
    let mut definitions = BTreeMap::new();
    for game in &plan.games {
        let definition = registry.open(game)?.definition();
        definitions.extend(definition.map(|definition| (game.clone(), definition.to_string())));
    }
    Ok(definitions)
}

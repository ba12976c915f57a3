//! The directory of a run: its settings, its shards, and nothing that is half written.

use std::fs;
use std::path::{Path, PathBuf};

use engine::Registry;
use files::Lock;
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::plan::Plan;
use crate::record::Record;
use crate::run::Claim;
use crate::schedule::Schedule;
use crate::shard::Shard;

/// A directory in which a plan is played.
#[derive(Clone, Debug)]
pub struct Directory {
    path: PathBuf,
}

/// What `run.toml` says: all settings, and on which machine the run began.
#[derive(Debug, Serialize, Deserialize)]
struct Run {
    version: String,
    cpu: String,
    cores: usize,
    /// Whether the results are the same on every machine.
    reproducible: bool,
    plan: Plan,
}

/// The time that a shard took, for whoever wants to know how well the cores were used.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Effort {
    /// Which shard.
    pub shard: usize,
    /// Seconds in all.
    pub seconds: f64,
    /// Seconds in which a player was at work.
    pub inside: f64,
}

fn wrong(path: &Path, reason: impl ToString) -> Error {
    Error::File { file: path.display().to_string(), reason: reason.to_string() }
}

impl Directory {
    /// Begins a run, or goes on with one of the same plan, however that spelled the names of its games.
    pub fn begin(path: &Path, plan: &Plan, registry: &Registry) -> Result<Directory, Error> {
        let directory = Directory { path: path.to_owned() };
        fs::create_dir_all(directory.shards()).map_err(|error| wrong(path, error))?;
        files::remove_stale(path, None);
        files::remove_stale(&directory.shards(), None);
        files::remove_stale_locks(&directory.shards());
        let file = directory.path.join("run.toml");
        if file.exists() {
            let mut known = directory.plan()?;
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
            version: env!("CARGO_PKG_VERSION").to_owned(),
            cpu: processor(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            reproducible: plan.is_reproducible(),
            plan: plan.clone(),
        };
        let text = toml::to_string(&run).map_err(|error| wrong(&file, error))?;
        // Another process may begin the same run.
        if !files::write_if_absent(&file, "run", text.as_bytes())? {
            return Directory::begin(path, plan, registry);
        }
        Ok(directory)
    }

    /// A run that has begun.
    pub fn open(path: &Path) -> Result<Directory, Error> {
        let directory = Directory { path: path.to_owned() };
        directory.plan()?;
        Ok(directory)
    }

    /// The plan that is played here.
    pub fn plan(&self) -> Result<Plan, Error> {
        let file = self.path.join("run.toml");
        let text = fs::read_to_string(&file).map_err(|error| wrong(&file, error))?;
        let run: Run = toml::from_str(&text).map_err(|error| wrong(&file, error.message()))?;
        Ok(run.plan)
    }

    /// Where it is.
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

    /// The right to play a shard, or the error that another process has it.
    pub fn lock(&self, index: usize) -> Result<Lock, Error> {
        Ok(Lock::hold(&self.shard(index), "shard")?)
    }

    /// Keeps a shard, and how long it took, unless another process has played it, too, and was faster. Says whether it
    /// was kept.
    pub fn keep(&self, shard: &Shard) -> Result<bool, Error> {
        let file = self.shard(shard.index);
        let mut text = String::new();
        for record in &shard.records {
            text += &serde_json::to_string(record).map_err(|error| wrong(&file, error))?;
            text.push('\n');
        }
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

    /// The matches of a shard; `None` if it is not there yet.
    pub fn read(&self, index: usize, schedule: &Schedule<'_>) -> Result<Option<Vec<Record>>, Error> {
        let file = self.shard(index);
        let Ok(text) = fs::read_to_string(&file) else { return Ok(None) };
        let wrong = |reason: &str| wrong(&file, format!("{reason}: remove it, and it is played again"));
        let records = text.lines().map(serde_json::from_str).collect::<Result<Vec<Record>, _>>();
        let mut records = records.map_err(|_| wrong("this shard is damaged"))?;
        let expected = schedule.shard(index).flat_map(|pair| [(pair, 0), (pair, 1)]);
        if !expected.eq(records.iter().map(|record| (record.pair, record.seat))) {
            return Err(wrong("this shard holds other matches than the plan says"));
        }
        // Older shards may spell it in another way.
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

    /// What the shards took, as far as it is known.
    pub fn effort(&self) -> Vec<Effort> {
        let text = fs::read_to_string(self.path.join("effort.jsonl")).unwrap_or_default();
        // A line that was cut off by a crash is no loss.
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }
}

/// The name of the processor.
pub fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    model.map_or(std::env::consts::ARCH, |(_, name)| name).to_owned()
}

//! Playing a plan with everybody looking on: shared by `match` and `tournament`.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use arena::directory::Directory;
use arena::record::Record;
use arena::run::{Claim, Keeper, run_claimed};
use arena::schedule::Schedule;
use arena::shard::Shard;
use arena::standing::{self, Standing};
use arena::statistics::Verdict;
use clap::Args;
use engine::quantity;

use crate::progress::{Progress, Style};
use crate::{Failure, in_one_line, interrupt};

/// How a plan is played.
#[derive(Args)]
pub struct Manner {
    /// Matches side by side [default: one for each core]
    #[arg(long, value_name = "N", value_parser = quantity::threads, allow_negative_numbers = true)]
    pub jobs: Option<usize>,
    /// How progress is told on standard error
    #[arg(long, value_name = "STYLE", value_enum, default_value = "auto")]
    pub progress: Style,
}

impl Manner {
    /// Matches side by side.
    fn jobs(&self) -> usize {
        self.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
    }
}

impl From<arena::Error> for Failure {
    fn from(error: arena::Error) -> Failure {
        match error {
            arena::Error::Write(error) => error.into(),
            error => Failure::Usage(in_one_line(&error)),
        }
    }
}

/// Where the shards of a run are kept.
pub enum Place {
    /// Nowhere but here.
    Memory(Vec<Shard>),
    /// In a directory.
    Directory(Directory),
}

/// A plan that is being played.
pub struct Conduct<'a> {
    schedule: &'a Schedule<'a>,
    place: Place,
    progress: Progress,
    begin: Instant,
    /// Matches of this run: those to play, and those done.
    to_play: usize,
    done: usize,
    /// Time of the workers and of the players.
    time: Duration,
    inside: Duration,
}

/// What came out of a run.
pub struct Done {
    /// All matches that are there, in the order of the plan.
    pub records: Vec<Record>,
    /// What they say.
    pub standing: Standing,
    /// The directory, if there is one.
    pub path: Option<PathBuf>,
    /// Whether something is left to play.
    pub is_unfinished: bool,
    /// Shards that other processes are playing.
    pub elsewhere: usize,
}

impl<'a> Conduct<'a> {
    /// Ready to play, or to go on.
    pub fn new(schedule: &'a Schedule<'a>, place: Place, style: Style) -> Conduct<'a> {
        Conduct {
            schedule,
            place,
            progress: Progress::new(style),
            begin: Instant::now(),
            to_play: 0,
            done: 0,
            time: Duration::ZERO,
            inside: Duration::ZERO,
        }
    }

    /// Plays what is missing until it is done, decided, or interrupted. What other processes are playing is left to them.
    pub fn play(mut self, manner: &Manner) -> Result<Done, Failure> {
        let (schedule, mut missing, mut was_interrupted) = (self.schedule, self.missing(), false);
        // A test that was decided before needs no more matches.
        let mut is_decided = self.is_decided()?;
        while !missing.is_empty() && !is_decided && !was_interrupted {
            self.to_play = missing.iter().map(|&index| 2 * schedule.shard(index).len()).sum();
            let directory = match &self.place {
                Place::Memory(_) => None,
                Place::Directory(directory) => Some(directory.clone()),
            };
            let claim =
                |index| directory.as_ref().map_or(Ok(Claim::Free), |directory| directory.claim(index));
            was_interrupted = interrupt::during(|interrupted| {
                run_claimed(schedule, &missing, manner.jobs(), interrupted, &claim, &mut self)
                    .map(|()| interrupted.load(Ordering::Relaxed))
            })?;
            is_decided = self.is_decided()?;
            let left = self.missing();
            // Once more if something was done: a process that had claimed the rest may have died.
            if left.len() == missing.len() {
                break;
            }
            missing = left;
        }
        let elsewhere = if was_interrupted || is_decided { 0 } else { self.missing().len() };
        Ok(Done { elsewhere, ..self.finish(was_interrupted)? })
    }

    /// The shards that are not there yet.
    fn missing(&self) -> Vec<usize> {
        match &self.place {
            Place::Directory(directory) => directory.missing(self.schedule),
            Place::Memory(shards) => {
                let played: HashSet<usize> = shards.iter().map(|shard| shard.index).collect();
                (0..self.schedule.shard_count()).filter(|index| !played.contains(index)).collect()
            }
        }
    }

    /// What has been played so far.
    pub fn look(self) -> Result<Done, Failure> {
        self.finish(false)
    }

    fn finish(mut self, was_interrupted: bool) -> Result<Done, Failure> {
        let records = self.records()?;
        let (path, time, inside) = match &self.place {
            Place::Memory(_) => (None, self.time.as_secs_f64(), self.inside.as_secs_f64()),
            Place::Directory(directory) => {
                let effort = directory.effort();
                let sum = |part: fn(&arena::directory::Effort) -> f64| effort.iter().map(part).sum::<f64>();
                (Some(directory.path().to_owned()), sum(|effort| effort.seconds), sum(|effort| effort.inside))
            }
        };
        let inside = (time > 0.0).then(|| inside / time);
        let planned = 2 * self.schedule.pair_count();
        let standing = Standing::of(self.schedule.plan, &records, planned, inside)?;
        let is_unfinished = was_interrupted && records.len() < planned;
        Ok(Done { is_unfinished, elsewhere: 0, records, standing, path })
    }

    /// All matches that are there.
    fn records(&mut self) -> Result<Vec<Record>, Failure> {
        Ok(match &mut self.place {
            Place::Directory(directory) => directory.records(self.schedule)?,
            Place::Memory(shards) => {
                shards.sort_by_key(|shard| shard.index);
                shards.iter().flat_map(|shard| shard.records.clone()).collect()
            }
        })
    }

    /// Whether a sequential test says that it is enough.
    fn is_decided(&mut self) -> Result<bool, Failure> {
        if self.schedule.plan.sprt.is_none() {
            return Ok(false);
        }
        let records = self.records()?;
        let test = standing::test(self.schedule.plan, &records)?;
        Ok(test.is_some_and(|(_, test)| test.verdict != Verdict::Continue))
    }

    /// What is left of the time, if it goes on like this.
    fn time_left(&self) -> Option<Duration> {
        let spent = self.begin.elapsed();
        (self.done > 0 && spent > Duration::from_secs(1))
            .then(|| spent.mul_f64((self.to_play - self.done.min(self.to_play)) as f64 / self.done as f64))
    }
}

impl Keeper for Conduct<'_> {
    fn keep(&mut self, shard: Shard) -> Result<ControlFlow<()>, arena::Error> {
        self.time += shard.time;
        self.inside += shard.inside;
        match &mut self.place {
            Place::Directory(directory) => drop(directory.keep(&shard)?),
            Place::Memory(shards) => shards.push(shard),
        }
        match self.is_decided() {
            Ok(true) => Ok(ControlFlow::Break(())),
            Ok(false) => Ok(ControlFlow::Continue(())),
            Err(Failure::Usage(reason) | Failure::Failed(reason)) => Err(arena::Error::Plan(reason)),
            Err(Failure::Unfinished(_) | Failure::Unread) => Ok(ControlFlow::Break(())),
        }
    }

    fn tick(&mut self, matches: usize) {
        self.done = matches;
        let share = matches as f64 / self.to_play.max(1) as f64;
        let bar: String =
            (0..20).map(|step| if f64::from(step) < 20.0 * share { '#' } else { '.' }).collect();
        let left = self.time_left().map_or(String::new(), |left| format!(", {} left", quantity::long(left)));
        self.progress.say_sometimes(&format!("[{bar}] {matches} of {} matches{left}", self.to_play));
    }
}

//! A plan that is played to its end: what is missing is played and kept, and the results are counted.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::Error;
use crate::directory::{Directory, Effort};
use crate::record::Record;
use crate::run::{Claim, Observer, run_claimed};
use crate::schedule::Schedule;
use crate::shard::Shard;
use crate::standing::{self, Standing};
use crate::statistics::Verdict;

/// Where the shards of a tournament are kept.
pub enum Store {
    /// In memory, as long as the tournament lives.
    Memory(Vec<Shard>),
    /// In a directory, which other processes may share.
    Directory(Directory),
}

/// A plan that is being played.
pub struct Tournament<'a> {
    schedule: &'a Schedule<'a>,
    store: Store,
    /// Time of the workers, and the part of it in which players were at work.
    time: Duration,
    inside: Duration,
}

/// How far the matches of a call of [`Tournament::play`] have come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Matches to play.
    pub matches: usize,
    /// Those that are done.
    pub done: usize,
    /// The time left, judged by the pace so far.
    pub time_left: Option<Duration>,
}

/// The results of a tournament.
pub struct Results {
    /// All matches that are there, in the order of the plan.
    pub records: Vec<Record>,
    /// Their statistics.
    pub standing: Standing,
    /// The directory, if there is one.
    pub path: Option<PathBuf>,
    /// Whether an interrupt left something to play.
    pub is_unfinished: bool,
    /// Shards that other processes are playing.
    pub elsewhere: usize,
}

impl<'a> Tournament<'a> {
    /// Ready to begin, or to continue with what the store already has.
    pub fn new(schedule: &'a Schedule<'a>, store: Store) -> Tournament<'a> {
        Tournament { schedule, store, time: Duration::ZERO, inside: Duration::ZERO }
    }

    /// Plays what is missing, `jobs` matches side by side, until it is done, decided or interrupted. Shards that other
    /// processes are playing are left to them.
    pub fn play(
        mut self,
        jobs: usize,
        interrupt: &AtomicBool,
        see: &mut dyn FnMut(Progress),
    ) -> Result<Results, Error> {
        let mut missing = self.missing();
        // A test that was decided before needs no more matches.
        let mut is_decided = self.is_decided()?;
        let is_interrupted = || interrupt.load(Ordering::Relaxed);
        while !missing.is_empty() && !is_decided && !is_interrupted() {
            self.play_shards(&missing, jobs, interrupt, see)?;
            is_decided = self.is_decided()?;
            let left = self.missing();
            // Try again if something was done: a process that had claimed the rest may have died.
            if left.len() == missing.len() {
                break;
            }
            missing = left;
        }
        let elsewhere = if is_interrupted() || is_decided { 0 } else { self.missing().len() };
        Ok(Results { elsewhere, ..self.finish(is_interrupted())? })
    }

    fn play_shards(
        &mut self,
        shards: &[usize],
        jobs: usize,
        interrupt: &AtomicBool,
        see: &mut dyn FnMut(Progress),
    ) -> Result<(), Error> {
        let schedule = self.schedule;
        let directory = match &self.store {
            Store::Memory(_) => None,
            Store::Directory(directory) => Some(directory.clone()),
        };
        let claim = |index| directory.as_ref().map_or(Ok(Claim::Free), |directory| directory.claim(index));
        let matches = shards.iter().map(|&index| 2 * schedule.shard(index).len()).sum();
        let mut watched = Watched { tournament: self, matches, begin: Instant::now(), see };
        run_claimed(schedule, shards, jobs, interrupt, &claim, &mut watched)
    }

    /// The shards that are not there yet.
    fn missing(&self) -> Vec<usize> {
        match &self.store {
            Store::Directory(directory) => directory.missing(self.schedule),
            Store::Memory(shards) => {
                let played: HashSet<usize> = shards.iter().map(|shard| shard.index).collect();
                (0..self.schedule.shard_count()).filter(|index| !played.contains(index)).collect()
            }
        }
    }

    /// The results so far.
    pub fn results(self) -> Result<Results, Error> {
        self.finish(false)
    }

    fn finish(mut self, was_interrupted: bool) -> Result<Results, Error> {
        let records = self.records()?;
        let (path, time, inside) = match &self.store {
            Store::Memory(_) => (None, self.time.as_secs_f64(), self.inside.as_secs_f64()),
            Store::Directory(directory) => {
                let effort = directory.effort();
                let sum = |part: fn(&Effort) -> f64| effort.iter().map(part).sum::<f64>();
                (Some(directory.path().to_owned()), sum(|effort| effort.seconds), sum(|effort| effort.inside))
            }
        };
        let inside = (time > 0.0).then(|| inside / time);
        let planned = 2 * self.schedule.pair_count();
        let standing = Standing::of(self.schedule.plan, &records, planned, inside)?;
        let is_unfinished = was_interrupted && records.len() < planned;
        Ok(Results { is_unfinished, elsewhere: 0, records, standing, path })
    }

    /// All matches that are there.
    fn records(&mut self) -> Result<Vec<Record>, Error> {
        Ok(match &mut self.store {
            Store::Directory(directory) => directory.records(self.schedule)?,
            Store::Memory(shards) => {
                shards.sort_by_key(|shard| shard.index);
                shards.iter().flat_map(|shard| shard.records.clone()).collect()
            }
        })
    }

    /// Whether a sequential test says that it is enough.
    fn is_decided(&mut self) -> Result<bool, Error> {
        if self.schedule.plan.sprt.is_none() {
            return Ok(false);
        }
        let records = self.records()?;
        let test = standing::test(self.schedule.plan, &records)?;
        Ok(test.is_some_and(|(_, test)| test.verdict != Verdict::Continue))
    }
}

/// A tournament whose shards are being played, with the caller's view of it.
struct Watched<'a, 'b> {
    tournament: &'a mut Tournament<'b>,
    matches: usize,
    begin: Instant,
    see: &'a mut dyn FnMut(Progress),
}

impl Observer for Watched<'_, '_> {
    fn shard(&mut self, shard: Shard) -> Result<ControlFlow<()>, Error> {
        let Tournament { time, inside, store, .. } = self.tournament;
        *time += shard.time;
        *inside += shard.inside;
        match store {
            Store::Directory(directory) => drop(directory.keep(&shard)?),
            Store::Memory(shards) => shards.push(shard),
        }
        Ok(if self.tournament.is_decided()? { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn progress(&mut self, done: usize) {
        let spent = self.begin.elapsed();
        let left = self.matches.saturating_sub(done);
        // The first matches say little about the pace.
        let is_known = done > 0 && spent > Duration::from_secs(1);
        let time_left = is_known.then(|| spent.mul_f64(left as f64 / done as f64));
        (self.see)(Progress { matches: self.matches, done, time_left });
    }
}

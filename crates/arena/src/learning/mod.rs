//! Learning runs: rounds of self-play and training in a directory, with the strength of the network measured in between.
//!
//! A run can be ended at any moment. Begun again with the same directory, it continues from its last checkpoint.
//!
//! ```no_run
//! use std::path::Path;
//! use std::sync::atomic::AtomicBool;
//! use arena::learning::{Event, LearningRun, Limits, RunOptions};
//! use engine::{LearnOptions, Registry};
//!
//! let registry = Registry::standard();
//! let options = RunOptions { limits: Limits { games: Some(1000), ..Limits::default() }, ..RunOptions::default() };
//! let mut run = LearningRun::begin(&registry, "connect4", Path::new("c4"), LearnOptions::default(), options)?;
//! run.learn(&AtomicBool::new(false), &mut |event| {
//!     if let Event::Round(round) = event {
//!         println!("{} games, loss {}", round.games, round.loss);
//!     }
//! })?;
//! println!("{}", run.journal().network().display());
//! # Ok::<(), arena::Error>(())
//! ```

mod journal;
mod snapshots;
mod strength;

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use engine::{Clock, GamePlayed, LearnOptions, Learner, Progress, Registry, RoundDone};

use crate::Error;
pub use journal::{Journal, LogLine, Strength};
pub use snapshots::Snapshots;

/// When a run ends: at the first limit that is reached, or when it is interrupted. Earlier parts of the run count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time spent on learning.
    pub time: Option<Duration>,
    /// Games of self-play.
    pub games: Option<u64>,
}

impl Limits {
    /// Whether a learner has reached one of them.
    fn are_reached(&self, progress: &Progress) -> bool {
        self.time.is_some_and(|limit| progress.seconds >= limit.as_secs_f64())
            || self.games.is_some_and(|limit| progress.games >= limit)
    }

    /// The time after this round until the first of them is reached, judged by the pace so far; `None` without limits.
    pub fn time_left(&self, round: &RoundDone) -> Option<Duration> {
        let &RoundDone { games, seconds, .. } = round;
        let by_games =
            self.games.map(|limit| seconds * limit.saturating_sub(games) as f64 / games.max(1) as f64);
        let by_time = self.time.map(|limit| (limit.as_secs_f64() - seconds).max(0.0));
        let left = by_games.into_iter().chain(by_time).reduce(f64::min);
        left.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
    }
}

/// How a run is carried out. None of it changes what is learned: that depends on [`LearnOptions`] alone.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// When the run ends.
    pub limits: Limits,
    /// Games of self-play, and matches of a strength test, side by side.
    pub workers: usize,
    /// The clock that measures the time spent on learning.
    pub clock: Clock,
    /// The interval at which the network is saved and its strength is measured.
    pub interval: Duration,
    /// Networks that are kept after a given number of games, in place of one at every interval.
    pub snapshots: Option<Snapshots>,
    /// Pairs of matches against each fixed opponent in a strength test; 0 for no tests.
    pub pairs: u64,
    /// The command that a user would give for this run; network files quote it.
    pub command: String,
}

impl Default for RunOptions {
    fn default() -> Self {
        RunOptions {
            limits: Limits::default(),
            workers: std::thread::available_parallelism().map_or(1, usize::from),
            clock: Clock::default(),
            interval: Duration::from_secs(120),
            snapshots: None,
            pairs: 10,
            command: String::new(),
        }
    }
}

/// What happens during a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A game of self-play is over. Reported by the worker that played it; the games of a round end in any order.
    Game(GamePlayed),
    /// A round of games and training is done.
    Round(RoundDone),
    /// The network and a checkpoint were written.
    Saved,
    /// Matches against the fixed opponents begin.
    Testing,
    /// The result against one of them.
    Strength(Strength),
}

/// A network that learns, and the directory in which it is kept.
pub struct LearningRun<'a> {
    registry: &'a Registry,
    game: String,
    learner: Learner,
    journal: Journal,
    options: RunOptions,
}

impl<'a> LearningRun<'a> {
    /// Begins a run in this directory, or continues the run that is there. The directory belongs to this process as long
    /// as the value lives.
    pub fn begin(
        registry: &'a Registry,
        game: &str,
        directory: &Path,
        what: LearnOptions,
        options: RunOptions,
    ) -> Result<LearningRun<'a>, Error> {
        let start = registry.open(game)?;
        let game = start.game().to_owned();
        // Before the directory is created: options that are refused should leave no trace.
        let mut learner = start.learner(what, options.workers)?;
        let (mut journal, checkpoint) = Journal::begin(registry, directory, &game, &what)?;
        if let Some(file) = &checkpoint {
            learner = start.resume_learner(file, options.workers)?;
        }
        learner.set_clock(options.clock);
        journal.go_back_to(learner.progress().games)?;
        Ok(LearningRun { registry, game, learner, journal, options })
    }

    /// Learns until a limit is reached or `interrupt` is set. A round that is interrupted does not count.
    pub fn learn(
        &mut self,
        interrupt: &AtomicBool,
        see: &mut (dyn FnMut(&Event) + Send),
    ) -> Result<(), Error> {
        let limits = self.options.limits;
        let is_over =
            |learner: &Learner| limits.are_reached(learner.progress()) || interrupt.load(Ordering::Relaxed);
        let mut saved = Instant::now();
        while !is_over(&self.learner) {
            let Some(round) = self.round(interrupt, see) else { break };
            self.journal.write(LogLine::Round(round))?;
            see(&Event::Round(round));
            self.keep_snapshots(&round)?;
            if saved.elapsed() >= self.options.interval || is_over(&self.learner) {
                self.save()?;
                see(&Event::Saved);
                self.measure_strength(interrupt, see)?;
                self.journal.draw()?;
                saved = Instant::now();
            }
        }
        self.save()?;
        self.journal.draw()
    }

    /// One round; its games are reported as they end.
    fn round(&mut self, interrupt: &AtomicBool, see: &mut (dyn FnMut(&Event) + Send)) -> Option<RoundDone> {
        let see = Mutex::new(see);
        self.learner.round(interrupt, &|event| {
            if let engine::Event::Game(game) = event {
                let mut see = see.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                see(&Event::Game(game.clone()));
            }
        })
    }

    /// Saves the network as it is now, and all that is needed to continue.
    fn save(&self) -> Result<(), Error> {
        self.journal.save(&self.learner, &self.options.command, self.options.snapshots.is_none())
    }

    /// Keeps the network of a round if it is one of those that were asked for.
    fn keep_snapshots(&self, round: &RoundDone) -> Result<(), Error> {
        let Some(snapshots) = &self.options.snapshots else { return Ok(()) };
        let games_a_round = self.learner.options().games_a_round as u64;
        for number in snapshots.reached(round.games - games_a_round, round.games) {
            self.journal.keep(&self.learner, &self.options.command, number)?;
        }
        Ok(())
    }

    fn measure_strength(
        &mut self,
        interrupt: &AtomicBool,
        see: &mut (dyn FnMut(&Event) + Send),
    ) -> Result<(), Error> {
        let RunOptions { pairs, workers, .. } = self.options;
        if pairs == 0 || interrupt.load(Ordering::Relaxed) {
            return Ok(());
        }
        see(&Event::Testing);
        let player = strength::player(&self.journal.network(), self.learner.options().play.terminal);
        let scores = strength::measure(self.registry, &self.game, player, pairs, workers, interrupt)?;
        let &Progress { games, seconds, .. } = self.learner.progress();
        for (opponent, mean) in scores {
            let strength = Strength { opponent, mean, games, seconds };
            self.journal.write(LogLine::Strength(strength.clone()))?;
            see(&Event::Strength(strength));
        }
        Ok(())
    }

    /// What the run has written.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// How far the learner has come.
    pub fn progress(&self) -> &Progress {
        self.learner.progress()
    }
}

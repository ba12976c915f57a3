//! By which clock learning is timed.

use std::time::Instant;

use cpu_time::ProcessTime;

/// By which clock learning is timed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// The time that passes.
    #[default]
    Wall,
    /// The processor time of all threads: comparable on a machine that does other work.
    Processor,
}

/// A clock that was started.
pub struct Started(Instant, Option<ProcessTime>);

impl Clock {
    /// Starts a clock.
    pub fn start(self) -> Started {
        Started(Instant::now(), (self == Clock::Processor).then(ProcessTime::now))
    }
}

impl Started {
    /// Seconds since then.
    pub fn seconds(&self) -> f64 {
        self.1.map_or_else(|| self.0.elapsed(), |start| start.elapsed()).as_secs_f64()
    }
}

//! Who sits at the board: a player of this program, or a foreign engine.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use engine::clock::Limits;
use engine::{Budget, Position, Session};
use protocol::client::{Choice as Chosen, Engine, Setup, Trouble};

/// What a contestant wants to do.
pub enum Choice {
    /// To play a move. The value of the position may be proven.
    Play(String, Option<i8>),
    /// To give up.
    Resign,
    /// The match was interrupted.
    Interrupted,
}

/// A seat of a match. Errors say what the contestant has done wrong, and forfeit the match.
pub trait Contestant {
    /// How long the next move may take before it counts as an overrun.
    fn overrun_limit(&self) -> Option<Duration>;

    /// Chooses a move.
    fn choose(&mut self, interrupt: &AtomicBool) -> Result<Choice, String>;

    /// Hears of a move, its own or that of the opponent.
    fn play(&mut self, m: &str) -> Result<(), String>;

    /// The match is over, and the contestant has done nothing wrong.
    fn leave(&mut self) {}
}

/// The time that a move may take before it counts as an overrun: its limit, and a tolerance for clocks and schedulers.
fn tolerant(time: Duration) -> Duration {
    time + (time / 20).max(Duration::from_millis(2))
}

/// A player of this program.
pub struct Own {
    pub session: Box<dyn Session>,
    pub budget: Budget,
}

impl Contestant for Own {
    fn overrun_limit(&self) -> Option<Duration> {
        self.budget.time.map(tolerant)
    }

    fn choose(&mut self, interrupt: &AtomicBool) -> Result<Choice, String> {
        let decided = self.session.decide(&self.budget, interrupt);
        let best = decided.best_move.ok_or_else(|| "it has no move to play".to_owned())?;
        Ok(Choice::Play(best, decided.value))
    }

    fn play(&mut self, m: &str) -> Result<(), String> {
        self.session.play(m).map_err(|error| error.to_string())
    }
}

/// A foreign engine that is ready to play. Its processes are kept between matches, one for each match at a time.
#[derive(Clone)]
pub struct Foreign {
    setup: Arc<Setup>,
    limits: Limits,
    idle: Arc<Mutex<Vec<Engine>>>,
}

impl Foreign {
    /// An engine with these limits for each decision.
    pub fn new(setup: Setup, limits: Limits) -> Foreign {
        Foreign { setup: Arc::new(setup), limits, idle: Arc::default() }
    }

    /// The engine at the start of a match. A process that does not begin another game is replaced.
    pub fn sit_down(&self, start: &dyn Position, interrupt: &AtomicBool) -> Result<Guest, Trouble> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        if let Some(mut engine) = idle
            && engine.new_game(start, interrupt).is_ok()
        {
            return Ok(Guest { engine: Some(engine), idle: self.idle.clone() });
        }
        let mut engine = Engine::start(&self.setup, start, self.limits, interrupt)?;
        engine.new_game(start, interrupt)?;
        Ok(Guest { engine: Some(engine), idle: self.idle.clone() })
    }
}

/// A foreign engine at the board. Its process ends with it, unless it [leaves](Contestant::leave) in order.
pub struct Guest {
    engine: Option<Engine>,
    idle: Arc<Mutex<Vec<Engine>>>,
}

/// What is said of an engine that has left.
const GONE: &str = "it has left the match";

impl Contestant for Guest {
    fn overrun_limit(&self) -> Option<Duration> {
        self.engine.as_ref().and_then(Engine::allowance).map(tolerant)
    }

    fn choose(&mut self, interrupt: &AtomicBool) -> Result<Choice, String> {
        match self.engine.as_mut().ok_or(GONE)?.choose(interrupt) {
            Ok(Chosen::Play(m)) => Ok(Choice::Play(m, None)),
            Ok(Chosen::Resign) => Ok(Choice::Resign),
            Err(Trouble::Interrupted) => Ok(Choice::Interrupted),
            Err(trouble) => Err(trouble.to_string()),
        }
    }

    fn play(&mut self, m: &str) -> Result<(), String> {
        self.engine.as_mut().ok_or(GONE)?.play(m)
    }

    fn leave(&mut self) {
        let engine = self.engine.take();
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).extend(engine);
    }
}

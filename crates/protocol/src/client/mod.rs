//! The client's half of the protocols: foreign engines that play here.
//!
//! An [`Engine`] is a process that plays one game after the other. It is asked for single decisions, although most protocols
//! speak of whole turns. Whatever it does, the answer comes in time: a move, a resignation, or the [`Trouble`] with it.

mod aei;
mod family;
mod game;
mod gomocup;
mod gtp;
mod hub;
mod process;
mod setup;

pub use process::end_all;
pub use setup::Setup;

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use engine::{Player, Position};

use crate::clock::Limits;
use crate::desk::Unit;
use crate::protocol::Protocol;
use crate::record::follow;
use crate::spelling::Spelling;
use game::Game;
use process::Process;

/// How long an engine may take to start, to introduce itself and to begin a game.
const START_TIMEOUT: Duration = Duration::from_secs(60);

/// What an engine may be late with a move if its time is limited, and all that it may take if it is not.
const LATE: Duration = Duration::from_secs(1);
const UNLIMITED: Duration = Duration::from_secs(60);

/// What is wrong with an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It cannot be started.
    NoStart(String),
    /// Its process has ended.
    Ended(String),
    /// It has not answered in time.
    Late(String),
    /// It has said something that it must not say, such as an illegal move.
    Wrong(String),
    /// It does not do what is asked of it: a game, a variant, an option.
    Unable(String),
    /// The caller was interrupted. The engine is not to blame.
    Interrupted,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::NoStart(reason)
            | Trouble::Ended(reason)
            | Trouble::Late(reason)
            | Trouble::Wrong(reason)
            | Trouble::Unable(reason) => f.write_str(reason),
            Trouble::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for Trouble {}

/// What an engine wants to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// To make this decision, in the notation of the game. It is legal.
    Play(String),
    /// To give up.
    Resign,
}

/// An engine that is being talked to: it has to answer before the deadline.
struct Line<'a> {
    process: &'a mut Process,
    deadline: Instant,
    interrupt: &'a AtomicBool,
    /// What was said last, and when.
    said: String,
    asked: Instant,
}

impl Line<'_> {
    /// Says a line.
    fn say(&mut self, text: impl Into<String>) {
        (self.said, self.asked) = (text.into(), Instant::now());
        self.process.say(&self.said);
    }

    /// The next line that the engine says.
    fn hear(&mut self) -> Result<String, Trouble> {
        let heard = self.process.hear(self.deadline, self.interrupt)?;
        heard.ok_or_else(|| {
            let waited = self.asked.elapsed().as_secs_f64();
            Trouble::Late(format!("it gave no answer to `{}` in {waited:.1} s", short(&self.said)))
        })
    }

    /// The first line for which there is an answer.
    fn hear_until<T>(&mut self, mut understand: impl FnMut(&str) -> Option<T>) -> Result<T, Trouble> {
        loop {
            if let Some(answer) = understand(self.hear()?.trim()) {
                return Ok(answer);
            }
        }
    }

    /// Waits for a line that is this word.
    fn wait_for(&mut self, word: &str) -> Result<(), Trouble> {
        self.hear_until(|line| (line == word).then_some(()))
    }
}

/// The client's half of a dialect.
trait Caller: Send {
    /// Introductions, when the process has started: what the engine can do is learned, and options are set.
    fn greet(&mut self, line: &mut Line<'_>, setup: &Setup, start: &dyn Position) -> Result<(), Trouble>;

    /// Begins another game, with this time for each decision.
    fn new_game(&mut self, line: &mut Line<'_>, start: &dyn Position, limits: &Limits)
    -> Result<(), Trouble>;

    /// Asks for the next word of a game, with these limits for a whole turn. `None` is a resignation.
    fn ask(&mut self, line: &mut Line<'_>, game: &Game, limits: &Limits) -> Result<Option<String>, Trouble>;

    /// How words are written.
    fn spelling(&self) -> &dyn Spelling;

    /// What a word stands for.
    fn unit(&self) -> Unit {
        Unit::Turn
    }

    /// The last word.
    fn bye(&self) -> &'static str {
        "quit"
    }
}

/// A foreign engine with its process. Dropping it ends the process.
pub struct Engine {
    caller: Box<dyn Caller>,
    process: Process,
    game: Game,
    /// What the engine has decided and not yet been asked for: the rest of its turn.
    planned: VecDeque<String>,
    limits: Limits,
    timeout: Option<Duration>,
}

impl Engine {
    /// Starts an engine that is going to play the game that begins here, with these limits for each decision.
    pub fn start(
        setup: &Setup,
        start: &dyn Position,
        limits: Limits,
        interrupt: &AtomicBool,
    ) -> Result<Engine, Trouble> {
        let caller =
            caller(setup.protocol).filter(|_| setup.protocol.speaks(start.game())).ok_or_else(|| {
                Trouble::Unable(format!("{} has no words for {}", setup.protocol.name(), start.game()))
            })?;
        let process = Process::start(setup, caller.bye()).map_err(Trouble::NoStart)?;
        let game = Game::new(start, caller.unit());
        let limits = Limits { depth: setup.depth, ..limits };
        let mut engine =
            Engine { caller, process, game, planned: VecDeque::new(), limits, timeout: setup.timeout };
        let Engine { caller, process, .. } = &mut engine;
        caller.greet(&mut line(process, START_TIMEOUT, interrupt), setup, start)?;
        Ok(engine)
    }

    /// Begins another game.
    pub fn new_game(&mut self, start: &dyn Position, interrupt: &AtomicBool) -> Result<(), Trouble> {
        self.game = Game::new(start, self.caller.unit());
        self.planned.clear();
        self.caller.new_game(&mut line(&mut self.process, START_TIMEOUT, interrupt), start, &self.limits)
    }

    /// Tells that a decision was made, its own or one of the opponent.
    pub fn play(&mut self, decision: &str) -> Result<(), String> {
        if self.planned.pop_front().is_some_and(|planned| planned != decision) {
            self.planned.clear();
        }
        self.game.play(decision, self.caller.spelling())
    }

    /// How long the next answer may take, if the time of a decision is limited: a turn of several decisions is one answer.
    pub fn allowance(&self) -> Option<Duration> {
        let turn = match (self.caller.unit(), self.planned.is_empty()) {
            (Unit::Turn, true) => self.game.position().decisions_left(),
            _ => 1,
        };
        self.limits.move_time.map(|time| time * turn)
    }

    /// Asks for the next decision.
    pub fn choose(&mut self, interrupt: &AtomicBool) -> Result<Choice, Trouble> {
        if let Some(planned) = self.planned.front() {
            return Ok(Choice::Play(planned.clone()));
        }
        if self.game.is_within_turn() {
            return Err(Trouble::Unable("it cannot complete a turn that has begun".to_owned()));
        }
        let limits = Limits { move_time: self.allowance(), ..self.limits };
        let late = self.timeout.unwrap_or(if limits.move_time.is_some() { LATE } else { UNLIMITED });
        let wait = limits.move_time.unwrap_or_default() + late;
        let mut line = line(&mut self.process, wait, interrupt);
        let word = match self.caller.ask(&mut line, &self.game, &limits)? {
            None => return Ok(Choice::Resign),
            Some(word) => word,
        };
        let illegal =
            |reason: String| Trouble::Wrong(format!("illegal move `{}`: {}", short(&word), short(&reason)));
        let decisions = self.caller.spelling().read(self.game.position(), &word).map_err(illegal)?;
        self.planned = self.whole(decisions).map_err(illegal)?;
        let first = self.planned.front().cloned();
        first.map(Choice::Play).ok_or_else(|| illegal("there is no move in it".to_owned()))
    }

    /// Decisions that are legal, and a turn as a whole if the dialect has turns.
    fn whole(&self, decisions: Vec<String>) -> Result<VecDeque<String>, String> {
        let (player, mut position) = (self.game.position().turn(), self.game.position().copy());
        for (index, decision) in decisions.iter().enumerate() {
            if index > 0 && (position.turn() != player || position.outcome().is_some()) {
                return Err("it is more than a turn".to_owned());
            }
            position = follow(&*position, std::slice::from_ref(decision))?;
        }
        let is_over = position.turn() != player || position.outcome().is_some();
        if self.caller.unit() == Unit::Turn && !is_over {
            return Err("it is not a whole turn".to_owned());
        }
        Ok(decisions.into())
    }
}

fn line<'a>(process: &'a mut Process, wait: Duration, interrupt: &'a AtomicBool) -> Line<'a> {
    let asked = Instant::now();
    Line { process, deadline: asked + wait, interrupt, said: String::new(), asked }
}

/// The client's half of a protocol, where there is one.
fn caller(protocol: Protocol) -> Option<Box<dyn Caller>> {
    Some(match protocol {
        Protocol::Uci | Protocol::Ucci | Protocol::Uai | Protocol::Ugi => {
            Box::new(family::Family::new(protocol))
        }
        Protocol::Hub => Box::new(hub::Hub::default()),
        Protocol::Aei => Box::new(aei::Aei::default()),
        Protocol::Gtp => Box::new(gtp::Gtp::default()),
        Protocol::Gomocup => Box::new(gomocup::Gomocup::default()),
        Protocol::Dcoi | Protocol::NBoard | Protocol::Dxp | Protocol::Analysis => return None,
    })
}

/// The protocol of foreign engines that has this name.
pub fn foreign_protocol(name: &str) -> Option<Protocol> {
    Protocol::ALL.into_iter().find(|protocol| protocol.name() == name && caller(*protocol).is_some())
}

/// What an engine says, in an error: not all of a flood.
fn short(text: &str) -> String {
    const MOST: usize = 100;
    let plain: String = text.chars().take(MOST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().count() > MOST { plain + "..." } else { plain }
}

/// The colours of protocols in which the first player is black.
fn colour(player: Player) -> &'static str {
    if player == Player::First { "b" } else { "w" }
}

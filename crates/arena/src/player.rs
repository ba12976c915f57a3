//! A player: an algorithm with its options, an evaluator, and a budget for every move.

use std::sync::atomic::AtomicBool;

use engine::clock::Limits;
use engine::quantity::{self, POSITIVE, THREADS};
use engine::{
    Budget, DEFAULT, Decision, Level, Position, Registry, Settings, TerminalValue, Timing, options,
};
use protocol::Protocol;
use protocol::client::{Setup, Trouble, foreign_protocol};
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::contestant::{Contestant, Foreign, Own};

/// The default memory limit of a player, in bytes.
const MEMORY: usize = 512 << 20;

/// Short for the default player with a level: `level(3)`.
const LEVEL: &str = "level";

/// A player. What is left out is taken from the budget that all players share.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// Its name in tables [default: the algorithm].
    #[serde(default)]
    pub name: String,
    /// The algorithm, with options in parentheses if any; nothing, `auto` or `default` for the default player of each game.
    #[serde(default)]
    pub algorithm: String,
    /// How strong the player is, from 1 to 10.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// The evaluator, with options in parentheses if any; that of the set of evaluators where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluator: Option<String>,
    /// The name of f_t, such as `depth`; `score` if it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terminal: Option<String>,
    /// `safe` or `plain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<String>,
    /// The budget of a move.
    #[serde(flatten)]
    pub budget: MoveBudget,
}

/// What a player may spend on a move, as people write it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveBudget {
    /// Time, such as `100ms`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// Whether time is processor time, for machines that do other work.
    #[serde(default, rename = "cpu-time", skip_serializing_if = "std::ops::Not::not")]
    pub cpu_time: bool,
    /// Evaluations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<u64>,
    /// Iterations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u64>,
    /// States made by playing a move in the tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Memory, such as `256MiB`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<String>,
    /// Workers side by side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
}

impl MoveBudget {
    /// Whether it limits the effort of a move.
    pub fn is_limited(&self) -> bool {
        self.time.is_some() || self.evaluations.is_some() || self.iterations.is_some() || self.nodes.is_some()
    }

    /// This budget, completed from another one. Limits of effort are taken together: a budget with one of its own takes
    /// none of the other.
    #[must_use]
    pub fn or(&self, other: &MoveBudget) -> MoveBudget {
        let mut whole = if self.is_limited() { self.clone() } else { other.clone() };
        whole.memory = self.memory.clone().or_else(|| other.memory.clone());
        whole.threads = self.threads.or(other.threads);
        whole.cpu_time = self.cpu_time || other.cpu_time;
        whole
    }

    /// Reads the budget. Errors name the key.
    pub(crate) fn read(&self) -> Result<Budget, String> {
        let wrong = |key: &'static str| move |reason: String| format!("{key}: {reason}");
        let time = self.time.as_deref().map(quantity::duration).transpose().map_err(wrong("time"))?;
        for (key, count, range) in [
            ("evaluations", self.evaluations, POSITIVE),
            ("iterations", self.iterations, POSITIVE),
            ("nodes", self.nodes, POSITIVE),
            ("threads", self.threads.map(|threads| threads as u64), THREADS),
        ] {
            count.map(|count| range.check(count)).transpose().map_err(wrong(key))?;
        }
        if self.cpu_time && self.threads.unwrap_or(1) > 1 {
            return Err("cpu-time is the time of one worker: threads must be 1".to_owned());
        }
        let memory =
            self.memory.as_deref().map_or(Ok(MEMORY), quantity::memory_limit).map_err(wrong("memory"))?;
        Ok(Budget {
            time,
            timing: if self.cpu_time { Timing::Processor } else { Timing::Wall },
            iterations: self.iterations,
            evaluations: self.evaluations,
            nodes: self.nodes,
            memory: Some(memory),
            threads: Some(self.threads.unwrap_or(1)),
            ..Budget::default()
        })
    }
}

impl Player {
    /// Reads `ubfm`, `ubfm(evaluator=mobility, time=50ms)` or `champion: ubfm-uct(c=0.5)`. What is not an option
    /// of players is one of the algorithm.
    pub fn read(text: &str) -> Result<Player, Error> {
        let wrong = |reason: String| Error::Player { player: text.trim().to_owned(), reason };
        let open = text.find('(').unwrap_or(text.len());
        let (label, call) = match text[..open].split_once(':') {
            Some((label, _)) => (Some(label.trim()), &text[label.len() + 1..]),
            None => (None, text),
        };
        let (algorithm, given) = options::call(call).map_err(|error| wrong(error.to_string()))?;
        let mut player = Player { name: label.unwrap_or(text.trim()).to_owned(), ..Player::default() };
        let mut rest = Vec::new();
        for option in options::split(given).filter(|option| !option.is_empty()) {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            let (value, budget) = (value.trim(), &mut player.budget);
            let count =
                || quantity::count(value).map(Some).map_err(|reason| wrong(format!("{option}: {reason}")));
            match name.trim() {
                "level" => player.level = Some(Level::read(value).map_err(wrong)?.number()),
                level if algorithm == LEVEL && value.is_empty() => {
                    player.level = Some(Level::read(level).map_err(wrong)?.number());
                }
                "evaluator" => player.evaluator = Some(value.to_owned()),
                "terminal" => player.terminal = Some(value.to_owned()),
                "decision" => player.decision = Some(value.to_owned()),
                "time" => budget.time = Some(value.to_owned()),
                "cpu-time" => {
                    budget.cpu_time =
                        value.parse().map_err(|_| wrong(format!("{option}: write true or false")))?;
                }
                "memory" => budget.memory = Some(value.to_owned()),
                "evaluations" => budget.evaluations = count()?,
                "iterations" => budget.iterations = count()?,
                "nodes" => budget.nodes = count()?,
                "threads" => budget.threads = Some(quantity::threads(value).map_err(wrong)?),
                _ => rest.push(option),
            }
        }
        let algorithm = if algorithm == LEVEL { DEFAULT } else { algorithm };
        player.algorithm =
            if rest.is_empty() { algorithm.to_owned() } else { format!("{algorithm}({})", rest.join(",")) };
        Ok(player)
    }

    /// Whether it plays every game as the default player of the game.
    pub fn is_default(&self) -> bool {
        matches!(self.algorithm.trim(), "" | "auto" | DEFAULT)
    }

    fn is_limited_by_level(&self) -> bool {
        self.level.is_some_and(|level| level < Level::HIGHEST.number())
    }

    /// Its budget, completed from that of all players. The effort of a level is not limited by what others may do.
    pub fn budget_within(&self, all: &MoveBudget) -> MoveBudget {
        if self.is_limited_by_level() && !self.budget.is_limited() {
            let MoveBudget { memory, threads, .. } = self.budget.or(all);
            MoveBudget { memory, threads, ..MoveBudget::default() }
        } else {
            self.budget.or(all)
        }
    }

    /// The player ready to play a game, or what is wrong with it.
    pub fn ready(&self, registry: &Registry, game: &str) -> Result<ReadyPlayer, Error> {
        let wrong = |reason: String| Error::Player { player: self.name.clone(), reason };
        let budget = self.budget.read().map_err(wrong)?;
        if let Some((protocol, options)) = self.protocol() {
            let setup = self.foreign(protocol, options, &budget).map_err(wrong)?.for_game(game);
            let limits = Limits { move_time: budget.time, nodes: budget.nodes, ..Limits::default() };
            let foreign = Foreign::new(setup, limits);
            return Ok(ReadyPlayer { kind: Kind::Foreign(foreign), budget });
        }
        let name = if self.is_default() { DEFAULT } else { &self.algorithm };
        let ends = match name {
            DEFAULT => false,
            name => registry.algorithm(name).map_err(|error| wrong(error.to_string()))?.0.ends,
        };
        let level = self.level.map(Level::new).transpose().map_err(wrong)?;
        if !budget.is_limited() && !ends && !self.is_limited_by_level() {
            return Err(wrong("a move has no limit: give time, evaluations, iterations or nodes".to_owned()));
        }
        let terminal = self.terminal.as_deref().map(TerminalValue::named).transpose();
        let decision = match self.decision.as_deref() {
            None | Some("safe") => Decision::Safe,
            Some("plain") => Decision::Plain,
            Some(other) => return Err(wrong(format!("decision `{other}` should be safe or plain"))),
        };
        let settings = Settings {
            algorithm: name.to_owned(),
            level,
            evaluator: self.evaluator.clone().unwrap_or_else(|| "auto".to_owned()),
            terminal: terminal.map_err(|error| wrong(error.to_string()))?.unwrap_or_default(),
            decision,
            ..Settings::default()
        };
        Ok(ReadyPlayer { kind: Kind::Own(Box::new(settings)), budget })
    }

    /// The protocol of a foreign engine, and its options.
    fn protocol(&self) -> Option<(Protocol, &str)> {
        let (name, options) = options::call(&self.algorithm).ok()?;
        Some((foreign_protocol(name)?, options))
    }

    /// Whether it is a foreign engine.
    pub fn is_foreign(&self) -> bool {
        self.protocol().is_some()
    }

    /// A foreign engine, with the part of the budget that it can be told.
    fn foreign(&self, protocol: Protocol, options: &str, budget: &Budget) -> Result<Setup, String> {
        let setup = Setup::read(protocol, options)?;
        let own = [
            ("evaluator", self.evaluator.is_some()),
            ("level", self.level.is_some()),
            ("terminal", self.terminal.is_some()),
            ("decision", self.decision.is_some()),
            ("cpu-time", self.budget.cpu_time),
        ];
        if let Some((key, _)) = own.iter().find(|(_, is_given)| *is_given) {
            return Err(format!("{key} is for players of this program, not for a foreign engine"));
        }
        let is_told = budget.time.is_some() || budget.nodes.is_some() || setup.depth.is_some();
        // Programs that speak GTP have a level of their own.
        if !is_told && protocol != Protocol::Gtp {
            return Err("a foreign engine needs time, nodes or depth to limit its moves".to_owned());
        }
        Ok(setup)
    }
}

/// A player whose settings are read.
#[derive(Clone)]
pub struct ReadyPlayer {
    kind: Kind,
    /// What it may spend on a move.
    pub budget: Budget,
}

#[derive(Clone)]
enum Kind {
    Own(Box<Settings>),
    Foreign(Foreign),
}

impl ReadyPlayer {
    /// The player at the start of a match; what is wrong with a foreign engine is its own failure.
    pub fn contestant(
        &self,
        start: &dyn Position,
        seed: u64,
        interrupt: &AtomicBool,
    ) -> Result<Result<Box<dyn Contestant>, Trouble>, Error> {
        Ok(match &self.kind {
            Kind::Own(settings) => {
                let session = start.session(&Settings { seed, ..(**settings).clone() })?;
                Ok(Box::new(Own { session, budget: self.budget }))
            }
            Kind::Foreign(foreign) => match foreign.sit_down(start, interrupt) {
                Ok(guest) => Ok(Box::new(guest)),
                Err(trouble) => Err(trouble),
            },
        })
    }

    /// Whether it is a foreign engine.
    pub fn is_foreign(&self) -> bool {
        matches!(self.kind, Kind::Foreign(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_as_people_write_them() {
        let player = Player::read("ubfm-uct(evaluator=noise(seed=3), c=0.5, time=50ms)").unwrap();
        assert_eq!(player.algorithm, "ubfm-uct(c=0.5)");
        assert_eq!(player.evaluator.as_deref(), Some("noise(seed=3)"));
        assert_eq!(player.budget.time.as_deref(), Some("50ms"));
        assert_eq!(player.name, "ubfm-uct(evaluator=noise(seed=3), c=0.5, time=50ms)");
        let player = Player::read("ubfm(evaluator=best,terminal=depth)").unwrap();
        assert_eq!((player.algorithm.as_str(), player.terminal.as_deref()), ("ubfm", Some("depth")));
        let player = Player::read("uci(command='a --time=(1,2', option.Skill Level=3, time=1s)").unwrap();
        assert_eq!(player.algorithm, "uci(command='a --time=(1,2',option.Skill Level=3)");
        assert!(player.is_foreign() && player.budget.time.as_deref() == Some("1s"));
        let player = Player::read("level(3)").unwrap();
        assert_eq!((player.is_default(), player.level, player.name.as_str()), (true, Some(3), "level(3)"));
        assert_eq!(Player::read("ubfm(level=7, c=1)").unwrap().level, Some(7));
        assert_eq!(Player::read("ubfm(level=7, c=1)").unwrap().algorithm, "ubfm(c=1)");
        let player = Player::read("champion: mcts").unwrap();
        assert_eq!((player.name.as_str(), player.algorithm.as_str()), ("champion", "mcts"));
        let registry = Registry::standard();
        assert!(player.ready(&registry, "nim").is_err(), "mcts never ends");
        let ready = Player::read("mcts(evaluations=1k)").unwrap().ready(&registry, "nim").unwrap();
        assert_eq!((ready.budget.evaluations, ready.budget.time), (Some(1000), None));
    }

    #[test]
    fn what_is_wrong_with_a_player_is_said() {
        let registry = Registry::standard();
        for (text, part) in [
            ("ubfm(", "parenthesis"),
            ("ubfmm(time=1s)", "no algorithm"),
            ("ubfm(x=1, time=1s)", "no option `x`"),
            ("ubfm(time=soon)", "a time is written"),
            ("ubfm(evaluations=many)", "a count"),
            ("ubfm(decision=wise, time=1s)", "safe or plain"),
            ("ubfm(terminal=wealth, time=1s)", "no terminal value called `wealth`"),
            ("ubfm(threads=0)", "threads"),
            ("ubfm(threads=2, time=1s, cpu-time=true)", "time of one worker"),
            ("ubfm(time=1s, cpu-time=maybe)", "true or false"),
            ("uci(time=1s)", "a command is missing"),
            ("uci(command='x')", "needs time, nodes or depth"),
            ("uci(command='x', evaluations=3)", "needs time, nodes or depth"),
            ("gtp(command='x', evaluator=zero)", "evaluator is for players of this program"),
            ("hub(command='x', time=1s, level=3)", "level is for players of this program"),
            ("level(11)", "levels are numbers from 1 to 10"),
            ("auto(level=0)", "levels are numbers from 1 to 10"),
            ("auto", "a move has no limit"),
            ("level(10)", "a move has no limit"),
        ] {
            let ready = |player: Player| player.ready(&registry, "nim").map(|_| ());
            let error = Player::read(text).and_then(ready).unwrap_err();
            assert!(error.to_string().contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn a_level_needs_no_limit_and_takes_none_of_others() {
        let all =
            MoveBudget { evaluations: Some(100), memory: Some("1GiB".to_owned()), ..MoveBudget::default() };
        let level = Player::read("level(9)").unwrap();
        assert_eq!(
            level.budget_within(&all),
            MoveBudget { memory: all.memory.clone(), ..MoveBudget::default() }
        );
        assert_eq!(Player::read("level(10)").unwrap().budget_within(&all), all);
        assert!(level.ready(&Registry::standard(), "nim").is_ok());
    }

    #[test]
    fn limits_of_ones_own_replace_those_of_all() {
        let all =
            MoveBudget { evaluations: Some(100), memory: Some("1GiB".to_owned()), ..MoveBudget::default() };
        let own = MoveBudget { time: Some("1s".to_owned()), ..MoveBudget::default() };
        assert_eq!(
            own.or(&all),
            MoveBudget {
                time: own.time.clone(),
                ..MoveBudget { memory: all.memory.clone(), ..MoveBudget::default() }
            }
        );
        assert_eq!(MoveBudget::default().or(&all), all);
    }
}

//! The options that every member of the family has.

use engine::{Position, quantity};

use crate::desk::Desk;
use crate::player::{FULL_LEVEL, Player};

/// An option that a client may set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The memory limit in MiB.
    Hash,
    /// Workers.
    Threads,
    /// How many moves are reported.
    Lines,
    /// Whether the client lets the engine ponder: it says so anyway when it does.
    Ponder,
    /// The level of play.
    Level,
    /// Time that is lost on every turn, in milliseconds.
    Overhead,
    /// The algorithm.
    Algorithm,
    /// The evaluator.
    Evaluator,
}

/// What values an option has.
pub enum Kind {
    /// Whole numbers from the first to the second.
    Number(usize, usize),
    /// Yes or no.
    Flag,
    /// Any text.
    Text,
}

impl Setting {
    /// All of them.
    pub const ALL: [Setting; 8] = [
        Setting::Hash,
        Setting::Threads,
        Setting::Lines,
        Setting::Ponder,
        Setting::Level,
        Setting::Overhead,
        Setting::Algorithm,
        Setting::Evaluator,
    ];

    /// The option of this name.
    pub fn named(name: &str) -> Option<Setting> {
        let plain = |name: &str| name.replace(['-', '_', ' '], "").to_ascii_lowercase();
        let is_named =
            |setting: &Setting| plain(setting.name()) == plain(name) || setting.alias() == plain(name);
        Setting::ALL.into_iter().find(is_named)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Setting::Hash => "Hash",
            Setting::Threads => "Threads",
            Setting::Lines => "MultiPV",
            Setting::Ponder => "Ponder",
            Setting::Level => "Skill Level",
            Setting::Overhead => "Move Overhead",
            Setting::Algorithm => "Algorithm",
            Setting::Evaluator => "Evaluator",
        }
    }

    /// Another name that dialects use.
    fn alias(self) -> &'static str {
        match self {
            Setting::Hash => "hashsize",
            Setting::Level => "level",
            _ => "",
        }
    }

    /// Its values.
    pub fn kind(self) -> Kind {
        match self {
            Setting::Hash => Kind::Number(1, 1 << 20),
            Setting::Threads => Kind::Number(1, 1024),
            Setting::Lines => Kind::Number(1, 500),
            Setting::Level => Kind::Number(0, FULL_LEVEL as usize),
            Setting::Overhead => Kind::Number(0, 10_000),
            Setting::Ponder => Kind::Flag,
            Setting::Algorithm | Setting::Evaluator => Kind::Text,
        }
    }

    /// Its present value.
    pub fn value(self, start: &dyn Position, player: &Player) -> String {
        match self {
            Setting::Hash => (player.budget.memory.unwrap_or_default() >> 20).max(1).to_string(),
            Setting::Threads => player.budget.threads.unwrap_or(1).to_string(),
            Setting::Lines => player.lines.to_string(),
            Setting::Ponder => "false".to_owned(),
            Setting::Level => player.level.to_string(),
            Setting::Overhead => player.overhead.as_millis().to_string(),
            Setting::Algorithm => player.settings(start).algorithm,
            Setting::Evaluator => player.settings(start).evaluator,
        }
    }

    /// Sets it.
    pub fn set(self, value: &str, desk: &mut Desk<'_>) -> Result<(), String> {
        let name = self.name();
        let number = match self.kind() {
            Kind::Number(least, most) => value
                .parse()
                .ok()
                .filter(|number| (least..=most).contains(number))
                .ok_or_else(|| format!("option {name}: a number from {least} to {most} is needed"))?,
            Kind::Flag | Kind::Text => 0,
        };
        match self {
            Setting::Hash => {
                let limit = quantity::memory_limit(&format!("{number}MiB"));
                desk.player.budget.memory = Some(limit.map_err(|error| format!("option {name}: {error}"))?);
            }
            Setting::Threads => desk.player.budget.threads = Some(number),
            Setting::Lines => desk.player.lines = number,
            Setting::Level => desk.player.level = number as u32,
            Setting::Overhead => desk.player.overhead = std::time::Duration::from_millis(number as u64),
            Setting::Ponder => {}
            Setting::Algorithm => {
                desk.check_algorithm(value)?;
                desk.player.algorithm = Some(value.to_owned());
            }
            Setting::Evaluator => desk.player.evaluator = Some(value.to_owned()),
        }
        Ok(())
    }
}

//! Who plays: how a game is searched, and what a turn may cost at most.

use std::time::Duration;

use engine::{Budget, DEFAULT, Position, Settings};

/// The time of a turn if neither the client nor the user gives any limit.
pub const USUAL_TIME: Duration = Duration::from_secs(1);

/// The evaluator of an algorithm that was named without one.
const AUTO: &str = "auto";

/// The settings of the engine behind a protocol. A client may change some of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The algorithm; `None` for that of the [default player](engine::DefaultPlayer) of the game.
    pub algorithm: Option<String>,
    /// The evaluator; `None` for that of the default player, or for `auto` beside another algorithm. With an evaluator and
    /// no algorithm it is `ubfm` that plays.
    pub evaluator: Option<String>,
    /// All other settings.
    pub manner: Settings,
    /// Limits of the user, which hold in addition to those of the client: the time of a turn, and counts for each decision.
    pub budget: Budget,
    /// Below [`FULL_LEVEL`], counts of evaluations make the player weaker.
    pub level: u32,
    /// How many moves of the root are reported.
    pub lines: usize,
    /// Time that is lost between client and engine on every turn.
    pub overhead: Duration,
    /// How many positions are searched at the same time, where the protocol asks for several.
    pub searches: usize,
}

/// The level without a handicap.
pub const FULL_LEVEL: u32 = 20;

impl Default for Player {
    fn default() -> Self {
        Player {
            algorithm: None,
            evaluator: None,
            manner: Settings::default(),
            budget: Budget { memory: Some(engine::default_memory()), threads: Some(1), ..Budget::default() },
            level: FULL_LEVEL,
            lines: 1,
            overhead: Duration::from_millis(10),
            searches: 1,
        }
    }
}

impl Player {
    /// A player with these settings, where [`DEFAULT`] and `auto` stand for the default player of a game.
    pub fn new(settings: Settings, budget: Budget) -> Player {
        Player {
            algorithm: (settings.algorithm != DEFAULT).then(|| settings.algorithm.clone()),
            evaluator: (settings.evaluator != AUTO).then(|| settings.evaluator.clone()),
            manner: settings,
            budget,
            ..Player::default()
        }
    }

    /// How a game that begins here is searched.
    pub fn settings(&self, start: &dyn Position) -> Settings {
        let usual = Settings::default();
        let algorithm = match (&self.algorithm, &self.evaluator) {
            (Some(algorithm), _) => algorithm.clone(),
            (None, Some(_)) => usual.algorithm,
            (None, None) => DEFAULT.to_owned(),
        };
        let evaluator = self.evaluator.clone().unwrap_or(usual.evaluator);
        start.name_player(&Settings { algorithm, evaluator, ..self.manner.clone() })
    }

    /// The most evaluations of a decision at this level: 8 at level 0, and 1.6 times as many at each further one.
    pub fn evaluations_of_level(&self) -> Option<u64> {
        (self.level < FULL_LEVEL).then(|| (8.0 * 1.6_f64.powf(f64::from(self.level))) as u64)
    }
}

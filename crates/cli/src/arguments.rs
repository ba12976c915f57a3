//! Flags that several commands share.

use std::time::Duration;

use clap::{Args, ValueEnum};
use engine::{
    Algorithm, Budget, DEFAULT, Decision, EVERY_EVALUATOR, Level, OptionInfo, Position, Registry, Settings,
    TerminalValue,
};

use engine::quantity;

use crate::{Failure, named, output};

/// Which position of which game.
#[derive(Args)]
pub struct GameAndPosition {
    /// The game, such as tictactoe, connect4:5x4 or hex:4,noswap (`unbounded games` lists them)
    pub game: String,
    #[command(flatten)]
    position: PositionFlags,
}

/// Which position of a game.
#[derive(Args)]
pub struct PositionFlags {
    /// The position in the game's notation; the start of the game if left out
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// Moves to play first, as people write them: "e2e4 e7e5", "1. e4 e5" or "444"
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    moves: String,
    #[command(flatten)]
    record: RecordFlags,
}

/// A game record, and how far it is played.
#[derive(Args)]
struct RecordFlags {
    /// Begin with the moves of a game record: PGN, SGF, PDN, GGF, .psq, a move list of Arimaa, a line of Othello, or JSON
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    record: Option<String>,
    /// Play this many plies of the record [default: all]
    #[arg(long, value_name = "N", requires = "record", value_parser = quantity::count, allow_negative_numbers = true)]
    ply: Option<u64>,
    /// Take this game of the record, counted from 1
    #[arg(long, value_name = "N", requires = "record", value_parser = quantity::positive_count, allow_negative_numbers = true, default_value = "1")]
    number: u64,
}

impl PositionFlags {
    /// Where the game begins, and the moves to play from there.
    pub fn line(&self, registry: &Registry, game: &str) -> Result<(Box<dyn Position>, String), Failure> {
        if let Some(file) = &self.record.record {
            let (start, moves) = self.record.line(registry, game, file)?;
            return Ok((start, format!("{moves} {}", self.moves)));
        }
        let start = registry.open(game)?;
        let start = match &self.position {
            None => start,
            Some(text) => start.read(text)?,
        };
        Ok((start, self.moves.clone()))
    }

    /// The position.
    pub fn open(&self, registry: &Registry, game: &str) -> Result<Box<dyn Position>, Failure> {
        let (start, moves) = self.line(registry, game)?;
        Ok(start.replay(&moves)?.end)
    }
}

impl RecordFlags {
    /// Where the recorded game begins, and its moves as far as they are wanted.
    fn line(
        &self,
        registry: &Registry,
        game: &str,
        file: &str,
    ) -> Result<(Box<dyn Position>, String), Failure> {
        let games = named::records(file, None, Some(game), registry)?;
        let wrong = |reason: String| Failure::Usage(format!("`{file}`: {reason}"));
        let index = usize::try_from(self.number - 1).unwrap_or(usize::MAX);
        let record = games.get(index).ok_or_else(|| {
            wrong(format!("there is no game {}: the file has {}", self.number, games.len()))
        })?;
        let decisions = record.decisions();
        let most = decisions.len() as u64;
        let plies = self.ply.unwrap_or(most);
        if plies > most {
            return Err(wrong(format!("there is no ply {plies}: the game has {most}")));
        }
        let moves = decisions[..plies as usize].join(" ");
        Ok((record.open(registry).map_err(wrong)?, moves))
    }
}

impl GameAndPosition {
    /// Where the game begins, and the moves to play from there.
    pub fn line(&self, registry: &Registry) -> Result<(Box<dyn Position>, String), Failure> {
        self.position.line(registry, &self.game)
    }

    /// The position.
    pub fn open(&self, registry: &Registry) -> Result<Box<dyn Position>, Failure> {
        self.position.open(registry, &self.game)
    }
}

/// How to search, and how long.
#[derive(Args)]
pub struct SearchFlags {
    /// The search algorithm, with options in parentheses if any, such as ubfm-uct(c=0.5) (`unbounded
    /// algorithms` lists them) [default: the solver auto to solve, else auto, which stands for the strongest player that was
    /// measured for the game]
    #[arg(long, value_name = "NAME")]
    algorithm: Option<String>,
    /// Depth limit of a fixed-depth search: the option depth=N
    #[arg(long, value_name = "N", value_parser = quantity::depth, allow_negative_numbers = true)]
    depth: Option<u32>,
    /// Let a fixed-depth search try to pass, with this reduction of depth: the option null-move=R
    #[arg(long, value_name = "R", num_args = 0..=1, require_equals = true, default_missing_value = "2", value_parser = quantity::depth)]
    null_move: Option<u32>,
    /// Let a fixed-depth search go on at the horizon while the position is not quiet: the option quiescence
    #[arg(long)]
    quiescence: bool,
    /// Let a fixed-depth search look at the N best moves only: the option k-best=N
    #[arg(long, value_name = "N", value_parser = quantity::depth, allow_negative_numbers = true)]
    k_best: Option<u32>,
    /// Resolve every reachable state, not only what the value of the root needs
    #[arg(long)]
    strong: bool,
    /// How strong the player is, from 1 to 10: the lower levels search little and slip now and then
    #[arg(long, value_name = "N", value_parser = Level::read, allow_negative_numbers = true)]
    level: Option<Level>,
    #[command(flatten)]
    evaluation: EvaluationFlags,
    #[command(flatten)]
    limits: Limits,
}

/// What every algorithm has besides its options.
#[derive(Args)]
pub struct EvaluationFlags {
    /// The function that estimates states, with options in parentheses if any, such as noise(seed=7) [default: that of the
    /// strongest player where no algorithm is named, else auto]
    #[arg(long, value_name = "NAME")]
    evaluator: Option<String>,
    /// f_t, what the end of a game is worth to the search, for algorithms that look at more than the gain
    #[arg(
        long,
        value_name = "NAME",
        value_parser = TerminalValue::named,
        default_value = TerminalValue::default().name(),
        long_help = list_terminal_values()
    )]
    terminal: TerminalValue,
    /// How the move is chosen: safe takes the best (c, n, v), plain the best (c, v)
    #[arg(long, value_name = "DECISION", value_enum, default_value_t = DecisionKind::from(Settings::default().decision))]
    decision: DecisionKind,
    /// The seed of everything random
    #[arg(long, value_name = "N", value_parser = quantity::count, allow_negative_numbers = true, default_value_t = Settings::default().seed)]
    seed: u64,
}

/// How long to search.
///
/// Numbers may be negative on the way in, so that `-3` is called a wrong value and not an unknown flag.
#[derive(Args)]
pub struct Limits {
    /// Time limit, such as 10s, 500ms or 2m
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Iteration limit
    #[arg(long, value_name = "N", value_parser = quantity::count, allow_negative_numbers = true)]
    iterations: Option<u64>,
    /// Evaluation limit (an iteration that evaluates nothing costs one)
    #[arg(long, value_name = "N", value_parser = quantity::count, allow_negative_numbers = true)]
    evaluations: Option<u64>,
    /// Node limit (states made by playing a move in the tree; an iteration that makes or evaluates nothing costs one)
    #[arg(long, value_name = "N", value_parser = quantity::count, allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// Memory limit of the search, such as 512MiB; what is needed least is forgotten to keep it [default: 4GiB, or half of
    /// what the machine or the container has left if that is less]
    #[arg(long, value_name = "SIZE", value_parser = quantity::memory_limit, allow_negative_numbers = true)]
    memory: Option<usize>,
    /// Workers side by side, where the algorithm has a use for them
    #[arg(long, value_name = "N", value_parser = quantity::threads, allow_negative_numbers = true, default_value = "1")]
    threads: usize,
}

/// The two decisions of the theory.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DecisionKind {
    Safe,
    Plain,
}

impl From<Decision> for DecisionKind {
    fn from(decision: Decision) -> DecisionKind {
        match decision {
            Decision::Safe => DecisionKind::Safe,
            Decision::Plain => DecisionKind::Plain,
        }
    }
}

impl EvaluationFlags {
    /// The settings of a session by the usual algorithm.
    pub fn settings(&self) -> Settings {
        Settings {
            evaluator: self.evaluator.clone().unwrap_or_else(|| Settings::default().evaluator),
            terminal: self.terminal,
            decision: match self.decision {
                DecisionKind::Safe => Decision::Safe,
                DecisionKind::Plain => Decision::Plain,
            },
            seed: self.seed,
            ..Settings::default()
        }
    }
}

impl Limits {
    /// The limits as given.
    pub fn budget(&self) -> Budget {
        Budget {
            time: self.time,
            iterations: self.iterations,
            evaluations: self.evaluations,
            nodes: self.nodes,
            memory: self.memory,
            threads: Some(self.threads),
            ..Budget::default()
        }
    }
}

impl SearchFlags {
    /// The settings of a session that plays or analyses, by the default player of the game unless the user names an algorithm
    /// or an evaluator.
    pub fn settings(&self) -> Settings {
        let usual = Settings { strong: self.strong, level: self.level, ..self.evaluation.settings() };
        let names_evaluator = self.evaluation.evaluator.is_some();
        let algorithm = match self.algorithm.as_deref().map(str::trim) {
            Some("auto") => DEFAULT,
            Some(name) => name,
            None if names_evaluator || !self.algorithm_flags().is_empty() => &usual.algorithm,
            None => DEFAULT,
        };
        Settings { algorithm: self.with_flags(algorithm), ..usual }
    }

    /// The settings of a session that solves.
    pub fn settings_to_solve(&self) -> Result<Settings, Failure> {
        if self.level.is_some() {
            return Err(Failure::Usage(
                "--level is for games: `solve` finds the value, however long it takes".to_owned(),
            ));
        }
        let usual = Settings { strong: self.strong, ..self.evaluation.settings() }.to_solve();
        let algorithm = self.with_flags(self.algorithm.as_deref().unwrap_or(&usual.algorithm));
        Ok(Settings { algorithm, ..usual })
    }

    /// The options of algorithms that have a flag of their own.
    fn algorithm_flags(&self) -> Vec<String> {
        let flag = |name: &str, value: Option<u32>| value.map(|value| format!("{name}={value}"));
        [
            flag("depth", self.depth),
            flag("null-move", self.null_move),
            self.quiescence.then(|| "quiescence".to_owned()),
            flag("k-best", self.k_best),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// An algorithm with all its options, those that have a flag of their own included.
    fn with_flags(&self, algorithm: &str) -> String {
        let flags = self.algorithm_flags();
        match (flags.is_empty(), algorithm.trim().strip_suffix(')')) {
            (true, _) => algorithm.to_owned(),
            (false, None) => format!("{algorithm}({})", flags.join(",")),
            (false, Some(open)) if open.trim_end().ends_with('(') => format!("{open}{})", flags.join(",")),
            (false, Some(open)) => format!("{open},{})", flags.join(",")),
        }
    }

    /// The limits as given.
    pub fn budget(&self) -> Budget {
        self.limits.budget()
    }

    /// The limits, where a search that never ends by itself must have one.
    pub fn finite_budget(&self, registry: &Registry, settings: &Settings) -> Result<Budget, Failure> {
        let (budget, (algorithm, _)) = (self.limits.budget(), registry.algorithm(&settings.algorithm)?);
        if algorithm.ends || budget.is_limited() {
            Ok(budget)
        } else {
            Err(Failure::Usage(format!(
                "{} proves nothing and never ends by itself: give --time, --iterations, --evaluations or --nodes",
                algorithm.name
            )))
        }
    }

    /// The limits for a user who is waiting: `time` if none is given.
    pub fn budget_or(&self, time: Duration) -> Budget {
        let budget = self.limits.budget();
        if budget.is_limited() { budget } else { Budget { time: Some(time), ..budget } }
    }
}

/// Who plays, and why, if the user has left that to the game.
pub fn describe_player(position: &dyn Position, settings: &Settings) -> Option<String> {
    if settings.algorithm != DEFAULT {
        return None;
    }
    let (usual, Settings { algorithm, evaluator, .. }) =
        (position.default_player(), position.name_player(settings));
    let player = if (&usual.algorithm, &usual.evaluator) == (&algorithm, &evaluator) {
        usual.to_string()
    } else {
        format!("{algorithm} with {evaluator}")
    };
    Some(format!("{} is played by {player}", position.game()))
}

/// Says who plays if the default player of the game lacks its network.
pub fn warn_of_missing_network(position: &dyn Position, settings: &Settings) {
    let missing = position.default_player().missing;
    if let Some(player) = describe_player(position, settings).filter(|_| missing.is_some()) {
        output::remark(&format!("unbounded: {player}\n"));
    }
}

/// Completes the long help of `--algorithm` and `--evaluator` with what there is in the registry.
pub fn list_in_help(command: clap::Command, registry: &Registry) -> clap::Command {
    let (algorithms, evaluators) = (list_algorithms(registry), list_evaluators(registry));
    command.mut_subcommands(|verb| {
        verb.mut_args(|argument| {
            let list = match argument.get_id().as_str() {
                "algorithm" => &algorithms,
                "evaluator" => &evaluators,
                _ => return argument,
            };
            let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
            argument.long_help(format!("{help}:{list}"))
        })
    })
}

fn list_algorithms(registry: &Registry) -> String {
    let line = |algorithm: &Algorithm| format!("\n  {:14} {}", algorithm.name, algorithm.summary);
    registry.algorithms().iter().map(line).collect()
}

fn list_evaluators(registry: &Registry) -> String {
    let option = |option: &OptionInfo| format!("\n{:15}{}: {}", "", option.name, option.summary);
    let lines = registry.evaluators().map(|evaluator| {
        let options: String = evaluator.options.iter().map(option).collect();
        format!("\n  {:10} {}{options}", evaluator.name, evaluator.summary)
    });
    let common = EVERY_EVALUATOR.iter().map(|option| format!("\n  {}: {}", option.name, option.summary));
    format!(
        "{}\nOptions of all of them, such as best(quiet=3):{}",
        lines.collect::<String>(),
        common.collect::<String>()
    )
}

/// The long help of `--terminal`.
pub fn list_terminal_values() -> String {
    let lines = TerminalValue::ALL.iter().map(|kind| format!("\n  {:20} {}", kind.name(), kind.summary()));
    format!(
        "f_t, what the end of a game is worth to the search. Proofs are about the gain whatever f_t is; f_t decides among \
         moves that are as good. The members of the class of unbounded minimax, best-first, b-star, conspiracy and greedy \
         look at it; all others ask only who wins:{}",
        lines.collect::<String>()
    )
}

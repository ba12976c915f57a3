//! Flags that several commands share.

use std::time::Duration;

use clap::{Args, ValueEnum};
use engine::{
    ALGORITHMS, Algorithm, Budget, Decision, EVALUATORS, EVERY_EVALUATOR, Position, Registry, Settings,
    TerminalValue,
};

use engine::quantity;

use crate::Failure;

/// Which position of which game.
#[derive(Args)]
pub struct Where {
    /// The game, such as tictactoe, connect4:5x4 or hex:4,noswap (`unbounded games` lists them)
    pub game: String,
    #[command(flatten)]
    spot: Spot,
}

/// Which position of a game.
#[derive(Args)]
pub struct Spot {
    /// The position in the game's notation; the start of the game if left out
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// Moves to play first, parted by spaces
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    pub moves: String,
}

impl Spot {
    /// The position before the moves.
    pub fn before_moves(&self, registry: &Registry, game: &str) -> Result<Box<dyn Position>, Failure> {
        let start = registry.open(game)?;
        Ok(match &self.position {
            None => start,
            Some(text) => start.read(text)?,
        })
    }

    /// The position.
    pub fn open(&self, registry: &Registry, game: &str) -> Result<Box<dyn Position>, Failure> {
        Ok(self.before_moves(registry, game)?.replay(&self.moves)?.end)
    }
}

impl Where {
    /// The position before the moves.
    pub fn before_moves(&self, registry: &Registry) -> Result<Box<dyn Position>, Failure> {
        self.spot.before_moves(registry, &self.game)
    }

    /// The moves to play first, parted by spaces.
    pub fn moves(&self) -> &str {
        &self.spot.moves
    }

    /// The position.
    pub fn open(&self, registry: &Registry) -> Result<Box<dyn Position>, Failure> {
        self.spot.open(registry, &self.game)
    }
}

/// How to search, and how long.
#[derive(Args)]
pub struct How {
    /// The search algorithm, with options in parentheses if any, such as ubfm-uct(c=0.5) (`unbounded
    /// algorithms` lists them) [default: auto to solve, else ubfm]
    #[arg(long, value_name = "NAME", long_help = list_algorithms())]
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
    #[command(flatten)]
    taste: Taste,
    #[command(flatten)]
    limits: Limits,
}

/// What every algorithm has besides its options.
#[derive(Args)]
pub struct Taste {
    /// The function that estimates states
    #[arg(long, value_name = "NAME", default_value = "auto", long_help = list_evaluators())]
    evaluator: String,
    /// f_t, what the end of a game is worth to the search, for algorithms that look at more than the gain
    #[arg(
        long,
        value_name = "NAME",
        value_parser = TerminalValue::named,
        default_value = "score",
        long_help = list_terminal_values()
    )]
    terminal: TerminalValue,
    /// How the move is chosen: safe takes the best (c, n, v), plain the best (c, v)
    #[arg(long, value_name = "WAY", value_enum, default_value = "safe")]
    decision: Choose,
    /// For whatever is pseudo-random
    #[arg(long, value_name = "N", value_parser = quantity::count, allow_negative_numbers = true, default_value = "1")]
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
    /// Node limit (states made by playing a move in the tree)
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
pub enum Choose {
    Safe,
    Plain,
}

impl Taste {
    /// The settings of a session.
    pub fn settings(&self, algorithm: &str, strong: bool) -> Settings {
        Settings {
            algorithm: algorithm.to_owned(),
            evaluator: self.evaluator.clone(),
            terminal: self.terminal,
            strong,
            decision: match self.decision {
                Choose::Safe => Decision::Safe,
                Choose::Plain => Decision::Plain,
            },
            seed: self.seed,
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
            memory: Some(self.memory.unwrap_or_else(engine::default_memory)),
            threads: Some(self.threads),
            ..Budget::default()
        }
    }
}

impl How {
    /// The settings of a session that plays or analyses if nobody says by which algorithm.
    pub fn settings(&self) -> Settings {
        self.settings_or("ubfm")
    }

    /// The settings of a session that wants to know the truth.
    pub fn settings_to_solve(&self) -> Settings {
        // Strong solving resolves states one by one, which is what a tree is for. So does a search for more than the gain.
        let will_do = |auto: &Algorithm| !self.strong && auto.takes(self.taste.terminal);
        self.settings_or(if Algorithm::named("auto").is_ok_and(will_do) { "auto" } else { "ubfm" })
    }

    fn settings_or(&self, usual: &str) -> Settings {
        let algorithm = self.with_flags(self.algorithm.as_deref().unwrap_or(usual));
        self.taste.settings(&algorithm, self.strong)
    }

    /// An algorithm with all its options, those that have a flag of their own included.
    fn with_flags(&self, algorithm: &str) -> String {
        let flag = |name: &str, value: Option<u32>| value.map(|value| format!("{name}={value}"));
        let flags: Vec<String> = [
            flag("depth", self.depth),
            flag("null-move", self.null_move),
            self.quiescence.then(|| "quiescence".to_owned()),
            flag("k-best", self.k_best),
        ]
        .into_iter()
        .flatten()
        .collect();
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
    pub fn finite_budget(&self, settings: &Settings) -> Result<Budget, Failure> {
        let (budget, (algorithm, _)) = (self.limits.budget(), Algorithm::read(&settings.algorithm)?);
        if algorithm.ends || budget.is_limited() {
            Ok(budget)
        } else {
            Err(Failure::Usage(format!(
                "{} proves nothing and never ends by itself: give --time, --iterations, --evaluations or --nodes",
                algorithm.name
            )))
        }
    }

    /// The limits, where somebody is waiting: `time` if none is given.
    pub fn budget_or(&self, time: Duration) -> Budget {
        let budget = self.limits.budget();
        if budget.is_limited() { budget } else { Budget { time: Some(time), ..budget } }
    }
}

fn list_algorithms() -> String {
    let lines = ALGORITHMS.iter().map(|algorithm| format!("\n  {:14} {}", algorithm.name, algorithm.summary));
    format!(
        "The search algorithm, with options in parentheses if any, such as ubfm-uct(c=0.5) [default: auto to \
         solve, else ubfm]:{}",
        lines.collect::<String>()
    )
}

fn list_evaluators() -> String {
    let lines = EVALUATORS.iter().map(|evaluator| {
        let options =
            evaluator.options.iter().map(|option| format!("\n{:15}{}: {}", "", option.name, option.summary));
        format!("\n  {:10} {}{}", evaluator.name, evaluator.summary, options.collect::<String>())
    });
    let common = EVERY_EVALUATOR.iter().map(|option| format!("\n  {}: {}", option.name, option.summary));
    format!(
        "The function that estimates states, with options in parentheses if any, such as noise(seed=7):{}\nOptions of \
         all of them, such as best(quiet=3):{}",
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

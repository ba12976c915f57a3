//! Flags that several commands share.

use std::time::Duration;

use clap::{Args, ValueEnum};
use engine::{ALGORITHMS, Algorithm, Budget, Decision, EVALUATORS, Position, Registry, Settings};

use crate::{Failure, quantity};

/// Which position of which game.
#[derive(Args)]
pub struct Where {
    /// The game, such as tictactoe, connect4:5x4 or hex:4,noswap (`unbounded games` lists them)
    pub game: String,
    /// The position in the game's notation; the start of the game if left out
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
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

impl Where {
    /// The position before the moves.
    pub fn before_moves(&self, registry: &Registry) -> Result<Box<dyn Position>, Failure> {
        let start = registry.open(&self.game)?;
        Ok(match &self.position {
            None => start,
            Some(text) => start.read(text)?,
        })
    }

    /// The position.
    pub fn open(&self, registry: &Registry) -> Result<Box<dyn Position>, Failure> {
        Ok(self.before_moves(registry)?.replay(&self.moves)?.end)
    }
}

/// How to search, and how long.
///
/// Numbers may be negative on the way in, so that `-3` is called a wrong value and not an unknown flag.
#[derive(Args)]
pub struct How {
    /// The search algorithm, with options in parentheses if any, such as ubfm-uct(c=0.5) (`unbounded
    /// algorithms` lists them)
    #[arg(long, value_name = "NAME", default_value = "ubfm", long_help = list_algorithms())]
    pub algorithm: String,
    /// The function that estimates states
    #[arg(long, value_name = "NAME", default_value = "auto", long_help = list_evaluators())]
    pub evaluator: String,
    /// Resolve every reachable state, not only what the value of the root needs
    #[arg(long)]
    pub strong: bool,
    /// How the move is chosen: safe takes the best (c, n, v), plain the best (c, v)
    #[arg(long, value_name = "WAY", value_enum, default_value = "safe")]
    pub decision: Choose,
    /// For whatever is pseudo-random
    #[arg(long, value_name = "N", value_parser = quantity::count, allow_negative_numbers = true, default_value = "1")]
    pub seed: u64,
    /// Time limit, such as 10s, 500ms or 2m
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, allow_negative_numbers = true)]
    pub time: Option<Duration>,
    /// Iteration limit
    #[arg(long, value_name = "N", value_parser = quantity::count, allow_negative_numbers = true)]
    pub iterations: Option<u64>,
    /// Evaluation limit (an iteration that evaluates nothing costs one)
    #[arg(long, value_name = "N", value_parser = quantity::count, allow_negative_numbers = true)]
    pub evaluations: Option<u64>,
    /// Node limit (states made by playing a move in the tree)
    #[arg(long, value_name = "N", value_parser = quantity::count, allow_negative_numbers = true)]
    pub nodes: Option<u64>,
    /// Memory limit of the search, such as 512MiB; the search stops there with its best answer
    #[arg(long, value_name = "SIZE", value_parser = quantity::bytes, allow_negative_numbers = true, default_value = "4GiB")]
    pub memory: usize,
}

/// The two decisions of the theory.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Choose {
    Safe,
    Plain,
}

impl How {
    /// The settings of a session.
    pub fn settings(&self) -> Settings {
        Settings {
            algorithm: self.algorithm.clone(),
            evaluator: self.evaluator.clone(),
            strong: self.strong,
            decision: match self.decision {
                Choose::Safe => Decision::Safe,
                Choose::Plain => Decision::Plain,
            },
            seed: self.seed,
        }
    }

    /// The limits as given.
    pub fn budget(&self) -> Budget {
        Budget {
            time: self.time,
            iterations: self.iterations,
            evaluations: self.evaluations,
            nodes: self.nodes,
            memory: Some(self.memory),
        }
    }

    /// The limits, where a search that never ends by itself must have one.
    pub fn finite_budget(&self) -> Result<Budget, Failure> {
        let (budget, (algorithm, _)) = (self.budget(), Algorithm::read(&self.algorithm)?);
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
        let budget = self.budget();
        if budget.is_limited() { budget } else { Budget { time: Some(time), ..budget } }
    }
}

fn list_algorithms() -> String {
    let lines = ALGORITHMS.iter().map(|algorithm| format!("\n  {:14} {}", algorithm.name, algorithm.summary));
    format!(
        "The search algorithm, with options in parentheses if any, such as ubfm-uct(c=0.5):{}",
        lines.collect::<String>()
    )
}

fn list_evaluators() -> String {
    let lines = EVALUATORS.iter().map(|evaluator| format!("\n  {:10} {}", evaluator.name, evaluator.summary));
    format!("The function that estimates states:{}", lines.collect::<String>())
}

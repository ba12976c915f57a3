//! The evaluators by name.

use std::path::Path;

use game::quiet::Quiet;
use game::{AnyState, Game, Sight, TerminalFunction, TextError};
use search::evaluate::BuiltIn;
use search::{Evaluator, OptionInfo, Options, options};

use crate::{Error, learning};

/// An evaluator in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvaluatorInfo {
    /// Its name.
    pub name: &'static str,
    /// The evaluator in one line.
    pub summary: &'static str,
    /// What can be set.
    pub options: &'static [OptionInfo],
}

const SEED: OptionInfo = OptionInfo {
    name: "seed",
    default: "auto",
    summary: "another function for another number; auto: that of the search",
};
const GAMES: OptionInfo = OptionInfo {
    name: "games",
    default: "auto",
    summary: "random games from each state; auto: 4, or 1 where there are many moves",
};
const QUIET: OptionInfo = OptionInfo {
    name: "quiet",
    default: "0",
    summary: "follow forcing moves, such as captures, to this depth behind a child that a forcing move leads to",
};

/// Following forcing moves deeper than this is refused.
const MOST_QUIET: u32 = 32;

/// What can be set for every evaluator.
pub const EVERY_EVALUATOR: &[OptionInfo] = &[QUIET];

/// All evaluators.
pub const EVALUATORS: &[EvaluatorInfo] = &[
    EvaluatorInfo {
        name: "auto",
        summary: "the first of own, mobility and playouts that makes sense for the game",
        options: &[],
    },
    EvaluatorInfo { name: "own", summary: "the estimates that the game itself brings", options: &[] },
    EvaluatorInfo {
        name: "mobility",
        summary: "how many more moves one player has than the other",
        options: &[],
    },
    EvaluatorInfo {
        name: "playouts",
        summary: "the mean result of a few random games from the state",
        options: &[GAMES, SEED],
    },
    EvaluatorInfo {
        name: "noise",
        summary: "pseudo-random numbers from the state and the seed",
        options: &[SEED],
    },
    EvaluatorInfo {
        name: "best",
        summary: "the network that comes with the project for this game",
        options: &[],
    },
    EvaluatorInfo {
        name: "network:FILE",
        summary: "the network in a file (`unbounded learn`)",
        options: &[],
    },
    EvaluatorInfo { name: "zero", summary: "nothing: every state is worth 0", options: &[] },
];

/// Random games from each state: a few make a much better guide than one, many cost more than they tell.
/// Where there are many moves, games are long and siblings are many: one must do.
fn playouts(start: &AnyState) -> u32 {
    if start.count_moves(&mut Vec::new()) <= 40 { 4 } else { 1 }
}

/// The evaluator that makes sense for a game if nobody says.
pub(crate) fn natural(start: &AnyState) -> &'static str {
    if start.estimate().is_some() {
        "own"
    } else if start.mobility().is_some() {
        "mobility"
    } else {
        "playouts"
    }
}

const NETWORK: &str = "network:";

/// Splits `name(options)`. The name of a file may contain parentheses, too: options are those at its end.
fn call(text: &str) -> Result<(&str, &str), TextError> {
    let text = text.trim();
    if !text.starts_with(NETWORK) {
        return options::call(text);
    }
    Ok(text.strip_suffix(')').and_then(|text| text.rsplit_once('(')).unwrap_or((text, "")))
}

/// The evaluator that is written like `noise(seed=7)`, for a game of this name that begins at `start` and has this f_t, and
/// how people write what was chosen.
pub(crate) fn read(
    text: &str,
    seed: u64,
    game: &str,
    start: &AnyState,
    terminal: TerminalFunction,
) -> Result<(String, Box<dyn Evaluator<AnyState>>), Error> {
    let wrong = |error: TextError| Error::Settings(format!("evaluator {error}"));
    let (name, given) = call(text).map_err(wrong)?;
    let name = if name == "auto" { natural(start) } else { name };
    let file = name.strip_prefix(NETWORK);
    let listed = if file.is_some() { "network:FILE" } else { name };
    let Some(info) = EVALUATORS.iter().find(|evaluator| evaluator.name == listed) else {
        return Err(Error::Evaluator {
            name: name.to_owned(),
            known: EVALUATORS.iter().map(|evaluator| evaluator.name).collect::<Vec<_>>().join(", "),
        });
    };
    let wrong = |error: TextError| wrong(TextError::new(format!("{name}: {error}")));
    let given = Options::read(&[info.options, EVERY_EVALUATOR].concat(), given).map_err(wrong)?;
    let seed = || if given.text("seed") == "auto" { Ok(seed) } else { given.whole("seed").map_err(wrong) };
    let evaluator: Box<dyn Evaluator<AnyState>> = match listed {
        "network:FILE" => {
            // One text for many games, as a plan of a tournament needs it.
            let file = file.unwrap_or_default().replace("{game}", &learning::file_name(game));
            learning::evaluator(Path::new(&file), game, start, terminal)?
        }
        "best" => {
            let file = learning::shipped(game).ok_or_else(|| Error::NoNetwork { game: game.to_owned() })?;
            learning::evaluator(&file, game, start, terminal)?
        }
        "mobility" => start.evaluator(BuiltIn::Mobility),
        "own" if start.estimate().is_none() && start.outcome().is_none() => {
            return Err(Error::Settings(
                "the game brings no estimates of its own for evaluator own".to_owned(),
            ));
        }
        "own" => start.evaluator(BuiltIn::Own),
        "noise" => start.evaluator(BuiltIn::Noise(seed()?)),
        "playouts" => {
            let games = match given.text("games") {
                "auto" => playouts(start),
                _ => given.count("games", 1, 1_000_000).map_err(wrong)?,
            };
            start.evaluator(BuiltIn::Playouts { games, seed: seed()? })
        }
        _ => start.evaluator(BuiltIn::Zero),
    };
    let evaluator = match given.count("quiet", 0, MOST_QUIET).map_err(wrong)? {
        0 => evaluator,
        depth => Box::new(Quiet::new(evaluator, depth, terminal)),
    };
    let options = given.changed();
    Ok((if options.is_empty() { name.to_owned() } else { format!("{name}({options})") }, evaluator))
}

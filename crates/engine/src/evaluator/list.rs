//! The evaluators of this project.

use std::path::Path;

use game::{AnyState, Game, Sight, TextError};
use search::evaluate::BuiltIn;
use search::range::Whole;
use search::{OptionInfo, Options, Values};

use super::{Entry, EvaluatorInfo};
use crate::{Error, learning, shipped};

const SEED: OptionInfo = OptionInfo {
    name: "seed",
    default: "auto",
    values: Values::WholeOr(Whole::new(0, u64::MAX), "auto"),
    summary: "another function for another number; auto: that of the search",
};
const GAMES: OptionInfo = OptionInfo {
    name: "games",
    default: "auto",
    values: Values::WholeOr(Whole::new(1, 1_000_000), "auto"),
    summary: "random games from each state; auto: 4, or 1 where there are many moves",
};

const QUIET: OptionInfo = OptionInfo {
    name: "quiet",
    default: "0",
    values: Values::Whole(Whole::new(0, 32)),
    summary: "follow forcing moves, such as captures, to this depth behind a child that a forcing move leads to",
};

/// What can be set for every evaluator.
pub const EVERY_EVALUATOR: &[OptionInfo] = &[QUIET];

/// Stands for the [natural] evaluator of a game.
pub(crate) const AUTO: EvaluatorInfo = EvaluatorInfo {
    name: "auto",
    summary: "the first of own, mobility and playouts that makes sense for the game",
    options: &[],
};

/// All other evaluators of this project.
pub(crate) fn standard() -> Vec<Entry> {
    let info = |name, summary, options| EvaluatorInfo { name, summary, options };
    vec![
        Entry::with_error(info("own", "the estimates that the game itself brings", &[]), |_, setup| {
            if setup.start.estimate().is_none() && setup.start.outcome().is_none() {
                let reason = "the game brings no estimates of its own for evaluator own";
                return Err(Error::Settings(reason.to_owned()));
            }
            Ok(setup.start.evaluator(BuiltIn::Own))
        }),
        Entry::new(info("mobility", "how many more moves one player has than the other", &[]), |_, setup| {
            Ok(setup.start.evaluator(BuiltIn::Mobility))
        }),
        Entry::new(
            info("playouts", "the mean result of a few random games from the state", &[GAMES, SEED]),
            |options, setup| {
                let games = options.count_or_word(GAMES.name)?.unwrap_or_else(|| playouts(setup.start));
                Ok(setup.start.evaluator(BuiltIn::Playouts { games, seed: seed(options, setup.seed)? }))
            },
        ),
        Entry::new(
            info("noise", "pseudo-random numbers from the state and the seed", &[SEED]),
            |options, setup| Ok(setup.start.evaluator(BuiltIn::Noise(seed(options, setup.seed)?))),
        ),
        Entry::with_error(
            info("best", "the network that comes with the project for this game", &[]),
            |_, setup| {
                let game = setup.game;
                let file =
                    shipped::shipped(game).ok_or_else(|| Error::NoNetwork { game: game.to_owned() })?;
                learning::evaluator(&file, game, setup.start, setup.terminal)
            },
        ),
        Entry::with_error(
            info("network:FILE", "the network in a file (`unbounded learn`)", &[]),
            |_, setup| {
                // One text for many games, as a plan of a tournament needs it.
                let file = setup.argument.replace("{game}", &learning::file_name(setup.game));
                learning::evaluator(Path::new(&file), setup.game, setup.start, setup.terminal)
            },
        ),
        Entry::new(info("zero", "nothing: every state is worth 0", &[]), |_, setup| {
            Ok(setup.start.evaluator(BuiltIn::Zero))
        }),
    ]
}

/// The default evaluator of a game.
pub(crate) fn natural(start: &AnyState) -> &'static str {
    if start.estimate().is_some() {
        "own"
    } else if start.mobility().is_some() {
        "mobility"
    } else {
        "playouts"
    }
}

/// Random games from each state: a few make a much better guide than one, many cost more than they tell.
/// Where there are many moves, games are long and siblings are many: one must do.
fn playouts(start: &AnyState) -> u32 {
    if start.count_moves(&mut Vec::new()) <= 40 { 4 } else { 1 }
}

/// The seed of the option, or that of the search.
fn seed(options: &Options, of_the_search: u64) -> Result<u64, TextError> {
    if options.text(SEED.name) == "auto" { Ok(of_the_search) } else { options.whole(SEED.name) }
}

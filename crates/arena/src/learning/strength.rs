//! How strong a network is: a few matches against opponents that never change.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use engine::{Registry, TerminalValue};

use crate::Error;
use crate::opening::Openings;
use crate::plan::{Pairing, Plan};
use crate::player::{MoveBudget, Player};
use crate::schedule::Schedule;
use crate::tournament::{Store, Tournament};

/// Evaluations per move.
const EVALUATIONS: u64 = 500;

/// Random plies at the beginning of a match.
const OPENING: usize = 4;

/// The opponents. A random game costs more than an estimate, so `mcts` has fewer evaluations.
const OPPONENTS: [&str; 2] = ["mobility: ubfm(evaluator=mobility)", "mcts: mcts(evaluations=100)"];

/// `ubfm` with a network, and with the f_t that the network has learned to estimate.
pub(super) fn player(network: &Path, terminal: TerminalValue) -> Player {
    Player {
        name: "network".to_owned(),
        algorithm: "ubfm".to_owned(),
        evaluator: Some(format!("network:{}", network.display())),
        terminal: Some(terminal.name().to_owned()),
        ..Player::default()
    }
}

/// The mean score of a player against each opponent, in this number of pairs of matches; nothing if it was interrupted.
pub(super) fn measure(
    registry: &Registry,
    game: &str,
    player: Player,
    pairs: u64,
    jobs: usize,
    interrupt: &AtomicBool,
) -> Result<Vec<(String, f64)>, Error> {
    let mut players = vec![player];
    for opponent in OPPONENTS {
        players.push(Player::read(opponent)?);
    }
    let budget = MoveBudget { evaluations: Some(EVALUATIONS), ..MoveBudget::default() };
    let plan = Plan {
        pairing: Pairing::Gauntlet,
        matches: 2 * pairs as usize,
        openings: Openings::Random(OPENING),
        adjudicate: true,
        shard: 1,
        ..Plan::new(game, players, budget)
    };
    let schedule = Schedule::new(&plan, registry)?;
    let results = Tournament::new(&schedule, Store::Memory(Vec::new())).play(jobs, interrupt, &mut |_| ())?;
    if interrupt.load(Ordering::Relaxed) {
        return Ok(Vec::new());
    }
    let rows = results.standing.rows.into_iter();
    Ok(rows.filter_map(|row| row.mean.map(|mean| (row.players[1].clone(), mean))).collect())
}

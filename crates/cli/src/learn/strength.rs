//! How strong a network is: a few matches against opponents that never change.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use arena::opening::Openings;
use arena::plan::{Pairing, Plan};
use arena::player::{MoveBudget, Player};
use arena::run::{Keeper, run};
use arena::schedule::Schedule;
use arena::shard::Shard;
use arena::standing::Standing;
use engine::{Registry, TerminalValue};

use crate::Failure;

/// Evaluations of a move.
const EVALUATIONS: u64 = 500;

/// Random plies at the beginning of a match.
const OPENING: usize = 4;

/// Who never changes. Random games cost more than an estimate, so their player has fewer of them.
const OPPONENTS: [&str; 2] = ["mobility: ubfm(evaluator=mobility)", "mcts: mcts(evaluations=100)"];

struct Pile(Vec<Shard>);

impl Keeper for Pile {
    fn keep(&mut self, shard: Shard) -> Result<ControlFlow<()>, arena::Error> {
        self.0.push(shard);
        Ok(ControlFlow::Continue(()))
    }

    fn tick(&mut self, _: usize) {}
}

/// `ubfm` with a network, and with the f_t that the network has learned to estimate.
pub fn player(network: &Path, terminal: TerminalValue) -> Result<Player, Failure> {
    let (network, terminal) = (network.display(), terminal.name());
    Ok(Player::read(&format!("network: ubfm(evaluator=network:{network},terminal={terminal})"))?)
}

/// The mean score of a player against each opponent, in so many pairs of matches.
pub fn measure(
    registry: &Registry,
    game: &str,
    player: Player,
    pairs: u64,
    jobs: usize,
    stop: &AtomicBool,
) -> Result<Vec<(String, f64)>, Failure> {
    let mut players = vec![player];
    for opponent in OPPONENTS {
        players.push(Player::read(opponent)?);
    }
    let mut plan = Plan {
        title: String::new(),
        games: vec![game.to_owned()],
        pairing: Pairing::Gauntlet,
        matches: 2 * pairs as usize,
        openings: Openings::Random(OPENING),
        seed: 1,
        budget: MoveBudget { evaluations: Some(EVALUATIONS), ..MoveBudget::default() },
        adjudicate: true,
        most_plies: None,
        sprt: None,
        shard: 1,
        reference: None,
        players,
        sets: Vec::new(),
    };
    plan.name_players();
    let schedule = Schedule::new(&plan, registry)?;
    let mut pile = Pile(Vec::new());
    run(&schedule, &(0..schedule.shard_count()).collect::<Vec<_>>(), jobs, stop, &mut pile)?;
    pile.0.sort_by_key(|shard| shard.index);
    let records: Vec<_> = pile.0.into_iter().flat_map(|shard| shard.records).collect();
    let standing = Standing::of(&plan, &records, records.len(), None)?;
    Ok(standing.rows.iter().filter_map(|row| Some((row.players[1].clone(), row.mean?))).collect())
}

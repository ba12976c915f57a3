//! The statistics of a tournament, pairing by pairing.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use serde::Serialize;

use crate::Error;
use crate::plan::Plan;
use crate::record::{End, Record};
use crate::statistics::sprt::Test;
use crate::statistics::{Elo, Interval, Overall, Pairs, Pentanomial, Score, Strata, Verdict, elo};

/// Resamples of the bootstrap.
const RESAMPLES: NonZeroU32 = NonZeroU32::new(10_000).unwrap();

/// The statistics of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The title.
    pub title: String,
    /// The players.
    pub players: Vec<String>,
    /// Matches that count.
    pub matches: usize,
    /// Matches that the plan asks for.
    pub planned: usize,
    /// Every two players: over everything, in each game, with each set of evaluators, and with each set in each game.
    pub rows: Vec<Row>,
    /// The sequential test, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Test>,
    /// Matches that a player could not finish, with the reason.
    pub failures: Vec<Failure>,
    /// The share of the workers' time in which players were at work.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inside: Option<f64>,
}

/// Two players, seen by the first of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The game; empty for all of them.
    pub game: String,
    /// The set of evaluators; empty for all of them.
    pub set: String,
    /// The players a and b.
    pub players: [String; 2],
    /// The results of the pairs.
    pub pairs: Pairs,
    /// The mean score: a win is 1, a draw 0, a loss -1. Over several games the mean of their means.
    pub mean: Option<f64>,
    /// Its 95 % interval: from the spread of the pairs, or over several games by a stratified bootstrap.
    pub interval: Option<Interval>,
    /// The difference in Elo by the pairs.
    pub elo: Option<Elo>,
    /// The likelihood that a is stronger.
    pub superiority: Option<f64>,
    /// The share of draws.
    pub draws: Option<f64>,
    /// Mean number of plies of a match.
    pub plies: f64,
    /// Moves that took longer than they may, of a and of b.
    pub overruns: [u32; 2],
    /// The slowest move, in seconds, of a and of b.
    pub slowest: [f64; 2],
}

/// A match that a player could not finish.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The pair of matches.
    pub pair: usize,
    /// The game.
    pub game: String,
    /// The player that could not continue.
    pub player: String,
    /// Why.
    pub reason: String,
}

/// What is counted for a row.
#[derive(Clone, Default)]
struct Tally {
    pairs: Pairs,
    strata: Strata,
    matches: u64,
    plies: u64,
    overruns: [u32; 2],
    slowest: [f64; 2],
}

impl Tally {
    /// Counts a pair of matches.
    fn add(&mut self, [first, second]: [&Record; 2]) {
        let mut one = Pairs::default();
        one.add(points(first.score), points(second.score));
        self.pairs += one;
        self.strata.add(&first.game, &first.set, one.pentanomial());
        for record in [first, second] {
            self.matches += 1;
            self.plies += record.moves.len() as u64;
            for (player, clock) in record.clocks.iter().flatten().enumerate() {
                self.overruns[player] += clock.overruns;
                self.slowest[player] = self.slowest[player].max(clock.slowest);
            }
        }
    }

    fn row(&self, game: &str, set: &str, players: [String; 2], seed: u64) -> Row {
        let pentanomial = self.pairs.pentanomial();
        let several = self.strata.games().count() > 1;
        let overall: Option<Overall> = several.then(|| self.strata.bootstrap(RESAMPLES, seed)).flatten();
        Row {
            game: game.to_owned(),
            set: set.to_owned(),
            players,
            pairs: self.pairs,
            mean: overall.map(|overall| overall.mean).or(pentanomial.mean()),
            interval: match overall {
                Some(overall) => Some(overall.interval),
                None => (pentanomial.pairs() > 0).then(|| pentanomial.interval()),
            },
            elo: elo::estimate(pentanomial),
            superiority: elo::likelihood_of_superiority(pentanomial),
            draws: self.pairs.record().draw_rate(),
            plies: self.plies as f64 / self.matches.max(1) as f64,
            overruns: self.overruns,
            slowest: self.slowest,
        }
    }
}

/// What a row is about, by numbers in the plan: the players, the set and the game, all of them where none is named.
type RowKey = ([usize; 2], Option<usize>, Option<usize>);

/// A score as the statistics count it.
pub(crate) fn points(score: i8) -> Score {
    match score {
        1.. => Score::Win,
        0 => Score::Draw,
        _ => Score::Loss,
    }
}

/// The pairs of matches among these records, in the order of the plan.
pub fn pairs(records: &[Record]) -> impl Iterator<Item = [&Record; 2]> {
    records.chunk_by(|one, other| one.pair == other.pair).filter_map(|pair| match pair {
        [first, second] => Some([first, second]),
        _ => None,
    })
}

/// Where a sequential test ends: how many pairs count, and what they say. It looks at the pairs in the order of
/// the plan, not in the order in which they were played, up to the first one that is missing.
pub fn test(plan: &Plan, records: &[Record]) -> Result<Option<(usize, Test)>, Error> {
    let Some(sprt) = plan.sprt()? else { return Ok(None) };
    let mut counted = Pentanomial::default();
    let mut done = 0;
    for (number, [first, second]) in pairs(records).enumerate() {
        if first.pair != number {
            break;
        }
        counted.add(points(first.score), points(second.score));
        done = number + 1;
        if sprt.test(counted).verdict != Verdict::Continue {
            break;
        }
    }
    Ok(Some((done, sprt.test(counted))))
}

impl Standing {
    /// What these matches say, which are in the order of the plan. `planned` is how many there will be.
    pub fn of(
        plan: &Plan,
        records: &[Record],
        planned: usize,
        inside: Option<f64>,
    ) -> Result<Standing, Error> {
        let test = test(plan, records)?;
        let counted = test.filter(|(_, test)| test.verdict != Verdict::Continue).map(|(pairs, _)| pairs);
        let mut tallies: BTreeMap<RowKey, Tally> = BTreeMap::new();
        let (mut failures, mut matches) = (Vec::new(), 0);
        let place = |name: &String| plan.players.iter().position(|player| player.name == *name).unwrap_or(0);
        for pair in pairs(records).take(counted.unwrap_or(usize::MAX)) {
            let first = pair[0];
            let players = [place(&first.players[0]), place(&first.players[1])];
            let game = plan.games.iter().position(|game| *game == first.game);
            let set = plan.sets.iter().position(|set| set.name == first.set);
            // Rows of a single game or a single set would repeat the total.
            let sets = [None].into_iter().chain((plan.sets.len() > 1).then_some(set));
            for set in sets {
                let games = [None].into_iter().chain((plan.games.len() > 1).then_some(game));
                for game in games {
                    tallies.entry((players, set, game)).or_default().add(pair);
                }
            }
            matches += 2;
            for record in pair {
                if let End::Failed(seat, reason) = &record.end {
                    failures.push(Failure {
                        pair: record.pair,
                        game: record.game.clone(),
                        player: record.seats()[*seat].to_owned(),
                        reason: reason.clone(),
                    });
                }
            }
        }
        let rows = tallies.iter().map(|(&(players, set, game), tally)| {
            let set = set.map_or("", |set| &plan.sets[set].name);
            let game = game.map_or("", |game| &plan.games[game]);
            tally.row(game, set, players.map(|player| plan.players[player].name.clone()), plan.seed)
        });
        Ok(Standing {
            title: plan.title.clone(),
            players: plan.players.iter().map(|player| player.name.clone()).collect(),
            matches,
            planned,
            rows: rows.collect(),
            sprt: test.map(|(_, test)| test),
            failures,
            inside,
        })
    }
}

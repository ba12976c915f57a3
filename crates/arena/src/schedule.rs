//! From a plan to numbered pairs of matches, and to shards of them.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

use engine::{Position, Registry, file_name};
use game::key::mix;
use protocol::client::Trouble;

use crate::Error;
use crate::opening::Book;
use crate::plan::{Pairing, Plan, Set};
use crate::player::ReadyPlayer;

/// Two players in one game, with the evaluators that a set gives them.
pub struct Meeting {
    /// Which game of the plan.
    pub game: usize,
    /// Which set of the plan.
    pub set: Option<usize>,
    /// Which players of the plan: a and b.
    pub players: [usize; 2],
    /// Their evaluators, where a set says so.
    pub evaluators: Option<[String; 2]>,
    ready: [ReadyPlayer; 2],
    /// The pairs of matches, by number in the plan.
    pairs: Range<usize>,
    /// The number of the first opening.
    first_opening: u64,
}

/// All that a plan asks for, in a fixed order.
pub struct Schedule<'a> {
    /// The plan.
    pub plan: &'a Plan,
    books: Vec<Book>,
    meetings: Vec<Meeting>,
}

/// A pair of matches: one opening, both seats.
pub struct Pair<'a> {
    /// Its number in the plan.
    pub number: usize,
    /// The players and their evaluators.
    pub meeting: &'a Meeting,
    /// Where the matches begin.
    pub book: &'a Book,
    /// The moves of the opening.
    pub opening: Vec<String>,
    /// The seeds of the seats. They do not depend on the players, so that identical players play identical matches.
    pub seeds: [u64; 2],
}

impl Pair<'_> {
    /// The players in the order of their seats, when a sits in this seat.
    pub fn seats(&self, seat_of_a: usize) -> [&ReadyPlayer; 2] {
        let [a, b] = &self.meeting.ready;
        if seat_of_a == 0 { [a, b] } else { [b, a] }
    }
}

/// Nothing interrupts a check.
static NEVER: AtomicBool = AtomicBool::new(false);

/// A plan of more pairs of matches would never be played to its end.
const MOST_PAIRS: usize = 10_000_000;

impl<'a> Schedule<'a> {
    /// Lays out a plan.
    pub fn new(plan: &'a Plan, registry: &Registry) -> Result<Schedule<'a>, Error> {
        let open = |game: &String| Book::open(registry, game, &plan.openings);
        let books = plan.games.iter().map(open).collect::<Result<Vec<_>, _>>()?;
        let mut schedule = Schedule { plan, books, meetings: Vec::new() };
        for game in 0..plan.games.len() {
            let sets = plan.sets.iter().enumerate();
            let sets: Vec<_> = sets.filter(|(_, set)| set.is_for(&plan.games[game])).collect();
            if plan.sets.is_empty() {
                schedule.add_set(registry, game, None)?;
            } else if sets.is_empty() {
                return Err(Error::Plan(format!("no set of evaluators is for {}", plan.games[game])));
            }
            for (number, set) in sets {
                schedule.add_set(registry, game, Some((number, set)))?;
            }
        }
        Ok(schedule)
    }

    fn add_set(&mut self, registry: &Registry, game: usize, set: Option<(usize, &Set)>) -> Result<(), Error> {
        let count = self.plan.players.len();
        let pairings = (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b]));
        for players in pairings.filter(|[a, _]| self.plan.pairing != Pairing::Gauntlet || *a == 0) {
            let evaluators = match set {
                None => vec![(None, 0)],
                Some((_, set)) => set.ordered_pairs(&self.plan.games[game]),
            };
            let matches = set.and_then(|(_, set)| set.matches).unwrap_or(self.plan.matches);
            for (evaluators, openings) in evaluators {
                let ready = |seat: usize| {
                    let mut player = self.plan.players[players[seat]].clone();
                    player.budget = player.budget_within(&self.plan.budget);
                    if let Some(evaluators) = &evaluators {
                        player.evaluator = Some(evaluators[seat].clone());
                    }
                    if let Some(ready) = self.known_guest(game, players[seat]) {
                        return Ok(ready.clone());
                    }
                    player.ready(registry, &self.plan.games[game])
                };
                let (first, ready) = (self.pair_count(), [ready(0)?, ready(1)?]);
                self.meetings.push(Meeting {
                    game,
                    set: set.map(|(number, _)| number),
                    players,
                    ready,
                    evaluators,
                    pairs: first..first.saturating_add(matches / 2),
                    first_opening: openings * (matches as u64 / 2),
                });
                if self.pair_count() > MOST_PAIRS {
                    return Err(Error::Plan(format!(
                        "so many players, evaluators and `matches` are more than {} matches in all",
                        2 * MOST_PAIRS
                    )));
                }
            }
        }
        Ok(())
    }

    /// A foreign engine that plays this game already: its meetings share their processes.
    fn known_guest(&self, game: usize, player: usize) -> Option<&ReadyPlayer> {
        let meetings = self.meetings.iter().filter(|meeting| meeting.game == game);
        let mut seats = meetings.flat_map(|meeting| meeting.players.iter().zip(&meeting.ready));
        seats.find(|(known, ready)| **known == player && ready.is_foreign()).map(|(_, ready)| ready)
    }

    /// How many pairs of matches there are.
    pub fn pair_count(&self) -> usize {
        self.meetings.last().map_or(0, |meeting| meeting.pairs.end)
    }

    /// How many shards there are.
    pub fn shard_count(&self) -> usize {
        self.pair_count().div_ceil(self.plan.shard)
    }

    /// The pairs of a shard.
    pub fn shard(&self, index: usize) -> Range<usize> {
        let first = index * self.plan.shard;
        first..(first + self.plan.shard).min(self.pair_count())
    }

    /// The meeting that a pair belongs to.
    fn meeting(&self, pair: usize) -> &Meeting {
        &self.meetings[self.meetings.partition_point(|meeting| meeting.pairs.end <= pair)]
    }

    /// The game of a pair.
    pub fn game(&self, pair: usize) -> &str {
        &self.plan.games[self.meeting(pair).game]
    }

    /// A pair by its number.
    pub fn pair(&self, number: usize) -> Result<Pair<'_>, Error> {
        let meeting = self.meeting(number);
        let opening = meeting.first_opening + (number - meeting.pairs.start) as u64;
        let game = self.plan.games[meeting.game].bytes();
        let game = game.fold(self.plan.seed, |seed, byte| mix(seed ^ u64::from(byte)));
        // The same openings for all pairings of a game.
        let seed = mix(game ^ mix(opening));
        let book = &self.books[meeting.game];
        let mut opening = book.moves(opening, seed)?;
        if meeting.ready.iter().any(ReadyPlayer::is_foreign) {
            // Most protocols speak of whole turns.
            opening.truncate(whole_turns(book.start(), &opening)?);
        }
        Ok(Pair { number, meeting, book, opening, seeds: [1, 2].map(|seat| mix(seed ^ seat)) })
    }

    /// Creates every player once in every game.
    pub(crate) fn check_players(&self) -> Result<(), Error> {
        let mut tried = HashMap::new();
        for meeting in &self.meetings {
            for (seat, player) in meeting.players.into_iter().enumerate() {
                let evaluator = meeting.evaluators.as_ref().map(|evaluators| &evaluators[seat]);
                if tried.insert((meeting.game, player, evaluator), ()).is_none() {
                    let contestant =
                        meeting.ready[seat].contestant(self.books[meeting.game].start(), 1, &NEVER)?;
                    let wrong = |trouble: Trouble| Error::Player {
                        player: self.plan.players[player].name.clone(),
                        reason: trouble.to_string(),
                    };
                    contestant.map_err(wrong)?.leave();
                }
            }
        }
        Ok(())
    }
}

/// How many of these moves are whole turns.
fn whole_turns(start: &dyn Position, moves: &[String]) -> Result<usize, Error> {
    let (mut position, mut whole) = (start.copy(), 0);
    for (played, m) in (1..).zip(moves) {
        let next = position.replay(m)?.end;
        if next.turn() != position.turn() {
            whole = played;
        }
        position = next;
    }
    Ok(whole)
}

impl Set {
    fn is_for(&self, game: &String) -> bool {
        self.games.as_ref().is_none_or(|games| games.contains(game))
    }

    /// Every ordered pair of evaluators, an evaluator with itself included, and the number of its group of openings: f
    /// against g has the same openings as g against f, so that the luck of the better evaluator cancels.
    fn ordered_pairs(&self, game: &str) -> Vec<(Option<[String; 2]>, u64)> {
        let names: Vec<String> =
            self.evaluators.iter().map(|evaluator| evaluator.replace("{game}", &file_name(game))).collect();
        let indices = (0..names.len()).flat_map(|f| (0..names.len()).map(move |g| (f, g)));
        let unordered = |f: usize, g: usize| (f.max(g) * (f.max(g) + 1) / 2 + f.min(g)) as u64;
        indices.map(|(f, g)| (Some([names[f].clone(), names[g].clone()]), unordered(f, g))).collect()
    }
}

//! A shard: a few pairs of matches that are played together, on any machine and in any order.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::Error;
use crate::duel;
use crate::record::Record;
use crate::schedule::{Pair, Schedule};

/// A shard that was played.
pub struct Shard {
    /// Its number.
    pub index: usize,
    /// Its matches, in order.
    pub records: Vec<Record>,
    /// The time that it took.
    pub time: Duration,
    /// The part of it in which players were at work.
    pub inside: Duration,
}

impl Schedule<'_> {
    /// Plays a shard. `matches` counts what is done. `None` if it was interrupted.
    pub fn play(
        &self,
        index: usize,
        matches: &AtomicUsize,
        interrupt: &AtomicBool,
    ) -> Result<Option<Shard>, Error> {
        let begin = Instant::now();
        let (mut records, mut inside) = (Vec::new(), Duration::ZERO);
        for number in self.shard(index) {
            let pair = self.pair(number)?;
            for seat in 0..2 {
                let Some((record, time)) = self.play_match(&pair, seat, interrupt)? else { return Ok(None) };
                records.push(record);
                inside += time;
                matches.fetch_add(1, Ordering::Relaxed);
            }
        }
        Ok(Some(Shard { index, records, time: begin.elapsed(), inside }))
    }

    /// Plays a match of a pair with player a in this seat.
    fn play_match(
        &self,
        pair: &Pair<'_>,
        seat: usize,
        interrupt: &AtomicBool,
    ) -> Result<Option<(Record, Duration)>, Error> {
        let (plan, meeting) = (self.plan, pair.meeting);
        let players = pair.seats(seat);
        let start = pair.book.start();
        let played = duel::play(start, &pair.opening, players, pair.seeds, plan.rules(), interrupt)?;
        let Some(outcome) = played else { return Ok(None) };
        let has_clock = players.iter().any(|player| player.budget.time.is_some());
        let [first, second] = outcome.clocks;
        let record = Record {
            pair: pair.number,
            seat,
            game: plan.games[meeting.game].clone(),
            set: meeting.set.map_or(String::new(), |set| plan.sets[set].name.clone()),
            players: meeting.players.map(|player| plan.players[player].name.clone()),
            evaluators: meeting.evaluators.clone(),
            opening: pair.opening.len(),
            moves: pair.opening.iter().cloned().chain(outcome.moves).collect(),
            score: if seat == 0 { outcome.score } else { -outcome.score },
            end: outcome.end,
            clocks: has_clock.then_some(if seat == 0 { [first, second] } else { [second, first] }),
        };
        Ok(Some((record, outcome.inside)))
    }
}

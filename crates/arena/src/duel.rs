//! One match between two players.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use engine::{Player, Position};

use crate::Error;
use crate::contestant::{Choice, Contestant};
use crate::player::ReadyPlayer;
use crate::record::{Clock, End, score};

/// How a match is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchRules {
    /// A proven value ends the match.
    pub adjudicate: bool,
    /// A match of more plies is a draw; the rules end every game anyway.
    pub max_plies: Option<usize>,
}

/// The outcome of a match, seen by the first seat.
pub struct Outcome {
    /// All moves after the opening.
    pub moves: Vec<String>,
    /// 1, 0 or -1.
    pub score: i8,
    /// How it ended.
    pub end: End,
    /// The time that each seat's moves took.
    pub clocks: [Clock; 2],
    /// Time in which one of the players was at work.
    pub inside: Duration,
}

/// A contestant at the board.
struct Seat {
    contestant: Box<dyn Contestant>,
    timing: engine::Timing,
    clock: Clock,
    inside: Duration,
}

/// Why a seat cannot continue.
struct Forfeit(String);

impl Seat {
    /// Lets the contestant act. If it fails or panics, it forfeits the match.
    fn act<T>(&mut self, act: impl FnOnce(&mut dyn Contestant) -> Result<T, String>) -> Result<T, Forfeit> {
        let begin = Instant::now();
        let done = catch_unwind(AssertUnwindSafe(|| act(self.contestant.as_mut())));
        self.inside += begin.elapsed();
        match done {
            Ok(done) => done.map_err(Forfeit),
            Err(panic) => {
                let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
                let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
                Err(Forfeit(format!("it crashed: {}", text.as_deref().unwrap_or("it did not say why"))))
            }
        }
    }

    /// Chooses a move.
    fn choose(&mut self, interrupt: &AtomicBool) -> Result<Choice, Forfeit> {
        let (limit, begin) = (self.contestant.overrun_limit(), self.timing.start());
        let choice = self.act(|contestant| contestant.choose(interrupt))?;
        let took = begin.elapsed();
        self.clock.moves += 1;
        self.clock.seconds += took.as_secs_f64();
        self.clock.slowest = self.clock.slowest.max(took.as_secs_f64());
        self.clock.overruns += u32::from(limit.is_some_and(|limit| took > limit));
        Ok(choice)
    }

    fn play(&mut self, m: &str) -> Result<(), Forfeit> {
        self.act(|contestant| contestant.play(m))
    }
}

/// Plays a match that begins with these moves. `None` if it was interrupted.
pub fn play(
    start: &dyn Position,
    opening: &[String],
    players: [&ReadyPlayer; 2],
    seeds: [u64; 2],
    rules: MatchRules,
    interrupt: &AtomicBool,
) -> Result<Option<Outcome>, Error> {
    let mut board = start.replay(&opening.join(" "))?.end;
    let (mut seats, mut moves) = (Vec::new(), Vec::new());
    let lost = |seat: usize, Forfeit(reason)| ([-1, 1][seat], End::Failed(seat, reason));
    let over = |seats: &[Seat], moves, (score, end)| {
        let clock = |seat: usize| seats.get(seat).map_or(Clock::default(), |seat| seat.clock);
        let inside = seats.iter().map(|seat| seat.inside).sum();
        Ok(Some(Outcome { moves, score, end, clocks: [clock(0), clock(1)], inside }))
    };
    for (seat, player) in players.into_iter().enumerate() {
        let contestant = match player.contestant(start, seeds[seat], interrupt)? {
            Ok(contestant) => contestant,
            Err(_) if interrupt.load(Ordering::Relaxed) => return Ok(None),
            Err(trouble) => return over(&seats, moves, lost(seat, Forfeit(trouble.to_string()))),
        };
        let timing = player.budget.timing;
        let mut taken = Seat { contestant, timing, clock: Clock::default(), inside: Duration::ZERO };
        // Played and not set up: what repeats a position of the opening is a repetition.
        let told = opening.iter().try_for_each(|m| taken.play(m));
        seats.push(taken);
        if let Err(failed) = told {
            return over(&seats, moves, lost(seat, failed));
        }
    }
    let end = loop {
        if let Some(outcome) = board.outcome() {
            break (score(outcome, 0), End::Rules);
        }
        if rules.max_plies.is_some_and(|most| moves.len() >= most) {
            break (0, End::TooLong);
        }
        let mover = usize::from(board.turn() == Player::Second);
        let (m, value) = match seats[mover].choose(interrupt) {
            Ok(Choice::Play(m, value)) => (m, value),
            Ok(Choice::Resign) => break ([-1, 1][mover], End::Resigned(mover)),
            Ok(Choice::Interrupted) => return Ok(None),
            Err(failed) => break lost(mover, failed),
        };
        if interrupt.load(Ordering::Relaxed) {
            return Ok(None);
        }
        if let Some(value) = value.filter(|_| rules.adjudicate) {
            break (value, End::Proven);
        }
        // The rules are asked on behalf of the mover: they may be a user's, and panic.
        let played = seats[mover].act(|_| board.replay(&m).map_err(|error| error.to_string()));
        board = match played {
            Ok(replay) => replay.end,
            Err(failed) => break lost(mover, failed),
        };
        // The mover first: if it cannot make its own move, it is the one to forfeit.
        let failed =
            [mover, 1 - mover].into_iter().find_map(|seat| Some((seat, seats[seat].play(&m).err()?)));
        if let Some((seat, failed)) = failed {
            break lost(seat, failed);
        }
        moves.push(m);
    };
    for (seat, taken) in seats.iter_mut().enumerate() {
        if !matches!(end.1, End::Failed(failed, _) if failed == seat) {
            taken.contestant.leave();
        }
    }
    over(&seats, moves, end)
}

//! One match between two players.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use engine::{Player, Position, Session};

use crate::Error;
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

/// A player at the board.
struct Seat<'a> {
    player: &'a ReadyPlayer,
    session: Box<dyn Session>,
    clock: Clock,
    inside: Duration,
}

/// Why a seat cannot continue.
struct Forfeit(String);

impl Seat<'_> {
    /// Lets the player act. If it fails or panics, it forfeits the match.
    fn act<T>(&mut self, act: impl FnOnce(&mut dyn Session) -> Result<T, Forfeit>) -> Result<T, Forfeit> {
        let begin = Instant::now();
        let done = catch_unwind(AssertUnwindSafe(|| act(self.session.as_mut())));
        self.inside += begin.elapsed();
        done.unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
            Err(Forfeit(format!("it crashed: {}", text.as_deref().unwrap_or("it did not say why"))))
        })
    }

    /// Chooses a move. Returns it with the value of the position, if the player has proven that.
    fn choose(&mut self, interrupt: &AtomicBool) -> Result<(String, Option<i8>), Forfeit> {
        let (player, begin) = (self.player, self.player.budget.timing.start());
        let chosen = self.act(|session| {
            let decided = session.decide(&player.budget, interrupt);
            let chosen = decided.best_move.ok_or_else(|| Forfeit("it has no move to play".to_owned()))?;
            Ok((chosen, decided.value))
        })?;
        let took = begin.elapsed();
        self.clock.moves += 1;
        self.clock.seconds += took.as_secs_f64();
        self.clock.slowest = self.clock.slowest.max(took.as_secs_f64());
        self.clock.overruns +=
            u32::from(player.overrun_limit().is_some_and(|overrun_limit| took > overrun_limit));
        Ok(chosen)
    }

    fn play(&mut self, m: &str) -> Result<(), Forfeit> {
        self.act(|session| session.play(m).map_err(|error| Forfeit(error.to_string())))
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
    let session = |seat: usize| -> Result<Seat<'_>, Error> {
        let mut session = players[seat].session(start, seeds[seat])?;
        // Played and not set up: what repeats a position of the opening is a repetition.
        opening.iter().try_for_each(|m| session.play(m))?;
        Ok(Seat { player: players[seat], session, clock: Clock::default(), inside: Duration::ZERO })
    };
    let mut seats = [session(0)?, session(1)?];
    let mut moves = Vec::new();
    let (score, end) = loop {
        if let Some(outcome) = seats[0].session.outcome() {
            break (score(outcome, 0), End::Rules);
        }
        if rules.max_plies.is_some_and(|most| moves.len() >= most) {
            break (0, End::TooLong);
        }
        let mover = usize::from(seats[0].session.turn() == Player::Second);
        let lost = |seat: usize, Forfeit(reason)| ([-1, 1][seat], End::Failed(seat, reason));
        let (m, value) = match seats[mover].choose(interrupt) {
            Ok(chosen) => chosen,
            Err(failed) => break lost(mover, failed),
        };
        if interrupt.load(Ordering::Relaxed) {
            return Ok(None);
        }
        if let Some(value) = value.filter(|_| rules.adjudicate) {
            break (value, End::Proven);
        }
        // The mover first: if it cannot make its own move, it is the one to forfeit.
        let failed =
            [mover, 1 - mover].into_iter().find_map(|seat| Some((seat, seats[seat].play(&m).err()?)));
        if let Some((seat, failed)) = failed {
            break lost(seat, failed);
        }
        moves.push(m);
    };
    let inside = seats[0].inside + seats[1].inside;
    Ok(Some(Outcome { moves, score, end, clocks: seats.map(|seat| seat.clock), inside }))
}

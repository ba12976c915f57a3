//! How long a win takes: the winner hurries, the loser holds out.
//!
//! "Does the winner win within n plies?" is asked for larger and larger n. A no comes with the least number of
//! plies that could be a yes, so that the next question skips what cannot be: where the players alternate
//! and nobody ends the game to the opponent's favour, every other number.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use game::{Game, Key, Player};

use crate::expand::children;

/// A win can never come: longer than every game.
const NEVER: u32 = u32::MAX;

/// Longer wins are not looked for: the search calls itself once a ply.
const MOST_PLIES: u32 = 2000;

/// Below this many plies a look at every move is cheaper than putting them in order.
const WORTH_ORDERING: u32 = 3;

/// States between two looks at the clock.
const PACE: u64 = 1024;

/// What was found out about the length of a win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Length<M> {
    /// The win takes no less than this many plies ...
    pub at_least: u32,
    /// ... and this many, if the question was answered.
    pub plies: Option<u32>,
    /// Best play of both: the shortest win against the longest defence.
    pub line: Vec<M>,
}

/// When to stop asking.
pub struct Patience<'a> {
    /// The time that is left.
    pub time: Option<Duration>,
    /// Bytes that the table may hold.
    pub memory: usize,
    /// Ends the search when it becomes true.
    pub interrupt: &'a AtomicBool,
}

/// The length of a win of `winner`, who is known to win from `root`. `progress` hears every number of plies
/// that is asked for.
pub fn shortest_win<G: Game>(
    root: &G,
    winner: Player,
    patience: &Patience<'_>,
    progress: &mut dyn FnMut(u32),
) -> Length<G::Move> {
    let mut search = Shortest {
        winner,
        table: WinTable::new(patience.memory),
        refutations: Vec::new(),
        states: 0,
        deadline: patience.time.and_then(|time| Instant::now().checked_add(time)),
        interrupt: patience.interrupt,
    };
    let mut plies = 0;
    loop {
        progress(plies);
        match search.least(root, plies) {
            None => return Length { at_least: plies, plies: None, line: Vec::new() },
            Some(least) if least > MOST_PLIES => {
                return Length { at_least: least, plies: None, line: Vec::new() };
            }
            Some(least) if least > plies => plies = least,
            Some(_) => break,
        }
    }
    // The answer is there: showing it costs little more, and is not worth a limit.
    search.deadline = None;
    Length { at_least: plies, plies: Some(plies), line: search.line(root, plies) }
}

struct Shortest<'a, G: Game> {
    winner: Player,
    table: WinTable,
    /// The last move that held out for so many plies.
    refutations: Vec<Option<G::Move>>,
    states: u64,
    deadline: Option<Instant>,
    interrupt: &'a AtomicBool,
}

impl<G: Game> Shortest<'_, G> {
    /// If the winner wins within `plies`, a number of plies that is enough. If not, a larger number below
    /// which there is no win. `None` if the time is up.
    fn least(&mut self, state: &G, plies: u32) -> Option<u32> {
        if let Some(outcome) = state.outcome() {
            return Some(if outcome.gain() == self.winner.sign() { 0 } else { NEVER });
        }
        if plies == 0 {
            return Some(self.horizon(state));
        }
        self.states += 1;
        if self.states.is_multiple_of(PACE) && self.is_time_up() {
            return None;
        }
        if plies == 1 && state.turn() == self.winner {
            return Some(self.wins_at_once(state));
        }
        let key = state.key();
        let known = self.table.find(key);
        if known.enough <= plies {
            return Some(known.enough);
        }
        if known.not_below > plies {
            return Some(known.not_below);
        }
        let least = match state.turn() == self.winner {
            true => self.winner_moves(state, plies)?,
            false => self.loser_moves(state, plies)?,
        };
        self.table.store(key, least, least <= plies);
        Some(least)
    }

    /// The least number of plies that a game that is not over can still take to a win, without a search.
    fn horizon(&self, state: &G) -> u32 {
        if state.bounds().gain().is_some_and(|gain| gain != self.winner.sign()) {
            return NEVER;
        }
        if state.turn() == self.winner {
            return 1;
        }
        // Only a loser whose every move ends the game loses in one ply. One other move says that it takes two.
        let mut least = 1;
        for child in children(state) {
            match child.1.outcome() {
                Some(outcome) if outcome.gain() == self.winner.sign() => {}
                Some(_) => return NEVER,
                None => least = 2,
            }
            if least == 2 {
                break;
            }
        }
        least
    }

    /// 1 if a move of the winner ends the game, else what the moves say about longer wins.
    fn wins_at_once(&self, state: &G) -> u32 {
        if state.winning_move().is_some() {
            return 1;
        }
        let mut least = NEVER;
        for (_, child) in children(state) {
            match child.outcome() {
                Some(outcome) if outcome.gain() == self.winner.sign() => return 1,
                Some(_) => {}
                None => least = least.min(self.horizon(&child).saturating_add(1)),
            }
        }
        least
    }

    /// The winner needs one move that wins in time.
    fn winner_moves(&mut self, state: &G, plies: u32) -> Option<u32> {
        let children = if plies < WORTH_ORDERING { children(state) } else { promising_first(state) };
        let mut least = NEVER;
        for (_, child) in children {
            let below = self.least(&child, plies - 1)?.saturating_add(1);
            if below <= plies {
                return Some(below);
            }
            least = least.min(below);
        }
        Some(least)
    }

    /// The loser needs one move that holds out.
    fn loser_moves(&mut self, state: &G, plies: u32) -> Option<u32> {
        let mut children = children(state);
        let place = plies as usize;
        if self.refutations.len() <= place {
            self.refutations.resize(place + 1, None);
        }
        if let Some(known) = children.iter().position(|(m, _)| Some(*m) == self.refutations[place]) {
            children[..=known].rotate_right(1);
        }
        let mut most = 0;
        for (m, child) in children {
            let below = self.least(&child, plies - 1)?.saturating_add(1);
            if below > plies {
                self.refutations[place] = Some(m);
                return Some(below);
            }
            most = most.max(below);
        }
        Some(most)
    }

    /// Best play from a state where the win takes exactly so many plies.
    fn line(&mut self, root: &G, plies: u32) -> Vec<G::Move> {
        let (mut line, mut state) = (Vec::new(), root.clone());
        for left in (0..plies).rev() {
            let Some((m, child)) = self.best(&state, left) else { break };
            line.push(m);
            state = child;
        }
        line
    }

    /// A move after which the win takes exactly so many plies, and no move is better.
    fn best(&mut self, state: &G, left: u32) -> Option<(G::Move, G)> {
        let winner_moves = state.turn() == self.winner;
        let mut children = if winner_moves { promising_first(state) } else { children(state) };
        // The winner takes a win in time; the loser takes what cannot be won any sooner.
        let known = |(_, child): &(G::Move, G)| {
            let known = self.table.find(child.key());
            if winner_moves { known.enough <= left } else { known.not_below >= left }
        };
        if let Some(place) = children.iter().position(known) {
            return Some(children.swap_remove(place));
        }
        for (m, child) in children {
            let fits = match winner_moves {
                true => self.least(&child, left)? <= left,
                false => left == 0 || self.least(&child, left - 1)? >= left,
            };
            if fits {
                return Some((m, child));
            }
        }
        None
    }

    fn is_time_up(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// The children of a state of the winner: the fewer the answers, the likelier the win.
fn promising_first<G: Game>(state: &G) -> Vec<(G::Move, G)> {
    let (mut children, mut buffer) = (children(state), Vec::new());
    children.sort_by_cached_key(|(m, child)| (child.count_moves(&mut buffer), !state.is_forcing(*m)));
    children
}

/// What is known of a state: a win takes no longer than `enough`, and no less than `not_below`.
#[derive(Clone, Copy)]
struct Known {
    key: Key,
    enough: u32,
    not_below: u32,
}

impl Known {
    const NOTHING: Known = Known { key: Key(0), enough: NEVER, not_below: 0 };
}

/// One place for each key; the newer state stays. It grows as long as it may.
struct WinTable {
    places: Vec<Known>,
    used: usize,
    most: usize,
}

impl WinTable {
    const LEAST: usize = 1 << 12;

    fn new(memory: usize) -> WinTable {
        WinTable { places: vec![Known::NOTHING; WinTable::LEAST], used: 0, most: memory / size_of::<Known>() }
    }

    fn place(&self, key: Key) -> usize {
        key.low() as usize & (self.places.len() - 1)
    }

    fn find(&self, key: Key) -> Known {
        let known = self.places[self.place(key)];
        if known.key == key { known } else { Known::NOTHING }
    }

    fn store(&mut self, key: Key, least: u32, is_enough: bool) {
        if 2 * self.used > self.places.len() && 3 * self.places.len() <= self.most {
            self.grow();
        }
        let mut known = Known { key, ..self.find(key) };
        match is_enough {
            true => known.enough = least,
            false => known.not_below = least,
        }
        let place = self.place(key);
        self.used += usize::from(self.places[place].key == Key(0));
        self.places[place] = known;
    }

    /// Twice the places: for a moment there are three times as many.
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.places);
        self.places = vec![Known::NOTHING; 2 * old.len()];
        self.used = 0;
        for known in old.into_iter().filter(|known| known.key != Key(0)) {
            let place = self.place(known.key);
            self.places[place] = known;
            self.used += 1;
        }
    }
}

//! The length of a win: the shortest win against the longest defence.
//!
//! The search asks "does the winner win within n plies?" for increasing n. A no returns a lower bound on the
//! length of the win, which is the next n to ask for. Lengths that are impossible are skipped: every other n
//! where the players alternate and no player can end the game in the opponent's favour.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use game::{Game, Key, Player};

use crate::expand::children;

/// The length of a win that does not exist.
const NEVER: u32 = u32::MAX;

/// The longest win that is looked for. The search recurses once per ply.
const MAX_PLIES: u32 = 2000;

/// Below this number of plies it is cheaper to try every move than to sort them.
const WORTH_ORDERING: u32 = 3;

/// The number of states between two reads of the clock.
const CLOCK_INTERVAL: u64 = 1024;

/// The length of a win, or a lower bound on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Length<M> {
    /// The win takes at least this many plies.
    pub at_least: u32,
    /// The exact length, if the search found it.
    pub plies: Option<u32>,
    /// A line of best play: the shortest win against the longest defence.
    pub line: Vec<M>,
}

/// The limits of the search.
pub struct Patience<'a> {
    /// The time limit.
    pub time: Option<Duration>,
    /// The memory that the table may use, in bytes.
    pub memory: usize,
    /// The search stops when this becomes true.
    pub interrupt: &'a AtomicBool,
}

/// The length of the win of `winner`, who must be known to win from `root`. `progress` is called with every
/// number of plies that is asked for.
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
            Some(least) if least > MAX_PLIES => {
                return Length { at_least: least, plies: None, line: Vec::new() };
            }
            Some(least) if least > plies => plies = least,
            Some(_) => break,
        }
    }
    // The length is known. Extracting the line costs little more, so no time limit applies to it.
    search.deadline = None;
    Length { at_least: plies, plies: Some(plies), line: search.line(root, plies) }
}

struct Shortest<'a, G: Game> {
    winner: Player,
    table: WinTable,
    /// Per number of plies left, the last move that avoided a loss within them.
    refutations: Vec<Option<G::Move>>,
    states: u64,
    deadline: Option<Instant>,
    interrupt: &'a AtomicBool,
}

impl<G: Game> Shortest<'_, G> {
    /// If the winner wins within `plies`, a number of plies that suffices. Otherwise a larger number, below
    /// which there is no win. `None` if the time is up.
    fn least(&mut self, state: &G, plies: u32) -> Option<u32> {
        if let Some(outcome) = state.outcome() {
            return Some(if outcome.gain() == self.winner.sign() { 0 } else { NEVER });
        }
        if plies == 0 {
            return Some(self.horizon(state));
        }
        self.states += 1;
        if self.states.is_multiple_of(CLOCK_INTERVAL) && self.is_time_up() {
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

    /// A lower bound on the length of a win from a non-terminal state, without a search.
    fn horizon(&self, state: &G) -> u32 {
        if state.bounds().gain().is_some_and(|gain| gain != self.winner.sign()) {
            return NEVER;
        }
        if state.turn() == self.winner {
            return 1;
        }
        // The loser loses in one ply only if all of its moves end the game. One move that does not makes it
        // at least two.
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

    /// 1 if a move of the winner ends the game, otherwise a lower bound from the children.
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

    /// Searches a state of the winner, who needs one move that wins in time.
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

    /// Searches a state of the loser, who needs one move that avoids a loss in time.
    fn loser_moves(&mut self, state: &G, plies: u32) -> Option<u32> {
        let mut children = children(state);
        let index = plies as usize;
        if self.refutations.len() <= index {
            self.refutations.resize(index + 1, None);
        }
        if let Some(known) = children.iter().position(|(m, _)| Some(*m) == self.refutations[index]) {
            children[..=known].rotate_right(1);
        }
        let mut most = 0;
        for (m, child) in children {
            let below = self.least(&child, plies - 1)?.saturating_add(1);
            if below > plies {
                self.refutations[index] = Some(m);
                return Some(below);
            }
            most = most.max(below);
        }
        Some(most)
    }

    /// A line of best play from a state where the win takes exactly `plies` plies.
    fn line(&mut self, root: &G, plies: u32) -> Vec<G::Move> {
        let (mut line, mut state) = (Vec::new(), root.clone());
        for left in (0..plies).rev() {
            let Some((m, child)) = self.best(&state, left) else { break };
            line.push(m);
            state = child;
        }
        line
    }

    /// A best move, and the child it leads to, where the win takes exactly `left` plies after it.
    fn best(&mut self, state: &G, left: u32) -> Option<(G::Move, G)> {
        let winner_moves = state.turn() == self.winner;
        let mut children = if winner_moves { promising_first(state) } else { children(state) };
        // The winner takes a child that wins in time, the loser a child that cannot be lost sooner.
        let known = |(_, child): &(G::Move, G)| {
            let known = self.table.find(child.key());
            if winner_moves { known.enough <= left } else { known.not_below >= left }
        };
        if let Some(index) = children.iter().position(known) {
            return Some(children.swap_remove(index));
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

/// The children of a state of the winner, those with the fewest replies first: they are the likeliest to win.
fn promising_first<G: Game>(state: &G) -> Vec<(G::Move, G)> {
    let (mut children, mut buffer) = (children(state), Vec::new());
    children.sort_by_cached_key(|(m, child)| (child.count_moves(&mut buffer), !state.is_forcing(*m)));
    children
}

/// What is known of a state: the win takes at most `enough` and at least `not_below` plies.
#[derive(Clone, Copy)]
struct Known {
    key: Key,
    enough: u32,
    not_below: u32,
}

impl Known {
    const NOTHING: Known = Known { key: Key(0), enough: NEVER, not_below: 0 };
}

/// A hash table with one slot per hash value. A new entry replaces an old one. The table grows while its
/// memory limit allows.
struct WinTable {
    slots: Vec<Known>,
    used: usize,
    max_slots: usize,
}

impl WinTable {
    const INITIAL_SLOTS: usize = 1 << 12;

    fn new(memory: usize) -> WinTable {
        let slots = vec![Known::NOTHING; WinTable::INITIAL_SLOTS];
        WinTable { slots, used: 0, max_slots: memory / size_of::<Known>() }
    }

    fn slot(&self, key: Key) -> usize {
        key.low() as usize & (self.slots.len() - 1)
    }

    fn find(&self, key: Key) -> Known {
        let known = self.slots[self.slot(key)];
        if known.key == key { known } else { Known::NOTHING }
    }

    fn store(&mut self, key: Key, least: u32, is_enough: bool) {
        if 2 * self.used > self.slots.len() && 3 * self.slots.len() <= self.max_slots {
            self.grow();
        }
        let mut known = Known { key, ..self.find(key) };
        match is_enough {
            true => known.enough = least,
            false => known.not_below = least,
        }
        let slot = self.slot(key);
        self.used += usize::from(self.slots[slot].key == Key(0));
        self.slots[slot] = known;
    }

    /// Doubles the number of slots. The old and the new slots are in memory together for a moment.
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        self.slots = vec![Known::NOTHING; 2 * old.len()];
        self.used = 0;
        for known in old.into_iter().filter(|known| known.key != Key(0)) {
            let slot = self.slot(known.key);
            self.slots[slot] = known;
            self.used += 1;
        }
    }
}

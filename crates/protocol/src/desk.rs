//! Where a dialect works: the game, the player, the search, and what is to be said.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use engine::{Budget, Position, Registry, Settings};

use crate::clock::Limits;
use crate::player::{Player, USUAL_TIME};
use crate::record::{Record, follow};
use crate::search::{Event, Found, Job, News, Pool, Post};
use crate::spelling::Spelling;

/// How much of a turn a search is to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// One decision of the game, such as the queen's move without its arrow.
    Decision,
    /// The whole turn.
    Turn,
}

/// The search that is going on.
struct Search {
    id: u64,
    interrupt: Arc<AtomicBool>,
    /// The client must ask for the result before it may be told.
    is_held: bool,
    result: Option<News>,
    /// When to end a search that began without a time limit.
    deadline: Option<Instant>,
}

/// The desk of a dialect.
pub struct Desk<'r> {
    registry: &'r Registry,
    /// Who plays.
    pub player: Player,
    /// The game.
    pub record: Record,
    /// How often a search tells what it has found; `None` for only at its end.
    pub every: Option<Duration>,
    pool: Pool,
    jobs: u64,
    games: u64,
    search: Option<Search>,
    /// The position of the last search.
    root: Box<dyn Position>,
    said: String,
}

impl<'r> Desk<'r> {
    /// A desk at the start of a game, with so many searching threads whose events go to `post`.
    pub fn new(
        registry: &'r Registry,
        start: Box<dyn Position>,
        player: Player,
        threads: usize,
        post: &Post,
    ) -> Self {
        Desk {
            registry,
            player,
            root: start.copy(),
            record: Record::new(start, None),
            every: Some(Duration::from_millis(500)),
            pool: Pool::new(threads, post),
            jobs: 0,
            games: 0,
            search: None,
            said: String::new(),
        }
    }

    /// The name of the game.
    pub fn game(&self) -> &str {
        self.record.start().game()
    }

    /// Begins another game, which the search does not connect with the one before.
    pub fn new_game(&mut self, name: &str) -> Result<(), String> {
        let start = self.registry.open(name).map_err(|error| error.to_string())?;
        self.set(Record::new(start, None));
        Ok(())
    }

    /// Begins the same game from its start.
    pub fn restart(&mut self) -> Result<(), String> {
        let start = self.open(self.game())?;
        self.set(Record::new(start, None));
        Ok(())
    }

    /// Goes to another game.
    pub fn set(&mut self, record: Record) {
        self.record = record;
        self.games += 1;
    }

    /// The start of another game.
    pub fn open(&self, name: &str) -> Result<Box<dyn Position>, String> {
        self.registry.open(name).map_err(|error| error.to_string())
    }

    /// Whether there is an algorithm of this name that takes these options.
    pub fn check_algorithm(&self, text: &str) -> Result<(), String> {
        self.registry.algorithm(text).map(|_| ()).map_err(|error| error.to_string())
    }

    /// Whether there is a game of this name.
    pub fn knows(&self, name: &str) -> bool {
        self.registry.open(name).is_ok()
    }

    /// Says a line.
    pub fn say(&mut self, line: &str) {
        // A line of the client that an error repeats must not look like several lines of ours.
        self.said.extend(line.chars().map(|c| if c.is_control() { ' ' } else { c }));
        self.said.push('\n');
    }

    /// Says several lines, or bytes of a dialect without lines.
    pub fn say_text(&mut self, text: &str) {
        self.said += text;
    }

    /// What was said since the last time.
    pub fn take_said(&mut self) -> String {
        std::mem::take(&mut self.said)
    }

    /// Whether a search is going on, or its result is held.
    pub fn is_thinking(&self) -> bool {
        self.search.is_some()
    }

    /// Whether the client has to speak before anything else happens: nothing is going on, or its result is held.
    pub fn is_waiting(&self) -> bool {
        self.search.as_ref().is_none_or(|search| search.is_held)
    }

    /// A number for a job.
    fn new_id(&mut self) -> u64 {
        self.jobs += 1;
        self.jobs
    }

    /// A job for the present game. A search whose result is held has no time limit of its own.
    fn job(&mut self, limits: &Limits, unit: Unit, is_held: bool) -> Job {
        let position = self.record.position();
        let turn = (unit == Unit::Turn).then(|| position.decisions_left());
        let budget = self.budget(limits, is_held);
        let (start, decisions) = self.record.to_search();
        let settings = self.player.settings(&*start);
        let job = self.job_at(start, decisions, settings);
        Job { budget, depth: limits.depth, turn, every: self.every, ..job }
    }

    /// A job for any position, with the limits of the user.
    pub fn job_at(&mut self, start: Box<dyn Position>, decisions: Vec<String>, settings: Settings) -> Job {
        let evaluations = [self.player.budget.evaluations, self.player.evaluations_of_level()];
        Job {
            id: self.new_id(),
            priority: 0,
            game: self.games,
            start,
            decisions,
            settings,
            budget: Budget { evaluations: evaluations.into_iter().flatten().min(), ..self.player.budget },
            depth: None,
            turn: None,
            every: None,
            interrupt: Arc::default(),
        }
    }

    /// The limits of the client and those of the user together.
    fn budget(&self, limits: &Limits, is_held: bool) -> Budget {
        let position = self.record.position();
        let own = self.player.budget;
        let least = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).min();
        let clock = limits.time(position.turn(), self.player.overhead);
        let mut time = clock.into_iter().chain(own.time).min();
        if !limits.is_limited() && !own.is_limited() && self.player.evaluations_of_level().is_none() {
            time = Some(USUAL_TIME);
        }
        if is_held || limits.endless {
            time = None;
        }
        let is_forced = position.moves().len() == 1 && limits.clock(position.turn()).is_some();
        Budget {
            time,
            nodes: least(limits.nodes, own.nodes),
            evaluations: [limits.evaluations, own.evaluations, self.player.evaluations_of_level()]
                .into_iter()
                .flatten()
                .min(),
            iterations: if is_forced && !is_held { Some(1) } else { own.iterations },
            ..own
        }
    }

    /// Begins to search the present game. There must be no other search.
    pub fn begin(&mut self, limits: &Limits, unit: Unit, is_held: bool) {
        if self.record.position().outcome().is_some() {
            self.record.go_on();
        }
        let job = self.job(limits, unit, is_held);
        self.search = Some(Search {
            id: job.id,
            interrupt: job.interrupt.clone(),
            is_held,
            result: None,
            deadline: None,
        });
        self.root = self.record.position().copy();
        self.pool.submit(job);
    }

    /// The position of the last search. The client may have gone on meanwhile.
    pub fn root(&self) -> &dyn Position {
        &*self.root
    }

    /// Gives a job to the searching threads. Its events come to the dialect whatever else is going on.
    pub fn submit(&self, job: Job) {
        self.pool.submit(job);
    }

    /// Interrupts a job. Returns whether it had not begun: then there will be no event.
    pub fn cancel(&self, id: u64) -> bool {
        self.pool.cancel(id)
    }

    /// Ends the search at once. Its result may be told as soon as it is there.
    pub fn stop(&mut self) {
        if let Some(search) = &mut self.search {
            search.is_held = false;
            search.interrupt.store(true, Ordering::Relaxed);
        }
    }

    /// The opponent has made the expected move: what is held may be told, after the time that these limits leave.
    pub fn release(&mut self, limits: &Limits) {
        let Some(mut search) = self.search.take() else { return };
        search.is_held = false;
        let time = self.budget(limits, false).time;
        search.deadline = time.and_then(|time| Instant::now().checked_add(time));
        self.search = Some(search);
    }

    /// When [`Desk::tick`] has something to do.
    pub fn deadline(&self) -> Option<Instant> {
        self.search.as_ref().filter(|search| search.result.is_none()).and_then(|search| search.deadline)
    }

    /// Ends a search whose time is over.
    pub fn tick(&mut self) {
        if self.deadline().is_some_and(|deadline| deadline <= Instant::now()) {
            self.stop();
        }
    }

    /// Passes an event on to the dialect, unless its result is held.
    pub fn accept(&mut self, event: Event) -> Option<Event> {
        let Some(search) = self.search.as_mut().filter(|search| search.id == event.job) else {
            return Some(event);
        };
        if matches!(event.news, News::Progress(_)) {
            return Some(event);
        }
        search.result = Some(event.news);
        self.ready()
    }

    /// A result that was held and may be told now.
    pub fn ready(&mut self) -> Option<Event> {
        let search = self.search.as_ref().filter(|search| !search.is_held && search.result.is_some())?;
        let job = search.id;
        let news = self.search.take().and_then(|search| search.result)?;
        Some(Event { job, news })
    }

    /// The lines that are expected, each in the words of a dialect.
    pub fn line(&self, found: &Found, unit: Unit, spelling: &dyn Spelling) -> Vec<String> {
        words(&*self.root, found, unit, spelling)
    }
}

/// The longest line that is told, in turns.
const LONGEST_LINE: usize = 24;

/// The line of a search from this position, each turn or decision as a word. The first word is what the search has decided.
pub fn words(root: &dyn Position, found: &Found, unit: Unit, spelling: &dyn Spelling) -> Vec<String> {
    let mut decisions = found.decisions[..found.before.min(found.decisions.len())].to_vec();
    let Ok(place) = follow(root, &decisions) else { return Vec::new() };
    let best = found.decisions.get(found.before).or(found.report.best_move.as_ref());
    match place.replay(&found.report.line.join(" ")) {
        // A line that does not begin with the decision is not about it.
        Ok(replay) if replay.moves.first() == best => decisions.extend(replay.moves),
        _ => decisions.extend(best.cloned()),
    }
    let mut words = Vec::new();
    let mut before = root.copy();
    let mut rest = &decisions[..];
    while !rest.is_empty() && words.len() < LONGEST_LINE {
        let length = match unit {
            Unit::Decision => 1,
            Unit::Turn => length_of_turn(&*before, rest),
        };
        words.push(spelling.write(&*before, &rest[..length]));
        let Ok(after) = follow(&*before, &rest[..length]) else { break };
        if unit == Unit::Turn && words.len() > 1 && after.turn() == before.turn() && after.outcome().is_none()
        {
            // The search has not seen the end of the turn.
            words.pop();
        }
        before = after;
        rest = &rest[length..];
    }
    words
}

/// How many of these decisions belong to the turn of the player to move.
fn length_of_turn(before: &dyn Position, decisions: &[String]) -> usize {
    let (player, mut position) = (before.turn(), before.copy());
    for (index, decision) in decisions.iter().enumerate() {
        let Ok(after) = follow(&*position, std::slice::from_ref(decision)) else { return index.max(1) };
        if after.turn() != player || after.outcome().is_some() {
            return index + 1;
        }
        position = after;
    }
    decisions.len()
}

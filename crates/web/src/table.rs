//! A game on the server: its moves, who plays, the searches that go along with it, and who watches.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use engine::{Player, Position, Registry, Settings};
use parking_lot::{Mutex, MutexGuard};
use serde_json::json;
use tokio::sync::{oneshot, watch};

use crate::clock::Clocks;
use crate::error::in_one_line;
use crate::files_of::Below;
use crate::limits::{Limits, Quota, Share};
use crate::line::{Line, Node, START};
use crate::message::{Message, NewGame, Seat};
use crate::proof::{Proof, ProofGame};
use crate::saved::Saved;
use crate::search::Searches;
use crate::worker::Look;

/// What all games of a server share.
pub struct Shared {
    /// Games, algorithms and evaluators.
    pub registry: Arc<Registry>,
    /// How much the server does at most.
    pub limits: Limits,
    /// What is left of it.
    pub quota: Arc<Quota>,
    /// The files that pages may name.
    pub below: Below,
    /// All games.
    pub tables: Mutex<Vec<Weak<Table>>>,
}

/// How often to look whether a dropped search has ended, and for how long.
const ROOM: (u32, Duration) = (25, Duration::from_millis(10));

impl Shared {
    /// The right to run a search. If there is none left, the trees of searches that have stopped and that no page watches are
    /// dropped.
    pub(crate) fn share(&self, memory: Option<usize>) -> Result<Share, String> {
        let refused = match self.quota.take(memory) {
            Ok(share) => return Ok(share),
            Err(reason) => reason,
        };
        // The caller may hold a game.
        for table in self.tables.lock().iter().filter_map(Weak::upgrade) {
            if let Some(mut state) = table.state.try_lock()
                && state.unwatched.is_some()
            {
                state.searches.drop_idle();
            }
        }
        // The threads need a moment to end.
        let (times, pause) = ROOM;
        let again = (0..times).find_map(|_| {
            std::thread::sleep(pause);
            self.quota.take(memory).ok()
        });
        again.ok_or(refused)
    }

    /// The start of a game that a page names.
    fn open(&self, game: &str) -> Result<Box<dyn Position>, String> {
        self.registry.open(&self.below.game(game)?).map_err(|error| in_one_line(&error))
    }

    /// Checks the names in settings that a page has made.
    pub(crate) fn check(&self, settings: Settings) -> Result<Settings, String> {
        self.registry.algorithm(&settings.algorithm).map_err(|error| in_one_line(&error))?;
        Ok(Settings { evaluator: self.below.evaluator(&settings.evaluator)?, ..settings })
    }
}

/// A game.
pub struct Table {
    /// Its id, which is in the address of its page.
    pub id: String,
    pub(crate) shared: Arc<Shared>,
    pub(crate) state: Mutex<State>,
    /// Changes whenever there is news.
    news: watch::Sender<u64>,
    watchers: AtomicUsize,
}

/// What a game is at the moment.
pub struct State {
    pub(crate) me: Weak<Table>,
    /// The canonical name of the game.
    pub(crate) game: String,
    pub(crate) start: Box<dyn Position>,
    /// Where the game begins, if not as usual.
    pub(crate) begins: Option<String>,
    pub(crate) line: Line,
    /// The position that is looked at.
    pub(crate) cursor: usize,
    pub(crate) position: Box<dyn Position>,
    pub(crate) seats: [Seat; 2],
    /// The engines play.
    pub(crate) runs: bool,
    pub(crate) clocks: Option<Clocks>,
    /// How a game has ended that the rules have not: the result, and why.
    pub(crate) ended: Option<(&'static str, String)>,
    pub(crate) searches: Searches,
    pub(crate) proof: Option<Proof>,
    /// The certificate that the game was opened with.
    pub(crate) proof_game: Option<ProofGame>,
    /// Why an engine does not play.
    pub(crate) trouble: Option<String>,
    /// Rises with every change of what is above, except searches.
    pub(crate) version: u64,
    /// The version that is in a file.
    saved: u64,
    /// Since when no page watches.
    pub(crate) unwatched: Option<Instant>,
    /// What [`Table::state_text`] has made of a version.
    text: Option<(u64, Arc<str>)>,
}

/// A page that watches a game, until it is dropped.
pub struct Watcher {
    table: Arc<Table>,
    /// Hears of news.
    pub news: watch::Receiver<u64>,
}

impl Drop for Watcher {
    fn drop(&mut self) {
        if self.table.watchers.fetch_sub(1, Ordering::SeqCst) == 1 {
            self.table.state.lock().unwatched = Some(Instant::now());
        }
    }
}

impl Table {
    /// Begins a game.
    pub fn begin(id: String, shared: &Arc<Shared>, new: &NewGame) -> Result<Arc<Table>, String> {
        let usual = shared.open(&new.game)?;
        let start = match &new.position {
            Some(text) => usual.read(text).map_err(|error| in_one_line(&error))?,
            None => usual.copy(),
        };
        let begins = Some(start.text()).filter(|text| *text != usual.text());
        let table = Table::new(id, shared, &new.game, start, begins);
        {
            let mut state = table.state.lock();
            state.seats.clone_from(&new.seats);
            state.clocks = new.clock.map(Clocks::new);
            if !new.moves.trim().is_empty() {
                state.play_text(&table, &new.moves)?;
            }
        }
        Ok(table)
    }

    fn new(
        id: String,
        shared: &Arc<Shared>,
        name: &str,
        start: Box<dyn Position>,
        begins: Option<String>,
    ) -> Arc<Table> {
        // The canonical name of a graph is where its file is.
        let game = if name.starts_with("graph:") { name } else { start.game() }.to_owned();
        let table = Arc::new_cyclic(|me: &Weak<Table>| Table {
            id,
            shared: shared.clone(),
            state: Mutex::new(State {
                me: me.clone(),
                game,
                position: start.copy(),
                start,
                begins,
                line: Line::default(),
                cursor: START,
                seats: [Seat::Human, Seat::Human],
                runs: true,
                clocks: None,
                ended: None,
                searches: Searches::default(),
                proof: None,
                proof_game: None,
                trouble: None,
                version: 1,
                saved: 0,
                unwatched: Some(Instant::now()),
                text: None,
            }),
            news: watch::Sender::new(0),
            watchers: AtomicUsize::new(0),
        });
        let mut tables = shared.tables.lock();
        tables.retain(|table| table.strong_count() > 0);
        tables.push(Arc::downgrade(&table));
        drop(tables);
        table
    }

    /// Takes up a game from a file.
    pub fn of_saved(id: String, shared: &Arc<Shared>, saved: Saved) -> Result<Arc<Table>, String> {
        let usual = shared.open(&saved.game)?;
        let start = match &saved.position {
            Some(text) => usual.read(text).map_err(|error| in_one_line(&error))?,
            None => usual,
        };
        let table = Table::new(id, shared, &saved.game, start, saved.position);
        {
            let mut state = table.state.lock();
            state.line = Line::of_list(saved.nodes)?;
            state.position = state.line.position(&*state.start, saved.cursor)?;
            state.cursor = saved.cursor;
            state.seats = saved.seats;
            state.clocks = saved.clocks;
            // A certificate is not kept in the file.
            state.seats.iter_mut().filter(|seat| **seat == Seat::Proof).for_each(|seat| *seat = Seat::Human);
            state.saved = state.version;
        }
        Ok(table)
    }

    /// What a file holds of the game, if it has changed since this was last asked.
    pub fn unsaved(&self) -> Option<Saved> {
        let mut state = self.state.lock();
        if state.saved == state.version {
            return None;
        }
        state.saved = state.version;
        Some(Saved {
            game: state.game.clone(),
            position: state.begins.clone(),
            nodes: state.line.to_list(),
            cursor: state.line.place(state.cursor),
            seats: state.seats.clone(),
            clocks: state.clocks.clone(),
        })
    }

    /// A page of the game was opened.
    pub fn watch(self: &Arc<Table>) -> Watcher {
        self.watchers.fetch_add(1, Ordering::SeqCst);
        let mut state = self.state.lock();
        state.unwatched = None;
        state.continue_watched(self);
        Watcher { table: self.clone(), news: self.news.subscribe() }
    }

    /// Tells all pages that something has changed.
    pub(crate) fn tell(&self) {
        self.news.send_modify(|news| *news += 1);
    }

    /// Does what a page asks for. The answer to a question comes later.
    pub fn hear(&self, message: Message) -> Result<Option<Question>, String> {
        let mut state = self.state.lock();
        let mut question = None;
        match message {
            Message::Move { text } => state.move_by_hand(self, &text)?,
            Message::Goto { node } => state.go_to(self, node)?,
            Message::Takeback {} => state.take_back(self)?,
            Message::Delete { node } => state.delete(self, node)?,
            Message::Resign {} => state.resign()?,
            Message::Seats { seats } => state.seat(self, seats)?,
            Message::Run { on } => state.run(self, on),
            Message::Clock { clock } => state.set_clock(self, clock.map(Clocks::new)),
            Message::Analyse { slot, search, keep } => state.analyse(self, slot, search, keep)?,
            Message::Close { slot } => state.searches.close(slot)?,
            Message::Stop { slot } => state.searches.stop(slot)?,
            Message::Look { request, slot, line } => {
                let (answer, receive) = oneshot::channel();
                state.searches.look(slot, line, answer)?;
                question = Some(Question::Look(request, receive));
            }
            Message::Peek { request, line } => {
                let replay = state.position.replay(&line).map_err(|error| in_one_line(&error))?;
                let board = crate::picture::board(&replay.end.scene());
                question = Some(Question::Peek(
                    json!({ "type": "peek", "request": request, "scene": board }).to_string(),
                ));
            }
            Message::Prove { search, keep } => state.prove(self, &search, keep)?,
            Message::StopProof {} => state.stop_proof(),
            Message::CloseProof {} => state.proof = None,
            Message::Certificate {} => state.certify(self)?,
        }
        drop(state);
        self.tell();
        Ok(question)
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    /// The state for the page; the same text until something changes.
    pub fn state_text(&self) -> (u64, Arc<str>) {
        let mut state = self.state.lock();
        let version = state.version;
        // A text about a clock that runs is soon out of date.
        let is_timed = state.clocks.as_ref().is_some_and(|clocks| clocks.running().is_some());
        match &state.text {
            Some((known, text)) if *known == version && !is_timed => (version, text.clone()),
            _ => {
                let text: Arc<str> = crate::report::state(self, &state).to_string().into();
                state.text = Some((version, text.clone()));
                (version, text)
            }
        }
    }
}

/// A question whose answer comes later.
pub enum Question {
    /// A look into a tree.
    Look(u64, oneshot::Receiver<Look>),
    /// A board, which is there already.
    Peek(String),
}

impl State {
    /// Something that the page shows has changed.
    pub(crate) fn changed(&mut self) {
        self.version += 1;
    }

    /// The player to move, while the game goes on.
    pub(crate) fn to_move(&self) -> Option<Player> {
        (self.position.outcome().is_none() && self.ended.is_none()).then(|| self.position.turn())
    }

    /// Nothing follows the position that is looked at.
    pub(crate) fn is_at_the_end(&self) -> bool {
        self.line.children(self.cursor).next().is_none()
    }

    fn move_by_hand(&mut self, table: &Table, text: &str) -> Result<(), String> {
        let waits = self.to_move().is_some_and(|player| self.searches.thinks(player));
        if waits {
            return Err("an engine is to move; stop the engines to move for it".to_owned());
        }
        self.play_text(table, text)
    }

    /// Plays moves in the game's notation.
    pub(crate) fn play_text(&mut self, table: &Table, text: &str) -> Result<(), String> {
        if let Some((_, reason)) = &self.ended {
            return Err(format!("the game is over: {reason}"));
        }
        let replay = self.position.replay(text).map_err(|error| in_one_line(&error))?;
        if self.line.len() + replay.moves.len() > table.shared.limits.moves {
            return Err(format!("a game has at most {} moves", table.shared.limits.moves));
        }
        let mover = self.position.turn();
        let many = replay.moves.len() > 1;
        for text in &replay.moves {
            self.cursor = self.line.add(self.cursor, text);
        }
        self.position = replay.end;
        if let Some(clocks) = &mut self.clocks {
            if !many {
                clocks.moved(mover);
            }
            let left = clocks.left;
            if let Some(node) = self.line.get_mut(self.cursor) {
                node.clocks.get_or_insert(left);
            }
        }
        self.moved(table);
        Ok(())
    }

    /// The position that is looked at has changed: searches and engines follow.
    fn moved(&mut self, table: &Table) {
        self.changed();
        self.run_clock();
        self.follow(table);
        self.let_engines_play(table);
    }

    /// The clock of the player to move runs, once the game has begun, where nothing follows yet.
    fn run_clock(&mut self) {
        let runs = self.cursor != START && self.is_at_the_end();
        let player = self.to_move().filter(|_| runs);
        if let Some(clocks) = &mut self.clocks {
            clocks.run(player);
        }
    }

    fn go_to(&mut self, table: &Table, node: usize) -> Result<(), String> {
        let Some(Node { clocks: left, .. }) = self.line.get(node).cloned() else {
            return Err(format!("there is no position {node} in this game"));
        };
        self.position = self.line.position(&*self.start, node)?;
        self.cursor = node;
        self.ended = None;
        let begins = self.line.children(node).next().is_none();
        if let (Some(clocks), Some(left)) = (&mut self.clocks, left) {
            clocks.run(None);
            if begins {
                clocks.left = left;
            }
        }
        self.searches.stop_players();
        self.moved(table);
        Ok(())
    }

    fn take_back(&mut self, table: &Table) -> Result<(), String> {
        let parent = |node: usize| self.line.get(node).and_then(|node| node.parent);
        let mut back = self.cursor;
        let mut steps = 0;
        while let Some(before) = parent(back) {
            (back, steps) = (before, steps + 1);
            let turn = self.line.position(&*self.start, back)?.turn();
            let both_are_engines = !self.seats.contains(&Seat::Human);
            if self.seats[turn.index()] == Seat::Human || both_are_engines {
                break;
            }
        }
        if steps == 0 {
            return Err("there is no move to take back".to_owned());
        }
        // What is taken back is gone, unless it was looked at from elsewhere.
        let gone = self.line.children(back).find(|&child| {
            let mut above = Some(self.cursor);
            while let Some(node) = above.filter(|&node| node != child) {
                above = parent(node);
            }
            above == Some(child)
        });
        gone.into_iter().for_each(|node| self.line.remove(node));
        self.go_to(table, back)
    }

    fn delete(&mut self, table: &Table, node: usize) -> Result<(), String> {
        let parent = self.line.get(node).and_then(|node| node.parent);
        let parent = parent.ok_or_else(|| format!("there is no position {node} that could be removed"))?;
        self.line.remove(node);
        if self.line.get(self.cursor).is_none() {
            return self.go_to(table, parent);
        }
        self.changed();
        Ok(())
    }

    fn resign(&mut self) -> Result<(), String> {
        let player = self.to_move().ok_or("the game is over")?;
        self.end(player.other(), format!("the {} player has resigned", name(player)));
        Ok(())
    }

    /// Ends the game otherwise than by the rules.
    pub(crate) fn end(&mut self, winner: Player, reason: String) {
        self.ended = Some((if winner == Player::First { "1-0" } else { "0-1" }, reason));
        self.searches.stop_players();
        self.run_clock();
        self.changed();
    }

    fn seat(&mut self, table: &Table, seats: [Seat; 2]) -> Result<(), String> {
        if seats.contains(&Seat::Proof) && self.proof_game.is_none() {
            return Err("this game was not opened with a certificate".to_owned());
        }
        self.searches.stop_players();
        self.seats = seats;
        self.runs = true;
        self.changed();
        self.let_engines_play(table);
        Ok(())
    }

    fn run(&mut self, table: &Table, on: bool) {
        self.runs = on;
        self.trouble = None;
        self.changed();
        if on { self.let_engines_play(table) } else { self.searches.stop_players() }
    }

    fn set_clock(&mut self, table: &Table, clocks: Option<Clocks>) {
        self.clocks = clocks;
        self.ended = None;
        self.moved(table);
    }
}

/// How a player is called in a sentence.
pub(crate) fn name(player: Player) -> &'static str {
    match player {
        Player::First => "first",
        Player::Second => "second",
    }
}

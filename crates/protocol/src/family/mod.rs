//! The UCI family: one skeleton, and for each member a [`Tongue`], a small file of its keywords.

mod aei;
mod fairy;
mod hub;
mod options;
mod uai;
mod ucci;
mod uci;
mod ugi;
mod words;

pub use aei::{Aei, Steps};
pub use fairy::variant;
pub use hub::{Hub, arguments as hub_arguments, pdn, position as hub_position, variant as hub_variant};
pub use uai::Uai;
pub use ucci::{Ranks, Ucci};
pub use uci::Uci;
pub use ugi::Ugi;
pub use words::Keywords;

use engine::Position;

use crate::clock::Limits;
use crate::conversation::{Dialect, Flow};
use crate::desk::{Desk, Unit};
use crate::record::{Record, follow};
use crate::score::{Row, rows};
use crate::search::{Event, Found, News};
use crate::spelling::Spelling;
use options::Setting;

/// What a client says, in the words of no dialect.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// The first word: who are you, and what can be set?
    Hello,
    /// A question that is answered with this word, as soon as the engine can hear it.
    Ready(&'static str),
    /// The next position belongs to another game.
    NewGame,
    /// An option.
    Set { name: String, value: String },
    /// The game so far: where it began, if not at the start of the game, and its moves.
    Position { start: Option<String>, moves: Vec<String> },
    /// One more move of the game.
    Move(String),
    /// Search. `ponder`: on the time of the opponent.
    Go { limits: Limits, ponder: bool },
    /// End the search, and say what it has found.
    Stop,
    /// The opponent has played the move that was pondered on; the new limits, if they are said again.
    PonderHit(Option<Limits>),
    /// A question about the game, with its answer's words for the dialect.
    Query(Query),
    /// Nothing that needs an answer.
    Nothing,
    /// The end.
    Quit,
}

/// A question about the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// Is the game over?
    IsOver,
    /// Is the first player to move?
    IsFirst,
    /// How has it ended?
    Result,
    /// What does the position look like?
    Picture,
}

/// What a search has found, for an info line.
pub struct Info<'a> {
    /// What was found.
    pub found: &'a Found,
    /// The rank of the move, from 1.
    pub rank: usize,
    /// The move with its values.
    pub row: &'a Row,
    /// The expected line, in the spelling of the dialect.
    pub line: &'a [String],
}

impl Info<'_> {
    /// The time in milliseconds.
    pub fn milliseconds(&self) -> u64 {
        (self.found.report.seconds * 1000.0) as u64
    }

    /// Nodes per second.
    pub fn speed(&self) -> u64 {
        (self.found.report.nodes as f64 / self.found.report.seconds.max(0.001)) as u64
    }
}

/// The keywords of a member of the family.
pub trait Tongue {
    /// Understands a line.
    fn read(&mut self, line: &str, position: &dyn Position) -> Result<Command, String>;

    /// Introduces the engine: all lines up to the word that ends them.
    fn hello(&self, desk: &Desk<'_>) -> Vec<String>;

    /// The lines about a move that is being looked at.
    fn info(&self, info: &Info<'_>) -> Vec<String>;

    /// The move to play, and the one that is expected then; `None` if there is no move.
    fn best(&self, best: Option<&str>, expected: Option<&str>) -> String;

    /// Something is wrong.
    fn error(&self, message: &str) -> String;

    /// The answer to a question.
    fn answer(&self, query: Query, position: &dyn Position) -> Vec<String> {
        match query {
            Query::Picture => picture(position),
            _ => vec![self.error("there is no such question")],
        }
    }

    /// The last words, if any.
    fn bye(&self) -> Option<&'static str> {
        None
    }

    /// How moves are written.
    fn spelling(&self) -> &dyn Spelling;

    /// Reads where a game begins.
    fn start(&self, start: &dyn Position, text: &str) -> Result<Box<dyn Position>, String> {
        start.read(text).map_err(|error| error.to_string())
    }

    /// Whether a move is a whole turn.
    fn unit(&self) -> Unit {
        Unit::Turn
    }

    /// Sets an option that only this dialect has; `None` if it has none of this name. May change the game.
    fn set(&mut self, _name: &str, _value: &str, _desk: &mut Desk<'_>) -> Option<Result<(), String>> {
        None
    }

    /// Looks at the decisions of a search before they are told, and may choose others.
    fn check(&self, found: &Found, _record: &Record) -> Vec<String> {
        found.decisions.clone()
    }
}

/// Whether these decisions end the turn of the player to move.
fn ends_turn(root: &dyn Position, decisions: &[String]) -> bool {
    follow(root, decisions).is_ok_and(|end| end.turn() != root.turn() || end.outcome().is_some())
}

/// A position as lines of text.
fn picture(position: &dyn Position) -> Vec<String> {
    let picture = position.view().to_string();
    picture.lines().map(str::to_owned).chain([format!("position {}", position.text())]).collect()
}

/// A member of the family at work.
pub struct Family<T> {
    tongue: T,
    /// What to search as soon as the present search has ended.
    next: Option<(Limits, bool)>,
    /// The limits of the last search.
    limits: Limits,
}

impl<T: Tongue> Family<T> {
    /// A dialect with these keywords.
    pub fn new(tongue: T) -> Self {
        Family { tongue, next: None, limits: Limits::default() }
    }

    fn obey(&mut self, command: Command, desk: &mut Desk<'_>) -> Result<Flow, String> {
        match command {
            Command::Hello => self.tongue.hello(desk).iter().for_each(|line| desk.say(line)),
            Command::Ready(answer) => desk.say(answer),
            Command::NewGame => desk.restart()?,
            Command::Set { name, value } => self.set(&name, &value, desk)?,
            Command::Position { start, moves } => self.set_up(start, &moves, desk)?,
            Command::Move(word) => desk.record.play(&word, self.tongue.spelling())?,
            Command::Go { limits, ponder } if desk.is_thinking() => {
                // A client should have stopped the search first.
                self.next = Some((limits, ponder));
                desk.stop();
            }
            Command::Go { limits, ponder } => self.go(&limits, ponder, desk),
            Command::Stop => desk.stop(),
            Command::PonderHit(limits) => {
                desk.release(&limits.unwrap_or(self.limits));
            }
            Command::Query(query) => {
                let lines = self.tongue.answer(query, desk.record.position());
                lines.iter().for_each(|line| desk.say(line));
            }
            Command::Nothing => {}
            Command::Quit => {
                self.next = None;
                desk.stop();
                if let Some(bye) = self.tongue.bye() {
                    desk.say(bye);
                }
                return Ok(Flow::Quit);
            }
        }
        Ok(Flow::Continue)
    }

    fn set(&mut self, name: &str, value: &str, desk: &mut Desk<'_>) -> Result<(), String> {
        match Setting::named(name) {
            Some(setting) => setting.set(value, desk),
            None => self.tongue.set(name, value, desk).unwrap_or_else(|| Err(format!("no option `{name}`"))),
        }
    }

    /// The same start with other moves goes on with the tree; what is wrong leaves the game as it was.
    fn set_up(&mut self, start: Option<String>, moves: &[String], desk: &mut Desk<'_>) -> Result<(), String> {
        let moves = moves.iter().map(String::as_str);
        if desk.record.said() == start.as_deref() {
            return desk.record.play_all(moves, self.tongue.spelling());
        }
        let begin = desk.open(desk.game())?;
        let begin = match &start {
            Some(text) => self.tongue.start(&*begin, text)?,
            None => begin,
        };
        let mut record = Record::new(begin, start);
        record.play_all(moves, self.tongue.spelling())?;
        desk.set(record);
        Ok(())
    }

    fn go(&mut self, limits: &Limits, ponder: bool, desk: &mut Desk<'_>) {
        if desk.record.position().outcome().is_some() {
            desk.record.go_on();
        }
        if desk.record.position().outcome().is_some() {
            desk.say(&self.tongue.best(None, None));
            return;
        }
        self.limits = *limits;
        desk.begin(limits, self.tongue.unit(), ponder || limits.endless);
    }

    /// Tells what is known, the best moves first.
    fn inform(&self, found: &Found, desk: &mut Desk<'_>) {
        let player = desk.root().turn();
        let line = desk.line(found, self.tongue.unit(), self.tongue.spelling());
        for (index, row) in rows(&found.report, player).iter().take(desk.player.lines).enumerate() {
            // Only the best move has a line of its own; another one is told if it ends the turn.
            let own = match index {
                0 => line.clone(),
                _ => {
                    let decisions = found.decisions[..found.before].iter().chain([&row.decision]);
                    let decisions: Vec<String> = decisions.cloned().collect();
                    let is_whole = self.tongue.unit() == Unit::Decision || ends_turn(desk.root(), &decisions);
                    if !is_whole {
                        break;
                    }
                    vec![self.tongue.spelling().write(desk.root(), &decisions)]
                }
            };
            let info = Info { found, rank: index + 1, row, line: &own };
            self.tongue.info(&info).iter().for_each(|line| desk.say(line));
        }
    }

    fn finish(&mut self, found: &Found, desk: &mut Desk<'_>) {
        self.inform(found, desk);
        let (unit, spelling) = (self.tongue.unit(), self.tongue.spelling());
        let decisions = self.tongue.check(found, &desk.record);
        let best = (!decisions.is_empty()).then(|| spelling.write(desk.root(), &decisions));
        let line = desk.line(found, unit, spelling);
        let expected = line.get(1).filter(|_| line.first() == best.as_ref());
        let said = self.tongue.best(best.as_deref(), expected.map(String::as_str));
        desk.say(&said);
    }
}

impl<T: Tongue> Dialect for Family<T> {
    fn message(&mut self, text: &str, desk: &mut Desk<'_>) -> Flow {
        let command = self.tongue.read(text, desk.record.position());
        match command.and_then(|command| self.obey(command, desk)) {
            Ok(flow) => flow,
            Err(message) => {
                desk.say(&self.tongue.error(&message));
                Flow::Continue
            }
        }
    }

    fn event(&mut self, event: Event, desk: &mut Desk<'_>) -> Flow {
        match event.news {
            News::Progress(found) => {
                self.inform(&found, desk);
                return Flow::Continue;
            }
            News::Done(found) => self.finish(&found, desk),
            News::Failed(reason) => {
                desk.say(&self.tongue.error(&reason));
                let position = desk.root();
                let any = position.moves().into_iter().next();
                let any = any.map(|decision| self.tongue.spelling().write(position, &[decision]));
                desk.say(&self.tongue.best(any.as_deref(), None));
            }
        }
        if let Some((limits, ponder)) = self.next.take() {
            self.go(&limits, ponder, desk);
        }
        Flow::Continue
    }

    fn is_busy(&self, desk: &Desk<'_>) -> bool {
        desk.is_thinking() || self.next.is_some()
    }
}

/// Whether this is a game of Fairy-Stockfish.
pub fn is_fairy(game: &str) -> bool {
    variant(game).is_some()
}

//! The Go Text Protocol: numbered commands, answered one after the other, each with `=` or `?`.

mod analyse;
mod captures;
mod dcoi;
mod olympiad;
mod standard;
mod time;
mod vertices;

pub use captures::ways;
pub use dcoi::Dcoi;
pub use olympiad::olympiad_name;
pub use standard::{Standard, komi};
pub use vertices::Vertices;

use std::collections::VecDeque;

use crate::conversation::{Dialect, Flow};
use crate::desk::Desk;
use crate::search::{Event, Found, News};

/// What comes of a command.
pub enum Answer {
    /// It is answered.
    Now(String),
    /// It is answered when the search ends.
    Later,
    /// It is answered at once, and lines follow until the next command.
    Stream,
    /// It is the end.
    Quit,
}

/// The commands of a dialect of GTP.
pub trait Commands {
    /// Their names.
    fn names(&self) -> &'static [&'static str];

    /// Obeys a command that has a name of the list.
    fn obey(&mut self, name: &str, words: &[&str], desk: &mut Desk<'_>) -> Result<Answer, String>;

    /// The answer to the command that waits for a search.
    fn found(&mut self, found: Result<&Found, String>, desk: &mut Desk<'_>) -> Result<String, String>;

    /// A line of a stream.
    fn progress(&mut self, _found: &Found, _desk: &Desk<'_>) -> Option<String> {
        None
    }
}

/// What every dialect of GTP knows, whatever the game.
const COMMON: [&str; 6] = ["protocol_version", "name", "version", "known_command", "list_commands", "quit"];

/// A command that waits for its turn.
struct Request {
    id: String,
    words: String,
}

/// The command that waits for the search.
struct Open {
    id: String,
    is_stream: bool,
}

/// A dialect of GTP at work.
pub struct Gtp<C> {
    commands: C,
    queue: VecDeque<Request>,
    open: Option<Open>,
}

/// More commands than this are not kept waiting.
const LONGEST_QUEUE: usize = 10_000;

impl<C: Commands> Gtp<C> {
    /// The dialect with these commands.
    pub fn new(commands: C) -> Self {
        Gtp { commands, queue: VecDeque::new(), open: None }
    }

    /// Obeys what waits, as long as nothing is searched.
    fn go_on(&mut self, desk: &mut Desk<'_>) -> Flow {
        while self.open.is_none()
            && let Some(request) = self.queue.pop_front()
        {
            let words: Vec<&str> = request.words.split_whitespace().collect();
            let Some((&name, words)) = words.split_first() else { continue };
            match self.obey(name, words, desk) {
                Ok(Answer::Now(text)) => answer(desk, '=', &request.id, &text),
                Ok(Answer::Later) => self.open = Some(Open { id: request.id, is_stream: false }),
                Ok(Answer::Stream) => {
                    desk.say_text(&format!("={}\n", request.id));
                    self.open = Some(Open { id: request.id, is_stream: true });
                }
                Ok(Answer::Quit) => {
                    answer(desk, '=', &request.id, "");
                    self.queue.clear();
                    return Flow::Quit;
                }
                Err(message) => answer(desk, '?', &request.id, &message),
            }
        }
        Flow::Continue
    }

    fn obey(&mut self, name: &str, words: &[&str], desk: &mut Desk<'_>) -> Result<Answer, String> {
        let knows = |name: &str| COMMON.contains(&name) || self.commands.names().contains(&name);
        Ok(Answer::Now(match name {
            "protocol_version" => "2".to_owned(),
            "name" => "unbounded".to_owned(),
            "version" => env!("CARGO_PKG_VERSION").to_owned(),
            "known_command" => words.first().is_some_and(|name| knows(name)).to_string(),
            "list_commands" => [&COMMON[..], self.commands.names()].concat().join("\n"),
            "quit" => return Ok(Answer::Quit),
            name if knows(name) => return self.commands.obey(name, words, desk),
            _ => return Err("unknown command".to_owned()),
        }))
    }
}

impl<C: Commands> Dialect for Gtp<C> {
    fn message(&mut self, text: &str, desk: &mut Desk<'_>) -> Flow {
        let line = text.split('#').next().unwrap_or_default();
        let line: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let line = line.trim();
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let (id, words) = line.split_at(digits);
        if words.trim().is_empty() {
            return Flow::Continue;
        }
        if self.queue.len() >= LONGEST_QUEUE {
            answer(desk, '?', id, "too many commands wait for the search");
            return Flow::Continue;
        }
        let is_quit = words.trim() == "quit";
        self.queue.push_back(Request { id: id.to_owned(), words: words.to_owned() });
        match &self.open {
            Some(open) if open.is_stream || is_quit => {
                desk.stop();
                Flow::Continue
            }
            Some(_) => Flow::Continue,
            None => self.go_on(desk),
        }
    }

    fn event(&mut self, event: Event, desk: &mut Desk<'_>) -> Flow {
        let is_stream = self.open.as_ref().is_some_and(|open| open.is_stream);
        let found = match &event.news {
            News::Progress(found) => {
                if let Some(line) = self.commands.progress(found, desk).filter(|_| is_stream) {
                    desk.say(&line);
                }
                return Flow::Continue;
            }
            News::Done(found) => Ok(&**found),
            News::Failed(reason) => Err(reason.clone()),
        };
        let Some(open) = self.open.take() else { return Flow::Continue };
        let answered = self.commands.found(found, desk);
        match (is_stream, answered) {
            (true, line) => {
                desk.say(&line.unwrap_or_else(|reason| reason));
                desk.say("");
            }
            (false, Ok(text)) => answer(desk, '=', &open.id, &text),
            (false, Err(message)) => answer(desk, '?', &open.id, &message),
        }
        self.go_on(desk)
    }

    fn is_busy(&self, desk: &Desk<'_>) -> bool {
        desk.is_thinking() || !self.queue.is_empty()
    }
}

/// An answer, which an empty line ends.
fn answer(desk: &mut Desk<'_>, sign: char, id: &str, text: &str) {
    let lines = text.lines().map(|line| if line.trim().is_empty() { " " } else { line });
    let text = lines.collect::<Vec<_>>().join("\n");
    let plain: String = text.chars().map(|c| if c.is_control() && c != '\n' { ' ' } else { c }).collect();
    desk.say_text(&format!("{sign}{id} {plain}\n\n"));
}

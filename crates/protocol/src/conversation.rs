//! A conversation between a client and a dialect, and the loop that leads it over any input and output.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use engine::{Position, Registry};

use crate::desk::Desk;
use crate::player::Player;
use crate::search::{Event, Post};

/// Whether a conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It goes on.
    Continue,
    /// It is over.
    Quit,
}

/// How a dialect divides its input into messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// Lines.
    Lines,
    /// Messages that end with a zero byte.
    Zeros,
}

/// A protocol: what is said to commands and to news of the search. It never waits for either.
pub trait Dialect {
    /// Answers a message of the client.
    fn message(&mut self, text: &str, desk: &mut Desk<'_>) -> Flow;

    /// Hears of the search.
    fn event(&mut self, event: Event, desk: &mut Desk<'_>) -> Flow;

    /// Whether something is still to be done before the program may end when its input has ended.
    fn is_busy(&self, desk: &Desk<'_>) -> bool {
        desk.is_thinking()
    }

    /// How messages end.
    fn framing(&self) -> Framing {
        Framing::Lines
    }

    /// How many positions are searched at the same time.
    fn searches(&self) -> usize {
        1
    }
}

/// What arrives.
enum Input {
    Message(String),
    End,
    Event(Event),
}

/// A dialect at its desk.
pub struct Conversation<'r> {
    // Before the desk, so that no searching thread waits for a full inbox while the desk waits for the thread to end.
    inbox: Receiver<Input>,
    sender: SyncSender<Input>,
    dialect: Box<dyn Dialect>,
    desk: Desk<'r>,
    /// No message is answered any more.
    is_over: bool,
}

/// How many messages wait before the reader does.
const INBOX: usize = 256;

/// A longer message is cut off: nothing that makes sense is as long.
const LONGEST_MESSAGE: usize = 1 << 20;

impl<'r> Conversation<'r> {
    /// A conversation about the game that begins here.
    pub fn new(
        registry: &'r Registry,
        start: Box<dyn Position>,
        player: Player,
        dialect: Box<dyn Dialect>,
    ) -> Self {
        let (sender, inbox) = sync_channel(INBOX);
        let post = sender.clone();
        // A conversation that is over hears no news.
        let post: Post = Arc::new(move |event| drop(post.send(Input::Event(event))));
        let desk = Desk::new(registry, start, player, dialect.searches(), &post);
        Conversation { inbox, sender, dialect, desk, is_over: false }
    }

    /// How often a search tells what it has found; `None` for only at its end.
    pub fn set_interval(&mut self, every: Option<Duration>) {
        self.desk.every = every;
    }

    /// Answers a message.
    pub fn say(&mut self, message: &str) -> Flow {
        let flow = self.dialect.message(message, &mut self.desk);
        self.tell_ready(flow)
    }

    /// Waits for the search until the client has to speak.
    pub fn settle(&mut self) -> Flow {
        while self.dialect.is_busy(&self.desk) && !(self.desk.is_thinking() && self.desk.is_waiting()) {
            if self.wait(None) == Flow::Quit {
                return Flow::Quit;
            }
        }
        Flow::Continue
    }

    /// What the dialect has said since the last time.
    pub fn heard(&mut self) -> String {
        self.desk.take_said()
    }

    /// Hears one piece of news, or nothing if there is none for so long.
    fn wait(&mut self, patience: Option<Duration>) -> Flow {
        let until = |deadline: Instant| deadline.saturating_duration_since(Instant::now());
        let timeout = self.desk.deadline().map(until).into_iter().chain(patience).min();
        let input = match timeout {
            None => self.inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(timeout) => self.inbox.recv_timeout(timeout),
        };
        let flow = match input {
            Ok(Input::Event(event)) => match self.desk.accept(event) {
                Some(event) => self.dialect.event(event, &mut self.desk),
                None => Flow::Continue,
            },
            Ok(Input::Message(_)) if self.is_over => Flow::Continue,
            Ok(Input::Message(message)) => self.dialect.message(&message, &mut self.desk),
            Ok(Input::End) => return Flow::Quit,
            Err(_) => {
                self.desk.tick();
                Flow::Continue
            }
        };
        self.tell_ready(flow)
    }

    /// Tells the results that the client has asked for.
    fn tell_ready(&mut self, mut flow: Flow) -> Flow {
        while flow == Flow::Continue
            && let Some(event) = self.desk.ready()
        {
            flow = self.dialect.event(event, &mut self.desk);
        }
        flow
    }

    /// Leads the conversation over this input and output, until either ends or the client quits. What the client has asked
    /// for before its input ended is still done, unless it would never end.
    pub fn lead(mut self, input: impl Read + Send + 'static, output: &mut dyn Write) -> io::Result<()> {
        let (framing, sender) = (self.dialect.framing(), self.sender.clone());
        // It ends with its input, or with the program.
        std::thread::spawn(move || read(input, framing, &sender));
        let end = self.converse(output);
        match end {
            // A client that has gone away is no failure.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            end => end,
        }
    }

    fn converse(&mut self, output: &mut dyn Write) -> io::Result<()> {
        while self.wait(None) == Flow::Continue {
            self.tell(output)?;
        }
        self.tell(output)?;
        self.is_over = true;
        if self.desk.is_waiting() {
            self.desk.stop();
            self.tell_ready(Flow::Continue);
        }
        while self.dialect.is_busy(&self.desk) {
            self.wait(None);
            self.tell(output)?;
        }
        self.tell(output)
    }

    fn tell(&mut self, output: &mut dyn Write) -> io::Result<()> {
        let said = self.desk.take_said();
        if said.is_empty() {
            return Ok(());
        }
        output.write_all(said.as_bytes())?;
        output.flush()
    }
}

/// Reads messages until the input ends.
fn read(input: impl Read, framing: Framing, sender: &SyncSender<Input>) {
    let end = match framing {
        Framing::Lines => b'\n',
        Framing::Zeros => 0,
    };
    let mut input = BufReader::new(input);
    while let Ok(Some(message)) = read_message(&mut input, end) {
        if sender.send(Input::Message(message)).is_err() {
            return;
        }
    }
    // If this fails, the receiver is gone and need not learn that the input has ended.
    let _ = sender.send(Input::End);
}

/// One message without its end, and no more of it than makes sense.
pub fn read_message(input: &mut impl BufRead, end: u8) -> io::Result<Option<String>> {
    let mut message = Vec::new();
    if input.by_ref().take(LONGEST_MESSAGE as u64).read_until(end, &mut message)? == 0 {
        return Ok(None);
    }
    if message.last() != Some(&end) && message.len() == LONGEST_MESSAGE {
        let mut rest = Vec::new();
        while input.by_ref().take(LONGEST_MESSAGE as u64).read_until(end, &mut rest)? > 0
            && rest.last() != Some(&end)
        {
            rest.clear();
        }
    }
    let text = String::from_utf8_lossy(&message);
    Ok(Some(text.trim_end_matches([char::from(end), '\r', '\n']).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_messages_are_cut_off() {
        let text = [vec![b'x'; 3 * LONGEST_MESSAGE], b"\nquit\r\nend".to_vec()].concat();
        let mut input = BufReader::new(&text[..]);
        let mut next = || read_message(&mut input, b'\n').unwrap();
        assert_eq!(next().map(|message| message.len()), Some(LONGEST_MESSAGE));
        assert_eq!(next().as_deref(), Some("quit"));
        assert_eq!(next().as_deref(), Some("end"));
        assert_eq!(next(), None);
    }
}

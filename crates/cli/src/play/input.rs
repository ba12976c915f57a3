//! What a person types, read by a thread of its own: a clock may run out, and the engine may ponder, meanwhile.

use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// What was heard.
pub enum Heard {
    /// A line.
    Line(String),
    /// There will be no more.
    End,
    /// Nothing in the time that there was.
    Nothing,
}

/// The lines of standard input.
#[derive(Default)]
pub struct Input {
    lines: Option<Receiver<io::Result<String>>>,
}

impl Input {
    /// The next line, within this time if there is a limit.
    pub fn next(&mut self, limit: Option<Duration>) -> io::Result<Heard> {
        let lines = self.lines.get_or_insert_with(listen);
        let heard = match limit {
            Some(limit) => lines.recv_timeout(limit),
            None => lines.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match heard {
            Ok(line) => line.map(Heard::Line),
            Err(RecvTimeoutError::Disconnected) => Ok(Heard::End),
            Err(RecvTimeoutError::Timeout) => Ok(Heard::Nothing),
        }
    }
}

/// Reads lines, which need not be text, until the input or the program ends.
fn listen() -> Receiver<io::Result<String>> {
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let mut line = Vec::new();
            let said = match input.read_until(b'\n', &mut line) {
                Ok(0) => return,
                Ok(_) => Ok(String::from_utf8_lossy(&line).into_owned()),
                Err(error) => Err(error),
            };
            let is_last = said.is_err();
            if sender.send(said).is_err() || is_last {
                return;
            }
        }
    });
    lines
}

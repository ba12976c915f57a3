//! Where matches begin.

use engine::{Position, Registry, file_name};
use game::Rng;
use serde::{Deserialize, Serialize};

use crate::Error;

/// How matches begin, as people write it: `none`, `random:4`, or the name of a file in which every line is
/// a list of moves (`{game}` in the name stands for the game).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Openings {
    /// At the start of the game.
    None,
    /// After this number of random plies.
    Random(usize),
    /// After the moves of a line of a file.
    File(String),
}

/// Deterministic players would play the same match again and again from the start.
impl Default for Openings {
    fn default() -> Openings {
        Openings::Random(4)
    }
}

impl TryFrom<String> for Openings {
    type Error = String;

    fn try_from(text: String) -> Result<Openings, String> {
        match text.split_once(':') {
            Some(("random", plies)) => match plies.trim().parse() {
                Ok(plies @ 1..=1000) => Ok(Openings::Random(plies)),
                _ => Err(format!("openings `{text}`: random:N needs a number of plies from 1 to 1000")),
            },
            Some(("file", name)) if !name.is_empty() => Ok(Openings::File(name.to_owned())),
            _ if text == "none" => Ok(Openings::None),
            _ => Err(format!("openings `{text}` should be none, random:N or file:NAME")),
        }
    }
}

impl From<Openings> for String {
    fn from(openings: Openings) -> String {
        match openings {
            Openings::None => "none".to_owned(),
            Openings::Random(plies) => format!("random:{plies}"),
            Openings::File(name) => format!("file:{name}"),
        }
    }
}

/// The openings of one game.
pub struct Book {
    start: Box<dyn Position>,
    openings: Openings,
    lines: Vec<String>,
}

/// How often a random line that ends the game is drawn again at most.
const ATTEMPTS: u64 = 1000;

impl Book {
    /// The openings of a game, checked by the rules.
    pub fn open(registry: &Registry, game: &str, openings: &Openings) -> Result<Book, Error> {
        let start = registry.open(game)?;
        let mut lines = Vec::new();
        if let Openings::File(name) = openings {
            let name = name.replace("{game}", &file_name(start.game()));
            let wrong = |reason: String| Error::Openings { file: name.clone(), reason };
            let text = std::fs::read_to_string(&name).map_err(|error| wrong(error.to_string()))?;
            for (number, line) in (1..).zip(text.lines()) {
                let line = line.trim();
                if line.is_empty() || line.starts_with('#') {
                    continue;
                }
                let end = start.replay(line).map_err(|error| wrong(format!("line {number}: {error}")))?.end;
                if end.outcome().is_some() {
                    return Err(wrong(format!("line {number}: the game is over after these moves")));
                }
                lines.push(line.to_owned());
            }
            if lines.is_empty() {
                return Err(wrong("there is no opening in it".to_owned()));
            }
        }
        Ok(Book { start, openings: openings.clone(), lines })
    }

    /// The start of the game.
    pub fn start(&self) -> &dyn Position {
        self.start.as_ref()
    }

    /// The moves of an opening by number: the same on every machine.
    pub fn moves(&self, number: u64, seed: u64) -> Result<Vec<String>, Error> {
        match &self.openings {
            Openings::None => Ok(Vec::new()),
            Openings::File(_) => {
                let line = &self.lines[(number % self.lines.len() as u64) as usize];
                Ok(self.start.replay(line)?.moves)
            }
            Openings::Random(plies) => {
                let lines = (0..ATTEMPTS).map(|attempt| self.random_line(*plies, seed ^ attempt << 48));
                lines
                    .flatten()
                    .next()
                    .ok_or_else(|| Error::NoOpening { game: self.start.game().to_owned(), plies: *plies })
            }
        }
    }

    /// A random line that does not end the game.
    fn random_line(&self, plies: usize, seed: u64) -> Option<Vec<String>> {
        let (mut position, mut rng, mut line) = (self.start.copy(), Rng::new(seed), Vec::new());
        for _ in 0..plies {
            let mut moves = position.moves();
            if moves.is_empty() {
                return None;
            }
            let chosen = moves.swap_remove(rng.below(moves.len()));
            position = position.replay(&chosen).ok()?.end;
            line.push(chosen);
        }
        position.outcome().is_none().then_some(line)
    }
}

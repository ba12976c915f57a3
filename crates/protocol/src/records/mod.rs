//! Game records in the formats of their games: what was played, with comments and variations.
//!
//! A [`GameRecord`] holds decisions in the notation of the games here. Each [`Format`] is a file of its syntax; how a format writes
//! moves is a spelling, as in the protocols.

mod arimaa;
mod ggf;
mod iccs;
mod json;
mod pdn;
mod pgn;
mod points;
mod psq;
mod san;
mod sgf;
mod tokens;
mod words;

pub(crate) use ggf::Ggf;

use std::fmt;

use engine::{Outcome, Player, Position, Registry};

use crate::spelling::base;
use words::Cursor;

/// A game that was played, or is being analysed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The canonical name of the game.
    pub game: String,
    /// Where it began, as the text of a position; `None` for the start of the game.
    pub start: Option<String>,
    /// Who, when and where, by the names of PGN; the players are `First` and `Second`.
    pub tags: Vec<(String, String)>,
    /// The moves.
    pub line: Line,
    /// How it ended, if it did.
    pub result: Option<Outcome>,
}

/// Moves that were played one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// What is said before the first move.
    pub comment: String,
    /// The moves.
    pub moves: Vec<Played>,
}

/// A move of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// The decision, as the game writes it.
    pub decision: String,
    /// What is said about it.
    pub comment: String,
    /// What else might have been played here.
    pub variations: Vec<Line>,
}

impl Line {
    /// A line without comments.
    pub fn of(decisions: impl IntoIterator<Item = String>) -> Line {
        let moves = decisions.into_iter().map(|decision| Played { decision, ..Played::default() });
        Line { comment: String::new(), moves: moves.collect() }
    }
}

impl GameRecord {
    /// A game from its start, without comments.
    pub fn new(game: &str, decisions: impl IntoIterator<Item = String>) -> GameRecord {
        let line = Line::of(decisions);
        GameRecord { game: game.to_owned(), start: None, tags: Vec::new(), line, result: None }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The decisions of the main line.
    pub fn decisions(&self) -> Vec<&str> {
        self.line.moves.iter().map(|played| played.decision.as_str()).collect()
    }

    /// Where the game began.
    pub fn open(&self, registry: &Registry) -> Result<Box<dyn Position>, String> {
        let start = registry.open(&self.game).map_err(|error| error.to_string())?;
        match &self.start {
            None => Ok(start),
            Some(text) => start.read(text).map_err(|error| error.to_string()),
        }
    }

    /// The result, as most formats write it; `*` if there is none.
    pub fn result_text(&self) -> &'static str {
        match self.result {
            Some(Outcome::Win(Player::First)) => "1-0",
            Some(Outcome::Win(Player::Second)) => "0-1",
            Some(Outcome::Draw) => "1/2-1/2",
            None => "*",
        }
    }
}

/// Reads a result as most formats write it.
fn result(text: &str) -> Option<Outcome> {
    match text {
        "1-0" | "2-0" => Some(Outcome::Win(Player::First)),
        "0-1" | "0-2" => Some(Outcome::Win(Player::Second)),
        "1/2-1/2" | "1/2" | "1-1" => Some(Outcome::Draw),
        _ => None,
    }
}

/// A format of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Portable Game Notation: chess with SAN, xiangqi with ICCS, ataxx; other games with their own moves.
    Pgn,
    /// Smart Game Format.
    Sgf,
    /// Portable Draughts Notation.
    Pdn,
    /// The move list of Arimaa.
    Arimaa,
    /// The Generic Game Format of Othello.
    Ggf,
    /// A line of cells for each game of Othello, `f5d6c3`.
    Othello,
    /// The saved games of Piskvork.
    Psq,
    /// A line of JSON for each game: any game, and everything that a record has.
    Json,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 8] = [
        Format::Pgn,
        Format::Sgf,
        Format::Pdn,
        Format::Arimaa,
        Format::Ggf,
        Format::Othello,
        Format::Psq,
        Format::Json,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Format::Pgn => "pgn",
            Format::Sgf => "sgf",
            Format::Pdn => "pdn",
            Format::Arimaa => "arimaa",
            Format::Ggf => "ggf",
            Format::Othello => "othello",
            Format::Psq => "psq",
            Format::Json => "json",
        }
    }

    /// The format of this name.
    pub fn named(name: &str) -> Result<Format, String> {
        Format::ALL.into_iter().find(|format| format.name() == name).ok_or_else(|| {
            format!("there is no format `{name}`; there are {}", Format::ALL.map(Format::name).join(", "))
        })
    }

    /// How the names of its files end.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Arimaa | Format::Othello => "txt",
            Format::Json => "jsonl",
            format => format.name(),
        }
    }

    /// The format of a file, by the end of its name and by what is in it.
    pub fn of_file(name: &str, text: &str) -> Option<Format> {
        let begin = text.trim_start_matches('\u{feff}').trim_start();
        let extension = name.rsplit_once('.').map(|(_, end)| end.to_lowercase()).unwrap_or_default();
        let known = match extension.as_str() {
            "json" => Some(Format::Json),
            "txt" => None,
            end => Format::ALL.into_iter().find(|format| format.extension() == end || format.name() == end),
        };
        let seen = || match begin.chars().next()? {
            '{' => Some(Format::Json),
            '(' if begin.contains("GM[Othello]") => Some(Format::Ggf),
            '(' => Some(Format::Sgf),
            '[' if begin.contains("[GameType ") => Some(Format::Pdn),
            '[' => Some(Format::Pgn),
            _ if begin.starts_with("Piskvor") => Some(Format::Psq),
            _ if arimaa::begins_like(begin) => Some(Format::Arimaa),
            _ if ggf::begins_like_cells(begin) => Some(Format::Othello),
            '1' => Some(Format::Pgn),
            _ => None,
        };
        known.or_else(seen)
    }

    /// The format that people use for this game.
    pub fn usual(game: &str) -> Format {
        match base(game) {
            "chess" | "xiangqi" | "ataxx" => Format::Pgn,
            "draughts" => Format::Pdn,
            "arimaa" => Format::Arimaa,
            _ => Format::Sgf,
        }
    }

    /// Whether it can hold this game.
    pub fn holds(self, game: &str) -> bool {
        match self {
            Format::Pgn | Format::Sgf | Format::Json => true,
            Format::Pdn => base(game) == "draughts",
            Format::Arimaa => base(game) == "arimaa",
            Format::Ggf | Format::Othello => base(game) == "othello",
            Format::Psq => base(game) == "gomoku",
        }
    }

    /// Reads all games of a text. Where the text does not say which game it is, it is `game`.
    pub fn read(
        self,
        text: &str,
        game: Option<&str>,
        registry: &Registry,
    ) -> Result<Vec<GameRecord>, String> {
        let text = text.trim_start_matches('\u{feff}');
        let reader = Reader { registry, game };
        match self {
            Format::Pgn => pgn::read(text, &reader),
            Format::Sgf => sgf::read(text, &reader),
            Format::Pdn => pdn::read(text, &reader),
            Format::Arimaa => arimaa::read(text, &reader),
            Format::Ggf => ggf::read(text, &reader),
            Format::Othello => ggf::read_cells(text, &reader),
            Format::Psq => psq::read(text, &reader),
            Format::Json => json::read(text, &reader),
        }
    }

    /// Writes these games.
    pub fn write(self, records: &[GameRecord], registry: &Registry) -> Result<String, String> {
        let write = |(number, record): (usize, &GameRecord)| {
            if !self.holds(&record.game) {
                return Err(format!("game {}: {self} has no form for {}", number + 1, record.game));
            }
            let start = record.open(registry).map_err(|error| format!("game {}: {error}", number + 1))?;
            let written = match self {
                Format::Pgn => pgn::write(record, &*start),
                Format::Sgf => sgf::write(record, &*start),
                Format::Pdn => pdn::write(record, &*start),
                Format::Arimaa => arimaa::write(record, &*start),
                Format::Ggf => ggf::write(record, &*start),
                Format::Othello => ggf::write_cells(record, &*start),
                Format::Psq => psq::write(record, &*start),
                Format::Json => json::write(record),
            };
            written.map_err(|error| format!("game {}: {error}", number + 1))
        };
        records.iter().enumerate().map(write).collect()
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a reader knows besides the text.
struct Reader<'a> {
    registry: &'a Registry,
    game: Option<&'a str>,
}

impl Reader<'_> {
    /// The start of a game.
    fn open(&self, game: &str) -> Result<Box<dyn Position>, String> {
        self.registry.open(game).map_err(|error| error.to_string())
    }

    /// The start of the game that a record names. The caller must not expect another one.
    fn start_of(&self, name: &str) -> Result<Box<dyn Position>, String> {
        let start = self.open(name)?;
        let Some(expected) = self.game else { return Ok(start) };
        let is_expected = expected == base(start.game()) || self.open(expected)?.game() == start.game();
        let wrong = || format!("the record is of {}, not of {expected}", start.game());
        if is_expected { Ok(start) } else { Err(wrong()) }
    }

    /// The start of a game that is known by its kind and size alone: the caller may know more.
    fn start_like(&self, name: &Option<String>) -> Result<Box<dyn Position>, String> {
        match (name, self.game) {
            (Some(name), Some(expected)) if expected == base(name) => self.open(name),
            (_, Some(expected)) => self.open(expected),
            (Some(name), None) => self.open(name),
            (None, None) => Err("the text does not say which game it is".to_owned()),
        }
    }

    /// The start of the game that the caller expects, or else of `usual`.
    fn open_or(&self, usual: &str) -> Result<Box<dyn Position>, String> {
        self.open(self.game.unwrap_or(usual))
    }
}

/// The result of a game whose format has no place for one, if the rules have ended it.
fn result_by_rules(line: &Line, start: &dyn Position) -> Option<Outcome> {
    let mut cursor = Cursor::new(start);
    line.moves.iter().try_for_each(|played| cursor.play(&played.decision)).ok()?;
    cursor.position().outcome()
}

/// A comment as one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

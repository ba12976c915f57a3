//! Databases of games by name: written, opened, and looked into.

use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

pub use ::database::Explored;
use ::database::{Header, Limits, Reader, Values};
use game::{AnyMove, AnyState, Definition, Game, Player};
use sealed::File;
use search::{Budget, Choice, Counts, Decision, Finding, Label, Stop, children};
use serde::Serialize;

use crate::available;
use crate::heading::{Heading, stop_name};
use crate::position::Position;
use crate::{Error, Registry, Report};

/// Values of states in a file.
pub struct Database {
    reader: Reader,
    position: Box<dyn Position>,
}

/// What a database says of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DatabaseEntry {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// The gain of the first player under best play.
    pub value: i8,
    /// A move that keeps the value; `None` if the game is over.
    pub best_move: Option<String>,
    /// Every legal move, the best first.
    pub moves: Vec<DatabaseMove>,
}

/// What a database says of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DatabaseMove {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The gain of the first player after it.
    pub value: i8,
}

impl Database {
    /// Opens a file that [`Position::write_database`] wrote.
    pub fn open(registry: &Registry, file: Box<dyn File>) -> Result<Database, Error> {
        let reader = Reader::open(file)?;
        let start = registry.open(&reader.header.game)?;
        let same = Definition::check(start.game(), reader.header.definition.as_deref(), start.definition());
        same.map_err(::database::Error::from)?;
        let position = start.read(&reader.header.position)?;
        if position.rules_version() != reader.header.rules {
            return Err(Error::Database(::database::Error::Rules {
                game: reader.header.game,
                found: reader.header.rules,
                known: position.rules_version(),
            }));
        }
        Ok(Database { reader, position })
    }

    /// The position that all others are reached from.
    pub fn position(&self) -> &dyn Position {
        self.position.as_ref()
    }

    /// How many states there are.
    pub fn states(&self) -> u64 {
        self.reader.header.states
    }

    /// What the file says of a position of its game.
    pub fn look_up(&mut self, position: &dyn Position) -> Result<DatabaseEntry, Error> {
        position.look_up(&mut self.reader)
    }
}

/// Looks a state and its children up.
pub(crate) fn look_up(name: &str, state: &AnyState, reader: &mut Reader) -> Result<DatabaseEntry, Error> {
    let mut value_of = |state: &AnyState| {
        reader.find(state.key())?.ok_or_else(|| Error::Position {
            text: state.position(),
            error: game::TextError::new("the database does not reach this position"),
        })
    };
    let value = value_of(state)?;
    let mut moves = Vec::new();
    for (m, child) in children(state) {
        moves.push(DatabaseMove { text: state.move_text(m), value: value_of(&child)? });
    }
    moves.sort_by_key(|m| -m.value * state.turn().sign());
    Ok(DatabaseEntry {
        game: name.to_owned(),
        position: state.position(),
        value,
        best_move: moves.first().map(|m| m.text.clone()),
        moves,
    })
}

/// Gives every state that can be reached from `root` its value and writes them down. The report is that of a
/// search that resolved every state.
pub(crate) fn write(
    name: &str,
    root: &AnyState,
    out: &mut dyn Write,
    budget: &Budget,
    interrupt: &AtomicBool,
    progress: &mut dyn FnMut(Explored),
) -> Result<Report, Error> {
    let begin = Instant::now();
    let memory = budget.memory.unwrap_or_else(available::default_memory);
    let mut values = Values::new(Limits { time: budget.time, memory, interrupt });
    values.explore(root, progress)?;
    let finding = finding(root, &values);
    let explored = values.explored();
    let header = Header {
        game: name.to_owned(),
        rules: root.rules_version(),
        definition: root.definition().map(|definition| definition.to_string()),
        position: root.position(),
        states: explored.states,
    };
    ::database::write(out, &header, &values.into_sorted()).map_err(::database::Error::from)?;
    // No search of the list: every state was looked at.
    let heading = Heading {
        game: name.to_owned(),
        algorithm: "enumeration",
        options: String::new(),
        evaluator: "no evaluator".to_owned(),
        terminal: None,
        strong: true,
        proves: true,
    };
    let seconds = begin.elapsed().as_secs_f64();
    Ok(heading.report(root, &finding, seconds, stop_name(Stop::Resolved)))
}

/// What the values say of the root.
fn finding(root: &AnyState, values: &Values<'_, AnyState>) -> Finding<AnyMove> {
    let label = |state: &AnyState| {
        let exact = values.of(state);
        Label { exact, value: f32::from(exact), resolved: true }
    };
    let best = |state: &AnyState| {
        let children = children(state).into_iter().map(|(m, child)| (m, values.of(&child)));
        match state.turn() {
            // The earlier move among equals.
            Player::First => children.rev().max_by_key(|(_, value)| *value),
            Player::Second => children.rev().max_by_key(|(_, value)| -*value),
        }
    };
    let (mut line, mut state) = (Vec::new(), root.clone());
    while let Some((m, _)) = best(&state) {
        line.push(m);
        state.play(m);
    }
    let choices: Vec<Choice<AnyMove>> = children(root)
        .iter()
        .map(|(m, child)| Choice { m: *m, label: label(child), selections: 0 })
        .collect();
    let Explored { states, bytes, nodes, .. } = values.explored();
    Finding {
        label: Some(label(root)),
        best: line.first().and_then(|first| choices.iter().position(|choice| choice.m == *first)),
        choices,
        decision: Decision::Plain,
        line,
        numbers: None,
        counts: Counts { expansions: states, nodes, ..Counts::default() },
        states: states as usize,
        bytes,
        evictions: 0,
    }
}

//! A line as a format has it: words, each a turn or a decision, with comments and variations.

use engine::{Player, Position};

use super::{Line, Played};
use crate::desk::Unit;
use crate::record::follow;
use crate::spelling::{Spelling, base, read_plainly};

/// Words in their order.
#[derive(Debug, Default)]
pub struct Words {
    /// What is said before the first word.
    pub comment: String,
    /// The words.
    pub words: Vec<Word>,
}

/// A word of a record.
#[derive(Debug, Default)]
pub struct Word {
    /// Whose it is, if the format says so.
    pub player: Option<Player>,
    /// The word.
    pub text: String,
    /// What is said after it.
    pub comment: String,
    /// What else might have been said.
    pub variations: Vec<Words>,
}

/// Variations within variations are read this deep.
pub const DEEPEST: usize = 64;

/// No game is longer.
const MOST_MOVES: usize = 10_000;

/// Joins two comments.
pub fn add_comment(to: &mut String, more: &str) {
    if !to.is_empty() && !more.is_empty() {
        to.push(' ');
    }
    to.push_str(more);
}

/// A game that is followed move by move, beyond ends that its past makes: players need not know of them.
pub struct Cursor {
    start: Box<dyn Position>,
    decisions: Vec<String>,
    position: Box<dyn Position>,
}

impl Cursor {
    /// At the start.
    pub fn new(start: &dyn Position) -> Cursor {
        Cursor { start: start.copy(), decisions: Vec::new(), position: start.copy() }
    }

    /// Another one at the same place.
    pub fn copy(&self) -> Cursor {
        Cursor { start: self.start.copy(), decisions: self.decisions.clone(), position: self.position.copy() }
    }

    /// The position.
    pub fn position(&self) -> &dyn Position {
        &*self.position
    }

    /// Leaves the past behind if it has ended the game.
    fn go_on(&mut self) {
        if self.position.outcome().is_some()
            && let Ok(position) = self.start.play_on_the_board(&self.decisions.join(" "))
        {
            self.start = position.copy();
            self.position = position;
            self.decisions.clear();
        }
    }

    /// Reads a move in the notation of the game, and makes its decisions.
    pub fn read(&mut self, text: &str) -> Result<Vec<String>, String> {
        self.go_on();
        let decisions = read_plainly(&*self.position, text)?;
        if decisions.is_empty() {
            return Err("there is no move in it".to_owned());
        }
        decisions.iter().try_for_each(|decision| self.play(decision))?;
        Ok(decisions)
    }

    /// Makes a decision.
    pub fn play(&mut self, decision: &str) -> Result<(), String> {
        self.go_on();
        self.position = follow(&*self.position, &[decision.to_owned()])?;
        self.decisions.push(decision.to_owned());
        Ok(())
    }
}

/// Writes a line in words.
pub fn spell(
    line: &Line,
    start: &dyn Position,
    unit: Unit,
    spelling: &dyn Spelling,
) -> Result<Words, String> {
    spell_from(line, &Cursor::new(start), &[], unit, spelling)
}

/// The same from a turn that has begun with these decisions.
fn spell_from(
    line: &Line,
    turn: &Cursor,
    begun: &[String],
    unit: Unit,
    spelling: &dyn Spelling,
) -> Result<Words, String> {
    let mut words = Words { comment: line.comment.clone(), words: Vec::new() };
    let (mut turn, mut begun, mut now) = (turn.copy(), begun.to_vec(), turn.copy());
    begun.iter().try_for_each(|decision| now.play(decision))?;
    let mut word = Word::default();
    for (index, played) in line.moves.iter().enumerate() {
        turn.go_on();
        for variation in &played.variations {
            word.variations.push(spell_from(variation, &turn, &begun, unit, spelling)?);
        }
        let place = |error: String| format!("move {}: {error}", index + 1);
        now.play(&played.decision).map_err(place)?;
        begun.push(played.decision.clone());
        add_comment(&mut word.comment, &played.comment);
        let player = turn.position().turn();
        let is_whole = now.position().turn() != player || now.position().outcome().is_some();
        if is_whole || unit == Unit::Decision || index + 1 == line.moves.len() {
            word.player = Some(player);
            word.text = spelling.write(turn.position(), &begun);
            words.words.push(std::mem::take(&mut word));
            begun.drain(..).try_for_each(|decision| turn.play(&decision))?;
        }
    }
    Ok(words)
}

/// Reads words as a line.
pub fn understand(words: &Words, start: &dyn Position, spelling: &dyn Spelling) -> Result<Line, String> {
    understand_from(words, Cursor::new(start), spelling, 0)
}

fn understand_from(
    words: &Words,
    mut cursor: Cursor,
    spelling: &dyn Spelling,
    depth: usize,
) -> Result<Line, String> {
    if depth > DEEPEST {
        return Err(format!("variations are nested more than {DEEPEST} deep"));
    }
    if words.words.len() > MOST_MOVES {
        return Err(format!("there are more than {MOST_MOVES} moves"));
    }
    let mut line = Line { comment: words.comment.clone(), moves: Vec::new() };
    for (index, word) in words.words.iter().enumerate() {
        let place = |error: String| format!("move {}, `{}`: {error}", index + 1, shown(&word.text));
        cursor.go_on();
        if word.player.is_some_and(|player| player != cursor.position().turn()) {
            if base(cursor.position().game()) != "go" {
                return Err(place("it is the turn of the other player".to_owned()));
            }
            // Go players may leave a pass out.
            cursor.play("pass").map_err(place)?;
            line.moves.push(Played { decision: "pass".to_owned(), ..Played::default() });
            cursor.go_on();
        }
        let before = (!word.variations.is_empty()).then(|| cursor.copy());
        let decisions = spelling.read(cursor.position(), &word.text).map_err(place)?;
        let mut played: Vec<Played> = Vec::new();
        for decision in decisions {
            cursor.play(&decision).map_err(place)?;
            played.push(Played { decision, ..Played::default() });
        }
        let is_empty = played.is_empty();
        if let Some(last) = played.last_mut() {
            last.comment.clone_from(&word.comment);
        }
        if let (Some(first), Some(before)) = (played.first_mut(), before) {
            let read = |variation| understand_from(variation, before.copy(), spelling, depth + 1);
            let variations = word.variations.iter().map(read).collect::<Result<Vec<_>, _>>();
            first.variations = variations.map_err(|error| format!("variation at {}", place(error)))?;
        }
        if is_empty {
            return Err(place("there is no move in it".to_owned()));
        }
        line.moves.extend(played);
    }
    Ok(line)
}

/// A word in an error.
fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}

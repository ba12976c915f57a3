//! The game as a foreign engine sees it: words, each of them a turn or a decision.

use engine::{Player, Position};

use crate::desk::Unit;
use crate::record::follow;
use crate::spelling::Spelling;

/// A word of the game, and who has said it.
pub struct Word {
    /// Who.
    pub player: Player,
    /// In the spelling of the dialect.
    pub text: String,
}

/// A game in progress.
pub struct Game {
    start: Box<dyn Position>,
    words: Vec<Word>,
    unit: Unit,
    /// Where the present turn began, and its decisions so far.
    turn: Box<dyn Position>,
    begun: Vec<String>,
    position: Box<dyn Position>,
}

impl Game {
    /// A game that begins here.
    pub fn new(start: &dyn Position, unit: Unit) -> Game {
        let (turn, position) = (start.copy(), start.copy());
        Game { start: start.copy(), words: Vec::new(), unit, turn, begun: Vec::new(), position }
    }

    /// Where it began.
    pub fn start(&self) -> &dyn Position {
        &*self.start
    }

    /// Where it stands.
    pub fn position(&self) -> &dyn Position {
        &*self.position
    }

    /// What was said.
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// The words alone.
    pub fn texts(&self) -> Vec<&str> {
        self.words.iter().map(|word| word.text.as_str()).collect()
    }

    /// Whether a turn has begun that is not complete.
    pub fn is_within_turn(&self) -> bool {
        !self.begun.is_empty()
    }

    /// Makes a decision.
    pub fn play(&mut self, decision: &str, spelling: &dyn Spelling) -> Result<(), String> {
        self.position = follow(&*self.position, &[decision.to_owned()])?;
        self.begun.push(decision.to_owned());
        let player = self.turn.turn();
        let is_whole = self.position.turn() != player || self.position.outcome().is_some();
        if is_whole || self.unit == Unit::Decision {
            let text = spelling.write(&*self.turn, &self.begun);
            self.words.push(Word { player, text });
            self.begun.clear();
            self.turn = self.position.copy();
        }
        Ok(())
    }
}

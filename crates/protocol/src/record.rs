//! The game that a client has told about: where it began, what was played, and where it stands.

use engine::Position;

use crate::spelling::Spelling;

/// A word of the client: what was decided by it, and where that has led.
struct Step {
    word: String,
    decisions: Vec<String>,
    position: Box<dyn Position>,
    /// The position has forgotten its past.
    has_forgotten: bool,
}

/// A game in progress.
pub struct Record {
    /// How the client says where the game began; `None` for the start of the game.
    said: Option<String>,
    start: Box<dyn Position>,
    steps: Vec<Step>,
}

impl Record {
    /// A game that begins here. `said` is how the client says so.
    pub fn new(start: Box<dyn Position>, said: Option<String>) -> Record {
        Record { said, start, steps: Vec::new() }
    }

    /// Where the game began.
    pub fn start(&self) -> &dyn Position {
        &*self.start
    }

    /// How the client has said where the game began; `None` for the start of the game.
    pub fn said(&self) -> Option<&str> {
        self.said.as_deref()
    }

    /// Where the game stands.
    pub fn position(&self) -> &dyn Position {
        self.steps.last().map_or(&*self.start, |step| &*step.position)
    }

    /// Where the game stood after the first so many words.
    pub fn after(&self, words: usize) -> &dyn Position {
        self.steps[..words].last().map_or(&*self.start, |step| &*step.position)
    }

    /// Everything that was decided.
    pub fn decisions(&self) -> Vec<String> {
        self.steps.iter().flat_map(|step| step.decisions.iter().cloned()).collect()
    }

    /// The last word.
    pub fn last_word(&self) -> Option<&str> {
        self.steps.last().map(|step| &*step.word)
    }

    /// How many words were played.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether nothing was played.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Plays what a word says.
    pub fn play(&mut self, word: &str, spelling: &dyn Spelling) -> Result<(), String> {
        if self.position().outcome().is_some() {
            self.go_on();
        }
        let decisions = spelling.read(self.position(), word)?;
        self.decide(word, decisions)
    }

    /// Plays decisions that a word stands for.
    pub fn decide(&mut self, word: &str, decisions: Vec<String>) -> Result<(), String> {
        let position = follow(self.position(), &decisions)?;
        self.steps.push(Step { word: word.to_owned(), decisions, position, has_forgotten: false });
        Ok(())
    }

    /// Takes the last word back; false if there is none.
    pub fn undo(&mut self) -> bool {
        self.steps.pop().is_some()
    }

    /// Plays these words from the start, and keeps what they have in common with the game so far.
    pub fn play_all<'a>(
        &mut self,
        words: impl Iterator<Item = &'a str>,
        spelling: &dyn Spelling,
    ) -> Result<(), String> {
        let words: Vec<&str> = words.collect();
        let common = self.steps.iter().zip(&words).take_while(|(step, word)| step.word == **word).count();
        self.steps.truncate(common);
        for (index, word) in words.iter().enumerate().skip(common) {
            self.play(word, spelling).map_err(|error| format!("move {}: {error}", index + 1))?;
        }
        Ok(())
    }

    /// Goes on where a rule about the past has ended the game: some clients do not know the rule, or leave it to the players
    /// to claim a draw. The past is forgotten as far as the board allows.
    pub fn go_on(&mut self) {
        let Ok(position) = self.start.play_on_the_board(&self.decisions().join(" ")) else { return };
        if let Some(last) = self.steps.last_mut().filter(|_| position.outcome().is_none()) {
            (last.position, last.has_forgotten) = (position, true);
        }
    }

    /// The position to search, as a start and the decisions since: those after a rule about the past was left behind.
    pub fn to_search(&self) -> (Box<dyn Position>, Vec<String>) {
        let begin = self.steps.iter().rposition(|step| step.has_forgotten).map_or(0, |index| index + 1);
        let decisions = self.steps[begin..].iter().flat_map(|step| step.decisions.iter().cloned());
        (self.after(begin).copy(), decisions.collect())
    }
}

/// The position after these decisions.
pub fn follow(position: &dyn Position, decisions: &[String]) -> Result<Box<dyn Position>, String> {
    if decisions.is_empty() {
        return Ok(position.copy());
    }
    position.replay(&decisions.join(" ")).map(|replay| replay.end).map_err(|error| error.to_string())
}

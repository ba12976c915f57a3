//! The coordinates of the Internet Chinese Chess Server, in which PGN writes the moves of xiangqi: `H2-E2`, ranks from 0.

use engine::Position;

use crate::family::Ranks;
use crate::spelling::Spelling;

/// Moves such as `H2-E2`.
pub struct Iccs;

impl Spelling for Iccs {
    fn write(&self, before: &dyn Position, decisions: &[String]) -> String {
        let word = Ranks.write(before, decisions).to_uppercase();
        match word.split_at_checked(2) {
            Some((from, to)) => format!("{from}-{to}"),
            None => word,
        }
    }

    fn read(&self, before: &dyn Position, word: &str) -> Result<Vec<String>, String> {
        Ranks.read(before, &word.to_lowercase().replace('-', ""))
    }
}

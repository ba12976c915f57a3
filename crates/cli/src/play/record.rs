//! The record of a game: what is printed at its end, however it ends.

use engine::{Player, Position};
use serde_json::json;

use super::Seat;

/// A decision of the game.
pub struct Played {
    pub text: String,
    /// Who decided; `None` if the game was begun with it.
    pub by: Option<Seat>,
    /// Whose turn it belongs to.
    player: Player,
}

/// A game so far.
pub struct Record {
    game: String,
    /// The position before all moves.
    start: String,
    /// The game begins as usual.
    is_usual_start: bool,
    moves: Vec<Played>,
    /// `None` while the game goes on, and if a player has left.
    pub result: Option<&'static str>,
}

impl Record {
    /// A game that begins here.
    pub fn new(start: &dyn Position, is_usual_start: bool) -> Record {
        let (game, start) = (start.game().to_owned(), start.text());
        Record { game, start, is_usual_start, moves: Vec::new(), result: None }
    }

    /// Adds a decision of a player.
    pub fn add(&mut self, text: String, player: Player, by: Option<Seat>) {
        self.moves.push(Played { text, by, player });
    }

    /// Removes the last turn of a person and everything since. Returns how many decisions those were, 0 if there is no such
    /// turn.
    pub fn undo(&mut self) -> usize {
        let is_human = |played: &Played| played.by == Some(Seat::Human);
        let Some(last) = self.moves.iter().rposition(is_human) else { return 0 };
        let player = self.moves[last].player;
        let belongs = |played: &&Played| is_human(played) && played.player == player;
        let turn = self.moves[..=last].iter().rev().take_while(belongs).count();
        let kept = last + 1 - turn;
        let undone = self.moves.len() - kept;
        self.moves.truncate(kept);
        undone
    }

    /// The record for programs, or for people, who can continue from it.
    pub fn text(&self, position: &dyn Position, as_json: bool) -> String {
        let moves: Vec<&str> = self.moves.iter().map(|played| played.text.as_str()).collect();
        if as_json {
            let object = json!({
                "game": self.game,
                "start": self.start,
                "moves": moves,
                "result": self.result,
                "position": position.text(),
            });
            return format!("{object}\n");
        }
        let mut text = String::new();
        if !self.is_usual_start {
            text += &format!("start     {}\n", self.start);
        }
        text += &format!("moves     {}\n", moves.join(" "));
        text.extend(self.result.map(|result| format!("result    {result}\n")));
        text + &format!("position  {}\n", position.text())
    }
}

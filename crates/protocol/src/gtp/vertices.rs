//! How moves are written in GTP 2.

use engine::Position;

use crate::spelling::{Spelling, base, map_cells, read_plainly};

/// Vertices in upper case where the game has vertices as Go and Othello do, otherwise the notation of the game. A turn of several
/// decisions is one word. After a swap in Hex the board is seen as the players see it: the stone was moved to the mirror image of
/// its cell and has changed its colour, and the players keep their colours.
pub struct Vertices;

impl Spelling for Vertices {
    fn write(&self, before: &dyn Position, decisions: &[String]) -> String {
        match base(before.game()) {
            "go" | "othello" => decisions.concat().to_uppercase(),
            "connect6" => decisions.join(","),
            "hex" if decisions == ["swap"] => "swap-pieces".to_owned(),
            "hex" => mirrored(before, &decisions.concat()),
            _ => decisions.concat(),
        }
    }

    fn read(&self, before: &dyn Position, word: &str) -> Result<Vec<String>, String> {
        let word = word.to_lowercase();
        match base(before.game()) {
            "hex" | "havannah" if word == "swap-pieces" => read_plainly(before, "swap"),
            "hex" => read_plainly(before, &mirrored(before, &word)),
            _ => read_plainly(before, &word),
        }
    }
}

fn mirrored(position: &dyn Position, text: &str) -> String {
    if position.text().ends_with("swapped") {
        map_cells(text, |column, row| (row, column))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use engine::Registry;

    use super::*;

    #[test]
    fn after_a_swap_the_players_keep_their_colours_and_the_board_is_mirrored() {
        let start = Registry::standard().open("hex:5").unwrap();
        let one = start.replay("b4").unwrap().end;
        assert_eq!(Vertices.read(&*one, "swap-pieces").unwrap(), ["swap"]);
        let swapped = one.replay("swap").unwrap().end;
        assert_eq!(Vertices.read(&*swapped, "a5").unwrap(), ["e1"]);
        assert_eq!(Vertices.write(&*swapped, &["e1".to_owned()]), "a5");
        assert!(Vertices.read(&*swapped, "d2").is_err(), "the stone is there now");
    }
}

//! The names, positions and moves of Fairy-Stockfish.

use engine::Position;

use crate::spelling::{Spelling, base, map_cells, pieces, read_plainly, size};

/// The variants, each with the name of the game here.
pub const VARIANTS: &[(&str, &str)] = &[
    ("chess", "chess"),
    ("xiangqi", "xiangqi"),
    ("breakthrough", "breakthrough"),
    ("clobber", "clobber:5x6"),
    ("clobber10", "clobber"),
    ("amazons", "amazons"),
    ("flipello", "othello"),
    ("flipello10", "othello:10"),
    ("ataxx", "ataxx"),
];

/// The name of a variant of this game.
pub fn variant(game: &str) -> Option<&'static str> {
    VARIANTS.iter().find(|(_, known)| *known == game).map(|(name, _)| *name)
}

/// The game of a variant.
pub fn game(variant: &str) -> Option<&'static str> {
    VARIANTS.iter().find(|(name, _)| *name == variant).map(|(_, game)| *game)
}

/// A position in the game's own form. Pieces in hand stand in brackets, and every game has pawns `P` and `p`.
pub fn position(game: &str, fen: &str) -> String {
    let mut fields = fen.split_whitespace();
    let board = fields.next().unwrap_or_default();
    let board = board.split('[').next().unwrap_or_default();
    let rest: Vec<&str> = fields.collect();
    let side = rest.first().copied().unwrap_or("w");
    match base(game) {
        "ataxx" => {
            let board = board.replace('P', "x").replace('p', "o").replace('*', "-");
            format!("{board} {}", if side == "w" { "x" } else { "o" })
        }
        "othello" => {
            let rows: Vec<String> = board.split('/').map(spread).collect();
            format!("{} {}", rows.join("/"), if side == "w" { "x" } else { "o" })
        }
        "amazons" => format!("{board} {side}"),
        _ => fen.to_owned(),
    }
}

/// A row with a dot for every empty cell.
fn spread(row: &str) -> String {
    let mut cells = String::new();
    let mut number = 0;
    for c in row.chars().chain([' ']) {
        match c.to_digit(10) {
            Some(digit) => number = (number * 10 + digit as usize).min(64),
            None => {
                cells += &".".repeat(std::mem::take(&mut number));
                match c {
                    'P' => cells.push('x'),
                    'p' => cells.push('o'),
                    ' ' => {}
                    c => cells.push(c),
                }
            }
        }
    }
    cells
}

/// The moves of Fairy-Stockfish: stones are dropped, `P@f5`; a player who cannot move moves one of its stones to where it is.
pub struct Fairy;

impl Spelling for Fairy {
    fn write(&self, before: &dyn Position, decisions: &[String]) -> String {
        let text = decisions.concat();
        let drop = |cell: String| format!("P@{cell}");
        match base(before.game()) {
            "amazons" => match text.split_once('/') {
                Some((queen, arrow)) => {
                    let queen = queen.replace('-', "");
                    let target = last_cell(&queen);
                    format!("{queen},{target}{arrow}")
                }
                None => text.replace('-', ""),
            },
            "othello" | "ataxx" if text == "pass" => pass(before),
            "othello" => drop(flip(before, &text)),
            "ataxx" if crate::spelling::cell(&text).is_some() => drop(text),
            _ => text,
        }
    }

    fn read(&self, before: &dyn Position, word: &str) -> Result<Vec<String>, String> {
        match base(before.game()) {
            "amazons" => {
                // `d1d7,d7g7` is a move of the queen and an arrow; the cell between them is said twice.
                let (queen, arrow) = word.split_once(',').unwrap_or((word, ""));
                let target = last_cell(queen);
                let from = &queen[..queen.len() - target.len()];
                let arrow = arrow.strip_prefix(target).unwrap_or(arrow);
                let arrow = if arrow.is_empty() { String::new() } else { format!("/{arrow}") };
                read_plainly(before, &format!("{from}-{target}{arrow}"))
            }
            "othello" | "ataxx" if is_pass(word) => Ok(vec!["pass".to_owned()])
                .and_then(|pass| if before.moves() == pass { Ok(pass) } else { read_plainly(before, word) }),
            "othello" => match word.strip_prefix("P@").or(word.strip_prefix("p@")) {
                Some(cell) => read_plainly(before, &flip(before, cell)),
                None => read_plainly(before, word),
            },
            "ataxx" => read_plainly(before, word.trim_start_matches("P@").trim_start_matches("p@")),
            _ => read_plainly(before, word),
        }
    }
}

/// Whether a move leads from a cell to itself, or is a null move.
fn is_pass(word: &str) -> bool {
    let target = last_cell(word);
    word == "0000" || word == "pass" || (!target.is_empty() && word == format!("{target}{target}"))
}

/// The text of the last cell in a word of ASCII characters.
fn last_cell(word: &str) -> &str {
    let last = word.rfind(|c: char| c.is_ascii_alphabetic()).unwrap_or(word.len());
    &word[last..]
}

/// Rows are counted from the other end of the board.
fn flip(position: &dyn Position, text: &str) -> String {
    let (_, rows) = size(position);
    map_cells(text, |column, row| (column, (rows + 1).saturating_sub(row)))
}

/// A pass: the lowest of the player's own stones stays where it is.
fn pass(position: &dyn Position) -> String {
    let (_, rows) = size(position);
    let own = pieces(position).into_iter().filter(|(_, player)| *player == position.turn());
    // From the lower left cell, row by row.
    let lowest = own.map(|((column, row), _)| (rows + 1 - row, column)).min();
    lowest
        .map_or_else(|| "0000".to_owned(), |(row, column)| crate::spelling::cell_text(column, row).repeat(2))
}

#[cfg(test)]
mod tests {
    use engine::Registry;

    use super::*;

    /// Words of Fairy-Stockfish, and what they mean here.
    #[test]
    fn moves_are_written_and_read_as_fairy_stockfish_does() {
        for (game, moves, decisions) in [
            ("chess", "e2e4 e7e5 e1e2", "e2e4 e7e5 e1e2"),
            ("xiangqi", "h3e3 a10a9", "h3e3 a10a9"),
            ("amazons", "d1d7,d7g7 a7b7,b7a7", "d1-d7 /g7 a7-b7 /a7"),
            ("othello", "P@c5 P@c6", "c4 c3"),
            ("othello:10", "P@d6 P@d7", "d5 d4"),
            ("ataxx", "P@f1 g7e5", "f1 g7e5"),
            ("clobber", "b1a1 c3c2", "b1a1 c3c2"),
        ] {
            let mut position = Registry::standard().open(game).unwrap();
            let mut read = Vec::new();
            for word in moves.split(' ') {
                let meant = Fairy.read(&*position, word).unwrap();
                assert_eq!(Fairy.write(&*position, &meant), word, "{game}");
                position = position.replay(&meant.join(" ")).unwrap().end;
                read.extend(meant);
            }
            assert_eq!(read.join(" "), decisions, "{game}");
        }
    }

    #[test]
    fn a_player_without_a_move_leaves_a_stone_where_it_is() {
        let start = Registry::standard().open("othello").unwrap();
        let fen = position("othello", "8/8/8/8/8/8/5P2/pP6[PPpp] b 0 1");
        let blocked = start.read(&fen).unwrap();
        assert_eq!(
            blocked.text(),
            "......../......../......../......../......../......../.....x../ox...... o"
        );
        let only =
            start.read("......../......../......../......../......../......../xo....../........ o").unwrap();
        assert_eq!(only.moves(), ["pass"]);
        assert_eq!(Fairy.write(&*only, &only.moves()), "b2b2");
        assert_eq!(Fairy.read(&*only, "b2b2").unwrap(), ["pass"]);
        assert!(Fairy.read(&*start, "d4d4").is_err(), "a move is there");
    }
}

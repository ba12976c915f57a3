//! Standard algebraic notation: how people write the moves of chess.

use cozy_chess::{Board, Move, Piece};

/// The texts that may stand for a legal move: `e4`, `exd5`, `Nf3`, `Ngf3`, `e8=Q`, `O-O`. A text that stands for several moves
/// is offered for each of them. Marks of check are left to the reader.
pub fn spellings(board: &Board, m: Move) -> Vec<String> {
    let Some(piece) = board.piece_on(m.from) else { return Vec::new() };
    let own = board.colors(board.side_to_move());
    if own.has(m.to) {
        let castling = if m.to.file() > m.from.file() { "O-O" } else { "O-O-O" };
        return vec![castling.to_owned(), castling.replace('O', "0")];
    }
    let (file, rank) = (m.from.file().to_string(), m.from.rank().to_string());
    let is_pawn = piece == Piece::Pawn;
    let captures = board.occupied().has(m.to) || is_pawn && m.from.file() != m.to.file();
    let letter = if is_pawn { String::new() } else { char::from(piece).to_ascii_uppercase().to_string() };
    let origins = match (is_pawn, captures) {
        (true, true) => vec![file.clone(), file + &rank],
        (true, false) => vec![String::new()],
        (false, _) => vec![String::new(), file.clone(), rank.clone(), file + &rank],
    };
    let marks: &[&str] = if captures { &["x", ""] } else { &[""] };
    // Without the new piece, a promotion stands for all of them.
    let promotions = match m.promotion {
        Some(piece) => vec![format!("={}", char::from(piece).to_ascii_uppercase()), String::new()],
        None => vec![String::new()],
    };
    let mut texts = Vec::new();
    for origin in &origins {
        for mark in marks {
            texts.extend(promotions.iter().map(|new| format!("{letter}{origin}{mark}{}{new}", m.to)));
        }
    }
    texts
}

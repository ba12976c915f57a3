//! Standard Algebraic Notation, in which PGN writes the moves of chess.

use engine::{Player, Position};
use game::view::Glyph;

use crate::record::follow;
use crate::spelling::{Spelling, read_plainly};

/// Moves such as `Nbd7`, `exd6`, `e8=Q+` and `O-O`.
pub struct San;

/// A square by file and rank, both from 0.
type Square = (usize, usize);

/// What stands on the squares.
struct Board(Vec<Vec<Option<(Player, char)>>>);

impl Board {
    fn of(position: &dyn Position) -> Board {
        let piece = |glyph: &Glyph| match glyph {
            Glyph::Piece(player, symbol) => Some((*player, symbol.to_ascii_uppercase())),
            _ => None,
        };
        let rows = position.view().rows;
        Board(rows.iter().rev().map(|(_, row)| row.iter().map(piece).collect()).collect())
    }

    fn at(&self, (file, rank): Square) -> Option<(Player, char)> {
        self.0.get(rank)?.get(file).copied().flatten()
    }

    /// Whether this player's king could be taken.
    fn is_check(&self, player: Player) -> bool {
        let squares = (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank)));
        let king = squares.into_iter().find(|&square| self.at(square) == Some((player, 'K')));
        king.is_some_and(|king| self.is_attacked(king, player.other()))
    }

    fn is_attacked(&self, square: Square, by: Player) -> bool {
        let step = |from: Square, (dx, dy): (isize, isize)| -> Option<Square> {
            let to = (from.0.checked_add_signed(dx)?, from.1.checked_add_signed(dy)?);
            (to.0 < 8 && to.1 < 8).then_some(to)
        };
        let has = |offset, pieces: &str| {
            let piece = step(square, offset).and_then(|from| self.at(from));
            piece.is_some_and(|(player, piece)| player == by && pieces.contains(piece))
        };
        let knight = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
        let straight = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        let diagonal = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        // A pawn attacks forwards: it stands behind the square.
        let behind = if by == Player::First { -1 } else { 1 };
        let slides = |direction, pieces: &str| {
            let squares = std::iter::successors(step(square, direction), |&from| step(from, direction));
            let first = squares.into_iter().find_map(|from| self.at(from));
            first.is_some_and(|(player, piece)| player == by && pieces.contains(piece))
        };
        knight.into_iter().any(|offset| has(offset, "N"))
            || straight.into_iter().chain(diagonal).any(|offset| has(offset, "K"))
            || [-1, 1].into_iter().any(|side| has((side, behind), "P"))
            || straight.into_iter().any(|direction| slides(direction, "RQ"))
            || diagonal.into_iter().any(|direction| slides(direction, "BQ"))
    }
}

/// A move as the game writes it.
struct Move {
    from: Square,
    to: Square,
    promotion: Option<char>,
}

fn square(text: &str) -> Option<Square> {
    let (column, row) = crate::spelling::cell(text)?;
    (column <= 8 && (1..=8).contains(&row)).then(|| (column as usize - 1, row as usize - 1))
}

fn name((file, rank): Square) -> String {
    crate::spelling::cell_text(file as u32 + 1, rank as u32 + 1)
}

impl Move {
    fn of(decision: &str) -> Option<Move> {
        let (from, to) = (square(decision.get(..2)?)?, square(decision.get(2..4)?)?);
        Some(Move { from, to, promotion: decision.chars().nth(4).map(|c| c.to_ascii_uppercase()) })
    }
}

impl Spelling for San {
    fn write(&self, before: &dyn Position, decisions: &[String]) -> String {
        let decision = decisions.concat();
        let board = Board::of(before);
        let Some(m) = Move::of(&decision) else { return decision };
        let Some((player, piece)) = board.at(m.from) else { return decision };
        let mut text = String::new();
        if piece == 'K' && m.from.0.abs_diff(m.to.0) == 2 {
            text += if m.to.0 > m.from.0 { "O-O" } else { "O-O-O" };
        } else {
            let is_capture = board.at(m.to).is_some() || (piece == 'P' && m.from.0 != m.to.0);
            match piece {
                'P' if is_capture => text += &name(m.from)[..1],
                'P' => {}
                piece => {
                    text.push(piece);
                    text += &distinction(before, &board, &m, piece);
                }
            }
            text += if is_capture { "x" } else { "" };
            text += &name(m.to);
            text += &m.promotion.map_or(String::new(), |piece| format!("={piece}"));
        }
        if let Ok(after) = follow(before, &[decision])
            && Board::of(&*after).is_check(player.other())
        {
            text.push(if after.moves().is_empty() { '#' } else { '+' });
        }
        text
    }

    fn read(&self, before: &dyn Position, word: &str) -> Result<Vec<String>, String> {
        let plain = word.trim_end_matches(['+', '#', '!', '?']).replace("e.p.", "").replace(['(', ')'], "");
        let (board, legal) = (Board::of(before), before.moves());
        let meant: Vec<&String> = legal.iter().filter(|decision| means(&plain, decision, &board)).collect();
        match meant[..] {
            [decision] => Ok(vec![decision.clone()]),
            [] => match read_plainly(before, &plain.to_lowercase()) {
                Ok(decisions) if !decisions.is_empty() => Ok(decisions),
                _ => Err("no legal move is written like this".to_owned()),
            },
            _ => {
                Err(format!("it may be any of {}", meant.into_iter().cloned().collect::<Vec<_>>().join(", ")))
            }
        }
    }
}

/// What distinguishes a move from others of the same kind of piece to the same square.
fn distinction(before: &dyn Position, board: &Board, m: &Move, piece: char) -> String {
    let others: Vec<Square> = before
        .moves()
        .iter()
        .filter_map(|decision| Move::of(decision))
        .filter(|other| other.to == m.to && other.from != m.from)
        .filter(|other| board.at(other.from).is_some_and(|(_, kind)| kind == piece))
        .map(|other| other.from)
        .collect();
    let from = name(m.from);
    if others.is_empty() {
        String::new()
    } else if others.iter().all(|other| other.0 != m.from.0) {
        from[..1].to_owned()
    } else if others.iter().all(|other| other.1 != m.from.1) {
        from[1..].to_owned()
    } else {
        from
    }
}

/// Whether a text without marks means this move.
fn means(text: &str, decision: &str, board: &Board) -> bool {
    let Some(m) = Move::of(decision) else { return false };
    let Some((_, piece)) = board.at(m.from) else { return false };
    let is_castling = piece == 'K' && m.from.0.abs_diff(m.to.0) == 2;
    match text.replace('0', "O").as_str() {
        "O-O" => return is_castling && m.to.0 > m.from.0,
        "O-O-O" => return is_castling && m.to.0 < m.from.0,
        _ if is_castling => return false,
        _ => {}
    }
    let kind = text.chars().next().filter(|c| "NBRQK".contains(*c));
    let rest = if kind.is_some() { &text[1..] } else { text };
    // A small letter is a promotion, too, except behind a file.
    let promotion = rest.chars().last().filter(|c| "NBRQ".contains(c.to_ascii_uppercase()) && rest.len() > 2);
    let rest = if promotion.is_some() { &rest[..rest.len() - 1] } else { rest };
    let rest: String = rest.chars().filter(|c| !matches!(c, 'x' | '-' | ':' | '=')).collect();
    let from = name(m.from);
    let known = rest.strip_suffix(name(m.to).as_str());
    let is_from =
        |known: &str| known.is_empty() || known == from || known == &from[..1] || known == &from[1..];
    kind.unwrap_or('P') == piece
        && known.is_some_and(is_from)
        && promotion.map(|c| c.to_ascii_uppercase()) == m.promotion
}

#[cfg(test)]
mod tests {
    use engine::Registry;

    use super::*;

    #[test]
    fn moves_are_written_as_pgn_does_and_read_as_people_write_them() {
        for (position, decision, san, others) in [
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "g1f3",
                "Nf3",
                &["Ng1f3", "Ngf3!?", "g1f3"][..],
            ),
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O", &["0-0"]),
            ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "O-O-O", &["0-0-0"]),
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+", &["a8Q", "a8(Q)", "a7a8q"]),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6", &["exd6e.p.", "ed6", "e5xd6"]),
            ("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "Rad1", &["Ra1d1", "Ra1-d1"]),
            ("4k3/R7/8/8/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3", &[]),
            ("7k/8/8/1Q6/8/8/Q3K3/1Q6 w - - 0 1", "b1b3", "Q1b3", &["Qb1b3"]),
            ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1a8", "Ra8#", &["Ra8"]),
        ] {
            let start = Registry::standard().open("chess").unwrap().read(position).unwrap();
            assert_eq!(San.write(&*start, &[decision.to_owned()]), san);
            for word in others.iter().chain([&san]) {
                assert_eq!(San.read(&*start, word).unwrap(), [decision], "{word}");
            }
        }
    }

    #[test]
    fn every_legal_move_is_read_as_it_is_written() {
        let mut position = Registry::standard().open("chess").unwrap();
        for ply in 0..120 {
            let moves = position.moves();
            for decision in &moves {
                let written = San.write(&*position, std::slice::from_ref(decision));
                assert_eq!(San.read(&*position, &written).unwrap(), [decision.as_str()], "{written}");
            }
            let Some(next) = moves.get(ply * 7 % moves.len().max(1)) else { break };
            position = follow(&*position, std::slice::from_ref(next)).unwrap();
        }
    }

    #[test]
    fn what_is_not_legal_or_not_clear_is_refused() {
        let start = Registry::standard().open("chess").unwrap();
        assert!(San.read(&*start, "Nd4").unwrap_err().contains("no legal move"));
        let rooks = start.read("4k3/8/8/8/8/8/4K3/R6R w - - 0 1").unwrap();
        assert!(San.read(&*rooks, "Rd1").unwrap_err().contains("a1d1, h1d1"));
        for word in ["", "N", "x", "é4", "O-O", "Nf", "=Q", "e", "QQ"] {
            assert!(San.read(&*start, word).is_err(), "{word}");
        }
    }
}

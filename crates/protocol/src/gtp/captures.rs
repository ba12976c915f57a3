//! The ways of a capturing piece in draughts: a move of several jumps, square by square.

use engine::Position;
use game::view::Glyph;

/// A square, by its column from the left and its row from the top, both from 0.
type Square = (usize, usize);

/// A board with what stands on it.
struct Board {
    size: usize,
    cells: Vec<Vec<Option<char>>>,
}

/// A capture, `18x11:15`, or a quiet move, `32-28`, by numbers of squares.
struct Move {
    from: usize,
    to: usize,
    victims: Vec<usize>,
}

/// How many ways are looked at: players cannot tell more of them apart.
const MOST_WAYS: usize = 2000;

/// All ways in which a move may be made: the squares that the piece stands on after each jump, with its first one in front.
pub fn ways(position: &dyn Position, decision: &str) -> Vec<Vec<Square>> {
    let Some(m) = read(decision) else { return Vec::new() };
    let board = Board::of(position);
    let (from, to) = (board.square(m.from), board.square(m.to));
    if m.victims.is_empty() {
        return vec![vec![from, to]];
    }
    let victims: Vec<Square> = m.victims.iter().map(|&square| board.square(square)).collect();
    let is_king = board.at(from).is_some_and(|piece| piece.is_ascii_uppercase());
    let mut walk = Walk { board: &board, from, to, is_king, victims, ways: Vec::new() };
    walk.go(&mut vec![from], &mut Vec::new());
    // Some referees forbid a piece to stand on its first square on the way.
    walk.ways.sort_by_key(|way| way[1..way.len() - 1].contains(&from));
    walk.ways
}

/// A square as the Olympiad names it: `B4`, from the lower left corner.
pub fn name(square: Square, size: usize) -> String {
    let letter = char::from(b'A' + u8::try_from(square.0).unwrap_or(0));
    format!("{letter}{}", size - square.1)
}

/// The number of rows.
pub fn size(position: &dyn Position) -> usize {
    position.view().rows.len()
}

fn read(decision: &str) -> Option<Move> {
    let (squares, victims) = decision.split_once(':').unwrap_or((decision, ""));
    let (from, to) = squares.split_once(['x', '-'])?;
    let victims = victims.split(',').filter(|word| !word.is_empty()).map(|word| word.parse().ok());
    Some(Move { from: from.parse().ok()?, to: to.parse().ok()?, victims: victims.collect::<Option<_>>()? })
}

impl Board {
    fn of(position: &dyn Position) -> Board {
        let piece = |glyph: &Glyph| match glyph {
            Glyph::Piece(_, symbol) => Some(*symbol),
            _ => None,
        };
        let view = position.view();
        let cells: Vec<Vec<_>> = view.rows.iter().map(|(_, row)| row.iter().map(piece).collect()).collect();
        Board { size: cells.len(), cells }
    }

    /// The square of this number: they are counted row by row from the top left, dark squares only.
    fn square(&self, number: usize) -> Square {
        let (row, index) = ((number - 1) / (self.size / 2), (number - 1) % (self.size / 2));
        (2 * index + usize::from(row % 2 == 0), row)
    }

    fn at(&self, (column, row): Square) -> Option<char> {
        self.cells.get(row).and_then(|cells| cells.get(column).copied().flatten())
    }

    /// The next square in this direction.
    fn step(&self, (column, row): Square, (dx, dy): (isize, isize)) -> Option<Square> {
        let to = (column.checked_add_signed(dx)?, row.checked_add_signed(dy)?);
        (to.0 < self.size && to.1 < self.size).then_some(to)
    }
}

struct Walk<'a> {
    board: &'a Board,
    from: Square,
    to: Square,
    is_king: bool,
    victims: Vec<Square>,
    ways: Vec<Vec<Square>>,
}

impl Walk<'_> {
    /// The piece has left its first square; its victims stay on the board until the move is over.
    fn is_empty(&self, square: Square) -> bool {
        square == self.from || self.board.at(square).is_none()
    }

    fn go(&mut self, way: &mut Vec<Square>, taken: &mut Vec<Square>) {
        let here = way[way.len() - 1];
        if taken.len() == self.victims.len() {
            if here == self.to && self.ways.len() < MOST_WAYS {
                self.ways.push(way.clone());
            }
            return;
        }
        for direction in [(-1, -1), (1, -1), (-1, 1), (1, 1)] {
            let mut next = self.board.step(here, direction);
            while self.is_king && next.is_some_and(|square| self.is_empty(square)) {
                next = next.and_then(|square| self.board.step(square, direction));
            }
            let Some(victim) = next.filter(|square| self.victims.contains(square) && !taken.contains(square))
            else {
                continue;
            };
            taken.push(victim);
            let mut landing = self.board.step(victim, direction);
            while let Some(square) = landing.filter(|&square| self.is_empty(square)) {
                way.push(square);
                self.go(way, taken);
                way.pop();
                landing = if self.is_king { self.board.step(square, direction) } else { None };
            }
            taken.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::Registry;

    use super::*;

    fn ways_of(game: &str, position: &str, decision: &str) -> Vec<String> {
        let position = Registry::standard().open(game).unwrap().read(position).unwrap();
        let size = size(&*position);
        let text =
            |way: Vec<Square>| way.into_iter().map(|square| name(square, size)).collect::<Vec<_>>().join(" ");
        ways(&*position, decision).into_iter().map(text).collect()
    }

    #[test]
    fn squares_have_the_names_of_the_olympiad() {
        let start = Registry::standard().open("draughts:international").unwrap();
        assert_eq!(ways(&*start, "31-26"), [[(1, 6), (0, 5)]]);
        assert_eq!(name((1, 6), 10), "B4");
        assert_eq!(name((0, 5), 10), "A5");
    }

    #[test]
    fn a_man_jumps_square_by_square() {
        assert_eq!(ways_of("draughts:international", "W:W28:B22,12", "28x8:22,12"), ["E5 C7 E9"]);
    }

    #[test]
    fn a_king_may_choose_where_it_lands_between_its_jumps() {
        let ways = ways_of("draughts:international", "W:WK46:B37,23", "46x19:37,23");
        assert_eq!(ways, ["A1 D4 G7", "A1 E5 G7"]);
    }
}

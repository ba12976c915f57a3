//! Draughts as people write it: the notation of PDN for moves, and its FEN for positions.

use game::bits::Bits;
use game::{Game, Player, TextError};

use super::board::{Size, bit, number, squares};
use super::ending::Ending;
use super::{Draughts, Move, QUIET};

/// The sides in a FEN.
const SIDES: [char; 2] = ['W', 'B'];

impl<S: Size> Draughts<S> {
    /// `W:W31,K40:B1,2`: the side to move, then the squares of both sides, `K` before kings. Where three pieces stand
    /// against a king, `:E5` at the end says for how many plies that has been so, and after a move to one or two
    /// kings against a king there is `:E1`.
    pub(super) fn fen(&self) -> String {
        let mut text = SIDES[self.turn.index()].to_string();
        for player in Player::BOTH {
            let name =
                |bit: usize| format!("{}{}", if self.kings.has(bit) { "K" } else { "" }, number::<S>(bit));
            let names: Vec<String> = self.pieces[player.index()].cells().map(name).collect();
            text.push_str(&format!(":{}{}", SIDES[player.index()], names.join(",")));
        }
        if self.ending > 0 {
            text.push_str(&format!(":E{}", self.ending));
        }
        text
    }

    /// Reads [`Draughts::fen`], with ranges such as `31-50`. The counters `:H..` and `:F..` of other programs do not
    /// matter.
    pub(super) fn parse_fen(text: &str) -> Result<Self, TextError> {
        let mut reader = Reader::new(text);
        let side = |symbol: char| {
            let symbol = symbol.to_ascii_uppercase();
            Player::BOTH.into_iter().find(|player| SIDES[player.index()] == symbol)
        };
        let place = reader.place;
        let Some(turn) = reader.next().and_then(side) else {
            return Err(TextError::at(place, "a position begins with the side to move, W or B"));
        };
        let (mut pieces, mut kings, mut ending) = ([S::Set::EMPTY; 2], S::Set::EMPTY, 0);
        while reader.skip(':') {
            let place = reader.place;
            match reader.next().map(|symbol| (symbol.to_ascii_uppercase(), side(symbol))) {
                Some((_, Some(player))) => {
                    let (squares, crowned) = reader.squares::<S>()?;
                    if squares.meets(pieces[0] | pieces[1]) {
                        return Err(TextError::at(place, "a square is named for both sides or twice"));
                    }
                    if (squares & !crowned).meets(S::CROWN[player.index()]) {
                        return Err(TextError::at(place, "a man on its last row would be a king"));
                    }
                    pieces[player.index()] |= squares;
                    kings |= crowned;
                }
                Some(('E', _)) => ending = reader.number()?,
                Some(('H' | 'F', _)) => drop(reader.number()?),
                _ => {
                    let message = "after a colon comes W or B and the squares of that side";
                    return Err(TextError::at(place, message));
                }
            }
        }
        reader.skip('.');
        reader.expect_end()?;
        if (pieces[0] | pieces[1]).is_empty() {
            return Err(TextError::new("there are no pieces on the board"));
        }
        let mut state = Self::new(pieces, kings, turn);
        if ending > usize::from(Ending::limit(&state)) {
            return Err(TextError::new(format!(
                "E{ending}: so many plies do not count with these pieces: 32 with three pieces against a king, 1 with \
                 one or two kings against a king, else none"
            )));
        }
        state.ending = ending as u8;
        Ok(state)
    }

    /// `32-28`, or `18x11:15` with the squares of the captured pieces.
    pub(super) fn pdn(&self, m: Move) -> String {
        let name = |bit: usize| number::<S>(bit).to_string();
        let (from, to) = (name(usize::from(m.from)), name(usize::from(m.to)));
        if m.way == QUIET {
            return format!("{from}-{to}");
        }
        let taken: Vec<String> = self.taken(m).cells().map(name).collect();
        format!("{from}x{to}:{}", taken.join(","))
    }

    /// Reads [`Draughts::pdn`]; the captured pieces may be left out where from and to say enough.
    pub(super) fn parse_pdn(&self, text: &str) -> Result<Move, TextError> {
        let mut reader = Reader::new(text);
        let from = reader.square::<S>()?;
        let place = reader.place;
        let captures = match reader.next() {
            Some('-') => false,
            Some('x' | 'X') => true,
            _ => return Err(TextError::at(place, "a move is written 32-28 or 18x11:15")),
        };
        let to = reader.square::<S>()?;
        let taken = if captures && reader.skip(':') { Some(reader.squares::<S>()?.0) } else { None };
        reader.expect_end()?;
        let (mut legal, mut found) = (Vec::new(), Vec::new());
        if self.outcome().is_none() {
            self.moves(&mut legal);
        }
        found.extend(legal.iter().copied().filter(|&m| {
            (usize::from(m.from), usize::from(m.to), m.way != QUIET) == (from, to, captures)
                && taken.is_none_or(|taken| taken == self.taken(m))
        }));
        let names = |moves: &[Move]| {
            let mut names: Vec<String> = moves.iter().take(12).map(|&m| self.pdn(m)).collect();
            if moves.len() > names.len() {
                names.push(format!("... ({} in all)", moves.len()));
            }
            names.join(" ")
        };
        match found[..] {
            [m] => Ok(m),
            _ if legal.is_empty() => {
                Err(TextError::new(format!("`{text}` cannot be played: the game is over")))
            }
            [] => Err(TextError::new(format!("`{text}` is not a legal move here; legal: {}", names(&legal)))),
            _ => Err(TextError::new(format!("`{text}` could be any of {}", names(&found)))),
        }
    }
}

/// A text that is read from left to right.
struct Reader<'a> {
    text: &'a str,
    /// How many characters have been read.
    place: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        let begin = text.trim_start();
        let place = text.chars().count() - begin.chars().count();
        Reader { text: begin.trim_end(), place }
    }

    fn next(&mut self) -> Option<char> {
        let symbol = self.text.chars().next()?;
        self.text = &self.text[symbol.len_utf8()..];
        self.place += 1;
        Some(symbol)
    }

    fn skip(&mut self, symbol: char) -> bool {
        let there = self.text.chars().next().is_some_and(|next| next.eq_ignore_ascii_case(&symbol));
        if there {
            self.next();
        }
        there
    }

    fn expect_end(&self) -> Result<(), TextError> {
        match self.text.chars().next() {
            None => Ok(()),
            Some(symbol) => Err(TextError::at(self.place, format!("unexpected `{symbol}`"))),
        }
    }

    fn number(&mut self) -> Result<usize, TextError> {
        let length = self.text.bytes().take_while(u8::is_ascii_digit).count();
        let Ok(number) = self.text[..length].parse() else {
            return Err(TextError::at(self.place, "here should be a number"));
        };
        self.text = &self.text[length..];
        self.place += length;
        Ok(number)
    }

    /// The bit of a square.
    fn square<S: Size>(&mut self) -> Result<usize, TextError> {
        let (place, most) = (self.place, squares::<S>());
        match self.number()? {
            number if (1..=most).contains(&number) => Ok(bit::<S>(number)),
            number => Err(TextError::at(place, format!("squares are 1 to {most}, not {number}"))),
        }
    }

    /// A list of squares, which may be empty, and those with a `K` before them.
    fn squares<S: Size>(&mut self) -> Result<(S::Set, S::Set), TextError> {
        let (mut all, mut crowned) = (S::Set::EMPTY, S::Set::EMPTY);
        if self.text.is_empty() || self.text.starts_with([':', '.']) {
            return Ok((all, crowned));
        }
        loop {
            let king = self.skip('K');
            let place = self.place;
            let first = self.square::<S>()?;
            let last = if self.skip('-') { self.square::<S>()? } else { first };
            let range = number::<S>(first)..=number::<S>(last);
            let set = S::Set::of(range.map(bit::<S>));
            if set.is_empty() || set.meets(all) {
                return Err(TextError::at(place, "this square is named twice, or the range is empty"));
            }
            all |= set;
            if king {
                crowned |= set;
            }
            if !self.skip(',') {
                return Ok((all, crowned));
            }
        }
    }
}

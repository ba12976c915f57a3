//! Chess by the rules of FIDE, on the board and move generator of `cozy-chess`.
//!
//! [`Chess`] is the board with castling, en passant and the halfmove clock; its only ends are mate and
//! stalemate. Repetition, the fifty moves and material that cannot mate are a matter of [`History`], so that
//! perft counts as is usual.

mod san;

use std::hash::{Hash, Hasher};

use cozy_chess::{
    BitBoard, Board, BoardBuilder, Color, FenParseError, File, Move, Piece, Rank, Square, get_pawn_attacks,
};
use game::bits::Bits;
use game::grid::{parse_fen, words};
use game::history::{Cyclic, History, Past};
use game::key::mix;
use game::scene::Figures;
use game::view::{Glyph, RowOne};
use game::{
    About, ColourSwap, Features, Game, Key, Machinery, Outcome, Planes, Player, Scene, Sharing, Sight,
    TextError, View, Visitor, expect_no_variant,
};

/// Chess in the list.
pub const ABOUT: About = About {
    name: "chess",
    variants: "",
    summary: "mate the king; draws by repetition, fifty moves or bare material come at once",
    samples: &["chess"],
};

/// Opens the usual start.
pub fn open<V: Visitor>(variant: &str, visitor: V) -> Result<V::Output, TextError> {
    expect_no_variant("chess", variant)?;
    Ok(visitor.visit(History::new(Chess::start())))
}

/// Plies without a capture or a pawn move that make a draw.
const FIFTY_MOVES: u8 = 100;

/// Squares, and so features, of one kind of piece.
const SQUARES: usize = Square::NUM;

/// The first features of each kind: pieces come in front.
const BLACK_TO_MOVE: usize = 2 * Piece::NUM * SQUARES;
const CASTLING: usize = BLACK_TO_MOVE + 1;
const EN_PASSANT: usize = CASTLING + 4;
const CLOCK: usize = EN_PASSANT + File::NUM;

/// Plies that one feature of the clock stands for.
const CLOCK_STEP: u8 = 10;

/// From, to and promotion as six, six and three bits. Castling is the king taking its own rook inside, and
/// the king going two squares in every text.
fn pack(from: Square, to: Square, promotion: Option<Piece>) -> u16 {
    from as u16 | (to as u16) << 6 | promotion.map_or(0, |piece| piece as u16) << 12
}

#[inline]
fn unpack(m: u16) -> Move {
    let square = |bits: u16| Square::index(usize::from(bits & 63));
    let promotion = usize::from(m >> 12);
    Move {
        from: square(m),
        to: square(m >> 6),
        // A pawn, the piece with the number 0, stands for no promotion.
        promotion: if promotion == 0 { None } else { Piece::try_index(promotion) },
    }
}

/// A position without its past. The number of the move, which a FEN contains, is carried along and means nothing.
#[derive(Clone, Debug)]
pub struct Chess {
    board: Board,
}

impl Chess {
    /// The usual start.
    pub fn start() -> Self {
        Chess { board: Board::startpos() }
    }

    /// The file of a pawn that can be taken en passant now. The board remembers every double step; to the
    /// rules, two positions differ only if the capture is legal.
    #[inline]
    fn en_passant(&self) -> Option<File> {
        let file = self.board.en_passant()?;
        let color = self.board.side_to_move();
        let to = Square::new(file, Rank::Sixth.relative_to(color));
        let pawns = get_pawn_attacks(to, !color) & self.board.colored_pieces(color, Piece::Pawn);
        pawns.into_iter().any(|from| self.board.is_legal(Move { from, to, promotion: None })).then_some(file)
    }

    /// Neither side can ever mate: bare kings, one minor piece, or bishops all on squares of one colour.
    fn is_bare(&self) -> bool {
        let pieces = |piece| self.board.pieces(piece);
        let (knights, bishops) = (pieces(Piece::Knight), pieces(Piece::Bishop));
        let mating = pieces(Piece::Pawn) | pieces(Piece::Rook) | pieces(Piece::Queen);
        let one_colour = |squares| (bishops & squares) == bishops;
        mating.is_empty()
            && ((knights | bishops).len() <= 1
                || knights.is_empty()
                    && (one_colour(BitBoard::DARK_SQUARES) || one_colour(BitBoard::LIGHT_SQUARES)))
    }

    fn can_castle(&self, color: Color) -> [bool; 2] {
        let rights = self.board.castle_rights(color);
        [rights.short.is_some(), rights.long.is_some()]
    }

    /// The position on a board that is turned or mirrored so that each square goes to its `image`.
    fn image(&self, image: impl Fn(Square) -> Square) -> Option<Chess> {
        let from = BoardBuilder::from_board(&self.board);
        let mut to = from.clone();
        for square in Square::ALL {
            *to.square_mut(image(square)) = from.square(square);
        }
        to.en_passant = from.en_passant.map(image);
        to.build().ok().map(|board| Chess { board })
    }
}

impl PartialEq for Chess {
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (&self.board, &other.board);
        // Not `Board::same_position`: it takes a bishop that can go to the square for an en passant capture.
        a.halfmove_clock() == b.halfmove_clock()
            && a.side_to_move() == b.side_to_move()
            && Piece::ALL.into_iter().all(|piece| a.pieces(piece) == b.pieces(piece))
            && Color::ALL.into_iter().all(|color| {
                a.colors(color) == b.colors(color) && a.castle_rights(color) == b.castle_rights(color)
            })
            && self.en_passant() == other.en_passant()
    }
}

impl Eq for Chess {}

impl Hash for Chess {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

fn player(color: Color) -> Player {
    match color {
        Color::White => Player::First,
        Color::Black => Player::Second,
    }
}

/// The part of a key that stands for the clock.
static CLOCK_KEYS: [Key; FIFTY_MOVES as usize + 1] = {
    let mut keys = [Key(0); FIFTY_MOVES as usize + 1];
    let mut clock = 0;
    while clock < keys.len() {
        keys[clock] = Key::of(0x00c1_0c4c_0000 + clock as u64);
        clock += 1;
    }
    keys
};

impl Game for Chess {
    /// See `pack`: 15 bits.
    type Move = u16;

    #[inline]
    fn turn(&self) -> Player {
        player(self.board.side_to_move())
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.board.generate_moves(|_| true) {
            None
        } else if self.board.checkers().is_empty() {
            Some(Outcome::Draw)
        } else {
            Some(Outcome::Win(self.turn().other()))
        }
    }

    #[inline]
    fn moves(&self, out: &mut Vec<u16>) {
        let last_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
        self.board.generate_moves(|set| {
            if set.piece == Piece::Pawn && !(set.to & last_ranks).is_empty() {
                out.extend(set.into_iter().map(|Move { from, to, promotion }| pack(from, to, promotion)));
            } else {
                // As `pack` does it, without a promotion.
                set.to.0.list_as(out, |to| set.from as u16 | (to as u16) << 6);
            }
            false
        });
    }

    #[inline]
    fn play(&mut self, m: u16) {
        self.board.play_unchecked(unpack(m));
    }

    #[inline]
    fn key(&self) -> Key {
        self.repetition_key() ^ CLOCK_KEYS[usize::from(self.board.halfmove_clock())]
    }

    /// How early the mate came: the share of the 32 pieces that are still on the board.
    fn score(&self) -> f32 {
        let pieces = self.board.occupied().len() as f32;
        self.outcome().map_or(0.0, |outcome| outcome.score(pieces / 32.0))
    }

    /// The FEN, with an en passant square only where the capture is legal.
    fn position(&self) -> String {
        let fen = self.board.to_string();
        if self.board.en_passant().is_none() || self.en_passant().is_some() {
            return fen;
        }
        let mut fields: Vec<&str> = fen.split(' ').collect();
        fields[3] = "-";
        fields.join(" ")
    }

    /// Reads a FEN; what is left out at its end is `w - - 0 1`.
    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        let mut fields = ["", "w", "-", "-", "0", "1"].map(str::to_owned);
        let mut places = [0; 6];
        for (number, (place, word)) in words(text).enumerate() {
            let Some(field) = fields.get_mut(number) else {
                return Err(TextError::at(place, format!("a FEN has six fields, `{word}` is too much")));
            };
            *field = word;
            places[number] = place;
        }
        expect_board(&fields[0], places[0])?;
        let board = Board::from_fen(&fields.join(" "), false).map_err(|error| {
            let (field, message) = match error {
                FenParseError::InvalidBoard | FenParseError::MissingField | FenParseError::TooManyFields => (
                    0,
                    "this cannot be: each side has one king and at most 8 pawns and 16 pieces, no pawn is on \
                     the first or last rank, and the king of the player who has just moved is not in check",
                ),
                FenParseError::InvalidSideToMove => (1, "the side to move is `w` or `b`"),
                FenParseError::InvalidCastlingRights => {
                    (2, "castling rights are letters of `KQkq` or `-`, with the king and rook at home")
                }
                FenParseError::InvalidEnPassant => {
                    (3, "the en passant square is the one that a pawn has just passed, or `-`")
                }
                FenParseError::InvalidHalfMoveClock => (4, "the halfmove clock is a number up to 100"),
                FenParseError::InvalidFullmoveNumber => (5, "the move number is between 1 and 65535"),
            };
            TextError::at(places[field], message)
        })?;
        let state = Chess { board };
        for color in Color::ALL {
            if state.can_castle(color).contains(&true) && state.board.king(color).file() != File::E {
                return Err(TextError::at(places[2], "a king that may castle stands on the e file"));
            }
        }
        Ok(state)
    }

    /// The text of UCI: `e2e4`, `e7e8q`, and `e1g1` for castling.
    fn move_text(&self, m: u16) -> String {
        let mut m = unpack(m);
        if self.board.colors(self.board.side_to_move()).has(m.to) {
            let file = if m.to.file() > m.from.file() { File::G } else { File::C };
            m.to = Square::new(file, m.to.rank());
        }
        m.to_string()
    }

    fn spellings(&self, m: u16) -> Vec<String> {
        san::spellings(&self.board, unpack(m))
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["White", "Black"]
    }

    fn view(&self) -> View {
        View::grid(8, 8, RowOne::Bottom, |column, row_from_top| {
            let square = Square::new(File::index(column), Rank::index(7 - row_from_top));
            match self.board.piece_on(square).zip(self.board.color_on(square)) {
                None => Glyph::Empty,
                Some((piece, Color::White)) => {
                    Glyph::Piece(Player::First, char::from(piece).to_ascii_uppercase())
                }
                Some((piece, Color::Black)) => Glyph::Piece(Player::Second, char::from(piece)),
            }
        })
    }

    fn scene(&self) -> Scene {
        Scene::new(self.view(), &self.lattice()).with_figures(Figures::Chess)
    }

    #[inline]
    fn count_moves(&self, _: &mut Vec<u16>) -> usize {
        let mut count = 0;
        self.board.generate_moves(|set| {
            count += set.len();
            false
        });
        count
    }
}

impl Sight<u16> for Chess {
    /// Not in check.
    fn pass(&self) -> Option<Self> {
        self.board.null_move().map(|board| Chess { board })
    }

    /// A capture or a promotion.
    fn is_forcing(&self, m: u16) -> bool {
        let (m, us) = (unpack(m), self.board.side_to_move());
        let is_pawn = self.board.pieces(Piece::Pawn).has(m.from);
        // A pawn that changes its file captures, en passant too.
        self.board.colors(!us).has(m.to) || is_pawn && (m.promotion.is_some() || m.from.file() != m.to.file())
    }
}

impl Sharing for Chess {}

impl Features for Chess {
    fn feature_count(&self) -> usize {
        CLOCK + usize::from(FIFTY_MOVES / CLOCK_STEP)
    }

    /// Each piece on its square, the side to move, the castling rights, the file of a legal en passant
    /// capture, and the clock in steps of ten plies.
    fn features(&self, out: &mut Vec<u32>) {
        for color in Color::ALL {
            for piece in Piece::ALL {
                let first = (color as usize * Piece::NUM + piece as usize) * SQUARES;
                let squares = self.board.colored_pieces(color, piece);
                out.extend(squares.into_iter().map(|square| (first + square as usize) as u32));
            }
        }
        if self.turn() == Player::Second {
            out.push(BLACK_TO_MOVE as u32);
        }
        let castling = Color::ALL.into_iter().flat_map(|color| self.can_castle(color)).enumerate();
        out.extend(castling.filter(|&(_, can)| can).map(|(right, _)| (CASTLING + right) as u32));
        out.extend(self.en_passant().map(|file| (EN_PASSANT + file as usize) as u32));
        let clock = self.board.halfmove_clock().min(FIFTY_MOVES - 1) / CLOCK_STEP;
        out.push((CLOCK + usize::from(clock)) as u32);
    }

    fn planes(&self) -> Planes {
        Planes::grid(Color::NUM * Piece::NUM, File::NUM, Rank::NUM)
    }

    /// Castling breaks all symmetries and pawns all but the mirror.
    fn symmetries(&self) -> Vec<Self> {
        fn transpose(square: Square) -> Square {
            Square::new(File::index(square.rank() as usize), Rank::index(square.file() as usize))
        }
        let images: &[fn(Square) -> Square] =
            if Color::ALL.into_iter().any(|color| self.can_castle(color).contains(&true)) {
                &[]
            } else if !self.board.pieces(Piece::Pawn).is_empty() {
                &[Square::flip_file]
            } else {
                &[
                    Square::flip_file,
                    Square::flip_rank,
                    |square| square.flip_file().flip_rank(),
                    transpose,
                    |square| transpose(square).flip_file(),
                    |square| transpose(square).flip_rank(),
                    |square| transpose(square).flip_file().flip_rank(),
                ]
            };
        images.iter().filter_map(|image| self.image(image)).filter(|image| image != self).collect()
    }

    fn colour_swap(&self) -> Option<ColourSwap> {
        let swap = ColourSwap::of_stones(&self.planes(), self.feature_count() - BLACK_TO_MOVE);
        let planes = (0..2 * Piece::NUM).map(|plane| (plane + Piece::NUM) % (2 * Piece::NUM));
        let mut swap = swap.with_planes(planes).turning(|square| square ^ 56);
        let castling = CASTLING - BLACK_TO_MOVE;
        (0..4).for_each(|right| swap.rest[castling + right] = castling + (right + 2) % 4);
        Some(swap)
    }
}

impl Machinery for Chess {}

/// Names the place of what is wrong with the first field of a FEN, as far as rows and letters go.
fn expect_board(board: &str, place: usize) -> Result<(), TextError> {
    let (rows, _) = parse_fen(board)?;
    if (rows[0].len(), rows.len()) != (8, 8) {
        return Err(TextError::at(
            place,
            format!("the board has {} files and {} ranks, not 8 and 8", rows[0].len(), rows.len()),
        ));
    }
    let is_known = |symbol: char| symbol == '/' || symbol.is_ascii_digit() || "pnbrqkPNBRQK".contains(symbol);
    match board.chars().enumerate().find(|&(_, symbol)| !is_known(symbol)) {
        None => Ok(()),
        Some((index, symbol)) => {
            Err(TextError::at(place + index, format!("`{symbol}` is not a chess piece")))
        }
    }
}

impl Cyclic for Chess {
    /// Captures, pawn moves, and moves after which a player may not castle any more.
    #[inline]
    fn irreversible(&self, m: u16) -> bool {
        let Move { from, to, .. } = unpack(m);
        let color = self.board.side_to_move();
        let [short, long] = self.can_castle(color);
        let home = Rank::First.relative_to(color);
        let leaves = |file| from == Square::new(file, home);
        // Castling itself is a move onto the own rook.
        self.board.occupied().has(to)
            || self.board.pieces(Piece::Pawn).has(from)
            || (short && (leaves(File::E) || leaves(File::H)))
            || (long && (leaves(File::E) || leaves(File::A)))
    }

    /// Draws by material that cannot mate, by fifty moves of each side, and by the third occurrence.
    #[inline]
    fn verdict(&self, past: &Past<'_, Self>) -> Option<Outcome> {
        // A position comes for the third time after eight plies at the earliest.
        let repeated = || past.quiet() >= 8 && past.occurrences() >= 3;
        (self.board.halfmove_clock() >= FIFTY_MOVES || self.is_bare() || repeated()).then_some(Outcome::Draw)
    }

    /// The lower half is the Zobrist hash of the board; the upper half, independent of it, is folded from the
    /// sets of pieces, which is cheaper than to keep a second hash up to date. Where two positions have the
    /// same sets (other castling rights, say) the lower halves differ for certain, and with them the upper.
    #[inline]
    fn repetition_key(&self) -> Key {
        let low = match self.en_passant() {
            Some(_) => self.board.hash(),
            None => self.board.hash_without_ep(),
        };
        let pieces = |piece| self.board.pieces(piece).0;
        let white = self.board.colors(Color::White).0;
        let high = fold(pieces(Piece::Pawn) ^ SALT[0], pieces(Piece::Knight) ^ SALT[1])
            .wrapping_add(fold(pieces(Piece::Bishop) ^ SALT[2], pieces(Piece::Rook) ^ SALT[3]))
            .wrapping_add(fold(pieces(Piece::Queen) ^ SALT[4], pieces(Piece::King) ^ SALT[5]))
            .wrapping_add(fold(white ^ SALT[6], low ^ SALT[7]));
        Key(u128::from(high) << 64 | u128::from(low))
    }
}

/// Numbers without a pattern.
static SALT: [u64; 8] = {
    let mut salt = [0; 8];
    let mut i = 0;
    while i < salt.len() {
        salt[i] = mix(0x6a09_e667_f3bc_c908 + i as u64);
        i += 1;
    }
    salt
};

/// Both halves of the product at once.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product >> 64) as u64 ^ product as u64
}

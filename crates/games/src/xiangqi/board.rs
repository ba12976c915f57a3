//! The pieces of Xiangqi on the board, and what they attack.

use game::bits::Bits;
use game::grid::{cell_name, format_fen, parse_fen};
use game::key::{SECOND_TO_MOVE, to_move};
use game::{Key, Player, Shared, TextError};

use super::tables::{FILES, POINTS, RANKS, Tables, leaps, leg};

/// A kind of piece, in the order in which moves are looked for: the general's need the closest look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    Chariot,
    Cannon,
    Horse,
    Soldier,
    Elephant,
    Advisor,
    General,
}

impl Kind {
    pub const ALL: [Kind; 7] = [
        Kind::Chariot,
        Kind::Cannon,
        Kind::Horse,
        Kind::Soldier,
        Kind::Elephant,
        Kind::Advisor,
        Kind::General,
    ];

    fn name(self) -> &'static str {
        ["chariot", "cannon", "horse", "soldier", "elephant", "advisor", "general"][self as usize]
    }
}

/// The letters of the kinds in a FEN, those of the first player in upper case.
const LETTERS: [char; 7] = ['r', 'c', 'n', 'p', 'b', 'a', 'k'];

/// A kind by its letter; some programs write the elephant `e` and the horse `h`.
fn kind_of(letter: char) -> Option<Kind> {
    let letter = match letter.to_ascii_lowercase() {
        'e' => 'b',
        'h' => 'n',
        other => other,
    };
    LETTERS.iter().position(|&known| known == letter).map(|index| Kind::ALL[index])
}

/// The pieces and the side to move: what a repetition rule looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    kinds: [u128; 7],
    players: [u128; 2],
    pub key: Key,
    pub tables: Shared<Tables>,
    pub turn: Player,
}

impl Board {
    pub fn empty(turn: Player) -> Self {
        let tables = Shared::new(&[], Tables::new);
        Board { kinds: [0; 7], players: [0; 2], key: to_move(turn), tables, turn }
    }

    /// Reads the board and the side to move of a FEN.
    pub fn parse(text: &str) -> Result<Self, TextError> {
        let (ranks, turn) = parse_fen(text)?;
        if (ranks[0].len(), ranks.len()) != (FILES, RANKS) {
            let (files, ranks) = (ranks[0].len(), ranks.len());
            return Err(TextError::new(format!(
                "the board has {files} files and {ranks} ranks, not {FILES} and {RANKS}"
            )));
        }
        let mut board = Board::empty(turn);
        for point in 0..POINTS {
            let Some(letter) = ranks[RANKS - 1 - point / FILES][point % FILES] else { continue };
            let player = if letter.is_ascii_uppercase() { Player::First } else { Player::Second };
            let name = point_name(point);
            let kind = kind_of(letter).ok_or_else(|| {
                TextError::new(format!("`{letter}` on {name} is none of k, a, b, n, r, c and p"))
            })?;
            if !board.tables.homes[player.index()][kind as usize].has(point) {
                let name_of_kind = kind.name();
                return Err(TextError::new(format!("the {name_of_kind} `{letter}` cannot stand on {name}")));
            }
            board.toggle(player, kind, point);
        }
        if Player::BOTH.into_iter().any(|player| board.of(player, Kind::General).count() > 1) {
            return Err(TextError::new("a player has two generals"));
        }
        Ok(board)
    }

    /// The board and the side to move of a FEN.
    pub fn text(&self) -> String {
        format_fen(FILES, RANKS, self.turn, |file, row_from_top| {
            self.piece((RANKS - 1 - row_from_top) * FILES + file).map(|(_, letter)| letter)
        })
    }

    /// The owner and the letter of the piece on a point.
    pub fn piece(&self, point: usize) -> Option<(Player, char)> {
        let player = Player::BOTH.into_iter().find(|player| self.players[player.index()].has(point))?;
        let letter = LETTERS[self.kind(point) as usize];
        Some((player, if player == Player::First { letter.to_ascii_uppercase() } else { letter }))
    }

    /// The kind of piece on a point that is not empty.
    #[inline]
    fn kind(&self, point: usize) -> Kind {
        // A general if it is nothing else.
        let index = self.kinds[..6].iter().position(|set| set.has(point)).unwrap_or(6);
        Kind::ALL[index]
    }

    /// Puts a piece on a point, or takes it off.
    #[inline]
    fn toggle(&mut self, player: Player, kind: Kind, point: usize) {
        self.kinds[kind as usize] ^= u128::cell(point);
        self.players[player.index()] ^= u128::cell(point);
        self.key ^= self.tables.keys[player.index()][kind as usize][point];
    }

    #[inline]
    pub fn play(&mut self, from: usize, to: usize) {
        let player = self.turn;
        if self.players[player.other().index()].has(to) {
            self.toggle(player.other(), self.kind(to), to);
        }
        let kind = self.kind(from);
        self.toggle(player, kind, from);
        self.toggle(player, kind, to);
        self.turn = player.other();
        self.key ^= SECOND_TO_MOVE;
    }

    #[inline]
    pub fn occupied(&self) -> u128 {
        self.players[0] | self.players[1]
    }

    /// The pieces of a player.
    #[inline]
    pub fn all_of(&self, player: Player) -> u128 {
        self.players[player.index()]
    }

    /// The pieces of a kind of a player.
    #[inline]
    pub fn of(&self, player: Player, kind: Kind) -> u128 {
        self.players[player.index()] & self.kinds[kind as usize]
    }

    /// Where the general of a player stands, if it was not captured.
    #[inline]
    pub fn general(&self, player: Player) -> Option<usize> {
        let general = self.of(player, Kind::General);
        (!general.is_empty()).then(|| general.lowest())
    }

    /// Where a piece of the player to move can go, whatever that means for the generals.
    #[inline]
    pub fn targets(&self, kind: Kind, from: usize) -> u128 {
        let (tables, occupied) = (&*self.tables, self.occupied());
        let targets = match kind {
            Kind::General => tables.general[from],
            Kind::Advisor => tables.advisor[from],
            Kind::Elephant => leaps(&tables.elephant[from], occupied),
            Kind::Horse => leaps(&tables.horse[from], occupied),
            Kind::Chariot => tables.seen(from, occupied),
            Kind::Cannon => tables.seen(from, occupied) & !occupied | tables.behind_one(from, occupied),
            Kind::Soldier => tables.soldier[self.turn.index()][from],
        };
        targets & !self.all_of(self.turn)
    }

    /// Whether the pieces `enemies` of a player attack a point on a board that is occupied like this. Generals
    /// that see each other do.
    #[inline]
    pub fn is_attacked(&self, point: usize, player: Player, enemies: u128, occupied: u128) -> bool {
        let tables = &*self.tables;
        let of = |kind: Kind| enemies & self.kinds[kind as usize];
        let straight = of(Kind::Chariot) | of(Kind::General);
        let cannons = of(Kind::Cannon);
        let lines = tables.lines[point];
        (lines.meets(straight) && tables.seen(point, occupied).meets(straight))
            || (lines.meets(cannons) && tables.behind_one(point, occupied).meets(cannons))
            || of(Kind::Soldier).meets(tables.soldier_range[player.index()][point])
            || (of(Kind::Horse) & tables.horse_range[point])
                .cells()
                .any(|horse| !occupied.has(leg(horse, point)))
    }

    /// Whether the general of a player could be captured if the opponent were to move.
    #[inline]
    pub fn in_check(&self, player: Player) -> bool {
        let enemy = player.other();
        self.general(player)
            .is_some_and(|point| self.is_attacked(point, enemy, self.all_of(enemy), self.occupied()))
    }

    /// The board seen in a mirror that changes left and right.
    pub fn mirrored(&self) -> Self {
        let mut image = Board::empty(self.turn);
        for player in Player::BOTH {
            for kind in Kind::ALL {
                for point in self.of(player, kind).cells() {
                    image.toggle(player, kind, point - point % FILES + (FILES - 1 - point % FILES));
                }
            }
        }
        image
    }
}

/// The name of a point: `a1` to `i10`.
pub fn point_name(point: usize) -> String {
    cell_name(point % FILES, point / FILES)
}

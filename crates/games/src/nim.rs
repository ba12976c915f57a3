//! Nim: heaps of counters; a move takes some from one heap, and the player who takes the last one wins.

use game::code::{Code, Width, of_pair, pair};
use game::grid::{parse_turn, words};
use game::key::{SECOND_TO_MOVE, to_move};
use game::scene::{Cell, Figures, Ground};
use game::view::Glyph;
use game::{
    About, Features, Game, Key, Listing, Machinery, Outcome, Player, Scene, Sharing, Sight, TextError,
    Tiling, View, Visitor,
};

/// Nim in the list.
pub const ABOUT: About = About {
    name: "nim",
    variants: "HEAPS, such as 3-4-5",
    summary: "take any number from one heap; the last taker wins",
    samples: &["nim:3-4-5", "nim:1", "nim:1-2-3-4-5-6", "nim:255-0-17"],
};

/// Opens heaps such as `3-4-5`, which are the usual ones.
pub fn open<V: Visitor>(variant: &str, visitor: V) -> Result<V::Output, TextError> {
    let heaps = parse_heaps(0, if variant.is_empty() { "3-4-5" } else { variant })?;
    Ok(visitor.visit(Nim::new(&heaps, Player::First)))
}

const MAX_HEAPS: usize = 16;

/// Reads heaps that begin at this character of a text.
fn parse_heaps(start: usize, text: &str) -> Result<Vec<u8>, TextError> {
    let (mut heaps, mut place) = (Vec::new(), start);
    for part in text.split('-') {
        let heap = part.parse().map_err(|_| {
            TextError::at(place, format!("a heap is a number from 0 to 255, not `{part}` (as in 3-4-5)"))
        })?;
        if heaps.len() == MAX_HEAPS {
            return Err(TextError::at(place, format!("there may be at most {MAX_HEAPS} heaps")));
        }
        heaps.push(heap);
        place += part.chars().count() + 1;
    }
    Ok(heaps)
}

/// Some counters of one heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Take {
    heap: u8,
    number: u8,
}

impl Code for Take {
    const WIDTH: Width = Width::Pair;

    #[inline]
    fn code(self) -> u32 {
        pair(self.heap, self.number)
    }

    #[inline]
    fn from_code(code: u32) -> Take {
        let (heap, number) = of_pair(code);
        Take { heap, number }
    }
}

/// A position: the heaps, in the order in which they were given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nim {
    /// The heaps behind the last one are empty.
    heaps: [u8; MAX_HEAPS],
    /// How many heaps there were at the start: they are written even when they are empty.
    length: u8,
    turn: Player,
    key: Key,
}

/// The Zobrist number of a heap of this size.
#[inline]
fn heap_key(heap: usize, size: u8) -> Key {
    Key::of((heap as u64) << 8 | u64::from(size))
}

impl Nim {
    /// A position with these heaps; those beyond the sixteenth are left out.
    pub fn new(sizes: &[u8], turn: Player) -> Nim {
        let length = sizes.len().min(MAX_HEAPS);
        let mut heaps = [0; MAX_HEAPS];
        heaps[..length].copy_from_slice(&sizes[..length]);
        // An empty heap at the end is written, so it distinguishes two states.
        let mut key = Key::of((length as u64) << 32) ^ to_move(turn);
        for (heap, &size) in heaps.iter().enumerate() {
            key ^= heap_key(heap, size);
        }
        Nim { heaps, length: length as u8, turn, key }
    }

    fn heaps_text(&self) -> String {
        let heaps = &self.heaps[..usize::from(self.length)];
        heaps.iter().map(u8::to_string).collect::<Vec<_>>().join("-")
    }
}

impl Game for Nim {
    type Move = Take;

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        (self.heaps == [0; MAX_HEAPS]).then(|| Outcome::Win(self.turn.other()))
    }

    #[inline]
    fn moves(&self, out: &mut Vec<Take>) {
        let mut list = Listing::new(out);
        for (heap, &size) in self.heaps[..usize::from(self.length)].iter().enumerate() {
            for number in (0..size).step_by(4) {
                let takes =
                    [1, 2, 3, 4].map(|more| Take { heap: heap as u8, number: number.wrapping_add(more) });
                list.push(takes, usize::from(size - number));
            }
        }
    }

    #[inline]
    fn play(&mut self, Take { heap, number }: Take) {
        let heap = usize::from(heap);
        let (before, after) = (self.heaps[heap], self.heaps[heap] - number);
        self.heaps[heap] = after;
        self.key ^= heap_key(heap, before) ^ heap_key(heap, after) ^ SECOND_TO_MOVE;
        self.turn = self.turn.other();
    }

    #[inline]
    fn key(&self) -> Key {
        self.key
    }

    /// One win is as clear as another: the end is always the same empty board.
    fn score(&self) -> f32 {
        self.outcome().map_or(0.0, |outcome| outcome.score(0.0))
    }

    /// One counter at a time.
    fn longest(&self) -> Option<u32> {
        Some(self.heaps.iter().map(|&size| u32::from(size)).sum())
    }

    /// The heaps and the side to move, such as `3-4-5 x`.
    fn position(&self) -> String {
        let side = if self.turn == Player::First { "x" } else { "o" };
        format!("{} {side}", self.heaps_text())
    }

    /// Any heaps will do: the rules do not depend on those of the start.
    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        let mut words = words(text);
        let (start, heaps) = words.next().ok_or_else(|| TextError::new("the position is empty"))?;
        let heaps = parse_heaps(start, &heaps)?;
        let turn = match words.next() {
            None => Player::First,
            Some((index, word)) => parse_turn(index, &word, ["x", "o"])?,
        };
        match words.next() {
            None => Ok(Nim::new(&heaps, turn)),
            Some((index, word)) => Err(TextError::at(index, format!("unexpected `{word}`"))),
        }
    }

    /// The number of the heap, from 1, and how many counters are taken: `2:3`.
    fn move_text(&self, Take { heap, number }: Take) -> String {
        format!("{}:{number}", heap + 1)
    }

    fn view(&self) -> View {
        let heaps = self.heaps[..usize::from(self.length)].iter().enumerate();
        View::text(
            heaps.map(|(heap, &size)| format!("{:>2}: {} ({size})", heap + 1, "|".repeat(usize::from(size)))),
        )
    }

    /// Each heap is a row of counters. A counter has the name of the move that takes it and all behind it.
    fn scene(&self) -> Scene {
        let mut scene = Scene::new(self.view(), &self.lattice()).with_figures(Figures::Counters);
        for (heap, &size) in self.heaps[..usize::from(self.length)].iter().enumerate() {
            let counter = |column: usize| Cell {
                name: format!("{}:{}", heap + 1, usize::from(size) - column),
                place: [column, heap],
                centre: [column as f32, heap as f32],
                glyph: Glyph::Neutral('|'),
                height: 0,
                ground: Ground::Plain,
            };
            scene.cells.extend((0..usize::from(size)).map(counter));
            scene.labels.push(((heap + 1).to_string(), [-0.85, heap as f32]));
        }
        scene.tiling = Some(Tiling::Points);
        scene
    }

    #[inline]
    fn count_moves(&self, _: &mut Vec<Take>) -> usize {
        self.heaps.iter().map(|&size| usize::from(size)).sum()
    }
}

impl Sight<Take> for Nim {
    /// The player to move may take what is there.
    fn mobility(&self) -> Option<[u32; 2]> {
        Some([self.heaps.iter().map(|&size| u32::from(size)).sum(); 2])
    }
}

impl Sharing for Nim {
    /// Taking one counter three times in a row reaches what taking three at once reaches.
    fn graded(&self) -> bool {
        false
    }
}

impl Features for Nim {
    /// The size of each heap, and the second player to move.
    fn feature_count(&self) -> usize {
        MAX_HEAPS * 256 + 1
    }

    fn features(&self, out: &mut Vec<u32>) {
        let heaps = self.heaps[..usize::from(self.length)].iter();
        out.extend((0..).zip(heaps).map(|(heap, &size)| heap * 256 + u32::from(size)));
        out.extend((self.turn == Player::Second).then_some(MAX_HEAPS as u32 * 256));
    }
}

impl Machinery for Nim {}

//! Keys of states, and the one source of pseudo-random numbers.

use crate::Player;
use crate::bits::Bits;

/// The 128-bit key of a state. Equal states have equal keys; a clash of different states is never expected
/// (at 10^10 states its probability is below 10^-18), and proofs are checked by the rules besides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub u128);

impl Key {
    /// The upper half, well mixed: where a table looks first.
    #[inline]
    pub fn high(self) -> u64 {
        (self.0 >> 64) as u64
    }

    /// The lower half, well mixed: independent of the upper one.
    #[inline]
    pub fn low(self) -> u64 {
        self.0 as u64
    }

    /// A key made from any 64-bit number, for games whose whole state fits into one.
    #[inline]
    pub const fn of(number: u64) -> Key {
        let high = mix(number ^ 0x6a09_e667_f3bc_c908);
        let low = mix(high ^ number.rotate_left(29) ^ 0xbb67_ae85_84ca_a73b);
        Key(((high as u128) << 64) | low as u128)
    }

    /// A key made from several words, for states that are cheaper to read than to keep a key of. The halves
    /// are two chains of bijections: words that make the one meet do not make the other.
    #[inline]
    pub fn of_words(words: impl IntoIterator<Item = u64>) -> Key {
        let (mut high, mut low) = (0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1);
        for word in words {
            high = mix(word.wrapping_add(high));
            low = mix(word.wrapping_mul(0x9fb2_1c65_1e98_df25) ^ low);
        }
        Key((u128::from(high) << 64) | u128::from(low))
    }

    /// One of two keys, the same one in whatever order they come: a key for mirror images. The lower halves
    /// decide, so that the upper ones, where a table looks first, stay evenly spread.
    #[inline]
    #[must_use]
    pub fn either(self, other: Key) -> Key {
        if (self.low(), self.high()) <= (other.low(), other.high()) { self } else { other }
    }
}

impl std::ops::BitXor for Key {
    type Output = Key;
    #[inline]
    fn bitxor(self, other: Key) -> Key {
        Key(self.0 ^ other.0)
    }
}

impl std::ops::BitXorAssign for Key {
    #[inline]
    fn bitxor_assign(&mut self, other: Key) {
        self.0 ^= other.0;
    }
}

/// A bijection of 64-bit numbers that changes half of the bits for every changed bit (SplitMix64's finaliser).
#[inline]
pub const fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Cells that the shared table of keys has room for: a 19x19 board and some padding.
pub const MAX_CELLS: usize = 400;

/// Zobrist numbers: `STONES[player][cell]`.
static STONES: [[Key; MAX_CELLS]; 2] = {
    let mut table = [[Key(0); MAX_CELLS]; 2];
    let mut i = 0;
    while i < 2 * MAX_CELLS {
        // Far from the small numbers that a game may make keys of.
        table[i / MAX_CELLS][i % MAX_CELLS] = Key::of(0x0057_04e5_0000_0000 + i as u64);
        i += 1;
    }
    table
};

/// The Zobrist number of a stone of `player` on `cell`. The key of a position is the exclusive or of its
/// stones, so that a move changes it by a few of them.
#[inline]
pub fn stone(player: Player, cell: usize) -> Key {
    STONES[player.index()][cell]
}

/// The key of all these stones of the two players.
pub fn stones<B: Bits>(stones: [B; 2]) -> Key {
    let mut key = Key::default();
    for player in Player::BOTH {
        stones[player.index()].cells().for_each(|cell| key ^= stone(player, cell));
    }
    key
}

/// The Zobrist number of "the second player is to move".
pub const SECOND_TO_MOVE: Key = Key::of(0x5ec0_0d70_30fe);

/// The part of a key that says whose turn it is.
#[inline]
pub fn to_move(player: Player) -> Key {
    match player {
        Player::First => Key::default(),
        Player::Second => SECOND_TO_MOVE,
    }
}

/// The same sequence of numbers for the same seed, on every machine and in every version (SplitMix64).
///
/// ```
/// let (mut one, mut other) = (game::Rng::new(7), game::Rng::new(7));
/// (0..5).for_each(|_| _ = one.next_u64());
/// other.skip(5);
/// assert_eq!(one.next_u64(), other.next_u64());
/// ```
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

    /// The sequence of this seed.
    pub fn new(seed: u64) -> Rng {
        Rng(mix(seed ^ Rng::STEP))
    }

    /// The next 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(Rng::STEP);
        mix(self.0)
    }

    /// Leaves out this number of numbers of the sequence.
    pub fn skip(&mut self, count: u64) {
        self.0 = self.0.wrapping_add(Rng::STEP.wrapping_mul(count));
    }

    /// A number below `n`, which must not be 0.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next_u64()) * n as u128) >> 64) as usize
    }

    /// One element of a slice that is not empty.
    #[inline]
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

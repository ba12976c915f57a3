//! Moves as numbers: what crosses the seam between the rules of one game and a search that serves all of them.

use std::fmt::Debug;
use std::hash::Hash;

/// A move that has a number. The numbers of different moves of a state differ, and are ordered like the moves.
///
/// Integers are their own numbers. A move of two bytes, such as a way from one cell to another, is a pair
/// ([`Width::Pair`]).
pub trait Code: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// How many bytes a tree needs to store it.
    const WIDTH: Width;

    /// The number of a move.
    fn code(self) -> u32;

    /// The move with this number, which was made by [`Code::code`].
    fn from_code(code: u32) -> Self;
}

/// How a tree stores the number of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// One byte.
    One,
    /// Two bytes.
    Two,
    /// Two bytes, which are the low bytes of the halves of the number.
    Pair,
    /// Four bytes.
    Four,
}

impl Width {
    /// How many bytes there are.
    #[inline]
    pub const fn bytes(self) -> usize {
        match self {
            Width::One => 1,
            Width::Two | Width::Pair => 2,
            Width::Four => 4,
        }
    }

    /// The bytes of a number, the lowest first. Those beyond [`Width::bytes`] are 0.
    #[inline]
    pub const fn pack(self, code: u32) -> [u8; 4] {
        match self {
            Width::Pair => (code & 0xff | code >> 8 & 0xff00).to_le_bytes(),
            _ => code.to_le_bytes(),
        }
    }

    /// The number that was packed into these bytes.
    #[inline]
    pub const fn unpack(self, bytes: &[u8]) -> u32 {
        match *bytes {
            [low] => low as u32,
            [low, high] if matches!(self, Width::Pair) => pair(high, low),
            [low, high] => u16::from_le_bytes([low, high]) as u32,
            [a, b, c, d] => u32::from_le_bytes([a, b, c, d]),
            _ => panic!("a move is stored in one, two or four bytes"),
        }
    }
}

/// The number of a move of two bytes.
#[inline]
pub const fn pair(first: u8, second: u8) -> u32 {
    (first as u32) << 16 | second as u32
}

/// The two bytes of such a number.
#[inline]
pub const fn of_pair(code: u32) -> (u8, u8) {
    ((code >> 16) as u8, code as u8)
}

macro_rules! integers {
    ($($integer:ty: $width:ident),*) => {$(
        impl Code for $integer {
            const WIDTH: Width = Width::$width;

            #[inline]
            fn code(self) -> u32 {
                u32::from(self)
            }

            #[inline]
            fn from_code(code: u32) -> Self {
                code as $integer
            }
        }
    )*};
}

integers!(u8: One, u16: Two, u32: Four);

impl Code for (u8, u8) {
    const WIDTH: Width = Width::Pair;

    #[inline]
    fn code(self) -> u32 {
        pair(self.0, self.1)
    }

    #[inline]
    fn from_code(code: u32) -> Self {
        of_pair(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_from_as_few_bytes_as_they_need() {
        fn check<M: Code>(moves: impl IntoIterator<Item = M>) {
            let mut last = None;
            for m in moves {
                let bytes = M::WIDTH.pack(m.code());
                assert!(bytes[M::WIDTH.bytes()..].iter().all(|&byte| byte == 0), "{m:?}");
                assert_eq!(M::from_code(M::WIDTH.unpack(&bytes[..M::WIDTH.bytes()])), m);
                assert!(last.replace(m.code()) < Some(m.code()), "numbers are ordered like moves");
            }
        }
        check(0..=u8::MAX);
        check(0..=u16::MAX);
        check([0, 1, 65_536, u32::MAX]);
        check((0..=u8::MAX).flat_map(|from| [0, 1, 7, u8::MAX].map(|to| (from, to))));
    }
}

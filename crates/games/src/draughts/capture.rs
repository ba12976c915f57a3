//! Captures: jumping on and on, over pieces that stay on the board until the end.

use game::bits::Bits;

use super::board::{Direction, Size};

/// A piece about to capture.
pub struct Jumper<S: Size> {
    /// Squares without a piece; the square that the piece came from is one of them.
    pub empty: S::Set,
    /// Enemy pieces. A piece is jumped once; jumped pieces still stand in the way.
    pub enemy: S::Set,
    /// Whether it is a king, which jumps from and to any distance.
    pub king: bool,
}

impl<S: Size> Jumper<S> {
    /// Calls `found` with the last square, the captured pieces and their number for each way to capture from
    /// `at` on that cannot be continued.
    pub fn jump(&self, at: S::Set, taken: S::Set, count: u32, found: &mut impl FnMut(S::Set, S::Set, u32)) {
        let mut last = true;
        for direction in Direction::ALL {
            let mut over = direction.step::<S>(at);
            while self.king && over.meets(self.empty) {
                over = direction.step::<S>(over);
            }
            if !over.meets(self.enemy & !taken) {
                continue;
            }
            let mut landing = direction.step::<S>(over);
            while landing.meets(self.empty) {
                last = false;
                self.jump(landing, taken | over, count + 1, found);
                if !self.king {
                    break;
                }
                landing = direction.step::<S>(landing);
            }
        }
        if last && count > 0 {
            found(at, taken, count);
        }
    }
}

/// A list of sets, kept in place unless there are unusually many of them.
#[derive(Debug)]
pub struct Sets<B> {
    few: [B; 24],
    more: Vec<B>,
    count: usize,
}

impl<B: Bits> Sets<B> {
    /// An empty list.
    pub fn new() -> Self {
        Sets { few: [B::EMPTY; 24], more: Vec::new(), count: 0 }
    }

    /// Empties the list.
    pub fn clear(&mut self) {
        self.more.clear();
        self.count = 0;
    }

    /// Appends a set.
    pub fn push(&mut self, set: B) {
        match self.few.get_mut(self.count) {
            Some(place) => *place = set,
            None => self.more.push(set),
        }
        self.count += 1;
    }

    /// The sets in the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = B> + '_ {
        self.few.iter().take(self.count).chain(&self.more).copied()
    }
}

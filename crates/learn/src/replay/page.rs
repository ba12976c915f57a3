//! Memory of one size for states of any size.

/// Numbers on a page, 1 MiB of them: room for any state, even with all 2^16 features on.
const SIZE: usize = 1 << 19;

/// Numbers that a state takes besides its features: two for where they end, two for its target.
const ENTRY: usize = 4;

/// States on a piece of memory that is as large as any other piece. Features are written from the front, one state
/// behind the other, entries from the back, and the page is full when they meet.
pub struct Page {
    numbers: Box<[u16]>,
    len: usize,
}

impl Page {
    /// An empty page.
    pub fn new() -> Page {
        Page { numbers: vec![0; SIZE].into_boxed_slice(), len: 0 }
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a state, or does not if there is no room.
    pub fn push(&mut self, features: &[u16], target: f32) -> bool {
        let start = self.start(self.len);
        let end = start + features.len();
        let entry = SIZE - ENTRY * (self.len + 1);
        if end > entry {
            return false;
        }
        self.numbers[start..end].copy_from_slice(features);
        let entry = &mut self.numbers[entry..entry + ENTRY];
        entry.copy_from_slice(&halves(end as u32, target.to_bits()));
        self.len += 1;
        true
    }

    /// The features that are on in a state, and what it is worth.
    pub fn state(&self, index: usize) -> (&[u16], f32) {
        let (end, target) = self.entry(index);
        (&self.numbers[self.start(index)..end], target)
    }

    /// All of them.
    pub fn states(&self) -> impl Iterator<Item = (&[u16], f32)> {
        (0..self.len).map(|index| self.state(index))
    }

    /// Where the features of a state begin, or will.
    fn start(&self, index: usize) -> usize {
        if index == 0 { 0 } else { self.entry(index - 1).0 }
    }

    fn entry(&self, index: usize) -> (usize, f32) {
        let place = SIZE - ENTRY * (index + 1);
        let [end, target] = [place, place + 2]
            .map(|place| u32::from(self.numbers[place]) | u32::from(self.numbers[place + 1]) << 16);
        (end as usize, f32::from_bits(target))
    }
}

/// Both numbers, the lower half of each first.
fn halves(end: u32, target: u32) -> [u16; ENTRY] {
    [end as u16, (end >> 16) as u16, target as u16, (target >> 16) as u16]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_of_any_size_are_read_as_written_until_the_page_is_full() {
        let states: Vec<Vec<u16>> = (0..20_000_u32)
            .map(|number| (0..number % 91).map(|feature| (number * 31 + feature) as u16).collect())
            .collect();
        let target = |index: usize| index as f32 / -7.0;
        let mut page = Page::new();
        for _ in 0..2 {
            page.clear();
            let fit = (0..states.len()).take_while(|&index| page.push(&states[index], target(index))).count();
            let taken: usize = states[..fit].iter().map(|features| features.len() + ENTRY).sum();
            assert!(taken <= SIZE && taken + states[fit].len() + ENTRY > SIZE, "{taken} of {SIZE}");
            assert_eq!(page.len(), fit);
            (0..fit).for_each(|index| assert_eq!(page.state(index), (&states[index][..], target(index))));
        }
    }

    #[test]
    fn the_largest_state_fits() {
        let all: Vec<u16> = (0..=u16::MAX).collect();
        assert!(Page::new().push(&all, 1.0));
    }
}

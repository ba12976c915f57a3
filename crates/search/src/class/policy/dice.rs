//! Random numbers that a checkpoint can hold.

use std::io::{self, Read, Write};

use game::Rng;

use crate::bytes::Bytes;

/// The random numbers of a policy. [`Dice::save`] and [`Dice::load`] are what its own `save` and `load` need to call.
#[derive(Clone, Debug)]
pub struct Dice {
    rng: Rng,
    /// How many numbers have been drawn so far.
    drawn: u64,
}

impl Dice {
    /// The same seed gives the same numbers.
    pub fn new(seed: u64) -> Dice {
        Dice { rng: Rng::new(seed), drawn: 0 }
    }

    /// A number below `n`, which must not be 0.
    pub fn below(&mut self, n: usize) -> usize {
        self.drawn += 1;
        self.rng.below(n)
    }

    /// One element of a slice that is not empty.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// `true` with this probability: never with 0, always with 1.
    pub fn chance(&mut self, probability: f64) -> bool {
        const NUMBERS: usize = 1 << 53;
        (self.below(NUMBERS) as f64) < probability * NUMBERS as f64
    }

    /// Writes how far the sequence has come.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.drawn.write(out)
    }

    /// Goes to the place in the sequence that [`Dice::save`] wrote.
    pub fn load(&mut self, saved: &mut dyn Read) -> io::Result<()> {
        let drawn = u64::read(saved)?;
        self.rng.skip(drawn.wrapping_sub(self.drawn));
        self.drawn = drawn;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_as_likely_as_they_say() {
        let mut dice = Dice::new(1);
        for (probability, range) in [(0.0, 0..=0), (0.25, 2300..=2700), (1.0, 10_000..=10_000)] {
            let hits = (0..10_000).filter(|_| dice.chance(probability)).count();
            assert!(range.contains(&hits), "{probability}: {hits}");
        }
    }

    #[test]
    fn the_sequence_goes_on_where_it_was_saved() {
        let (mut whole, mut saved) = (Dice::new(7), Vec::new());
        let first: Vec<usize> = (0..5).map(|_| whole.below(1000)).collect();
        whole.save(&mut saved).unwrap();
        let mut other = Dice::new(7);
        assert_eq!(first, (0..5).map(|_| other.below(1000)).collect::<Vec<_>>());
        other.chance(0.5);
        other.load(&mut saved.as_slice()).unwrap();
        assert_eq!(whole.below(1 << 40), other.below(1 << 40));
    }
}

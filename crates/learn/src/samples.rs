//! States to learn from: the features that are on, and what the state is worth.

use std::io::{self, Read, Write};

use game::Game;

/// A list of states with their targets, one behind the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples {
    features: Vec<u16>,
    /// Where the features of each state end.
    ends: Vec<u32>,
    targets: Vec<f32>,
}

impl Samples {
    /// How many states there are.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// Forgets all of them and keeps the memory.
    pub fn clear(&mut self) {
        self.features.clear();
        self.ends.clear();
        self.targets.clear();
    }

    /// The features that are on in a state.
    #[inline]
    pub fn features(&self, index: usize) -> &[u16] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.features[start as usize..self.ends[index] as usize]
    }

    /// What a state is worth.
    #[inline]
    pub fn target(&self, index: usize) -> f32 {
        self.targets[index]
    }

    /// Adds a state.
    pub fn push(&mut self, features: &[u16], target: f32) {
        self.features.extend_from_slice(features);
        self.end(target);
    }

    /// Adds a state of a game. `buffer` is scratch space.
    pub fn push_state<G: Game>(&mut self, state: &G, target: f32, buffer: &mut Vec<u32>) {
        buffer.clear();
        state.features(buffer);
        self.features.extend(buffer.iter().map(|&feature| feature as u16));
        self.end(target);
    }

    fn end(&mut self, target: f32) {
        let end = u32::try_from(self.features.len()).expect("a list of samples stays below 2^32 features");
        self.ends.push(end);
        self.targets.push(target);
    }

    /// Bytes that they need.
    pub fn bytes(&self) -> usize {
        2 * self.features.len() + 4 * self.ends.len() + 4 * self.targets.len()
    }

    /// Writes all of them.
    pub fn save(&self, out: &mut impl Write) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(self.bytes() + 16);
        bytes.extend((self.features.len() as u64).to_le_bytes());
        bytes.extend((self.len() as u64).to_le_bytes());
        bytes.extend(self.features.iter().flat_map(|feature| feature.to_le_bytes()));
        bytes.extend(self.ends.iter().flat_map(|end| end.to_le_bytes()));
        bytes.extend(self.targets.iter().flat_map(|target| target.to_le_bytes()));
        out.write_all(&bytes)
    }

    /// Reads what was written.
    pub fn load(from: &mut impl Read) -> io::Result<Samples> {
        let mut numbers = [[0; 8]; 2];
        numbers.iter_mut().try_for_each(|number| from.read_exact(number))?;
        let [features, states] = numbers.map(u64::from_le_bytes);
        let samples = Samples {
            features: read_all(from, features, u16::from_le_bytes)?,
            ends: read_all(from, states, u32::from_le_bytes)?,
            targets: read_all(from, states, f32::from_le_bytes)?,
        };
        let ends_fit = samples.ends.last().map_or(0, |&end| u64::from(end)) == features;
        if ends_fit && samples.ends.is_sorted() {
            Ok(samples)
        } else {
            Err(io::ErrorKind::InvalidData.into())
        }
    }
}

/// Reads this number of numbers. A count that is too large meets the end of the file, not the end of the memory.
pub(crate) fn read_all<const N: usize, T>(
    from: &mut impl Read,
    count: u64,
    number: impl Fn([u8; N]) -> T,
) -> io::Result<Vec<T>> {
    let bytes = count.checked_mul(N as u64).ok_or(io::ErrorKind::InvalidData)?;
    let mut buffer = Vec::new();
    if from.take(bytes).read_to_end(&mut buffer)? as u64 != bytes {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(buffer.as_chunks::<N>().0.iter().map(|bytes| number(*bytes)).collect())
}

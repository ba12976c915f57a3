//! Experience replay: the states of the last games, drawn again and again.

use std::collections::VecDeque;
use std::io::{self, Read, Write};

use game::Rng;
use serde::{Deserialize, Serialize};

use crate::samples::Samples;

/// How much is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReplayOptions {
    /// The last so many games.
    pub games: usize,
    /// Fewer if their states need more bytes.
    pub bytes: usize,
    /// How often a state is drawn on average: so many samples are trained for each new state.
    pub uses: u32,
}

impl Default for ReplayOptions {
    fn default() -> Self {
        ReplayOptions { games: 400, bytes: 256 << 20, uses: 2 }
    }
}

/// The window of the last games.
#[derive(Debug)]
pub struct Replay {
    options: ReplayOptions,
    games: VecDeque<Samples>,
    states: usize,
    bytes: usize,
}

impl Replay {
    /// An empty window.
    pub fn new(options: ReplayOptions) -> Replay {
        Replay { options, games: VecDeque::new(), states: 0, bytes: 0 }
    }

    /// Takes a game in, and lets the oldest ones go where there is no room. The last one always stays.
    pub fn push(&mut self, game: Samples) {
        self.states += game.len();
        self.bytes += game.bytes();
        self.games.push_back(game);
        while self.games.len() > 1
            && (self.games.len() > self.options.games || self.bytes > self.options.bytes)
        {
            let oldest = self.games.pop_front().expect("there is more than one");
            self.states -= oldest.len();
            self.bytes -= oldest.bytes();
        }
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.states
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.states == 0
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Draws so many states, each as likely as any other, into `batch`.
    pub fn draw(&self, count: usize, rng: &mut Rng, batch: &mut Samples) {
        batch.clear();
        if self.is_empty() {
            return;
        }
        // Sorted, the places are found on one way through the games.
        let mut places: Vec<usize> = (0..count).map(|_| rng.below(self.states)).collect();
        places.sort_unstable();
        let (mut games, mut before) = (self.games.iter(), 0);
        let mut game = games.next();
        for place in places {
            while let Some(samples) = game {
                if place < before + samples.len() {
                    batch.push(samples.features(place - before), samples.target(place - before));
                    break;
                }
                before += samples.len();
                game = games.next();
            }
        }
    }

    /// Writes the newest games, at most so many bytes of them.
    pub fn save(&self, most_bytes: usize, out: &mut impl Write) -> io::Result<()> {
        let mut bytes = 0;
        let fits = |samples: &&Samples| {
            bytes += samples.bytes();
            bytes <= most_bytes
        };
        let newest = self.games.iter().rev().take_while(fits).count();
        out.write_all(&(newest as u64).to_le_bytes())?;
        self.games.range(self.games.len() - newest..).try_for_each(|samples| samples.save(out))
    }

    /// Reads what was written.
    pub fn load(options: ReplayOptions, from: &mut impl Read) -> io::Result<Replay> {
        let mut replay = Replay::new(options);
        let mut count = [0; 8];
        from.read_exact(&mut count)?;
        for _ in 0..u64::from_le_bytes(count) {
            replay.push(Samples::load(from)?);
        }
        Ok(replay)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u16, states: usize) -> Samples {
        let mut samples = Samples::default();
        (0..states).for_each(|_| samples.push(&[number, number + 1], f32::from(number)));
        samples.shrink();
        samples
    }

    #[test]
    fn the_oldest_games_go_first() {
        let mut replay = Replay::new(ReplayOptions { games: 3, ..ReplayOptions::default() });
        (0..5).for_each(|number| replay.push(game(number, 10)));
        assert_eq!(replay.len(), 30);
        let mut batch = Samples::default();
        replay.draw(1000, &mut Rng::new(1), &mut batch);
        assert_eq!(batch.len(), 1000);
        for number in 0..5_u16 {
            let drawn = (0..1000).filter(|&index| batch.target(index) == f32::from(number)).count();
            assert_eq!(drawn > 250, number >= 2, "{number}: {drawn}");
        }
        let one = game(0, 1000);
        let mut replay = Replay::new(ReplayOptions { bytes: 2 * one.bytes(), ..ReplayOptions::default() });
        (0..5).for_each(|number| replay.push(game(number, 1000)));
        assert_eq!((replay.len(), replay.bytes()), (2000, 2 * one.bytes()));
    }

    #[test]
    fn what_is_saved_is_drawn_again() {
        let mut replay = Replay::new(ReplayOptions::default());
        (0..5).for_each(|number| replay.push(game(number, 7)));
        for (most, states) in [(usize::MAX, 35), (2 * game(0, 7).bytes(), 14), (0, 0)] {
            let mut bytes = Vec::new();
            replay.save(most, &mut bytes).unwrap();
            let loaded = Replay::load(ReplayOptions::default(), &mut &bytes[..]).unwrap();
            assert_eq!(loaded.len(), states);
            assert!(Replay::load(ReplayOptions::default(), &mut &bytes[1..]).is_err() || states == 0);
        }
    }
}

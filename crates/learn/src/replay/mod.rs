//! Experience replay: the states of the last games, drawn again and again.

mod page;

use std::collections::VecDeque;
use std::io::{self, Read, Write};

use game::Rng;
use serde::{Deserialize, Serialize};

use crate::samples::Samples;
use page::Page;

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
    /// Whether every game is as likely as any other, rather than every state: long games then count no more than
    /// short ones.
    #[serde(skip_serializing_if = "is_false")]
    pub stratified: bool,
}

/// What is as usual is not written: files of builds that do not know it stay as they were.
fn is_false(flag: &bool) -> bool {
    !flag
}

impl Default for ReplayOptions {
    fn default() -> Self {
        ReplayOptions { games: 400, bytes: 256 << 20, uses: 2, stratified: false }
    }
}

/// The window of the last games.
///
/// Games are longer and shorter, and memory that is given back and asked for in pieces of all sizes falls apart in
/// the course of hours. So their states lie on pages, and a page that is free again takes the next states.
pub struct Replay {
    options: ReplayOptions,
    /// The games, the oldest first. Their states lie on the pages in this order.
    games: VecDeque<Kept>,
    pages: VecDeque<Page>,
    /// So many states at the beginning of the first page belong to games that are gone.
    gone: usize,
    /// Pages that nothing lies on.
    free: Vec<Page>,
    states: usize,
    bytes: usize,
}

/// How large a game of the window is.
struct Kept {
    states: usize,
    bytes: usize,
}

impl Replay {
    /// An empty window.
    pub fn new(options: ReplayOptions) -> Replay {
        let (games, pages, free) = (VecDeque::new(), VecDeque::new(), Vec::new());
        Replay { options, games, pages, gone: 0, free, states: 0, bytes: 0 }
    }

    /// Takes a game in, after the oldest ones have made room for it.
    pub fn push(&mut self, game: &Samples) {
        while self.games.len() >= self.options.games.max(1) || self.bytes + game.bytes() > self.options.bytes
        {
            let Some(oldest) = self.games.pop_front() else { break };
            self.states -= oldest.states;
            self.bytes -= oldest.bytes;
            self.gone += oldest.states;
            self.free_pages();
        }
        for index in 0..game.len() {
            self.push_state(game.features(index), game.target(index));
        }
        self.states += game.len();
        self.bytes += game.bytes();
        self.games.push_back(Kept { states: game.len(), bytes: game.bytes() });
    }

    fn push_state(&mut self, features: &[u16], target: f32) {
        if self.pages.back_mut().is_some_and(|page| page.push(features, target)) {
            return;
        }
        let mut page = self.free.pop().unwrap_or_else(Page::new);
        assert!(page.push(features, target), "an empty page has room for any state");
        self.pages.push_back(page);
    }

    /// Frees the first pages as far as all their states are gone.
    fn free_pages(&mut self) {
        while self.pages.front().is_some_and(|page| page.len() <= self.gone) {
            let mut page = self.pages.pop_front().expect("there is a first one");
            self.gone -= page.len();
            page.clear();
            self.free.push(page);
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

    /// Bytes that the states need.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The place of a state that is drawn, see [`ReplayOptions::stratified`].
    fn place(&self, starts: &[usize], rng: &mut Rng) -> usize {
        if !self.options.stratified {
            return rng.below(self.states);
        }
        loop {
            let game = rng.below(starts.len());
            let states = self.games[game].states;
            if states > 0 {
                return starts[game] + rng.below(states);
            }
        }
    }

    /// Draws so many states into `batch`.
    pub fn draw(&self, count: usize, rng: &mut Rng, batch: &mut Samples) {
        batch.clear();
        if self.is_empty() {
            return;
        }
        // Sorted, the places are found on one way through the pages.
        let starts: Vec<usize> =
            self.games.iter().scan(0, |end, game| Some(std::mem::replace(end, *end + game.states))).collect();
        let mut places: Vec<usize> = (0..count).map(|_| self.gone + self.place(&starts, rng)).collect();
        places.sort_unstable();
        let (mut pages, mut before) = (self.pages.iter(), 0);
        let mut page = pages.next();
        for place in places {
            while let Some(states) = page {
                if place < before + states.len() {
                    let (features, target) = states.state(place - before);
                    batch.push(features, target);
                    break;
                }
                before += states.len();
                page = pages.next();
            }
        }
    }

    /// Writes the whole window, game by game.
    pub fn save(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&(self.games.len() as u64).to_le_bytes())?;
        let mut states = self.pages.iter().flat_map(Page::states).skip(self.gone);
        let mut samples = Samples::default();
        for game in &self.games {
            samples.clear();
            states.by_ref().take(game.states).for_each(|(features, target)| samples.push(features, target));
            samples.save(out)?;
        }
        Ok(())
    }

    /// Reads what was written.
    pub fn load(options: ReplayOptions, from: &mut impl Read) -> io::Result<Replay> {
        let mut replay = Replay::new(options);
        let mut count = [0; 8];
        from.read_exact(&mut count)?;
        for _ in 0..u64::from_le_bytes(count) {
            replay.push(&Samples::load(from)?);
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
        samples
    }

    #[test]
    fn the_oldest_games_go_first() {
        let mut replay = Replay::new(ReplayOptions { games: 3, ..ReplayOptions::default() });
        (0..5).for_each(|number| replay.push(&game(number, 10)));
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
        (0..5).for_each(|number| replay.push(&game(number, 1000)));
        assert_eq!((replay.len(), replay.bytes()), (2000, 2 * one.bytes()));
    }

    #[test]
    fn long_games_count_no_more_than_short_ones_if_asked() {
        let mut replay = Replay::new(ReplayOptions { stratified: true, ..ReplayOptions::default() });
        replay.push(&game(0, 1000));
        replay.push(&game(1, 0));
        replay.push(&game(2, 10));
        let mut batch = Samples::default();
        replay.draw(1000, &mut Rng::new(1), &mut batch);
        let of_the_long_one = (0..1000).filter(|&index| batch.target(index) == 0.0).count();
        assert!((450..550).contains(&of_the_long_one), "{of_the_long_one}");
    }

    #[test]
    fn what_is_saved_is_drawn_again() {
        let mut replay = Replay::new(ReplayOptions::default());
        (0..5).for_each(|number| replay.push(&game(number, 7)));
        let mut bytes = Vec::new();
        replay.save(&mut bytes).unwrap();
        let loaded = Replay::load(ReplayOptions::default(), &mut &bytes[..]).unwrap();
        assert_eq!(loaded.len(), 35);
        assert!(Replay::load(ReplayOptions::default(), &mut &bytes[1..]).is_err());
    }

    /// A learner that is resumed draws what an uninterrupted one draws, however large its window is.
    #[test]
    fn a_large_window_is_saved_as_a_whole() {
        let options = ReplayOptions { bytes: 100 << 20, ..ReplayOptions::default() };
        let mut replay = Replay::new(options);
        // So many that the oldest ones are gone.
        (0..40).for_each(|number| replay.push(&game(number, 300_000)));
        assert!(replay.bytes() > 90 << 20 && replay.gone > 0, "{}", replay.bytes());
        let mut bytes = Vec::new();
        replay.save(&mut bytes).unwrap();
        let mut loaded = Replay::load(options, &mut &bytes[..]).unwrap();
        assert_eq!((loaded.len(), loaded.bytes()), (replay.len(), replay.bytes()));
        let mut drawn = [Samples::default(), Samples::default()];
        for seed in 0..20 {
            replay.draw(5_000, &mut Rng::new(seed), &mut drawn[0]);
            loaded.draw(5_000, &mut Rng::new(seed), &mut drawn[1]);
            assert!(drawn[0] == drawn[1], "seed {seed}");
            let next = game(40 + seed as u16, 20_000 * seed as usize);
            for window in [&mut replay, &mut loaded] {
                window.push(&next);
            }
        }
    }

    #[test]
    fn a_window_that_moves_on_needs_no_new_pages() {
        let mut rng = Rng::new(3);
        let mut replay = Replay::new(ReplayOptions { games: 4, ..ReplayOptions::default() });
        let mut last = VecDeque::new();
        let mut most_pages = 0;
        for number in 0..100 {
            let played = game(number, if number < 5 { 200_000 } else { rng.below(200_000) });
            replay.push(&played);
            last.push_back(played);
            last.drain(..last.len().saturating_sub(4));
            most_pages = most_pages.max(if number < 5 { replay.pages.len() } else { 0 });
            assert!(replay.pages.len() + replay.free.len() <= most_pages, "after {number}");
            assert_eq!(replay.len(), last.iter().map(Samples::len).sum::<usize>());
            let mut saved = Vec::new();
            replay.save(&mut saved).unwrap();
            let mut expected = 4_u64.min(u64::from(number) + 1).to_le_bytes().to_vec();
            last.iter().for_each(|samples| samples.save(&mut expected).unwrap());
            assert!(saved == expected, "after {number}");
        }
    }
}

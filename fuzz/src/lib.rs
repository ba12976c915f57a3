//! What an input means to both targets: its first byte chooses a game, the rest is text.

use std::borrow::Cow;

/// The samples of all games in the list.
pub fn samples() -> Vec<&'static str> {
    games::LIST.iter().flat_map(|about| about.samples).copied().collect()
}

/// The sample and the text of an input; nothing if it is empty.
pub fn read(input: &[u8]) -> Option<(&'static str, Cow<'_, str>)> {
    let (&first, text) = input.split_first()?;
    let samples = samples();
    Some((samples[usize::from(first) % samples.len()], String::from_utf8_lossy(text)))
}

/// The input that means this; nothing if there is no such game in the list. A variant that is no sample
/// becomes one of the same game.
pub fn write(game: &str, text: &str) -> Option<Vec<u8>> {
    let samples = samples();
    let same_game = |sample: &&str| game::split_name(sample).0 == game::split_name(game).0;
    let index = samples.iter().position(|sample| *sample == game).or(samples.iter().position(same_game))?;
    let first = u8::try_from(index).expect("there are fewer samples than bytes");
    Some([&[first], text.as_bytes()].concat())
}

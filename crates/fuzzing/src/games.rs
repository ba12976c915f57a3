//! Texts of games: names, positions, moves, and explicit games.

use std::borrow::Cow;

use ::games::graph::Graph;
use engine::Registry;
use game::laws::{check_moves_text, check_position_text};
use game::{Game, Rng};

/// The samples of all games in the list.
pub fn samples() -> Vec<&'static str> {
    ::games::LIST.iter().flat_map(|about| about.samples).copied().collect()
}

/// The sample and the text of an input: its first byte chooses the sample. Nothing if it is empty.
fn read(input: &[u8]) -> Option<(&'static str, Cow<'_, str>)> {
    let (&first, text) = input.split_first()?;
    let samples = samples();
    Some((samples[usize::from(first) % samples.len()], String::from_utf8_lossy(text)))
}

/// Any text as a position: it is refused, or it obeys the laws and can be played on.
pub fn positions(input: &[u8]) -> bool {
    let Some((sample, text)) = read(input) else { return false };
    let start = ::games::start(sample).expect("a sample can be opened");
    let read = check_position_text(&start, &text, &mut Rng::new(text.len() as u64));
    read.unwrap_or_else(|broken| panic!("{sample}: {broken}"));
    start.parse_position(&text).is_ok()
}

/// Any text as moves from the start: it is refused, or all that is read is legal.
pub fn moves(input: &[u8]) -> bool {
    let Some((sample, text)) = read(input) else { return false };
    let start = ::games::start(sample).expect("a sample can be opened");
    check_moves_text(&start, &text).unwrap_or_else(|broken| panic!("{sample}: {broken}"));
    Registry::standard().open(sample).is_ok_and(|start| start.replay(&text).is_ok())
}

/// Any text as the name of a game: it is refused, or the game has one name that means the same, and begins.
pub fn names(input: &[u8]) -> bool {
    let text = String::from_utf8_lossy(input);
    // Files are not read here.
    if text.starts_with("graph") {
        return false;
    }
    let Ok(start) = ::games::start(&text) else { return false };
    let name = ::games::canonical(&text).expect("what can be opened has a name");
    let same = ::games::start(&name).expect("a canonical name can be opened");
    assert!(same == start, "`{text}` is called {name}, which is another game");
    assert_eq!(::games::canonical(&name).expect("it can be opened"), name, "`{text}`");
    let mut moves = Vec::new();
    start.moves(&mut moves);
    assert!(moves.is_empty() == start.outcome().is_some(), "`{text}`");
    true
}

/// Any text as an explicit game: it is refused, or it obeys the laws.
pub fn graphs(input: &[u8]) -> bool {
    let Ok(graph) = Graph::from_json(&String::from_utf8_lossy(input)) else { return false };
    let start = graph.start();
    for position in ["0", "1", "2"] {
        check_position_text(&start, position, &mut Rng::new(1)).unwrap_or_else(|broken| panic!("{broken}"));
    }
    true
}

//! Counts and games of independent programs, one file a game in `data/perft` and `data/games`.

use std::path::Path;

use game::perft::Unit;
use game::{Game, Outcome, Visitor};
use serde::Deserialize;

/// Counts above this many lines are left out: they take too long for a test.
const MOST_NODES: u64 = 10_000_000;

/// How to come to a state: from the start or from `position`, by `moves`.
#[derive(Deserialize)]
struct Line {
    game: String,
    position: Option<String>,
    #[serde(default)]
    moves: String,
}

/// One line of a file in `data/perft`.
#[derive(Deserialize)]
struct Count {
    #[serde(flatten)]
    line: Line,
    depth: u32,
    nodes: u64,
    /// The position after the moves.
    reached: Option<String>,
}

/// One line of a file in `data/games`.
#[derive(Deserialize)]
struct Record {
    #[serde(flatten)]
    line: Line,
    /// How many legal moves there are before each move.
    counts: Vec<usize>,
    result: Option<String>,
    #[serde(rename = "final")]
    end: Option<String>,
}

impl Line {
    /// Plays the line, and returns its end with the number of legal moves before each move.
    fn play<G: Game>(&self, start: &G) -> (G, Vec<usize>) {
        let mut state = match &self.position {
            Some(text) => start.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}")),
            None => start.clone(),
        };
        let (mut counts, mut buffer) = (Vec::new(), Vec::new());
        for text in self.moves.split_whitespace() {
            counts.push(state.count_moves(&mut buffer));
            let m = state.parse_move(text).unwrap_or_else(|error| panic!("{}: {error}", state.position()));
            state.play(m);
        }
        (state, counts)
    }
}

/// Both texts must stand for the same state; counters of plies that a text may have do not belong to it.
fn expect_state<G: Game>(state: &G, text: &str) {
    let read = state.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert!(read == *state, "the record says\n{text}\nnot\n{}", state.position());
}

impl Visitor for &Count {
    type Output = ();
    fn visit<G: Game>(self, start: G) {
        let (state, _) = self.line.play(&start);
        if let Some(text) = &self.reached {
            expect_state(&state, text);
        }
        let nodes = state.perft(self.depth, Unit::Decision);
        assert_eq!(
            nodes,
            self.nodes,
            "{} lines of {} plies from {}",
            self.line.game,
            self.depth,
            state.position()
        );
    }
}

impl Visitor for &Record {
    type Output = ();
    fn visit<G: Game>(self, start: G) {
        let (state, counts) = self.line.play(&start);
        assert_eq!(counts, self.counts, "{}: {}", self.line.game, self.line.moves);
        let result = state.outcome().map(Outcome::result);
        assert_eq!(result, self.result.as_deref(), "{}: {}", self.line.game, self.line.moves);
        if let Some(text) = &self.end {
            expect_state(&state, text);
        }
    }
}

/// All records in a folder of the test data.
fn read<T: for<'a> Deserialize<'a>>(folder: &str) -> Vec<T> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(folder);
    let mut files: Vec<_> = folder
        .read_dir()
        .expect("the folder exists")
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    files.sort();
    let mut records = Vec::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "jsonl")) {
        for (index, line) in std::fs::read_to_string(file).expect("the file is text").lines().enumerate() {
            let record = serde_json::from_str(line);
            records.push(record.unwrap_or_else(|error| panic!("{}:{}: {error}", file.display(), index + 1)));
        }
    }
    records
}

#[test]
fn counts_are_those_of_other_programs() {
    let mut checked = 0;
    for count in read::<Count>("perft").iter().filter(|count| count.nodes <= MOST_NODES) {
        games::open(&count.line.game, count).unwrap_or_else(|error| panic!("{error}"));
        checked += 1;
    }
    println!("{checked} counts checked");
    assert!(checked > 0);
}

#[test]
fn games_replay_as_in_other_programs() {
    let records = read::<Record>("games");
    for record in &records {
        games::open(&record.line.game, record).unwrap_or_else(|error| panic!("{error}"));
    }
    println!("{} games replayed", records.len());
    assert!(!records.is_empty());
}

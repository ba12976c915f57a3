//! Counts and games of independent programs, one file a game in `data/perft` and `data/games`.

use std::time::Instant;

use game::perft::Unit;
use game::{AnyState, Game, Outcome};
use serde::Deserialize;

use crate::cores;
use crate::recorded::{Line, read};

/// Counts above this many lines are left out: they take too long for a test.
const MAX_NODES: u64 = 10_000_000;

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
    /// How many legal decisions there are before each decision ...
    counts: Option<Vec<usize>>,
    /// ... or how many whole turns before each turn.
    turn_counts: Option<Vec<u64>>,
    result: Option<String>,
    #[serde(rename = "final")]
    end: Option<String>,
}

/// Games whose records count whole turns of several decisions.
const IN_TURNS: [&str; 3] = ["amazons", "arimaa", "connect6"];

impl Line {
    /// Plays the line. `before` sees every state in which a decision is taken, and whether a turn begins.
    fn play<G: Game>(&self, start: &G, mut before: impl FnMut(&G, bool)) -> G {
        self.play_with(start, |_| {}, &mut before)
    }

    /// Plays the line by the rules of the board alone, as a count wants it.
    fn play_on_the_board<G: Game>(&self, start: &G) -> G {
        self.play_with(start, G::forget_past, &mut |_, _| {})
    }

    fn play_with<G: Game>(&self, start: &G, prepare: impl Fn(&mut G), before: &mut dyn FnMut(&G, bool)) -> G {
        let mut state = match &self.position {
            Some(text) => start.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}")),
            None => start.clone(),
        };
        let words: Vec<&str> = self.moves.split_whitespace().collect();
        let (mut next, mut decisions, mut last) = (0, Vec::new(), None);
        while next < words.len() {
            prepare(&mut state);
            decisions.clear();
            next += state
                .parse_next(&words[next..], &mut decisions)
                .unwrap_or_else(|error| panic!("{}: {error}", state.position()));
            for &m in &decisions {
                let turn_begins = last != Some(state.turn());
                last = Some(state.turn());
                before(&state, turn_begins);
                state.play(m);
            }
        }
        state
    }
}

/// Both texts must show the same position. A past and counters that only one of them has do not matter.
fn expect_position<G: Game>(state: &G, text: &str) {
    let read = state.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let same = read.view().rows == state.view().rows && read.turn() == state.turn();
    assert!(same, "the record says\n{text}\nnot\n{}", state.position());
}

impl Count {
    fn visit(&self, start: AnyState) {
        let state = self.line.play_on_the_board(&start);
        if let Some(text) = &self.reached {
            expect_position(&state, text);
        }
        let unit = if IN_TURNS.contains(&self.line.game.as_str()) { Unit::Turn } else { Unit::Decision };
        let nodes = state.perft(self.depth, unit);
        let (game, depth) = (&self.line.game, self.depth);
        assert_eq!(nodes, self.nodes, "{game}: lines of length {depth} from {}", state.position());
    }
}

impl Record {
    fn visit(&self, start: AnyState) {
        let name = format!("{}: {}", self.line.game, self.line.moves);
        let (mut counts, mut turn_counts, mut buffer) = (Vec::new(), Vec::new(), Vec::new());
        let state = self.line.play(&start, |state, turn_begins| {
            counts.push(state.count_moves(&mut buffer));
            if turn_begins && self.turn_counts.is_some() {
                turn_counts.push(state.perft(1, Unit::Turn));
            }
        });
        assert!(self.counts.as_ref().is_none_or(|expected| counts == *expected), "{name}: {counts:?}");
        if let Some(expected) = &self.turn_counts {
            assert_eq!(turn_counts, *expected, "{name}");
        }
        assert_eq!(state.outcome().map(Outcome::result), self.result.as_deref(), "{name}");
        if let Some(text) = &self.end {
            expect_position(&state, text);
        }
    }
}

#[test]
fn counts_are_those_of_other_programs() {
    let mut checked = 0;
    for count in read::<Count>("perft").iter().filter(|count| count.nodes <= MAX_NODES) {
        games::start(&count.line.game)
            .map(|start| count.visit(start))
            .unwrap_or_else(|error| panic!("{error}"));
        checked += 1;
    }
    assert!(checked > 100, "only {checked} counts were found");
}

/// The counts that [`counts_are_those_of_other_programs`] leaves out.
#[test]
#[ignore = "takes minutes; run it with --nocapture after a change of the rules"]
fn large_counts_are_those_of_other_programs() {
    let mut counts = read::<Count>("perft");
    counts.retain(|count| count.nodes > MAX_NODES);
    // The longest first, so that no core is left with it at the end.
    counts.sort_by_key(|count| std::cmp::Reverse(count.nodes));
    cores::for_each(&counts, |count| {
        let began = Instant::now();
        games::start(&count.line.game)
            .map(|start| count.visit(start))
            .unwrap_or_else(|error| panic!("{error}"));
        let (game, depth, nodes) = (&count.line.game, count.depth, count.nodes);
        println!("{game}: {nodes} lines of length {depth}, {:.0} s", began.elapsed().as_secs_f64());
    });
}

#[test]
fn games_replay_as_in_other_programs() {
    let records = read::<Record>("games");
    for record in &records {
        games::start(&record.line.game)
            .map(|start| record.visit(start))
            .unwrap_or_else(|error| panic!("{error}"));
    }
    assert!(records.len() > 80, "only {} games were found", records.len());
}

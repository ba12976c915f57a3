//! `auto` finds the values that other programs have found.
//!
//! Limits are nodes, not seconds: with one worker the same search is made on every machine. Harder ones are in
//! `benches/solve`, for `unbounded bench solve --tasks file:NAME`.

use engine::Budget;

use crate::records::{Record, chess, connect4, either_to_move, hex, othello};

const MIDDLE_EASY: &str = include_str!("../data/connect4_middle_easy.txt");
const MIDDLE_MEDIUM: &str = include_str!("../data/connect4_middle_medium.txt");
const LATE_EASY: &str = include_str!("../../../games/tests/data/connect4_late_easy.txt");
const CLOBBER: &str = include_str!("../../../games/tests/data/clobber_positions.tsv");
const AMAZONS: &str = include_str!("../../../games/tests/data/amazons_positions.tsv");
const DOMINEERING: &str = include_str!("../../../games/tests/data/domineering_positions.tsv");
const HEX: &str = include_str!("../data/hex_openings.tsv");
const OTHELLO: &str = include_str!("../data/othello_fforum_1-19.obf");
const CHESS: &str = include_str!("../data/chess_mates.epd");

/// Solves all of them, each within this number of nodes. There must be `count`.
fn all_are_solved(records: impl Iterator<Item = Record>, count: usize, nodes: u64) {
    let budget = Budget { nodes: Some(nodes), memory: Some(1 << 30), ..Budget::default() };
    let records: Vec<Record> = records.collect();
    assert_eq!(records.len(), count);
    for record in records {
        let report = record.solve(&budget);
        assert!(report.resolved, "{}: not solved with {} nodes", record.name, report.nodes);
    }
}

#[test]
fn connect_four() {
    all_are_solved(connect4(LATE_EASY).step_by(25), 20, 100_000);
    all_are_solved(connect4(MIDDLE_EASY).step_by(12), 42, 100_000);
    all_are_solved(connect4(MIDDLE_MEDIUM).step_by(20), 20, 2_000_000);
}

#[test]
fn clobber() {
    all_are_solved(either_to_move("clobber", CLOBBER), 98, 10_000_000);
}

#[test]
fn amazons() {
    all_are_solved(either_to_move("amazons", AMAZONS), 144, 1_000_000);
}

#[test]
fn domineering() {
    all_are_solved(either_to_move("domineering", DOMINEERING), 520, 1_000_000);
}

/// The openings of the first row.
#[test]
fn hex_on_six_lines() {
    let openings = hex("6x6", HEX).take(18).filter(|record| record.name.ends_with('1'));
    all_are_solved(openings, 6, 10_000_000);
}

#[test]
fn ends_of_othello() {
    all_are_solved(othello(OTHELLO), 10, 1_000_000);
}

#[test]
fn mates_in_chess() {
    all_are_solved(chess(CHESS).filter(|(_, moves)| *moves <= 5).map(|(record, _)| record), 7, 5_000_000);
}

//! The games of the Computer Olympiad's interface: their names, and the actions that make up a decision.

use engine::Position;

use super::captures;
use crate::spelling::{base, cell, cell_text, pieces, size};

/// Names of the interface, each with the name of the game here.
pub const OLYMPIAD: &[(&str, &str)] = &[
    ("amazons", "amazons"),
    ("arimaa", "arimaa"),
    ("ataxx", "ataxx"),
    ("brazilian_draughts", "draughts:brazilian"),
    ("breakthrough", "breakthrough"),
    ("canadian_draughts", "draughts:canadian"),
    ("chinese_chess", "xiangqi:olympiad"),
    ("clobber", "clobber"),
    ("connect6", "connect6"),
    ("havannah8", "havannah"),
    ("havannah10", "havannah:10"),
    ("hex11", "hex:11"),
    ("hex13", "hex:13"),
    ("hex19", "hex:19"),
    ("international_draughts", "draughts:international"),
    ("lines_of_action", "loa"),
    ("othello8", "othello"),
    ("othello10", "othello:10"),
    ("outer_open_gomoku", "gomoku"),
    ("santorini", "santorini"),
    ("surakarta", "surakarta"),
];

/// The name of the interface for a game.
pub fn olympiad_name(game: &str) -> Option<&'static str> {
    OLYMPIAD.iter().find(|(_, known)| *known == game).map(|(name, _)| *name)
}

/// The actions that a decision consists of. Several lists are several ways to say the same.
///
/// The interface counts rows from the bottom. It has Othello and Ataxx upside down, and Hex along the other diagonal: its first
/// player joins left and right.
pub fn actions(position: &dyn Position, decision: &str) -> Vec<Vec<String>> {
    let (columns, rows) = size(position);
    let flip = |(column, row): (u32, u32)| (column, rows + 1 - row);
    let one = |text: String| vec![vec![text]];
    match base(position.game()) {
        _ if matches!(decision, "swap" | "pass") => one(decision.to_owned()),
        "othello" => one(cells(decision, flip)),
        "hex" => one(cells(decision, |(column, row)| (row, columns + 1 - column))),
        "ataxx" => match cell(decision) {
            Some(target) => clones(position, target, rows),
            None => one(cells(decision, flip)),
        },
        "santorini" => match decision.split_once(',') {
            Some((a, b)) => {
                let [a, b] = [a, b].map(|cell| cell.to_uppercase());
                vec![vec![a.clone(), b.clone()], vec![b, a]]
            }
            None => vec![decision.to_uppercase().split('/').map(str::to_owned).collect()],
        },
        "draughts" => {
            let size = captures::size(position);
            let jumps = |way: Vec<_>| {
                let jump = |pair: &[_]| {
                    format!("{}-{}", captures::name(pair[0], size), captures::name(pair[1], size))
                };
                way.windows(2).map(jump).collect()
            };
            captures::ways(position, decision).into_iter().map(jumps).collect()
        }
        "arimaa" => one(steps(decision)),
        "amazons" => one(decision.trim_start_matches('/').to_uppercase()),
        _ => one(cells(decision, |cell| cell)),
    }
}

/// The cells of a decision, changed like this, with hyphens between them.
fn cells(decision: &str, map: impl Fn((u32, u32)) -> (u32, u32)) -> String {
    let mut texts = Vec::new();
    let mut rest = decision;
    while !rest.is_empty() {
        let letter = rest.chars().next().map_or(1, char::len_utf8);
        let digits = rest[letter..].bytes().take_while(u8::is_ascii_digit).count();
        if let Some(cell) = cell(&rest[..letter + digits]) {
            let (column, row) = map(cell);
            texts.push(cell_text(column, row));
        }
        rest = &rest[letter + digits..];
    }
    texts.join("-").to_uppercase()
}

/// A clone of Ataxx says from where, which makes no difference.
fn clones(position: &dyn Position, target: (u32, u32), rows: u32) -> Vec<Vec<String>> {
    // Rows from the top are what the interface counts from the bottom.
    let target = (target.0, rows + 1 - target.1);
    let own = pieces(position).into_iter().filter(|(_, player)| *player == position.turn());
    let near = own.filter(|(from, _)| from.0.abs_diff(target.0) <= 1 && from.1.abs_diff(target.1) <= 1);
    near.map(|(from, _)| {
        vec![format!("{}-{}", cell_text(from.0, from.1), cell_text(target.0, target.1)).to_uppercase()]
    })
    .collect()
}

/// A decision of Arimaa: a placement without its piece; a step as from and to; a push as three cells, from where the pusher starts
/// to where the pushed piece goes; a pull as the puller's step and that of the pulled piece.
fn steps(decision: &str) -> String {
    let step = |text: &str| -> Option<((u32, u32), (u32, u32))> {
        let from = cell(text.get(1..3)?)?;
        let to = match text.get(3..)? {
            "n" => (from.0, from.1 + 1),
            "s" => (from.0, from.1.checked_sub(1)?),
            "e" => (from.0 + 1, from.1),
            "w" => (from.0.checked_sub(1)?, from.1),
            _ => return None,
        };
        Some((from, to))
    };
    let name = |cell: (u32, u32)| cell_text(cell.0, cell.1).to_uppercase();
    let steps: Vec<_> = decision.split(' ').map(step).collect();
    match steps[..] {
        [Some((from, to))] => format!("{}-{}", name(from), name(to)),
        // The second step goes where the first one came from.
        [Some((from, to)), Some((second, _))] if is_push(decision) => {
            format!("{}-{}-{}", name(second), name(from), name(to))
        }
        [Some((from, to)), Some((second, _))] => {
            format!("{}-{}-{}-{}", name(from), name(to), name(second), name(from))
        }
        _ => decision.get(1..).unwrap_or_default().to_uppercase(),
    }
}

/// A stronger piece moves a weaker one: in a push, the weaker one steps first.
fn is_push(decision: &str) -> bool {
    let strength = |text: &str| "rcdhme".find(text.chars().next().map_or('r', |c| c.to_ascii_lowercase()));
    let mut steps = decision.split(' ').map(strength);
    steps.next() < steps.next()
}

#[cfg(test)]
mod tests {
    use engine::Registry;

    use super::*;

    #[test]
    fn decisions_are_spelled_as_the_interface_does() {
        for (game, moves, decision, expected) in [
            ("othello", "", "d3", "D6"),
            ("hex:11", "", "g2", "B5"),
            ("ataxx", "", "g2", "G7-G6"),
            ("ataxx", "", "a7b5", "A1-B3"),
            ("amazons", "", "d1-d7", "D1-D7"),
            ("amazons", "d1-d7", "/g7", "G7"),
            ("clobber", "", "b1a1", "B1-A1"),
            ("xiangqi:olympiad", "", "b3b10", "B3-B10"),
            ("havannah", "", "k11", "K11"),
            ("santorini", "", "d3,e3", "D3 E3|E3 D3"),
            ("santorini", "d3,e3 a1,b1", "d3-d4/d3", "D3-D4 D3"),
            ("draughts", "", "31-26", "B4-A5"),
            ("draughts:brazilian", "", "21-17", "A3-B4"),
            ("arimaa", "", "Ra1", "A1"),
            ("surakarta", "", "a2-a3", "A2-A3"),
            ("hex:11", "b2", "swap", "swap"),
        ] {
            let start = Registry::standard().open(game).unwrap();
            let position = start.replay(moves).unwrap().end;
            let all = actions(&*position, decision);
            let all: Vec<String> = all.into_iter().map(|actions| actions.join(" ")).collect();
            assert_eq!(all.join("|"), expected, "{game} {decision}");
        }
    }

    #[test]
    fn pushes_and_pulls_name_all_cells() {
        assert_eq!(steps("Ra2n"), "A2-A3");
        assert_eq!(steps("rd4n Ed3n"), "D3-D4-D5");
        assert_eq!(steps("Ed3n rd2n"), "D3-D4-D2-D3");
    }
}

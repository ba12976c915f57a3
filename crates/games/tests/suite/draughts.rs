//! Draughts: captures by the rules written down plainly, the draws that no record reaches, and texts.

use std::collections::BTreeSet;

use game::history::History;
use game::laws::exhaustive_value;
use game::{Game, Outcome, Player, Rng};
use games::draughts::{Brazilian, Canadian, Draughts, International, Size};

use crate::laws::check_from;
use crate::{line, unshared};

fn read<S: Size>(position: &str) -> History<Draughts<S>> {
    History::new(Draughts::<S>::start()).parse_position(position).unwrap()
}

fn after<S: Size>(position: &str, moves: &str) -> History<Draughts<S>> {
    line::after(read::<S>(position), moves)
}

fn texts<G: Game>(state: &G) -> BTreeSet<String> {
    let mut moves = Vec::new();
    state.moves(&mut moves);
    moves.into_iter().map(|m| state.move_text(m)).collect()
}

#[test]
fn it_obeys_the_laws() {
    check_from("draughts:brazilian", "", 20_000, 1);
    check_from("draughts:international", "", 20_000, 1);
    check_from("draughts:canadian", "", 20_000, 1);
}

#[test]
fn endings_obey_the_laws() {
    check_from("draughts:brazilian", "W:WK1,30,31:BK4", 10_000, 1);
    check_from("draughts:international", "B:WK46,K47,41:BK5,K15", 10_000, 2);
    check_from("draughts:canadian", "W:WK72,K71,60:BK6,K18", 10_000, 3);
}

/// Row and column, both from 0, from the top left.
type Square = (i32, i32);

/// Where a capture ends, and the captured squares.
type Jump = (Square, Vec<Square>);

/// A board as rows from the top, with `w`, `W`, `b`, `B` and `.`.
struct Plain {
    cells: Vec<Vec<char>>,
}

impl Plain {
    fn at(&self, (r, c): Square) -> Option<char> {
        Some(*self.cells.get(usize::try_from(r).ok()?)?.get(usize::try_from(c).ok()?)?)
    }

    fn number(&self, (r, c): Square) -> usize {
        (r as usize * self.cells.len() + c as usize) / 2 + 1
    }

    fn fen(&self, turn: &str) -> String {
        let side = |man: char, king: char| {
            let mut names = Vec::new();
            for (r, row) in self.cells.iter().enumerate() {
                for (c, &symbol) in row.iter().enumerate() {
                    let number = self.number((r as i32, c as i32));
                    if symbol == man {
                        names.push(number.to_string());
                    } else if symbol == king {
                        names.push(format!("K{number}"));
                    }
                }
            }
            names.join(",")
        };
        format!("{turn}:W{}:B{}", side('w', 'W'), side('b', 'B'))
    }

    /// All ways to capture on from `at`.
    fn jumps(&self, at: Square, king: bool, taken: &mut Vec<Square>, found: &mut Vec<Jump>) {
        for (dr, dc) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let on = |steps: i32| (at.0 + steps * dr, at.1 + steps * dc);
            let mut steps = 1;
            while king && self.at(on(steps)) == Some('.') {
                steps += 1;
            }
            let over = on(steps);
            if !self.at(over).is_some_and(|symbol| "bB".contains(symbol)) || taken.contains(&over) {
                continue;
            }
            let reach = if king { i32::MAX } else { steps + 1 };
            for steps in (steps + 1..=reach).take_while(|&steps| self.at(on(steps)) == Some('.')) {
                taken.push(over);
                found.push((on(steps), taken.clone()));
                self.jumps(on(steps), king, taken, found);
                taken.pop();
            }
        }
    }

    /// The texts of all moves of white.
    fn moves(&mut self) -> BTreeSet<String> {
        let side = self.cells.len() as i32;
        let squares: Vec<Square> = (0..side).flat_map(|r| (0..side).map(move |c| (r, c))).collect();
        let (mut captures, mut quiet) = (Vec::new(), BTreeSet::new());
        for &from in &squares {
            let piece = self.at(from).unwrap();
            if !"wW".contains(piece) {
                continue;
            }
            self.cells[from.0 as usize][from.1 as usize] = '.';
            let mut found = Vec::new();
            self.jumps(from, piece == 'W', &mut Vec::new(), &mut found);
            captures.extend(found.into_iter().map(|jump| (from, jump)));
            for (dr, dc) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let reach = if piece == 'W' { side } else { i32::from(dr < 0) };
                let on = |steps: i32| (from.0 + steps * dr, from.1 + steps * dc);
                for steps in (1..=reach).take_while(|&steps| self.at(on(steps)) == Some('.')) {
                    quiet.insert(format!("{}-{}", self.number(from), self.number(on(steps))));
                }
            }
            self.cells[from.0 as usize][from.1 as usize] = piece;
        }
        let Some(most) = captures.iter().map(|(_, (_, taken))| taken.len()).max() else { return quiet };
        let text = |(from, (to, taken)): (Square, Jump)| {
            let taken: BTreeSet<usize> = taken.into_iter().map(|square| self.number(square)).collect();
            let taken: Vec<String> = taken.into_iter().map(|number| number.to_string()).collect();
            format!("{}x{}:{}", self.number(from), self.number(to), taken.join(","))
        };
        captures.into_iter().filter(|(_, (_, taken))| taken.len() == most).map(text).collect()
    }
}

/// Random positions with few and with many pieces, and what became of their moves.
fn moves_are_the_plain_moves<S: Size>(side: usize, positions: usize) {
    let mut rng = Rng::new(side as u64);
    let (mut ambiguous, mut circles) = (0, 0);
    for _ in 0..positions {
        let mut plain = Plain { cells: vec![vec![' '; side]; side] };
        let (white, black, kings) = (1 + rng.below(6), 1 + rng.below(10), 1 + rng.below(4));
        for r in 0..side {
            for c in (0..side).filter(|c| (r + c) % 2 == 1) {
                let (man, king, crown) = match rng.below(24) {
                    n if n < white => ('w', 'W', 0),
                    n if n < white + black => ('b', 'B', side - 1),
                    _ => ('.', '.', side),
                };
                plain.cells[r][c] = if r == crown || rng.below(8) < kings { king } else { man };
            }
        }
        let fen = plain.fen("W");
        if !fen.contains(['w', 'W']) || fen == "W:W:B" {
            continue;
        }
        let state = read::<S>(&fen);
        let found = texts(&state);
        assert_eq!(found, plain.moves(), "{fen}");
        let mut moves = Vec::new();
        state.moves(&mut moves);
        for m in moves {
            let text = state.move_text(m);
            let mut child = state.clone();
            child.play(m);
            let Some((ends, taken)) = text.split_once(':') else { continue };
            let (from, to) = ends.split_once('x').unwrap();
            circles += usize::from(from == to);
            // The short form is enough where it is the only one.
            let same_ends = found.iter().filter(|text| text.split(':').next() == Some(ends)).count();
            match state.parse_move(ends) {
                Ok(read) => assert_eq!((read, same_ends), (m, 1), "{text} at {fen}"),
                Err(error) => {
                    assert!(same_ends > 1 && error.to_string().contains("could be any of"), "{error}");
                    ambiguous += 1;
                }
            }
            let left = child.board().position();
            let black = left.split(":B").nth(1).unwrap_or("");
            let black: Vec<&str> = black.split(',').map(|name| name.trim_start_matches('K')).collect();
            assert!(taken.split(',').all(|number| !black.contains(&number)), "{text} at {fen} gives {left}");
        }
    }
    assert!(ambiguous > 0 && circles > 0, "{ambiguous} ambiguous captures, {circles} circles");
}

#[test]
fn moves_by_shifts_are_the_plain_moves() {
    moves_are_the_plain_moves::<Brazilian>(8, 4_000);
    moves_are_the_plain_moves::<International>(10, 4_000);
    moves_are_the_plain_moves::<Canadian>(12, 3_000);
}

#[test]
fn a_king_may_pass_its_own_starting_square() {
    let state = read::<Canadian>("W:W62,54,22,K47,K20,K61,K18,K6,K66:B7,64,29,2,26,37,K9");
    let texts = texts(&state);
    assert!(texts.iter().all(|text| text.split(',').count() == 5), "{texts:?}");
}

#[test]
fn a_man_that_passes_the_last_row_stays_a_man() {
    let state = after::<International>("W:W12:B8,9,41", "12x14:8,9");
    assert_eq!(state.position(), "B:W14:B41");
    assert_eq!(after::<International>("W:W12:B8,41", "12x3:8").position(), "B:WK3:B41");
}

/// Plays moves of kings at random that do not capture and do not force a capture.
fn wander<S: Size>(state: &mut History<Draughts<S>>, plies: u32, rng: &mut Rng) -> bool {
    for ply in 1..=plies {
        let mut moves = Vec::new();
        state.moves(&mut moves);
        let children = moves.into_iter().map(|m| {
            let mut child = state.clone();
            child.play(m);
            child
        });
        let quiet: Vec<_> = children
            .filter(|child| child.past().quiet() == ply && child.outcome().is_none())
            .filter(|child| texts(child).iter().all(|text| !text.contains('x')))
            .collect();
        if quiet.is_empty() {
            return false;
        }
        *state = quiet[rng.below(quiet.len())].clone();
    }
    true
}

fn fifty_quiet_plies_are_a_draw<S: Size>(position: &str) {
    let start = read::<S>(position);
    let wandered = (0..100).find_map(|seed| {
        let mut state = start.clone();
        wander(&mut state, 49, &mut Rng::new(seed)).then_some(state)
    });
    let state = wandered.expect("49 quiet plies");
    let mut moves = Vec::new();
    state.moves(&mut moves);
    for m in moves {
        let mut child = state.clone();
        child.play(m);
        let drawn = child.past().quiet() == 50;
        assert_eq!(child.outcome(), drawn.then_some(Outcome::Draw), "{}", child.position());
    }
}

#[test]
fn fifty_plies_without_capture_or_man_move_are_a_draw() {
    fifty_quiet_plies_are_a_draw::<Brazilian>("W:WK29,K30,28:BK4,K3,5");
    fifty_quiet_plies_are_a_draw::<International>("W:WK46,K47,45:BK5,K4,6");
    fifty_quiet_plies_are_a_draw::<Canadian>("W:WK67,K68,66:BK6,K5,7");
}

#[test]
fn every_board_has_the_32_plies() {
    let drawn = Some(Outcome::Draw);
    assert_eq!(after::<Brazilian>("W:WK29,K30,28:BK4:E30", "30-26").outcome(), None);
    assert_eq!(after::<Brazilian>("W:WK29,K30,28:BK4:E31", "30-26").outcome(), drawn);
    assert_eq!(after::<International>("W:WK46,K47,45:BK5:E30", "47-42").outcome(), None);
    assert_eq!(after::<International>("W:WK46,K47,45:BK5:E31", "47-42").outcome(), drawn);
    assert_eq!(after::<Canadian>("W:WK67,K68,66:BK6:E30", "68-62").outcome(), None);
    assert_eq!(after::<Canadian>("W:WK67,K68,66:BK6:E31", "68-62").outcome(), drawn);
}

#[test]
fn three_pieces_have_32_plies_against_a_king() {
    // Two white kings go to and fro, a man steps in between: the past is forgotten, the plies are not.
    let mut state = read::<International>("W:WK46,K47,35:BK1");
    let script = [
        "47-36 1-6 36-47 6-1",
        "47-36 1-6 36-47 6-1",
        "35-30 1-6 47-36 6-1",
        "36-47 1-6 47-36 6-1",
        "36-47 1-6 47-36 6-1",
        "30-25 1-6 36-47 6-1",
        "47-36 1-6 36-47 6-1",
        "47-36 1-6 36-47",
    ];
    for word in script.join(" ").split_whitespace() {
        assert_eq!(state.outcome(), None, "before {word}");
        state.play(state.parse_move(word).unwrap());
    }
    assert_eq!(state.outcome(), None, "31 plies");
    assert_eq!(state.position().split_whitespace().next(), Some("B:W25,K36,K46:BK1:E21"));
    state.play(state.parse_move("6-1").unwrap());
    assert_eq!((state.outcome(), state.score()), (Some(Outcome::Draw), 0.0));
    let read = state.parse_position(&state.position()).unwrap();
    assert_eq!((&read, read.key(), read.outcome()), (&state, state.key(), Some(Outcome::Draw)));
    // The same pieces after another number of plies are another state.
    let (now, later) = (self::read::<International>("W:WK46,K47,45:BK1"), "W:WK46,K47,45:BK1:E3");
    assert_ne!(now, self::read::<International>(later));
    assert_ne!(now.key(), self::read::<International>(later).key());
    assert_eq!(self::read::<International>("W:WK46,K47,45:BK1:E32").outcome(), Some(Outcome::Draw));
}

#[test]
fn a_capture_begins_and_ends_the_32_plies() {
    let arisen = after::<International>("W:WK46,K47,45:BK1,40", "45x34:40");
    assert_eq!(arisen.position(), "B:W34,K46,K47:BK1");
    assert_eq!(
        after::<International>("W:WK46,K47,45:BK40:E30", "45x34:40").outcome(),
        Some(Outcome::Win(Player::First))
    );
}

#[test]
fn kings_against_a_king_are_a_draw_as_soon_as_a_move_leads_there() {
    let given = read::<Brazilian>("W:WK1,K2:BK32");
    assert_eq!(given.outcome(), None, "no move has been made yet");
    let moved = after::<Brazilian>("W:WK1,K2:BK32", "2-6");
    assert_eq!((moved.outcome(), moved.score()), (Some(Outcome::Draw), 0.0));
    let captured = after::<Brazilian>("W:WK29:BK4,25", "29x22:25");
    assert_eq!(captured.outcome(), Some(Outcome::Draw));
    assert_eq!(captured.position(), "B:WK22:BK4:E1");
    assert_eq!(captured.parse_position("B:WK22:BK4:E1").unwrap().outcome(), Some(Outcome::Draw));
    // A man that becomes a king may lead there, too; a man that stays one does not.
    assert_eq!(after::<Brazilian>("W:W6:BK32", "6-1").outcome(), Some(Outcome::Draw));
    assert_eq!(after::<Brazilian>("W:W10:BK32", "10-6").outcome(), None);
}

#[test]
fn the_fourth_occurrence_is_a_draw() {
    let circle = "47-36 1-6 36-47 6-1";
    let state = after::<International>("W:WK47,50:BK1,16", &[circle; 2].join(" "));
    assert_eq!(state.outcome(), None);
    let state = after::<International>("W:WK47,50:BK1,16", &[circle; 3].join(" "));
    assert_eq!(state.outcome(), Some(Outcome::Draw));
}

#[test]
fn who_cannot_move_loses() {
    let blocked = read::<Brazilian>("W:W29:B25,22");
    assert_eq!(blocked.outcome(), Some(Outcome::Win(Player::Second)));
    assert_eq!(blocked.score(), -1.0 - 1.0 / 12.0);
    assert!(blocked.parse_move("29-25").unwrap_err().to_string().contains("over"));
    assert_eq!(read::<Brazilian>("W:W:B25").outcome(), Some(Outcome::Win(Player::Second)));
}

#[test]
fn sharing_states_does_not_change_values() {
    // A man that must run, or has become a king, against a lone man: the past never grows long.
    for (position, value) in [("W:W9:B22", 0), ("W:WK32:B20", 1), ("B:WK1:B22", 0)] {
        let state = read::<Brazilian>(position);
        assert_eq!(exhaustive_value(&state), value, "{position}");
        assert_eq!(unshared::value(&state), value, "{position}");
    }
}

#[test]
fn texts_in_other_forms_are_read() {
    let start = History::new(Draughts::<International>::start());
    assert_eq!(start, read("W:W31-50:B1-20"));
    assert_eq!(start, read("w:b1-20:w31-50:H0:F1."));
    assert_eq!(read::<International>("B:WK1-3:B40").position(), "B:WK1,K2,K3:B40");
    assert_eq!(start.parse_move("32-28").unwrap(), start.parse_move(" 32-28 ").unwrap());
    let state = read::<International>("W:W33,K50:B28,29");
    assert_eq!(state.parse_move("33x22:28").unwrap(), state.parse_move("33X22").unwrap());
}

#[test]
fn wrong_texts_are_refused() {
    let start = History::new(Draughts::<International>::start());
    for (text, message) in [
        ("", "begins with the side"),
        ("X:W1:B2", "character 1: a position begins"),
        ("W:W51:B2", "character 4: squares are 1 to 50, not 51"),
        ("W:W0:B2", "character 4: squares are 1 to 50"),
        ("W:W99999999999999999999999:B2", "character 4: here should be a number"),
        ("W:W31,31:B2", "character 7: this square is named twice"),
        ("W:W40-31:B2", "character 4: this square is named twice, or the range is empty"),
        ("W:W31:B31", "character 7: a square is named for both sides"),
        ("W:W31:B2,", "character 10: here should be a number"),
        ("W:W5:B2", "character 3: a man on its last row"),
        ("W:W31:B2 x", "character 9: unexpected ` `"),
        ("W:W31:Q2", "character 7: after a colon"),
        ("W:W:B", "no pieces"),
        ("W:W31:B2:E1", "E1: so many plies"),
        ("W:WK31,32,33:BK2:E33", "E33: so many plies"),
        ("W:WK31:BK2:E2", "E2: so many plies"),
    ] {
        let error = start.parse_position(text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
    for (text, message) in [
        ("32", "character 3: a move is written"),
        ("32-", "character 4: here should be a number"),
        ("32-27x", "character 6: unexpected `x`"),
        ("32-51", "character 4: squares are 1 to 50"),
        ("32x28", "not a legal move here; legal: "),
        ("é", "character 1: here should be a number"),
    ] {
        let error = start.parse_move(text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
    assert!(games::start("draughts:english").is_err());
}

//! Go: every rule against a plain second program, superko fights, scoring, known values and texts.

use std::collections::HashSet;

use game::history::History;
use game::laws::exhaustive_value;
use game::{AnyState, Game, Outcome, Player, Rng};

/// The rules once more, cell by cell and without any thought of speed.
#[derive(Clone)]
struct Plain {
    side: usize,
    cells: Vec<Option<Player>>,
    turn: Player,
    boards: HashSet<Vec<Option<Player>>>,
}

impl Plain {
    fn start(side: usize) -> Plain {
        let cells = vec![None; side * side];
        Plain { side, boards: HashSet::from([cells.clone()]), cells, turn: Player::First }
    }

    fn neighbours(&self, cell: usize) -> Vec<usize> {
        let (column, row) = (cell % self.side, cell / self.side);
        let mut around = Vec::new();
        for (dc, dr) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let (column, row) = (column.wrapping_add_signed(dc), row.wrapping_add_signed(dr));
            if column < self.side && row < self.side {
                around.push(row * self.side + column);
            }
        }
        around
    }

    /// The cells connected to this one with the same content, and whether an empty cell touches them.
    fn group(&self, cells: &[Option<Player>], cell: usize) -> (Vec<usize>, bool) {
        let (mut group, mut free, mut next) = (vec![cell], false, 0);
        while next < group.len() {
            for around in self.neighbours(group[next]) {
                free |= cells[around].is_none();
                if cells[around] == cells[cell] && !group.contains(&around) {
                    group.push(around);
                }
            }
            next += 1;
        }
        (group, free)
    }

    /// The board after a stone of the player to move, and how many stones it captured, unless it is suicide.
    fn after(&self, cell: usize) -> Option<(Vec<Option<Player>>, usize)> {
        let mut cells = self.cells.clone();
        if cells[cell].replace(self.turn).is_some() {
            return None;
        }
        let mut captured = 0;
        for around in self.neighbours(cell) {
            if cells[around] == Some(self.turn.other()) {
                let (group, free) = self.group(&cells, around);
                if !free {
                    captured += group.len();
                    group.into_iter().for_each(|cell| cells[cell] = None);
                }
            }
        }
        self.group(&cells, cell).1.then_some((cells, captured))
    }

    fn name(&self, cell: usize) -> String {
        format!("{}{}", char::from(b"abcdefghjklmnopqrst"[cell % self.side]), cell / self.side + 1)
    }

    fn area(&self) -> i32 {
        let owner = |cell: usize| {
            let mut touched = HashSet::new();
            match self.cells[cell] {
                Some(player) => drop(touched.insert(player)),
                None => {
                    for empty in self.group(&self.cells, cell).0 {
                        touched.extend(self.neighbours(empty).into_iter().filter_map(|n| self.cells[n]));
                    }
                }
            }
            if touched.len() == 1 { touched.into_iter().map(|p| i32::from(p.sign())).sum() } else { 0 }
        };
        (0..self.cells.len()).map(owner).sum()
    }
}

/// Plays random games and compares all legal moves; returns how often superko forbade a capture and how often
/// a stone that captures nothing.
struct Compare {
    plies: usize,
}

impl Compare {
    fn visit(self, start: AnyState) -> [usize; 2] {
        let side = start.view().rows.len();
        let mut rng = Rng::new(side as u64);
        let (mut played, mut forbidden) = (0, [0; 2]);
        while played < self.plies {
            let (mut state, mut plain, mut passes) = (start.clone(), Plain::start(side), 0);
            while passes < 2 {
                let mut expected = HashSet::from(["pass".to_owned()]);
                for cell in 0..side * side {
                    if let Some((board, captured)) = plain.after(cell) {
                        if plain.boards.contains(&board) {
                            forbidden[usize::from(captured == 0)] += 1;
                        } else {
                            expected.insert(plain.name(cell));
                        }
                    }
                }
                let mut moves = Vec::new();
                state.moves(&mut moves);
                let listed: HashSet<String> = moves.iter().map(|&m| state.move_text(m)).collect();
                assert_eq!(listed, expected, "at {}", state.position());
                // Few passes, so that small boards are filled and emptied again and again.
                let stones: Vec<_> =
                    moves.iter().copied().filter(|&m| state.move_text(m) != "pass").collect();
                let pass = stones.is_empty() || rng.below(30) == 0;
                let m = if pass { moves[moves.len() - 1] } else { rng.pick(&stones) };
                let text = state.move_text(m);
                passes = if pass { passes + 1 } else { 0 };
                if let Some(cell) = (0..side * side).find(|&cell| plain.name(cell) == text) {
                    plain.cells = plain.after(cell).expect("it is legal").0;
                    plain.boards.insert(plain.cells.clone());
                }
                plain.turn = plain.turn.other();
                state.play(m);
                played += 1;
            }
            let lead = f64::from(plain.area()) - 7.0;
            let winner = if lead > 0.0 { Player::First } else { Player::Second };
            let outcome = if lead == 0.0 { Outcome::Draw } else { Outcome::Win(winner) };
            assert_eq!(state.outcome(), Some(outcome), "at {}", state.position());
        }
        forbidden
    }
}

#[test]
fn random_games_agree_with_a_plain_program() {
    let mut forbidden = [0; 2];
    for (side, plies) in
        [(1, 100), (2, 40_000), (3, 40_000), (4, 20_000), (5, 10_000), (7, 5_000), (8, 3_000), (9, 3_000)]
            .into_iter()
            .chain([(10, 1_000), (11, 1_000), (13, 1_000), (14, 500), (19, 700)])
    {
        let found = games::start(&format!("go:{side}")).map(|start| Compare { plies }.visit(start)).unwrap();
        forbidden = [0, 1].map(|kind| forbidden[kind] + found[kind]);
    }
    assert!(forbidden.iter().all(|&times| times > 100), "both kinds of superko must be met: {forbidden:?}");
}

struct After<'a>(&'a str, &'a str);

/// What a test looks at after some moves from a position.
struct Seen {
    position: String,
    legal: Vec<String>,
    outcome: Option<Outcome>,
    score: f32,
}

impl After<'_> {
    fn visit(self, start: AnyState) -> Result<Seen, String> {
        let mut state = start.parse_position(self.0).map_err(|error| error.to_string())?;
        for word in self.1.split_whitespace() {
            state.play(state.parse_move(word).map_err(|error| error.to_string())?);
        }
        let mut moves = Vec::new();
        state.moves(&mut moves);
        let legal = moves.into_iter().map(|m| state.move_text(m)).collect();
        Ok(Seen { position: state.position(), legal, outcome: state.outcome(), score: state.score() })
    }
}

fn after(name: &str, position: &str, moves: &str) -> Result<Seen, String> {
    games::start(name).map(|start| After(position, moves).visit(start)).unwrap()
}

/// The last move may be played after the others, or may not.
fn legal(name: &str, position: &str, moves: &str) -> bool {
    let (before, last) = moves.rsplit_once(' ').unwrap_or(("", moves));
    after(name, position, before).unwrap().legal.iter().any(|text| text == last)
}

const KO: &str = "...../.xo../xo.o./.xo../..... x";

#[test]
fn a_ko_is_retaken_only_after_a_change_elsewhere() {
    assert!(legal("go:5", KO, "c3"));
    assert!(!legal("go:5", KO, "c3 b3"));
    assert!(legal("go:5", KO, "c3 e1 e5 b3"));
    let error = after("go:5", KO, "c3 b3").err().unwrap();
    assert_eq!(error, "`b3` would repeat an earlier position");
}

#[test]
fn superko_is_positional() {
    // Two stones are sent, one takes them and is taken back: the board of three plies before, though now the
    // other player is to move.
    let position = "..../..../oox./.x.x x";
    assert!(legal("go:4", position, "a1 c1"));
    assert!(!legal("go:4", position, "a1 c1 b1"));
    assert!(legal("go:4", position, "a1 c1 d4 a4 b1"));
}

/// Three kos: the first two can be taken by the first player, the third by the second.
const THREE_KOS: &str =
    "x.xo...../.xo....../........./........./........./........./........./.xo...xo./xo.o.xo.o x";

#[test]
fn a_circle_around_three_kos_is_closed_by_nobody() {
    // Each takes the ko that the other one did not just take; the sixth capture would bring the start back.
    let captures = "c1 b9 h1 b1 c9";
    assert!(legal("go", THREE_KOS, captures));
    assert!(!legal("go", THREE_KOS, &format!("{captures} g1")));
    assert!(legal("go", THREE_KOS, &format!("{captures} e5 e6 g1")), "not the same board any more");
}

#[test]
fn suicide_is_forbidden_and_capture_comes_first() {
    assert!(!legal("go:3", ".o./o../... x", "a3"));
    assert!(legal("go:3", ".ox/ox./x.. x", "a3"), "it takes the last liberty of b3 and of a2");
    let seen = after("go:3", ".ox/ox./x.. x", "a3").unwrap();
    assert!(seen.position.ends_with("x moves a3"));
    assert_eq!(seen.legal, ["b1", "c1", "c2", "pass"], "a2 and b3 are empty now, but without a liberty");
}

#[test]
fn two_passes_end_the_game_and_area_counts() {
    let wall = ".x.../.x.../.x.../.x.../.x... o";
    let seen = after("go:5,komi=7", wall, "pass pass").unwrap();
    assert_eq!((seen.outcome, seen.legal.len()), (Some(Outcome::Win(Player::First)), 0));
    assert!((seen.score - (1.0 + 18.0 / 25.0)).abs() < 1e-6, "25 points less komi: {}", seen.score);
    let split = ".xo../.xo../.xo../.xo../.xo.. o";
    let outcome = |name: &str| after(name, split, "pass pass").unwrap().outcome.unwrap();
    assert_eq!(outcome("go:5"), Outcome::Win(Player::Second));
    assert_eq!(outcome("go:5,komi=-5"), Outcome::Draw, "10 points against 15");
    assert_eq!(outcome("go:5,komi=-5.5"), Outcome::Win(Player::First));
    assert_eq!(outcome("go:5,komi=-4.5"), Outcome::Win(Player::Second));
    assert_eq!(after("go:5", split, "pass e1 pass").unwrap().outcome, None);
}

/// Whether the first player wins, by a search that stops at the first winning move.
fn first_player_wins(state: AnyState) -> bool {
    if let Some(outcome) = state.outcome() {
        return outcome == Outcome::Win(Player::First);
    }
    let mut moves = Vec::new();
    state.moves(&mut moves);
    let mut children = moves.into_iter().map(|m| {
        let mut child = state.clone();
        child.play(m);
        first_player_wins(child)
    });
    match state.turn() {
        Player::First => children.any(|won| won),
        Player::Second => !children.any(|won| !won),
    }
}

#[test]
fn the_smallest_boards_have_their_known_values() {
    assert_eq!(
        games::start("go:1,komi=0").map(|start| exhaustive_value(&start)),
        Ok(0),
        "there is nothing but passing"
    );
    assert_eq!(games::start("go:1").map(|start| exhaustive_value(&start)), Ok(-1));
    assert_eq!(games::start("go:2,komi=0.5").map(first_player_wins), Ok(true), "2x2 is won by one point");
    assert_eq!(games::start("go:2,komi=1.5").map(first_player_wins), Ok(false), "and by no more");
}

#[test]
fn positions_have_texts() {
    let read = |text: &str| after("go:3", text, "").map(|seen| seen.position);
    assert_eq!(read("x.o/.../..x o pass").unwrap(), "x.o/.../..x o pass");
    assert_eq!(read("X.O|...|..X w area=1").unwrap(), "x.o/.../..x o");
    assert_eq!(read("x../.../... x pass pass").unwrap(), "x../.../... x pass pass");
    let one_pass = after("go:3", "x../.../... x pass", "pass").unwrap();
    assert_eq!(one_pass.outcome, Some(Outcome::Win(Player::First)), "nine points less komi");
    let error = |text: &str| read(text).unwrap_err();
    assert!(error("x.o/.../..x o area=2").contains("the area is 1"));
    assert!(error("xo./ox./... x").contains("a3 has no liberty"));
    assert!(error("x.o/.../..x o pass pass pass").starts_with("character 25"));
    assert!(error("x.o/.#./..x o").contains("blocked"));
    assert!(error("x.o/... o").contains("rows"));
    assert!(after("go", "", "").is_err());
    let moves = |text: &str| after("go:3", "x.o/.../..x o", text).err().unwrap();
    assert!(moves("a3").contains("taken"));
    assert!(moves("i1").contains("neither a cell"));
    assert!(moves("a0").contains("neither a cell"));
    assert!(moves("ä").contains("neither a cell"));
    assert!(moves("pass pass a2").contains("the game is over"));
}

#[test]
fn columns_have_no_i() {
    let start = "........./........./........./........./........./........./........./........./......... x";
    let seen = after("go", start, "J9 h1").unwrap();
    assert!(seen.position.ends_with(" x moves j9 h1"));
    assert_eq!(seen.legal.len(), 80);
}

#[test]
fn variants_are_refused_with_a_reason() {
    for name in ["go:0", "go:20", "go:9x9", "go:9,komi=0.25", "go:9,komi=nan", "go:9,komi=1e9", "go:9,swap"] {
        let error = games::start(name).map(|start| exhaustive_value(&start)).unwrap_err().to_string();
        assert!(error.starts_with("go "), "{error}");
    }
}

#[test]
fn another_past_is_another_state() {
    let start = History::new(games::go::Go::<u64>::start(3, games::go::Komi::SEVEN));
    let by = |moves: &str| {
        let mut state = start.clone();
        moves.split_whitespace().for_each(|word| state.play(state.parse_move(word).unwrap()));
        state
    };
    let (one, other) = (by("a1 c3 b2 c1"), by("b2 c3 a1 c1"));
    assert_eq!(one.board(), other.board());
    assert_ne!(one, other);
    assert_ne!(one.key(), other.key());
}

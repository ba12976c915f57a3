//! Arimaa: games decision by decision, repetition and the limit, ends of the game, steps and texts.

use game::history::History;
use game::perft::Unit;
use game::view::Glyph;
use game::{Game, Outcome, Player};
use games::arimaa::Arimaa;
use serde::Deserialize;

type State = History<Arimaa>;

fn start() -> State {
    History::new(Arimaa::start())
}

fn at(position: &str) -> State {
    start().parse_position(position).unwrap_or_else(|error| panic!("{position}: {error}"))
}

fn try_after(position: &str, moves: &str) -> Result<State, String> {
    let mut state = at(position);
    let words: Vec<&str> = moves.split_whitespace().collect();
    let mut next = 0;
    while next < words.len() {
        let mut decisions = Vec::new();
        next += state.parse_next(&words[next..], &mut decisions).map_err(|error| error.to_string())?;
        decisions.into_iter().for_each(|m| state.play(m));
    }
    Ok(state)
}

fn after(position: &str, moves: &str) -> State {
    try_after(position, moves).unwrap_or_else(|error| panic!("{position} {moves}: {error}"))
}

fn legal(state: &State) -> Vec<String> {
    let mut moves = Vec::new();
    state.moves(&mut moves);
    let mut texts: Vec<String> = moves.into_iter().map(|m| state.move_text(m)).collect();
    texts.sort();
    texts
}

const GOLD: Option<Outcome> = Some(Outcome::Win(Player::First));
const SILVER: Option<Outcome> = Some(Outcome::Win(Player::Second));

/// A game of another program, with its own names of decisions.
#[derive(Deserialize)]
struct Recorded {
    moves: String,
    counts: Vec<usize>,
    result: Option<String>,
}

/// The usual text of a decision that is written `R@e2`, `f2-f3`, `push:from-to-pushedTo`, `pull:pulled-from-to` or
/// `pass`.
fn usual(state: &State, action: &str) -> String {
    let view = state.view();
    let letter = |cell: &str| {
        let (column, row) = (cell.as_bytes()[0] - b'a', b'8' - cell.as_bytes()[1]);
        match view.rows[usize::from(row)].1[usize::from(column)] {
            Glyph::Piece(_, letter) => letter,
            _ => panic!("there is no piece on {cell}"),
        }
    };
    let step = |from: &str, to: &str| {
        let way = match (from.as_bytes(), to.as_bytes()) {
            ([a, _], [b, _]) if a < b => 'e',
            ([a, _], [b, _]) if a > b => 'w',
            ([_, a], [_, b]) if a < b => 'n',
            _ => 's',
        };
        format!("{}{from}{way}", letter(from))
    };
    let (kind, cells) = action.split_once(':').unwrap_or(("", action));
    match (kind, cells.split('-').collect::<Vec<_>>().as_slice()) {
        ("push", [from, to, away]) => format!("{} {}", step(to, away), step(from, to)),
        ("pull", [pulled, from, to]) => format!("{} {}", step(from, to), step(pulled, from)),
        ("", [from, to]) => step(from, to),
        _ => action.replace('@', ""),
    }
}

#[test]
fn whole_games_agree_decision_by_decision() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/arimaa-actions.jsonl");
    let text = std::fs::read_to_string(file).expect("the file is there");
    let games: Vec<Recorded> =
        text.lines().map(|line| serde_json::from_str(line).expect("it is a game")).collect();
    assert_eq!(games.len(), 4);
    for game in games {
        let (mut state, mut counts) = (start(), Vec::new());
        for action in game.moves.split_whitespace() {
            counts.push(state.count_moves(&mut Vec::new()));
            let m = state.parse_move(&usual(&state, action));
            state.play(m.unwrap_or_else(|error| panic!("{action} at {}: {error}", state.position())));
        }
        assert_eq!(counts, game.counts);
        assert_eq!(state.outcome().map(Outcome::result), game.result.as_deref());
    }
}

const CIRCLE: &str = "Ra1e pass ra8e pass Rb1w pass rb8w pass";

#[test]
fn the_fourth_occurrence_loses() {
    let position = "r7/8/8/8/8/8/8/R7 g";
    let almost = after(position, &format!("{CIRCLE} {CIRCLE} {}", CIRCLE.strip_suffix(" pass").unwrap()));
    assert_eq!(almost.outcome(), None);
    let fourth = after(position, &format!("{CIRCLE} {CIRCLE} {CIRCLE}"));
    assert_eq!(fourth.outcome(), GOLD, "silver made it occur for the fourth time");
    assert!(fourth.score() > 1.9);
    assert!(fourth.parse_move("Ra1e").unwrap_err().to_string().contains("over"));
    let read = at(&fourth.position());
    assert_eq!((&read, read.outcome()), (&fourth, GOLD));
}

#[test]
fn a_capture_begins_a_new_count() {
    let circle = "Rh1w pass rh8w pass Rg1e pass rg8e pass";
    let position = "r6r/8/8/8/8/8/3Dr3/R6R g";
    let once = after(position, circle);
    assert!(once.position().contains("moves"));
    let captured = after(position, &format!("{circle} Dd2n Dd3w"));
    assert_eq!(captured.position(), "r6r/8/8/8/8/8/4r3/R6R g steps=2 decisions=10");
}

#[test]
fn the_limit_of_decisions_draws() {
    let last = after("r7/8/8/8/8/8/8/R7 g decisions=898", "Ra1e");
    assert_eq!(last.outcome(), None);
    let over = after("r7/8/8/8/8/8/8/R7 g decisions=898", "Ra1e pass");
    assert_eq!((over.outcome(), over.score()), (Some(Outcome::Draw), 0.0));
    assert_eq!(
        after("r7/8/8/8/8/8/8/R7 g decisions=899", "Ra1e").outcome(),
        Some(Outcome::Draw),
        "within a turn"
    );
    let goal = after("8/R7/8/7r/8/8/8/8 g decisions=898", "Ra7n pass");
    assert_eq!((goal.outcome(), goal.score()), (GOLD, 1.0), "the end of the board comes first");
    assert_eq!(
        at("r7/8/8/8/8/8/8/R7 g decisions=900").perft(1, Unit::Turn),
        at("r7/8/8/8/8/8/8/R7 g").perft(1, Unit::Turn)
    );
}

#[test]
fn a_turn_changes_the_board() {
    let position = "r7/8/8/8/8/8/8/R7 g";
    assert!(legal(&after(position, "Ra1e")).contains(&"pass".to_owned()));
    let back = after(position, "Ra1e Rb1w");
    assert_eq!(legal(&back), ["Ra1e", "Ra1n"]);
    assert_eq!(legal(&after(position, "Ra1e Rb1w Ra1e")), ["Rb1e", "Rb1n", "pass"]);
    // Two cats change places: the board is the same.
    let cats = after("r7/8/8/8/8/8/8/CC5R g", "Ca1n Cb1w Ca2e");
    assert!(!legal(&cats).contains(&"Cb2s".to_owned()));
    let others = after("r7/8/8/8/8/8/8/CD5R g", "Ca1n Db1w Ca2e");
    assert!(legal(&others).contains(&"Cb2s".to_owned()), "a cat and a dog are different");
}

#[test]
fn the_ends_are_judged_in_order() {
    let position = "8/7R/8/8/8/1E6/1r6/8 g";
    assert_eq!(after(position, "rb2s Eb3s Rh7n pass").outcome(), GOLD, "the mover's goal comes first");
    assert_eq!(after(position, "rb2s Eb3s pass").outcome(), SILVER, "a rabbit may be pushed to its goal");
    assert_eq!(after(position, "Rh7n").outcome(), None, "only at the end of the turn");
    assert_eq!(after("8/8/8/2E5/2r5/8/8/R7 g", "rc4s rc3x Ec5s pass").outcome(), GOLD, "no rabbits are left");
    assert_eq!(after("8/8/8/r1E5/8/8/8/R7 g", "Ec5w pass").outcome(), GOLD, "the last piece is frozen");
    assert_eq!(after("8/8/r7/r1E5/8/8/8/R7 g", "Ec5w pass").outcome(), None, "a friend keeps it free");
    assert_eq!(at("8/8/8/8/8/8/8/8 g").outcome(), SILVER);
}

#[test]
fn strong_pieces_freeze_push_and_pull() {
    // Dogs do not move dogs.
    assert!(legal(&at("8/8/8/3rD3/3dd3/8/8/R6R s")).iter().all(|text| !text.contains('D')));
    let state = at("7r/8/8/8/3rD3/8/8/R7 g");
    let pushes = ["rd4n De4w", "rd4s De4w", "rd4w De4w"];
    let pulls = ["De4e rd4e", "De4n rd4e", "De4s rd4e"];
    let texts = legal(&state);
    assert!(pushes.iter().chain(&pulls).all(|&text| texts.contains(&text.to_owned())), "{texts:?}");
    assert_eq!(texts.iter().filter(|text| text.contains(' ')).count(), 6);
    let third = after("7r/8/8/8/3rD3/8/8/R7 g", "Ra1n Ra2n Ra3n");
    assert!(legal(&third).iter().all(|text| !text.contains(' ')), "a push takes two steps");
    // Rabbits never step back, and a frozen one not at all.
    assert_eq!(legal(&at("7r/8/8/8/8/R7/8/8 g")), ["Ra3e", "Ra3n"]);
    assert_eq!(legal(&at("7r/8/8/8/8/Rc6/8/7R g")), ["Rh1n", "Rh1w"]);
}

#[test]
fn a_piece_that_is_trapped_still_pulls() {
    let state = after("7r/8/8/8/8/3Dr3/8/R7 g", "Dd3w Dc3x re3w");
    assert_eq!(state.position(), "7r/8/8/8/8/3r4/8/R7 g steps=2 decisions=1");
}

#[test]
fn the_order_of_steps_does_not_matter() {
    let position = "r7/8/8/8/3e4/8/8/RC5R g";
    let (one, other) = (after(position, "Ra1n Rh1n Cb1n"), after(position, "Cb1n Rh1n Ra1n"));
    assert_eq!((&one, one.key()), (&other, other.key()));
    let (one, other) =
        (after(position, "Ra1n Rh1n pass ra8s pass"), after(position, "Rh1n Ra1n pass ra8s pass"));
    assert_eq!((&one, one.key()), (&other, other.key()));
    assert_ne!(one, after(position, "Rh1n Ra1n pass ra8s pass Cb1e pass ra7e pass Cc1w pass rb7w pass"));
}

#[test]
fn two_readings_of_the_same_steps_are_one_state() {
    // The elephant pulls and the dog steps, or the elephant steps and the dog pushes.
    let position = "r7/8/8/8/3E4/3rD3/8/R7 g";
    let state = after(position, "Ed4n rd3n De3w");
    assert_eq!(state, at(&state.position()));
    let step = |state: &State, text: &str| {
        let mut state = state.clone();
        state.play(state.parse_move(text).unwrap());
        state
    };
    let pulled = step(&step(&at(position), "Ed4n rd3n"), "De3w");
    let pushed = step(&step(&at(position), "Ed4n"), "rd3n De3w");
    assert_eq!((&pulled, pulled.key()), (&pushed, pushed.key()));
    assert_eq!(at(&pushed.position()), pushed);
    // A cat is no match for the rabbit's friend, so only the second reading is left.
    let state = after("r7/8/8/8/3C4/3cD3/8/R7 g", "Cd4n cd3n De3w");
    assert_eq!(state.move_text(state.parse_move("pass").unwrap()), "pass");
}

#[test]
fn a_side_is_placed_in_any_order() {
    let gold = "1g Ea2 Mb2 Hc2 Hd2 De2 Df2 Cg2 Ch2 Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1";
    let silver = "1s ra7 rb7 rc7 rd7 re7 rf7 rg7 rh7 ca8 cb8 dc8 dd8 he8 hf8 mg8 eh8";
    let words = format!("{gold} {silver} 2g Ea2n Ea3n Ea4n 2s ra7s 3g Ea5s");
    let empty = "8/8/8/8/8/8/8/8 g place";
    assert_eq!(start().position(), empty);
    let state = after(empty, &words);
    assert_eq!(
        state.position(),
        "ccddhhme/rrrrrrrr/8/8/8/8/EMHHDDCC/RRRRRRRR g decisions=32 moves Ea2n Ea3n Ea4n pass ra7s pass Ea5s"
    );
    let placing = after(empty, "Ra1 Rb1");
    assert_eq!(placing.position(), "8/8/8/8/8/8/8/RR6 g place decisions=2");
    assert!(try_after(empty, "Ca1").unwrap_err().contains("place a `R`"));
    assert!(try_after(empty, "Ra3").unwrap_err().contains("place a `R`"));
    assert!(try_after(empty, "Ra1 Ra1").is_err());
}

#[test]
fn wrong_texts_are_refused() {
    let error = |text: &str| start().parse_position(text).unwrap_err().to_string();
    assert!(error("").contains("empty"));
    assert!(error("8/8/8 g").contains("3 rows"));
    assert!(error("8/8/8/8/8/3x4/8/8 g").contains("`x` on d3"));
    assert!(error("EE6/8/8/8/8/8/8/8 g").contains("more than 1 `E`"));
    assert!(error("8/8/8/8/8/8/8/R7 w").starts_with("character 18"));
    assert!(error("8/8/8/8/8/8/8/R7 g steps=4").starts_with("character 20"));
    assert!(error("8/8/8/8/8/8/8/R7 g decisions=99999999").starts_with("character 20"));
    assert!(error("8/8/8/8/8/8/8/C7 g place").contains("rabbits first"));
    assert!(error("8/8/8/8/8/R7/8/8 g place").contains("two ranks"));
    assert!(error("r7/8/8/8/8/8/8/R7 g moves Ra1e Ra1e").starts_with("character 32"));
    let moves = |text: &str| at("r7/8/8/8/8/8/8/R7 g").parse_move(text).is_err();
    assert!(
        ["", "Ra1w", "Ra1s", "ra8s", "Ca1n", "Ra1", "Ra1nn", "pass", "Rä1n", "Ra1x", "Ra1e Rb1e", "9g"]
            .into_iter()
            .all(moves)
    );
}

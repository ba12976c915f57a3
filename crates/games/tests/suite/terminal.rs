//! What the ends of games are worth, counted by hand, for every f_t.

use TerminalValue::{
    DepthAdditive, DepthMargin, DepthMultiplicative, Gain, Mobility, Presence, RawScore, Score,
};
use game::{AnyState, Game, TerminalFunction, TerminalValue};

/// f_t of each kind where a game ends that begins at a position and goes on with these moves.
fn check(name: &str, position: &str, moves: &str, expected: &[(TerminalValue, f32)]) {
    let start = games::start(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    let start = if position.is_empty() { start } else { start.parse_position(position).unwrap() };
    for &(kind, value) in expected {
        let (terminal, mut end): (_, AnyState) = TerminalFunction::begin(kind, &start).unwrap();
        for text in moves.split_whitespace() {
            end.play(end.parse_move(text).unwrap_or_else(|error| panic!("{name}: {error}")));
        }
        let outcome = end.outcome().unwrap_or_else(|| panic!("{name}: {} is not over", end.position()));
        let found = terminal.value(&end, outcome);
        assert!((found - value).abs() < 1e-4, "{name}, {kind:?}: {found}, not {value}");
    }
}

#[test]
fn a_win_in_connect_four_after_seven_plies_and_a_loss_after_eight() {
    let score = 1.0 + 35.0 / 42.0;
    check(
        "connect4",
        "",
        "1 2 1 2 1 2 1",
        &[
            (Score, score),
            (Gain, 1.0),
            (DepthAdditive, 36.0),
            (DepthMultiplicative, 36.0 * score),
            (DepthMargin, 1.0 + 64.0 / 71.0),
            (Presence, 1.0),
        ],
    );
    // The second player has as many stones: a loss is a loss.
    check("connect4", "", "1 2 1 2 1 2 7 2", &[(DepthAdditive, -35.0), (Presence, -1.0)]);
}

#[test]
fn points_decide_othello_go_ataxx_and_surakarta() {
    // A pass, then four discs against one.
    check(
        "othello:4",
        "xo../..../..../.... o",
        "pass c1",
        &[(Score, 1.0 + 3.0 / 16.0), (RawScore, 3.0), (Presence, 3.0), (DepthAdditive, 28.0 - 2.0 + 1.0)],
    );
    // 25 points less komi; five stones on the board.
    let wall = ".x.../.x.../.x.../.x.../.x... o";
    check("go:5,komi=7", wall, "pass pass", &[(RawScore, 18.0), (Presence, 5.0), (DepthAdditive, 999.0)]);
    let split = ".xo../.xo../.xo../.xo../.xo.. o";
    check("go:5,komi=-5", split, "pass pass", &[(RawScore, 0.0), (DepthAdditive, 0.0)]);
    // Half a point is a win like another one: it is worth more than any estimate.
    check("go:5,komi=-5.5", split, "pass pass", &[(RawScore, 1.0), (Presence, 1.0)]);
    let circle = "f1f3 a1a3 f3f1 a3a1";
    check("ataxx", "x5o/7/7/7/7/7/o4xx x", circle, &[(RawScore, 1.0), (DepthMargin, 1.0 + 64.0 / 68.0)]);
    let circle = "a1-a2 f6-f5 a2-a1 f5-f6";
    check("surakarta", "5o/6/6/6/6/x4x x", circle, &[(RawScore, 1.0), (Presence, 1.0)]);
}

#[test]
fn moves_and_pieces_are_counted_where_they_are_left() {
    // The second player cannot lay a domino, the first one has three places left.
    check("domineering:1x6", "", "a1", &[(Mobility, 3.0), (DepthAdditive, 3.0)]);
    // Three pawns against one; together they have six rows to go before the last move.
    let race = "p2/1PP/2P w";
    check("hexapawn", race, "b2b3", &[(Presence, 2.0), (Mobility, 1.0), (DepthAdditive, 6.0)]);
    // The second player has won with fewer pawns.
    check("hexapawn", "3/2P/p1P w", "", &[(Presence, -1.0)]);
}

#[test]
fn explicit_games_have_the_score_of_the_file() {
    let text = r#"{"player": [1, 1], "children": [[1], []], "gain": [0, -1], "score": [0, -6.5]}"#;
    let graph = games::graph::Graph::from_json(text).unwrap();
    let start = AnyState::new(graph.start());
    let (terminal, mut end) = TerminalFunction::begin(RawScore, &start).unwrap();
    end.play(end.parse_move("1").unwrap());
    assert_eq!(terminal.value(&end, end.outcome().unwrap()), -6.5);
}

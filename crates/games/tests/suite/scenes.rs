//! What is drawn and clicked, game by game. That all moves can be clicked is a law.

use game::scene::{Click, Decoration, Figures, Ground, Scene};
use game::{AnyState, Game, Tiling};

fn start(game: &str) -> AnyState {
    games::start(game).unwrap()
}

/// The ways to click a move, cells by their names and buttons in brackets.
fn ways(state: &AnyState, text: &str) -> Vec<String> {
    let scene = state.scene();
    let name = |click: Click| match click {
        Click::Cell(cell) => scene.cells[cell].name.clone(),
        Click::Button(word) => format!("[{word}]"),
    };
    let m = state.parse_move(text).unwrap();
    let ways = state.clicks(m, &scene).into_iter();
    ways.map(|way| way.into_iter().map(name).collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn every_kind_of_move_is_clicked_as_people_make_it() {
    let at = |game: &str, position: &str| start(game).parse_position(position).unwrap();
    assert_eq!(ways(&start("hex:5"), "c3"), ["c3"]);
    assert_eq!(ways(&start("chess"), "e2e4"), ["e2 e4"]);
    let promotion = at("chess", "8/P7/8/8/8/8/8/k1K5 w - - 0 1");
    assert_eq!(ways(&promotion, "a7a8q"), ["a7 a8 [q]"]);
    let queen = start("amazons");
    assert_eq!(ways(&queen, "d1-d2"), ["d1 d2"]);
    let mut arrow = queen.clone();
    arrow.play(queen.parse_move("d1-d2").unwrap());
    assert_eq!(ways(&arrow, "/d5"), ["d5"]);
    assert_eq!(ways(&start("santorini"), "a1,b2"), ["a1 b2", "b2 a1"]);
    assert_eq!(ways(&start("connect4:4x3"), "2").len(), 3);
    assert_eq!(ways(&start("nim:3-4"), "2:4"), ["2:4"]);
    assert_eq!(ways(&start("graph:../../docs/blind.json"), "1"), ["[1]"]);
    let mut swap = start("hex:5");
    swap.play(swap.parse_move("c3").unwrap());
    assert_eq!(ways(&swap, "swap"), ["[swap]"]);
    let leaving = at("dodgem", "o../.../..x x");
    assert_eq!(ways(&leaving, "c1-off"), ["c1 [off]"]);
    let clone = ways(&start("ataxx"), "b7");
    assert_eq!(clone, ["b7", "a7 b7"]);
    // Two ways around the same board, over other pieces.
    let captures = at("draughts:brazilian", "W:W31:B27,18,26,17");
    let mut moves = Vec::new();
    captures.moves(&mut moves);
    assert!(moves.iter().all(|&m| captures.clicks(m, &captures.scene())[0].len() >= 2));
}

#[test]
fn arimaa_pushes_and_pulls_begin_otherwise_than_steps() {
    let state = start("arimaa").parse_position("r7/8/8/8/3Er3/8/8/7R g").unwrap();
    assert_eq!(ways(&state, "Ed4n"), ["d4 d5"]);
    assert_eq!(ways(&state, "re4e Ed4e"), ["d4 e4 f4"]);
    assert_eq!(ways(&state, "Ed4n re4w"), ["e4 d4 d5"]);
}

fn lines(scene: &Scene) -> usize {
    scene.decorations.iter().filter(|decoration| matches!(decoration, Decoration::Line(_))).count()
}

#[test]
fn boards_have_what_people_know_them_by() {
    let scene = |game: &str| start(game).scene();
    let surakarta = scene("surakarta");
    assert_eq!((surakarta.tiling, lines(&surakarta)), (Some(Tiling::Points), 6 + 6 + 8));
    let xiangqi = scene("xiangqi");
    assert_eq!((xiangqi.figures, lines(&xiangqi)), (Figures::Xiangqi, 10 + 18 + 4));
    let hex = scene("hex:4x3");
    let edges = hex.decorations.iter().filter(|decoration| matches!(decoration, Decoration::Edge(..)));
    assert_eq!((hex.tiling, edges.count()), (Some(Tiling::Hexagons), 4));
    let go = scene("go:9");
    let dots = go.decorations.iter().filter(|decoration| matches!(decoration, Decoration::Dot(_)));
    assert_eq!((dots.count(), go.cells.last().unwrap().name.as_str()), (5, "j9"));
    assert_eq!(scene("tictactoe").tiling, Some(Tiling::Squares));
    let traps = scene("arimaa").cells.into_iter().filter(|cell| cell.ground == Ground::Trap);
    assert_eq!(traps.count(), 4);
    assert_eq!(scene("graph:../../docs/blind.json").cells, []);
    assert_eq!(scene("nim:3-4").cells.len(), 7);
    assert_eq!(scene("draughts:international").cells.len(), 50);
    assert_eq!(scene("havannah:3,noswap").cells.len(), 19);
}

#[test]
fn heights_are_seen_under_workers() {
    let mut state = start("santorini");
    for m in ["a1,b2", "d4,e5", "a1-a2/a1", "d4-d5/d4", "a2-a1/a2"] {
        state.play(state.parse_move(m).unwrap());
    }
    let height = |name: &str| state.scene().cells.iter().find(|cell| cell.name == name).unwrap().height;
    assert_eq!([height("a1"), height("a2"), height("b2"), height("d4")], [1, 1, 0, 1]);
}

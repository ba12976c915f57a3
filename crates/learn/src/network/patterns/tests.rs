use game::{Game, Tiling};

use super::*;

fn board(game: &str) -> Board {
    Board::new(&games::start(game).unwrap())
}

#[test]
fn random_games_show_the_symmetries_of_a_board() {
    let turns = |game: &str| board(game).turns.len();
    for (game, count) in [
        ("clobber", 3 + 4),
        ("clobber:6x5", 3),
        ("othello", 7),
        ("go:9", 7),
        ("havannah:4", 11),
        ("hex:7", 1),
        ("breakthrough", 1),
        ("connect4", 1),
        ("draughts:international", 0),
        ("xiangqi", 1),
        ("chess", 1),
        ("loa", 7),
        ("ataxx", 7),
    ] {
        assert_eq!(turns(game), count, "{game}");
    }
}

#[test]
fn castling_rights_forbid_the_mirror_image() {
    let board = board("chess");
    let castling = board.in_planes() + 1..board.in_planes() + 5;
    assert!(castling.into_iter().all(|right| board.unturnable.contains(&right)), "{:?}", board.unturnable);
    assert!(!board.unturnable.contains(&board.in_planes()), "the side to move does not");
}

#[test]
fn symbols_are_the_planes_that_are_on_together() {
    assert_eq!(board("clobber").symbols, [0, 1, 2]);
    assert_eq!(board("chess").symbols.len(), 13);
    assert_eq!(board("chess").owners().unwrap().iter().filter(|&&owner| owner == 1).count(), 6);
    // A stone alone, and a stone in atari.
    assert_eq!(board("go:9").symbols, [0, 1, 2, 5, 10]);
    assert_eq!(board("nim").symbols, [0]);
}

#[test]
fn images_share_rows_and_others_do_not() {
    let rows = |game: &str| {
        let board = board(game);
        let patterns = Pattern::usual(&board);
        let instances = shape::Instances::new(&board, &patterns, 0).unwrap();
        (instances.rows, instances.list.len())
    };
    // By the count of Burnside: squares of 9 cells under all eight turns, of 6 and 4 cells at the edge and in the
    // corner, and lines of 7 that may be turned round, along rows and along diagonals; each without the empty one.
    let of_three = |power: u32| 3_usize.pow(power);
    let square = (of_three(9) + 2 * of_three(3) + of_three(5) + 4 * of_three(6)) / 8;
    let edge = (of_three(6) + of_three(4)) / 2;
    let corner = (of_three(4) + of_three(3)) / 2;
    let line = (of_three(7) + of_three(4)) / 2;
    let lines = 10 * 4 * 2 + 4 * 4 * 2;
    assert_eq!(rows("clobber:10x10"), (square + edge + corner + 2 * line - 5, 100 + lines));
}

#[test]
fn patterns_of_every_game_have_rows_enough_for_memory() {
    for about in games::LIST {
        let Some(sample) = about.samples.first() else { continue };
        let start = games::start(sample).unwrap();
        let patterns = Patterns::new(&start, PatternOptions::default(), 2.0);
        println!("{}: {patterns}, {} patterns", about.name, patterns.patterns.len());
        assert!(patterns.rows() < 80_000, "{}: {}", about.name, patterns.rows());
    }
    assert_eq!(Tiling::Hexagons, board("hex:7").tiling());
}

#[test]
fn a_state_is_seen_by_the_side_to_move() {
    let patterns = Patterns::new(&games::start("mnk:4x4x4").unwrap(), PatternOptions::default(), 2.0);
    let parameters = crate::network::Parameters::new(patterns, 1);
    let network = PatternNetwork::new(&parameters);
    let value = |text: &str| {
        let start = games::start("mnk:4x4x4").unwrap();
        network.value(&start.parse_position(text).unwrap())
    };
    assert_eq!(value("xo../..../..xo/x... x"), -value("ox../..../..ox/o... o"));
    assert_ne!(value("xo../..../..xo/x... x"), -value("xo../..../..xo/x... o"));
}

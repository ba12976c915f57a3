//! Records survive a round trip through every format that can hold them, and no text is too strange to be read.

use std::path::Path;

use engine::{Outcome, Player};
use proptest::prelude::*;
use protocol::records::{Format, GameRecord, Line, Played};

use crate::common::GAMES;

/// A usual setup of both players of Arimaa.
const SETUP: &str = "1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ca2 Cb2 Dc2 Dd2 He2 Hf2 Mg2 Eh2\n\
                     1s ra7 rb7 rc7 rd7 re7 rf7 rg7 rh7 ca8 cb8 dc8 dd8 he8 hf8 mg8 eh8\n";

/// Some games of other programs, of every kind that there is.
fn games() -> Vec<GameRecord> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/tests/data/games");
    let mut paths: Vec<_> = data.read_dir().unwrap().map(|file| file.unwrap().path()).collect();
    paths.sort();
    let mut games = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        for line in text.lines().take(2) {
            let value: serde_json::Value = serde_json::from_str(line).unwrap();
            let start = GAMES.open(value["game"].as_str().unwrap()).unwrap();
            let begin = match value["position"].as_str() {
                Some(text) => start.read(text).unwrap(),
                None => start.copy(),
            };
            let replay = begin.replay(value["moves"].as_str().unwrap()).unwrap();
            let mut record = GameRecord::new(start.game(), replay.moves);
            record.start = (begin.text() != start.text()).then(|| begin.text());
            record.result = replay.end.outcome();
            games.push(record);
        }
    }
    // Those of Arimaa begin after the setup.
    let whole = format!("{SETUP}2g Eh2n Eh3n Mg2n Mg3n\n2s ra7s\n");
    games.extend(read(Format::Arimaa, &whole, None).unwrap());
    games.extend(read(Format::Arimaa, SETUP, None).unwrap());
    games
}

/// What a text says in this format about this game.
fn read(format: Format, text: &str, game: Option<&str>) -> Result<Vec<GameRecord>, String> {
    format.read(text, game, &GAMES)
}

fn again(format: Format, record: &GameRecord) -> GameRecord {
    let text = format.write(std::slice::from_ref(record), &GAMES).unwrap();
    let read = read(format, &text, Some(&record.game));
    let read = read.unwrap_or_else(|error| panic!("{format}: {error}\n{text}"));
    assert_eq!(read.len(), 1, "{format}: {text}");
    read.into_iter().next().unwrap()
}

#[test]
fn games_of_other_programs_survive_every_format() {
    let mut held = Vec::new();
    for mut record in games() {
        for format in Format::ALL.into_iter().filter(|format| format.holds(&record.game)) {
            let has_start = !matches!(format, Format::Arimaa | Format::Othello | Format::Psq);
            if record.start.is_some() && !has_start {
                assert!(format.write(&[record.clone()], &GAMES).is_err());
                continue;
            }
            record.tags = match format {
                Format::Arimaa | Format::Othello => Vec::new(),
                _ => [("First", "a \"b\" [c] \\d"), ("Second", "white")]
                    .map(|(name, value)| (name.to_owned(), value.to_owned()))
                    .to_vec(),
            };
            if format == Format::Ggf {
                record.tags[0].1 = "a (c)".to_owned();
            }
            assert_eq!(again(format, &record), record, "{format}");
            held.push(format);
        }
    }
    assert!(Format::ALL.iter().all(|format| held.contains(format)), "{held:?}");
}

#[test]
fn several_games_of_a_file_are_read_in_their_order() {
    let games = games();
    for format in Format::ALL {
        let held: Vec<GameRecord> = games
            .iter()
            .filter(|record| record.start.is_none() && format.holds(&record.game))
            .filter(|record| record.game != "othello:10")
            .cloned()
            .collect();
        // Where the text does not say which game it is, all are of the same.
        let held: Vec<GameRecord> = held
            .iter()
            .filter(|record| format == Format::Json || record.game == held[0].game)
            .cloned()
            .collect();
        let text = format.write(&held, &GAMES).unwrap();
        let game = held[0].game.clone();
        let read = read(format, &text, (format != Format::Json).then_some(game.as_str())).unwrap();
        assert_eq!(read, held, "{format}");
    }
}

/// The decisions of the only game of a text.
fn moves(format: Format, text: &str, game: Option<&str>) -> String {
    let read = read(format, text, game).unwrap();
    assert_eq!(read.len(), 1, "{text}");
    read[0].decisions().join(" ")
}

#[test]
fn texts_of_other_programs_are_understood() {
    for (format, game, text, expected) in [
        (
            Format::Pgn,
            None,
            "1.e4 e5 2. Nf3! {good} (2. f4 exf4) 2... Nc6 3.Bb5 a6 $1 *",
            "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6",
        ),
        (
            Format::Pgn,
            None,
            "[Event \"x\"]\n[Variant \"Standard\"]\n\n; remark\n1. d4 d5 1/2-1/2",
            "d2d4 d7d5",
        ),
        (
            Format::Pgn,
            None,
            "[Game \"Chinese Chess\"]\n[Format \"ICCS\"]\n\n1. H2-E2 h9-g7 1-0",
            "h3e3 h10g8",
        ),
        (Format::Pgn, Some("ataxx"), "1. g2 a2 2. g2e3 0-1", "g2 a2 g2e3"),
        (Format::Sgf, None, "(;GM[1]SZ[9]KM[5.5];B[ee];W[];B[tt])", "e5 pass pass"),
        (Format::Sgf, None, "(;FF[4]GM[1]SZ[9]AB[cc][gg];W[ee];W[ef])", "e5 pass e4"),
        (Format::Sgf, None, "(;GM[2];B[fe];W[df])", "f5 d6"),
        (Format::Sgf, None, "(;GM[9];B[b1-b3];W[A2:c2++])", "b1b3 a2c2"),
        (Format::Sgf, None, "(;GM[11]SZ[5];B[b4];W[swap-pieces];B[a5])", "b4 swap e1"),
        (Format::Sgf, None, "(;GM[18];B[djddgd];W[addgad])", "d1-d7 /g7 a7-d4 /a7"),
        (Format::Sgf, Some("connect4"), "(;GM[999];B[4];W[4])", "4 4"),
        (
            Format::Pdn,
            None,
            "[GameType \"20\"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0",
            "32-28 19-23 28x19:23 14x23:19",
        ),
        (Format::Pdn, None, "[GameType \"26,W,8,8,A0,0\"]\n\n1. c3-b4 b6-a5 *", "22-17 9-13"),
        (
            Format::Ggf,
            None,
            "(;GM[Othello]PB[a]BO[8 ---------------------------O*------*O--------------------------- *]B[F5/1.5/2]W[d6];)",
            "f5 d6",
        ),
        (Format::Othello, None, "F5D6 c3d3c4", "f5 d6 c3 d3 c4"),
        (Format::Psq, None, "Piskvorky 15x15, 11:11, 0\n1,1,20\n8,8,13\na.zip\nb.zip\n-1\n", "a1 h8"),
        (
            Format::Json,
            None,
            "{\"game\":\"nim\",\"moves\":[\"3:5\",{\"move\":\"2:1\",\"comment\":\"?\"}]}",
            "3:5 2:1",
        ),
    ] {
        assert_eq!(moves(format, text, game), expected, "{text}");
    }
}

#[test]
fn captures_are_written_in_a_list_of_arimaa_and_need_not_be_read() {
    // A dog that steps alone onto a trap is lost.
    let read = read(Format::Arimaa, &format!("{SETUP}2g Dc2n\n2s ra7s ra6s\n3g"), None).unwrap();
    let text = Format::Arimaa.write(&read, &GAMES).unwrap();
    assert!(text.ends_with("\n2g Dc2n Dc3x\n2s ra7s ra6s\n\n"), "{text}");
    assert_eq!(moves(Format::Arimaa, &text, None), read[0].decisions().join(" "));
}

#[test]
fn a_game_that_players_have_not_ended_goes_on() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(3);
    let read = read(Format::Pgn, &format!("{shuffle} e4 e5 *"), None).unwrap();
    assert_eq!(read[0].decisions().len(), 14);
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    for (format, game, text, part) in [
        (Format::Pgn, None, "1. e4 e5\n2. Ke3 *", "game 1 (line 1): move 3, `Ke3`: no legal move"),
        (Format::Pgn, None, "1. e4 (1. d4 e4) *", "variation at move 1, `e4`: move 2, `e4`"),
        (Format::Pgn, None, "1. e4 )", "line 1: a variation ends"),
        (Format::Pgn, None, "1. e4 (1. d4", "not closed"),
        (Format::Pgn, None, "[Event \"x", "a tag is not closed"),
        (Format::Pgn, None, "\n\n{ never ends", "line 3: a comment is not closed"),
        (Format::Pgn, None, "[Variant \"Crazyhouse\"]\n\n*", "Crazyhouse"),
        (Format::Pgn, None, "[FEN \"8/8\"]\n\n*", "FEN: "),
        (Format::Pgn, Some("chess"), "[Variant \"nim\"]\n\n*", "the record is of nim:3-4-5, not of chess"),
        (Format::Sgf, None, "(;GM[1]SZ[9];B[zz])", "`zz` is no point of this board"),
        (Format::Sgf, None, "(;GM[1]SZ[9];B[ee];AB[aa])", "set up within the game"),
        (Format::Sgf, None, "(;GM[1]SZ[9]AB[zz:aa])", "no point of this board"),
        (Format::Sgf, None, "(;GM[1]SZ[nine])", "no size"),
        (Format::Sgf, None, "(;GM[999])", "does not say which game"),
        (Format::Sgf, None, "(;B[aa]", "a parenthesis is not closed"),
        (Format::Sgf, None, "(;B[aa", "a value is not closed"),
        (Format::Sgf, None, "(;GM[2];W[fe])", "the turn of the other player"),
        (Format::Pdn, None, "[GameType \"21\"]\n\n*", "no game of GameType 21"),
        (Format::Pdn, None, "1. 32-99 *", "move 1, `32-99`"),
        (Format::Arimaa, None, "hello", "line 1: a line begins with a turn"),
        (Format::Arimaa, None, "1g Ra1", "move 1"),
        (Format::Ggf, None, "(;GM[Othello];)", "there is no board"),
        (Format::Othello, None, "f5\n\nf5f5", "line 3: move 2, `f5`"),
        (Format::Psq, None, "15x15\n1,1,1", "line 1: a game begins with its board"),
        (Format::Psq, None, "Piskvorky 15x15, 11:11, 0\n8,8,1", "move 1, `h8`"),
        (Format::Json, None, "\n{\"game\":\"nim\"}", "line 2: missing field `moves`"),
        (Format::Json, None, "{\"game\":\"nim\",\"moves\":[\"9:9\"]}", "line 1: move 1"),
    ] {
        let error = read(format, text, game).unwrap_err();
        assert!(error.contains(part), "{text}: {error}");
    }
    let chess = GameRecord::new("chess", ["e2e4".to_owned()]);
    assert_eq!(Format::Psq.write(&[chess], &GAMES).unwrap_err(), "game 1: psq has no form for chess");
}

#[test]
fn a_format_is_known_by_its_text_or_its_name() {
    let games = games();
    for format in Format::ALL {
        let record =
            games.iter().find(|record| record.start.is_none() && format.holds(&record.game)).unwrap();
        let text = format.write(std::slice::from_ref(record), &GAMES).unwrap();
        assert_eq!(Format::of_file("games.txt", &text), Some(format), "{text}");
        assert_eq!(Format::of_file(&format!("x.{}", format.extension()), &text), Some(format));
    }
    assert_eq!(Format::of_file("x", "hello"), None);
    assert_eq!(Format::of_file("", ""), None);
}

#[test]
fn every_game_has_a_format_that_holds_it() {
    for about in GAMES.list() {
        for sample in about.samples {
            let start = GAMES.open(sample).unwrap();
            assert!(Format::usual(start.game()).holds(start.game()), "{sample}");
            let Some(first) = start.moves().into_iter().next() else { continue };
            let mut record = GameRecord::new(start.game(), [first]);
            record.result = Some(Outcome::Win(Player::Second));
            for format in [Format::Pgn, Format::Sgf, Format::Json] {
                assert_eq!(again(format, &record), record, "{format} of {sample}");
            }
        }
    }
}

/// A line of random moves with comments and variations.
fn tree(game: &str, choices: &mut impl Iterator<Item = usize>) -> Line {
    fn grow(
        position: &dyn engine::Position,
        length: usize,
        depth: usize,
        choices: &mut impl Iterator<Item = usize>,
    ) -> Line {
        const COMMENTS: [&str; 6] = ["", "", "", "a good move", "a ] b \\ c ; (d) \"e\" : é", "x"];
        let mut line = Line::default();
        let mut position = position.copy();
        for _ in 0..length {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            let mut next = || choices.next().unwrap_or(0);
            let decision = moves[next() % moves.len()].clone();
            let comment = COMMENTS[next() % COMMENTS.len()].to_owned();
            let count = if depth < 3 && (depth == 0 || !line.moves.is_empty()) && next() % 4 == 0 {
                1 + next() % 2
            } else {
                0
            };
            let variations = (0..count).map(|_| grow(&*position, 3, depth + 1, choices));
            let variations = variations.filter(|line| !line.moves.is_empty()).collect();
            position = position.replay(&decision).unwrap().end;
            line.moves.push(Played { decision, comment, variations });
        }
        line
    }
    grow(&*GAMES.open(game).unwrap(), 12, 0, choices)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn comments_and_variations_survive(choices in prop::collection::vec(0..1000_usize, 60..200)) {
        for (game, formats) in [
            ("chess", &[Format::Pgn, Format::Sgf, Format::Json][..]),
            ("xiangqi", &[Format::Pgn, Format::Sgf, Format::Json]),
            ("ataxx", &[Format::Pgn, Format::Sgf, Format::Json]),
            ("go:5", &[Format::Sgf, Format::Pgn, Format::Json]),
            ("hex:4", &[Format::Sgf, Format::Json]),
            ("loa", &[Format::Sgf, Format::Json]),
            ("othello:6", &[Format::Sgf, Format::Json]),
            ("connect4", &[Format::Sgf, Format::Pgn, Format::Json]),
            ("draughts:brazilian", &[Format::Pdn, Format::Pgn, Format::Json]),
        ] {
            let mut record = GameRecord::new(game, []);
            record.line = tree(game, &mut choices.iter().copied());
            for &format in formats {
                let read = again(format, &record);
                prop_assert_eq!(&read.line, &record.line, "{} of {}", format, game);
            }
        }
        // A move of Amazons in SGF is a whole turn: alternatives to the arrow become alternatives to the turn.
        let mut record = GameRecord::new("amazons:4x4", []);
        record.line = tree("amazons:4x4", &mut choices.iter().copied());
        let once = again(Format::Sgf, &record);
        prop_assert_eq!(&again(Format::Sgf, &once), &once);
    }

    #[test]
    fn no_text_is_too_strange(which in 0..Format::ALL.len(), cut in any::<prop::sample::Index>(), noise in prop::collection::vec(any::<u8>(), 0..30)) {
        let format = Format::ALL[which];
        let games = games();
        let record = games.iter().find(|record| record.start.is_none() && format.holds(&record.game)).unwrap();
        let text = format.write(std::slice::from_ref(record), &GAMES).unwrap();
        let mut bytes = text.into_bytes();
        let at = cut.index(bytes.len());
        let end = (at + noise.len()).min(bytes.len());
        bytes.splice(at..end, noise.iter().copied());
        let _ = read(format, &String::from_utf8_lossy(&bytes), None);
        let _ = read(format, &String::from_utf8_lossy(&noise), None);
        bytes.truncate(at);
        let _ = read(format, &String::from_utf8_lossy(&bytes), None);
    }
}

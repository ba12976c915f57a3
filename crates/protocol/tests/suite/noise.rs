//! Random bytes and sessions that are cut off, for every dialect: an answer in the dialect's own form, no panic and no hang.

use proptest::prelude::*;
use protocol::{Conversation, Flow, Protocol};

use crate::common::{open, player};

/// A dialect, a game, what it says to a word that it does not know, and a session to take apart.
const DIALECTS: &[(&str, &str, &str, &str)] = &[
    (
        "ugi",
        "connect4",
        "info string error: ",
        "ugi|uginewgame|isready|position startpos moves 4 4 3|query p1turn|query result|go nodes 5|go p1time 10 p2time 10|go infinite|stop|setoption name Hash value 1|ponderhit",
    ),
    (
        "uci",
        "chess",
        "info string error: ",
        "uci|ucinewgame|isready|position startpos moves e2e4 e7e5|position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1 moves a1a8|go wtime 10 btime 10 winc 1 movestogo 3|go ponder|ponderhit|stop|setoption name UCI_Variant value amazons|setoption name MultiPV value 3|go movetime 1",
    ),
    (
        "ucci",
        "xiangqi",
        "info message error: ",
        "ucci|isready|position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2|go time 10 increment 1 opptime 10|go depth 1|stop|setoption usemillisec true|banmoves a1a2|ponderhit draw",
    ),
    (
        "uai",
        "ataxx",
        "info string error: ",
        "uai|uainewgame|isready|position fen x5o/7/7/7/7/7/o5x x 0 1 moves g2 a2|go movetime 1|go btime 9 wtime 9|stop",
    ),
    (
        "hub",
        "draughts:brazilian",
        "error message=",
        "hub|init|ping|new-game|pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves=\"9-13 22-18\"|pos pos=start|level move-time=0.01|level time=1 inc=0.1 moves=3|go think|go ponder|ponder-hit|stop|set-param name=variant value=canadian",
    ),
    (
        "aei",
        "arimaa",
        "log Error: ",
        "aei|isready|newgame|makemove Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ca2 Cb2 Dc2 Dd2 He2 Hf2 Mg2 Eh2|setposition g [rrrrrrrrhdcmecdh                                HDCMECDHRRRRRRRR]|setoption name tcmove value 1|setoption name greserve value 2|stop|makemove Ra2n",
    ),
    (
        "gtp",
        "hex:5",
        "? ",
        "name|12 boardsize 5|clear_board|komi 6.5|play b c3|play w swap-pieces|genmove b|undo|time_settings 1 1 1|time_left b 1 0|showboard|final_score|hexgui-analyze_commands|unbounded-gfx|lz-analyze 1|list_commands",
    ),
    (
        "dcoi",
        "santorini",
        "? ",
        "game santorini|clear_board|play 0 A1|play 0 B2|genmove 1|time_left 0 98|player|undo|legal_moves|game international_draughts|play 0 B4-A5|genmove 1|game arimaa|play 0 A1|game ataxx|play 0 A1-A2|game hex11|play 1 swap",
    ),
    (
        "gomocup",
        "gomoku",
        "UNKNOWN ",
        "START 15|BEGIN|TURN 7,7|BOARD|7,7,1|8,8,2|DONE|TAKEBACK 7,7|INFO timeout_turn 5|INFO time_left 100|INFO max_memory 0|RESTART|ABOUT|PLAY 0,0",
    ),
    (
        "nboard",
        "othello",
        "status error: ",
        "nboard 2|set depth 2|set game (;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]B[d3]W[c3];)|move F5/1/2|move PA|hint 3|go|ping 7|learn|analyze|set contempt 0",
    ),
    (
        "dxp",
        "draughts",
        "Cerror: ",
        "R01Other program                   Z060000A|M00003126000|M000032280|E00|B001W|CHello|R01Other                           W000000BWeeeeWeeeeezeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
    ),
    (
        "analysis",
        "nim",
        "{\"error\":",
        "{\"id\":\"a\",\"moves\":\"1:1\",\"analyzeTurns\":[0,1],\"maxNodes\":3}|{\"id\":\"b\",\"action\":\"terminate\",\"terminateId\":\"a\"}|{\"id\":\"c\",\"action\":\"terminate_all\"}|{\"id\":\"d\",\"moves\":[\"1:1\"],\"priorities\":[1],\"reportDuringSearchEvery\":0.001}|{\"id\":\"e\",\"action\":\"query_version\"}|{\"id\":\"f\",\"action\":\"clear_cache\"}",
    ),
];

fn engine(dialect: usize) -> Conversation<'static> {
    let (protocol, game, ..) = DIALECTS[dialect];
    open(protocol, game, player(3, "zero"))
}

/// Says everything, and waits for what comes of it.
fn hold(dialect: usize, messages: &[String]) {
    let mut engine = engine(dialect);
    for message in messages {
        if engine.say(message) == Flow::Quit {
            break;
        }
        engine.settle();
        engine.heard();
    }
}

#[test]
fn there_is_noise_for_every_dialect_and_it_knows_how_to_complain() {
    for protocol in Protocol::ALL {
        let dialect = DIALECTS.iter().position(|(name, ..)| *name == protocol.name()).unwrap();
        let mut engine = engine(dialect);
        engine.say("Xyzzy 1 2 3");
        let heard = engine.heard();
        assert!(heard.starts_with(DIALECTS[dialect].2), "{}: {heard}", protocol.name());
    }
}

/// A message made of pieces of the session.
fn message(dialect: usize) -> impl Strategy<Value = String> {
    let lines: Vec<String> = DIALECTS[dialect].3.split('|').map(str::to_owned).collect();
    let words: Vec<String> =
        lines.iter().flat_map(|line| line.split([' ', '=', ':', ',']).map(str::to_owned)).collect();
    let whole = prop::sample::select(lines);
    prop_oneof![
        4 => whole.clone(),
        2 => (whole, any::<prop::sample::Index>()).prop_map(|(line, at)| {
            let ends: Vec<usize> = line.char_indices().map(|(index, _)| index).collect();
            line[..ends[at.index(ends.len())]].to_owned()
        }),
        2 => prop::collection::vec(prop::sample::select(words), 0..6).prop_map(|words| words.join(" ")),
        1 => prop::collection::vec(any::<u8>(), 0..40).prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
    ]
}

fn session() -> impl Strategy<Value = (usize, Vec<String>)> {
    (0..DIALECTS.len())
        .prop_flat_map(|dialect| (Just(dialect), prop::collection::vec(message(dialect), 1..14)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn no_session_is_too_strange((dialect, messages) in session()) {
        hold(dialect, &messages);
    }
}

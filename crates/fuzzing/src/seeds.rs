//! Inputs that a fuzzer begins with: small ones that are accepted. The example `seeds` writes them into `fuzz/seeds`.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use engine::{Budget, LearnOptions, Registry, Session, Settings, Watch};
use game::{Game, split_name};
use protocol::Protocol;
use serde::Deserialize;

use crate::games::{self, samples};
use crate::{learning, sealing, tournaments};

/// A record of another program.
#[derive(Deserialize)]
struct Record {
    game: String,
    position: Option<String>,
    reached: Option<String>,
    #[serde(rename = "final")]
    end: Option<String>,
    moves: Option<String>,
}

/// The records that the tests of the games hold, the shortest first.
fn records() -> Vec<Record> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/tests/data");
    let folders = ["games", "perft"].map(|kind| data.join(kind));
    let files = folders.iter().flat_map(|folder| folder.read_dir().expect("it is there"));
    let mut paths: Vec<_> = files.map(|file| file.expect("it is readable").path()).collect();
    paths.sort();
    let texts = paths.iter().map(|path| std::fs::read_to_string(path).expect("it is readable"));
    let mut lines: Vec<String> =
        texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()).collect();
    lines.sort_by_key(String::len);
    lines.iter().map(|line| serde_json::from_str(line).expect("a record is JSON")).collect()
}

/// The input that means this text for a sample.
fn of_sample(index: usize, text: &str) -> Vec<u8> {
    [&[u8::try_from(index).expect("there are fewer samples than bytes")], text.as_bytes()].concat()
}

/// The text of the shortest record of each game that the first sample of the game accepts.
fn shortest(text: impl Fn(&Record) -> Option<String>, is_accepted: fn(&[u8]) -> bool) -> Vec<Vec<u8>> {
    let (records, samples) = (records(), samples());
    let of_game = |name: &str| {
        let index = samples.iter().position(|sample| split_name(sample).0 == name)?;
        let own = records.iter().filter(|record| split_name(&record.game).0 == name);
        let mut inputs = own.filter_map(|record| Some(of_sample(index, &text(record)?)));
        inputs.find(|input| is_accepted(input))
    };
    ::games::LIST.iter().filter_map(|about| of_game(about.name)).collect()
}

/// The start of each sample, and a later position of each game.
pub fn positions() -> Vec<Vec<u8>> {
    let start = |sample| ::games::start(sample).expect("a sample can be opened").position();
    let starts = samples().into_iter().enumerate().map(|(index, sample)| of_sample(index, &start(sample)));
    let later = |record: &Record| record.reached.clone().or(record.end.clone()).or(record.position.clone());
    starts.chain(shortest(later, games::positions)).collect()
}

/// A short line of each game.
pub fn moves() -> Vec<Vec<u8>> {
    shortest(|record| record.moves.clone().filter(|moves| !moves.is_empty()), games::moves)
}

fn texts(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// The samples.
pub fn names() -> Vec<Vec<u8>> {
    texts(&samples())
}

/// Explicit games.
pub fn graphs() -> Vec<Vec<u8>> {
    texts(&[
        r#"{"player":[1],"children":[[]],"gain":[0],"score":[0]}"#,
        r#"{"player":[1,2,1,1],"children":[[1,2],[2,3],[],[]],"gain":[0,0,1,-1],"score":[0,0,2,-0.5],"eval":[0.1,-0.2,null,null]}"#,
    ])
}

/// Algorithms with all their options, and evaluators.
pub fn options() -> Vec<Vec<u8>> {
    let written = |algorithm: &engine::Algorithm| {
        let options: Vec<String> =
            algorithm.options.iter().map(|option| format!("{}={}", option.name, option.default)).collect();
        format!("{}({})\nnoise(seed=7)", algorithm.name, options.join(",")).into_bytes()
    };
    let others =
        ["auto\nplayouts(games=3,seed=1)", "ubfm\nmobility", "proof\nnoise", "df-pn( epsilon = inf )\nzero"];
    Registry::standard().algorithms().iter().map(written).chain(texts(&others)).collect()
}

/// What pages of several games say.
pub fn pages() -> Vec<Vec<u8>> {
    let pages = [
        r#"{"game":"tictactoe"}
{"type":"move","text":"b2 a1"}
{"type":"takeback"}
{"type":"goto","node":0}
{"type":"analyse","slot":0,"search":{"evaluations":20}}
{"type":"peek","request":1,"line":"c3"}
{"type":"look","request":2,"slot":0,"line":["c3"]}
{"type":"stop","slot":0}
{"type":"close","slot":0}"#,
        r#"{"game":"hex:4","moves":"b2 swap","seats":[{"kind":"human"},{"kind":"engine","search":{"level":1}}]}
{"type":"seats","seats":[{"kind":"human"},{"kind":"human"}]}
{"type":"clock","clock":{"initial":60000,"increment":1000}}
{"type":"move","text":"c3"}
{"type":"delete","node":2}
{"type":"run","on":false}
{"type":"resign"}"#,
        r#"{"game":"hexapawn:3x3","position":"ppp/3/PPP w"}
{"type":"prove","search":{"algorithm":"auto","memory":2},"keep":true}
{"type":"stop_proof"}
{"type":"certificate"}
{"type":"close_proof"}
{"type":"move","text":"a1a2"}"#,
    ];
    pages.map(|page| page.as_bytes().to_vec()).to_vec()
}

/// The recorded sessions of each protocol.
pub fn sessions() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../protocol/tests/transcripts");
    let files = folder.read_dir().expect("it is there").map(|file| file.expect("it is readable").path());
    let mut paths: Vec<_> = files.collect();
    paths.sort();
    let said = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).expect("it is readable");
        let name = text.split_whitespace().skip_while(|word| *word != "--protocol").nth(1);
        let index = Protocol::ALL.iter().position(|protocol| Some(protocol.name()) == name);
        let lines = text.lines().filter_map(|line| line.strip_prefix("> "));
        let lines: Vec<&str> = lines.take(12).collect();
        of_sample(index.expect("the first line names a protocol"), &lines.join("\n"))
    };
    paths.iter().map(said).collect()
}

/// Games of chess and xiangqi, with comments and variations.
pub fn pgn() -> Vec<Vec<u8>> {
    texts(&[
        "[White \"a\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8=Q+ {yes} (1. Kf2 $2 Kd7) 1... Kd7 1-0\n",
        "[Game \"Chinese Chess\"]\n\n1. H2-E2 h9-g7 *\n",
        "[Variant \"nim:1-2\"]\n\n1. 1:1 2:2 ; end\n",
    ])
}

/// Trees of several games.
pub fn sgf() -> Vec<Vec<u8>> {
    texts(&[
        "(;GM[1]SZ[5]KM[0]AB[aa:bb]PL[W];W[cc]C[a \\] b](;B[dd])(;B[ee];W[]))",
        "(;GM[11]SZ[3];B[b2];W[swap-pieces])(;GM[9];B[b1-b3])",
        "(;FF[4]XG[nim:1-2];B[1:1])",
        "(;GM[18]SZ[4];B[bdbcbd])",
    ])
}

/// Games on two boards.
pub fn pdn() -> Vec<Vec<u8>> {
    texts(&[
        "[GameType \"20\"]\n\n1. 32-28 19-23 {x} (1... 19-24) 2. 28x19 14x23 2-0\n",
        "[GameType \"26\"]\n\n1. c3-b4 b6-a5 *\n",
    ])
}

/// A setup and a turn.
pub fn arimaa() -> Vec<Vec<u8>> {
    texts(&["1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ca2 Cb2 Dc2 Dd2 He2 Hf2 Mg2 Eh2\n\
             1s ra7 rb7 rc7 rd7 re7 rf7 rg7 rh7 ca8 cb8 dc8 dd8 he8 hf8 mg8 eh8\n2g Dc2n Dc3x\n"])
}

/// A game on a small board.
pub fn ggf() -> Vec<Vec<u8>> {
    texts(&["(;GM[Othello]PB[a]RE[?]BO[4 ---- -O*- -*O- ---- *]B[a2/1.0/2]C[x]W[a1];)"])
}

/// Lines of cells.
pub fn othello() -> Vec<Vec<u8>> {
    texts(&["c2", "b3 b2\nC2"])
}

/// A short game.
pub fn psq() -> Vec<Vec<u8>> {
    texts(&["Piskvorky 6x6, 11:11, 0\n1,1,20\n3,3,13\na\nb\n-1\n"])
}

/// Every field of a record.
pub fn json() -> Vec<Vec<u8>> {
    texts(&[
        "{\"game\":\"nim:1-2\",\"tags\":{\"First\":\"a\"},\"comment\":\"c\",\"moves\":[\"1:1\",{\"move\":\"2:2\",\
         \"variations\":[{\"moves\":[\"2:1\"]}]}],\"result\":\"0-1\"}",
        "{\"pair\":0,\"seat\":1,\"game\":\"nim:1-2\",\"players\":[\"a\",\"b\"],\"moves\":[\"1:1\"],\"score\":-1}",
    ])
}

/// Times, amounts of memory, counts.
pub fn quantities() -> Vec<Vec<u8>> {
    texts(&["10s", "500ms", "2 min", "1.5h", "4GiB", "512MiB", "2GB", "70000", "10k", "1.5M", "1e9", "2"])
}

/// Plans with every key.
pub fn plans() -> Vec<Vec<u8>> {
    let sets = "title = \"t\"\ngames = [\"nim:1-2\"]\npairing = \"paper\"\nmatches = 2\nopenings = \"random:1\"\n\
        seed = 3\ntime = \"1ms\"\nmemory = \"1MiB\"\nthreads = 1\nadjudicate = true\nmost_plies = 9\n\
        [reference]\nname = \"r\"\noverall = 1.0\ngames = { \"nim:1-2\" = 2.0 }\n\
        [[players]]\nname = \"a\"\nalgorithm = \"ubfm(sight=no)\"\n[[players]]\nalgorithm = \"descent\"\nnodes = 9\n\
        [[sets]]\nname = \"s\"\nevaluators = [\"zero\", \"noise(seed=1)\"]\nmatches = 2\ngames = [\"nim:1-2\"]\n";
    let sprt = "games = [\"tictactoe\"]\nsprt = \"elo0=0,elo1=10\"\niterations = 5\nopenings = \"none\"\n\
        [[players]]\nalgorithm = \"mcts(c=1.4)\"\nevaluator = \"playouts\"\n[[players]]\nalgorithm = \"ubfm\"\n\
        terminal = \"depth\"\ndecision = \"plain\"\n";
    texts(&[tournaments::PLAN, sets, sprt])
}

/// A shard.
pub fn shards() -> Vec<Vec<u8>> {
    vec![tournaments::shard()]
}

/// A small network of each kind that every build has.
const CONFIGURATIONS: [&str; 2] = [
    "width = 64\nhidden = [16, 16]\ngames_a_round = 1\n[play]\nevaluations = 4\n[replay]\ngames = 2\n",
    "network = \"patterns\"\ngames_a_round = 1\n[patterns]\nwidth = 64\nhidden = [16, 16]\nstages = 1\n\
     [play]\nevaluations = 4\ngenerator = \"ubfm\"\nlearning = \"root\"\nterminal = \"depth-margin\"\n\
     [replay]\ngames = 2\n[train]\nbatch = 4\n",
];

/// Configurations of learning.
pub fn configurations() -> Vec<Vec<u8>> {
    texts(&CONFIGURATIONS)
}

/// What a learner writes after a round.
fn learned(write: impl Fn(&engine::Learner, &Path)) -> Vec<Vec<u8>> {
    let of = |configuration: &&str| {
        let options: LearnOptions = toml::from_str(configuration).expect("the configuration is sound");
        let mut learner = learning::start().learner(options, 1).expect("the game can be learned");
        learner.round(&AtomicBool::new(false), &|_| {}).expect("it is not interrupted");
        let file = tempfile::NamedTempFile::new().expect("there is room for a file");
        write(&learner, file.path());
        std::fs::read(file.path()).expect("it was written")
    };
    CONFIGURATIONS.iter().map(of).collect()
}

/// Networks.
pub fn networks() -> Vec<Vec<u8>> {
    let files = learned(|learner, file| learner.write_network(file, "seed").expect("it can be written"));
    files.iter().map(|file| learning::open_network(file)).collect()
}

/// Checkpoints of learning.
pub fn learners() -> Vec<Vec<u8>> {
    let files = learned(|learner, file| learner.save(file).expect("it can be written"));
    // That of a pattern network is a hundred kilobytes.
    files.iter().take(1).map(|file| sealing::open(file)).collect()
}

/// A search that has gone on for a while.
fn session(game: &str, algorithm: &str, iterations: Option<u64>) -> Box<dyn Session> {
    let settings = Settings { algorithm: algorithm.to_owned(), ..Settings::default() };
    let start = Registry::standard().open(game).expect("the game is in the list");
    let mut session = start.session(&settings).expect("the settings are sound");
    session.think(&Budget { iterations, ..Budget::default() }, &mut Watch::default());
    session
}

/// Checkpoints of searches with a tree, with what policies keep, and with a ledger.
pub fn checkpoints() -> Vec<Vec<u8>> {
    let cases = [
        ("nim:1-2", "ubfm"),
        ("tictactoe", "descent"),
        ("connect4:4x4", "random"),
        ("hex:3", "ubfm-uct"),
        ("nim:1-2", "df-pn"),
    ];
    let save = |(game, algorithm): (&str, &str)| {
        let mut saved = Vec::new();
        session(game, algorithm, Some(4)).save(&mut saved).expect("the algorithm can be saved");
        sealing::open(&saved)
    };
    cases.map(save).into()
}

/// Certificates of wins and draws, with and without a proof rule.
pub fn certificates() -> Vec<Vec<u8>> {
    let write = |game: &str| {
        let mut file = Vec::new();
        let written =
            session(game, "auto", None).certificate(&mut file, &Budget::default(), &AtomicBool::new(false));
        written.expect("the value is proven");
        sealing::open_certificate(&file)
    };
    ["nim:1-2-3", "hexapawn:3x3", "mnk:3x2x3", "hex:3,noswap", "hex:3"].map(write).into()
}

/// Databases.
pub fn databases() -> Vec<Vec<u8>> {
    let write = |game: &str| {
        let (mut file, start) =
            (Vec::new(), Registry::standard().open(game).expect("the game is in the list"));
        let written =
            start.write_database(&mut file, &Budget::default(), &AtomicBool::new(false), &mut |_| {});
        written.expect("there is room for it");
        sealing::open(&file)
    };
    ["nim:1-2", "hexapawn:3x3"].map(write).into()
}

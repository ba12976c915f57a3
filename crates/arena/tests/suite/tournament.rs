//! Plans are played as written: with the same results on every machine, in pairs, and to the end whatever happens.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize};

use arena::Error;
use arena::directory::{Directory, PlayedShard};
use arena::plan::Plan;
use arena::record::{End, Record};
use arena::run::{Observer, run};
use arena::schedule::Schedule;
use arena::shard::Shard;
use arena::standing::Standing;
use arena::tournament::{Store, Tournament};
use engine::Registry;
use game::view::{Glyph, RowOne};
use game::{About, Features, Game, Key, Machinery, Outcome, Player, Sharing, Sight, TextError, View};

/// Two players take one to three of some stones in turn; who takes the last one wins. A broken one cannot say
/// which moves there are when four are left.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Stones {
    left: u8,
    turn: Player,
    is_broken: bool,
}

const STONES: About = About { name: "stones", variants: "broken", summary: "take stones", samples: &[] };

impl Stones {
    fn open(variant: &str) -> Result<Stones, TextError> {
        Ok(Stones { left: 13, turn: Player::First, is_broken: variant == "broken" })
    }
}

impl Game for Stones {
    type Move = u8;

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then_some(Outcome::Win(self.turn.other()))
    }

    fn moves(&self, out: &mut Vec<u8>) {
        assert!(!self.is_broken || self.left != 4, "four stones are too many");
        out.extend(1..=self.left.min(3));
    }

    fn play(&mut self, m: u8) {
        self.left -= m;
        self.turn = self.turn.other();
    }

    fn key(&self) -> Key {
        Key::of(u64::from(self.left) << 1 | self.turn as u64)
    }

    fn score(&self) -> f32 {
        self.outcome().map_or(0.0, |outcome| outcome.score(0.0))
    }

    fn position(&self) -> String {
        format!("{} {}", self.left, if self.turn == Player::First { 1 } else { 2 })
    }

    fn parse_position(&self, text: &str) -> Result<Stones, TextError> {
        let wrong = || TextError::new("stones and player, such as 13 1");
        let (left, turn) = text.split_once(' ').ok_or_else(wrong)?;
        let turn = if turn == "1" { Player::First } else { Player::Second };
        Ok(Stones { left: left.parse().map_err(|_| wrong())?, turn, ..self.clone() })
    }

    fn move_text(&self, m: u8) -> String {
        m.to_string()
    }

    fn view(&self) -> View {
        View::grid(usize::from(self.left.max(1)), 1, RowOne::Bottom, |_, _| Glyph::Empty)
    }
}

impl Sight<u8> for Stones {}

impl Sharing for Stones {}

impl Features for Stones {}

impl Machinery for Stones {}

fn registry() -> Registry {
    let mut registry = Registry::standard();
    registry.register(STONES, Stones::open);
    registry
}

/// Keeps everything, or stops after a number of shards.
struct Pile {
    shards: Vec<Shard>,
    most: usize,
}

impl Observer for Pile {
    fn shard(&mut self, shard: Shard) -> Result<ControlFlow<()>, Error> {
        self.shards.push(shard);
        Ok(if self.shards.len() < self.most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    }

    fn progress(&mut self, _: usize) {}
}

/// All matches of a plan, played by this number of workers.
fn play(plan: &Plan, jobs: usize) -> Vec<Record> {
    let registry = registry();
    plan.check(&registry).unwrap();
    let schedule = Schedule::new(plan, &registry).unwrap();
    let shards: Vec<usize> = (0..schedule.shard_count()).collect();
    let mut pile = Pile { shards: Vec::new(), most: usize::MAX };
    run(&schedule, &shards, jobs, &AtomicBool::new(false), &mut pile).unwrap();
    pile.shards.sort_by_key(|shard| shard.index);
    let records: Vec<Record> = pile.shards.into_iter().flat_map(|shard| shard.records).collect();
    assert_eq!(records.len(), 2 * schedule.pair_count());
    records
}

fn plan(text: &str) -> Plan {
    Plan::read(text).unwrap()
}

fn wrong(text: &str) -> String {
    match Plan::read(text).and_then(|plan| plan.check(&registry())) {
        Ok(()) => panic!("this plan should be refused: {text}"),
        Err(error) => error.to_string(),
    }
}

const THREE_PLAYERS: &str = r#"
    games = ["connect4:5x4", "hex:4,noswap"]
    matches = 8
    openings = "random:3"
    evaluations = 150
    shard = 3
    [[players]]
    algorithm = "ubfm"
    evaluator = "mobility"
    [[players]]
    algorithm = "mcts(c=1)"
    [[players]]
    name = "deep"
    algorithm = "descent"
    evaluator = "noise(seed=7)"
    evaluations = 300
"#;

#[test]
fn results_do_not_depend_on_who_plays_them_when() {
    let plan = plan(THREE_PLAYERS);
    assert!(plan.is_reproducible());
    let once = play(&plan, 1);
    assert_eq!(play(&plan, 4), once);
    // One shard alone, out of order.
    let registry = registry();
    let schedule = Schedule::new(&plan, &registry).unwrap();
    let last = schedule.shard_count() - 1;
    let shard = schedule.play(last, &AtomicUsize::new(0), &AtomicBool::new(false)).unwrap().unwrap();
    assert_eq!(shard.records, once[once.len() - shard.records.len()..]);
    // Another seed is another tournament.
    assert_ne!(play(&Plan { seed: 2, ..plan }, 2), once);
}

#[test]
fn every_opening_is_played_from_both_seats_and_shared_by_all_who_meet() {
    let plan = plan(THREE_PLAYERS);
    let records = play(&plan, 2);
    assert_eq!(records.len(), 2 * 3 * 8, "two games, three pairings, eight matches");
    for pair in records.chunks(2) {
        assert_eq!((pair[0].seat, pair[1].seat), (0, 1));
        assert_eq!(pair[0].players, pair[1].players);
        assert_eq!(pair[0].moves[..3], pair[1].moves[..3]);
        let [first, second] = pair[0].seats();
        assert_eq!(pair[1].seats(), [second, first]);
    }
    let openings = |a: &str, b: &str| -> Vec<&[String]> {
        let meet = |record: &&Record| record.game == "connect4:5x4" && record.players == [a, b];
        records.iter().filter(meet).map(|record| &record.moves[..3]).collect()
    };
    assert_eq!(openings("ubfm", "mcts(c=1)"), openings("ubfm", "deep"));
    assert_eq!(openings("ubfm", "deep").len(), 8);
    // Every match is one by the rules, move by move, with the result that is written down.
    let registry = registry();
    for record in &records {
        let end = registry.open(&record.game).unwrap().replay(&record.moves.join(" ")).unwrap().end;
        let score = match end.outcome().expect("the match is over") {
            Outcome::Draw => 0,
            Outcome::Win(winner) => winner.sign() * [1, -1][record.seat],
        };
        assert_eq!((record.score, &record.end), (score, &End::Rules));
    }
}

/// Equal players in swapped seats play the same match twice: the scores of a pair cancel out.
#[test]
fn identical_players_score_exactly_nothing() {
    for player in ["ubfm", "mcts", "rave", "random-move", "mcts-solver"] {
        let text = format!(
            "games = [\"connect4:5x4\", \"breakthrough:3x5\"]\nmatches = 20\nopenings = \"random:2\"\nevaluations = 60\n\
             [[players]]\nalgorithm = \"{player}\"\n[[players]]\nalgorithm = \"{player}\"\n"
        );
        let plan = plan(&text);
        assert_eq!(plan.players[1].name, format!("{player} #2"));
        let records = play(&plan, 2);
        for pair in records.chunks(2) {
            assert_eq!(pair[0].moves, pair[1].moves, "{player}");
            assert_eq!(pair[0].score, -pair[1].score, "{player}");
        }
        let standing = Standing::of(&plan, &records, records.len(), None).unwrap();
        assert!(standing.rows.iter().all(|row| row.mean == Some(0.0)), "{player}");
        let is_any_decided = records.iter().any(|record| record.score != 0);
        assert!(is_any_decided, "{player}: all were draws, which says nothing");
    }
}

#[test]
fn the_protocol_of_the_paper_is_every_ordered_pair_of_functions_in_both_seats() {
    let plan = plan(
        r#"
        games = ["tictactoe", "connect4:4x4"]
        pairing = "paper"
        matches = 2
        openings = "none"
        evaluations = 30
        [[players]]
        algorithm = "ubfm"
        [[players]]
        algorithm = "ubfm-basic"
        [[sets]]
        name = "one"
        evaluators = ["noise(seed=1)", "noise(seed=2)", "noise(seed=3)"]
        [[sets]]
        name = "two"
        evaluators = ["mobility", "zero"]
        games = ["tictactoe"]
        "#,
    );
    let records = play(&plan, 2);
    assert_eq!(records.len(), 2 * (9 + 4) + 2 * 9);
    let mut met: Vec<(String, String, [String; 2], usize)> = records
        .iter()
        .map(|record| {
            (record.game.clone(), record.set.clone(), record.evaluators.clone().unwrap(), record.seat)
        })
        .collect();
    met.sort();
    met.dedup();
    assert_eq!(met.len(), records.len(), "each of them once");
    assert!(records.iter().all(|record| record.opening == 0));
    let standing = Standing::of(&plan, &records, records.len(), None).unwrap();
    let row = |game: &str, set: &str| {
        let found = standing.rows.iter().find(|row| row.game == game && row.set == set);
        found.map(|row| (row.pairs.record().matches(), row.mean.unwrap()))
    };
    assert_eq!(row("tictactoe", "two").unwrap().0, 8);
    assert_eq!(row("connect4:4x4", "two"), None);
    let (all, [a, b]) =
        (row("", "").unwrap(), [row("tictactoe", ""), row("connect4:4x4", "")].map(Option::unwrap));
    assert_eq!(all.0, 44);
    assert!((all.1 - (a.1 + b.1) / 2.0).abs() < 1e-12, "games count alike, however many matches they have");
}

#[test]
fn a_player_that_crashes_loses_and_the_tournament_goes_on() {
    let plan = plan(
        r#"
        games = ["stones:broken", "stones"]
        matches = 2
        openings = "none"
        iterations = 100
        [[players]]
        algorithm = "greedy"
        evaluator = "zero"
        [[players]]
        algorithm = "ubfm"
        evaluator = "zero"
        "#,
    );
    // What it says on the way down is of no interest here. Other tests of this program are heard as ever.
    let heard = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !panic.to_string().contains("four stones are too many") {
            heard(panic);
        }
    }));
    let records = play(&plan, 2);
    let _ = std::panic::take_hook();
    let broken = &records[..2];
    assert!(broken.iter().all(|record| record.score == 1), "{broken:?}");
    for record in broken {
        let End::Failed(seat, reason) = &record.end else { panic!("{record:?}") };
        assert_eq!(record.seats()[*seat], "ubfm", "it looks further ahead");
        assert!(reason.contains("four stones are too many"), "{reason}");
    }
    assert!(records[2..].iter().all(|record| record.end == End::Rules));
    let standing = Standing::of(&plan, &records, 4, None).unwrap();
    assert_eq!(standing.failures.len(), 2);
    assert_eq!((standing.failures[0].player.as_str(), standing.failures[0].pair), ("ubfm", 0));
}

#[test]
fn proven_values_end_a_match_only_if_the_plan_says_so() {
    let text = "games = [\"tictactoe\"]\nmatches = 6\nopenings = \"random:2\"\niterations = 5000\n\
                [[players]]\nalgorithm = \"ubfm\"\n[[players]]\nalgorithm = \"descent\"\n";
    let played_out = play(&plan(text), 2);
    assert!(played_out.iter().all(|record| record.end == End::Rules && record.moves.len() >= 5));
    let adjudicated = play(&plan(&format!("adjudicate = true\n{text}")), 2);
    assert!(adjudicated.iter().all(|record| record.end == End::Proven && record.moves.len() == 2));
    let scores = |records: &[Record]| records.iter().map(|record| record.score).collect::<Vec<_>>();
    assert_eq!(scores(&adjudicated), scores(&played_out), "perfect players keep the value");
    let cut = play(&plan(&format!("max_plies = 1\n{text}")), 2);
    assert!(cut.iter().all(|record| record.end == End::TooLong && record.score == 0));
    assert_eq!(cut[0].moves.len(), 3, "the opening does not count");
    let old = plan(&format!("most_plies = 1\n{text}"));
    assert_eq!(old.max_plies, Some(1), "plans of earlier versions are still read");
}

#[test]
fn times_are_kept_where_a_move_is_limited_by_time() {
    let text = "games = [\"tictactoe\"]\nmatches = 2\nopenings = \"none\"\ntime = \"1ms\"\n\
                [[players]]\nalgorithm = \"mcts\"\n[[players]]\nalgorithm = \"ubfm\"\nevaluations = 10\n";
    let plan = plan(text);
    assert!(!plan.is_reproducible());
    for record in play(&plan, 1) {
        let [mcts, ubfm] = record.clocks.unwrap();
        assert_eq!((mcts.moves + ubfm.moves) as usize, record.moves.len());
        assert!(mcts.seconds >= 0.001 * f64::from(mcts.moves) && mcts.slowest <= mcts.seconds);
        assert_eq!(ubfm.overruns, 0, "it has no clock");
    }
}

#[test]
fn a_directory_keeps_shards_and_notices_what_does_not_fit() {
    let path = std::env::temp_dir().join(format!("unbounded-arena-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    let (plan, registry) = (plan(THREE_PLAYERS), registry());
    let schedule = Schedule::new(&plan, &registry).unwrap();
    let directory = Directory::begin(&path, &plan, &registry).unwrap();
    let all = directory.missing(&schedule);
    assert_eq!(all.len(), schedule.shard_count());
    let mut pile = Pile { shards: Vec::new(), most: 3 };
    run(&schedule, &all, 2, &AtomicBool::new(false), &mut pile).unwrap();
    for shard in &pile.shards {
        directory.keep(shard).unwrap();
    }
    let missing = Directory::begin(&path, &plan, &registry).unwrap().missing(&schedule);
    assert_eq!(missing.len(), all.len() - 3);
    for shard in &pile.shards {
        assert!(!missing.contains(&shard.index));
        assert_eq!(directory.read(shard.index, &schedule).unwrap().as_ref(), Some(&shard.records));
    }
    assert_eq!(directory.read(missing[0], &schedule).unwrap(), None);
    assert_eq!(directory.effort().len(), 3);
    let other = Plan { seed: 9, ..plan.clone() };
    let refused = Directory::begin(&path, &other, &registry).err().unwrap().to_string();
    assert!(refused.contains("another"), "{refused}");
    let file = path.join(format!("shards/{:06}.jsonl", pile.shards[0].index));
    let text = std::fs::read_to_string(&file).unwrap();
    for damaged in [&text[..text.len() / 2], "", &text.replace("\"seat\":1", "\"seat\":0")] {
        std::fs::write(&file, damaged).unwrap();
        let refused = directory.read(pile.shards[0].index, &schedule).unwrap_err().to_string();
        assert!(refused.contains("remove it"), "{refused}");
    }
    std::fs::remove_dir_all(&path).unwrap();
}

#[test]
fn a_tournament_is_played_by_one_call_in_memory_or_in_a_directory() {
    let path = std::env::temp_dir().join(format!("unbounded-tournament-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    let (plan, registry) = (plan(THREE_PLAYERS), registry());
    let schedule = Schedule::new(&plan, &registry).unwrap();
    let (go_on, mut heard) = (AtomicBool::new(false), Vec::new());
    let in_memory = Tournament::new(&schedule, Store::Memory(Vec::new()));
    let results = in_memory.play(2, &go_on, &mut |progress| heard.push(progress)).unwrap();
    assert_eq!(results.records, play(&plan, 1));
    assert_eq!((results.is_unfinished, results.elsewhere, results.path), (false, 0, None));
    assert!(heard.iter().all(|progress| progress.matches == 48 && progress.done <= 48));
    // One shard, twice; then an interrupted call, which keeps what was there; then the rest.
    let directory = Directory::begin(&path, &plan, &registry).unwrap();
    assert_eq!(directory.play(3, &schedule, &AtomicBool::new(true)).unwrap(), PlayedShard::Interrupted);
    assert_eq!(directory.play(3, &schedule, &go_on).unwrap(), PlayedShard::Now);
    assert_eq!(directory.play(3, &schedule, &go_on).unwrap(), PlayedShard::Before);
    let refused = directory.play(8, &schedule, &go_on).unwrap_err().to_string();
    assert!(refused.contains("no shard 8: the plan has 8 shards, 0 to 7"), "{refused}");
    let in_directory = || Tournament::new(&schedule, Store::Directory(directory.clone()));
    let some = in_directory().play(2, &AtomicBool::new(true), &mut |_| ()).unwrap();
    assert_eq!((some.records.len(), some.is_unfinished), (6, true));
    assert_eq!(in_directory().results().unwrap().records, some.records);
    let all = in_directory().play(2, &go_on, &mut |_| ()).unwrap();
    assert_eq!((all.records, all.path.as_deref()), (results.records, Some(path.as_path())));
    std::fs::remove_dir_all(&path).unwrap();
}

#[test]
fn plans_that_cannot_be_played_are_refused_with_the_reason() {
    let players = "[[players]]\nalgorithm = \"ubfm\"\n[[players]]\nalgorithm = \"mcts\"\n";
    for (text, part) in [
        ("games = [\"chess\"", "line 1"),
        ("games = []\ntime = \"1s\"\n", "no game"),
        ("games = [\"ches\"]\ntime = \"1s\"\n", "chess"),
        ("games = [\"chess\"]\n", "no limit"),
        ("games = [\"chess\"]\ntime = \"soon\"\n", "a time is written"),
        ("games = [\"chess\"]\ntime = \"1s\"\nmatches = 3\n", "even"),
        ("games = [\"chess\"]\ntime = \"1s\"\ncolour = 3\n", "colour"),
        ("games = [\"chess\"]\ntime = \"1s\"\nopenings = \"wild\"\n", "random:N"),
        ("games = [\"chess\"]\ntime = \"1s\"\nopenings = \"file:no-such-file\"\n", "no-such-file"),
        ("games = [\"chess\"]\ntime = \"1s\"\npairing = \"paper\"\n", "sets"),
        ("games = [\"chess\"]\ntime = \"1s\"\nsprt = \"elo0=5,elo1=0\"\n", "less than"),
        ("games = [\"chess\", \"othello\"]\ntime = \"1s\"\nsprt = \"elo0=0,elo1=5\"\n", "one game"),
    ] {
        let reason = wrong(&format!("{text}{players}"));
        assert!(reason.contains(part), "{text}: {reason}");
    }
    let player = |line: &str| format!("games = [\"chess\"]\ntime = \"1s\"\n{players}[[players]]\n{line}\n");
    for (line, part) in [
        ("algorithm = \"ubfmm\"", "no algorithm"),
        ("algorithm = \"ubfm\"\nevaluator = \"wisdom\"", "no evaluator"),
        ("algorithm = \"ubfm\"\nevaluator = \"noise(sed=1)\"", "no option `sed`"),
        ("algorithm = \"ubfm\"\nspeed = 1", "speed"),
    ] {
        let reason = wrong(&player(line));
        assert!(reason.contains(part), "{line}: {reason}");
    }
}

#[test]
fn sets_are_numbered_and_take_snapshots() {
    let plan = plan(
        r#"
        games = ["tictactoe"]
        pairing = "paper"
        matches = 2
        evaluations = 5
        [[players]]
        algorithm = "ubfm"
        [[players]]
        algorithm = "ubfm-basic"
        [[sets]]
        name = "run {set}"
        count = 2
        evaluators = ["noise(seed={set}{snapshot})"]
        snapshots = [1, 12]
        "#,
    );
    let sets: Vec<_> = plan.sets.iter().map(|set| (set.name.as_str(), set.evaluators.clone())).collect();
    let noise = |seeds: [&str; 2]| seeds.map(|seed| format!("noise(seed={seed})")).to_vec();
    assert_eq!(sets, [("run 1", noise(["101", "112"])), ("run 2", noise(["201", "212"]))]);
}

#[test]
fn the_four_matches_of_two_evaluators_share_their_openings() {
    let plan = plan(
        r#"
        games = ["connect4"]
        pairing = "paper"
        openings = "random:4"
        matches = 4
        iterations = 1
        [[players]]
        algorithm = "ubfm"
        [[players]]
        algorithm = "ubfm-basic"
        [[sets]]
        name = "noise"
        evaluators = ["noise(seed=1)", "noise(seed=2)", "noise(seed=3)"]
        "#,
    );
    let mut openings: BTreeMap<[String; 2], BTreeSet<Vec<String>>> = BTreeMap::new();
    for record in play(&plan, 2) {
        let mut evaluators = record.evaluators.unwrap();
        evaluators.sort();
        openings.entry(evaluators).or_default().insert(record.moves[..record.opening].to_vec());
    }
    assert_eq!(openings.len(), 6, "three evaluators against themselves and three against another one");
    assert!(openings.values().all(|openings| openings.len() == 2), "two openings, whoever plays with which");
    let all: BTreeSet<_> = openings.values().flatten().collect();
    assert_eq!(all.len(), 12, "other evaluators have other openings");
}

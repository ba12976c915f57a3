//! Positions with values from other programs, read from the files that these programs' authors wrote.

use engine::{Budget, Player, Position, Registry, Report, Settings, Watch};

/// A position of which the value is known.
pub struct Record {
    /// What to look for in the file if something is wrong.
    pub name: String,
    pub position: Box<dyn Position>,
    /// The gain of the first player.
    pub value: i8,
}

impl Record {
    fn new(game: &str, text: &str, for_the_player_to_move: i8) -> Record {
        let start = Registry::standard().open(game).unwrap();
        let position = start.read(text).unwrap_or_else(|error| panic!("{game} {text}: {error}"));
        Record {
            name: format!("{game} {text}"),
            value: gain(position.turn(), for_the_player_to_move),
            position,
        }
    }

    fn after(game: &str, moves: &str, value: impl Fn(Player) -> i8) -> Record {
        let position = Registry::standard().open(game).unwrap().replay(moves).unwrap().end;
        Record { name: format!("{game} {moves}"), value: value(position.turn()), position }
    }

    /// What `auto` says within a budget; it must not be wrong.
    pub fn solve(&self, budget: &Budget) -> Report {
        let settings = Settings { algorithm: "auto".to_owned(), ..Settings::default() };
        let report = self.position.session(&settings).unwrap().think(budget, &mut Watch::default());
        assert!(report.value.is_none_or(|value| value == self.value), "{}: {:?}", self.name, report.value);
        report
    }
}

/// A gain seen by the first player.
fn gain(player: Player, own: i8) -> i8 {
    if player == Player::First { own } else { -own }
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#') && !line.is_empty())
}

/// Connect Four: columns, and a score whose sign is the result for the player to move.
pub fn connect4(text: &str) -> impl Iterator<Item = Record> {
    lines(text).map(|line| {
        let (columns, score) = line.split_once(' ').unwrap();
        let moves: Vec<String> = columns.chars().map(String::from).collect();
        let score: i8 = score.trim().parse().unwrap();
        Record::after("connect4", &moves.join(" "), |turn| gain(turn, score.signum()))
    })
}

/// Rows from the top, and who wins if either player moves first.
pub fn either_to_move<'a>(game: &'a str, text: &'a str) -> impl Iterator<Item = Record> + 'a {
    lines(text).skip(1).flat_map(move |line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let value = |result| if result == "win" { 1 } else { -1 };
        [("x", fields[2]), ("o", fields[3])]
            .map(|(turn, result)| Record::new(game, &format!("{} {turn}", fields[1]), value(result)))
    })
}

/// Openings of Hex on boards of this size, and who wins.
pub fn hex<'a>(size: &'a str, text: &'a str) -> impl Iterator<Item = Record> + 'a {
    let openings = lines(text).skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    openings.filter(move |fields| fields[0] == size).map(move |fields| {
        let cell = fields[1].trim_start_matches("b ");
        Record::after(&format!("hex:{size},noswap"), cell, |_| if fields[2] == "black" { 1 } else { -1 })
    })
}

/// Othello: the board, the side to move, then its moves with their results, the best first.
pub fn othello(text: &str) -> impl Iterator<Item = Record> {
    lines(text).map(|line| {
        let (position, moves) = line.split_once(';').unwrap();
        let best = moves.split([':', ';']).nth(1).unwrap();
        Record::new("othello:8", position, best.parse::<i8>().unwrap().signum())
    })
}

/// Chess: the side to move mates in this number of moves, or is mated.
pub fn chess(text: &str) -> impl Iterator<Item = (Record, u32)> {
    lines(text).map(|line| {
        let (position, moves) = line.trim_end_matches(';').split_once(" bm #").unwrap();
        let moves: i8 = moves.parse().unwrap();
        let record = Record::new("chess", &format!("{position} 0 1"), moves.signum());
        (record, u32::from(moves.unsigned_abs()))
    })
}

//! Othello: the Generic Game Format, and plain lines of cells.

use engine::{Outcome, Player, Position};

use super::words::{Word, Words, add_comment, spell, understand};
use super::{GameRecord, Line, Reader, one_line, result_by_rules};
use crate::desk::Unit;
use crate::nboard::Moves;
use crate::record::follow;
use crate::spelling::{pieces, read_plainly, size};

/// A game of GGF: `(;GM[Othello]...BO[8 ---...--- *]B[F5//0.1]W[D6]...;)`.
#[derive(Default)]
pub struct Ggf<'a> {
    properties: Vec<(&'a str, &'a str)>,
}

impl<'a> Ggf<'a> {
    /// Reads the properties of a game, up to its end.
    pub fn read(text: &'a str) -> Result<Ggf<'a>, String> {
        let (mut game, mut rest) = (Ggf::default(), text.trim());
        while let Some((name, after)) = rest.split_once('[') {
            let (value, after) = after.split_once(']').ok_or("a bracket is not closed")?;
            game.properties.push((name.trim_matches(|c: char| !c.is_ascii_alphabetic()), value));
            rest = after;
        }
        Ok(game)
    }

    fn value(&self, name: &str) -> Option<&'a str> {
        self.properties.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    /// The moves, without evaluations and times.
    pub fn moves(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.properties.iter().filter(|(name, _)| matches!(*name, "B" | "W")).map(|(_, value)| *value)
    }

    /// The side of the board, and the position where the game begins.
    pub fn board(&self) -> Result<(usize, String), String> {
        let board = self.value("BO").ok_or("there is no board, BO[...]")?;
        let mut cells = board.chars().filter(|c| !c.is_whitespace());
        let digits: String = cells.clone().take_while(char::is_ascii_digit).collect();
        let side: usize = digits.parse().ok().filter(|side| *side < 100).ok_or("the board has no size")?;
        let cells: Vec<char> = cells.by_ref().skip(digits.len()).collect();
        if cells.len() != side * side + 1 {
            return Err(format!("a board of {side} needs {} cells and the side to move", side * side));
        }
        let stone = |c: &char| match c {
            '*' | 'X' | 'x' => Ok('x'),
            'O' | 'o' => Ok('o'),
            '-' | '.' => Ok('.'),
            c => Err(format!("`{c}` is none of *, O and -")),
        };
        let stones = cells.iter().map(stone).collect::<Result<Vec<char>, String>>()?;
        let rows: Vec<String> =
            stones[..side * side].chunks(side.max(1)).map(|row| row.iter().collect()).collect();
        Ok((side, format!("{} {}", rows.join("/"), stones[side * side])))
    }

    fn words(&self) -> Words {
        let mut words = Words::default();
        for (name, value) in &self.properties {
            let player = if *name == "W" { Player::Second } else { Player::First };
            match *name {
                "B" | "W" => {
                    words.words.push(Word {
                        player: Some(player),
                        text: (*value).to_owned(),
                        ..Word::default()
                    });
                }
                "C" => {
                    let place = words.words.last_mut().map_or(&mut words.comment, |word| &mut word.comment);
                    add_comment(place, &one_line(value));
                }
                _ => {}
            }
        }
        words
    }
}

/// Properties, each with the name of the tag.
const TAGS: [(&str, &str); 5] =
    [("PC", "Site"), ("DT", "Date"), ("EV", "Event"), ("PB", "First"), ("PW", "Second")];

pub fn read(text: &str, reader: &Reader<'_>) -> Result<Vec<GameRecord>, String> {
    let games = text.split("(;").skip(1).enumerate();
    let record = |(number, game): (usize, &str)| {
        read_game(game, reader).map_err(|error| format!("game {}: {error}", number + 1))
    };
    games.map(record).collect()
}

fn read_game(text: &str, reader: &Reader<'_>) -> Result<GameRecord, String> {
    let game = Ggf::read(text.split(";)").next().unwrap_or(text))?;
    let (side, board) = game.board()?;
    let standard = reader.start_of(&format!("othello:{side}"))?;
    let start = standard.read(&board).map_err(|error| error.to_string())?;
    let line = understand(&game.words(), &*start, &Moves)?;
    // The lead of black, perhaps with the reason behind it, such as `+10.000:t`.
    let lead = game.value("RE").and_then(|text| text.split(':').next()?.trim().parse::<f64>().ok());
    let result = lead.map(|lead| match lead.partial_cmp(&0.0) {
        Some(std::cmp::Ordering::Greater) => Outcome::Win(Player::First),
        Some(std::cmp::Ordering::Less) => Outcome::Win(Player::Second),
        _ => Outcome::Draw,
    });
    let tags = TAGS.iter().filter_map(|(name, tag)| Some(((*tag).to_owned(), one_line(game.value(name)?))));
    Ok(GameRecord {
        game: start.game().to_owned(),
        start: (start.text() != standard.text()).then(|| start.text()),
        tags: tags.filter(|(_, value)| !value.is_empty()).collect(),
        result: result.or_else(|| result_by_rules(&line, &*start)),
        line,
    })
}

/// A value may hold no bracket.
fn value(text: &str) -> String {
    one_line(text).replace('[', "(").replace(']', ")")
}

/// The rows of a position with these signs for both players and empty cells.
fn cells(position: &dyn Position) -> String {
    let (columns, rows) = size(position);
    let stones = pieces(position);
    let cell = |row: u32, column: u32| match stones.iter().find(|(cell, _)| *cell == (column, row)) {
        Some((_, Player::First)) => '*',
        Some((_, Player::Second)) => 'O',
        None => '-',
    };
    let rows: Vec<String> =
        (1..=rows).map(|row| (1..=columns).map(|column| cell(row, column)).collect()).collect();
    rows.join(" ")
}

pub fn write(record: &GameRecord, start: &dyn Position) -> Result<String, String> {
    let mut text = "(;GM[Othello]".to_owned();
    for (name, tag) in TAGS {
        if let Some(said) = record.tag(tag) {
            text += &format!("{name}[{}]", value(said));
        }
    }
    let words = spell(&record.line, start, Unit::Decision, &Moves)?;
    let (side, _) = size(start);
    text += &format!("RE[{}]TY[{side}]", lead(record, start));
    let mover = if start.turn() == Player::First { '*' } else { 'O' };
    text += &format!("BO[{side} {} {mover}]", cells(start));
    let comment = |text: &str| if text.is_empty() { String::new() } else { format!("C[{}]", value(text)) };
    text += &comment(&words.comment);
    for word in &words.words {
        let name = if word.player == Some(Player::Second) { 'W' } else { 'B' };
        text += &format!("{name}[{}]{}", word.text, comment(&word.comment));
    }
    Ok(text + ";)\n")
}

/// The lead of black at the end, or a lead of a disc where the game did not end by the rules.
fn lead(record: &GameRecord, start: &dyn Position) -> String {
    let decisions: Vec<&str> = record.decisions();
    let end = start.replay(&decisions.join(" ")).ok().map(|replay| replay.end);
    let end = end.filter(|end| end.outcome().is_some() && end.outcome() == record.result);
    let counted = end.map(|end| {
        let count = |player| pieces(&*end).iter().filter(|(_, owner)| *owner == player).count() as i64;
        count(Player::First) - count(Player::Second)
    });
    match (counted, record.result) {
        (Some(lead), _) => format!("{lead:+}"),
        (None, Some(Outcome::Draw)) => "0".to_owned(),
        (None, Some(Outcome::Win(winner))) => if winner == Player::First { "+1" } else { "-1" }.to_owned(),
        (None, None) => "?".to_owned(),
    }
}

/// Whether a text begins like a line of cells.
pub fn begins_like_cells(text: &str) -> bool {
    let begin: Vec<char> = text.chars().take(4).collect();
    matches!(begin[..], [a, b, c, d] if [a, c].iter().all(char::is_ascii_alphabetic) && [b, d].iter().all(char::is_ascii_digit))
}

/// Lines of cells; passes are left out, and blanks may stand between the cells.
pub fn read_cells(text: &str, reader: &Reader<'_>) -> Result<Vec<GameRecord>, String> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let record = |(number, line): (usize, &str)| {
        read_line(line, reader).map_err(|error| format!("line {number}: {error}"))
    };
    lines.map(record).collect()
}

fn read_line(text: &str, reader: &Reader<'_>) -> Result<GameRecord, String> {
    let start = reader.open_or("othello")?;
    if !super::Format::Othello.holds(start.game()) {
        return Err(format!("the record is of othello, not of {}", start.game()));
    }
    let mut position = start.copy();
    let (mut decisions, mut characters) = (Vec::new(), text.trim().chars().peekable());
    while let Some(column) = characters.next() {
        if column.is_whitespace() {
            continue;
        }
        let mut word = column.to_ascii_lowercase().to_string();
        while let Some(digit) = characters.next_if(char::is_ascii_digit) {
            word.push(digit);
        }
        let place = |error: String| format!("move {}, `{word}`: {error}", decisions.len() + 1);
        let mut told = Vec::new();
        if position.moves() == ["pass"] {
            told.push("pass".to_owned());
        }
        let after_pass = follow(&*position, &told).map_err(place)?;
        told.extend(read_plainly(&*after_pass, &word).map_err(place)?);
        position = follow(&*position, &told).map_err(place)?;
        decisions.extend(told);
    }
    let line = Line::of(decisions);
    let result = position.outcome();
    Ok(GameRecord { game: start.game().to_owned(), start: None, tags: Vec::new(), line, result })
}

pub fn write_cells(record: &GameRecord, _: &dyn Position) -> Result<String, String> {
    if record.start.is_some() {
        return Err("a line of cells begins at the start of the game".to_owned());
    }
    let cells = record.decisions().into_iter().filter(|decision| *decision != "pass");
    Ok(cells.collect::<String>() + "\n")
}

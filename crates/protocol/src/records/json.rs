//! A line of JSON for each game. The matches of a tournament are read, too.

use serde::{Deserialize, Serialize};

use super::words::DEEPEST;
use super::{GameRecord, Line, Played, Reader, result};

/// A record as JSON.
#[derive(Serialize, Deserialize)]
struct Record {
    game: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    #[serde(default, skip_serializing_if = "Tags::is_empty")]
    tags: Tags,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    moves: Vec<Move>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    /// Matches of a tournament: the players a and b, the seat of a, and its score.
    #[serde(default, skip_serializing)]
    players: Option<[String; 2]>,
    #[serde(default, skip_serializing)]
    seat: usize,
    #[serde(default, skip_serializing)]
    score: Option<i8>,
}

type Tags = serde_json::Map<String, serde_json::Value>;

/// A move: its text alone, or with what is said about it.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Move {
    Plain(String),
    Full {
        #[serde(rename = "move")]
        decision: String,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        comment: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        variations: Vec<Variation>,
    },
}

#[derive(Serialize, Deserialize)]
struct Variation {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    moves: Vec<Move>,
}

fn from_line(line: &Line) -> Vec<Move> {
    let one = |played: &Played| {
        if played.comment.is_empty() && played.variations.is_empty() {
            return Move::Plain(played.decision.clone());
        }
        let variation = |line: &Line| Variation { comment: line.comment.clone(), moves: from_line(line) };
        Move::Full {
            decision: played.decision.clone(),
            comment: played.comment.clone(),
            variations: played.variations.iter().map(variation).collect(),
        }
    };
    line.moves.iter().map(one).collect()
}

/// A line from this position on. Every move must be legal.
fn to_line(
    comment: String,
    moves: Vec<Move>,
    mut cursor: super::Cursor,
    depth: usize,
) -> Result<Line, String> {
    if depth > DEEPEST {
        return Err(format!("variations are nested more than {DEEPEST} deep"));
    }
    let mut line = Line { comment, moves: Vec::new() };
    for (index, one) in moves.into_iter().enumerate() {
        let place = |error: String| format!("move {}: {error}", index + 1);
        let (decision, comment, variations) = match one {
            Move::Plain(decision) => (decision, String::new(), Vec::new()),
            Move::Full { decision, comment, variations } => (decision, comment, variations),
        };
        let read =
            |variation: Variation| to_line(variation.comment, variation.moves, cursor.copy(), depth + 1);
        let variations = variations.into_iter().map(read).collect::<Result<_, _>>();
        let variations = variations.map_err(|error| format!("variation at {}", place(error)))?;
        // A move may be a turn of several decisions.
        let decisions = cursor.read(&decision).map_err(place)?;
        let first = line.moves.len();
        line.moves.extend(Line::of(decisions).moves);
        line.moves[first].variations = variations;
        if let Some(last) = line.moves.last_mut() {
            last.comment = comment;
        }
    }
    Ok(line)
}

pub fn read(text: &str, reader: &Reader<'_>) -> Result<Vec<GameRecord>, String> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let record = |(number, line): (usize, &str)| {
        let record: Record = serde_json::from_str(line).map_err(|error| format!("line {number}: {error}"))?;
        read_record(record, reader).map_err(|error| format!("line {number}: {error}"))
    };
    lines.map(record).collect()
}

fn read_record(record: Record, reader: &Reader<'_>) -> Result<GameRecord, String> {
    let standard = reader.start_of(&record.game)?;
    let start = match &record.position {
        Some(text) => standard.read(text).map_err(|error| error.to_string())?,
        None => standard.copy(),
    };
    let text = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut tags: Vec<(String, String)> =
        record.tags.iter().map(|(name, value)| (name.clone(), text(value))).collect();
    // Player a sits in this seat; the score is that of player a.
    let is_first = record.seat == 0;
    if let Some([a, b]) = record.players {
        let seats = if is_first { [a, b] } else { [b, a] };
        tags.extend(["First", "Second"].map(str::to_owned).into_iter().zip(seats));
    }
    let scored = record.score.map(|score| match (score.signum(), is_first) {
        (1, true) | (-1, false) => "1-0",
        (-1, true) | (1, false) => "0-1",
        _ => "1/2-1/2",
    });
    Ok(GameRecord {
        game: start.game().to_owned(),
        start: (start.text() != standard.text()).then(|| start.text()),
        tags,
        line: to_line(record.comment, record.moves, super::Cursor::new(&*start), 0)?,
        result: record.result.as_deref().or(scored).and_then(result),
    })
}

pub fn write(record: &GameRecord) -> Result<String, String> {
    let tag = |(name, value): &(String, String)| (name.clone(), value.clone().into());
    let line = Record {
        game: record.game.clone(),
        position: record.start.clone(),
        tags: record.tags.iter().map(tag).collect(),
        comment: record.line.comment.clone(),
        moves: from_line(&record.line),
        result: record.result.map(|_| record.result_text().to_owned()),
        players: None,
        seat: 0,
        score: None,
    };
    serde_json::to_string(&line).map(|line| line + "\n").map_err(|error| error.to_string())
}

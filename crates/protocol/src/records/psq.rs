//! The saved games of Piskvork: the size of the board, then a line `x,y,milliseconds` for each stone, counted from 1.

use engine::Position;

use super::words::{Word, Words, understand};
use super::{GameRecord, Reader, one_line, result_by_rules};
use crate::spelling::{Plain, cell, cell_text, size};

pub fn read(text: &str, reader: &Reader<'_>) -> Result<Vec<GameRecord>, String> {
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).peekable();
    let mut records = Vec::new();
    while let Some((number, head)) = lines.next() {
        let wrong = |reason: &str| format!("line {number}: {reason}");
        let board = head.strip_prefix("Piskvorky ").and_then(|rest| rest.split(',').next());
        let side = board.and_then(|board| board.trim().split_once('x'));
        let side =
            side.filter(|(columns, rows)| columns == rows && columns.parse().is_ok_and(|n: u32| n < 100));
        let (side, _) =
            side.ok_or_else(|| wrong("a game begins with its board, such as `Piskvorky 15x15, 11:11, 0`"))?;
        let (mut words, mut names) = (Words::default(), Vec::new());
        while let Some((_, line)) = lines.next_if(|(_, line)| !line.starts_with("Piskvorky ")) {
            let numbers: Option<Vec<i64>> = line.split(',').map(|part| part.trim().parse().ok()).collect();
            match numbers.as_deref() {
                Some([x, y, _]) if names.is_empty() => {
                    let axis = |n: &i64| u32::try_from(*n).ok().filter(|n| (1..=26).contains(n));
                    let stone = axis(x).zip(axis(y)).map(|(x, y)| cell_text(x, y));
                    let text = stone.unwrap_or_else(|| line.trim().to_owned());
                    words.words.push(Word { text, ..Word::default() });
                }
                // The reason why the game has ended.
                Some(_) => {}
                None => names.push(one_line(line)),
            }
        }
        let start = reader.start_like(&Some(format!("gomoku:{side}"))).map_err(|error| wrong(&error))?;
        let line = understand(&words, &*start, &Plain { blank: ' ' }).map_err(|error| wrong(&error))?;
        let players = ["First", "Second"].map(str::to_owned).into_iter().zip(names);
        records.push(GameRecord {
            game: start.game().to_owned(),
            start: None,
            tags: players.collect(),
            result: result_by_rules(&line, &*start),
            line,
        });
    }
    Ok(records)
}

pub fn write(record: &GameRecord, start: &dyn Position) -> Result<String, String> {
    if record.start.is_some() {
        return Err("a game of Piskvork begins on the empty board".to_owned());
    }
    let (columns, rows) = size(start);
    let mut text = format!("Piskvorky {columns}x{rows}, 0:0, 0\n");
    for decision in record.decisions() {
        let (column, row) = cell(decision).ok_or_else(|| format!("`{decision}` is no stone"))?;
        text += &format!("{column},{row},0\n");
    }
    if let (Some(first), Some(second)) = (record.tag("First"), record.tag("Second")) {
        text += &format!("{}\n{}\n", one_line(first), one_line(second));
    }
    Ok(text + "-1\n")
}

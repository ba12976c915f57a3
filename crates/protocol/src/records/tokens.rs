//! The text of PGN and its kin: tags in brackets, then moves with numbers, comments and variations.

use super::words::{DEEPEST, Word, Words, add_comment};
use super::{GameRecord, one_line};
use engine::Player;

/// A game as it is written.
#[derive(Debug, Default)]
pub struct Sheet {
    /// The tags.
    pub tags: Vec<(String, String)>,
    /// The moves.
    pub words: Words,
    /// The result behind the moves.
    pub result: Option<String>,
    /// The line on which it begins.
    pub line: usize,
}

impl Sheet {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// The tags of a record, which are all but these.
    pub fn tags_but(&self, own: &[&str]) -> Vec<(String, String)> {
        let rest = self.tags.iter().filter(|(name, _)| !own.iter().any(|own| own.eq_ignore_ascii_case(name)));
        let neutral = |name: &str| match name {
            "White" => "First".to_owned(),
            "Black" => "Second".to_owned(),
            name => name.to_owned(),
        };
        // What is not known need not be kept.
        let is_known = |value: &str| !matches!(value, "" | "?" | "????.??.??" | "-");
        rest.filter(|(_, value)| is_known(value))
            .map(|(name, value)| (neutral(name), value.clone()))
            .collect()
    }
}

/// The characters of a text with the number of their line.
struct Characters<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    line: usize,
}

impl Iterator for Characters<'_> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        self.line += usize::from(c == '\n');
        Some(c)
    }
}

impl Characters<'_> {
    /// Everything up to this character, which is taken, too.
    fn until(&mut self, end: char) -> Option<String> {
        let mut text = String::new();
        loop {
            match self.next()? {
                c if c == end => return Some(text),
                c => text.push(c),
            }
        }
    }

    /// `[Name "value"]`, behind the bracket.
    fn tag(&mut self) -> Option<(String, String)> {
        let name = self.until('"')?.trim().to_owned();
        let mut value = String::new();
        loop {
            match self.next()? {
                '"' => break,
                '\\' => value.push(self.next()?),
                c => value.push(c),
            }
        }
        self.until(']')?;
        Some((name, one_line(&value)))
    }
}

/// Marks behind a move, and the numbers that stand for them.
const MARKS: [(&str, &str); 6] =
    [("!!", "$3"), ("??", "$4"), ("!?", "$5"), ("?!", "$6"), ("!", "$1"), ("?", "$2")];

const RESULTS: [&str; 8] = ["1-0", "0-1", "1/2-1/2", "*", "2-0", "1-1", "0-2", "0-0"];

/// Reads all games. Errors name the line.
pub fn read(text: &str) -> Result<Vec<Sheet>, String> {
    let mut characters = Characters { rest: text.chars().peekable(), line: 1 };
    let mut sheets = Vec::new();
    let mut sheet = Sheet { line: 1, ..Sheet::default() };
    // The variations that are open: each belongs to the last word of the one before.
    let mut open: Vec<Words> = vec![Words::default()];
    let mut has_content = false;
    let mut finish = |sheet: &mut Sheet, open: &mut Vec<Words>, line: usize| {
        let mut done = std::mem::replace(sheet, Sheet { line, ..Sheet::default() });
        done.words = open.pop().unwrap_or_default();
        open.push(Words::default());
        sheets.push(done);
    };
    while let Some(c) = characters.next() {
        let line = characters.line;
        let wrong = |what: &str| format!("line {line}: {what}");
        let last = open.len() - 1;
        match c {
            c if c.is_whitespace() => {}
            '%' => drop(characters.until('\n')),
            '[' => {
                if !open[0].words.is_empty() || sheet.result.is_some() {
                    if last > 0 {
                        return Err(wrong("a variation is not closed"));
                    }
                    finish(&mut sheet, &mut open, line);
                }
                let tag = characters.tag().ok_or_else(|| wrong("a tag is not closed: [Name \"value\"]"))?;
                if !has_content {
                    sheet.line = line;
                }
                sheet.tags.push(tag);
                has_content = true;
            }
            '{' | ';' => {
                let end = if c == '{' { '}' } else { '\n' };
                let comment = match characters.until(end) {
                    Some(comment) => comment,
                    None if c == ';' => String::new(),
                    None => return Err(wrong("a comment is not closed")),
                };
                let words = &mut open[last];
                let place = words.words.last_mut().map_or(&mut words.comment, |word| &mut word.comment);
                add_comment(place, &one_line(&comment));
                has_content = true;
            }
            '(' => {
                if open.len() > DEEPEST {
                    return Err(wrong(&format!("variations are nested more than {DEEPEST} deep")));
                }
                if open[last].words.is_empty() {
                    return Err(wrong("a variation has no move before it"));
                }
                open.push(Words::default());
            }
            ')' => {
                let variation = open.pop().filter(|_| last > 0);
                let variation = variation.ok_or_else(|| wrong("a variation ends that has not begun"))?;
                if let Some(word) = open[last - 1].words.last_mut() {
                    word.variations.push(variation);
                }
            }
            ']' | '}' => return Err(wrong(&format!("`{c}` ends what has not begun"))),
            c => {
                let mut word = String::from(c);
                while let Some(&next) = characters.rest.peek() {
                    if next.is_whitespace() || matches!(next, '{' | '}' | '(' | ')' | '[' | ']' | ';' | '$') {
                        break;
                    }
                    word.push(next);
                    characters.next();
                }
                has_content = true;
                if last == 0 && RESULTS.contains(&word.as_str()) {
                    sheet.result = Some(word);
                    finish(&mut sheet, &mut open, characters.line);
                    has_content = false;
                    continue;
                }
                add_word(&mut open[last], &word);
            }
        }
    }
    if open.len() > 1 {
        return Err(format!("line {}: a variation is not closed", characters.line));
    }
    if has_content {
        finish(&mut sheet, &mut open, characters.line);
    }
    Ok(sheets)
}

/// Adds a word: a move behind its number and before its marks, or a mark of its own.
fn add_word(words: &mut Words, word: &str) {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    // `12.`, `12...` and `12.e4`, but not the move `12`.
    let text = match word[digits..].strip_prefix('.') {
        Some(rest) if digits > 0 => rest.trim_start_matches('.'),
        _ => word,
    };
    let (text, mark) = match MARKS.iter().find(|(mark, _)| text.ends_with(mark)) {
        Some((mark, number)) => (&text[..text.len() - mark.len()], Some(*number)),
        None => (text, None),
    };
    let mark = if text.starts_with('$') { Some(text) } else { mark };
    if !text.is_empty() && !text.starts_with('$') && text != "..." {
        words.words.push(Word { text: text.to_owned(), ..Word::default() });
    }
    if let (Some(mark), Some(word)) = (mark, words.words.last_mut()) {
        add_comment(&mut word.comment, mark);
    }
}

/// Longer lines are usually broken.
pub const WIDTH: usize = 80;

/// Writes the tags of a sheet.
pub fn write_tags(tags: &[(String, String)]) -> String {
    let line = |(name, value): &(String, String)| {
        let value = one_line(value).replace('\\', "\\\\").replace('"', "\\\"");
        format!("[{name} \"{value}\"]\n")
    };
    tags.iter().map(line).collect()
}

/// The tags that every sheet begins with.
pub fn roster(record: &GameRecord) -> Vec<(String, String)> {
    let tag = |name: &str, neutral: &str, unknown: &str| {
        (name.to_owned(), record.tag(neutral).unwrap_or(unknown).to_owned())
    };
    vec![
        tag("Event", "Event", "?"),
        tag("Site", "Site", "?"),
        tag("Date", "Date", "????.??.??"),
        tag("Round", "Round", "?"),
        tag("White", "First", "?"),
        tag("Black", "Second", "?"),
        ("Result".to_owned(), record.result_text().to_owned()),
    ]
}

/// The tags that are not in the roster.
pub fn other_tags(record: &GameRecord) -> impl Iterator<Item = (String, String)> + '_ {
    const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "First", "Second", "Result"];
    record.tags.iter().filter(|(name, _)| !ROSTER.contains(&name.as_str())).cloned()
}

/// Writes moves and result, in lines of this width.
pub fn write_moves(words: &Words, first: Player, result: &str, width_limit: usize) -> String {
    let mut pieces = Vec::new();
    let number = Number { move_number: 1, last: first.other() };
    push(words, number, &mut pieces);
    pieces.push(result.to_owned());
    let (mut text, mut width) = (String::new(), 0);
    for piece in pieces.iter().flat_map(|piece| piece.split(' ')) {
        if width > 0 && width + 1 + piece.len() > width_limit {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text += piece;
        width += piece.len();
    }
    text + "\n\n"
}

/// The number of a move, and who has made the last one.
#[derive(Clone, Copy)]
struct Number {
    move_number: usize,
    last: Player,
}

fn push(words: &Words, mut number: Number, pieces: &mut Vec<String>) {
    let mut is_interrupted = true;
    if !words.comment.is_empty() {
        pieces.push(comment(&words.comment));
    }
    for word in &words.words {
        let before = number;
        let player = word.player.unwrap_or(number.last.other());
        if player == Player::First && (number.last == Player::Second || is_interrupted) {
            pieces.push(format!("{}.", number.move_number));
        } else if is_interrupted {
            pieces.push(format!("{}...", number.move_number));
        }
        pieces.push(word.text.clone());
        let (marks, said) = split_marks(&word.comment);
        pieces.extend(marks.iter().map(|mark| (*mark).to_owned()));
        if !said.is_empty() {
            pieces.push(comment(&said));
        }
        for variation in &word.variations {
            pieces.push("(".to_owned());
            push(variation, before, pieces);
            pieces.push(")".to_owned());
        }
        is_interrupted = !word.variations.is_empty() || !said.is_empty();
        number.move_number += usize::from(player == Player::Second);
        number.last = player;
    }
}

/// The marks that a comment begins with, and what is said besides.
fn split_marks(text: &str) -> (Vec<&str>, String) {
    let is_mark = |word: &&str| {
        word.strip_prefix('$').is_some_and(|n| !n.is_empty() && n.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let count = words.iter().take_while(|word| is_mark(word)).count();
    (words[..count].to_vec(), words[count..].join(" "))
}

/// A comment cannot hold the bracket that ends it.
fn comment(text: &str) -> String {
    format!("{{{}}}", one_line(text).replace('}', ")").replace('{', "("))
}

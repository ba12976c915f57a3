//! The Smart Game Format: a tree of nodes with properties.

use engine::{Outcome, Player, Position};
use game::view::Glyph;

use super::points::{Points, has_points, indices};
use super::words::{DEEPEST, Word, Words, add_comment, spell, understand};
use super::{GameRecord, Reader};
use crate::desk::Unit;
use crate::gtp::komi;
use crate::spelling::{base, pieces, size};

/// The numbers of games, with the size of the board where none is given.
const GAMES: [(&str, &str, usize); 8] = [
    ("1", "go", 19),
    ("2", "othello", 8),
    ("4", "gomoku", 15),
    ("7", "xiangqi", 0),
    ("9", "loa", 0),
    ("10", "ataxx", 0),
    ("11", "hex", 11),
    ("18", "amazons", 10),
];

/// Properties that only this program writes: the canonical name of the game, and the text of the position where it begins.
const NAME: &str = "XG";
const START: &str = "XP";

/// Properties of the first node, each with the name of the tag.
const TAGS: [(&str, &str); 6] =
    [("PB", "First"), ("PW", "Second"), ("EV", "Event"), ("RO", "Round"), ("DT", "Date"), ("PC", "Site")];

/// A node: its properties, and the nodes that follow.
#[derive(Debug, Default)]
struct Node {
    properties: Vec<(String, Vec<String>)>,
    children: Vec<usize>,
    line: usize,
}

impl Node {
    fn values(&self, name: &str) -> &[String] {
        self.properties.iter().find(|(known, _)| known == name).map_or(&[], |(_, values)| values)
    }

    fn value(&self, name: &str) -> Option<&str> {
        self.values(name).first().map(String::as_str)
    }
}

/// All nodes of a file, and the first one of each game.
#[derive(Default)]
struct Tree {
    nodes: Vec<Node>,
    games: Vec<usize>,
}

/// Reads the nodes.
fn parse(text: &str) -> Result<Tree, String> {
    let mut tree = Tree::default();
    // Where each open parenthesis has begun, and the present node.
    let (mut open, mut here): (Vec<Option<usize>>, Option<usize>) = (Vec::new(), None);
    let (mut line, mut name) = (1, String::new());
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        line += usize::from(c == '\n');
        let number = line;
        let wrong = |what: &str| format!("line {number}: {what}");
        match c {
            '(' => {
                open.push(here);
                if open.len() == 1 {
                    here = None;
                }
            }
            ')' => here = open.pop().ok_or_else(|| wrong("`)` closes what was not opened"))?,
            // What stands around the games is not for programs.
            _ if open.is_empty() => {}
            ';' => {
                let index = tree.nodes.len();
                tree.nodes.push(Node { line, ..Node::default() });
                match here {
                    Some(parent) => tree.nodes[parent].children.push(index),
                    None => tree.games.push(index),
                }
                (here, name) = (Some(index), String::new());
            }
            '[' => {
                let node = here.map(|index| &mut tree.nodes[index]);
                let node = node.ok_or_else(|| wrong("a value without a node"))?;
                if !name.is_empty() {
                    node.properties.push((std::mem::take(&mut name), Vec::new()));
                }
                let (_, values) =
                    node.properties.last_mut().ok_or_else(|| wrong("a value without a property"))?;
                let mut value = String::new();
                loop {
                    match characters.next() {
                        None => return Err(wrong("a value is not closed")),
                        Some(']') => break,
                        Some('\\') => match characters.next() {
                            Some('\n') => line += 1,
                            Some('\r') => {}
                            Some(c) => value.push(c),
                            None => return Err(wrong("a value is not closed")),
                        },
                        Some(c) => {
                            line += usize::from(c == '\n');
                            value.push(c);
                        }
                    }
                }
                values.push(value);
            }
            // Old files have long names, of which the capitals count.
            c if c.is_ascii_uppercase() => name.push(c),
            c if c.is_whitespace() || c.is_ascii_alphanumeric() => {}
            c => return Err(wrong(&format!("`{c}` has no meaning here"))),
        }
    }
    if !open.is_empty() {
        return Err(format!("line {line}: a parenthesis is not closed"));
    }
    Ok(tree)
}

impl Tree {
    /// The words from a node on, whose first children are the main line.
    fn words(&self, first: usize, depth: usize) -> Result<Words, String> {
        if depth > DEEPEST {
            return Err(format!("variations are nested more than {DEEPEST} deep"));
        }
        let (mut words, mut here) = (Words::default(), Some(first));
        let mut variations = Vec::new();
        while let Some(index) = here {
            let node = &self.nodes[index];
            if index != first && ["AB", "AW", "AE"].iter().any(|name| !node.values(name).is_empty()) {
                return Err(format!("line {}: stones are set up within the game", node.line));
            }
            let played = [("B", Player::First), ("W", Player::Second)];
            let played = played.iter().find_map(|(name, player)| Some((node.value(name)?, *player)));
            if let Some((text, player)) = played {
                let variations = std::mem::take(&mut variations);
                words.words.push(Word {
                    player: Some(player),
                    text: text.to_owned(),
                    comment: String::new(),
                    variations,
                });
            }
            let comment = node.value("C").map(super::one_line).unwrap_or_default();
            add_comment(
                words.words.last_mut().map_or(&mut words.comment, |word| &mut word.comment),
                &comment,
            );
            for &other in node.children.iter().skip(1) {
                variations.push(self.words(other, depth + 1)?);
            }
            here = node.children.first().copied();
        }
        if !variations.is_empty() {
            let line = self.nodes[first].line;
            return Err(format!("line {line}: there are variations of a move that is missing"));
        }
        Ok(words)
    }
}

pub fn read(text: &str, reader: &Reader<'_>) -> Result<Vec<GameRecord>, String> {
    let tree = parse(text)?;
    let record = |(number, &first): (usize, &usize)| {
        let place = |error: String| format!("game {} (line {}): {error}", number + 1, tree.nodes[first].line);
        read_game(&tree, first, reader).map_err(place)
    };
    tree.games.iter().enumerate().map(record).collect()
}

fn read_game(tree: &Tree, first: usize, reader: &Reader<'_>) -> Result<GameRecord, String> {
    let root = &tree.nodes[first];
    let standard = match root.value(NAME) {
        Some(name) => reader.start_of(name)?,
        None => reader.start_like(&usual_name(root)?)?,
    };
    let start = match root.value(START) {
        Some(text) => standard.read(text).map_err(|error| error.to_string())?,
        None => set_up(root, &*standard)?,
    };
    let tags =
        TAGS.iter().filter_map(|(name, tag)| Some(((*tag).to_owned(), super::one_line(root.value(name)?))));
    let result = root.value("RE").and_then(|text| match text.chars().next()? {
        'B' | 'b' => Some(Outcome::Win(Player::First)),
        'W' | 'w' => Some(Outcome::Win(Player::Second)),
        '0' | 'D' | 'd' | 'J' => Some(Outcome::Draw),
        _ => None,
    });
    Ok(GameRecord {
        game: start.game().to_owned(),
        start: (start.text() != standard.text()).then(|| start.text()),
        tags: tags.filter(|(_, value)| !value.is_empty()).collect(),
        line: understand(&tree.words(first, 0)?, &*start, &Points)?,
        result,
    })
}

/// The name of the game by its number and its size; `None` if the number is not known.
fn usual_name(root: &Node) -> Result<Option<String>, String> {
    let number = root.value("GM").unwrap_or("1").trim();
    let Some((_, game, side)) = GAMES.iter().find(|(known, ..)| *known == number) else { return Ok(None) };
    if *side == 0 {
        return Ok(Some((*game).to_owned()));
    }
    let size = root.value("SZ").map_or_else(|| side.to_string(), |text| text.trim().to_owned());
    if !size.bytes().all(|byte| byte.is_ascii_digit() || byte == b':') || size.is_empty() {
        return Err(format!("SZ[{size}] is no size"));
    }
    let size = if *game == "amazons" && !size.contains(':') { format!("{size}:{size}") } else { size };
    let komi = root.value("KM").filter(|_| *game == "go").and_then(|komi| komi.trim().parse::<f64>().ok());
    let komi = komi.map_or(String::new(), |komi| format!(",komi={komi}"));
    Ok(Some(format!("{game}:{}{komi}", size.replace(':', "x"))))
}

/// Where a game begins that has stones set up.
fn set_up(root: &Node, standard: &dyn Position) -> Result<Box<dyn Position>, String> {
    let setup = [("AB", 'x'), ("AW", 'o'), ("AE", '.')];
    if setup.iter().all(|(name, _)| root.values(name).is_empty()) && root.value("PL").is_none() {
        return Ok(standard.copy());
    }
    if !has_points(standard) {
        return Err(format!("stones that are set up are not understood in {}", base(standard.game())));
    }
    let (columns, rows) = size(standard);
    let mut board = vec![vec!['.'; columns as usize]; rows as usize];
    for ((column, row), player) in pieces(standard) {
        board[row as usize - 1][column as usize - 1] = if player == Player::First { 'x' } else { 'o' };
    }
    for (name, stone) in setup {
        for value in root.values(name) {
            let (from, to) = value.split_once(':').unwrap_or((value, value));
            let corners = indices(from.trim()).zip(indices(to.trim()));
            let is_inside = |point: (usize, usize)| point.0 < columns as usize && point.1 < rows as usize;
            let inside = corners.filter(|(from, to)| is_inside(*from) && is_inside(*to));
            let (from, to) = inside.ok_or_else(|| format!("{name}[{value}] is no point of this board"))?;
            for row in &mut board[from.1.min(to.1)..=from.1.max(to.1)] {
                row[from.0.min(to.0)..=from.0.max(to.0)].fill(stone);
            }
        }
    }
    // After a handicap white begins.
    let is_handicap =
        base(standard.game()) == "go" && !root.values("AB").is_empty() && root.values("AW").is_empty();
    let turn = match root.value("PL").and_then(|text| text.chars().next()) {
        Some('W' | 'w') => 'o',
        None if is_handicap => 'o',
        _ => 'x',
    };
    let board: Vec<String> = board.iter().map(|row| row.iter().collect()).collect();
    standard.read(&format!("{} {turn}", board.join("/"))).map_err(|error| error.to_string())
}

pub fn write(record: &GameRecord, start: &dyn Position) -> Result<String, String> {
    let mut text = "(;FF[4]CA[UTF-8]".to_owned();
    let mut property = |name: &str, value: &str| text.extend([name, "[", &escape(value), "]"]);
    property("AP", concat!("unbounded:", env!("CARGO_PKG_VERSION")));
    if let Some((number, ..)) = GAMES.iter().find(|(_, game, _)| *game == base(&record.game)) {
        property("GM", number);
    }
    let (columns, rows) = size(start);
    if columns > 0 {
        property("SZ", &if columns == rows { columns.to_string() } else { format!("{columns}:{rows}") });
    }
    property(NAME, &record.game);
    if let Some(komi) = komi(start) {
        property("KM", &komi.to_string());
    }
    for (name, tag) in TAGS {
        if let Some(value) = record.tag(tag) {
            property(name, &super::one_line(value));
        }
    }
    match record.result {
        Some(Outcome::Win(Player::First)) => property("RE", "B+"),
        Some(Outcome::Win(Player::Second)) => property("RE", "W+"),
        Some(Outcome::Draw) => property("RE", "0"),
        None => {}
    }
    if let Some(position) = &record.start {
        property(START, position);
        if has_points(start) {
            text += &stones(start);
        }
    }
    // A turn of Amazons is a move; elsewhere a move is a decision.
    let unit = if base(&record.game) == "amazons" { Unit::Turn } else { Unit::Decision };
    let words = spell(&record.line, start, unit, &Points)?;
    if !words.comment.is_empty() {
        text += &format!("C[{}]", escape(&words.comment));
    }
    text.push('\n');
    push(&words.words, &mut text);
    Ok(text + ")\n")
}

/// The stones of a position as a setup.
fn stones(position: &dyn Position) -> String {
    let view = position.view();
    let of = |player: Player, name: &str| {
        let mut points = String::new();
        for (row, (_, glyphs)) in (b'a'..).zip(&view.rows) {
            for (column, glyph) in (b'a'..).zip(glyphs) {
                if matches!(glyph, Glyph::Piece(owner, _) if *owner == player) {
                    points.extend(['[', char::from(column), char::from(row), ']']);
                }
            }
        }
        if points.is_empty() { points } else { format!("{name}{points}") }
    };
    let turn = if position.turn() == Player::First { "B" } else { "W" };
    format!("{}{}PL[{turn}]", of(Player::First, "AB"), of(Player::Second, "AW"))
}

/// Writes words. A move with variations begins a tree of its own, which the variations stand beside.
fn push(words: &[Word], text: &mut String) {
    let mut open: Vec<Vec<&Words>> = Vec::new();
    for word in words {
        if !word.variations.is_empty() {
            text.push('(');
            open.push(siblings(&word.variations));
        }
        let name = if word.player == Some(Player::Second) { "W" } else { "B" };
        *text += &format!(";{name}[{}]", escape(&word.text));
        if !word.comment.is_empty() {
            *text += &format!("C[{}]\n", escape(&word.comment));
        }
    }
    for variations in open.into_iter().rev() {
        *text += ")\n";
        for variation in variations {
            text.push('(');
            if !variation.comment.is_empty() {
                *text += &format!(";C[{}]", escape(&variation.comment));
            }
            let (first, rest) = variation.words.split_at(1.min(variation.words.len()));
            for word in first {
                // The alternatives to its first move stand beside it.
                let alone = Word {
                    variations: Vec::new(),
                    text: word.text.clone(),
                    comment: word.comment.clone(),
                    ..*word
                };
                push(&[alone], text);
            }
            push(rest, text);
            *text += ")\n";
        }
    }
}

/// Variations, with the alternatives to their first moves behind them.
fn siblings(variations: &[Words]) -> Vec<&Words> {
    let mut all = Vec::new();
    for variation in variations.iter().filter(|variation| !variation.words.is_empty()) {
        all.push(variation);
        all.extend(siblings(&variation.words[0].variations));
    }
    all
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

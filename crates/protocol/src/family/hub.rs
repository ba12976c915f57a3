//! Hub, version 2, the protocol of draughts engines such as Scan: words with named arguments.

use std::time::Duration;

use engine::{Player, Position};
use game::view::Glyph;

use super::options::{Kind, Setting};
use super::words::NAME;
use super::{Command, Info, Tongue};
use crate::clock::{Clock, Limits};
use crate::desk::Desk;
use crate::score::{Score, centipawns};
use crate::spelling::{Spelling, read_plainly, size};

/// The variants of Hub, each with the name of the game here.
const VARIANTS: &[(&str, &str)] = &[
    ("normal", "draughts:international"),
    ("brazilian", "draughts:brazilian"),
    ("canadian", "draughts:canadian"),
];

/// Hub.
#[derive(Default)]
pub struct Hub {
    /// What `level` has set.
    limits: Limits,
}

/// An argument: a name, and a value unless it is a flag.
pub type Argument = (String, Option<String>);

/// `go think` or `level move-time=0.1`; a value with blanks stands in quotation marks.
pub fn arguments(line: &str) -> Result<(String, Vec<Argument>), String> {
    let mut words: Vec<String> = Vec::new();
    let mut is_quoted = false;
    let mut is_open = false;
    for c in line.chars() {
        match c {
            '"' => (is_quoted, is_open) = (!is_quoted, true),
            c if c.is_whitespace() && !is_quoted => is_open = false,
            c if is_open => words.last_mut().map_or((), |word| word.push(c)),
            c => {
                words.push(c.to_string());
                is_open = true;
            }
        }
    }
    if is_quoted {
        return Err("a quotation mark is not closed".to_owned());
    }
    let mut words = words.into_iter();
    let command = words.next().unwrap_or_default();
    let split = |word: String| match word.split_once('=') {
        Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
        None => (word, None),
    };
    Ok((command, words.map(split).collect()))
}

impl Hub {
    /// `level [depth=N] [nodes=N] [move-time=S] [moves=N time=S inc=S] [infinite]`
    fn level(given: &[Argument]) -> Result<Limits, String> {
        let (mut limits, mut clock) = (Limits::default(), Clock::default());
        let mut has_clock = false;
        for (name, value) in given {
            let number: Option<f64> = value.as_deref().and_then(|value| value.parse().ok());
            let number = || {
                let number = number.filter(|number| number.is_finite());
                number.map(|number| number.clamp(0.0, 1e7)).ok_or(format!("level: {name} needs a number"))
            };
            let time = || number().map(Duration::from_secs_f64);
            match name.as_str() {
                "depth" => limits.depth = Some(number()? as u32),
                "nodes" => limits.nodes = Some(number()? as u64),
                "move-time" => limits.move_time = Some(time()?),
                "infinite" => limits.endless = true,
                "ponder" => {}
                "time" => (clock.left, has_clock) = (time()?, true),
                "inc" => clock.increment = time()?,
                "moves" => clock.moves_to_go = Some(number()? as u32).filter(|moves| *moves > 0),
                _ => return Err(format!("level: unknown argument `{name}`")),
            }
        }
        if has_clock {
            // The increment is there already when the turn begins.
            clock.left += clock.increment;
            limits.clocks = [Some(clock); 2];
        }
        Ok(limits)
    }
}

impl Tongue for Hub {
    fn read(&mut self, line: &str, _: &dyn Position) -> Result<Command, String> {
        let (command, given) = arguments(line)?;
        let value =
            |name: &str| given.iter().find(|(known, _)| known == name).and_then(|(_, value)| value.clone());
        let has = |name: &str| given.iter().any(|(known, _)| known == name);
        Ok(match command.as_str() {
            "" => Command::Nothing,
            "hub" => Command::Hello,
            "init" => Command::Ready("ready"),
            "ping" => Command::Ready("pong"),
            "new-game" => Command::NewGame,
            "set-param" => Command::Set {
                name: value("name").ok_or("set-param: the argument name is missing")?,
                value: value("value").unwrap_or_default(),
            },
            "pos" => Command::Position {
                start: value("pos").filter(|text| text != "start"),
                moves: value("moves").unwrap_or_default().split_whitespace().map(str::to_owned).collect(),
            },
            "level" => {
                self.limits = Hub::level(&given)?;
                Command::Nothing
            }
            "go" if has("analyze") => {
                Command::Go { limits: Limits { endless: true, ..self.limits }, ponder: false }
            }
            "go" => Command::Go { limits: self.limits, ponder: has("ponder") },
            "stop" => Command::Stop,
            "ponder-hit" => Command::PonderHit(Some(self.limits)),
            "quit" => Command::Quit,
            _ => return Err(format!("unknown command `{command}`")),
        })
    }

    fn hello(&self, desk: &Desk<'_>) -> Vec<String> {
        let version = env!("CARGO_PKG_VERSION");
        let mut lines = vec![format!(
            "id name={} version={version} author=\"the unbounded contributors\"",
            NAME.split(' ').next().unwrap_or(NAME)
        )];
        let variants: Vec<&str> = VARIANTS.iter().map(|(name, _)| *name).collect();
        let present = variant(desk.game());
        lines.push(format!("param name=variant value={present} type=enum values=\"{}\"", variants.join(" ")));
        for setting in Setting::ALL {
            let name = setting.name().to_lowercase().replace(' ', "-");
            let value = setting.value(desk.record.start(), &desk.player);
            lines.push(match setting.kind() {
                Kind::Number(least, most) => {
                    format!("param name={name} value={value} type=int min={least} max={most}")
                }
                Kind::Flag => format!("param name={name} value={value} type=bool"),
                Kind::Text => format!("param name={name} value=\"{value}\" type=string"),
            });
        }
        lines.push("wait".to_owned());
        lines
    }

    fn info(&self, info: &Info<'_>) -> Vec<String> {
        let (report, row) = (&info.found.report, info.row);
        if info.rank > 1 {
            // There is one line of play only.
            return Vec::new();
        }
        let win = |turns: Option<u32>| {
            // A win in n plies is 100 - n/100; the last of them is the winner's.
            let plies = turns.map_or(99, |turns| (2 * turns).saturating_sub(1).min(99));
            100.0 - f64::from(plies) / 100.0
        };
        let score = match row.score {
            Score::Win(turns) => win(turns),
            Score::Loss(turns) => -win(turns),
            Score::Draw => 0.0,
            Score::Estimate(v) => f64::from(centipawns(v)) / 100.0,
        };
        vec![format!(
            "info depth={} score={score:.2} nodes={} time={:.3} nps={} c={} v={:.3} r={} n={} pv=\"{}\"",
            report.depth,
            report.nodes,
            report.seconds,
            info.speed(),
            row.c,
            row.v,
            u8::from(row.r),
            row.n,
            info.line.join(" ")
        )]
    }

    fn best(&self, best: Option<&str>, expected: Option<&str>) -> String {
        match (best, expected) {
            (Some(best), Some(expected)) => format!("done move={best} ponder={expected}"),
            (Some(best), None) => format!("done move={best}"),
            (None, _) => "done".to_owned(),
        }
    }

    fn error(&self, message: &str) -> String {
        format!("error message=\"{}\"", message.replace('"', "'"))
    }

    fn spelling(&self) -> &dyn Spelling {
        &Captures
    }

    fn start(&self, start: &dyn Position, text: &str) -> Result<Box<dyn Position>, String> {
        let (columns, rows) = size(start);
        let squares = (columns.max(rows) * rows / 2) as usize;
        match text.chars().count() {
            count if count == squares + 1 => start.read(&pdn(text)?).map_err(|error| error.to_string()),
            _ => Err(format!("a position has the side to move and {squares} squares")),
        }
    }

    fn set(&mut self, name: &str, value: &str, desk: &mut Desk<'_>) -> Option<Result<(), String>> {
        if name != "variant" {
            return None;
        }
        let game = VARIANTS.iter().find(|(variant, _)| *variant == value).map(|(_, game)| *game);
        Some(match game {
            Some(game) if game == desk.game() => Ok(()),
            Some(game) => desk.new_game(game),
            None => Err(format!("there is no variant `{value}` here")),
        })
    }
}

/// The name of a variant of draughts.
pub fn variant(game: &str) -> &'static str {
    VARIANTS.iter().find(|(_, known)| *known == game).map_or("normal", |(name, _)| name)
}

/// A position as Hub writes it: the side to move, then every square.
pub fn position(position: &dyn Position) -> String {
    let view = position.view();
    let squares = view.rows.iter().enumerate().flat_map(|(row, (_, glyphs))| {
        glyphs.iter().skip((row + 1) % 2).step_by(2).map(|glyph| match glyph {
            Glyph::Piece(player, symbol) => {
                let man = if *player == Player::First { 'w' } else { 'b' };
                if symbol.is_ascii_uppercase() { man.to_ascii_uppercase() } else { man }
            }
            _ => 'e',
        })
    });
    let side = if position.turn() == Player::First { 'W' } else { 'B' };
    std::iter::once(side).chain(squares).collect()
}

/// A position of Hub, such as `Wbbb...e...www`: the side to move, then every square, as PDN.
pub fn pdn(text: &str) -> Result<String, String> {
    let mut characters = text.chars();
    let side = characters.next().filter(|side| matches!(side, 'W' | 'B'));
    let side = side.ok_or("a position begins with W or B, the side to move")?;
    let mut pieces: [Vec<String>; 2] = Default::default();
    for (square, c) in (1..).zip(characters) {
        match c {
            'w' => pieces[0].push(square.to_string()),
            'W' => pieces[0].push(format!("K{square}")),
            'b' | 'z' => pieces[1].push(square.to_string()),
            'B' | 'Z' => pieces[1].push(format!("K{square}")),
            'e' => {}
            _ => return Err(format!("square {square}: `{c}` is none of w, b, W, B and e")),
        }
    }
    Ok(format!("{side}:W{}:B{}", pieces[0].join(","), pieces[1].join(",")))
}

/// Captures name all victims: `34x23x29` for `34x23:29`. The squares of the Brazilian board are counted from a1, as pydraughts does,
/// although a position lists them from the top.
pub struct Captures;

impl Spelling for Captures {
    fn write(&self, before: &dyn Position, decisions: &[String]) -> String {
        let word = renumber(before, &decisions.concat().replace([':', ','], "x"));
        let mut squares: Vec<&str> = word.split('x').collect();
        if squares.len() > 2 {
            // Clients compare the text, with the victims in the order of their numbers.
            squares[2..].sort_by_key(|square| square.parse::<u32>().unwrap_or(0));
        }
        squares.join("x")
    }

    fn read(&self, before: &dyn Position, word: &str) -> Result<Vec<String>, String> {
        let word = renumber(before, word);
        let squares: Vec<&str> = word.split('x').collect();
        if squares.len() < 3 {
            return read_plainly(before, &word);
        }
        // The victims may stand in any order.
        let sorted = |victims: &[&str]| {
            let mut victims: Vec<String> = victims.iter().map(|square| (*square).to_owned()).collect();
            victims.sort_unstable();
            victims
        };
        let is_meant = |decision: &&String| {
            let known: Vec<&str> = decision.split(['x', ':', ',']).collect();
            known.len() == squares.len()
                && known[..2] == squares[..2]
                && sorted(&known[2..]) == sorted(&squares[2..])
        };
        let legal = before.moves();
        let found = legal.iter().find(is_meant).map(|decision| vec![decision.clone()]);
        found.map_or_else(|| read_plainly(before, &word), Ok)
    }
}

/// The numbers of squares from here to there and back: rows in the other order on the Brazilian board.
fn renumber(position: &dyn Position, text: &str) -> String {
    if position.game() != "draughts:brazilian" {
        return text.to_owned();
    }
    let other = |number: &str| match number.parse::<u32>() {
        Ok(square @ 1..=32) => ((32 - square) / 4 * 4 + (square - 1) % 4 + 1).to_string(),
        _ => number.to_owned(),
    };
    let mut changed = String::new();
    for part in text.split_inclusive(['-', 'x']) {
        let number = part.trim_end_matches(['-', 'x']);
        changed += &other(number);
        changed += &part[number.len()..];
    }
    changed
}

#[cfg(test)]
mod tests {
    use engine::Registry;

    use super::*;

    #[test]
    fn captures_name_their_victims_in_any_order() {
        let start = Registry::standard().open("draughts").unwrap();
        let position =
            start.read(&pdn(&hub_position('W', &[(28, 'w'), (22, 'b'), (12, 'b')])).unwrap()).unwrap();
        assert_eq!(
            Captures.read(&*position, "28x8x12x22").unwrap(),
            Captures.read(&*position, "28x8x22x12").unwrap()
        );
        let decision = position.moves().concat();
        let written = Captures.write(&*position, &[decision]);
        assert!(written.starts_with("28x8x"), "{written}");
    }

    #[test]
    fn the_brazilian_board_is_counted_from_its_first_rank() {
        let start = Registry::standard().open("draughts:brazilian").unwrap();
        assert_eq!(Captures.read(&*start, "9-13").unwrap(), ["21-17"]);
        assert_eq!(Captures.write(&*start, &["21-17".to_owned()]), "9-13");
    }

    #[test]
    fn positions_are_written_as_they_are_read() {
        for (game, text) in [("draughts", "W:WK46,28:B37,23,K5"), ("draughts:brazilian", "B:W31,K1:B2")] {
            let start = Registry::standard().open(game).unwrap();
            let known = start.read(text).unwrap();
            let written = position(&*known);
            assert_eq!(start.read(&pdn(&written).unwrap()).unwrap().text(), known.text(), "{written}");
        }
    }

    #[test]
    fn what_is_no_position_is_refused() {
        for text in ["", "wbe", "Wbq"] {
            assert!(pdn(text).is_err(), "{text}");
        }
        assert!(arguments("pos moves=\"1-2").is_err());
    }

    fn hub_position(side: char, pieces: &[(usize, char)]) -> String {
        let mut squares = vec!['e'; 50];
        pieces.iter().for_each(|&(square, piece)| squares[square - 1] = piece);
        std::iter::once(side).chain(squares).collect()
    }
}

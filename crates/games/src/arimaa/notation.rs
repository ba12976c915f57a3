//! How people write Arimaa: boards, and steps such as `Ra1n`.

use game::bits::Bits;
use game::grid::{cell_name, format_fen, parse_fen, parse_turn, words};
use game::scene::Click;
use game::{Game, Outcome, Player, Scene, TextError};

use super::decision::{Action, Decision, Direction, Step};
use super::pieces::{Kind, LETTERS, NUMBERS, Pieces};
use super::{Arimaa, HOME, STEPS};

/// The letter of a piece: upper case for the first player, gold.
pub fn letter(player: Player, kind: Kind) -> char {
    match player {
        Player::First => LETTERS[kind],
        Player::Second => LETTERS[kind].to_ascii_lowercase(),
    }
}

fn read_letter(letter: char) -> Option<(Player, Kind)> {
    let kind = LETTERS.iter().position(|known| letter.eq_ignore_ascii_case(known))?;
    Some((if letter.is_ascii_uppercase() { Player::First } else { Player::Second }, kind))
}

/// Rows from the top with numbers for empty cells, the side to move (`g` or `s`), and, where they are not
/// usual, `place`, `steps=N` taken in this turn and `decisions=N` in this game.
pub fn write_position(state: &Arimaa) -> String {
    let piece = |column: usize, row: usize| {
        state.pieces.at((7 - row) * 8 + column).map(|(player, kind)| letter(player, kind))
    };
    let fen = format_fen(8, 8, state.turn, piece);
    let board = fen.split_once(' ').map_or(fen.as_str(), |(board, _)| board);
    let mut text = format!("{board} {}", ["g", "s"][state.turn.index()]);
    if state.placing {
        text.push_str(" place");
    }
    for (name, number) in [("steps", u16::from(state.steps)), ("decisions", state.decisions)] {
        if number > 0 {
            text.push_str(&format!(" {name}={number}"));
        }
    }
    text
}

/// Reads what [`write_position`] writes. What a turn began with is not written; a board in the middle of a turn
/// is one that the turn has changed for good.
pub fn read_position(text: &str) -> Result<Arimaa, TextError> {
    let mut words = words(text);
    let (start, board) = words.next().ok_or_else(|| TextError::new("the position is empty"))?;
    let (rows, _) = parse_fen(&(" ".repeat(start) + &board))?;
    if rows.len() != 8 || rows[0].len() != 8 {
        return Err(TextError::new(format!(
            "the board has {} columns and {} rows, this game has 8 and 8",
            rows[0].len(),
            rows.len()
        )));
    }
    let mut state = Arimaa { placing: false, pieces: read_pieces(&rows)?, ..Arimaa::start() };
    if let Some((index, word)) = words.next() {
        state.turn = parse_turn(index, &word, ["g", "s"])?;
    }
    for (index, word) in words {
        let number = |name: &str| word.strip_prefix(name)?.strip_prefix('=')?.parse::<u16>().ok();
        if word == "place" {
            state.placing = true;
        } else if let Some(steps) = number("steps").filter(|&steps| steps < u16::from(STEPS)) {
            state.steps = steps as u8;
        } else if let Some(decisions) = number("decisions") {
            state.decisions = decisions;
        } else {
            return Err(TextError::at(
                index,
                format!("`{word}` is none of place, steps=N (up to 3) and decisions=N"),
            ));
        }
    }
    if state.placing {
        expect_placing(&state)?;
    } else if state.steps == 0 {
        state.over = state.pieces.winner_after(state.turn.other()).map(Outcome::Win);
    }
    Ok(state)
}

fn read_pieces(rows: &[Vec<Option<char>>]) -> Result<Pieces, TextError> {
    let mut pieces = Pieces::default();
    for (cell, symbol) in rows.iter().rev().flatten().enumerate() {
        let Some(symbol) = *symbol else { continue };
        let (player, kind) = read_letter(symbol).ok_or_else(|| {
            TextError::new(format!("`{symbol}` on {} is none of RCDHME and rcdhme", name(cell)))
        })?;
        pieces.toggle(player, kind, cell);
        if pieces.of_kind(player, kind).count() > NUMBERS[kind] {
            return Err(TextError::new(format!("there are more than {} `{symbol}`", NUMBERS[kind])));
        }
    }
    Ok(pieces)
}

/// While the players place, all of the first player's pieces come before those of the second, and weak ones
/// before strong ones.
fn expect_placing(state: &Arimaa) -> Result<(), TextError> {
    let most: u32 = NUMBERS.iter().sum();
    let count = |player| state.pieces.of(player).count();
    let in_order = |player: Player| {
        let mut left = count(player);
        (0..NUMBERS.len()).all(|kind| {
            let here = state.pieces.of_kind(player, kind).count();
            left -= here;
            here == NUMBERS[kind] || left == 0
        }) && state.pieces.of(player) & !HOME[player.index()] == 0
    };
    let others = count(state.turn.other());
    let fits = state.steps == 0
        && count(state.turn) < most
        && others == if state.turn == Player::First { 0 } else { most }
        && Player::BOTH.into_iter().all(in_order);
    if fits {
        Ok(())
    } else {
        Err(TextError::new(
            "while pieces are placed, each player's are on its two ranks, rabbits first, then cats, dogs, \
             horses, camel and elephant, the first player's before the second's",
        ))
    }
}

fn name(cell: usize) -> String {
    cell_name(cell % 8, cell / 8)
}

/// A legal decision: `Ra1`, `Ra1n`, `pass`, or the two steps of a push or pull.
pub fn write_decision(state: &Arimaa, m: Decision) -> String {
    if let Some(cell) = m.placed() {
        return format!("{}{}", letter(state.turn, state.next_kind()), name(cell));
    }
    let Some(action) = m.action() else { return "pass".to_owned() };
    let step = |(from, direction): Step| {
        let piece = state.pieces.at(from).map_or('?', |(player, kind)| letter(player, kind));
        format!("{piece}{}{}", name(from), direction.letter())
    };
    match action.steps() {
        (only, None) => step(only),
        (first, Some(second)) => step(first) + " " + &step(second),
    }
}

/// A step from cell to cell. A push begins with the stronger piece, a pull with the weaker one, so that neither begins like a
/// step.
pub fn clicks(m: Decision, scene: &Scene) -> Vec<Vec<Click>> {
    let cells = match (m.placed(), m.action()) {
        (Some(cell), _) => vec![cell],
        (None, None) => return vec![vec![Click::Button("pass".to_owned())]],
        (None, Some(Action::Step { from, direction })) => vec![from, direction.from(from)],
        (None, Some(Action::Push { from, direction, away })) => {
            let enemy = direction.from(from);
            vec![from, enemy, away.from(enemy)]
        }
        (None, Some(Action::Pull { from, direction, behind })) => {
            vec![behind.from(from), from, direction.from(from)]
        }
    };
    vec![cells.into_iter().map(|cell| scene.click(&name(cell))).collect()]
}

/// A word as it is written: a piece on a cell, and what becomes of it.
#[derive(Clone, Copy)]
struct Word {
    player: Player,
    kind: Kind,
    cell: usize,
    tail: Option<char>,
}

impl Word {
    fn read(word: &str) -> Option<Word> {
        let mut letters = word.chars();
        let (player, kind) = read_letter(letters.next()?)?;
        let column = "abcdefgh".find(letters.next()?)?;
        let row = "12345678".find(letters.next()?)?;
        let (tail, end) = (letters.next(), letters.next());
        end.is_none().then_some(Word { player, kind, cell: row * 8 + column, tail })
    }

    /// Where the piece steps from and to, if it stays on the board.
    fn step(self) -> Option<Step> {
        let direction = Direction::read(self.tail?)?;
        let (column, row) = (self.cell % 8, self.cell / 8);
        let leaves = match direction.letter() {
            'n' => row == 7,
            'e' => column == 7,
            's' => row == 0,
            _ => column == 0,
        };
        (!leaves).then_some((self.cell, direction))
    }

    fn is_capture(word: &str) -> bool {
        Word::read(word).is_some_and(|word| word.tail == Some('x'))
    }
}

/// The player whose turn a mark such as `12g` announces.
fn announced(word: &str) -> Option<Player> {
    let side = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let player = match side {
        "g" | "w" => Player::First,
        "s" | "b" => Player::Second,
        _ => return None,
    };
    (side.len() < word.len()).then_some(player)
}

/// Reads the next decision. Captures (`Rc3x`) say nothing new; a number with a side (`12g`) may end the turn
/// before, as records do that leave out the pass; a whole side may be placed in any order.
pub fn read_next(state: &Arimaa, words: &[&str], out: &mut Vec<Decision>) -> Result<usize, TextError> {
    let Some(&word) = words.first() else { return Err(TextError::new("there is no move")) };
    if Word::is_capture(word) {
        return Ok(1);
    }
    if let Some(player) = announced(word) {
        out.extend((player != state.turn && state.may_pass()).then_some(Decision::PASS));
        return Ok(1);
    }
    if state.over.is_some() {
        return Err(TextError::new(format!("`{word}` cannot be played: the game is over")));
    }
    if state.placing {
        return read_placements(state, words, out);
    }
    let (decision, used) = read_decision(state, words)?;
    out.push(decision);
    Ok(used)
}

/// All that is left to place, in any order, or one piece of the kind that is next.
fn read_placements(state: &Arimaa, words: &[&str], out: &mut Vec<Decision>) -> Result<usize, TextError> {
    let own = state.pieces.of(state.turn);
    let mut free = state.pieces.empty() & HOME[state.turn.index()];
    let left = (NUMBERS.iter().sum::<u32>() - own.count()) as usize;
    let mut placed: Vec<(Kind, usize)> = Vec::new();
    for word in words.iter().take(left) {
        let Some(word) = Word::read(word).filter(|w| w.player == state.turn && w.tail.is_none()) else {
            break;
        };
        if !free.has(word.cell) {
            break;
        }
        free ^= u64::cell(word.cell);
        placed.push((word.kind, word.cell));
    }
    let all = placed.len() == left
        && (0..NUMBERS.len()).all(|kind| {
            let here = placed.iter().filter(|&&(placed, _)| placed == kind).count();
            here as u32 + state.pieces.of_kind(state.turn, kind).count() == NUMBERS[kind]
        });
    if all {
        placed.sort_by_key(|&(kind, _)| kind);
        out.extend(placed.iter().map(|&(_, cell)| Decision::place(cell)));
        return Ok(left);
    }
    match placed.first() {
        Some(&(kind, cell)) if kind == state.next_kind() => {
            out.push(Decision::place(cell));
            Ok(1)
        }
        _ => Err(TextError::new(format!(
            "`{}` does not place a `{}` on an empty cell of the first two ranks",
            words[0],
            letter(state.turn, state.next_kind())
        ))),
    }
}

fn read_decision(state: &Arimaa, words: &[&str]) -> Result<(Decision, usize), TextError> {
    let mut legal = Vec::new();
    state.moves(&mut legal);
    let mut fitting = readings(state, words).into_iter().filter(|(decision, _)| legal.contains(decision));
    let Some(first) = fitting.next() else {
        return Err(TextError::new(format!("`{}` is not a legal step here", words[0])));
    };
    // A pull and then a step may also be read as a step and then a push by another piece: the next word decides.
    let goes_on = |&(decision, used): &(Decision, usize)| {
        let mut after = *state;
        after.play(decision);
        let rest: Vec<&str> = words[used..].iter().copied().filter(|word| !Word::is_capture(word)).collect();
        let mut legal = Vec::new();
        after.moves(&mut legal);
        rest.is_empty() || readings(&after, &rest).iter().any(|(decision, _)| legal.contains(decision))
    };
    match fitting.next() {
        Some(second) if !goes_on(&first) && goes_on(&second) => Ok(second),
        _ => Ok(first),
    }
}

/// What the first words may mean, each with the number of words that it takes.
fn readings(state: &Arimaa, words: &[&str]) -> Vec<(Decision, usize)> {
    if words[0].eq_ignore_ascii_case("pass") {
        return vec![(Decision::PASS, 1)];
    }
    let step = |word: &str| {
        let word = Word::read(word)?;
        let (from, direction) = word.step()?;
        (state.pieces.at(from) == Some((word.player, word.kind))).then_some((word.player, from, direction))
    };
    let Some((player, from, direction)) = step(words[0]) else { return Vec::new() };
    let mut behind = words.iter().enumerate().skip(1).filter(|(_, word)| !Word::is_capture(word));
    // The second step of a push or pull goes to where the first one came from, and is the other player's.
    let second = behind.next().and_then(|(index, word)| Some((index + 1, step(word)?)));
    let second =
        second.filter(|&(_, (other, cell, direction))| other != player && direction.from(cell) == from);
    let mut readings = Vec::new();
    if let Some((used, (_, other, other_direction))) = second {
        let action = if player == state.turn {
            Action::Pull { from, direction, behind: other_direction.back() }
        } else {
            Action::Push { from: other, direction: other_direction, away: direction }
        };
        readings.push((Decision::act(action), used));
    }
    if player == state.turn {
        readings.push((Decision::act(Action::Step { from, direction }), 1));
    }
    readings
}

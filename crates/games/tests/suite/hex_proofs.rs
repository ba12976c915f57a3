//! The proof rule of Hex, held against exhaustive minimax over all colourings of small boards.
//!
//! The truth is computed here from nothing but the neighbours of a cell: no code of the game is used for it.

use game::{Features, Game, Least, Player, Promise, ProofRule, Rng, Sight};
use games::hex::Hex;

/// Whether the first side wins each colouring of a board: bit 0 if it is to move, bit 1 if the other side is.
struct Truth {
    columns: usize,
    rows: usize,
    wins: Vec<u8>,
}

const MARKS: [char; 3] = ['.', 'x', 'o'];

impl Truth {
    fn of(columns: usize, rows: usize) -> Truth {
        let cells = columns * rows;
        let powers: Vec<usize> = (0..cells as u32).map(|cell| 3_usize.pow(cell)).collect();
        let neighbours: Vec<u32> = (0..cells).map(|cell| around(cell, columns, rows)).collect();
        let all = |test: &dyn Fn(usize) -> bool| {
            (0..cells).filter(|&cell| test(cell)).fold(0_u32, |set, cell| set | 1 << cell)
        };
        let ends = [
            [all(&|cell| cell < columns), all(&|cell| cell / columns == rows - 1)],
            [all(&|cell| cell % columns == 0), all(&|cell| cell % columns == columns - 1)],
        ];
        let joins = |stones: u32, [near, far]: [u32; 2]| {
            let (mut joined, mut open) = (stones & near, stones & near);
            while open != 0 {
                let more = neighbours[open.trailing_zeros() as usize] & stones & !joined;
                joined |= more;
                open = open & (open - 1) | more;
            }
            joined & far != 0
        };
        let mut wins = vec![0; 3_usize.pow(cells as u32)];
        // A colouring with one more stone has a larger number.
        for number in (0..wins.len()).rev() {
            let mut stones = [0_u32; 2];
            let mut rest = number;
            for cell in 0..cells {
                if rest % 3 > 0 {
                    stones[rest % 3 - 1] |= 1 << cell;
                }
                rest /= 3;
            }
            wins[number] = if joins(stones[0], ends[0]) {
                3
            } else if joins(stones[1], ends[1]) {
                0
            } else {
                let empty = || (0..cells).filter(|cell| (stones[0] | stones[1]) >> cell & 1 == 0);
                let first = empty().any(|cell| wins[number + powers[cell]] & 2 != 0);
                let second = empty().any(|cell| wins[number + 2 * powers[cell]] & 1 == 0);
                u8::from(first) | u8::from(!second) << 1
            };
        }
        Truth { columns, rows, wins }
    }

    fn marks(&self, mut number: usize) -> Vec<usize> {
        let mut next = || {
            let mark = number % 3;
            number /= 3;
            mark
        };
        (0..self.columns * self.rows).map(|_| next()).collect()
    }

    /// A colouring with a player to move, as a position.
    fn text(&self, number: usize, turn: Player) -> String {
        let marks: Vec<char> = self.marks(number).into_iter().map(|mark| MARKS[mark]).collect();
        let board: Vec<String> = marks.chunks(self.columns).map(|row| row.iter().collect()).collect();
        format!("{} {}", board.join("/"), ["x", "o"][turn.index()])
    }

    fn winner(&self, number: usize, turn: Player) -> Player {
        if self.wins[number] >> turn.index() & 1 == 1 { Player::First } else { Player::Second }
    }

    /// Whether what an accepted proof leaves open is enough: if the holder wins after each of these moves, it wins.
    fn agrees(&self, number: usize, turn: Player, holder: Player, open: &[u16]) -> bool {
        let power = |&m: &u16| 3_usize.pow(u32::from(m));
        let after = |m: &u16| self.winner(number + (turn.index() + 1) * power(m), turn.other());
        open.iter().any(|m| after(m) != holder) || self.winner(number, turn) == holder
    }
}

fn around(cell: usize, columns: usize, rows: usize) -> u32 {
    let (column, row) = ((cell % columns) as i32, (cell / columns) as i32);
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
        .into_iter()
        .map(|(right, down)| (column + right, row + down))
        .filter(|&(column, row)| (0..columns as i32).contains(&column) && (0..rows as i32).contains(&row))
        .fold(0, |set, (column, row)| set | 1 << (row * columns as i32 + column))
}

fn win(holder: Player) -> Promise {
    Promise { holder, least: Least::Win }
}

/// How often something happened.
#[derive(Debug, Default)]
struct Tally {
    positions: usize,
    /// Wins of the side to move that are proven, and that there are.
    moving: [usize; 2],
    /// The same of the other side, where no move is left open.
    waiting: [usize; 2],
    /// Where the other side wins and some moves are left open, and how many of all.
    partly: usize,
    left: [usize; 2],
}

/// Looks at every `step`-th colouring, with both sides to move and both as holders.
fn prove_all(truth: &Truth, step: usize) -> Tally {
    let start = Hex::<u64>::start(truth.columns, truth.rows, false);
    let mut rule = start.proof_rule().unwrap();
    let mut tally = Tally::default();
    let (mut proof, mut open, mut moves) = (Vec::new(), Vec::new(), Vec::new());
    for number in (0..truth.wins.len()).step_by(step) {
        for turn in Player::BOTH {
            let state = start.parse_position(&truth.text(number, turn)).unwrap();
            if state.outcome().is_some() {
                continue;
            }
            tally.positions += 1;
            let winner = truth.winner(number, turn);
            for holder in Player::BOTH {
                proof.clear();
                open.clear();
                moves.clear();
                let place = || format!("{holder:?} at {}", state.position());
                let is_proven = rule.prove(&state, win(holder), &mut proof);
                if !is_proven {
                    assert!(proof.is_empty(), "{}", place());
                } else {
                    let checked = rule.check(&state, win(holder), &proof, &mut open);
                    checked.unwrap_or_else(|error| panic!("{error} for {}", place()));
                    assert!(truth.agrees(number, turn, holder, &open), "{}", place());
                }
                state.moves(&mut moves);
                assert!(open.iter().all(|m| moves.contains(m)));
                if turn == holder {
                    assert!(open.is_empty());
                    tally.moving[0] += usize::from(is_proven);
                    tally.moving[1] += usize::from(winner == holder);
                    if is_proven {
                        let m = rule.first_move(&state, win(holder), &proof).unwrap();
                        assert!(moves.contains(&m), "{}", place());
                        let after = number + (turn.index() + 1) * 3_usize.pow(u32::from(m));
                        assert_eq!(truth.winner(after, turn.other()), holder, "{m} of {}", place());
                    }
                } else if winner == holder {
                    let is_whole = is_proven && open.is_empty();
                    tally.waiting[0] += usize::from(is_whole);
                    tally.waiting[1] += 1;
                    tally.partly += usize::from(is_proven && !is_whole);
                    tally.left[0] += if is_proven { open.len() } else { moves.len() };
                    tally.left[1] += moves.len();
                }
            }
        }
    }
    tally
}

#[test]
fn proofs_are_true_of_all_colourings_of_small_boards() {
    for (columns, rows, step) in
        [(3, 3, 1), (2, 4, 1), (4, 2, 1), (1, 6, 1), (3, 4, 7), (4, 3, 11), (4, 4, 997)]
    {
        let tally = prove_all(&Truth::of(columns, rows), step);
        assert!(tally.positions > 100 && tally.partly + tally.waiting[0] > 0, "{columns}x{rows}: {tally:?}");
    }
}

#[test]
#[ignore = "takes an hour; run it with --nocapture after a change of the rule"]
fn proofs_are_true_of_all_colourings_of_4x4() {
    println!("{:?}", prove_all(&Truth::of(4, 4), 1));
}

/// A random proof: lines that the checker takes, one after the other, then meetings of them.
fn random_proof(
    rule: &mut dyn ProofRule<Hex<u64>>,
    state: &Hex<u64>,
    holder: Player,
    rng: &mut Rng,
) -> Vec<u8> {
    let cells = state.feature_count() / 2 - 1;
    let (mut fill_ins, mut lines, mut counts) = (Vec::new(), Vec::new(), [0_u8; 2]);
    let whole = |fill_ins: &[u8], lines: &[u8], counts: [u8; 2]| {
        [&[counts[0]], fill_ins, &[counts[1]], lines].concat()
    };
    for round in 0..400 {
        let mut below = |limit: usize| rng.below(limit.max(1)) as u8;
        let is_fill_in = round < 40;
        let mut line = vec![below(if is_fill_in { 3 } else { 4 })];
        match (is_fill_in, line[0]) {
            (true, 0) => line.push(below(cells)),
            (true, _) => line.extend([below(cells), below(cells)]),
            (false, 0) => line.extend([below(2), below(cells)]),
            (false, 1) => line.extend([1 + below(counts[1].into()), below(cells)]),
            (false, 2) => {
                line.extend([1 + below(counts[1].into()), below(cells), below(cells), below(cells)]);
            }
            _ => {
                let count = 2 + below(2);
                line.push(count);
                line.extend((0..count).map(|_| 1 + below(counts[1].into())));
            }
        }
        let (list, count) = if is_fill_in { (&mut fill_ins, 0) } else { (&mut lines, 1) };
        let before = list.len();
        list.extend(line);
        counts[count] += 1;
        let proof = [whole(&fill_ins, &lines, counts), vec![0]].concat();
        if rule.check(state, win(holder), &proof, &mut Vec::new()).is_err() {
            let list = if is_fill_in { &mut fill_ins } else { &mut lines };
            list.truncate(before);
            counts[count] -= 1;
        }
        if counts[1] == 120 {
            break;
        }
    }
    let body = whole(&fill_ins, &lines, counts);
    let mut meetings = Vec::new();
    for near in 1..=counts[1] {
        for far in 1..=counts[1] {
            let proof = [&body[..], &[1, near, far]].concat();
            if meetings.len() < 6 && rule.check(state, win(holder), &proof, &mut Vec::new()).is_ok() {
                meetings.extend([near, far]);
            }
        }
    }
    [&body[..], &[meetings.len() as u8 / 2], &meetings].concat()
}

/// Whatever bytes the checker accepts are true.
#[test]
fn random_and_altered_proofs_are_refused_or_true() {
    let mut rng = Rng::new(3);
    for (columns, rows, rounds) in [(3, 3, 2_000), (3, 4, 2_000), (4, 4, 3_000)] {
        let truth = Truth::of(columns, rows);
        let start = Hex::<u64>::start(columns, rows, false);
        let mut rule = start.proof_rule().unwrap();
        let (mut accepted, mut refused, mut grown) = (0, 0, 0);
        for _ in 0..rounds {
            let (number, turn) = (rng.below(truth.wins.len()), rng.pick(&Player::BOTH));
            let state = start.parse_position(&truth.text(number, turn)).unwrap();
            if state.outcome().is_some() {
                continue;
            }
            for holder in Player::BOTH {
                let mut proof = Vec::new();
                let mut try_out = |proof: &[u8]| {
                    let mut open = Vec::new();
                    let is_accepted = rule.check(&state, win(holder), proof, &mut open).is_ok();
                    let agrees = !is_accepted || truth.agrees(number, turn, holder, &open);
                    assert!(agrees, "{holder:?} at {} by {proof:?}", state.position());
                    is_accepted
                };
                try_out(&[]);
                try_out(&[0, 0, 0]);
                let random = random_proof(start.proof_rule().unwrap().as_mut(), &state, holder, &mut rng);
                grown += usize::from(try_out(&random) && random.last() != Some(&0));
                for original in [random, {
                    start.proof_rule().unwrap().prove(&state, win(holder), &mut proof);
                    proof
                }] {
                    for _ in 0..40 {
                        let mut altered = original.clone();
                        for _ in 0..1 + rng.below(2) {
                            alter(&mut altered, &mut rng);
                        }
                        if altered != original {
                            let is_accepted = try_out(&altered);
                            *(if is_accepted { &mut accepted } else { &mut refused }) += 1;
                        }
                    }
                }
            }
        }
        assert!(accepted > 1_000 && refused > 1_000 && grown > 100, "{accepted} {refused} {grown}");
    }
}

fn alter(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let place = rng.below(bytes.len().max(1));
    match rng.below(6) {
        _ if bytes.is_empty() => bytes.push(rng.below(20) as u8),
        0 => bytes[place] ^= 1 << rng.below(3),
        1 => bytes[place] = rng.below(18) as u8,
        2 => bytes.truncate(place),
        3 => bytes.insert(place, rng.below(18) as u8),
        4 => drop(bytes.remove(place)),
        _ => {
            let other = rng.below(bytes.len());
            bytes.swap(place, other);
        }
    }
}

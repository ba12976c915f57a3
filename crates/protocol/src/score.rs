//! What a search has found, in the words of clients: scores, mates, and the best moves in order.

use engine::{MoveReport, Player, Report};

/// The value of a position for the player to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Score {
    /// A proven win, in this many turns of the winner if the way to the end is known.
    Win(Option<u32>),
    /// A proven loss, in this many turns of the winner if the way to the end is known.
    Loss(Option<u32>),
    /// A proven draw.
    Draw,
    /// An estimate between -1 and 1.
    Estimate(f32),
}

/// A mate of unknown length is shown as one in this many moves.
pub const LONG_MATE: u32 = 500;

/// The largest score of an estimate in centipawns.
const MOST_CENTIPAWNS: f64 = 5000.0;

/// An estimate in (-1, 1) as hundredths of a pawn: 100 tan(1.56 v), so that half of the way to a certain win is worth a pawn.
pub fn centipawns(v: f32) -> i32 {
    let pawns = 100.0 * (1.56 * f64::from(v.clamp(-1.0, 1.0))).tan();
    pawns.clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS).round() as i32
}

impl Score {
    /// The score of a state that is proven (`Some(gain)`) or not, seen by `player`.
    fn of(proven: Option<i8>, v: f32, player: Player, turns: Option<u32>) -> Score {
        let sign = player.sign();
        match proven.map(|gain| gain * sign) {
            Some(1) => Score::Win(turns),
            Some(-1) => Score::Loss(turns),
            Some(_) => Score::Draw,
            None => Score::Estimate(f32::from(sign) * v),
        }
    }

    /// The words of UCI: `cp 31` or `mate -4`.
    pub fn uci(self) -> String {
        match self {
            Score::Win(turns) => format!("mate {}", turns.unwrap_or(LONG_MATE).max(1)),
            Score::Loss(turns) => format!("mate -{}", turns.unwrap_or(LONG_MATE).max(1)),
            Score::Draw => "cp 0".to_owned(),
            Score::Estimate(v) => format!("cp {}", centipawns(v)),
        }
    }

    /// One number, where `win` stands for a win at once, and every turn until then takes one from it.
    pub fn number(self, win: i32) -> i32 {
        let distance = |turns: Option<u32>| turns.unwrap_or(LONG_MATE) as i32;
        match self {
            Score::Win(turns) => win - distance(turns),
            Score::Loss(turns) => distance(turns) - win,
            Score::Draw => 0,
            Score::Estimate(v) => centipawns(v),
        }
    }
}

/// A move of the root with its score.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The decision, as the game writes it.
    pub decision: String,
    /// The value for the player to move.
    pub score: Score,
    /// c of the move.
    pub c: i8,
    /// v of the move.
    pub v: f32,
    /// r of the move.
    pub r: bool,
    /// n of the move.
    pub n: u32,
}

impl Row {
    /// c, v, r and n, named.
    pub fn labels(&self) -> String {
        format!("c {} v {:.3} r {} n {}", self.c, self.v, u8::from(self.r), self.n)
    }
}

/// The moves of a report, the best first: the move to play, then by (c, n, v) as the safe decision takes them.
pub fn rows(report: &Report, player: Player) -> Vec<Row> {
    let sign = player.sign();
    let rank = |m: &MoveReport| (m.c * sign, m.n, f32::from(sign) * m.v);
    let mut moves: Vec<&MoveReport> = report.moves.iter().collect();
    moves.sort_by(|a, b| rank(b).partial_cmp(&rank(a)).unwrap_or(std::cmp::Ordering::Equal));
    if let Some(best) = moves.iter().position(|m| Some(&m.text) == report.best_move.as_ref()) {
        moves[..=best].rotate_right(1);
    }
    let rows = moves.into_iter().enumerate().map(|(index, m)| {
        // A gain is proven as soon as it is not 0, even where strong solving still wants to know more.
        let proven = (m.r || m.c != 0).then_some(m.c);
        // The root may be resolved by more than its best move, a draw by all of them.
        let (proven, turns) = match (index, report.value) {
            (0, Some(value)) => (Some(value), turns_to_win(report, value * sign)),
            _ => (proven, None),
        };
        Row {
            decision: m.text.clone(),
            score: Score::of(proven, m.v, player, turns),
            c: m.c,
            v: m.v,
            r: m.r,
            n: m.n,
        }
    });
    rows.collect()
}

/// How many turns the winner needs, if the line of the report leads to the end.
fn turns_to_win(report: &Report, gain: i8) -> Option<u32> {
    report.line_length?;
    let turns = u32::try_from(report.line.len()).ok()?;
    // The winner moves first, or second.
    Some(if gain > 0 { turns.div_ceil(2) } else { turns / 2 }.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_grow_like_the_chance_to_win() {
        assert_eq!((centipawns(0.0), centipawns(0.5), centipawns(-0.5)), (0, 99, -99));
        assert_eq!((centipawns(1.0), centipawns(-3.0)), (5000, -5000));
        let values: Vec<i32> = (-20..=20).map(|v| centipawns(v as f32 / 20.0)).collect();
        assert!(values.windows(2).all(|pair| pair[0] < pair[1]), "{values:?}");
    }

    #[test]
    fn a_proof_is_worth_more_than_any_estimate() {
        assert_eq!(Score::Win(Some(3)).uci(), "mate 3");
        assert_eq!(Score::Loss(None).uci(), "mate -500");
        assert_eq!(Score::Win(Some(3)).number(10_000), 9_997);
        assert_eq!(Score::Loss(Some(3)).number(10_000), -9_997);
        assert!(Score::Win(None).number(10_000) > Score::Estimate(1.0).number(10_000));
    }

    #[test]
    fn every_score_is_seen_by_the_player_to_move() {
        assert_eq!(Score::of(Some(1), 1.5, Player::Second, None), Score::Loss(None));
        assert_eq!(Score::of(None, 0.25, Player::Second, None), Score::Estimate(-0.25));
        assert_eq!(Score::of(Some(0), 0.25, Player::Second, None), Score::Draw);
    }
}

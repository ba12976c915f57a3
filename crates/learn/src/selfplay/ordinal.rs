//! The ordinal distribution: moves are drawn by their rank, not by their value.

use game::{Player, Rng};
use search::Choice;

/// Draws a move: the moves stand in line, the best (c, v) first, and of k that are left the first is taken with
/// probability (e(k - 1) + 1) / k. So e = 1 takes the best, and e = 0 any of them alike. A proven loss is not
/// drawn while there is another move. `None` if there are no moves.
pub fn draw<M>(choices: &[Choice<M>], player: Player, exploitation: f32, rng: &mut Rng) -> Option<usize> {
    let is_lost = |choice: &Choice<M>| choice.label.resolved && choice.label.exact == -player.sign();
    let mut line: Vec<usize> = (0..choices.len()).filter(|&index| !is_lost(&choices[index])).collect();
    if line.is_empty() {
        line = (0..choices.len()).collect();
    }
    // The order of moves decides among equals: sorting is stable.
    line.sort_by(|&a, &b| {
        let (a, b) = (&choices[a], &choices[b]);
        let by_rank = match player {
            Player::First => b.label.rank().cmp(&a.label.rank()),
            Player::Second => a.label.rank().cmp(&b.label.rank()),
        };
        by_rank.then(b.selections.cmp(&a.selections))
    });
    let left = (1..=line.len()).rev();
    line.iter()
        .zip(left)
        .find(|(_, left)| chance(rng) * *left as f32 <= exploitation * (*left as f32 - 1.0) + 1.0)
        .map(|(&index, _)| index)
}

/// A number from 0 to below 1.
pub fn chance(rng: &mut Rng) -> f32 {
    (rng.next_u64() >> 40) as f32 / 16_777_216.0
}

#[cfg(test)]
mod tests {
    use search::Label;

    use super::*;

    fn choice(exact: i8, value: f32, resolved: bool) -> Choice<()> {
        Choice { m: (), label: Label { exact, value, resolved }, selections: 0 }
    }

    fn counts(choices: &[Choice<()>], player: Player, exploitation: f32) -> Vec<u32> {
        let mut rng = Rng::new(7);
        let mut counts = vec![0; choices.len()];
        for _ in 0..10_000 {
            counts[draw(choices, player, exploitation, &mut rng).unwrap()] += 1;
        }
        counts
    }

    #[test]
    fn the_better_move_is_drawn_more_often() {
        let choices = [choice(0, 0.1, false), choice(0, 0.5, false), choice(0, -0.5, false)];
        assert_eq!(counts(&choices, Player::First, 1.0), [0, 10_000, 0]);
        assert_eq!(counts(&choices, Player::Second, 1.0), [0, 0, 10_000]);
        let evenly = counts(&choices, Player::First, 0.0);
        assert!(evenly.iter().all(|&count| (3_000..3_700).contains(&count)), "{evenly:?}");
        // 2/3; then of the rest 3/4; then what is left.
        let halfway = counts(&choices, Player::First, 0.5);
        assert!((6_500..6_850).contains(&halfway[1]) && (2_350..2_650).contains(&halfway[0]), "{halfway:?}");
    }

    #[test]
    fn a_proven_loss_is_the_last_resort() {
        let choices = [choice(-1, -1.0, true), choice(0, -0.9, false)];
        assert_eq!(counts(&choices, Player::First, 0.0), [0, 10_000]);
        assert!(counts(&choices, Player::Second, 0.0)[0] > 4_000);
        assert_eq!(counts(&choices[..1], Player::First, 0.0), [10_000]);
        assert_eq!(draw::<()>(&[], Player::First, 0.5, &mut Rng::new(1)), None);
    }
}

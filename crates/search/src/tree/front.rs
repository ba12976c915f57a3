//! The two best leaves of a child list.

use game::Player;

use super::node::{Body, Leaf};

/// The estimate of a child that is not, or no longer, a leaf.
pub const NOT_A_LEAF: f32 = f32::NAN;

/// Removes a child from the leaves of its parent.
#[inline]
pub fn remove_leaf(body: &mut Body, turn: Player, values: &mut [f32], index: u32) {
    values[index as usize] = NOT_A_LEAF;
    if index == body.front[0].index {
        body.front = [body.front[1], best_leaf(values, turn, body.front[1])];
    } else if index == body.front[1].index {
        body.front[1] = best_leaf(values, turn, body.front[0]);
    }
}

/// The two best leaves of a child list for this player. The earlier one wins a tie.
#[inline]
pub fn front(values: &[f32], player: Player) -> [Leaf; 2] {
    let best = best_leaf(values, player, Leaf::NONE);
    [best, best_leaf(values, player, best)]
}

/// The best leaf other than `apart_from`. The earlier one wins a tie.
#[inline]
fn best_leaf(values: &[f32], player: Player, apart_from: Leaf) -> Leaf {
    let (before, behind) = match apart_from.is_some() {
        true => (&values[..apart_from.index as usize], &values[apart_from.index as usize + 1..]),
        false => (values, &values[..0]),
    };
    let (a, b) = (best_value(before, player), best_value(behind, player));
    let (value, among, offset) =
        if player.prefers(b, a) { (b, behind, apart_from.index + 1) } else { (a, before, 0) };
    match (0..).zip(among).find(|(_, other)| **other == value) {
        Some((index, &value)) => Leaf { index: offset + index, value },
        None => Leaf::NONE,
    }
}

/// The best value, or an infinity if there are no leaves. Children that are not leaves are NaN, and
/// comparisons with NaN are false. The loop keeps eight independent lanes so that the compiler vectorizes it.
#[inline]
fn best_value(values: &[f32], player: Player) -> f32 {
    match player {
        Player::First => best_of(values, f32::NEG_INFINITY, |value, best| value > best),
        Player::Second => best_of(values, f32::INFINITY, |value, best| value < best),
    }
}

#[inline]
fn best_of(values: &[f32], nothing: f32, better: impl Fn(f32, f32) -> bool) -> f32 {
    const LANES: usize = 8;
    let pick = |best: f32, value: f32| if better(value, best) { value } else { best };
    let (chunks, rest) = values.as_chunks::<LANES>();
    let mut lanes = [nothing; LANES];
    for chunk in chunks {
        for (lane, &value) in lanes.iter_mut().zip(chunk) {
            *lane = pick(*lane, value);
        }
    }
    lanes.iter().chain(rest).fold(nothing, |best, &value| pick(best, value))
}

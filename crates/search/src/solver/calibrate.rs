//! Calibration: which epsilon solves positions of this game fastest, measured on positions near the end.

use game::{Clock, Game, Rng};

use super::children::{ProofExpander, StartNumbers};
use super::df_pn::{Context, DfPn};
use crate::budget::Counts;
use crate::ledger::Ledger;

/// How a search divides its work between several epsilons, and when it measures them again.
pub struct Calibration {
    /// The share of each epsilon.
    pub shares: Vec<f64>,
    /// The work spent on trials.
    pub spent: Counts,
    /// The number of expansions of the search after which the next trial is due.
    next: u64,
    rng: Rng,
}

/// The first trial starts after this many expansions. Easier positions need none.
const FIRST_TRIAL: u64 = 4_000;
/// The factor between the starts of one trial and the next.
const TRIAL_INTERVAL: u64 = 8;
/// A trial may spend one part in this many of the expansions made before it.
const TRIAL_EFFORT: u64 = 8;
/// A position is small if some epsilon solves it with one part in `SMALL` of the trial's effort. Another
/// epsilon may take `MAX_RATIO` times as much before its search of the position is abandoned.
const SMALL: u64 = 16;
const MAX_RATIO: u64 = 8;
/// An epsilon that is `CLEAR_LEAD` times as fast as every other one gets the share `FAVOURITE_SHARE`. It does
/// not get everything, because small positions may differ from large ones. If no epsilon is that much faster,
/// all get the same share.
const CLEAR_LEAD: f64 = 1.5;
const FAVOURITE_SHARE: f64 = 0.9;

impl Calibration {
    /// Equal shares. They never change if `is_fixed`.
    pub fn new(epsilons: usize, is_fixed: bool, seed: u64) -> Calibration {
        let next = if is_fixed || epsilons == 1 { u64::MAX } else { FIRST_TRIAL };
        Calibration {
            shares: vec![1.0 / epsilons as f64; epsilons],
            spent: Counts::default(),
            next,
            rng: Rng::new(seed),
        }
    }

    /// Whether a trial is due after this many expansions of the search.
    pub fn is_due(&self, expansions: u64) -> bool {
        expansions >= self.next
    }

    /// One trial: solves positions from random games with every epsilon, going backwards from the end of each
    /// game, until the effort is spent. It compares the numbers of generated states, which are the same on
    /// every machine. `may_continue` is asked before each step; if it is false, the trial is abandoned and
    /// stays due.
    pub fn run_trial<G: Game>(
        &mut self,
        root: &G,
        start: &StartNumbers<G>,
        epsilons: &[f64],
        clock: &Clock<'_>,
        may_continue: &mut dyn FnMut() -> bool,
    ) {
        let (effort, mut is_over) = (self.next / TRIAL_EFFORT, false);
        let mut may_continue = || {
            is_over |= !may_continue();
            !is_over
        };
        let (small, until) = (effort / SMALL, self.spent.expansions + effort);
        let mut costs = vec![0; epsilons.len()];
        while self.spent.expansions < until {
            let mut line = vec![root.clone()];
            root.clone().play_out(
                &mut self.rng,
                Some(&mut |_, m| {
                    let mut state = line[line.len() - 1].clone();
                    state.play(m);
                    line.push(state);
                }),
            );
            let mut too_large = |state: &G| {
                let mut solve = |&epsilon: &f64| {
                    solve(state, start, epsilon, small * MAX_RATIO, clock, &mut may_continue)
                };
                let found: Vec<Counts> = epsilons.iter().map(&mut solve).collect();
                for (cost, found) in costs.iter_mut().zip(&found) {
                    *cost += found.nodes;
                    // Iterations count only those of the search itself.
                    self.spent = self.spent.and(Counts { iterations: 0, ..*found });
                }
                found.iter().all(|found| found.expansions >= small) || !may_continue()
            };
            // If a position is too large for every epsilon, so are the earlier ones of its game. If that is
            // already the last one, or if no position is too large, the game is unsuitable for trials.
            let positions = line.iter().rev().skip(1);
            if positions.take_while(|state| !too_large(state)).count().is_multiple_of(line.len() - 1) {
                break;
            }
        }
        if may_continue() {
            self.divide(&costs);
            self.next *= TRIAL_INTERVAL;
        }
    }

    /// Sets the shares by the cost of each epsilon.
    fn divide(&mut self, costs: &[u64]) {
        let others =
            |candidate: usize| costs.iter().enumerate().filter(move |(other, _)| *other != candidate);
        let clearly_best = |candidate: &usize| {
            others(*candidate).all(|(_, &cost)| costs[*candidate] as f64 * CLEAR_LEAD <= cost as f64)
        };
        let rest = (1.0 - FAVOURITE_SHARE) / (costs.len() - 1) as f64;
        self.shares = match (0..costs.len()).find(clearly_best) {
            Some(best) => (0..costs.len())
                .map(|candidate| if candidate == best { FAVOURITE_SHARE } else { rest })
                .collect(),
            None => vec![1.0 / costs.len() as f64; costs.len()],
        };
    }
}

/// The work that it takes to solve a position, up to about this many expansions.
fn solve<G: Game>(
    state: &G,
    start: &StartNumbers<G>,
    epsilon: f64,
    most: u64,
    clock: &Clock<'_>,
    may_continue: &mut dyn FnMut() -> bool,
) -> Counts {
    let mut ledger = Ledger::new();
    let mut search = DfPn::new(state.clone(), ProofExpander::new(state, start.clone()), epsilon);
    while search.counts.expansions < most
        && may_continue()
        && search.step(Context { ledger: &ledger, virtual_loss: None, is_alone: true, clock })
    {
        ledger.grow();
    }
    search.counts
}

#[cfg(test)]
mod tests {
    use games::breakthrough::Breakthrough;

    use super::*;

    #[test]
    fn an_abandoned_trial_stays_due() {
        let (root, epsilons) = (Breakthrough::start(6, 6), [f64::INFINITY, 1.0]);
        let mut calibration = Calibration::new(epsilons.len(), false, 1);
        for steps in [0, 1, 10] {
            let (before, mut left) = (calibration.spent.expansions, steps);
            calibration.run_trial(&root, &StartNumbers::One, &epsilons, &Clock::never(), &mut || {
                left -= 1;
                left >= 0
            });
            assert!(calibration.spent.expansions - before <= steps as u64);
            assert!(calibration.is_due(FIRST_TRIAL));
        }
        calibration.run_trial(&root, &StartNumbers::One, &epsilons, &Clock::never(), &mut || true);
        assert!(!calibration.is_due(FIRST_TRIAL) && calibration.is_due(FIRST_TRIAL * TRIAL_INTERVAL));
    }
}

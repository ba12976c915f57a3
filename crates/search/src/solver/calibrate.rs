//! Which guide finds its way best in this game? Tried out on positions shortly before the end.

use game::{Game, Rng};

use super::children::{ProofExpander, StartNumbers};
use super::df_pn::{Context, DfPn};
use crate::budget::Counts;
use crate::ledger::Ledger;

/// How a search divides its work between its guides, and when it thinks that over.
pub struct Calibration {
    /// The share of each guide.
    pub shares: Vec<f64>,
    /// What was spent on trying out.
    pub spent: Counts,
    /// After so many expansions the guides are tried out again.
    next: u64,
    rng: Rng,
}

/// The first trial comes after so many expansions: what is easier needs none.
const FIRST: u64 = 4_000;
/// Each trial comes so many times later than the one before.
const PAUSE: u64 = 8;
/// A trial takes about this part of the work that was done before it.
const EFFORT: u64 = 8;
/// A position is small if some guide solves it with this part of the effort; another guide may take so many
/// times as much until it counts as lost.
const SMALL: u64 = 16;
const PATIENCE: u64 = 8;
/// A guide that is so many times as good as all others gets this share. Not everything, because small positions
/// need not be like large ones; and where they do not tell, all get the same.
const CLEARLY: f64 = 1.5;
const FAVOUR: f64 = 0.9;

impl Calibration {
    /// Equal shares; `is_fixed` if they stay like that.
    pub fn new(guides: usize, is_fixed: bool, seed: u64) -> Calibration {
        let next = if is_fixed || guides == 1 { u64::MAX } else { FIRST };
        Calibration {
            shares: vec![1.0 / guides as f64; guides],
            spent: Counts::default(),
            next,
            rng: Rng::new(seed),
        }
    }

    /// Whether a trial is due after so many expansions.
    pub fn is_due(&self, expansions: u64) -> bool {
        expansions >= self.next
    }

    /// Solves positions from random games backwards from their ends, with every guide, as long as the effort
    /// allows. What counts are states generated, which no machine makes more or fewer. A trial that may not go on, which
    /// is asked before each step, is given up.
    pub fn try_out<G: Game>(
        &mut self,
        root: &G,
        start: &StartNumbers<G>,
        guides: &[f64],
        may_go_on: &mut dyn FnMut() -> bool,
    ) {
        let (effort, mut is_over) = (self.next / EFFORT, false);
        let mut may_go_on = || {
            is_over |= !may_go_on();
            !is_over
        };
        let (small, until) = (effort / SMALL, self.spent.expansions + effort);
        let mut costs = vec![0; guides.len()];
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
                let mut solve =
                    |&epsilon: &f64| solve(state, start, epsilon, small * PATIENCE, &mut may_go_on);
                let found: Vec<Counts> = guides.iter().map(&mut solve).collect();
                for (cost, found) in costs.iter_mut().zip(&found) {
                    *cost += found.nodes;
                    // Iterations are those of the search itself.
                    self.spent = self.spent.and(Counts { iterations: 0, ..*found });
                }
                found.iter().all(|found| found.expansions >= small) || !may_go_on()
            };
            // Where one is too large for every guide, so are those before it. If that is the last one, or none
            // at all, there is nothing to learn.
            let positions = line.iter().rev().skip(1);
            if positions.take_while(|state| !too_large(state)).count().is_multiple_of(line.len() - 1) {
                break;
            }
        }
        if may_go_on() {
            self.divide(&costs);
            self.next *= PAUSE;
        }
    }

    /// Shares by what each guide has cost.
    fn divide(&mut self, costs: &[u64]) {
        let others = |guide: usize| costs.iter().enumerate().filter(move |(other, _)| *other != guide);
        let clearly_best =
            |guide: &usize| others(*guide).all(|(_, &cost)| costs[*guide] as f64 * CLEARLY <= cost as f64);
        let rest = (1.0 - FAVOUR) / (costs.len() - 1) as f64;
        self.shares = match (0..costs.len()).find(clearly_best) {
            Some(best) => (0..costs.len()).map(|guide| if guide == best { FAVOUR } else { rest }).collect(),
            None => vec![1.0 / costs.len() as f64; costs.len()],
        };
    }
}

/// What it takes to solve a position, or to find that it takes more than so many expansions.
fn solve<G: Game>(
    state: &G,
    start: &StartNumbers<G>,
    epsilon: f64,
    most: u64,
    may_go_on: &mut dyn FnMut() -> bool,
) -> Counts {
    let mut ledger = Ledger::new();
    let mut search = DfPn::new(state.clone(), ProofExpander::new(state, start.clone()), epsilon);
    while search.counts.expansions < most
        && may_go_on()
        && search.step(Context { ledger: &ledger, virtual_loss: None, is_alone: true })
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
    fn a_trial_that_may_not_go_on_is_given_up_and_comes_again() {
        let (root, guides) = (Breakthrough::start(6, 6), [f64::INFINITY, 1.0]);
        let mut calibration = Calibration::new(guides.len(), false, 1);
        for steps in [0, 1, 10] {
            let (before, mut left) = (calibration.spent.expansions, steps);
            calibration.try_out(&root, &StartNumbers::One, &guides, &mut || {
                left -= 1;
                left >= 0
            });
            assert!(calibration.spent.expansions - before <= steps as u64);
            assert!(calibration.is_due(FIRST));
        }
        calibration.try_out(&root, &StartNumbers::One, &guides, &mut || true);
        assert!(!calibration.is_due(FIRST) && calibration.is_due(FIRST * PAUSE));
    }
}

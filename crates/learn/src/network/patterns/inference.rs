//! The pattern network as a search uses it: integers in the first two layers, and only what changes.

use std::cell::RefCell;
use std::sync::Arc;

use game::Game;
use search::Evaluator;

use super::extract::{Base, View};
use super::layout::Patterns;
use super::quantise::Quantised;
use crate::network::feature_set::{Change, FeatureSet};
use crate::network::kernel::{self, SimdLevel, integer};
use crate::network::parameters::{Parameters, leaky};

/// A network that evaluates the children of a state together. Copies share their weights.
#[derive(Clone, Debug)]
pub struct PatternNetwork {
    layout: Arc<Patterns>,
    weights: Arc<Quantised>,
    level: SimdLevel,
    whole: bool,
}

/// Buffers of one thread: nothing here allocates in the long run.
#[derive(Default)]
struct Scratch {
    parent: FeatureSet,
    child: FeatureSet,
    features: Change,
    rows: Change,
    /// The parent as each side sees it.
    seen: [Seen; 2],
    layers: Layers,
}

/// The parent as one side sees it.
#[derive(Default)]
struct Seen {
    base: Base,
    is_read: bool,
    /// The first layer before it is cut off.
    sums: Vec<i32>,
}

/// The layers of one state.
#[derive(Default)]
struct Layers {
    units: Vec<i16>,
    second_sums: Vec<i32>,
    second: Vec<f32>,
    third: Vec<f32>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

impl PatternNetwork {
    /// The network with these numbers, rounded as a search needs it.
    pub fn new(parameters: &Parameters<Patterns>) -> PatternNetwork {
        let (layout, weights) = (Arc::new(parameters.shape().clone()), Arc::new(Quantised::of(parameters)));
        PatternNetwork { layout, weights, level: SimdLevel::best(), whole: false }
    }

    /// The same network on the instructions of this level; the values are the same.
    #[must_use]
    pub fn at_level(self, level: SimdLevel) -> PatternNetwork {
        PatternNetwork { level, ..self }
    }

    /// The same network, but every state is computed from the beginning, for measurements; the values are the
    /// same.
    #[must_use]
    pub fn without_differences(self) -> PatternNetwork {
        PatternNetwork { whole: true, ..self }
    }

    /// The sizes of the layers.
    pub fn layout(&self) -> &Patterns {
        &self.layout
    }

    /// The value of one state, computed from the beginning.
    pub fn value<G: Game>(&self, state: &G) -> f32 {
        let mut value = [0.0];
        self.clone().without_differences().evaluate(state, std::slice::from_ref(state), &mut value);
        value[0]
    }

    /// The value, seen by player 1, of the state at this stage whose rows differ from those of `sums`.
    #[inline]
    fn value_after(&self, rows: &Change, sums: &[i32], stage: usize, view: View, layers: &mut Layers) -> f32 {
        let (level, weights) = (self.level, &*self.weights);
        let (width, direct) = (sums.len(), self.layout.direct(stage));
        let layer = &weights.stages[stage];
        let change = [&rows.on[..], &rows.off[..]];
        integer::first_layer(level, sums, &weights.rows, change, weights.ceiling, &mut layers.units);
        integer::second_layer(
            level,
            &layers.units,
            &layer.second,
            &layer.second_bias,
            &mut layers.second_sums,
        );
        for (unit, &sum) in layers.second.iter_mut().zip(&layers.second_sums) {
            *unit = leaky(sum as f32 * layer.second_unit);
        }
        kernel::dense(level, &layers.second, &layer.third, &layer.third_bias, &mut layers.third);
        layers.third.iter_mut().for_each(|unit| *unit = leaky(*unit));
        let [on, off] = change.map(|rows| {
            rows.iter().map(|&row| i32::from(weights.rows[row as usize * width + direct])).sum::<i32>()
        });
        let straight = (sums[direct] + on - off) as f32 * weights.first_unit;
        view.sign()
            * self.layout.squash(straight + (kernel::dot(&layers.third, &layer.value) + layer.value_bias))
    }
}

impl Layers {
    fn fit(&mut self, layout: &Patterns) {
        let [second, third] = layout.sizes.hidden;
        self.units.resize(layout.sizes.width, 0);
        self.second_sums.resize(second, 0);
        self.second.resize(second, 0.0);
        self.third.resize(third, 0.0);
    }
}

impl<G: Game> Evaluator<G> for PatternNetwork {
    fn evaluate(&self, parent: &G, children: &[G], values: &mut [f32]) {
        let (layout, weights) = (&self.layout, &*self.weights);
        let extractor = layout.extractor();
        SCRATCH.with_borrow_mut(|scratch| {
            let Scratch { parent: from, child: to, features, rows, seen, layers } = scratch;
            layers.fit(layout);
            for seen in &mut *seen {
                extractor.fit(&mut seen.base);
                seen.is_read = false;
                seen.sums.resize(layout.sizes.width, 0);
            }
            if self.whole {
                rows.off.clear();
                for (child, value) in children.iter().zip(values) {
                    to.read(child, layout.board.features);
                    let view = extractor.view(to.list());
                    let stage = extractor.read(to.list(), view, &mut seen[0].base, &mut rows.on);
                    *value = self.value_after(rows, &weights.bias, stage, view, layers);
                }
                return;
            }
            from.read(parent, layout.board.features);
            for (child, value) in children.iter().zip(values) {
                to.read(child, layout.board.features);
                let view = extractor.view(to.list());
                let Seen { base, is_read, sums } = &mut seen[usize::from(view.exchanged)];
                if !*is_read {
                    extractor.read(from.list(), view, base, &mut rows.on);
                    integer::sum_rows(self.level, &weights.bias, &weights.rows, &rows.on, sums);
                    *is_read = true;
                }
                features.find(from, to);
                let stage = extractor.change(features, view, base, rows);
                *value = self.value_after(rows, sums, stage, view, layers);
            }
        });
    }
}

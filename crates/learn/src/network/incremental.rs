//! The network as a search uses it: integers in the first two layers, and only what changes.
//!
//! The first layer of a child is that of its parent plus the rows of the features that come minus those that
//! go. Integers make that exact: an estimate is a function of the child alone, whatever the parent was.

use std::cell::RefCell;
use std::sync::Arc;

use game::Game;
use search::Evaluator;

use super::feature_set::{Change, FeatureSet};
use super::kernel::{self, SimdLevel, integer};
use super::parameters::{CEILING, Parameters, leaky, squash};
use super::quantise::Quantised;
use super::shape::Shape;

/// A network that evaluates the children of a state together. Copies share their weights.
#[derive(Clone, Debug)]
pub struct Incremental {
    weights: Arc<Quantised>,
    level: SimdLevel,
    whole: bool,
}

/// Buffers of one thread: nothing here allocates in the long run.
#[derive(Default)]
struct Scratch {
    parent: FeatureSet,
    child: FeatureSet,
    change: Change,
    /// The first layer of the parent before it is cut off.
    sums: Vec<i32>,
    units: Vec<i16>,
    second_sums: Vec<i32>,
    second: Vec<f32>,
    third: Vec<f32>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

impl Incremental {
    /// The network with these numbers, rounded as [`Incremental`] needs it.
    pub fn new(parameters: &Parameters) -> Incremental {
        Incremental { weights: Arc::new(Quantised::of(parameters)), level: SimdLevel::best(), whole: false }
    }

    /// The same network on the instructions of this level; the values are the same.
    #[must_use]
    pub fn at_level(self, level: SimdLevel) -> Incremental {
        Incremental { level, ..self }
    }

    /// The same network, but every state is computed from the beginning, for measurements; the values are the
    /// same.
    #[must_use]
    pub fn without_differences(self) -> Incremental {
        Incremental { whole: true, ..self }
    }

    /// The sizes of the layers.
    pub fn shape(&self) -> &Shape {
        &self.weights.shape
    }

    /// The value of one state, computed from the beginning.
    pub fn value<G: Game>(&self, state: &G) -> f32 {
        let mut value = [0.0];
        self.clone().without_differences().evaluate(state, std::slice::from_ref(state), &mut value);
        value[0]
    }

    /// The value of the state whose features differ from those of `sums` by `change`.
    #[inline]
    fn value_after(&self, change: &Change, scratch: &mut Layers<'_>, sums: &[i32]) -> f32 {
        let Quantised { rows, second, second_bias, third, third_bias, value, value_bias, .. } =
            &*self.weights;
        let (level, weights) = (self.level, &*self.weights);
        integer::first_layer(level, sums, rows, [&change.on, &change.off], weights.ceiling, scratch.units);
        integer::second_layer(level, scratch.units, second, second_bias, scratch.second_sums);
        for (unit, &sum) in scratch.second.iter_mut().zip(&*scratch.second_sums) {
            *unit = leaky(sum as f32 * weights.unit);
        }
        kernel::dense(level, scratch.second, third, third_bias, scratch.third);
        scratch.third.iter_mut().for_each(|unit| *unit = leaky(*unit));
        squash(kernel::dot(scratch.third, value) + value_bias)
    }
}

/// The layers of one state.
struct Layers<'a> {
    units: &'a mut [i16],
    second_sums: &'a mut [i32],
    second: &'a mut [f32],
    third: &'a mut [f32],
}

impl Scratch {
    fn fit(&mut self, shape: &Shape) {
        self.sums.resize(shape.width, 0);
        self.units.resize(shape.width, 0);
        self.second_sums.resize(shape.hidden[0], 0);
        self.second.resize(shape.hidden[0], 0.0);
        self.third.resize(shape.hidden[1], 0.0);
    }
}

impl<G: Game> Evaluator<G> for Incremental {
    fn evaluate(&self, parent: &G, children: &[G], values: &mut [f32]) {
        let weights = &*self.weights;
        let features = weights.shape.features;
        SCRATCH.with_borrow_mut(|scratch| {
            scratch.fit(&weights.shape);
            let Scratch { parent: base, child: set, change, sums, units, second_sums, second, third } =
                scratch;
            let mut layers = Layers { units, second_sums, second, third };
            if self.whole {
                change.off.clear();
                for (child, value) in children.iter().zip(values) {
                    set.read(child, features);
                    change.on.clear();
                    change.on.extend_from_slice(set.list());
                    *value = self.value_after(change, &mut layers, &weights.bias);
                }
                return;
            }
            base.read(parent, features);
            integer::sum_rows(self.level, &weights.bias, &weights.rows, base.list(), sums);
            for (child, value) in children.iter().zip(values) {
                set.read(child, features);
                change.find(base, set);
                *value = self.value_after(change, &mut layers, sums);
            }
        });
    }
}

/// The largest unit of the first layer as an integer.
pub(super) fn ceiling(scale: f32) -> i16 {
    (CEILING * scale) as i16
}

//! The residual network as a search uses it: all children of a state in one batch of convolutions.

use std::sync::Arc;

use burn::tensor::activation::relu;
use burn::tensor::module::{conv2d, linear};
use burn::tensor::ops::ConvOptions;
use burn::tensor::{Device, Tensor, TensorData};
use game::Game;
use search::Evaluator;

use super::layout::{Layout, PartSize};
use super::parameters::{Parameters, SCALE};
use super::tower::Tower;

/// A network that evaluates the children of a state together, on the best device that this build knows: a GPU
/// where it has been built for one. Copies share their weights.
#[derive(Clone, Debug)]
pub struct Residual {
    tensors: Arc<Tensors>,
    device: Device,
}

impl Residual {
    /// The network with these numbers.
    pub fn new(parameters: &Parameters<Tower>) -> Residual {
        let device = Device::default();
        Residual { tensors: Arc::new(Tensors::new(parameters, &device)), device }
    }

    /// The sizes of the layers.
    pub fn tower(&self) -> &Tower {
        &self.tensors.tower
    }
}

impl<G: Game> Evaluator<G> for Residual {
    fn evaluate(&self, _: &G, children: &[G], values: &mut [f32]) {
        if children.is_empty() {
            return;
        }
        let input = self.tensors.input(children.len(), &self.device, |child, features| {
            children[child].features(features);
        });
        values.copy_from_slice(&numbers(self.tensors.values(input)));
    }
}

/// The numbers of a network on a device, part by part. Each part is a row of numbers: a trainer need
/// not know their sizes.
#[derive(Clone, Debug)]
pub struct Tensors {
    tower: Tower,
    sizes: Vec<PartSize>,
    /// In the order of the layout.
    pub parts: Vec<Tensor<1>>,
}

impl Tensors {
    pub fn new(parameters: &Parameters<Tower>, device: &Device) -> Tensors {
        let tower = parameters.shape().clone();
        let parts = tower.split(parameters.numbers(), device);
        Tensors { sizes: tower.parts(), tower, parts }
    }

    /// The same network with other numbers.
    pub fn with_parts(&self, parts: Vec<Tensor<1>>) -> Tensors {
        Tensors { tower: self.tower.clone(), sizes: self.sizes.clone(), parts }
    }

    /// The input for this number of states, each with the features that `features` appends to a list.
    pub fn input(
        &self,
        states: usize,
        device: &Device,
        features: impl Fn(usize, &mut Vec<u32>),
    ) -> Tensor<4> {
        let Tower { rows, columns, .. } = self.tower;
        let size = [states, self.tower.inputs(), rows, columns];
        let (mut input, mut on) = (vec![0.0; size.iter().product()], Vec::new());
        for (state, planes) in input.chunks_exact_mut(size[1] * rows * columns).enumerate() {
            on.clear();
            features(state, &mut on);
            self.tower.lay_out(&on, planes);
        }
        Tensor::from_data(TensorData::new(input, size), device)
    }

    /// The values of the states of an input.
    pub fn values(&self, input: Tensor<4>) -> Tensor<1> {
        let states = input.dims()[0];
        let mut layers = self.sizes.iter().zip(&self.parts);
        let mut part = || layers.next().expect("there is a part for every layer");
        let mut convolve = |input: Tensor<4>| {
            let ((weight, numbers), (_, bias)) = (part(), part());
            let [outputs, inputs, rows, columns] = weight.size[..] else {
                unreachable!("the first layers are convolutions");
            };
            let weight = numbers.clone().reshape([outputs, inputs, rows, columns]);
            let same_size = ConvOptions::new([1, 1], [rows / 2, columns / 2], [1, 1], 1);
            conv2d(input, weight, Some(bias.clone()), same_size)
        };
        let mut board = relu(convolve(input));
        for _ in 0..self.tower.blocks {
            let inside = relu(convolve(board.clone()));
            board = relu(board + convolve(inside));
        }
        let head = relu(convolve(board));
        let mut dense = |input: Tensor<2>| {
            let ((weight, numbers), (_, bias)) = (part(), part());
            let weight = numbers.clone().reshape([weight.size[0], weight.size[1]]);
            linear(input, weight, Some(bias.clone()))
        };
        let hidden = relu(dense(head.reshape([states as i32, -1])));
        squash(dense(hidden).reshape([states]))
    }
}

impl Tower {
    /// Cuts a list of numbers into the parts of this layout.
    pub(crate) fn split(&self, numbers: &[f32], device: &Device) -> Vec<Tensor<1>> {
        let mut rest = numbers;
        let mut cut = |part: PartSize| {
            let (numbers, behind) = rest.split_at(part.numbers());
            rest = behind;
            Tensor::from_data(TensorData::new(numbers.to_vec(), [numbers.len()]), device)
        };
        self.parts().into_iter().map(&mut cut).collect()
    }
}

/// The last sums become values, as in [`super::parameters::squash`].
fn squash(sums: Tensor<1>) -> Tensor<1> {
    let root = (sums.clone() * sums.clone() + 1.0).sqrt();
    sums * SCALE / root
}

/// What a tensor holds, as a list.
pub fn numbers(tensor: Tensor<1>) -> Vec<f32> {
    tensor.into_data_as::<f32>().try_into_vec().expect("the numbers were asked for as what they are")
}

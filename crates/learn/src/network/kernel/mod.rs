//! The loops in which the time goes, each compiled for several kinds of processors and chosen at run time.
//!
//! Integers are exact ([`integer`]), and floats are added in an order that is written down, multiplied and added
//! in two steps: whatever the processor, the results are the same bits.

pub mod integer;

use super::shape::LANES;

/// What a processor can do. Only levels that this one has can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimdLevel(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl SimdLevel {
    /// What every processor can do.
    pub const PLAIN: SimdLevel = SimdLevel(Kind::Plain);

    /// All that this processor can do, the best last.
    pub fn available() -> Vec<SimdLevel> {
        #[allow(unused_mut, reason = "other processors have the plain level alone")]
        let mut levels = vec![SimdLevel::PLAIN];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                levels.push(SimdLevel(Kind::Avx2));
                if is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512dq")
                {
                    levels.push(SimdLevel(Kind::Avx512));
                }
            }
        }
        levels
    }

    /// The best that this processor can do.
    pub fn best() -> SimdLevel {
        SimdLevel::available().pop().unwrap_or(SimdLevel::PLAIN)
    }
}

/// Compiles each body once for each level, and makes a function that goes to the right one.
macro_rules! kernels {
    ($($(#[$doc:meta])* fn $name:ident($($argument:ident: $type:ty),* $(,)?) $body:block)*) => {$(
        $(#[$doc])*
        #[allow(clippy::too_many_arguments, reason = "a kernel sees slices, not structs")]
        pub fn $name(level: SimdLevel, $($argument: $type),*) {
            #[inline(always)]
            #[allow(clippy::too_many_arguments, reason = "as above")]
            fn body($($argument: $type),*) $body

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2")]
            #[allow(clippy::too_many_arguments, reason = "as above")]
            fn avx2($($argument: $type),*) { body($($argument),*) }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl,avx512dq")]
            #[allow(clippy::too_many_arguments, reason = "as above")]
            fn avx512($($argument: $type),*) { body($($argument),*) }

            match level.0 {
                Kind::Plain => body($($argument),*),
                // SAFETY: a level above the plain one is only made on processors that have these instructions.
                #[cfg(target_arch = "x86_64")]
                Kind::Avx2 => unsafe { avx2($($argument),*) },
                // SAFETY: as above.
                #[cfg(target_arch = "x86_64")]
                Kind::Avx512 => unsafe { avx512($($argument),*) },
            }
        }
    )*};
}

kernels! {
    /// A dense layer of floats: `outputs` = `bias` plus, for each input in turn, the input times its weights.
    fn dense(inputs: &[f32], weights: &[f32], bias: &[f32], outputs: &mut [f32]) {
        let count = bias.len();
        let chunks = bias.as_chunks::<LANES>().0.iter().zip(outputs.as_chunks_mut::<LANES>().0);
        for (chunk, (bias, outputs)) in chunks.enumerate() {
            let mut sum = *bias;
            for (&input, weights) in inputs.iter().zip(weights.chunks_exact(count)) {
                let Some(weights) = weights[LANES * chunk..].first_chunk::<LANES>() else { break };
                for (sum, &weight) in sum.iter_mut().zip(weights) {
                    *sum += input * weight;
                }
            }
            *outputs = sum;
        }
    }

    /// The same with these inputs alone, because the others are 0.
    fn sparse_dense(inputs: &[f32], among: &[u32], weights: &[f32], bias: &[f32], outputs: &mut [f32]) {
        let count = bias.len();
        let chunks = bias.as_chunks::<LANES>().0.iter().zip(outputs.as_chunks_mut::<LANES>().0);
        for (chunk, (bias, outputs)) in chunks.enumerate() {
            let mut sum = *bias;
            for &index in among {
                let (input, start) = (inputs[index as usize], index as usize * count + LANES * chunk);
                let Some(weights) = weights[start..].first_chunk::<LANES>() else { break };
                for (sum, &weight) in sum.iter_mut().zip(weights) {
                    *sum += input * weight;
                }
            }
            *outputs = sum;
        }
    }

    /// `sums` = `bias` plus the rows of these features, one after the other.
    fn sum_float_rows(bias: &[f32], rows: &[f32], features: &[u16], sums: &mut [f32]) {
        const BLOCK: usize = 2 * LANES;
        let width = bias.len();
        let blocks = bias.as_chunks::<BLOCK>().0.iter().zip(sums.as_chunks_mut::<BLOCK>().0);
        for (block, (bias, sums)) in blocks.enumerate() {
            let mut sum = *bias;
            for &feature in features {
                let start = usize::from(feature) * width + block * BLOCK;
                let Some(row) = rows[start..].first_chunk::<BLOCK>() else { break };
                for (sum, weight) in sum.iter_mut().zip(row) {
                    *sum += weight;
                }
            }
            *sums = sum;
        }
    }

    /// The same for rows with any number.
    fn sum_numbered_rows(bias: &[f32], rows: &[f32], numbers: &[u32], sums: &mut [f32]) {
        const BLOCK: usize = 4 * LANES;
        let width = bias.len();
        let blocks = bias.as_chunks::<BLOCK>().0.iter().zip(sums.as_chunks_mut::<BLOCK>().0);
        for (block, (bias, sums)) in blocks.enumerate() {
            let mut sum = *bias;
            for &number in numbers {
                let start = number as usize * width + block * BLOCK;
                let Some(row) = rows[start..].first_chunk::<BLOCK>() else { break };
                for (sum, weight) in sum.iter_mut().zip(row) {
                    *sum += weight;
                }
            }
            *sums = sum;
        }
    }

    /// Adds `numbers` to the rows with these places.
    fn add_to_numbered_rows(numbers: &[f32], places: &[u32], rows: &mut [f32]) {
        let width = numbers.len();
        for &place in places {
            let row = &mut rows[place as usize * width..][..width];
            row.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
        }
    }

    /// Cuts units off below 0 and above `ceiling`.
    fn cut_off(ceiling: f32, units: &mut [f32]) {
        units.iter_mut().for_each(|unit| *unit = unit.clamp(0.0, ceiling));
    }

    /// Leaves the slopes of units that are not cut off.
    fn cut_off_back(ceiling: f32, units: &[f32], slopes: &mut [f32]) {
        for (slope, &unit) in slopes.iter_mut().zip(units) {
            *slope = if unit > 0.0 && unit < ceiling { *slope } else { 0.0 };
        }
    }

    /// Adds `numbers` to the rows of these features.
    fn add_to_rows(numbers: &[f32], features: &[u16], rows: &mut [f32]) {
        let width = numbers.len();
        for &feature in features {
            let row = &mut rows[usize::from(feature) * width..][..width];
            row.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
        }
    }

    /// Adds to the slopes of a dense layer's weights: those of its outputs times these inputs.
    fn add_products(inputs: &[f32], among: &[u32], to_outputs: &[f32], slopes: &mut [f32]) {
        let count = to_outputs.len();
        for &index in among {
            let input = inputs[index as usize];
            let slopes = &mut slopes[index as usize * count..][..count];
            slopes.iter_mut().zip(to_outputs).for_each(|(slope, to)| *slope += input * to);
        }
    }

    /// Adds a multiple of `numbers` to `sums`.
    fn add_scaled(numbers: &[f32], times: f32, sums: &mut [f32]) {
        sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += times * number);
    }

    /// Adds `numbers` to `sums` and leaves zeros.
    fn take_over(numbers: &mut [f32], sums: &mut [f32]) {
        sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += std::mem::take(number));
    }

    /// One step of Adam: decays of the two means, and the rate. Leaves zeros in `gradient`.
    fn adam(numbers: &mut [f32], gradient: &mut [f32], means: &mut [f32], squares: &mut [f32], decay_and_rate: [f32; 3]) {
        let [decay, square_decay, rate] = decay_and_rate;
        let memory = means.iter_mut().zip(squares);
        for ((number, slope), (mean, square)) in numbers.iter_mut().zip(gradient).zip(memory) {
            let now = std::mem::take(slope);
            *mean = normal(decay * *mean + (1.0 - decay) * now);
            *square = normal(square_decay * *square + (1.0 - square_decay) * (now * now));
            *number -= rate * *mean / (square.sqrt() + 1e-8);
        }
    }
}

/// Zero for numbers so small that processors take hundreds of times longer for them. Means that decay get there
/// and stay.
#[inline(always)]
fn normal(number: f32) -> f32 {
    if number.abs() < 1e-30 { 0.0 } else { number }
}

/// The sum of products, lane by lane and then from lane to lane in halves.
#[inline(always)]
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0.0; LANES];
    for (a, b) in a.as_chunks::<LANES>().0.iter().zip(b.as_chunks::<LANES>().0) {
        for (lane, (a, b)) in lanes.iter_mut().zip(a.iter().zip(b)) {
            *lane += a * b;
        }
    }
    let mut half = LANES;
    while half > 1 {
        half /= 2;
        for lane in 0..half {
            lanes[lane] += lanes[lane + half];
        }
    }
    lanes[0]
}

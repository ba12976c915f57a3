//! Axes: round numbers along them, and where values come to lie.

/// A range of values along a line of pixels, with round numbers to mark.
pub struct Axis {
    low: f64,
    high: f64,
    step: f64,
    from: f64,
    to: f64,
}

impl Axis {
    /// An axis for values from `low` to `high` with about `marks` marks; it begins and ends at a mark.
    pub fn new((low, high): (f64, f64), marks: usize) -> Axis {
        let size = low.abs().max(high.abs());
        // A single value still gets an axis, as do values too close for their marks to be told apart.
        let apart = high - low > 1e-9 * size;
        let room = if apart { 0.0 } else { f64::max(1.0, 1e-3 * size) };
        let (low, high) = (low - room, high + room);
        let step = round_step((high - low) / marks.max(1) as f64);
        Axis { low: (low / step).floor() * step, high: (high / step).ceil() * step, step, from: 0.0, to: 1.0 }
    }

    /// Lays the axis between two pixels.
    pub fn between(self, from: f64, to: f64) -> Axis {
        Axis { from, to, ..self }
    }

    /// The pixel of a value.
    pub fn at(&self, value: f64) -> f64 {
        self.from + (value - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// A value, or the end of the axis if it lies beyond.
    pub fn clamp(&self, value: f64) -> f64 {
        value.clamp(self.low, self.high)
    }

    /// The values to mark.
    pub fn marks(&self) -> Vec<f64> {
        let (first, last) = ((self.low / self.step).round() as i64, (self.high / self.step).round() as i64);
        (first..=last).map(|number| number as f64 * self.step).collect()
    }

    /// The name of a mark.
    pub fn label(&self, value: f64) -> String {
        let largest = self.low.abs().max(self.high.abs());
        let (unit, suffix) = match largest {
            _ if largest >= 1e10 => (1e9, "G"),
            _ if largest >= 1e7 => (1e6, "M"),
            _ if largest >= 1e4 => (1e3, "k"),
            _ => (1.0, ""),
        };
        let (value, step) = (value / unit, self.step / unit);
        // Enough decimals to tell two marks apart.
        let decimals = (0..12).find(|&places| is_whole(step * 10_f64.powi(places))).unwrap_or(12) as usize;
        let number = format!("{value:.decimals$}");
        match number.strip_prefix('-') {
            _ if value == 0.0 => "0".to_owned(),
            Some(rest) => format!("−{rest}{suffix}"),
            None => number + suffix,
        }
    }
}

/// The smallest of 1, 2 and 5 times a power of ten that is at least a length.
fn round_step(length: f64) -> f64 {
    let power = libm::pow(10.0, libm::log10(length).floor());
    let times = [1.0, 2.0, 5.0].into_iter().find(|times| times * power >= length * (1.0 - 1e-9));
    times.unwrap_or(10.0) * power
}

fn is_whole(number: f64) -> bool {
    (number - number.round()).abs() < 1e-6
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(low: f64, high: f64, marks: usize) -> Vec<String> {
        let axis = Axis::new((low, high), marks);
        axis.marks().into_iter().map(|mark| axis.label(mark)).collect()
    }

    #[test]
    fn marks_are_round_and_cover_the_values() {
        assert_eq!(labels(-0.31, 0.52, 5), ["−0.4", "−0.2", "0", "0.2", "0.4", "0.6"]);
        assert_eq!(labels(-100.0, 100.0, 8), ["−100", "−50", "0", "50", "100"]);
        assert_eq!(labels(0.0, 23_000.0, 5), ["0", "5k", "10k", "15k", "20k", "25k"]);
        assert_eq!(labels(0.0, 12_000.0, 6), ["0", "2k", "4k", "6k", "8k", "10k", "12k"]);
        assert_eq!(labels(1.0e-3, 1.2e-3, 2), ["0.0010", "0.0011", "0.0012"]);
        assert_eq!(labels(3.0, 3.0, 2), ["2", "3", "4"]);
        assert_eq!(labels(1e14, 1e14 + 0.02, 2), ["99900G", "100000G", "100100G", "100200G"]);
    }

    #[test]
    fn values_lie_in_proportion() {
        let axis = Axis::new((0.0, 10.0), 5).between(100.0, 0.0);
        assert_eq!([0.0, 2.5, 10.0].map(|value| axis.at(value)), [100.0, 75.0, 0.0]);
        assert_eq!(axis.clamp(f64::INFINITY), 10.0);
    }
}

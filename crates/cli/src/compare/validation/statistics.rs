//! How far figures are from a measured range, and whether they put kernels in the measured order.

use serde::Serialize;

/// The lowest and the highest of several figures.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(super) struct Range {
    pub low: f64,
    pub high: f64,
}

impl Range {
    /// The range of some figures; `None` if there are none.
    pub fn of(figures: impl Iterator<Item = f64>) -> Option<Range> {
        figures.fold(None, |range, figure| {
            let Range { low, high } = range.unwrap_or(Range {
                low: figure,
                high: figure,
            });
            Some(Range {
                low: low.min(figure),
                high: high.max(figure),
            })
        })
    }

    pub fn scaled(self, factor: f64) -> Range {
        Range {
            low: self.low * factor,
            high: self.high * factor,
        }
    }

    pub fn middle(self) -> f64 {
        f64::midpoint(self.low, self.high)
    }

    /// How far a figure is from the nearer end, in percent of that end; 0 inside.
    pub fn error_to_range(self, figure: f64) -> f64 {
        percent(figure, figure.clamp(self.low, self.high))
    }

    /// How far a figure is from the middle, in percent of the middle.
    pub fn error_to_middle(self, figure: f64) -> f64 {
        percent(figure, self.middle())
    }
}

fn percent(figure: f64, from: f64) -> f64 {
    100.0 * (figure - from) / from
}

/// Mean and largest of the absolute values of some errors.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize)]
pub(super) struct Errors {
    pub mean: f64,
    pub largest: f64,
}

impl Errors {
    /// 0 if there are none.
    pub fn of(errors: impl ExactSizeIterator<Item = f64> + Clone) -> Errors {
        let count = errors.len().max(1) as f64;
        let sizes = errors.map(f64::abs);
        Errors {
            mean: sizes.clone().fold(0.0, |sum, size| sum + size) / count,
            largest: sizes.fold(0.0, f64::max),
        }
    }
}

/// Spearman's rank correlation of pairs: 1 if both sides have the same order, -1 if one is the reverse of
/// the other. Equal values share the mean of their ranks. `None` for fewer than two pairs, or if all values
/// of a side are equal: then there is no order.
pub(super) fn rank_correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    let left = ranks(pairs.iter().map(|pair| pair.0));
    let right = ranks(pairs.iter().map(|pair| pair.1));
    // Ranks and their means are halves of integers: nothing is rounded.
    let mean = (pairs.len() as f64 + 1.0) / 2.0;
    let product = |a: &[f64], b: &[f64]| -> f64 {
        let pairs = a.iter().zip(b);
        pairs.map(|(a, b)| (a - mean) * (b - mean)).sum()
    };
    let spread = product(&left, &left) * product(&right, &right);
    (spread > 0.0).then(|| product(&left, &right) / spread.sqrt())
}

/// The rank of each value, from 1; equal values share the mean of theirs.
fn ranks(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let values: Vec<f64> = values.collect();
    let rank = |value: &f64| {
        let below = values.iter().filter(|other| *other < value).count();
        let equal = values.iter().filter(|other| *other == value).count();
        below as f64 + (equal as f64 + 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn correlation(left: &[f64], right: &[f64]) -> Option<f64> {
        let pairs: Vec<(f64, f64)> = left.iter().copied().zip(right.iter().copied()).collect();
        rank_correlation(&pairs)
    }

    #[test]
    fn errors_at_both_sides_of_a_range() {
        let range = Range {
            low: 200.0,
            high: 400.0,
        };
        for (figure, to_range, to_middle) in [
            (150.0, -25.0, -50.0),
            (200.0, 0.0, -100.0 / 3.0),
            (300.0, 0.0, 0.0),
            (400.0, 0.0, 100.0 / 3.0),
            (500.0, 25.0, 200.0 / 3.0),
        ] {
            assert!((range.error_to_range(figure) - to_range).abs() < 1e-9);
            assert!((range.error_to_middle(figure) - to_middle).abs() < 1e-9);
        }
        let errors = Errors::of([-30.0, 10.0, 5.0].into_iter());
        assert_eq!((errors.mean, errors.largest), (15.0, 30.0));
        assert_eq!(Errors::of([].into_iter()), Errors::default());
        assert_eq!(
            Range::of([3.0, 1.0, 2.0].into_iter()),
            Some(Range {
                low: 1.0,
                high: 3.0
            })
        );
        assert_eq!(Range::of(std::iter::empty()), None);
    }

    #[test]
    fn known_rank_correlations() {
        let up = [1.0, 20.0, 300.0, 4000.0];
        assert_eq!(correlation(&up, &[0.1, 0.2, 0.3, 0.4]), Some(1.0));
        assert_eq!(correlation(&up, &[9.0, 8.0, 7.0, 6.0]), Some(-1.0));
        // 1 - 6 * (sum of squared differences of ranks = 2) / (4 * 15).
        assert!((correlation(&up, &[1.0, 3.0, 2.0, 4.0]).expect("an order") - 0.8).abs() < 1e-12);
        // IQ and hours of television, a textbook's example: 1 - 6 * 194 / 990.
        let iq = [
            86.0, 97.0, 99.0, 100.0, 101.0, 103.0, 106.0, 110.0, 112.0, 113.0,
        ];
        let hours = [2.0, 20.0, 28.0, 27.0, 50.0, 29.0, 7.0, 17.0, 6.0, 12.0];
        let found = correlation(&iq, &hours).expect("an order");
        assert!((found + 29.0 / 165.0).abs() < 1e-12, "{found}");
    }

    #[test]
    fn equal_values_share_their_ranks() {
        assert_eq!(
            ranks([5.0, 1.0, 5.0, 5.0].into_iter()),
            [3.0, 1.0, 3.0, 3.0]
        );
        // Ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4: 4.5 / sqrt(4.5 * 5).
        let found = correlation(&[1.0, 2.0, 2.0, 3.0], &[1.0, 2.0, 3.0, 4.0]).expect("an order");
        assert!((found - 0.9f64.sqrt()).abs() < 1e-12, "{found}");
        assert_eq!(correlation(&[1.0, 1.0], &[1.0, 2.0]), None);
        assert_eq!(correlation(&[1.0], &[1.0]), None);
        assert_eq!(correlation(&[], &[]), None);
    }
}

//! Estimates with intervals. Games of one deal are alike, so what is averaged is always one number a deal.

/// An interval of fewer numbers is so wide that it tells nothing.
const LEAST: usize = 5;

/// The jackknife leaves out so many blocks of groups, one after the other.
const BLOCKS: usize = 20;

/// Fewer groups show nothing.
pub(crate) const LEAST_GROUPS: usize = 2 * BLOCKS;

/// The quantile of the normal distribution for intervals of 95 %.
const Z: f64 = 1.959_964;

/// A mean and how sure it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Estimate {
    pub(crate) mean: f64,
    /// Half the width of the 95 % interval.
    pub(crate) half: f64,
    /// How many independent numbers it is made of.
    pub(crate) count: usize,
}

impl Estimate {
    /// The mean of independent numbers, with Student's interval. None of too few.
    ///
    /// `range` is how far two of them can be apart: where all are alike, the interval is as wide as if one of them were
    /// the farthest off, for a few equal results do not exclude another one.
    pub(crate) fn of(values: &[f64], range: f64) -> Option<Estimate> {
        let count = values.len();
        if count < LEAST {
            return None;
        }
        let n = count as f64;
        let mean = values.iter().sum::<f64>() / n;
        let variance = values
            .iter()
            .map(|value| (value - mean) * (value - mean))
            .sum::<f64>()
            / (n - 1.0);
        let error = (variance / n).sqrt().max(range / n / 2.0);
        Some(Estimate {
            mean,
            half: student(n - 1.0) * error,
            count,
        })
    }

    /// The same, at least as wide as a share of so many trials is uncertain. Where a side has won all or none of a few games,
    /// the games themselves look surer than they are.
    pub(crate) fn of_trials(self, trials: Trials) -> Estimate {
        let error = trials.error();
        Estimate {
            half: self.half.max(student(self.count as f64 - 1.0) * error),
            ..self
        }
    }

    pub(crate) fn low(&self) -> f64 {
        self.mean - self.half
    }

    pub(crate) fn high(&self) -> f64 {
        self.mean + self.half
    }

    /// How likely a mean at least as far from a number would be, were that number the true one.
    pub(crate) fn chance_of(&self, number: f64) -> f64 {
        let free = (self.count as f64 - 1.0).max(1.0);
        let t = (self.mean - number).abs() * student(free) / self.half.max(1e-12);
        // Student's t as a number of the normal distribution.
        let z = t * (1.0 - 1.0 / (4.0 * free)) / (1.0 + t * t / (2.0 * free)).sqrt();
        beyond(z)
    }
}

/// Trials that hit or not, and how many hit. Both may be estimates, of games that are not quite independent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Trials {
    pub(crate) hits: f64,
    pub(crate) all: f64,
}

impl Trials {
    /// The standard error of the share, as if one more had hit and one more had not.
    fn error(self) -> f64 {
        let share = (self.hits + 1.0) / (self.all + 2.0);
        (share * (1.0 - share) / self.all).sqrt()
    }

    /// How likely it would be that at least so many more or less hit than a share, were that the true one: twice the shorter
    /// tail of the binomial distribution.
    pub(crate) fn chance_of(self, share: f64) -> f64 {
        let all = self.all.floor();
        let hits = self.hits * all / self.all.max(1.0);
        // What lies between two numbers counts as the one that is more likely.
        let tail = match hits > all * share {
            true => at_most(all - (hits + 1e-9).floor(), all, 1.0 - share),
            false => at_most((hits - 1e-9).ceil(), all, share),
        };
        (2.0 * tail).min(1.0)
    }
}

/// How likely at most so many of independent trials hit.
fn at_most(hits: f64, all: f64, share: f64) -> f64 {
    let odds = (share / (1.0 - share)).ln();
    let (mut ln, mut sum, mut n) = (all * (1.0 - share).ln(), 0.0, 0.0);
    while n <= hits {
        sum += ln.exp();
        ln += ((all - n) / (n + 1.0)).ln() + odds;
        n += 1.0;
    }
    sum.min(1.0)
}

/// Student's quantile for intervals of 95 %.
pub(crate) fn student(free: f64) -> f64 {
    let free = free.max(1.0);
    let (z2, z3) = (Z * Z, Z * Z * Z);
    let second = (5.0 * z2 * z3 + 16.0 * z3 + 3.0 * Z) / 96.0;
    let third = (3.0 * z2 * z2 * z3 + 19.0 * z2 * z3 + 17.0 * z3 - 15.0 * Z) / 384.0;
    Z + (z3 + Z) / (4.0 * free) + second / (free * free) + third / (free * free * free)
}

/// How likely a number of the normal distribution is at least as far from 0, on either side.
fn beyond(z: f64) -> f64 {
    // Abramowitz and Stegun, "Handbook of Mathematical Functions", 7.1.26.
    let x = z.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let factors = [
        1.061_405_429,
        -1.453_152_027,
        1.421_413_741,
        -0.284_496_736,
        0.254_829_592,
    ];
    let sum = factors.iter().fold(0.0, |sum, factor| (sum + factor) * t);
    sum * (-x * x).exp()
}

/// The 95 % interval of a share that was found `found` times in `all` (Wilson).
pub(crate) fn wilson(found: f64, all: f64) -> (f64, f64) {
    if all <= 0.0 {
        return (0.0, 1.0);
    }
    let share = found / all;
    let scale = 1.0 + Z * Z / all;
    let middle = (share + Z * Z / (2.0 * all)) / scale;
    let half = Z / scale * (share * (1.0 - share) / all + Z * Z / (4.0 * all * all)).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

/// Corrects chances for having looked at so many things (Holm): what stays below 5 % is no accident of looking often.
pub(crate) fn holm(chances: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..chances.len()).collect();
    order.sort_by(|a, b| chances[*a].total_cmp(&chances[*b]));
    let mut corrected = vec![1.0; chances.len()];
    let mut highest: f64 = 0.0;
    for (nth, at) in order.into_iter().enumerate() {
        highest = highest.max((chances.len() - nth) as f64 * chances[at]).min(1.0);
        corrected[at] = highest;
    }
    corrected
}

/// What share of the differences between numbers is due to the group that they belong to (intraclass correlation, of
/// one-way analysis of variance). All groups are of one size; the interval is by the jackknife over blocks of groups.
pub(crate) fn share_of_groups(groups: &[Vec<f64>]) -> Option<Estimate> {
    if groups.len() < LEAST_GROUPS {
        return None;
    }
    let all = correlation(groups.iter())?;
    let without = |block: usize| {
        let others = groups.iter().enumerate().filter(|(at, _)| at % BLOCKS != block);
        correlation(others.map(|(_, group)| group))
    };
    let blocks = BLOCKS as f64;
    let pseudo: Option<Vec<f64>> = (0..BLOCKS)
        .map(|block| Some(blocks * all - (blocks - 1.0) * without(block)?))
        .collect();
    let spread = Estimate::of(&pseudo?, 0.0)?;
    Some(Estimate {
        mean: all.max(0.0),
        half: spread.half,
        count: groups.len(),
    })
}

fn correlation<'g>(groups: impl Iterator<Item = &'g Vec<f64>>) -> Option<f64> {
    let (mut count, mut sum, mut of_squares, mut of_means) = (0.0, 0.0, 0.0, 0.0);
    let mut size = 0.0;
    for group in groups {
        size = group.len() as f64;
        let total: f64 = group.iter().sum();
        count += 1.0;
        sum += total;
        of_squares += group.iter().map(|value| value * value).sum::<f64>();
        of_means += total * total / size;
    }
    if count < 2.0 || size < 2.0 {
        return None;
    }
    let between = (of_means - sum * sum / (count * size)) / (count - 1.0);
    let within = (of_squares - of_means) / (count * (size - 1.0));
    let whole = between + (size - 1.0) * within;
    (whole > 1e-12).then(|| (between - within) / whole)
}

/// The number that a share of sorted numbers does not exceed.
pub(crate) fn quantile(sorted: &[u64], share: f64) -> u64 {
    let rank = (share * sorted.len() as f64).ceil().max(1.0) as usize;
    sorted.get(rank - 1).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_students() {
        for (free, expected) in [(4.0, 2.776), (9.0, 2.262), (30.0, 2.042), (1e6, 1.960)] {
            assert!(
                (student(free) - expected).abs() < 0.02,
                "{free}: {}",
                student(free)
            );
        }
        let estimate = Estimate::of(&[1.0, 2.0, 3.0, 4.0, 5.0], 0.0).unwrap();
        assert!((estimate.mean - 3.0).abs() < 1e-9 && (estimate.half - 1.963).abs() < 0.02);
        let alike = Estimate::of(&[1.0; 10], 1.0).unwrap();
        assert!(alike.half > 0.1, "ten alike do not prove it: {alike:?}");
    }

    #[test]
    fn chances_are_those_of_tables() {
        for (z, expected) in [(0.0, 1.0), (1.0, 0.3173), (1.96, 0.05), (3.29, 0.001)] {
            assert!((beyond(z) - expected).abs() < 1e-4, "{z}: {}", beyond(z));
        }
        // R: binom.test(hits, all, share, alternative = …)$p.value, doubled.
        for (hits, all, share, expected) in [
            (0.0, 20.0, 0.25, 0.006_342),
            (12.0, 12.0, 0.5, 0.000_488),
            (9.0, 20.0, 0.25, 0.081_8),
            (5.0, 20.0, 0.25, 1.0),
            (5_100.0, 10_000.0, 0.5, 0.046_7),
        ] {
            let chance = Trials { hits, all }.chance_of(share);
            assert!(
                (chance - expected).abs() < 0.01 * expected,
                "{hits} of {all}: {chance}"
            );
        }
        let corrected = holm(&[0.01, 0.5, 0.02]);
        let expected = [0.03, 0.5, 0.04];
        assert!(
            corrected.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9),
            "{corrected:?}"
        );
        let (low, high) = wilson(25.0, 100.0);
        assert!((low - 0.1755).abs() < 1e-3 && (high - 0.3430).abs() < 1e-3);
    }

    #[test]
    fn groups_explain_all_or_nothing() {
        let alike: Vec<Vec<f64>> = (0..60).map(|n| vec![f64::from(n % 2); 4]).collect();
        assert!(share_of_groups(&alike).unwrap().mean > 0.99);
        let mixed: Vec<Vec<f64>> = (0..60).map(|_| vec![0.0, 1.0, 0.0, 1.0]).collect();
        assert!(share_of_groups(&mixed).unwrap().mean < 0.01);
    }

    #[test]
    fn quantiles_are_of_sorted_numbers() {
        assert_eq!(quantile(&[1, 2, 3, 4], 0.5), 2);
        assert_eq!((quantile(&[], 0.5), quantile(&[7], 0.95)), (0, 7));
    }
}

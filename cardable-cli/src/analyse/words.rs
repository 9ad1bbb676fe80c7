//! Numbers as people read them.

use super::stats::Estimate;

/// What a number counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unit {
    /// A share of one, told in percent.
    Share,
    Count,
    Minutes,
}

impl Unit {
    /// A number without what it counts.
    pub(crate) fn number(self, value: f64) -> String {
        let value = match self {
            Unit::Share => value * 100.0,
            Unit::Count | Unit::Minutes => value,
        };
        let text = match value.abs() {
            size if size >= 1_000.0 => crate::simulate::text::grouped(value.round()),
            size if size >= 100.0 => format!("{value:.0}"),
            _ => format!("{value:.1}"),
        };
        // Not "-0.0".
        match text
            .trim_start_matches('-')
            .chars()
            .all(|c| matches!(c, '0' | '.'))
        {
            true => text.trim_start_matches('-').to_owned(),
            false => text.replace('-', "−"),
        }
    }

    /// What stands behind the number.
    pub(crate) fn mark(self) -> &'static str {
        match self {
            Unit::Share => " %",
            Unit::Count => "",
            Unit::Minutes => " min",
        }
    }

    pub(crate) fn text(self, value: f64) -> String {
        format!("{}{}", self.number(value), self.mark())
    }

    /// A number and half its interval, as "3.1 ± 0.8 %".
    pub(crate) fn plus_minus(self, estimate: &Estimate) -> String {
        format!(
            "{} ± {}{}",
            self.number(estimate.mean),
            self.number(estimate.half),
            self.mark()
        )
    }

    /// A difference, as "3.1 ± 0.8 % more", or less.
    pub(crate) fn more_or_less(self, estimate: &Estimate) -> String {
        let size = Estimate {
            mean: estimate.mean.abs(),
            ..*estimate
        };
        let more = if estimate.mean < 0.0 { "less" } else { "more" };
        format!("{} {more}", self.plus_minus(&size))
    }

    /// An interval, as "between 1.0 and 2.0 %".
    pub(crate) fn between(self, low: f64, high: f64) -> String {
        format!(
            "between {} and {}{}",
            self.number(low),
            self.number(high),
            self.mark()
        )
    }
}

/// "1 game", "2 games".
pub(crate) fn counted(n: u64, one: &str) -> String {
    match n {
        1 => format!("1 {one}"),
        n => format!("{} {one}s", grouped(n)),
    }
}

/// A whole number with its thousands apart.
pub(crate) fn grouped(n: u64) -> String {
    crate::simulate::text::grouped(n as f64)
}

/// "a, b and c", of which no more than some are named.
pub(crate) fn listed(names: &[String]) -> String {
    const MOST: usize = 6;
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [many @ .., last] if names.len() <= MOST => format!("{} and {last}", many.join(", ")),
        many => format!(
            "{} and {} more",
            many[..MOST - 1].join(", "),
            many.len() + 1 - MOST
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(Unit::Share.text(0.0312), "3.1 %");
        assert_eq!(Unit::Count.text(-0.01), "0.0");
        assert_eq!(Unit::Count.text(-12.34), "−12.3");
        let estimate = Estimate {
            mean: 0.031,
            half: 0.008,
            count: 9,
        };
        assert_eq!(Unit::Share.plus_minus(&estimate), "3.1 ± 0.8 %");
        let less = Estimate {
            mean: -0.031,
            ..estimate
        };
        assert_eq!(Unit::Share.more_or_less(&estimate), "3.1 ± 0.8 % more");
        assert_eq!(Unit::Share.more_or_less(&less), "3.1 ± 0.8 % less");
        let names: Vec<String> = ('a'..='h').map(String::from).collect();
        assert_eq!(listed(&names[..3]), "a, b and c");
        assert_eq!(listed(&names), "a, b, c, d, e and 3 more");
        assert_eq!(
            (counted(1, "game"), counted(1200, "game")),
            ("1 game".into(), "1,200 games".into())
        );
    }
}

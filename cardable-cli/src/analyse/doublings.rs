//! The series of doublings: what bots win more that think twice as much as the others, from little thought to much.

use super::Effort;
use super::duels::Duel;
use super::lineup::Lineup;
use super::stats::Estimate;
use super::words::{Unit, grouped, listed};

/// One step of the series.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Doubling {
    pub(crate) lineup: Lineup,
    /// Iterations a decision of both sides.
    pub(crate) less: u32,
    pub(crate) more: u32,
    /// How much more of the wins those get that think more.
    pub(crate) gain: Estimate,
}

impl Doubling {
    /// The steps of which enough deals were played, from the least thought to the most.
    pub(crate) fn all(duels: &[Duel], effort: &Effort) -> Vec<Doubling> {
        let step = |lineup: Lineup| {
            let [more, less] = lineup.iterations(effort)?;
            Some(Doubling {
                lineup,
                less,
                more,
                gain: Duel::edge(duels, lineup)?,
            })
        };
        Lineup::OF_DOUBLINGS.into_iter().filter_map(step).collect()
    }

    pub(crate) fn interval(&self) -> (f64, f64) {
        (self.gain.low(), self.gain.high())
    }

    /// Who plays whom, as "40 against 20".
    pub(crate) fn label(&self) -> String {
        format!(
            "{} against {}",
            grouped(self.more.into()),
            grouped(self.less.into())
        )
    }

    /// Whether more thought certainly gains something.
    fn shows(&self) -> bool {
        self.gain.low() > 0.0
    }

    /// What each step gains, and from where on more thought gains nothing that shows. Empty if there is only one.
    pub(crate) fn sentence(all: &[Doubling]) -> String {
        let [first, _, ..] = all else {
            return String::new();
        };
        let gain = |step: &Doubling| Unit::Share.plus_minus(&step.gain);
        let iterations = |n: u32| grouped(n.into());
        let gains = std::iter::once(format!(
            "{} more at {} iterations",
            gain(first),
            iterations(first.more)
        ));
        let others = all[1..]
            .iter()
            .map(|step| format!("{} at {}", gain(step), iterations(step.more)));
        let gains: Vec<String> = gains.chain(others).collect();
        let shown = all.iter().rposition(Doubling::shows);
        // The steps after the last one that shows.
        let rest = &all[shown.map_or(0, |at| at + 1)..];
        let then = match rest {
            [] => "the last step still shows, so more may help".to_owned(),
            [next, ..] => format!(
                "from {} on, more thought gains nothing that shows, and at most {} a step",
                iterations(next.less),
                Unit::Share.text(rest.iter().map(|step| step.gain.high()).fold(0.0, f64::max))
            ),
        };
        format!("Twice the thought wins {}: {then}.", listed(&gains))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps from 5 against 2 iterations on, with what they gain in percent, and how sure that is.
    fn series(gains: &[(f64, f64)]) -> Vec<Doubling> {
        let lineups = Lineup::OF_DOUBLINGS
            .into_iter()
            .zip([2, 5, 10, 20, 40].windows(2));
        let steps = lineups.zip(gains).map(|((lineup, both), (mean, half))| Doubling {
            lineup,
            less: both[0],
            more: both[1],
            gain: Estimate {
                mean: mean / 100.0,
                half: half / 100.0,
                count: 20,
            },
        });
        steps.collect()
    }

    #[test]
    fn the_sentence_says_how_much_thought_is_enough() {
        for (gains, sentence) in [
            (&[][..], ""),
            (&[(30.0, 10.0)], ""),
            (
                &[(30.0, 10.0), (5.0, 6.0)],
                "Twice the thought wins 30.0 ± 10.0 % more at 5 iterations and 5.0 ± 6.0 % at 10: from 5 on, more thought \
                 gains nothing that shows, and at most 11.0 % a step.",
            ),
            // What shows later counts, though less did not show.
            (
                &[(1.0, 9.0), (20.0, 9.0), (-1.0, 3.0), (-2.0, 9.0)],
                "Twice the thought wins 1.0 ± 9.0 % more at 5 iterations, 20.0 ± 9.0 % at 10, −1.0 ± 3.0 % at 20 and −2.0 \
                 ± 9.0 % at 40: from 10 on, more thought gains nothing that shows, and at most 7.0 % a step.",
            ),
            (
                &[(0.0, 1.0), (0.0, 1.5)],
                "Twice the thought wins 0.0 ± 1.0 % more at 5 iterations and 0.0 ± 1.5 % at 10: from 2 on, more thought \
                 gains nothing that shows, and at most 1.5 % a step.",
            ),
            (
                &[(0.0, 1.0), (3.0, 1.5)],
                "Twice the thought wins 0.0 ± 1.0 % more at 5 iterations and 3.0 ± 1.5 % at 10: the last step still shows, \
                 so more may help.",
            ),
        ] {
            assert_eq!(Doubling::sentence(&series(gains)), sentence);
        }
    }
}

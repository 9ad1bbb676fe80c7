//! Whether any action is never worth it.

use crate::analyse::finding::{Findings, LEAST_GAMES, LEVEL, STAKES};
use crate::analyse::stats::{Estimate, holm, student};
use crate::analyse::words::{Unit, counted};

/// At most such a share of joint offers may be better for an action that is dominated.
const RARELY: f64 = 0.05;

/// Two actions that are offered together, of which one does worse.
pub(super) struct Dominated {
    pub(super) worse: u16,
    better: u16,
    /// The share of joint offers in which the worse one was better.
    won: f64,
    cost: Estimate,
    offers: u64,
}

impl Dominated {
    /// All that surely are, each action beside the one that is better by most.
    pub(super) fn all(findings: &Findings<'_>) -> Vec<Dominated> {
        let pairs = findings.tables.uses.pairs.iter();
        let looked_at: Vec<Dominated> = pairs
            .filter(|(_, pair)| pair.games >= LEAST_GAMES as u64)
            .map(|((first, second), pair)| {
                let (mean, error) = pair.mean_and_error();
                let count = pair.games as usize;
                let (worse, better, won) = match mean < 0.0 {
                    true => (*first, *second, pair.first_better),
                    false => (*second, *first, pair.second_better),
                };
                let least = 0.1 / count as f64 / 2.0;
                Dominated {
                    worse,
                    better,
                    won: won as f64 / pair.offers.max(1) as f64,
                    cost: Estimate {
                        mean: mean.abs(),
                        half: student(count as f64 - 1.0) * error.max(least),
                        count,
                    },
                    offers: pair.offers,
                }
            })
            .collect();
        let chances: Vec<f64> = looked_at.iter().map(|pair| pair.cost.chance_of(0.0)).collect();
        let mut sure: Vec<Dominated> = looked_at
            .into_iter()
            .zip(holm(&chances))
            .filter(|(pair, chance)| *chance < LEVEL && pair.won <= RARELY && pair.cost.mean >= STAKES)
            .map(|(pair, _)| pair)
            .collect();
        sure.sort_by(|a, b| b.cost.mean.total_cmp(&a.cost.mean));
        let mut known: Vec<u16> = Vec::new();
        sure.retain(|pair| {
            let is_new = !known.contains(&pair.worse);
            known.push(pair.worse);
            is_new
        });
        sure
    }
}

pub(super) fn find(findings: &mut Findings<'_>) {
    let actions = &findings.study.info.actions;
    let name = |at: u16| actions.get(usize::from(at)).map_or("", |action| &action.name);
    for pair in Dominated::all(findings) {
        let text = format!(
            "`{}` is hardly ever better than `{}`: it was in {} of {} that offered both, and costs {} of all there is to \
             win.",
            name(pair.worse),
            name(pair.better),
            Unit::Share.text(pair.won),
            counted(pair.offers, "decision"),
            Unit::Share.plus_minus(&pair.cost),
        );
        let advice = "If it is not meant as a last resort, give it something for its price, or offer it only where the \
                      other is not.";
        findings.add(30.0 + 50.0 * pair.cost.mean, text, advice);
    }
}

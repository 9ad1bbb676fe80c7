//! Whether the game is fair to every seat.

use crate::analyse::Study;
use crate::analyse::finding::{Findings, LEAST_GAMES, LEVEL};
use crate::analyse::games::GameRow;
use crate::analyse::lineup::Lineup;
use crate::analyse::measure::Measures;
use crate::analyse::stats::{Estimate, holm};
use crate::analyse::tables::Tables;
use crate::analyse::words::{Unit, listed};
use cardable_core::SeatSet;

/// A seat's advantage below this does not spoil a game.
const FAIR: f64 = 0.02;

/// A seat's advantage with one sort of players.
struct Advantage {
    side: SeatSet,
    by_bots: bool,
    estimate: Estimate,
}

impl Advantage {
    /// Of every side, by bots and by chance, how much more it wins than its share.
    fn all(study: &Study<'_>, tables: &Tables) -> Vec<Advantage> {
        let (seats, sides) = (study.setup.seats.len(), study.sides());
        let mut found = Vec::new();
        if sides.len() < 2 {
            return found;
        }
        for by_bots in [true, false] {
            let counts = |game: &GameRow| {
                game.is_over()
                    && match by_bots {
                        true => Lineup::ALIKE.contains(&game.lineup),
                        false => game.lineup == Lineup::Random,
                    }
            };
            for side in &sides {
                let won = |game: &GameRow| side.into_iter().map(|seat| game.won(seat.index())).sum::<f64>();
                let more = |game: &GameRow| match game.winners.is_empty() {
                    true => 0.0,
                    false => won(game) - side.len() as f64 / seats as f64,
                };
                if let Some(estimate) = tables.mean_by_deal(counts, more, 1.0) {
                    found.push(Advantage {
                        side: *side,
                        by_bots,
                        estimate,
                    });
                }
            }
        }
        found
    }

    fn size(&self) -> f64 {
        self.estimate.mean.abs()
    }

    /// As "seat 1", or "seats 1 and 3".
    fn name(&self) -> String {
        let seats: Vec<String> = self
            .side
            .into_iter()
            .map(|seat| (seat.0 + 1).to_string())
            .collect();
        let noun = if seats.len() == 1 { "seat" } else { "seats" };
        format!("{noun} {}", listed(&seats))
    }

    /// "its" or "their" share.
    fn whose(&self) -> &'static str {
        if self.side.len() == 1 { "its" } else { "their" }
    }

    /// As "seat 1 wins 3.1 ± 0.8 % more".
    fn text(&self) -> String {
        let wins = if self.side.len() == 1 { "wins" } else { "win" };
        format!(
            "{} {wins} {}",
            self.name(),
            Unit::Share.more_or_less(&self.estimate)
        )
    }
}

pub(super) fn measure(measures: &mut Measures<'_>) {
    let all = Advantage::all(measures.study, measures.tables);
    if measures.study.sides().len() < 2 {
        measures.miss("All seats win together, or there is only one: there is nobody to compare with.");
        return;
    }
    for (by_bots, name) in [
        (true, "Advantages of seats, bots"),
        (false, "Advantages of seats, chance"),
    ] {
        if all.iter().all(|advantage| advantage.by_bots != by_bots) {
            measures.unsure.push(name.to_owned());
        }
    }
    for advantage in all {
        let (key, name, players) = match advantage.by_bots {
            true => ("bots", "bots", "bots play"),
            false => ("random", "chance", "chance plays"),
        };
        let first = advantage.side.lowest().map_or(0, |seat| seat.0 + 1);
        let (key, name) = (
            format!("advantage.{key}.{first}"),
            format!("Advantage of {}, {name}", advantage.name()),
        );
        let estimate = Some(advantage.estimate);
        measures.estimate(&key, &name, Unit::Share, estimate, |_| {
            let text = advantage.text().replacen('s', "S", 1);
            format!("{text} than {} share when {players}.", advantage.whose())
        });
    }
}

pub(super) fn find(findings: &mut Findings<'_>) {
    let all = Advantage::all(findings.study, findings.tables);
    let chances: Vec<f64> = all.iter().map(|each| each.estimate.chance_of(0.0)).collect();
    let mut sure: Vec<&Advantage> = all
        .iter()
        .zip(holm(&chances))
        .filter(|(each, chance)| *chance < LEVEL && each.estimate.count >= LEAST_GAMES && each.size() >= FAIR)
        .map(|(each, _)| each)
        .collect();
    sure.sort_by(|a, b| b.size().total_cmp(&a.size()));
    // What shows with both sorts of players is told once.
    let of = |by_bots: bool| -> Vec<&Advantage> {
        let of = sure.iter().copied();
        of.filter(|each| each.by_bots == by_bots).collect()
    };
    let (by_bots, by_chance) = (of(true), of(false));
    let (told, players, factor) = match by_bots.is_empty() {
        true => (by_chance, "chance plays", 0.8),
        false => (by_bots, "bots play", 1.0),
    };
    let Some(most) = told.first() else { return };
    let texts: Vec<String> = told.iter().map(|each| each.text()).collect();
    let text = format!(
        "It is not fair: when {players}, {} than {} share.",
        listed(&texts),
        most.whose()
    );
    let advice =
        "Let another seat begin each deal, give who begins less, or give the others something for it.";
    findings.add((40.0 + 100.0 * most.size()) * factor, text, advice);
}

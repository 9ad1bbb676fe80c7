//! Whether the game is fair to every seat.

use crate::analyse::finding::{Findings, LEAST_GAMES, LEVEL};
use crate::analyse::games::GameRow;
use crate::analyse::lineup::Lineup;
use crate::analyse::measure::Measures;
use crate::analyse::stats::{Estimate, Trials, holm};
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
    /// How likely it would be in a fair game.
    chance: f64,
}

impl Advantage {
    /// Of every side, by bots and by chance, how much more it wins than its share.
    fn all(sides: &[SeatSet], tables: &Tables) -> Vec<Advantage> {
        let mut found = Vec::new();
        if sides.len() < 2 {
            return found;
        }
        let seats: usize = sides.iter().map(|side| side.len()).sum();
        for by_bots in [true, false] {
            let counts = |game: &GameRow| {
                game.is_over()
                    && match by_bots {
                        true => Lineup::ALIKE.contains(&game.lineup),
                        false => game.lineup == Lineup::Random,
                    }
            };
            let trials = independent(&tables.by_deal(counts), sides, seats);
            for side in sides {
                let share = side.len() as f64 / seats as f64;
                let more = |game: &GameRow| match game.winners.is_empty() {
                    true => 0.0,
                    false => won(game, *side) - share,
                };
                let Some(estimate) = tables.mean_by_deal(counts, more, 1.0) else {
                    continue;
                };
                let trials = Trials {
                    hits: (estimate.mean + share) * trials,
                    all: trials,
                };
                found.push(Advantage {
                    side: *side,
                    by_bots,
                    estimate: estimate.of_trials(trials),
                    chance: trials.chance_of(share),
                });
            }
        }
        found
    }

    /// Those that are hardly an accident, the greatest first.
    fn sure(all: &[Advantage]) -> Vec<&Advantage> {
        let chances: Vec<f64> = all.iter().map(|each| each.chance).collect();
        let mut sure: Vec<&Advantage> = all
            .iter()
            .zip(holm(&chances))
            .filter(|(each, chance)| {
                *chance < LEVEL && each.estimate.count >= LEAST_GAMES && each.size() >= FAIR
            })
            .map(|(each, _)| each)
            .collect();
        sure.sort_by(|a, b| b.size().total_cmp(&a.size()));
        sure
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

/// A side's share of the win.
fn won(game: &GameRow, side: SeatSet) -> f64 {
    side.into_iter().map(|seat| game.won(seat.index())).sum()
}

/// As many games of different deals tell as much as all these games. Where a deal decides who wins, its games are one.
fn independent(deals: &[Vec<&GameRow>], sides: &[SeatSet], seats: usize) -> f64 {
    let (mut pairs, mut alike) = (0.0, 0.0);
    for deal in deals {
        let decided: Vec<&GameRow> = deal
            .iter()
            .copied()
            .filter(|game| !game.winners.is_empty())
            .collect();
        for (at, one) in decided.iter().enumerate() {
            for other in &decided[at + 1..] {
                pairs += 1.0;
                alike += sides
                    .iter()
                    .map(|side| won(one, *side) * won(other, *side))
                    .sum::<f64>();
            }
        }
    }
    let share = |side: &SeatSet| side.len() as f64 / seats as f64;
    let by_chance: f64 = sides.iter().map(|side| share(side) * share(side)).sum();
    let likeness = match pairs > 0.0 {
        true => ((alike / pairs - by_chance) / (1.0 - by_chance)).clamp(0.0, 1.0),
        false => 1.0,
    };
    let worth = |deal: &Vec<&GameRow>| {
        let games = deal.len() as f64;
        games / (1.0 + (games - 1.0) * likeness)
    };
    deals.iter().map(worth).sum()
}

pub(super) fn measure(measures: &mut Measures<'_>) {
    let sides = measures.study.sides();
    let all = Advantage::all(&sides, measures.tables);
    if sides.len() < 2 {
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
    let all = Advantage::all(&findings.study.sides(), findings.tables);
    let sure = Advantage::sure(&all);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyse::games::GameEnd;
    use cardable_core::Seat;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

    /// How many of these studies of so many deals say that the game is unfair. A game has luck of its own and that of its deal.
    fn alarms(studies: u64, seats: u32, deals: u64, winner: impl Fn(u32, u32) -> u32) -> u64 {
        let sides: Vec<SeatSet> = (0..seats).map(|seat| SeatSet::one(Seat(seat as u8))).collect();
        let says = |study: &u64| {
            let mut rng = ChaCha8Rng::seed_from_u64(*study);
            let mut tables = Tables::default();
            for deal in 0..deals {
                let of_deal = rng.next_u32();
                for nth in 0..10 {
                    let (own, of_deal) = (rng.next_u32(), rng.next_u32());
                    tables
                        .games
                        .push(won_by(Lineup::Random, deal, nth, winner(own, of_deal)));
                }
                for (lineup, nth) in Lineup::ALIKE
                    .into_iter()
                    .flat_map(|lineup| [(lineup, 0), (lineup, 1)])
                {
                    tables
                        .games
                        .push(won_by(lineup, deal, nth, winner(rng.next_u32(), of_deal)));
                }
            }
            !Advantage::sure(&Advantage::all(&sides, &tables)).is_empty()
        };
        (0..studies).filter(says).count() as u64
    }

    fn won_by(lineup: Lineup, deal: u64, nth: u64, seat: u32) -> GameRow {
        let mut row = GameRow::new(lineup, deal, nth, 0);
        row.end = GameEnd::Over(String::new());
        row.winners = SeatSet::one(Seat(seat as u8));
        row
    }

    #[test]
    fn a_lottery_is_fair() {
        const STUDIES: u64 = 200;
        for seats in [2, 4, 6] {
            for deals in [1, 2, 3, 5, 10, 20, 40] {
                let of_games = alarms(STUDIES, seats, deals, |own, _| own % seats);
                let of_deals = alarms(STUDIES, seats, deals, |_, of_deal| of_deal % seats);
                let most = of_games.max(of_deals);
                assert!(
                    most * 50 <= STUDIES,
                    "{seats} seats, {deals} deals: {of_games} and {of_deals}"
                );
            }
        }
    }

    #[test]
    fn an_unfair_game_is_found() {
        for (deals, seats) in [(12, 2), (24, 4)] {
            let found = alarms(100, seats, deals, |own, of_deal| match of_deal % 5 {
                0..3 => 0,
                _ => own % seats,
            });
            assert!(found > 95, "{seats} seats, {deals} deals: {found} of 100");
        }
    }
}

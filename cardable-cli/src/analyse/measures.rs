//! What tables tell of a game: measures with their intervals, each with a sentence on what it means for this game.

use super::Study;
use super::choices::STAGES;
use super::games::{GameEnd, GameRow, PARTS};
use super::lead::courses;
use super::lineup::Lineup;
use super::stats::{Estimate, quantile, share_of_groups, wilson};
use super::tables::Tables;
use super::topic::Topic;
use super::words::{Unit, grouped};

/// How long people take for a decision, in seconds.
const SECONDS_A_DECISION: f64 = 8.0;

/// How long they take to do the only thing that can be done.
const SECONDS_FORCED: f64 = 2.0;

/// One number, and what it means.
#[derive(Clone, Debug)]
pub(crate) struct Measure {
    pub(crate) topic: Topic,
    /// The same for all games, so that two can be compared.
    pub(crate) key: String,
    pub(crate) name: String,
    pub(crate) value: f64,
    /// The 95 % interval, if there is one.
    pub(crate) interval: Option<(f64, f64)>,
    pub(crate) unit: Unit,
    /// Empty if it need not be told.
    pub(crate) sentence: String,
}

/// A seat's advantage with one sort of players.
#[derive(Clone, Debug)]
pub(crate) struct Advantage {
    pub(crate) seat: usize,
    pub(crate) by_bots: bool,
    pub(crate) estimate: Estimate,
}

/// Collects measures.
struct Measures<'m> {
    study: &'m Study<'m>,
    tables: &'m Tables,
    found: Vec<Measure>,
}

/// All that can be measured with these tables.
pub(crate) fn measures(study: &Study<'_>, tables: &Tables) -> Vec<Measure> {
    let mut measures = Measures {
        study,
        tables,
        found: Vec::new(),
    };
    measures.fairness();
    measures.ends();
    measures.length();
    measures.options();
    measures.stakes();
    measures.skill();
    measures.luck();
    measures.drama();
    measures.found
}

/// The mean over deals of the mean of a deal's games, of those that count at all.
pub(crate) fn by_deal(
    games: &[GameRow],
    counts: impl Fn(&GameRow) -> bool,
    value: impl Fn(&GameRow) -> f64,
    range: f64,
) -> Option<Estimate> {
    let mut means: Vec<f64> = Vec::new();
    for deal in games.chunk_by(|a, b| a.deal == b.deal) {
        // Random games have a deal of their own each.
        let random = |game: &&GameRow| game.lineup == Lineup::Random && counts(game);
        means.extend(deal.iter().filter(random).map(&value));
        let others = deal
            .iter()
            .filter(|game| game.lineup != Lineup::Random && counts(game));
        let values: Vec<f64> = others.map(&value).collect();
        if !values.is_empty() {
            means.push(values.iter().sum::<f64>() / values.len() as f64);
        }
    }
    Estimate::of(&means, range)
}

/// Of every seat, by chance and by bots, how much more it wins than its share.
pub(crate) fn advantages(seats: usize, tables: &Tables) -> Vec<Advantage> {
    let mut found = Vec::new();
    if seats < 2 {
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
        for seat in 0..seats {
            let more = |game: &GameRow| match game.winners.is_empty() {
                true => 0.0,
                false => game.won(seat) - 1.0 / seats as f64,
            };
            if let Some(estimate) = by_deal(&tables.games, counts, more, 1.0) {
                found.push(Advantage {
                    seat,
                    by_bots,
                    estimate,
                });
            }
        }
    }
    found
}

/// How much more of the wins the first sort of players of a line-up gets than the second one, in each deal.
pub(crate) fn edge(seats: usize, tables: &Tables, lineup: Lineup) -> Option<Estimate> {
    let mut edges = Vec::new();
    for deal in tables.games.chunk_by(|a, b| a.deal == b.deal) {
        let games: Vec<&GameRow> = deal
            .iter()
            .filter(|game| game.lineup == lineup && game.is_over())
            .collect();
        let [one, other] = games[..] else { continue };
        // Alone at the table each plays a game; else both play both.
        let (first, second) = match seats {
            1 => (one.won(0), other.won(0)),
            _ => {
                let first = (one.won_by_first(seats) + other.won_by_first(seats)) / 2.0;
                let any = [one, other]
                    .into_iter()
                    .filter(|game| !game.winners.is_empty())
                    .count();
                (first, any as f64 / 2.0 - first)
            }
        };
        edges.push(first - second);
    }
    Estimate::of(&edges, 2.0)
}

impl Measures<'_> {
    fn add(
        &mut self,
        topic: Topic,
        key: &str,
        name: &str,
        unit: Unit,
        found: (f64, Option<(f64, f64)>),
        text: String,
    ) {
        self.found.push(Measure {
            topic,
            key: key.to_owned(),
            name: name.to_owned(),
            value: found.0,
            interval: found.1,
            unit,
            sentence: text,
        });
    }

    fn add_estimate(&mut self, topic: Topic, key: &str, name: &str, unit: Unit, of: &Estimate, text: String) {
        self.add(
            topic,
            key,
            name,
            unit,
            (of.mean, Some((of.low(), of.high()))),
            text,
        );
    }

    fn games(&self, wanted: impl Fn(&GameRow) -> bool) -> Vec<&GameRow> {
        self.tables.games.iter().filter(|game| wanted(game)).collect()
    }

    fn fairness(&mut self) {
        for Advantage {
            seat,
            by_bots,
            estimate,
        } in advantages(self.study.setup.seats.len(), self.tables)
        {
            let (players, key) = match by_bots {
                true => ("bots", "bots"),
                false => ("chance", "random"),
            };
            let more = if estimate.mean < 0.0 { "less" } else { "more" };
            let shown = Estimate {
                mean: estimate.mean.abs(),
                ..estimate
            };
            let sentence = format!(
                "Seat {} wins {} {more} than its share when {players} {}.",
                seat + 1,
                Unit::Share.plus_minus(&shown),
                if by_bots { "play" } else { "plays" },
            );
            let (key, name) = (
                format!("advantage.{key}.{}", seat + 1),
                format!("Advantage of seat {}, {players}", seat + 1),
            );
            self.add_estimate(Topic::Fairness, &key, &name, Unit::Share, &estimate, sentence);
        }
    }

    fn ends(&mut self) {
        type Wanted = fn(&GameRow) -> bool;
        let shares: [(&str, &str, Wanted, &str); 4] = [
            ("over", "Games that ended", GameRow::is_over, "ended by the rules"),
            (
                "drawn",
                "Games without a winner",
                |game| game.is_over() && game.winners.is_empty(),
                "ended without a winner",
            ),
            (
                "cut",
                "Games cut off",
                |game| matches!(game.end, GameEnd::CutOff(_)),
                "were cut off because they had too many choices",
            ),
            (
                "faulted",
                "Games with a fault",
                |game| matches!(game.end, GameEnd::Faulted(_)),
                "met a fault of the rules",
            ),
        ];
        for (who, by_bots) in [("bots", true), ("random", false)] {
            let of: Vec<&GameRow> = self.games(|game| (game.lineup != Lineup::Random) == by_bots);
            let all = of.len() as u64;
            let deals = of.chunk_by(|a, b| a.deal == b.deal).count() as u64;
            let found: Vec<u64> = shares
                .iter()
                .map(|share| of.iter().filter(|game| (share.2)(game)).count() as u64)
                .collect();
            for ((key, name, _, how), n) in shares.iter().zip(found) {
                if all == 0 {
                    continue;
                }
                let share = n as f64 / all as f64;
                // Games of bots are alike within a deal: only deals are independent.
                let independent = if by_bots { deals } else { all } as f64;
                let (low, high) = wilson(share * independent, independent);
                let players = if by_bots { "of bots" } else { "of chance" };
                // That something bad did not happen goes without saying.
                let sentence = match n == 0 && *key != "over" {
                    true => String::new(),
                    false => format!(
                        "{} of {} games {players} {how} ({}).",
                        grouped(n),
                        grouped(all),
                        Unit::Share.between(low, high)
                    ),
                };
                let (key, name) = (format!("{key}.{who}"), format!("{name}, {who}"));
                let found = (share, Some((low, high)));
                self.add(Topic::End, &key, &name, Unit::Share, found, sentence);
            }
        }
        let again = |game: &GameRow| {
            if game.repeats.is_some_and(|n| n > 0) {
                1.0
            } else {
                0.0
            }
        };
        if let Some(estimate) = by_deal(&self.tables.games, |game| game.repeats.is_some(), again, 1.0) {
            let sentence = format!(
                "{} of the games came back to a position in which they had been.",
                Unit::Share.plus_minus(&estimate)
            );
            self.add_estimate(
                Topic::End,
                "repeats",
                "Games with a position that comes again",
                Unit::Share,
                &estimate,
                sentence,
            );
        }
    }

    fn length(&mut self) {
        for (lineup, who) in [(Lineup::Strong, "strong bots"), (Lineup::Random, "chance")] {
            type Read = fn(&GameRow) -> u64;
            let reads: [(&str, &str, Read); 3] = [
                ("choices", "Choices", |game| game.choices),
                ("decisions", "Decisions", |game| game.decisions),
                ("turns", "Turns", |game| game.turns),
            ];
            for (key, name, read) in reads {
                let is_counted = |game: &GameRow| game.lineup == lineup && game.is_over();
                let Some(mean) = by_deal(&self.tables.games, is_counted, |game| read(game) as f64, 0.0)
                else {
                    continue;
                };
                let mut all: Vec<u64> = self.games(is_counted).into_iter().map(read).collect();
                all.sort_unstable();
                if all.last() == Some(&0) {
                    continue;
                }
                let (least, middle, most) = (quantile(&all, 0.05), quantile(&all, 0.5), quantile(&all, 0.95));
                let sentence = format!(
                    "A game of {who} has {} {} in the mean; the middle one has {middle}, and nine of ten have {least} to {most}.",
                    Unit::Count.plus_minus(&mean),
                    name.to_lowercase()
                );
                let (key, name) = (
                    format!("{key}.{}", lineup.name()),
                    format!("{name} a game, {who}"),
                );
                self.add_estimate(Topic::Length, &key, &name, Unit::Count, &mean, sentence);
            }
        }
        let is_counted = |game: &GameRow| game.lineup == Lineup::Strong && game.is_over();
        let minutes = |game: &GameRow| {
            let forced = (game.choices - game.decisions) as f64;
            (game.decisions as f64 * SECONDS_A_DECISION + forced * SECONDS_FORCED) / 60.0
        };
        if let Some(estimate) = by_deal(&self.tables.games, is_counted, minutes, 0.0) {
            let sentence = format!(
                "People who take {SECONDS_A_DECISION} seconds for a decision play for {} in the mean.",
                Unit::Minutes.plus_minus(&estimate)
            );
            self.add_estimate(
                Topic::Length,
                "minutes",
                "Time a game",
                Unit::Minutes,
                &estimate,
                sentence,
            );
        }
    }

    fn options(&mut self) {
        let all = self.tables.choices.sum(|lineup, _, _| lineup == Lineup::Strong);
        if all.choices == 0 {
            return;
        }
        let sentence = format!(
            "A choice has {:.1} options in the mean, and {} at most.",
            all.mean_options(),
            all.most
        );
        self.add(
            Topic::Options,
            "options",
            "Options of a choice",
            Unit::Count,
            (all.mean_options(), None),
            sentence,
        );
        let is_counted = |game: &GameRow| game.lineup == Lineup::Strong && game.choices > 0;
        let forced = |game: &GameRow| 1.0 - game.decisions as f64 / game.choices.max(1) as f64;
        if let Some(estimate) = by_deal(&self.tables.games, is_counted, forced, 0.0) {
            let sentence = format!(
                "{} of a game's choices have only one option.",
                Unit::Share.plus_minus(&estimate)
            );
            self.add_estimate(
                Topic::Options,
                "forced",
                "Choices without another option",
                Unit::Share,
                &estimate,
                sentence,
            );
        }
    }

    fn stakes(&mut self) {
        let is_counted = |game: &GameRow| game.weighed > 0;
        let mean = |game: &GameRow| game.stakes as f64 / PARTS as f64 / game.weighed.max(1) as f64;
        let Some(estimate) = by_deal(&self.tables.games, is_counted, mean, 0.0) else {
            return;
        };
        let sentence = format!(
            "The best option is worth {} of all there is to win more than the worst.",
            Unit::Share.plus_minus(&estimate)
        );
        self.add_estimate(
            Topic::Stakes,
            "stakes",
            "Best over worst option",
            Unit::Share,
            &estimate,
            sentence,
        );
        let third = |from: usize, to: usize| {
            let sum = self.tables.choices.sum(|_, _, stage| (from..to).contains(&stage));
            sum.stakes as f64 / PARTS as f64 / sum.weighed.max(1) as f64
        };
        let (early, late) = (third(0, STAGES / 3), third(STAGES - STAGES / 3, STAGES));
        let sentence = format!(
            "In the first third of a game that is {}, in the last third {}.",
            Unit::Share.text(early),
            Unit::Share.text(late)
        );
        self.add(
            Topic::Stakes,
            "stakes.late",
            "The same in the last third",
            Unit::Share,
            (late, None),
            sentence,
        );
    }

    fn skill(&mut self) {
        let seats = self.study.setup.seats.len();
        type Told = (Lineup, [&'static str; 4]);
        let told: &[Told] = &[
            (
                Lineup::StrongWeak,
                [
                    "doubling",
                    "Thinking twice as much",
                    "Bots that think twice as much",
                    "those that think half as much",
                ],
            ),
            (
                Lineup::StrongRandom,
                ["thinking", "Thinking at all", "Bots that think", "chance"],
            ),
            #[cfg(feature = "measure")]
            (
                Lineup::CheatStrong,
                [
                    "knowing",
                    "Seeing every card",
                    "Bots that see every card",
                    "those that see their own",
                ],
            ),
        ];
        for (lineup, [key, name, who, than]) in told {
            let Some(estimate) = edge(seats, self.tables, *lineup) else {
                continue;
            };
            let sentence = format!(
                "{who} win {} of the games more than {than}.",
                Unit::Share.plus_minus(&estimate)
            );
            self.add_estimate(Topic::Skill, key, name, Unit::Share, &estimate, sentence);
        }
    }

    fn luck(&mut self) {
        let seats = self.study.setup.seats.len();
        let mut groups = Vec::new();
        for seat in 0..seats {
            let start = groups.len();
            for deal in self.tables.games.chunk_by(|a, b| a.deal == b.deal) {
                let alike = deal
                    .iter()
                    .filter(|game| Lineup::ALIKE.contains(&game.lineup) && game.is_over());
                let won: Vec<f64> = alike.map(|game| game.won(seat)).collect();
                if won.len() == 4 {
                    groups.push(won);
                }
            }
            // What a seat wins in every deal is its advantage, and no luck.
            let own = groups.get_mut(start..).unwrap_or_default();
            let mean = own.iter().flatten().sum::<f64>() / (4 * own.len()).max(1) as f64;
            own.iter_mut().flatten().for_each(|won| *won -= mean);
        }
        if let Some(estimate) = share_of_groups(&groups) {
            let sentence = format!(
                "The deal decides {} of who wins; choices and later chance decide the rest.",
                Unit::Share.plus_minus(&estimate)
            );
            self.add_estimate(
                Topic::Luck,
                "deal",
                "Decided by the deal",
                Unit::Share,
                &estimate,
                sentence,
            );
        }
    }

    fn drama(&mut self) {
        let courses = courses(&self.tables.lead);
        let of = |values: Vec<f64>, range| Estimate::of(&values, range);
        if self.study.setup.seats.len() < 2 {
            return;
        }
        if let Some(estimate) = of(courses.iter().map(|course| course.changes).collect(), 0.0) {
            let sentence = format!(
                "The lead changes {} times in a game.",
                Unit::Count.plus_minus(&estimate)
            );
            self.add_estimate(
                Topic::Drama,
                "changes",
                "Changes of the lead",
                Unit::Count,
                &estimate,
                sentence,
            );
        }
        if let Some(estimate) = of(courses.iter().map(|course| course.decided).collect(), 0.0) {
            let sentence = format!(
                "A winner leads to the end from {} of a game on, in the mean.",
                Unit::Share.plus_minus(&estimate)
            );
            self.add_estimate(
                Topic::Drama,
                "decided",
                "Decided after",
                Unit::Share,
                &estimate,
                sentence,
            );
        }
        if let Some(estimate) = of(
            courses.iter().filter_map(|course| course.leader_won).collect(),
            1.0,
        ) {
            let sentence = format!(
                "Who leads in the middle of a game wins {} of them.",
                Unit::Share.plus_minus(&estimate)
            );
            self.add_estimate(
                Topic::Drama,
                "leader",
                "Wins of who leads in the middle",
                Unit::Share,
                &estimate,
                sentence,
            );
        }
        if let Some(estimate) = of(courses.iter().map(|course| course.behind).collect(), 0.0) {
            let sentence = format!(
                "The later winner's prospects are {} of the wins behind the leader's, in the mean.",
                Unit::Share.plus_minus(&estimate)
            );
            self.add_estimate(
                Topic::Drama,
                "behind",
                "Winner behind the leader",
                Unit::Share,
                &estimate,
                sentence,
            );
        }
    }
}

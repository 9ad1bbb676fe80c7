//! What a designer should look at first. Nothing is told that may well be an accident of the games that were played:
//! what is estimated must be beyond its threshold with its whole interval, and where many things were looked at, their
//! chances are corrected for that.

use super::Study;
use super::games::{GameEnd, GameRow, PARTS};
use super::lineup::Lineup;
use super::measures::{Advantage, Measure, advantages};
use super::stats::{Estimate, holm, student};
use super::tables::Tables;
use super::topic::Topic;
use super::words::{Unit, counted, grouped, listed};
use cardable_core::info::ActionKind;

/// How likely an accident may be.
const LEVEL: f64 = 0.05;

/// A seat's advantage below this does not spoil a game.
const FAIR: f64 = 0.02;

/// An option that is worth less than this over another matters to nobody.
const STAKES: f64 = 0.02;

/// Bots that think twice as much should win at least so much more.
const SKILL: f64 = 0.02;

/// A game in which more choices than this are forced plays itself.
const FORCED: f64 = 0.8;

/// A leader in the middle who wins more often than this has won then.
const LEADER: f64 = 0.9;

/// More games without a winner than this disappoint.
const DRAWN: f64 = 0.5;

/// What is expected so often and does not come is no accident: e to the power of −8 is 0.0003.
const EXPECTED: f64 = 8.0;

/// Fewer games show nothing.
const LEAST_GAMES: usize = 10;

/// At most such a share of joint offers may be better for an action that is dominated.
const DOMINATED: f64 = 0.05;

/// Something to look at.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub(crate) topic: Topic,
    /// How much it weighs: the greatest stands first.
    pub(crate) weight: f64,
    /// What was found.
    pub(crate) text: String,
    /// What can be done about it.
    pub(crate) advice: String,
}

/// Collects findings.
struct Findings<'f> {
    study: &'f Study<'f>,
    tables: &'f Tables,
    measures: &'f [Measure],
    found: Vec<Finding>,
}

/// Everything that stands out, the weightiest first.
pub(crate) fn findings(study: &Study<'_>, tables: &Tables, measures: &[Measure]) -> Vec<Finding> {
    let mut findings = Findings {
        study,
        tables,
        measures,
        found: Vec::new(),
    };
    findings.faults();
    findings.endings();
    findings.fairness();
    findings.beyond();
    let dominated = findings.dominated();
    findings.actions(&dominated);
    findings.states();
    findings.cards();
    let mut found = findings.found;
    found.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    found
}

impl Findings<'_> {
    fn add(&mut self, topic: Topic, weight: f64, text: String, advice: &str) {
        self.found.push(Finding {
            topic,
            weight,
            text,
            advice: advice.to_owned(),
        });
    }

    fn faults(&mut self) {
        let faulted = |game: &&GameRow| matches!(game.end, GameEnd::Faulted(_));
        let games: Vec<&GameRow> = self.tables.games.iter().filter(faulted).collect();
        let Some(first) = games.first() else { return };
        let GameEnd::Faulted(message) = &first.end else {
            return;
        };
        let text = format!(
            "{} of {} met a fault of the rules, the first one: {message}",
            grouped(games.len() as u64),
            counted(self.tables.games.len() as u64, "game")
        );
        let advice = format!(
            "`cardable simulate` lists all faults, and `--save` keeps a game up to its fault. The first is in a game with \
             the seed {}.",
            first.seed
        );
        self.add(Topic::End, 100.0, text, &advice);
    }

    fn endings(&mut self) {
        if self.study.ruleset.is_endless() {
            return;
        }
        let of = |by_bots: bool| {
            let mut of: (usize, Vec<(&GameRow, &str)>) = (0, Vec::new());
            for game in &self.tables.games {
                if (game.lineup != Lineup::Random) == by_bots {
                    of.0 += 1;
                    if let GameEnd::CutOff(states) = &game.end {
                        of.1.push((game, states));
                    }
                }
            }
            of
        };
        let mut told: Vec<String> = Vec::new();
        let (mut weight, mut again, mut places): (f64, bool, Vec<String>) = (0.0, false, Vec::new());
        for (players, (all, cut)) in [("of bots", of(true)), ("of chance", of(false))] {
            let Some((first, _)) = cut.first() else { continue };
            told.push(format!(
                "{} of {all} {players} within {} choices",
                counted(cut.len() as u64, "game"),
                grouped(first.choices)
            ));
            weight = weight.max(60.0 + 30.0 * cut.len() as f64 / all.max(1) as f64);
            again |= cut.iter().any(|(game, _)| game.repeats.is_some_and(|n| n > 0));
            places.extend(cut.iter().map(|(_, states)| format!("`{states}`")));
        }
        if !told.is_empty() {
            places.sort();
            places.dedup();
            let came = if again {
                ", and came back to positions in which they had been"
            } else {
                ""
            };
            let text = format!(
                "It may not end: {} did not. They were cut off in {}{came}.",
                told.join(" and "),
                listed(&places)
            );
            let advice = "Give every state a way to the end, and make sure that what players may do for ever uses something \
                          up. `cardable simulate --save` keeps such a game to be looked at.";
            self.add(Topic::End, weight, text, advice);
        }
    }

    fn fairness(&mut self) {
        let all = advantages(self.study.setup.seats.len(), self.tables);
        let chances: Vec<f64> = all.iter().map(|each| each.estimate.chance_of(0.0)).collect();
        for by_bots in [true, false] {
            let mut standing_out: Vec<&Advantage> = Vec::new();
            for (each, chance) in all.iter().zip(holm(&chances)) {
                let is_sure = chance < LEVEL && each.estimate.count >= LEAST_GAMES;
                if each.by_bots == by_bots && is_sure && each.estimate.mean.abs() >= FAIR {
                    standing_out.push(each);
                }
            }
            standing_out.sort_by(|a, b| b.estimate.mean.abs().total_cmp(&a.estimate.mean.abs()));
            let Some(most) = standing_out.first() else {
                continue;
            };
            // What shows in both is told once.
            if !by_bots && self.found.iter().any(|finding| finding.topic == Topic::Fairness) {
                continue;
            }
            let told: Vec<String> = standing_out
                .iter()
                .map(|each| {
                    let size = Estimate {
                        mean: each.estimate.mean.abs(),
                        ..each.estimate
                    };
                    let more = if each.estimate.mean > 0.0 { "more" } else { "less" };
                    format!(
                        "seat {} wins {} {more}",
                        each.seat + 1,
                        Unit::Share.plus_minus(&size)
                    )
                })
                .collect();
            let players = if by_bots { "bots play" } else { "chance plays" };
            let text = format!(
                "It is not fair: when {players}, {} than its share.",
                listed(&told)
            );
            let advice = "Let another seat begin each deal, give who begins less, or give the others something for it.";
            let weight = (40.0 + 100.0 * most.estimate.mean.abs()) * if by_bots { 1.0 } else { 0.8 };
            self.add(Topic::Fairness, weight, text, advice);
        }
    }

    /// What is beyond a threshold with its whole interval.
    fn beyond(&mut self) {
        let measures = self.measures;
        let measured = |key: &str| measures.iter().find(|measure| measure.key == key);
        let interval = |key: &str| measured(key)?.interval;
        let enough = self
            .tables
            .games
            .iter()
            .filter(|game| game.lineup == Lineup::Strong && game.is_over())
            .count();
        if enough < LEAST_GAMES {
            return;
        }
        let mut found = Vec::new();
        let below = |key: &str, limit: f64| interval(key).is_some_and(|(_, high)| high < limit);
        let above = |key: &str, limit: f64| interval(key).is_some_and(|(low, _)| low > limit);
        let sentence = |key: &str| {
            measured(key)
                .map(|measure| measure.sentence.clone())
                .unwrap_or_default()
        };
        if below("stakes", STAKES) {
            found.push((
                Topic::Stakes,
                50.0,
                "Choices hardly matter",
                "stakes",
                "Let options differ more in what they lead to.",
            ));
        }
        if below("doubling", SKILL) && below("thinking", SKILL) {
            found.push((
                Topic::Skill,
                45.0,
                "Nothing is to be learnt",
                "thinking",
                "Give players something to know and to weigh, if it is not to be a game of luck.",
            ));
        }
        if above("forced", FORCED) {
            found.push((
                Topic::Options,
                35.0,
                "It mostly plays itself",
                "forced",
                "Leave out choices that are none, or offer more.",
            ));
        }
        if above("leader", LEADER) {
            found.push((
                Topic::Drama,
                30.0,
                "The second half changes little",
                "leader",
                "Let those behind catch up, or let the game end sooner.",
            ));
        }
        if above("drawn.bots", DRAWN) && !self.study.ruleset.is_endless() {
            found.push((
                Topic::End,
                40.0,
                "Most games have no winner",
                "drawn.bots",
                "Let something break ties.",
            ));
        }
        for (topic, weight, what, key, advice) in found {
            let text = format!("{what}: {}", sentence(key));
            self.add(topic, weight, text, advice);
        }
    }

    /// Actions that are not used. Of those that are dominated, that is told already.
    fn actions(&mut self, dominated: &[u16]) {
        let games = self.tables.games.len() as u64;
        let (mut never, mut untaken, mut forced) = (Vec::new(), Vec::new(), Vec::new());
        for (at, action) in self.study.info.actions.iter().enumerate() {
            if action.kind == ActionKind::Auto {
                continue;
            }
            let state = self.study.info.states.get(action.state.index());
            let name = format!("`{}` in `{}`", action.name, state.map_or("", |state| &state.name));
            let all = self.tables.uses.of_action(at, |_| true);
            let strong = self.tables.uses.of_action(at, |lineup| lineup == Lineup::Strong);
            let expected = strong.by_chance as f64 / PARTS as f64;
            let taken_freely = strong.taken.saturating_sub(strong.forced);
            if all.offered == 0 {
                never.push(name);
            } else if dominated.iter().any(|known| usize::from(*known) == at) {
                continue;
            } else if expected >= EXPECTED && strong.taken == 0 {
                untaken.push(name);
            } else if expected >= EXPECTED && taken_freely == 0 {
                forced.push(name);
            }
        }
        if !never.is_empty() && games >= LEAST_GAMES as u64 {
            let text = format!("Never offered in {}: {}.", counted(games, "game"), listed(&never));
            let advice = "Look at the conditions: perhaps they can never hold, or hold only with more players or other options.";
            self.add(Topic::Uses, 55.0, text, advice);
        }
        if !untaken.is_empty() {
            let text = format!("Offered, and never taken by strong bots: {}.", listed(&untaken));
            let advice = "Is it ever worth its price? Make it better, cheaper, or leave it out.";
            self.add(Topic::Uses, 38.0, text, advice);
        }
        if !forced.is_empty() {
            let text = format!(
                "Taken by strong bots only where nothing else could be done: {}.",
                listed(&forced)
            );
            self.add(
                Topic::Uses,
                20.0,
                text,
                "That may be meant. If not, make it worth something.",
            );
        }
    }

    fn states(&mut self) {
        let games = self.tables.games.len() as u64;
        let states = self.study.info.states.iter().enumerate();
        let never: Vec<String> = states
            .filter(|(at, _)| self.tables.uses.of_state(*at) == 0)
            .map(|(_, state)| format!("`{}`", state.name))
            .collect();
        if !never.is_empty() && games >= LEAST_GAMES as u64 {
            let text = format!("Never entered in {}: {}.", counted(games, "game"), listed(&never));
            let advice = "Look at the transitions that lead there.";
            self.add(Topic::Uses, 52.0, text, advice);
        }
    }

    fn cards(&mut self) {
        let cards = || {
            self.study
                .info
                .cards
                .iter()
                .enumerate()
                .filter(|(_, card)| !card.unused)
        };
        let uses: Vec<u64> = cards()
            .map(|(at, _)| self.tables.uses.of_card(at).moved)
            .collect();
        let usual = uses.iter().sum::<u64>() as f64 / uses.len().max(1) as f64;
        // A suit that does not move at all is left out on purpose, as with fewer seats.
        let suit_moves = |suit: &Option<String>, set: u16| {
            let mut all = cards().zip(&uses);
            all.any(|((_, card), moved)| card.suit == *suit && card.set == set && *moved > 0)
        };
        let never: Vec<String> = cards()
            .zip(&uses)
            .filter(|((_, card), moved)| **moved == 0 && suit_moves(&card.suit, card.set))
            .map(|((_, card), _)| card.label.clone())
            .collect();
        // Where cards move seldom, or only some of them do, one that does not is no wonder.
        if usual >= 4.0 * EXPECTED && !never.is_empty() && never.len() * 4 <= uses.len() {
            let text = format!(
                "Cards that never moved, while others did {} times in the mean: {}.",
                Unit::Count.number(usual),
                listed(&never)
            );
            self.add(Topic::Uses, 40.0, text, "Are they in the deck for something?");
        }
    }

    /// Actions that are never worth it, each beside the one that is better by most. Gives the actions.
    fn dominated(&mut self) -> Vec<u16> {
        let mut looked_at = Vec::new();
        for ((first, second), pair) in &self.tables.uses.pairs {
            if pair.games < LEAST_GAMES as u64 {
                continue;
            }
            let (mean, error) = pair.mean_and_error();
            let count = pair.games as usize;
            let half = student(count as f64 - 1.0) * error.max(1.0 / count as f64 / 2.0 * 0.1);
            let (worse, better, won) = match mean < 0.0 {
                true => (*first, *second, pair.first_better),
                false => (*second, *first, pair.second_better),
            };
            let cost = Estimate {
                mean: mean.abs(),
                half,
                count,
            };
            looked_at.push((
                worse,
                better,
                won as f64 / pair.offers.max(1) as f64,
                cost,
                pair.offers,
            ));
        }
        let chances: Vec<f64> = looked_at
            .iter()
            .map(|(.., cost, _)| cost.chance_of(0.0))
            .collect();
        let mut sure: Vec<_> = looked_at
            .into_iter()
            .zip(holm(&chances))
            .filter(|((_, _, won, cost, _), chance)| {
                *chance < LEVEL && *won <= DOMINATED && cost.mean >= STAKES
            })
            .map(|(pair, _)| pair)
            .collect();
        sure.sort_by(|a, b| b.3.mean.total_cmp(&a.3.mean));
        let mut told = Vec::new();
        for (worse, better, won, cost, offers) in sure {
            if told.contains(&worse) {
                continue;
            }
            told.push(worse);
            let name = |at: u16| {
                self.study
                    .info
                    .actions
                    .get(usize::from(at))
                    .map_or("", |action| &action.name)
            };
            let text = format!(
                "`{}` is hardly ever better than `{}`: it was in {} of {} that offered both, and costs {} of all there is \
                 to win.",
                name(worse),
                name(better),
                Unit::Share.text(won),
                counted(offers, "decision"),
                Unit::Share.plus_minus(&cost),
            );
            let advice = "If it is not meant as a last resort, give it something for its price, or offer it only where the \
                          other is not.";
            self.add(Topic::Dominated, 30.0 + 50.0 * cost.mean, text, advice);
        }
        told
    }
}

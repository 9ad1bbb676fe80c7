//! Whether everything in the rules is used.

use super::dominated::Dominated;
use crate::analyse::Study;
use crate::analyse::finding::{Findings, LEAST_GAMES};
use crate::analyse::games::{GameRow, PARTS};
use crate::analyse::lineup::Lineup;
use crate::analyse::measure::Measures;
use crate::analyse::stats::wilson;
use crate::analyse::tables::Tables;
use crate::analyse::words::{Unit, counted, grouped, listed};
use cardable_core::info::ActionKind;

/// What is expected so often and does not come is no accident: e to the power of −8 is 0.0003.
const EXPECTED: f64 = 8.0;

/// What comes in one of a hundred games hardly ever stays away from so many.
const LEAST_TO_MISS: u64 = 500;

/// So many games must have been repeated with other values of an option to say that it makes no difference.
const LEAST_REPEATED: u64 = 30;

/// Kinds of card that are played in fewer of the games in which seats have them lie there for something else.
const USUALLY_PLAYED: f64 = 0.2;

pub(super) fn measure(measures: &mut Measures<'_>) {
    if (measures.tables.games.len() as u64) < LEAST_TO_MISS {
        let name = "Actions that are never offered, states that are never entered";
        measures.unsure.push(name.to_owned());
    }
    played_cards(measures);
    idle_choices(measures);
    for (at, option) in measures.study.info.options.iter().enumerate() {
        let (values, all) = measures.tables.house_rules.of_option(at);
        let name = format!("Games that the option {} changes", option.key);
        if values.is_empty() {
            let why = "there is no other value that is known and fits so many seats, or no game to repeat";
            measures.miss(format!(
                "What the option `{}` changes is not told: {why}.",
                option.key
            ));
            continue;
        }
        if all.games < LEAST_GAMES as u64 * values.len() as u64 {
            measures.unsure.push(name);
            continue;
        }
        let (share, games) = (all.differing() as f64 / all.games as f64, all.games as f64);
        let sentence = format!(
            "With another value of the option `{}` ({}), {} of {} go another way or end with another result.",
            option.key,
            values.join(", "),
            grouped(all.differing()),
            counted(all.games, "game"),
        );
        let key = format!("option.{}", option.key);
        let found = (share, Some(wilson(all.differing() as f64, games)));
        measures.add(&key, &name, Unit::Share, found, sentence);
    }
}

/// Of the kinds of card that strong bots had, those that they played.
fn played_cards(measures: &mut Measures<'_>) {
    let is_strong = |lineup| lineup == Lineup::Strong;
    let of = CardsPlayed::new(measures.study, measures.tables, is_strong);
    if of.kinds == 0 {
        return;
    }
    let cards = &measures.study.info.cards;
    let label = |(at, _): &(usize, u64)| cards.get(*at).map_or("", |card| &card.label).to_owned();
    let never: Vec<String> = of.never.iter().map(label).collect();
    let (kinds, played) = (of.kinds, of.kinds - never.len() as u64);
    let came = format!("{} that came to seats of strong bots", counted(kinds, "card"));
    let sentence = match (played, never.len()) {
        (0, _) => "No choice of strong bots names a card, or moves one away from its seat.".to_owned(),
        (_, 0) => format!("Of the {came}, each was played."),
        _ => format!(
            "Of the {came}, {} were played in these games, and not {}.",
            grouped(played),
            listed(&never)
        ),
    };
    let name = "Kinds of card that strong bots play";
    let share = played as f64 / kinds as f64;
    measures.add("cards.played", name, Unit::Share, (share, None), sentence);
}

/// Actions that leave the game as it was.
fn idle_choices(measures: &mut Measures<'_>) {
    let sum = (0..measures.study.info.actions.len())
        .map(|at| measures.tables.uses.of_action(at, |_| true))
        .fold((0, 0), |sum, each| (sum.0 + each.idle, sum.1 + each.watched));
    let (idle, watched) = sum;
    if watched == 0 {
        return;
    }
    let share = idle as f64 / watched as f64;
    let sentence = match idle {
        // That something bad did not happen goes without saying.
        0 => String::new(),
        _ => format!(
            "{} of {} left the game as it was.",
            grouped(idle),
            counted(watched, "action"),
        ),
    };
    measures.add(
        "idle",
        "Actions that change nothing",
        Unit::Share,
        (share, None),
        sentence,
    );
}

pub(super) fn find(findings: &mut Findings<'_>) {
    actions(findings);
    idle_actions(findings);
    states(findings);
    cards(findings);
    unplayed_cards(findings);
    house_rules(findings);
}

/// Actions that are not used. Of those that are dominated, that is told already.
fn actions(findings: &mut Findings<'_>) {
    let dominated = Dominated::all(findings);
    let (info, uses) = (findings.study.info, &findings.tables.uses);
    let games = findings.tables.games.len() as u64;
    let (mut never, mut untaken, mut forced) = (Vec::new(), Vec::new(), Vec::new());
    for (at, action) in info.actions.iter().enumerate() {
        if action.kind == ActionKind::Auto {
            continue;
        }
        let state = info.states.get(action.state.index());
        let name = format!("`{}` in `{}`", action.name, state.map_or("", |state| &state.name));
        let all = uses.of_action(at, |_| true);
        let strong = uses.of_action(at, |lineup| lineup == Lineup::Strong);
        let is_expected = strong.by_chance as f64 / PARTS as f64 >= EXPECTED;
        if all.offered == 0 {
            if !findings.tables.house_rules.actions.contains(&(at as u16)) {
                never.push(name);
            }
        } else if !is_expected || dominated.iter().any(|pair| usize::from(pair.worse) == at) {
            continue;
        } else if strong.taken == 0 {
            untaken.push(name);
        } else if strong.taken <= strong.forced {
            forced.push(name);
        }
    }
    if !never.is_empty() && games >= LEAST_TO_MISS {
        let text = format!("Never offered in {}: {}.", counted(games, "game"), listed(&never));
        let advice = "Look at the conditions: perhaps they can never hold, or hold only with more players or other options.";
        findings.add(55.0, text, advice);
    }
    // In a few games bots may have their ways, and where no game ends they want nothing.
    let is_strong = |game: &&GameRow| game.lineup == Lineup::Strong;
    let by_strong = findings.tables.games.iter().filter(is_strong).count();
    if by_strong < LEAST_GAMES || findings.study.ruleset.is_endless() {
        return;
    }
    if !untaken.is_empty() {
        let text = format!("Offered, and never taken by strong bots: {}.", listed(&untaken));
        let advice = "Is it ever worth its price? Make it better, cheaper, or leave it out.";
        findings.add(38.0, text, advice);
    }
    if !forced.is_empty() {
        let text = format!(
            "Taken by strong bots only where nothing else could be done: {}.",
            listed(&forced)
        );
        let advice = "That may be meant. If not, make it worth something.";
        findings.add(20.0, text, advice);
    }
}

/// Actions after which the game is always as it was before.
fn idle_actions(findings: &mut Findings<'_>) {
    let (info, uses) = (findings.study.info, &findings.tables.uses);
    let mut idle = Vec::new();
    for (at, action) in info.actions.iter().enumerate() {
        let all = uses.of_action(at, |_| true);
        if all.watched >= LEAST_REPEATED && all.idle == all.watched {
            let state = info.states.get(action.state.index());
            let name = state.map_or("", |state| &state.name);
            idle.push(format!(
                "`{}` in `{name}` ({} times)",
                action.name,
                grouped(all.watched)
            ));
        }
    }
    if !idle.is_empty() {
        let text = format!("Taken, and each time the game was as before: {}.", listed(&idle));
        let advice = "Look at its steps: perhaps they do nothing, or undo themselves. Who may do it for ever may never \
                      be done.";
        findings.add(42.0, text, advice);
    }
}

fn states(findings: &mut Findings<'_>) {
    let games = findings.tables.games.len() as u64;
    let states = findings.study.info.states.iter().enumerate();
    let never: Vec<String> = states
        .filter(|(at, _)| findings.tables.uses.of_state(*at) == 0)
        .filter(|(at, _)| !findings.tables.house_rules.states.contains(&(*at as u16)))
        .map(|(_, state)| format!("`{}`", state.name))
        .collect();
    if !never.is_empty() && games >= LEAST_TO_MISS {
        let text = format!("Never entered in {}: {}.", counted(games, "game"), listed(&never));
        findings.add(52.0, text, "Look at the transitions that lead there.");
    }
}

fn cards(findings: &mut Findings<'_>) {
    let cards = || {
        let cards = findings.study.info.cards.iter().enumerate();
        cards.filter(|(_, card)| !card.unused)
    };
    let uses: Vec<u64> = cards()
        .map(|(at, _)| findings.tables.uses.of_card(at, |_| true).moved)
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
        // Of those that seats had, that is told as cards that nobody plays.
        .filter(|((at, _), _)| findings.tables.uses.of_card(*at, |_| true).held == 0)
        .map(|((_, card), _)| card.label.clone())
        .collect();
    // Where cards move seldom, or only some of them do, one that does not is no wonder.
    if usual >= 4.0 * EXPECTED && !never.is_empty() && never.len() * 4 <= uses.len() {
        let text = format!(
            "Cards that never moved, while others did {} times in the mean: {}.",
            Unit::Count.number(usual),
            listed(&never)
        );
        findings.add(40.0, text, "Are they in the deck for something?");
    }
}

/// What players of some line-ups do with the kinds of card that come to their seats.
struct CardsPlayed {
    /// How many kinds came to a seat.
    kinds: u64,
    /// How likely a kind of card is to be played in a game in which a seat has it.
    usual: f64,
    /// The numbers of the kinds that were never played, and in how many games a seat had them.
    never: Vec<(usize, u64)>,
}

impl CardsPlayed {
    fn new(study: &Study<'_>, tables: &Tables, wanted: impl Fn(Lineup) -> bool) -> CardsPlayed {
        let (mut kinds, mut held, mut played) = (0, 0, 0);
        let mut never = Vec::new();
        for at in 0..study.info.cards.len() {
            let used = tables.uses.of_card(at, &wanted);
            (held, played) = (held + used.held, played + used.played);
            kinds += u64::from(used.held > 0);
            if used.held > 0 && used.played == 0 {
                never.push((at, used.held));
            }
        }
        CardsPlayed {
            kinds,
            usual: played as f64 / (held as f64).max(1.0),
            never,
        }
    }

    /// The kinds that are no accident. Where most cards stay with their seats, or are moved by the rules, one that does is
    /// no wonder.
    fn surely_never(&self) -> impl Iterator<Item = (usize, u64)> {
        let is_rare = self.never.len() as u64 * 4 <= self.kinds && self.usual >= USUALLY_PLAYED;
        let all = self.never.iter().copied().filter(move |_| is_rare);
        // One that is played four times as seldom as the others would have been played all the same.
        all.filter(|(_, held)| *held as f64 * self.usual >= 4.0 * EXPECTED)
    }
}

/// Cards that seats have and nobody plays, or no strong bot.
fn unplayed_cards(findings: &mut Findings<'_>) {
    if findings.study.ruleset.is_endless() {
        return;
    }
    let of = |wanted: fn(Lineup) -> bool| CardsPlayed::new(findings.study, findings.tables, wanted);
    let (by_all, by_strong) = (of(|_| true), of(|lineup| lineup == Lineup::Strong));
    let others_do = |at: usize| by_all.never.iter().all(|(never, _)| *never != at);
    let cards = &findings.study.info.cards;
    let named = |(at, held): (usize, u64)| {
        let label = cards.get(at).map_or("", |card| &card.label);
        format!("{label} ({})", counted(held, "game"))
    };
    let never: Vec<String> = by_all.surely_never().map(named).collect();
    let strong = by_strong.surely_never();
    let worthless: Vec<String> = strong.filter(|(at, _)| others_do(*at)).map(named).collect();
    if !never.is_empty() {
        let text = format!(
            "Seats had these cards, and nobody ever played them: {}.",
            listed(&never)
        );
        let advice =
            "That may be meant of cards that only count in the end. If not, look at when they may be played.";
        findings.add(39.0, text, advice);
    }
    if !worthless.is_empty() {
        let text = format!(
            "Strong bots had these cards and never played them, but others did: {}.",
            listed(&worthless)
        );
        let advice =
            "Is playing them ever worth it? If it is not meant that they are kept, make them better.";
        findings.add(37.0, text, advice);
    }
}

/// Options that make no difference.
fn house_rules(findings: &mut Findings<'_>) {
    // Chance may never get to where an option matters.
    if findings.tables.ended(Lineup::Strong).count() < LEAST_GAMES {
        return;
    }
    let (mut idle, mut games) = (Vec::new(), u64::MAX);
    for (at, option) in findings.study.info.options.iter().enumerate() {
        let (values, all) = findings.tables.house_rules.of_option(at);
        if all.games >= LEAST_REPEATED && all.differing() == 0 {
            idle.push(format!("`{}` ({})", option.key, values.join(", ")));
            games = games.min(all.games / values.len() as u64);
        }
    }
    if !idle.is_empty() {
        let text = format!(
            "Options that made no difference: {}. {} were repeated with each of these values, and in none was anything else \
             offered, or another result.",
            listed(&idle),
            counted(games, "game"),
        );
        let advice = "Look at where the rules read them. Perhaps they need another option, more players, or more deals.";
        findings.add(36.0, text, advice);
    }
}

//! The table of house rules: whether the options of a ruleset make a difference. Games are repeated with another value
//! of an option, choice by choice, as long as nothing differs.

use super::Study;
use super::tidy::TidyTable;
use crate::simulate::Players;
use cardable_core::info::OptionInfo;
use cardable_core::setup::OptionValue;
use cardable_core::{Choice, Game, GameResult, Ruleset, RulesetInfo, Seat, Seed, Setup, Viewer};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// At most so many other values of an option are tried.
const MOST_VALUES: usize = 4;

/// At most so many values of all options: each costs as much as playing a game at random.
const MOST_VARIANTS: usize = 64;

/// A table with another value of one option.
pub(crate) struct Variant {
    /// The number of the option.
    pub(crate) option: usize,
    pub(crate) value: OptionValue,
    setup: Setup,
}

impl Variant {
    /// The tables that differ from one in a single option.
    pub(crate) fn all(ruleset: &Ruleset, info: &RulesetInfo, setup: &Setup) -> Vec<Variant> {
        let options = info.options.iter().enumerate();
        let all = options.flat_map(|(option, of)| {
            let chosen = setup.options.get(&of.key).or(of.value.as_ref());
            other_values(of, chosen)
                .into_iter()
                .map(move |value| (option, value))
        });
        let variants = all.map(|(option, value)| Variant {
            option,
            setup: setup.clone().option(&info.options[option].key, value.clone()),
            value,
        });
        // Some values are not for so many seats.
        let is_playable = |variant: &Variant| Game::new(ruleset, &variant.setup, Seed::from(0)).is_ok();
        variants.filter(is_playable).take(MOST_VARIANTS).collect()
    }
}

/// What else an option may be: of numbers the ends of what is allowed.
fn other_values(option: &OptionInfo, chosen: Option<&OptionValue>) -> Vec<OptionValue> {
    let mut values = option.choices.clone();
    if let Some((least, most)) = option.range {
        values.extend([least, most].map(OptionValue::Int));
    }
    if values.is_empty() {
        match chosen {
            Some(OptionValue::Bool(flag)) => values.push(OptionValue::Bool(!flag)),
            Some(OptionValue::Int(n)) => values.push(OptionValue::Int(n.saturating_add(1))),
            Some(OptionValue::Float(n)) => values.push(OptionValue::Float(n + 1.0)),
            // Nobody knows what other text it may be.
            Some(OptionValue::Text(_)) | None => {}
        }
    }
    values.retain(|value| Some(value) != chosen);
    values.truncate(MOST_VALUES);
    values
}

/// How games went with another value of an option.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct VariantUse {
    /// Games that were repeated.
    pub(crate) games: u64,
    /// Those in which a seat was offered something else, another seat was to decide, or the game ended at another time.
    pub(crate) other_course: u64,
    /// Those that went the same way to another result.
    pub(crate) other_result: u64,
}

impl VariantUse {
    fn add(&mut self, other: &VariantUse) {
        self.games += other.games;
        self.other_course += other.other_course;
        self.other_result += other.other_result;
    }

    pub(crate) fn differing(&self) -> u64 {
        self.other_course + self.other_result
    }
}

/// Games that follow another one, each at its own variant of the table.
pub(super) struct Repeats<'v> {
    /// None if it went another way.
    games: Vec<(&'v Variant, Option<Game>)>,
}

impl<'v> Repeats<'v> {
    pub(super) fn new(variants: &'v [Variant], ruleset: &Ruleset, seed: Seed) -> Repeats<'v> {
        let begun = variants
            .iter()
            .map(|variant| (variant, Game::new(ruleset, &variant.setup, seed).ok()));
        Repeats {
            games: begun.collect(),
        }
    }

    /// Compares what is offered, before a seat chooses.
    pub(super) fn compare(&mut self, game: &Game, seat: Seat) {
        let Some(decision) = game.decision(seat) else {
            return;
        };
        let mut keys = None;
        for (_, repeated) in &mut self.games {
            let goes_the_same_way = repeated.as_ref().is_none_or(|repeated| {
                repeated.to_decide() == game.to_decide()
                    && repeated.decision(seat).is_some_and(|theirs| {
                        theirs.count() == decision.count()
                            && theirs.keys() == *keys.get_or_insert_with(|| decision.keys())
                    })
            });
            if !goes_the_same_way {
                *repeated = None;
            }
        }
    }

    /// Makes a choice that the game has taken, or at which it has faulted.
    pub(super) fn choose(&mut self, seat: Seat, choice: &Choice, was_taken: bool) {
        for (_, repeated) in &mut self.games {
            if repeated
                .as_mut()
                .is_some_and(|repeated| repeated.submit(seat, choice).is_ok() != was_taken)
            {
                *repeated = None;
            }
        }
    }

    /// Counts how the games went.
    pub(super) fn end(self, game: &Game, counted: &mut HouseRules) {
        let result: Option<&GameResult> = game.result();
        for (variant, repeated) in self.games {
            let mut of_game = VariantUse {
                games: 1,
                ..VariantUse::default()
            };
            match repeated {
                None => of_game.other_course = 1,
                Some(repeated) if repeated.to_decide() != game.to_decide() => of_game.other_course = 1,
                Some(repeated) => of_game.other_result = u64::from(repeated.result() != result),
            }
            counted.variant(variant).add(&of_game);
        }
    }
}

/// What was found out of all options.
#[derive(Clone, Default, Debug)]
pub(crate) struct HouseRules {
    /// By the number of the option, and its value as it is written.
    cells: BTreeMap<(usize, String), VariantUse>,
    /// What random games with other values come to: actions that were offered, and states that were entered.
    pub(crate) actions: BTreeSet<u16>,
    pub(crate) states: BTreeSet<u16>,
}

impl HouseRules {
    fn variant(&mut self, variant: &Variant) -> &mut VariantUse {
        let value = written(&variant.value);
        self.cells.entry((variant.option, value)).or_default()
    }

    /// Plays a game with another value at random, and notes what it comes to.
    pub(super) fn explore(&mut self, variant: &Variant, study: &Study<'_>, seed: u64, limit: u64) {
        let Ok(mut game) = Game::begin_with_events(study.ruleset, &variant.setup, Seed::from(seed)) else {
            return;
        };
        let mut players = Players::new(&[], seed, 0, &game);
        for _ in 0..limit {
            let now = game.inspect(Viewer::Omniscient);
            let states = study.ruleset.states().map(|(state, _, _)| state);
            let reached = states.filter(|state| now.has_reached(*state));
            self.states.extend(reached.map(|state| state.0));
            let Some(next) = players.next(&game).filter(|_| !study.stop.is_overdue()) else {
                break;
            };
            let decision = game.decision(next.seat);
            let offered = decision.iter().flat_map(|decision| decision.actions());
            self.actions.extend(offered.map(|action| action.0));
            if game.submit(next.seat, &next.choice).is_err() {
                break;
            }
        }
    }

    pub(crate) fn add(&mut self, other: &HouseRules) {
        for (key, cell) in &other.cells {
            self.cells.entry(key.clone()).or_default().add(cell);
        }
        self.actions.extend(&other.actions);
        self.states.extend(&other.states);
    }

    /// The other values of an option that were tried, and what all of them did together.
    pub(crate) fn of_option(&self, option: usize) -> (Vec<String>, VariantUse) {
        let (mut values, mut sum) = (Vec::new(), VariantUse::default());
        for ((_, value), cell) in self.cells.iter().filter(|((of, _), _)| *of == option) {
            values.push(value.clone());
            sum.add(cell);
        }
        (values, sum)
    }

    pub(crate) fn table(&self, info: &RulesetInfo) -> TidyTable {
        let columns = ["option", "value", "games", "other_course", "other_result"];
        let mut table = TidyTable::new("house-rules", &columns);
        for ((option, value), cell) in &self.cells {
            table.rows.push(vec![
                json!(info.options.get(*option).map(|option| &option.key)),
                json!(value),
                json!(cell.games),
                json!(cell.other_course),
                json!(cell.other_result),
            ]);
        }
        table
    }
}

/// A value as it is typed after `--option key=`.
fn written(value: &OptionValue) -> String {
    match value {
        OptionValue::Bool(flag) => flag.to_string(),
        OptionValue::Int(n) => n.to_string(),
        OptionValue::Float(n) => n.to_string(),
        OptionValue::Text(text) => text.clone(),
    }
}

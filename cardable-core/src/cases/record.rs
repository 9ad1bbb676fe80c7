//! Makes a test of a game that was played.

use super::picks::{candidates, card_at, entry_text, loose_back, one_with_back, pick_offered};
use crate::place_names::zone_text;
use cardable_compiler::cases::Picked;
use cardable_compiler::text::source::Sources;
use cardable_engine::ids::ActionId;
use cardable_engine::{
    Choice, DecisionRef, Entry, Game, GameOptions, Given, Item, Log, Match, NoPosition, Offered, Pick,
    ReplayError, Ruleset, Seat, Seed, Setup, Viewer,
};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;

/// Why a game cannot be made into a test.
///
/// See [`record`] for an example.
#[derive(Debug, thiserror::Error)]
pub enum NotRecorded {
    /// The log is not of this ruleset, or does not fit it.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The game began with a seed that no test can name: one of more than 64 bits.
    #[error("its seed is longer than those of tests: begin the game with `--seed`")]
    Seed,
    /// The game began in a way that no test can name: with another generator, for one.
    #[error("it began in a way that tests have no words for, such as with another generator")]
    Setup,
    /// The test that was made of it does not pass.
    #[error("a test of it would not do the same: {0}")]
    Differs(String),
    /// A choice that tests have no words for.
    #[error("choice {0} is one that tests have no words for, such as the choice of a deck")]
    Choice(usize),
    /// The game as it stands is no position that can be set up.
    #[error("it cannot be set up as it stands: {0}")]
    Position(#[from] NoPosition),
    /// Tests have no words for what is so, such as for cards that have one name.
    #[error("something of it has no name that a test could say")]
    Unnamed,
}

/// A file with one test: it makes all choices of a log, and expects what the game was like at the end. Names and expectations are
/// for an author to go over.
///
/// ```
/// use cardable_core::diag::Sources;
/// use cardable_core::{Match, Seat, Seed, Setup, cases};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let mut played = Match::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// let choice = played.game().decision(Seat(0)).and_then(|decision| decision.nth(0)).ok_or("seat 0 begins")?;
/// played.submit(Seat(0), &choice)?;
/// let text = cases::record(&ruleset, played.log())?;
/// let mut sources = Sources::new();
/// let file = sources.add("tests.json5", text);
/// assert_eq!(cases::run(&ruleset, file, &sources).passed(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn record(ruleset: &Ruleset, log: &Log) -> Result<String, NotRecorded> {
    let seed = seed_number(log.seed)?;
    if log.setup.game != GameOptions::default() {
        return Err(NotRecorded::Setup);
    }
    // Tests call seats as they are called by themselves, and so do the texts that they choose by.
    let mut log = log.clone();
    log.setup.seats = Setup::seats(log.setup.seats.len()).seats;
    let log = &log;
    let mut played = Match::replay_to(ruleset, log, 0)?;
    let mut steps = Vec::new();
    for (at, entry) in log.entries.iter().enumerate() {
        let step = match entry {
            Entry::Choice { seat, choice } => {
                told(ruleset, played.game(), *seat, choice).ok_or(NotRecorded::Choice(at + 1))?
            }
            Entry::Timeout { seat } => json!({ "seat": seat.0, "times_out": true }),
        };
        steps.push(step);
        let done = match entry {
            Entry::Choice { seat, choice } => played.submit(*seat, choice),
            Entry::Timeout { seat } => played.timeout(*seat),
        };
        if done.is_err() {
            // A log that does not fit is told as it is when it is replayed.
            Match::replay(ruleset, log)?;
        }
    }
    let mut given = json!({ "seats": log.setup.seats.len(), "seed": seed });
    for (key, value, is_given) in [
        ("options", json!(log.setup.options), !log.setup.options.is_empty()),
        ("teams", json!(log.setup.teams), !log.setup.teams.is_empty()),
        ("roles", json!(log.setup.roles), !log.setup.roles.is_empty()),
    ] {
        if is_given {
            given[key] = value;
        }
    }
    let name = format!("a recorded game of {}", ruleset.name());
    let text = text(&name, &given, &steps, &state_of(ruleset, played.game()));
    let mut sources = Sources::new();
    let file = sources.add("recorded.json5", text.as_str());
    let ran = super::run(ruleset, file, &sources);
    let mut problems = ran
        .cases
        .iter()
        .flat_map(|case| &case.problems)
        .chain(ran.unread.sorted());
    match problems.next() {
        Some(problem) => Err(NotRecorded::Differs(problem.message.clone())),
        None => Ok(text),
    }
}

/// A seed as tests write it.
pub(super) fn seed_number(seed: Seed) -> Result<i64, NotRecorded> {
    let (number, zeros) = seed.0.split_first_chunk::<8>().ok_or(NotRecorded::Seed)?;
    if zeros.iter().any(|byte| *byte != 0) {
        return Err(NotRecorded::Seed);
    }
    i64::try_from(u64::from_le_bytes(*number)).map_err(|_| NotRecorded::Seed)
}

/// A choice as a step of a test. None where tests have no words for it.
fn told(ruleset: &Ruleset, game: &Game, seat: Seat, choice: &Choice) -> Option<Value> {
    let decision = game.decision(seat)?;
    let mut step = Map::new();
    step.insert("seat".to_owned(), json!(seat.0));
    match choice {
        Choice::Pass => _ = step.insert("passes".to_owned(), json!(true)),
        Choice::Number(number) => {
            let confirms = |offered| matches!(offered, Offered::Confirm { .. });
            let answer = match decision.offers().into_iter().any(confirms) {
                true => json!(*number == 1),
                false => json!(number),
            };
            step.insert("answer".to_owned(), answer);
        }
        Choice::Items(places) => {
            let items = decision.offers().into_iter().find_map(|offered| match offered {
                Offered::Items { items, .. } => Some(items),
                _ => None,
            })?;
            let entry = |at: &u16| entry_text(&items, usize::from(*at));
            let entries: Vec<String> = places.iter().map(entry).collect::<Option<_>>()?;
            step.insert("answer".to_owned(), json!(entries));
        }
        Choice::Act { action, picks } => {
            let (_, _, name, _) = ruleset.actions().find(|(id, ..)| id == action)?;
            step.insert("action".to_owned(), json!(name));
            for pick in picks {
                let (field, what) = picked(ruleset, game, &decision, *action, *pick)?;
                let list = step.entry(field).or_insert_with(|| json!([]));
                list.as_array_mut()?.push(what);
            }
        }
    }
    Some(Value::Object(step))
}

/// In which field of a step a pick stands, and how.
fn picked(
    ruleset: &Ruleset,
    game: &Game,
    decision: &DecisionRef<'_>,
    action: ActionId,
    pick: Pick,
) -> Option<(&'static str, Value)> {
    let named = |zone| zone_text(ruleset, zone);
    Some(match pick {
        Pick::Card { zone, index } => {
            let seat = decision.seat();
            let loose = loose_back(game, seat, zone, index);
            // Of cards that lie in no order and that the seat does not see, chance takes one. Where there are several backs, one
            // with the same stands for it.
            let card = match loose {
                None => card_at(game, seat, zone, index),
                Some(back) => one_with_back(game, zone, back),
            };
            let (name, what) = match card {
                Some(card) => (game.words().card_name(card)?, Picked::Card(card, None)),
                None => ("?".to_owned(), Picked::Unseen(None)),
            };
            let alike = candidates(game, decision, action, &what);
            let here = |other: &&Pick| matches!(other, Pick::Card { zone: there, .. } if *there == zone);
            let lies = named(zone)?;
            let text = match alike.iter().filter(here).count() {
                count if count > 1 && loose.is_none() => {
                    let card = card_at(game, seat, zone, index)?;
                    let is_like = |place: &u16| card_at(game, seat, zone, *place) == Some(card);
                    let places = game.inspect(Viewer::Omniscient).places(zone).into_iter();
                    let nth = places.filter(is_like).position(|place| place == index)?;
                    format!("{name}@{lies}[{nth}]")
                }
                count if count < alike.len() => format!("{name}@{lies}"),
                _ => name,
            };
            ("cards", json!(text))
        }
        Pick::Zone(zone) => ("zones", json!(named(zone)?)),
        Pick::Seat(seat) => ("seats", json!(seat.0)),
        Pick::Option(_) => {
            let offered = pick_offered(decision, action)?;
            let at = offered
                .candidates
                .iter()
                .position(|candidate| *candidate == pick)?;
            ("options", json!(entry_text(&offered.texts, at)?))
        }
        Pick::Deck(_) => return None,
    })
}

/// What a game is like, as an expectation.
fn state_of(ruleset: &Ruleset, game: &Game) -> Value {
    let mut expect = Map::new();
    let (shared, of_seats) = ruleset.zone_names();
    let mut zones = Map::new();
    let seats = game.seating().count() as u8;
    let all = shared.into_iter().map(str::to_owned);
    let all =
        all.chain((0..seats).flat_map(|seat| of_seats.iter().map(move |zone| format!("{zone}:{seat}"))));
    for name in all {
        if let Some(zone) = ruleset.zone(&name) {
            zones.insert(name, json!(game.inspect(Viewer::Omniscient).cards(zone).len()));
        }
    }
    match game.result() {
        Some(result) => {
            let winners: Vec<u8> = result.winners.iter().map(|seat| seat.0).collect();
            expect.insert("winners".to_owned(), json!(winners));
        }
        None => {
            let state = ruleset.state_name(game.world.scene.state).unwrap_or_default();
            expect.insert("state".to_owned(), json!(state));
            if let Some(seat) = game.world.scene.turn {
                expect.insert("turn".to_owned(), json!(seat.0));
            }
        }
    }
    if let Some(scoring) = ruleset.scoring()
        && let Some(at) = ruleset.seat_datum(scoring.item)
    {
        let mut data = Map::new();
        for seat in 0..game.seating().persons() as u8 {
            let value = game.inspect(Viewer::Omniscient).datum(Item::Seat(Seat(seat), at));
            let number = match value {
                Some(Given::Int(n)) => json!(n),
                Some(Given::Float(n)) => json!(n),
                _ => Value::Null,
            };
            data.insert(format!("player:{seat}.{}", scoring.item), number);
        }
        expect.insert("data".to_owned(), Value::Object(data));
    }
    expect.insert("zone_count".to_owned(), Value::Object(zones));
    Value::Object(expect)
}

/// The file: a choice a line, as people write it.
fn text(name: &str, given: &Value, steps: &[Value], expect: &Value) -> String {
    let mut out = String::from("{\n    \"tests\": [\n        {\n");
    let _ = writeln!(out, "            \"name\": {},", json!(name));
    let _ = writeln!(out, "            \"given\": {},", spaced(given));
    out.push_str("            \"choose\": [\n");
    for step in steps {
        let _ = writeln!(out, "                {},", spaced(step));
    }
    out.push_str("            ],\n            \"expect\": {\n");
    for (key, value) in expect.as_object().into_iter().flatten() {
        let _ = writeln!(out, "                {}: {},", json!(key), spaced(value));
    }
    out.push_str("            },\n        },\n    ],\n}\n");
    out
}

/// A value on one line, with blanks as people put them.
pub(super) fn spaced(value: &Value) -> String {
    match value {
        Value::Object(members) => {
            let members: Vec<String> = members
                .iter()
                .map(|(key, value)| format!("{}: {}", json!(key), spaced(value)))
                .collect();
            format!("{{ {} }}", members.join(", "))
        }
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(spaced).collect();
            format!("[{}]", items.join(", "))
        }
        other => other.to_string(),
    }
}

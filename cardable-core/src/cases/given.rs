//! Makes a test of a game as it stands.

use super::record::{NotRecorded, seed_number, spaced};
use crate::place_names::{card_in_zone, zone_text};
use cardable_compiler::cases::{Case, read};
use cardable_compiler::diag::Diagnostics;
use cardable_compiler::text::source::Sources;
use cardable_engine::builtin;
use cardable_engine::ids::{CardTypeId, SeatSet, StrId};
use cardable_engine::primitives::Callee;
use cardable_engine::program::{DataDef, Who, ZoneDef};
use cardable_engine::{Game, GameOptions, Given, Item, Position, Ruleset, Seed, Setup, Viewer};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;

/// A file with one test that begins where a game stands: `given` is its position, and it expects what seats may do there. What it
/// is there for is for an author to write: what seats choose, and what is so then.
///
/// ```
/// use cardable_core::diag::Sources;
/// use cardable_core::{Game, Seat, Seed, Setup, cases};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let (setup, seed) = (Setup::seats(2), Seed::from(7));
/// let mut game = Game::new(&ruleset, &setup, seed)?;
/// game.submit_nth(Seat(0), 0)?;
/// let text = cases::given(&game, &setup, seed)?;
/// assert!(text.contains(r#""player:0.score": 1"#), "{text}");
/// let mut sources = Sources::new();
/// let file = sources.add("tests.json5", text);
/// assert_eq!(cases::run(&ruleset, file, &sources).passed(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn given(game: &Game, setup: &Setup, seed: Seed) -> Result<String, NotRecorded> {
    let number = seed_number(seed)?;
    if setup.game != GameOptions::default() {
        return Err(NotRecorded::Setup);
    }
    let ruleset = game.ruleset();
    let whole = game.inspect(Viewer::Omniscient).position(setup, seed)?;
    let whole = without_facing(&ruleset, whole);
    let position = without_what_follows(&ruleset, &whole, setup, seed);
    let names = Names { ruleset: &ruleset };
    let parts = names.parts(&position, setup, number);
    let parts = parts.ok_or(NotRecorded::Unnamed)?;
    let text = text(ruleset.name(), &parts, &expected(game));
    // The position that the file says, as it is read.
    let mut sources = Sources::new();
    let file = sources.add("given.json5", text.as_str());
    let mut problems = Diagnostics::new();
    let cases = read(&ruleset, file, &sources, &mut problems);
    let [
        Case {
            given: Some(stand),
            problems,
            ..
        },
    ] = &cases[..]
    else {
        return Err(NotRecorded::Unnamed);
    };
    let is_so = problems.is_empty() && leads_to(&ruleset, &stand.position, &whole, setup, seed);
    let ran = super::run(&ruleset, file, &sources);
    let mut failures = ran.cases.iter().flat_map(|case| &case.problems);
    match failures.next() {
        Some(problem) => Err(NotRecorded::Differs(problem.message.clone())),
        None if !is_so => Err(NotRecorded::Unnamed),
        None => Ok(text),
    }
}

/// The game in which the first test of a text begins, with another setup and seed than the test has: the names of seats, say. Else
/// why there is none.
///
/// ```
/// use cardable_core::setup::{Given, Item};
/// use cardable_core::{Seat, Seed, Setup, Viewer, cases};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let text = r#"{ tests: [{ name: "a score", given: { data: { "player:1.score": 4 } }, expect: { over: false } }] }"#;
/// let game = cases::set_up(&ruleset, text, &Setup::named(["Ada", "Grace"]), Seed::from(7))?;
/// let score = Item::Seat(Seat(1), 0);
/// assert_eq!(game.inspect(Viewer::Omniscient).datum(score), Some(Given::Int(4)));
/// # Ok::<(), String>(())
/// ```
pub fn set_up(ruleset: &Ruleset, text: &str, setup: &Setup, seed: Seed) -> Result<Game, String> {
    let mut sources = Sources::new();
    let file = sources.add("given.json5", text);
    let mut problems = Diagnostics::new();
    let cases = read(ruleset, file, &sources, &mut problems);
    let first = cases.first();
    let of_case = first.into_iter().flat_map(|case| &case.problems);
    if let Some(problem) = of_case.chain(problems.sorted()).next() {
        return Err(problem.message.clone());
    }
    let position = first
        .and_then(|case| case.given.as_ref())
        .map(|stand| &stand.position);
    let position = position.cloned().unwrap_or_default();
    position
        .set_up(ruleset, setup, seed)
        .map_err(|why| why.to_string())
}

/// Whether a game that is set up in one position stands in another.
fn leads_to(ruleset: &Ruleset, from: &Position, to: &Position, setup: &Setup, seed: Seed) -> bool {
    let set_up = from.set_up(ruleset, setup, seed);
    let again = set_up
        .ok()
        .and_then(|game| game.inspect(Viewer::Omniscient).position(setup, seed).ok());
    again.map(|again| without_facing(ruleset, again)).as_ref() == Some(to)
}

/// A position without how cards lie, where that makes no difference: no zone shows cards by how they lie, and nothing turns
/// cards up or asks.
fn without_facing(ruleset: &Ruleset, mut position: Position) -> Position {
    let (zones, code) = (&ruleset.program.zones, &ruleset.program.code);
    let by_facing = |zone: &ZoneDef| zone.rules().any(|rule| rule.who == Who::Face);
    let heeds = |primitive: &Callee| {
        primitive.properties.turns_up || primitive.custom || *primitive == *builtin!(is_face_up)
    };
    let makes_a_difference = code.script.is_some()
        || code.primitives.iter().any(heeds)
        || zones.shared.iter().chain(&zones.seat).any(by_facing);
    if !makes_a_difference {
        for laid in &mut position.zones {
            laid.face_down = false;
        }
    }
    position
}

/// A position without the data that are so by themselves, and without what makes no difference.
fn without_what_follows(ruleset: &Ruleset, whole: &Position, setup: &Setup, seed: Seed) -> Position {
    let is_enough = |position: &Position| leads_to(ruleset, position, whole, setup, seed);
    let mut position = whole.clone();
    let mut at = 0;
    while at < position.data.len() {
        let mut less = position.clone();
        less.data.remove(at);
        match is_enough(&less) {
            true => position = less,
            false => at += 1,
        }
    }
    for at in 0..position.zones.len() {
        let mut less = position.clone();
        less.zones[at].face_down = false;
        if is_enough(&less) {
            position = less;
        }
    }
    position.zones.retain(|laid| !laid.cards.is_empty());
    position
}

/// What tests call what is in a position.
struct Names<'r> {
    ruleset: &'r Ruleset,
}

impl Names<'_> {
    /// The fields of `given`. None where tests have no name for something.
    fn parts(&self, position: &Position, setup: &Setup, seed: i64) -> Option<Vec<(&'static str, Value)>> {
        let mut parts = vec![("seats", json!(setup.seats.len()))];
        for (key, value, is_given) in [
            ("options", json!(setup.options), !setup.options.is_empty()),
            ("teams", json!(setup.teams), !setup.teams.is_empty()),
            ("roles", json!(setup.roles), !setup.roles.is_empty()),
            ("seed", json!(seed), seed != 0),
        ] {
            if is_given {
                parts.push((key, value));
            }
        }
        if let Some(state) = position.state {
            parts.push(("state", json!(self.ruleset.state_name(state)?)));
        }
        if let Some(seat) = position.turn {
            parts.push(("turn", json!(seat.0)));
        }
        if !position.teams.is_empty() {
            let seats = |team: &SeatSet| team.into_iter().map(|seat| seat.0).collect::<Vec<u8>>();
            let teams: Vec<Vec<u8>> = position.teams.iter().map(seats).collect();
            parts.push(("formed_teams", json!(teams)));
        }
        let mut zones = Map::new();
        let mut face_down = Vec::new();
        for laid in &position.zones {
            let name = zone_text(self.ruleset, laid.zone)?;
            let cards = laid.cards.iter().map(|card| self.card(*card));
            if laid.face_down {
                face_down.push(name.clone());
            }
            zones.insert(name, json!(cards.collect::<Option<Vec<String>>>()?));
        }
        let mut data = Map::new();
        for (item, value) in &position.data {
            data.insert(self.item(position, *item)?, self.value(value)?);
        }
        let mut knows = Vec::new();
        for known in &position.knows {
            let seats: Vec<u8> = known.by.into_iter().map(|seat| seat.0).collect();
            let zone = zone_text(self.ruleset, known.zone)?;
            knows.push(json!({ "seats": seats, "zone": zone, "cards": self.card(known.card)? }));
        }
        for (key, value, is_given) in [
            ("zones", Value::Object(zones), !position.zones.is_empty()),
            ("face_down", json!(face_down), !face_down.is_empty()),
            ("data", Value::Object(data), !position.data.is_empty()),
            ("knows", json!(knows), !knows.is_empty()),
        ] {
            if is_given {
                parts.push((key, value));
            }
        }
        Some(parts)
    }

    fn card(&self, card: CardTypeId) -> Option<String> {
        self.ruleset.words().card_name(card)
    }

    fn item(&self, position: &Position, item: Item) -> Option<String> {
        let program = &self.ruleset.program;
        let text = |name: StrId| program.str(name).to_owned();
        let named = |all: &[DataDef], at: u16| Some(text(all.get(usize::from(at))?.name));
        Some(match item {
            Item::Global(at) => format!("globals.{}", named(&program.data.globals, at)?),
            Item::Seat(seat, at) => format!("player:{}.{}", seat.0, named(&program.data.seat, at)?),
            Item::State(at) => {
                let state = program.state(position.state?);
                format!("state.{}", named(&state.data, at)?)
            }
            Item::Card { card, at, item } => {
                let item = text(program.data.card.get(usize::from(item))?.def.name);
                format!("{}.{item}", card_in_zone(self.ruleset, card, at)?)
            }
        })
    }

    fn value(&self, value: &Given) -> Option<Value> {
        Some(match value {
            Given::Nothing => Value::Null,
            Given::Bool(truth) => json!(truth),
            Given::Int(whole) => json!(whole),
            Given::Float(number) => json!(number),
            Given::Text(text) => json!(text),
            Given::Seat(seat) => json!(seat.0),
            Given::Card(card, None) => json!(self.card(*card)?),
            Given::Card(card, Some(at)) => json!(card_in_zone(self.ruleset, *card, *at)?),
            Given::Zone(zone) => json!(zone_text(self.ruleset, *zone)?),
            Given::List(items) => {
                let items = items.iter().map(|item| self.value(item));
                Value::Array(items.collect::<Option<Vec<Value>>>()?)
            }
        })
    }
}

/// What each seat that has to decide may do.
fn expected(game: &Game) -> Value {
    let ruleset = game.ruleset();
    let offers = game.to_decide().into_iter().filter_map(|seat| {
        let decision = game.decision(seat)?;
        let mut names: Vec<&str> = Vec::new();
        for (action, _, name, _) in ruleset.actions() {
            if decision.actions().any(|one| one == action) && !names.contains(&name) {
                names.push(name);
            }
        }
        Some(json!({ "seat": seat.0, "actions": names }))
    });
    let offers: Vec<Value> = offers.collect();
    json!({ "only_offered": offers })
}

/// The file, with a zone and an item of data a line.
fn text(game: &str, parts: &[(&'static str, Value)], expect: &Value) -> String {
    let mut out = String::from("{\n    \"tests\": [\n        {\n");
    let name = format!("a position of {game}");
    let _ = writeln!(out, "            \"name\": {},", json!(name));
    out.push_str("            \"given\": {\n");
    for (key, value) in parts {
        match value {
            Value::Object(members) if members.len() > 1 => {
                let _ = writeln!(out, "                {}: {{", json!(key));
                for (name, value) in members {
                    let _ = writeln!(out, "                    {}: {},", json!(name), spaced(value));
                }
                out.push_str("                },\n");
            }
            value => _ = writeln!(out, "                {}: {},", json!(key), spaced(value)),
        }
    }
    out.push_str("            },\n");
    let _ = writeln!(out, "            \"expect\": {},", spaced(expect));
    out.push_str("        },\n    ],\n}\n");
    out
}

//! The names that a ruleset gives, which an editor suggests where one is wanted.

use cardable_engine::{DataInfo, Ruleset, RulesetInfo, ZoneInfo};
use serde_json::{Map, Value, json};

/// The names of one ruleset.
pub(super) struct Names {
    info: RulesetInfo,
    /// Of the attributes of its cards.
    attributes: Vec<String>,
}

/// A name, and what it is.
type Named = (String, String);

/// What a field names.
enum Wanted {
    /// It is a name.
    Name(Vec<Named>),
    /// Its members have names.
    Members(Vec<Named>),
}

impl Names {
    pub(super) fn of(ruleset: &Ruleset) -> Names {
        let program = &ruleset.program;
        let attributes = program.cards.attributes.iter();
        Names {
            info: ruleset.info(),
            attributes: attributes
                .map(|attribute| program.str(attribute.name).to_owned())
                .collect(),
        }
    }

    /// The schema of a field, with the names that are suggested for it. Other names are possible, too: an author may be about to
    /// give them.
    pub(super) fn suggest(&self, object: &str, field: &str, schema: Value) -> Value {
        let wanted = self
            .in_rules(object, field)
            .or_else(|| self.in_tests(object, field));
        match wanted {
            Some(Wanted::Name(names)) if !names.is_empty() => with_words(&words(names), schema),
            Some(Wanted::Members(names)) => with_members(names, schema),
            Some(Wanted::Name(_)) | None => schema,
        }
    }

    /// What a value may refer to by a word: data, options, zones, states, decks and roles.
    pub(super) fn references(&self) -> Value {
        let info = &self.info;
        let seats = self.seat_zones().chain(data("", &info.seat_data));
        let mut all: Vec<Named> = seats
            .map(|(name, label)| (format!("$player.{name}"), label))
            .collect();
        all.extend(data("$globals.", &info.globals));
        let states = info.states.iter();
        all.extend(states.clone().flat_map(|state| data("$state.", &state.data)));
        let options = info.options.iter();
        all.extend(options.map(|option| (format!("$options.{}", option.key), option.label.clone())));
        let roles = info.roles.iter();
        all.extend(roles.map(|role| (format!("$roles.{}", role.name), role.label.clone())));
        all.extend(self.shared_zones());
        all.extend(self.states());
        all.extend(info.decks.iter().map(|deck| (deck.clone(), "a deck".to_owned())));
        words(all)
    }

    fn in_rules(&self, object: &str, field: &str) -> Option<Wanted> {
        let info = &self.info;
        Some(Wanted::Name(match (object, field) {
            ("ruleset" | "zone", "decks") => plain(&info.decks, "a deck"),
            ("ruleset", "cardsets") => {
                let sets = info.sets.iter();
                sets.map(|set| (set.name.clone(), "a card set".to_owned()))
                    .collect()
            }
            ("ruleset", "sort_hands_by") => plain(&self.attributes, "an attribute of cards"),
            ("pick", "zone") => self.seat_zones().collect(),
            ("pick", "from") => {
                let whose = [
                    ("self", "the seat's own zone"),
                    ("others", "the zones of all others"),
                    ("all", "the zones of all seats"),
                ];
                let whose = whose.map(|(name, label)| (name.to_owned(), label.to_owned()));
                whose.into_iter().chain(self.shared_zones()).collect()
            }
            ("trigger", "while_in")
            | ("occasion", "moved_to" | "moved_from" | "turned_up")
            | ("replenish rule", "from") => self.shared_zones().chain(self.seat_zones()).collect(),
            ("occasion", "changed") => data("", &info.card_data)
                .into_iter()
                .chain(data("$player.", &info.seat_data))
                .chain(data("$globals.", &info.globals))
                .chain(info.states.iter().flat_map(|state| data("$state.", &state.data)))
                .collect(),
            ("state", "players")
            | ("zone", "roles")
            | ("zone" | "designation", "zone_visibility" | "control") => self.roles(),
            ("zone", "visible_in" | "control_in") => return Some(Wanted::Members(self.states().collect())),
            _ => return None,
        }))
    }

    fn in_tests(&self, object: &str, field: &str) -> Option<Wanted> {
        let info = &self.info;
        Some(match (object, field) {
            ("given" | "expectation", "state") => Wanted::Name(self.states().collect()),
            ("given", "roles") => Wanted::Name(self.roles()),
            ("given", "options") => {
                let options = info.options.iter();
                Wanted::Members(
                    options
                        .map(|option| (option.key.clone(), option.label.clone()))
                        .collect(),
                )
            }
            ("given", "face_down") | ("knowledge of cards" | "choice", "zone") | ("choice", "zones") => {
                Wanted::Name(self.zones_of_seats())
            }
            ("given" | "expectation", "zones") | ("expectation", "zone_count") => {
                Wanted::Members(self.zones_of_seats())
            }
            ("given" | "expectation", "data") => {
                let states = info.states.iter();
                let states = states.flat_map(|state| data("state.", &state.data));
                let seats = self
                    .seats()
                    .flat_map(|seat| data(&format!("player:{seat}."), &info.seat_data));
                let all = data("globals.", &info.globals)
                    .into_iter()
                    .chain(seats)
                    .chain(states);
                Wanted::Members(all.collect())
            }
            ("choice", "action") | ("offer" | "whole offer", "actions") => Wanted::Name(self.actions()),
            ("choice" | "offer" | "knowledge of cards", "cards") | ("what was told", "may_be") => {
                Wanted::Name(self.cards())
            }
            _ => return None,
        })
    }

    fn shared_zones(&self) -> impl Iterator<Item = Named> {
        zones(&self.info.shared_zones, "")
    }

    fn seat_zones(&self) -> impl Iterator<Item = Named> {
        zones(&self.info.seat_zones, " of a seat")
    }

    /// Zones as tests call them: `deck`, and `hand:0` of the first seat.
    fn zones_of_seats(&self) -> Vec<Named> {
        let of = |seat: u8| {
            self.seat_zones()
                .map(move |(name, label)| (format!("{name}:{seat}"), label))
        };
        self.shared_zones().chain(self.seats().flat_map(of)).collect()
    }

    fn seats(&self) -> std::ops::Range<u8> {
        0..self.info.seats.1
    }

    fn states(&self) -> impl Iterator<Item = Named> {
        let states = self.info.states.iter();
        states.map(|state| (state.name.clone(), format!("the state {}", state.label)))
    }

    fn actions(&self) -> Vec<Named> {
        let actions = self.info.actions.iter();
        let mut named: Vec<Named> = actions
            .map(|action| {
                let state = self.info.states.get(action.state.index());
                let state = state.map(|state| format!(" (in {})", state.name));
                (
                    action.name.clone(),
                    format!("{}{}", action.label, state.unwrap_or_default()),
                )
            })
            .collect();
        named.sort();
        named.dedup_by(|a, b| a.0 == b.0);
        named
    }

    fn roles(&self) -> Vec<Named> {
        let roles = self.info.roles.iter();
        roles
            .map(|role| (role.name.clone(), role.label.clone()))
            .collect()
    }

    fn cards(&self) -> Vec<Named> {
        let cards = self.info.cards.iter().filter(|card| !card.unused);
        let mut named: Vec<Named> = cards
            .map(|card| (card.label.clone(), "a card".to_owned()))
            .collect();
        named.sort();
        named.dedup();
        named
    }
}

/// Declared zones; of several copies that share a name the first.
fn zones(zones: &[ZoneInfo], whose: &'static str) -> impl Iterator<Item = Named> {
    let declared = zones.iter().filter(|zone| zone.declared && zone.copy == 0);
    declared.map(move |zone| (zone.name.clone(), format!("the zone {}{whose}", zone.label)))
}

fn data(before: &str, items: &[DataInfo]) -> Vec<Named> {
    let items = items.iter();
    items
        .map(|item| (format!("{before}{}", item.name), item.label.clone()))
        .collect()
}

fn plain(names: &[String], what: &str) -> Vec<Named> {
    names.iter().map(|name| (name.clone(), what.to_owned())).collect()
}

/// Names that are suggested, with what each is.
fn words(mut names: Vec<Named>) -> Value {
    let mut seen = std::collections::BTreeSet::new();
    names.retain(|(name, _)| seen.insert(name.clone()));
    let (names, what): (Vec<String>, Vec<String>) = names.into_iter().unzip();
    json!({ "enum": names, "enumDescriptions": what })
}

/// A field for one name, or for a list of some, where these are suggested.
fn with_words(words: &Value, schema: Value) -> Value {
    let Value::Object(mut members) = schema else {
        return schema;
    };
    let holds_name = members.get("type").is_some_and(|kind| kind == "string") || members.contains_key("$ref");
    for inner in ["anyOf", "items"] {
        match members.get_mut(inner) {
            Some(Value::Array(ways)) => {
                let each = std::mem::take(ways).into_iter();
                ways.extend(each.map(|way| with_words(words, way)));
            }
            Some(item) => *item = with_words(words, item.take()),
            None => {}
        }
    }
    match holds_name {
        true => json!({ "anyOf": [words, members] }),
        false => Value::Object(members),
    }
}

/// A field whose members are named so.
fn with_members(names: Vec<Named>, mut schema: Value) -> Value {
    let value = schema.get("additionalProperties").cloned().unwrap_or(json!({}));
    let members: Map<String, Value> = names
        .into_iter()
        .map(|(name, what)| {
            let mut value = value.clone();
            if let Value::Object(value) = &mut value {
                value.insert("description".to_owned(), json!(what));
            }
            (name, value)
        })
        .collect();
    if let Value::Object(schema) = &mut schema {
        schema.insert("properties".to_owned(), Value::Object(members));
    }
    schema
}

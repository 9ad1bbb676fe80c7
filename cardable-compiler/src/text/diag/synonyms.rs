//! What other engines and languages call things, and what is written here.
//!
//! One table for each sort of word: whoever meets a word that means nothing asks here before it
//! looks for names that are spelt nearly the same.

/// Fields: what they are called elsewhere, and their names here. Of several names, the one counts
/// that the object at hand has.
const FIELDS: &[(&str, &str)] = &[
    ("args", "params"),
    ("arguments", "params"),
    ("call", "endpoint"),
    ("data", "global_data"),
    ("default", "value"),
    ("do", "primitives"),
    ("effect", "primitives"),
    ("effects", "primitives"),
    ("globals", "global_data"),
    ("if", "condition"),
    ("initial", "value"),
    ("msg", "message"),
    ("name", "ruleset_name"),
    ("name", "state_name"),
    ("name", "key"),
    ("name", "endpoint"),
    ("parameters", "params"),
    ("phases", "game_state"),
    ("primitive", "endpoint"),
    ("primitives", "effect"),
    ("states", "game_state"),
    ("states", "phases"),
    ("then", "primitives"),
    ("type", "state_type"),
    ("type", "kind"),
    ("variables", "global_data"),
    ("visibility", "zone_visibility"),
    ("visibility", "visible_to"),
    ("when", "condition"),
];

/// Calls: what they are called elsewhere, or what primitives were called once, and what is written here.
const CALLS: &[(&str, &str)] = &[
    ("append", "concat_lists(a, b)"),
    ("dice", "random_number(1, 6)"),
    ("getSelectedChildren", SELECTED),
    ("get_selected_children", SELECTED),
    ("foreach", FOR_EACH),
    ("for", FOR_EACH),
    ("for_each", FOR_EACH),
    (
        "gather_from_seats",
        "place_card(cards_in(zones_of(all, 'hand')), pile)",
    ),
    ("goto", "state_transition(state)"),
    ("goto_state", "state_transition(state)"),
    ("led_card", "list_item(cards_of(trick), 0)"),
    ("len", "count_cards(zone)"),
    ("length", "count_cards(zone)"),
    ("log", "message('…')"),
    ("move_up_to", "move_top(from, to, count)"),
    ("place_in_zone", "index_of(cards_of(zone), card)"),
    ("print", "message('…')"),
    ("rand", "random_number(1, 6)"),
    ("randint", "random_number(1, 6)"),
    ("random", "random_number(1, 6)"),
    ("roll", "random_number(1, 6)"),
    ("room_in", "is_full(zone)"),
    ("say", "message('…')"),
    ("size", "count_cards(zone)"),
    ("transition", "state_transition(state)"),
];

/// Several things are tapped together here: what a client has selected is its own.
const SELECTED: &str = r#"{ "tap": [ … ], "min": 1, "max": 5 }"#;

/// Several things in turn are a step of their own here.
const FOR_EACH: &str = r#"{ "for_each": "all", "primitives": [ … ] }"#;

/// Names: what they are called elsewhere, and what is written here.
const NAMES: &[(&str, &str)] = &[
    ("everybody", "all"),
    ("everyone", "all"),
    ("me", "$player"),
    ("nil", "nothing"),
    ("none", "nothing"),
    ("self", "$player"),
    ("this", "$player"),
    ("undefined", "nothing"),
];

/// The names that a field with this name elsewhere may have here.
pub(crate) fn fields(name: &str) -> impl Iterator<Item = &'static str> {
    FIELDS
        .iter()
        .filter(move |(there, _)| *there == name)
        .map(|(_, here)| *here)
}

/// What is written for a call that has this name elsewhere.
pub(crate) fn call(name: &str) -> Option<&'static str> {
    of(CALLS, name)
}

/// Whether a name asks elsewhere for what a client has selected.
pub(crate) fn is_selection(name: &str) -> bool {
    call(name) == Some(SELECTED)
}

/// What is written for a value that has this name elsewhere.
pub(crate) fn name(name: &str) -> Option<&'static str> {
    of(NAMES, name)
}

fn of(table: &'static [(&str, &'static str)], name: &str) -> Option<&'static str> {
    let mut entries = table.iter();
    entries
        .find(|(there, _)| there.eq_ignore_ascii_case(name))
        .map(|(_, here)| *here)
}

#[cfg(test)]
mod tests {
    use super::{CALLS, FIELDS, NAMES};
    use cardable_engine::primitives;

    #[test]
    fn calls_lead_from_what_is_none_to_what_is_one() {
        for (there, here) in CALLS {
            assert!(primitives::find(there).is_none(), "{there} is a primitive");
            let callee = here.split('(').next().unwrap_or("");
            assert!(
                here.starts_with('{') || primitives::find(callee).is_some(),
                "{here} is none"
            );
        }
    }

    #[test]
    fn fields_lead_to_fields() {
        use crate::format::{phases, ruleset};
        let tables: Vec<_> = ruleset::fields::ALL.iter().chain(phases::fields::ALL).collect();
        for (_, here) in FIELDS {
            assert!(tables.iter().any(|table| table.field(here).is_some()), "{here}");
        }
    }

    #[test]
    fn names_mean_nothing_here() {
        for (there, _) in NAMES {
            assert!(primitives::find(there).is_none(), "{there}");
        }
    }
}

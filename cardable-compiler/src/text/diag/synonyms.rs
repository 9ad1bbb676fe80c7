//! What other engines and languages call things, and what is written here.
//!
//! One table for each sort of word: whoever meets a word that means nothing asks here before it
//! looks for names that are spelt nearly the same.

use cardable_engine::value::Type;

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

/// What other engines write in an object, by the name of the object and of the field, and how it is written here.
const PARTS: &[(&str, &str, &str)] = &[
    ("action", "args", CHOSEN),
    ("action", "arguments", CHOSEN),
    ("action", "parameters", CHOSEN),
    ("action", "params", CHOSEN),
    ("option", "min", BETWEEN),
    ("option", "max", BETWEEN),
    ("option", "range", BETWEEN),
    ("option", "choices", ONE_OF),
    ("option", "options", ONE_OF),
    ("option", "values", ONE_OF),
    ("option", "enum", ONE_OF),
    ("range", "choices", LISTED),
    ("range", "options", LISTED),
    ("range", "values", LISTED),
    ("range", "enum", LISTED),
    (
        "range",
        "step",
        "a range holds every whole number from `min` to `max`; for some of them write a list: `[2, 4, 6]`",
    ),
    (
        "ruleset",
        "phases",
        "write the states of the game in `game_state`; a game in phases is a file of its own, `….cardgame.json`",
    ),
    ("ruleset", "moves", MOVES),
    (
        "ruleset",
        "turn",
        "a state says in `state_type` and `turn` how seats take turns",
    ),
    ("ruleset", "setup", AT_ENTRY),
    ("ruleset", "endIf", WHEN_OVER),
    ("ruleset", "onEnd", WHEN_OVER),
    ("ruleset", "playerView", VIEWS),
    ("ruleset", "stages", TOGETHER),
    ("ruleset", "activePlayers", TOGETHER),
    ("state", "moves", MOVES),
    ("state", "onBegin", AT_ENTRY),
    (
        "state",
        "onEnd",
        "write the steps before the `state_transition(…)` that leads out of the state",
    ),
    ("state", "endIf", LEAVES),
    ("state", "next", LEAVES),
    ("state", "stages", TOGETHER),
    ("state", "activePlayers", TOGETHER),
    ("state", "playerView", VIEWS),
];

/// What an action has in place of parameters.
pub(crate) const CHOSEN: &str = "what a player chooses is a `pick`, or a question among the steps, such as \
                                 `set($action.n, prompt_number(1, 6))`; only an action that stands for a defined one, \
                                 by `action_ref`, has `params`";

const BETWEEN: &str =
    "the whole numbers that may be chosen stand in its `domain`: `\"domain\": { \"min\": 1, \"max\": 9 }`";

const ONE_OF: &str = "the values that may be chosen stand in its `domain`: `\"domain\": [1, 2, 5]`";

const LISTED: &str = "write the list itself in place of this object: `[1, 2, 5]`";

const MOVES: &str = "what seats can do stands in the `actions` of a state";

const AT_ENTRY: &str =
    "write an action that runs by itself: `{ \"type\": \"auto\", \"on\": \"entry\", \"primitives\": [ … ] }`";

const LEAVES: &str = "write an action that runs by itself: `{ \"type\": \"auto\", \"condition\": …, \"primitives\": \
                      \"state_transition(…)\" }`";

const WHEN_OVER: &str = "write an action that runs by itself: `{ \"type\": \"auto\", \"condition\": …, \"primitives\": \
                         \"end_game(…)\" }`";

const VIEWS: &str =
    "each zone says in `zone_visibility` who sees its cards, each item of data in `visible_to`";

const TOGETHER: &str = "where several seats act at once, the state has `\"state_type\": \"concurrent\"`";

/// How something is written here that an object has elsewhere.
pub(crate) fn part(object: &str, field: &str) -> Option<&'static str> {
    let mut parts = PARTS.iter();
    parts
        .find(|(of, there, _)| *of == object && alike(there, field))
        .map(|(_, _, here)| *here)
}

/// Calls: what they are called elsewhere, or what primitives were called once, and what is written here.
const CALLS: &[(&str, &str)] = &[
    ("append", "concat_lists(a, b)"),
    ("dice", "random_number(1, 6)"),
    ("end_phase", "state_transition(state)"),
    ("every", "all(list, item => …)"),
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
    ("includes", "contains(list, item)"),
    ("led_card", "list_item(cards_of(trick), 0)"),
    ("len", "count_cards(zone)"),
    ("length", "count_cards(zone)"),
    ("log", "message('…')"),
    ("move_up_to", "move_top(from, to, count)"),
    ("next_phase", "state_transition(state)"),
    ("place_in_zone", "index_of(cards_of(zone), card)"),
    ("print", "message('…')"),
    ("push", "concat_lists(list, [item])"),
    ("rand", "random_number(1, 6)"),
    ("randint", "random_number(1, 6)"),
    ("random", "random_number(1, 6)"),
    ("roll", "random_number(1, 6)"),
    ("room_in", "is_full(zone)"),
    ("say", "message('…')"),
    ("set_active_players", "set_next_player(seat)"),
    ("set_phase", "state_transition(state)"),
    ("set_stage", "state_transition(state)"),
    ("set_state", "state_transition(state)"),
    ("size", "count_cards(zone)"),
    ("some", "any(list, item => …)"),
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
    ("nplayers", "count(all)"),
    ("num_players", "count(all)"),
    ("player_count", "count(all)"),
    ("players", "all"),
    ("self", "$player"),
    ("this", "$player"),
    ("undefined", "nothing"),
];

/// What is asked of names elsewhere, and what is written here.
const ASKED: &[(&str, &str, &str)] = &[
    ("ctx", ".current_player", "$player"),
    ("ctx", ".num_players", "count(all)"),
    ("ctx", ".phase", "current_state()"),
    ("ctx", ".play_order", "all"),
    ("players", ".length", "count(all)"),
    ("players", ".size", "count(all)"),
    ("math", ".random()", "random_number(1, 6)"),
];

/// Members that values of a type have elsewhere, and what is written here; `{}` is the value.
const MEMBERS: &[(Type, &str, &str)] = &[
    (Type::ZONE, "length", "count_cards({})"),
    (Type::ZONE, "len", "count_cards({})"),
    (Type::ZONE, "size", "count_cards({})"),
    (Type::SEAT, "id", "seat_index({})"),
    (Type::SEAT, "index", "seat_index({})"),
];

/// The same of lists.
const OF_LISTS: &[(&str, &str)] = &[
    ("length", "list_count({})"),
    ("len", "list_count({})"),
    ("size", "list_count({})"),
];

/// What is written where something is asked of a name that means nothing: `Math.max(1, 2)`, `G.n`.
pub(crate) fn asked(name: &str, asked: &str) -> Option<String> {
    let known = ASKED
        .iter()
        .find(|(there, member, _)| alike(there, name) && alike(member, asked));
    if let Some((_, _, here)) = known {
        return Some((*here).to_owned());
    }
    if alike(name, "players")
        && let Some(at) = asked.strip_prefix('[').and_then(|at| at.strip_suffix(']'))
    {
        return Some(format!("seat_at({at})"));
    }
    let member = asked.strip_prefix('.')?;
    match name {
        "Math" => Some(member.to_owned()),
        "G" => Some(format!("$globals.{member}")),
        _ => None,
    }
}

/// What is written for a member that values of a type have elsewhere.
pub(crate) fn member(ty: Type, name: &str) -> Option<&'static str> {
    if let Type::List(_) = ty {
        return of(OF_LISTS, name);
    }
    let mut members = MEMBERS.iter();
    members
        .find(|(of, there, _)| *of == ty && *there == name)
        .map(|(_, _, here)| *here)
}

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

/// Whether two names are one, written as `some_name` or as `someName`.
fn alike(a: &str, b: &str) -> bool {
    let letters = |name: &str| {
        let letters = name.bytes().filter(|letter| *letter != b'_');
        letters
            .map(|letter| letter.to_ascii_lowercase())
            .collect::<Vec<u8>>()
    };
    letters(a) == letters(b)
}

fn of(table: &'static [(&str, &'static str)], name: &str) -> Option<&'static str> {
    let mut entries = table.iter();
    entries
        .find(|(there, _)| alike(there, name))
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

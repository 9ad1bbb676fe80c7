//! That whatever a text can say of a game, the DSL can say.

use crate::content::fields as content;
use crate::format::{bots, ruleset::fields};
use crate::text::fields::{ObjectSpec, Shape};
use std::collections::{BTreeMap, BTreeSet};

/// How a field is said in Rust.
enum Said {
    /// By an item of the DSL: `fn label`, `struct Pick`.
    By(&'static str),
    /// By Rust itself, or not at all, for a reason.
    Otherwise(&'static str),
}

use Said::{By, Otherwise};

const ID: Said = Otherwise("cards and suits have handles and an order in place of numbers");
const PICTURES: Said = Otherwise("pictures lie in folders, beside texts");
const FUNCTION: Said = Otherwise("a function in Rust gives values and commands");
const SCRIPT: Said = Otherwise("functions are written in Rust: `passes`, `RulesetBuilder::primitive`");
const TYPED: Said = Otherwise("kinds are types of Rust");
const EDITOR: Said = Otherwise("editors of texts read it");
const INSIDE: Said = Otherwise("it stands inside a fragment, which is a text");
const ORDER: Said = Otherwise("handles name what is meant, in its order");

/// Every field of every object.
#[rustfmt::skip]
const FIELDS: &[(&str, &[(&str, Said)])] = &[
    ("ruleset", &[
        ("$schema", EDITOR), ("ruleset_name", By("fn new")), ("description", By("fn description")), ("kind", By("fn kind")),
        ("minutes", By("fn minutes")), ("author", Otherwise("nothing reads it")), ("version", By("fn version")),
        ("min_players", By("fn seats")), ("max_players", By("fn seats")), ("cardsets", By("fn card_set")), ("decks", By("fn deck")),
        ("sort_hands_by", By("fn sort_hands_by")), ("game_area", By("fn zone")), ("import", By("fn import")), ("options", By("fn house_rule")),
        ("global_data", By("fn data")), ("player_data", By("fn seat_data")), ("card_data", By("fn card_data")), ("triggers", By("fn trigger")),
        ("trigger_order", By("fn owners_order_triggers")), ("trigger_question", By("fn owners_order_triggers")), ("script", SCRIPT),
        ("script_limits", SCRIPT), ("defined_primitives", By("fn primitive")), ("defined_values", FUNCTION), ("defined_actions", FUNCTION),
        ("game_state", By("fn state")), ("bots", By("fn about")),
    ]),
    ("script limits", &[("ticks", SCRIPT), ("memory", SCRIPT)]),
    ("defined primitive", &[("name", SCRIPT), ("doc", SCRIPT), ("params", SCRIPT), ("result", SCRIPT), ("acts", SCRIPT), ("function", SCRIPT)]),
    ("parameter", &[("key", SCRIPT), ("type", SCRIPT), ("doc", SCRIPT), ("optional", SCRIPT), ("rest", SCRIPT)]),
    ("game area", &[("shared_zones", By("fn zone")), ("player_zones", By("fn seat_zone")), ("roles", By("fn role")), ("teams", By("fn teams"))]),
    ("role", &[("name", By("fn role")), ("label", By("fn label")), ("automatic", By("fn automatic")), ("seats", By("fn seats"))]),
    ("teams", &[("arrangement", By("fn across")), ("chosen", By("fn or_as_chosen")), ("names", By("fn names"))]),
    ("zone", &[
        ("name", By("fn zone")), ("label", By("fn label")), ("card_visibility", By("fn shows_next")), ("zone_visibility", By("fn seen_by")),
        ("roles", By("fn of_roles")), ("visible_in", By("fn seen_in")), ("control", By("fn used_by")), ("control_in", By("fn used_in")),
        ("decks", By("fn begins_with")), ("is_library", By("fn takes_what_is_left")), ("size", By("fn holds")), ("order", By("fn in_any_order")),
        ("replenish", By("fn refilled")), ("count", By("fn copies")), ("designations", By("fn designated")), ("layout", By("fn shown_as")),
    ]),
    ("size", &[("initial", By("fn begins_with_only")), ("limits", By("fn holds"))]),
    ("count", &[("initial", By("fn copies_at_first")), ("limits", By("fn copies"))]),
    ("designations", &[("values", By("fn any")), ("default", By("fn at_first")), ("mutually_exclusive", By("fn one_of"))]),
    ("designation", &[
        ("name", By("fn new")), ("label", By("fn label")), ("card_visibility", By("fn shows_next")), ("zone_visibility", By("fn seen_by")),
        ("control", By("fn used_by")),
    ]),
    ("replenish rule", &[
        ("when", By("at_turn_end: turn_end")), ("on_empty", By("when_empty: on_empty")), ("from", By("struct Refill")), ("up_to", By("fn up_to")),
        ("shuffle", By("fn shuffled")),
    ]),
    ("layout", &[
        ("kind", By("fn shown_as")), ("columns", By("fn shown_in_columns")), ("rows", By("fn shown_in_rows")), ("x", By("fn shown_at")),
        ("y", By("fn shown_at")),
    ]),
    ("option", &[
        ("key", By("fn house_rule")), ("type", TYPED), ("value", By("fn house_rule")), ("label", By("fn house_rule")), ("domain", By("fn may_be")),
    ]),
    ("item of data", &[
        ("key", By("fn data")), ("label", By("fn label")), ("type", TYPED), ("value", By("fn data")), ("computed", By("fn computed")),
        ("const", By("fn is_constant")), ("shown", By("fn shown")), ("texts", By("fn texts")), ("visible_to", By("fn private_data")),
        ("domain", By("fn may_be")),
    ]),
    ("item of card data", &[
        ("key", By("fn card_data")), ("keep", By("fn keep")), ("visible_to", By("fn face_data")), ("label", By("fn label")), ("type", TYPED),
        ("value", By("fn card_data")), ("shown", By("fn shown")), ("texts", By("fn texts")),
    ]),
    ("trigger", &[
        ("trigger_name", By("fn new")), ("label", By("fn label")), ("on", By("struct Occasion")), ("of", By("fn about_others")),
        ("while_in", By("fn while_in")), ("condition", By("fn when")), ("action_data", By("fn keep_in_mind")), ("primitives", By("fn new")),
        ("function", SCRIPT),
    ]),
    ("occasion", &[
        ("moved_to", By("fn moved_to")), ("moved_from", By("fn moved_from")), ("turned_up", By("fn turned_up")), ("changed", By("fn changed")),
        ("turn", By("fn turn_begins")), ("round", By("fn round_ends")), ("emitted", By("fn emitted")),
    ]),
    ("state", &[
        ("state_name", By("fn state")), ("label", By("fn label")), ("state_type", By("fn all_at_once")), ("state_type_param", By("fn starting_with")),
        ("players", By("fn for_those")), ("turn", By("fn long_turns")), ("sealed", By("fn sealed")), ("ask", By("fn asks_everyone")),
        ("rounds", By("fn rounds")), ("timeout", By("fn seconds")), ("state_params", By("fn state_param")), ("state_data", By("fn state_data")),
        ("actions", By("fn action")), ("triggers", By("fn trigger_in")),
    ]),
    ("action", &[
        ("action_name", By("fn new")), ("action_ref", FUNCTION), ("params", FUNCTION), ("type", By("fn press")), ("type_params", By("fn vote_for")),
        ("label", By("fn label")), ("phrase", By("fn phrase")), ("on", By("fn each_round")), ("by", By("fn by_anyone")), ("condition", By("fn require")),
        ("message", By("fn require")), ("pick", By("struct Pick")), ("legal", By("fn legal")), ("legal_message", By("fn legal")),
        ("valid", By("fn valid")), ("valid_message", By("fn valid")), ("reveals", By("fn reveals")), ("sealed", By("fn sealed")),
        ("ends_turn", By("fn ends_turn")), ("on_timeout", By("fn on_timeout")), ("action_message", By("fn says")),
        ("action_data", By("fn keep_in_mind")), ("interaction", By("struct Gesture")), ("conditions", By("fn require")),
        ("remember", By("fn remember")), ("compound", By("struct Compound")), ("finishes", By("fn finish")), ("primitives", By("fn run")),
        ("function", SCRIPT), ("asks_first", SCRIPT),
    ]),
    ("defined action", &[("ref_id", FUNCTION), ("ref_params", FUNCTION), ("action_name", FUNCTION), ("action_ref", FUNCTION), ("params", FUNCTION),
        ("type", FUNCTION), ("type_params", FUNCTION), ("label", FUNCTION), ("phrase", FUNCTION), ("on", FUNCTION), ("by", FUNCTION),
        ("condition", FUNCTION), ("message", FUNCTION), ("pick", FUNCTION), ("legal", FUNCTION), ("legal_message", FUNCTION), ("valid", FUNCTION),
        ("valid_message", FUNCTION), ("reveals", FUNCTION), ("sealed", FUNCTION), ("ends_turn", FUNCTION), ("on_timeout", FUNCTION),
        ("action_message", FUNCTION), ("action_data", FUNCTION), ("interaction", FUNCTION), ("conditions", FUNCTION), ("remember", FUNCTION),
        ("compound", FUNCTION), ("finishes", FUNCTION), ("primitives", FUNCTION), ("function", FUNCTION), ("asks_first", FUNCTION),
    ]),
    ("defined value", &[("ref_id", FUNCTION), ("ref_params", FUNCTION), ("value", FUNCTION), ("type", FUNCTION)]),
    ("import", &[("from", By("struct Fragment")), ("as", By("fn named")), ("with", By("fn with"))]),
    ("fragment", &[("name", INSIDE), ("description", INSIDE), ("params", INSIDE), ("import", By("fn beside")), ("global_data", By("fn item")),
        ("player_data", By("fn seat_item")), ("defined_values", By("fn value")), ("defined_actions", By("fn action")), ("triggers", INSIDE),
    ]),
    ("parameter of a fragment", &[("key", INSIDE), ("type", INSIDE), ("value", INSIDE)]),
    ("interaction", &[
        ("tap", By("fn tap")), ("count", By("fn tap_several")), ("min", By("fn tap_several")), ("max", By("fn tap_several")), ("drag", By("fn drag")),
        ("to", By("fn drag")), ("message", By("fn message")), ("data", By("struct MessageItem")),
    ]),
    ("query", &[
        ("type", By("fn cards")), ("name", By("fn inside")), ("parent", By("fn inside")), ("owner", By("fn owned_by")), ("only", By("fn top")),
        ("face_up", By("fn face_up")), ("where", By("fn matching")),
    ]),
    ("test", &[
        ("message", By("fn require")), ("turn", By("fn is_my_turn")), ("of", By("struct Val")), ("its", By("fn get")), ("equals", By("fn equals")),
        ("above", By("fn above")), ("below", By("fn below")), ("at_least", By("fn at_least")), ("at_most", By("fn at_most")), ("one_of", By("fn one_of")),
        ("is", By("fn is_true")), ("empty", By("fn is_empty")), ("full", By("fn is_full")), ("defined", By("fn is_defined")),
        ("matches", By("fn matches")), ("some_of", By("fn some")), ("every_of", By("fn every")), ("match", By("fn matching")), ("not", By("fn not")),
        ("either", By("fn either")), ("every", By("fn every")),
    ]),
    ("pick", &[
        ("what", By("fn pick_seats")), ("from", By("struct Candidates")), ("zone", By("fn of_others")), ("count", By("fn exactly")),
        ("min", By("fn several")), ("max", By("fn between")), ("only", By("fn top_only")), ("blind", By("fn blind")), ("ordered", By("fn ordered")),
    ]),
    ("message", &[("type", By("fn at")), ("size", By("fn size")), ("text", By("struct Spoken")), ("tokens", By("fn with")), ("time", By("fn seconds"))]),
    ("step", &[
        ("endpoint", By("mod call")), ("function", SCRIPT), ("params", By("mod call")), ("condition", By("fn when")), ("who", By("fn only")),
        ("scene", By("fn apart")), ("into", By("fn set")), ("primitives", By("fn as_one_step")), ("else", By("fn otherwise")),
        ("for_each", By("fn for_each")), ("at_once", By("fn at_once")), ("while", By("fn as_long_as")), ("as", By("fn for_each")),
        ("valid", By("fn require")), ("valid_message", By("fn require")), ("ordered", By("fn ordered_if")),
    ]),
    ("call", &[
        ("endpoint", By("mod call")), ("function", SCRIPT), ("params", By("mod call")), ("if", By("fn require")), ("message", By("fn require")),
        ("valid", By("fn require")), ("valid_message", By("fn require")), ("ordered", By("fn ordered_if")),
    ]),
    ("block of hints for bots", &[("score", By("fn bots_play_for")), ("worth", By("fn bots_value")), ("cut", By("fn bots_stop_at"))]),
    ("score for bots", &[("of", By("fn bots_play_for")), ("best", By("fn bots_play_for"))]),
    ("range", &[("min", By("fn may_be")), ("max", By("fn may_be"))]),
    ("domain", &[
        ("min", By("between(range")), ("max", By("between(range")), ("zones", By("card_in(zones")), ("cards", By("card_named(names")),
        ("items", By("fn list")), ("length", By("fn list")), ("unique", By("fn of_different_items")), ("or_nothing", By("fn or_nothing")),
    ]),
    ("length", &[("min", By("fn list")), ("max", By("fn list"))]),
    ("item of a message", &[
        ("key", By("struct MessageItem")), ("label", Otherwise("nothing reads it")), ("type", TYPED), ("value", By("fn or")), ("domain", By("fn number")),
    ]),
    ("file", &[
        ("$schema", EDITOR), ("cardset", By("fn card_set")), ("deck", By("fn deck")), ("ruleset", By("struct RulesetBuilder")), ("scripts", SCRIPT),
        ("texts", By("fn texts")),
    ]),
    ("card set", &[
        ("set_name", By("fn new")), ("card_dimensions", By("fn size")), ("card_back", By("fn back")), ("back_shows", By("fn back_shows")), ("corners", By("fn corner")),
        ("suits", By("fn suits")), ("symmetrical_deck", By("fn each_suit")), ("use_id_for_texture_names", PICTURES),
        ("shared", Otherwise("a set in Rust is of one game")), ("cards", By("fn cards")),
    ]),
    ("card size", &[("width", By("fn size")), ("height", By("fn size"))]),
    ("set of corners", &[
        ("top_left", By("fn corner")), ("top_right", By("fn corner")), ("bottom_left", By("fn corner")), ("bottom_right", By("fn corner")),
    ]),
    ("suit", &[
        ("suit_name", By("struct SuitSpec")), ("suit_id", ID), ("suit_colour", By("fn colour")), ("suit_back_override", By("fn back")),
        ("texture_folder_override", PICTURES), ("attributes", By("fn with")),
    ]),
    ("colour", &[("red", By("fn colour")), ("green", By("fn colour")), ("blue", By("fn colour"))]),
    ("card", &[
        ("card_name", By("struct CardSpec")), ("card_id", ID), ("card_value", By("fn value")), ("suit_id", By("fn suit")), ("texture_override", PICTURES),
        ("card_back_override", By("fn back")), ("rank", By("fn rank")), ("text", By("fn text")), ("colour", By("fn colour")),
        ("attributes", By("fn with")), ("abilities", By("fn ability")), ("triggers", By("fn trigger")),
    ]),
    ("card value", &[
        ("kind", By("fn value_of")), ("value", By("fn value")), ("low", By("fn value_of_two")), ("high", By("fn value_of_two")),
        ("values", By("fn value_of")),
    ]),
    ("deck", &[("deck_name", By("fn deck")), ("cardset", By("fn deck")), ("content", By("fn deck_of"))]),
    ("deck entry", &[("card", ORDER), ("all", By("fn deck_by")), ("without", By("fn deck_by")), ("copies", By("fn deck_of"))]),
];

/// The source of the DSL.
fn source() -> String {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/format/dsl");
    let mut open = vec![folder];
    let mut text = String::new();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if !path.ends_with("fields_tests.rs") {
                text += &std::fs::read_to_string(path).expect("a text");
            }
        }
    }
    text
}

/// Whether an item is there: its name, and nothing that goes on behind that.
fn has(source: &str, item: &str) -> bool {
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    source
        .match_indices(item)
        .any(|(at, _)| ends(&source[at + item.len()..]))
}

/// An object and all that stand in its fields.
fn reach(spec: &'static ObjectSpec, found: &mut Vec<&'static ObjectSpec>) {
    if found.iter().any(|known| known.name == spec.name) {
        return;
    }
    found.push(spec);
    spec.fields.iter().for_each(|field| reach_in(&field.shape, found));
}

fn reach_in(shape: &Shape, found: &mut Vec<&'static ObjectSpec>) {
    match shape {
        Shape::Object(spec) => reach(spec(), found),
        Shape::List(of) | Shape::OneOrList(of) | Shape::Map(of) => reach_in(of, found),
        Shape::AnyOf(all) => all.iter().for_each(|shape| reach_in(shape, found)),
        Shape::Any
        | Shape::String
        | Shape::Expression
        | Shape::Name
        | Shape::Number
        | Shape::Integer { .. }
        | Shape::Boolean
        | Shape::Word(_) => {}
    }
}

#[test]
fn every_field_of_texts_is_said_in_rust() {
    let source = source();
    let mut wrong = Vec::new();
    let known: BTreeMap<&str, BTreeMap<&str, &Said>> = FIELDS
        .iter()
        .map(|(object, fields)| {
            (
                *object,
                fields.iter().map(|(field, said)| (*field, said)).collect(),
            )
        })
        .collect();
    let mut specs: Vec<&ObjectSpec> = Vec::new();
    for spec in [fields::ALL, content::ALL, &[&bots::BOTS]].concat() {
        reach(spec, &mut specs);
    }
    for spec in &specs {
        let Some(said) = known.get(spec.name) else {
            wrong.push(format!("nobody tells how the DSL says a {}", spec.name));
            continue;
        };
        for field in spec.fields {
            if !said.contains_key(field.name) {
                wrong.push(format!(
                    "nobody tells how the DSL says `{}` of a {}",
                    field.name, spec.name
                ));
            }
        }
    }
    for (object, fields) in FIELDS {
        let spec = specs.iter().find(|spec| spec.name == *object);
        let names: BTreeSet<&str> = spec
            .iter()
            .flat_map(|spec| spec.fields)
            .map(|field| field.name)
            .collect();
        for (field, said) in *fields {
            if !names.contains(field) {
                wrong.push(format!("a {object} has no field `{field}`"));
            }
            match said {
                By(item) if !has(&source, item) => {
                    wrong.push(format!("the DSL has no `{item}` for `{field}`"))
                }
                Otherwise("") => wrong.push(format!("`{field}` of a {object} is left out without a reason")),
                By(_) | Otherwise(_) => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

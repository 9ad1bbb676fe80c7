//! Every mechanism of the language has a home: a game or a fragment that comes along and uses it. Whoever looks for an example
//! finds one that is played.

use crate::support;
use cardable_compiler::text::json::{self, Node, Value};
use cardable_core::diag::{Diagnostics, Sources};
use std::collections::BTreeMap;

/// How a mechanism shows in the files of rules.
enum Sign {
    /// A field of this name.
    Field(&'static str),
    /// A field with a text that begins so.
    Says(&'static str, &'static str),
    /// A call of this function or step, wherever it stands.
    Calls(&'static str),
    /// A call whose first parameter is worked out, and no name.
    CallsWith(&'static str, &'static str),
    /// A field with a list of texts.
    Lists(&'static str),
    /// A field of the first name within one of the second.
    Within(&'static str, &'static str),
    /// Data of cards with this field and text.
    OfCards(&'static str, &'static str),
    /// A state or an action with a field that is true, and a prompt in its steps.
    Asks(&'static str),
}

use Sign::{Asks, Calls, CallsWith, Field, Lists, OfCards, Says, Within};

/// The prompts that a sealed choice may ask its own seat.
const PROMPTS: [&str; 6] = [
    "prompt_card",
    "prompt_cards",
    "prompt_confirm",
    "prompt_number",
    "prompt_option",
    "prompt_split",
];

const MECHANISMS: &[(&str, Sign)] = &[
    ("data of cards, kept in a zone", OfCards("keep", "zone")),
    (
        "data of cards, kept while all can follow it",
        OfCards("keep", "followed"),
    ),
    ("data of cards, kept for the game", OfCards("keep", "game")),
    ("data of cards, seen with the face", OfCards("visible_to", "face")),
    ("data of cards that nobody sees", OfCards("visible_to", "none")),
    ("defined values", Field("defined_values")),
    ("computed data", Field("computed")),
    ("triggers on cards that come", Field("moved_to")),
    ("triggers on cards that go", Field("moved_from")),
    ("triggers on cards that are turned up", Field("turned_up")),
    ("triggers on data of cards", Says("changed", "damage")),
    ("triggers on data of seats", Says("changed", "$player.")),
    ("triggers on shared data", Says("changed", "$globals.")),
    ("triggers on data of states", Says("changed", "$state.")),
    ("triggers on turns that begin", Says("turn", "begins")),
    ("triggers on turns that end", Says("turn", "ends")),
    ("triggers on rounds that begin", Says("round", "begins")),
    ("triggers on rounds that end", Says("round", "ends")),
    ("triggers on what rules emit", Field("emitted")),
    ("triggers of a fragment", Within("triggers", "fragment")),
    ("triggers of a state", Within("triggers", "game_state")),
    ("triggers of a card", Within("triggers", "cards")),
    ("triggers about other cards", Says("of", "others")),
    ("triggers where the card lies", Field("while_in")),
    (
        "an order of triggers that owners choose",
        Says("trigger_order", "owner"),
    ),
    ("emit", Calls("emit")),
    ("abilities", Field("abilities")),
    ("perform", Calls("perform")),
    ("can_perform", Calls("can_perform")),
    ("imports with parameters", Within("with", "import")),
    ("computed states that follow", CallsWith("state_transition", "$")),
    ("computed states that are pushed", CallsWith("state_push", "$")),
    ("hands that others see", Says("zone_visibility", "others")),
    ("zones with their own sight in some states", Field("visible_in")),
    ("zones that several groups see", Lists("zone_visibility")),
    ("tell", Calls("tell")),
    ("peek", Calls("peek")),
    (
        "questions about cards that go together",
        Within("valid", "primitives"),
    ),
    ("answers in an order", Field("ordered")),
    ("prompt_split", Calls("prompt_split")),
    ("ask", Calls("ask")),
    ("sealed choices", Field("sealed")),
    ("sealed choices that ask", Asks("sealed")),
    ("set_teams", Calls("set_teams")),
    ("swap_places", Calls("swap_places")),
    ("subsets", Calls("subsets")),
    ("take_while", Calls("take_while")),
    ("count_sets", Calls("count_sets")),
    ("is_run", Calls("is_run")),
    ("least_deadwood", Calls("least_deadwood")),
    ("poker_rank", Calls("poker_rank")),
    ("decks by words", Within("without", "deck")),
    ("decks with copies by number", Says("copies", "count")),
    ("cards from a table", Says("cards", "cards.csv")),
    ("corners of faces", Field("corners")),
    ("attributes on backs", Field("back_shows")),
    ("columns that cascade", Says("kind", "column")),
    ("summaries", Calls("summarise")),
    ("hints for bots", Field("bots")),
];

/// What no game that comes along uses, and why none is bent to use it. What is used after all must leave this list.
const WITHOUT_A_HOME: &[(&str, &str)] = &[];

impl Sign {
    fn is_in(&self, node: &Node, way: &mut Vec<String>) -> bool {
        let here = match &node.value {
            Value::String(text) => self.is_in_text(text, way),
            Value::Array(items) => matches!(self, Lists(field) if items.len() > 1 && is_last(way, field)),
            _ => false,
        };
        here || match &node.value {
            Value::Array(items) => items.iter().any(|item| self.is_in(item, way)),
            Value::Object(members) => {
                self.is_in_object(node, way)
                    || members.iter().any(|member| {
                        way.push(member.key.to_string());
                        let found = self.is_among_fields(way) || self.is_in(&member.value, way);
                        way.pop();
                        found
                    })
            }
            _ => false,
        }
    }

    fn is_among_fields(&self, way: &[String]) -> bool {
        match self {
            Field(field) => is_last(way, field),
            Within(field, outer) => is_last(way, field) && way.iter().rev().skip(1).any(|key| key == outer),
            _ => false,
        }
    }

    fn is_in_text(&self, text: &str, way: &[String]) -> bool {
        match self {
            Says(field, start) => is_last(way, field) && text.starts_with(start),
            Calls(name) => calls(text, name).next().is_some(),
            CallsWith(name, start) => calls(text, name).any(|given| given.starts_with(start)),
            _ => false,
        }
    }

    fn is_in_object(&self, node: &Node, way: &[String]) -> bool {
        let says = |field: &str, word: &str| node.get(field).and_then(Node::as_str) == Some(word);
        match self {
            OfCards(field, word) => is_last(way, "card_data") && says(field, word),
            Calls(name) => says("endpoint", name),
            Asks(field) => {
                let holds = node.get(field).map(|node| &node.value) == Some(&Value::Bool(true));
                holds
                    && PROMPTS
                        .iter()
                        .any(|name| Calls(name).is_in(node, &mut Vec::new()))
            }
            _ => false,
        }
    }
}

fn is_last(way: &[String], field: &str) -> bool {
    way.last().is_some_and(|key| key == field)
}

/// What is handed over to each call of a function in a text.
fn calls<'t>(text: &'t str, name: &str) -> impl Iterator<Item = &'t str> {
    let places: Vec<usize> = text.match_indices(name).map(|(at, _)| at).collect();
    let end = name.len();
    places.into_iter().filter_map(move |at| {
        let is_word = text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.');
        text[at + end..].strip_prefix('(').filter(|_| !is_word)
    })
}

/// The rules of every game and fragment that comes along.
fn rules() -> Vec<(String, Node)> {
    let mut found = Vec::new();
    let mut folders = vec![support::root().join("rulesets")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path
                .file_name()
                .and_then(|name| name.to_str())
                .expect("a plain name");
            if path.is_dir() && name != "tests" && name != "texts" {
                folders.push(path);
            } else if name.ends_with(".json") {
                let text = std::fs::read_to_string(&path).expect("a text");
                let mut diags = Diagnostics::new();
                let node = json::parse(Sources::new().add(name, &*text), &text, &mut diags);
                assert!(!diags.has_errors(), "{}", path.display());
                found.push((path.display().to_string(), node));
            }
        }
    }
    found
}

#[test]
fn each_mechanism_is_used_by_a_game_that_comes_along() {
    let rules = rules();
    let exceptions: BTreeMap<&str, &str> = WITHOUT_A_HOME.iter().copied().collect();
    let mut wrong = Vec::new();
    for (mechanism, sign) in MECHANISMS {
        let user = rules.iter().find(|(_, node)| sign.is_in(node, &mut Vec::new()));
        match (user, exceptions.get(mechanism)) {
            (None, None) => wrong.push(format!("no shipped game uses {mechanism}")),
            (Some((file, _)), Some(_)) => {
                wrong.push(format!("{mechanism}: {file} uses it; take it off the list"))
            }
            (Some(_), None) | (None, Some(_)) => {}
        }
    }
    for (mechanism, _) in WITHOUT_A_HOME {
        if !MECHANISMS.iter().any(|(name, _)| name == mechanism) {
            wrong.push(format!("{mechanism} is no mechanism"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn signs_are_found_where_they_stand() {
    let text = "{ card_data: [{ key: 'seen', keep: 'followed' }], zone_visibility: ['owner', 'active'], \
        triggers: [{ on: { turn: 'ends' }, primitives: ['mark(top_card(pile))', { endpoint: 'emit', params: 'done' }] }], \
        secret: { sealed: true, actions: { params: 'x', endpoint: 'prompt_card' } }, open: { sealed: false, hidden: true, steps: 'prompt_card(x)' }, \
        actions: { primitives: 'state_push($globals.deed)', note: 'no unmark(x), and other.mark(y)' } }";
    let mut diags = Diagnostics::new();
    let node = json::parse(Sources::new().add("a text", text), text, &mut diags);
    assert!(!diags.has_errors());
    let is_in = |sign: Sign| sign.is_in(&node, &mut Vec::new());
    for sign in [
        OfCards("keep", "followed"),
        Lists("zone_visibility"),
        Field("on"),
        Says("turn", "ends"),
        Within("turn", "triggers"),
        Calls("top_card"),
        Calls("emit"),
        CallsWith("state_push", "$"),
        Asks("sealed"),
    ] {
        assert!(is_in(sign));
    }
    for sign in [
        OfCards("keep", "zone"),
        Lists("primitives2"),
        Field("turned_up"),
        Says("turn", "begins"),
        Within("actions", "triggers"),
        Calls("card"),
        Calls("globals"),
        CallsWith("mark", "$"),
        Asks("marked"),
    ] {
        assert!(!is_in(sign));
    }
}

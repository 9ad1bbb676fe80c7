//! What is said of mistakes reads well, whatever is missing: documents are damaged in many ways, one at
//! a time and two at a time, and every message and help is looked at.

use cardable_compiler::text::json::{self, Node};
use cardable_core::content::{ContentPath, MemoryFiles};
use cardable_core::diag::Diagnostics;
use cardable_core::diag::Sources;
use cardable_core::{Checked, Loader};
use serde_json::{Value, json};

/// So many damages of a document are tried, and so many pairs of them.
const MOST: usize = 150;

/// A way into a document: keys and places.
type Way = Vec<String>;

/// What is done at a place.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Damage {
    /// A text becomes one that nothing is called.
    Rename,
    /// A list or an object becomes empty.
    Empty,
    /// A member or an entry goes.
    Remove,
    /// An entry becomes an empty object.
    Blank,
}

fn places(value: &Value, way: &Way, out: &mut Vec<(Way, Damage)>) {
    let deeper = |key: String| way.iter().cloned().chain([key]).collect::<Way>();
    match value {
        Value::String(_) => out.push((way.clone(), Damage::Rename)),
        Value::Array(items) => {
            out.push((way.clone(), Damage::Empty));
            for (at, item) in items.iter().enumerate() {
                out.push((deeper(at.to_string()), Damage::Blank));
                places(item, &deeper(at.to_string()), out);
            }
        }
        Value::Object(members) => {
            out.push((way.clone(), Damage::Empty));
            for (key, member) in members {
                out.push((deeper(key.clone()), Damage::Remove));
                places(member, &deeper(key.clone()), out);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Does a damage where its place is still there.
fn damage(document: &mut Value, way: &[String], done: Damage) {
    let Some((last, before)) = way.split_last() else {
        return;
    };
    let inner = before.iter().try_fold(document, |value, key| match value {
        Value::Array(items) => items.get_mut(key.parse::<usize>().ok()?),
        Value::Object(members) => members.get_mut(key),
        _ => None,
    });
    let target = match inner {
        Some(Value::Object(members)) if done == Damage::Remove => {
            members.remove(last);
            return;
        }
        Some(Value::Object(members)) => members.get_mut(last),
        Some(Value::Array(items)) => last.parse().ok().and_then(|at: usize| items.get_mut(at)),
        _ => None,
    };
    let Some(target) = target else { return };
    match (done, &mut *target) {
        (Damage::Rename, Value::String(text)) => match text.find(['(', '.', '=']) {
            // Part of an expression, so that the rest is still one.
            Some(at) if text.is_char_boundary(at + 1) => text.insert_str(at + 1, "wibble"),
            _ => *text = "wibble".to_owned(),
        },
        (Damage::Empty, Value::Array(items)) => items.clear(),
        (Damage::Empty, Value::Object(members)) => members.clear(),
        (Damage::Blank, _) => *target = json!({}),
        _ => {}
    }
}

/// A document of JSON5 as one that can be changed.
fn read(text: &str) -> Value {
    let file = Sources::new().add("document", text);
    plain(&json::parse(file, text, &mut Diagnostics::new()))
}

fn plain(node: &Node) -> Value {
    match &node.value {
        json::Value::Null | json::Value::Invalid => Value::Null,
        json::Value::Bool(value) => json!(value),
        json::Value::Number(n) => n.as_i64().map_or_else(|| json!(n.as_f64()), |n| json!(n)),
        json::Value::String(text) => json!(text),
        json::Value::Array(items) => items.iter().map(plain).collect(),
        json::Value::Object(members) => {
            let members = members.iter().map(|m| (m.key.to_string(), plain(&m.value)));
            Value::Object(members.collect())
        }
    }
}

/// What is wrong with a message or a help.
fn wrong(text: &str) -> Option<&'static str> {
    if text.trim().is_empty() {
        return Some("it says nothing");
    }
    if text.ends_with([' ', ':', ',', ';', '.']) {
        return Some("it ends in the middle");
    }
    let ends = [
        "s are", "one of", " write", " yet", " and", " or", " the", " have",
    ];
    if ends.iter().any(|end| text.ends_with(end)) {
        return Some("it ends before what it was to list");
    }
    if text.contains("  ") || text.contains(" ,") || text.contains(" ;") || text.contains(": ;") {
        return Some("something is left out in the middle");
    }
    text.contains("``").then_some("it quotes nothing")
}

fn look_at(checked: &Checked, what: &str, found: &mut Vec<String>) {
    for problem in checked.diagnostics.sorted() {
        let code = problem.code.as_str();
        // What the author wrote may be anything, also nothing.
        if let Some(why) = wrong(&problem.message.replace("``", "`x`")) {
            found.push(format!("{code} {why}: {:?} ({what})", problem.message));
        }
        match &problem.help {
            None => found.push(format!("{code} has no help: {:?} ({what})", problem.message)),
            Some(help) => {
                if let Some(why) = wrong(help) {
                    found.push(format!("{code} {why}: {:?} → {help:?} ({what})", problem.message));
                }
            }
        }
    }
}

fn all_read_well(document: &Value, pairs: bool, check: impl Fn(&Value) -> Checked) {
    let mut singles = Vec::new();
    places(document, &Way::new(), &mut singles);
    let few = |all: Vec<Vec<(Way, Damage)>>| {
        let step = (all.len() / MOST).max(1);
        all.into_iter().step_by(step)
    };
    let mut both = Vec::new();
    for list in singles
        .iter()
        .filter(|(_, done)| pairs && *done != Damage::Rename)
    {
        let names = singles
            .iter()
            .filter(|(way, done)| *done == Damage::Rename && !way.starts_with(&list.0));
        both.extend(names.map(|name| vec![list.clone(), name.clone()]));
    }
    let ways = few(singles.into_iter().map(|one| vec![one]).collect()).chain(few(both));
    let mut found = Vec::new();
    for damages in ways {
        let mut damaged = document.clone();
        for (way, done) in &damages {
            damage(&mut damaged, way, *done);
        }
        look_at(&check(&damaged), &format!("{damages:?}"), &mut found);
    }
    found.sort();
    found.dedup_by_key(|line| line.split(" (").next().map(str::to_owned));
    assert!(found.is_empty(), "{} texts:\n{}", found.len(), found.join("\n"));
}

fn check_text(document: &Value) -> Checked {
    Loader::new().check_text("r.json", &document.to_string())
}

/// A ruleset that declares next to nothing, and names much.
fn bare() -> Value {
    json!({
        "cardset": { "set_name": "C", "suits": [{ "suit_name": "Red", "suit_id": 0 }],
            "cards": [{ "card_name": "A", "card_id": 0, "suit_id": 0, "card_value": 3 }] },
        "deck": { "deck_name": "d", "cardset": "C", "content": [0] },
        "ruleset": {
            "ruleset_name": "Bare", "min_players": 2, "max_players": 2, "decks": "d",
            "options": [{ "key": "long", "value": true }],
            "global_data": [{ "key": "n", "value": 0 }],
            "player_data": [{ "key": "bid", "value": 0 }],
            "game_area": {
                "roles": [{ "name": "player" }],
                "shared_zones": [{ "name": "pile", "designations": [{ "values": ["open"] }] }],
                "player_zones": [{ "name": "hand", "replenish": { "when": "on_empty", "from": "pile" } }],
            },
            "defined_actions": [{ "ref_id": "again", "type": "button", "ref_params": [{ "key": "x", "type": "number" }],
                "primitives": "set($globals.n, $action.x)" }],
            "game_state": [
                { "state_name": "play", "state_type": "grandstand", "actions": [
                    { "action_ref": "again", "params": [1] },
                    { "action_name": "go", "type": "button", "condition": "$globals.n == 0 && $options.long", "primitives": [
                        "designate(pile, 'open')", "set($globals.n, most_of_seats('bid'))",
                        "set($globals.n, $player.bid)", "set($globals.n, top_card(pile).value)",
                        "set($globals.n, list_count(role_seats('player')))", "move_all($player.hand, pile)",
                        "deal(pile, hand, 1)", "sort(pile, 'suit')", "state_transition(over, 3)",
                    ] },
                    { "action_name": "lay", "type": "hand_pick", "pick": { "from": "hand" },
                      "primitives": "place_card($action.hand_pick, pile)" },
                    { "action_name": "tap", "interaction": { "type": "card", "parent": "pile" },
                      "primitives": "place_card($action.tapped, pile)" },
                ] },
                { "state_name": "over", "state_type": "auto", "state_data": [{ "key": "x", "type": "number" }],
                  "actions": [{ "action_name": "end", "type": "auto",
                    "condition": "$state.x > 0", "primitives": "end_game(best_seats())" }] },
            ],
        },
    })
}

#[test]
fn helps_of_a_ruleset_with_two_mistakes_read_well() {
    all_read_well(&bare(), true, check_text);
}

#[test]
fn helps_of_a_ruleset_of_everything_read_well() {
    let text = include_str!("fixtures/everything.json");
    all_read_well(&read(text), false, check_text);
}

#[test]
fn helps_of_games_in_phases_read_well() {
    for text in [
        include_str!("fixtures/cardgame/eights.cardgame.json"),
        include_str!("fixtures/cardgame/blackjack.cardgame.json"),
        include_str!("../rulesets/hearts/hearts.cardgame.json"),
    ] {
        all_read_well(&read(text), false, |document| {
            Loader::new().check_text("g.cardgame.json", &document.to_string())
        });
    }
}

#[test]
fn helps_of_tables_without_rules_read_well() {
    let deck = json!({ "pairs": { "suits": [{ "name": "Red", "color": "#c00" }, { "name": "Blue" }],
        "ranks": [{ "value": 1 }, { "value": 2, "text": "two" }] } });
    let game = json!({ "decks": [{ "name": "pack", "source": "deck.json" }], "players": 2, "turns": true,
        "shared_zones": [{ "name": "stock", "card_visibility": "none", "control": "all", "decks": ["pack"],
            "is_library": true, "size": "*", "order": "fixed-lifo" }],
        "player_zones": [{ "name": "hand", "zone_visibility": "owner", "control": "owner", "decks": ["pack"],
            "size": { "initial": 1, "limits": [0, 4] }, "order": "any" }] });
    let check = |game: &Value, deck: &Value| {
        let mut files = MemoryFiles::new();
        files.add("t/t.game.json", game.to_string()).expect("a path");
        files.add("t/deck.json", deck.to_string()).expect("a path");
        Loader::new().check_files(&files, &ContentPath::new("t").expect("a path"))
    };
    all_read_well(&game, true, |game| check(game, &deck));
    all_read_well(&deck, true, |deck| check(&game, deck));
}

/// The texts of which the test must say that they end in nothing.
#[test]
fn what_reads_badly_is_seen() {
    for bad in [
        "a player's zones are ",
        "the states are none yet",
        "write one of",
        "cards have  and more",
        "did you mean ``?",
    ] {
        assert!(wrong(bad).is_some(), "{bad}");
    }
    for good in [
        "the states are `a`, `b`",
        "write `1`",
        "declare it in `player_data`",
    ] {
        assert_eq!(wrong(good), None, "{good}");
    }
}

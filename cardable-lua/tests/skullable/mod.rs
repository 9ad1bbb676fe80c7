//! Skullable, and Skullable whose betting is a script.

use cardable_core::{Loader, Ruleset};
use cardable_lua::Luau;
use serde_json::Value;
use std::path::Path;

const BETTING: &str = include_str!("betting.luau");

/// State, action, and the function in place of its steps.
const IN_LUAU: [(&str, &str, &str); 4] = [
    ("build", "lay another", "lay_another"),
    ("build", "bid", "bid"),
    ("raise", "pass", "pass"),
    ("raise", "raise", "raise"),
];

fn text() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulesets/skullable/ruleset.json");
    std::fs::read_to_string(file).unwrap()
}

/// As it is shipped.
pub fn in_json() -> Ruleset {
    text().parse().unwrap_or_else(|e| panic!("{e}"))
}

/// The same with a script.
pub fn in_luau() -> Ruleset {
    let mut rules: Value = json5::from_str(&text()).unwrap();
    let lines: Vec<&str> = BETTING.lines().collect();
    rules["ruleset"]["script"] = lines.into();
    for (state, action, function) in IN_LUAU {
        let states = rules["ruleset"]["game_state"].as_array_mut().unwrap();
        let state = states.iter_mut().find(|s| s["state_name"] == state).unwrap();
        let actions = state["actions"].as_array_mut().unwrap();
        let action = actions.iter_mut().find(|a| a["action_name"] == action).unwrap();
        let action = action.as_object_mut().unwrap();
        action.remove("primitives").unwrap();
        action.insert("function".to_owned(), function.into());
    }
    let checked = Loader::new()
        .scripts(&Luau::new())
        .check_text("skullable.json", &rules.to_string());
    let said: Vec<String> = checked.reports().iter().map(ToString::to_string).collect();
    assert!(said.is_empty(), "{said:#?}");
    checked.ruleset.unwrap()
}

//! A fragment by itself: a game that imports it, with placeholders for what other games hand over.

use super::package::assemble;
use crate::content::{ContentPath, Files, Package, Roots, load::Loaded};
use crate::format::ruleset::fields::{Data, FRAGMENT_FILE, Fragment, FragmentFile, FragmentParam};
use crate::text::diag::{Code, Diagnostic, Diagnostics};
use crate::text::fields::read::{Items, Text};
use crate::text::source::Sources;
use cardable_engine::value::Type;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// What the text with the placeholders is called.
const NAME: &str = "placeholders";

/// What stands before the names of the fragment, where these are called.
const PREFIX: &str = "fragment";

/// Where fragments of a game may lie.
const FOLDER: &str = "fragments";

impl Package {
    /// A game that imports the fragment of a file, and calls all that it defines. Its main file holds the placeholders.
    /// None where the file has no fragment, which is told.
    pub(crate) fn around_fragment(
        files: &dyn Files,
        path: &ContentPath,
        roots: Roots<'_>,
        sources: &mut Sources,
        diags: &mut Diagnostics,
    ) -> Option<Package> {
        let loaded = Loaded::file(files, path, sources);
        diags.append(loaded.problems);
        if loaded.root.is_invalid() || !FRAGMENT_FILE.check_keys(&loaded.root, diags) {
            return None;
        }
        let node = loaded.root.get("fragment")?;
        let Some(fragment) = (FragmentFile { node: &loaded.root }).fragment() else {
            let message = format!("a fragment is an object, not {}", node.kind());
            let help = "write its fields in braces: `{ \"params\": …, \"defined_actions\": … }`";
            diags.error(Code::WrongType, node.span, message, help);
            return None;
        };
        let text = placeholders(fragment).to_string();
        let mut main = Loaded::text(NAME, text.into(), sources);
        let import = main
            .root
            .get_mut("ruleset")
            .and_then(|rules| rules.get_mut("import"));
        *import?.get_mut("from")? = node.clone();
        // A game's fragments lie beside its rules, or in a folder there.
        let beside = path.parent().unwrap_or_else(ContentPath::root);
        let folder = match beside.file_name() {
            Some(FOLDER) => beside.parent().unwrap_or_else(ContentPath::root),
            _ => beside,
        };
        let package = Some((files, folder, path.clone()));
        let mut package = assemble(main, package, roots, sources, diags)?;
        // Translations are for all fragments of a folder.
        package.texts.clear();
        Some(package)
    }
}

/// A game around a fragment, which still lacks it.
fn placeholders(fragment: Fragment<'_>) -> Value {
    let mut names = Placeholders::default();
    let mut with = Map::new();
    for param in fragment.params() {
        if let Some((key, value)) = names.of_param(param) {
            with.insert(key.to_owned(), value);
        }
    }
    let calls = fragment.defined_actions().iter().enumerate();
    let calls = calls.filter_map(|(at, action)| {
        let name = action.ref_id()?.value?;
        let handed: Vec<String> = names.of_params(action.ref_params());
        let call = format!("{PREFIX}.{}({})", name.as_str(), handed.join(", "));
        Some(json!({ "action_name": format!("action {at}"), "type": "button", "primitives": call }))
    });
    let mut actions: Vec<Value> = calls.collect();
    let end = || json!({ "action_name": "end", "type": "button", "primitives": "end_game()" });
    actions.push(end());
    let state = |name: &str, actions: Vec<Value>| json!({ "state_name": name, "state_type": "round_robin", "actions": actions });
    let mut states = vec![state("placeholder", actions)];
    states.extend(names.states.iter().map(|name| state(name, vec![end()])));
    // An attribute may hold a number or a text.
    let card = |id: u8, value: Value| {
        let attributes = names.attributes.iter().map(|name| (name.clone(), value.clone()));
        let attributes: Map<String, Value> = attributes.collect();
        json!({ "card_name": format!("card {id}"), "card_id": id, "attributes": attributes })
    };
    json!({
        "cardset": { "set_name": "cards", "cards": [card(0, json!(1)), card(1, json!("text"))] },
        "ruleset": {
            "ruleset_name": "Placeholders",
            "min_players": 2,
            "max_players": 4,
            "cardsets": "cards",
            "game_area": { "shared_zones": names.shared_zones, "player_zones": names.seat_zones },
            "global_data": names.globals,
            "player_data": names.seat_data,
            "import": { "from": {}, "as": PREFIX, "with": with },
            "game_state": states,
        },
    })
}

/// What the game around a fragment declares, to hand it over.
#[derive(Default)]
struct Placeholders {
    shared_zones: Vec<Value>,
    seat_zones: Vec<Value>,
    globals: Vec<Value>,
    seat_data: Vec<Value>,
    attributes: Vec<String>,
    states: Vec<String>,
    known: BTreeSet<String>,
}

impl Placeholders {
    /// What is handed over for a parameter of the fragment, under its key. Nothing where a default will do, and where it is
    /// told what is wrong with the parameter.
    fn of_param<'n>(&mut self, param: FragmentParam<'n>) -> Option<(&'n str, Value)> {
        let key = param.key()?.value?.as_str();
        let word = param.kind()?.value?.as_str();
        if !self.known.insert(key.to_owned()) {
            return None;
        }
        let name = json!(key);
        let given = match word {
            "seat_zone" => {
                let zone = json!({ "name": key, "zone_visibility": "all", "order": "any" });
                self.seat_zones.push(zone);
                name
            }
            "zone" => {
                let zone = json!({ "name": key, "zone_visibility": "all", "order": "fixed-fifo" });
                self.shared_zones.push(zone);
                name
            }
            "seat_data" => {
                self.seat_data.push(json!({ "key": key, "type": "any" }));
                name
            }
            "attribute" => {
                self.attributes.push(key.to_owned());
                name
            }
            "state" => {
                self.states.push(key.to_owned());
                name
            }
            "data" => json!(self.global("any")),
            _ if param.value().is_some() => return None,
            ty => json!(self.global(known(ty))),
        };
        Some((key, given))
    }

    /// What is handed to a defined action for its parameters.
    fn of_params(&mut self, params: Items<'_, Data<'_>>) -> Vec<String> {
        let types = params
            .iter()
            .map(|param| param.kind().map_or("any", Text::as_str));
        types.map(|ty| self.global(known(ty))).collect()
    }

    /// Data of the whole game that holds a value of a type.
    fn global(&mut self, ty: &str) -> String {
        let key = format!("some_{ty}");
        if self.known.insert(format!("$globals.{key}")) {
            self.globals.push(json!({ "key": key, "type": ty }));
        }
        format!("$globals.{key}")
    }
}

/// A type by its name, or `any` where the name is none: that is told where it stands.
fn known(ty: &str) -> &str {
    if Type::NAMES.contains(&ty) { ty } else { "any" }
}

/// Whether something is told of the placeholders rather than of the fragment, or depends on the game that imports it.
pub(crate) fn is_of_the_game(problem: &Diagnostic, package: &Package) -> bool {
    // What is handed over has a type in a game.
    let is_untyped = || {
        let of_any = format!("{} has no `", Type::ANY.phrase());
        problem.code == Code::UnknownReference && problem.message.starts_with(&of_any)
    };
    let of_placeholders = problem.span.is_some_and(|span| span.file == package.main);
    of_placeholders || problem.code == Code::Unheard || is_untyped()
}

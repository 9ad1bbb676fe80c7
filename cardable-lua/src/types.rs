//! Writes the definition file for the Luau language server and for authors: every name that scripts of a
//! ruleset can use, with its type and description, generated from the declarations.

use crate::check::is_query;
use crate::handles::KINDS;
use crate::methods::{RESERVED, is_composed, is_of_fragment, kinds, short_forms};
use crate::state::{GAME, Properties};
use crate::{EXTENSION, Luau};
use cardable_engine::primitives::{Arity, ParamType, Signature};
use cardable_engine::script::{
    Compiled, DataDecl, Declarations, ErrorKind, FunctionKind, Required, ScriptEngine, ScriptSources,
};
use cardable_engine::value::{Kind, Type};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};

/// A Luau language that records what a ruleset's scripts can name. Load a ruleset with it, then ask for its
/// definition file. The ruleset must have a script, which can be faulty or empty.
#[derive(Debug, Default)]
pub struct Listener {
    luau: Luau,
    names: Mutex<Option<Declarations>>,
}

impl Listener {
    /// Creates a listener without definitions.
    pub fn new() -> Listener {
        Listener::default()
    }

    /// The definition file of the ruleset loaded last. `None` if it had no script.
    pub fn definitions(&self) -> Option<String> {
        let names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        names.as_ref().map(definitions)
    }
}

impl ScriptEngine for Listener {
    fn name(&self) -> &str {
        self.luau.name()
    }

    fn extension(&self) -> &str {
        EXTENSION
    }

    fn requires(&self, text: &str) -> Vec<Required> {
        self.luau.requires(text)
    }

    fn compile(&self, sources: &ScriptSources, names: &Declarations) -> Compiled {
        let mut heard = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        *heard = Some(names.clone());
        drop(heard);
        self.luau.compile(sources, names)
    }
}

/// The data of seats that every ruleset with a script can have.
const SCORE: &str = "score";

/// Type names of the handles.
const TYPES: [&str; 4] = ["Seat", "Zone", "Card", "Deck"];

/// The definition file for these declarations.
pub fn definitions(names: &Declarations) -> String {
    let mut out = String::new();
    let o = &mut out;
    let _ = writeln!(
        o,
        "-- What scripts of `{}` can name. Made by `cardable lua-types`: make it anew when the ruleset changes.",
        names.ruleset
    );
    let _ = writeln!(
        o,
        "-- A seat, card, zone or deck that is not there is nil, as each text says.\n"
    );
    handles(o, names);
    data(o, names);
    let _ = writeln!(o, "-- Functions of the ruleset\n");
    for function in &names.functions {
        let params: Vec<(String, ParamType, Arity)> = function
            .params
            .iter()
            .map(|p| (p.name.clone(), p.ty, p.arity))
            .collect();
        let signature = parameters(names, &params);
        if let FunctionKind::Primitive { name } = &function.kind {
            comment(o, "", &function.doc);
            for param in function.params.iter().filter(|p| !p.doc.is_empty()) {
                comment(o, "", &format!("`{}`: {}", param.name, param.doc));
            }
            let _ = writeln!(
                o,
                "declare function {name}({signature}): {}\n",
                result(function.result)
            );
        }
    }
    let _ = writeln!(o, "-- Primitives\n");
    for decl in &names.primitives {
        let primitive = &*decl.primitive;
        if !(decl.callable || is_query(primitive) || is_composed(primitive))
            || written_apart(&primitive.name)
            || is_of_fragment(primitive)
        {
            continue;
        }
        comment(o, "", &primitive.doc);
        for param in &*primitive.params {
            comment(o, "", &format!("`{}`: {}", param.name, param.doc));
        }
        if !primitive.errors.is_empty() {
            comment(o, "", &format!("Errors: {}.", primitive.errors));
        }
        if decl.acts {
            comment(o, "", "It acts: conditions cannot call it.");
        }
        for name in primitive.aliases.iter().copied().chain([&*primitive.name]) {
            let _ = writeln!(
                o,
                "declare function {name}({}): {}",
                parameters(names, &own_parameters(primitive)),
                result(primitive.result)
            );
        }
        let _ = writeln!(o);
    }
    let of_fragments = names.primitives.iter().map(|decl| &*decl.primitive);
    let of_fragments: Vec<(&str, &Signature)> = of_fragments
        .filter(|primitive| is_of_fragment(primitive))
        .map(|primitive| (&*primitive.name, primitive))
        .collect();
    let declared = by_fragment(&of_fragments).into_iter();
    for (fragment, of) in declared.filter(|(fragment, _)| !RESERVED.contains(fragment)) {
        comment(o, "", "What a fragment defines.");
        let _ = write!(o, "declare {fragment}: ");
        fragment_type(o, names, 0, &of);
        let _ = writeln!(o, "\n");
    }
    others(o, names);
    out
}

/// Those with an import's name before their own, by that name, with the rest of theirs.
fn by_fragment<'a>(of: &[(&'a str, &'a Signature)]) -> BTreeMap<&'a str, Vec<(&'a str, &'a Signature)>> {
    let mut found: BTreeMap<&str, Vec<(&str, &Signature)>> = BTreeMap::new();
    for &(name, primitive) in of {
        if let Some((fragment, rest)) = name.split_once('.') {
            found.entry(fragment).or_default().push((rest, primitive));
        }
    }
    found
}

/// A name as the field of a table's type. Words of the language, such as `end`, are called as `dealing["end"]()`.
fn field(name: &str) -> String {
    match RESERVED.contains(&name) {
        true => format!("[\"{name}\"]"),
        false => name.to_owned(),
    }
}

/// The type of the table with what a fragment defines, and the fragments that it imports.
fn fragment_type(o: &mut String, names: &Declarations, depth: usize, of: &[(&str, &Signature)]) {
    let indent = "\t".repeat(depth + 1);
    let _ = writeln!(o, "{{");
    for (name, primitive) in of.iter().filter(|(name, _)| !name.contains('.')) {
        let params = parameters(names, &own_parameters(primitive));
        let field = field(name);
        let _ = writeln!(o, "{indent}{field}: ({params}) -> {},", result(primitive.result));
    }
    for (fragment, inner) in by_fragment(of) {
        let _ = write!(o, "{indent}{}: ", field(fragment));
        fragment_type(o, names, depth + 1, &inner);
        let _ = writeln!(o, ",");
    }
    let _ = write!(o, "{}}}", "\t".repeat(depth));
}

/// Whether a name is declared by hand or belongs to Luau.
fn written_apart(name: &str) -> bool {
    RESERVED.contains(&name) || ["select", "ask", "state_transition"].contains(&name)
}

fn own_parameters(primitive: &Signature) -> Vec<(String, ParamType, Arity)> {
    primitive
        .params
        .iter()
        .map(|p| (p.name.to_string(), p.ty, p.arity))
        .collect()
}

fn comment(o: &mut String, indent: &str, text: &str) {
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let _ = writeln!(o, "{indent}-- {line}");
    }
}

fn handles(o: &mut String, names: &Declarations) {
    let properties = Properties::new(names);
    for (kind, ty) in KINDS.iter().zip(TYPES) {
        let _ = writeln!(o, "declare extern type {ty} with");
        if properties.has(kind, "name")
            || names
                .attributes
                .iter()
                .any(|a| *kind == "card" && a.name == "name")
        {
            let _ = writeln!(o, "\tname: string");
        }
        match *kind {
            "seat" => {
                let data = names.seat_data.iter().map(|d| (&d.name, of_type(d.ty)));
                for (name, ty) in data.filter(|(name, _)| plain_name(name)) {
                    let _ = writeln!(o, "\t{name}: {ty}");
                }
                // A script that mentions it gives the seats a score.
                if !properties.has(kind, SCORE) {
                    let _ = writeln!(o, "\t{SCORE}: number");
                }
                let zones = once(names.seat_zones.iter().map(|z| z.name.as_str()));
                for zone in zones.into_iter().filter(|name| plain_name(name)) {
                    let _ = writeln!(o, "\t{zone}: Zone");
                }
            }
            "zone" => {
                let _ = writeln!(
                    o,
                    "\t-- Whose it is; nil when there is one for all.\n\towner: Seat?"
                );
            }
            "card" => {
                for attribute in names
                    .attributes
                    .iter()
                    .filter(|a| plain_name(&a.name) && a.name != "name")
                {
                    let _ = writeln!(o, "\t{}: {}", attribute.name, of_type(attribute.ty));
                }
                for item in names.card_data.iter().filter(|item| plain_name(&item.name)) {
                    let _ = writeln!(o, "\t{}: {}", item.name, of_type(item.ty));
                }
            }
            _ => {}
        }
        let mut methods: Vec<(String, &Signature)> = Vec::new();
        for decl in names
            .primitives
            .iter()
            .filter(|d| d.callable || is_query(&d.primitive))
        {
            if kinds(&decl.primitive).contains(kind) && !properties.has(kind, &decl.primitive.name) {
                methods.push((decl.primitive.name.to_string(), &*decl.primitive));
            }
        }
        methods.extend(short_forms(names, &properties, kind));
        for (name, primitive) in methods
            .iter()
            .filter(|(name, _)| !RESERVED.contains(&name.as_str()) && (*kind != "seat" || name != SCORE))
        {
            let mut params = own_parameters(primitive);
            params.remove(0);
            let params = parameters(names, &params);
            let comma = if params.is_empty() { "" } else { ", " };
            let _ = writeln!(
                o,
                "\tfunction {name}(self{comma}{params}): {}",
                result(primitive.result)
            );
        }
        let _ = writeln!(o, "end\n");
    }
}

/// Whether a name is a valid identifier after a point.
fn plain_name(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !RESERVED.contains(&name)
}

fn table(o: &mut String, doc: &str, name: &str, fields: &[(String, String)]) {
    comment(o, "", doc);
    let _ = writeln!(o, "declare {name}: {{");
    for (field, ty) in fields {
        if plain_name(field) {
            let _ = writeln!(o, "\t{field}: {ty},");
        } else {
            let _ = writeln!(o, "\t[{field:?}]: {ty},");
        }
    }
    let _ = writeln!(o, "}}\n");
}

fn fields(data: &[DataDecl]) -> Vec<(String, String)> {
    data.iter().map(|d| (d.name.clone(), of_type(d.ty))).collect()
}

fn data(o: &mut String, names: &Declarations) {
    comment(o, "", "The seat that acts; nil where there is none.");
    let _ = writeln!(o, "declare player: Seat\n");
    table(o, "Data of the game.", "globals", &fields(&names.globals));
    table(
        o,
        "What was chosen before the game.",
        "options",
        &fields(&names.options),
    );
    table(
        o,
        "Data and picks of the action that runs.",
        "action",
        &fields(&names.actions),
    );
    let mut all: Vec<(String, String)> = Vec::new();
    for state in &names.states {
        for (name, ty) in fields(&state.data) {
            match all.iter_mut().find(|(known, _)| *known == name) {
                Some((_, known)) if *known != ty => *known = "any".to_owned(),
                Some(_) => {}
                None => all.push((name, ty)),
            }
        }
    }
    table(
        o,
        "Data of the running state; each state has its own.",
        "state",
        &all,
    );
    let mut game: Vec<(String, String)> = Vec::new();
    for (name, ..) in GAME {
        let ty = match name {
            "decks" => "{ Deck }",
            "seats" => "{ Seat }",
            _ => "string",
        };
        game.push((name.to_owned(), ty.to_owned()));
    }
    let zones = once(names.shared_zones.iter().map(|z| z.name.as_str()));
    game.extend(zones.into_iter().map(|name| (name.to_owned(), "Zone".to_owned())));
    table(
        o,
        "The zones there is one of, the decks, all seats, the name of the running state.",
        "game",
        &game,
    );
}

fn others(o: &mut String, names: &Declarations) {
    let states = one_of(names.states.iter().map(|s| s.name.as_str()));
    comment(
        o,
        "",
        "Leaves for another state, with its parameters; nothing after it is done.\nWith a table only some \
         seats go: `{ state = \"pause\", who = seats, scene = \"new\", params = { … } }`.",
    );
    let table = "{ state: string?, who: any, scene: string?, params: { any }? }";
    let _ = writeln!(
        o,
        "declare function state_transition(state: {states} | {table}, ...: any): ()\n"
    );
    comment(
        o,
        "",
        "Asks a seat, or several, with a prompt and its values: `ask(seat, prompt_number, 1, 5)`.",
    );
    let _ = writeln!(
        o,
        "declare function ask(seats: Seat | {{ Seat }}, prompt: any, ...: any): any\n"
    );
    comment(
        o,
        "",
        "A random number from the game's generator: between two, from 1 to one, or a fraction below 1.",
    );
    let _ = writeln!(
        o,
        "declare function random(low: number?, high: number?): number\n"
    );
    let kinds: Vec<&str> = ErrorKind::ALL.iter().map(|k| k.name()).collect();
    comment(
        o,
        "",
        &format!(
            "What `pcall` catches of the game's errors. Kinds: {}.",
            kinds.join(", ")
        ),
    );
    let _ = writeln!(o, "export type GameError = {{ kind: string, message: string }}");
}

fn parameters(names: &Declarations, params: &[(String, ParamType, Arity)]) -> String {
    // Only expressions of a ruleset can say what must hold of all that is picked.
    let own = params
        .iter()
        .filter(|(_, takes, _)| *takes != ParamType::OfPicked);
    let shown = own.map(|(name, takes, need)| {
        let ty = taken(names, *takes);
        let name = if RESERVED.contains(&name.as_str()) || !plain_name(name) {
            format!("{name}_")
        } else {
            name.clone()
        };
        match need {
            Arity::Required => format!("{name}: {ty}"),
            Arity::Optional => format!("{name}: ({ty})?"),
            Arity::Rest => format!("...: {ty}"),
        }
    });
    shown.collect::<Vec<_>>().join(", ")
}

/// Removes duplicates: copies of a zone share its name.
fn once<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = std::collections::BTreeSet::new();
    names.filter(|name| seen.insert(*name)).collect()
}

fn one_of<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let all: Vec<String> = once(names).into_iter().map(|name| format!("{name:?}")).collect();
    if all.is_empty() {
        "string".to_owned()
    } else {
        format!("({})", all.join(" | "))
    }
}

fn taken(names: &Declarations, takes: ParamType) -> String {
    match takes {
        ParamType::Value(Type::One(Kind::Zone)) => "Zone | string".to_owned(),
        ParamType::Value(ty) => of_type(ty),
        ParamType::Whole | ParamType::Count => "number".to_owned(),
        ParamType::EachSeat | ParamType::Seats => "Seat | { Seat } | string".to_owned(),
        ParamType::Cards => "Card | { Card } | Zone | string".to_owned(),
        ParamType::StateName => one_of(names.states.iter().map(|s| s.name.as_str())),
        ParamType::SeatZone => one_of(names.seat_zones.iter().map(|z| z.name.as_str())),
        ParamType::Attribute => one_of(names.attributes.iter().map(|a| a.name.as_str())),
        ParamType::Designation => one_of(names.designations.iter().map(String::as_str)),
        ParamType::Role => one_of(names.roles.iter().map(String::as_str)),
        ParamType::Items => "Zone | { any }".to_owned(),
        ParamType::Contents => "any".to_owned(),
        ParamType::Function => "((any) -> any) | string".to_owned(),
        ParamType::Place | ParamType::Prompt | ParamType::Step => "any".to_owned(),
        ParamType::OfPicked => "nil".to_owned(),
    }
}

fn of_kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Any => "any",
        Kind::Bool => "boolean",
        Kind::Number => "number",
        Kind::String => "string",
        Kind::Seat => "Seat",
        Kind::Card => "Card",
        Kind::Zone => "Zone",
        Kind::Deck => "Deck",
    }
}

fn of_type(ty: Type) -> String {
    match ty {
        Type::Nothing => "nil".to_owned(),
        Type::State => "any".to_owned(),
        Type::One(kind) => of_kind(kind).to_owned(),
        Type::List(kind) => format!("{{ {} }}", of_kind(kind)),
    }
}

fn result(ty: Type) -> String {
    match ty {
        Type::Nothing => "()".to_owned(),
        Type::State | Type::One(_) | Type::List(_) => of_type(ty),
    }
}

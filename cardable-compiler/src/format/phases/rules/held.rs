//! Options that stand for zones and players: whether all that they may be is one.

use super::language::Language;
use crate::expr::compile::Compiler;
use crate::hir::{Hir, NodeId, NodeKind};
use crate::text::diag::{Code as Problem, suggestion_or_list};
use cardable_engine::program::{SettingDef, Values};
use cardable_engine::value::{Type, Value};

/// A number or a text that says which zone is meant; broken where an option may be what no zone is called.
pub(super) fn zone(c: &mut Compiler<'_>, node: NodeId) -> NodeId {
    let Some(option) = option(&c.b.hir, node).filter(|option| option.def.ty == Type::STRING) else {
        return node;
    };
    let span = c.b.get(node).span;
    let zones = c.b.hir.zones.shared.iter().chain(&c.b.hir.zones.seat);
    let mut known = c.b.hir.names_of(zones.map(|zone| zone.name));
    known.retain(|name| *name != "box");
    let (message, help) = match c.b.hir.texts_of_option(option.def) {
        None => {
            let some: Vec<String> = known.iter().take(2).map(|zone| format!("\"{zone}\"")).collect();
            let domain = some.join(", ");
            (
                format!(
                    "`{}` names a zone here, and this option may be any text",
                    option.name
                ),
                format!("give the option a `domain` of zones: `\"domain\": [{domain}]`"),
            )
        }
        Some(texts) => {
            let mut texts = texts.into_iter().map(|text| c.b.hir.strings.get(text));
            let Some(strange) = texts.find(|text| !is_zone(&c.b.hir, text)) else {
                return node;
            };
            (
                format!(
                    "no zone is called `{strange}`, which the option `{}` may be",
                    option.name
                ),
                suggestion_or_list(strange, &known, "declare it under `zones`"),
            )
        }
    };
    c.b.error(Problem::UnknownZone, span, message, help);
    c.b.broken(span)
}

/// The number of a player; broken where an option may be a number that no player has.
pub(super) fn player(language: &Language<'_>, c: &mut Compiler<'_>, node: NodeId) -> NodeId {
    let built = language.wanted(c, node, Type::NUMBER, "this");
    let Some(option) = option(&c.b.hir, built).filter(|option| option.def.ty == Type::NUMBER) else {
        return built;
    };
    let name = option.name;
    let last = i64::from(c.b.hir.head.seats.1).saturating_sub(1);
    let is_player = |n: &i64| (0..=last).contains(n);
    let (code, message) = match option.def.domain {
        None => (
            Problem::ParameterType,
            format!("players have whole numbers, and the option `{name}` may be any number"),
        ),
        Some(Values::Range(min, max)) => match [min, max].iter().find(|n| !is_player(n)) {
            None => return built,
            Some(strange) => no_player(strange, name, last),
        },
        Some(Values::OneOf(list)) => {
            let mut values = c.b.hir.constants.items(list).iter();
            let strange = values.find_map(|value| match value {
                Value::Int(n) if is_player(n) => None,
                Value::Int(n) => Some(n.to_string()),
                Value::Float(n) => Some(n.to_string()),
                _ => None,
            });
            match strange {
                None => return built,
                Some(strange) => no_player(&strange, name, last),
            }
        }
    };
    let help = format!(
        "players are counted from 0: give the option the `domain` `{{ \"min\": 0, \"max\": {last} }}`"
    );
    let span = c.b.get(built).span;
    c.b.error(code, span, message, help);
    c.b.broken(span)
}

fn no_player(number: &dyn std::fmt::Display, option: &str, last: i64) -> (Problem, String) {
    let message =
        format!("there is no player {number}, which the option `{option}` may be: the last one is {last}");
    (Problem::OutOfBounds, message)
}

/// The texts that an option of this name may be; none where it is no option, or may be any text.
pub(super) fn texts_of<'h>(hir: &'h Hir, name: &str) -> Vec<&'h str> {
    let at = hir.setting_named(name).map(usize::from);
    let def = at.and_then(|at| hir.settings.get(at));
    let texts = def.and_then(|def| hir.texts_of_option(def)).unwrap_or_default();
    texts.into_iter().map(|text| hir.strings.get(text)).collect()
}

struct Held<'h> {
    def: &'h SettingDef,
    name: &'h str,
}

/// The option that a value is, where it is known what that may be.
fn option(hir: &Hir, node: NodeId) -> Option<Held<'_>> {
    let NodeKind::Setting(at) = hir.tree.get(node).kind else {
        return None;
    };
    let def = hir.settings.get(usize::from(at))?;
    let name = hir.strings.get(def.name);
    (!hir.is_faulty_option(name)).then_some(Held { def, name })
}

/// Whether a text names a zone of the table, that of the acting player, or the copy of one player.
fn is_zone(hir: &Hir, text: &str) -> bool {
    let of_table = hir.zone_named(text).is_some_and(|zone| zone.0 != hir.zones.boxed);
    let (name, number) = match text.split_once(':') {
        Some((name, number)) => (name, number.parse::<u8>().ok()),
        None => (text, Some(0)),
    };
    let is_seat = number.is_some_and(|number| number < hir.head.seats.1);
    of_table || (is_seat && hir.seat_zone_named(name).is_some())
}

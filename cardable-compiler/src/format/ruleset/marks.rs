//! Copies and designations of zones.

use super::fields::{COPIES, DESIGNATION, DESIGNATIONS, ZONE};
use super::values::Reader;
use super::zones;
use crate::text::diag::Code as Problem;
use crate::text::json::{Node, Value as Json};
use cardable_engine::program::{
    Designation, DesignationSet, MAX_DESIGNATIONS, Part, Visibility, Who, ZoneCount, ZoneDef,
};

/// How many copies of a zone there can be.
pub(super) fn copies(reader: &mut Reader<'_>, node: &Node, def: &mut ZoneDef) {
    let Some(count) = ZONE.get(node, "count") else {
        return;
    };
    let (limits, initial) = match &count.value {
        Json::Object(_) => (
            COPIES.get(count, "limits").unwrap_or(count),
            COPIES.get(count, "initial"),
        ),
        _ => (count, None),
    };
    let Some((min, max)) = copy_limits(limits) else {
        reader.b.error(
            Problem::OutOfBounds,
            limits.span,
            "a count is the fewest and the most copies of a zone",
            format!(
                "write `[0, 4]`, or `[0, \"*\"]` for any number; {} are the most",
                ZoneCount::MOST
            ),
        );
        return;
    };
    let first = initial.and_then(Node::as_i64).and_then(|n| u16::try_from(n).ok());
    let first = first.unwrap_or(min);
    if let Some(node) = initial
        && !(min..=max).contains(&first)
    {
        reader.b.error(
            Problem::OutOfBounds,
            node.span,
            format!("{first} copies are open at the start, and there may be {min} to {max}"),
            "let it be within the limits".to_owned(),
        );
        return;
    }
    def.count = ZoneCount {
        initial: first,
        min,
        max,
    };
}

/// What a zone can be designated, without who sees it then.
pub(super) fn designation_sets(reader: &mut Reader<'_>, node: &Node, def: &mut ZoneDef) {
    for set in ZONE.get(node, "designations").map_or(&[][..], Node::items) {
        let defaults = DESIGNATIONS.get(set, "default").map_or(&[][..], Node::items);
        let mut values: Vec<Designation> = Vec::new();
        for value in DESIGNATIONS.get(set, "values").map_or(&[][..], Node::items) {
            let Some(text) = designation_name(value) else {
                continue;
            };
            let name = reader.b.intern(text);
            if values.iter().chain(def.designations()).any(|d| d.name == name) {
                let message = format!("the zone has two designations `{text}`");
                reader.b.error(
                    Problem::DuplicateName,
                    value.span,
                    message,
                    "call one of the two otherwise, or take it out",
                );
                continue;
            }
            let label = DESIGNATION.get(value, "label").and_then(Node::as_str);
            values.push(Designation {
                name,
                label: label.map(Into::into),
                default: defaults.iter().any(|d| d.as_str() == Some(text)),
                visible: None,
                control: None,
            });
        }
        check_defaults(reader, set, defaults, &values);
        let exclusive = DESIGNATIONS
            .get(set, "mutually_exclusive")
            .and_then(Node::as_bool);
        def.designations.push(DesignationSet {
            values,
            exclusive: exclusive.unwrap_or(false),
        });
    }
    if def.designations().count() > MAX_DESIGNATIONS {
        let span = ZONE.get(node, "designations").map_or(node.span, |n| n.span);
        reader.b.error(
            Problem::TooComplex,
            span,
            format!("a zone has at most {MAX_DESIGNATIONS} designations"),
            "keep what is counted in `player_data` or `global_data` instead",
        );
        def.designations.clear();
    }
}

fn check_defaults(reader: &mut Reader<'_>, set: &Node, defaults: &[Node], values: &[Designation]) {
    for default in defaults {
        let known = default
            .as_str()
            .and_then(|text| reader.b.hir.strings.find(text))
            .is_some_and(|id| values.iter().any(|d| d.name == id));
        if !known {
            reader.b.error(
                Problem::UnknownDesignation,
                default.span,
                "the default is none of the `values`",
                "write one of them, or add it to them".to_owned(),
            );
        }
    }
    let exclusive = DESIGNATIONS
        .get(set, "mutually_exclusive")
        .and_then(Node::as_bool);
    if exclusive == Some(true)
        && let [_, second, ..] = defaults
    {
        reader.b.error(
            Problem::OutOfBounds,
            second.span,
            "designations that exclude each other cannot both be the default",
            "keep one".to_owned(),
        );
    }
}

/// Who sees a zone that bears a designation, once states and data are known.
pub(super) fn designated_visibility(reader: &mut Reader<'_>, node: &Node, def: &mut ZoneDef) {
    for set in ZONE.get(node, "designations").map_or(&[][..], Node::items) {
        for value in DESIGNATIONS.get(set, "values").map_or(&[][..], Node::items) {
            if let Some(who) = DESIGNATION
                .get(value, "control")
                .and_then(|n| zones::read_who(reader, n))
            {
                let id = designation_name(value).and_then(|text| reader.b.hir.strings.find(text));
                let mut all = def.designations.iter_mut().flat_map(|set| &mut set.values);
                if let Some(designation) = all.find(|d| Some(d.name) == id) {
                    designation.control = Some(who);
                }
            }
            let part = DESIGNATION.get(value, "card_visibility");
            let who = DESIGNATION.get(value, "zone_visibility");
            let id = designation_name(value).and_then(|text| reader.b.hir.strings.find(text));
            if part.is_none() && who.is_none() {
                continue;
            }
            let who = who.and_then(|n| zones::read_who(reader, n));
            let rule = visibility(part, who, def.visible);
            let mut all = def.designations.iter_mut().flat_map(|set| &mut set.values);
            if let Some(designation) = all.find(|d| Some(d.name) == id) {
                designation.visible = Some(rule);
            }
        }
    }
}

/// The rule about faces that two fields make; what they leave open is as before.
pub(super) fn visibility(part: Option<&Node>, who: Option<Who>, before: Visibility) -> Visibility {
    let all = |who| Visibility { who, part: Part::All };
    match part.map(|n| &n.value) {
        Some(Json::String(word)) => match &**word {
            "none" => all(Who::NONE),
            "face" => all(Who::Face),
            _ => all(who.unwrap_or(Who::ALL)),
        },
        Some(_) => {
            let n = part.and_then(Node::as_i64).unwrap_or(0).clamp(0, 65_535) as u16;
            Visibility {
                who: who.unwrap_or(Who::ALL),
                part: Part::Next(n),
            }
        }
        None => Visibility {
            who: who.unwrap_or(before.who),
            ..before
        },
    }
}

fn designation_name(value: &Node) -> Option<&str> {
    match &value.value {
        Json::Object(_) => DESIGNATION.get(value, "name")?.as_str(),
        _ => value.as_str(),
    }
}

fn copy_limits(node: &Node) -> Option<(u16, u16)> {
    let bound = |n: &Node| n.as_i64().and_then(|n| u16::try_from(n).ok());
    let open = |n: &Node| n.as_str() == Some("*");
    let (min, max) = match &node.value {
        Json::Array(items) => match &items[..] {
            [low, high] if open(high) => {
                let low = bound(low)?;
                (low, low.max(ZoneCount::UNLIMITED))
            }
            [low, high] => (bound(low)?, bound(high)?),
            _ => return None,
        },
        _ if open(node) => (0, ZoneCount::UNLIMITED),
        _ => (bound(node)?, bound(node)?),
    };
    (min <= max && (1..=ZoneCount::MOST).contains(&max)).then_some((min, max))
}

//! Copies and designations of zones.

use super::fields::{Designations, Zone, ZoneCopies};
use super::values::RulesetReader;
use super::zones;
use crate::format::shapes::{CardsSeen, CardsSeenWord, NameOr};
use crate::text::diag::Code as Problem;
use crate::text::fields::read::{Any, Items};
use crate::text::json::Node;
use cardable_engine::program::{
    Designation, DesignationSet, MAX_DESIGNATIONS, Part, Visibility, Who, ZoneCount, ZoneDef,
};

/// How many copies of a zone there can be.
pub(super) fn copies(reader: &mut RulesetReader<'_>, zone: Zone<'_>, def: &mut ZoneDef) {
    let Some(count) = zone.count() else {
        return;
    };
    let (node, limits, initial) = match count.value {
        None => (count.node, None, None),
        Some(ZoneCopies::Exactly(n)) => (count.node, Some((n, n)), None),
        Some(ZoneCopies::Unlimited(_)) => (count.node, Some((0, ZoneCount::UNLIMITED)), None),
        Some(ZoneCopies::Between(limits)) => (count.node, copy_limits(limits), None),
        Some(ZoneCopies::Long(copies)) => {
            let limits = copies.limits();
            let node = limits.node.unwrap_or(count.node);
            (node, copy_limits(limits), copies.initial())
        }
    };
    let Some((min, max)) = limits else {
        reader.b.error(
            Problem::OutOfBounds,
            node.span,
            "a count is the fewest and the most copies of a zone",
            format!(
                "write `[0, 4]`, or `[0, \"*\"]` for any number; {} are the most",
                ZoneCount::MOST
            ),
        );
        return;
    };
    let first = initial.and_then(|initial| initial.value).unwrap_or(min);
    if let Some(initial) = initial
        && !(min..=max).contains(&first)
    {
        reader.b.error(
            Problem::OutOfBounds,
            initial.span(),
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
pub(super) fn designation_sets(reader: &mut RulesetReader<'_>, zone: Zone<'_>, def: &mut ZoneDef) {
    for set in zone.designations() {
        let mut values: Vec<Designation> = Vec::new();
        for value in set.values() {
            let (text, label, span) = match value {
                NameOr::Name(name) => (Some(name), None, name.span()),
                NameOr::Itself(long) => (long.name(), long.label(), long.node.span),
            };
            let Some(text) = text else { continue };
            let name = reader.b.intern(&text);
            if values.iter().chain(def.designations()).any(|d| d.name == name) {
                let message = format!("the zone has two designations `{text}`");
                reader.b.error(
                    Problem::DuplicateName,
                    span,
                    message,
                    "call one of the two otherwise, or take it out",
                );
                continue;
            }
            values.push(Designation {
                name,
                label: label.map(|label| reader.b.intern(&label)),
                default: set.default().iter().any(|default| *default == *text),
                visible: None,
                control: None,
            });
        }
        check_defaults(reader, set, &values);
        def.designations.push(DesignationSet {
            values,
            exclusive: set.mutually_exclusive().unwrap_or(false),
        });
    }
    if def.designations().count() > MAX_DESIGNATIONS {
        reader.b.error(
            Problem::TooComplex,
            zone.designations().node.unwrap_or(zone.node).span,
            format!("a zone has at most {MAX_DESIGNATIONS} designations"),
            "keep what is counted in `player_data` or `global_data` instead",
        );
        def.designations.clear();
    }
}

fn check_defaults(reader: &mut RulesetReader<'_>, set: Designations<'_>, values: &[Designation]) {
    for default in set.default() {
        let found = reader.b.hir.strings.find(&default);
        if !found.is_some_and(|id| values.iter().any(|d| d.name == id)) {
            reader.b.error(
                Problem::UnknownDesignation,
                default.span(),
                "the default is none of the `values`",
                "write one of them, or add it to them".to_owned(),
            );
        }
    }
    if set.mutually_exclusive() == Some(true)
        && let Some(second) = set.default().iter().nth(1)
    {
        reader.b.error(
            Problem::OutOfBounds,
            second.span(),
            "designations that exclude each other cannot both be the default",
            "keep one".to_owned(),
        );
    }
}

/// Who sees a zone that bears a designation, once states and data are known.
pub(super) fn designated_visibility(reader: &mut RulesetReader<'_>, zone: Zone<'_>, def: &mut ZoneDef) {
    let values = zone.designations().iter().flat_map(Designations::values);
    for value in values {
        let NameOr::Itself(long) = value else { continue };
        let id = long.name().and_then(|name| reader.b.hir.strings.find(&name));
        let control = zones::read_who(reader, long.control());
        let (part, words) = (long.card_visibility(), long.zone_visibility());
        let rule = (part.is_some() || words.is_given()).then(|| {
            let who = zones::read_who(reader, words);
            visibility(part, who, def.visible)
        });
        let mut all = def.designations.iter_mut().flat_map(|set| &mut set.values);
        if let Some(designation) = all.find(|d| Some(d.name) == id) {
            designation.control = control.or(designation.control);
            designation.visible = rule.or(designation.visible);
        }
    }
}

/// The rule about faces that two fields make; what they leave open is as before.
pub(super) fn visibility(part: Option<CardsSeen<'_>>, who: Option<Who>, before: Visibility) -> Visibility {
    let all = |who| Visibility { who, part: Part::All };
    match part {
        Some(CardsSeen::Word(CardsSeenWord::None)) => all(Who::NONE),
        Some(CardsSeen::Word(CardsSeenWord::Face)) => all(Who::Face),
        Some(CardsSeen::Word(CardsSeenWord::All)) => all(who.unwrap_or(Who::ALL)),
        Some(CardsSeen::First(n)) => Visibility {
            who: who.unwrap_or(Who::ALL),
            part: Part::Next(n),
        },
        None => Visibility {
            who: who.unwrap_or(before.who),
            ..before
        },
    }
}

fn copy_limits(limits: Items<'_, Any>) -> Option<(u16, u16)> {
    let bound = |n: &Node| n.as_i64().and_then(|n| u16::try_from(n).ok());
    let (min, max) = match limits.nodes() {
        [low, high] if high.as_str() == Some("*") => {
            let low = bound(low)?;
            (low, low.max(ZoneCount::UNLIMITED))
        }
        [low, high] => (bound(low)?, bound(high)?),
        _ => return None,
    };
    (min <= max && (1..=ZoneCount::MOST).contains(&max)).then_some((min, max))
}

//! What triggers wait for.

use super::fields::Trigger;
use super::fragments::{Handed, name_in};
use super::meaning::Meaning;
use super::values::RulesetReader;
use crate::hir::Scope;
use crate::hir::build::{args, reactions};
use crate::text::diag::{Code as Problem, did_you_mean};
use crate::text::fields::read::{Items, Name, Placed, Text};
use crate::text::source::Span;
use cardable_engine::ids::StrId;
use cardable_engine::program::{DataDef, Occasion, StateDef, Watched, ZoneName};

/// What a trigger waits for; its code can read what has happened then.
pub(super) fn occasion(
    reader: &mut RulesetReader<'_>,
    written: Trigger<'_>,
    scope: &mut Scope,
) -> Option<Occasion> {
    let on = written.on();
    let span = on.as_ref().map_or(written.node.span, Placed::span);
    let on = on.and_then(|on| on.value);
    let Some(on) = on.filter(|on| !on.node.members().is_empty()) else {
        reader.b.error(
            Problem::NoOccasion,
            span,
            "a trigger says `on` what it waits for",
            "write `\"on\": { \"moved_to\": \"discard\" }`, or `moved_from`, `turned_up`, `changed`, `turn`, `round`, `emitted`",
        );
        return None;
    };
    let moves = on.moved_to().node.is_some() || on.moved_from().node.is_some();
    let kinds = [
        moves,
        on.turned_up().node.is_some(),
        on.changed().is_some(),
        on.turn().is_some(),
        on.round().is_some(),
        on.emitted().is_some(),
    ];
    if kinds.iter().filter(|is_given| **is_given).count() > 1 {
        reader.b.error(
            Problem::NoOccasion,
            span,
            "a trigger waits for one thing; only `moved_from` and `moved_to` go together",
            "write a trigger for each, with their steps in `defined_actions`",
        );
        return None;
    }
    let occasion = match () {
        () if moves => Occasion::Moved {
            from: zones(reader, on.moved_from()),
            to: zones(reader, on.moved_to()),
        },
        () if on.turned_up().node.is_some() => {
            reader.b.hir.places.turned_up.push(span);
            Occasion::TurnedUp {
                within: zones(reader, on.turned_up()),
            }
        }
        () => {
            if let Some(item) = on.changed() {
                Occasion::Changed(watched(reader, scope, item.value?, item.span())?)
            } else if let Some(edge) = on.turn() {
                Occasion::Turn(edge)
            } else if let Some(edge) = on.round() {
                Occasion::Round(edge)
            } else {
                let written = on.emitted()?;
                let span = written.span();
                let name = reader.b.intern(&written.value?);
                reader.b.hir.places.heard.push((name, span));
                Occasion::Emitted(name)
            }
        }
    };
    reactions::know(&reader.b.hir, scope, &occasion);
    Some(occasion)
}

/// An item of the state whose trigger it is; for other triggers one of any state.
fn in_states(reader: &RulesetReader<'_>, scope: &Scope, key: &str) -> Option<StrId> {
    let hir = &reader.b.hir;
    let name = hir.strings.find(key)?;
    let mut states = hir.states.iter().enumerate();
    let has_it = |(at, state): (usize, &StateDef)| {
        let is_meant = scope.state.is_none_or(|state| state.index() == at);
        is_meant && state.data.iter().any(|item| item.name == name)
    };
    states.any(has_it).then_some(name)
}

/// A name as whoever handed it to a fragment wrote it, and what it means there.
struct Meant<'t, 'a> {
    name: &'t str,
    meaning: Meaning<'a>,
    /// What the fragment took it for.
    handed: Option<Handed>,
}

impl<'t, 'a: 't> Meant<'t, 'a> {
    /// Nothing where a fragment was not handed it, which was told.
    fn by(name: &'t str, meaning: Meaning<'a>) -> Option<Meant<'t, 'a>> {
        let mut meant = Meant {
            name: name.trim_start_matches('$'),
            meaning,
            handed: None,
        };
        while let Some(param) = meant.meaning.handed(meant.name) {
            let Some(name) = name_in(param.node.filter(|_| !param.is_missing())?) else {
                break;
            };
            meant = Meant {
                name: name.trim_start_matches(['=', ' ', '$']),
                meaning: meant.meaning.at(param.home),
                handed: Some(param.what),
            };
        }
        Some(meant)
    }
}

/// The item of data that a name stands for.
fn watched(reader: &mut RulesetReader<'_>, scope: &Scope, name: Text<'_>, span: Span) -> Option<Watched> {
    let meant = Meant::by(name.as_str(), reader.meaning)?;
    let (text, meaning) = (meant.name, meant.meaning);
    let hir = &reader.b.hir;
    let named = |items: &[DataDef], name: &str| {
        let id = hir.strings.find(name)?;
        items.iter().position(|def| def.name == id).map(|at| at as u16)
    };
    // Whatever the rules declare, of whatever type.
    let any = hir.head.lacks_rules.then_some(u16::MAX);
    let found = match text.split_once('.') {
        Some(("globals" | "global_data", key)) => named(&hir.globals, &meaning.own(key))
            .or(any)
            .map(Watched::Global),
        Some(("player" | "player_data", key)) => named(&hir.seat_data, &meaning.seat_item(key))
            .or(any)
            .map(Watched::Seat),
        Some(("state" | "state_data", key)) => {
            let any = any.map(|at| StrId(at.into()));
            in_states(reader, scope, key).or(any).map(Watched::State)
        }
        Some(("card" | "card_data", key)) => hir.card_datum_named(key).or(any).map(Watched::Card),
        Some(_) => None,
        None if meant.handed == Some(Handed::SeatData) => {
            named(&hir.seat_data, &meaning.seat_item(text)).map(Watched::Seat)
        }
        None => hir.card_datum_named(text).or(any).map(Watched::Card),
    };
    if found.is_some() {
        return found;
    }
    let help = items_known(reader, scope, &meaning, &name);
    reader.b.error(
        Problem::UnknownReference,
        span,
        format!("there is no item of data `{name}`"),
        help,
    );
    None
}

/// The item of data that was probably meant.
fn items_known(reader: &RulesetReader<'_>, scope: &Scope, meaning: &Meaning<'_>, name: &str) -> String {
    let hir = &reader.b.hir;
    let prefix = meaning.own("");
    let own = |space: &str, items: &[DataDef]| -> Vec<String> {
        let names = items.iter().map(|item| hir.strings.get(item.name));
        let own = names.filter_map(|name| name.strip_prefix(&*prefix));
        own.map(|name| format!("{space}{name}")).collect()
    };
    let of_cards = hir.cards.data.iter().map(|data| hir.strings.get(data.def.name));
    let states = hir.states.iter().enumerate();
    let states = states.filter(|(at, _)| scope.state.is_none_or(|state| state.index() == *at));
    let mut known: Vec<String> = of_cards.map(str::to_owned).collect();
    known.extend(own("$player.", &hir.seat_data));
    known.extend(own("$globals.", &hir.globals));
    known.extend(states.flat_map(|(_, state)| own("$state.", &state.data)));
    match did_you_mean(name, known.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None if meaning.fragment().is_some() => {
            "declare it in the fragment, or name a parameter of the type `data`".to_owned()
        }
        None => {
            "name an item of `card_data`, or write `$player.key`, `$globals.key` or `$state.key`".to_owned()
        }
    }
}

/// The zones of some names; `*` is any, as is no name.
pub(super) fn zones(reader: &mut RulesetReader<'_>, list: Items<'_, Name>) -> Vec<ZoneName> {
    let mut zones = Vec::new();
    for name in list {
        if name.as_str() == "*" {
            return Vec::new();
        }
        let Some(meant) = Meant::by(name.as_str(), reader.meaning) else {
            continue;
        };
        let hir = &reader.b.hir;
        let is_of_seats = meant.handed == Some(Handed::SeatZone);
        // What is handed over may be the zone of the seat that acts.
        let of_seat = meant.name.strip_prefix("player.");
        let shared = hir.zone_named(meant.name).filter(|_| !is_of_seats);
        match (shared, hir.seat_zone_named(of_seat.unwrap_or(meant.name))) {
            (Some(zone), _) => zones.push(ZoneName::Shared(zone.0)),
            (None, Some(at)) => zones.push(ZoneName::Seat(at)),
            (None, None) => args::unknown_zone(reader.b, meant.name, name.span()),
        }
    }
    zones
}

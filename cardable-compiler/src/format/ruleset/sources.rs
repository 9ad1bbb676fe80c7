//! Where what is picked lies: zones, seats, lists that are worked out.

use super::picks::Draft;
use super::values::RulesetReader;
use crate::hir::build::refs;
use crate::hir::build::shown;
use crate::hir::{NodeId, NodeKind, Scope};
use crate::text::diag::{Code as Problem, suggestion_or_list};
use crate::text::json::{Node, Value as Json};
use crate::text::source::Span;
use cardable_engine::builtin;
use cardable_engine::program::{PickFrom, PickWhat};
use cardable_engine::value::{Kind, Type, Value};

/// Whose zone: seats and the zone's name, or zones or a list outright.
pub(super) fn read_whose(
    reader: &mut RulesetReader<'_>,
    scope: &Scope,
    draft: &mut Draft,
    whose: &Node,
    zone: Option<&Node>,
) -> Option<()> {
    let word = whose.as_str().unwrap_or("");
    let Some(zone) = zone else {
        if let Some(shared) = reader.b.hir.zone_named(word) {
            draft.from.push(PickFrom::SharedZone(shared.0));
            return Some(());
        }
        if let Json::Array(items) = &whose.value
            && matches!(draft.what, PickWhat::Card | PickWhat::Zone)
        {
            for item in items {
                read_whose(reader, scope, draft, item, None)?;
            }
            return Some(());
        }
        let word_seats = matches!(draft.what, PickWhat::Seat) && matches!(word, "others" | "opponents");
        let source = if word_seats {
            others(reader, scope, whose.span)
        } else {
            source_value(reader, scope, whose)
        };
        return add_source(reader, scope, draft, source, whose.span);
    };
    let name = zone.as_str()?.trim_start_matches("$player.");
    if matches!(word, "shared" | "game") {
        let Some(shared) = reader.b.hir.zone_named(name) else {
            let known = reader
                .b
                .hir
                .names_of(reader.b.hir.zones.shared.iter().map(|z| z.name));
            let help = suggestion_or_list(name, &known, "declare it in `shared_zones`");
            let message = format!("there is no shared zone `{name}`");
            reader
                .b
                .not_declared(Problem::UnknownZone, zone.span, message, help);
            return None;
        };
        draft.from.push(PickFrom::SharedZone(shared.0));
        return Some(());
    }
    let at = match reader.b.hir.seat_zone_named(name) {
        Some(at) => at,
        None => {
            let player = reader.b.player(scope, zone.span);
            match refs::undeclared_zone(reader.b, player, name, zone.span) {
                node if reader.b.is_broken(node) => return None,
                node => match reader.b.get(node).kind {
                    NodeKind::SeatZone(_, at) => at,
                    _ => return None,
                },
            }
        }
    };
    match word {
        "all" | "all_players" => draft.from.push(PickFrom::EveryonesZone(at)),
        "others" | "opponents" | "other_players" => draft.from.push(PickFrom::OthersZone(at)),
        "self" | "$player" | "player" => draft.from.push(PickFrom::OwnZone(at)),
        _ => {
            let seats = reader.value(scope, whose);
            let ty = reader.b.get(seats).ty;
            if reader.b.is_broken(seats) {
                return None;
            }
            if !ty.fits(Type::SEAT) && !ty.fits(Type::List(Kind::Seat)) {
                let names_zone = reader.b.hir.zone_named(word).is_some() || ty == Type::ZONE;
                let message = match names_zone {
                    true => "`zone` goes with seats in `from`, and this is a zone itself".to_owned(),
                    false => format!("`zone` goes with seats in `from`, found {}", ty.phrase()),
                };
                let help =
                    format!("leave `zone` out, or write seats: `\"from\": \"others\", \"zone\": \"{name}\"`");
                reader.b.error(Problem::ParameterType, whose.span, message, help);
                return None;
            }
            if reader.b.get(seats).ty == Type::SEAT {
                let zone = reader
                    .b
                    .node(NodeKind::SeatZone(seats, at), Type::ZONE, zone.span);
                return add_source(reader, scope, draft, zone, whose.span);
            }
            let number = reader.b.constant(Value::Int(at.into()), zone.span);
            let list = reader.b.node(
                NodeKind::Call(builtin!(zones_of).clone(), vec![seats, number]),
                Type::List(Kind::Zone),
                whose.span,
            );
            return add_source(reader, scope, draft, list, whose.span);
        }
    }
    Some(())
}

pub(super) fn source_value(reader: &mut RulesetReader<'_>, scope: &Scope, node: &Node) -> NodeId {
    match node.as_str() {
        Some("all" | "all_players") => match refs::root(reader.b, scope, "all", node.span) {
            Some(all) => all,
            None => reader.b.broken(node.span),
        },
        Some("self") => reader.b.player(scope, node.span),
        _ => reader.value(scope, node),
    }
}

fn others(reader: &mut RulesetReader<'_>, scope: &Scope, span: Span) -> NodeId {
    reader.b.call(scope, builtin!(other_players), Vec::new(), span)
}

/// Adds candidates that are worked out; the usual ones have forms of their own.
pub(super) fn add_source(
    reader: &mut RulesetReader<'_>,
    scope: &Scope,
    draft: &mut Draft,
    node: NodeId,
    span: Span,
) -> Option<()> {
    let ty = reader.b.get(node).ty;
    match reader.b.get(node).kind {
        NodeKind::Error => return None,
        NodeKind::SeatZone(seat, at) if reader.b.get(seat).kind == NodeKind::Player => {
            draft.from.push(PickFrom::OwnZone(at));
            return Some(());
        }
        NodeKind::Const(Value::Zone(zone)) => {
            draft.from.push(PickFrom::SharedZone(zone.0));
            return Some(());
        }
        _ => {}
    }
    let fits = match draft.what {
        PickWhat::Card => {
            ty.fits(Type::ZONE)
                || ty.fits(Type::List(Kind::Zone))
                || ty.fits(Type::CARD)
                || ty.fits(Type::List(Kind::Card))
        }
        PickWhat::Zone => ty.fits(Type::ZONE) || ty.fits(Type::List(Kind::Zone)),
        PickWhat::Seat => ty.fits(Type::SEAT) || ty.fits(Type::List(Kind::Seat)),
        PickWhat::Deck => ty.fits(Type::DECK) || ty.fits(Type::List(Kind::Deck)),
        PickWhat::Option | PickWhat::Drag => true,
    };
    if !fits {
        let what = match draft.what {
            PickWhat::Card => ("cards", "a zone, zones, or a list of cards"),
            PickWhat::Zone => ("zones", "zones"),
            PickWhat::Seat => ("seats", "seats"),
            PickWhat::Deck => ("decks", "decks"),
            PickWhat::Option | PickWhat::Drag => ("options", "a list"),
        };
        reader.b.error(
            Problem::ParameterType,
            span,
            format!("{} are picked from {}, found {}", what.0, what.1, ty.phrase()),
            "name a zone, seats, or a list of candidates, such as `$player.hand`".to_owned(),
        );
        return None;
    }
    draft.worked_out.push(node);
    let node = shown::offered(reader.b, scope, node, "what is picked from");
    let code = reader.b.value_code(scope, node);
    draft.from.push(PickFrom::Code(code));
    Some(())
}

//! Queries of action templates: which cards or zones an object means.

use super::fields::{QUERY, Query as Fields};
use super::values::RulesetReader;
use crate::hir::build::calls;
use crate::hir::{NodeId, NodeKind, Query, Scope, Source};
use crate::text::diag::{Code as Problem, did_you_mean};
use crate::text::fields::read::Text;
use crate::text::json::{Node, Value as Json};
use crate::text::source::Span;
use cardable_engine::builtin;
use cardable_engine::primitives::Form;
use cardable_engine::program::{PickOnly, PickWhat};
use cardable_engine::value::{Type, Value};

/// Whose zones a query means.
#[derive(Clone, Copy)]
enum Owner {
    Anybody,
    Nobody,
    Others,
    Seat(NodeId),
}

/// Whether a query is about zones, not cards.
pub(super) fn means_zones(node: &Node) -> bool {
    let Json::Object(members) = &node.value else {
        return true;
    };
    match (Fields { node }).kind().map(Text::as_str) {
        Some("card" | "cards" | "classicCard") => false,
        Some(_) => true,
        None => members
            .iter()
            .all(|m| matches!(&*m.key, "name" | "owner" | "where")),
    }
}

/// Reads a query whose thing lies in a local of the scope, which its conditions
/// call `$card` or `$zone`.
pub(super) fn query(reader: &mut RulesetReader<'_>, scope: &mut Scope, node: &Node, local: u16) -> Query {
    let zones = means_zones(node);
    let mut tests = Vec::new();
    let owner = read_owner(reader, scope, node);
    let place = if zones {
        Some(node)
    } else {
        Fields { node }.parent()
    };
    let from = match (place, &node.value) {
        (Some(place), _) if zones => places(reader, scope, place, owner),
        (Some(place), _) => parents(reader, scope, place, owner),
        (None, _) => anywhere(reader, owner),
    };
    let only = Fields { node }.only().unwrap_or(PickOnly::All);
    properties(reader, scope, node, local, zones, &mut tests);
    Query {
        what: if zones { PickWhat::Zone } else { PickWhat::Card },
        from,
        only,
        tests,
    }
}

fn local_node(
    reader: &mut RulesetReader<'_>,
    scope: &Scope,
    local: u16,
    span: Option<Span>,
) -> Option<NodeId> {
    let ty = scope.action.locals.get(usize::from(local))?.ty;
    let span = span.or(reader.b.hir.places.spans.first().copied())?;
    Some(reader.b.node(NodeKind::Local(local), ty, span))
}

fn read_owner(reader: &mut RulesetReader<'_>, scope: &Scope, node: &Node) -> Owner {
    let Some(owner) = (Fields { node }).owner() else {
        return Owner::Anybody;
    };
    match (&owner.value, owner.as_str()) {
        (Json::Null, _) | (_, Some("" | "none" | "nobody")) => Owner::Nobody,
        (_, Some("others" | "opponents")) => Owner::Others,
        (_, Some("all" | "all_players" | "any")) => Owner::Anybody,
        (_, Some("player" | "self")) => Owner::Seat(reader.b.player(scope, owner.span)),
        _ => {
            let seat = reader.value(scope, owner);
            let ty = reader.b.get(seat).ty;
            if !reader.b.is_broken(seat) && !ty.fits(Type::SEAT) {
                let message = format!("an owner is a seat, found {}", ty.phrase());
                reader.b.error(Problem::ParameterType, owner.span, message, "write `\"player\"`, `\"others\"`, `\"all\"`, or what gives a seat, such as `$state.loser`");
            }
            Owner::Seat(seat)
        }
    }
}

fn of_seats(reader: &RulesetReader<'_>, owner: Owner, at: u16) -> Option<Source> {
    match owner {
        Owner::Anybody => Some(Source::Everyones(at)),
        Owner::Nobody => None,
        Owner::Others => Some(Source::Others(at)),
        Owner::Seat(seat) if reader.b.get(seat).kind == NodeKind::Player => Some(Source::Own(at)),
        Owner::Seat(seat) => Some(Source::Of(seat, at)),
    }
}

fn anywhere(reader: &mut RulesetReader<'_>, owner: Owner) -> Vec<Source> {
    let mut from = Vec::new();
    for source in reader.b.hir.every_zone() {
        match source {
            Source::Everyones(at) => from.extend(of_seats(reader, owner, at)),
            shared if matches!(owner, Owner::Anybody | Owner::Nobody) => from.push(shared),
            _ => {}
        }
    }
    from
}

/// The zones that cards lie in. What a query asks beyond which zones these are would be lost.
fn parents(reader: &mut RulesetReader<'_>, scope: &mut Scope, node: &Node, owner: Owner) -> Vec<Source> {
    for query in node.items() {
        let Json::Object(members) = &query.value else {
            continue;
        };
        for member in members {
            match &*member.key {
                "type" | "name" | "owner" | "parent" | "zone" | "in" => {}
                key @ ("only" | "face_up" | "where") => reader.b.error(
                    Problem::UnknownField,
                    member.key_span,
                    format!("`{key}` says nothing of the zone that a card lies in"),
                    format!("write `{key}` beside `parent`, where it is asked of the card"),
                ),
                name if reader.b.hir.attribute_named(name).is_some() => reader.b.error(
                    Problem::UnknownField,
                    member.key_span,
                    format!("zones have no `{name}`"),
                    format!("write `{name}` beside `parent`, where it is asked of the card"),
                ),
                name => unknown_property(reader, name, member.key_span),
            }
        }
    }
    places(reader, scope, node, owner)
}

/// Zones lie on the table, which is the only container there is: of a query of zones that asks what
/// they lie in, whose it is counts. Any other parent of a zone is a mistake.
fn container_of(reader: &mut RulesetReader<'_>, scope: &mut Scope, node: &Node) -> Owner {
    let Some(parent) = (Fields { node }).parent() else {
        return Owner::Anybody;
    };
    let is_container = match &parent.value {
        Json::Object(members) => {
            let known = |member: &crate::text::json::Member| match &*member.key {
                "type" => member.value.as_str() == Some("container"),
                key => key == "owner",
            };
            members.iter().all(known)
        }
        _ => false,
    };
    if is_container {
        return read_owner(reader, scope, parent);
    }
    let found = places(reader, scope, parent, Owner::Anybody);
    // Of several levels the innermost is told, and of a name that means nothing only that.
    if !found.is_empty() && (Fields { node: parent }).parent().is_none() {
        reader.b.error(
            Problem::NotAChoice,
            parent.span,
            "zones lie in no other zone: only cards have a `parent`",
            "take it out, or ask for cards: `\"type\": \"card\"`".to_owned(),
        );
    }
    Owner::Anybody
}

/// The zones that a text, a query or a list of these names.
fn places(reader: &mut RulesetReader<'_>, scope: &mut Scope, node: &Node, owner: Owner) -> Vec<Source> {
    match &node.value {
        Json::Array(items) => {
            let items = items.iter();
            items
                .flat_map(|item| places(reader, scope, item, owner))
                .collect()
        }
        Json::Object(_) => {
            let container = container_of(reader, scope, node);
            let owner = match (read_owner(reader, scope, node), container) {
                (Owner::Anybody, Owner::Anybody) => owner,
                (Owner::Anybody, of_container) => of_container,
                (own, _) => own,
            };
            let query = Fields { node };
            let named = query.name();
            let word = query
                .kind()
                .filter(|t| !matches!(&**t, "zone" | "zones" | "container"));
            match (named, word) {
                (Some(names), _) => {
                    let names = names.items().iter();
                    names
                        .flat_map(|name| named_places(reader, scope, name, owner))
                        .collect()
                }
                (None, Some(word)) => of_kind(reader, word, owner),
                (None, None) => anywhere(reader, owner),
            }
        }
        _ => named_places(reader, scope, node, owner),
    }
}

/// The zones of a name, or those that a reference gives.
fn named_places(reader: &mut RulesetReader<'_>, scope: &Scope, node: &Node, owner: Owner) -> Vec<Source> {
    let Some(text) = node.as_str() else {
        let message = "a zone is named by a text or by a query";
        reader.b.error(
            Problem::WrongType,
            node.span,
            message,
            "write the zone's name, such as `\"hand\"`, or `{ \"name\": \"hand\" }`",
        );
        return Vec::new();
    };
    if text.starts_with('$') || text.trim_start().starts_with('=') || text.contains('.') {
        let zone = reader.value(scope, node);
        let ty = reader.b.get(zone).ty;
        return match reader.b.get(zone).kind {
            NodeKind::Error => Vec::new(),
            NodeKind::Const(Value::Zone(zone)) => vec![Source::Shared(zone.0)],
            NodeKind::SeatZone(seat, at) => of_seats(reader, Owner::Seat(seat), at).into_iter().collect(),
            _ if ty.fits(Type::ZONE) || matches!(ty, Type::List(_)) => vec![Source::Zones(zone)],
            _ => {
                let message = format!("this is no zone but {ty}");
                reader.b.error(
                    Problem::ParameterType,
                    node.span,
                    message,
                    format!("write {}", Type::ZONE.such_as()),
                );
                Vec::new()
            }
        };
    }
    let mut from = Vec::new();
    if let Some(zone) = reader.b.hir.zone_named(text)
        && matches!(owner, Owner::Anybody | Owner::Nobody)
    {
        from.push(Source::Shared(zone.0));
    }
    if let Some(at) = reader.b.hir.seat_zone_named(text) {
        from.extend(of_seats(reader, owner, at));
    }
    if from.is_empty() {
        no_zone(reader, text, node.span);
    }
    from
}

/// The zones whose name or whose look is a word: `deck`, `hand`, `pile`.
fn of_kind(reader: &mut RulesetReader<'_>, word: Text<'_>, owner: Owner) -> Vec<Source> {
    let fits = |zone: &cardable_engine::program::ZoneDef, b: &crate::hir::build::Builder| {
        b.hir.strings.get(zone.name) == &*word || zone.layout.kind.as_deref() == Some(&*word)
    };
    let shared: Vec<u16> = (0..reader.b.hir.zones.shared.len())
        .filter(|at| fits(&reader.b.hir.zones.shared[*at], reader.b))
        .map(|at| at as u16)
        .collect();
    let seats: Vec<u16> = (0..reader.b.hir.zones.seat.len())
        .filter(|at| fits(&reader.b.hir.zones.seat[*at], reader.b))
        .map(|at| at as u16)
        .collect();
    let mut from = Vec::new();
    if matches!(owner, Owner::Anybody | Owner::Nobody) {
        from.extend(shared.into_iter().map(Source::Shared));
    }
    from.extend(seats.into_iter().filter_map(|at| of_seats(reader, owner, at)));
    if from.is_empty() {
        no_zone(reader, &word, word.span());
    }
    from
}

fn no_zone(reader: &mut RulesetReader<'_>, name: &str, span: Span) {
    let mut known = reader
        .b
        .hir
        .names_of(reader.b.hir.zones.shared.iter().map(|z| z.name));
    known.extend(
        reader
            .b
            .hir
            .names_of(reader.b.hir.zones.seat.iter().map(|z| z.name)),
    );
    let help = did_you_mean(name, known.iter().copied()).map_or_else(
        || "name a zone of the `game_area`; the owner must be able to have it".to_owned(),
        |near| format!("did you mean `{near}`?"),
    );
    reader.b.not_declared(
        Problem::UnknownZone,
        span,
        format!("no zone `{name}` is meant here"),
        help,
    );
}

/// What must hold for the thing itself.
fn properties(
    reader: &mut RulesetReader<'_>,
    scope: &mut Scope,
    node: &Node,
    local: u16,
    zones: bool,
    tests: &mut Vec<NodeId>,
) {
    let Json::Object(members) = &node.value else {
        return;
    };
    for member in members {
        let at = member.value.span;
        let Some(thing) = local_node(reader, scope, local, Some(at)) else {
            return;
        };
        match (&*member.key, zones) {
            ("type" | "owner" | "parent" | "zone" | "in" | "only", _) | ("name", true) => {}
            ("face_up", false) => {
                let up = reader.value(scope, &member.value);
                let lies = reader
                    .b
                    .call_of(builtin!(is_face_up), vec![thing], Type::BOOL, at);
                let test = reader.b.equal(lies, up, at);
                tests.push(known(reader, thing, test, at));
            }
            ("where", _) => {
                let test = reader.condition(scope, &member.value);
                if !reader.b.is_broken(test) {
                    tests.push(if zones {
                        test
                    } else {
                        known(reader, thing, test, at)
                    });
                }
            }
            (name, false) => {
                if let Some(attribute) = reader.b.hir.attribute_named(name) {
                    tests.push(property(reader, scope, thing, attribute, &member.value));
                } else {
                    unknown_property(reader, name, member.key_span);
                }
            }
            (name, true) => unknown_property(reader, name, member.key_span),
        }
    }
}

fn unknown_property(reader: &mut RulesetReader<'_>, name: &str, span: Span) {
    if reader.b.hir.cards.are_missing {
        return;
    }
    let mut known: Vec<&str> = QUERY.fields.iter().map(|f| f.name).collect();
    known.extend(
        reader
            .b
            .hir
            .names_of(reader.b.hir.cards.attributes.iter().map(|a| a.name)),
    );
    let help = did_you_mean(name, known.iter().copied()).map_or_else(
        || {
            "a query has a `parent`, an `owner`, `only`, `face_up`, `where`, and attributes of cards"
                .to_owned()
        },
        |near| format!("did you mean `{near}`?"),
    );
    reader.b.error(
        Problem::UnknownAttribute,
        span,
        format!("nothing has a `{name}`"),
        help,
    );
}

/// One value, one of several, or an expression that is true or not.
fn property(
    reader: &mut RulesetReader<'_>,
    scope: &mut Scope,
    thing: NodeId,
    attribute: u16,
    value: &Node,
) -> NodeId {
    let at = value.span;
    let ty = reader.b.hir.attribute_type(attribute);
    let of = reader.b.node(NodeKind::Attribute(thing, attribute), ty, at);
    let mut ways = Vec::new();
    let items = value.items();
    for item in items {
        let wanted = reader.value(scope, item);
        let found = reader.b.get(wanted).ty;
        if reader.b.is_broken(wanted) {
            continue;
        }
        let predicate = item.as_str().is_some_and(|t| t.trim_start().starts_with('='));
        if predicate && found == Type::BOOL && ty != Type::BOOL {
            ways.push(wanted);
            continue;
        }
        calls::check_comparable(reader.b, &[of, wanted], item.span);
        ways.push(reader.b.equal(of, wanted, item.span));
    }
    reader.b.any_of(ways, at)
}

/// A test of a card that the seat can tell from others.
fn known(reader: &mut RulesetReader<'_>, card: NodeId, test: NodeId, span: Span) -> NodeId {
    let nothing = reader.b.constant(Value::Nothing, span);
    let kind = NodeKind::Form(Form::NotEqual, vec![card, nothing]);
    let known = reader.b.node(kind, Type::BOOL, span);
    reader.b.all_of(vec![known, test], span)
}

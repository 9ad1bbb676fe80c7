//! What an action lets a seat pick: the short forms of `hand_pick` and
//! `world_pick`, and the long form `pick`.

use super::fields::PICK;
use super::values::Reader;
use crate::hir::build::{refs, secrecy};
use crate::hir::{LocalKind, NodeId, NodeKind, Scope, Source, TestOfPick};
use crate::text::diag::{Code as Problem, meant_or_listed};
use crate::text::fields::ObjectSpec;
use crate::text::json::{Node, Value as Json};
use crate::text::source::Span;
use cardable_engine::builtin;
use cardable_engine::program::{ActionKind, PickDef, PickFrom, PickOnly, PickWhat, Text};
use cardable_engine::value::{Kind, Type, Value};

/// A pick as read, before its conditions.
struct Draft {
    what: PickWhat,
    from: Vec<PickFrom>,
    /// What the parts of `from` are that are worked out.
    worked_out: Vec<NodeId>,
    min: u16,
    max: u16,
    count: Option<NodeId>,
    least: Option<NodeId>,
    most: Option<NodeId>,
    only: PickOnly,
    blind: bool,
}

impl Draft {
    fn new(what: PickWhat) -> Draft {
        Draft {
            what,
            from: Vec::new(),
            worked_out: Vec::new(),
            min: 1,
            max: 1,
            count: None,
            least: None,
            most: None,
            only: PickOnly::All,
            blind: false,
        }
    }
}

/// What an action lets a seat pick.
#[derive(Default)]
pub(super) struct Picking {
    pub(super) pick: Option<PickDef>,
    /// The label of a button.
    pub(super) label: Option<String>,
    /// What must hold besides for the action to be offered.
    pub(super) guards: Vec<NodeId>,
}

/// The pick of an action, and a button's label. `$action.hand_pick` or
/// `$action.world_pick` is added to the scope.
pub(super) fn pick(
    reader: &mut Reader<'_>,
    node: &Node,
    spec: &'static ObjectSpec,
    kind: ActionKind,
    scope: &mut Scope,
) -> Picking {
    let params = spec.get(node, "type_params");
    let items: &[Node] = match params.map(|p| &p.value) {
        Some(Json::Object(members)) if members.is_empty() => &[],
        _ => params.map_or(&[][..], Node::items),
    };
    let long = spec.get(node, "pick");
    let draft = match (kind, long) {
        (ActionKind::HandPick | ActionKind::WorldPick, Some(long)) => long_pick(reader, long, scope, kind),
        (ActionKind::HandPick, None) => hand_pick(reader, items, scope, node.span),
        (ActionKind::WorldPick, None) => world_pick(reader, items, scope, node.span),
        (ActionKind::Button | ActionKind::VoteButton, _) => {
            let label = items.first().and_then(Node::as_str).map(str::to_owned);
            return Picking {
                label,
                ..Picking::default()
            };
        }
        (ActionKind::Auto, _) => return Picking::default(),
    };
    let name = if kind == ActionKind::HandPick {
        "hand_pick"
    } else {
        "world_pick"
    };
    let Some(draft) = draft else {
        // What would have been picked is not missed where the steps read it.
        scope.action.add(name, Type::ANY, LocalKind::Given(0));
        return Picking::default();
    };
    let bounds = [draft.count, draft.least, draft.most].into_iter().flatten();
    let guards = bounds
        .filter_map(|bound| secrecy::check_bound(reader.b, scope, bound, "how many are picked"))
        .collect();
    Picking {
        pick: Some(finish_pick(reader, node, spec, draft, name, scope)),
        label: None,
        guards,
    }
}

fn finish_pick(
    reader: &mut Reader<'_>,
    node: &Node,
    spec: &'static ObjectSpec,
    draft: Draft,
    name: &str,
    scope: &mut Scope,
) -> PickDef {
    let element = match draft.what {
        PickWhat::Card => Kind::Card,
        PickWhat::Zone => Kind::Zone,
        PickWhat::Seat => Kind::Seat,
        PickWhat::Deck => Kind::Deck,
        PickWhat::Option | PickWhat::Drag => Kind::Any,
    };
    let single = draft.max == 1 && draft.count.is_none() && draft.most.is_none();
    let ty = if single {
        Type::One(element)
    } else {
        Type::List(element)
    };
    let text = |field: &str, b: &mut crate::hir::build::Builder| {
        let text = spec.get(node, field).and_then(Node::as_str)?.to_owned();
        Some(Text {
            text: b.intern(&text),
            tokens: Vec::new(),
        })
    };
    // Conditions on candidates have registers of their own: the candidate,
    // its zone, what is picked already.
    let mut candidates = scope.clone();
    candidates
        .action
        .add("$card", Type::One(element), LocalKind::Given(0));
    candidates
        .action
        .add("$seat", Type::One(element), LocalKind::Given(0));
    candidates
        .action
        .add("$option", Type::One(element), LocalKind::Given(0));
    candidates.action.add("$zone", Type::ZONE, LocalKind::Given(1));
    candidates
        .action
        .add("$picked", Type::List(element), LocalKind::Given(2));
    let legal = spec.get(node, "legal").map(|n| {
        let condition = reader.condition(&candidates, n);
        check_faces(reader, &draft, &candidates, condition, "what is legal");
        reader.b.check_open(&candidates, condition, "what is legal")
    });
    let legal = legal
        .filter(|l| !reader.b.is_broken(*l))
        .map(|l| reader.b.legal(&candidates, l));
    let mut finished = scope.clone();
    finished
        .action
        .add("$picked", Type::List(element), LocalKind::Given(0));
    let valid = spec.get(node, "valid").map(|n| {
        let condition = reader.condition(&finished, n);
        check_faces(reader, &draft, &finished, condition, "what is valid");
        reader.b.check_open(&finished, condition, "what is valid")
    });
    let valid = valid
        .filter(|v| !reader.b.is_broken(*v))
        .map(|v| reader.b.valid(&finished, v));
    let legal_message = text("legal_message", reader.b);
    let valid_message = text("valid_message", reader.b);
    let mut code = |node: Option<NodeId>| node.map(|c| reader.b.value_code(scope, c));
    let (count, least, most) = (code(draft.count), code(draft.least), code(draft.most));
    scope.action.add(name, ty, LocalKind::Given(0));
    PickDef {
        what: draft.what,
        min: draft.min,
        max: draft.max,
        count,
        least,
        most,
        from: draft.from,
        only: draft.only,
        legal,
        legal_message,
        valid,
        valid_message,
        blind: draft.blind,
        register: 0,
        single,
    }
}

/// Reports a condition on a pick that reads faces which the seat does not see.
fn check_faces(reader: &mut Reader<'_>, draft: &Draft, scope: &Scope, condition: NodeId, what: &'static str) {
    if draft.blind {
        return secrecy::check_blind(reader.b, scope, condition, what);
    }
    let worked_out = draft.worked_out.iter().copied().map(Source::Zones);
    let sources: Vec<Source> = draft
        .from
        .iter()
        .filter_map(Source::of)
        .chain(worked_out)
        .collect();
    reader.b.hir.tree.tests_of_picks.push(TestOfPick {
        scope: scope.clone(),
        from: sources,
        condition,
        what,
    });
}

/// `[self or other, hand, how many, may see]`, or just how many.
fn hand_pick(reader: &mut Reader<'_>, items: &[Node], scope: &Scope, span: Span) -> Option<Draft> {
    let mut draft = Draft::new(PickWhat::Card);
    let mut rest = items;
    let mut own = true;
    if let Some(word) = rest.first().and_then(Node::as_str)
        && matches!(word, "self" | "other")
    {
        own = word == "self";
        rest = &rest[1..];
    }
    if let Some(zone) = rest.first().filter(|n| n.as_str().is_some_and(|t| !t.is_empty())) {
        let source = reader.value(scope, zone);
        add_source(reader, scope, &mut draft, source, zone.span)?;
        rest = &rest[1..];
    } else {
        if !own {
            reader.b.error(
                Problem::PickWithoutSource,
                span,
                "whose hand is picked from?",
                "write `[\"other\", \"$state.loser.hand\", 1]`".to_owned(),
            );
            return None;
        }
        let at = reader.b.make_seat_zone("hand", span);
        draft.from.push(PickFrom::OwnZone(at));
    }
    if let Some(count) = rest.first() {
        read_count(reader, scope, &mut draft, count);
    }
    match rest.get(1).map(|see| (see.as_bool(), see.span)) {
        Some((Some(see), _)) => draft.blind = !see,
        Some((None, span)) => reader.b.error(
            Problem::WrongType,
            span,
            "after how many stands whether the seat sees the cards: true or false",
            "write `[\"self\", \"$player.hand\", 1]`, and as how many `[0, 3]` for the fewest and the most"
                .to_owned(),
        ),
        None => {}
    }
    Some(draft)
}

/// `[what, how many, whose, zone]`.
fn world_pick(reader: &mut Reader<'_>, items: &[Node], scope: &Scope, span: Span) -> Option<Draft> {
    let what = match items.first().and_then(Node::as_str) {
        Some("card" | "cards") => PickWhat::Card,
        Some("zone" | "zones") => PickWhat::Zone,
        Some("seat" | "seats" | "player" | "players") => PickWhat::Seat,
        Some("option" | "options") => PickWhat::Option,
        Some("deck" | "decks") => PickWhat::Deck,
        _ => {
            reader.b.error(
                Problem::PickWithoutSource,
                items.first().map_or(span, |n| n.span),
                "a world_pick begins with what is picked",
                "write `[\"card\", 1, \"all_players\", \"front\"]`; things to pick are card, zone, seat, option and deck"
                    .to_owned(),
            );
            return None;
        }
    };
    let mut draft = Draft::new(what);
    if let Some(count) = items.get(1) {
        read_count(reader, scope, &mut draft, count);
    }
    let Some(whose) = items.get(2) else {
        if what == PickWhat::Deck {
            let decks = refs::namespace(reader.b, scope, "game", "decks", span)?;
            add_source(reader, scope, &mut draft, decks, span)?;
            return Some(draft);
        }
        if what == PickWhat::Seat {
            let everyone = refs::root(reader.b, scope, "all", span)?;
            add_source(reader, scope, &mut draft, everyone, span)?;
            return Some(draft);
        }
        reader.b.error(
            Problem::PickWithoutSource,
            span,
            "a world_pick says where from",
            "write `[\"card\", 1, \"all_players\", \"front\"]`".to_owned(),
        );
        return None;
    };
    let zone = items.get(3);
    read_whose(reader, scope, &mut draft, whose, zone)?;
    Some(draft)
}

fn long_pick(reader: &mut Reader<'_>, node: &Node, scope: &Scope, kind: ActionKind) -> Option<Draft> {
    let what = match PICK.get(node, "what").and_then(Node::as_str) {
        Some("zone") => PickWhat::Zone,
        Some("seat") => PickWhat::Seat,
        Some("option") => PickWhat::Option,
        Some("deck") => PickWhat::Deck,
        _ => PickWhat::Card,
    };
    let mut draft = Draft::new(what);
    if let Some(count) = PICK.get(node, "count") {
        read_count(reader, scope, &mut draft, count);
    }
    let bound = |name: &str| {
        PICK.get(node, name)
            .and_then(Node::as_i64)
            .and_then(|n| u16::try_from(n).ok())
    };
    if let Some(min) = bound("min") {
        draft.min = min;
        draft.max = draft.max.max(min);
    }
    if let Some(max) = bound("max") {
        draft.max = max;
    }
    draft.least = read_bound(reader, scope, PICK.get(node, "min"));
    draft.most = read_bound(reader, scope, PICK.get(node, "max"));
    if draft.most.is_some() {
        draft.max = u16::MAX;
    }
    if draft.least.is_some() {
        draft.max = draft.max.max(1);
    }
    if draft.min > draft.max {
        reader.b.error(
            Problem::OutOfBounds,
            node.span,
            format!("from {} to {} is nothing", draft.min, draft.max),
            "write the fewest first, and the most after it: `[1, 3]`",
        );
    }
    draft.only = match PICK.get(node, "only").and_then(Node::as_str) {
        Some("top") => PickOnly::Top,
        Some("bottom") => PickOnly::Bottom,
        Some("by_order") => PickOnly::ByOrder,
        _ => PickOnly::All,
    };
    draft.blind = PICK.get(node, "blind").and_then(Node::as_bool).unwrap_or(false);
    match PICK.get(node, "from") {
        Some(from) => read_whose(reader, scope, &mut draft, from, PICK.get(node, "zone"))?,
        None if kind == ActionKind::HandPick => {
            let at = reader.b.make_seat_zone("hand", node.span);
            draft.from.push(PickFrom::OwnZone(at));
        }
        None => {
            reader.b.error(
                Problem::PickWithoutSource,
                node.span,
                "a pick says where from",
                "add `\"from\": \"$player.hand\"`, or `\"from\": \"all_players\", \"zone\": \"front\"`"
                    .to_owned(),
            );
            return None;
        }
    }
    Some(draft)
}

/// A bound that is worked out each time; nothing for one that is a number.
fn read_bound(reader: &mut Reader<'_>, scope: &Scope, node: Option<&Node>) -> Option<NodeId> {
    let node = node.filter(|n| !matches!(n.value, Json::Number(_)))?;
    let value = reader.value(scope, node);
    let ty = reader.b.get(value).ty;
    if reader.b.is_broken(value) {
        return None;
    }
    if !ty.fits(Type::NUMBER) {
        reader.b.error(
            Problem::ParameterType,
            node.span,
            format!("how many is a number, found {}", ty.phrase()),
            format!("write {}", Type::NUMBER.such_as()),
        );
        return None;
    }
    Some(value)
}

/// How many: a number, `[min, max]`, or something to work out.
fn read_count(reader: &mut Reader<'_>, scope: &Scope, draft: &mut Draft, node: &Node) {
    let whole = |n: &Node| n.as_i64().and_then(|n| u16::try_from(n).ok());
    match &node.value {
        Json::Array(items) if items.len() == 2 => match (whole(&items[0]), whole(&items[1])) {
            (Some(min), Some(max)) if min <= max => (draft.min, draft.max) = (min, max),
            _ => reader.b.error(
                Problem::OutOfBounds,
                node.span,
                "how many is a number, or the fewest and the most",
                "write `1`, or `[0, 3]`".to_owned(),
            ),
        },
        Json::Number(_) => match whole(node) {
            Some(n) => (draft.min, draft.max) = (n, n),
            None => reader.b.error(
                Problem::OutOfBounds,
                node.span,
                "how many is a whole number from 0 to 65535",
                "write `1`, or `[0, 3]` for the fewest and the most",
            ),
        },
        _ => {
            let value = reader.value(scope, node);
            let ty = reader.b.get(value).ty;
            if reader.b.is_broken(value) {
                return;
            }
            if !ty.fits(Type::NUMBER) {
                reader.b.error(
                    Problem::ParameterType,
                    node.span,
                    format!("how many is a number, found {}", ty.phrase()),
                    format!(
                        "write {}, or `[0, 3]` for the fewest and the most",
                        Type::NUMBER.such_as()
                    ),
                );
                return;
            }
            draft.count = Some(value);
            (draft.min, draft.max) = (0, u16::MAX);
        }
    }
}

/// Whose zone: seats and the zone's name, or zones or a list outright.
fn read_whose(
    reader: &mut Reader<'_>,
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
            let help = meant_or_listed(name, &known, "declare it in `shared_zones`");
            let message = format!("there is no shared zone `{name}`");
            reader.b.error(Problem::UnknownZone, zone.span, message, help);
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
                let zone_meant = reader.b.hir.zone_named(word).is_some() || ty == Type::ZONE;
                let message = match zone_meant {
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

pub(super) fn source_value(reader: &mut Reader<'_>, scope: &Scope, node: &Node) -> NodeId {
    match node.as_str() {
        Some("all" | "all_players") => match refs::root(reader.b, scope, "all", node.span) {
            Some(all) => all,
            None => reader.b.broken(node.span),
        },
        Some("self") => reader.b.player(scope, node.span),
        _ => reader.value(scope, node),
    }
}

fn others(reader: &mut Reader<'_>, scope: &Scope, span: Span) -> NodeId {
    reader.b.call(scope, builtin!(other_players), Vec::new(), span)
}

/// Adds candidates that are worked out; the usual ones have forms of their own.
fn add_source(
    reader: &mut Reader<'_>,
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
    let node = secrecy::check_offered(reader.b, scope, node, "what is picked from");
    let code = reader.b.value_code(scope, node);
    draft.from.push(PickFrom::Code(code));
    Some(())
}

//! The table: zones as declared in `game_area`.

use super::fields::{GAME_AREA, LAYOUT, REPLENISH, SIZE, ZONE};
use super::marks::visibility;
use super::values::Reader;
use super::{data, marks, seats};
use crate::hir::Scope;
use crate::hir::build::shown;
use crate::hir::build::{refs, script};
use crate::text::diag::{Code as Problem, did_you_mean, meant_or_listed};
use crate::text::json::{Node, Value as Json};
use cardable_engine::ids::StateId;
use cardable_engine::program::{
    Group, Order, Part, Replenish, ReplenishWhen, Visibility, Who, WhoSet, ZoneDef, ZoneLayout, ZoneName,
};

/// What can be said of who sees a zone, beside roles.
pub(super) fn who_words() -> Vec<&'static str> {
    let usual = Group::EVERY.iter().filter_map(|group| group.words().first());
    usual.copied().chain(["face"]).collect()
}

/// What is read of a zone once every name is known.
pub(super) struct Later<'n> {
    node: &'n Node,
    name: ZoneName,
}

/// Declares the zones; who sees them is read when the states are known.
pub(super) fn zones<'n>(reader: &mut Reader<'_>, area: Option<&'n Node>) -> Vec<Later<'n>> {
    let mut later = Vec::new();
    let Some(area) = area else { return later };
    for (field, of_seat) in [("shared_zones", false), ("player_zones", true)] {
        let Some(list) = GAME_AREA.get(area, field) else {
            continue;
        };
        for node in list.items() {
            if let Some(name) = zone(reader, node, of_seat) {
                later.push(Later { node, name });
            }
        }
    }
    later
}

fn zone(reader: &mut Reader<'_>, node: &Node, of_seat: bool) -> Option<ZoneName> {
    if data::skips(reader, node, ZONE.get(node, "name"), "zone") {
        return None;
    }
    let Some(name_node) = ZONE.get(node, "name") else {
        data::lacks(
            reader,
            node,
            None,
            "a zone has a `name`",
            "write `\"name\": \"a name\"`, by which rules name it",
        );
        return None;
    };
    let name = name_node.as_str()?.to_owned();
    let twice = if of_seat {
        reader.b.hir.seat_zone_named(&name).is_some()
    } else {
        reader.b.hir.zone_named(&name).is_some()
    };
    if twice {
        reader.b.error(
            Problem::DuplicateName,
            name_node.span,
            format!("there are two zones `{name}`"),
            "give one of them another name; with a `count` one zone has several copies".to_owned(),
        );
        return None;
    }
    let mut def = reader.b.default_zone(&name, of_seat);
    def.declared = true;
    if let Some(order) = ZONE.get(node, "order").and_then(Node::as_str) {
        def.order = match order {
            "fixed-fifo" => Order::FixedFifo,
            "fixed-lifo" => Order::FixedLifo,
            "shuffled" => Order::Shuffled,
            _ => Order::Any,
        };
    }
    size(reader, node, &mut def);
    marks::copies(reader, node, &mut def);
    marks::designation_sets(reader, node, &mut def);
    def.library = ZONE
        .get(node, "is_library")
        .and_then(Node::as_bool)
        .unwrap_or(false);
    if let Some(roles) = ZONE.get(node, "roles") {
        if of_seat {
            def.roles = seats::role_set(reader, roles);
        } else {
            reader.b.error(
                Problem::RolesDoNotFit,
                roles.span,
                "a shared zone belongs to no role",
                "put it among the `player_zones`, or say who sees it in `zone_visibility`".to_owned(),
            );
        }
    }
    if let Some(decks) = ZONE.get(node, "decks") {
        for deck in decks.items() {
            let Some(text) = deck.as_str() else { continue };
            match reader.b.hir.deck_named(text) {
                Some(id) => def.decks.push(id),
                None if reader.b.hir.cards.are_missing => {}
                None => {
                    let known = reader
                        .b
                        .hir
                        .names_of(reader.b.hir.cards.decks.iter().map(|d| d.name));
                    let help = meant_or_listed(text, &known, "name a deck of the ruleset's `decks`");
                    reader.b.error(
                        Problem::UnknownDeck,
                        deck.span,
                        format!("unknown deck `{text}`"),
                        help,
                    );
                }
            }
        }
    }
    if let Some(layout) = ZONE.get(node, "layout") {
        let count = |name| {
            let count = LAYOUT.get(layout, name).and_then(Node::as_i64);
            count.and_then(|n| u16::try_from(n).ok())
        };
        def.layout = ZoneLayout {
            kind: LAYOUT.get(layout, "kind").and_then(Node::as_str).map(Into::into),
            columns: count("columns"),
            rows: count("rows"),
            x: LAYOUT.get(layout, "x").and_then(Node::as_f64),
            y: LAYOUT.get(layout, "y").and_then(Node::as_f64),
            label: None,
        };
    }
    def.layout.label = ZONE.get(node, "label").and_then(Node::as_str).map(Into::into);
    Some(reader.b.add_zone(def, of_seat))
}

fn size(reader: &mut Reader<'_>, node: &Node, def: &mut ZoneDef) {
    let Some(size) = ZONE.get(node, "size") else {
        return;
    };
    let whole = |n: Option<i64>| n.and_then(|n| u16::try_from(n).ok());
    match &size.value {
        Json::Object(_) => {
            if let Some(limits) = SIZE.get(size, "limits") {
                read_limits(reader, limits, def);
            }
            if let Some(initial) = whole(SIZE.get(size, "initial").and_then(Node::as_i64)) {
                def.size.initial = Some(initial);
            }
        }
        Json::Array(_) => read_limits(reader, size, def),
        _ => {
            if let Some(n) = whole(size.as_i64()) {
                (def.size.min, def.size.max) = (0, n);
                def.size.initial = Some(n);
            }
        }
    }
}

fn read_limits(reader: &mut Reader<'_>, node: &Node, def: &mut ZoneDef) {
    let items = node.items();
    let bound = |n: Option<&Node>| match n {
        Some(n) if n.as_str() == Some("*") => Some(u16::MAX),
        Some(n) => n.as_i64().and_then(|n| u16::try_from(n).ok()),
        None => None,
    };
    let (low, high) = (bound(items.first()), bound(items.get(1)));
    match (low, high) {
        (Some(low), Some(high)) if low <= high && items.len() == 2 => {
            (def.size.min, def.size.max) = (low, high)
        }
        _ => reader.b.error(
            Problem::OutOfBounds,
            node.span,
            "limits are the fewest and the most cards",
            "write `[0, 5]`, or `[0, \"*\"]` for no upper limit".to_owned(),
        ),
    }
}

/// Reads who sees and controls each zone, and how it fills up.
pub(super) fn zones_later(reader: &mut Reader<'_>, later: &[Later<'_>]) {
    for zone in later {
        let node = zone.node;
        let part = ZONE.get(node, "card_visibility");
        let who = ZONE
            .get(node, "zone_visibility")
            .and_then(|n| read_who(reader, n));
        let mut designated = def(reader, zone.name).clone();
        designated.visible = visibility(part, who, designated.visible);
        marks::designated_visibility(reader, node, &mut designated);
        let mut control_in = Vec::new();
        for member in ZONE.get(node, "control_in").map_or(&[][..], Node::members) {
            let state: Option<StateId> = refs::state_by_name(reader.b, &member.key, member.key_span);
            control_in.extend(state.zip(read_who(reader, &member.value)));
        }
        let mut visible_in = Vec::new();
        if let Some(map) = ZONE.get(node, "visible_in") {
            for member in map.members() {
                let state: Option<StateId> = refs::state_by_name(reader.b, &member.key, member.key_span);
                if let (Some(state), Some(who)) = (state, read_who(reader, &member.value)) {
                    visible_in.push((state, Visibility { who, part: Part::All }));
                }
            }
        }
        let control = ZONE.get(node, "control").and_then(|n| read_who(reader, n));
        let replenish = ZONE
            .get(node, "replenish")
            .map(|n| replenish(reader, n, zone.name));
        let def = def_mut(reader, zone.name);
        def.visible = designated.visible;
        def.designations = designated.designations;
        def.visible_in = visible_in;
        def.control_in = control_in;
        def.control = control.unwrap_or(Who::ALL);
        def.replenish = replenish;
    }
}

fn def<'r>(reader: &'r Reader<'_>, name: ZoneName) -> &'r ZoneDef {
    match name {
        ZoneName::Shared(at) => &reader.b.hir.zones.shared[at as usize],
        ZoneName::Seat(at) => &reader.b.hir.zones.seat[at as usize],
    }
}

fn def_mut<'r>(reader: &'r mut Reader<'_>, name: ZoneName) -> &'r mut ZoneDef {
    match name {
        ZoneName::Shared(at) => &mut reader.b.hir.zones.shared[at as usize],
        ZoneName::Seat(at) => &mut reader.b.hir.zones.seat[at as usize],
    }
}

/// Who a rule of a zone is for: a word, a role, a condition, or several of the
/// first two.
pub(super) fn read_who(reader: &mut Reader<'_>, node: &Node) -> Option<Who> {
    let Json::Array(words) = &node.value else {
        return one_who(reader, node);
    };
    let mut set = WhoSet::default();
    for word in words {
        match one_who(reader, word)? {
            Who::Group(Group::All) => return Some(Who::ALL),
            Who::Group(group) => set.groups.insert(group),
            Who::Several(roles) => set.roles.0 |= roles.roles.0,
            Who::Face | Who::When(_) => {
                reader.b.error(
                    Problem::NotAChoice,
                    word.span,
                    "this cannot stand among others",
                    "write it by itself; lists are of `owner`, `active` and so on, and of roles".to_owned(),
                );
                return None;
            }
        }
    }
    Some(Who::Several(set))
}

fn one_who(reader: &mut Reader<'_>, node: &Node) -> Option<Who> {
    let text = node.as_str()?;
    let word = text.replace('_', "-");
    Some(match Group::named(&word) {
        Some(group) => Who::Group(group),
        None if word == "face" => Who::Face,
        None if text.starts_with('=') => {
            let scope = Scope {
                read_by_seat: true,
                ..Scope::outside()
            };
            let condition = reader.condition(&scope, node);
            script::refuse_script(reader.b, condition, "who sees a zone");
            let condition = shown::to_seat(reader.b, &scope, condition, "who sees a zone");
            Who::When(reader.b.value_code(&scope, condition))
        }
        None => {
            if let Some(role) = reader.b.hir.role_named(text) {
                let mut set = WhoSet::default();
                set.roles.insert(role);
                return Some(Who::Several(set));
            }
            let mut words = who_words();
            words.extend(reader.b.hir.names_of(reader.b.hir.roles.iter().map(|r| r.name)));
            let help = match did_you_mean(text, words.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("write one of {}, or `=` and a condition", words.join(", ")),
            };
            reader.b.error(
                Problem::NotAChoice,
                node.span,
                format!("nobody is called `{text}`"),
                help,
            );
            return None;
        }
    })
}

fn replenish(reader: &mut Reader<'_>, node: &Node, of: ZoneName) -> Replenish {
    let mut when = ReplenishWhen::default();
    if let Some(words) = REPLENISH.get(node, "when") {
        for word in words.items().iter().filter_map(Node::as_str) {
            match word {
                "on_input" => when.on_input = true,
                "turn_start" => when.turn_start = true,
                "turn_end" => when.turn_end = true,
                "round_start" => when.round_start = true,
                "round_end" => when.round_end = true,
                _ => when.on_empty = true,
            }
        }
    }
    when.on_empty |= REPLENISH
        .get(node, "on_empty")
        .and_then(Node::as_bool)
        .unwrap_or(false);
    let mut from = Vec::new();
    if let Some(names) = REPLENISH.get(node, "from") {
        for name in names.items() {
            let Some(text) = name.as_str() else { continue };
            let seat = reader.b.hir.seat_zone_named(text).map(ZoneName::Seat);
            let shared = reader.b.hir.zone_named(text).map(|z| ZoneName::Shared(z.0));
            let found = if matches!(of, ZoneName::Seat(_)) {
                seat.or(shared)
            } else {
                shared
            };
            match found {
                Some(zone) if zone == of => {
                    let message = "a zone cannot fill up from itself";
                    let help = "name the zone that its cards come from, such as `discard`".to_owned();
                    reader.b.error(Problem::CyclicReference, name.span, message, help);
                }
                Some(zone) => from.push(zone),
                None => {
                    let known = reader
                        .b
                        .hir
                        .names_of(reader.b.hir.zones.shared.iter().map(|z| z.name));
                    let help = meant_or_listed(text, &known, "declare it in `shared_zones`");
                    reader.b.error(
                        Problem::UnknownZone,
                        name.span,
                        format!("unknown zone `{text}`"),
                        help,
                    );
                }
            }
        }
    }
    Replenish {
        when,
        from,
        up_to: REPLENISH
            .get(node, "up_to")
            .and_then(Node::as_i64)
            .and_then(|n| u16::try_from(n).ok()),
        below: def(reader, of).size.min.max(1),
        shuffle: REPLENISH
            .get(node, "shuffle")
            .and_then(Node::as_bool)
            .unwrap_or(false),
    }
}

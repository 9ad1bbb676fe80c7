//! The table: zones as declared in `game_area`.

use super::fields::{GameArea, Layout, LayoutKind, Replenish as Refill, Zone, ZoneSize};
use super::marks::visibility;
use super::values::RulesetReader;
use super::{marks, seats};
use crate::format::entries;
use crate::format::shapes::refill_when;
use crate::hir::Scope;
use crate::hir::build::shown;
use crate::hir::build::{refs, script};
use crate::text::diag::{Code as Problem, did_you_mean, suggestion_or_list};
use crate::text::fields::read::{Any, Items, String, Text, Word};
use crate::text::json::{Node, Number, Value as Json};
use cardable_engine::ids::StateId;
use cardable_engine::program::{
    Group, Order, Part, Replenish, Visibility, Who, WhoSet, ZoneDef, ZoneLayout, ZoneName,
};

/// What can be said of who sees a zone, beside roles.
pub(super) fn who_words() -> Vec<&'static str> {
    let usual = Group::EVERY.iter().filter_map(|group| group.words().first());
    usual.copied().chain(["face"]).collect()
}

/// What is read of a zone once every name is known.
pub(super) struct Later<'n> {
    fields: Zone<'n>,
    name: ZoneName,
}

/// Declares the zones; who sees them is read when the states are known.
pub(super) fn zones<'n>(reader: &mut RulesetReader<'_>, area: Option<GameArea<'n>>) -> Vec<Later<'n>> {
    let mut later = Vec::new();
    let Some(area) = area else { return later };
    for (zones, of_seat) in [(area.shared_zones(), false), (area.player_zones(), true)] {
        for fields in zones {
            if let Some(name) = zone(reader, fields, of_seat) {
                later.push(Later { fields, name });
            }
        }
    }
    later
}

fn zone(reader: &mut RulesetReader<'_>, fields: Zone<'_>, of_seat: bool) -> Option<ZoneName> {
    if entries::skips(reader.b, fields.node, fields.name(), "zone") {
        return None;
    }
    let Some(name) = fields.name() else {
        entries::lacks(
            reader.b,
            fields.node,
            None,
            "a zone has a `name`",
            "write `\"name\": \"a name\"`, by which rules name it",
        );
        return None;
    };
    let name = name.value?;
    let twice = if of_seat {
        reader.b.hir.seat_zone_named(&name).is_some()
    } else {
        reader.b.hir.zone_named(&name).is_some()
    };
    if twice {
        reader.b.error(
            Problem::DuplicateName,
            name.span(),
            format!("there are two zones `{name}`"),
            "give one of them another name; with a `count` one zone has several copies".to_owned(),
        );
        return None;
    }
    let mut def = reader.b.default_zone(&name, of_seat);
    def.declared = true;
    def.order = fields.order().unwrap_or(def.order);
    size(reader, fields, &mut def);
    marks::copies(reader, fields, &mut def);
    marks::designation_sets(reader, fields, &mut def);
    def.library = fields.is_library().unwrap_or(false);
    if let Some(node) = fields.roles().node {
        if of_seat {
            def.roles = seats::role_set(reader, fields.roles());
        } else {
            reader.b.error(
                Problem::RolesDoNotFit,
                node.span,
                "a shared zone belongs to no role",
                "put it among the `player_zones`, or say who sees it in `zone_visibility`".to_owned(),
            );
        }
    }
    for deck in fields.decks() {
        match reader.b.hir.deck_named(&deck) {
            Some(id) => def.decks.push(id),
            None if reader.b.hir.cards.are_missing => {}
            None => {
                let known = reader
                    .b
                    .hir
                    .names_of(reader.b.hir.cards.decks.iter().map(|d| d.name));
                let help = suggestion_or_list(&deck, &known, "name a deck of the ruleset's `decks`");
                reader.b.error(
                    Problem::UnknownDeck,
                    deck.span(),
                    format!("unknown deck `{deck}`"),
                    help,
                );
            }
        }
    }
    if let Some(layout) = fields.layout() {
        check_layout(reader, layout, &name, def.order);
        def.layout = ZoneLayout {
            kind: layout.kind().map(|kind| kind.word().into()),
            columns: layout.columns(),
            rows: layout.rows(),
            x: layout.x().map(Number::as_f64),
            y: layout.y().map(Number::as_f64),
            label: None,
        };
    }
    def.layout.label = fields.label().map(|label| reader.b.intern(&label));
    Some(reader.b.add_zone(def, of_seat))
}

/// What of a layout has nothing to show: the places of a grid in other kinds, and of a column without an order.
fn check_layout(reader: &mut RulesetReader<'_>, layout: Layout<'_>, zone: &str, order: Order) {
    let Some(kind) = layout.kind() else {
        return;
    };
    let word = kind.word();
    if !matches!(kind, LayoutKind::Grid) {
        for field in ["columns", "rows"] {
            let Some(written) = layout.node.get(field) else {
                continue;
            };
            reader.b.warn(
                Problem::NoPlaces,
                written.span,
                format!("`{field}` is for a grid, and `{zone}` is a {word}"),
                format!("write `\"kind\": \"grid\"`, or take `{field}` out"),
            );
        }
    }
    if matches!(kind, LayoutKind::Column) && matches!(order, Order::Any | Order::Shuffled) {
        reader.b.warn(
            Problem::NoPlaces,
            layout.node.span,
            format!("`{zone}` is a column, and its cards have no order"),
            "write `\"order\": \"fixed-lifo\"`: the newest card is the last one",
        );
    }
}

fn size(reader: &mut RulesetReader<'_>, fields: Zone<'_>, def: &mut ZoneDef) {
    match fields.size() {
        None | Some(ZoneSize::Unlimited(_)) => {}
        Some(ZoneSize::Exactly(n)) => {
            (def.size.min, def.size.max) = (0, n);
            def.size.initial = Some(n);
        }
        Some(ZoneSize::Between(limits)) => read_limits(reader, limits, def),
        Some(ZoneSize::Long(size)) => {
            read_limits(reader, size.limits(), def);
            def.size.initial = size.initial().or(def.size.initial);
        }
    }
}

fn read_limits(reader: &mut RulesetReader<'_>, limits: Items<'_, Any>, def: &mut ZoneDef) {
    let Some(node) = limits.node else { return };
    let items = limits.nodes();
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
pub(super) fn zones_later(reader: &mut RulesetReader<'_>, later: &[Later<'_>]) {
    for zone in later {
        let fields = zone.fields;
        let who = read_who(reader, fields.zone_visibility());
        let mut designated = def(reader, zone.name).clone();
        designated.visible = visibility(fields.card_visibility(), who, designated.visible);
        marks::designated_visibility(reader, fields, &mut designated);
        let mut control_in = Vec::new();
        for (member, words) in fields.control_in() {
            let state: Option<StateId> = refs::state_by_name(reader.b, &member.key, member.key_span);
            control_in.extend(state.zip(read_who(reader, words)));
        }
        let mut visible_in = Vec::new();
        for (member, words) in fields.visible_in() {
            let state: Option<StateId> = refs::state_by_name(reader.b, &member.key, member.key_span);
            if let (Some(state), Some(who)) = (state, read_who(reader, words)) {
                visible_in.push((state, Visibility { who, part: Part::All }));
            }
        }
        let control = read_who(reader, fields.control());
        let replenish = fields.replenish().map(|rule| replenish(reader, rule, zone.name));
        let def = def_mut(reader, zone.name);
        def.visible = designated.visible;
        def.designations = designated.designations;
        def.visible_in = visible_in;
        def.control_in = control_in;
        def.control = control.unwrap_or(Who::ALL);
        def.replenish = replenish;
    }
}

fn def<'r>(reader: &'r RulesetReader<'_>, name: ZoneName) -> &'r ZoneDef {
    match name {
        ZoneName::Shared(at) => &reader.b.hir.zones.shared[at as usize],
        ZoneName::Seat(at) => &reader.b.hir.zones.seat[at as usize],
    }
}

fn def_mut<'r>(reader: &'r mut RulesetReader<'_>, name: ZoneName) -> &'r mut ZoneDef {
    match name {
        ZoneName::Shared(at) => &mut reader.b.hir.zones.shared[at as usize],
        ZoneName::Seat(at) => &mut reader.b.hir.zones.seat[at as usize],
    }
}

/// Who a rule of a zone is for: a word, a role, a condition, or several of the
/// first two.
pub(super) fn read_who(reader: &mut RulesetReader<'_>, words: Items<'_, String>) -> Option<Who> {
    if !matches!(words.node?.value, Json::Array(_)) {
        return one_who(reader, words.iter().next()?);
    }
    let mut set = WhoSet::default();
    for word in words {
        match one_who(reader, word)? {
            Who::Group(Group::All) => return Some(Who::ALL),
            Who::Group(group) => set.groups.insert(group),
            Who::Several(roles) => set.roles.0 |= roles.roles.0,
            Who::Face | Who::When(_) => {
                reader.b.error(
                    Problem::NotAChoice,
                    word.span(),
                    "this cannot stand among others",
                    "write it by itself; lists are of `owner`, `active` and so on, and of roles".to_owned(),
                );
                return None;
            }
        }
    }
    Some(Who::Several(set))
}

fn one_who(reader: &mut RulesetReader<'_>, text: Text<'_>) -> Option<Who> {
    let word = text.replace('_', "-");
    Some(match Group::named(&word) {
        Some(group) => Who::Group(group),
        None if word == "face" => Who::Face,
        None if text.starts_with('=') => {
            let scope = Scope {
                read_by_seat: true,
                ..Scope::outside()
            };
            let condition = reader.condition(&scope, text.node);
            script::refuse_script(reader.b, condition, "who sees a zone");
            let condition = shown::to_seat(reader.b, &scope, condition, "who sees a zone");
            Who::When(reader.b.value_code(&scope, condition))
        }
        None => {
            if let Some(role) = reader.b.hir.role_named(&text) {
                let mut set = WhoSet::default();
                set.roles.insert(role);
                return Some(Who::Several(set));
            }
            let mut words = who_words();
            words.extend(reader.b.hir.names_of(reader.b.hir.roles.iter().map(|r| r.name)));
            let help = match did_you_mean(&text, words.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("write one of {}, or `=` and a condition", words.join(", ")),
            };
            reader.b.error(
                Problem::NotAChoice,
                text.span(),
                format!("nobody is called `{text}`"),
                help,
            );
            return None;
        }
    })
}

fn replenish(reader: &mut RulesetReader<'_>, rule: Refill<'_>, of: ZoneName) -> Replenish {
    let mut when = refill_when(rule.when());
    when.on_empty |= rule.on_empty().unwrap_or(false);
    let mut from = Vec::new();
    for name in rule.from() {
        let seat = reader.b.hir.seat_zone_named(&name).map(ZoneName::Seat);
        let shared = reader.b.hir.zone_named(&name).map(|z| ZoneName::Shared(z.0));
        let found = if matches!(of, ZoneName::Seat(_)) {
            seat.or(shared)
        } else {
            shared
        };
        match found {
            Some(zone) if zone == of => {
                let message = "a zone cannot fill up from itself";
                let help = "name the zone that its cards come from, such as `discard`".to_owned();
                reader
                    .b
                    .error(Problem::CyclicReference, name.span(), message, help);
            }
            Some(zone) => from.push(zone),
            None => {
                let known = reader
                    .b
                    .hir
                    .names_of(reader.b.hir.zones.shared.iter().map(|z| z.name));
                let help = suggestion_or_list(&name, &known, "declare it in `shared_zones`");
                reader.b.error(
                    Problem::UnknownZone,
                    name.span(),
                    format!("unknown zone `{name}`"),
                    help,
                );
            }
        }
    }
    Replenish {
        when,
        from,
        up_to: rule.up_to(),
        below: def(reader, of).size.min.max(1),
        shuffle: rule.shuffle().unwrap_or(false),
    }
}

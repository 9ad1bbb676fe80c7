//! References: `$globals.x`, `$player.hand`, `$state.loser.hand`.

use super::{Builder, calls, roles};
use crate::hir::{Hir, NodeId, NodeKind, Scope};
use crate::text::diag::{Code as Problem, did_you_mean, listed, suggestion_or};
use crate::text::source::Span;
use cardable_engine::builtin;
use cardable_engine::ids::StateId;
use cardable_engine::primitives;
use cardable_engine::program::{
    Lies, Order, Part, RoleSet, Visibility, Who, ZoneCount, ZoneDef, ZoneLayout, ZoneSize,
};
use cardable_engine::value::{Kind, Type, Value};

/// The first words of references with members, for suggestions.
pub(crate) const NAMESPACES: &[&str] = &[
    "globals",
    "global_data",
    "state",
    "state_params",
    "action",
    "game",
    "options",
    "roles",
    "event",
];

/// The first words of references that stand by themselves.
pub(crate) const SINGLE: &[&str] = &[
    "player",
    "card",
    "zone",
    "picked",
    "seat",
    "option",
    "all",
    "all_players",
];

/// The first words of references whose members follow from the place alone.
const OF_A_PLACE: &[&str] = &["state", "state_params", "action", "event"];

/// What to do where cards have no attributes.
pub(super) const NO_ATTRIBUTES: &str = "give the cards of a set such an attribute";

impl Builder {
    pub fn player(&mut self, scope: &Scope, span: Span) -> NodeId {
        if !scope.player {
            match scope.state {
                // Whether anybody's action leads there is known only in the end.
                Some(_) => {}
                None => {
                    self.error(
                        Problem::NoPlayer,
                        span,
                        "`$player` is nobody here",
                        "name the seats, such as `all`, or read it from data".to_owned(),
                    );
                    return self.broken(span);
                }
            }
        }
        self.node(NodeKind::Player, Type::SEAT, span)
    }

    /// A member of a value: a seat's zone or data, a card's attribute, or a
    /// primitive called on it.
    pub fn member(&mut self, scope: &Scope, base: NodeId, name: &str, span: Span) -> NodeId {
        let ty = self.get(base).ty;
        match ty {
            _ if self.is_broken(base) => return base,
            // It may be data, a zone or a defined value.
            _ if self.hir.head.lacks_rules && ty != Type::State => return self.broken(span),
            Type::State => {
                return match state_member(self, scope, name, span) {
                    Some(node) => node,
                    None => unknown_member(self, scope, "state", name, span),
                };
            }
            Type::One(Kind::Seat | Kind::Any) => {
                if let Some(node) = seat_member(self, base, name, span) {
                    return node;
                }
            }
            Type::One(Kind::Card) => {
                if let Some(at) = self.hir.attribute_named(name) {
                    let ty = self.hir.attribute_type(at);
                    return self.node(NodeKind::Attribute(base, at), ty, span);
                }
                if let Some(at) = self.hir.card_datum_named(name) {
                    let ty = self.hir.cards.data[usize::from(at)].def.ty;
                    return self.node(NodeKind::CardData(base, at), ty, span);
                }
            }
            _ => {}
        }
        if let Some(primitive) = self.find(name)
            && primitive
                .params
                .first()
                .is_some_and(|p| super::args::may_take(p.ty, ty))
            && primitive
                .params
                .iter()
                .skip(1)
                .all(|p| p.arity != primitives::Arity::Required)
        {
            return self.call(scope, &primitive, vec![base], span);
        }
        if ty == Type::SEAT {
            return undeclared_zone(self, base, name, span);
        }
        // What a declaration with a misspelt type holds is not known.
        if ty == Type::ANY && self.diags.contains(Problem::UnknownType) {
            return self.broken(span);
        }
        let help = match ty {
            Type::One(Kind::Card) if self.hir.cards.are_missing => return self.broken(span),
            Type::One(Kind::Card) => {
                let attributes = self.hir.cards.attributes.iter().map(|a| a.name);
                let data = self.hir.cards.data.iter().map(|data| data.def.name);
                let mut names = self.hir.names_of(attributes.chain(data));
                names.extend(members_defined(&self.defined, ty));
                suggestion_or(name, &names, NO_ATTRIBUTES, |names| format!("cards have {names}"))
            }
            Type::List(_) => format!("ask one of the list: `list_item(the_list, 0).{name}`"),
            _ => format!("ask it of a seat or a card, such as `$player.{name}`"),
        };
        self.error(
            Problem::UnknownReference,
            span,
            format!("{} has no `{name}`", ty.phrase()),
            help,
        );
        self.broken(span)
    }

    /// Declares a seats' zone with what its name suggests.
    pub(crate) fn make_seat_zone(&mut self, name: &str, span: Span) -> u16 {
        if let Some(at) = self.hir.seat_zone_named(name) {
            return at;
        }
        self.hir.places.undeclared.push((name.into(), span));
        let def = self.default_zone(name, true);
        self.hir.zones.seat.push(def);
        (self.hir.zones.seat.len() - 1) as u16
    }

    /// A zone with what its name suggests: decks are hidden, hands are seen by
    /// their owner, elsewhere cards are seen as they lie.
    pub(crate) fn default_zone(&mut self, name: &str, of_seat: bool) -> ZoneDef {
        let (who, order) = match name {
            "deck" => (Who::NONE, Order::Shuffled),
            "hand" if of_seat => (Who::OWNER, Order::Any),
            _ => (Who::Face, Order::FixedLifo),
        };
        ZoneDef {
            name: self.intern(name),
            visible: Visibility { who, part: Part::All },
            visible_in: Vec::new(),
            order,
            lies: Lies::AsBefore,
            laid_out: false,
            size: ZoneSize {
                min: 0,
                max: u16::MAX,
                initial: None,
            },
            control: Who::ALL,
            control_in: Vec::new(),
            library: false,
            roles: RoleSet::default(),
            decks: Vec::new(),
            replenish: None,
            count: ZoneCount::ONE,
            copy: 0,
            family: (0, 0),
            designations: Vec::new(),
            layout: ZoneLayout::default(),
            declared: false,
        }
    }
}

/// The values of the ruleset that are members of values of a type.
fn members_defined(defined: &[primitives::Callee], ty: Type) -> impl Iterator<Item = &str> {
    let takes = move |p: &&primitives::Callee| {
        let params = &p.params;
        params.len() == 1 && p.result != Type::Nothing && super::args::may_take(params[0].ty, ty)
    };
    defined.iter().filter(takes).map(|p| &*p.name)
}

/// A reference's first word that is a value by itself.
pub(crate) fn root(builder: &mut Builder, scope: &Scope, name: &str, span: Span) -> Option<NodeId> {
    Some(match name {
        "player" => builder.player(scope, span),
        "all" | "all_players" => builder.node(NodeKind::Everyone, Type::List(Kind::Seat), span),
        "state" => builder.node(NodeKind::State, Type::State, span),
        "card" | "zone" | "picked" | "seat" | "option" => {
            let at = scope.action.find(&format!("${name}"))?;
            let ty = scope.action.locals[at as usize].ty;
            builder.node(NodeKind::Local(at), ty, span)
        }
        _ => return None,
    })
}

/// A member of one of the namespaces; `None` when there is no such namespace.
pub(crate) fn namespace(
    builder: &mut Builder,
    scope: &Scope,
    space: &str,
    name: &str,
    span: Span,
) -> Option<NodeId> {
    let found = match space {
        "globals" | "global_data" => global(builder, name, span),
        "state" | "state_params" => state_member(builder, scope, name, span),
        "action" => action_member(builder, scope, name, span),
        "options" => setting(builder, name, span),
        "game" => game_member(builder, name, span),
        "roles" => roles::role_member(builder, name, span),
        "event" => event_member(builder, scope, name, span),
        _ => return None,
    };
    Some(match found {
        Some(node) => node,
        None => unknown_member(builder, scope, space, name, span),
    })
}

fn global(builder: &mut Builder, name: &str, span: Span) -> Option<NodeId> {
    let id = builder.hir.strings.find(name)?;
    let at = builder.hir.globals.iter().position(|d| d.name == id)?;
    let ty = builder.hir.globals[at].ty;
    Some(builder.node(NodeKind::Global(at as u16), ty, span))
}

/// An option by its name. What is wrong with one that could not be read was said.
pub(crate) fn setting(builder: &mut Builder, name: &str, span: Span) -> Option<NodeId> {
    let Some(at) = builder.hir.setting_named(name) else {
        let is_faulty = builder.hir.is_faulty_option(name);
        return is_faulty.then(|| builder.broken(span));
    };
    let ty = builder.hir.settings.get(usize::from(at))?.ty;
    Some(builder.node(NodeKind::Setting(at), ty, span))
}

fn state_member(builder: &mut Builder, scope: &Scope, name: &str, span: Span) -> Option<NodeId> {
    let state = scope.state?;
    if let Some(id) = builder.hir.strings.find(name)
        && let Some(at) = builder.hir.states[state.index()]
            .data
            .iter()
            .position(|d| d.name == id)
    {
        let ty = builder.hir.states[state.index()].data[at].ty;
        return Some(builder.node(NodeKind::StateData(at as u16), ty, span));
    }
    match name {
        "vote" => {
            let vote = builtin!(vote_result);
            calls::provide(builder, vote.properties.uses, span);
            Some(builder.node(NodeKind::Call(vote.clone(), Vec::new()), Type::STRING, span))
        }
        "name" => {
            let name = builder.hir.states[state.index()].name;
            Some(builder.constant(Value::Str(name), span))
        }
        _ => None,
    }
}

fn action_member(builder: &mut Builder, scope: &Scope, name: &str, span: Span) -> Option<NodeId> {
    let at = scope.action.find(name)?;
    let local = &scope.action.locals[at as usize];
    let ty = local.ty;
    if let crate::hir::LocalKind::Param(given) = local.kind {
        // A parameter of the running state stands for the state itself, and
        // a mistake was reported where it is given.
        if matches!(builder.get(given).kind, NodeKind::State | NodeKind::Error) {
            return Some(given);
        }
    }
    Some(builder.node(NodeKind::Local(at), ty, span))
}

/// What a trigger knows of what has happened.
fn event_member(builder: &mut Builder, scope: &Scope, name: &str, span: Span) -> Option<NodeId> {
    let at = scope.action.find(&format!("$event.{name}"))?;
    let ty = scope.action.locals[usize::from(at)].ty;
    Some(builder.node(NodeKind::Local(at), ty, span))
}

fn game_member(builder: &mut Builder, name: &str, span: Span) -> Option<NodeId> {
    if name == "decks" {
        let decks: Vec<Value> = (0..builder.hir.cards.decks.len())
            .map(|at| Value::Deck(cardable_engine::ids::DeckId(at as u16)))
            .collect();
        let list = builder.hir.constants.list(&decks);
        return Some(builder.node(NodeKind::Const(Value::List(list)), Type::List(Kind::Deck), span));
    }
    builder
        .hir
        .zone_named(name)
        .map(|zone| builder.constant(Value::Zone(zone), span))
}

/// Says that a namespace has no such member, and what was probably meant.
fn unknown_member(builder: &mut Builder, scope: &Scope, space: &str, name: &str, span: Span) -> NodeId {
    if builder.hir.head.lacks_rules && !OF_A_PLACE.contains(&space) {
        return builder.broken(span);
    }
    let help = builder
        .diags
        .help_for(|| member_help(&builder.hir, scope, space, name));
    builder.error(
        Problem::UnknownReference,
        span,
        format!("unknown reference `${space}.{name}`"),
        help,
    );
    builder.broken(span)
}

fn member_help(hir: &Hir, scope: &Scope, space: &str, name: &str) -> String {
    let help = suggest_member(hir, scope, space, name);
    help.unwrap_or_else(|| match space {
        "globals" | "global_data" => format!("declare `{name}` in `global_data`"),
        "player" | "player_data" => format!("declare `{name}` in `player_data` or `player_zones`"),
        "state" | "state_params" => {
            format!("declare `{name}` in the state's `state_data` or `state_params`")
        }
        "action" => format!("declare `{name}` in the action's `action_data`, or let it pick something"),
        "options" => format!("declare `{name}` in `options`"),
        "event" => of_event(scope),
        "roles" => format!("declare `{name}` in `game_area.roles`"),
        _ => "declare it, or name what there is".to_owned(),
    })
}

/// What `$event` has in a place.
fn of_event(scope: &Scope) -> String {
    let locals = scope.action.locals.iter();
    let members: Vec<&str> = locals
        .filter_map(|local| local.name.strip_prefix("$event."))
        .collect();
    match listed(&members) {
        Some(members) => format!("in this trigger `$event` has {members}"),
        None => "`$event` stands in triggers, and tells what has happened".to_owned(),
    }
}

fn suggest_member(hir: &Hir, scope: &Scope, space: &str, name: &str) -> Option<String> {
    let actions: Vec<&str> = scope
        .action
        .locals
        .iter()
        .map(|l| &*l.name)
        .filter(|n| !n.starts_with('$'))
        .collect();
    let states: Vec<&str> = scope.state.map_or(Vec::new(), |s| {
        hir.names_of(hir.states[s.index()].data.iter().map(|d| d.name))
    });
    let globals = hir.names_of(hir.globals.iter().map(|d| d.name));
    let options: Vec<&str> = hir.option_names().collect();
    let spaces = [
        ("action", &actions),
        ("state", &states),
        ("globals", &globals),
        ("options", &options),
    ];
    // The same name elsewhere is likelier than another name here.
    for (other, members) in &spaces {
        if members.contains(&name) {
            return Some(format!("did you mean `${other}.{name}`?"));
        }
    }
    let here = match space {
        "state_params" => "state",
        "global_data" => "globals",
        other => other,
    };
    let members = spaces
        .iter()
        .find(|(s, _)| *s == here)
        .map(|(_, m)| m.as_slice())
        .unwrap_or_default();
    if let Some(near) = did_you_mean(name, members.iter().copied()) {
        return Some(format!("did you mean `${space}.{near}`?"));
    }
    listed(members).map(|members| format!("`${space}` has {members}"))
}

/// `list[n]`, or the card of a zone that is drawn after `n` others.
pub(crate) fn indexed(builder: &mut Builder, scope: &Scope, of: NodeId, n: NodeId, span: Span) -> NodeId {
    if builder.is_broken(of) || builder.is_broken(n) {
        return builder.broken(span);
    }
    let ty = builder.get(of).ty;
    let item = match ty {
        Type::One(Kind::Zone) => builtin!(nth_card),
        Type::List(_) | Type::One(Kind::Any) => builtin!(list_item),
        Type::Nothing | Type::State | Type::One(_) => {
            let at = builder.get(of).span;
            builder.error(
                Problem::ParameterType,
                at,
                format!("only a list or a zone has numbered items, found {}", ty.phrase()),
                "name a member as `.name`".to_owned(),
            );
            return builder.broken(span);
        }
    };
    builder.call(scope, item, vec![of, n], span)
}

fn seat_member(builder: &mut Builder, base: NodeId, name: &str, span: Span) -> Option<NodeId> {
    // A seat is shown by its name wherever a text shows it.
    if name == "name" {
        return Some(base);
    }
    if name == "score" && builder.hir.strings.find("score").is_none() {
        return None;
    }
    if let Some(id) = builder.hir.strings.find(name)
        && let Some(at) = builder.hir.seat_data.iter().position(|d| d.name == id)
    {
        let ty = builder.hir.seat_data[at].ty;
        return Some(builder.node(NodeKind::SeatData(base, at as u16), ty, span));
    }
    let at = builder.hir.seat_zone_named(name)?;
    Some(builder.node(NodeKind::SeatZone(base, at), Type::ZONE, span))
}

/// A zone that is used and not declared: it is made, with a warning. A slip
/// of the pen is an error.
pub(crate) fn undeclared_zone(builder: &mut Builder, base: NodeId, name: &str, span: Span) -> NodeId {
    let mut known = builder
        .hir
        .names_of(builder.hir.zones.seat.iter().map(|z| z.name));
    known.extend(builder.hir.names_of(builder.hir.seat_data.iter().map(|d| d.name)));
    known.extend(members_defined(&builder.defined, Type::SEAT));
    let declared = builder.hir.zones.seat.iter().any(|z| z.declared);
    let near = did_you_mean(name, known.iter().copied()).map(str::to_owned);
    if let Some(near) = near {
        builder.not_declared(
            Problem::UnknownReference,
            span,
            format!("a seat has no `{name}`"),
            format!("did you mean `{near}`?"),
        );
        return builder.broken(span);
    }
    if declared && !matches!(name, "deck" | "hand" | "front" | "discard") {
        let zones = builder
            .hir
            .names_of(builder.hir.zones.seat.iter().map(|z| z.name));
        let data = builder.hir.names_of(builder.hir.seat_data.iter().map(|d| d.name));
        let has = match (listed(zones), listed(data)) {
            (Some(zones), Some(data)) => format!("a seat's zones are {zones}, its data {data}; "),
            (Some(zones), None) => format!("a seat's zones are {zones}; "),
            (None, Some(data)) => format!("a seat's data are {data}; "),
            (None, None) => String::new(),
        };
        let help = format!("{has}declare further data in `player_data`, zones in `game_area.player_zones`");
        builder.not_declared(
            Problem::UnknownReference,
            span,
            format!("a seat has no `{name}`"),
            help,
        );
        return builder.broken(span);
    }
    let at = builder.make_seat_zone(name, span);
    builder.node(NodeKind::SeatZone(base, at), Type::ZONE, span)
}

/// Adds the zones that every game has: the box, and a shared deck where cards
/// would have no other place to begin.
pub(crate) fn add_standard_zones(builder: &mut Builder) {
    let boxed = match builder.hir.zone_named("box") {
        Some(zone) => zone.0,
        None => {
            let mut def = builder.default_zone("box", false);
            def.visible = Visibility {
                who: Who::NONE,
                part: Part::All,
            };
            def.order = Order::Any;
            builder.hir.zones.shared.push(def);
            (builder.hir.zones.shared.len() - 1) as u16
        }
    };
    builder.hir.zones.boxed = boxed;
}

/// Fills in which zones have standard parts to play.
pub(crate) fn name_standard_zones(builder: &mut Builder) {
    let homeless = !builder.hir.cards.are_picked
        && (0..builder.hir.cards.decks.len()).any(|at| {
            let deck = cardable_engine::ids::DeckId(at as u16);
            !builder
                .hir
                .zones
                .shared
                .iter()
                .chain(&builder.hir.zones.seat)
                .any(|z| z.decks.contains(&deck))
        });
    if homeless && builder.hir.zone_named("deck").is_none() {
        let def = builder.default_zone("deck", false);
        builder.hir.zones.shared.push(def);
    }
    builder.hir.zones.deck = builder.hir.zone_named("deck").map(|z| z.0);
    builder.hir.zones.discard = builder.hir.zone_named("discard").map(|z| z.0);
    builder.hir.zones.seat_deck = builder.hir.seat_zone_named("deck");
    builder.hir.zones.seat_hand = builder.hir.seat_zone_named("hand");
    builder.hir.zones.seat_discard = builder.hir.seat_zone_named("discard");
}

/// A state by its name, with a suggestion when there is none.
pub(crate) fn state_by_name(builder: &mut Builder, name: &str, span: Span) -> Option<StateId> {
    let found = builder.hir.state_named(name);
    if found.is_none() {
        let help = builder.diags.help_for(|| {
            let names = builder.hir.names_of(builder.hir.states.iter().map(|s| s.name));
            let none = "declare it in `game_state`";
            suggestion_or(name, &names, none, |names| format!("the states are {names}"))
        });
        builder.not_declared(
            Problem::UnknownState,
            span,
            format!("unknown state `{name}`"),
            help,
        );
    }
    found
}

//! What the first steps of an action move where. A seat is not offered an action
//! that would lay a card where there is no room for it; what happens further on,
//! or depends on what was done before, is looked at when it is done.

use crate::hir::{Body, Hir, LocalKind, NodeId, NodeKind, Scope, Stmt, children};
use cardable_engine::primitives::{CallKind, Moves, ParamType, Reads};
use cardable_engine::program::{
    CapacityChange, ChangedCards, PickDef, PickFrom, PickWhat, Way, ZoneCount, ZoneDef, ZoneName, Zones,
};
use cardable_engine::value::{Type, Value};

/// Where cards come from that a step moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    Pick,
    Zone(ZoneName),
    /// From that zone of every seat.
    Seats(u16),
    AllBut(ZoneName),
    /// From another zone, in exchange for all its own.
    Exchange,
    Unknown,
}

/// A step that moves cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Moved {
    fill: CapacityChange,
    source: Source,
    /// Whether it is done for each seat that plays, and not only for the acting one.
    each: bool,
}

/// What the first steps of an action move.
fn moved_first(hir: &Hir, body: &Body) -> Vec<Moved> {
    moved_by_steps(hir, body, &body.steps).0
}

/// What steps move, as long as that is known, and whether it is to the end.
fn moved_by_steps(hir: &Hir, body: &Body, steps: &[Stmt]) -> (Vec<Moved>, bool) {
    let mut moved = Vec::new();
    for step in steps {
        if let Stmt::Group(group) = step {
            let (of_group, is_all) = moved_by_steps(hir, body, group);
            moved.extend(of_group);
            if is_all {
                continue;
            }
            return (moved, false);
        }
        let mut each = false;
        let call = match step {
            Stmt::Set { place, value, .. }
                if changes_nothing(hir, *place) && changes_nothing(hir, *value) =>
            {
                continue;
            }
            Stmt::Do(node) => Some(*node),
            Stmt::EachSeat { seats, body, .. } => {
                let of = &hir.tree.get(*seats).kind;
                each = *of == NodeKind::Everyone;
                match &body[..] {
                    [Stmt::Do(node)] if each || *of == NodeKind::Player => Some(*node),
                    _ => None,
                }
            }
            _ => None,
        };
        let Some(next) = call.and_then(|call| moved_by(hir, &body.scope, call)) else {
            return (moved, false);
        };
        moved.extend(next.into_iter().map(|mut moved| {
            moved.each |= each;
            moved
        }));
    }
    (moved, true)
}

/// What a call moves, so far as its declaration and its parameters tell.
fn moved_by(hir: &Hir, scope: &Scope, call: NodeId) -> Option<Vec<Moved>> {
    let NodeKind::Call(primitive, args) = &hir.tree.get(call).kind else {
        return None;
    };
    if !args.iter().all(|arg| changes_nothing(hir, *arg)) {
        return None;
    }
    let arg = |name: &str| {
        let at = primitive.params.iter().position(|p| p.name == name)?;
        args.get(at).copied()
    };
    let zone = |name: &str| fixed_zone(hir, arg(name)?);
    // The zone of seats that a parameter names.
    let seat_zone = |name: &str| match hir.tree.get(arg(name)?).kind {
        NodeKind::Const(Value::Int(at)) => u16::try_from(at).ok(),
        _ => None,
    };
    let names_seats = |name: &str| {
        let named = primitive.params.iter().find(|p| p.name == name);
        named.is_some_and(|param| param.ty == ParamType::SeatZone)
    };
    let fill = |zone: ZoneName, cards: ChangedCards, source: Source| Moved {
        fill: CapacityChange {
            zone,
            each_seat: false,
            per_seat: false,
            way: Way::In,
            cards,
        },
        source,
        each: false,
    };
    let from_zone = |name: &str| zone(name).map_or(Source::Unknown, Source::Zone);
    let count = || match arg("count").map(|n| &hir.tree.get(n).kind) {
        None | Some(NodeKind::Const(Value::Nothing)) => Some(1),
        Some(NodeKind::Const(Value::Int(n))) => u16::try_from(*n).ok(),
        Some(_) => None,
    };
    Some(match primitive.moves {
        Moves::None | Moves::Fitting | Moves::Unforeseen => return None,
        Moves::Given { cards, to } => {
            let cards = arg(cards)?;
            let (cards, source) = match hir.tree.get(cards).kind {
                NodeKind::Local(at)
                    if matches!(scope.action.locals.get(at as usize)?.kind, LocalKind::Given(_)) =>
                {
                    (ChangedCards::Picked, Source::Pick)
                }
                _ if hir.tree.get(cards).ty == Type::CARD => match zone_of_card(hir, cards) {
                    Some(zone) => (ChangedCards::Of { zone, most: 1 }, Source::Zone(zone)),
                    None => (ChangedCards::Count(1), Source::Unknown),
                },
                // All cards of a zone.
                _ if hir.tree.get(cards).ty == Type::ZONE => {
                    let zone = fixed_zone(hir, cards)?;
                    let most = u16::MAX;
                    (ChangedCards::Of { zone, most }, Source::Zone(zone))
                }
                _ => return None,
            };
            vec![fill(zone(to)?, cards, source)]
        }
        Moves::Counted { from, to } => {
            vec![fill(zone(to)?, ChangedCards::Count(count()?), from_zone(from))]
        }
        Moves::UpTo { from, to } => {
            let cards = ChangedCards::Of {
                zone: zone(from)?,
                most: count()?,
            };
            vec![fill(zone(to)?, cards, from_zone(from))]
        }
        Moves::All { from, to } if names_seats(from) => {
            vec![fill(
                zone(to)?,
                ChangedCards::OfSeats(seat_zone(from)?),
                Source::Seats(seat_zone(from)?),
            )]
        }
        Moves::All { from, to } => {
            let cards = ChangedCards::Of {
                zone: zone(from)?,
                most: u16::MAX,
            };
            vec![fill(zone(to)?, cards, from_zone(from))]
        }
        Moves::Dealt { from, to } => {
            let whole = matches!(
                arg("seats").map(|seats| &hir.tree.get(seats).kind),
                None | Some(NodeKind::Const(Value::Nothing) | NodeKind::Everyone)
            );
            if !whole {
                return None;
            }
            let mut dealt = fill(
                ZoneName::Seat(seat_zone(to)?),
                ChangedCards::Count(count()?),
                from_zone(from),
            );
            dealt.each = true;
            vec![dealt]
        }
        Moves::Gathered { to } => {
            let to = zone(to)?;
            vec![fill(to, ChangedCards::InGame, Source::AllBut(to))]
        }
        Moves::Exchanged { a, b } => {
            let (a, b) = (zone(a)?, zone(b)?);
            vec![
                fill(a, ChangedCards::Instead(b), Source::Exchange),
                fill(b, ChangedCards::Instead(a), Source::Exchange),
            ]
        }
    })
}

/// The zone in which a card is found by its place, such as `top_card(deck)`.
fn zone_of_card(hir: &Hir, card: NodeId) -> Option<ZoneName> {
    match &hir.tree.get(card).kind {
        NodeKind::Call(primitive, args) if primitive.reads == Reads::Order => fixed_zone(hir, *args.first()?),
        _ => None,
    }
}

/// A zone that is the same whatever was done before: a shared one, or one of
/// the acting seat.
fn fixed_zone(hir: &Hir, node: NodeId) -> Option<ZoneName> {
    match hir.tree.get(node).kind {
        NodeKind::Const(Value::Zone(zone)) => Some(ZoneName::Shared(zone.0)),
        NodeKind::SeatZone(seat, at) if hir.tree.get(seat).kind == NodeKind::Player => {
            Some(ZoneName::Seat(at))
        }
        _ => None,
    }
}

/// Whether working something out changes nothing and asks nobody.
fn changes_nothing(hir: &Hir, node: NodeId) -> bool {
    let mut stack = vec![node];
    while let Some(id) = stack.pop() {
        let kind = &hir.tree.get(id).kind;
        match kind {
            NodeKind::Ask { .. } | NodeKind::Push(..) => return false,
            NodeKind::Call(primitive, _)
                if !matches!(primitive.kind, CallKind::Query | CallKind::Script { acts: false }) =>
            {
                return false;
            }
            _ => {}
        }
        children(kind, &mut stack);
    }
    true
}

/// Gives every action what it fills, once all zones are known.
pub(crate) fn give(hir: &mut Hir) {
    let moved = |action| {
        hir.body_of(action)
            .map_or_else(Vec::new, |body| moved_first(hir, body))
    };
    let all: Vec<Vec<Moved>> = hir.actions.iter().map(moved).collect();
    for (action, moved) in hir.actions.iter_mut().zip(all) {
        let pick = action.pick.as_ref();
        let zones = &hir.zones;
        let limited = |step: &Moved| {
            let name = step.fill.zone;
            let def = match name {
                ZoneName::Shared(at) => zones.shared.get(at as usize),
                ZoneName::Seat(at) => zones.seat.get(at as usize),
            };
            let refills = |z: &ZoneDef| z.replenish.as_ref().is_some_and(|r| r.from.contains(&name));
            let taken_from = zones.shared.iter().chain(&zones.seat).any(refills);
            let exchanged = step.source == Source::Exchange && def.is_some_and(|z| z.size.min > 0);
            let bounded = def.is_some_and(|z| z.size.max < u16::MAX || z.count != ZoneCount::ONE);
            (exchanged || bounded) && !taken_from
        };
        for (at, step) in moved.iter().enumerate() {
            // What left the zone in this action before, or leaves it now, makes room.
            let drained = moved.iter().take(at + 1);
            let drained = drained
                .into_iter()
                .any(|m| takes_from(m.source, step.fill.zone, pick));
            if limited(step) && !drained {
                action.capacity.push(step.of_seats(step.fill));
            }
            // What comes to the zone in this action makes up for what leaves it.
            for (zone, cards) in step.leaves(zones, pick) {
                if must_keep(zones, zone) && !moved.iter().any(|m| m.fill.zone == zone) {
                    let fill = CapacityChange {
                        zone,
                        each_seat: matches!(step.source, Source::AllBut(_) | Source::Seats(_))
                            && matches!(zone, ZoneName::Seat(_)),
                        per_seat: false,
                        way: Way::Out,
                        cards,
                    };
                    action.capacity.push(step.of_seats(fill));
                }
            }
        }
    }
}

impl Moved {
    /// What is filled, or left, where the step is done for each seat: the zone of each, or one zone as often.
    fn of_seats(&self, fill: CapacityChange) -> CapacityChange {
        let of_seat = matches!(fill.zone, ZoneName::Seat(_));
        CapacityChange {
            each_seat: fill.each_seat || (self.each && of_seat),
            per_seat: self.each && !of_seat,
            ..fill
        }
    }

    /// The zones that cards leave, as far as they are known, and which cards those are.
    fn leaves(&self, zones: &Zones, pick: Option<&PickDef>) -> Vec<(ZoneName, ChangedCards)> {
        let whole = |zone: ZoneName| (zone, ChangedCards::Of { zone, most: u16::MAX });
        match self.source {
            Source::Seats(at) => vec![whole(ZoneName::Seat(at))],
            Source::AllBut(to) => {
                let shared = (0..zones.shared.len() as u16).filter(|at| *at != zones.boxed);
                let all = shared.map(ZoneName::Shared);
                let all = all.chain((0..zones.seat.len() as u16).map(ZoneName::Seat));
                all.filter(|zone| *zone != to).map(whole).collect()
            }
            source => {
                let left = left_by(source, pick).into_iter();
                left.map(|zone| (zone, self.fill.cards)).collect()
            }
        }
    }
}

/// The one zone that cards leave, where there is just one.
fn left_by(source: Source, pick: Option<&PickDef>) -> Option<ZoneName> {
    match source {
        Source::Zone(zone) => Some(zone),
        Source::Unknown | Source::Seats(_) | Source::AllBut(_) | Source::Exchange => None,
        Source::Pick => match pick.filter(|pick| pick.what == PickWhat::Card)?.from[..] {
            [PickFrom::OwnZone(at)] => Some(ZoneName::Seat(at)),
            [PickFrom::SharedZone(at)] => Some(ZoneName::Shared(at)),
            _ => None,
        },
    }
}

/// Whether a zone has a lower limit, and does not fill up by itself when it is under it.
fn must_keep(zones: &Zones, name: ZoneName) -> bool {
    let def = match name {
        ZoneName::Shared(at) => zones.shared.get(at as usize),
        ZoneName::Seat(at) => zones.seat.get(at as usize),
    };
    let fills_up = |z: &ZoneDef| z.replenish.as_ref().is_some_and(|r| r.when.on_empty);
    def.is_some_and(|z| z.size.min > 0 && z.count == ZoneCount::ONE && !fills_up(z))
}

/// Whether cards may come from a zone.
fn takes_from(source: Source, zone: ZoneName, pick: Option<&PickDef>) -> bool {
    match source {
        Source::Unknown => true,
        Source::Zone(from) => from == zone,
        Source::Seats(at) => zone == ZoneName::Seat(at),
        Source::AllBut(to) => zone != to,
        Source::Exchange => false,
        Source::Pick => pick.is_none_or(|pick| {
            pick.what != PickWhat::Card
                || pick.from.iter().any(|from| match (from, zone) {
                    (PickFrom::Code(_), _) => true,
                    (PickFrom::OwnZone(at) | PickFrom::EveryonesZone(at), ZoneName::Seat(to)) => *at == to,
                    (PickFrom::SharedZone(at), ZoneName::Shared(to)) => *at == to,
                    (PickFrom::OthersZone(_), _)
                    | (PickFrom::OwnZone(_) | PickFrom::EveryonesZone(_), ZoneName::Shared(_))
                    | (PickFrom::SharedZone(_), ZoneName::Seat(_)) => false,
                })
        }),
    }
}

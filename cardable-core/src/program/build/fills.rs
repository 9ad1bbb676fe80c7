//! What the first steps of an action move where. A seat is not offered an action
//! that would lay a card where there is no room for it; what happens further on,
//! or depends on what was done before, is looked at when it is done.

use super::Builder;
use super::lower::children;
use super::node::{NodeId, NodeKind};
use super::scope::{LocalKind, Scope};
use super::stmt::Stmt;
use crate::primitives::Body;
use crate::program::{
    Code, Fill, Filling, PickDef, PickFrom, PickWhat, Way, ZoneCount, ZoneDef, ZoneName, Zones,
};
use crate::value::{Type, Value};

/// Where cards come from that a step moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    /// From where they are picked.
    Pick,
    Zone(ZoneName),
    Unknown,
}

/// A step that moves cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Moved {
    fill: Fill,
    source: Source,
}

impl Builder {
    /// Notes what the first steps of a piece of code move.
    pub(super) fn note_fills(&mut self, scope: &Scope, code: Code, steps: &[Stmt]) {
        let mut moved = Vec::new();
        for step in steps {
            let call = match step {
                Stmt::Set { place, value, .. }
                    if self.changes_nothing(*place) && self.changes_nothing(*value) =>
                {
                    continue;
                }
                Stmt::Do(node) => Some(*node),
                Stmt::EachSeat { seats, body, .. } if self.get(*seats).kind == NodeKind::Player => {
                    match &body[..] {
                        [Stmt::Do(node)] => Some(*node),
                        _ => None,
                    }
                }
                _ => None,
            };
            match call.and_then(|call| self.moved(scope, call)) {
                Some(next) => moved.push(next),
                None => break,
            }
        }
        if !moved.is_empty() {
            self.fills.insert(code.start, moved);
        }
    }

    fn moved(&self, scope: &Scope, call: NodeId) -> Option<Moved> {
        let NodeKind::Call(primitive, args) = &self.get(call).kind else {
            return None;
        };
        if !args.iter().all(|arg| self.changes_nothing(*arg)) {
            return None;
        }
        let arg = |name: &str| {
            let at = primitive.params.iter().position(|p| p.name == name)?;
            args.get(at).copied()
        };
        let to = self.fixed_zone(arg("to")?)?;
        let (cards, source) = match primitive.name {
            "place_card" | "move_card" | "put_on_top" | "put_under" => {
                let cards = arg("cards")?;
                match self.get(cards).kind {
                    NodeKind::Local(at)
                        if matches!(scope.action.locals.get(at as usize)?.kind, LocalKind::Given(_)) =>
                    {
                        (Filling::Picked, Source::Pick)
                    }
                    _ if self.get(cards).ty == Type::CARD => (Filling::Count(1), Source::Unknown),
                    _ => return None,
                }
            }
            "draw_card" | "draw_cards" | "move_top" | "move_bottom" => {
                let count = match arg("count").map(|n| &self.get(n).kind) {
                    None | Some(NodeKind::Const(Value::Nothing)) => 1,
                    Some(NodeKind::Const(Value::Int(n))) => u16::try_from(*n).ok()?,
                    Some(_) => return None,
                };
                let source = self
                    .fixed_zone(arg("from")?)
                    .map_or(Source::Unknown, Source::Zone);
                (Filling::Count(count), source)
            }
            _ => return None,
        };
        let (zone, way) = (to, Way::In);
        Some(Moved {
            fill: Fill { zone, way, cards },
            source,
        })
    }

    /// A zone that is the same whatever was done before: a shared one, or one of
    /// the acting seat.
    fn fixed_zone(&self, node: NodeId) -> Option<ZoneName> {
        match self.get(node).kind {
            NodeKind::Const(Value::Zone(zone)) => Some(ZoneName::Shared(zone.0)),
            NodeKind::SeatZone(seat, at) if self.get(seat).kind == NodeKind::Player => {
                Some(ZoneName::Seat(at))
            }
            _ => None,
        }
    }

    /// Whether working something out changes nothing and asks nobody.
    fn changes_nothing(&self, node: NodeId) -> bool {
        let mut stack = vec![node];
        while let Some(id) = stack.pop() {
            let kind = &self.get(id).kind;
            match kind {
                NodeKind::Ask { .. } | NodeKind::Push(..) => return false,
                NodeKind::Call(primitive, _)
                    if !matches!(primitive.body, Body::Query(_) | Body::Script { acts: false }) =>
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
    pub(super) fn give_fills(&mut self) {
        let all = std::mem::take(&mut self.fills);
        for action in &mut self.actions {
            let Some(moved) = all.get(&action.body.start) else {
                continue;
            };
            let pick = action.pick.as_ref();
            let zones = &self.zones;
            let limited = |name: ZoneName| {
                let def = match name {
                    ZoneName::Shared(at) => zones.shared.get(at as usize),
                    ZoneName::Seat(at) => zones.seat.get(at as usize),
                };
                let refills = |z: &ZoneDef| z.replenish.as_ref().is_some_and(|r| r.from.contains(&name));
                let taken_from = zones.shared.iter().chain(&zones.seat).any(refills);
                def.is_some_and(|z| z.max < u16::MAX || z.count != ZoneCount::ONE) && !taken_from
            };
            for (at, step) in moved.iter().enumerate() {
                // What left the zone in this action before, or leaves it now, makes room.
                let drained = moved.iter().take(at + 1);
                let drained = drained
                    .into_iter()
                    .any(|m| takes_from(m.source, step.fill.zone, pick));
                if limited(step.fill.zone) && !drained {
                    action.fills.push(step.fill);
                }
                // What comes to the zone in this action makes up for what leaves it.
                if let Some(zone) = left_by(step.source, pick)
                    && must_keep(zones, zone)
                    && !moved.iter().any(|m| m.fill.zone == zone)
                {
                    let cards = step.fill.cards;
                    action.fills.push(Fill {
                        zone,
                        way: Way::Out,
                        cards,
                    });
                }
            }
        }
    }
}

/// The one zone that cards leave, where there is just one.
fn left_by(source: Source, pick: Option<&PickDef>) -> Option<ZoneName> {
    match source {
        Source::Zone(zone) => Some(zone),
        Source::Unknown => None,
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
    def.is_some_and(|z| z.min > 0 && z.count == ZoneCount::ONE && !fills_up(z))
}

/// Whether cards may come from a zone.
fn takes_from(source: Source, zone: ZoneName, pick: Option<&PickDef>) -> bool {
    match source {
        Source::Unknown => true,
        Source::Zone(from) => from == zone,
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

//! Queries: which cards or zones of the table are meant.

use super::Builder;
use super::node::{NodeId, NodeKind, Over};
use super::scope::Scope;
use crate::source::Span;
use cardable_engine::builtin;
use cardable_engine::ids::ZoneId;
use cardable_engine::primitives::{self, Form, Signature};
use cardable_engine::program::{PickFrom, PickOnly, PickWhat};
use cardable_engine::value::{Kind, Type, Value};

/// Where the things of a query lie.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Source {
    /// A shared zone.
    Shared(u16),
    /// A zone of the acting seat.
    Own(u16),
    /// That zone of every seat.
    Everyones(u16),
    /// That zone of every other seat.
    Others(u16),
    /// That zone of a seat.
    Of(NodeId, u16),
    /// Zones that are worked out: one, or a list.
    Zones(NodeId),
}

/// Which cards or zones are meant.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Query {
    /// Cards or zones.
    pub(crate) what: PickWhat,
    /// The zones, or those the cards lie in.
    pub(crate) from: Vec<Source>,
    /// Which cards of the zones.
    pub(crate) only: PickOnly,
    /// What must hold for the thing; it lies in a local that the dialect chose.
    pub(crate) tests: Vec<NodeId>,
}

impl Query {
    /// The type of what it finds.
    pub(crate) fn ty(&self) -> Type {
        match self.what {
            PickWhat::Zone => Type::ZONE,
            _ => Type::CARD,
        }
    }
}

impl Builder {
    /// Every zone of the table but the box: one of each shared, one of each of
    /// every seat.
    pub(crate) fn every_zone(&self) -> Vec<Source> {
        let boxed = self.zones.boxed;
        let shared = (0..self.zones.shared.len() as u16).filter(|at| *at != boxed);
        let seats = 0..self.zones.seat.len() as u16;
        shared
            .map(Source::Shared)
            .chain(seats.map(Source::Everyones))
            .collect()
    }

    /// A call on arguments that are known to fit, with its type where that is more than is declared.
    pub(crate) fn call_of(
        &mut self,
        primitive: &'static Signature,
        args: Vec<NodeId>,
        ty: Type,
        span: Span,
    ) -> NodeId {
        self.node(NodeKind::Call(primitive, args), ty, span)
    }

    /// All of several conditions.
    pub(crate) fn all_of(&mut self, mut tests: Vec<NodeId>, span: Span) -> NodeId {
        match tests.len() {
            0 => self.constant(Value::Bool(true), span),
            1 => tests.swap_remove(0),
            _ => self.node(NodeKind::Form(Form::And, tests), Type::BOOL, span),
        }
    }

    /// One of several conditions.
    pub(crate) fn any_of(&mut self, mut tests: Vec<NodeId>, span: Span) -> NodeId {
        match tests.len() {
            0 => self.constant(Value::Bool(false), span),
            1 => tests.swap_remove(0),
            _ => self.node(NodeKind::Form(Form::Or, tests), Type::BOOL, span),
        }
    }

    pub(crate) fn equal(&mut self, a: NodeId, b: NodeId, span: Span) -> NodeId {
        self.node(NodeKind::Form(Form::Equal, vec![a, b]), Type::BOOL, span)
    }

    /// The zone or zones of a source, as a value.
    fn source_value(&mut self, scope: &Scope, source: Source, span: Span) -> NodeId {
        match source {
            Source::Shared(at) => self.constant(Value::Zone(ZoneId(at)), span),
            Source::Own(at) => {
                let player = self.player(scope, span);
                self.node(NodeKind::SeatZone(player, at), Type::ZONE, span)
            }
            Source::Of(seat, at) => self.node(NodeKind::SeatZone(seat, at), Type::ZONE, span),
            Source::Zones(zones) => zones,
            Source::Everyones(at) | Source::Others(at) => {
                let seats = match source {
                    Source::Others(_) => {
                        let player = self.player(scope, span);
                        self.call_of(
                            builtin!(other_players),
                            vec![player],
                            Type::List(Kind::Seat),
                            span,
                        )
                    }
                    _ => self.node(NodeKind::Everyone, Type::List(Kind::Seat), span),
                };
                let at = self.constant(Value::Int(at.into()), span);
                self.call_of(builtin!(zones_of), vec![seats, at], Type::List(Kind::Zone), span)
            }
        }
    }

    /// Whether a zone is one of the query's.
    pub(crate) fn lies_in(&mut self, scope: &Scope, from: &[Source], zone: NodeId, span: Span) -> NodeId {
        let mut ways = Vec::new();
        for source in from {
            let value = self.source_value(scope, *source, span);
            let way = match self.get(value).ty {
                Type::List(_) => self.call_of(builtin!(contains), vec![value, zone], Type::BOOL, span),
                _ => self.equal(value, zone, span),
            };
            ways.push(way);
        }
        self.any_of(ways, span)
    }

    /// The single thing that a query means without looking for it, where it does.
    fn outright(&mut self, scope: &Scope, query: &Query, span: Span) -> Option<NodeId> {
        let [source] = query.from[..] else { return None };
        if !query.tests.is_empty() {
            return None;
        }
        let zone = self.source_value(scope, source, span);
        if self.get(zone).ty != Type::ZONE {
            return None;
        }
        match (query.what, query.only) {
            (PickWhat::Zone, _) => Some(zone),
            (_, PickOnly::Top) => Some(self.call_of(builtin!(top_card), vec![zone], Type::CARD, span)),
            (_, PickOnly::Bottom) => Some(self.call_of(builtin!(bottom_card), vec![zone], Type::CARD, span)),
            (_, PickOnly::All | PickOnly::ByOrder) => None,
        }
    }

    /// All things of the query's zones, before its tests.
    pub(crate) fn query_list(&mut self, scope: &Scope, query: &Query, span: Span) -> NodeId {
        let mut zones = Vec::new();
        for source in &query.from {
            zones.push(self.source_value(scope, *source, span));
        }
        if query.what == PickWhat::Zone {
            if zones.len() == 1
                && let [only] = zones[..]
                && matches!(self.get(only).ty, Type::List(_))
            {
                return only;
            }
            let mut lists = Vec::new();
            for zone in zones {
                lists.push(match self.get(zone).ty {
                    Type::List(_) => zone,
                    _ => self.list(vec![zone], span),
                });
            }
            return self.call_of(builtin!(concat_lists), lists, Type::List(Kind::Zone), span);
        }
        let name = match query.only {
            PickOnly::All | PickOnly::ByOrder => builtin!(cards_in),
            PickOnly::Top => builtin!(top_cards),
            PickOnly::Bottom => builtin!(bottom_cards),
        };
        self.call_of(name, zones, Type::List(Kind::Card), span)
    }

    /// A question about the things that a query means, each of which lies in a
    /// local while `test` (and the query's own tests) are worked out.
    pub(crate) fn query_over(
        &mut self,
        scope: &Scope,
        how: Over,
        query: &Query,
        local: u16,
        test: Option<NodeId>,
        span: Span,
    ) -> NodeId {
        if how == Over::First
            && test.is_none()
            && let Some(thing) = self.outright(scope, query, span)
        {
            return thing;
        }
        let list = self.query_list(scope, query, span);
        if how == Over::All && test.is_none() && query.tests.is_empty() {
            return list;
        }
        let mut tests = query.tests.clone();
        let reads_face = tests.iter().chain(&test).any(|t| self.reads_face(*t));
        let guard = (reads_face && scope.read_by_seat && !scope.reveals).then(|| {
            let item = self.node(NodeKind::Local(local), query.ty(), span);
            self.call_of(builtin!(sees_face), vec![item], Type::BOOL, span)
        });
        tests.splice(0..0, guard);
        let test = match (how, test) {
            // For all that the query means, the further test holds.
            (Over::Every, test) => {
                let meant = self.all_of(tests, span);
                let other = self.node(NodeKind::Form(Form::Not, vec![meant]), Type::BOOL, span);
                let mut ways = vec![other];
                ways.extend(test);
                self.any_of(ways, span)
            }
            (Over::Some | Over::Count | Over::First | Over::All, test) => {
                tests.extend(test);
                self.all_of(tests, span)
            }
        };
        let ty = match how {
            Over::Some | Over::Every => Type::BOOL,
            Over::Count => Type::NUMBER,
            Over::First => query.ty(),
            Over::All if query.what == PickWhat::Zone => Type::List(Kind::Zone),
            Over::All => Type::List(Kind::Card),
        };
        let kind = NodeKind::Over {
            how,
            list,
            local,
            test,
        };
        self.node(kind, ty, span)
    }

    /// Where a pick of a query's things takes them from.
    pub(crate) fn pick_sources(&mut self, scope: &Scope, from: &[Source], span: Span) -> Vec<PickFrom> {
        let mut out = Vec::new();
        for source in from {
            let from = match *source {
                Source::Shared(at) => PickFrom::SharedZone(at),
                Source::Own(at) => PickFrom::OwnZone(at),
                Source::Everyones(at) => PickFrom::EveryonesZone(at),
                Source::Others(at) => PickFrom::OthersZone(at),
                Source::Of(..) | Source::Zones(_) => {
                    let value = self.source_value(scope, *source, span);
                    let value = self.check_offered(scope, value, "what is picked from");
                    PickFrom::Code(self.value_code(scope, value))
                }
            };
            if !out.contains(&from) {
                out.push(from);
            }
        }
        out
    }

    /// A call of a predicate of the embedding program.
    pub(crate) fn call_function(&mut self, at: usize, args: Vec<NodeId>, span: Span) -> NodeId {
        let mut all = vec![self.constant(Value::Int(at as i64), span)];
        all.extend(args);
        let function: &'static Signature = &primitives::FUNCTION;
        self.node(NodeKind::Call(function, all), Type::BOOL, span)
    }
}

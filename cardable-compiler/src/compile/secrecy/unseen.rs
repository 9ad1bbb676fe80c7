//! Picks whose conditions read faces that the seat never sees, so that no choice meets them.

use super::super::Builder;
use super::super::node::{NodeId, NodeKind};
use super::super::scope::Scope;
use super::super::things::Source;
use crate::diag::{Code as Problem, listed};
use cardable_engine::ids::ZoneId;
use cardable_engine::primitives;
use cardable_engine::program::{PickFrom, Who, ZoneDef};
use cardable_engine::script::tokens::tokens;
use cardable_engine::value::Value;

impl Builder {
    /// Whether something in a script may let seats look at cards: it names a primitive that does, outside
    /// of its comments and texts.
    pub(crate) fn script_may_show(text: &str) -> bool {
        tokens(text).any(|token| primitives::find(token).is_some_and(|primitive| primitive.shows))
    }

    /// Keeps for later what reads faces of picked cards that the acting seat never sees: whether
    /// it can be shown them by a primitive is known in the end. `what` is what the condition says.
    pub(crate) fn note_unseen(&mut self, scope: &Scope, from: &[Source], condition: NodeId, what: &str) {
        if scope.reveals || from.is_empty() || !self.reads_face_of_picked(scope, condition) {
            return;
        }
        let zones: Vec<&ZoneDef> = from
            .iter()
            .filter_map(|source| self.never_seen(*source))
            .collect();
        if zones.len() < from.len() {
            return;
        }
        let names = self.names_of(zones.iter().map(|zone| zone.name));
        let Some(names) = listed(names) else {
            return;
        };
        let message =
            format!("{what} depends on the faces in {names}, which the seat never sees: it never holds");
        let span = self.get(condition).span;
        self.unseen_picks.push((span, message));
    }

    /// Warns of such picks, unless something in the ruleset lets seats look at cards.
    pub(in crate::compile) fn check_unseen(&mut self, shown_by_script: bool) {
        let picks = std::mem::take(&mut self.unseen_picks);
        let shows = |kind: &NodeKind| matches!(kind, NodeKind::Call(primitive, _) if primitive.shows);
        if picks.is_empty() || shown_by_script || self.nodes.iter().any(|node| shows(&node.kind)) {
            return;
        }
        for (span, message) in picks {
            self.warn(
                Problem::NeverValid,
                span,
                message,
                "let the seat see the zone, ask for something else than faces, or write `\"reveals\": true` beside it"
                    .to_owned(),
            );
        }
    }

    /// The zone that candidates lie in, when the acting seat can never see their faces there.
    fn never_seen(&self, source: Source) -> Option<&ZoneDef> {
        let seat_zone = |at: u16| self.zones.seat.get(usize::from(at));
        let (zone, own) = match source {
            Source::Shared(at) => (self.zones.shared.get(usize::from(at)), false),
            Source::Own(at) | Source::Everyones(at) => (seat_zone(at), true),
            Source::Others(at) => (seat_zone(at), false),
            Source::Of(seat, at) => (seat_zone(at), self.get(seat).kind == NodeKind::Player),
            Source::Zones(node) => match &self.get(node).kind {
                NodeKind::Const(Value::Zone(ZoneId(at))) => (self.zones.shared.get(usize::from(*at)), false),
                NodeKind::SeatZone(seat, at) => (seat_zone(*at), self.get(*seat).kind == NodeKind::Player),
                NodeKind::Call(primitive, args) => {
                    let named = primitive.zones_of_seats().and_then(|at| args.get(at));
                    match named.map(|at| &self.get(*at).kind) {
                        Some(NodeKind::Const(Value::Int(at))) => (seat_zone(u16::try_from(*at).ok()?), true),
                        _ => return None,
                    }
                }
                _ => return None,
            },
        };
        zone.filter(|zone| zone.rules().all(|rule| is_never(rule.who, own)))
    }
}

/// Whether a rule never lets a seat see faces, in a zone that may be its own or not.
pub(super) fn is_never(who: Who, may_own: bool) -> bool {
    match who {
        Who::None => true,
        Who::Owner => !may_own,
        Who::Several(set) => {
            let own = set.owner && may_own;
            !(own || set.by_turn() || !set.roles.is_empty())
        }
        Who::All | Who::Face | Who::Allies | Who::Opponents | Who::Active | Who::Inactive | Who::When(_) => {
            false
        }
    }
}

impl Source {
    /// Where candidates lie, when that needs nothing to be worked out.
    pub(crate) fn of(from: &PickFrom) -> Option<Source> {
        match *from {
            PickFrom::Code(_) => None,
            PickFrom::OwnZone(at) => Some(Source::Own(at)),
            PickFrom::SharedZone(at) => Some(Source::Shared(at)),
            PickFrom::EveryonesZone(at) => Some(Source::Everyones(at)),
            PickFrom::OthersZone(at) => Some(Source::Others(at)),
        }
    }
}

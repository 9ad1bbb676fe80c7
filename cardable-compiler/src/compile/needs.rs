//! What the primitives that a ruleset calls need of it.

use super::Builder;
use super::node::NodeId;
use crate::diag::{Code as Problem, meant_or_told};
use crate::source::Span;
use cardable_engine::primitives::{Needs, Signature};

/// A call of a primitive that needs something of the ruleset.
#[derive(Clone, Debug)]
pub(super) struct Needing {
    primitive: &'static Signature,
    args: Vec<NodeId>,
    span: Span,
}

impl Builder {
    /// Notes a call that needs something of the ruleset: it may be declared later.
    pub(super) fn note_needs(&mut self, primitive: &'static Signature, args: &[NodeId], span: Span) {
        if primitive.needs != Needs::Nothing {
            self.needing.push(Needing {
                primitive,
                args: args.to_vec(),
                span,
            });
        }
    }

    /// Reports calls that could only fault, once everything is declared.
    pub(super) fn check_needs(&mut self) {
        for call in std::mem::take(&mut self.needing) {
            let zones = self.zones.seat.iter().map(|zone| self.strings.get(zone.name));
            if let Some(lack) = call.primitive.lacks_zone(zones) {
                self.error(Problem::LacksZone, call.span, lack.message, lack.help);
            }
            let named = call.args.iter().enumerate();
            let named = named.filter(|(at, _)| call.primitive.names_seat_data(*at));
            let named: Vec<NodeId> = named.map(|(_, arg)| *arg).collect();
            for arg in named {
                self.check_seat_data_named(arg);
            }
        }
    }

    fn check_seat_data_named(&mut self, arg: NodeId) {
        let Some(name) = self.const_text(arg).map(str::to_owned) else {
            return;
        };
        let known = self.names_of(self.seat_data.iter().map(|data| data.name));
        if known.contains(&&*name) {
            return;
        }
        let none = "declare it in `player_data`";
        let help = meant_or_told(&name, &known, none, |data| {
            format!("the data of seats are {data}")
        });
        let message = format!("seats have no data `{name}`");
        let span = self.get(arg).span;
        self.error(Problem::UnknownReference, span, message, help);
    }
}

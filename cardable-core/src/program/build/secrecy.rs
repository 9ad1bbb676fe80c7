//! What a seat reads may depend only on what it may see.

use super::Builder;
use super::lower::children;
use super::node::{NodeId, NodeKind};
use super::scope::Scope;
use crate::diag::Code as Problem;
use crate::primitives::Reads;
use crate::program::{DataVisible, Who, ZoneDef};
use crate::value::Value;

impl Builder {
    /// Looks for hidden values in what a seat reads (a condition, a message, a
    /// list of what is legal), and says so once.
    pub(crate) fn check_open(&mut self, scope: &Scope, node: NodeId, what: &str) {
        if scope.reveals {
            return;
        }
        let mut stack = vec![node];
        while let Some(id) = stack.pop() {
            let node = self.get(id);
            let span = node.span;
            if let Some(secret) = self.secret_of(&node.kind) {
                self.error_help(
                    Problem::HiddenRead,
                    span,
                    format!("{what} depends on {secret}, which the seat may not see"),
                    "let it depend on what the seat sees, or write `\"reveals\": true` beside it".to_owned(),
                );
                return;
            }
            children(&self.get(id).kind, &mut stack);
        }
    }

    /// Notes that the rules branch on a value that is hidden from somebody: what
    /// follows shows something of it.
    pub(crate) fn note_revealing(&mut self, condition: NodeId) {
        let mut stack = vec![condition];
        while let Some(id) = stack.pop() {
            if let Some(secret) = self.secret_of(&self.get(id).kind) {
                let span = self.get(condition).span;
                self.revealing.push((span, secret));
                return;
            }
            children(&self.get(id).kind, &mut stack);
        }
    }

    fn secret_of(&self, kind: &NodeKind) -> Option<String> {
        match kind {
            NodeKind::Global(at) => self.hidden_data(&self.globals[*at as usize], false),
            // No view lists it, yet everybody has seen what the seat began.
            NodeKind::SeatData(_, at) if self.compound_slot == Some(*at) => None,
            NodeKind::SeatData(seat, at) => {
                let own = self.get(*seat).kind == NodeKind::Player;
                self.hidden_data(&self.seat_data[*at as usize], own)
            }
            NodeKind::Attribute(card, _) => self.hidden_cards(*card),
            NodeKind::Call(primitive, args) => match primitive.reads {
                Reads::Open => None,
                Reads::Faces | Reads::Order => args.iter().find_map(|arg| self.hidden_cards(*arg)),
            },
            _ => None,
        }
    }

    fn hidden_data(&self, def: &crate::program::DataDef, own: bool) -> Option<String> {
        let hidden = match def.visible {
            DataVisible::All => false,
            DataVisible::Owner => !own,
            DataVisible::None => true,
        };
        hidden.then(|| format!("`{}`", self.strings.get(def.name)))
    }

    /// The zone whose hidden faces a card, a list of cards or a zone brings.
    fn hidden_cards(&self, node: NodeId) -> Option<String> {
        match &self.get(node).kind {
            NodeKind::Const(Value::Zone(zone)) => {
                let def = self.zones.shared.get(zone.index())?;
                self.hidden_zone(def, false)
            }
            NodeKind::SeatZone(seat, at) => {
                let own = self.get(*seat).kind == NodeKind::Player;
                let def = self.zones.seat.get(*at as usize)?;
                self.hidden_zone(def, own)
            }
            NodeKind::Call(_, args) => args.iter().find_map(|arg| self.hidden_cards(*arg)),
            NodeKind::Query { over, .. } => self.hidden_cards(*over),
            NodeKind::Bound(param) => self.hidden_cards(self.bound_source(*param)?),
            _ => None,
        }
    }

    fn hidden_zone(&self, def: &ZoneDef, own: bool) -> Option<String> {
        // At one time or another any of its rules may hold.
        let open = def.rules().all(|rule| match rule.who {
            Who::All | Who::Face => true,
            Who::Owner => own,
            Who::Several(set) => own && set.owner,
            Who::None | Who::Allies | Who::Opponents | Who::Active | Who::Inactive | Who::When(_) => false,
        });
        (!open).then(|| format!("the faces in `{}`", self.strings.get(def.name)))
    }
}

//! Names of roles.

use super::Builder;
use super::node::{NodeId, NodeKind};
use crate::diag::{Code as Problem, meant_or_told};
use crate::source::Span;
use cardable_engine::builtin;
use cardable_engine::value::{Kind, Type, Value};

impl Builder {
    /// The place of a role, if there is one of this name.
    pub(crate) fn role_named(&self, name: &str) -> Option<u8> {
        let id = self.strings.find(name)?;
        self.roles.iter().position(|r| r.name == id).map(|at| at as u8)
    }

    /// The place of a role, with a suggestion when there is none.
    pub(crate) fn role(&mut self, name: &str, span: Span) -> Option<u8> {
        let found = self.role_named(name);
        if found.is_none() {
            let names = self.names_of(self.roles.iter().map(|r| r.name));
            let none = "declare it in `game_area.roles`";
            let help = meant_or_told(name, &names, none, |names| format!("the roles are {names}"));
            self.error(Problem::UnknownRole, span, format!("unknown role `{name}`"), help);
        }
        found
    }

    /// `$roles.name`: the seat of a role that has one, else its seats.
    pub(super) fn role_member(&mut self, name: &str, span: Span) -> Option<NodeId> {
        let role = self.role_named(name)?;
        let def = self.roles.get(role as usize)?;
        let (single, id) = (def.max == 1 && def.min == 1, def.name);
        let (call, ty) = if single {
            (builtin!(role_seat), Type::SEAT)
        } else {
            (builtin!(role_seats), Type::List(Kind::Seat))
        };
        let name = self.constant(Value::Str(id), span);
        Some(self.node(NodeKind::Call(call, vec![name]), ty, span))
    }
}

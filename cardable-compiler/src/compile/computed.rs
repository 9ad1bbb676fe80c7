//! Items of data that are worked out: what they may be worked out from.

use super::node::{NodeId, NodeKind};
use super::scope::Scope;
use super::secrecy::Eyes;
use super::{Builder, Problem};
use crate::source::Span;
use cardable_engine::program::{Code, DataDef, DataVisible};
use cardable_engine::value::{Kind, Type, Value};

/// Stands for the code of an item until that is read.
pub(crate) const NOT_YET: Code = Code {
    start: 0,
    registers: 0,
    rule: None,
};

/// An item of data: whether it is a seat's, and its place.
type Item = (bool, u16);

impl Builder {
    /// What an item is that nobody has set: a number is 0, a truth is false, a text is empty.
    pub(crate) fn unset(&mut self, ty: Type) -> Value {
        match ty {
            Type::One(Kind::Number) => Value::Int(0),
            Type::One(Kind::Bool) => Value::Bool(false),
            Type::One(Kind::String) => Value::Str(self.intern("")),
            _ => Value::Nothing,
        }
    }

    /// The item of a place.
    fn item(&self, (of_seat, at): Item) -> Option<&DataDef> {
        let data = if of_seat { &self.seat_data } else { &self.globals };
        data.get(usize::from(at))
    }

    /// The item of computed data that a node reads.
    pub(crate) fn computed_item(&self, kind: &NodeKind) -> Option<Item> {
        let item = match kind {
            NodeKind::Global(at) => (false, *at),
            NodeKind::SeatData(_, at) => (true, *at),
            _ => return None,
        };
        self.item(item).filter(|def| def.computed.is_some()).map(|_| item)
    }

    /// Says how an item is worked out, as `node` in a scope of its own: with its seat acting where it is a seat's.
    pub(crate) fn compute(&mut self, item: Item, scope: &Scope, node: NodeId) {
        let Some(def) = self.item(item).filter(|def| def.computed.is_some()) else {
            return;
        };
        let (visible, wanted, name) = (def.visible, def.ty, def.name);
        let (found, span) = (self.get(node).ty, self.get(node).span);
        if self.is_broken(node) {
            return;
        }
        if !found.fits(wanted) {
            let message = format!("this item is {}, found {}", wanted.phrase(), found.phrase());
            let help = format!("write {}, or `\"type\": \"{found}\"`", wanted.such_as());
            self.error(Problem::ParameterType, span, message, help);
            return;
        }
        let what = format!("what `{}` shows", self.strings.get(name));
        let node = match (visible, item.0) {
            (DataVisible::All, _) => self.check_told(scope, node, Eyes::Everybody, &what),
            (DataVisible::Owner, true) => self.check_open(scope, node, &what),
            (DataVisible::Owner, false) | (DataVisible::None, _) => node,
        };
        self.computed.push((item, node));
        let code = self.value_code(scope, node);
        let data = if item.0 {
            &mut self.seat_data
        } else {
            &mut self.globals
        };
        if let Some(def) = data.get_mut(usize::from(item.1)) {
            def.computed = Some(code);
        }
    }

    /// Reports items that are worked out from themselves.
    pub(crate) fn check_circles(&mut self) {
        let all = std::mem::take(&mut self.computed);
        let reads = |node: NodeId| {
            let mut read: Vec<Item> = Vec::new();
            let mut stack = vec![node];
            while let Some(id) = stack.pop() {
                let kind = &self.get(id).kind;
                read.extend(self.computed_item(kind));
                super::lower::children(kind, &mut stack);
            }
            read
        };
        let reads: Vec<(Item, Vec<Item>, Span)> = all
            .iter()
            .map(|(item, node)| (*item, reads(*node), self.get(*node).span))
            .collect();
        let mut in_circle: Vec<Item> = Vec::new();
        for (item, _, span) in &reads {
            let mut open = vec![*item];
            let mut met: Vec<Item> = Vec::new();
            while let Some(next) = open.pop() {
                let of = reads.iter().filter(|(other, ..)| *other == next);
                for read in of.flat_map(|(_, read, _)| read) {
                    if !met.contains(read) {
                        met.push(*read);
                        open.push(*read);
                    }
                }
            }
            // A circle is said once, at the first of its items.
            if met.contains(item) && !in_circle.contains(item) {
                in_circle.append(&mut met);
                let name = self.item(*item).map_or("", |def| self.strings.get(def.name));
                let message = format!("`{name}` is computed from itself");
                let help = "let one of the items that are computed from each other be data that steps set";
                self.error(Problem::ComputedCircle, *span, message, help);
            }
        }
    }
}

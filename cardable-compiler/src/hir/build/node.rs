//! Making values.

use super::Builder;
use crate::hir::{Hir, Node, NodeId, NodeKind};
use crate::text::diag::Code as Problem;
use crate::text::source::Span;
use cardable_engine::value::{Kind, LIST_DEPTH, NESTED_ITEMS, Type, Value};

impl Builder {
    pub fn node(&mut self, kind: NodeKind, ty: Type, span: Span) -> NodeId {
        self.hir.tree.nodes.push(Node { kind, ty, span });
        NodeId((self.hir.tree.nodes.len() - 1) as u32)
    }

    pub(crate) fn get(&self, id: NodeId) -> &Node {
        &self.hir.tree.nodes[id.0 as usize]
    }

    /// The placeholder where a mistake was.
    pub(crate) fn broken(&mut self, span: Span) -> NodeId {
        self.node(NodeKind::Error, Type::ANY, span)
    }

    pub(crate) fn is_broken(&self, id: NodeId) -> bool {
        self.get(id).kind == NodeKind::Error
    }

    pub fn constant(&mut self, value: Value, span: Span) -> NodeId {
        let ty = match value {
            Value::Nothing => Type::Nothing,
            Value::Bool(_) => Type::BOOL,
            Value::Int(_) | Value::Float(_) => Type::NUMBER,
            Value::Str(_) => Type::STRING,
            Value::Seat(_) => Type::SEAT,
            Value::Card(_) => Type::CARD,
            Value::Zone(_) => Type::ZONE,
            Value::Deck(_) => Type::DECK,
            Value::List(id) => {
                let items = self.hir.constants.items(id).to_vec();
                let kinds: Vec<Type> = items.iter().map(|v| constant_type(*v)).collect();
                Type::List(common_kind(&kinds))
            }
        };
        self.node(NodeKind::Const(value), ty, span)
    }

    pub(crate) fn text(&mut self, text: &str, span: Span) -> NodeId {
        let value = Value::Str(self.intern(text));
        self.constant(value, span)
    }

    /// Where a seat, card, zone or deck is named, an empty text names none.
    pub(crate) fn named_or_nothing(&mut self, node: NodeId, wanted: Type) -> NodeId {
        let names = matches!(
            wanted,
            Type::One(Kind::Seat | Kind::Card | Kind::Zone | Kind::Deck)
        );
        match self.hir.const_text(node) {
            Some("") if names => {
                let span = self.get(node).span;
                self.constant(Value::Nothing, span)
            }
            _ => node,
        }
    }

    /// A list; one of constants is a constant itself.
    pub(crate) fn list(&mut self, items: Vec<NodeId>, span: Span) -> NodeId {
        let constants: Option<Vec<Value>> = items
            .iter()
            .map(|id| match self.get(*id).kind {
                NodeKind::Const(value) => Some(value),
                _ => None,
            })
            .collect();
        let kinds: Vec<Type> = items.iter().map(|id| self.get(*id).ty).collect();
        let ty = Type::List(common_kind(&kinds));
        if nesting_of(&self.hir, &items, LIST_DEPTH, &mut { NESTED_ITEMS }).is_none() {
            list_too_large(self, span);
            return self.broken(span);
        }
        match constants {
            // Parameters may still spread it, so the list keeps its parts.
            Some(values) if values.is_empty() => {
                let id = self.hir.constants.list(&values);
                self.node(NodeKind::Const(Value::List(id)), ty, span)
            }
            _ => self.node(NodeKind::List(items), ty, span),
        }
    }

    /// The value of a node that is known before the game; a list of such values too.
    pub(crate) fn constant_value(&mut self, id: NodeId) -> Option<Value> {
        match self.get(id).kind.clone() {
            NodeKind::Const(value) => Some(value),
            NodeKind::List(items) => {
                let values: Option<Vec<Value>> =
                    items.into_iter().map(|item| self.constant_value(item)).collect();
                Some(Value::List(self.hir.constants.list(&values?)))
            }
            _ => None,
        }
    }
}

/// Looks at the lists among the items of a list, as long as they are within what lists may hold.
fn nesting_of(hir: &Hir, items: &[NodeId], depth: u32, left: &mut usize) -> Option<()> {
    for item in items {
        let (inner, len) = match &hir.tree.get(*item).kind {
            NodeKind::List(inner) => (&inner[..], inner.len()),
            // It holds no lists.
            NodeKind::Const(Value::List(id)) => (&[][..], hir.constants.items(*id).len()),
            _ => continue,
        };
        let depth = depth.checked_sub(1).filter(|depth| *depth > 0)?;
        *left = left.checked_sub(len)?;
        nesting_of(hir, inner, depth, left)?;
    }
    Some(())
}

/// Says that a list holds more than lists may.
pub(crate) fn list_too_large(builder: &mut Builder, span: Span) {
    builder.error(
        Problem::ListTooLarge,
        span,
        "this list holds too many lists inside one another, or too many items in them",
        format!(
            "at most {LIST_DEPTH} lists may lie inside one another, and the lists in a list have at most \
             {NESTED_ITEMS} items together"
        ),
    );
}

fn constant_type(value: Value) -> Type {
    match value {
        Value::Bool(_) => Type::BOOL,
        Value::Int(_) | Value::Float(_) => Type::NUMBER,
        Value::Str(_) => Type::STRING,
        Value::Seat(_) => Type::SEAT,
        Value::Card(_) => Type::CARD,
        Value::Zone(_) => Type::ZONE,
        Value::Deck(_) => Type::DECK,
        Value::Nothing | Value::List(_) => Type::ANY,
    }
}

fn common_kind(types: &[Type]) -> Kind {
    let mut kinds = types.iter().map(|t| match t {
        Type::One(kind) => *kind,
        Type::Nothing | Type::List(_) | Type::State => Kind::Any,
    });
    let first = kinds.next().unwrap_or(Kind::Any);
    if kinds.all(|k| k == first) {
        first
    } else {
        Kind::Any
    }
}

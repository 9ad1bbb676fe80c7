//! Functions of a card that can be asked of its type: a table, a set of types, or comparisons of
//! printed values with what lies ready.

use super::Builder;
use super::node::{NodeId, NodeKind};
use cardable_engine::engine::operators::binary;
use cardable_engine::primitives::{Fold, Form, Instruction};
use cardable_engine::program::TypeSet;
use cardable_engine::program::op::BinaryOp;
use cardable_engine::value::{Kind, Type, Value};

/// A test of a card by its type, with the values it is compared with still to be worked out.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Draft {
    Types(TypeSet),
    Compare {
        attribute: u16,
        op: BinaryOp,
        value: NodeId,
        swapped: bool,
    },
    When(NodeId),
    All(Vec<Draft>),
    Any(Vec<Draft>),
    Not(Box<Draft>),
}

impl Builder {
    /// The value of a node for every card type, when it depends on nothing but the type of the
    /// card that `card` stands for, and can be worked out for every type.
    pub(super) fn tabulated(&self, node: NodeId, card: &NodeKind) -> Option<Vec<Value>> {
        (0..self.types.len())
            .map(|ty| self.printed(node, card, ty))
            .collect()
    }

    /// The card types for which a node is true.
    pub(super) fn type_set(&self, node: NodeId, card: &NodeKind) -> Option<TypeSet> {
        let mut set = TypeSet::empty(self.types.len());
        for (at, value) in self.tabulated(node, card)?.into_iter().enumerate() {
            match value {
                Value::Bool(true) => set.insert(at),
                Value::Bool(false) => {}
                _ => return None,
            }
        }
        Some(set)
    }

    /// What a condition is, whatever it reads: one of constants, or a row of which one never holds.
    pub(crate) fn known_truth(&self, node: NodeId) -> Option<bool> {
        // No card is meant: whatever reads one is not known.
        match self.printed(node, &NodeKind::Error, usize::MAX) {
            Some(Value::Bool(holds)) => return Some(holds),
            Some(_) => return None,
            None => {}
        }
        match &self.get(node).kind {
            NodeKind::Form(Form::And, args) => {
                let never = args.iter().any(|arg| self.known_truth(*arg) == Some(false));
                never.then_some(false)
            }
            _ => None,
        }
    }

    /// The value of a node for a card of one type.
    fn printed(&self, node: NodeId, card: &NodeKind, ty: usize) -> Option<Value> {
        let value = |node: &NodeId| self.printed(*node, card, ty);
        match &self.get(node).kind {
            NodeKind::Const(
                value @ (Value::Nothing | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Str(_)),
            ) => Some(*value),
            NodeKind::Attribute(of, at) if self.get(*of).kind == *card => {
                self.attributes.get(*at as usize)?.of.get(ty).copied()
            }
            NodeKind::Call(primitive, args) if primitive.properties.fold == Fold::Contains => {
                let items = self.constant_list(*args.first()?)?;
                let item = value(args.get(1)?)?;
                Some(Value::Bool(items.iter().any(|v| v.same(item))))
            }
            NodeKind::Form(form, args) => {
                let two = |op| binary(op, value(args.first()?)?, value(args.get(1)?)?).ok();
                let swapped = |op| binary(op, value(args.get(1)?)?, value(args.first()?)?).ok();
                match form {
                    Form::Equal => two(BinaryOp::Eq),
                    Form::NotEqual => two(BinaryOp::Ne),
                    Form::Less => two(BinaryOp::Lt),
                    Form::LessEqual => two(BinaryOp::Le),
                    Form::Greater => swapped(BinaryOp::Lt),
                    Form::GreaterEqual => swapped(BinaryOp::Le),
                    Form::Subtract => two(BinaryOp::Sub),
                    Form::Divide => two(BinaryOp::Div),
                    Form::Remainder => two(BinaryOp::Rem),
                    Form::Add | Form::Multiply => {
                        let op = if *form == Form::Add {
                            BinaryOp::Add
                        } else {
                            BinaryOp::Mul
                        };
                        let mut values = args.iter().map(value);
                        let first = values.next()??;
                        values.try_fold(first, |sum, next| binary(op, sum, next?).ok())
                    }
                    Form::Not => match value(args.first()?)? {
                        Value::Bool(holds) => Some(Value::Bool(!holds)),
                        _ => None,
                    },
                    Form::And | Form::Or => {
                        for arg in args {
                            match value(arg)? {
                                Value::Bool(holds) if holds == (*form == Form::Or) => {
                                    return Some(Value::Bool(holds));
                                }
                                Value::Bool(_) => {}
                                _ => return None,
                            }
                        }
                        Some(Value::Bool(*form == Form::And))
                    }
                    Form::If => match value(args.first()?)? {
                        Value::Bool(true) => value(args.get(1)?),
                        Value::Bool(false) => args.get(2).map_or(Some(Value::Nothing), value),
                        _ => None,
                    },
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// A test of a card as a test of its type, where that is possible.
    pub(super) fn card_test(&self, node: NodeId, card: &NodeKind) -> Option<Draft> {
        if let Some(set) = self.type_set(node, card) {
            return Some(Draft::Types(set));
        }
        let kind = &self.get(node).kind;
        let when = || {
            let fixed = self.get(node).ty == Type::BOOL && self.cannot_fail(node, card);
            fixed.then_some(Draft::When(node))
        };
        let all = |args: &[NodeId]| {
            args.iter()
                .map(|a| self.card_test(*a, card))
                .collect::<Option<Vec<_>>>()
        };
        match kind {
            NodeKind::Form(Form::And, args) => all(args).map(Draft::All),
            NodeKind::Form(Form::Or, args) => all(args).map(Draft::Any),
            NodeKind::Form(Form::Not, args) => {
                let inner = self.card_test(*args.first()?, card)?;
                Some(Draft::Not(Box::new(inner)))
            }
            NodeKind::Form(form, args) if let Some((op, swap)) = comparison(*form) => {
                let (a, b) = (*args.first()?, *args.get(1)?);
                let own = |node: NodeId| match self.get(node).kind {
                    NodeKind::Attribute(of, at) if self.get(of).kind == *card => Some(at),
                    _ => None,
                };
                let (attribute, value, swapped) = match (own(a), own(b)) {
                    (Some(at), None) => (at, b, swap),
                    (None, Some(at)) => (at, a, !swap),
                    (None, None) => return when(),
                    (Some(_), Some(_)) => return None,
                };
                self.cannot_fail(value, card).then_some(Draft::Compare {
                    attribute,
                    op,
                    value,
                    swapped,
                })
            }
            _ => when(),
        }
    }

    /// Whether a value does not depend on the card and can be worked out before the cards are
    /// looked at: doing so for no card at all must not end in a fault.
    fn cannot_fail(&self, node: NodeId, card: &NodeKind) -> bool {
        let kind = &self.get(node).kind;
        match kind {
            NodeKind::Const(_)
            | NodeKind::Global(_)
            | NodeKind::StateData(_)
            | NodeKind::Setting(_)
            | NodeKind::Player
            | NodeKind::Local(_)
            | NodeKind::Bound(_) => kind != card,
            NodeKind::SeatData(seat, _) => self.get(*seat).kind == NodeKind::Player,
            NodeKind::Form(Form::Equal | Form::NotEqual, args) => {
                args.iter().all(|arg| self.cannot_fail(*arg, card))
            }
            NodeKind::Attribute(of, _) => match &self.get(*of).kind {
                // An item of a zone or a list of cards is a card.
                bound @ NodeKind::Bound(_) => bound != card && self.get(*of).ty == Type::CARD,
                NodeKind::Call(primitive, args) if primitive.instruction == Some(Instruction::Top) => args
                    .iter()
                    .all(|zone| matches!(self.get(*zone).kind, NodeKind::Const(Value::Zone(_)))),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether what a query goes over holds nothing but cards.
    pub(super) fn holds_cards(&self, over: NodeId) -> bool {
        matches!(
            self.get(over).ty,
            Type::One(Kind::Zone | Kind::Card) | Type::List(Kind::Card)
        )
    }
}

/// The operator of a comparison, and whether its operands change places.
fn comparison(form: Form) -> Option<(BinaryOp, bool)> {
    Some(match form {
        Form::Equal => (BinaryOp::Eq, false),
        Form::NotEqual => (BinaryOp::Ne, false),
        Form::Less => (BinaryOp::Lt, false),
        Form::LessEqual => (BinaryOp::Le, false),
        Form::Greater => (BinaryOp::Lt, true),
        Form::GreaterEqual => (BinaryOp::Le, true),
        _ => return None,
    })
}

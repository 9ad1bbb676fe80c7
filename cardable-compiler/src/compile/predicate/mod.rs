//! What must hold for a card, as far as that can be asked of all card types at once.

mod relation;

use super::Builder;
use crate::compile::tabulate;
use crate::compile::template::scopes;
use crate::hir::{LocalKind, NodeId, NodeKind, Scope, is_script};
use cardable_engine::primitives::{Asks, Fold, Form, Instruction, Query};
use cardable_engine::program::op::BinaryOp;
use cardable_engine::program::{Code, Legal, TypeSet};
use cardable_engine::value::{Kind, Type, Value};

/// A predicate whose values are still to be worked out.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Draft {
    Types(TypeSet),
    Having {
        attribute: u16,
        value: NodeId,
    },
    HavingAny {
        attribute: u16,
        values: NodeId,
    },
    Is(NodeId),
    Compare {
        table: Vec<Value>,
        op: BinaryOp,
        value: NodeId,
        swapped: bool,
    },
    When(NodeId),
    Holds {
        op: BinaryOp,
        a: NodeId,
        b: NodeId,
    },
    /// A zone is empty, as the node says.
    Empty {
        zone: NodeId,
        node: NodeId,
    },
    Not(Box<Draft>),
    All(Vec<Draft>),
    Any(Vec<Draft>),
    If(Box<[Draft; 3]>),
    Count {
        cards: NodeId,
        passing: Box<Draft>,
        number: NumberDraft,
    },
    Related {
        cards: NodeId,
        relation: Vec<TypeSet>,
        number: NumberDraft,
    },
    SameWith {
        cards: NodeId,
        attribute: u16,
    },
    RunWith {
        cards: NodeId,
        attribute: u16,
        least: u16,
    },
    Each {
        items: NodeId,
        param: u32,
        all: bool,
        passing: Box<Draft>,
    },
}

/// How a number of cards must compare with a value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct NumberDraft {
    pub(super) op: BinaryOp,
    pub(super) value: Bound,
    pub(super) not: bool,
}

/// What a number of cards is compared with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Bound {
    Zero,
    Node(NodeId),
}

impl NumberDraft {
    const NONE: NumberDraft = NumberDraft {
        op: BinaryOp::Eq,
        value: Bound::Zero,
        not: false,
    };
    const SOME: NumberDraft = NumberDraft {
        not: true,
        ..NumberDraft::NONE
    };
}

/// A comparison: its operator, whether its sides change places, and whether it is negated.
fn comparison(form: Form) -> Option<(BinaryOp, bool, bool)> {
    Some(match form {
        Form::Equal => (BinaryOp::Eq, false, false),
        Form::NotEqual => (BinaryOp::Eq, false, true),
        Form::Less => (BinaryOp::Lt, false, false),
        Form::LessEqual => (BinaryOp::Le, false, false),
        Form::Greater => (BinaryOp::Lt, true, false),
        Form::GreaterEqual => (BinaryOp::Le, true, false),
        _ => return None,
    })
}

impl Builder {
    /// The condition of a candidate. The candidate is in register 0, its zone in 1, what is picked already in 2.
    pub fn legal(&mut self, scope: &Scope, node: NodeId) -> Legal {
        let picked = scope.action.find("$picked");
        let locals = scope.action.locals.iter().enumerate();
        let cards = locals.filter(|(_, local)| local.kind == LocalKind::Given(0));
        let card: Vec<NodeKind> = cards.map(|(at, _)| NodeKind::Local(at as u16)).collect();
        let things = scopes::thing_locals(self, scope).into_iter().map(NodeKind::Local);
        let asking = Asking {
            b: self,
            others: things.filter(|thing| !card.contains(thing)).collect(),
            card,
            alike: false,
        };
        let draft = asking.predicate_of(node);
        let rule = draft.and_then(|draft| super::lower::rule(self, scope, draft));
        let code = self.condition_code(scope, node);
        Legal {
            code: Code { rule, ..code },
            reads_picked: picked.is_some_and(|p| self.hir.tree.reads_local(node, p)),
            reads_face: self.hir.tree.reads_face(node),
        }
    }
}

/// A condition that reads no card and begins with what lies ready: other conditions are run as code at once.
pub(super) fn condition_predicate(builder: &Builder, scope: &Scope, node: NodeId) -> Option<Draft> {
    let asking = Asking {
        b: builder,
        others: scopes::thing_locals(builder, scope)
            .into_iter()
            .map(NodeKind::Local)
            .collect(),
        card: Vec::new(),
        alike: false,
    };
    let draft = asking.predicate_of(node)?;
    lies_ready(builder, &draft).then_some(draft)
}

/// Whether the values lie ready that a predicate about no card takes first.
pub(super) fn lies_ready(builder: &Builder, draft: &Draft) -> bool {
    match draft {
        Draft::When(node) => is_ready(builder, *node),
        Draft::Holds { a, b, .. } => is_ready(builder, *a) && is_ready(builder, *b),
        Draft::Empty { zone, .. } => is_ready(builder, *zone),
        Draft::Count { cards, .. } => is_ready(builder, *cards),
        Draft::Not(inner) => lies_ready(builder, inner),
        Draft::All(parts) | Draft::Any(parts) => {
            parts.first().is_some_and(|first| lies_ready(builder, first))
        }
        Draft::If(parts) => lies_ready(builder, &parts[0]),
        _ => false,
    }
}

/// Whether a value can be had without running code.
fn is_ready(builder: &Builder, node: NodeId) -> bool {
    match &builder.get(node).kind {
        kind if builder.hir.computed_item(kind).is_some() => false,
        NodeKind::Const(_)
        | NodeKind::Player
        | NodeKind::Global(_)
        | NodeKind::StateData(_)
        | NodeKind::Setting(_) => true,
        NodeKind::SeatZone(seat, _) | NodeKind::SeatData(seat, _) => {
            builder.get(*seat).kind == NodeKind::Player
        }
        NodeKind::Attribute(card, _) => is_ready(builder, *card),
        NodeKind::Form(Form::CountZone, args) => args.iter().all(|zone| is_ready(builder, *zone)),
        NodeKind::Call(primitive, args) => match primitive.properties.asks {
            Asks::Seats | Asks::Before => true,
            _ => {
                primitive.instruction == Some(Instruction::Top)
                    && args.iter().all(|zone| is_ready(builder, *zone))
            }
        },
        _ => false,
    }
}

/// A constant number that is no value of the rules: of an attribute, a zone, or cards.
pub(super) fn number(builder: &Builder, node: NodeId) -> Option<u16> {
    match builder.get(node).kind {
        NodeKind::Const(Value::Int(n)) => u16::try_from(n).ok(),
        _ => None,
    }
}

/// The predicate of a function that is asked of cards.
pub(super) fn card_predicate(builder: &Builder, body: NodeId, card: NodeKind) -> Option<Draft> {
    let asking = Asking {
        b: builder,
        others: Vec::new(),
        card: vec![card],
        alike: false,
    };
    asking.predicate_of(body)
}

/// A question about a card.
pub(super) struct Asking<'b> {
    b: &'b Builder,
    /// What stands for the card.
    card: Vec<NodeKind>,
    /// What else depends on it, or on another card that is asked about: no value may read that.
    others: Vec<NodeKind>,
    /// Whether it must not tell cards of a type apart.
    alike: bool,
}

impl Asking<'_> {
    /// The question as a predicate; None where it asks for more than can be found out for a card type.
    fn predicate_of(&self, node: NodeId) -> Option<Draft> {
        let scripted = |kind: &NodeKind| matches!(kind, NodeKind::Call(primitive, _) if is_script(primitive));
        if self.b.hir.tree.acts(node) || self.b.hir.tree.any(node, scripted) {
            return None;
        }
        self.predicate(node)
    }

    /// Whether a node reads the card or what depends on it.
    fn depends(&self, node: NodeId) -> bool {
        self.b.hir.tree.any(node, |kind| {
            self.card.contains(kind) || self.others.contains(kind)
        })
    }

    fn fixed(&self, node: NodeId) -> bool {
        !self.depends(node)
    }

    fn is_card(&self, node: NodeId) -> bool {
        self.card.contains(&self.b.get(node).kind)
    }

    fn predicate(&self, node: NodeId) -> Option<Draft> {
        let all = |args: &[NodeId]| {
            let drafts = args.iter().map(|arg| self.predicate(*arg));
            drafts.collect::<Option<Vec<Draft>>>()
        };
        if self.depends(node)
            && let Some(set) = tabulate::type_set(self.b, node, &self.card)
        {
            return Some(Draft::Types(set));
        }
        match &self.b.get(node).kind {
            NodeKind::Form(Form::And, args) => Some(Draft::All(all(args)?)),
            NodeKind::Form(Form::Or, args) => Some(Draft::Any(all(args)?)),
            NodeKind::Form(Form::Not, args) => Some(not(self.predicate(*args.first()?)?)),
            NodeKind::Form(Form::If, args) => {
                let [when, then, otherwise] = args[..] else {
                    return None;
                };
                let parts = [
                    self.predicate(when)?,
                    self.predicate(then)?,
                    self.predicate(otherwise)?,
                ];
                Some(Draft::If(parts.into()))
            }
            NodeKind::Form(form, args) if let Some((op, swapped, negated)) = comparison(*form) => {
                let (a, b) = (*args.first()?, *args.get(1)?);
                let (a, b) = if swapped { (b, a) } else { (a, b) };
                let draft = self.compared(op, a, b)?;
                Some(if negated { not(draft) } else { draft })
            }
            NodeKind::Query {
                query: query @ (Query::Any | Query::All),
                over,
                function,
            } => self
                .asked_of_each(*query, *over, *function)
                .or_else(|| self.when(node)),
            NodeKind::Call(primitive, args) => match (primitive.properties.asks, &args[..]) {
                (Asks::Same, [cards, attribute]) if self.depends(node) => Some(Draft::SameWith {
                    cards: self.beside_the_card(*cards)?,
                    attribute: number(self.b, *attribute)?,
                }),
                (Asks::Run, [cards, attribute, least @ ..]) if self.depends(node) => Some(Draft::RunWith {
                    cards: self.beside_the_card(*cards)?,
                    attribute: number(self.b, *attribute)?,
                    least: match least {
                        [] => 1,
                        [least] if self.b.get(*least).kind == NodeKind::Const(Value::Nothing) => 1,
                        [least, ..] => number(self.b, *least)?,
                    },
                }),
                (Asks::Any, [cards, pairs @ ..]) => self
                    .having_all(*cards, pairs)
                    .map(|passing| Draft::Count {
                        cards: *cards,
                        passing: Box::new(passing),
                        number: NumberDraft::SOME,
                    })
                    .or_else(|| self.when(node)),
                (_, [values, own]) if primitive.properties.fold == Fold::Contains => {
                    let attribute = self.own_attribute(*own);
                    match attribute.filter(|_| self.fixed(*values)) {
                        Some(attribute) => Some(Draft::HavingAny {
                            attribute,
                            values: *values,
                        }),
                        None => self.when(node),
                    }
                }
                _ if primitive.instruction == Some(Instruction::IsEmpty) => {
                    let zone = *args.first()?;
                    match self.b.get(zone).ty == Type::ZONE && self.fixed(zone) {
                        true => Some(Draft::Empty { zone, node }),
                        false => self.when(node),
                    }
                }
                _ => self.when(node),
            },
            _ => self.when(node),
        }
    }

    /// What holds for all cards alike.
    fn when(&self, node: NodeId) -> Option<Draft> {
        self.fixed(node).then_some(Draft::When(node))
    }

    /// A comparison.
    fn compared(&self, op: BinaryOp, a: NodeId, b: NodeId) -> Option<Draft> {
        // Of a value that depends on a condition about the card, each part is compared by itself.
        if let Some(draft) = self.compared_parts(a, |part| self.compared(op, part, b)) {
            return Some(draft);
        }
        if let Some(draft) = self.compared_parts(b, |part| self.compared(op, a, part)) {
            return Some(draft);
        }
        let counted = |n: NodeId, other: NodeId, number: NumberDraft| {
            self.fixed(other).then(|| self.counted(n, number)).flatten()
        };
        let (value, turned) = (Bound::Node(b), Bound::Node(a));
        let plain = NumberDraft {
            op,
            value,
            not: false,
        };
        // `n < count` says that the count is not `n` or less.
        let turned = match op {
            BinaryOp::Lt => NumberDraft {
                op: BinaryOp::Le,
                value: turned,
                not: true,
            },
            BinaryOp::Le => NumberDraft {
                op: BinaryOp::Lt,
                value: turned,
                not: true,
            },
            op => NumberDraft {
                op,
                value: turned,
                not: false,
            },
        };
        if let Some(draft) = counted(a, b, plain).or_else(|| counted(b, a, turned)) {
            return Some(draft);
        }
        match (self.depends(a), self.depends(b)) {
            (false, false) => Some(Draft::Holds { op, a, b }),
            (true, false) => self.compared_card(op, a, b, false),
            (false, true) => self.compared_card(op, b, a, true),
            (true, true) => None,
        }
    }

    /// A comparison of something of the card with a value that does not depend on it.
    fn compared_card(&self, op: BinaryOp, own: NodeId, value: NodeId, swapped: bool) -> Option<Draft> {
        if op == BinaryOp::Eq && self.is_card(own) {
            return (!self.alike).then_some(Draft::Is(value));
        }
        if op == BinaryOp::Eq
            && let Some(attribute) = self.own_attribute(own)
        {
            return Some(Draft::Having { attribute, value });
        }
        Some(Draft::Compare {
            table: tabulate::tabulated(self.b, own, &self.card)?,
            op,
            value,
            swapped,
        })
    }

    /// The attribute of the card that a node reads. Lists are compared by their items, and are not meant.
    fn own_attribute(&self, node: NodeId) -> Option<u16> {
        let NodeKind::Attribute(of, attribute) = self.b.get(node).kind else {
            return None;
        };
        let values = &self.b.hir.cards.attributes.get(usize::from(attribute))?.of;
        let lists = values.iter().any(|value| matches!(value, Value::List(_)));
        (self.is_card(of) && !lists).then_some(attribute)
    }

    /// A comparison of a value that is one of two, by a condition about the card.
    fn compared_parts(&self, node: NodeId, compared: impl Fn(NodeId) -> Option<Draft>) -> Option<Draft> {
        let NodeKind::Form(Form::If, args) = &self.b.get(node).kind else {
            return None;
        };
        let [when, then, otherwise] = args[..] else {
            return None;
        };
        if self.fixed(node) {
            return None;
        }
        Some(Draft::If(
            [self.predicate(when)?, compared(then)?, compared(otherwise)?].into(),
        ))
    }

    /// A condition about a number of cards.
    fn counted(&self, node: NodeId, number: NumberDraft) -> Option<Draft> {
        match &self.b.get(node).kind {
            NodeKind::Query {
                query: Query::Count,
                over,
                function,
            } => self.passing(*over, *function, number, false),
            NodeKind::Call(primitive, args) if primitive.properties.asks == Asks::Count => {
                let [cards, pair @ ..] = &args[..] else {
                    return None;
                };
                Some(Draft::Count {
                    passing: Box::new(self.having_all(*cards, pair)?),
                    cards: *cards,
                    number,
                })
            }
            _ => None,
        }
    }

    /// Whether a function holds for one of several, or for all.
    fn asked_of_each(&self, query: Query, over: NodeId, function: NodeId) -> Option<Draft> {
        let all = query == Query::All;
        if tabulate::holds_cards(self.b, over) {
            let number = if all { NumberDraft::NONE } else { NumberDraft::SOME };
            return self.passing(over, function, number, all);
        }
        let NodeKind::Function { param, body } = self.b.get(function).kind else {
            return None;
        };
        if self.depends(over) || self.fixed(body) {
            return None;
        }
        Some(Draft::Each {
            items: over,
            param,
            all,
            passing: Box::new(self.predicate(body)?),
        })
    }

    /// A condition about the number of those cards for which a function holds, or does not.
    fn passing(&self, over: NodeId, function: NodeId, number: NumberDraft, negated: bool) -> Option<Draft> {
        let NodeKind::Function { param, body } = self.b.get(function).kind else {
            return None;
        };
        if self.depends(over) || !tabulate::holds_cards(self.b, over) {
            return None;
        }
        if self.depends(body) {
            let mut relation = self.relation(body, &[NodeKind::Bound(param)])?;
            if negated {
                relation.iter_mut().for_each(|row| relation::turn(self.b, row));
            }
            return Some(Draft::Related {
                cards: over,
                relation,
                number,
            });
        }
        let inner = Asking {
            b: self.b,
            card: vec![NodeKind::Bound(param)],
            others: self.card.iter().chain(&self.others).cloned().collect(),
            alike: true,
        };
        let passing = inner.predicate(body)?;
        Some(Draft::Count {
            cards: over,
            passing: Box::new(if negated { not(passing) } else { passing }),
            number,
        })
    }

    /// What a card must have: attributes and their values, in turn.
    fn having_all(&self, cards: NodeId, pairs: &[NodeId]) -> Option<Draft> {
        if self.depends(cards) || !tabulate::holds_cards(self.b, cards) {
            return None;
        }
        let mut all = Vec::new();
        for pair in pairs.chunks(2) {
            let [attribute, value] = pair[..] else { return None };
            if self.b.get(attribute).kind == NodeKind::Const(Value::Nothing) {
                break;
            }
            if self.depends(value) {
                return None;
            }
            let attribute = number(self.b, attribute)?;
            all.push(Draft::Having { attribute, value });
        }
        Some(Draft::All(all))
    }

    /// The cards that a list holds beside the card: a zone, or a list.
    fn beside_the_card(&self, cards: NodeId) -> Option<NodeId> {
        let NodeKind::Call(primitive, parts) = &self.b.get(cards).kind else {
            return None;
        };
        if primitive.properties.asks != Asks::Joined {
            return None;
        }
        let is_the_card = |part: NodeId| match &self.b.get(part).kind {
            NodeKind::List(items) => matches!(items[..], [item] if self.is_card(item)),
            _ => self.is_card(part),
        };
        let others = match parts[..] {
            [others, card] if is_the_card(card) => others,
            [card, others] if is_the_card(card) => others,
            _ => return None,
        };
        if self.depends(others) || !tabulate::holds_cards(self.b, others) {
            return None;
        }
        match &self.b.get(others).kind {
            NodeKind::Call(primitive, args) if primitive.properties.asks == Asks::All => {
                args.first().copied()
            }
            // A zone would be an item of the list.
            _ => (self.b.get(others).ty == Type::List(Kind::Card)).then_some(others),
        }
    }
}

fn not(draft: Draft) -> Draft {
    match draft {
        Draft::Not(inner) => *inner,
        other => Draft::Not(Box::new(other)),
    }
}

//! What must hold for a card, as far as that can be asked of all card types at once.

mod beside;
mod draft;
mod measure;
mod ready;
mod relation;

pub(super) use draft::{Draft, MeasureDraft, NumberDraft, Wanted};
pub(super) use measure::{found_at_once, found_of_items};
use ready::is_sure;
pub(super) use ready::{is_next_player, lies_ready, number};

use crate::hir::build::template::scopes;
use crate::hir::{Hir, LocalKind, NodeId, NodeKind, Scope, is_script};
use crate::lower::tabulate;
use cardable_engine::primitives::{Asks, Fold, Form, Instruction, Query};
use cardable_engine::program::TypeSet;
use cardable_engine::program::op::BinaryOp;
use cardable_engine::value::{Kind, Type, Value};

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

/// The predicate of the condition of a candidate. The candidate is in register 0, its zone in 1, what is picked
/// already in 2.
pub(super) fn candidate_predicate(hir: &Hir, scope: &Scope, node: NodeId) -> Option<Draft> {
    let locals = scope.action.locals.iter().enumerate();
    let cards = locals.filter(|(_, local)| local.kind == LocalKind::Given(0));
    let card: Vec<NodeKind> = cards.map(|(at, _)| NodeKind::Local(at as u16)).collect();
    let things = scopes::thing_locals(hir, scope).into_iter().map(NodeKind::Local);
    let asking = Asking {
        hir,
        others: things.filter(|thing| !card.contains(thing)).collect(),
        card,
        picked: None,
        alike: false,
    };
    asking.predicate_of(node)
}

/// A condition that reads no card and begins with what lies ready: other conditions are run as code at once.
pub(super) fn condition_predicate(hir: &Hir, scope: &Scope, node: NodeId) -> Option<Draft> {
    let asking = Asking {
        hir,
        others: scopes::thing_locals(hir, scope)
            .into_iter()
            .map(NodeKind::Local)
            .collect(),
        card: Vec::new(),
        picked: None,
        alike: false,
    };
    let draft = asking.predicate_of(node)?;
    lies_ready(hir, &draft).then_some(draft)
}

/// The predicate of a condition about the cards that are picked.
pub(super) fn picked_predicate(hir: &Hir, scope: &Scope, node: NodeId) -> Option<Draft> {
    let picked = NodeKind::Local(scope.action.find("$picked")?);
    let things = scopes::thing_locals(hir, scope).into_iter().map(NodeKind::Local);
    let asking = Asking {
        hir,
        others: things.filter(|thing| *thing != picked).collect(),
        card: Vec::new(),
        picked: Some(picked),
        alike: false,
    };
    asking.predicate_of(node)
}

/// The predicate of a function that is asked of cards.
pub(super) fn card_predicate(hir: &Hir, body: NodeId, card: NodeKind) -> Option<Draft> {
    let asking = Asking {
        hir,
        others: Vec::new(),
        card: vec![card],
        picked: None,
        alike: false,
    };
    asking.predicate_of(body)
}

/// A question about a card.
pub(super) struct Asking<'b> {
    hir: &'b Hir,
    /// What stands for the card.
    card: Vec<NodeKind>,
    /// What else depends on it, or on another card that is asked about: no value may read that.
    others: Vec<NodeKind>,
    /// What stands for the cards that are picked, where the question is about them.
    picked: Option<NodeKind>,
    /// Whether it must not tell cards of a type apart.
    alike: bool,
}

impl<'b> Asking<'b> {
    /// A question about no card.
    fn of_nothing(hir: &'b Hir) -> Asking<'b> {
        Asking {
            hir,
            card: Vec::new(),
            others: Vec::new(),
            picked: None,
            alike: false,
        }
    }

    /// The question as a predicate; None where it asks for more than can be found out for a card type.
    fn predicate_of(&self, node: NodeId) -> Option<Draft> {
        if self.does_more(node) {
            return None;
        }
        self.predicate(node)
    }

    /// Whether a node acts, or calls a script, which counts what it does.
    fn does_more(&self, node: NodeId) -> bool {
        let scripted = |kind: &NodeKind| matches!(kind, NodeKind::Call(primitive, _) if is_script(primitive));
        self.hir.tree.acts(node) || self.hir.tree.any(node, scripted)
    }

    /// Whether a node reads the card or what depends on it.
    fn depends(&self, node: NodeId) -> bool {
        self.hir.tree.any(node, |kind| {
            self.card.contains(kind) || self.others.contains(kind)
        })
    }

    /// Whether a node is the same for all cards, and whatever is picked.
    fn fixed(&self, node: NodeId) -> bool {
        !self.depends(node) && !self.reads_picked(node)
    }

    fn reads_picked(&self, node: NodeId) -> bool {
        let picked = self.picked.as_ref();
        picked.is_some_and(|picked| self.hir.tree.any(node, |kind| kind == picked))
    }

    fn is_card(&self, node: NodeId) -> bool {
        self.card.contains(&self.hir.tree.get(node).kind)
    }

    fn predicate(&self, node: NodeId) -> Option<Draft> {
        self.predicate_by_form(node).or_else(|| self.beside(node))
    }

    fn predicate_by_form(&self, node: NodeId) -> Option<Draft> {
        let all = |args: &[NodeId]| {
            let drafts = args.iter().map(|arg| self.predicate(*arg));
            drafts.collect::<Option<Vec<Draft>>>()
        };
        if self.depends(node)
            && let Some(set) = tabulate::type_set(self.hir, node, &self.card)
        {
            return Some(Draft::Types(set));
        }
        match &self.hir.tree.get(node).kind {
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
                (Asks::Same, [cards, attribute]) => {
                    let attribute = number(self.hir, *attribute)?;
                    match self.depends(node) {
                        true => Some(Draft::SameWith {
                            cards: self.beside_the_card(*cards)?,
                            attribute,
                        }),
                        false => self
                            .cards(*cards)
                            .map(|cards| Draft::Same { cards, attribute })
                            .or_else(|| self.when(node)),
                    }
                }
                (Asks::Run, [cards, attribute, least @ ..]) => {
                    let attribute = number(self.hir, *attribute)?;
                    let least = match least {
                        [] => 1,
                        [least] if self.hir.tree.get(*least).kind == NodeKind::Const(Value::Nothing) => 1,
                        [least, ..] => match number(self.hir, *least) {
                            Some(least) => least.max(1),
                            None => return self.when(node),
                        },
                    };
                    match self.depends(node) {
                        true => Some(Draft::RunWith {
                            cards: self.beside_the_card(*cards)?,
                            attribute,
                            least,
                        }),
                        false => {
                            let run = |cards| Draft::Run {
                                cards,
                                attribute,
                                least,
                            };
                            self.cards(*cards).map(run).or_else(|| self.when(node))
                        }
                    }
                }
                (Asks::Seen, [of]) if self.brings_no_face(*of) => Some(Draft::All(Vec::new())),
                // Not of the card that is asked for, but of one that stands out among those that are picked.
                (Asks::CardSeen, [card]) => match self.extreme(*card, None) {
                    Some(card) => Some(Draft::Seen {
                        cards: Wanted::Measure(Box::new(card)),
                    }),
                    None => self.when(node),
                },
                (Asks::Seen, [cards]) => self
                    .cards(*cards)
                    .map(|cards| Draft::Seen { cards })
                    .or_else(|| self.when(node)),
                (Asks::Any, [cards, pairs @ ..]) => self
                    .having_all(pairs)
                    .and_then(|passing| {
                        Some(Draft::Count {
                            cards: self.cards(*cards)?,
                            passing: Box::new(passing),
                            number: NumberDraft::some(),
                        })
                    })
                    .or_else(|| self.when(node)),
                (_, [values, own]) if primitive.properties.fold == Fold::Contains => {
                    let attribute = self.own_attribute(*own);
                    match attribute.filter(|_| self.fixed(*values)) {
                        Some(attribute) => Some(Draft::HavingAny {
                            attribute,
                            values: Wanted::Node(*values),
                        }),
                        None => self.when(node),
                    }
                }
                _ if primitive.instruction == Some(Instruction::IsEmpty) => {
                    let zone = *args.first()?;
                    match self.hir.tree.get(zone).ty == Type::ZONE && self.fixed(zone) {
                        true => Some(Draft::Empty { zone, node }),
                        false => self.when(node),
                    }
                }
                _ => self.when(node),
            },
            _ => self.when(node),
        }
    }

    /// Whether a value is what is printed on picked cards, and no card itself.
    fn brings_no_face(&self, node: NodeId) -> bool {
        match &self.hir.tree.get(node).kind {
            NodeKind::Call(primitive, _) => primitive.properties.asks == Asks::Common,
            NodeKind::Attribute(card, _) => self.reads_picked(*card),
            NodeKind::Form(Form::If, args) => args.iter().skip(1).all(|part| self.brings_no_face(*part)),
            _ => false,
        }
    }

    /// What holds for all cards alike.
    fn when(&self, node: NodeId) -> Option<Draft> {
        self.fixed(node).then_some(Draft::When(node))
    }

    fn compared(&self, op: BinaryOp, a: NodeId, b: NodeId) -> Option<Draft> {
        // Of a value that depends on a condition about the card, each part is compared by itself.
        if let Some(draft) = self.compared_parts(a, |part| self.compared(op, part, b)) {
            return Some(draft);
        }
        if let Some(draft) = self.compared_parts(b, |part| self.compared(op, a, part)) {
            return Some(draft);
        }
        if !self.depends(b)
            && let Some(number) = self.number(op, b, false)
            && let Some(draft) = self.counted(a, number)
        {
            return Some(draft);
        }
        if !self.depends(a)
            && let Some(number) = self.number(op, a, true)
            && let Some(draft) = self.counted(b, number)
        {
            return Some(draft);
        }
        match (self.depends(a), self.depends(b)) {
            (false, false) => Some(Draft::Holds {
                op,
                a: self.value(a)?,
                b: self.value(b)?,
            }),
            (true, false) => self.compared_card(op, a, b, false),
            (false, true) => self.compared_card(op, b, a, true),
            (true, true) => None,
        }
    }

    /// How a count compares with a value, which may stand on the left.
    fn number(&self, op: BinaryOp, value: NodeId, on_the_left: bool) -> Option<NumberDraft> {
        // `n < count` says that the count is not `n` or less.
        let (op, not) = match (op, on_the_left) {
            (BinaryOp::Lt, true) => (BinaryOp::Le, true),
            (BinaryOp::Le, true) => (BinaryOp::Lt, true),
            (op, _) => (op, false),
        };
        let value = self.value(value)?;
        Some(NumberDraft { op, value, not })
    }

    /// A comparison of something of the card with a value that does not depend on it.
    fn compared_card(&self, op: BinaryOp, own: NodeId, value: NodeId, swapped: bool) -> Option<Draft> {
        if op == BinaryOp::Eq && self.is_card(own) {
            return (!self.alike).then_some(Draft::Is(self.value(value)?));
        }
        if op == BinaryOp::Eq
            && let Some(attribute) = self.own_attribute(own)
        {
            let value = self.value(value)?;
            return Some(Draft::Having { attribute, value });
        }
        Some(Draft::Compare {
            table: tabulate::tabulated(self.hir, own, &self.card)?,
            op,
            value: self.value(value)?,
            swapped,
        })
    }

    /// The attribute of the card that a node reads. Lists are compared by their items, and are not meant.
    fn own_attribute(&self, node: NodeId) -> Option<u16> {
        let NodeKind::Attribute(of, attribute) = self.hir.tree.get(node).kind else {
            return None;
        };
        let values = &self.hir.cards.attributes.get(usize::from(attribute))?.of;
        let lists = values.iter().any(|value| matches!(value, Value::List(_)));
        (self.is_card(of) && !lists).then_some(attribute)
    }

    /// A comparison of a value that is one of two, by a condition about the card.
    fn compared_parts(&self, node: NodeId, compared: impl Fn(NodeId) -> Option<Draft>) -> Option<Draft> {
        let NodeKind::Form(Form::If, args) = &self.hir.tree.get(node).kind else {
            return None;
        };
        let [when, then, otherwise] = args[..] else {
            return None;
        };
        if !self.depends(node) {
            return None;
        }
        Some(Draft::If(
            [self.predicate(when)?, compared(then)?, compared(otherwise)?].into(),
        ))
    }

    /// A condition about a number of cards.
    fn counted(&self, node: NodeId, number: NumberDraft) -> Option<Draft> {
        match &self.hir.tree.get(node).kind {
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
                    passing: Box::new(self.having_all(pair)?),
                    cards: self.cards(*cards)?,
                    number,
                })
            }
            _ => None,
        }
    }

    /// Whether a function holds for one of several, or for all.
    fn asked_of_each(&self, query: Query, over: NodeId, function: NodeId) -> Option<Draft> {
        let all = query == Query::All;
        if tabulate::holds_cards(self.hir, over) {
            let number = if all {
                NumberDraft::none()
            } else {
                NumberDraft::some()
            };
            return self.passing(over, function, number, all);
        }
        let NodeKind::Function { param, body } = self.hir.tree.get(function).kind else {
            return None;
        };
        if !self.fixed(over) || !self.depends(body) {
            return None;
        }
        Some(Draft::Each {
            items: Wanted::Node(over),
            param,
            all,
            passing: Box::new(self.predicate(body)?),
        })
    }

    /// A condition about the number of those cards for which a function holds, or does not.
    fn passing(&self, over: NodeId, function: NodeId, number: NumberDraft, negated: bool) -> Option<Draft> {
        let NodeKind::Function { param, body } = self.hir.tree.get(function).kind else {
            return None;
        };
        let cards = self.cards(over)?;
        if self.depends(body) {
            let mut relation = self.relation(body, &[NodeKind::Bound(param)])?;
            if negated {
                relation.iter_mut().for_each(|row| relation::turn(self.hir, row));
            }
            return Some(Draft::Related {
                cards,
                relation,
                number,
            });
        }
        let inner = Asking {
            hir: self.hir,
            card: vec![NodeKind::Bound(param)],
            others: self.card.iter().chain(&self.others).cloned().collect(),
            picked: self.picked.clone(),
            alike: true,
        };
        let passing = inner.predicate(body)?;
        Some(Draft::Count {
            cards,
            passing: Box::new(if negated { not(passing) } else { passing }),
            number,
        })
    }

    /// What a card must have: attributes and their values, in turn.
    fn having_all(&self, pairs: &[NodeId]) -> Option<Draft> {
        let mut all = Vec::new();
        for pair in pairs.chunks(2) {
            let [attribute, value] = pair[..] else { return None };
            if self.hir.tree.get(attribute).kind == NodeKind::Const(Value::Nothing) {
                break;
            }
            if self.depends(value) || !is_sure(self.hir, value) && !self.reads_picked(value) {
                return None;
            }
            let (attribute, value) = (number(self.hir, attribute)?, self.value(value)?);
            all.push(Draft::Having { attribute, value });
        }
        Some(Draft::All(all))
    }

    /// The cards that a list holds beside the card: a zone, or a list.
    fn beside_the_card(&self, cards: NodeId) -> Option<Wanted> {
        let NodeKind::Call(primitive, parts) = &self.hir.tree.get(cards).kind else {
            return None;
        };
        if primitive.properties.asks != Asks::Joined {
            return None;
        }
        let is_the_card = |part: NodeId| match &self.hir.tree.get(part).kind {
            NodeKind::List(items) => matches!(items[..], [item] if self.is_card(item)),
            _ => self.is_card(part),
        };
        let others = match parts[..] {
            [others, card] if is_the_card(card) => others,
            [card, others] if is_the_card(card) => others,
            _ => return None,
        };
        match &self.hir.tree.get(others).kind {
            NodeKind::Call(primitive, args) if primitive.properties.asks == Asks::All => {
                self.cards(*args.first()?)
            }
            // A zone would be an item of the list.
            _ if self.hir.tree.get(others).ty == Type::List(Kind::Card) => self.cards(others),
            _ => None,
        }
    }
}

fn not(draft: Draft) -> Draft {
    match draft {
        Draft::Not(inner) => *inner,
        other => Draft::Not(Box::new(other)),
    }
}

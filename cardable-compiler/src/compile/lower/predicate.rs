//! Predicates: the values that they take, as they lie ready or as code of their own.

use super::Function;
use crate::compile::Builder;
use crate::compile::predicate;
use crate::compile::predicate::{Bound, Draft, NumberDraft};
use crate::hir::{NodeId, NodeKind, Scope, Stmt};
use cardable_engine::primitives::{Asks, Form, Instruction};
use cardable_engine::program::op::{BinaryOp, Op, Operand, Reg};
use cardable_engine::program::{Expr, Number, Predicate, Relation, Rule};
use cardable_engine::value::Value;

/// A predicate as a rule of the program; None where there are too many.
pub(in crate::compile) fn rule(b: &mut Builder, scope: &Scope, draft: Draft) -> Option<u16> {
    let mut f = Function::new(b, scope);
    let rule = f.later(draft);
    f.finish();
    rule
}

/// A predicate of a piece of code whose own code comes after that.
pub(super) struct Later {
    rule: u16,
    draft: Draft,
    registers: Vec<Option<Reg>>,
    bound: Vec<(u32, Reg)>,
    next: usize,
}

impl Function<'_> {
    /// A rule whose predicate is put together when the code at hand is finished.
    pub(super) fn later(&mut self, draft: Draft) -> Option<u16> {
        let rule = u16::try_from(self.b.emitted.rules.len()).ok()?;
        self.b.emitted.rules.push(Rule {
            predicate: Predicate::All([].into()),
            registers: 0,
        });
        self.later.push(Later {
            rule,
            draft,
            registers: self.registers.clone(),
            bound: self.bound.clone(),
            next: self.next,
        });
        Some(rule)
    }

    /// Whether the question that steps open with has an answer, where that is no
    /// more than comparing two numbers.
    pub(super) fn opening(&self, steps: &[Stmt]) -> Option<Draft> {
        let (Stmt::Do(node) | Stmt::Set { value: node, .. }) = *steps.first()? else {
            return None;
        };
        let NodeKind::Ask { prompt, args, .. } = &self.b.get(node).kind else {
            return None;
        };
        let op = match prompt.properties.asks {
            Asks::From => BinaryOp::Le,
            Asks::Above => BinaryOp::Lt,
            _ => return None,
        };
        let [a, b, ..] = &args[..] else { return None };
        let draft = Draft::Holds { op, a: *a, b: *b };
        predicate::lies_ready(self.b, &draft).then_some(draft)
    }

    /// Puts together the predicates that the code asks, and tells which rules they are.
    pub(super) fn predicates_of_code(&mut self) -> Vec<u16> {
        let mut rules = Vec::new();
        while let Some(later) = self.later.pop() {
            (self.registers, self.bound, self.next) = (later.registers, later.bound, later.next);
            let predicate = self.predicate(&later.draft);
            if let Some(rule) = self.b.emitted.rules.get_mut(usize::from(later.rule)) {
                rule.predicate = predicate;
                rules.push(later.rule);
            }
        }
        rules
    }

    fn predicate(&mut self, draft: &Draft) -> Predicate {
        match draft {
            Draft::Types(set) => Predicate::Types(set.clone()),
            Draft::Having { attribute, value } => Predicate::Having {
                attribute: *attribute,
                value: self.expr(*value),
            },
            Draft::HavingAny { attribute, values } => Predicate::HavingAny {
                attribute: *attribute,
                values: self.expr(*values),
            },
            Draft::Is(card) => Predicate::Is(self.expr(*card)),
            Draft::Compare {
                table,
                op,
                value,
                swapped,
            } => Predicate::Compare {
                table: self.card_table(table),
                op: *op,
                value: self.expr(*value),
                swapped: *swapped,
            },
            Draft::When(node) => Predicate::When(self.expr(*node)),
            Draft::Holds { op, a, b } => Predicate::Holds {
                op: *op,
                a: self.expr(*a),
                b: self.expr(*b),
            },
            Draft::Empty { zone, node } => match self.ready(*zone) {
                Some(zone) => Predicate::Holds {
                    op: BinaryOp::Eq,
                    a: Expr::Length(zone),
                    b: Expr::At(self.in_constants(Value::Int(0))),
                },
                None => Predicate::When(self.expr(*node)),
            },
            Draft::Not(inner) => Predicate::Not(Box::new(self.predicate(inner))),
            Draft::All(parts) => Predicate::All(self.predicates(parts)),
            Draft::Any(parts) => Predicate::Any(self.predicates(parts)),
            Draft::If(parts) => {
                let [when, then, otherwise] = &**parts;
                Predicate::If {
                    when: Box::new(self.predicate(when)),
                    then: Box::new(self.predicate(then)),
                    otherwise: Box::new(self.predicate(otherwise)),
                }
            }
            Draft::Count {
                cards,
                passing,
                number,
            } => Predicate::Count {
                cards: self.expr(*cards),
                passing: Box::new(self.predicate(passing)),
                number: self.number(*number),
            },
            Draft::Related {
                cards,
                relation,
                number,
            } => Predicate::Related {
                cards: self.expr(*cards),
                relation: self.relation(Relation::new(relation)),
                number: self.number(*number),
            },
            Draft::SameWith { cards, attribute } => Predicate::SameWith {
                cards: self.expr(*cards),
                attribute: *attribute,
            },
            Draft::RunWith {
                cards,
                attribute,
                least,
            } => Predicate::RunWith {
                cards: self.expr(*cards),
                attribute: *attribute,
                least: *least,
            },
            Draft::Each {
                items,
                param,
                all,
                passing,
            } => {
                let items = self.expr(*items);
                let item = self.reg();
                self.bound.retain(|(known, _)| *known != *param);
                self.bound.push((*param, item));
                Predicate::Each {
                    items,
                    item,
                    all: *all,
                    passing: Box::new(self.predicate(passing)),
                }
            }
        }
    }

    fn predicates(&mut self, drafts: &[Draft]) -> Box<[Predicate]> {
        drafts.iter().map(|draft| self.predicate(draft)).collect()
    }

    fn number(&mut self, draft: NumberDraft) -> Number {
        let value = match draft.value {
            Bound::Zero => Expr::At(self.in_constants(Value::Int(0))),
            Bound::Node(node) => self.expr(node),
        };
        Number {
            op: draft.op,
            value,
            not: draft.not,
        }
    }

    /// A value, with code of its own where it does not lie ready.
    fn expr(&mut self, node: NodeId) -> Expr {
        if let Some(at) = self.ready(node) {
            return Expr::At(at);
        }
        let ready = match self.b.get(node).kind.clone() {
            NodeKind::Attribute(of, attribute) => match self.b.get(of).kind.clone() {
                NodeKind::Call(primitive, args) if primitive.instruction == Some(Instruction::Top) => {
                    let zone = self.ready(args[0]);
                    zone.map(|zone| Expr::TopAttribute { zone, attribute })
                }
                _ => self.ready(of).map(|card| Expr::Attribute { card, attribute }),
            },
            NodeKind::Call(primitive, args) if primitive.instruction == Some(Instruction::Top) => {
                self.ready(args[0]).map(Expr::Top)
            }
            NodeKind::Form(Form::CountZone, args) => self.ready(args[0]).map(Expr::Length),
            NodeKind::Call(primitive, args) => match (primitive.properties.asks, &args[..]) {
                (Asks::Seats, []) => Some(Expr::Seats),
                (Asks::Before, [zone]) => predicate::number(self.b, *zone).map(Expr::Before),
                _ => None,
            },
            _ => None,
        };
        ready.unwrap_or_else(|| Expr::Code(self.fragment(node)))
    }

    /// Code that works a value out in the registers at hand, and returns it.
    fn fragment(&mut self, node: NodeId) -> u32 {
        let start = self.here();
        // What it works out is not there for others: they may run without it.
        let (registers, next) = (self.registers.clone(), self.next);
        self.params(&[node]);
        let s = self.operand(node);
        self.emit(Op::Return { s });
        (self.registers, self.next) = (registers, next);
        start
    }

    /// Where a value lies, if it lies ready.
    fn ready(&mut self, node: NodeId) -> Option<Operand> {
        if let NodeKind::Local(at) = self.b.get(node).kind
            && self.registers.get(usize::from(at)).copied().flatten().is_none()
        {
            return None;
        }
        self.place(node).map(|place| self.in_place(place))
    }

    /// The number of a table of values of card types.
    pub(super) fn card_table(&mut self, table: &[Value]) -> u16 {
        let at = self.b.emitted.card_tables.iter().position(|known| known == table);
        let at = at.unwrap_or_else(|| {
            self.b.emitted.card_tables.push(table.to_vec());
            self.b.emitted.card_tables.len() - 1
        });
        self.numbered("functions of cards", at)
    }

    fn relation(&mut self, relation: Relation) -> u16 {
        let at = self
            .b
            .emitted
            .relations
            .iter()
            .position(|known| *known == relation);
        let at = at.unwrap_or_else(|| {
            self.b.emitted.relations.push(relation);
            self.b.emitted.relations.len() - 1
        });
        self.numbered("relations of cards", at)
    }

    /// A number in the program. That there are too many is said, and any number does then.
    fn numbered(&mut self, what: &'static str, at: usize) -> u16 {
        u16::try_from(at).unwrap_or_else(|_| {
            let b = &mut *self.b;
            let most = usize::from(u16::MAX);
            b.emitted.excess.tell(what, most, self.span, &mut b.diags);
            0
        })
    }
}

//! Predicates: the values that they take, as they lie ready or as code of their own.

use super::{Function, Lowering};
use crate::compile::predicate;
use crate::compile::predicate::{Draft, MeasureDraft, NumberDraft, Wanted};
use crate::hir::{NodeId, NodeKind, Scope, Stmt};
use cardable_engine::primitives::{Asks, Form, Instruction};
use cardable_engine::program::op::{BinaryOp, Op, Operand, Place, Reg};
use cardable_engine::program::{Expr, Measure, Number, Predicate, Relation, Rule};
use cardable_engine::value::Value;

/// A predicate as a rule of the program; None where there are too many.
pub(super) fn rule(b: &mut Lowering, scope: &Scope, draft: Draft) -> Option<u16> {
    let mut f = Function::new(b, scope);
    let rule = f.later(draft);
    f.finish();
    rule
}

/// A predicate of a piece of code whose own code comes after that.
pub(super) struct Later {
    what: What,
    registers: Vec<Option<Reg>>,
    bound: Vec<(u32, Reg)>,
    next: usize,
}

/// What is put together later, and its number in the program.
enum What {
    Rule(u16, Draft),
    Measure(u16, MeasureDraft),
}

impl Function<'_> {
    /// A value that is found by a measure.
    pub(super) fn find(&mut self, draft: MeasureDraft, d: Reg) {
        let at = self.b.emitted.measures.len();
        // Never the same as another: what it is comes later.
        self.b
            .emitted
            .measures
            .push(Measure::Holds(Predicate::Any([].into())));
        let measure = self.numbered("values worked out from cards", at);
        self.put_off(What::Measure(measure, draft));
        self.emit(Op::Find { d, measure });
    }

    fn put_off(&mut self, what: What) {
        self.later.push(Later {
            what,
            registers: self.registers.clone(),
            bound: self.bound.clone(),
            next: self.next,
        });
    }

    /// A rule whose predicate is put together when the code at hand is finished.
    pub(super) fn later(&mut self, draft: Draft) -> Option<u16> {
        let rule = u16::try_from(self.b.emitted.rules.len()).ok()?;
        self.b.emitted.rules.push(Rule {
            predicate: Predicate::All([].into()),
            registers: 0,
            fuel: draft.size().try_into().unwrap_or(u16::MAX),
        });
        self.put_off(What::Rule(rule, draft));
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
        let (a, b) = (Wanted::Node(*a), Wanted::Node(*b));
        let draft = Draft::Holds { op, a, b };
        predicate::lies_ready(&self.b.hir, &draft).then_some(draft)
    }

    /// Puts together the predicates that the code asks, and tells which rules they are.
    pub(super) fn predicates_of_code(&mut self) -> Vec<u16> {
        let mut rules = Vec::new();
        while let Some(later) = self.later.pop() {
            (self.registers, self.bound, self.next) = (later.registers, later.bound, later.next);
            match later.what {
                What::Rule(at, draft) => {
                    let predicate = self.predicate(&draft);
                    if let Some(rule) = self.b.emitted.rules.get_mut(usize::from(at)) {
                        rule.predicate = predicate;
                        rules.push(at);
                    }
                }
                What::Measure(at, draft) => {
                    let measure = self.measure(&draft);
                    if let Some(known) = self.b.emitted.measures.get_mut(usize::from(at)) {
                        *known = measure;
                    }
                }
            }
        }
        rules
    }

    fn predicate(&mut self, draft: &Draft) -> Predicate {
        match draft {
            Draft::Types(set) => Predicate::Types(set.clone()),
            Draft::Having { attribute, value } => Predicate::Having {
                attribute: *attribute,
                value: self.wanted(value),
            },
            Draft::HavingAny { attribute, values } => Predicate::HavingAny {
                attribute: *attribute,
                values: self.wanted(values),
            },
            Draft::Is(card) => Predicate::Is(self.wanted(card)),
            Draft::Compare {
                table,
                op,
                value,
                swapped,
            } => Predicate::Compare {
                table: self.card_table(table),
                op: *op,
                value: self.wanted(value),
                swapped: *swapped,
            },
            Draft::When(node) => Predicate::When(self.expr(*node)),
            Draft::Holds { op, a, b } => {
                let (op, a, b) = (*op, self.wanted(a), self.wanted(b));
                match (self.whole_number(a), self.whole_number(b)) {
                    (_, Some(number)) => Predicate::Number {
                        value: a,
                        op,
                        number,
                        swapped: false,
                    },
                    (Some(number), None) => Predicate::Number {
                        value: b,
                        op,
                        number,
                        swapped: true,
                    },
                    (None, None) => Predicate::Holds { op, a, b },
                }
            }
            Draft::Empty { zone, node } => match self.length(*zone) {
                Some(length) => Predicate::Number {
                    value: length,
                    op: BinaryOp::Eq,
                    number: 0,
                    swapped: false,
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
                cards: self.wanted(cards),
                passing: Box::new(self.predicate(passing)),
                number: self.number(number),
            },
            Draft::Same { cards, attribute } => Predicate::Same {
                cards: self.wanted(cards),
                attribute: *attribute,
            },
            Draft::Run {
                cards,
                attribute,
                least,
            } => Predicate::Run {
                cards: self.wanted(cards),
                attribute: *attribute,
                least: *least,
            },
            Draft::Seen { cards } => Predicate::Seen {
                cards: self.wanted(cards),
            },
            Draft::Related {
                cards,
                relation,
                number,
            } => Predicate::Related {
                cards: self.wanted(cards),
                relation: self.relation(Relation::new(relation)),
                number: self.number(number),
            },
            Draft::SameWith { cards, attribute } => Predicate::SameWith {
                cards: self.wanted(cards),
                attribute: *attribute,
            },
            Draft::RunWith {
                cards,
                attribute,
                least,
            } => Predicate::RunWith {
                cards: self.wanted(cards),
                attribute: *attribute,
                least: *least,
            },
            Draft::Each {
                items,
                param,
                all,
                passing,
            } => {
                let items = self.wanted(items);
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

    fn number(&mut self, draft: &NumberDraft) -> Number {
        Number {
            op: draft.op,
            value: self.wanted(&draft.value),
            not: draft.not,
        }
    }

    fn wanted(&mut self, value: &Wanted) -> Expr {
        match value {
            Wanted::Zero => Expr::At(self.in_constants(Value::Int(0))),
            Wanted::Node(node) => self.expr(*node),
            Wanted::Picked => Expr::Picked,
            Wanted::Measure(measure) => {
                let measure = self.measure(measure);
                let at = self.b.emitted.measures.iter().position(|known| *known == measure);
                let at = at.unwrap_or_else(|| {
                    self.b.emitted.measures.push(measure);
                    self.b.emitted.measures.len() - 1
                });
                Expr::Measure(self.numbered("values worked out from cards", at))
            }
        }
    }

    fn measure(&mut self, draft: &MeasureDraft) -> Measure {
        match draft {
            MeasureDraft::Count { cards, passing } => Measure::Count {
                cards: self.wanted(cards),
                passing: self.predicate(passing),
            },
            MeasureDraft::Distinct { cards, attribute } => Measure::Distinct {
                cards: self.wanted(cards),
                attribute: *attribute,
            },
            MeasureDraft::Common { cards, attribute } => Measure::Common {
                cards: self.wanted(cards),
                attribute: *attribute,
            },
            MeasureDraft::Extreme {
                cards,
                by,
                largest,
                attribute,
            } => Measure::Extreme {
                cards: self.wanted(cards),
                by: *by,
                largest: *largest,
                attribute: *attribute,
            },
            MeasureDraft::Holds(draft) => Measure::Holds(self.predicate(draft)),
            MeasureDraft::Items {
                query,
                items,
                param,
                passing,
            } => {
                let items = self.wanted(items);
                let item = self.reg();
                self.bound.retain(|(known, _)| *known != *param);
                self.bound.push((*param, item));
                Measure::Items {
                    query: *query,
                    items,
                    item,
                    passing: self.predicate(passing),
                }
            }
            MeasureDraft::Sum {
                cards,
                passing,
                table,
            } => Measure::Sum {
                cards: self.wanted(cards),
                passing: self.predicate(passing),
                table: self.card_table(table),
            },
            MeasureDraft::Binary { op, a, b } => Measure::Binary {
                op: *op,
                a: self.wanted(a),
                b: self.wanted(b),
            },
            MeasureDraft::If {
                when,
                then,
                otherwise,
            } => Measure::If {
                when: self.predicate(when),
                then: self.wanted(then),
                otherwise: self.wanted(otherwise),
            },
        }
    }

    /// A value, with code of its own where it does not lie ready.
    fn expr(&mut self, node: NodeId) -> Expr {
        if let Some(at) = self.ready(node) {
            return match at.place() {
                Place::Global(at) => Expr::Global(at),
                _ => Expr::At(at),
            };
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
            NodeKind::Form(Form::CountZone, args) => self.length(args[0]),
            NodeKind::SeatZone(seat, at) => self.ready(seat).map(|seat| Expr::SeatZone { seat, at }),
            NodeKind::SeatData(seat, at) if self.b.hir.computed_item(&self.b.get(node).kind).is_none() => {
                self.ready(seat).map(|seat| Expr::SeatData { seat, at })
            }
            NodeKind::Everyone => Some(Expr::Everyone),
            NodeKind::Call(primitive, args) => match (primitive.properties.asks, &args[..]) {
                (Asks::Seats, []) => Some(Expr::Seats),
                (Asks::Before, [zone]) => predicate::number(&self.b.hir, *zone).map(Expr::Before),
                _ => None,
            },
            _ => None,
        };
        ready.unwrap_or_else(|| self.fragment(node))
    }

    /// The small whole number that a value always is.
    fn whole_number(&self, value: Expr) -> Option<i32> {
        match value {
            Expr::At(at) => self.small_number(at).map(i32::from),
            _ => None,
        }
    }

    /// How many cards a zone has, where that takes no code.
    fn length(&mut self, zone: NodeId) -> Option<Expr> {
        if let NodeKind::Const(Value::Zone(zone)) = self.b.get(zone).kind {
            return Some(Expr::ZoneLength(zone.0));
        }
        if let Some(zone) = self.ready(zone) {
            return Some(Expr::Length(zone));
        }
        let NodeKind::SeatZone(seat, at) = self.b.get(zone).kind else {
            return None;
        };
        self.ready(seat).map(|seat| Expr::SeatLength { seat, at })
    }

    /// Code that works a value out in the registers at hand, and returns it.
    fn fragment(&mut self, node: NodeId) -> Expr {
        let start = self.here();
        // What it works out is not there for others: they may run without it.
        let (registers, next) = (self.registers.clone(), self.next);
        self.params(&[node]);
        let s = self.operand(node);
        self.emit(Op::Return { s });
        (self.registers, self.next) = (registers, next);
        // A call of what lies ready needs no code.
        let from = start as usize;
        match self.b.emitted.code.get(from..) {
            Some(
                [
                    Op::Query {
                        d,
                        n,
                        primitive,
                        args,
                    },
                    Op::Return { s },
                ],
            ) if *s == Operand::register(*d) => {
                let call = Expr::Call {
                    primitive: *primitive,
                    n: *n,
                    args: *args,
                };
                self.b.emitted.code.truncate(from);
                self.b.emitted.spans.truncate(from);
                call
            }
            _ => Expr::Code(start),
        }
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

//! Predicates: the values that they take, as they lie ready or as code of their own.

use super::function::{Function, Later, Lowering, What};
use crate::hir::{NodeId, NodeKind, Scope, Stmt};
use crate::lower::predicate;
use crate::lower::predicate::{Draft, MeasureDraft, NumberDraft, Wanted};
use cardable_engine::primitives::{Asks, Form, Instruction};
use cardable_engine::program::op::{BinaryOp, Code, Op, Operand, OperandPlace, Reg};
use cardable_engine::program::{Expr, Measure, Number, Predicate, Relation, Rule};
use cardable_engine::value::Value;

/// A predicate as a rule of the program; None where there are too many.
pub(super) fn rule(b: &mut Lowering, scope: &Scope, draft: Draft) -> Option<u16> {
    let mut f = Function::new(b, scope);
    let rule = later(&mut f, draft);
    finish(f);
    rule
}

/// What holds where a predicate does not.
fn negated(mut predicate: Predicate) -> Predicate {
    if let Predicate::Number { op, .. } | Predicate::Holds { op, .. } = &mut predicate {
        match op {
            BinaryOp::Eq => {
                *op = BinaryOp::Ne;
                return predicate;
            }
            BinaryOp::Ne => {
                *op = BinaryOp::Eq;
                return predicate;
            }
            _ => {}
        }
    }
    Predicate::Not(Box::new(predicate))
}

/// A value that is found by a measure.
pub(super) fn find(f: &mut Function<'_>, draft: MeasureDraft, d: Reg) {
    let at = f.b.emitted.measures.len();
    // Never the same as another: what it is comes later.
    f.b.emitted
        .measures
        .push(Measure::Holds(Predicate::Any([].into())));
    let measure = numbered(f, "values worked out from cards", at);
    put_off(f, What::Measure(measure, draft));
    f.emit(Op::Find { d, measure });
}

fn put_off(f: &mut Function<'_>, what: What) {
    f.later.push(Later {
        what,
        registers: f.registers.clone(),
        bound: f.bound.clone(),
        next: f.next,
    });
}

/// A rule whose predicate is put together when the code at hand is finished.
pub(super) fn later(f: &mut Function<'_>, draft: Draft) -> Option<u16> {
    let rule = u16::try_from(f.b.emitted.rules.len()).ok()?;
    f.b.emitted.rules.push(Rule {
        predicate: Predicate::All([].into()),
        registers: 0,
        fuel: draft.size().try_into().unwrap_or(u16::MAX),
    });
    put_off(f, What::Rule(rule, draft));
    Some(rule)
}

/// Whether the question that steps open with has an answer, where that is no
/// more than comparing two numbers.
pub(super) fn opening(f: &Function<'_>, steps: &[Stmt]) -> Option<Draft> {
    let (Stmt::Do(node) | Stmt::Set { value: node, .. }) = *steps.first()? else {
        return None;
    };
    let NodeKind::Ask { prompt, args, .. } = &f.b.get(node).kind else {
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
    predicate::lies_ready(&f.b.hir, &draft).then_some(draft)
}

/// Puts together the predicates that the code asks, and tells which rules they are.
fn predicates_of_code(f: &mut Function<'_>) -> Vec<u16> {
    let mut rules = Vec::new();
    while let Some(later) = f.later.pop() {
        (f.registers, f.bound, f.next) = (later.registers, later.bound, later.next);
        match later.what {
            What::Rule(at, draft) => {
                let predicate = predicate(f, &draft);
                if let Some(rule) = f.b.emitted.rules.get_mut(usize::from(at)) {
                    rule.predicate = predicate;
                    rules.push(at);
                }
            }
            What::Measure(at, draft) => {
                let measure = lower_measure(f, &draft);
                if let Some(known) = f.b.emitted.measures.get_mut(usize::from(at)) {
                    *known = measure;
                }
            }
        }
    }
    rules
}

fn predicate(f: &mut Function<'_>, draft: &Draft) -> Predicate {
    match draft {
        Draft::Types(set) => Predicate::Types(set.clone()),
        Draft::Having { attribute, value } => Predicate::Having {
            attribute: *attribute,
            value: wanted(f, value),
        },
        Draft::HavingAny { attribute, values } => Predicate::HavingAny {
            attribute: *attribute,
            values: wanted(f, values),
        },
        Draft::Is(card) => Predicate::Is(wanted(f, card)),
        Draft::Compare {
            table,
            op,
            value,
            swapped,
        } => Predicate::Compare {
            table: card_table(f, table),
            op: *op,
            value: wanted(f, value),
            swapped: *swapped,
        },
        Draft::When(node) => Predicate::When(expr(f, *node)),
        Draft::Holds { op, a, b } => {
            let (op, a, b) = (*op, wanted(f, a), wanted(f, b));
            match (whole_number(f, a), whole_number(f, b)) {
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
        Draft::Empty { zone, node } => match length(f, *zone) {
            Some(length) => Predicate::Number {
                value: length,
                op: BinaryOp::Eq,
                number: 0,
                swapped: false,
            },
            None => Predicate::When(expr(f, *node)),
        },
        Draft::Not(inner) => negated(predicate(f, inner)),
        Draft::All(parts) => Predicate::All(predicates(f, parts)),
        Draft::Any(parts) => Predicate::Any(predicates(f, parts)),
        Draft::If(parts) => {
            let [when, then, otherwise] = &**parts;
            Predicate::If {
                when: Box::new(predicate(f, when)),
                then: Box::new(predicate(f, then)),
                otherwise: Box::new(predicate(f, otherwise)),
            }
        }
        Draft::Count {
            cards,
            passing,
            number,
        } => Predicate::Count {
            cards: wanted(f, cards),
            passing: Box::new(predicate(f, passing)),
            number: lower_number(f, number),
        },
        Draft::Same { cards, attribute } => Predicate::Same {
            cards: wanted(f, cards),
            attribute: *attribute,
        },
        Draft::Run {
            cards,
            attribute,
            least,
        } => Predicate::Run {
            cards: wanted(f, cards),
            attribute: *attribute,
            least: *least,
        },
        Draft::Seen { cards } => Predicate::Seen {
            cards: wanted(f, cards),
        },
        Draft::Related {
            cards,
            relation,
            number,
        } => Predicate::Related {
            cards: wanted(f, cards),
            relation: add_relation(f, Relation::new(relation)),
            number: lower_number(f, number),
        },
        Draft::Beside { card, relation } => Predicate::Beside {
            card: wanted(f, card),
            relation: add_relation(f, Relation::new(relation)),
        },
        Draft::SameWith { cards, attribute } => Predicate::SameWith {
            cards: wanted(f, cards),
            attribute: *attribute,
        },
        Draft::RunWith {
            cards,
            attribute,
            least,
        } => Predicate::RunWith {
            cards: wanted(f, cards),
            attribute: *attribute,
            least: *least,
        },
        Draft::Each {
            items,
            param,
            all,
            passing,
        } => {
            let items = wanted(f, items);
            let item = f.reg();
            f.bound.retain(|(known, _)| *known != *param);
            f.bound.push((*param, item));
            Predicate::Each {
                items,
                item,
                all: *all,
                passing: Box::new(predicate(f, passing)),
            }
        }
    }
}

fn predicates(f: &mut Function<'_>, drafts: &[Draft]) -> Box<[Predicate]> {
    drafts.iter().map(|draft| predicate(f, draft)).collect()
}

fn lower_number(f: &mut Function<'_>, draft: &NumberDraft) -> Number {
    Number {
        op: draft.op,
        value: wanted(f, &draft.value),
        not: draft.not,
    }
}

fn wanted(f: &mut Function<'_>, value: &Wanted) -> Expr {
    match value {
        Wanted::Zero => Expr::At(f.in_constants(Value::Int(0))),
        Wanted::Node(node) => expr(f, *node),
        Wanted::Picked => Expr::Picked,
        Wanted::Measure(measure) => {
            let measure = lower_measure(f, measure);
            let at = f.b.emitted.measures.iter().position(|known| *known == measure);
            let at = at.unwrap_or_else(|| {
                f.b.emitted.measures.push(measure);
                f.b.emitted.measures.len() - 1
            });
            Expr::Measure(numbered(f, "values worked out from cards", at))
        }
    }
}

fn lower_measure(f: &mut Function<'_>, draft: &MeasureDraft) -> Measure {
    match draft {
        MeasureDraft::Count { cards, passing } => Measure::Count {
            cards: wanted(f, cards),
            passing: predicate(f, passing),
        },
        MeasureDraft::Distinct { cards, attribute } => Measure::Distinct {
            cards: wanted(f, cards),
            attribute: *attribute,
        },
        MeasureDraft::Common { cards, attribute } => Measure::Common {
            cards: wanted(f, cards),
            attribute: *attribute,
        },
        MeasureDraft::Extreme {
            cards,
            by,
            largest,
            attribute,
        } => Measure::Extreme {
            cards: wanted(f, cards),
            by: *by,
            largest: *largest,
            attribute: *attribute,
        },
        MeasureDraft::Holds(draft) => Measure::Holds(predicate(f, draft)),
        MeasureDraft::Items {
            query,
            items,
            param,
            passing,
        } => {
            let items = wanted(f, items);
            let item = f.reg();
            f.bound.retain(|(known, _)| *known != *param);
            f.bound.push((*param, item));
            Measure::Items {
                query: *query,
                items,
                item,
                passing: predicate(f, passing),
            }
        }
        MeasureDraft::Sum {
            cards,
            passing,
            table,
            seen,
        } => Measure::Sum {
            cards: wanted(f, cards),
            passing: predicate(f, passing),
            table: card_table(f, table),
            seen: *seen,
        },
        MeasureDraft::Binary { op, a, b } => Measure::Binary {
            op: *op,
            a: wanted(f, a),
            b: wanted(f, b),
        },
        MeasureDraft::If {
            when,
            then,
            otherwise,
        } => Measure::If {
            when: predicate(f, when),
            then: wanted(f, then),
            otherwise: wanted(f, otherwise),
        },
    }
}

/// A value, with code of its own where it does not lie ready.
fn expr(f: &mut Function<'_>, node: NodeId) -> Expr {
    if let Some(at) = ready(f, node) {
        return match at.place() {
            OperandPlace::Global(at) => Expr::Global(at),
            _ => Expr::At(at),
        };
    }
    let ready = match f.b.get(node).kind.clone() {
        NodeKind::Attribute(of, attribute) => match f.b.get(of).kind.clone() {
            NodeKind::Call(primitive, args) if primitive.instruction == Some(Instruction::Top) => {
                let zone = ready(f, args[0]);
                zone.map(|zone| Expr::TopAttribute { zone, attribute })
            }
            _ => ready(f, of).map(|card| Expr::Attribute { card, attribute }),
        },
        NodeKind::Call(primitive, args) if primitive.instruction == Some(Instruction::Top) => {
            ready(f, args[0]).map(Expr::Top)
        }
        NodeKind::Form(Form::CountZone, args) => length(f, args[0]),
        NodeKind::SeatZone(seat, at) => ready_seat(f, seat).map(|seat| Expr::SeatZone { seat, at }),
        NodeKind::SeatData(seat, at) if f.b.hir.computed_item(&f.b.get(node).kind).is_none() => {
            ready_seat(f, seat).map(|seat| Expr::SeatData { seat, at })
        }
        NodeKind::Everyone => Some(Expr::Everyone),
        NodeKind::Call(primitive, args) => match (primitive.properties.asks, &args[..]) {
            (Asks::Seats, []) => Some(Expr::Seats),
            (Asks::Before, [zone]) => predicate::number(&f.b.hir, *zone).map(Expr::Before),
            _ => None,
        },
        _ => None,
    };
    ready.unwrap_or_else(|| fragment(f, node))
}

/// The small whole number that a value always is.
fn whole_number(f: &Function<'_>, value: Expr) -> Option<i32> {
    match value {
        Expr::At(at) => f.small_number(at).map(i32::from),
        _ => None,
    }
}

/// How many cards a zone has, where that takes no code.
fn length(f: &mut Function<'_>, zone: NodeId) -> Option<Expr> {
    if let NodeKind::Const(Value::Zone(zone)) = f.b.get(zone).kind {
        return Some(Expr::ZoneLength(zone.0));
    }
    if let Some(zone) = ready(f, zone) {
        return Some(Expr::Length(zone));
    }
    let NodeKind::SeatZone(seat, at) = f.b.get(zone).kind else {
        return None;
    };
    ready_seat(f, seat).map(|seat| Expr::SeatLength { seat, at })
}

/// Code that works a value out in the registers at hand, and returns it.
fn fragment(f: &mut Function<'_>, node: NodeId) -> Expr {
    let start = f.here();
    // What it works out is not there for others: they may run without it.
    let (registers, next) = (f.registers.clone(), f.next);
    f.params(&[node]);
    let s = f.operand(node);
    f.emit(Op::Return { s });
    (f.registers, f.next) = (registers, next);
    // A call of what lies ready needs no code.
    let from = start as usize;
    match f.b.emitted.code.get(from..) {
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
            f.b.emitted.code.truncate(from);
            f.b.emitted.spans.truncate(from);
            call
        }
        _ => Expr::Code(start),
    }
}

/// Where a value lies, if it lies ready.
fn ready(f: &mut Function<'_>, node: NodeId) -> Option<Operand> {
    if let NodeKind::Local(at) = f.b.get(node).kind
        && f.registers.get(usize::from(at)).copied().flatten().is_none()
    {
        return None;
    }
    f.place(node).map(|place| f.in_place(place))
}

/// Where a seat lies of which something is asked, if it lies ready.
fn ready_seat(f: &mut Function<'_>, node: NodeId) -> Option<Operand> {
    match predicate::is_next_player(&f.b.hir, node) {
        true => Some(f.in_place(OperandPlace::NextPlayer)),
        false => ready(f, node),
    }
}

/// The number of a table of values of card types.
pub(super) fn card_table(f: &mut Function<'_>, table: &[Value]) -> u16 {
    let at = f.b.emitted.card_tables.iter().position(|known| known == table);
    let at = at.unwrap_or_else(|| {
        f.b.emitted.card_tables.push(table.to_vec());
        f.b.emitted.card_tables.len() - 1
    });
    numbered(f, "functions of cards", at)
}

fn add_relation(f: &mut Function<'_>, relation: Relation) -> u16 {
    let at = f.b.emitted.relations.iter().position(|known| *known == relation);
    let at = at.unwrap_or_else(|| {
        f.b.emitted.relations.push(relation);
        f.b.emitted.relations.len() - 1
    });
    numbered(f, "relations of cards", at)
}

/// A number in the program. That there are too many is said, and any number does then.
fn numbered(f: &mut Function<'_>, what: &'static str, at: usize) -> u16 {
    u16::try_from(at).unwrap_or_else(|_| {
        let b = &mut *f.b;
        let most = usize::from(u16::MAX);
        b.emitted.excess.tell(what, most, f.span, &mut b.diags);
        0
    })
}

/// Ends a piece of code, and puts the predicates that it asks together behind it.
pub(super) fn finish(mut f: Function<'_>) -> Code {
    let rules = predicates_of_code(&mut f);
    f.finish(rules)
}

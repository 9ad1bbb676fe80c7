//! Lists of steps whose arguments are all worked out before the first of them acts.

use super::Builder;
use crate::hir::{Hir, LocalKind, NodeId, NodeKind, Scope, Stmt, Target};
use cardable_engine::primitives::Form;
use cardable_engine::value::Type;

/// How many loops of one list are asked before what stands before them has acted; each doubles the list.
const MOST_FORKS: u8 = 3;

/// Brings a list of steps into the order in which all arguments are worked out first, then
/// all steps act, one after the other. The condition of a `while`, and what its first round needs, belong
/// to these arguments. From its second round on it sees what has been done, and so does what follows it.
///
/// How much an increment adds is worked out first; what it is added to is read when it acts.
pub fn at_once(builder: &mut Builder, scope: &mut Scope, steps: Vec<Stmt>) -> Vec<Stmt> {
    in_order(builder, scope, steps, MOST_FORKS)
}

fn in_order(builder: &mut Builder, scope: &mut Scope, mut steps: Vec<Stmt>, forks: u8) -> Vec<Stmt> {
    let mut all = Vec::with_capacity(steps.len());
    let first_loop = steps.iter().position(loops).unwrap_or(steps.len());
    let mut after = steps.split_off(first_loop);
    let before = steps;
    if after.is_empty() {
        part(builder, scope, before, &mut all);
        return all;
    }
    let step = after.remove(0);
    if let Stmt::While {
        condition,
        body,
        span,
    } = &step
        && !before.is_empty()
        && let Some(forks) = forks.checked_sub(1)
    {
        let condition = hoisted(builder, scope, *condition, &mut all);
        let first_round = before.iter().chain(body).cloned().collect();
        let mut then = in_order(builder, scope, first_round, forks);
        let span = *span;
        then.push(inner_lists(builder, scope, step));
        then.extend(in_order(builder, scope, after.clone(), forks));
        let without = before.into_iter().chain(after).collect();
        let otherwise = in_order(builder, scope, without, forks);
        all.push(Stmt::If {
            condition,
            then,
            otherwise,
            span,
        });
        return all;
    }
    part(builder, scope, before, &mut all);
    all.push(inner_lists(builder, scope, step));
    all.extend(in_order(builder, scope, after, forks));
    all
}

/// Steps without loops among them.
fn part(builder: &mut Builder, scope: &mut Scope, steps: Vec<Stmt>, all: &mut Vec<Stmt>) {
    // The arguments of a single step are worked out before it acts anyway.
    if steps.len() < 2 && !matches!(steps.as_slice(), [Stmt::If { .. }]) {
        return all.extend(steps);
    }
    let acting: Vec<Stmt> = steps
        .into_iter()
        .map(|step| hoisted_step(builder, scope, step, all))
        .collect();
    all.extend(acting);
}

/// The lists inside a step that stands for itself.
fn inner_lists(builder: &mut Builder, scope: &mut Scope, step: Stmt) -> Stmt {
    match step {
        Stmt::If {
            condition,
            then,
            otherwise,
            span,
        } => Stmt::If {
            condition,
            then: at_once(builder, scope, then),
            otherwise: at_once(builder, scope, otherwise),
            span,
        },
        Stmt::While {
            condition,
            body,
            span,
        } => Stmt::While {
            condition,
            body: at_once(builder, scope, body),
            span,
        },
        Stmt::Group(body) => Stmt::Group(at_once(builder, scope, body)),
        Stmt::EachSeat { seats, body, span } => Stmt::EachSeat {
            seats,
            body: at_once(builder, scope, body),
            span,
        },
        Stmt::EachItem {
            list,
            local,
            body,
            span,
        } => Stmt::EachItem {
            list,
            local,
            body: at_once(builder, scope, body),
            span,
        },
        other
        @ (Stmt::Do(_) | Stmt::Set { .. } | Stmt::Transition { .. } | Stmt::Pop { .. } | Stmt::Seal) => other,
    }
}

/// What is left of a step when its arguments lie ready; working them out goes to `first`.
fn hoisted_step(builder: &mut Builder, scope: &mut Scope, step: Stmt, first: &mut Vec<Stmt>) -> Stmt {
    match step {
        Stmt::Do(node) => Stmt::Do(hoisted_parts(builder, scope, node, first)),
        Stmt::Set { place, value, span } => {
            let target = hoisted_parts(builder, scope, place, first);
            let value = match builder.get(value).kind.clone() {
                NodeKind::Form(form @ (Form::Add | Form::Subtract), parts)
                    if parts.first() == Some(&place) =>
                {
                    let rest = parts.iter().skip(1);
                    let rest: Vec<NodeId> = rest.map(|p| hoisted(builder, scope, *p, first)).collect();
                    let parts = std::iter::once(target).chain(rest).collect();
                    builder.node(NodeKind::Form(form, parts), Type::NUMBER, span)
                }
                _ => hoisted(builder, scope, value, first),
            };
            Stmt::Set {
                place: target,
                value,
                span,
            }
        }
        Stmt::If {
            condition,
            then,
            otherwise,
            span,
        } => {
            let condition = hoisted(builder, scope, condition, first);
            let (mut then_first, mut else_first) = (Vec::new(), Vec::new());
            let mut branch = |b: &mut Builder, steps: Vec<Stmt>, first: &mut Vec<Stmt>| -> Vec<Stmt> {
                steps
                    .into_iter()
                    .map(|step| hoisted_step(b, scope, step, first))
                    .collect()
            };
            let then = branch(builder, then, &mut then_first);
            let otherwise = branch(builder, otherwise, &mut else_first);
            if !then_first.is_empty() || !else_first.is_empty() {
                first.push(Stmt::If {
                    condition,
                    then: then_first,
                    otherwise: else_first,
                    span,
                });
            }
            Stmt::If {
                condition,
                then,
                otherwise,
                span,
            }
        }
        Stmt::Group(body) => {
            let body = body.into_iter();
            Stmt::Group(
                body.map(|step| hoisted_step(builder, scope, step, first))
                    .collect(),
            )
        }
        Stmt::EachSeat { seats, body, span } => {
            let seats = hoisted(builder, scope, seats, first);
            let body = body
                .into_iter()
                .map(|step| hoisted_for_each(builder, scope, step, first))
                .collect();
            Stmt::EachSeat { seats, body, span }
        }
        Stmt::EachItem {
            list,
            local,
            body,
            span,
        } => Stmt::EachItem {
            list: hoisted(builder, scope, list, first),
            local,
            body,
            span,
        },
        Stmt::Transition {
            target,
            args,
            who,
            new_scene,
            span,
        } => Stmt::Transition {
            target: match target {
                Target::State(state) => Target::State(state),
                Target::Named(name) => Target::Named(hoisted(builder, scope, name, first)),
            },
            args: args
                .into_iter()
                .map(|a| hoisted(builder, scope, a, first))
                .collect(),
            who: who.map(|who| hoisted(builder, scope, who, first)),
            new_scene,
            span,
        },
        Stmt::Pop { value, span } => Stmt::Pop {
            value: value.map(|value| hoisted(builder, scope, value, first)),
            span,
        },
        // Loops part the list and never come here.
        looping @ (Stmt::While { .. } | Stmt::Seal) => looping,
    }
}

/// The same of a step that is done for each of several seats: what depends on the seat is
/// worked out when its turn comes.
fn hoisted_for_each(builder: &mut Builder, scope: &mut Scope, step: Stmt, first: &mut Vec<Stmt>) -> Stmt {
    let Stmt::Do(call) = step else { return step };
    let NodeKind::Call(primitive, args) = builder.get(call).kind.clone() else {
        return Stmt::Do(call);
    };
    let mut kept = Vec::with_capacity(args.len());
    for arg in args {
        let own = builder.hir.tree.any(arg, |kind| *kind == NodeKind::Player);
        kept.push(if own {
            arg
        } else {
            hoisted(builder, scope, arg, first)
        });
    }
    let (ty, span) = (builder.get(call).ty, builder.get(call).span);
    Stmt::Do(builder.node(NodeKind::Call(primitive, kept), ty, span))
}

/// A call, a question or a place with its own parts worked out first.
fn hoisted_parts(builder: &mut Builder, scope: &mut Scope, node: NodeId, first: &mut Vec<Stmt>) -> NodeId {
    let (kind, ty, span) = (
        builder.get(node).kind.clone(),
        builder.get(node).ty,
        builder.get(node).span,
    );
    let kind = match kind {
        NodeKind::Call(primitive, args) => {
            NodeKind::Call(primitive, hoisted_all(builder, scope, args, first))
        }
        NodeKind::Push(target, args) => {
            let target = match target {
                Target::Named(name) => Target::Named(hoisted(builder, scope, name, first)),
                known @ Target::State(_) => known,
            };
            NodeKind::Push(target, hoisted_all(builder, scope, args, first))
        }
        NodeKind::Ask {
            prompt,
            args,
            who,
            many,
        } => NodeKind::Ask {
            prompt,
            who: who.map(|who| hoisted(builder, scope, who, first)),
            args: hoisted_all(builder, scope, args, first),
            many,
        },
        NodeKind::SeatData(seat, at) => NodeKind::SeatData(hoisted(builder, scope, seat, first), at),
        _ => return node,
    };
    builder.node(kind, ty, span)
}

fn hoisted_all(
    builder: &mut Builder,
    scope: &mut Scope,
    nodes: Vec<NodeId>,
    first: &mut Vec<Stmt>,
) -> Vec<NodeId> {
    let hoisted = nodes.into_iter().map(|node| hoisted(builder, scope, node, first));
    hoisted.collect()
}

/// A variable that holds a value, which is worked out in `first`.
fn hoisted(builder: &mut Builder, scope: &mut Scope, node: NodeId, first: &mut Vec<Stmt>) -> NodeId {
    if is_fixed(&builder.hir, scope, node) {
        return node;
    }
    let (ty, span) = (builder.get(node).ty, builder.get(node).span);
    let local = scope.action.add("$argument", ty, LocalKind::Data(None));
    let place = builder.node(NodeKind::Local(local), ty, span);
    first.push(Stmt::Set {
        place,
        value: node,
        span,
    });
    place
}

/// Whether a value is the same whatever steps do before it is read.
fn is_fixed(hir: &Hir, scope: &Scope, node: NodeId) -> bool {
    match &hir.tree.get(node).kind {
        NodeKind::Error | NodeKind::Const(_) | NodeKind::Player | NodeKind::State | NodeKind::Setting(_) => {
            true
        }
        NodeKind::Local(at) => scope
            .action
            .locals
            .get(*at as usize)
            .is_some_and(|local| !matches!(local.kind, LocalKind::Data(_))),
        NodeKind::SeatZone(seat, _) => is_fixed(hir, scope, *seat),
        NodeKind::List(items) => items.iter().all(|item| is_fixed(hir, scope, *item)),
        NodeKind::Everyone
        | NodeKind::Global(_)
        | NodeKind::SeatData(..)
        | NodeKind::StateData(_)
        | NodeKind::Attribute(..)
        | NodeKind::CardData(..)
        | NodeKind::Perform(..)
        | NodeKind::Form(..)
        | NodeKind::Bound(_)
        | NodeKind::Function { .. }
        | NodeKind::Query { .. }
        | NodeKind::Call(..)
        | NodeKind::Over { .. }
        | NodeKind::Ask { .. }
        | NodeKind::Push(..) => false,
    }
}

/// Whether a step goes round.
fn loops(step: &Stmt) -> bool {
    match step {
        Stmt::While { .. } => true,
        Stmt::If { then, otherwise, .. } => then.iter().chain(otherwise).any(loops),
        Stmt::Group(body) | Stmt::EachSeat { body, .. } | Stmt::EachItem { body, .. } => {
            body.iter().any(loops)
        }
        Stmt::Do(_) | Stmt::Set { .. } | Stmt::Transition { .. } | Stmt::Pop { .. } | Stmt::Seal => false,
    }
}

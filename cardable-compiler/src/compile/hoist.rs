//! Lists of steps whose arguments are all worked out before the first of them acts.

use super::Builder;
use super::node::{NodeId, NodeKind};
use super::scope::{LocalKind, Scope};
use super::stmt::{Stmt, Target};
use cardable_engine::primitives::Form;
use cardable_engine::value::Type;

/// How many loops of one list are asked before what stands before them has acted; each doubles the list.
const MOST_FORKS: u8 = 3;

impl Builder {
    /// Brings a list of steps into the order in which all arguments are worked out first, then
    /// all steps act, one after the other. The condition of a `while`, and what its first round needs, belong
    /// to these arguments. From its second round on it sees what has been done, and so does what follows it.
    ///
    /// How much an increment adds is worked out first; what it is added to is read when it acts.
    pub fn at_once(&mut self, scope: &mut Scope, steps: Vec<Stmt>) -> Vec<Stmt> {
        self.in_order(scope, steps, MOST_FORKS)
    }

    fn in_order(&mut self, scope: &mut Scope, mut steps: Vec<Stmt>, forks: u8) -> Vec<Stmt> {
        let mut all = Vec::with_capacity(steps.len());
        let first_loop = steps.iter().position(loops).unwrap_or(steps.len());
        let mut after = steps.split_off(first_loop);
        let before = steps;
        if after.is_empty() {
            self.part(scope, before, &mut all);
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
            let condition = self.hoisted(scope, *condition, &mut all);
            let first_round = before.iter().chain(body).cloned().collect();
            let mut then = self.in_order(scope, first_round, forks);
            let span = *span;
            then.push(self.inner_lists(scope, step));
            then.extend(self.in_order(scope, after.clone(), forks));
            let without = before.into_iter().chain(after).collect();
            let otherwise = self.in_order(scope, without, forks);
            all.push(Stmt::If {
                condition,
                then,
                otherwise,
                span,
            });
            return all;
        }
        self.part(scope, before, &mut all);
        all.push(self.inner_lists(scope, step));
        all.extend(self.in_order(scope, after, forks));
        all
    }

    /// Steps without loops among them.
    fn part(&mut self, scope: &mut Scope, steps: Vec<Stmt>, all: &mut Vec<Stmt>) {
        // The arguments of a single step are worked out before it acts anyway.
        if steps.len() < 2 && !matches!(steps.as_slice(), [Stmt::If { .. }]) {
            return all.extend(steps);
        }
        let acting: Vec<Stmt> = steps
            .into_iter()
            .map(|step| self.hoisted_step(scope, step, all))
            .collect();
        all.extend(acting);
    }

    /// The lists inside a step that stands for itself.
    fn inner_lists(&mut self, scope: &mut Scope, step: Stmt) -> Stmt {
        match step {
            Stmt::If {
                condition,
                then,
                otherwise,
                span,
            } => Stmt::If {
                condition,
                then: self.at_once(scope, then),
                otherwise: self.at_once(scope, otherwise),
                span,
            },
            Stmt::While {
                condition,
                body,
                span,
            } => Stmt::While {
                condition,
                body: self.at_once(scope, body),
                span,
            },
            Stmt::EachSeat { seats, body, span } => Stmt::EachSeat {
                seats,
                body: self.at_once(scope, body),
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
                body: self.at_once(scope, body),
                span,
            },
            other @ (Stmt::Do(_) | Stmt::Set { .. } | Stmt::Transition { .. } | Stmt::Pop { .. }) => other,
        }
    }

    /// What is left of a step when its arguments lie ready; working them out goes to `first`.
    fn hoisted_step(&mut self, scope: &mut Scope, step: Stmt, first: &mut Vec<Stmt>) -> Stmt {
        match step {
            Stmt::Do(node) => Stmt::Do(self.hoisted_parts(scope, node, first)),
            Stmt::Set { place, value, span } => {
                let target = self.hoisted_parts(scope, place, first);
                let value = match self.get(value).kind.clone() {
                    NodeKind::Form(form @ (Form::Add | Form::Subtract), parts)
                        if parts.first() == Some(&place) =>
                    {
                        let rest = parts.iter().skip(1);
                        let rest: Vec<NodeId> = rest.map(|p| self.hoisted(scope, *p, first)).collect();
                        let parts = std::iter::once(target).chain(rest).collect();
                        self.node(NodeKind::Form(form, parts), Type::NUMBER, span)
                    }
                    _ => self.hoisted(scope, value, first),
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
                let condition = self.hoisted(scope, condition, first);
                let (mut then_first, mut else_first) = (Vec::new(), Vec::new());
                let mut branch = |b: &mut Builder, steps: Vec<Stmt>, first: &mut Vec<Stmt>| -> Vec<Stmt> {
                    steps
                        .into_iter()
                        .map(|step| b.hoisted_step(scope, step, first))
                        .collect()
                };
                let then = branch(self, then, &mut then_first);
                let otherwise = branch(self, otherwise, &mut else_first);
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
            Stmt::EachSeat { seats, body, span } => {
                let seats = self.hoisted(scope, seats, first);
                let body = body
                    .into_iter()
                    .map(|step| self.hoisted_for_each(scope, step, first))
                    .collect();
                Stmt::EachSeat { seats, body, span }
            }
            Stmt::EachItem {
                list,
                local,
                body,
                span,
            } => Stmt::EachItem {
                list: self.hoisted(scope, list, first),
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
                    Target::Named(name) => Target::Named(self.hoisted(scope, name, first)),
                },
                args: args.into_iter().map(|a| self.hoisted(scope, a, first)).collect(),
                who: who.map(|who| self.hoisted(scope, who, first)),
                new_scene,
                span,
            },
            Stmt::Pop { value, span } => Stmt::Pop {
                value: value.map(|value| self.hoisted(scope, value, first)),
                span,
            },
            // Loops part the list and never come here.
            looping @ Stmt::While { .. } => looping,
        }
    }

    /// The same of a step that is done for each of several seats: what depends on the seat is
    /// worked out when its turn comes.
    fn hoisted_for_each(&mut self, scope: &mut Scope, step: Stmt, first: &mut Vec<Stmt>) -> Stmt {
        let Stmt::Do(call) = step else { return step };
        let NodeKind::Call(primitive, args) = self.get(call).kind.clone() else {
            return Stmt::Do(call);
        };
        let mut kept = Vec::with_capacity(args.len());
        for arg in args {
            let own = self.any_node(arg, |kind| *kind == NodeKind::Player);
            kept.push(if own { arg } else { self.hoisted(scope, arg, first) });
        }
        let (ty, span) = (self.get(call).ty, self.get(call).span);
        Stmt::Do(self.node(NodeKind::Call(primitive, kept), ty, span))
    }

    /// A call, a question or a place with its own parts worked out first.
    fn hoisted_parts(&mut self, scope: &mut Scope, node: NodeId, first: &mut Vec<Stmt>) -> NodeId {
        let (kind, ty, span) = (
            self.get(node).kind.clone(),
            self.get(node).ty,
            self.get(node).span,
        );
        let kind = match kind {
            NodeKind::Call(primitive, args) => {
                NodeKind::Call(primitive, self.hoisted_all(scope, args, first))
            }
            NodeKind::Push(target, args) => {
                let target = match target {
                    Target::Named(name) => Target::Named(self.hoisted(scope, name, first)),
                    known @ Target::State(_) => known,
                };
                NodeKind::Push(target, self.hoisted_all(scope, args, first))
            }
            NodeKind::Ask {
                prompt,
                args,
                who,
                many,
            } => NodeKind::Ask {
                prompt,
                who: who.map(|who| self.hoisted(scope, who, first)),
                args: self.hoisted_all(scope, args, first),
                many,
            },
            NodeKind::SeatData(seat, at) => NodeKind::SeatData(self.hoisted(scope, seat, first), at),
            _ => return node,
        };
        self.node(kind, ty, span)
    }

    fn hoisted_all(&mut self, scope: &mut Scope, nodes: Vec<NodeId>, first: &mut Vec<Stmt>) -> Vec<NodeId> {
        let hoisted = nodes.into_iter().map(|node| self.hoisted(scope, node, first));
        hoisted.collect()
    }

    /// A variable that holds a value, which is worked out in `first`.
    fn hoisted(&mut self, scope: &mut Scope, node: NodeId, first: &mut Vec<Stmt>) -> NodeId {
        if self.is_fixed(scope, node) {
            return node;
        }
        let (ty, span) = (self.get(node).ty, self.get(node).span);
        let local = scope.action.add("$argument", ty, LocalKind::Data(None));
        let place = self.node(NodeKind::Local(local), ty, span);
        first.push(Stmt::Set {
            place,
            value: node,
            span,
        });
        place
    }

    /// Whether a value is the same whatever steps do before it is read.
    fn is_fixed(&self, scope: &Scope, node: NodeId) -> bool {
        match &self.get(node).kind {
            NodeKind::Error
            | NodeKind::Const(_)
            | NodeKind::Player
            | NodeKind::State
            | NodeKind::Setting(_) => true,
            NodeKind::Local(at) => scope
                .action
                .locals
                .get(*at as usize)
                .is_some_and(|local| !matches!(local.kind, LocalKind::Data(_))),
            NodeKind::SeatZone(seat, _) => self.is_fixed(scope, *seat),
            NodeKind::List(items) => items.iter().all(|item| self.is_fixed(scope, *item)),
            NodeKind::Everyone
            | NodeKind::Global(_)
            | NodeKind::SeatData(..)
            | NodeKind::StateData(_)
            | NodeKind::Attribute(..)
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
}

/// Whether a step goes round.
fn loops(step: &Stmt) -> bool {
    match step {
        Stmt::While { .. } => true,
        Stmt::If { then, otherwise, .. } => then.iter().chain(otherwise).any(loops),
        Stmt::EachSeat { body, .. } | Stmt::EachItem { body, .. } => body.iter().any(loops),
        Stmt::Do(_) | Stmt::Set { .. } | Stmt::Transition { .. } | Stmt::Pop { .. } => false,
    }
}

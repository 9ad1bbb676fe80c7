//! Going through all that a ruleset says.

use super::{Hir, LocalKind, NodeId, Scope, Stmt, children};
use cardable_engine::ids::StateId;

/// The part of the ruleset that a value stands in.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// The state whose rules it belongs to.
    pub state: Option<StateId>,
    /// Whether there can be an acting seat.
    pub player: bool,
}

impl Standing {
    fn of(scope: &Scope) -> Standing {
        Standing {
            state: scope.state,
            player: scope.player,
        }
    }
}

impl Hir {
    /// Visits every value of conditions, bounds and steps, with its parts.
    pub fn each_value(&self, mut visit: impl FnMut(Standing, NodeId)) {
        for root in self.tree.roots() {
            let standing = Standing::of(&root.scope);
            self.tree.each(root.node, |id| visit(standing, id));
        }
        for (_, body) in self.tree.bodies() {
            let standing = Standing::of(&body.scope);
            for local in &body.scope.action.locals {
                match local.kind {
                    LocalKind::Given(_) => {}
                    LocalKind::Data(first) => {
                        first
                            .iter()
                            .for_each(|node| self.tree.each(*node, |id| visit(standing, id)));
                    }
                    // It was worked out where there may have been somebody else.
                    LocalKind::Param(given) => {
                        let elsewhere = Standing {
                            player: true,
                            ..standing
                        };
                        self.tree.each(given, |id| visit(elsewhere, id));
                    }
                }
            }
            self.values_of(&body.steps, standing, &mut visit);
        }
    }

    fn values_of(&self, steps: &[Stmt], standing: Standing, visit: &mut impl FnMut(Standing, NodeId)) {
        for step in steps {
            for node in step.values() {
                self.tree.each(node, |id| visit(standing, id));
            }
            let inner = match step {
                Stmt::EachSeat { .. } => Standing {
                    player: true,
                    ..standing
                },
                _ => standing,
            };
            for list in step.lists() {
                self.values_of(list, inner, visit);
            }
        }
    }

    pub fn each_step(&self, mut visit: impl FnMut(&Stmt)) {
        fn within(steps: &[Stmt], visit: &mut impl FnMut(&Stmt)) {
            for step in steps {
                visit(step);
                for list in step.lists() {
                    within(list, visit);
                }
            }
        }
        for (_, body) in self.tree.bodies() {
            within(&body.steps, &mut visit);
        }
    }
}

impl super::Tree {
    /// Visits a value and its parts.
    pub fn each(&self, node: NodeId, mut visit: impl FnMut(NodeId)) {
        let mut stack = vec![node];
        while let Some(id) = stack.pop() {
            visit(id);
            children(&self.get(id).kind, &mut stack);
        }
    }
}

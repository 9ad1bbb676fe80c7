//! From the tree to register code: the only place where code is made, once all is read.

mod function;
mod link;
mod over;
mod predicate;
mod rules;
pub(crate) mod tabulate;
mod program;
mod queries;
mod script;
mod steps;
mod values;
mod variables;

pub use program::Compiled;
pub(crate) use program::assemble;
pub(crate) use script::compile_script;

use crate::hir::{Body, BodyOf, Hir, NodeId, Piece, Root, RootKind, Scope, collect};
use crate::lower::predicate::{candidate_predicate, condition_predicate, picked_predicate};
use crate::text::diag::Diagnostics;
use cardable_engine::program::op::{Code, Op};
use cardable_engine::value::Value;
pub(crate) use function::Lowering;
use function::{Emitted, Function};

/// Makes the code of every piece of the tree.
pub(crate) fn lower(mut hir: Hir, diags: Diagnostics) -> Lowering {
    let pieces = std::mem::take(&mut hir.tree.pieces);
    let mut lowering = Lowering {
        hir,
        diags,
        codes: Vec::with_capacity(pieces.len()),
        emitted: Emitted::default(),
    };
    for piece in &pieces {
        let code = match piece {
            Piece::Value(root) => lowering.root(root),
            Piece::Steps(body) => lowering.body(body),
        };
        lowering.codes.push(code);
    }
    lowering.hir.tree.pieces = pieces;
    lowering
}

impl Lowering {
    fn root(&mut self, root: &Root) -> Code {
        let (scope, node) = (&root.scope, root.node);
        let draft = match root.kind {
            RootKind::Value | RootKind::Trial => return self.value(scope, node),
            RootKind::Condition => return self.condition(scope, node),
            RootKind::OfCandidate => candidate_predicate(&self.hir, scope, node),
            RootKind::OfPicked => picked_predicate(&self.hir, scope, node),
        };
        let rule = draft.and_then(|draft| rules::rule(self, scope, draft));
        let code = self.condition(scope, node);
        Code { rule, ..code }
    }

    /// Code that works a value out and returns it.
    fn value(&mut self, scope: &Scope, node: NodeId) -> Code {
        let mut f = Function::new(self, scope);
        f.params(&[node]);
        let s = f.operand(node);
        f.emit(Op::Return { s });
        rules::finish(f)
    }

    /// Code that says whether a condition holds, by jumps.
    fn condition(&mut self, scope: &Scope, node: NodeId) -> Code {
        let mut f = Function::new(self, scope);
        let draft = condition_predicate(&f.b.hir, scope, node);
        // The rule is asked without the code, so it works out for itself what the code keeps in registers.
        let rule = draft.and_then(|draft| rules::later(&mut f, draft));
        f.params(&[node]);
        let away = steps::jump_unless(&mut f, node);
        steps::give(&mut f, Value::Bool(true));
        away.into_iter().for_each(|at| f.land(at));
        steps::give(&mut f, Value::Bool(false));
        Code {
            rule,
            ..rules::finish(f)
        }
    }

    fn body(&mut self, body: &Body) -> Code {
        let mut f = Function::new(self, &body.scope);
        let rule = rules::opening(&f, &body.steps).and_then(|draft| rules::later(&mut f, draft));
        let mut used = Vec::new();
        collect(&body.steps, &mut used);
        f.params(&used);
        f.locals();
        match body.of {
            // What it sets off comes after the step of the function that called it.
            BodyOf::Routine => steps::steps(&mut f, &body.steps),
            BodyOf::Action | BodyOf::Never | BodyOf::Nothing => steps::body(&mut f, &body.steps),
        }
        f.emit(Op::End);
        Code {
            rule,
            ..rules::finish(f)
        }
    }
}

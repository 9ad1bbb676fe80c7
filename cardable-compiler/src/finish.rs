//! From a ruleset as it was read to its program: what follows from the whole, checks, code.

use crate::check::{self, Course};
use crate::checked::Checked;
use crate::hir::build::{Builder, capacity, computed, lints, marks, refs, valid};
use crate::hir::{Hir, NodeKind, Told};
use crate::lower;
pub use crate::lower::Compiled;
use crate::secrecy;
use crate::text::diag::{Code, Diagnostics};
use crate::text::source::Sources;
use cardable_engine::Ruleset;
use cardable_engine::ids::StateId;
use cardable_engine::primitives::{Primitive, Uses};
use cardable_engine::program::Hashes;
use cardable_engine::script::ScriptEngine;
use cardable_engine::vm::engine::Functions;

/// Checks a ruleset that was read, and makes its program.
pub fn finish(
    mut builder: Builder,
    sources: &Sources,
    hashes: Hashes,
    engine: Option<&dyn ScriptEngine>,
) -> Compiled {
    secrecy::guard(&mut builder);
    computed::note_inputs(&mut builder.hir);
    valid::note_parts(&mut builder);
    if builder.hir.head.in_phases {
        name_places(&mut builder.diags, sources);
    }
    if !check::fits(&builder.hir, &mut builder.diags) {
        return Compiled::failed(builder.diags);
    }
    refs::name_standard_zones(&mut builder);
    marks::copy_zones(&mut builder);
    capacity::give(&mut builder.hir);
    lints::check_texts(&mut builder);
    let scripts = &mut builder.hir.scripts;
    scripts.is_unread |= engine.is_none() && scripts.draft.is_some();
    let course = Course::of(&builder.hir);
    check::all(&mut builder.hir, &course, &mut builder.diags);
    note_votes(&mut builder.hir);
    let told = Told::of(&mut builder.hir);
    let mut lowering = lower::lower(builder.hir, builder.diags);
    let script = lower::compile_script(&mut lowering.hir, &mut lowering.diags, engine, sources);
    let mut compiled = lower::assemble(lowering, course, script, sources, hashes);
    if let Some(program) = &mut compiled.program {
        told.note(program);
    }
    compiled
}

/// Says in the problems of rules in phases what they are about: the path to where they are.
fn name_places(diags: &mut Diagnostics, sources: &Sources) {
    diags.reword(|problem| {
        if let Some(span) = problem.span {
            let path = sources.path(span);
            let path = path.trim_start_matches('$').trim_start_matches('.');
            if !path.is_empty() {
                problem.message = format!("{path}: {}", problem.message);
            }
        }
    });
}

/// Notes in which states something asks how votes went.
fn note_votes(hir: &mut Hir) {
    let mut states: Vec<StateId> = Vec::new();
    hir.each_value(|standing, id| {
        let kind = &hir.tree.get(id).kind;
        if matches!(kind, NodeKind::Call(primitive, _) if primitive.properties.uses == Uses::Votes) {
            states.extend(standing.state);
        }
    });
    for (at, def) in hir.states.iter_mut().enumerate() {
        def.vote_is_read |= hir.scripts.read_votes || states.contains(&StateId(at as u16));
    }
}

impl Compiled {
    /// What to give to whoever asked: the ruleset where nothing is wrong, and what was said while it was read
    /// and compiled.
    pub(crate) fn into_checked(
        self,
        mut diagnostics: Diagnostics,
        sources: Sources,
        primitives: &[Primitive],
    ) -> Checked {
        // What a script requires and is not there is told by whoever looked for it.
        diagnostics.append_unless_told(Code::ScriptError, self.diagnostics);
        let program = self.program.filter(|_| !diagnostics.has_errors());
        let ruleset = program.map(|program| {
            let functions = Functions::link(&program, primitives);
            Ruleset::new(program, functions)
        });
        Checked {
            ruleset,
            sources,
            diagnostics,
        }
    }
}

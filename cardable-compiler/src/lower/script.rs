//! The script of a ruleset: where its functions are called, and what is compiled in the end.

use crate::hir::{FunctionDraft, Hir, LocalKind, NodeId, NodeKind, Scope, Stmt, collect, is_script};
use crate::secrecy::{self, scripts};
use crate::text::diag::{Code as Problem, Diagnostic, Diagnostics};
use crate::text::source::{FileId, LineIndex, Sources, Span};
use cardable_engine::builtin;
use cardable_engine::limits::LONGEST_TEXT;
use cardable_engine::primitives::{self, Arity, CallKind, Callee, Form, IN_PLACE};
use cardable_engine::program::script::{ScriptDef, ScriptFunction, ScriptSource, Site};
use cardable_engine::program::{DataDef, Reg};
use cardable_engine::script::{
    AttributeDecl, DataDecl, DeckDecl, Declarations, FunctionDecl, FunctionKind, FunctionParam,
    PrimitiveDecl, ScriptEngine, ScriptLimits, Severity, StateDecl, ZoneDecl,
};
use cardable_engine::value::Type;

/// The names that `$action` has where a function is called: the locals and their places.
pub(super) fn script_locals(hir: &Hir, scope: &Scope, call: NodeId) -> Vec<usize> {
    let guarded = hir.sight.guarded_calls.contains(&call.0);
    let named = scope.action.locals.iter().enumerate();
    let usable = named.filter(|(_, local)| {
        let name = !local.name.is_empty() && !local.name.starts_with('$');
        name && match local.kind {
            LocalKind::Param(given) => {
                let plain = !matches!(
                    hir.tree.get(given).kind,
                    NodeKind::State | NodeKind::Error | NodeKind::Function { .. }
                );
                plain && !(guarded && secrecy::any_secret(hir, scope, given))
            }
            LocalKind::Given(_) | LocalKind::Data(_) => true,
        }
    });
    usable.map(|(at, _)| at).collect()
}

/// The number of a place where a function is called.
pub(super) fn script_site(
    hir: &mut Hir,
    scope: &Scope,
    call: NodeId,
    primitive: &Callee,
    registers: &[Option<Reg>],
) -> Option<u16> {
    let found = hir.scripts.functions.iter();
    let function = found.clone().position(|f| f.primitive.is(primitive))? as u16;
    let mut locals = Vec::new();
    for at in script_locals(hir, scope, call) {
        let Some(Some(register)) = registers.get(at) else {
            continue;
        };
        let local = &scope.action.locals[at];
        let number = action_name(hir, &local.name, local.ty);
        // Of two of the same name the later one counts, as in references.
        locals.retain(|(known, _, _)| *known != number);
        locals.push((number, *register, local.ty));
    }
    let site = Site {
        function,
        guarded: hir.sight.guarded_calls.contains(&call.0),
        locals: locals.into(),
    };
    let known = hir.scripts.sites.iter().position(|s| *s == site);
    let at = known.unwrap_or_else(|| {
        hir.scripts.sites.push(site);
        hir.scripts.sites.len() - 1
    });
    u16::try_from(at).ok()
}

fn action_name(hir: &mut Hir, name: &str, ty: Type) -> u16 {
    if let Some(at) = hir.scripts.action_names.iter().position(|d| d.name == name) {
        if hir.scripts.action_names[at].ty != ty {
            hir.scripts.action_names[at].ty = Type::ANY;
        }
        return at as u16;
    }
    hir.scripts.action_names.push(DataDecl {
        name: name.to_owned(),
        ty,
        constant: false,
    });
    (hir.scripts.action_names.len() - 1) as u16
}

/// What to do where no language of scripts is there. The one that comes along is for native programs.
const NO_ENGINE: &str = if cfg!(target_arch = "wasm32") {
    "there is no language of scripts for WebAssembly: let a host play the game, or say it without a script"
} else {
    "give the loader one by `Loader::scripts`, such as `cardable_lua::Luau`, or use a program that has one"
};

/// Compiles the script, once everything is declared. What it is called with is known by then.
pub(crate) fn compile_script(
    hir: &mut Hir,
    diags: &mut Diagnostics,
    engine: Option<&dyn ScriptEngine>,
    sources: &Sources,
) -> Option<ScriptDef> {
    let draft = hir.scripts.draft.take()?;
    let Some(engine) = engine else {
        diags.error(
            Problem::NoScriptEngine,
            draft.span,
            "this program reads no scripts",
            NO_ENGINE.to_owned(),
        );
        return None;
    };
    let names = declarations(hir, draft.limits);
    let compiled = engine.compile(&draft.sources, &names);
    for problem in &compiled.problems {
        let lacked = problem.lacks.and_then(|at| hir.scripts.functions.get(at));
        let file = draft.files.get(problem.file).or(draft.files.first());
        let span = match lacked {
            Some(function) => function.span,
            None => file.map_or(draft.span, |file| span_of(*file, sources, problem)),
        };
        let made = match problem.severity {
            Severity::Error => Diagnostic::error(Problem::ScriptError, span, problem.message.clone()),
            Severity::Warning => Diagnostic::warning(Problem::ScriptWarning, span, problem.message.clone()),
        };
        diags.push(made.maybe_help(problem.help.clone()));
    }
    let script = compiled.script?;
    for text in compiled.texts.iter().filter(|text| text.len() <= LONGEST_TEXT) {
        hir.strings.intern(text);
    }
    scripts::check_guarded_calls(hir, diags, &*script, &draft.sources.files);
    scripts::note_revealing_calls(hir, &*script);
    let functions = std::mem::take(&mut hir.scripts.functions);
    let functions: Vec<ScriptFunction> = functions
        .into_iter()
        .zip(0..)
        .map(|(f, at)| ScriptFunction {
            name: f.function,
            waits: matches!(f.primitive.kind, CallKind::Script { acts: true }) && script.may_wait(at),
            primitive: f.primitive,
        })
        .collect();
    try_openings(hir, &functions);
    check_sealed(hir, diags, &functions);
    Some(ScriptDef {
        script,
        limits: draft.limits,
        functions,
        sites: std::mem::take(&mut hir.scripts.sites),
        routines: std::mem::take(&mut hir.scripts.routines),
        primitives: names.primitives.iter().map(|p| p.primitive.clone()).collect(),
        source: ScriptSource {
            language: engine.name().into(),
            files: draft.sources,
            names,
        },
    })
}

/// Whether a function that never asks could ask is no question: its action opens with none.
fn try_openings(hir: &mut Hir, functions: &[ScriptFunction]) {
    for at in 0..hir.actions.len() {
        let Some(Stmt::Do(node) | Stmt::Set { value: node, .. }) =
            hir.body_of(&hir.actions[at]).and_then(|body| body.steps.first())
        else {
            continue;
        };
        if let NodeKind::Call(primitive, _) = &hir.tree.get(*node).kind
            && is_script(primitive)
        {
            let waits = functions.iter().any(|f| f.primitive.is(primitive) && f.waits);
            hir.actions[at].opens_with_prompt &= waits;
        }
    }
}

/// Says where functions of sealed actions may ask something.
fn check_sealed(hir: &Hir, diags: &mut Diagnostics, functions: &[ScriptFunction]) {
    for action in hir.actions.iter().filter(|action| action.sealing.is_sealed()) {
        let Some(body) = hir.body_of(action) else {
            continue;
        };
        let mut values = Vec::new();
        collect(&body.steps, &mut values);
        for value in values {
            hir.tree.each(value, |id| {
                let node = hir.tree.get(id);
                let asks = |call: &Callee| functions.iter().any(|f| f.primitive.is(call) && f.waits);
                if matches!(&node.kind, NodeKind::Call(primitive, _) if asks(primitive)) {
                    diags.error(
                        Problem::PromptInSealed,
                        node.span,
                        "this action is sealed, and its function may ask something",
                        "ask in a step before, and hand the answer to the function",
                    );
                }
            });
        }
    }
}

/// Everything that the script can name.
fn declarations(hir: &Hir, limits: ScriptLimits) -> Declarations {
    let text = |id| hir.strings.get(id).to_owned();
    let data = |d: &DataDef| DataDecl {
        name: text(d.name),
        ty: d.ty,
        constant: d.constant || d.computed.is_some(),
    };
    let own = |p: &Callee| !is_script(p);
    let routines = hir
        .scripts
        .routines
        .iter()
        .map(|routine| routine.primitive.clone());
    let custom = hir.custom.iter().filter(|p| own(p)).cloned();
    let primitives = primitives::all().map(Callee::from).chain(custom).chain(routines);
    // Scripts have `tell` made of these.
    let parts = [builtin!(each_type), builtin!(tell_among)].map(|part| PrimitiveDecl {
        callable: false,
        ..declared(part.clone())
    });
    let marks = hir.zones.shared.iter().chain(&hir.zones.seat);
    let mut designations: Vec<String> = Vec::new();
    for mark in marks.flat_map(|z| z.designations()) {
        let name = text(mark.name);
        if !designations.contains(&name) {
            designations.push(name);
        }
    }
    let zone = |z: &cardable_engine::program::ZoneDef| ZoneDecl { name: text(z.name) };
    Declarations {
        ruleset: hir.head.name.to_string(),
        primitives: primitives.map(declared).chain(parts).collect(),
        functions: hir
            .scripts
            .functions
            .iter()
            .map(FunctionDraft::declared)
            .collect(),
        globals: hir.globals.iter().map(data).collect(),
        seat_data: hir.seat_data.iter().map(data).collect(),
        card_data: hir.cards.data.iter().map(|card| data(&card.def)).collect(),
        options: hir
            .settings
            .iter()
            .map(|s| DataDecl {
                name: text(s.name),
                ty: s.ty,
                constant: true,
            })
            .collect(),
        states: hir
            .states
            .iter()
            .map(|s| StateDecl {
                name: text(s.name),
                data: s.data.iter().map(data).collect(),
                params: usize::from(s.params),
            })
            .collect(),
        actions: hir.scripts.action_names.clone(),
        shared_zones: hir.zones.shared.iter().map(zone).collect(),
        seat_zones: hir.zones.seat.iter().map(zone).collect(),
        attributes: (0..hir.cards.attributes.len())
            .map(|at| AttributeDecl {
                name: text(hir.cards.attributes[at].name),
                ty: hir.attribute_type(at as u16),
            })
            .collect(),
        decks: hir
            .cards
            .decks
            .iter()
            .map(|d| DeckDecl { name: text(d.name) })
            .collect(),
        abilities: hir
            .reactions
            .defs
            .abilities
            .iter()
            .map(|a| text(a.name))
            .collect(),
        roles: hir.roles.iter().map(|r| text(r.name)).collect(),
        teams: hir
            .teams
            .iter()
            .flat_map(|t| t.names.iter().map(|name| text(*name)))
            .collect(),
        designations,
        refused: hir.scripts.refused.clone(),
        limits,
    }
}

impl FunctionDraft {
    fn declared(&self) -> FunctionDecl {
        let p = &self.primitive;
        let flowing = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        FunctionDecl {
            function: self.function.to_string(),
            kind: self.kind.clone(),
            doc: if p.doc == IN_PLACE {
                String::new()
            } else {
                flowing(&p.doc)
            },
            params: p
                .params
                .iter()
                .map(|param| FunctionParam {
                    name: param.name.to_string(),
                    doc: flowing(&param.doc),
                    ty: param.ty,
                    arity: match self.kind {
                        FunctionKind::Primitive { .. } => param.arity,
                        FunctionKind::Action | FunctionKind::Value => Arity::Required,
                    },
                })
                .collect(),
            may_ignore: self.may_ignore,
            result: p.result,
            acts: matches!(p.kind, CallKind::Script { acts: true }),
        }
    }
}

fn declared(primitive: Callee) -> PrimitiveDecl {
    let (callable, acts) = match primitive.kind {
        CallKind::Query | CallKind::Script { acts: false } => (true, false),
        CallKind::Step | CallKind::Ask | CallKind::Script { acts: true } => (true, true),
        CallKind::Form(form) => match form {
            Form::Equal
            | Form::NotEqual
            | Form::Less
            | Form::LessEqual
            | Form::Greater
            | Form::GreaterEqual
            | Form::Not
            | Form::And
            | Form::Or
            | Form::If
            | Form::Add
            | Form::Subtract
            | Form::Multiply
            | Form::Divide
            | Form::Remainder
            | Form::CountZone
            | Form::Attribute
            | Form::CanPerform => (true, false),
            Form::Perform | Form::Transition | Form::Push | Form::Pop => (true, true),
            // By `ScriptHost::ask`, assignments, loops and functions of the language; a choice of decks, and
            // telling, by what they are made of.
            Form::Ask
            | Form::Set
            | Form::Increment
            | Form::Decrement
            | Form::While
            | Form::PickDeck
            | Form::Tell => (false, true),
            Form::Query(_) | Form::Spread => (false, false),
        },
    };
    PrimitiveDecl {
        primitive,
        callable,
        acts,
    }
}

/// Where a problem lies in its file.
fn span_of(file: FileId, sources: &Sources, problem: &cardable_engine::script::Problem) -> Span {
    if problem.line == 0 {
        return Span::whole_file(file);
    }
    let text = sources.file_text(file);
    let start = LineIndex::new(&text).byte(&text, problem.line, problem.column);
    let rest = text.get(start..).unwrap_or_default();
    let length: usize = rest
        .chars()
        .take(problem.length as usize)
        .take_while(|c| *c != '\n')
        .map(char::len_utf8)
        .sum();
    Span::new(file, start, start + length)
}

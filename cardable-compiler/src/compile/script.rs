//! Functions of a ruleset's script: which there are, where they are called, and
//! what is compiled in the end.

use super::Builder;
use super::node::{NodeId, NodeKind};
use super::scope::{LocalKind, Scope};
use super::stmt::Stmt;
use crate::diag::{Code as Problem, Diagnostic};
use crate::source::{FileId, LineIndex, Sources, Span};
use cardable_engine::engine::texts::LONGEST_TEXT;
use cardable_engine::primitives::{
    self, CallKind, Ends, Form, IN_PLACE, Need, Own, OwnParam, Signature, Takes, Uses,
};
use cardable_engine::program::script::{ScriptDef, ScriptFunction, Site};
use cardable_engine::program::{DataDef, Reg};
use cardable_engine::script::{
    AttributeDecl, DataDecl, DeckDecl, Declarations, FunctionDecl, FunctionKind, FunctionParam,
    PrimitiveDecl, ScriptEngine, ScriptLimits, ScriptSources, Severity, StateDecl, ZoneDecl,
};
use cardable_engine::value::Type;

/// The script of a ruleset, as it is read.
#[derive(Clone, Debug)]
pub(crate) struct ScriptDraft {
    /// Where the ruleset names it.
    pub(crate) span: Span,
    /// The texts, and the files that they are for messages.
    pub(crate) sources: ScriptSources,
    pub(crate) files: Vec<FileId>,
    pub(crate) limits: ScriptLimits,
}

impl ScriptDraft {
    /// Whether a text names some primitive like that.
    fn mentions(&self, like: impl Fn(&Signature) -> bool) -> bool {
        let named = |word: &str| self.sources.files.iter().any(|file| file.text.contains(word));
        let mut all = primitives::all().filter(|primitive| like(primitive));
        all.any(|primitive| named(primitive.name) || primitive.aliases.iter().any(|name| named(name)))
    }
}

/// A function that the ruleset uses.
#[derive(Clone, Debug)]
pub(crate) struct FunctionDraft {
    pub(super) primitive: &'static Signature,
    function: Box<str>,
    kind: FunctionKind,
    may_ignore: bool,
    /// Where the ruleset names it first.
    span: Span,
}

/// What a function is used as, where it is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum UsedAs {
    /// The steps of an action.
    Steps,
    /// A condition.
    Condition,
    /// A value.
    Value,
}

impl Builder {
    /// Declares a primitive of the ruleset's own.
    pub(crate) fn define_primitive(&mut self, own: &Own, function: &str, span: Span) {
        if self.find(&own.name).is_some() {
            let message = format!("there is a primitive `{}` already", own.name);
            let help = "give it another name".to_owned();
            return self.error(Problem::DuplicateName, span, message, help);
        }
        let primitive = own.signature();
        self.natives.push(primitive);
        self.functions_of_script.push(FunctionDraft {
            primitive,
            function: function.into(),
            kind: FunctionKind::Primitive {
                name: own.name.clone(),
            },
            may_ignore: false,
            span,
        });
    }

    /// A call of a function of the script where it stands. `implicit` parameters are what the
    /// place itself hands over: the function may leave them out.
    pub(crate) fn call_in_place(
        &mut self,
        function: &str,
        used: UsedAs,
        args: Vec<NodeId>,
        names: &[&str],
        implicit: bool,
        span: Span,
    ) -> NodeId {
        if self.script.is_none() {
            self.script_missing(span, function);
            return self.broken(span);
        }
        let params = args.iter().enumerate().map(|(at, arg)| OwnParam {
            name: names
                .get(at)
                .map_or_else(|| format!("value{}", at + 1), |n| (*n).to_owned()),
            doc: String::new(),
            takes: Takes::Value(match self.get(*arg).ty {
                Type::Nothing | Type::State => Type::ANY,
                ty => ty,
            }),
            need: Need::Optional,
        });
        let own = Own {
            name: format!("script.{function}"),
            doc: IN_PLACE.to_owned(),
            params: params.collect(),
            result: match used {
                UsedAs::Steps => Type::Nothing,
                UsedAs::Condition => Type::BOOL,
                UsedAs::Value => Type::ANY,
            },
            acts: used == UsedAs::Steps,
        };
        let primitive = own.signature();
        let known = |f: &&FunctionDraft| std::ptr::eq(f.primitive, primitive);
        if !self.functions_of_script.iter().any(|f| known(&f)) {
            self.functions_of_script.push(FunctionDraft {
                primitive,
                function: function.into(),
                kind: match used {
                    UsedAs::Steps => FunctionKind::Action,
                    UsedAs::Condition | UsedAs::Value => FunctionKind::Value,
                },
                may_ignore: implicit,
                span,
            });
        }
        self.node(NodeKind::Call(primitive, args), primitive.result, span)
    }

    /// Says that there is no script that could have a function.
    pub(crate) fn script_missing(&mut self, span: Span, function: &str) {
        if self.lacks_script {
            // That was reported, and keeps the rules from being played.
            return;
        }
        self.error(
            Problem::NoScript,
            span,
            format!("`{function}` is to be a function of the script, and the ruleset has none"),
            "add `\"script\": \"rules.luau\"` to the ruleset".to_owned(),
        );
    }

    /// Notes what an acting function may do to the course of the game: what the texts of the
    /// script name, any of its functions may do.
    pub(crate) fn note_script_step(&mut self, scope: &Scope) {
        self.function_states.extend(scope.state);
        let Some(draft) = &self.script else { return };
        let (goes, ends, pops) = (
            draft.mentions(|p| p.is_form(Form::Transition) || p.is_form(Form::Push)),
            draft.mentions(|p| p.properties.ends == Ends::Game),
            draft.mentions(|p| p.is_form(Form::Pop)),
        );
        if goes {
            self.leads_anywhere.extend(scope.state);
        }
        if ends {
            self.ends = true;
            self.ends_in.extend(scope.state);
        }
        if pops {
            self.pops.extend(scope.state);
        }
    }

    /// What scripts use that is made when it is first used: the score, votes.
    pub(crate) fn note_script_text(&mut self) {
        let Some(draft) = &self.script else { return };
        let names = |word: &str| draft.sources.files.iter().any(|f| f.text.contains(word));
        let uses = |what: Uses| draft.mentions(|p| p.properties.uses == what);
        // The score is also an item of the seats' data, and `vote` one of the state.
        let (score, vote, decks) = (
            names("score") || uses(Uses::Score),
            names("vote") || uses(Uses::Votes),
            uses(Uses::Decks),
        );
        let span = draft.span;
        if score {
            self.score_slot();
        }
        if decks {
            self.picks_decks = true;
            self.make_seat_zone("deck", span);
        }
        if vote {
            let all = (0..self.states.len()).map(|at| cardable_engine::ids::StateId(at as u16));
            self.vote_read.extend(all);
        }
    }

    /// Says that a function of the script stands where none may.
    pub(crate) fn refuse_script(&mut self, node: NodeId, what: &str) {
        let scripted = |kind: &NodeKind| matches!(kind, NodeKind::Call(p, _) if is_script(p));
        if self.any_node(node, scripted) {
            let span = self.get(node).span;
            self.error(
                Problem::ScriptNotHere,
                span,
                format!("{what} may not depend on a function of the script"),
                "write it as an expression over public data".to_owned(),
            );
        }
    }

    /// The names that `$action` has where a function is called: the locals and their places.
    pub(super) fn script_locals(&self, scope: &Scope, call: NodeId) -> Vec<usize> {
        let guarded = self.guarded_calls.contains(&call.0);
        let named = scope.action.locals.iter().enumerate();
        let usable = named.filter(|(_, local)| {
            let name = !local.name.is_empty() && !local.name.starts_with('$');
            name && match local.kind {
                LocalKind::Param(given) => {
                    let plain = !matches!(
                        self.get(given).kind,
                        NodeKind::State | NodeKind::Error | NodeKind::Function { .. }
                    );
                    plain && !(guarded && self.any_secret(scope, given))
                }
                LocalKind::Given(_) | LocalKind::Data(_) => true,
            }
        });
        usable.map(|(at, _)| at).collect()
    }

    /// The number of a place where a function is called.
    pub(super) fn script_site(
        &mut self,
        scope: &Scope,
        call: NodeId,
        primitive: &'static Signature,
        registers: &[Option<Reg>],
    ) -> Option<u16> {
        let found = self.functions_of_script.iter();
        let function = found.clone().position(|f| std::ptr::eq(f.primitive, primitive))? as u16;
        let mut locals = Vec::new();
        for at in self.script_locals(scope, call) {
            let Some(Some(register)) = registers.get(at) else {
                continue;
            };
            let local = &scope.action.locals[at];
            let number = self.action_name(&local.name, local.ty);
            // Of two of the same name the later one counts, as in references.
            locals.retain(|(known, _, _)| *known != number);
            locals.push((number, *register, local.ty));
        }
        let site = Site {
            function,
            guarded: self.guarded_calls.contains(&call.0),
            locals: locals.into(),
        };
        let known = self.sites.iter().position(|s| *s == site);
        let at = known.unwrap_or_else(|| {
            self.sites.push(site);
            self.sites.len() - 1
        });
        u16::try_from(at).ok()
    }

    fn action_name(&mut self, name: &str, ty: Type) -> u16 {
        if let Some(at) = self.action_names.iter().position(|d| d.name == name) {
            if self.action_names[at].ty != ty {
                self.action_names[at].ty = Type::ANY;
            }
            return at as u16;
        }
        self.action_names.push(DataDecl {
            name: name.to_owned(),
            ty,
            constant: false,
        });
        (self.action_names.len() - 1) as u16
    }

    /// Compiles the script, once everything is declared. What it is called with is known by then.
    pub(super) fn compile_script(
        &mut self,
        engine: Option<&dyn ScriptEngine>,
        sources: &Sources,
    ) -> Option<ScriptDef> {
        let draft = self.script.take()?;
        let Some(engine) = engine else {
            self.error(
                Problem::NoScriptEngine,
                draft.span,
                "this program reads no scripts",
                "give the loader one by `Loader::scripts`, such as `cardable_lua::Luau`, or use a program that has one"
                    .to_owned(),
            );
            return None;
        };
        let names = self.declarations(draft.limits);
        let compiled = engine.compile(&draft.sources, &names);
        for problem in &compiled.problems {
            let lacked = problem.lacks.and_then(|at| self.functions_of_script.get(at));
            let file = draft.files.get(problem.file).or(draft.files.first());
            let span = match lacked {
                Some(function) => function.span,
                None => file.map_or(draft.span, |file| span_of(*file, sources, problem)),
            };
            let made = match problem.severity {
                Severity::Error => Diagnostic::error(Problem::ScriptError, span, problem.message.clone()),
                Severity::Warning => {
                    Diagnostic::warning(Problem::ScriptWarning, span, problem.message.clone())
                }
            };
            self.diags.push(made.maybe_help(problem.help.clone()));
        }
        let script = compiled.script?;
        for text in compiled.texts.iter().filter(|text| text.len() <= LONGEST_TEXT) {
            self.strings.intern(text);
        }
        self.check_guarded_calls(&*script, &draft.sources.files);
        self.note_revealing_calls(&*script);
        let functions = std::mem::take(&mut self.functions_of_script);
        let functions: Vec<ScriptFunction> = functions
            .into_iter()
            .zip(0..)
            .map(|(f, at)| ScriptFunction {
                name: f.function,
                primitive: f.primitive,
                waits: matches!(f.primitive.kind, CallKind::Script { acts: true }) && script.may_wait(at),
            })
            .collect();
        // Whether a function that never asks could ask is no question.
        for (action, primitive) in std::mem::take(&mut self.open_with_scripts) {
            let waits = |f: &ScriptFunction| std::ptr::eq(f.primitive, primitive) && f.waits;
            if let Some(def) = self.actions.get_mut(action.index()) {
                def.opens_with_prompt &= functions.iter().any(waits);
            }
        }
        for (function, span) in std::mem::take(&mut self.sealed_calls) {
            if functions.get(usize::from(function)).is_some_and(|f| f.waits) {
                self.error(
                    Problem::PromptInSealed,
                    span,
                    "this action is sealed, and its function may ask something",
                    "let the seat choose by a pick, or take `sealed` out".to_owned(),
                );
            }
        }
        Some(ScriptDef {
            script,
            limits: draft.limits,
            functions,
            sites: std::mem::take(&mut self.sites),
            routines: std::mem::take(&mut self.routines),
            primitives: names.primitives.iter().map(|p| p.primitive).collect(),
        })
    }

    /// Whether steps ask something, in whatever expression.
    pub(crate) fn asks(&self, steps: &[Stmt]) -> bool {
        let mut stack = Vec::new();
        super::lower::collect(steps, &mut stack);
        while let Some(id) = stack.pop() {
            let kind = &self.get(id).kind;
            if matches!(kind, NodeKind::Ask { .. }) {
                return true;
            }
            super::lower::children(kind, &mut stack);
        }
        false
    }

    /// Notes which functions the steps of a sealed action call.
    pub(crate) fn note_sealed(&mut self, steps: &[Stmt]) {
        let mut stack = Vec::new();
        super::lower::collect(steps, &mut stack);
        while let Some(id) = stack.pop() {
            let node = &self.nodes[id.0 as usize];
            if let NodeKind::Call(primitive, _) = &node.kind
                && let Some(at) = self
                    .functions_of_script
                    .iter()
                    .position(|f| std::ptr::eq(f.primitive, *primitive))
            {
                self.sealed_calls.push((at as u16, node.span));
            }
            super::lower::children(&self.nodes[id.0 as usize].kind, &mut stack);
        }
    }

    /// Everything that the script can name.
    fn declarations(&self, limits: ScriptLimits) -> Declarations {
        let text = |id| self.strings.get(id).to_owned();
        let data = |d: &DataDef| DataDecl {
            name: text(d.name),
            ty: d.ty,
            constant: d.constant || d.computed.is_some(),
        };
        let own = |p: &&'static Signature| !is_script(p);
        let routines = self.routines.iter().map(|routine| routine.primitive);
        let natives = self.natives.iter().copied().filter(own);
        let primitives = primitives::all().chain(natives).chain(routines);
        let marks = self.zones.shared.iter().chain(&self.zones.seat);
        let mut designations: Vec<String> = Vec::new();
        for mark in marks.flat_map(|z| z.designations()) {
            let name = text(mark.name);
            if !designations.contains(&name) {
                designations.push(name);
            }
        }
        let zone = |z: &cardable_engine::program::ZoneDef| ZoneDecl { name: text(z.name) };
        Declarations {
            ruleset: self.name.to_string(),
            primitives: primitives.map(declared).collect(),
            functions: self
                .functions_of_script
                .iter()
                .map(FunctionDraft::declared)
                .collect(),
            globals: self.globals.iter().map(data).collect(),
            seat_data: self.seat_data.iter().map(data).collect(),
            options: self
                .settings
                .iter()
                .map(|s| DataDecl {
                    name: text(s.name),
                    ty: s.ty,
                    constant: true,
                })
                .collect(),
            states: self
                .states
                .iter()
                .map(|s| StateDecl {
                    name: text(s.name),
                    data: s.data.iter().map(data).collect(),
                    params: usize::from(s.params),
                })
                .collect(),
            actions: self.action_names.clone(),
            shared_zones: self.zones.shared.iter().map(zone).collect(),
            seat_zones: self.zones.seat.iter().map(zone).collect(),
            attributes: (0..self.attributes.len())
                .map(|at| AttributeDecl {
                    name: text(self.attributes[at].name),
                    ty: self.attribute_type(at as u16),
                })
                .collect(),
            decks: self
                .decks
                .iter()
                .map(|d| DeckDecl { name: text(d.name) })
                .collect(),
            roles: self.roles.iter().map(|r| text(r.name)).collect(),
            teams: self
                .teams
                .iter()
                .flat_map(|t| t.names.iter().map(|name| text(*name)))
                .collect(),
            designations,
            refused: self.refused_routines.clone(),
            limits,
        }
    }
}

impl FunctionDraft {
    fn declared(&self) -> FunctionDecl {
        let p = self.primitive;
        let flowing = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        FunctionDecl {
            function: self.function.to_string(),
            kind: self.kind.clone(),
            doc: if p.doc == IN_PLACE {
                String::new()
            } else {
                flowing(p.doc)
            },
            params: p
                .params
                .iter()
                .map(|param| FunctionParam {
                    name: param.name.to_owned(),
                    doc: flowing(param.doc),
                    takes: param.takes,
                    need: match self.kind {
                        FunctionKind::Primitive { .. } => param.need,
                        FunctionKind::Action | FunctionKind::Value => Need::Required,
                    },
                })
                .collect(),
            may_ignore: self.may_ignore,
            result: p.result,
            acts: matches!(p.kind, CallKind::Script { acts: true }),
        }
    }
}

/// Whether a primitive is a function of a script.
pub(crate) fn is_script(primitive: &Signature) -> bool {
    matches!(primitive.kind, CallKind::Script { .. })
}

fn declared(primitive: &'static Signature) -> PrimitiveDecl {
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
            | Form::Attribute => (true, false),
            Form::Transition | Form::Push | Form::Pop => (true, true),
            // By `Crossings::ask`, assignments, loops and functions of the language; a choice of decks by
            // what it is made of.
            Form::Ask | Form::Set | Form::Increment | Form::Decrement | Form::While | Form::PickDeck => {
                (false, true)
            }
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

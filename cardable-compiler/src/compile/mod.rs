//! The builder: the only way to a [`Program`].
//!
//! A dialect declares names first (zones, data, states), then builds values
//! (`node`) and steps (`stmt`) out of them; types, counts and references
//! are checked on the way, and every mistake is recorded with a placeholder in
//! its place. `Builder::finish` looks at the whole and hands out the program.

pub(crate) mod args;
pub(crate) mod calls;
pub(crate) mod computed;
pub(crate) mod declare;
mod emitted;
mod capacity;
pub(crate) mod flow;
pub(crate) mod hoist;
mod lower;
pub(crate) mod marks;
pub(crate) mod node;
pub(crate) mod phrase;
pub(crate) mod predicate;
pub(crate) mod query;
pub(crate) mod refs;
pub(crate) mod roles;
pub(crate) mod routine;
pub(crate) mod script;
pub(crate) mod secrecy;
pub(crate) mod lints;
pub(crate) mod tabulate;
pub(crate) mod template;
pub(crate) mod things;
pub(crate) mod valid;

pub(crate) use args::parameters;
pub(crate) use calls::parameters_of;
pub use flow::StepExtras;
pub use hoist::at_once;
pub(crate) use refs::{NAMESPACES, SINGLE};
pub(crate) use routine::{Mention, RoutineDraft};
pub(crate) use script::UsedAs;
pub(crate) use secrecy::Eyes;
pub(crate) use template::{Asked, ParamDraft, TemplateDraft, TemplateScopes, TestDraft};

use crate::check::{self, Course};
use crate::compile::secrecy::steps;
use crate::diag::{Code as Problem, Diagnostics, meant_or_told};
use crate::hir::{Body, BodyOf, Hir, NodeId, NodeKind, Root, Scope, Stmt};
use crate::source::{Sources, Span};
use cardable_engine::ids::{StateId, StrId};
use cardable_engine::primitives::Uses;
use cardable_engine::program::{
    Code, DataDef, Hashes, Listing, Place, Program, Suspensions, Transitions, ZoneCount, ZoneDef,
};
use cardable_engine::value::{Type, Value};
use emitted::Emitted;
use secrecy::Sight;

/// A ruleset as dialects build it: they declare and write, and it resolves, checks and makes code.
#[derive(Debug, Default)]
pub struct Builder {
    pub diags: Diagnostics,
    pub hir: Hir,
    notes: Notes,
    pub(crate) sight: Sight,
    emitted: Emitted,
}

/// What is judged once the whole ruleset is known.
#[derive(Debug, Default)]
struct Notes {
    /// Texts that may be meant as calls.
    like_calls: Vec<NodeId>,
    /// Texts that hold what may be meant as a reference.
    like_references: Vec<NodeId>,
}

impl Builder {
    pub(crate) fn new() -> Builder {
        Builder::default()
    }

    // --- problems

    pub(crate) fn error(
        &mut self,
        code: Problem,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.diags.error(code, span, message, help);
    }

    pub(crate) fn warn(
        &mut self,
        code: Problem,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.diags.warning(code, span, message, help);
    }

    // --- names

    pub(crate) fn intern(&mut self, text: &str) -> StrId {
        self.hir.strings.intern(text)
    }

    /// The score data, which is made when it is first used.
    pub(crate) fn score_slot(&mut self) -> u16 {
        let name = self.intern("score");
        if let Some(at) = self.hir.seat_data.iter().position(|d| d.name == name) {
            return at as u16;
        }
        self.hir
            .seat_data
            .push(DataDef::open(name, Type::NUMBER, Value::Int(0)));
        (self.hir.seat_data.len() - 1) as u16
    }

    // --- the end

    /// Looks at the whole ruleset and makes the program. The diagnostics say
    /// whether it may be used.
    pub fn finish(
        mut self,
        sources: &Sources,
        hashes: Hashes,
        engine: Option<&dyn cardable_engine::script::ScriptEngine>,
    ) -> (Program, Diagnostics) {
        let mut course = Course::default();
        let mut script = None;
        if self.emitted.excess.check(&self.hir, &mut self.diags) {
            refs::name_standard_zones(&mut self);
            marks::copy_zones(&mut self);
            capacity::give(&mut self.hir);
            course = Course::of(&self.hir);
            lints::check_texts(&mut self);
            check::settle_blanks(&mut self.hir, &mut self.diags);
            check::check(&self.hir, &course, &mut self.diags);
            read_votes(&mut self);
            script = script::compile_script(&mut self, engine, sources);
        }
        let place = |span: Span| {
            let (line, column) = sources.line_column(span);
            Place {
                file: sources.name(span.file).into(),
                line,
                column,
                path: sources.path(span).into(),
            }
        };
        let places = std::mem::take(&mut self.emitted.place_spans)
            .into_iter()
            .map(place)
            .collect();
        let revealing = std::mem::take(&mut self.sight.revealing);
        let revealing = revealing
            .into_iter()
            .map(|(span, secret)| (place(span), secret))
            .collect();
        let score = self.hir.strings.find("score");
        let score = self
            .hir
            .seat_data
            .iter()
            .position(|d| Some(d.name) == score)
            .map(|at| at as u16);
        let by_turn = |v: &cardable_engine::program::Visibility| {
            use cardable_engine::program::Who;
            match v.who {
                Who::Active | Who::Inactive | Who::Allies | Who::Opponents | Who::When(_) => true,
                Who::Several(set) => set.by_turn(),
                Who::All | Who::None | Who::Owner | Who::Face => false,
            }
        };
        let zones = || self.hir.zones.shared.iter().chain(&self.hir.zones.seat);
        let turn_visibility = zones().any(|z| z.rules().any(by_turn));
        let state_visibility = turn_visibility || zones().any(|z| !z.visible_in.is_empty());
        let marked =
            |z: &ZoneDef| z.count != ZoneCount::ONE || !z.designations.is_empty() || !z.roles.is_empty();
        let marks_zones = zones().any(marked);
        let replenishes = zones().any(|z| z.replenish.is_some());
        let state_slots = self.hir.states.iter().map(|s| s.data.len()).max().unwrap_or(0) as u16;
        let by_round = zones().any(|z| {
            let when = z.replenish.as_ref().map(|r| r.when);
            when.is_some_and(|w| w.round_start || w.round_end)
        });
        for at in 0..self.hir.states.len() {
            let waits = |id: &cardable_engine::ids::ActionId| self.hir.actions[id.index()].on.round;
            let waits = self.hir.states[at].autos.iter().any(waits);
            let off_turn = |id: &cardable_engine::ids::ActionId| {
                self.hir.actions[id.index()].by != cardable_engine::program::Actors::OnTurn
            };
            self.hir.states[at].off_turn = self.hir.states[at].actions.iter().any(off_turn);
            let rounds = &mut self.hir.states[at].rounds;
            rounds.counted = waits || (rounds.turns && by_round);
        }
        let calls_custom = self.emitted.primitives.iter().any(|p| p.custom);
        if calls_custom || script.is_some() {
            // They put texts together, and a message of such a text shows it as its only token.
            self.intern("{0}");
        }
        let transitions = Transitions {
            known: course.transitions,
            anywhere: course.anywhere,
            ends: course.ends_in,
            pops: course.pops,
        };
        let (actions, zones) = (&self.hir.actions, &self.hir.zones);
        let listing = |state| Listing::new(state, actions, zones);
        let listings = self.hir.states.iter().map(listing).collect();
        let mut program = Program {
            suspensions: Suspensions::default(),
            computes: false,
            transitions,
            semantics: self.hir.head.semantics,
            hints: self.hir.head.hints,
            name: self.hir.head.name,
            description: self.hir.head.description,
            min_seats: self.hir.head.seats.0,
            max_seats: self.hir.head.seats.1,
            roles: self.hir.roles,
            teams: self.hir.teams,
            hashes,
            strings: self.hir.strings,
            constants: self.hir.constants,
            sets: self.hir.cards.sets,
            revealing,
            types: self.hir.cards.types,
            attributes: self.hir.cards.attributes,
            hand_order: self.hir.cards.hand_order,
            decks: self.hir.cards.decks,
            decks_are_picked: self.hir.cards.are_picked,
            zones: self.hir.zones,
            globals: self.hir.globals,
            seat_data: self.hir.seat_data,
            score,
            settings: self.hir.settings,
            states: self.hir.states,
            listings,
            actions: self.hir.actions,
            rules: self.emitted.rules,
            measures: self.emitted.measures,
            relations: self.emitted.relations,
            card_tables: self.emitted.card_tables,
            code: self.emitted.code,
            operands: self.emitted.operands,
            functions: self.emitted.functions,
            spans: self.emitted.spans,
            places,
            calls_custom,
            primitives: self.emitted.primitives,
            templates: self.hir.templates.all,
            rust_functions: self.hir.templates.rust_functions,
            script,
            state_slots,
            replenishes,
            endless: self.hir.head.endless,
            marks_zones,
            turn_visibility,
            state_visibility,
        };
        program.computes = program.computes_data();
        program.suspensions = Suspensions::of(&program);
        (program, self.diags)
    }

    /// A piece of code that returns a value and does not act.
    pub(crate) fn value_code(&mut self, scope: &Scope, node: NodeId) -> Code {
        calls::only_reads(self, node);
        add_root(self, scope, node);
        lower::value(self, scope, node)
    }

    /// A piece of code that returns a value and may act on the way, for trying things out.
    pub fn trial_code(&mut self, scope: &Scope, node: NodeId) -> Code {
        lower::value(self, scope, node)
    }

    /// A piece of code that says whether a condition holds.
    pub fn condition_code(&mut self, scope: &Scope, node: NodeId) -> Code {
        calls::only_reads(self, node);
        add_root(self, scope, node);
        lower::condition(self, scope, node)
    }

    /// A piece of code that does steps.
    pub fn body_code(&mut self, scope: &Scope, steps: Vec<Stmt>) -> Code {
        steps::check_steps(self, scope, &steps);
        let code = lower::body(self, scope, &steps);
        self.hir.tree.bodies.push(Body {
            scope: scope.clone(),
            steps,
            of: BodyOf::Action,
            code,
        });
        code
    }
}

/// The attribute of that name; where cards have none, that is an error.
pub(crate) fn attribute(builder: &mut Builder, name: &str, span: Span) -> Option<u16> {
    let found = builder.hir.attribute_named(name);
    if found.is_none() && !builder.hir.cards.are_missing {
        let help = builder.diags.help_for(|| {
            let known = builder
                .hir
                .names_of(builder.hir.cards.attributes.iter().map(|a| a.name));
            let none = refs::NO_ATTRIBUTES;
            meant_or_told(name, &known, none, |names| format!("cards have {names}"))
        });
        let message = format!("cards have no `{name}`");
        builder.error(Problem::UnknownAttribute, span, message, help);
    }
    found
}

/// Notes in which states something asks how votes went.
fn read_votes(builder: &mut Builder) {
    let mut states: Vec<StateId> = Vec::new();
    builder.hir.each_value(|standing, id| {
        let kind = &builder.hir.tree.get(id).kind;
        if matches!(kind, NodeKind::Call(primitive, _) if primitive.properties.uses == Uses::Votes) {
            states.extend(standing.state);
        }
    });
    for (at, def) in builder.hir.states.iter_mut().enumerate() {
        def.vote_is_read |= builder.hir.scripts.read_votes || states.contains(&StateId(at as u16));
    }
}

fn add_root(builder: &mut Builder, scope: &Scope, node: NodeId) {
    builder.hir.tree.roots.push(Root {
        state: scope.state,
        player: scope.player,
        node,
    });
}

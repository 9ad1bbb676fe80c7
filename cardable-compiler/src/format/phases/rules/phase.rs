//! Phases as states, and transitions as automatic actions.

use super::PhasesReader;
use super::context::{Context, TurnOrder};
use super::fields::{Action, File, Phase as Fields, Transition};
use super::language::Language;
use super::scoring;
use crate::expr::compile::{Compiler, Stands};
use crate::hir::build::StepExtras;
use crate::hir::{Scope, Stmt};
use crate::lower::tabulate;
use crate::text::diag::{Code as Problem, suggestion_or_list};
use crate::text::fields::read::{Expression, Items, Text};
use crate::text::source::Span;
use cardable_engine::builtin;
use cardable_engine::ids::StateId;
use cardable_engine::program::{
    ActionDef, ActionKind, Code, Onward, StateDef, StateType, TransitionTest, Triggers, TurnLength,
};

/// A phase whose name is known.
pub(super) struct Phase<'n> {
    fields: Fields<'n>,
    pub(super) state: StateId,
    pub(super) kind: StateType,
    pub(super) order: TurnOrder,
}

/// Declares every phase, so that transitions can name any of them.
pub(super) fn declare_phases<'n>(reader: &mut PhasesReader<'_>, file: File<'n>) -> Vec<Phase<'n>> {
    let mut phases = Vec::new();
    for fields in file.phases() {
        let Some(name) = fields.name() else {
            continue;
        };
        let span = name.span();
        if reader.b.hir.state_named(&name).is_some() {
            reader.b.error(
                Problem::DuplicateName,
                span,
                format!("there are two phases `{name}`"),
                "call one of the two otherwise, or put the actions of both into one",
            );
            continue;
        }
        let known = fields.kind();
        let kind = known.unwrap_or(StateType::Auto);
        let order = fields.turn_order().unwrap_or_default();
        let label = fields.label().map(|label| reader.b.intern(&label));
        let name = reader.b.intern(&name);
        let def = StateDef {
            label,
            turn: TurnLength::UntilEndTurn,
            ..StateDef::named(name, kind)
        };
        let state = reader.b.add_state(def, span);
        if known.is_none() {
            reader.b.hir.places.unsure.push(state);
        }
        phases.push(Phase {
            fields,
            state,
            kind,
            order,
        });
    }
    phases
}

/// The phase of a name, or an error that says which was meant.
pub(super) fn named_phase(reader: &mut PhasesReader<'_>, name: &str, span: Span) -> Option<StateId> {
    let found = reader.b.hir.state_named(name);
    if found.is_none() {
        let names = reader.b.hir.names_of(reader.b.hir.states.iter().map(|s| s.name));
        let help = suggestion_or_list(name, &names, "declare it under `phases`");
        reader.b.error(
            Problem::UnknownState,
            span,
            format!("unknown phase `{name}`"),
            help,
        );
    }
    found
}

/// Builds what happens in each phase.
pub(super) fn phases(reader: &mut PhasesReader<'_>, file: File<'_>, phases: &[Phase<'_>]) {
    for phase in phases {
        enter_actions(reader, phase);
        reader.actions(file, phase);
        step_actions(reader, phase);
        let onward = transitions(reader, file, phase);
        end_of_phase(reader, phase, onward);
    }
    check_scoring(reader, file);
}

fn enter_actions(reader: &mut PhasesReader<'_>, phase: &Phase<'_>) {
    let help = "write it into an `automatic` phase that leads here, or into the `effect` of an action";
    let effects = ("onEnter", phase.fields.on_enter());
    own_effects(reader, phase, effects, help, ("enter", ENTRY));
}

fn step_actions(reader: &mut PhasesReader<'_>, phase: &Phase<'_>) {
    let help = "write what follows an action into its `effect`, or make the phase `automatic`";
    let effects = ("onStep", phase.fields.on_step());
    own_effects(reader, phase, effects, help, ("step", STEP));
}

/// What a phase does by itself: only one that is automatic does.
fn own_effects(
    reader: &mut PhasesReader<'_>,
    phase: &Phase<'_>,
    (field, effects): (&str, Items<'_, Expression>),
    help: &str,
    (name, on): (&str, Triggers),
) {
    let Some(node) = effects.node else {
        return;
    };
    let mut at = Context::new(phase.state, phase.order);
    let steps = reader.effects(&mut at, effects);
    if phase.kind == StateType::Auto {
        if !steps.is_empty() {
            auto(reader, phase, name, on, None, &at.scope, steps);
        }
    } else if !reader.b.hir.places.unsure.contains(&phase.state) && !effects.is_empty() {
        reader.b.warn(
            Problem::StepOfPlayers,
            node.span,
            format!("`{field}` does nothing in a phase in which players act"),
            help,
        );
    }
}

/// Builds the phase's own transitions, then those of all phases; the first that holds is taken.
/// Tells how each is tested.
fn transitions(reader: &mut PhasesReader<'_>, file: File<'_>, phase: &Phase<'_>) -> Vec<TransitionTest> {
    let own = phase.fields.transitions();
    let global = file.global_transitions();
    let awaits = |transition: Transition<'_>| {
        let text = transition.when().map_or("", Text::as_str);
        let holds_then = |part: &str| matches!(part.trim(), "all_players_done" | "all_players_done()");
        !text.contains("||") && text.split("&&").any(holds_then)
    };
    if own.iter().chain(global).all(awaits) {
        reader.b.hir.places.awaited.push(phase.state);
    }
    let mut tests = Vec::new();
    for transition in own {
        tests.extend(tested_transition(reader, phase, transition, false));
    }
    for transition in global {
        tests.extend(tested_transition(reader, phase, transition, true));
    }
    tests
}

fn tested_transition(
    reader: &mut PhasesReader<'_>,
    phase: &Phase<'_>,
    transition: Transition<'_>,
    is_global: bool,
) -> Option<TransitionTest> {
    let name = transition.to()?;
    let target = named_phase(reader, &name, name.span());
    // A game that has arrived need not be led there again.
    if is_global && target == Some(phase.state) {
        return None;
    }
    let mut at = Context::new(phase.state, phase.order);
    let when = transition.when();
    let condition = when.and_then(|when| reader.condition(&at, when));
    let (Some(_), Some(condition), Some(when)) = (target, condition, when) else {
        // Where it goes is not known; why was said already.
        reader.b.hir.places.lost.transition(Some(phase.state));
        return None;
    };
    let text = reader.b.intern(&when);
    let test = |condition| TransitionTest {
        when: text,
        condition,
    };
    let code = match tabulate::known_truth(&reader.b.hir, condition) {
        Some(false) => {
            reader.b.warn(
                Problem::NeverAvailable,
                when.span(),
                format!("this transition to `{name}` is never taken: its `when` is always false"),
                "let `when` ask for something that changes, or take the transition out".to_owned(),
            );
            return Some(test(None));
        }
        Some(true) => None,
        None => Some(reader.b.condition_code(&at.scope, condition)),
    };
    let mut steps = reader.effects(&mut at, phase.fields.on_exit());
    steps.extend(go_to(reader, &mut at.scope, name));
    let on = match phase.kind {
        StateType::Auto => ONWARD,
        StateType::RoundRobin | StateType::Concurrent | StateType::Grandstand => PLAYED,
    };
    auto(reader, phase, &name, on, code, &at.scope, steps);
    Some(test(code))
}

fn go_to(reader: &mut PhasesReader<'_>, scope: &mut Scope, name: Text<'_>) -> Vec<Stmt> {
    let span = name.span();
    let name = reader.b.text(&name, span);
    let extras = StepExtras::default();
    reader
        .b
        .step(scope, builtin!(state_transition), vec![name], extras, span)
}

/// Says what becomes of a phase when none of its transitions holds: one that has none, and in which
/// nobody acts and nothing is repeated, ends the game; an automatic one stays until one holds.
fn end_of_phase(reader: &mut PhasesReader<'_>, phase: &Phase<'_>, transitions: Vec<TransitionTest>) {
    let steps = !phase.fields.on_step().is_empty();
    let is_automatic = phase.kind == StateType::Auto;
    let leads = !transitions.is_empty() || reader.b.hir.places.lost.transitions.contains(&phase.state);
    if leads || steps || !is_automatic && !phase.actions().is_empty() {
        if is_automatic {
            reader.b.hir.states[phase.state.index()].onward = Some(Onward { steps, transitions });
        }
        return;
    }
    let state = &reader.b.hir.states[phase.state.index()];
    let reason = match state.label {
        Some(label) => reader.b.hir.strings.get(label).to_owned(),
        None => spelled_out(reader.b.hir.strings.get(state.name)),
    };
    let span = reader.b.hir.places.spans[phase.state.index()];
    let mut at = Context::new(phase.state, phase.order);
    let steps = with_language(reader, &mut at, span, |language, c| {
        let reason = c.b.text(&reason, span);
        scoring::ended(language, c, reason, span)
    });
    auto(reader, phase, "end", ENTRY, None, &at.scope, steps);
}

/// Does something with the language of a place, for what stands in no
/// expression.
pub(super) fn with_language<T>(
    reader: &mut PhasesReader<'_>,
    at: &mut Context,
    span: Span,
    make: impl FnOnce(&Language<'_>, &mut Compiler<'_>) -> T,
) -> T {
    let language = Language {
        facts: &reader.facts,
        at: at.clone(),
    };
    let mut compiler = Compiler {
        b: reader.b,
        scope: &mut at.scope,
        names: &language,
        origin: &Whole(span),
        bound: Vec::new(),
        fills: false,
        stands: Stands::Alone,
    };
    make(&language, &mut compiler)
}

fn check_scoring(reader: &mut PhasesReader<'_>, file: File<'_>) {
    let used = ["calculate_scores", "determine_winners"];
    let span = file.scoring().map_or(file.node.span, |scoring| scoring.node.span);
    if used.iter().any(|f| !reader.survey.calls(f)) && !reader.b.hir.states.is_empty() {
        let mut at = Context::new(StateId(0), TurnOrder::Clockwise);
        with_language(reader, &mut at, span, |language, c| {
            scoring::check_scoring(language, c)
        });
    }
}

/// The condition that ends a turn after each action of a phase.
pub(super) fn auto_end<'n>(file: File<'n>, phase: &Phase<'n>) -> Option<Text<'n>> {
    let own = phase.fields.auto_end_turn_condition();
    own.or_else(|| file.scoring()?.auto_end_turn_condition())
}

fn auto(
    reader: &mut PhasesReader<'_>,
    phase: &Phase<'_>,
    name: &str,
    on: Triggers,
    condition: Option<Code>,
    scope: &Scope,
    steps: Vec<Stmt>,
) {
    let body = reader.b.body_code(scope, steps);
    let action = new_action(reader, phase.state, ActionKind::Auto, name, name, body);
    reader.b.add_action(ActionDef {
        on,
        condition,
        ..action
    });
}

/// An action with nothing but a name and steps.
pub(super) fn new_action(
    reader: &mut PhasesReader<'_>,
    state: StateId,
    kind: ActionKind,
    name: &str,
    label: &str,
    body: Code,
) -> ActionDef {
    let (name, label) = (reader.b.intern(name), reader.b.intern(label));
    ActionDef {
        label,
        ..ActionDef::named(state, kind, name, body)
    }
}

/// What is not an expression stands where its field does.
struct Whole(Span);

impl crate::expr::Origin for Whole {
    fn span(&self, _: u32, _: u32) -> Span {
        self.0
    }
}

const NEVER: Triggers = Triggers {
    entry: false,
    turn: false,
    action: false,
    round: false,
    step: false,
};
const ENTRY: Triggers = Triggers { entry: true, ..NEVER };
const STEP: Triggers = Triggers { step: true, ..NEVER };
/// When the transitions of an automatic phase are tried: after what is done on entering it, and after each
/// of its steps.
const ONWARD: Triggers = Triggers {
    entry: true,
    step: true,
    ..NEVER
};
/// When those of players' phases are tried: after each action, and when a turn is passed over. Such a
/// phase waits for its players, so never when it is entered.
const PLAYED: Triggers = Triggers {
    turn: true,
    action: true,
    ..NEVER
};

impl<'n> Phase<'n> {
    /// What players can do in it.
    pub(super) fn actions(&self) -> Items<'n, Action<'n>> {
        self.fields.actions()
    }

    /// Where it is written.
    pub(super) fn span(&self) -> Span {
        self.fields.node.span
    }
}

/// A phase's name as players read it: its words apart. What is no word is left out, for a letter says
/// nothing about how a game ended.
pub(super) fn spelled_out(name: &str) -> String {
    let mut words = String::new();
    let mut before = ' ';
    for c in name.chars() {
        let joins = matches!(c, '_' | '-' | '.' | ' ');
        if (joins || (c.is_uppercase() && before.is_lowercase())) && !words.ends_with(' ') {
            words.push(' ');
        }
        if !joins {
            words.extend(c.to_lowercase());
        }
        before = c;
    }
    let words = words.trim();
    match words.chars().filter(|c| c.is_alphabetic()).nth(2) {
        Some(_) => words.to_owned(),
        None => "the rules end here".to_owned(),
    }
}

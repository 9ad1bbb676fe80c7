//! Rounds and the stages that they go through. Each stage without further ones in it is a state.

use super::TablesReader;
use super::actions::Action;
use super::fields::{Ends, Game, Stage as Fields, Stages};
use crate::expr::Bindings;
use crate::format::shapes::NameOr;
use crate::hir::{NodeKind, Stmt, Target};
use crate::text::diag::Code as Problem;
use crate::text::fields::read::Items;
use crate::text::source::Span;
use cardable_engine::ids::StateId;
use cardable_engine::program::{DataDef, Rounds, StateDef, StateType, Triggers, TurnLength};
use cardable_engine::value::{Type, Value};

#[derive(Clone)]
pub(super) struct Stage {
    pub(super) name: String,
    /// What players read: all stages it is in, from the outermost.
    label: String,
    /// The names by which zones may speak of it: its own, and those of the stages it is in.
    pub(super) called: Vec<String>,
    pub(super) turns: bool,
    by_turns: bool,
    span: Span,
    pub(super) state: StateId,
}

/// What a stage takes from the one it is in.
struct Outer<'s> {
    labels: &'s [String],
    names: &'s [String],
    turns: bool,
}

/// Declares the states of a round: its stages, or one for all of the game.
pub(super) fn stages(reader: &mut TablesReader<'_>, game: Game<'_>) -> Vec<Stage> {
    let turns = game.turns().and_then(|turns| turns.value).unwrap_or(false);
    let rounds = game.rounds();
    let listed = match rounds.and_then(|rounds| rounds.value) {
        None => Items::default(),
        Some(Stages::Listed(stages)) => stages,
        Some(Stages::Rounds(rounds)) => rounds.stages(),
    };
    let mut stages = Vec::new();
    let outer = Outer {
        labels: &[],
        names: &[],
        turns,
    };
    for named in listed {
        stage(reader, named, &outer, &mut stages);
    }
    if stages.is_empty() {
        let span = game.turns().map_or(game.node.span, |turns| turns.span());
        stages.push(Stage {
            name: "table".to_owned(),
            label: "At the table".to_owned(),
            called: Vec::new(),
            turns,
            by_turns: false,
            span,
            state: StateId(0),
        });
    }
    let staged = rounds.is_some();
    for (at, stage) in stages.iter_mut().enumerate() {
        let (name, label) = (reader.b.intern(&stage.name), reader.b.intern(&stage.label));
        let kind = if stage.turns {
            StateType::RoundRobin
        } else {
            StateType::Concurrent
        };
        let def = StateDef {
            label: Some(label),
            turn: TurnLength::UntilEndTurn,
            rounds: Rounds {
                entry: at == 0 && !staged,
                turns: !staged,
                counted: false,
            },
            ..StateDef::named(name, kind)
        };
        stage.state = reader.b.add_state(def, stage.span);
    }
    let name = reader.b.intern("round");
    reader
        .b
        .hir
        .globals
        .push(DataDef::open(name, Type::NUMBER, Value::Int(1)));
    stages
}

fn stage<'n>(
    reader: &mut TablesReader<'_>,
    named: NameOr<'n, Fields<'n>>,
    outer: &Outer<'_>,
    stages: &mut Vec<Stage>,
) {
    let (name, written) = match named {
        NameOr::Name(name) => (Some(name), None),
        NameOr::Itself(stage) => (stage.name(), Some(stage)),
    };
    let Some(name) = name else { return };
    let label = written.and_then(Fields::label);
    let label = label.filter(|label| !label.is_empty()).unwrap_or(name);
    let mut labels = outer.labels.to_vec();
    labels.push(label.to_string());
    let mut names = outer.names.to_vec();
    if outer.names.iter().any(|n| *n == *name) || stages.iter().any(|s| s.called.contains(&name.to_string()))
    {
        let message = format!("there are two stages `{name}`");
        reader.b.error(
            Problem::DuplicateName,
            name.span(),
            message,
            "call one of the two otherwise, or take it out",
        );
        return;
    }
    names.push(name.to_string());
    let turns = written.and_then(Fields::turns).unwrap_or(outer.turns);
    let inner = written.map(Fields::stages).unwrap_or_default();
    let ends = written.and_then(Fields::ends);
    if !inner.is_empty() {
        if let Some(ends) = ends {
            reader.b.error(
                Problem::UnknownField,
                ends.span(),
                "a stage that has stages ends with the last of them",
                "say when each of its stages ends".to_owned(),
            );
        }
        let within = Outer {
            labels: &labels,
            names: &names,
            turns,
        };
        for named in inner {
            stage(reader, named, &within, stages);
        }
        return;
    }
    stages.push(Stage {
        name: name.to_string(),
        label: labels.join(" › "),
        called: names,
        turns,
        by_turns: ends.and_then(|ends| ends.value) == Some(Ends::Turns),
        span: name.span(),
        state: StateId(0),
    });
}

/// How a stage ends and the next one begins.
pub(super) fn go_on(reader: &mut TablesReader<'_>, stages: &[Stage], at: usize, staged: bool) {
    let stage = &stages[at];
    let (span, state) = (stage.span, stage.state);
    let last = at + 1 == stages.len();
    let next = stages.get(at + 1).unwrap_or(&stages[0]);
    if !staged {
        // A round without stages: nothing but the number changes.
        let mut action = reader.action(state, "round over", "Round over", span);
        action.on = Some(ROUND);
        next_round(reader, &mut action);
        return reader.add(action);
    }
    let label = if last {
        "Begin a new round".to_owned()
    } else {
        format!("Go on to {}", next.label)
    };
    let mut action = reader.action(state, &label.to_lowercase(), &label, span);
    if last {
        action.perform(reader.b, &Bindings::at(span), "end_round()");
        next_round(reader, &mut action);
    }
    let transition = Stmt::Transition {
        target: Target::State(next.state),
        args: Vec::new(),
        who: None,
        new_scene: false,
        span,
    };
    action.on = stage.by_turns.then_some(ROUND);
    action.steps.push(if stage.by_turns && stage.turns {
        // The next stage begins with the seat after the one that ended this one.
        Stmt::EachSeat {
            seats: Bindings::at(span).value(reader.b, &action.scope, "next_player()"),
            body: vec![transition],
            span,
        }
    } else {
        transition
    });
    reader.add(action);
}

fn next_round(reader: &mut TablesReader<'_>, action: &mut Action) {
    let round = reader.b.node(NodeKind::Global(0), Type::NUMBER, action.span);
    let names = Bindings::at(action.span).with("round", round);
    action.perform(reader.b, &names, "increment(round)");
}

/// Ending a turn; where there are none, being through with the round.
pub(super) fn end_turn(reader: &mut TablesReader<'_>, stage: &Stage, staged: bool) {
    if !stage.turns && staged && !stage.by_turns {
        return;
    }
    let (name, label) = match (stage.turns, stage.by_turns) {
        (true, _) => ("end turn", "End your turn"),
        (false, true) => ("done", "Done with this stage"),
        (false, false) => ("done", "Done for this round"),
    };
    let mut action = reader.action(stage.state, name, label, stage.span);
    let phrase = match (stage.turns, stage.by_turns) {
        (true, _) => "{player} ends {their|your} turn",
        (false, true) => "{player} is done with this stage",
        (false, false) => "{player} is done for this round",
    };
    action.phrase = Some(phrase.to_owned());
    action.ends_turn = true;
    reader.add(action);
}

/// When every seat has ended a turn.
const ROUND: Triggers = Triggers {
    entry: false,
    turn: false,
    action: false,
    round: true,
    step: false,
};

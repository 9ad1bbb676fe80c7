//! The program, put together of what was declared and of the code that was made.

use super::function::Lowering;
use super::link::Link;
use crate::check::Course;
use crate::hir::Hir;
use crate::text::diag::Diagnostics;
use crate::text::source::{Sources, Span};
use cardable_engine::Language;
use cardable_engine::ids::ActionId;
use cardable_engine::program::script::ScriptDef;
use cardable_engine::program::{
    Actors, Bytecode, Cards, Code, Conditions, Data, Flows, Hashes, Metadata, Occasion, Place, Program,
    Seats, Suspensions, Transitions, Translations, Triggers, ZoneDef, Zones,
};

/// What has become of a ruleset.
#[derive(Debug)]
pub struct Compiled {
    /// None where something is wrong, which the diagnostics say.
    pub program: Option<Program>,
    /// All that was found, with what was found while reading.
    pub diagnostics: Diagnostics,
    /// The code of each piece, by its number.
    codes: Vec<Code>,
}

impl Compiled {
    /// What there is of a ruleset of which no code is made.
    pub(crate) fn failed(diagnostics: Diagnostics) -> Compiled {
        Compiled {
            program: None,
            diagnostics,
            codes: Vec::new(),
        }
    }

    /// The code that was made of a piece.
    pub fn code_of(&self, piece: Code) -> Option<Code> {
        self.codes.get(piece.start as usize).copied()
    }
}

/// Puts the program together, where nothing is wrong.
pub(crate) fn assemble(
    lowering: Lowering,
    course: Course,
    mut script: Option<ScriptDef>,
    sources: &Sources,
    hashes: Hashes,
) -> Compiled {
    let Lowering {
        mut hir,
        diags,
        codes,
        emitted,
    } = lowering;
    if diags.has_errors() {
        return Compiled::failed(diags);
    }
    let link = Link(&codes);
    link.declarations(&mut hir);
    if let Some(script) = &mut script {
        script
            .routines
            .iter_mut()
            .for_each(|routine| link.routine(routine));
    }
    note_occasions(&mut hir);
    let calls_custom = emitted.primitives.iter().any(|p| p.custom);
    if calls_custom || script.is_some() {
        // They put texts together, and a message of such a text shows it as its only token.
        hir.strings.intern("{0}");
    }
    let (name, description) = (&*hir.head.name, &*hir.head.description);
    let (name, description) = (hir.strings.intern(name), hir.strings.intern(description));
    let place = |span| place(sources, span);
    let revealing = hir.sight.revealing.into_iter();
    let score = hir.strings.find("score");
    let score = hir.seat_data.iter().position(|d| Some(d.name) == score);
    let zones = || hir.zones.shared.iter().chain(&hir.zones.seat);
    let visible_by_turn = zones().any(|z| z.rules().any(|rule| rule.who.by_turn()));
    let visible_by_state = visible_by_turn || zones().any(|z| !z.visible_in.is_empty());
    let marks_zones = zones().any(ZoneDef::can_be_marked);
    let replenishes = zones().any(|z| z.replenish.is_some());
    let state_slots = hir.states.iter().map(|s| s.data.len()).max().unwrap_or(0);
    let zones = Zones {
        any_replenished: replenishes,
        any_marked: marks_zones,
        visible_by_turn,
        visible_by_state,
        ..hir.zones
    };
    let mut program = Program {
        metadata: Metadata {
            language: Language::English,
            name,
            description,
            kind: hir.head.kind,
            minutes: hir.head.minutes,
            hashes,
            endless: hir.head.endless,
            hints: hir.head.hints,
            revealing: revealing.map(|(span, secret)| (place(span), secret)).collect(),
            translations: Translations::default(),
        },
        seats: Seats {
            min: hir.head.seats.0,
            max: hir.head.seats.1,
            roles: hir.roles,
            teams: hir.teams,
        },
        transitions: Transitions {
            known: course.transitions,
            anywhere: course.anywhere,
            ends: course.ends_in,
            pops: course.pops,
        },
        semantics: hir.head.semantics,
        strings: hir.strings,
        constants: hir.constants,
        cards: Cards {
            sets: hir.cards.sets,
            types: hir.cards.types,
            attributes: hir.cards.attributes,
            hand_order: hir.cards.hand_order,
            decks: hir.cards.decks,
            decks_are_picked: hir.cards.are_picked,
            on_backs: hir.cards.on_backs,
        },
        zones,
        data: Data {
            globals: hir.globals,
            seat: hir.seat_data,
            card: hir.cards.data,
            score: score.map(|at| at as u16),
            computes: false,
        },
        settings: hir.settings,
        states: hir.states,
        state_slots: state_slots as u16,
        actions: hir.actions,
        reactions: hir.reactions.defs,
        listings: Vec::new(),
        templates: hir.templates.all,
        bots: hir.head.bots,
        conditions: Conditions {
            rules: emitted.rules,
            measures: emitted.measures,
            relations: emitted.relations,
            tables: emitted.card_tables,
            answers: hir.tree.answers,
        },
        flows: Flows::default(),
        code: Bytecode {
            ops: emitted.code,
            operands: emitted.operands,
            functions: emitted.functions,
            spans: emitted.spans,
            places: emitted.place_spans.into_iter().map(place).collect(),
            primitives: emitted.primitives,
            calls_custom,
            suspensions: Suspensions::default(),
            rust_functions: hir.templates.rust_functions,
            script,
        },
    };
    program.complete();
    Compiled {
        program: Some(program),
        diagnostics: diags,
        codes,
    }
}

fn place(sources: &Sources, span: Span) -> Place {
    let (line, column) = sources.line_column(span);
    Place {
        file: sources.name(span.file).into(),
        line,
        column,
        path: sources.path(span).into(),
    }
}

/// Notes when automatic actions of states run, in which states rounds are counted, and where seats act although it is not
/// their turn.
fn note_occasions(hir: &mut Hir) {
    let mut zones = hir.zones.shared.iter().chain(&hir.zones.seat);
    let by_round = zones.any(|z| {
        let when = z.replenish.as_ref().map(|r| r.when);
        when.is_some_and(|w| w.round_start || w.round_end)
    });
    let mut reactions = hir.reactions.defs.all.iter();
    let reacts_to_rounds = reactions.any(|reaction| matches!(reaction.occasion, Occasion::Round(_)));
    for state in &mut hir.states {
        let waits = |id: &ActionId| hir.actions[id.index()].on.round;
        let off_turn = |id: &ActionId| hir.actions[id.index()].by != Actors::OnTurn;
        state.off_turn = state.actions.iter().any(off_turn);
        let on = state.autos.iter().map(|id| hir.actions[id.index()].on);
        state.autos_on = on.fold(Triggers::default(), Triggers::or);
        let waits = state.autos.iter().any(waits) || reacts_to_rounds;
        state.rounds.counted = waits || (state.rounds.turns && by_round);
    }
}

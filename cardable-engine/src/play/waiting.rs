//! Actions that wait: for answers, and for states that they have pushed.

use super::keeping::keep;
use super::{legal, members};
use crate::event::Event;
use crate::fault::{FaultKind, Run};
use crate::ids::{Seat, SeatSet};
use crate::value::Value;
use crate::vm::engine::{Engine, Function, Reader};
use crate::vm::{interpret, typed};
use crate::world::scene::{Awaits, Cause, Form, Question, Suspended};
use crate::world::whole::World;
use smallvec::SmallVec;

pub(crate) const MAX_SUSPENDED: usize = 64;

/// Where an action goes on that waits.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) pc: u32,
    /// The register that takes what it waits for.
    pub(crate) into: u8,
    pub(crate) cause: Cause,
    pub(crate) actor: Option<Seat>,
}

/// Asks a seat. False where it has answered already, because it plays automatically.
pub(crate) fn ask(
    engine: &mut Engine<'_>,
    r: &mut [Value],
    place: Place,
    seat: Seat,
    question: Question,
) -> Run<bool> {
    // Whose choice was imagined without its answers is not asked when it is opened.
    let is_opened = engine.pending_transition.is_some() && matches!(place.cause, Cause::Act(_));
    if is_opened || engine.table.seating.automatic.contains(seat) {
        r[place.into as usize] = members::automatic_answer(engine, seat, &question)?;
        return Ok(false);
    }
    suspend(engine, r, place, Awaits::Answer { seat, question })?;
    engine.emit(Event::Asked { seat });
    Ok(true)
}

/// Asks several seats. False where all have answered already.
pub(crate) fn ask_all(
    engine: &mut Engine<'_>,
    r: &mut [Value],
    place: Place,
    asked: SeatSet,
    question: Question,
) -> Run<bool> {
    let automatic = engine.table.seating.automatic;
    let mut given = Vec::new();
    for seat in asked.and(automatic) {
        given.push((seat, members::automatic_answer(engine, seat, &question)?));
    }
    let waiting = asked.minus(automatic);
    if waiting.is_empty() {
        let answers = given.into_iter().map(|(_, answer)| answer);
        r[place.into as usize] = engine.reader().list(answers)?;
        return Ok(false);
    }
    let awaits = Awaits::Answers {
        waiting,
        question,
        given,
    };
    suspend(engine, r, place, awaits)?;
    for seat in waiting {
        engine.emit(Event::Asked { seat });
    }
    Ok(true)
}

/// The question that an instruction asks some seats.
pub(crate) fn question(
    engine: &mut Engine<'_>,
    r: &[Value],
    (args, n): (u32, u8),
    primitive: u16,
    asked: SeatSet,
) -> Run<Question> {
    let row = &engine.table.program.code.operands[args as usize..args as usize + n as usize];
    let args = interpret::arguments(&engine.reader(), r, row);
    let prompt = &engine.table.functions.code[primitive as usize];
    question_of(engine, prompt, &args, asked)
}

/// The question that a prompt asks some seats.
pub(crate) fn question_of(
    engine: &mut Engine<'_>,
    prompt: &Function,
    args: &[Value],
    asked: SeatSet,
) -> Run<Question> {
    let Some(question) = prompt.ask(&engine.reader(), args) else {
        return Err(FaultKind::Primitive("not a prompt").into());
    };
    let mut question = question?;
    if engine.table.program.code.calls_custom {
        question.each_value(|value| typed::look_over(&engine.reader(), value))?;
    }
    if !has_answer(engine, &question, asked)? {
        return Err(match engine.temp.met_unseen.get() {
            true => FaultKind::UnseenAnswer,
            false => FaultKind::NoAnswer,
        }
        .into());
    }
    keep_question(engine, &mut question);
    Ok(question)
}

/// Whether a question has an answer. What goes together may be something else for each seat.
fn has_answer(engine: &Engine<'_>, question: &Question, asked: SeatSet) -> Run<bool> {
    if question.form.rule().is_none() {
        return legal::can_be_answered(&engine.reader(), question);
    }
    for seat in asked {
        let reader = Reader {
            player: Some(seat),
            ..engine.reader()
        };
        if !legal::can_be_answered(&reader, question)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn keep_question(engine: &mut Engine<'_>, question: &mut Question) {
    question.default = keep(engine, question.default);
    question.label = keep(engine, question.label);
    match &mut question.form {
        Form::OneOf { list, labels, among } => {
            *list = keep(engine, *list);
            *labels = keep(engine, *labels);
            *among = keep(engine, *among);
        }
        Form::Several { list, rule, .. } => {
            *list = keep(engine, *list);
            if let Some(rule) = rule {
                rule.given = keep(engine, rule.given);
            }
        }
        Form::Number { .. } | Form::Confirm => {}
    }
}

/// Lets an action wait.
pub(crate) fn suspend(engine: &mut Engine<'_>, r: &[Value], place: Place, awaits: Awaits) -> Run<()> {
    if engine.world.suspended.len() >= MAX_SUSPENDED {
        return Err(FaultKind::TooMany {
            what: "suspended actions",
            limit: MAX_SUSPENDED,
        }
        .into());
    }
    let registers = still_read(engine, r, place.pc);
    let World {
        scene,
        extras,
        suspended,
        ..
    } = &mut *engine.world;
    let depth = extras.as_ref().map_or(0, |r| {
        r.under.iter().filter(|(l, _)| l.scene == scene.scene).count()
    });
    suspended.push(Suspended {
        scene: scene.scene,
        depth: depth as u16,
        pc: place.pc,
        player: engine.player,
        actor: place.actor,
        cause: place.cause,
        into: place.into,
        awaits,
        registers,
        journal: None,
    });
    Ok(())
}

/// The registers of code that waits before an instruction.
pub(super) fn still_read(engine: &mut Engine<'_>, r: &[Value], pc: u32) -> SmallVec<[Value; 12]> {
    let mut registers: SmallVec<[Value; 12]> = r.into();
    // What is not read again may be anybody's secret, and is no part of the game any more. A function of a
    // script is called again from its own instruction, others go on after theirs.
    let waits = &engine.table.program.code.suspensions;
    let live = pc.checked_sub(1).and_then(|pc| waits.at(pc));
    for (at, value) in registers.iter_mut().enumerate() {
        *value = match live {
            Some(suspension) if !suspension.live.contains(at as u8) => Value::Nothing,
            _ => keep(engine, *value),
        };
    }
    registers
}

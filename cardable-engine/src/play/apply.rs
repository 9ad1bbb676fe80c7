//! Applies a validated choice: an action, an answer, a vote, or a pass.

use super::exec::Exit;
use super::legal_set::{Candidate, Chosen, LegalSet, Source};
use super::{backs, exec, in_play, prompts, turns, valid};
use crate::event::Event;
use crate::fault::Run;
use crate::ids::{ActionId, CardId, Seat, SeatSet};
use crate::program::{ActionDef, ActionKind, PickWhat, Sealing, StateType};
use crate::value::Value;
use crate::vm::engine::{Engine, PendingAutos};
use crate::world::scene::{Cause, Form, Trigger};
use smallvec::SmallVec;

pub(crate) fn apply(engine: &mut Engine<'_>, seat: Seat, chosen: &Chosen, legal: &LegalSet) -> Run<()> {
    match chosen.offer.source {
        Source::Prompt(at) => {
            let answer = answer_value(engine, at, chosen)?;
            engine.answer(seat, answer)
        }
        Source::Pass => do_nothing(engine, seat, legal),
        Source::Act(action) => {
            if engine.world.extras.is_some() {
                let scene = in_play::scene_of(engine, seat);
                in_play::focus(engine, scene);
            }
            engine.player = Some(seat);
            let def = engine.table.program.action(action);
            if def.is_plain() {
                return act_plainly(engine, seat, action, def, &chosen.picked);
            }
            if def.kind == ActionKind::VoteButton {
                turns::cast(engine, seat, Some(action));
                engine.world.scene.led_by = Some(seat);
                let exit = engine.run_code(def.body, &[], Cause::Act(action))?;
                if exit == Exit::Done {
                    engine.pending_autos = Some(PendingAutos {
                        next: 0,
                        on: Trigger::Action,
                    });
                }
                return Ok(());
            }
            let what = def.pick.as_ref().map_or(PickWhat::Card, |p| p.what);
            let values = draw_picks(engine, what, def, &chosen.picked);
            if def.sealing == Sealing::Answers {
                let given = prompts::pick_registers(engine, def, &values)?;
                engine.run_code(def.body, &given, Cause::Act(action))?;
                return Ok(());
            }
            if def.sealing.is_sealed() {
                let waits = others_choose(engine, seat, legal);
                return prompts::commit(engine, seat, action, &values, waits);
            }
            engine.emit(Event::Acted { seat, action });
            let given = prompts::pick_registers(engine, def, &values)?;
            if engine.run_code(def.body, &given, Cause::Act(action))? == Exit::Done {
                engine.after_code(Cause::Act(action), Some(seat))?;
            }
            Ok(())
        }
    }
}

/// Fast path: an action without a pick, or with one visible card, whose steps complete at once.
#[inline(always)]
fn act_plainly(
    engine: &mut Engine<'_>,
    seat: Seat,
    action: ActionId,
    def: &ActionDef,
    picked: &[Candidate],
) -> Run<()> {
    let cause = Cause::Act(action);
    let exit = match (&def.pick, picked) {
        (None, _) => {
            engine.emit(Event::Acted { seat, action });
            exec::run_given(engine, def.body, None, cause)?
        }
        (Some(pick), [one]) if !one.is_hidden() => {
            engine.emit(Event::Acted { seat, action });
            let card = Value::Card(CardId(one.raw));
            exec::run_given(engine, def.body, Some((pick.register, card)), cause)?
        }
        (Some(_), picked) => {
            let values = draw_picks(engine, PickWhat::Card, def, picked);
            engine.emit(Event::Acted { seat, action });
            let given = prompts::pick_registers(engine, def, &values)?;
            engine.run_code(def.body, &given, cause)?
        }
    };
    if exit == Exit::Done {
        engine.after_action(seat, action)?;
    }
    Ok(())
}

/// Whether members other than this seat still have to make a choice.
fn others_choose(engine: &Engine<'_>, seat: Seat, legal: &LegalSet) -> bool {
    let members = engine
        .world
        .scene
        .members
        .minus(SeatSet::one(seat))
        .minus(engine.world.scene.acted);
    !legal.seats.and(members).is_empty()
}

/// Passes for a seat that is asked although it has nothing to do.
fn do_nothing(engine: &mut Engine<'_>, seat: Seat, legal: &LegalSet) -> Run<()> {
    let scene = in_play::scene_of(engine, seat);
    in_play::focus(engine, scene);
    engine.player = Some(seat);
    engine.emit(Event::Passed { seat });
    let def = engine.table.program.state(engine.world.scene.state);
    match def.kind {
        StateType::RoundRobin => engine.world.scene.ending.insert(seat),
        StateType::Concurrent | StateType::Grandstand | StateType::Auto => {
            engine.world.scene.acted.insert(seat);
        }
    }
    if def.sealed && !others_choose(engine, seat, legal) {
        return prompts::open_sealed(engine);
    }
    engine.pending_autos = Some(PendingAutos {
        next: 0,
        on: Trigger::Action,
    });
    Ok(())
}

/// The value of an answer to the question of the suspended action `at`.
fn answer_value(engine: &Engine<'_>, at: u16, chosen: &Chosen) -> Run<Value> {
    let question = engine.world.suspended.get(at as usize).and_then(|s| s.question());
    let Some(question) = question else {
        return Ok(Value::Nothing);
    };
    let reader = engine.reader();
    Ok(match question.form {
        Form::Number { .. } => Value::Int(chosen.number),
        Form::Confirm => Value::Bool(chosen.number == 1),
        Form::OneOf { list, .. } => {
            let place = chosen.picked.first().map_or(0, |c| c.raw as usize);
            reader.item(list, place)?.unwrap_or_default()
        }
        Form::Several { list, .. } => {
            let items = reader.items(list)?;
            let named = chosen.picked.iter();
            reader.list(named.filter_map(|c| items.get(c.raw as usize).copied()))?
        }
    })
}

/// The values of the picks. Among cards that the seat cannot tell apart, the engine draws one.
pub(crate) fn draw_picks(
    engine: &mut Engine<'_>,
    what: PickWhat,
    def: &ActionDef,
    picked: &[Candidate],
) -> SmallVec<[Value; 8]> {
    let mut values: SmallVec<[Value; 8]> = SmallVec::new();
    for candidate in picked {
        if candidate.is_hidden() && matches!(what, PickWhat::Card | PickWhat::Drag) {
            let blind = def.pick.as_ref().is_some_and(|p| p.blind);
            let unseen: SmallVec<[CardId; 16]> =
                backs::stood_for(engine.table, engine.world, engine.player, blind, *candidate)
                    .filter(|card| !values.contains(&Value::Card(*card)))
                    .collect();
            let at = engine.below(unseen.len() as u32) as usize;
            values.extend(unseen.get(at).map(|card| Value::Card(*card)));
            continue;
        }
        let value = def
            .pick
            .as_ref()
            .and_then(|pick| valid::candidate_value(&engine.reader(), pick, *candidate));
        values.extend(value);
    }
    values
}

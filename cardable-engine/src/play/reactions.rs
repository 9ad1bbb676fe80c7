//! Doing what reactions say, and the abilities of cards.
//!
//! Reactions that were set off are done after the step that set them off and before the next one, each as a call of its
//! own: it may ask, and what it sets off itself comes before its next step. Code that waits for a call lies among the
//! suspended actions until that has ended.

use super::control::auto_player;
use super::exec::{Called, Exit};
use super::in_play;
use super::order;
use super::raising::owner;
use crate::event::{ByItself, Event, Spot};
use crate::fault::Run;
use crate::ids::{CardId, StrId};
use crate::program::{Code, Op, ReactionDef};
use crate::value::Value;
use crate::vm::engine::{Calls, Engine};
use crate::world::scene::{Awaits, Cause, Suspended};
use crate::world::sight;
use crate::world::whole::Raised;

impl Calls {
    /// Does what the code at hand has set off.
    pub(crate) fn settle(engine: &mut Engine<'_>) -> Run<Called> {
        // What sealed choices set off is done when all of them are.
        if engine.pending_transition.is_some() {
            return Ok(Called::Done);
        }
        let by = engine.calls.current();
        while let Some(called) = do_next(engine, Some(by))? {
            match called {
                Called::Done => {}
                other => return Ok(other),
            }
        }
        Ok(Called::Done)
    }

    /// A card does what its ability says.
    pub(crate) fn perform(engine: &mut Engine<'_>, card: CardId, ability: u16) -> Run<Called> {
        let table = engine.table;
        let ty = engine.world.type_of(table, card);
        let Some(def) = table.program.reactions.abilities.get(usize::from(ability)) else {
            return Ok(Called::Done);
        };
        let Some(code) = def.code(ty) else {
            return Ok(Called::Done);
        };
        engine.spend(8)?;
        let outer = engine.player;
        engine.emit(Event::Began {
            what: ByItself::Ability,
            name: def.name,
            card: Some(card),
        });
        let called = call(engine, def.name, code, &[Value::Card(card)])?;
        engine.player = outer;
        Ok(called)
    }
}

/// Does the reaction that is next, or asks which that is. None where none waits.
fn do_next(engine: &mut Engine<'_>, by: Option<u16>) -> Run<Option<Called>> {
    if let Some(code) = engine.table.program.reactions.choose_next
        && let Some((seat, entries)) = order::to_choose_from(engine, by)?
    {
        let outer = engine.player.replace(seat);
        let called = call(engine, StrId(0), code, &[entries])?;
        engine.player = outer;
        return Ok(Some(called));
    }
    let Some(raised) = take_next(engine, by) else {
        return Ok(None);
    };
    react(engine, &raised).map(Some)
}

/// Takes the reaction that is next: that of the seat that acts before those of others, and older ones first.
fn take_next(engine: &mut Engine<'_>, by: Option<u16>) -> Option<Raised> {
    let extras = engine.world.extras.as_mut()?;
    let own = extras.raised.iter().enumerate();
    let own = own.filter(|(_, raised)| by.is_none_or(|by| raised.by == by));
    let (at, _) = own.min_by_key(|(at, raised)| (raised.distance, *at))?;
    Some(extras.raised.remove(at))
}

fn react(engine: &mut Engine<'_>, raised: &Raised) -> Run<Called> {
    let table = engine.table;
    let Some(def) = table.program.reactions.all.get(usize::from(raised.reaction)) else {
        return Ok(Called::Done);
    };
    if def.state.is_some_and(|state| state != engine.world.scene.state) {
        return Ok(Called::Done);
    }
    let carrier = match raised.given[usize::from(ReactionDef::CARRIER)] {
        Value::Card(card) => Some(card),
        _ => None,
    };
    let outer = engine.player;
    engine.player = match carrier {
        Some(card) => owner(engine, card).or_else(|| auto_player(engine)),
        None => auto_player(engine),
    };
    engine.spend(8)?;
    let holds = order::holds(&engine.reader(), def, raised)?;
    let called = match holds {
        true => {
            engine.emit(Event::Began {
                what: ByItself::Trigger,
                name: def.name,
                card: carrier,
            });
            let label = def.label;
            let carrier = carrier.map(|card| (card, spot_of(engine, card)));
            engine.emit(Event::TriggerBegan { carrier, label });
            let called = call(engine, def.name, def.body, &raised.given)?;
            if let Called::Done = called {
                engine.emit(Event::TriggerEnded { carrier, label });
            }
            called
        }
        false => Called::Done,
    };
    engine.player = outer;
    Ok(called)
}

/// Where a card lies.
fn spot_of(engine: &Engine<'_>, card: CardId) -> Spot {
    let (table, world) = (engine.table, &*engine.world);
    let at = world.place_of(table, card);
    sight::spot(world, table, card, world.zone_of(table, card), at)
}

fn call(engine: &mut Engine<'_>, name: StrId, code: Code, given: &[Value]) -> Run<Called> {
    let number = engine.calls.begin(name, &engine.world.suspended)?;
    let exit = engine.run_code(code, given, Cause::Call(number))?;
    engine.calls.end();
    Ok(match exit {
        Exit::Done => Called::Done,
        Exit::Left => Called::Left,
        Exit::Suspended => Called::Waits(number),
    })
}

/// Where no code runs: does what was set off and goes on with what waited for a call that has ended. Returns whether
/// there was anything.
pub(crate) fn go_on(engine: &mut Engine<'_>) -> Run<bool> {
    if !engine.world.suspended.is_empty() {
        if let Some(at) = without_call(&engine.world.suspended) {
            let frame = engine.world.suspended.remove(at);
            in_play::focus(engine, frame.scene);
            let (cause, actor) = (frame.cause, frame.actor);
            if resume(engine, frame)? == Exit::Done {
                engine.after_code(cause, actor)?;
            }
            return Ok(true);
        }
        // One reaction after the other.
        let is_call = |frame: &Suspended| matches!(frame.cause, Cause::Call(_));
        if engine.world.suspended.iter().any(is_call) {
            return Ok(false);
        }
    }
    Ok(do_next(engine, None)?.is_some())
}

/// Code that waits for a call that is not there any more.
fn without_call(suspended: &[Suspended]) -> Option<usize> {
    suspended.iter().rposition(|frame| match frame.awaits {
        Awaits::Call(number) => !suspended.iter().any(|other| other.cause == Cause::Call(number)),
        Awaits::Answer { .. } | Awaits::Answers { .. } | Awaits::Pop => false,
    })
}

/// Goes on with code whose call has ended.
fn resume(engine: &mut Engine<'_>, mut frame: Suspended) -> Run<Exit> {
    engine.player = frame.player;
    // More may have been set off than the call that it waited for.
    let ops = &engine.table.program.code.ops;
    let before = frame.pc.checked_sub(1);
    let start = match before.and_then(|pc| ops.get(pc as usize)) {
        Some(Op::Settle) => frame.pc - 1,
        _ => frame.pc,
    };
    let outer = std::mem::replace(&mut engine.calls, Calls::resume(frame.cause, StrId(0)));
    let exit = engine.exec(start, &mut frame.registers, frame.cause);
    engine.calls = outer;
    exit
}

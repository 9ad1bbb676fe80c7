//! Reactions to what happens, and the abilities of cards.
//!
//! What happens is compared with all reactions at once, and those that it sets off wait in the World. They are done after
//! the step that set them off and before the next one, each as a call of its own: it may ask, and what it sets off itself
//! comes before its next step. Code that waits for a call lies among the suspended actions until that has ended.

use super::exec::{self, Exit};
use super::in_play;
use super::run;
use crate::event::DataAt;
use crate::fault::Run;
use crate::ids::{CardId, Seat, StrId, ZoneId};
use crate::program::{About, Carried, Code, Edge, Occasion, Op, ReactionDef, Watched, ZoneName};
use crate::value::Value;
use crate::vm::engine::Calls;
use crate::vm::engine::Engine;
use crate::vm::kinds::truth;
use crate::world::scene::{Awaits, Cause, Suspended};
use crate::world::table::Table;
use crate::world::whole::Raised;
use smallvec::SmallVec;

/// How many reactions may wait at once.
const MOST_RAISED: usize = 1_024;

/// Something that happens, as reactions hear of it.
#[derive(Clone, Copy, Default)]
struct Happening {
    card: Option<CardId>,
    from: Option<ZoneId>,
    to: Option<ZoneId>,
    seat: Option<Seat>,
    old: Value,
    new: Value,
}

/// A card went from one zone to another.
#[inline(always)]
pub(crate) fn moved(engine: &mut Engine<'_>, card: CardId, from: ZoneId, to: ZoneId) {
    if engine.table.program.reactions.heard.moves && from != to {
        let happening = Happening {
            card: Some(card),
            from: Some(from),
            to: Some(to),
            seat: engine.player,
            ..Happening::default()
        };
        let table = engine.table;
        raise(engine, happening, |occasion| match occasion {
            Occasion::Moved { from: left, to: came } => {
                is_among(table, from, left) && is_among(table, to, came)
            }
            _ => false,
        });
    }
}

/// A card was turned face up.
#[inline(always)]
pub(crate) fn turned_up(engine: &mut Engine<'_>, card: CardId, zone: ZoneId) {
    if engine.table.program.reactions.heard.turned {
        let happening = Happening {
            card: Some(card),
            to: Some(zone),
            seat: engine.player,
            ..Happening::default()
        };
        let table = engine.table;
        raise(engine, happening, |occasion| match occasion {
            Occasion::TurnedUp { within } => is_among(table, zone, within),
            _ => false,
        });
    }
}

/// An item of the shared data or of a seat's has another value.
#[cold]
pub(crate) fn changed(engine: &mut Engine<'_>, at: DataAt, old: Value, new: Value) {
    let (seat, watched) = match at {
        DataAt::Global(at) => (engine.player, Watched::Global(at)),
        DataAt::Seat(seat, at) => (Some(seat), Watched::Seat(at)),
        DataAt::State(..) => return,
    };
    let happening = Happening {
        seat,
        old,
        new,
        ..Happening::default()
    };
    raise_change(engine, happening, watched);
}

/// An item of a card's data has another value.
#[inline(always)]
pub(crate) fn card_changed(engine: &mut Engine<'_>, card: CardId, at: u16, old: Value, new: Value) {
    if engine.table.program.reactions.heard.data {
        let happening = Happening {
            card: Some(card),
            seat: engine.player,
            old,
            new,
            ..Happening::default()
        };
        raise_change(engine, happening, Watched::Card(at));
    }
}

fn raise_change(engine: &mut Engine<'_>, happening: Happening, watched: Watched) {
    if happening.old != happening.new {
        raise(engine, happening, |occasion| {
            *occasion == Occasion::Changed(watched)
        });
    }
}

/// A turn begins or ends.
#[inline(always)]
pub(crate) fn turn(engine: &mut Engine<'_>, edge: Edge, seat: Seat) {
    if engine.table.program.reactions.heard.turns {
        let happening = Happening {
            seat: Some(seat),
            ..Happening::default()
        };
        raise(engine, happening, |occasion| *occasion == Occasion::Turn(edge));
    }
}

/// A round begins or ends.
#[inline(always)]
pub(crate) fn round(engine: &mut Engine<'_>, edge: Edge) {
    if engine.table.program.reactions.heard.rounds {
        let happening = Happening {
            seat: engine.world.scene.turn,
            ..Happening::default()
        };
        raise(engine, happening, |occasion| *occasion == Occasion::Round(edge));
    }
}

/// The rules say that something has happened.
pub(crate) fn emitted(engine: &mut Engine<'_>, name: StrId, card: Option<CardId>, value: Value) {
    let value = exec::keep(engine, value);
    let happening = Happening {
        card,
        seat: engine.player,
        new: value,
        ..Happening::default()
    };
    raise(engine, happening, |occasion| *occasion == Occasion::Emitted(name));
}

fn is_among(table: &Table, zone: ZoneId, names: &[ZoneName]) -> bool {
    let name = table.traits[zone.index()].name;
    names.is_empty() || names.iter().any(|other| is_zone(table, name, *other))
}

/// Whether a zone is the named one or a copy of it.
fn is_zone(table: &Table, zone: ZoneName, named: ZoneName) -> bool {
    let family = |name: ZoneName| match name {
        ZoneName::Shared(at) => (
            false,
            table
                .program
                .zones
                .shared
                .get(usize::from(at))
                .map(|def| def.family),
        ),
        ZoneName::Seat(at) => (
            true,
            table
                .program
                .zones
                .seat
                .get(usize::from(at))
                .map(|def| def.family),
        ),
    };
    zone == named || family(zone) == family(named)
}

/// Notes the reactions that wait for this.
#[cold]
fn raise(engine: &mut Engine<'_>, happening: Happening, is_waited_for: impl Fn(&Occasion) -> bool) {
    let table = engine.table;
    let mut found: SmallVec<[(u16, Option<CardId>); 8]> = SmallVec::new();
    for (reaction, def) in (0..).zip(&table.program.reactions.all) {
        let is_here = def.state.is_none_or(|state| state == engine.world.scene.state);
        if !is_here || !is_waited_for(&def.occasion) {
            continue;
        }
        match &def.carried {
            None => found.push((reaction, None)),
            Some(carried) => each_carrier(engine, carried, happening.card, |card| {
                found.push((reaction, Some(card)));
            }),
        }
    }
    if found.is_empty() {
        return;
    }
    let by = engine.calls.current();
    let value = |card: Option<CardId>| card.map_or(Value::Nothing, Value::Card);
    let zone = |zone: Option<ZoneId>| zone.map_or(Value::Nothing, Value::Zone);
    for (reaction, carrier) in found {
        let owner = carrier.and_then(|card| owner(engine, card));
        let distance = match (owner, run::auto_player(engine)) {
            (Some(owner), Some(first)) => {
                let seats = table.seats as i16;
                let way = (i16::from(owner.0) - i16::from(first.0)) * i16::from(engine.world.direction);
                1 + way.rem_euclid(seats.max(1)) as u8
            }
            (Some(owner), None) => 1 + owner.0,
            (None, _) => 0,
        };
        let given = [
            value(carrier),
            value(happening.card),
            zone(happening.from),
            zone(happening.to),
            happening.seat.map_or(Value::Nothing, Value::Seat),
            happening.old,
            happening.new,
        ];
        let raised = &mut engine.world.extras_mut().raised;
        if raised.len() < MOST_RAISED {
            raised.push(Raised {
                reaction,
                by,
                distance,
                given,
            });
        }
    }
}

/// The cards that have a reaction, and lie where they have to.
fn each_carrier(engine: &Engine<'_>, carried: &Carried, about: Option<CardId>, mut see: impl FnMut(CardId)) {
    let (table, world) = (engine.table, &*engine.world);
    let has_it = |card: CardId| {
        let zone = world.zone_of(table, card);
        carried.by.contains(world.type_of(table, card).index()) && is_among(table, zone, &carried.within)
    };
    if carried.about == About::This {
        about.into_iter().filter(|card| has_it(*card)).for_each(see);
        return;
    }
    for card in world.order(table) {
        let card = CardId(*card);
        let is_meant = carried.about == About::Any || about != Some(card);
        if is_meant && has_it(card) {
            see(card);
        }
    }
}

/// The seat that a card acts for: whose zone it lies in, else whose card it is.
pub(crate) fn owner(engine: &Engine<'_>, card: CardId) -> Option<Seat> {
    let zone = engine.world.zone_of(engine.table, card);
    let of_zone = engine.table.traits[zone.index()].owner;
    of_zone.or_else(|| engine.world.owner_of(engine.table, card))
}

/// How a call came to rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Called {
    Done,
    /// It left the state: whoever waited for it is gone.
    Left,
    /// It waits; the number by which it is known.
    Waits(u16),
}

/// Does what the code at hand has set off.
pub(crate) fn settle(engine: &mut Engine<'_>) -> Run<Called> {
    // What sealed choices set off is done when all of them are.
    if engine.pending_transition.is_some() {
        return Ok(Called::Done);
    }
    let by = engine.calls.current();
    while let Some(raised) = take_next(engine, Some(by)) {
        match react(engine, &raised)? {
            Called::Done => {}
            other => return Ok(other),
        }
    }
    Ok(Called::Done)
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
        Some(card) => owner(engine, card).or_else(|| run::auto_player(engine)),
        None => run::auto_player(engine),
    };
    engine.spend(8)?;
    let holds = match def.condition {
        Some(condition) => truth(engine.reader().eval_with(condition, &raised.given)?)?,
        None => true,
    };
    let called = match holds {
        true => call(engine, def.name, def.body, &raised.given)?,
        false => Called::Done,
    };
    engine.player = outer;
    Ok(called)
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
    let called = call(engine, def.name, code, &[Value::Card(card)])?;
    engine.player = outer;
    Ok(called)
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
    let Some(raised) = take_next(engine, None) else {
        return Ok(false);
    };
    react(engine, &raised)?;
    Ok(true)
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

/// Forgets what was set off while a position was set up: nothing has happened in it.
pub(crate) fn forget_raised(engine: &mut Engine<'_>) {
    if let Some(extras) = &mut engine.world.extras {
        extras.raised.clear();
    }
}

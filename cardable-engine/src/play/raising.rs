//! What happens, and which reactions it sets off.
//!
//! What happens is compared with all reactions at once, and those that it sets off wait in the World until `reactions` does
//! them.

use super::control::auto_player;
use super::keeping::keep;
use crate::event::DataAt;
use crate::ids::{CardId, Seat, StrId, ZoneId};
use crate::program::{About, Carried, Edge, Occasion, Watched, ZoneName};
use crate::value::Value;
use crate::vm::engine::Engine;
use crate::world::members;
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
    if engine.heard.moves && from != to {
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
    if engine.heard.turned {
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

/// An item of the shared data, of a seat's or of the running state's has another value.
#[cold]
pub(crate) fn changed(engine: &mut Engine<'_>, at: DataAt, old: Value, new: Value) {
    let (seat, watched) = match at {
        DataAt::Global(at) => (engine.player, Watched::Global(at)),
        DataAt::Seat(seat, at) => (Some(seat), Watched::Seat(at)),
        DataAt::State(_, slot) => {
            let state = engine.table.program.state(engine.world.scene.state);
            let Some(item) = state.data.get(usize::from(slot)) else {
                return;
            };
            (engine.player, Watched::State(item.name))
        }
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
    if engine.heard.of_cards {
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
    if engine.heard.turns {
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
    if engine.heard.rounds {
        let happening = Happening {
            seat: engine.world.scene.turn,
            ..Happening::default()
        };
        raise(engine, happening, |occasion| *occasion == Occasion::Round(edge));
    }
}

/// The rules say that something has happened.
pub(crate) fn emitted(engine: &mut Engine<'_>, name: StrId, card: Option<CardId>, value: Value) {
    let value = keep(engine, value);
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
        let distance = match (owner, auto_player(engine)) {
            (Some(owner), Some(first)) => {
                let seats = table.seats as i16;
                let place = |seat| i16::from(members::place_of(engine.world, seat));
                let way = (place(owner) - place(first)) * i16::from(engine.world.direction);
                1 + way.rem_euclid(seats.max(1)) as u8
            }
            (Some(owner), None) => 1 + members::place_of(engine.world, owner),
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
                asked: false,
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
    // What is about no card is heard by all.
    if let (About::This, Some(card)) = (carried.about, about) {
        if has_it(card) {
            see(card);
        }
        return;
    }
    for card in world.order(table) {
        let card = CardId(*card);
        let is_meant = carried.about != About::Others || about != Some(card);
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

/// Whether reactions wait to be done.
pub(crate) fn is_awaited(engine: &Engine<'_>) -> bool {
    let extras = engine.world.extras.as_ref();
    extras.is_some_and(|extras| !extras.raised.is_empty())
}

/// Forgets what was set off while a position was set up: nothing has happened in it.
pub(crate) fn forget_raised(engine: &mut Engine<'_>) {
    if let Some(extras) = &mut engine.world.extras {
        extras.raised.clear();
    }
}

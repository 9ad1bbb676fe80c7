//! From World and events to what a viewer may hold.

use super::data::datum;
use super::events::{DataRef, Slot, ViewEvent};
use super::of_cards::{datum_of_card, of_cards_into};
use super::table::{CardSeen, Datum, MessageSeen, SceneSeen, SeatSeen, Status, View};
use crate::event::{DataAt, Event, Spot, shown_tokens};
use crate::ids::{Audience, CardId, CardTypeId, Seat, SeatSet, StrId, Viewer, ZoneId};
use crate::play::legal_set::{LegalSet, Source};
use crate::program::{DataDef, DataVisible};
use crate::value::Value;
use crate::vm::computed::{seat_value, shared_value};
use crate::vm::engine::{LinkedTable, Reader};
use crate::vm::temp::TempLists;
use crate::world::scene::Layer;
use crate::world::table::Table;
use crate::world::whole::World;
use crate::world::zone_marks::CLOSED;
use crate::world::{card_data, sight, zone_marks};
use smallvec::SmallVec;

/// A card as one of some who see its face sees it, or one who does not.
fn seen(t: &Table, world: &World, card: CardId, face: bool) -> CardSeen {
    let ty = world.type_of(t, card);
    if face {
        CardSeen::Face(ty)
    } else {
        CardSeen::Back(t.program.cards.types[ty.index()].back)
    }
}

fn is_open(def: &DataDef, owner: Option<Seat>, viewer: Viewer) -> bool {
    match (def.visible, viewer) {
        (DataVisible::All, _) | (_, Viewer::Omniscient) => true,
        (DataVisible::Owner, Viewer::Seat(seat)) => owner == Some(seat),
        (DataVisible::Owner | DataVisible::None, _) => false,
    }
}

fn guarded(reader: &Reader<'_>, def: &DataDef, owner: Option<Seat>, viewer: Viewer, value: Value) -> Datum {
    if is_open(def, owner, viewer) {
        datum(reader, value)
    } else {
        Datum::Hidden
    }
}

/// What a viewer may hold of an item of data of the table or of a seat.
#[inline]
fn shown(reader: &Reader<'_>, def: &DataDef, owner: Option<Seat>, at: usize, viewer: Viewer) -> Datum {
    if !is_open(def, owner, viewer) {
        return Datum::Hidden;
    }
    let value = match owner {
        Some(seat) if def.is_unseen() => seat_value(reader, seat, at as u16).unwrap_or_default(),
        None if def.is_unseen() => shared_value(reader, at as u16).unwrap_or_default(),
        Some(seat) => reader.world.values[reader.table.seat_data_at(seat, at as u16)],
        None => reader.world.values[at],
    };
    datum(reader, value)
}

/// Whose an item of data is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum DataOf {
    Game,
    Seat(Seat),
    /// The state that runs in the scene of a number.
    Scene(u16),
}

/// Which printed card an item of data is that a view shows as just a card. None where the viewer does not know the card; who may
/// not see the item itself must not ask.
pub(crate) fn card_of_item(
    t: &LinkedTable,
    world: &World,
    viewer: Viewer,
    of: DataOf,
    at: u16,
) -> Option<CardTypeId> {
    let temp = TempLists::default();
    let reader = Reader {
        table: t,
        world,
        temp: &temp,
        player: None,
    };
    let data = &t.program.data;
    let value = match of {
        DataOf::Game if data.globals.get(usize::from(at))?.is_unseen() => shared_value(&reader, at).ok()?,
        DataOf::Game => *world.values.get(usize::from(at))?,
        DataOf::Seat(seat) if data.seat.get(usize::from(at))?.is_unseen() => {
            seat_value(&reader, seat, at).ok()?
        }
        DataOf::Seat(seat) => *world.values.get(t.seat_data_at(seat, at))?,
        DataOf::Scene(scene) if scene == world.scene.scene => {
            *world.values.get(world.state_data_at(t) + usize::from(at))?
        }
        DataOf::Scene(scene) => {
            let mut scenes = world.extras.iter().flat_map(|extras| &extras.scenes);
            let (_, values) = scenes.find(|(layer, _)| layer.scene == scene)?;
            *values.get(usize::from(at))?
        }
    };
    match value {
        Value::Card(card) if world.knows(t, card).contains(viewer) => Some(world.type_of(t, card)),
        _ => None,
    }
}

/// The computed items that nobody at the table sees, as those are told of them who see everything.
pub(crate) fn unseen_items(t: &LinkedTable, world: &World) -> Vec<ViewEvent> {
    let temp = TempLists::default();
    let reader = Reader {
        table: t,
        world,
        temp: &temp,
        player: None,
    };
    let mut items = Vec::new();
    let mut tell = |owner: Option<Seat>, defs: &[DataDef]| {
        for (at, def) in defs.iter().enumerate().filter(|(_, def)| def.is_unseen()) {
            items.push(ViewEvent::Data {
                at: owner.map_or(DataRef::Global(at as u16), |seat| DataRef::Seat(seat, at as u16)),
                value: shown(&reader, def, owner, at, Viewer::Omniscient),
            });
        }
    };
    tell(None, &t.program.data.globals);
    for seat in t.every_seat() {
        tell(Some(seat), &t.program.data.seat);
    }
    items
}

/// Puts items in the place of older ones. Few of those own memory, and only they are dropped: to drop all of a view's data would
/// take longer than to write them.
#[inline]
fn replace_all(out: &mut Vec<Datum>, items: impl Iterator<Item = Datum>) {
    let mut count = 0;
    for item in items {
        match out.get_mut(count) {
            Some(slot) => match std::mem::replace(slot, item) {
                old @ (Datum::Written(_) | Datum::List(_)) => drop(old),
                plain => std::mem::forget(plain),
            },
            None => out.push(item),
        }
        count += 1;
    }
    if count < out.len() {
        out.truncate(count);
    }
}

/// Fills a view.
pub fn view_into(t: &LinkedTable, world: &World, legal: &LegalSet, viewer: Viewer, out: &mut View) {
    let temp = TempLists::default();
    let reader = Reader {
        table: t,
        world,
        temp: &temp,
        player: None,
    };
    out.viewer = viewer;
    out.seq = world.step;
    seats_into(t, &mut out.seats);
    out.zones.resize_with(t.zones, Default::default);
    for (zone, slot) in t.zone_ids().zip(&mut out.zones) {
        let marks = zone_marks::marks(world, t, zone);
        slot.ordered = world.places(t, zone).contains(viewer);
        slot.closed = marks & CLOSED != 0;
        slot.designations = marks as u32;
        let alike = cards_into(t, world, zone, viewer, &mut slot.cards);
        if !slot.ordered && !alike {
            slot.cards.sort_unstable();
        }
    }
    let p = &t.program;
    let globals = p.data.globals.iter().enumerate();
    let globals = globals.map(|(at, def)| shown(&reader, def, None, at, viewer));
    replace_all(&mut out.globals, globals);
    out.seat_data.resize_with(t.seats, Vec::new);
    for (seat, data) in t.every_seat().into_iter().zip(&mut out.seat_data) {
        let items = p.data.seat.iter().enumerate();
        replace_all(
            data,
            items.map(|(at, def)| shown(&reader, def, Some(seat), at, viewer)),
        );
    }
    status_into(&reader, legal, viewer, &mut out.status);
}

/// The cards of a zone as a viewer sees them, in their real order. Tells whether they all look alike.
fn cards_into(
    t: &Table,
    world: &World,
    zone: ZoneId,
    viewer: Viewer,
    out: &mut SmallVec<[CardSeen; 8]>,
) -> bool {
    let cards = world.zone_cards(t, zone);
    out.truncate(cards.len());
    out.resize(cards.len(), CardSeen::Back(0));
    if cards.is_empty() {
        return true;
    }
    let types = world.types(t);
    let face = |card: u16| CardSeen::Face(CardTypeId(types[usize::from(card)]));
    let back = |card: u16| CardSeen::Back(t.program.cards.types[usize::from(types[usize::from(card)])].back);
    let slots = out.iter_mut().zip(cards);
    match (sight::faces_open_to(world, t, zone, viewer), t.one_back) {
        (Some(true), _) => slots.for_each(|(slot, card)| *slot = face(*card)),
        (Some(false), Some(one)) => {
            out.fill(CardSeen::Back(one));
            return true;
        }
        (Some(false), None) => slots.for_each(|(slot, card)| *slot = back(*card)),
        (None, _) => slots.for_each(|(slot, card)| {
            let open = world.face_audience(t, CardId(*card)).contains(viewer);
            *slot = if open { face(*card) } else { back(*card) };
        }),
    }
    cards.len() == 1
}

/// Teams and roles, where there are any.
fn seats_into(t: &Table, out: &mut Vec<SeatSeen>) {
    out.clear();
    if t.program.seats.teams.is_none() && t.program.seats.roles.is_empty() {
        return;
    }
    let role = |seat| t.program.seats.roles.get(usize::from(t.role(seat)?));
    out.extend(t.every_seat().into_iter().map(|seat| SeatSeen {
        team: t.team(seat),
        role: role(seat).map(|r| r.name),
        automatic: t.seating.automatic.contains(seat),
    }));
}

/// How everything but zones and data stands, as a viewer may know it.
pub fn status_of(t: &LinkedTable, world: &World, legal: &LegalSet, viewer: Viewer) -> Status {
    let temp = TempLists::default();
    let reader = Reader {
        table: t,
        world,
        temp: &temp,
        player: None,
    };
    let mut status = Status::default();
    status_into(&reader, legal, viewer, &mut status);
    status
}

fn status_into(reader: &Reader<'_>, legal: &LegalSet, viewer: Viewer, out: &mut Status) {
    let world = reader.world;
    let base = world.state_data_at(reader.table);
    out.scenes.truncate(1);
    match out.scenes.first_mut() {
        Some(first) => scene_into(reader, &world.scene, &world.values[base..], viewer, first),
        None => out
            .scenes
            .push(new_scene(reader, &world.scene, &world.values[base..], viewer)),
    }
    if let Some(extras) = &world.extras {
        for (layer, data) in &extras.scenes {
            out.scenes.push(new_scene(reader, layer, data, viewer));
        }
        out.scenes.sort_by_key(|s| s.scene);
    }
    let is_carried = reader.table.card_data.is_carried;
    if is_carried || !out.cards.is_empty() || !out.told.is_empty() {
        of_cards_into(reader, viewer, out);
    }
    let teams = world.extras.as_ref().map_or(&[][..], |extras| &extras.teams);
    if !(teams.is_empty() && out.teams.is_empty()) {
        teams.clone_into(&mut out.teams);
    }
    let places = world.extras.as_ref().map_or(&[][..], |extras| &extras.places);
    if !(places.is_empty() && out.places.is_empty()) {
        places.clone_into(&mut out.places);
    }
    out.dismissed = world.dismissed;
    out.asked = world
        .suspended
        .iter()
        .fold(SeatSet::EMPTY, |all, s| all.or(s.waiting()));
    out.to_decide = matches!(viewer, Viewer::Seat(seat) if legal.has(seat));
    out.direction = world.direction;
    out.result = world.extras.as_ref().and_then(|r| r.result.clone());
    out.messages.clear();
    messages(reader, legal, viewer, out);
}

fn new_scene(reader: &Reader<'_>, layer: &Layer, data: &[Value], viewer: Viewer) -> SceneSeen {
    let mut scene = SceneSeen {
        scene: 0,
        state: layer.state,
        members: SeatSet::EMPTY,
        resting: SeatSet::EMPTY,
        turn: None,
        acted: SeatSet::EMPTY,
        passed: SeatSet::EMPTY,
        data: Vec::new(),
    };
    scene_into(reader, layer, data, viewer, &mut scene);
    scene
}

fn scene_into(reader: &Reader<'_>, layer: &Layer, data: &[Value], viewer: Viewer, out: &mut SceneSeen) {
    let def = reader.program().state(layer.state);
    out.scene = layer.scene;
    out.state = layer.state;
    out.members = layer.members;
    out.resting = layer.resting;
    out.turn = layer.turn;
    out.acted = layer.acted;
    out.passed = layer.out();
    let items = def.data.iter().zip(data);
    let items = items.map(|(def, value)| guarded(reader, def, None, viewer, *value));
    replace_all(&mut out.data, items);
}

/// The messages of actions that the viewer can do now, and those that were put
/// on the table.
fn messages(reader: &Reader<'_>, legal: &LegalSet, viewer: Viewer, out: &mut Status) {
    if let Viewer::Seat(seat) = viewer {
        let mine = legal.offers.iter().filter(|o| o.seat == seat);
        for offer in mine {
            let Source::Act(action) = offer.source else {
                continue;
            };
            let Some(message) = &reader.program().action(action).message else {
                continue;
            };
            let own = Reader {
                player: Some(seat),
                ..*reader
            };
            let tokens = message.text.tokens.iter();
            out.messages.push(MessageSeen {
                place: message.place,
                size: message.size,
                text: message.text.text,
                tokens: tokens
                    .map(|code| datum(reader, own.eval(*code).unwrap_or_default()))
                    .collect(),
                seconds: message.seconds,
            });
        }
    }
    for note in &reader.world.notes {
        if note.audience.contains(viewer) {
            out.messages.push(MessageSeen {
                place: note.place,
                size: 24,
                text: note.text,
                tokens: note.tokens.iter().map(|v| datum(reader, *v)).collect(),
                seconds: -1,
            });
        }
    }
}

/// Where a viewer sees a card: its place in the zone as his view lists it.
pub fn slot_of(t: &Table, world: &World, viewer: Viewer, card: CardId) -> (ZoneId, u16) {
    let zone = world.zone_of(t, card);
    if world.places(t, zone).contains(viewer) {
        return (zone, world.place_of(t, card) as u16);
    }
    // Canonical order: what looks smaller comes first; of equals, in the order
    // of their numbers, which nobody sees.
    let look = |c: CardId| (seen(t, world, c, world.face_audience(t, c).contains(viewer)), c);
    let mine = look(card);
    let before = world
        .zone_cards(t, zone)
        .iter()
        .filter(|c| look(CardId(**c)) < mine)
        .count();
    (zone, before as u16)
}

/// What a viewer may know of an event; nothing when he may not know of it.
pub fn event_for(t: &LinkedTable, world: &World, viewer: Viewer, event: &Event) -> Option<ViewEvent> {
    let temp = TempLists::default();
    let reader = Reader {
        table: t,
        world,
        temp: &temp,
        player: None,
    };
    let slot = |spot: &Spot| Slot {
        zone: spot.zone,
        index: spot.places.contains(viewer).then_some(spot.at),
    };
    let look = |card, audience: Audience| seen(t, world, card, audience.contains(viewer));
    Some(match event {
        Event::Moved { card, from, to } => ViewEvent::Moved {
            from: slot(from),
            was: look(*card, from.face),
            to: slot(to),
            card: look(*card, to.face),
        },
        Event::Shown { card, before, spot } => {
            if before.contains(viewer) == spot.face.contains(viewer) {
                return None;
            }
            ViewEvent::Shown {
                slot: slot(spot),
                was: look(*card, *before),
                card: look(*card, spot.face),
            }
        }
        Event::Turned {
            card,
            before,
            spot,
            up,
        } => ViewEvent::Turned {
            slot: slot(spot),
            was: look(*card, *before),
            card: look(*card, spot.face),
            up: *up,
        },
        Event::Regarded { zone, before, after } => {
            if before.contains(viewer) == after.contains(viewer) {
                return None;
            }
            ViewEvent::Regarded {
                zone: *zone,
                ordered: after.contains(viewer),
            }
        }
        Event::Shuffled { zone } => ViewEvent::Shuffled { zone: *zone },
        Event::Arranged { card, spot } => {
            if !spot.places.contains(viewer) {
                return None;
            }
            ViewEvent::Arranged {
                zone: spot.zone,
                index: spot.at,
                card: look(*card, spot.face),
            }
        }
        Event::Opened { zone } => ViewEvent::Opened { zone: *zone },
        Event::Closed { zone } => ViewEvent::Closed { zone: *zone },
        Event::Designated {
            zone,
            designation,
            on,
        } => ViewEvent::Designated {
            zone: *zone,
            designation: *designation,
            on: *on,
        },
        Event::DeckTaken { deck, seat } => ViewEvent::DeckTaken {
            deck: *deck,
            seat: *seat,
        },
        Event::Data { at, value } => {
            let (def, owner, at) = match at {
                DataAt::Global(i) => (t.program.data.globals.get(*i as usize), None, DataRef::Global(*i)),
                DataAt::Seat(seat, i) => (
                    t.program.data.seat.get(*i as usize),
                    Some(*seat),
                    DataRef::Seat(*seat, *i),
                ),
                // The state may have been left since: the status tells its data.
                DataAt::State(..) => return None,
            };
            let def = def?;
            let value = guarded(&reader, def, owner, viewer, *value);
            // That it has changed would tell of what it is worked out from.
            if def.computed.is_some() && value == Datum::Hidden {
                return None;
            }
            ViewEvent::Data { at, value }
        }
        Event::CardData {
            card,
            item,
            value,
            spot,
        } => {
            let def = &t.program.data.card.get(usize::from(*item))?.def;
            if !card_data::is_open_at(def, spot, viewer) {
                return None;
            }
            ViewEvent::CardData {
                slot: slot(spot),
                card: look(*card, spot.face),
                item: *item,
                value: datum_of_card(&reader, viewer, *value),
            }
        }
        Event::Entered { scene, state } => ViewEvent::Entered {
            scene: *scene,
            state: *state,
        },
        Event::Turn { seat } => ViewEvent::Turn { seat: *seat },
        Event::TurnSkipped { seat } => ViewEvent::TurnSkipped { seat: *seat },
        Event::Passed { seat } => ViewEvent::Passed { seat: *seat },
        Event::Acted { seat, action } => ViewEvent::Acted {
            seat: *seat,
            action: *action,
        },
        Event::Committed { seat } => ViewEvent::Committed { seat: *seat },
        Event::Voted { seat, action } => ViewEvent::Voted {
            seat: *seat,
            action: *action,
        },
        Event::Asked { seat } => ViewEvent::Asked { seat: *seat },
        Event::Answered { seat, answer, action } => {
            let own = matches!(viewer, Viewer::Seat(s) if s == *seat) || viewer == Viewer::Omniscient;
            ViewEvent::Answered {
                seat: *seat,
                answer: if own {
                    datum(&reader, *answer)
                } else {
                    Datum::Hidden
                },
                action: *action,
            }
        }
        Event::Cancelled { seat } => ViewEvent::Cancelled { seat: *seat },
        Event::StepSkipped { seat, action } => ViewEvent::StepSkipped {
            seat: *seat,
            action: *action,
        },
        Event::Dismissed { seat } => ViewEvent::Dismissed { seat: *seat },
        Event::Recalled { seat } => ViewEvent::Recalled { seat: *seat },
        Event::Said {
            audience,
            place,
            text,
            tokens,
        } => {
            if !audience.contains(viewer) {
                return None;
            }
            let given = shown_tokens(tokens).iter();
            ViewEvent::Said {
                place: *place,
                text: *text,
                tokens: given.map(|v| datum(&reader, *v)).collect(),
            }
        }
        Event::Hint {
            audience,
            hint,
            card,
            value,
        } => {
            if !audience.contains(viewer) {
                return None;
            }
            ViewEvent::Hint {
                hint: *hint,
                slot: card.as_ref().map(slot),
                value: datum(&reader, *value),
            }
        }
        Event::Began { .. } => return None,
        Event::TriggerBegan { carrier, label } => {
            tells_of_trigger(carrier.as_ref(), *label, viewer)?;
            ViewEvent::TriggerBegan {
                slot: carrier.as_ref().map(|(_, spot)| slot(spot)),
                card: carrier.map(|(card, spot)| look(card, spot.face)),
                label: *label,
            }
        }
        Event::TriggerEnded { carrier, label } => {
            tells_of_trigger(carrier.as_ref(), *label, viewer)?;
            ViewEvent::TriggerEnded
        }
        Event::Over => ViewEvent::Over,
        Event::Rewound => ViewEvent::Rewound,
    })
}

/// Whether a viewer hears of a trigger: he sees the face of its card, or it is a rule that has a label.
fn tells_of_trigger(carrier: Option<&(CardId, Spot)>, label: Option<StrId>, viewer: Viewer) -> Option<()> {
    let is_told = match carrier {
        Some((_, spot)) => spot.face.contains(viewer),
        None => label.is_some(),
    };
    is_told.then_some(())
}

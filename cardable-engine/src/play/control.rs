//! Who may act, and who may use a zone.

use crate::ids::{Seat, SeatSet, ZoneId};
use crate::program::{Sides, StateType, Who};
use crate::vm::engine::{Engine, Reader};
use crate::world::members;
use crate::world::scene::{Awaits, Cause};
use crate::world::zone_marks;

/// Who may use a zone now. A designation of the zone takes precedence over the running state, and that over the
/// zone's own rule.
pub(super) fn control_of(reader: &Reader<'_>, zone: ZoneId) -> Who {
    let def = reader.table.zone_def(zone);
    let bits = zone_marks::designations(reader.world, reader.table, zone);
    if bits != 0 {
        let borne = def
            .designations()
            .enumerate()
            .filter(|(at, _)| bits >> at & 1 == 1);
        if let Some(who) = borne.filter_map(|(_, d)| d.control).next() {
            return who;
        }
    }
    let state = reader.world.scene.state;
    let of_state = def.control_in.iter().find(|(s, _)| *s == state);
    of_state.map_or(def.control, |(_, who)| *who)
}

/// Whether a seat may pick from a zone.
#[inline(always)]
pub(crate) fn controls(reader: &Reader<'_>, seat: Seat, zone: ZoneId) -> bool {
    match reader.table.traits[zone.index()].users {
        Some(users) => users.contains(seat),
        None => is_let_use(reader, seat, zone),
    }
}

/// Like [`controls`], for zones where this can change during play.
#[inline(never)]
fn is_let_use(reader: &Reader<'_>, seat: Seat, zone: ZoneId) -> bool {
    let traits = &reader.table.traits[zone.index()];
    let turn = match reader.state_type() {
        StateType::RoundRobin | StateType::Grandstand => reader.world.scene.turn,
        StateType::Auto | StateType::Concurrent => None,
    };
    let sides = SidesOfChooser {
        reader,
        owner: traits.owner,
        turn,
    };
    match control_of(reader, zone) {
        Who::Group(group) => group.seats(&sides).contains(seat),
        Who::Face => true,
        Who::When(code) => reader.holds(code).unwrap_or(false),
        Who::Several(set) => {
            let role = reader.table.role(seat);
            role.is_some_and(|role| set.roles.contains(role))
                || set.groups.each().any(|group| group.seats(&sides).contains(seat))
        }
    }
}

/// Seats in relation to a zone during a choice. Without turns, all are on turn.
struct SidesOfChooser<'r> {
    reader: &'r Reader<'r>,
    owner: Option<Seat>,
    turn: Option<Seat>,
}

impl Sides for SidesOfChooser<'_> {
    fn all(&self) -> SeatSet {
        SeatSet::first(32)
    }

    fn owner(&self) -> SeatSet {
        self.owner.map_or(SeatSet::EMPTY, SeatSet::one)
    }

    fn on_turn(&self) -> SeatSet {
        self.turn.map_or(self.all(), SeatSet::one)
    }

    fn allies(&self) -> SeatSet {
        let (world, table) = (self.reader.world, self.reader.table);
        self.turn
            .map_or(self.all(), |turn| members::allies(world, table, turn))
    }
}

/// Members of the running scene that may act if they have something to do.
#[inline]
pub fn may_act(reader: &Reader<'_>) -> SeatSet {
    let scene = &reader.world.scene;
    let kind = reader.program().state(scene.state).kind;
    let mut seats = match kind {
        StateType::Auto => return SeatSet::EMPTY,
        StateType::RoundRobin | StateType::Grandstand if reader.program().state(scene.state).off_turn => {
            scene.members
        }
        StateType::RoundRobin | StateType::Grandstand => scene.turn.map_or(SeatSet::EMPTY, SeatSet::one),
        StateType::Concurrent => scene.members.minus(scene.acted),
    };
    seats = seats
        .minus(reader.world.dismissed)
        .minus(reader.table.seating.automatic);
    if kind == StateType::RoundRobin {
        seats = seats.minus(scene.out());
    }
    if reader.world.suspended.is_empty() {
        return seats;
    }
    for frame in reader.world.suspended.iter().filter(|s| s.scene == scene.scene) {
        // A seat in the middle of an action finishes it first; and nobody
        // acts before the automatic actions are through.
        match (frame.cause, frame.actor) {
            (Cause::Act(_), Some(actor)) if frame.awaits != Awaits::Pop => seats.remove(actor),
            (Cause::Auto { .. } | Cause::Call(_), _) if frame.awaits != Awaits::Pop => return SeatSet::EMPTY,
            _ => {}
        }
    }
    for frame in &reader.world.suspended {
        seats = seats.minus(frame.waiting());
    }
    seats
}

/// The seat bound to `$player` in automatic actions.
pub(crate) fn auto_player(engine: &Engine<'_>) -> Option<Seat> {
    let scene = &engine.world.scene;
    match engine.table.program.state(scene.state).kind {
        StateType::RoundRobin | StateType::Grandstand => scene.turn,
        StateType::Auto | StateType::Concurrent => scene.led_by,
    }
}

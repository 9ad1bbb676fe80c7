//! The reading side: conditions, queries and texts see the World through this.

use super::function::LinkedTable;
use crate::fault::{FaultKind, Run};
use crate::ids::{CardId, Seat, SeatSet, Viewer, ZoneId};
use crate::program::op::OperandPlace;
use crate::program::{Operand, Program, StateType, TypeSet, UsualOperand};
use crate::value::Value;
use crate::vm::kinds::seat;
use crate::vm::temp::TempLists;
use crate::world::members;
use crate::world::whole::World;

/// What conditions and queries may see of a running game: everything, and
/// nothing to change.
///
/// ```
/// use cardable_core::primitives::{Param, ParamType, Primitive, Reader};
/// use cardable_core::value::{Type, Value};
/// fn held(reader: &Reader<'_>, args: &[Value]) -> cardable_core::primitives::Run<Value> {
///     let cards = reader.cards(args[0])?;
///     Ok(Value::Int(cards.len() as i64))
/// }
/// let zone = Param::required("zone", "the zone", ParamType::Value(Type::ZONE));
/// let held = Primitive::query("held", "How many cards a zone has.", [zone], Type::NUMBER, held);
/// # let _ = held;
/// ```
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    pub table: &'a LinkedTable,
    pub world: &'a World,
    pub temp: &'a TempLists,
    pub player: Option<Seat>,
}

impl<'a> Reader<'a> {
    pub(crate) fn program(&self) -> &'a Program {
        &self.table.program
    }

    /// The value that an operand names.
    #[inline(always)]
    pub(crate) fn get(&self, r: &[Value], from: Operand) -> Value {
        match from.usual() {
            UsualOperand::Register(at) => r[at],
            UsualOperand::Constant(at) => self.table.program.constants.all()[at],
            UsualOperand::Global(at) => self.world.values[at],
            UsualOperand::Other => other_operand(self, from),
        }
    }

    /// The card that would be drawn next.
    #[inline(always)]
    pub fn top(&self, zone: ZoneId) -> Option<CardId> {
        let cards = self.world.zone_cards(self.table, zone);
        let fifo = self.table.traits[zone.index()].fifo;
        if fifo { cards.first() } else { cards.last() }.map(|c| CardId(*c))
    }

    // --- what queries read

    pub fn acting(&self) -> Run<Seat> {
        self.player.ok_or_else(|| FaultKind::NoPlayer.into())
    }

    /// An attribute of a card.
    #[inline]
    pub fn attribute(&self, card: CardId, at: u16) -> Value {
        let ty = self.world.type_of(self.table, card);
        self.program().cards.attributes[at as usize].of[ty.index()]
    }

    /// The seats of a value: a seat, a list of seats, nothing.
    pub fn seat_set(&self, value: Value) -> Run<SeatSet> {
        match value {
            Value::Nothing => Ok(SeatSet::EMPTY),
            Value::Seat(one) => Ok(SeatSet::one(one)),
            Value::List(_) => self.each_item(value).map(seat).collect::<Run<SeatSet>>(),
            found => Err(FaultKind::WrongKind {
                wanted: "a seat",
                found,
            }
            .into()),
        }
    }

    /// Seats that are not dismissed.
    pub fn playing(&self) -> SeatSet {
        self.table.all_seats().minus(self.world.dismissed)
    }

    /// The seat after another among those in play, in the direction of play.
    pub fn seat_after(&self, seat: Seat, steps: i64) -> Option<Seat> {
        seat_after_among(self, self.playing(), seat, steps)
    }

    /// How the running state organises play.
    pub(crate) fn state_type(&self) -> StateType {
        self.program().state(self.world.scene.state).kind
    }
}

/// The running state's data, what depends on the acting seat, and options.
#[inline(never)]
pub(crate) fn other_operand(reader: &Reader<'_>, from: Operand) -> Value {
    let (t, at) = (reader.table, from.at() as u16);
    match (from.kind(), reader.player) {
        (Operand::STATE, _) => reader.world.values[t.state_data + at as usize],
        (Operand::SETTING, _) => t.settings[at as usize],
        (Operand::OWN_ZONE, Some(seat)) => Value::Zone(t.seat_zone(seat, at)),
        (Operand::OWN_DATA, Some(seat)) => reader.world.values[t.seat_data_at(seat, at)],
        (Operand::PLAYER, Some(seat)) => match from.place() {
            OperandPlace::NextPlayer => {
                let next = reader.seat_after(seat, i64::from(reader.world.direction));
                next.map_or(Value::Nothing, Value::Seat)
            }
            _ => Value::Seat(seat),
        },
        _ => Value::Nothing,
    }
}

/// Whether a card is of one of some types.
#[inline]
pub(crate) fn is_among(reader: &Reader<'_>, card: CardId, types: &TypeSet) -> bool {
    types.contains(reader.world.type_of(reader.table, card).index())
}

/// The seat after another among some, in the direction of play.
pub(crate) fn seat_after_among(
    reader: &Reader<'_>,
    playing: SeatSet,
    seat: Seat,
    steps: i64,
) -> Option<Seat> {
    let n = reader.table.seats as i64;
    let places = members::places(reader.world);
    let mut at = i64::from(match places {
        None => seat.0,
        Some(_) => members::place_of(reader.world, seat),
    });
    for _ in 0..n {
        at = (at + steps + n) % n;
        let next = match places {
            None => Seat(at as u8),
            Some(_) => members::seat_at(reader.world, at as u8),
        };
        if playing.contains(next) {
            return Some(next);
        }
    }
    None
}

/// Whether a seat sees the face of a card.
#[inline]
pub(crate) fn sees_face(reader: &Reader<'_>, seat: Seat, card: CardId) -> bool {
    reader
        .world
        .face_audience(reader.table, card)
        .contains(Viewer::Seat(seat))
}

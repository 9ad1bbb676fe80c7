//! Access by name, for primitives of the embedding program. The engine itself only uses numbers.

use crate::event::DataAt;
use crate::fault::{FaultKind, Run};
use crate::ids::{CardId, Seat, ZoneId};
use crate::program::{DataDef, ZoneName};
use crate::value::Value;
use crate::vm::engine::{Engine, Reader};
use crate::vm::{computed, typed};
use std::borrow::Cow;

/// The index of the data item with this name.
fn place(r: &Reader<'_>, data: &[DataDef], name: &str) -> Option<u16> {
    let id = r.program().strings.find(name)?;
    let at = data.iter().position(|def| def.name == id)?;
    u16::try_from(at).ok()
}

impl<'a> Reader<'a> {
    /// The text of a value. `None` if the value is not a text.
    pub fn text_of(&self, value: Value) -> Option<Cow<'a, str>> {
        match value {
            Value::Str(id) => Some(self.text(id)),
            _ => None,
        }
    }

    /// Converts a text to a value.
    ///
    /// # Errors
    ///
    /// A fault if it exceeds the maximum length of texts.
    pub fn text_value(&self, text: &str) -> Run<Value> {
        self.new_text(text)
    }

    /// A card's attribute by name, such as `suit` or an attribute of the card set. `Value::Nothing` if this
    /// card lacks it; `None` if no card set declares it.
    pub fn card_attribute(&self, card: CardId, name: &str) -> Option<Value> {
        let program = self.program();
        let id = program.strings.find(name)?;
        let at = program.cards.attributes.iter().position(|a| a.name == id)?;
        Some(self.attribute(card, u16::try_from(at).ok()?))
    }

    /// An item of the shared data. `None` if there is none of this name.
    pub fn global(&self, name: &str) -> Option<Value> {
        let at = place(self, &self.program().data.globals, name)?;
        computed::shared_value(self, at).ok()
    }

    /// An item of a seat's data. `None` if there is none of this name.
    pub fn seat_datum(&self, seat: Seat, name: &str) -> Option<Value> {
        let at = place(self, &self.program().data.seat, name)?;
        let there = seat.index() < self.table.seats;
        there.then(|| computed::seat_value(self, seat, at).ok())?
    }

    /// The shared zone with this name.
    pub fn shared_zone(&self, name: &str) -> Option<ZoneId> {
        let id = self.program().strings.find(name)?;
        let at = self.program().zones.shared.iter().position(|z| z.name == id)?;
        Some(self.table.shared_zone(u16::try_from(at).ok()?))
    }

    /// A seat's zone with this name.
    pub fn seat_zone(&self, seat: Seat, name: &str) -> Option<ZoneId> {
        let id = self.program().strings.find(name)?;
        let at = self.program().zones.seat.iter().position(|z| z.name == id)?;
        let there = seat.index() < self.table.seats;
        there.then(|| u16::try_from(at).ok().map(|at| self.table.seat_zone(seat, at)))?
    }

    /// The name of a zone, and its owner if it belongs to a seat.
    pub fn zone_name(&self, zone: ZoneId) -> (&'a str, Option<Seat>) {
        let Some(traits) = self.table.traits.get(zone.index()) else {
            return ("", None);
        };
        let zones = &self.program().zones;
        let def = match traits.name {
            ZoneName::Shared(at) => zones.shared.get(usize::from(at)),
            ZoneName::Seat(at) => zones.seat.get(usize::from(at)),
        };
        (def.map_or("", |def| self.program().str(def.name)), traits.owner)
    }

    /// The zone that a card is in.
    pub fn zone_of(&self, card: CardId) -> Option<ZoneId> {
        (card.index() < self.table.cards).then(|| self.world.zone_of(self.table, card))
    }
}

impl Engine<'_> {
    /// Changes an item of the shared data.
    ///
    /// # Errors
    ///
    /// A fault if there is no such item, if it is constant, or if the value is not of its type.
    pub fn set_global(&mut self, name: &str, value: Value) -> Run<()> {
        let table = self.table;
        let at = place(&self.reader(), &table.program.data.globals, name);
        let (at, slot) = may_be(self, &table.program.data.globals, at, value, usize::from)?;
        self.set_data(slot, &value, DataAt::Global(at));
        Ok(())
    }

    /// Changes an item of a seat's data.
    ///
    /// # Errors
    ///
    /// As [`Engine::set_global`], and if there is no such seat.
    pub fn set_seat_datum(&mut self, seat: Seat, name: &str, value: Value) -> Run<()> {
        let table = self.table;
        if seat.index() >= table.seats {
            return Err(FaultKind::Primitive("there is no such seat").into());
        }
        let at = place(&self.reader(), &table.program.data.seat, name);
        let slot = |at| table.seat_data_at(seat, at);
        let (at, slot) = may_be(self, &table.program.data.seat, at, value, slot)?;
        self.set_data(slot, &value, DataAt::Seat(seat, at));
        Ok(())
    }
}

/// Where an item of data lies that may become a value.
fn may_be(
    engine: &Engine<'_>,
    data: &[DataDef],
    at: Option<u16>,
    value: Value,
    slot: impl Fn(u16) -> usize,
) -> Run<(u16, usize)> {
    let found = at.and_then(|at| data.get(usize::from(at)).map(|def| (at, def)));
    let Some((at, def)) = found else {
        return Err(FaultKind::Primitive("there is no item of data of that name").into());
    };
    if def.constant || def.computed.is_some() {
        return Err(FaultKind::Primitive("that item of data is constant").into());
    }
    if !typed::has_type(&engine.reader(), value, def.ty) {
        return Err(FaultKind::Primitive("the value is not of the type of that item of data").into());
    }
    Ok((at, slot(at)))
}

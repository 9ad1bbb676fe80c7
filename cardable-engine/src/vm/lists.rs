//! Lists: those of the program, those that a game keeps, and those that a run makes.

pub(crate) mod nested;

use super::budget::look_at;
use super::engine::Reader;
use super::kinds::card;
use super::temp::{TEMP, TempLists};
use crate::fault::Run;
use crate::ids::{CardId, ListId};
use crate::program::Constants;
pub use crate::value::Items;
use crate::value::Value;
use crate::world::heap;
use smallvec::SmallVec;

/// A list in the making.
pub(crate) struct NewList<'a> {
    reader: Reader<'a>,
    items: Vec<Value>,
}

impl NewList<'_> {
    pub(crate) fn push(&mut self, item: Value) {
        self.items.push(item);
    }

    pub(crate) fn extend(&mut self, items: impl IntoIterator<Item = Value>) {
        self.items.extend(items);
    }

    pub(crate) fn items(&self) -> &[Value] {
        &self.items
    }

    /// The list, which lives until the run ends.
    pub(crate) fn finish(mut self) -> Run<Value> {
        let nesting = nested::nesting_of(&self.reader, &self.items)?;
        let list = self.reader.temp.add(std::mem::take(&mut self.items), nesting)?;
        Ok(Value::List(list))
    }
}

impl Drop for NewList<'_> {
    fn drop(&mut self) {
        self.reader
            .temp
            .unused
            .borrow_mut()
            .give(std::mem::take(&mut self.items));
    }
}

/// The items of a list, one after the other.
pub(crate) enum EachItem<'a> {
    /// Of a list that does not change in this run.
    Lying(std::slice::Iter<'a, Value>),
    /// Of a list that was made in this run.
    Made {
        temp: &'a TempLists,
        list: ListId,
        next: usize,
        len: usize,
    },
    One(Option<Value>),
}

impl Iterator for EachItem<'_> {
    type Item = Value;

    #[inline]
    fn next(&mut self) -> Option<Value> {
        match self {
            EachItem::Lying(items) => items.next().copied(),
            EachItem::Made {
                temp,
                list,
                next,
                len,
            } => {
                if next == len {
                    return None;
                }
                *next += 1;
                temp.item(*list, *next - 1)
            }
            EachItem::One(one) => one.take(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = match self {
            EachItem::Lying(items) => items.len(),
            EachItem::Made { next, len, .. } => len - next,
            EachItem::One(one) => usize::from(one.is_some()),
        };
        (n, Some(n))
    }
}

impl ExactSizeIterator for EachItem<'_> {}

impl<'a> Reader<'a> {
    /// Makes a list that lives until the run ends.
    pub fn list(&self, items: impl IntoIterator<Item = Value>) -> Run<Value> {
        let mut list = self.new_list();
        list.extend(items);
        list.finish()
    }

    /// Begins such a list.
    pub(crate) fn new_list(&self) -> NewList<'_> {
        NewList {
            reader: *self,
            items: self.temp.unused.borrow_mut().take(),
        }
    }

    /// The items of a list; a single value is a list of one, nothing is empty.
    pub fn items(&self, value: Value) -> Run<Items> {
        Ok(match value {
            Value::Nothing => Items::new(),
            Value::List(id) if id.0 >= TEMP => self.temp.items(id),
            Value::List(id) => Items::from_slice(lasting(self, id)),
            one => smallvec::smallvec![one],
        })
    }

    /// The items of a list, as [`Reader::items`] gives them, one after the other and without copying them
    /// first.
    pub(crate) fn each_item(&self, value: Value) -> EachItem<'a> {
        match value {
            Value::Nothing => EachItem::Lying([].iter()),
            Value::List(id) if id.0 >= TEMP => EachItem::Made {
                temp: self.temp,
                list: id,
                next: 0,
                len: self.temp.len(id),
            },
            Value::List(id) => EachItem::Lying(lasting(self, id).iter()),
            one => EachItem::One(Some(one)),
        }
    }

    /// The cards of a value: a card, a list of cards, all cards of a zone.
    pub fn cards(&self, value: Value) -> Run<SmallVec<[CardId; 16]>> {
        match value {
            Value::Zone(zone) => Ok(self
                .world
                .zone_cards(self.table, zone)
                .iter()
                .map(|c| CardId(*c))
                .collect()),
            Value::Card(one) => Ok(smallvec::smallvec![one]),
            value => with_items(self, value, |items| {
                let mut cards = SmallVec::with_capacity(items.len());
                for item in items {
                    cards.push(card(*item)?);
                }
                Ok(cards)
            }),
        }
    }

    /// The item of that place in a list; nothing after the last one. A single
    /// value is a list of one.
    pub(crate) fn item(&self, list: Value, n: usize) -> Run<Option<Value>> {
        Ok(match list {
            Value::Nothing => None,
            Value::List(id) if id.0 >= TEMP => self.temp.item(id, n),
            Value::List(id) => lasting(self, id).get(n).copied(),
            one => (n == 0).then_some(one),
        })
    }
}

/// Does something with the items of a list, as [`Reader::items`] gives them, all at once and without copying them first.
#[inline]
pub(crate) fn with_items<R>(reader: &Reader<'_>, value: Value, look: impl FnOnce(&[Value]) -> R) -> R {
    match value {
        Value::Nothing => look(&[]),
        Value::List(id) if id.0 >= TEMP => reader.temp.with_items(id, look),
        Value::List(id) => look(lasting(reader, id)),
        one => look(&[one]),
    }
}

/// Makes a list for code, which may come by there again and again.
#[inline]
pub(crate) fn list_of_code(reader: &Reader<'_>, items: impl ExactSizeIterator<Item = Value>) -> Run<Value> {
    look_at(reader, items.len())?;
    reader.list(items)
}

/// The items of a list of the program or the game.
#[inline]
fn lasting<'a>(reader: &Reader<'a>, id: ListId) -> &'a [Value] {
    match id.0 >= Constants::DYNAMIC {
        true => heap::list(reader.world, id).unwrap_or_default(),
        false => reader.table.program.constants.items(id),
    }
}

/// Finds out whether something holds. Lists that are made for that are gone afterwards.
pub(crate) fn in_passing(reader: &Reader<'_>, holds: impl FnOnce() -> Run<bool>) -> Run<bool> {
    let made = reader.temp.made();
    let holds = holds();
    reader.temp.forget_after(made);
    holds
}

/// Whether a list is there.
pub(crate) fn has_list(reader: &Reader<'_>, list: Value) -> bool {
    match list {
        Value::List(id) if id.0 >= TEMP => ((id.0 - TEMP) as usize) < reader.temp.made(),
        Value::List(id) if id.0 >= Constants::DYNAMIC => heap::list(reader.world, id).is_some(),
        Value::List(id) => id.index() < reader.program().constants.list_count(),
        _ => false,
    }
}

/// How many items a list has, counted as [`Reader::items`] gives them.
pub(crate) fn item_count(reader: &Reader<'_>, list: Value) -> usize {
    match list {
        Value::Nothing => 0,
        Value::List(id) if id.0 >= TEMP => reader.temp.len(id),
        Value::List(id) => lasting(reader, id).len(),
        _ => 1,
    }
}

/// Whether two values are the same; lists are when their items are.
#[cold]
pub(crate) fn same_items(reader: &Reader<'_>, a: Value, b: Value) -> Run<bool> {
    let (Value::List(_), Value::List(_), true) = (a, b, a != b) else {
        return Ok(a.same(b));
    };
    let (a, b) = (reader.items(a)?, reader.items(b)?);
    if a.len() != b.len() {
        return Ok(false);
    }
    look_at(reader, a.len())?;
    for (a, b) in a.into_iter().zip(b) {
        if !same_items(reader, a, b)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The item of that place in a list, or the card of that place in a zone.
#[inline(never)]
pub(crate) fn item_of(reader: &Reader<'_>, list: Value, n: usize) -> Run<Option<Value>> {
    Ok(match list {
        Value::Zone(zone) => {
            let cards = reader.world.zone_cards(reader.table, zone);
            cards.get(n).map(|c| Value::Card(CardId(*c)))
        }
        list => reader.item(list, n)?,
    })
}

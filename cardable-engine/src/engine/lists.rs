//! Lists: those of the program, those that a game keeps, and those that a run makes.

use super::budget::look_at;
use super::computed::KnownItems;
use super::fault::{FaultKind, Run};
use super::nesting::Nesting;
use super::reader::Reader;
use crate::ids::ListId;
use crate::program::Constants;
pub use crate::value::Items;
use crate::value::Value;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

/// Lists made by expressions. They are gone when the run ends, unless a step
/// stores them.
#[derive(Debug, Default)]
pub struct TempLists {
    lists: RefCell<Vec<Vec<Value>>>,
    unused: RefCell<Unused>,
    /// What lies in those lists that hold lists, by their places, in order.
    nestings: RefCell<Vec<(u32, Nesting)>>,
    /// Those that lie in another list, by their places: nothing may come into them any more.
    held: RefCell<BTreeSet<u32>>,
    /// Texts put together, by their numbers.
    pub(super) texts: RefCell<std::collections::BTreeMap<u32, Box<str>>>,
    /// How many cards and items primitives have looked at in this run.
    pub(crate) looked_at: Cell<usize>,
    /// How much fuel was used in this run for what is only read, beside the code of actions.
    pub(crate) burnt: Cell<u32>,
    /// How many candidates were tried in this run in search of right picks.
    pub(crate) tried: Cell<usize>,
    /// Whether a guard, or a pick, met a face in this run that its reader does not see.
    pub(crate) met_unseen: Cell<bool>,
    /// Whether active seats are being counted just now: conditions that ask for
    /// that number while it is worked out get a simpler one.
    pub(crate) counting: Cell<bool>,
    /// How many items of data are being computed, one inside the other.
    pub(crate) computing: Cell<u8>,
    /// What items of data were worked out to be.
    pub(super) known: RefCell<KnownItems>,
    /// How many calls of scripts are under way inside each other.
    pub(crate) nested: Cell<u8>,
    /// What scripts have printed in this run.
    pub(crate) trace: RefCell<Vec<Box<str>>>,
    /// Where conditions failed that were taken for false.
    pub(super) forgiven: RefCell<Vec<super::Fault>>,
}

/// How many lists a run may make.
const MOST_MADE: usize = 500_000;

/// The first identifier of a list that lives only during a run.
const TEMP: u32 = Constants::DYNAMIC * 2;

/// What is there for new lists.
#[derive(Debug, Default)]
pub(crate) struct ListMemory {
    pub(super) unused: Unused,
    /// A row of lists with nothing in it.
    pub(super) row: Vec<Vec<Value>>,
    known: KnownItems,
}

/// Memory of lists that are gone, for new ones.
#[derive(Debug, Default)]
pub(crate) struct Unused(Vec<Vec<Value>>);

impl Unused {
    /// More lists than this, or longer ones, are not kept in memory.
    const MOST_LISTS: usize = 64;
    const MOST_ITEMS: usize = 256;
    /// How many items a list has room for from the beginning.
    const FIRST_ITEMS: usize = 16;

    #[inline]
    pub(super) fn take(&mut self) -> Vec<Value> {
        self.0
            .pop()
            .unwrap_or_else(|| Vec::with_capacity(Unused::FIRST_ITEMS))
    }

    /// Keeps the memory of a list.
    #[inline]
    pub(super) fn give(&mut self, mut list: Vec<Value>) {
        if list.capacity() > 0 && list.capacity() <= Unused::MOST_ITEMS && self.0.len() < Unused::MOST_LISTS {
            list.clear();
            self.0.push(list);
        }
    }
}

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
        let nesting = self.reader.nesting_of(&self.items)?;
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

impl TempLists {
    /// Lists that begin with the memory of earlier ones.
    pub(crate) fn with_memory(memory: ListMemory) -> TempLists {
        TempLists {
            lists: RefCell::new(memory.row),
            unused: RefCell::new(memory.unused),
            known: RefCell::new(memory.known),
            ..TempLists::default()
        }
    }

    /// The memory, for the next run.
    pub(crate) fn into_memory(self) -> ListMemory {
        self.forget_after(0);
        ListMemory {
            unused: self.unused.into_inner(),
            row: self.lists.into_inner(),
            known: self.known.into_inner(),
        }
    }

    /// Memory for some values, with nothing in it.
    #[inline]
    pub(super) fn take_memory(&mut self) -> Vec<Value> {
        self.unused.get_mut().take()
    }

    /// Gives such memory back.
    #[inline]
    pub(super) fn give_memory(&mut self, values: Vec<Value>) {
        self.unused.get_mut().give(values);
    }

    fn add(&self, items: Vec<Value>, nesting: Option<Nesting>) -> Run<ListId> {
        let mut lists = self.lists.borrow_mut();
        if lists.len() >= MOST_MADE {
            return Err(FaultKind::TooMany {
                what: "lists",
                limit: MOST_MADE,
            }
            .into());
        }
        let at = lists.len() as u32;
        lists.push(items);
        if let Some(nesting) = nesting {
            self.nestings.borrow_mut().push((at, nesting));
        }
        Ok(ListId(TEMP + at))
    }

    /// What lies in a list, if it is one of these.
    pub(super) fn nesting(&self, id: ListId) -> Option<Nesting> {
        let at = id.0.checked_sub(TEMP)?;
        let nested = self.nestings.borrow();
        let found = nested.binary_search_by_key(&at, |(at, _)| *at).ok();
        let known = found.and_then(|found| nested.get(found));
        Some(known.map_or(Nesting::FLAT, |(_, nesting)| *nesting))
    }

    /// Notes that a list lies in another.
    #[cold]
    pub(super) fn hold(&self, id: ListId) {
        if let Some(at) = id.0.checked_sub(TEMP) {
            self.held.borrow_mut().insert(at);
        }
    }

    /// Whether a list lies in another.
    #[inline]
    pub(super) fn is_held(&self, id: ListId) -> bool {
        let held = self.held.borrow();
        !held.is_empty() && id.0.checked_sub(TEMP).is_some_and(|at| held.contains(&at))
    }

    /// Notes what lies in a list from now on.
    #[cold]
    pub(super) fn nest(&self, id: ListId, nesting: Nesting) {
        let at = id.0.saturating_sub(TEMP);
        let mut nested = self.nestings.borrow_mut();
        match nested.binary_search_by_key(&at, |(at, _)| *at) {
            Ok(found) => nested[found].1 = nesting,
            Err(place) => nested.insert(place, (at, nesting)),
        }
    }

    /// How many there are.
    #[inline]
    pub(crate) fn made(&self) -> usize {
        self.lists.borrow().len()
    }

    /// Forgets those that were made when there were so many already: nothing may refer to them.
    #[inline(never)]
    pub(crate) fn forget_after(&self, made: usize) {
        let mut lists = self.lists.borrow_mut();
        if lists.len() > made {
            let mut unused = self.unused.borrow_mut();
            lists.drain(made..).for_each(|list| unused.give(list));
            let mut nested = self.nestings.borrow_mut();
            let kept = nested.partition_point(|(at, _)| (*at as usize) < made);
            nested.truncate(kept);
            let mut held = self.held.borrow_mut();
            if !held.is_empty() {
                held.split_off(&(made as u32));
            }
        }
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        if !self.lists.get_mut().is_empty() {
            self.forget_after(0);
        }
        if !self.texts.get_mut().is_empty() {
            self.texts.get_mut().clear();
        }
        self.looked_at.set(0);
        self.burnt.set(0);
        self.tried.set(0);
        self.met_unseen.set(false);
        self.nested.set(0);
        self.forgiven.get_mut().clear();
    }

    /// Adds an item to a list, if it is one of these.
    pub(super) fn push(&self, id: ListId, item: Value) -> bool {
        let at = id.0.checked_sub(TEMP).map(|at| at as usize);
        let mut lists = self.lists.borrow_mut();
        let list = at.and_then(|at| lists.get_mut(at));
        list.map(|list| list.push(item)).is_some()
    }

    /// An item of a list; nothing after the last one.
    pub(super) fn item(&self, id: ListId, n: usize) -> Option<Value> {
        let at = id.0.checked_sub(TEMP)?;
        self.lists.borrow().get(at as usize)?.get(n).copied()
    }

    /// How many items a list has.
    pub(super) fn len(&self, id: ListId) -> usize {
        let at = id.0.checked_sub(TEMP).map_or(usize::MAX, |at| at as usize);
        self.lists.borrow().get(at).map_or(0, Vec::len)
    }

    /// The items of a list.
    fn items(&self, id: ListId) -> Items {
        let at = id.0.checked_sub(TEMP).map_or(usize::MAX, |at| at as usize);
        Items::from_slice(self.lists.borrow().get(at).map_or(&[], |list| list))
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

    /// The same for code, which may come by there again and again.
    #[inline]
    pub(super) fn list_of_code(&self, items: impl ExactSizeIterator<Item = Value>) -> Run<Value> {
        look_at(self, items.len())?;
        self.list(items)
    }

    /// Finds out whether something holds. Lists that are made for that are gone afterwards.
    pub(super) fn in_passing(&self, holds: impl FnOnce() -> Run<bool>) -> Run<bool> {
        let made = self.temp.made();
        let holds = holds();
        self.temp.forget_after(made);
        holds
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
            Value::List(id) if id.0 >= Constants::DYNAMIC => {
                let lists = self.world.extras.as_ref().map_or(&[][..], |r| r.lists.all());
                Items::from_slice(lists.get((id.0 - Constants::DYNAMIC) as usize).map_or(&[], |l| l))
            }
            Value::List(id) => Items::from_slice(self.program().constants.items(id)),
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
            Value::List(id) if id.0 >= Constants::DYNAMIC => {
                let lists = self.world.extras.as_ref().map_or(&[][..], |r| r.lists.all());
                let list = lists.get((id.0 - Constants::DYNAMIC) as usize);
                EachItem::Lying(list.map_or(&[][..], |list| list).iter())
            }
            Value::List(id) => EachItem::Lying(self.program().constants.items(id).iter()),
            one => EachItem::One(Some(one)),
        }
    }

    /// Whether a list is there.
    pub(super) fn has_list(&self, list: Value) -> bool {
        match list {
            Value::List(id) if id.0 >= TEMP => ((id.0 - TEMP) as usize) < self.temp.made(),
            Value::List(id) if id.0 >= Constants::DYNAMIC => {
                let lists = self.world.extras.as_ref().map_or(&[][..], |r| r.lists.all());
                ((id.0 - Constants::DYNAMIC) as usize) < lists.len()
            }
            Value::List(id) => id.index() < self.program().constants.list_count(),
            _ => false,
        }
    }

    /// How many items a list has, counted as [`Reader::items`] gives them.
    pub(super) fn item_count(&self, list: Value) -> usize {
        match list {
            Value::Nothing => 0,
            Value::List(id) if id.0 >= TEMP => self.temp.len(id),
            Value::List(id) if id.0 >= Constants::DYNAMIC => {
                let lists = self.world.extras.as_ref().map_or(&[][..], |r| r.lists.all());
                let list = lists.get((id.0 - Constants::DYNAMIC) as usize);
                list.map_or(0, Vec::len)
            }
            Value::List(id) => self.program().constants.items(id).len(),
            _ => 1,
        }
    }

    /// The item of that place in a list; nothing after the last one. A single
    /// value is a list of one.
    pub(super) fn item(&self, list: Value, n: usize) -> Run<Option<Value>> {
        Ok(match list {
            Value::Nothing => None,
            Value::List(id) if id.0 >= TEMP => self.temp.item(id, n),
            Value::List(id) if id.0 >= Constants::DYNAMIC => {
                let lists = self.world.extras.as_ref().map_or(&[][..], |r| r.lists.all());
                let list = lists.get((id.0 - Constants::DYNAMIC) as usize);
                list.and_then(|list| list.get(n).copied())
            }
            Value::List(id) => self.program().constants.items(id).get(n).copied(),
            one => (n == 0).then_some(one),
        })
    }

    /// Whether two values are the same; lists are when their items are.
    #[cold]
    pub(super) fn same_items(&self, a: Value, b: Value) -> Run<bool> {
        let (Value::List(_), Value::List(_), true) = (a, b, a != b) else {
            return Ok(a.same(b));
        };
        let (a, b) = (self.items(a)?, self.items(b)?);
        if a.len() != b.len() {
            return Ok(false);
        }
        look_at(self, a.len())?;
        for (a, b) in a.into_iter().zip(b) {
            if !self.same_items(a, b)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

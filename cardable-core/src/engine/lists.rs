//! Lists: those of the program, those that a game keeps, and those that a run makes.

use super::fault::{FaultKind, Run};
use super::operators::LIST_DEPTH;
use super::reader::Reader;
use crate::ids::ListId;
use crate::program::Constants;
use crate::value::Value;
use smallvec::SmallVec;
use std::cell::{Cell, RefCell};

/// Lists made by expressions. They are gone when the run ends, unless a step
/// stores them.
#[derive(Debug, Default)]
pub(crate) struct TempLists {
    lists: RefCell<Vec<Vec<Value>>>,
    /// Texts put together, by their numbers.
    pub(super) texts: RefCell<std::collections::BTreeMap<u32, Box<str>>>,
    /// How many cards and items primitives have looked at in this run.
    pub(crate) looked_at: Cell<usize>,
    /// Whether active seats are being counted just now: conditions that ask for
    /// that number while it is worked out get a simpler one.
    pub(crate) counting: Cell<bool>,
    /// How many calls of scripts are under way inside each other.
    pub(crate) nested: Cell<u8>,
    /// What scripts have printed in this run.
    pub(crate) trace: RefCell<Vec<Box<str>>>,
    /// Where conditions failed that were taken for false.
    pub(super) forgiven: RefCell<Vec<super::Fault>>,
}

/// The first identifier of a list that lives only during a run.
const TEMP: u32 = Constants::DYNAMIC * 2;

impl TempLists {
    fn add(&self, items: Vec<Value>) -> ListId {
        let mut lists = self.lists.borrow_mut();
        lists.push(items);
        ListId(TEMP + (lists.len() - 1) as u32)
    }

    /// Forgets them all.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.lists.get_mut().clear();
        self.texts.get_mut().clear();
        self.looked_at.set(0);
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
    fn item(&self, id: ListId, n: usize) -> Option<Value> {
        let at = id.0.checked_sub(TEMP)?;
        self.lists.borrow().get(at as usize)?.get(n).copied()
    }

    /// How many items a list has.
    fn len(&self, id: ListId) -> usize {
        let at = id.0.checked_sub(TEMP).map_or(usize::MAX, |at| at as usize);
        self.lists.borrow().get(at).map_or(0, Vec::len)
    }

    /// The items of a list.
    fn items(&self, id: ListId) -> Items {
        let at = id.0.checked_sub(TEMP).map_or(usize::MAX, |at| at as usize);
        Items::from_slice(self.lists.borrow().get(at).map_or(&[], |list| list))
    }

    /// Takes a list out of the short-lived ones, for the World to keep.
    pub(crate) fn get(&self, id: ListId) -> Option<Vec<Value>> {
        let at = id.0.checked_sub(TEMP)?;
        self.lists.borrow().get(at as usize).cloned()
    }
}

/// A list's items, copied out.
pub type Items = SmallVec<[Value; 16]>;

impl Reader<'_> {
    /// Makes a list that lives until the run ends.
    pub fn list(&self, items: Vec<Value>) -> Value {
        Value::List(self.temp.add(items))
    }

    /// The items of a list; a single value is a list of one, nothing is empty.
    pub fn items(&self, value: Value) -> Run<Items> {
        Ok(match value {
            Value::Nothing => Items::new(),
            Value::List(id) if id.0 >= TEMP => self.temp.items(id),
            Value::List(id) if id.0 >= Constants::DYNAMIC => {
                let lists = self.world.rare.as_ref().map_or(&[][..], |r| &r.lists.0);
                Items::from_slice(lists.get((id.0 - Constants::DYNAMIC) as usize).map_or(&[], |l| l))
            }
            Value::List(id) => Items::from_slice(self.program().constants.items(id)),
            one => smallvec::smallvec![one],
        })
    }

    /// How many items a list has, counted as [`Reader::items`] gives them.
    pub(super) fn item_count(&self, list: Value) -> usize {
        match list {
            Value::Nothing => 0,
            Value::List(id) if id.0 >= TEMP => self.temp.len(id),
            Value::List(id) if id.0 >= Constants::DYNAMIC => {
                let lists = self.world.rare.as_ref().map_or(&[][..], |r| &r.lists.0);
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
                let lists = self.world.rare.as_ref().map_or(&[][..], |r| &r.lists.0);
                let list = lists.get((id.0 - Constants::DYNAMIC) as usize);
                list.and_then(|list| list.get(n).copied())
            }
            Value::List(id) => self.program().constants.items(id).get(n).copied(),
            one => (n == 0).then_some(one),
        })
    }

    /// Whether two values are the same; lists are when their items are.
    #[cold]
    pub(super) fn same_items(&self, a: Value, b: Value, depth: u32) -> Run<bool> {
        let (Value::List(_), Value::List(_), true) = (a, b, a != b) else {
            return Ok(a.same(b));
        };
        let (a, b) = (self.items(a)?, self.items(b)?);
        if a.len() != b.len() {
            return Ok(false);
        }
        let depth = depth.checked_sub(1).ok_or(FaultKind::TooMany {
            what: "lists in lists that are compared",
            limit: LIST_DEPTH as usize,
        })?;
        for (a, b) in a.into_iter().zip(b) {
            if !self.same_items(a, b, depth)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

//! What one run makes and counts: lists, texts, and how much it looked at.

use super::known::KnownItems;
use crate::fault::{FaultKind, Run};
use crate::ids::ListId;
use crate::language::Language;
use crate::value::{Items, Value};
use crate::world::nesting::Nesting;
use crate::world::unused::Unused;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

/// Lists made by expressions. They are gone when the run ends, unless a step
/// stores them.
#[derive(Debug, Default)]
pub struct TempLists {
    lists: RefCell<Vec<Vec<Value>>>,
    pub(crate) unused: RefCell<Unused>,
    /// What lies in those lists that hold lists, by their places, in order.
    nestings: RefCell<Vec<(u32, Nesting)>>,
    /// Those that lie in another list, by their places: nothing may come into them any more.
    held: RefCell<BTreeSet<u32>>,
    /// Texts put together, by their numbers.
    pub(crate) texts: RefCell<std::collections::BTreeMap<u32, Box<str>>>,
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
    pub(crate) known: RefCell<KnownItems>,
    /// The language in which people read what this run words; the ruleset's own where nobody asked for another.
    pub(crate) language: Cell<Option<Language>>,
    /// How many calls of scripts are under way inside each other.
    pub(crate) nested: Cell<u8>,
    /// What scripts have printed in this run.
    pub(crate) trace: RefCell<Vec<Box<str>>>,
    /// Where conditions failed that were taken for false.
    pub(crate) forgiven: RefCell<Vec<crate::fault::Fault>>,
}

/// How many lists a run may make.
const MOST_MADE: usize = 500_000;

/// The first identifier of a list that lives only during a run: beyond those of all lists that a game keeps.
pub(crate) const TEMP: u32 = 1 << 31;

/// What is there for new lists.
#[derive(Debug, Default)]
pub(crate) struct ListMemory {
    pub(crate) unused: Unused,
    /// A row of lists with nothing in it.
    pub(crate) row: Vec<Vec<Value>>,
    known: KnownItems,
}

impl TempLists {
    /// Lists of a run that words things in a language.
    pub(crate) fn in_language(language: Language) -> TempLists {
        TempLists {
            language: Cell::new(Some(language)),
            ..TempLists::default()
        }
    }

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
    pub(crate) fn take_memory(&mut self) -> Vec<Value> {
        self.unused.get_mut().take()
    }

    /// Gives such memory back.
    #[inline]
    pub(crate) fn give_memory(&mut self, values: Vec<Value>) {
        self.unused.get_mut().give(values);
    }

    pub(crate) fn add(&self, items: Vec<Value>, nesting: Option<Nesting>) -> Run<ListId> {
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
    pub(crate) fn nesting(&self, id: ListId) -> Option<Nesting> {
        let at = id.0.checked_sub(TEMP)?;
        let nested = self.nestings.borrow();
        let found = nested.binary_search_by_key(&at, |(at, _)| *at).ok();
        let known = found.and_then(|found| nested.get(found));
        Some(known.map_or(Nesting::FLAT, |(_, nesting)| *nesting))
    }

    /// Notes that a list lies in another.
    #[cold]
    pub(crate) fn hold(&self, id: ListId) {
        if let Some(at) = id.0.checked_sub(TEMP) {
            self.held.borrow_mut().insert(at);
        }
    }

    /// Whether a list lies in another.
    #[inline]
    pub(crate) fn is_held(&self, id: ListId) -> bool {
        let held = self.held.borrow();
        !held.is_empty() && id.0.checked_sub(TEMP).is_some_and(|at| held.contains(&at))
    }

    /// Notes what lies in a list from now on.
    #[cold]
    pub(crate) fn nest(&self, id: ListId, nesting: Nesting) {
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
    pub(crate) fn push(&self, id: ListId, item: Value) -> bool {
        let at = id.0.checked_sub(TEMP).map(|at| at as usize);
        let mut lists = self.lists.borrow_mut();
        let list = at.and_then(|at| lists.get_mut(at));
        list.map(|list| list.push(item)).is_some()
    }

    /// An item of a list; nothing after the last one.
    pub(crate) fn item(&self, id: ListId, n: usize) -> Option<Value> {
        let at = id.0.checked_sub(TEMP)?;
        self.lists.borrow().get(at as usize)?.get(n).copied()
    }

    /// How many items a list has.
    pub(crate) fn len(&self, id: ListId) -> usize {
        let at = id.0.checked_sub(TEMP).map_or(usize::MAX, |at| at as usize);
        self.lists.borrow().get(at).map_or(0, Vec::len)
    }

    /// Does something with the items of a list, during which no list is made.
    #[inline]
    pub(crate) fn with_items<R>(&self, id: ListId, look: impl FnOnce(&[Value]) -> R) -> R {
        let at = id.0.checked_sub(TEMP).map_or(usize::MAX, |at| at as usize);
        look(self.lists.borrow().get(at).map_or(&[], |list| list))
    }

    /// The items of a list.
    pub(crate) fn items(&self, id: ListId) -> Items {
        self.with_items(id, Items::from_slice)
    }
}

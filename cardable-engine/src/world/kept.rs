//! Lists that a game keeps from one choice to the next.

use crate::ids::ListId;
use crate::program::Constants;
use crate::value::Value;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Lists that a game has made.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Lists {
    all: Vec<Vec<Value>>,
    #[serde(skip)]
    /// For further lists. Copies do not have it.
    memory: Memory,
}

/// Memory for further lists.
#[derive(Debug, Default)]
struct Memory {
    unused: Unused,
    /// A row of lists with nothing in it.
    row: Vec<Vec<Value>>,
}

impl Clone for Lists {
    fn clone(&self) -> Lists {
        Lists {
            all: self.all.clone(),
            memory: Memory::default(),
        }
    }
}

impl PartialEq for Lists {
    fn eq(&self, other: &Lists) -> bool {
        self.all == other.all
    }
}

impl Lists {
    pub(crate) fn all(&self) -> &[Vec<Value>] {
        &self.all
    }

    pub(crate) fn all_mut(&mut self) -> &mut [Vec<Value>] {
        &mut self.all
    }

    /// Looks at every item.
    pub(crate) fn each_value(&mut self, see: impl FnMut(&mut Value)) {
        self.all.iter_mut().flatten().for_each(see);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        self.shorten(0);
    }

    /// Becomes a copy of others, in the memory that is there.
    pub(crate) fn copy_from(&mut self, other: &Lists) {
        self.shorten(other.all.len());
        for (mine, theirs) in self.all.iter_mut().zip(&other.all) {
            mine.clone_from(theirs);
        }
        for theirs in other.all.iter().skip(self.all.len()) {
            let mut mine = self.memory.unused.take();
            mine.extend_from_slice(theirs);
            self.all.push(mine);
        }
    }

    fn shorten(&mut self, len: usize) {
        if self.all.len() > len {
            let memory = &mut self.memory.unused;
            self.all.drain(len..).for_each(|list| memory.give(list));
        }
    }

    /// An empty list, for [`Lists::keep`].
    pub(crate) fn begin(&mut self) -> Vec<Value> {
        self.memory.unused.take()
    }

    pub(crate) fn keep(&mut self, items: Vec<Value>) -> ListId {
        self.all.push(items);
        ListId(Constants::DYNAMIC + (self.all.len() - 1) as u32)
    }

    /// Begins to drop those that nothing refers to: all that is not kept by the sweep.
    pub(crate) fn sweep(&mut self) -> Sweep {
        let old = std::mem::take(&mut self.all);
        Sweep {
            map: smallvec::smallvec![None; old.len()],
            old,
            items: 0,
            new: std::mem::take(&mut self.memory.row),
        }
    }

    /// Ends a sweep. Tells how many items all that is kept has, in lists that several things share as often.
    pub(crate) fn end(&mut self, mut sweep: Sweep) -> usize {
        let memory = &mut self.memory.unused;
        sweep.old.drain(..).for_each(|list| memory.give(list));
        self.memory.row = sweep.old;
        self.all = sweep.new;
        sweep.items
    }
}

/// Lists while those that nothing refers to are dropped.
pub(crate) struct Sweep {
    /// Those that nothing is known to refer to.
    old: Vec<Vec<Value>>,
    /// What those are called that are kept, and how many items they have with those of their lists.
    map: SmallVec<[Option<(ListId, usize)>; 16]>,
    new: Vec<Vec<Value>>,
    items: usize,
}

impl Sweep {
    /// Keeps a list that a value refers to, and the lists in it: those come after it.
    pub(crate) fn keep(&mut self, value: &mut Value) {
        self.items = self.items.saturating_add(self.keep_list(value));
    }

    /// The same, and how many items it has.
    fn keep_list(&mut self, value: &mut Value) -> usize {
        let Value::List(id) = value else { return 0 };
        let Some(at) = id.0.checked_sub(Constants::DYNAMIC).map(|n| n as usize) else {
            return 0;
        };
        let (new, items) = match self.map.get(at).copied() {
            None => return 0,
            Some(Some(known)) => known,
            Some(None) => {
                let place = self.new.len();
                let new = ListId(Constants::DYNAMIC + place as u32);
                self.new.push(Vec::new());
                let mut list = std::mem::take(&mut self.old[at]);
                let inner: usize = list.iter_mut().map(|item| self.keep_list(item)).sum();
                let items = list.len().saturating_add(inner);
                self.new[place] = list;
                self.map[at] = Some((new, items));
                (new, items)
            }
        };
        *id = new;
        items
    }
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
    pub(crate) fn take(&mut self) -> Vec<Value> {
        self.0
            .pop()
            .unwrap_or_else(|| Vec::with_capacity(Unused::FIRST_ITEMS))
    }

    /// Keeps the memory of a list.
    #[inline]
    pub(crate) fn give(&mut self, mut list: Vec<Value>) {
        if list.capacity() > 0 && list.capacity() <= Unused::MOST_ITEMS && self.0.len() < Unused::MOST_LISTS {
            list.clear();
            self.0.push(list);
        }
    }
}

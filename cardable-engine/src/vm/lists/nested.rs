//! How deep the lists in a list lie.

use crate::fault::Run;
use crate::ids::ListId;
use crate::value::Value;
use crate::vm::budget::look_at;
use crate::vm::engine::Reader;
use crate::world::nesting::Nesting;

impl Reader<'_> {
    /// What lies in a list, and how many items it has itself.
    pub(crate) fn nesting(&self, list: ListId) -> Run<(Nesting, usize)> {
        let len = self.item_count(Value::List(list));
        if let Some(known) = self.temp.nesting(list) {
            return Ok((known, len));
        }
        look_at(self, len)?;
        let mut whole = Nesting::FLAT;
        for item in self.each_item(Value::List(list)) {
            if let Value::List(inner) = item {
                let (inner, len) = self.nesting(inner)?;
                whole = whole.with(inner, len)?;
            }
        }
        Ok((whole, len))
    }

    /// What lies in a list that is to be made of some items; nothing where none of them is a list.
    #[inline]
    pub(crate) fn nesting_of(&self, items: &[Value]) -> Run<Option<Nesting>> {
        if items.iter().any(|item| matches!(item, Value::List(_))) {
            return self.nesting_of_lists(items).map(Some);
        }
        Ok(None)
    }

    #[cold]
    fn nesting_of_lists(&self, items: &[Value]) -> Run<Nesting> {
        Nesting::of(items, |list| {
            self.temp.hold(list);
            self.nesting(list)
        })
    }
}

//! How deep the lists in a list lie.

use crate::fault::Run;
use crate::ids::ListId;
use crate::value::Value;
use crate::vm::budget::look_at;
use crate::vm::engine::Reader;
use crate::vm::lists;
use crate::world::nesting::Nesting;

/// What lies in a list, and how many items it has itself.
pub(crate) fn nesting(reader: &Reader<'_>, list: ListId) -> Run<(Nesting, usize)> {
    let len = lists::item_count(reader, Value::List(list));
    if let Some(known) = reader.temp.nesting(list) {
        return Ok((known, len));
    }
    look_at(reader, len)?;
    let mut whole = Nesting::FLAT;
    for item in reader.each_item(Value::List(list)) {
        if let Value::List(inner) = item {
            let (inner, len) = nesting(reader, inner)?;
            whole = whole.with(inner, len)?;
        }
    }
    Ok((whole, len))
}

/// What lies in a list that is to be made of some items; nothing where none of them is a list.
#[inline]
pub(crate) fn nesting_of(reader: &Reader<'_>, items: &[Value]) -> Run<Option<Nesting>> {
    if items.iter().any(|item| matches!(item, Value::List(_))) {
        return nesting_of_lists(reader, items).map(Some);
    }
    Ok(None)
}

#[cold]
fn nesting_of_lists(reader: &Reader<'_>, items: &[Value]) -> Run<Nesting> {
    Nesting::of(items, |list| {
        reader.temp.hold(list);
        nesting(reader, list)
    })
}

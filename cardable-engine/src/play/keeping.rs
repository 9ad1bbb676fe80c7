//! Keeping values for longer than the code that made them runs.

use crate::ids::ListId;
use crate::program::Strings;
use crate::value::Value;
use crate::vm::engine::Engine;
use crate::vm::temp::TEMP;
use crate::vm::texts;
use crate::world::heap;

/// Makes a value permanent: moves a temporary list to the World.
#[inline]
pub(crate) fn keep(engine: &mut Engine<'_>, value: Value) -> Value {
    match value {
        Value::List(id) if id.0 >= TEMP => keep_list(engine, id),
        Value::Str(id) if id.0 >= Strings::DYNAMIC => texts::keep_text(engine, id),
        other => other,
    }
}

/// Nested lists are copied too, which costs fuel.
#[cold]
fn keep_list(engine: &mut Engine<'_>, id: ListId) -> Value {
    let n = engine.temp.len(id);
    engine.fuel = engine.fuel.saturating_sub(n as u32);
    if engine.fuel == 0 {
        // The next instruction faults; what is kept until then does not matter.
        return Value::Nothing;
    }
    let mut items = heap::begin_list(engine.world);
    for at in 0..n {
        let item = engine.temp.item(id, at).unwrap_or_default();
        items.push(keep(engine, item));
    }
    Value::List(heap::keep_list(engine.world, items))
}

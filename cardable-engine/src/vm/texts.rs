//! Texts that a run puts together.

use super::budget::look_at;
use super::engine::{Engine, Reader};
use crate::fault::{FaultKind, Run};
use crate::ids::StrId;
use crate::language::Language;
use crate::limits::LONGEST_TEXT;
use crate::program::Strings;
use crate::value::Value;
use crate::world::heap;
use crate::world::texts::{MOST_TEXTS, number};
use std::borrow::Cow;
use std::collections::BTreeMap;

impl<'a> Reader<'a> {
    /// A text by its number.
    pub(crate) fn text(&self, id: StrId) -> Cow<'a, str> {
        if id.0 < Strings::DYNAMIC {
            return Cow::Borrowed(self.program().str(id));
        }
        if let Some(text) = heap::text(self.world, id) {
            return Cow::Borrowed(text);
        }
        // A text of this run may have the number of one that was dropped.
        if let Some(text) = self.temp.texts.borrow().get(&id.0) {
            return Cow::Owned(text.to_string());
        }
        Cow::Borrowed(heap::dropped_text(self.world, id).unwrap_or_default())
    }

    /// The language in which what people read is worded.
    pub(crate) fn language(&self) -> Language {
        self.temp
            .language
            .get()
            .unwrap_or(self.program().metadata.language)
    }

    /// What people read for a text.
    pub(crate) fn shown(&self, id: StrId) -> Cow<'a, str> {
        match id.0 < Strings::DYNAMIC {
            true => Cow::Borrowed(self.program().shown(self.language(), id)),
            false => match self.text(id) {
                Cow::Borrowed(text) => self.program().shown_written(self.language(), text),
                Cow::Owned(text) => {
                    Cow::Owned(self.program().shown_written(self.language(), &text).into_owned())
                }
            },
        }
    }

    /// The value of a text that has just been put together.
    pub(crate) fn new_text(&self, text: &str) -> Run<Value> {
        let too_many = |what, limit| Err(FaultKind::TooMany { what, limit }.into());
        if text.len() > LONGEST_TEXT {
            return too_many("bytes in a text", LONGEST_TEXT);
        }
        if let Some(id) = self.program().strings.find(text) {
            return Ok(Value::Str(id));
        }
        let mut made = self.temp.texts.borrow_mut();
        let kept = self.world.extras.as_ref().map(|extras| &extras.texts.0);
        let known = kept.map_or(0, BTreeMap::len) + made.len();
        look_at(self, known)?;
        let in_world = kept.and_then(|kept| kept.iter().find(|(_, kept)| ***kept == *text));
        let found = in_world.map(|(id, _)| *id);
        let found = found.or_else(|| made.iter().find(|(_, old)| ***old == *text).map(|(id, _)| *id));
        if let Some(id) = found {
            return Ok(Value::Str(StrId(id)));
        }
        if known >= MOST_TEXTS {
            return too_many("texts put together", MOST_TEXTS);
        }
        let mut id = number(text);
        while made.contains_key(&id) || kept.is_some_and(|kept| kept.contains_key(&id)) {
            id = id.wrapping_add(1) | Strings::DYNAMIC;
        }
        made.insert(id, text.into());
        Ok(Value::Str(StrId(id)))
    }
}

/// Makes a text of this run last.
#[cold]
pub(crate) fn keep_text(engine: &mut Engine<'_>, id: StrId) -> Value {
    if let Some(text) = engine.temp.texts.borrow_mut().remove(&id.0) {
        engine.world.extras_mut().texts.0.insert(id.0, text);
    }
    Value::Str(id)
}

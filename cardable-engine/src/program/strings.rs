//! Interned strings.

use crate::ids::StrId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The strings of a program, each kept once.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(into = "Vec<Box<str>>", try_from = "Vec<Box<str>>")]
pub struct Strings {
    texts: Vec<Box<str>>,
    ids: BTreeMap<Box<str>, StrId>,
}

impl Default for Strings {
    /// The empty text is in every table, so that any game can make it.
    fn default() -> Strings {
        let mut strings = Strings {
            texts: Vec::new(),
            ids: BTreeMap::new(),
        };
        let empty = strings.intern("");
        debug_assert_eq!(empty, StrId::EMPTY);
        strings
    }
}

impl From<Strings> for Vec<Box<str>> {
    fn from(strings: Strings) -> Vec<Box<str>> {
        strings.texts
    }
}

impl TryFrom<Vec<Box<str>>> for Strings {
    type Error = &'static str;

    fn try_from(texts: Vec<Box<str>>) -> Result<Strings, &'static str> {
        let mut strings = Strings::default();
        let (first, others) = texts.split_first().ok_or("there is no empty text")?;
        if !first.is_empty() {
            return Err("the empty text does not come first");
        }
        for text in others {
            match strings.ids.contains_key(text) {
                true => strings.again(text),
                false => strings.intern(text),
            };
        }
        Ok(strings)
    }
}

impl Strings {
    /// The first identifier of a text that a game has put together.
    pub const DYNAMIC: u32 = 1 << 31;

    /// The identifier of a text, which is kept from now on.
    pub fn intern(&mut self, text: &str) -> StrId {
        if let Some(&id) = self.ids.get(text) {
            return id;
        }
        let id = StrId(self.texts.len() as u32);
        self.texts.push(text.into());
        self.ids.insert(text.into(), id);
        id
    }

    /// A further identifier of a text, for a label that is translated otherwise than the same text elsewhere. It is no
    /// name: [`Strings::find`] does not give it.
    pub fn again(&mut self, text: &str) -> StrId {
        let id = StrId(self.texts.len() as u32);
        self.texts.push(text.into());
        id
    }

    /// The identifier of a text that is already kept.
    pub fn find(&self, text: &str) -> Option<StrId> {
        self.ids.get(text).copied()
    }

    pub fn get(&self, id: StrId) -> &str {
        self.texts.get(id.index()).map_or("", |text| text)
    }

    pub fn len(&self) -> usize {
        self.texts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }
}

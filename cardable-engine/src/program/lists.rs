//! Constants and constant lists.

use crate::ids::ListId;
use crate::value::Value;
use serde::{Deserialize, Serialize};

/// The constants of a program. Identifiers of lists count constant lists from
/// 0; lists made while a game runs are counted from [`Constants::DYNAMIC`].
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Constants {
    values: Vec<Value>,
    lists: Vec<Box<[Value]>>,
}

impl Constants {
    /// The first identifier of a list that belongs to a game.
    pub const DYNAMIC: u32 = 1 << 24;

    /// The number of a constant that is kept already.
    pub fn find(&self, value: Value) -> Option<u16> {
        let found = self
            .values
            .iter()
            .position(|v| *v == value && std::mem::discriminant(v) == std::mem::discriminant(&value));
        found.map(|at| at as u16)
    }

    /// The number of a constant, which is kept from now on.
    pub fn value(&mut self, value: Value) -> u16 {
        self.find(value).unwrap_or_else(|| {
            self.values.push(value);
            (self.values.len() - 1) as u16
        })
    }

    /// The identifier of a constant list.
    pub fn list(&mut self, items: &[Value]) -> ListId {
        let found = self.lists.iter().position(|l| **l == *items);
        ListId(found.unwrap_or_else(|| {
            self.lists.push(items.into());
            self.lists.len() - 1
        }) as u32)
    }

    pub fn count(&self) -> usize {
        self.values.len()
    }

    #[inline]
    pub fn get(&self, k: u16) -> Value {
        self.values[k as usize]
    }

    /// All constants, by their numbers.
    #[inline]
    pub fn all(&self) -> &[Value] {
        &self.values
    }

    #[inline]
    pub fn items(&self, list: ListId) -> &[Value] {
        self.lists.get(list.index()).map_or(&[], |items| items)
    }

    pub fn list_count(&self) -> usize {
        self.lists.len()
    }
}

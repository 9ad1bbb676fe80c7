//! Groups candidates by printed attributes, as bit sets.

use crate::ids::CardTypeId;
use crate::value::Value;
use crate::vm::engine::Reader;
use crate::vm::kinds::whole;
use smallvec::SmallVec;

/// Attribute values of the candidates of a search.
#[derive(Default)]
pub(super) struct Groups {
    attributes: SmallVec<[ByAttribute; 2]>,
    tables: SmallVec<[ByTable; 1]>,
}

/// Candidates grouped by their value of an attribute.
struct ByAttribute {
    attribute: u16,
    /// For each candidate, the set of those with the same value.
    same: SmallVec<[u64; 16]>,
    /// Its value, if that is a whole number.
    numbers: SmallVec<[Option<i64>; 16]>,
}

/// Candidates by their number in a table of the program.
struct ByTable {
    table: u16,
    values: SmallVec<[i64; 16]>,
}

impl Groups {
    /// The index of an attribute in here. `types` are the candidates' card types.
    pub(super) fn by_attribute(&mut self, reader: &Reader<'_>, types: &[u16], attribute: u16) -> Option<u8> {
        if let Some(at) = self.attributes.iter().position(|by| by.attribute == attribute) {
            return u8::try_from(at).ok();
        }
        let def = reader.program().cards.attributes.get(usize::from(attribute))?;
        let mut same = SmallVec::<[u64; 16]>::from_elem(0, types.len());
        let mut numbers = SmallVec::new();
        for (at, ty) in types.iter().enumerate() {
            let value = def.of.get(usize::from(*ty)).copied().unwrap_or(Value::Nothing);
            numbers.push(whole(value).ok());
            if same.get(at).is_some_and(|known| *known != 0) {
                continue;
            }
            let set = def.same_as(CardTypeId(*ty))?;
            let alike = types
                .iter()
                .enumerate()
                .filter(|(_, ty)| set.contains(usize::from(**ty)));
            let alike = alike.fold(0, |all, (at, _)| all | bit(at));
            let own = same
                .iter_mut()
                .enumerate()
                .filter(|(at, _)| alike & bit(*at) != 0);
            own.for_each(|(_, same)| *same = alike);
        }
        self.attributes.push(ByAttribute {
            attribute,
            same,
            numbers,
        });
        u8::try_from(self.attributes.len() - 1).ok()
    }

    /// The index of a table in here. `None` unless all its values are whole numbers from 0 on.
    pub(super) fn by_table(&mut self, reader: &Reader<'_>, types: &[u16], table: u16) -> Option<u8> {
        if let Some(at) = self.tables.iter().position(|by| by.table == table) {
            return u8::try_from(at).ok();
        }
        let values = reader.program().conditions.tables.get(usize::from(table))?;
        let value = |ty: &u16| match values.get(usize::from(*ty))? {
            Value::Nothing => Some(0),
            Value::Int(n) => (0..=i64::from(u32::MAX)).contains(n).then_some(*n),
            _ => None,
        };
        let values = types.iter().map(value).collect::<Option<_>>()?;
        self.tables.push(ByTable { table, values });
        u8::try_from(self.tables.len() - 1).ok()
    }

    /// The candidates with the same value as this one.
    pub(super) fn same(&self, attribute: u8, at: u16) -> u64 {
        let by = self.attributes.get(usize::from(attribute));
        by.and_then(|by| by.same.get(usize::from(at)))
            .copied()
            .unwrap_or(0)
    }

    /// The candidates whose value is a whole number.
    pub(super) fn numbered(&self, attribute: u8) -> u64 {
        self.filter(attribute, |number| number.is_some())
    }

    /// The candidates that can be in one run of at most `most` cards with this one. `None` if it can be in no
    /// run.
    pub(super) fn near(&self, attribute: u8, at: u16, most: u16) -> Option<u64> {
        let own = self.number(attribute, at)?;
        let is_near = |number: i64| number != own && number.abs_diff(own) < u64::from(most);
        Some(self.filter(attribute, |number| number.is_some_and(is_near)))
    }

    fn number(&self, attribute: u8, at: u16) -> Option<i64> {
        let by = self.attributes.get(usize::from(attribute))?;
        by.numbers.get(usize::from(at)).copied().flatten()
    }

    fn filter(&self, attribute: u8, passes: impl Fn(Option<i64>) -> bool) -> u64 {
        let numbers = self.attributes.get(usize::from(attribute));
        let numbers = numbers.map_or(&[][..], |by| &by.numbers);
        let passing = numbers.iter().enumerate().filter(|(_, number)| passes(**number));
        passing.fold(0, |all, (at, _)| all | bit(at))
    }

    /// The candidates that share a value with a picked one, and the number of distinct picked values.
    pub(super) fn distinct(&self, attribute: u8, picked: &[u16]) -> (u64, u16) {
        let (mut among, mut n) = (0u64, 0);
        for at in picked {
            if among & bit((*at).into()) == 0 {
                among |= self.same(attribute, *at);
                n += 1;
            }
        }
        (among, n)
    }

    /// Whether candidates with distinct numbers form a run.
    pub(super) fn follow_each_other(&self, attribute: u8, picked: &[u16]) -> bool {
        let mut ends: Option<(i64, i64)> = None;
        for at in picked {
            let Some(number) = self.number(attribute, *at) else {
                return false;
            };
            let (low, high) = ends.unwrap_or((number, number));
            ends = Some((low.min(number), high.max(number)));
        }
        ends.is_some_and(|(low, high)| high.abs_diff(low) + 1 == picked.len() as u64)
    }

    /// The sum of some candidates' numbers.
    pub(super) fn sum(&self, table: u8, picked: &[u16]) -> Option<i64> {
        let values = &self.tables.get(usize::from(table))?.values;
        picked
            .iter()
            .try_fold(0i64, |sum, at| sum.checked_add(*values.get(usize::from(*at))?))
    }

    /// The candidates with a number of at most `most`.
    pub(super) fn up_to(&self, table: u8, most: i64) -> u64 {
        let values = self
            .tables
            .get(usize::from(table))
            .map_or(&[][..], |by| &by.values);
        let small = values.iter().enumerate().filter(|(_, value)| **value <= most);
        small.fold(0, |all, (at, _)| all | bit(at))
    }
}

fn bit(at: usize) -> u64 {
    1 << (at & 63)
}

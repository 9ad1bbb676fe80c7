//! Queries over cards by what is printed on them.

use super::budget::look_at;
use super::engine::Reader;
use super::kinds::card;
use super::operators::{binary, compare};
use super::select::{Several, Types, Wide};
use crate::fault::{FaultKind, Run};
use crate::ids::{CardId, ListId};
use crate::program::BinaryOp;
use crate::signature::Query;
use crate::value::Value;
use crate::vm::lists::nested;
use crate::vm::select;

impl Reader<'_> {
    /// Counts or picks out those of some cards that pass a rule. `r` are the registers of the running code.
    #[inline(never)]
    pub(crate) fn sift(&self, r: &mut [Value], query: Query, of: Value, rule: u16) -> Run<Value> {
        let found = match self.program().cards.types.len() {
            ..=64 => sift_at_once::<u64>(self, r, query, of, rule),
            _ => sift_at_once::<Wide>(self, r, query, of, rule),
        };
        // Which fault it is, and whether it comes to it, depends on the order of the cards.
        found.or_else(|_| sift_one_by_one(self, r, query, of, rule))
    }

    /// Adds up or compares a number that every card type has; where it is nothing, the card is
    /// left out.
    #[inline(never)]
    pub(crate) fn measure(&self, query: Query, of: Value, table: u16) -> Run<Value> {
        let table = &self.program().conditions.tables[table as usize];
        let mut sum = Value::Int(0);
        let mut best: Option<(Value, CardId)> = None;
        each_card(self, of, |card| {
            let value = table[self.world.type_of(self.table, card).index()];
            if value == Value::Nothing {
                return Ok(true);
            }
            match (query, best) {
                (Query::Sum, _) => sum = binary(BinaryOp::Add, sum, value)?,
                (Query::MinBy, Some((old, _))) if !compare(BinaryOp::Lt, value, old)? => {}
                (Query::MaxBy, Some((old, _))) if !compare(BinaryOp::Lt, old, value)? => {}
                _ => best = Some((value, card)),
            }
            Ok(true)
        })?;
        Ok(match query {
            Query::MaxBy | Query::MinBy => best.map_or(Value::Nothing, |(_, card)| Value::Card(card)),
            Query::Sum | Query::Count | Query::Any | Query::All | Query::Filter | Query::TakeWhile => sum,
        })
    }

    /// Adds an item to a list that the running code has made.
    #[inline(never)]
    pub(crate) fn append(&self, list: Value, item: Value) -> Run<()> {
        match list {
            // Else a list could come to lie in itself.
            Value::List(id) if item == list || self.temp.is_held(id) => {
                Err(FaultKind::Primitive("a list that lies in another takes no more items").into())
            }
            Value::List(id) if self.temp.push(id, item) => match item {
                Value::List(inner) => nest(self, id, inner),
                _ => Ok(()),
            },
            found => Err(FaultKind::WrongKind {
                wanted: "a list",
                found,
            }
            .into()),
        }
    }
}

fn sift_at_once<T: Types>(
    reader: &Reader<'_>,
    r: &mut [Value],
    query: Query,
    of: Value,
    rule: u16,
) -> Run<Value> {
    let cards = Several::<T>::new(reader, of)?;
    let passing = select::passing_in(reader, rule, r, &cards.types)?;
    Ok(match query {
        Query::Any => Value::Bool(cards.passing(&passing).next().is_some()),
        Query::All => Value::Bool(cards.passing(&passing).count() == cards.cards.len()),
        // What is taken only for a while is compiled to a loop.
        Query::Filter | Query::TakeWhile => {
            let mut found = reader.new_list();
            found.extend(cards.passing(&passing).map(Value::Card));
            found.finish()?
        }
        Query::Count | Query::Sum | Query::MaxBy | Query::MinBy => {
            Value::Int(cards.passing(&passing).count() as i64)
        }
    })
}

#[cold]
fn sift_one_by_one(reader: &Reader<'_>, r: &mut [Value], query: Query, of: Value, rule: u16) -> Run<Value> {
    let mut found = reader.new_list();
    let mut stopped = false;
    each_card(reader, of, |card| {
        let ty = reader.world.type_of(reader.table, card).index();
        let holds = select::passing_in(reader, rule, r, &Wide::one(ty))?.has(card, ty);
        match query {
            Query::Any => stopped = holds,
            Query::All => stopped = !holds,
            _ if holds => found.push(Value::Card(card)),
            _ => {}
        }
        Ok(!stopped)
    })?;
    Ok(match query {
        Query::Any => Value::Bool(stopped),
        Query::All => Value::Bool(!stopped),
        Query::Filter | Query::TakeWhile => found.finish()?,
        Query::Count | Query::Sum | Query::MaxBy | Query::MinBy => Value::Int(found.items().len() as i64),
    })
}

/// Goes through the cards of a zone, a list or one card, as long as `each` says so.
#[inline]
fn each_card(reader: &Reader<'_>, of: Value, mut each: impl FnMut(CardId) -> Run<bool>) -> Run<()> {
    match of {
        Value::Zone(zone) => {
            let cards = reader.world.zone_cards(reader.table, zone);
            look_at(reader, cards.len())?;
            for number in cards {
                if !each(CardId(*number))? {
                    break;
                }
            }
        }
        other => {
            let items = reader.each_item(other);
            look_at(reader, items.len())?;
            for item in items {
                if !each(card(item)?)? {
                    break;
                }
            }
        }
    }
    Ok(())
}

/// Takes note of a list that came into one that the running code has made.
#[cold]
fn nest(reader: &Reader<'_>, list: ListId, inner: ListId) -> Run<()> {
    let (nesting, _) = nested::nesting(reader, list)?;
    let (inner_nesting, len) = nested::nesting(reader, inner)?;
    reader.temp.nest(list, nesting.with(inner_nesting, len)?);
    reader.temp.hold(inner);
    Ok(())
}

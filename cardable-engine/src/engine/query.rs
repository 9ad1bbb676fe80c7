//! Queries over cards by what is printed on them.

use super::Run;
use super::budget::look_at;
use super::fault::FaultKind;
use super::kinds::{card, truth};
use super::operators::compare;
use super::reader::Reader;
use crate::engine::operators::binary;
use crate::ids::{CardId, ListId};
use crate::program::{BinaryOp, CardTest};
use crate::signature::Query;
use crate::value::Value;

impl Reader<'_> {
    /// Counts or picks out those of some cards for which a test holds. `r` are the registers of
    /// the running code.
    #[inline(never)]
    pub(super) fn sift(&self, r: &[Value], query: Query, of: Value, test: u16) -> Run<Value> {
        let test = &self.program().card_tests[test as usize];
        let mut found = None;
        let mut count = 0;
        let mut stopped = false;
        self.each_card(of, |card| {
            let holds = self.card_holds(r, test, card)?;
            match query {
                Query::Any if holds => stopped = true,
                Query::All if !holds => stopped = true,
                Query::Filter if holds => found
                    .get_or_insert_with(|| self.new_list())
                    .push(Value::Card(card)),
                Query::Count if holds => count += 1,
                _ => {}
            }
            Ok(!stopped)
        })?;
        Ok(match query {
            Query::Any => Value::Bool(stopped),
            Query::All => Value::Bool(!stopped),
            Query::Filter => found.unwrap_or_else(|| self.new_list()).finish()?,
            Query::Count | Query::Sum | Query::MaxBy | Query::MinBy => Value::Int(count),
        })
    }

    /// Adds up or compares a number that every card type has; where it is nothing, the card is
    /// left out.
    #[inline(never)]
    pub(super) fn measure(&self, query: Query, of: Value, table: u16) -> Run<Value> {
        let table = &self.program().card_tables[table as usize];
        let mut sum = Value::Int(0);
        let mut best: Option<(Value, CardId)> = None;
        self.each_card(of, |card| {
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
            Query::Sum | Query::Count | Query::Any | Query::All | Query::Filter => sum,
        })
    }

    /// Goes through the cards of a zone, a list or one card, as long as `each` says so.
    #[inline]
    fn each_card(&self, of: Value, mut each: impl FnMut(CardId) -> Run<bool>) -> Run<()> {
        match of {
            Value::Zone(zone) => {
                let cards = self.world.zone_cards(self.table, zone);
                look_at(self, cards.len())?;
                for number in cards {
                    if !each(CardId(*number))? {
                        break;
                    }
                }
            }
            other => {
                let items = self.each_item(other);
                look_at(self, items.len())?;
                for item in items {
                    if !each(card(item)?)? {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn card_holds(&self, r: &[Value], test: &CardTest, card: CardId) -> Run<bool> {
        if let CardTest::Types(set) = test {
            return Ok(set.contains(self.world.type_of(self.table, card).index()));
        }
        self.type_holds(r, test, self.world.type_of(self.table, card).index())
    }

    fn type_holds(&self, r: &[Value], test: &CardTest, ty: usize) -> Run<bool> {
        Ok(match test {
            CardTest::Types(set) => set.contains(ty),
            CardTest::Compare {
                attribute,
                op,
                value,
                swapped,
            } => {
                let printed = self.program().attributes[*attribute as usize].of[ty];
                let other = self.get(r, *value);
                if *swapped {
                    compare(*op, other, printed)?
                } else {
                    compare(*op, printed, other)?
                }
            }
            CardTest::When(operand) => truth(self.get(r, *operand))?,
            CardTest::All(tests) => {
                for test in tests {
                    if !self.type_holds(r, test, ty)? {
                        return Ok(false);
                    }
                }
                true
            }
            CardTest::Any(tests) => {
                for test in tests {
                    if self.type_holds(r, test, ty)? {
                        return Ok(true);
                    }
                }
                false
            }
            CardTest::Not(test) => !self.type_holds(r, test, ty)?,
        })
    }

    /// The item of that place in a list, or the card of that place in a zone.
    #[inline(never)]
    pub(super) fn item_of(&self, list: Value, n: usize) -> Run<Option<Value>> {
        Ok(match list {
            Value::Zone(zone) => {
                let cards = self.world.zone_cards(self.table, zone);
                cards.get(n).map(|c| Value::Card(CardId(*c)))
            }
            list => self.item(list, n)?,
        })
    }

    /// Adds an item to a list that the running code has made.
    #[inline(never)]
    pub(super) fn append(&self, list: Value, item: Value) -> Run<()> {
        match list {
            Value::List(id) if self.temp.push(id, item) => match item {
                Value::List(inner) => self.nest(id, inner),
                _ => Ok(()),
            },
            found => Err(FaultKind::WrongKind {
                wanted: "a list",
                found,
            }
            .into()),
        }
    }

    /// Takes note of a list that came into one that the running code has made.
    #[cold]
    fn nest(&self, list: ListId, inner: ListId) -> Run<()> {
        let (nesting, _) = self.nesting(list)?;
        let (inner, len) = self.nesting(inner)?;
        self.temp.nest(list, nesting.with(inner, len)?);
        Ok(())
    }
}

//! Values that predicates compare, worked out from cards.

use super::*;
use crate::ids::CardTypeId;
use crate::program::{Flow, Reg};
use crate::signature::Query;
use crate::vm::kinds::wrong;
use crate::vm::lists::NewList;
use crate::vm::operators::binary;
use crate::vm::{lists, select};

impl Reader<'_> {
    /// What a measure comes to, in the registers of running code.
    #[inline(never)]
    pub(crate) fn found(&self, r: &mut [Value], measure: u16) -> Run<Value> {
        select::selection(self, r).measure(measure)
    }
}

impl Selection<'_, '_> {
    /// One of the program's measures.
    #[inline(never)]
    pub(super) fn measure(&mut self, at: u16) -> Run<Value> {
        let program = &self.reader.table.program;
        let Some(measure) = program.conditions.measures.get(usize::from(at)) else {
            return Err(FaultKind::Primitive("there is no such measure").into());
        };
        let flow = program
            .flows
            .measures
            .get(usize::from(at))
            .and_then(Option::as_ref);
        match program.cards.types.len() {
            ..=64 => self.measured::<u64>(measure, flow),
            _ => self.measured::<Wide>(measure, flow),
        }
    }

    fn measured<T: Types>(&mut self, measure: &Measure, flow: Option<&Flow>) -> Run<Value> {
        match measure {
            Measure::Count { cards, passing } => {
                let cards = self.several::<T>(*cards)?;
                if let Predicate::All(parts) = passing
                    && parts.is_empty()
                {
                    return Ok(Value::Int(cards.cards.len() as i64));
                }
                let passing = self.those_passing(passing, flow, &cards.types)?;
                Ok(Value::Int(cards.count(&passing) as i64))
            }
            Measure::Distinct { cards, attribute } => {
                let cards = self.several::<T>(*cards)?;
                let def = self.attribute(*attribute)?;
                let mut left = cards.types.clone();
                let mut n = 0;
                while let Some(ty) = left.first() {
                    left = left.without(&T::same_as(def, CardTypeId(ty as u16)));
                    n += 1;
                }
                Ok(Value::Int(n))
            }
            Measure::Common { cards, attribute } => {
                let cards = self.several::<T>(*cards)?;
                let def = self.attribute(*attribute)?;
                let types = self.reader.world.types(self.reader.table);
                let place = |card: &u16| {
                    def.place
                        .get(usize::from(*types.get(usize::from(*card))?))
                        .copied()
                };
                let mut counts: SmallVec<[u16; 32]> = smallvec::smallvec![0; def.having.len()];
                for card in cards.cards.iter() {
                    if let Some(count) = place(card).and_then(|place| counts.get_mut(usize::from(place))) {
                        *count += 1;
                    }
                }
                let (mut best, mut most) = (Value::Nothing, 0);
                for place in cards.cards.iter().filter_map(place).map(usize::from) {
                    let n = counts.get(place).copied().unwrap_or(0);
                    if n > most
                        && let Some((value, _)) = def.having.get(place)
                        && *value != Value::Nothing
                    {
                        (best, most) = (*value, n);
                    }
                }
                Ok(best)
            }
            Measure::Extreme {
                cards,
                by,
                largest,
                attribute,
            } => {
                let cards = self.several::<T>(*cards)?;
                let by = self.attribute(*by)?;
                let mut best: Option<(f64, CardId)> = None;
                for card in cards.cards.iter() {
                    let ty = self
                        .reader
                        .world
                        .type_of(self.reader.table, CardId(*card))
                        .index();
                    let Some(n) = by.of.get(ty).and_then(|value| value.as_f64()) else {
                        continue;
                    };
                    if best.is_none_or(|(best, _)| if *largest { n > best } else { n < best }) {
                        best = Some((n, CardId(*card)));
                    }
                }
                match (best, attribute) {
                    (Some((_, card)), None) => Ok(Value::Card(card)),
                    (Some((_, card)), Some(at)) => Ok(self.reader.attribute(card, *at)),
                    (None, None) => Ok(Value::Nothing),
                    (None, Some(_)) => Err(wrong("a card", Value::Nothing)),
                }
            }
            Measure::Holds(predicate) => Ok(Value::Bool(self.is_true(predicate, flow)?)),
            Measure::Items {
                query,
                items,
                item,
                passing,
            } => self.of_items((*query, *items, *item), passing, flow),
            Measure::Sum {
                cards,
                passing,
                table,
                seen,
            } => {
                let cards = self.several::<T>(*cards)?;
                let passing = self.those_passing(passing, flow, &cards.types)?;
                let table = self.reader.program().conditions.tables.get(usize::from(*table));
                let mut sum = Value::Int(0);
                for card in cards.cards.iter() {
                    let ty = self
                        .reader
                        .world
                        .type_of(self.reader.table, CardId(*card))
                        .index();
                    if !passing.has(ty) || *seen && !self.is_seen(CardId(*card)) {
                        continue;
                    }
                    let value = table.and_then(|table| table.get(ty)).copied();
                    match (sum, value.unwrap_or(Value::Nothing)) {
                        (_, Value::Nothing) => {}
                        (sum_now, value) => sum = binary(BinaryOp::Add, sum_now, value)?,
                    }
                }
                Ok(sum)
            }
            Measure::Binary { op, a, b } => {
                let (a, b) = (self.value(*a)?, self.value(*b)?);
                binary(*op, a, b)
            }
            Measure::If {
                when,
                then,
                otherwise,
            } => {
                let value = if self.is_true(when, flow)? {
                    then
                } else {
                    otherwise
                };
                self.value(*value)
            }
        }
    }

    #[inline]
    fn those_passing<T: Types>(&mut self, predicate: &Predicate, flow: Option<&Flow>, among: &T) -> Run<T> {
        match flow.and_then(|flow| among.passing(&self.reader, self.r, flow)) {
            Some(types) => Ok(types),
            None => self.types(predicate, among),
        }
    }

    /// Asks a predicate of items, one after the other, as long as the answer is open.
    fn of_items(
        &mut self,
        (query, items, item): (Query, Expr, Reg),
        passing: &Predicate,
        flow: Option<&Flow>,
    ) -> Run<Value> {
        let reader = self.reader;
        let mut found = Found {
            query,
            stopped: false,
            count: 0,
            list: (query == Query::Filter).then(|| reader.new_list()),
        };
        if items == Expr::Everyone {
            for seat in self.reader.playing() {
                let value = Value::Seat(seat);
                found.add(value, self.holds_for_item((item, value), passing, flow)?);
                if found.stopped {
                    break;
                }
            }
            return found.finish();
        }
        let items = self.value(items)?;
        let mut at = 0;
        while let Some(value) = lists::item_of(&self.reader, items, at)? {
            found.add(value, self.holds_for_item((item, value), passing, flow)?);
            if found.stopped {
                break;
            }
            at += 1;
        }
        look_at(&self.reader, at)?;
        found.finish()
    }

    #[inline]
    fn holds_for_item(
        &mut self,
        (item, value): (Reg, Value),
        passing: &Predicate,
        flow: Option<&Flow>,
    ) -> Run<bool> {
        if let Some(register) = self.r.get_mut(usize::from(item)) {
            *register = value;
        }
        self.is_true(passing, flow)
    }

    /// Whether a predicate holds that reads no card, found out by its flow where that is possible.
    #[inline]
    fn is_true(&mut self, predicate: &Predicate, flow: Option<&Flow>) -> Run<bool> {
        match flow.and_then(|flow| flow::holds(&self.reader, self.r, flow)) {
            Some(holds) => Ok(holds),
            None => self.holds_for_all(predicate),
        }
    }
}

/// What a query has found out so far.
struct Found<'a> {
    query: Query,
    stopped: bool,
    count: i64,
    list: Option<NewList<'a>>,
}

impl Found<'_> {
    #[inline]
    fn add(&mut self, item: Value, passes: bool) {
        self.count += i64::from(passes);
        match self.query {
            Query::Any => self.stopped = passes,
            Query::All => self.stopped = !passes,
            Query::Filter | Query::TakeWhile | Query::Count | Query::Sum | Query::MaxBy | Query::MinBy => {}
        }
        if let Some(list) = &mut self.list
            && passes
        {
            list.push(item);
        }
    }

    fn finish(self) -> Run<Value> {
        match (self.query, self.list) {
            (_, Some(list)) => list.finish(),
            (Query::Any, None) => Ok(Value::Bool(self.stopped)),
            (Query::All, None) => Ok(Value::Bool(!self.stopped)),
            (_, None) => Ok(Value::Int(self.count)),
        }
    }
}

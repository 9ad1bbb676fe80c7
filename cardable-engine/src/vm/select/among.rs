//! Several cards that a predicate asks about, and the values that it takes.

use super::*;
use crate::fault::FaultKind;
use crate::ids::ZoneId;
use crate::program::Operand;
use crate::vm::engine::Function;
use crate::vm::kinds::{card, seat, whole, zone};
use crate::vm::lists::with_items;
use crate::vm::{interpret, select, typed};

/// Several cards, with the set of their types.
pub(crate) struct Several<'a, T> {
    pub(crate) cards: Cards<'a>,
    pub(crate) types: T,
    /// Whether no two of them have the same type.
    distinct: bool,
    reader: Reader<'a>,
}

/// Cards of a zone, where they lie, or others.
pub(crate) enum Cards<'a> {
    Lying(&'a [u16]),
    Named(SmallVec<[u16; 32]>),
}

impl std::ops::Deref for Cards<'_> {
    type Target = [u16];

    fn deref(&self) -> &[u16] {
        match self {
            Cards::Lying(cards) => cards,
            Cards::Named(cards) => cards,
        }
    }
}

impl<'a, T: Types> Several<'a, T> {
    /// The cards of a zone, a list of cards, or one card.
    pub(crate) fn new(reader: &Reader<'a>, of: Value) -> Run<Several<'a, T>> {
        let cards = match of {
            Value::Zone(zone) => Cards::Lying(reader.world.zone_cards(reader.table, zone)),
            of => with_items(reader, of, |items| {
                let mut numbers = SmallVec::from_elem(0, items.len());
                for (number, item) in numbers.iter_mut().zip(items) {
                    *number = card(*item)?.0;
                }
                Run::Ok(Cards::Named(numbers))
            })?,
        };
        look_at(reader, cards.len())?;
        Ok(Several::of(reader, cards))
    }

    #[inline]
    pub(super) fn of(reader: &Reader<'a>, cards: Cards<'a>) -> Several<'a, T> {
        let types: T = select::types_of(reader, cards.iter().copied());
        Several {
            distinct: types.len() == cards.len(),
            cards,
            types,
            reader: *reader,
        }
    }

    /// Those that pass, in their order.
    pub(crate) fn passing(&self, passing: &Passing<T>) -> impl Iterator<Item = CardId> {
        let types = self.reader.world.types(self.reader.table);
        let cards = self.cards.iter().filter(move |card| {
            let ty = types.get(usize::from(**card));
            ty.is_some_and(|ty| passing.has(CardId(**card), (*ty).into()))
        });
        cards.map(|card| CardId(*card))
    }

    /// How many of them are of some types.
    #[inline]
    pub(super) fn count(&self, of: &T) -> usize {
        if self.distinct {
            return of.len();
        }
        let types = self.reader.world.types(self.reader.table);
        let is_of = |card: &&u16| {
            types
                .get(usize::from(**card))
                .is_some_and(|ty| of.has((*ty).into()))
        };
        self.cards.iter().filter(is_of).count()
    }
}

/// The value of an expression that lies ready whatever is picked; None where it has to be worked out.
pub(crate) fn value_at_hand(reader: &Reader<'_>, expr: Expr) -> Option<Value> {
    let lies_ready = match expr {
        Expr::Global(_) | Expr::ZoneLength(_) => true,
        Expr::At(from)
        | Expr::Top(from)
        | Expr::Length(from)
        | Expr::TopAttribute { zone: from, .. }
        | Expr::Attribute { card: from, .. } => from.kind() != Operand::REGISTER,
        Expr::SeatZone { .. }
        | Expr::SeatLength { .. }
        | Expr::SeatData { .. }
        | Expr::Everyone
        | Expr::Before(_)
        | Expr::Seats
        | Expr::Picked
        | Expr::Measure(_)
        | Expr::Call { .. }
        | Expr::Code(_) => false,
    };
    match lies_ready {
        true => select::selection(reader, &mut []).value(expr).ok(),
        false => None,
    }
}

impl Selection<'_, '_> {
    /// A value that a predicate takes.
    #[inline(always)]
    pub(super) fn value(&mut self, expr: Expr) -> Run<Value> {
        match expr {
            Expr::Global(at) => Ok(self.reader.world.values[usize::from(at)]),
            Expr::ZoneLength(at) => {
                let cards = self.reader.world.zone_len(self.reader.table, ZoneId(at));
                Ok(Value::Int(cards as i64))
            }
            Expr::At(from) => Ok(self.reader.get(self.r, from)),
            Expr::Length(from) => {
                let zone = zone(self.reader.get(self.r, from))?;
                Ok(Value::Int(
                    self.reader.world.zone_len(self.reader.table, zone) as i64
                ))
            }
            other => self.value_found(other),
        }
    }

    #[inline(never)]
    fn value_found(&mut self, expr: Expr) -> Run<Value> {
        let reader = &self.reader;
        Ok(match expr {
            Expr::Global(_) | Expr::ZoneLength(_) => return self.value(expr),
            Expr::At(from) => reader.get(self.r, from),
            Expr::Top(from) => {
                let top = reader.top(zone(reader.get(self.r, from))?);
                top.map_or(Value::Nothing, Value::Card)
            }
            Expr::TopAttribute {
                zone: from,
                attribute,
            } => {
                let top = reader.top(zone(reader.get(self.r, from))?);
                top.map_or(Value::Nothing, |card| reader.attribute(card, attribute))
            }
            Expr::Attribute {
                card: from,
                attribute,
            } => reader.attribute(card(reader.get(self.r, from))?, attribute),
            Expr::Length(from) => {
                let zone = zone(reader.get(self.r, from))?;
                Value::Int(reader.world.zone_len(reader.table, zone) as i64)
            }
            Expr::SeatZone { seat: of, at } => {
                let seat = seat(reader.get(self.r, of))?;
                Value::Zone(reader.table.seat_zone(seat, at))
            }
            Expr::SeatLength { seat: of, at } => {
                let seat = seat(reader.get(self.r, of))?;
                let zone = reader.table.seat_zone(seat, at);
                Value::Int(reader.world.zone_len(reader.table, zone) as i64)
            }
            Expr::SeatData { seat: of, at } => {
                let at = reader.table.seat_data_at(seat(reader.get(self.r, of))?, at);
                reader.world.values[at]
            }
            Expr::Everyone => reader.list(reader.playing().into_iter().map(Value::Seat))?,
            Expr::Before(at) => {
                let t = reader.table;
                let cards = |seat| reader.world.zone_len(t, t.seat_zone(seat, at));
                Value::Int(t.all_seats().into_iter().map(cards).sum::<usize>() as i64)
            }
            Expr::Seats => Value::Int(reader.playing().len() as i64),
            Expr::Measure(at) => return self.measure(at),
            Expr::Picked => return Err(FaultKind::Primitive("picked cards are no value").into()),
            Expr::Call { primitive, n, args } => {
                let (program, args) = (&reader.table.program, args as usize);
                let row = program
                    .code
                    .operands
                    .get(args..args + usize::from(n))
                    .unwrap_or_default();
                let Function::Query(run) = reader.table.functions.code[usize::from(primitive)] else {
                    return Err(FaultKind::Primitive("not a question").into());
                };
                reader.burn(1);
                let value = run(reader, &interpret::arguments(reader, self.r, row))?;
                if program.code.calls_custom {
                    typed::look_over(reader, value)?;
                }
                value
            }
            Expr::Code(start) => return self.run(start),
        })
    }

    #[inline(never)]
    fn run(&mut self, start: u32) -> Run<Value> {
        let given = self.reader.fuel();
        let mut evaluation = Evaluation {
            reader: self.reader,
            fuel: given,
        };
        let stop = interpret(&mut evaluation, start, self.r);
        self.reader.burn(given - evaluation.fuel);
        match stop? {
            Stop::Return(value) => Ok(value),
            Stop::Acts(_) => Err(FaultKind::Primitive("a condition may not act").into()),
        }
    }

    /// The types that make a run of some cards, at least so long.
    pub(super) fn run_with<T: Types>(
        &mut self,
        cards: Expr,
        attribute: u16,
        least: u16,
        among: &T,
    ) -> Run<T> {
        let cards = self.several::<T>(cards)?;
        let n = cards.cards.len();
        let values = &self.attribute(attribute)?.of;
        let number = |ty: usize| values.get(ty).and_then(|value| whole(*value).ok());
        let Some(own) = self.numbers(&cards.cards, attribute)? else {
            return Ok(T::none());
        };
        let wanted = missing(&own).filter(|_| n + 1 >= usize::from(least));
        let mut passing = T::none();
        if let Some(wanted) = wanted {
            among.each(|ty| {
                if number(ty).is_some_and(|own| wanted.is(own)) {
                    passing.insert(ty);
                }
                Ok(())
            })?;
        }
        Ok(passing)
    }
}

impl<'a> Selection<'a, '_> {
    /// The whole numbers that cards have in an attribute, in order; None where one of them has none.
    pub(super) fn numbers(&self, cards: &[u16], attribute: u16) -> Run<Option<SmallVec<[i64; 16]>>> {
        let values = &self.attribute(attribute)?.of;
        let types = self.reader.world.types(self.reader.table);
        let mut numbers = SmallVec::new();
        for card in cards {
            let ty = types.get(usize::from(*card)).copied().unwrap_or(0);
            match values.get(usize::from(ty)) {
                Some(Value::Int(n)) => numbers.push(*n),
                value => match whole(value.copied().unwrap_or(Value::Nothing)) {
                    Ok(n) => numbers.push(n),
                    Err(_) => return Ok(None),
                },
            }
        }
        numbers.sort_unstable();
        Ok(Some(numbers))
    }
}

/// The numbers that make a run of others.
enum Wanted {
    Any,
    This(i64),
    /// The one before or the one after.
    Beside(i64, i64),
}

impl Wanted {
    fn is(&self, n: i64) -> bool {
        match *self {
            Wanted::Any => true,
            Wanted::This(wanted) => n == wanted,
            Wanted::Beside(low, high) => n.checked_add(1) == Some(low) || high.checked_add(1) == Some(n),
        }
    }
}

/// What numbers in order lack for a run; None where one more does not do.
fn missing(numbers: &[i64]) -> Option<Wanted> {
    let (Some(low), Some(high)) = (numbers.first(), numbers.last()) else {
        return Some(Wanted::Any);
    };
    let mut gap = None;
    for two in numbers.windows(2) {
        let [a, b] = two else { continue };
        match b.checked_sub(*a)? {
            1 => {}
            2 if gap.is_none() => gap = Some(a + 1),
            _ => return None,
        }
    }
    Some(gap.map_or(Wanted::Beside(*low, *high), Wanted::This))
}

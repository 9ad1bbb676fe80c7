//! Several cards that a predicate asks about, and the values that it takes.

use super::*;
use crate::engine::fault::FaultKind;
use crate::engine::kinds::{card, whole, zone};

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
    Named(SmallVec<[u16; 16]>),
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
            of => {
                let numbers = reader.each_item(of).map(|item| Ok(card(item)?.0));
                Cards::Named(numbers.collect::<Run<_>>()?)
            }
        };
        look_at(reader, cards.len())?;
        let types: T = reader.types_of(cards.iter().copied());
        Ok(Several {
            distinct: types.len() == cards.len(),
            cards,
            types,
            reader: *reader,
        })
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

impl Selection<'_, '_> {
    /// A value that a predicate takes.
    #[inline]
    pub(super) fn value(&mut self, expr: Expr) -> Run<Value> {
        let reader = &self.reader;
        Ok(match expr {
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
            Expr::Before(at) => {
                let t = reader.table;
                let cards = |seat| reader.world.zone_len(t, t.seat_zone(seat, at));
                Value::Int(t.all_seats().into_iter().map(cards).sum::<usize>() as i64)
            }
            Expr::Seats => Value::Int(reader.playing().len() as i64),
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
        let own = cards.cards.iter().map(|card| {
            let ty = self.reader.world.type_of(self.reader.table, CardId(*card));
            number(ty.index())
        });
        let Some(mut own) = own.collect::<Option<SmallVec<[i64; 16]>>>() else {
            return Ok(T::none());
        };
        own.sort_unstable();
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

//! Predicates that hold or not, whatever the card.

use super::*;
use crate::vm::engine::reader;
use crate::vm::kinds::truth;
use crate::vm::{lists, select};

/// Whether a rule holds that reads no card.
#[inline]
pub(crate) fn rule_holds(reader: &Reader<'_>, rule: u16) -> Run<bool> {
    let rule = reader.rule(rule)?;
    if rule.registers == 0 {
        return select::selection(reader, &mut []).holds_for_all(&rule.predicate);
    }
    lists::in_passing(reader, || {
        let mut r = SmallVec::<[Value; 8]>::from_elem(Value::Nothing, rule.registers.into());
        select::selection(reader, &mut r).holds_for_all(&rule.predicate)
    })
}

/// Whether a rule about picked cards holds of some; None where its code has to be asked. What it is given lies in
/// the registers behind that of what is picked.
pub(crate) fn rule_holds_of(reader: &Reader<'_>, rule: u16, picked: &[u16], given: &[Value]) -> Option<bool> {
    let rule = reader.rule(rule).ok()?;
    reader.burn(rule.fuel.into());
    let holds = |r: &mut [Value]| {
        let mut selection = select::selection(reader, r);
        selection.picked = picked;
        selection.holds_for_all(&rule.predicate)
    };
    if rule.registers == 0 {
        return holds(&mut []).ok();
    }
    lists::in_passing(reader, || {
        let mut r = SmallVec::<[Value; 8]>::from_elem(Value::Nothing, rule.registers.into());
        for (register, value) in r.iter_mut().skip(1).zip(given) {
            *register = *value;
        }
        holds(&mut r)
    })
    .ok()
}

/// Whether a question has an answer, by the rule for that; None where its bounds are no whole numbers.
pub(crate) fn rule_has_answer(reader: &Reader<'_>, rule: u16) -> Option<bool> {
    let rule = reader.rule(rule).ok()?;
    let mut r = SmallVec::<[Value; 8]>::from_elem(Value::Nothing, rule.registers.into());
    select::selection(reader, &mut r).in_order(&rule.predicate)
}

impl Selection<'_, '_> {
    /// How two whole numbers compare.
    fn in_order(&mut self, predicate: &Predicate) -> Option<bool> {
        let bounds = match predicate {
            Predicate::Holds { a, b, .. } => [Some(*a), Some(*b)],
            Predicate::Number { value, .. } => [Some(*value), None],
            _ => return None,
        };
        for bound in bounds.into_iter().flatten() {
            if !matches!(self.value(bound).ok()?, Value::Int(_)) {
                return None;
            }
        }
        self.holds_for_all(predicate).ok()
    }

    /// Whether a predicate holds for all cards alike.
    pub(super) fn holds_for_all(&mut self, predicate: &Predicate) -> Run<bool> {
        match predicate {
            Predicate::All(parts) => {
                for part in parts {
                    if !self.part_holds(part)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Predicate::Any(parts) => {
                for part in parts {
                    if self.part_holds(part)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            part => self.part_holds(part),
        }
    }

    /// The same of what most predicates are, in place.
    #[inline(always)]
    fn part_holds(&mut self, predicate: &Predicate) -> Run<bool> {
        match predicate {
            Predicate::Holds { op, a, b } => {
                let (a, b) = (self.value(*a)?, self.value(*b)?);
                self.holds(*op, a, b)
            }
            Predicate::Number {
                value,
                op,
                number,
                swapped,
            } => {
                let (value, number) = (self.value(*value)?, Value::Int((*number).into()));
                match swapped {
                    true => self.holds(*op, number, value),
                    false => self.holds(*op, value, number),
                }
            }
            Predicate::When(value) => truth(self.value(*value)?),
            other => self.holds_otherwise(other),
        }
    }

    #[inline(never)]
    fn holds_otherwise(&mut self, predicate: &Predicate) -> Run<bool> {
        match predicate {
            Predicate::Number { .. }
            | Predicate::Holds { .. }
            | Predicate::When(_)
            | Predicate::All(_)
            | Predicate::Any(_) => self.holds_for_all(predicate),
            Predicate::Not(inner) => Ok(!self.holds_for_all(inner)?),
            Predicate::If {
                when,
                then,
                otherwise,
            } => match self.holds_for_all(when)? {
                true => self.holds_for_all(then),
                false => self.holds_for_all(otherwise),
            },
            Predicate::Count {
                cards,
                passing,
                number,
            } => match self.reader.program().cards.types.len() {
                ..=64 => self.is_number_of::<u64>(*cards, passing, number),
                _ => self.is_number_of::<Wide>(*cards, passing, number),
            },
            Predicate::Same { cards, attribute } => match self.reader.program().cards.types.len() {
                ..=64 => self.are_same::<u64>(*cards, *attribute),
                _ => self.are_same::<Wide>(*cards, *attribute),
            },
            Predicate::Run {
                cards,
                attribute,
                least,
            } => match self.reader.program().cards.types.len() {
                ..=64 => self.are_run::<u64>(*cards, *attribute, *least),
                _ => self.are_run::<Wide>(*cards, *attribute, *least),
            },
            Predicate::Seen { cards } => self.are_seen(*cards),
            Predicate::Types(_)
            | Predicate::Having { .. }
            | Predicate::HavingAny { .. }
            | Predicate::Is(_)
            | Predicate::Compare { .. }
            | Predicate::Related { .. }
            | Predicate::Beside { .. }
            | Predicate::SameWith { .. }
            | Predicate::RunWith { .. }
            | Predicate::Each { .. } => Err(FaultKind::Primitive("there is no card to ask about").into()),
        }
    }

    /// Whether so many of some cards pass a predicate of their own.
    #[inline(never)]
    fn is_number_of<T: Types>(&mut self, cards: Expr, passing: &Predicate, number: &Number) -> Run<bool> {
        let cards = self.several::<T>(cards)?;
        let passing = match cards.types.is_empty() {
            true => T::none(),
            false => self.types(passing, &cards.types)?,
        };
        let n = Value::Int(cards.count(&passing) as i64);
        let value = self.value(number.value)?;
        Ok(self.holds(number.op, n, value)? != number.not)
    }

    /// Whether the acting seat sees the faces of some cards. That it does not is kept for the reasons that are told.
    fn are_seen(&mut self, cards: Expr) -> Run<bool> {
        let Some(seat) = self.reader.player else {
            return Ok(true);
        };
        if cards == Expr::Picked
            && let Some(seen) = self.picked_are_seen
        {
            return Ok(seen);
        }
        let reader = self.reader;
        let several = self.several::<u64>(cards)?;
        let seen = several
            .cards
            .iter()
            .all(|card| reader::sees_face(&reader, seat, CardId(*card)));
        if !seen {
            reader.temp.met_unseen.set(true);
        }
        if cards == Expr::Picked {
            self.picked_are_seen = Some(seen);
        }
        Ok(seen)
    }

    /// Whether the acting seat sees the face of a card, noted in the same way.
    pub(super) fn is_seen(&self, card: CardId) -> bool {
        let Some(seat) = self.reader.player else {
            return true;
        };
        let seen = reader::sees_face(&self.reader, seat, card);
        if !seen {
            self.reader.temp.met_unseen.set(true);
        }
        seen
    }

    fn are_same<T: Types>(&mut self, cards: Expr, attribute: u16) -> Run<bool> {
        let cards = self.several::<T>(cards)?;
        let Some(first) = cards.cards.first() else {
            return Ok(true);
        };
        let first = self.reader.world.type_of(self.reader.table, CardId(*first));
        let same = T::same_as(self.attribute(attribute)?, first);
        Ok(cards.types.without(&same).is_empty())
    }

    fn are_run<T: Types>(&mut self, cards: Expr, attribute: u16, least: u16) -> Run<bool> {
        let cards = self.several::<T>(cards)?;
        let numbers = self.numbers(&cards.cards, attribute)?;
        let runs = |numbers: &[i64]| {
            let mut steps = numbers.windows(2);
            numbers.len() >= usize::from(least)
                && steps.all(|two| matches!(two, [a, b] if a.checked_add(1) == Some(*b)))
        };
        Ok(numbers.is_some_and(|numbers| runs(&numbers)))
    }
}

//! Predicates that hold or not, whatever the card.

use super::*;
use crate::engine::kinds::truth;

impl Reader<'_> {
    /// Whether a rule holds that reads no card.
    #[inline]
    pub(crate) fn rule_holds(&self, rule: u16) -> Run<bool> {
        let rule = self.rule(rule)?;
        if rule.registers == 0 {
            return self.selection(&mut []).holds_for_all(&rule.predicate);
        }
        self.in_passing(|| {
            let mut r = smallvec::SmallVec::<[Value; 8]>::from_elem(Value::Nothing, rule.registers.into());
            self.selection(&mut r).holds_for_all(&rule.predicate)
        })
    }

    /// Whether a question has an answer, by the rule for that; None where its bounds are no whole numbers.
    pub(crate) fn rule_has_answer(&self, rule: u16) -> Option<bool> {
        let rule = self.rule(rule).ok()?;
        self.selection(&mut []).in_order(&rule.predicate)
    }
}

impl Selection<'_, '_> {
    /// How two whole numbers compare.
    fn in_order(&mut self, predicate: &Predicate) -> Option<bool> {
        let Predicate::Holds { op, a, b } = predicate else {
            return None;
        };
        match (self.value(*a).ok()?, self.value(*b).ok()?) {
            (a @ Value::Int(_), b @ Value::Int(_)) => self.holds(*op, a, b).ok(),
            _ => None,
        }
    }

    /// Whether a predicate holds for all cards alike.
    pub(super) fn holds_for_all(&mut self, predicate: &Predicate) -> Run<bool> {
        match predicate {
            Predicate::When(value) => truth(self.value(*value)?),
            Predicate::Holds { op, a, b } => {
                let (a, b) = (self.value(*a)?, self.value(*b)?);
                self.holds(*op, a, b)
            }
            Predicate::Not(inner) => Ok(!self.holds_for_all(inner)?),
            Predicate::All(parts) => {
                for part in parts {
                    if !self.holds_for_all(part)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Predicate::Any(parts) => {
                for part in parts {
                    if self.holds_for_all(part)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
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
            } => match self.reader.program().types.len() {
                ..=64 => self.is_number_of::<u64>(*cards, passing, number),
                _ => self.is_number_of::<Wide>(*cards, passing, number),
            },
            Predicate::Types(_)
            | Predicate::Having { .. }
            | Predicate::HavingAny { .. }
            | Predicate::Is(_)
            | Predicate::Compare { .. }
            | Predicate::Related { .. }
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
}

//! Which cards pass a predicate: found out for all card types at once.

pub(crate) mod among;
pub(crate) mod flow;
pub(crate) mod measure;
pub(crate) mod truth;
mod types;

use super::budget::look_at;
use super::engine::Reader;
use super::evaluate::{Evaluation, Stop};
use super::interpret::interpret;
use super::kinds::card;
use super::operators::compare_any;
use crate::fault::{FaultKind, Run};
use crate::ids::CardId;
use crate::program::{AttributeDef, BinaryOp, Expr, Measure, Number, Predicate, Rule};
use crate::value::Value;
use crate::vm::lists;
use among::Cards;
pub(crate) use among::Several;
use smallvec::SmallVec;
pub(crate) use types::{Types, Wide};

/// Which cards pass: those of some types, but for single cards that are told apart from others of their type.
pub(crate) struct Passing<T> {
    types: T,
    single: SmallVec<[(CardId, bool); 2]>,
}

impl<T: Types> Passing<T> {
    /// The types of the cards that pass, and whether cards of a type are alike.
    #[inline]
    pub(crate) fn types(&self) -> (&T, bool) {
        (&self.types, self.single.is_empty())
    }

    #[inline]
    pub(crate) fn has(&self, card: CardId, ty: usize) -> bool {
        let single = self.single.iter().find(|(single, _)| *single == card);
        single.map_or_else(|| self.types.has(ty), |(_, passes)| *passes)
    }
}

#[inline]
pub(crate) fn types_of<T: Types>(reader: &Reader<'_>, cards: impl IntoIterator<Item = u16>) -> T {
    let types = reader.world.types(reader.table);
    let mut found = T::none();
    for card in cards {
        found.insert(types.get(usize::from(card)).copied().unwrap_or(0).into());
    }
    found
}

impl Reader<'_> {
    #[inline]
    pub(crate) fn rule(&self, at: u16) -> Run<&Rule> {
        let rule = self.program().conditions.rules.get(usize::from(at));
        rule.ok_or_else(|| FaultKind::Primitive("there is no such rule").into())
    }
}

/// Which of some cards pass a rule that reads nothing but the card.
pub(crate) fn passing<T: Types>(
    reader: &Reader<'_>,
    rule: u16,
    cards: impl IntoIterator<Item = u16>,
) -> Run<Passing<T>> {
    let registers = reader.rule(rule)?.registers;
    let among = &types_of(reader, cards);
    if registers == 0 {
        return passing_in(reader, rule, &mut [], among);
    }
    let made = reader.temp.made();
    let passing = match registers {
        0..=4 => passing_in(reader, rule, &mut [Value::Nothing; 4], among),
        5..=16 => passing_in(reader, rule, &mut [Value::Nothing; 16], among),
        more => passing_in(reader, rule, &mut vec![Value::Nothing; more.into()], among),
    };
    reader.temp.forget_after(made);
    passing
}

/// Which cards of some types pass a rule, in registers of running code.
pub(crate) fn passing_in<T: Types>(
    reader: &Reader<'_>,
    rule: u16,
    r: &mut [Value],
    among: &T,
) -> Run<Passing<T>> {
    match reader.flow(rule).and_then(|flow| among.passing(reader, r, flow)) {
        Some(types) => Ok(Passing {
            types,
            single: SmallVec::new(),
        }),
        None => selection(reader, r).passing(&reader.rule(rule)?.predicate, among),
    }
}

#[inline]
fn selection<'a, 'r>(reader: &'a Reader<'a>, r: &'r mut [Value]) -> Selection<'a, 'r> {
    Selection {
        reader: *reader,
        r,
        picked: &[],
        picked_are_seen: None,
        named: SmallVec::new(),
        this: None,
    }
}

/// A predicate being worked out.
struct Selection<'a, 'r> {
    reader: Reader<'a>,
    r: &'r mut [Value],
    /// The cards that are picked.
    picked: &'a [u16],
    /// Whether the acting seat sees their faces, once that is known.
    picked_are_seen: Option<bool>,
    /// Single cards that the predicate names.
    named: SmallVec<[CardId; 2]>,
    /// The one of them that it is asked of; else it is asked of all others.
    this: Option<CardId>,
}

impl<'a> Selection<'a, '_> {
    fn passing<T: Types>(&mut self, predicate: &Predicate, among: &T) -> Run<Passing<T>> {
        let types = self.types(predicate, among)?;
        let mut single = SmallVec::new();
        for card in std::mem::take(&mut self.named) {
            self.this = Some(card);
            let ty = self.reader.world.type_of(self.reader.table, card).index();
            if among.has(ty) {
                let passes = self.types(predicate, &T::one(ty))?.has(ty);
                single.push((card, passes));
            }
        }
        Ok(Passing { types, single })
    }

    /// The same of a part of a predicate: what most parts are is asked in place.
    #[inline(always)]
    fn types_of_part<T: Types>(&mut self, predicate: &Predicate, among: &T) -> Run<T> {
        match predicate {
            Predicate::Types(set) => Ok(T::of_set(set).and(among)),
            Predicate::Having { attribute, value } => {
                let value = self.value(*value)?;
                Ok(T::having(self.attribute(*attribute)?, value).and(among))
            }
            other => self.types(other, among),
        }
    }

    /// Those of some types that pass.
    fn types<T: Types>(&mut self, predicate: &Predicate, among: &T) -> Run<T> {
        Ok(match predicate {
            Predicate::Types(set) => T::of_set(set).and(among),
            Predicate::Having { attribute, value } => {
                let value = self.value(*value)?;
                T::having(self.attribute(*attribute)?, value).and(among)
            }
            Predicate::HavingAny { attribute, values } => {
                let values = self.value(*values)?;
                let def = self.attribute(*attribute)?;
                let items = self.reader.each_item(values);
                look_at(&self.reader, items.len())?;
                let passing = items.fold(T::none(), |all, value| all.or(&T::having(def, value)));
                passing.and(among)
            }
            Predicate::Is(card) => {
                let Value::Card(card) = self.value(*card)? else {
                    return Ok(T::none());
                };
                if self.this == Some(card) {
                    return Ok(among.clone());
                }
                if self.this.is_none() && !self.named.contains(&card) {
                    self.named.push(card);
                }
                T::none()
            }
            Predicate::Compare {
                table,
                op,
                value,
                swapped,
            } => {
                let value = self.value(*value)?;
                let table = self.reader.program().conditions.tables.get(usize::from(*table));
                let mut passing = T::none();
                among.each(|ty| {
                    let own = table.and_then(|table| table.get(ty)).copied();
                    let own = own.unwrap_or(Value::Nothing);
                    let (a, b) = if *swapped { (value, own) } else { (own, value) };
                    if self.holds(*op, a, b)? {
                        passing.insert(ty);
                    }
                    Ok(())
                })?;
                passing
            }
            Predicate::When(_)
            | Predicate::Number { .. }
            | Predicate::Holds { .. }
            | Predicate::Count { .. }
            | Predicate::Same { .. }
            | Predicate::Run { .. }
            | Predicate::Seen { .. } => match self.holds_for_all(predicate)? {
                true => among.clone(),
                false => T::none(),
            },
            Predicate::Not(inner) => among.clone().without(&self.types(inner, among)?),
            Predicate::All(parts) => {
                let mut left = among.clone();
                for part in parts {
                    // What no card passes needs no further question.
                    if left.is_empty() {
                        break;
                    }
                    left = self.types_of_part(part, &left)?;
                }
                left
            }
            Predicate::Any(parts) => {
                let mut left = among.clone();
                for part in parts {
                    if left.is_empty() {
                        break;
                    }
                    let passing = self.types_of_part(part, &left)?;
                    left = left.without(&passing);
                }
                among.clone().without(&left)
            }
            Predicate::If {
                when,
                then,
                otherwise,
            } => {
                let holds = self.types(when, among)?;
                let fails = among.clone().without(&holds);
                let mut passing = T::none();
                if !holds.is_empty() {
                    passing = self.types(then, &holds)?;
                }
                if !fails.is_empty() {
                    passing = passing.or(&self.types(otherwise, &fails)?);
                }
                passing
            }
            Predicate::Related {
                cards,
                relation,
                number,
            } => self.related(*cards, *relation, number, among)?,
            Predicate::Beside {
                card: other,
                relation,
            } => {
                let other = card(self.value(*other)?)?;
                let ty = self.reader.world.type_of(self.reader.table, other);
                let relation = self
                    .reader
                    .program()
                    .conditions
                    .relations
                    .get(usize::from(*relation));
                T::of(relation.map_or(&[][..], |relation| relation.row(ty.index()))).and(among)
            }
            Predicate::SameWith { cards, attribute } => self.same_with(*cards, *attribute, among)?,
            Predicate::RunWith {
                cards,
                attribute,
                least,
            } => self.run_with(*cards, *attribute, *least, among)?,
            Predicate::Each {
                items,
                item,
                all,
                passing,
            } => {
                let items = self.value(*items)?;
                let mut left = among.clone();
                let mut at = 0;
                while let Some(value) = lists::item_of(&self.reader, items, at)? {
                    if left.is_empty() {
                        break;
                    }
                    if let Some(register) = self.r.get_mut(usize::from(*item)) {
                        *register = value;
                    }
                    let passing = self.types(passing, &left)?;
                    left = if *all { passing } else { left.without(&passing) };
                    at += 1;
                }
                look_at(&self.reader, at)?;
                match all {
                    true => left,
                    false => among.clone().without(&left),
                }
            }
        })
    }

    /// For each of some types, how many of some cards are related to it.
    fn related<T: Types>(&mut self, cards: Expr, relation: u16, number: &Number, among: &T) -> Run<T> {
        let cards = self.several::<T>(cards)?;
        let relation = self
            .reader
            .program()
            .conditions
            .relations
            .get(usize::from(relation));
        let value = self.value(number.value)?;
        let mut passing = T::none();
        among.each(|ty| {
            let row = relation.map_or(&[][..], |relation| relation.row(ty));
            let related = T::of(row).and(&cards.types);
            let n = Value::Int(cards.count(&related) as i64);
            if self.holds(number.op, n, value)? != number.not {
                passing.insert(ty);
            }
            Ok(())
        })?;
        Ok(passing)
    }

    /// The types that have the same value in an attribute as all of some cards.
    fn same_with<T: Types>(&mut self, cards: Expr, attribute: u16, among: &T) -> Run<T> {
        let cards = self.several::<T>(cards)?;
        let Some(first) = cards.cards.first() else {
            return Ok(among.clone());
        };
        let def = self.attribute(attribute)?;
        let first = self.reader.world.type_of(self.reader.table, CardId(*first));
        let same = T::same_as(def, first);
        let all = cards.types.without(&same).is_empty();
        Ok(if all { same.and(among) } else { T::none() })
    }

    #[inline]
    fn several<T: Types>(&mut self, cards: Expr) -> Run<Several<'a, T>> {
        if cards == Expr::Picked {
            return Ok(Several::of(&self.reader, Cards::Lying(self.picked)));
        }
        let cards = self.value(cards)?;
        Several::new(&self.reader, cards)
    }

    fn attribute(&self, at: u16) -> Run<&'a AttributeDef> {
        let attributes = &self.reader.table.program.cards.attributes;
        let def = attributes.get(usize::from(at));
        def.ok_or_else(|| FaultKind::OutOfRange { what: "attribute" }.into())
    }

    #[inline(always)]
    fn holds(&self, op: BinaryOp, a: Value, b: Value) -> Run<bool> {
        if let (Value::Int(a), Value::Int(b)) = (a, b) {
            match op {
                BinaryOp::Eq => return Ok(a == b),
                BinaryOp::Ne => return Ok(a != b),
                BinaryOp::Lt => return Ok(a < b),
                BinaryOp::Le => return Ok(a <= b),
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => {}
            }
        }
        self.holds_of_any(op, a, b)
    }

    #[inline(never)]
    fn holds_of_any(&self, op: BinaryOp, a: Value, b: Value) -> Run<bool> {
        compare_any(op, a, b, || self.reader)
    }
}

//! How cards must be related to the card that is asked about, as far as what is printed on both says that.

use super::*;
use crate::lower::tabulate;
use cardable_engine::vm::operators::binary;

/// With more card types than this, relations take too much memory.
const MOST_TYPES: usize = 512;

impl Asking<'_> {
    /// For each type that the card may have, the types of another card for which a condition holds.
    pub(super) fn relation(&self, node: NodeId, other: &[NodeKind]) -> Option<Vec<TypeSet>> {
        let n = self.hir.cards.types.len();
        if n > MOST_TYPES {
            return None;
        }
        if let Some(set) = tabulate::type_set(self.hir, node, other) {
            return Some(vec![set; n]);
        }
        if let Some(set) = tabulate::type_set(self.hir, node, &self.card) {
            let mut all = TypeSet::empty(n);
            turn(self.hir, &mut all);
            let row = |ty| match set.contains(ty) {
                true => all.clone(),
                false => TypeSet::empty(n),
            };
            return Some((0..n).map(row).collect());
        }
        let parts = |args: &[NodeId]| {
            let relations = args.iter().map(|arg| self.relation(*arg, other));
            relations.collect::<Option<Vec<_>>>()
        };
        match &self.hir.tree.get(node).kind {
            NodeKind::Form(Form::And, args) => joined(parts(args)?, |word, other| word & other),
            NodeKind::Form(Form::Or, args) => joined(parts(args)?, |word, other| word | other),
            NodeKind::Form(Form::Not, args) => {
                let mut relation = self.relation(*args.first()?, other)?;
                relation.iter_mut().for_each(|row| turn(self.hir, row));
                Some(relation)
            }
            NodeKind::Form(form, args) if let Some((op, swapped, negated)) = comparison(*form) => {
                let (a, b) = (*args.first()?, *args.get(1)?);
                let (a, b) = if swapped { (b, a) } else { (a, b) };
                let compared = |a, b| match binary(op, a, b) {
                    Ok(Value::Bool(holds)) => Some(holds != negated),
                    _ => None,
                };
                match (
                    tabulate::tabulated(self.hir, a, other),
                    tabulate::tabulated(self.hir, b, &self.card),
                ) {
                    (Some(others), Some(own)) => rows(&own, &others, |own, other| compared(other, own)),
                    _ => {
                        let (own, others) = (
                            tabulate::tabulated(self.hir, a, &self.card)?,
                            tabulate::tabulated(self.hir, b, other)?,
                        );
                        rows(&own, &others, compared)
                    }
                }
            }
            _ => None,
        }
    }
}

/// A row for each value of the one card: the types of the other for which a comparison holds. Types with the
/// same value have the same row.
fn rows(
    own: &[Value],
    others: &[Value],
    holds: impl Fn(Value, Value) -> Option<bool>,
) -> Option<Vec<TypeSet>> {
    let mut known: Vec<(Value, TypeSet)> = Vec::new();
    let mut all = Vec::with_capacity(own.len());
    for value in own {
        if let Some((_, row)) = known.iter().find(|(other, _)| other == value) {
            all.push(row.clone());
            continue;
        }
        let mut row = TypeSet::empty(others.len());
        for (at, other) in others.iter().enumerate() {
            if holds(*value, *other)? {
                row.insert(at);
            }
        }
        known.push((*value, row.clone()));
        all.push(row);
    }
    Some(all)
}

/// Several relations word by word.
fn joined(relations: Vec<Vec<TypeSet>>, word: impl Fn(u64, u64) -> u64) -> Option<Vec<TypeSet>> {
    relations.into_iter().reduce(|mut all, other| {
        for (row, other) in all.iter_mut().zip(&other) {
            for (at, more) in row.0.iter_mut().zip(&other.0) {
                *at = word(*at, *more);
            }
        }
        all
    })
}

/// Makes a set of all types that are not in it.
pub(super) fn turn(hir: &Hir, set: &mut TypeSet) {
    let n = hir.cards.types.len();
    for (at, word) in set.0.iter_mut().enumerate() {
        let there = match n - 64 * at {
            64.. => u64::MAX,
            some => (1 << some) - 1,
        };
        *word = !*word & there;
    }
}

//! Values as text: for `Debug`, and for the hash that tells one ruleset from
//! another. Functions of the program show as such, and no more.

use super::value::{Expr, QuestionDraft, Tree};
use std::fmt::{Debug, Formatter, Result};

/// Writes a value as a call.
pub(super) fn tree(expr: &Expr, f: &mut Formatter<'_>) -> Result {
    match &expr.tree {
        Tree::Nothing => f.write_str("nothing"),
        Tree::Truth(holds) => Debug::fmt(holds, f),
        Tree::Whole(n) => Debug::fmt(n, f),
        Tree::Fraction(n) => Debug::fmt(n, f),
        Tree::Text(text) => Debug::fmt(text, f),
        Tree::List(items) => Debug::fmt(items, f),
        Tree::Player => f.write_str("player"),
        Tree::Everyone => f.write_str("everyone"),
        Tree::Global(at) => write!(f, "data {at}"),
        Tree::SeatData(seat, at) => write!(f, "data {at} of {seat:?}"),
        Tree::CardData(card, at) => write!(f, "data {at} of card {card:?}"),
        Tree::StateData(state, param, at) => {
            let what = if *param { "parameter" } else { "data" };
            write!(f, "{what} {at} of state {state}")
        }
        Tree::Deck(at) => write!(f, "deck {at}"),
        Tree::StateName(at) => write!(f, "name of state {at}"),
        Tree::RoleName(at) => write!(f, "role {at}"),
        Tree::SeatDataName(at) => write!(f, "name of data {at}"),
        Tree::Imported(name, args) => write!(f, "{name}{args:?}"),
        Tree::ImportedItem(name, seat) => write!(f, "{name} of {seat:?}"),
        Tree::Question(question) => question.fmt(f),
        Tree::Option(at) => write!(f, "house rule {at}"),
        Tree::Zone(at) => write!(f, "zone {at}"),
        Tree::SeatZone(seat, at) => write!(f, "zone {at} of {seat:?}"),
        Tree::Attribute(card, name) => write!(f, "{card:?}.{name}"),
        Tree::Call(primitive, args) => write!(f, "{}{args:?}", primitive.name),
        Tree::Named(name) => write!(f, "${name}"),
        Tree::Item(at) => write!(f, "item {at}"),
        Tree::Over(how, query, test) => {
            write!(f, "{how:?} of {query:?}")?;
            match test {
                Some(test) => {
                    let item = Expr {
                        tree: Tree::Item(u16::MAX),
                        at: expr.at,
                    };
                    write!(f, " with {:?}", test(item))
                }
                None => Ok(()),
            }
        }
        Tree::OfEach(things, test) => {
            let item = Expr {
                tree: Tree::Item(u16::MAX),
                at: expr.at,
            };
            write!(f, "{:?} of each of {things:?}", test(item))
        }
        // Nobody shows what is being built.
        Tree::Built(_) => f.write_str("built"),
        Tree::Function(_, args) => write!(f, "function{args:?}"),
        Tree::SameAttribute(a, b, name) => write!(f, "same {name} of {a:?} and {b:?}"),
    }
}

impl Debug for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        tree(self, f)
    }
}

impl Debug for QuestionDraft {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let picked = || Expr {
            tree: Tree::Item(u16::MAX),
            at: std::panic::Location::caller(),
        };
        let together = self.together.as_ref();
        f.debug_struct("question")
            .field("prompt", &self.prompt.name)
            .field("args", &self.args)
            .field("together", &together.map(|(test, said)| (test(picked()), said)))
            .field("ordered", &self.ordered)
            .field("to", &self.to)
            .finish()
    }
}

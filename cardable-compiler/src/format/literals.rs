//! Values that a text writes out: their types, and which of them something may be.

use crate::hir::build::Builder;
use crate::hir::{NodeId, NodeKind};
use crate::text::diag::{Code as Problem, did_you_mean};
use crate::text::fields::read::Text;
use crate::text::json::{Node, Value as Json};
use cardable_engine::program::Values;
use cardable_engine::value::{Kind, Type};

/// The most numbers that can be told apart when one of them is drawn.
const MOST_NUMBERS: i64 = u32::MAX as i64;

/// How a dialect reads values.
pub(crate) trait ReadsLiterals {
    /// Where they go.
    fn builder(&mut self) -> &mut Builder;

    /// A value that is written out, or what else stands in its place.
    fn literal(&mut self, written: &Node) -> NodeId;
}

/// The type that a text names.
pub(crate) fn type_named(b: &mut Builder, text: Text<'_>) -> Option<Type> {
    let found = Type::named(&text);
    if found.is_none() {
        let help = match did_you_mean(&text, Type::NAMES.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the types are {}", Type::NAMES.join(", ")),
        };
        b.error(
            Problem::UnknownType,
            text.span(),
            format!("unknown type `{text}`"),
            help,
        );
    }
    found
}

/// How the domain of a type is written.
pub(crate) fn written(ty: Type) -> &'static str {
    match ty {
        Type::One(Kind::Number) => "`[1, 2, 3]` or `{ \"min\": 1, \"max\": 6 }`",
        Type::One(Kind::Bool) => "`[true, false]`, or leave it out",
        Type::One(Kind::String) => "a list of texts such as `[\"red\", \"black\"]`",
        Type::One(Kind::Seat) => {
            "`\"players\"`, or `\"others\"` for all but the seat whose data it is; `{ \"or_nothing\": \"players\" }` where it may be nobody"
        }
        Type::One(Kind::Card) => {
            "`{ \"zones\": \"hand\" }` for a card that lies there, `{ \"cards\": [\"Ace\", \"King\"] }`, or `\"cards\"` for any; `{ \"or_nothing\": … }` where it may be none"
        }
        Type::One(Kind::Zone) => "a list of zones such as `[\"deck\", \"hand\"]`, or `\"zones\"` for any",
        Type::One(Kind::Deck) => "a list of decks, or `\"decks\"` for any",
        Type::One(Kind::Any) => {
            "a list such as `[1, 2, 3]`, a range such as `{ \"min\": 0, \"max\": 9 }`, `\"players\"` or `\"cards\"`"
        }
        Type::List(_) => {
            "`{ \"items\": [1, 2, 3], \"length\": { \"min\": 0, \"max\": 5 } }`, where `items` is the domain of an item"
        }
        Type::Nothing | Type::State => "nothing: data of this type cannot be hidden",
    }
}

/// One of the values of a list.
pub(crate) fn one_of<R: ReadsLiterals>(
    reader: &mut R,
    node: &Node,
    items: &[Node],
    ty: Type,
) -> Option<Values> {
    let mut values = Vec::with_capacity(items.len());
    for item in items {
        let built = reader.literal(item);
        if reader.builder().is_broken(built) {
            return None;
        }
        let NodeKind::Const(value) = reader.builder().get(built).kind else {
            reader.builder().error(
                Problem::WrongType,
                item.span,
                "a domain holds values that are written out",
                format!("write {}", written(ty)),
            );
            return None;
        };
        let found = reader.builder().get(built).ty;
        if !fits(reader.builder(), item, found, ty) {
            return None;
        }
        if values.contains(&value) {
            once_more(reader.builder(), item);
            continue;
        }
        values.push(value);
    }
    if values.is_empty() {
        reader.builder().error(
            Problem::WrongType,
            node.span,
            "a domain holds one value at least",
            format!("write {}", written(ty)),
        );
        return None;
    }
    Some(Values::OneOf(reader.builder().hir.constants.list(&values)))
}

/// Warns of a value that stands in a list of values before.
pub(crate) fn once_more(b: &mut Builder, item: &Node) {
    let value = match &item.value {
        Json::Null => "null".to_owned(),
        Json::Bool(flag) => flag.to_string(),
        Json::Number(number) => number.to_string(),
        Json::String(text) => text.to_string(),
        Json::Array(_) | Json::Object(_) | Json::Invalid => "this value".to_owned(),
    };
    b.warn(
        Problem::ListedTwice,
        item.span,
        format!("`{value}` stands in this list a second time"),
        "take one of the two out, or write the value that was meant",
    );
}

/// The whole numbers between two bounds, which must both be there.
pub(crate) fn range(
    b: &mut Builder,
    node: &Node,
    (min, max): (Option<i64>, Option<i64>),
    ty: Type,
) -> Option<Values> {
    let Some((min, max)) = min.zip(max) else {
        // What stands there in place of numbers was told, and so was what is there in place of bounds.
        let given = ["min", "max"].map(|bound| node.get(bound).is_some());
        if given == [true, true] || (given == [false, false] && !node.members().is_empty()) {
            return None;
        }
        b.error(
            Problem::WrongType,
            node.span,
            "this is no domain",
            format!("write {}", written(ty)),
        );
        return None;
    };
    if !fits(b, node, Type::NUMBER, ty) {
        return None;
    }
    let message = match max.checked_sub(min) {
        _ if min > max => format!("no number is from {min} to {max}"),
        Some(more) if more < MOST_NUMBERS => return Some(Values::Range(min, max)),
        _ => format!("there are more than {MOST_NUMBERS} numbers from {min} to {max}"),
    };
    let help = match min > max {
        true => "let `min` be at most `max`",
        false => "bring `min` and `max` nearer to each other",
    };
    b.error(Problem::OutOfBounds, node.span, message, help);
    None
}

/// Whether values of one type may be in the domain of another, saying so when not.
pub(crate) fn fits(b: &mut Builder, node: &Node, found: Type, ty: Type) -> bool {
    let fits = found.fits(ty);
    if !fits {
        b.error(
            Problem::WrongDomain,
            node.span,
            format!(
                "this item is {}, and its domain has {}",
                ty.phrase(),
                found.phrase()
            ),
            format!("write {}", written(ty)),
        );
    }
    fits
}

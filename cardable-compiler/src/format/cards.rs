//! Card sets and decks into the program.

use crate::content::{CardSet, CardValue, Deck, Scalar};
use crate::hir::build::{Builder, abilities};
use crate::text::json::Number;
use cardable_engine::ids::CardTypeId;
use cardable_engine::program::{AttributeDef, CardType, Copies, DeckDef, PrintedSet};
use cardable_engine::value::Value;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Attributes that every card has, in the order of the program's table.
const BUILT_IN: &[&str] = &[
    "value",
    "suit",
    "rank",
    "name",
    "id",
    "text",
    "colour",
    "suit_index",
];

/// Adds all card types, their attributes and the decks.
pub(super) fn add(b: &mut Builder, sets: &[CardSet], decks: &[Deck]) {
    let first = add_types(b, sets);
    add_attributes(b, sets);
    number_backs(b, sets);
    for deck in decks {
        let name = b.intern(&deck.name);
        let offset = first.get(deck.card_set).copied().unwrap_or(0);
        let cards = deck
            .cards
            .iter()
            .map(|c| CardTypeId((offset + c) as u16))
            .collect();
        b.hir.cards.decks.push(DeckDef {
            name,
            cards,
            copies: Copies::AsDeclared,
        });
    }
}

/// Adds all card types with their rules, and gives the first type of each set.
pub(super) fn add_types(b: &mut Builder, sets: &[CardSet]) -> Vec<usize> {
    let mut first = Vec::new();
    for (at, set) in sets.iter().enumerate() {
        first.push(b.hir.cards.types.len());
        b.hir.cards.sets.push(PrintedSet {
            name: (*set.name).into(),
            width: set.width,
            height: set.height,
            corners: set.corners.clone(),
            back_shows: None,
        });
        for card in &set.cards {
            let (value, values) = match &card.value {
                CardValue::None => (Value::Nothing, Vec::new()),
                CardValue::Fixed(n) => (number(*n), Vec::new()),
                CardValue::Dual { low, high } => (number(*high), vec![number(*low), number(*high)]),
                CardValue::Choice(all) => (
                    all.first().map_or(Value::Nothing, |n| number(*n)),
                    all.iter().map(|n| number(*n)).collect(),
                ),
            };
            let suit = card.suit.and_then(|s| set.suits.get(s));
            let made = CardType {
                name: b.intern(&card.name),
                suit: suit.map(|s| b.intern(&s.name)),
                suit_index: card.suit.map(|s| s as u16),
                number: card.id,
                set: at as u16,
                back: 0,
                value,
                values,
                face_picture: card.face.as_ref().map(|p| p.as_str().into()),
                back_picture: set
                    .back(card)
                    .and_then(|b| b.picture.as_ref())
                    .map(|p| p.as_str().into()),
                text: card.text.as_deref().map(|text| b.intern(text)),
                colour: card
                    .colour
                    .as_deref()
                    .map(Into::into)
                    .or_else(|| suit.and_then(|s| s.colour).map(|c| hex(c.red, c.green, c.blue))),
            };
            if let Some(rules) = &card.rules {
                let id = CardTypeId(b.hir.cards.types.len() as u16);
                b.hir.cards.rules.push((id, Arc::clone(rules)));
                for ability in &rules.abilities {
                    abilities::give(b, id, &ability.key);
                }
            }
            b.hir.cards.types.push(made);
        }
    }
    first
}

/// Numbers the backs of all cards: those of a set differ by their pictures, and by what is printed on them.
fn number_backs(b: &mut Builder, sets: &[CardSet]) {
    let mut backs: Vec<(usize, &str, Value)> = Vec::new();
    let mut ty = 0;
    for (at, set) in sets.iter().enumerate() {
        let shows = set.back_shows.as_deref();
        let shows = shows.and_then(|name| b.hir.attribute_named(name));
        b.hir.cards.sets[at].back_shows = shows;
        for card in &set.cards {
            let printed = shows.map_or(Value::Nothing, |shows| {
                b.hir.cards.attributes[usize::from(shows)].of[ty]
            });
            let is_same = |(of, picture, value): &(usize, &str, Value)| {
                (*of, *picture) == (at, &*card.back) && value.same(printed)
            };
            let back = backs.iter().position(is_same).unwrap_or_else(|| {
                backs.push((at, &card.back, printed));
                backs.len() - 1
            });
            b.hir.cards.types[ty].back = back as u16;
            ty += 1;
        }
    }
    let cards = &mut b.hir.cards;
    cards.on_backs = cards.sets.iter().filter_map(|set| set.back_shows).collect();
    cards.on_backs.sort_unstable();
    cards.on_backs.dedup();
    // Cards of another set may not show it.
    cards
        .on_backs
        .retain(|at| cards.attributes[usize::from(*at)].follows_from_back(&cards.types));
}

fn hex(red: u8, green: u8, blue: u8) -> Box<str> {
    format!("#{red:02x}{green:02x}{blue:02x}").into()
}

fn number(n: Number) -> Value {
    match n.as_i64() {
        Some(whole) => Value::Int(whole),
        None => Value::Float(n.as_f64()),
    }
}

fn add_attributes(b: &mut Builder, sets: &[CardSet]) {
    let mut free: BTreeSet<&str> = BTreeSet::new();
    let cards: Vec<_> = sets.iter().flat_map(|set| set.cards.iter()).collect();
    for card in &cards {
        free.extend(
            card.attributes
                .iter()
                .map(|(name, _)| &**name)
                .filter(|n| !BUILT_IN.contains(n)),
        );
    }
    for name in BUILT_IN.iter().copied().chain(free) {
        let mut of = Vec::with_capacity(cards.len());
        for (at, card) in cards.iter().enumerate() {
            let own = card
                .attributes
                .iter()
                .find(|(n, _)| &**n == name)
                .map(|(_, value)| value.clone());
            let value = match own {
                Some(value) => scalar(b, &value),
                None => built_in(b, name, at, card.rank.as_deref()),
            };
            of.push(value);
        }
        let name = b.intern(name);
        b.hir.cards.attributes.push(AttributeDef::new(name, of));
    }
}

fn built_in(b: &mut Builder, name: &str, at: usize, rank: Option<&str>) -> Value {
    let ty = b.hir.cards.types[at].clone();
    let text =
        |b: &mut Builder, text: Option<&str>| text.map_or(Value::Nothing, |text| Value::Str(b.intern(text)));
    match name {
        "value" => ty.value,
        "suit" => ty.suit.map_or(Value::Nothing, Value::Str),
        "rank" => rank.map_or(Value::Str(ty.name), |rank| Value::Str(b.intern(rank))),
        "name" => Value::Str(ty.name),
        "id" => Value::Int(ty.number.into()),
        "text" => ty.text.map_or(Value::Nothing, Value::Str),
        "colour" => text(b, ty.colour.as_deref()),
        "suit_index" => ty.suit_index.map_or(Value::Nothing, |s| Value::Int(s.into())),
        _ => Value::Nothing,
    }
}

fn scalar(b: &mut Builder, value: &Scalar) -> Value {
    match value {
        Scalar::Bool(x) => Value::Bool(*x),
        Scalar::Number(n) => number(*n),
        Scalar::Text(text) => Value::Str(b.intern(text)),
        Scalar::List(items) => {
            let items: Vec<Value> = items.iter().map(|item| scalar(b, item)).collect();
            Value::List(b.hir.constants.list(&items))
        }
    }
}

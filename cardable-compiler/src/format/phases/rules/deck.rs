//! The deck: which cards there are and what they count.

use super::Reader;
use super::fields::{CARD, DECK, FILE, VALUE};
use super::presets::{self, Printed};
use crate::text::diag::Code as Problem;
use crate::text::json::{Node, Number};
use cardable_engine::ids::CardTypeId;
use cardable_engine::program::{AttributeDef, CardType, Copies, DeckDef, PrintedSet};
use cardable_engine::value::Value;

/// What a rank counts: its usual value, and all when there are several.
type Counts = (Value, Vec<Value>);

/// The most cards of all copies together.
const MOST_CARDS: usize = 20_000;

/// Reads the deck into card types, their attributes and a deck of all copies.
pub(super) fn deck(reader: &mut Reader<'_>, root: &Node) {
    let Some(deck) = FILE.get(root, "deck") else {
        return;
    };
    let preset_node = DECK.get(deck, "preset");
    let preset = preset_node.and_then(Node::as_str).unwrap_or("");
    let listed = DECK.get(deck, "cards");
    let cards = match presets::cards(preset) {
        Some(cards) => {
            if let Some(listed) = listed {
                reader.b.warn(
                    Problem::UnusedDeck,
                    listed.span,
                    "`cards` is read only with the preset `custom`",
                    "write `\"preset\": \"custom\"`, or take `cards` out".to_owned(),
                );
            }
            cards
        }
        None => custom(reader, deck, listed),
    };
    let values = values(reader, deck);
    let mut types: Vec<Printed> = Vec::new();
    let mut numbers = Vec::with_capacity(cards.len());
    for card in cards {
        let at = types.iter().position(|t| *t == card).unwrap_or_else(|| {
            types.push(card);
            types.len() - 1
        });
        numbers.push(CardTypeId(at as u16));
    }
    check_values(reader, deck, &types, &values);
    add_types(reader, preset, &types, &values);
    let copies = DECK
        .get(deck, "copies")
        .and_then(Node::as_i64)
        .unwrap_or(1)
        .clamp(1, 100) as usize;
    if numbers.len() * copies > MOST_CARDS {
        let span = DECK.get(deck, "copies").map_or(deck.span, |n| n.span);
        reader.b.error(
            Problem::DeckTooLarge,
            span,
            format!("all copies together have more than {MOST_CARDS} cards"),
            "write fewer `copies`".to_owned(),
        );
        numbers.clear();
    }
    let name = reader.b.intern(preset);
    reader.b.hir.cards.decks.push(DeckDef {
        name,
        cards: numbers.repeat(copies),
        copies: Copies::AsDeclared,
    });
    reader.b.hir.head.semantics.decks_in_order = true;
}

fn custom(reader: &mut Reader<'_>, deck: &Node, listed: Option<&Node>) -> Vec<Printed> {
    let mut cards = Vec::new();
    let text = |node, field| CARD.get(node, field).and_then(Node::as_str);
    for node in listed.map_or(&[][..], Node::items) {
        if let (Some(suit), Some(rank)) = (text(node, "suit"), text(node, "rank")) {
            let copies = CARD
                .get(node, "copies")
                .and_then(Node::as_i64)
                .unwrap_or(1)
                .clamp(1, 1000);
            let card = (suit.to_owned(), rank.to_owned());
            cards.extend(std::iter::repeat_n(card, copies as usize));
        }
        if cards.len() > MOST_CARDS {
            break;
        }
    }
    let is_custom = DECK.get(deck, "preset").and_then(Node::as_str) == Some("custom");
    if is_custom && cards.is_empty() {
        reader.b.error(
            Problem::MissingField,
            listed.unwrap_or(deck).span,
            "a custom deck needs `cards`",
            "write `\"cards\": [{ \"suit\": \"red\", \"rank\": \"1\" }, …]`".to_owned(),
        );
    }
    cards
}

fn values<'n>(reader: &mut Reader<'_>, deck: &'n Node) -> Vec<(&'n str, Counts)> {
    let mut values = Vec::new();
    for member in DECK.get(deck, "cardValues").map_or(&[][..], Node::members) {
        if let Some(counts) = counts(reader, &member.value) {
            values.push((&*member.key, counts));
        }
    }
    values
}

fn counts(reader: &mut Reader<'_>, node: &Node) -> Option<Counts> {
    if let Some(n) = node.as_number() {
        return Some((number(n), Vec::new()));
    }
    let field = |name| VALUE.get(node, name).and_then(Node::as_number).map(number);
    let kind = VALUE.get(node, "kind").and_then(Node::as_str)?;
    let (found, wanted) = match kind {
        "fixed" => (field("value").map(|v| (v, Vec::new())), "`value`"),
        "dual" => (
            field("low")
                .zip(field("high"))
                .map(|(low, high)| (high, vec![low, high])),
            "`low` and `high`",
        ),
        _ => {
            let options = VALUE.get(node, "options").map_or(&[][..], Node::items);
            let options: Vec<Value> = options.iter().filter_map(Node::as_number).map(number).collect();
            let most = options.iter().copied().max_by(|a, b| {
                let n = |v: &Value| v.as_f64().unwrap_or(f64::NEG_INFINITY);
                n(a).total_cmp(&n(b))
            });
            (most.map(|most| (most, options)), "`options`")
        }
    };
    if found.is_none() {
        reader.b.error(
            Problem::MissingField,
            node.span,
            format!("a card value of kind `{kind}` needs {wanted}"),
            "write a number, `{ \"kind\": \"fixed\", \"value\": 10 }`, `{ \"kind\": \"dual\", \"low\": 1, \"high\": 11 }` or `{ \"kind\": \"choice\", \"options\": [1, 11] }`".to_owned(),
        );
    }
    found
}

fn check_values(reader: &mut Reader<'_>, deck: &Node, types: &[Printed], values: &[(&str, Counts)]) {
    let span = DECK.get(deck, "cardValues").map_or(deck.span, |n| n.span);
    if DECK.get(deck, "cardValues").is_none() {
        return;
    }
    let mut missing: Vec<&str> = Vec::new();
    for (_, rank) in types {
        if !values.iter().any(|(r, _)| r == rank) && !missing.contains(&rank.as_str()) {
            missing.push(rank);
        }
    }
    if !missing.is_empty() {
        let ranks: Vec<String> = missing.iter().map(|r| format!("`{r}`")).collect();
        let first = missing.first().copied().unwrap_or_default();
        reader.b.error(
            Problem::MissingField,
            span,
            format!("no value for {}", ranks.join(", ")),
            format!("add `\"{first}\": 0`, or what it counts"),
        );
    }
}

fn add_types(reader: &mut Reader<'_>, preset: &str, types: &[Printed], values: &[(&str, Counts)]) {
    reader.b.hir.cards.sets.push(PrintedSet {
        name: preset.into(),
        width: 2.5,
        height: 3.5,
    });
    let mut suits: Vec<&str> = Vec::new();
    let standard = preset.starts_with("standard");
    for (at, (suit, rank)) in types.iter().enumerate() {
        let place = suits.iter().position(|s| s == suit).unwrap_or_else(|| {
            suits.push(suit);
            suits.len() - 1
        });
        let (value, all) = values
            .iter()
            .find(|(r, _)| r == rank)
            .map_or((Value::Nothing, Vec::new()), |(_, counts)| counts.clone());
        let name = if standard {
            presets::rank_name(rank).to_owned()
        } else {
            whole_name(suit, rank)
        };
        let made = CardType {
            name: reader.b.intern(&name),
            suit: Some(reader.b.intern(suit)),
            suit_index: Some(place as u16),
            number: at as u32,
            set: 0,
            back: 0,
            value,
            values: all,
            face_picture: None,
            back_picture: None,
            text: None,
            colour: presets::colour(suit).map(Into::into),
        };
        reader.b.hir.cards.types.push(made);
    }
    add_attributes(reader, types);
}

fn add_attributes(reader: &mut Reader<'_>, types: &[Printed]) {
    let columns = ["value", "suit", "rank", "name", "id", "colour", "suit_index"];
    for column in columns {
        let mut of = Vec::with_capacity(types.len());
        for (at, (suit, rank)) in types.iter().enumerate() {
            of.push(match column {
                "value" => reader.b.hir.cards.types[at].value,
                "suit" => Value::Str(reader.b.intern(suit)),
                "rank" => Value::Str(reader.b.intern(rank)),
                "name" => Value::Str(reader.b.hir.cards.types[at].name),
                "id" => Value::Int(at as i64),
                "colour" => match reader.b.hir.cards.types[at].colour.clone() {
                    Some(colour) => Value::Str(reader.b.intern(&colour)),
                    None => Value::Nothing,
                },
                _ => reader.b.hir.cards.types[at]
                    .suit_index
                    .map_or(Value::Nothing, |s| Value::Int(s.into())),
            });
        }
        let name = reader.b.intern(column);
        reader.b.hir.cards.attributes.push(AttributeDef::new(name, of));
    }
}

/// What a card is called whose rank alone says too little: `red Skip`.
fn whole_name(suit: &str, rank: &str) -> String {
    if rank.to_lowercase().contains(&suit.to_lowercase()) {
        rank.to_owned()
    } else {
        format!("{suit} {rank}")
    }
}

fn number(n: Number) -> Value {
    match n.as_i64() {
        Some(whole) => Value::Int(whole),
        None => Value::Float(n.as_f64()),
    }
}

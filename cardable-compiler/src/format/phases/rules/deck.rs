//! The deck: which cards there are and what they count.

use super::PhasesReader;
use super::fields::{CountKind, Counts as Written, Deck, File, Preset};
use super::presets::{self, Printed};
use crate::text::diag::Code as Problem;
use crate::text::fields::read::Word;
use crate::text::json::Number;
use cardable_engine::ids::CardTypeId;
use cardable_engine::program::{AttributeDef, CardType, Copies, DeckDef, PrintedSet};
use cardable_engine::value::Value;

/// What a rank counts: its usual value, and all when there are several.
type Counts = (Value, Vec<Value>);

/// The most cards of all copies together.
const MOST_CARDS: usize = 20_000;

/// Reads the deck into card types, their attributes and a deck of all copies.
pub(super) fn deck(reader: &mut PhasesReader<'_>, file: File<'_>) {
    let Some(deck) = file.deck() else {
        return;
    };
    let preset = deck.preset();
    let cards = match preset.and_then(presets::cards) {
        Some(cards) => {
            if let Some(listed) = deck.cards().node {
                reader.b.warn(
                    Problem::UnusedDeck,
                    listed.span,
                    "`cards` is read only with the preset `custom`",
                    "write `\"preset\": \"custom\"`, or take `cards` out".to_owned(),
                );
            }
            cards
        }
        None => custom(reader, deck),
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
    let written = deck.copies();
    let copies = written.and_then(|copies| copies.value).unwrap_or(1);
    if numbers.len() * copies > MOST_CARDS {
        reader.b.error(
            Problem::DeckTooLarge,
            written.map_or(deck.node.span, |copies| copies.span()),
            format!("all copies together have more than {MOST_CARDS} cards"),
            "write fewer `copies`".to_owned(),
        );
        numbers.clear();
    }
    let name = reader.b.intern(preset.map_or("", Word::word));
    reader.b.hir.cards.decks.push(DeckDef {
        name,
        cards: numbers.repeat(copies),
        copies: Copies::AsDeclared,
    });
    reader.b.hir.head.semantics.decks_in_order = true;
}

fn custom(reader: &mut PhasesReader<'_>, deck: Deck<'_>) -> Vec<Printed> {
    let mut cards = Vec::new();
    for card in deck.cards() {
        if let (Some(suit), Some(rank)) = (card.suit(), card.rank()) {
            let printed = Printed {
                suit: suit.to_string(),
                rank: rank.to_string(),
                text: card.text().map(|text| text.to_string()),
            };
            cards.extend(std::iter::repeat_n(printed, card.copies().unwrap_or(1)));
        }
        if cards.len() > MOST_CARDS {
            break;
        }
    }
    if deck.preset() == Some(Preset::Custom) && cards.is_empty() {
        reader.b.error(
            Problem::MissingField,
            deck.cards().node.unwrap_or(deck.node).span,
            "a custom deck needs `cards`",
            "write `\"cards\": [{ \"suit\": \"red\", \"rank\": \"1\" }, …]`".to_owned(),
        );
    }
    cards
}

fn values<'n>(reader: &mut PhasesReader<'_>, deck: Deck<'n>) -> Vec<(&'n str, Counts)> {
    let mut values = Vec::new();
    for (member, written) in deck.card_values() {
        if let Some(counts) = counts(reader, written) {
            values.push((&*member.key, counts));
        }
    }
    values
}

fn counts(reader: &mut PhasesReader<'_>, written: Written<'_>) -> Option<Counts> {
    let value = match written {
        Written::Number(n) => return Some((number(n), Vec::new())),
        Written::Value(value) => value,
    };
    let kind = value.kind()?;
    let (found, wanted) = match kind {
        CountKind::Fixed => (value.value().map(|n| (number(n), Vec::new())), "`value`"),
        CountKind::Dual => {
            let both = value.low().map(number).zip(value.high().map(number));
            let found = both.map(|(low, high)| (high, vec![low, high]));
            (found, "`low` and `high`")
        }
        CountKind::Choice => {
            let options: Vec<Value> = value.options().iter().map(number).collect();
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
            value.node.span,
            format!("a card value of kind `{}` needs {wanted}", kind.word()),
            "write a number, `{ \"kind\": \"fixed\", \"value\": 10 }`, `{ \"kind\": \"dual\", \"low\": 1, \"high\": 11 }` or `{ \"kind\": \"choice\", \"options\": [1, 11] }`".to_owned(),
        );
    }
    found
}

fn check_values(reader: &mut PhasesReader<'_>, deck: Deck<'_>, types: &[Printed], values: &[(&str, Counts)]) {
    let Some(written) = deck.card_values().node else {
        return;
    };
    let mut missing: Vec<&str> = Vec::new();
    for Printed { rank, .. } in types {
        if !values.iter().any(|(r, _)| r == rank) && !missing.contains(&rank.as_str()) {
            missing.push(rank);
        }
    }
    if !missing.is_empty() {
        let ranks: Vec<String> = missing.iter().map(|r| format!("`{r}`")).collect();
        let first = missing.first().copied().unwrap_or_default();
        reader.b.error(
            Problem::MissingField,
            written.span,
            format!("no value for {}", ranks.join(", ")),
            format!("add `\"{first}\": 0`, or what it counts"),
        );
    }
}

fn add_types(
    reader: &mut PhasesReader<'_>,
    preset: Option<Preset>,
    types: &[Printed],
    values: &[(&str, Counts)],
) {
    reader.b.hir.cards.sets.push(PrintedSet {
        name: preset.map_or("", Word::word).into(),
        width: 2.5,
        height: 3.5,
        corners: Vec::new(),
        back_shows: None,
    });
    let mut suits: Vec<&str> = Vec::new();
    let standard = matches!(preset, Some(Preset::Standard52 | Preset::Standard54));
    for (at, Printed { suit, rank, text }) in types.iter().enumerate() {
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
            text: text.as_deref().map(|text| reader.b.intern(text)),
            colour: presets::colour(suit).map(Into::into),
        };
        reader.b.hir.cards.types.push(made);
    }
    add_attributes(reader, types);
}

fn add_attributes(reader: &mut PhasesReader<'_>, types: &[Printed]) {
    let columns = ["value", "suit", "rank", "name", "id", "colour", "suit_index"];
    for column in columns {
        let mut of = Vec::with_capacity(types.len());
        for (at, Printed { suit, rank, .. }) in types.iter().enumerate() {
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

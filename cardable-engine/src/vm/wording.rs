//! Formats values, cards, zones and messages for players.

use super::engine::Reader;
use crate::ids::{Seat, Viewer};
use crate::language::{Language, Sentence};
use crate::program::{Text, automatic_name};
use crate::text::{fill, printed_name, unseen_name};
use crate::value::Value;

/// Lists longer than this many bytes are truncated, because nobody reads all of it.
const LONGEST_LIST: usize = 4_000;

/// Words something in a text that the game keeps, which everybody may read: in the language of kept texts, whoever asks.
fn kept<T>(reader: &Reader<'_>, word: impl FnOnce() -> T) -> T {
    let asked = reader.temp.language.replace(Some(Language::OF_KEPT_TEXTS));
    let worded = word();
    reader.temp.language.set(asked);
    worded
}

/// A value in a text that the game keeps.
pub(crate) fn kept_value(reader: &Reader<'_>, value: Value) -> String {
    kept(reader, || self::value(reader, Viewer::Spectator, value))
}

/// A card's name in a text that the game keeps.
pub(crate) fn kept_card_name(reader: &Reader<'_>, card: crate::ids::CardId) -> String {
    kept(reader, || card_name(reader, card))
}

/// A value as a viewer reads it. A card is named only if the viewer sees its face.
pub fn value(reader: &Reader<'_>, viewer: Viewer, value: Value) -> String {
    let language = reader.language();
    let t = reader.table;
    match value {
        Value::Nothing => language.words(Sentence::Nothing).to_owned(),
        Value::Bool(true) => language.words(Sentence::Yes).to_owned(),
        Value::Bool(false) => language.words(Sentence::No).to_owned(),
        Value::Int(n) => n.to_string(),
        Value::Float(n) => language.number(n.to_string()),
        Value::Str(id) => reader.shown(id).into_owned(),
        Value::Seat(seat) => seat_name(reader, seat),
        Value::Card(card) => {
            if !reader.world.face_audience(t, card).contains(viewer) {
                return unseen_card_name(reader, viewer, card);
            }
            card_name(reader, card)
        }
        Value::Zone(zone) => zone_name(reader, zone),
        Value::Deck(deck) => t
            .program
            .cards
            .decks
            .get(deck.index())
            .map_or(String::new(), |d| reader.shown(d.name).into_owned()),
        Value::List(_) => {
            let mut text = String::new();
            for (at, item) in reader.each_item(value).enumerate() {
                if at > 0 {
                    text.push_str(", ");
                }
                if text.len() > LONGEST_LIST {
                    text.push('…');
                    break;
                }
                text.push_str(&self::value(reader, viewer, item));
            }
            text
        }
    }
}

pub fn card_name(reader: &Reader<'_>, card: crate::ids::CardId) -> String {
    let program = &reader.table.program;
    let ty = &program.cards.types[reader.world.type_of(reader.table, card).index()];
    printed_name(reader.language(), program, ty)
}

/// A card whose face a viewer does not see. He knows its back where he can tell places.
fn unseen_card_name(reader: &Reader<'_>, viewer: Viewer, card: crate::ids::CardId) -> String {
    let (t, world) = (reader.table, reader.world);
    let is_told = || world.places(t, world.zone_of(t, card)).contains(viewer);
    match t.one_back.is_none() && is_told() {
        true => {
            let ty = world.type_of(t, card);
            let back = t.program.cards.types.get(ty.index()).map_or(0, |ty| ty.back);
            unseen_name(reader.language(), &t.program, back)
        }
        false => reader.language().unseen_card().to_owned(),
    }
}

fn seat_name(reader: &Reader<'_>, seat: Seat) -> String {
    let table = reader.table;
    let role = automatic_name(&table.program, reader.language(), seat, table.seating.names.len());
    let own = || table.seating.names.get(seat.index());
    role.unwrap_or_else(|| own().map_or_else(|| seat.0.to_string(), |name| name.to_string()))
}

pub(crate) fn zone_name(reader: &Reader<'_>, zone: crate::ids::ZoneId) -> String {
    let language = reader.language();
    let t = reader.table;
    let def = t.zone_def(zone);
    let name = reader.shown(def.layout.label.unwrap_or(def.name));
    let several = t.traits[zone.index()].several;
    let name = if several {
        format!("{name} {}", def.copy + 1)
    } else {
        name.into_owned()
    };
    match t.traits[zone.index()].owner {
        Some(seat) => language.say(Sentence::ZoneOf, &[&name, &seat_name(reader, seat)]),
        None => name,
    }
}

/// A text with its tokens filled in.
pub(crate) fn render(reader: &Reader<'_>, text: &Text) -> String {
    let viewer = reader.player.map_or(Viewer::Spectator, Viewer::Seat);
    let tokens = text
        .tokens
        .iter()
        .map(|code| reader.eval(*code).unwrap_or_default());
    let tokens: Vec<Value> = tokens.collect();
    let words: Vec<String> = tokens.iter().map(|token| value(reader, viewer, *token)).collect();
    let is_seat = |at: usize| matches!(tokens.get(at), Some(Value::Seat(_)));
    fill(reader.language(), &reader.shown(text.text), &words, is_seat)
}

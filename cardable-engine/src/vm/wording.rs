//! Formats values, cards, zones and messages for players.

use super::engine::Reader;
use crate::ids::Viewer;
use crate::program::Text;
use crate::text::{UNSEEN_CARD, fill, printed_name};
use crate::value::Value;

/// Lists longer than this many bytes are truncated, because nobody reads all of it.
const LONGEST_LIST: usize = 4_000;

/// A value as a viewer reads it. A card is named only if the viewer sees its face.
pub fn value(reader: &Reader<'_>, viewer: Viewer, value: Value) -> String {
    let t = reader.table;
    match value {
        Value::Nothing => "nothing".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Int(n) => n.to_string(),
        Value::Float(n) => n.to_string(),
        Value::Str(id) => reader.text(id).into_owned(),
        Value::Seat(seat) => t
            .seating
            .names
            .get(seat.index())
            .map_or_else(|| seat.0.to_string(), |n| n.to_string()),
        Value::Card(card) => {
            if !reader.world.face_audience(t, card).contains(viewer) {
                return UNSEEN_CARD.to_owned();
            }
            card_name(reader, card)
        }
        Value::Zone(zone) => zone_name(reader, zone),
        Value::Deck(deck) => t
            .program
            .cards
            .decks
            .get(deck.index())
            .map_or(String::new(), |d| t.program.str(d.name).to_owned()),
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
    printed_name(program, ty)
}

pub(crate) fn zone_name(reader: &Reader<'_>, zone: crate::ids::ZoneId) -> String {
    let t = reader.table;
    let def = t.zone_def(zone);
    let name = def.layout.label.as_deref().unwrap_or(t.program.str(def.name));
    let several = t.traits[zone.index()].several;
    let name = if several {
        format!("{name} {}", def.copy + 1)
    } else {
        name.to_owned()
    };
    match t.traits[zone.index()].owner {
        Some(seat) => format!("{name} of {}", t.seating.names[seat.index()]),
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
    let tokens: Vec<String> = tokens.map(|v| value(reader, viewer, v)).collect();
    fill(reader.table.program.str(text.text), &tokens)
}

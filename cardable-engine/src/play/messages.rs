//! Messages that rules show on the table.

use crate::event::{Event, shown_tokens};
use crate::fault::Run;
use crate::ids::{Audience, CardId};
use crate::play::keeping;
use crate::program::{MessagePlace, Strings, Text};
use crate::value::Value;
use crate::vm::engine::{Engine, Reader};
use crate::vm::wording::kept_card_name;

/// Maximum number of messages on the table. A new one replaces the oldest.
const MOST_NOTES: usize = 64;

/// Shows a text with the current values of its tokens.
pub(crate) fn say_text(engine: &mut Engine<'_>, text: &Text, place: MessagePlace) -> Run<()> {
    let mut tokens = [Value::Nothing; Text::MOST_TOKENS];
    for (token, code) in tokens.iter_mut().zip(&text.tokens) {
        *token = engine.reader().eval(*code)?;
    }
    say_at(engine, place, text.text, tokens);
    Ok(())
}

/// Shows a text to everybody.
pub(crate) fn say_at(
    engine: &mut Engine<'_>,
    place: MessagePlace,
    text: crate::ids::StrId,
    tokens: [Value; Text::MOST_TOKENS],
) {
    match place {
        MessagePlace::Log => tell(engine, text, tokens),
        MessagePlace::Summary => summarise(engine, text, tokens),
        MessagePlace::CenterScreen | MessagePlace::TopCenterScreen | MessagePlace::BottomCenterScreen => {
            say(engine, Audience::ALL, text, tokens)
        }
    }
}

/// Logs a text and shows it on the table until the state ends. It replaces the same text from earlier choices.
/// If one choice says the same words about different things, all remain.
pub(crate) fn say(
    engine: &mut Engine<'_>,
    audience: Audience,
    text: crate::ids::StrId,
    tokens: [Value; Text::MOST_TOKENS],
) {
    let tokens = kept(engine, audience, tokens);
    let shown = shown_tokens(&tokens);
    let (scene, step) = (engine.world.scene.scene, engine.world.step);
    let notes = &mut engine.world.notes;
    let is_same = |n: &&mut crate::world::whole::Note| {
        n.place != MessagePlace::Summary && n.scene == scene && n.text == text
    };
    for note in notes.iter_mut().filter(is_same) {
        if note.step != step || note.tokens[..] == *shown {
            note.audience = note.audience.minus(audience);
        }
    }
    notes.retain(|n| !n.audience.is_none());
    if notes.len() >= MOST_NOTES
        && let Some(oldest) = notes.iter().position(|n| n.place != MessagePlace::Summary)
    {
        notes.remove(oldest);
    }
    notes.push(crate::world::whole::Note {
        scene,
        place: MessagePlace::CenterScreen,
        step,
        audience,
        text,
        tokens: shown.into(),
    });
    engine.emit(Event::Said {
        audience,
        place: MessagePlace::CenterScreen,
        text,
        tokens,
    });
}

/// What a text says, for as long as it is read. Cards whose faces all its readers see now are named: later that may be
/// otherwise, and a name that came later would tell which of the cards was meant.
#[inline]
fn kept(
    engine: &mut Engine<'_>,
    audience: Audience,
    mut tokens: [Value; Text::MOST_TOKENS],
) -> [Value; Text::MOST_TOKENS] {
    for token in &mut tokens {
        let named = match *token {
            Value::Card(card) => named_if_seen(&engine.reader(), audience, card),
            Value::List(_) => list_named_if_seen(&engine.reader(), audience, *token),
            other => other,
        };
        *token = keeping::keep(engine, named);
    }
    tokens
}

#[cold]
fn named_if_seen(reader: &Reader<'_>, audience: Audience, card: CardId) -> Value {
    let unaware = audience.minus(reader.world.face_audience(reader.table, card));
    let name = unaware
        .is_none()
        .then(|| reader.new_text(&kept_card_name(reader, card)));
    // Where there are too many texts already, it stays a card.
    name.and_then(Result::ok).unwrap_or(Value::Card(card))
}

/// A list with the names of its cards.
#[cold]
fn list_named_if_seen(reader: &Reader<'_>, audience: Audience, list: Value) -> Value {
    let Ok(mut items) = reader.items(list) else {
        return list;
    };
    let mut has_cards = false;
    for item in &mut items {
        if let Value::Card(card) = *item {
            has_cards = true;
            *item = named_if_seen(reader, audience, card);
        }
    }
    // Where there are too many lists already, they stay cards.
    let named = has_cards.then(|| reader.list(items));
    named.and_then(Result::ok).unwrap_or(list)
}

/// Puts a text into the log and shows it nowhere else.
fn tell(engine: &mut Engine<'_>, text: crate::ids::StrId, tokens: [Value; Text::MOST_TOKENS]) {
    // What needs no keeping is read by nobody when nobody wants events.
    if engine.events.is_none() && tokens.iter().all(lasts) {
        return;
    }
    let tokens = kept(engine, Audience::ALL, tokens);
    engine.emit(Event::Said {
        audience: Audience::ALL,
        place: MessagePlace::Log,
        text,
        tokens,
    });
}

/// Whether a value stays what it is when it is kept.
#[inline]
fn lasts(token: &Value) -> bool {
    match token {
        Value::Str(id) => id.0 < Strings::DYNAMIC,
        Value::Card(_) | Value::List(_) => false,
        _ => true,
    }
}

/// Adds a text to the summary. The first one of each choice starts a new summary.
fn summarise(engine: &mut Engine<'_>, text: crate::ids::StrId, tokens: [Value; Text::MOST_TOKENS]) {
    let tokens = kept(engine, Audience::ALL, tokens);
    let step = engine.world.step;
    let notes = &mut engine.world.notes;
    notes.retain(|n| n.place != MessagePlace::Summary || n.step == step);
    notes.push(crate::world::whole::Note {
        scene: engine.world.scene.scene,
        place: MessagePlace::Summary,
        step,
        audience: Audience::ALL,
        text,
        tokens: shown_tokens(&tokens).into(),
    });
    engine.emit(Event::Said {
        audience: Audience::ALL,
        place: MessagePlace::Summary,
        text,
        tokens,
    });
}

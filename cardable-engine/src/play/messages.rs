//! Messages that rules put on the table.

use crate::event::{Event, shown_tokens};
use crate::fault::Run;
use crate::program::{MessagePlace, Text};
use crate::value::Value;
use crate::vm::engine::Engine;

/// The most messages that stand on the table at once; the oldest makes room.
const MOST_NOTES: usize = 64;

impl Engine<'_> {
    /// Says a text with what its tokens are now.
    pub(crate) fn say_text(&mut self, text: &Text, place: MessagePlace) -> Run<()> {
        let mut tokens = [Value::Nothing; Text::MOST_TOKENS];
        for (token, code) in tokens.iter_mut().zip(&text.tokens) {
            *token = self.reader().eval(*code)?;
        }
        self.say_at(place, text.text, tokens);
        Ok(())
    }

    /// Says a text to everybody.
    pub(crate) fn say_at(
        &mut self,
        place: MessagePlace,
        text: crate::ids::StrId,
        tokens: [Value; Text::MOST_TOKENS],
    ) {
        match place {
            MessagePlace::Log => self.tell(text, tokens),
            MessagePlace::Summary => self.summarise(text, tokens),
            MessagePlace::CenterScreen | MessagePlace::TopCenterScreen | MessagePlace::BottomCenterScreen => {
                self.say(crate::ids::Audience::ALL, text, tokens)
            }
        }
    }

    /// Says a text, and puts it on the table until the state ends. There it takes the place of the same text
    /// said by earlier choices; what one choice says in the same words about different things stands together.
    pub(crate) fn say(
        &mut self,
        audience: crate::ids::Audience,
        text: crate::ids::StrId,
        tokens: [Value; Text::MOST_TOKENS],
    ) {
        let tokens = tokens.map(|token| self.keep(token));
        let shown = shown_tokens(&tokens);
        let (scene, step) = (self.world.scene.scene, self.world.step);
        let notes = &mut self.world.notes;
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
        self.emit(Event::Said {
            audience,
            place: MessagePlace::CenterScreen,
            text,
            tokens,
        });
    }

    /// Tells a text in the log; no table shows it.
    fn tell(&mut self, text: crate::ids::StrId, tokens: [Value; Text::MOST_TOKENS]) {
        let tokens = tokens.map(|token| self.keep(token));
        self.emit(Event::Said {
            audience: crate::ids::Audience::ALL,
            place: MessagePlace::Log,
            text,
            tokens,
        });
    }

    /// Adds a text to the summary. The first one of a choice begins a new summary.
    fn summarise(&mut self, text: crate::ids::StrId, tokens: [Value; Text::MOST_TOKENS]) {
        let tokens = tokens.map(|token| self.keep(token));
        let step = self.world.step;
        let notes = &mut self.world.notes;
        notes.retain(|n| n.place != MessagePlace::Summary || n.step == step);
        notes.push(crate::world::whole::Note {
            scene: self.world.scene.scene,
            place: MessagePlace::Summary,
            step,
            audience: crate::ids::Audience::ALL,
            text,
            tokens: shown_tokens(&tokens).into(),
        });
        self.emit(Event::Said {
            audience: crate::ids::Audience::ALL,
            place: MessagePlace::Summary,
            text,
            tokens,
        });
    }
}

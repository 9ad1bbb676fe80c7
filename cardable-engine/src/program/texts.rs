//! What people read of a program in a language that is not its own.

use super::phrase::Phrase;
use super::{ActionKind, Program};
use crate::ids::{ActionId, Seat, StrId};
use crate::language::Language;
use crate::value::Value;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What people read of a program, and what they read instead in other languages.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Translations {
    /// Other languages.
    pub texts: Vec<Texts>,
    /// The strings that people read, each once: what a translation should have.
    pub read: Vec<StrId>,
    /// Those of them that rules put together with values, which stand in them as `{0}` and so on.
    pub put_together: Vec<StrId>,
}

/// The translations of a program into one language. Rules never see them: strings of the program are also names and
/// values that rules compare.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Texts {
    pub language: Language,
    /// What is read for each string, by its number; None where it is read as it stands.
    pub shown: Vec<Option<Box<str>>>,
    /// The phrase of each action, by its number; None where the program's own is read.
    pub phrases: Vec<Option<Phrase>>,
    /// What is read for texts that rules put together of words and values.
    pub patterns: Vec<Pattern>,
}

/// A text that rules put together, and its translation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pattern {
    /// The words before, between and after the values.
    pub words: Vec<Box<str>>,
    /// The translation; `{0}` stands for the first value.
    pub translation: Box<str>,
}

impl Texts {
    /// A language without any translation yet.
    pub fn new(language: Language) -> Texts {
        Texts {
            language,
            shown: Vec::new(),
            phrases: Vec::new(),
            patterns: Vec::new(),
        }
    }

    /// Says what is read for a string.
    pub fn set(&mut self, id: StrId, translation: &str) {
        put(&mut self.shown, id.index(), translation.into());
    }

    /// Says what the log tells of an action.
    pub fn set_phrase(&mut self, action: ActionId, phrase: Phrase) {
        put(&mut self.phrases, action.index(), phrase);
    }
}

fn put<T>(list: &mut Vec<Option<T>>, at: usize, item: T) {
    while list.len() <= at {
        list.push(None);
    }
    list[at] = Some(item);
}

impl Program {
    /// The language in which people read it when they ask for this one: that, if there are texts in it, else its own.
    pub fn language_for(&self, asked: Language) -> Language {
        self.texts_in(asked)
            .map_or(self.metadata.language, |texts| texts.language)
    }

    pub(crate) fn texts_in(&self, language: Language) -> Option<&Texts> {
        self.metadata
            .translations
            .texts
            .iter()
            .find(|texts| texts.language == language)
    }

    /// What people read for a string in a language: its translation, else the string.
    pub fn shown(&self, language: Language, id: StrId) -> &str {
        let texts = self.texts_in(language);
        let translation = texts.and_then(|texts| texts.shown.get(id.index())?.as_deref());
        translation.unwrap_or_else(|| self.str(id))
    }

    /// The texts that people read and that lack a translation into a language, each once.
    pub fn untranslated(&self, language: Language) -> impl Iterator<Item = StrId> {
        let texts = self.texts_in(language);
        let own = language == self.metadata.language;
        let is_there =
            move |id: &StrId| texts.is_some_and(|texts| matches!(texts.shown.get(id.index()), Some(Some(_))));
        self.metadata
            .translations
            .read
            .iter()
            .copied()
            .filter(move |id| !own && !is_there(id))
    }

    /// Visits the texts of declarations that people read: what part of the rules each belongs to, that part's name,
    /// the text, and whether every player comes to read it.
    pub fn each_text(&mut self, mut visit: impl FnMut(&'static str, StrId, &mut StrId, bool)) {
        let name = self.metadata.name;
        visit("game", name, &mut self.metadata.name, true);
        visit("game", name, &mut self.metadata.description, true);
        for role in &mut self.seats.roles {
            visit("roles", role.name, role.label.get_or_insert(role.name), true);
        }
        for team in self.seats.teams.iter_mut().flat_map(|teams| &mut teams.names) {
            visit("teams", *team, team, true);
        }
        for zone in self.zones.shared.iter_mut().chain(&mut self.zones.seat) {
            match &mut zone.layout.label {
                Some(label) => visit("zones", zone.name, label, true),
                None => visit("zones", zone.name, &mut zone.name.clone(), zone.declared),
            }
            for designation in zone.designations.iter_mut().flat_map(|set| &mut set.values) {
                let label = designation.label.get_or_insert(designation.name);
                visit("designations", designation.name, label, true);
            }
        }
        for setting in &mut self.settings {
            visit(
                "options",
                setting.name,
                setting.label.get_or_insert(setting.name),
                true,
            );
        }
        let of_cards = self.data.card.iter_mut().map(|data| &mut data.def);
        let of_states = self.states.iter_mut().flat_map(|state| &mut state.data);
        let data = self.data.globals.iter_mut().chain(&mut self.data.seat);
        for def in data.chain(of_cards).chain(of_states) {
            if let Some(label) = &mut def.label {
                visit("data", def.name, label, true);
            }
            for (_, text) in &mut def.texts {
                visit("data", def.name, text, true);
            }
        }
        for state in &mut self.states {
            match &mut state.label {
                Some(label) => visit("states", state.name, label, true),
                None => visit("states", state.name, &mut state.name.clone(), false),
            }
        }
        for action in &mut self.actions {
            let (name, is_chosen) = (action.name, action.kind != ActionKind::Auto);
            visit(
                "actions",
                name,
                &mut action.label,
                is_chosen && action.title.is_none(),
            );
            let message = action.message.iter_mut().map(|message| &mut message.text);
            let parts = action
                .condition_parts
                .iter_mut()
                .filter_map(|part| part.message.as_mut());
            let pick = action
                .pick
                .iter_mut()
                .flat_map(|pick| [&mut pick.legal_message, &mut pick.valid_message]);
            let texts = [&mut action.title, &mut action.condition_message]
                .into_iter()
                .flatten();
            for text in texts.chain(message).chain(parts).chain(pick.flatten()) {
                visit("actions", name, &mut text.text, true);
            }
        }
        for template in &mut self.templates {
            let name = self
                .actions
                .get(template.action.index())
                .map_or(StrId::EMPTY, |action| action.name);
            for text in template.tests.iter_mut().filter_map(|test| test.message.as_mut()) {
                visit("actions", name, &mut text.text, true);
            }
        }
        for answer in &mut self.conditions.answers {
            for text in [&mut answer.legal_message, &mut answer.valid_message]
                .into_iter()
                .flatten()
            {
                visit("answers", StrId::EMPTY, &mut text.text, true);
            }
        }
        for reaction in &mut self.reactions.all {
            if let Some(label) = &mut reaction.label {
                visit("triggers", reaction.name, label, true);
            }
        }
        let mut used = vec![false; self.cards.types.len()];
        for id in self.cards.decks.iter().flat_map(|deck| &deck.cards) {
            if let Some(used) = used.get_mut(id.index()) {
                *used = true;
            }
        }
        let on_backs = self.cards.sets.iter().filter_map(|set| set.back_shows);
        let on_backs: BTreeSet<u16> = on_backs.collect();
        for attribute in on_backs
            .iter()
            .filter_map(|at| self.cards.attributes.get(usize::from(*at)))
        {
            for (mut value, types) in attribute.having.iter().map(|(value, types)| (*value, types)) {
                let is_used = types.types().any(|ty| used.get(ty).copied().unwrap_or(false));
                match &mut value {
                    Value::Str(text) => visit("cards", attribute.name, text, is_used),
                    Value::Int(_) | Value::Float(_) | Value::Bool(true) => {
                        visit("cards", attribute.name, &mut attribute.name.clone(), is_used);
                    }
                    _ => {}
                }
            }
        }
        for (card, used) in self.cards.types.iter_mut().zip(used) {
            let name = card.name;
            visit("cards", name, &mut card.name, used);
            if let Some(suit) = &mut card.suit {
                visit("suits", *suit, suit, used);
            }
            if let Some(text) = &mut card.text {
                visit("cards", name, text, used);
            }
        }
        let are_picked = self.cards.decks_are_picked;
        for deck in &mut self.cards.decks {
            visit("decks", deck.name, &mut deck.name.clone(), are_picked);
        }
    }

    /// What the log says in a language when a seat has done an action.
    pub fn phrase(&self, language: Language, action: ActionId) -> Option<&Phrase> {
        let own = self.actions.get(action.index())?.phrase.as_ref()?;
        let texts = self.texts_in(language);
        let translation = texts.and_then(|texts| texts.phrases.get(action.index())?.as_ref());
        Some(translation.unwrap_or(own))
    }
}

/// What a seat is called that the game itself plays, among so many seats: by its role, which is a text of the ruleset.
/// None for all others, and in the ruleset's own language, in which the seat has that name.
pub(crate) fn automatic_name(
    program: &Program,
    language: Language,
    seat: Seat,
    seats: usize,
) -> Option<String> {
    if language == program.metadata.language {
        return None;
    }
    let roles = program.seats.roles.iter().filter(|role| role.automatic);
    let mut each = roles.flat_map(|role| (1..=role.max).map(move |number| (role, number)));
    // They come last.
    let at = seat
        .index()
        .checked_sub(seats.checked_sub(program.seats.automatic())?)?;
    let (role, number) = each.nth(at)?;
    let called = program.shown(language, role.label.unwrap_or(role.name));
    Some(match role.max > 1 {
        true => format!("{called} {number}"),
        false => called.to_owned(),
    })
}

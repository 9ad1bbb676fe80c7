//! The texts that a save names by their numbers.

use super::saved::Saved;
use crate::ids::StrId;
use crate::program::Strings;
use crate::value::Value;
use std::collections::BTreeMap;

/// Looks at the number of every text in a World.
fn each_text(saved: &mut Saved, mut see: impl FnMut(&mut StrId)) {
    saved.notes.iter_mut().for_each(|note| see(&mut note.text));
    let mut see = |value: &mut Value| {
        if let Value::Str(id) = value {
            see(id);
        }
    };
    saved.values.iter_mut().for_each(&mut see);
    for suspended in &mut saved.suspended {
        suspended.each_value(&mut see);
    }
    for note in &mut saved.notes {
        note.tokens.iter_mut().for_each(&mut see);
    }
    let Some(extras) = &mut saved.extras else { return };
    for (_, data) in extras.scenes.iter_mut().chain(&mut extras.under) {
        data.iter_mut().for_each(&mut see);
    }
    for sealed in &mut extras.sealed {
        sealed.each_value(&mut see);
    }
    extras.lists.each_value(&mut see);
}

/// What the texts of the ruleset say that a World names, and the one from before the actions that wait.
pub(super) fn named(saved: &mut Saved, strings: &Strings) -> BTreeMap<u32, Box<str>> {
    let before = saved
        .beginning
        .as_mut()
        .map(|beginning| named(&mut beginning.before, strings));
    let mut texts = before.unwrap_or_default();
    each_text(saved, |id| {
        if id.index() < strings.len() {
            texts.insert(id.0, strings.get(*id).into());
        }
    });
    texts
}

/// Gives texts the numbers that they have in another ruleset of the same rules, where these are others. A text
/// that it lacks lasts as one that the game has put together.
pub(super) fn renumber(texts: &BTreeMap<u32, Box<str>>, saved: &mut Saved, strings: &Strings) {
    if let Some(beginning) = &mut saved.beginning {
        renumber(texts, &mut beginning.before, strings);
    }
    let same = |id: u32, text: &str| strings.find(text) == Some(StrId(id));
    let kept = saved.extras.as_ref().map(|extras| &extras.texts.0);
    let is_new = kept.is_none_or(|kept| kept.values().all(|text| strings.find(text).is_none()));
    if is_new && texts.iter().all(|(id, text)| same(*id, text)) {
        return;
    }
    let mut numbers: BTreeMap<u32, u32> = BTreeMap::new();
    let mut own = Vec::new();
    for (id, text) in texts.iter().filter(|(id, _)| **id < Strings::DYNAMIC) {
        match strings.find(text) {
            Some(known) => _ = numbers.insert(*id, known.0),
            None => own.push((*id, text)),
        }
    }
    if let Some(extras) = &mut saved.extras {
        extras.texts.0.retain(|id, text| match strings.find(text) {
            Some(known) => {
                numbers.insert(*id, known.0);
                false
            }
            None => true,
        });
    }
    // What only a message on the table says is as good as said.
    let lost: Vec<u32> = own.iter().map(|(id, _)| *id).collect();
    saved.notes.retain(|note| !lost.contains(&note.text.0));
    for (id, text) in own.into_iter().filter(|(_, text)| !text.is_empty()) {
        let extras = saved.extras.get_or_insert_with(Default::default);
        numbers.insert(id, extras.texts.add(text));
    }
    each_text(saved, |id| {
        if let Some(number) = numbers.get(&id.0) {
            id.0 = *number;
        }
    });
}

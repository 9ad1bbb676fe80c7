//! Phrases: what the log says of an action, with places for what everybody may read.

use super::Builder;
use crate::text::diag::{Code as Problem, did_you_mean};
use crate::text::source::Span;
use cardable_engine::ids::StateId;
use cardable_engine::program::phrase::PhraseError;
use cardable_engine::program::{DataDef, DataVisible, Phrase, PhraseData};

/// How a phrase names the items of a list of data, the list, and what an item of it becomes.
type DataList<'a> = (&'static str, &'a [DataDef], fn(u16) -> PhraseData);

/// Reads the phrase of an action; nothing when it is wrong, which is reported.
pub(crate) fn phrase(builder: &mut Builder, text: &str, state: StateId, span: Span) -> Option<Phrase> {
    let id = builder.intern(text);
    let of_state = builder.hir.states.get(state.index()).map_or(&[][..], |s| &s.data);
    let lists: [DataList<'_>; 3] = [
        ("$globals.", &builder.hir.globals, PhraseData::Global),
        ("$player.", &builder.hir.seat_data, PhraseData::Player),
        ("$state.", of_state, PhraseData::State),
    ];
    let mut known: Vec<String> = Phrase::PLACES.iter().map(|&place| place.to_owned()).collect();
    for (before, list, _) in lists {
        known.extend(
            list.iter()
                .map(|item| format!("{before}{}", builder.hir.strings.get(item.name))),
        );
    }
    let mut hidden: Option<String> = None;
    let read = Phrase::read(id, text, |name| {
        lists.into_iter().find_map(|(before, list, data)| {
            let key = name.strip_prefix(before)?;
            let at = list
                .iter()
                .position(|item| builder.hir.strings.get(item.name) == key)?;
            if list[at].visible != DataVisible::All {
                hidden.get_or_insert_with(|| name.to_owned());
            }
            Some(data(at as u16))
        })
    });
    if let Some(name) = hidden {
        builder.error(
            Problem::HiddenRead,
            span,
            format!("everybody reads a phrase, and `{name}` is hidden from some"),
            "take it out, or let everybody see the data".to_owned(),
        );
        return None;
    }
    match read {
        Ok(phrase) => Some(phrase),
        Err(PhraseError::Unknown(name)) => {
            let help = match did_you_mean(&name, known.iter().map(String::as_str)) {
                Some(near) => format!("did you mean `{{{near}}}`?"),
                None => format!(
                    "write one of `{{{}}}`, an item of data such as `{{$globals.name}}` or `{{$player.name}}`, or two wordings `{{their|your}}`",
                    Phrase::PLACES.join("}`, `{")
                ),
            };
            builder.error(
                Problem::UnknownPlace,
                span,
                format!("a phrase has no place `{{{name}}}`"),
                help,
            );
            None
        }
        Err(PhraseError::Open) => {
            builder.error(
                Problem::UnknownPlace,
                span,
                "a place of this phrase is not closed",
                "write `}` behind it".to_owned(),
            );
            None
        }
    }
}

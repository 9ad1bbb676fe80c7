//! Gives a program what people read in other languages, and says what is wrong with the translations.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::content::{Translations, load::Loaded};
use crate::text::diag::{Code, Diagnostic, Diagnostics, did_you_mean};
use crate::text::json::{Node, Value};
use crate::text::source::{Sources, Span};
use cardable_engine::Language;
use cardable_engine::ids::{ActionId, StrId};
use cardable_engine::program::phrase::PhraseError;
use cardable_engine::program::{DataDef, Pattern, Phrase, PhraseData, PhrasePart, Program, Texts};
use cardable_engine::text::{Piece, pieces};

/// What the dialects themselves write into rules, such as the names of the cards of their decks.
const OF_DIALECTS: [(Language, &str); 1] = [(Language::German, include_str!("translate/de.json5"))];

/// How many texts without a translation are named.
const MOST_NAMED: usize = 5;

/// Reads the translations of a program, the nearest first.
pub(crate) fn translate(
    program: &mut Program,
    files: &[Translations],
    sources: &mut Sources,
    diags: &mut Diagnostics,
) {
    for language in Language::ALL {
        if !files.iter().any(|file| file.own && file.language == language) {
            continue;
        }
        let mut of_dialects = Vec::new();
        for (_, text) in OF_DIALECTS.iter().filter(|(own, _)| *own == language) {
            let name = format!("the program's texts/{}.json5", language.tag());
            let loaded = Loaded::text(&name, (*text).into(), sources);
            of_dialects.push(Translations {
                language,
                root: loaded.root,
                own: false,
            });
        }
        let files: Vec<&Translations> = files.iter().filter(|file| file.language == language).collect();
        let own = files.iter().find(|file| file.own).map(|file| file.root.span);
        let beginning = own.map(|span| Span::new(span.file, span.start as usize, span.start as usize + 1));
        let mut reading = Reading {
            program: &mut *program,
            texts: Texts::new(language),
            apart: BTreeMap::new(),
            done: BTreeSet::new(),
            diags: &mut *diags,
        };
        for file in files.into_iter().chain(&of_dialects) {
            reading.file(file);
        }
        let Reading { mut texts, apart, .. } = reading;
        set_apart(program, &mut texts, &apart);
        texts
            .patterns
            .sort_by_key(|pattern| std::cmp::Reverse(pattern.certainty()));
        program.metadata.translations.texts.push(texts);
        tell_missing(program, language, beginning, diags);
    }
}

/// Where a text means something else: the part of the rules, and how it reads there.
type Apart = BTreeMap<StrId, Vec<(Box<str>, Box<str>)>>;

struct Reading<'p> {
    program: &'p mut Program,
    texts: Texts,
    apart: Apart,
    /// What has a translation.
    done: BTreeSet<StrId>,
    diags: &'p mut Diagnostics,
}

impl Reading<'_> {
    fn file(&mut self, file: &Translations) {
        let written = file.root.members().iter();
        for member in written.filter(|member| &*member.key != "$schema") {
            let Some((text, values)) = self.text_of(&member.key) else {
                if file.own {
                    self.tell_unused(&member.key, member.key_span);
                }
                continue;
            };
            if self.done.contains(&text) {
                continue;
            }
            match &member.value.value {
                Value::String(translation) => {
                    self.one(text, &values, translation, member.value.span);
                }
                Value::Object(_) => self.several(text, &values, &member.value),
                Value::Invalid => {}
                _ => {
                    let message = format!("a translation is a text, and this is {}", member.value.kind());
                    let help = "write the text, or `{ \"in\": { \"actions.pass\": \"…\" }, \"else\": \"…\" }` where it means several things";
                    self.diags
                        .push(Diagnostic::error(Code::WrongType, member.value.span, message).help(help));
                }
            }
            self.done.insert(text);
        }
    }

    /// The string that a key means, and what stands for its values where the key names them by their expressions.
    fn text_of<'k>(&self, key: &'k str) -> Option<(StrId, Vec<&'k str>)> {
        if let Some(id) = self.program.strings.find(key).filter(|id| *id != StrId::EMPTY) {
            return Some((id, Vec::new()));
        }
        let values = values_in(key);
        let id = self.program.strings.find(&numbered(key, &values))?;
        (!values.is_empty()).then_some((id, values))
    }

    fn tell_unused(&mut self, key: &str, span: Span) {
        let program = &*self.program;
        let known = program
            .metadata
            .translations
            .read
            .iter()
            .map(|id| program.str(*id));
        let help = match did_you_mean(key, known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "take it out, or write it as it stands in the rules".to_owned(),
        };
        let message = format!("no text of the rules is `{key}`");
        self.diags
            .push(Diagnostic::warning(Code::UnusedTranslation, span, message).help(help));
    }

    /// A text that reads differently in some parts of the rules.
    fn several(&mut self, text: StrId, values: &[&str], node: &Node) {
        for member in node.members() {
            match (&*member.key, &member.value.value) {
                ("else", Value::String(translation)) => {
                    self.one(text, values, translation, member.value.span);
                }
                ("in", Value::Object(places)) => {
                    for place in places {
                        let known = self.places_of(text);
                        if !known.contains(&*place.key) {
                            let all: Vec<&str> = known.iter().map(String::as_str).collect();
                            let message = format!("`{}` has no such text", place.key);
                            let help = crate::text::diag::suggestion_or_list(
                                &place.key,
                                &all,
                                "it stands only in steps: use `else`",
                            );
                            self.diags.push(
                                Diagnostic::warning(Code::UnusedTranslation, place.key_span, message)
                                    .help(help),
                            );
                            continue;
                        }
                        if let Some(translation) = place.value.as_str() {
                            let translation = put_numbers(translation, values);
                            if self.fits(text, &translation, place.value.span) {
                                let apart = self.apart.entry(text).or_default();
                                apart.push((place.key.clone(), translation.as_ref().into()));
                            }
                        }
                    }
                }
                _ => {
                    let message = format!("`{}` is not read here", member.key);
                    let help = "write `in` with an object of places and translations, and `else` with the translation for the others";
                    self.diags
                        .push(Diagnostic::error(Code::UnknownField, member.key_span, message).help(help));
                }
            }
        }
    }

    /// The parts of the rules that a text stands in.
    fn places_of(&mut self, text: StrId) -> BTreeSet<String> {
        let mut places = BTreeSet::new();
        self.program.each_text(|kind, name, id, _| {
            if *id == text {
                places.insert((kind, name));
            }
        });
        let named = places
            .into_iter()
            .map(|(kind, name)| place(self.program, kind, name));
        named.collect()
    }

    fn one(&mut self, text: StrId, values: &[&str], translation: &str, span: Span) {
        if translation.trim().is_empty() {
            let message = "this translation is empty: the text is read as it stands in the rules";
            let help = "write the translation, or take the line out";
            self.diags
                .push(Diagnostic::warning(Code::EmptyEntry, span, message).help(help));
            return;
        }
        let translation = put_numbers(translation, values);
        let of_phrase = |action: &&cardable_engine::program::ActionDef| {
            action.phrase.as_ref().is_some_and(|phrase| phrase.text == text)
        };
        if self.program.actions.iter().any(|action| of_phrase(&action)) {
            self.phrase(text, &translation, span);
        } else if self.fits(text, &translation, span) {
            self.texts.set(text, &translation);
            if self.program.metadata.translations.put_together.contains(&text) {
                let pattern = Pattern::new(self.program.str(text), &translation);
                self.texts.patterns.extend(pattern);
            }
        }
    }

    /// The phrase of each action that has this one.
    fn phrase(&mut self, text: StrId, translation: &str, span: Span) {
        let program = &*self.program;
        let mut told = false;
        for (at, action) in program.actions.iter().enumerate() {
            let Some(own) = action.phrase.as_ref().filter(|phrase| phrase.text == text) else {
                continue;
            };
            let of_state = program
                .states
                .get(action.state.index())
                .map_or(&[][..], |state| &state.data);
            let named = |name: &str| {
                let (list, data, key): (&[DataDef], fn(u16) -> PhraseData, _) =
                    if let Some(key) = name.strip_prefix("$globals.") {
                        (&program.data.globals, PhraseData::Global, key)
                    } else if let Some(key) = name.strip_prefix("$player.") {
                        (&program.data.seat, PhraseData::Player, key)
                    } else {
                        (of_state, PhraseData::State, name.strip_prefix("$state.")?)
                    };
                let at = list.iter().position(|item| program.str(item.name) == key)?;
                Some(data(at as u16))
            };
            let wrong = match Phrase::read(text, translation, named) {
                Ok(phrase) => {
                    let is_new = |part: &&PhrasePart| !is_words(part) && !own.parts.contains(part);
                    let lacks = own
                        .parts
                        .iter()
                        .find(|part| !is_words(part) && !phrase.parts.contains(part));
                    let surplus = phrase
                        .parts
                        .iter()
                        .find(|part| is_new(part) && matches!(part, PhrasePart::Data(_)));
                    if let (Some(_), false) = (surplus, told) {
                        told = true;
                        self.diags.push(
                            Diagnostic::error(
                                Code::OtherPlaces,
                                span,
                                "this tells data that the text does not tell",
                            )
                            .help("name only what stands in the text of the rules"),
                        );
                    }
                    if let (Some(part), false) = (lacks, told) {
                        told = true;
                        let message = format!("this leaves out {}", part_name(part));
                        let help = "put it where it belongs, unless it is left out on purpose";
                        self.diags
                            .push(Diagnostic::warning(Code::LeftOutPlace, span, message).help(help));
                    }
                    self.texts.set(text, translation);
                    self.texts.set_phrase(ActionId(at as u16), phrase);
                    continue;
                }
                Err(PhraseError::Unknown(name)) => {
                    let names = Phrase::PLACES.iter().copied();
                    let help = match did_you_mean(&name, names) {
                        Some(near) => format!("did you mean `{{{near}}}`?"),
                        None => "name only places that stand in the text of the rules".to_owned(),
                    };
                    (format!("a phrase has no place `{{{name}}}`"), help)
                }
                Err(PhraseError::Open) => (
                    "a place of this phrase is not closed".to_owned(),
                    "write `}` behind it".to_owned(),
                ),
            };
            if !told {
                told = true;
                self.diags
                    .push(Diagnostic::error(Code::OtherPlaces, span, wrong.0).help(wrong.1));
            }
        }
    }

    /// Whether a translation has the places of its text.
    fn fits(&mut self, text: StrId, translation: &str, span: Span) -> bool {
        let text = self.program.str(text);
        let (own, there) = (places_in(text), places_in(translation));
        if let Some(surplus) = there.difference(&own).next() {
            let message = format!("the text has no value for `{{{surplus}}}`");
            let help = match own.is_empty() {
                true => "take it out: the text has no values".to_owned(),
                false => format!(
                    "its values are `{{{}}}`",
                    own.iter()
                        .map(usize::to_string)
                        .collect::<Vec<_>>()
                        .join("}`, `{")
                ),
            };
            self.diags
                .push(Diagnostic::error(Code::OtherPlaces, span, message).help(help));
            return false;
        }
        if let Some(forms) = wrong_forms(translation) {
            let message = format!("`{{{forms}}}` cannot be read");
            let help = "write two words, for one and for any other number: `{0|Karte|Karten}`";
            self.diags
                .push(Diagnostic::error(Code::OtherPlaces, span, message).help(help));
            return false;
        }
        if let Some(lacks) = own.difference(&there).next() {
            let message = format!("this leaves out `{{{lacks}}}`");
            let help = "put it where it belongs, unless it is left out on purpose";
            self.diags
                .push(Diagnostic::warning(Code::LeftOutPlace, span, message).help(help));
        }
        true
    }
}

/// A part of the rules as translations name it: `actions.pass`.
fn place(program: &Program, kind: &str, name: StrId) -> String {
    match kind {
        "game" => kind.to_owned(),
        _ => format!("{kind}.{}", program.str(name)),
    }
}

/// Gives texts that read differently in some parts of the rules strings of their own there.
fn set_apart(program: &mut Program, texts: &mut Texts, apart: &Apart) {
    for (text, places) in apart {
        for (part, translation) in places {
            let words = program.str(*text).to_owned();
            let own = program.strings.again(&words);
            texts.set(own, translation);
            let mut there = Vec::new();
            program.each_text(|kind, name, id, _| {
                if *id == *text {
                    there.push((kind, name));
                }
            });
            let is_part = |(kind, name): &(&'static str, StrId)| place(program, kind, *name) == **part;
            let there: Vec<(&str, StrId)> = there.iter().filter(|at| is_part(at)).copied().collect();
            program.each_text(|kind, name, id, _| {
                if *id == *text && there.contains(&(kind, name)) {
                    *id = own;
                }
            });
        }
    }
}

/// Says once which texts lack a translation.
fn tell_missing(program: &Program, language: Language, span: Option<Span>, diags: &mut Diagnostics) {
    let missing: Vec<&str> = program.untranslated(language).map(|id| program.str(id)).collect();
    if missing.is_empty() {
        return;
    }
    let named: Vec<String> = missing
        .iter()
        .take(MOST_NAMED)
        .map(|text| format!("`{text}`"))
        .collect();
    let others = missing.len() - named.len();
    let more = if others > 0 {
        format!(", and {others} more")
    } else {
        String::new()
    };
    let what = if missing.len() == 1 {
        "text lacks"
    } else {
        "texts lack"
    };
    let tag = language.tag();
    let message = format!(
        "{} {what} a translation into `{tag}`: {}{more}",
        missing.len(),
        named.join(", ")
    );
    let help = format!("`cardable check --texts {tag}` prints them all, to be filled in");
    diags.push(Diagnostic::warning(Code::NotTranslated, span, message).help(help));
}

fn is_words(part: &PhrasePart) -> bool {
    matches!(part, PhrasePart::Text(_) | PhrasePart::Either { .. })
}

fn part_name(part: &PhrasePart) -> &'static str {
    match part {
        PhrasePart::Player => "`{player}`",
        PhrasePart::Cards => "`{cards}`",
        PhrasePart::Count => "`{count}`",
        PhrasePart::From => "`{from}`",
        PhrasePart::To => "`{to}`",
        PhrasePart::Data(_) => "a value",
        PhrasePart::Text(_) | PhrasePart::Either { .. } => "words",
    }
}

/// The values that a text shows, by their numbers.
fn places_in(text: &str) -> BTreeSet<usize> {
    let places = pieces(text).filter_map(|piece| match piece {
        Piece::Words(_) => None,
        Piece::Token(token) | Piece::Counted { token, .. } => Some(token),
    });
    places.collect()
}

/// What stands in braces and begins like a place for a number of things, but has not two words.
fn wrong_forms(text: &str) -> Option<&str> {
    let mut inside = text
        .split('{')
        .skip(1)
        .filter_map(|rest| Some(rest.split_once('}')?.0));
    inside.find(|place| {
        let mut parts = place.split('|');
        let is_number = parts.next().is_some_and(|first| first.parse::<usize>().is_ok());
        is_number && !matches!(parts.count(), 0 | 2)
    })
}

/// What stands in the braces of a text, in order.
fn values_in(text: &str) -> Vec<&str> {
    let inside = text
        .split('{')
        .skip(1)
        .filter_map(|rest| Some(rest.split_once('}')?.0));
    let mut values: Vec<&str> = Vec::new();
    inside.for_each(|value| values.push(value));
    values
}

/// A text with numbers in its braces, in their order.
fn numbered(text: &str, values: &[&str]) -> String {
    let mut out = String::new();
    let mut rest = text;
    for (at, value) in values.iter().enumerate() {
        let Some((before, after)) = rest.split_once(&format!("{{{value}}}")) else {
            continue;
        };
        out += before;
        out += &format!("{{{at}}}");
        rest = after;
    }
    out + rest
}

/// A translation with the numbers of its values in the places of their expressions.
fn put_numbers<'t>(translation: &'t str, values: &[&str]) -> Cow<'t, str> {
    let mut text = Cow::Borrowed(translation);
    for (at, value) in values.iter().enumerate() {
        let place = format!("{{{value}}}");
        if text.contains(&place) {
            text = Cow::Owned(text.replace(&place, &format!("{{{at}}}")));
        }
    }
    text
}

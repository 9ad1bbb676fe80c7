//! Parts, joined to lines.

use super::parts::Part;
use crate::language::{Language, Piece, Sentence, pieces};

/// Adds a text, to the text before where there is one.
pub(super) fn push_text(parts: &mut Vec<Part>, text: &str) {
    if text.is_empty() {
        return;
    }
    match parts.last_mut() {
        Some(Part::Text(last)) => last.push_str(text),
        _ => parts.push(Part::Text(text.to_owned())),
    }
}

/// Adds a part; words go to the words before.
pub(super) fn push(parts: &mut Vec<Part>, part: Part) {
    match part {
        Part::Text(text) => push_text(parts, &text),
        other => parts.push(other),
    }
}

/// A sentence with parts in its places.
pub(super) fn said(language: Language, sentence: Sentence, places: &mut [Part]) -> Vec<Part> {
    let mut parts = Vec::new();
    for piece in pieces(language.words(sentence)) {
        match piece {
            Piece::Words(words) => push_text(&mut parts, words),
            Piece::Place(at, _) => {
                if let Some(place) = places.get_mut(at) {
                    push(&mut parts, std::mem::take(place));
                }
            }
            Piece::Counted(at, wordings) => {
                let number = places.get(at).map_or("", Part::text);
                push_text(&mut parts, language.wording(number, wordings));
            }
            Piece::Either { other, .. } => push_text(&mut parts, other),
        }
    }
    parts
}

/// Several things as one says them.
pub(super) fn listed(language: Language, several: Vec<Vec<Part>>) -> Vec<Part> {
    let n = several.len();
    let mut parts = Vec::new();
    for (at, one) in several.into_iter().enumerate() {
        let between = match (at, at + 1 == n) {
            (0, _) => "",
            (_, true) => language.words(Sentence::AndLast),
            (_, false) => ", ",
        };
        push_text(&mut parts, between);
        for part in one {
            push(&mut parts, part);
        }
    }
    parts
}

//! Sentences with places.

use super::grammar::SeatForm;

/// A piece of a sentence's template.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Piece<'t> {
    Words(&'t str),
    /// `{1}` or `{1:dative}`: what stands in a place; a seat in a form.
    Place(usize, Option<SeatForm>),
    /// `{1|goes|go}`: one of several wordings, by the number in a place.
    Counted(usize, &'t str),
    /// `{has|have}`: of another, or of the reader.
    Either {
        other: &'t str,
        own: &'t str,
    },
}

impl<'t> Piece<'t> {
    /// Reads what stands between braces.
    fn read(inside: &'t str) -> Piece<'t> {
        if let Some((first, rest)) = inside.split_once('|') {
            return match first.parse() {
                Ok(place) => Piece::Counted(place, rest),
                Err(_) => Piece::Either {
                    other: first,
                    own: rest,
                },
            };
        }
        let (place, form) = match inside.split_once(':') {
            Some((place, form)) => (place, SeatForm::named(form)),
            None => (inside, None),
        };
        // The test of all sentences finds whatever is no place.
        place
            .parse()
            .map_or(Piece::Words(inside), |place| Piece::Place(place, form))
    }
}

/// The pieces of a template.
pub(crate) fn pieces(template: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = template;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let open = rest.find('{').unwrap_or(rest.len());
        if open > 0 {
            let (words, after) = rest.split_at(open);
            rest = after;
            return Some(Piece::Words(words));
        }
        let (inside, after) = rest.split_once('}').unwrap_or((rest, ""));
        rest = after;
        Some(Piece::read(inside.strip_prefix('{').unwrap_or(inside)))
    })
}

//! Texts with places that are filled in.

/// What players call a printed card; a suit that its name tells is not told again.
pub(crate) fn printed_name(program: &crate::program::Program, ty: &crate::program::CardType) -> String {
    let name = program.str(ty.name);
    match ty.suit.map(|suit| program.str(suit)) {
        Some(suit) if !name.to_lowercase().contains(&suit.to_lowercase()) => format!("{name} of {suit}"),
        Some(_) | None => name.to_owned(),
    }
}

/// What a card is called whose face one does not see.
pub(crate) const UNSEEN_CARD: &str = "a card";

/// Several things as one says them: `Ada, Grace and Edsger`.
pub(crate) fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// A text without the article at its end.
pub(crate) fn without_article(text: &str) -> &str {
    let articles = ["the ", "a ", "an ", "The ", "A ", "An "];
    let ended = articles.iter().filter_map(|article| text.strip_suffix(article));
    ended
        .into_iter()
        .find(|before| before.is_empty() || before.ends_with(|c: char| !c.is_alphanumeric()))
        .unwrap_or(text)
}

/// A piece of a text that is filled in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece<'t> {
    /// Words as they are written.
    Words(&'t str),
    Token(usize),
    /// `{0|card|cards}`: one of two wordings, by whether a token is one.
    Counted {
        token: usize,
        one: &'t str,
        /// The word for any other number than one.
        many: &'t str,
    },
}

impl<'t> Piece<'t> {
    /// Reads what stands between braces.
    fn place(inside: &'t str) -> Option<Piece<'t>> {
        let (token, wordings) = match inside.split_once('|') {
            Some((token, wordings)) => (token, Some(wordings.split_once('|')?)),
            None => (inside, None),
        };
        let token = token.parse().ok()?;
        Some(match wordings {
            Some((one, many)) => Piece::Counted { token, one, many },
            None => Piece::Token(token),
        })
    }

    /// The wording that goes with a token as it is read.
    pub(crate) fn counted(token: &str, one: &'t str, many: &'t str) -> &'t str {
        match token.trim_start_matches(['-', '−']) {
            "1" => one,
            _ => many,
        }
    }
}

/// The pieces of a text. A brace that begins no place stands for itself.
pub fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = text;
    let mut next = None;
    std::iter::from_fn(move || {
        if let Some(piece) = next.take() {
            return Some(piece);
        }
        if rest.is_empty() {
            return None;
        }
        // Each closing brace is looked at once, so that the time grows with the text alone.
        let place = rest.match_indices('}').find_map(|(close, _)| {
            let open = rest.get(..close)?.rfind('{')?;
            Some((open, Piece::place(rest.get(open + 1..close)?)?, close + 1))
        });
        let Some((open, piece, end)) = place else {
            return Some(Piece::Words(std::mem::take(&mut rest)));
        };
        let words = rest.get(..open).unwrap_or_default();
        rest = rest.get(end..).unwrap_or_default();
        if words.is_empty() {
            return Some(piece);
        }
        next = Some(piece);
        Some(Piece::Words(words))
    })
}

/// Puts tokens into the places of a text. A card that is not seen brings its own article: `plays the
/// {0}` becomes `plays a card`.
pub fn fill(text: &str, tokens: &[String]) -> String {
    let mut out = String::with_capacity(text.len());
    let token = |at: usize| tokens.get(at).map_or("", String::as_str);
    for piece in pieces(text) {
        match piece {
            Piece::Words(words) => out.push_str(words),
            Piece::Token(at) => {
                if token(at) == UNSEEN_CARD {
                    out.truncate(without_article(&out).len());
                }
                out.push_str(token(at));
            }
            Piece::Counted { token: at, one, many } => out.push_str(Piece::counted(token(at), one, many)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_that_is_not_seen_brings_its_article() {
        let tokens = ["Ada".to_owned(), UNSEEN_CARD.to_owned(), "8 of Hearts".to_owned()];
        for (text, filled) in [
            ("{0} plays the {1}.", "Ada plays a card."),
            ("The {1} of {0}", "a card of Ada"),
            ("{0} plays the {2}.", "Ada plays the 8 of Hearts."),
            ("breathe {1}", "breathe a card"),
            ("{1}, then {7}{", "a card, then {"),
        ] {
            assert_eq!(fill(text, &tokens), filled);
        }
    }
}

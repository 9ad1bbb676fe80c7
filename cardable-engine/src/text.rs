//! Texts for players: messages with their tokens, and why something cannot be done.

use crate::engine::Reader;
use crate::engine::legal::Unmet;
use crate::ids::{Seat, Viewer};
use crate::program::{ActionDef, Text};
use crate::value::Value;
use smallvec::SmallVec;

/// From how many bytes on a list is told no further: nobody reads all of it.
const LONGEST_LIST: usize = 4_000;

/// A value as a viewer reads it. A card is named only where he sees its face.
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

/// What players call a card.
pub fn card_name(reader: &Reader<'_>, card: crate::ids::CardId) -> String {
    let program = &reader.table.program;
    let ty = &program.types[reader.world.type_of(reader.table, card).index()];
    printed_name(program, ty)
}

/// What players call a printed card; a suit that its name tells is not told again.
pub(crate) fn printed_name(program: &crate::program::Program, ty: &crate::program::CardType) -> String {
    let name = program.str(ty.name);
    match ty.suit.map(|suit| program.str(suit)) {
        Some(suit) if !name.to_lowercase().contains(&suit.to_lowercase()) => format!("{name} of {suit}"),
        Some(_) | None => name.to_owned(),
    }
}

/// What players call a zone.
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
        Some(seat) => format!("{name} of {}", t.names[seat.index()]),
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

/// What a card is called whose face one does not see.
pub(crate) const UNSEEN_CARD: &str = "a card";

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
    /// `{0}`: a token.
    Token(usize),
    /// `{0|card|cards}`: one of two wordings, by whether a token is one.
    Counted {
        /// The token.
        token: usize,
        /// Of one.
        one: &'t str,
        /// Of any other number.
        many: &'t str,
    },
}

impl<'t> Piece<'t> {
    /// What stands between braces.
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

/// Why a seat cannot do an action now.
pub(crate) fn unmet(reader: &Reader<'_>, seat: Seat, action: &ActionDef) -> String {
    let scene = &reader.world.scene;
    if reader.world.dismissed.contains(seat) {
        return "you are out of the game".to_owned();
    }
    if scene.acted.contains(seat) {
        return "you have acted already; wait for the others".to_owned();
    }
    let mut candidates = SmallVec::new();
    reader.temp.met_unseen.set(false);
    let tried = reader.try_offer(seat, action, &mut candidates);
    let or_unseen = |usual: &str| match reader.temp.met_unseen.get() {
        true => "it depends on a card that you cannot see".to_owned(),
        false => usual.to_owned(),
    };
    match tried {
        Ok(Err(Unmet::Condition)) => {
            let id = reader
                .program()
                .actions
                .iter()
                .position(|a| std::ptr::eq(a, action));
            let told =
                id.and_then(|at| crate::interact::unmet_by_seat(reader, crate::ids::ActionId(at as u16)));
            match (told, &action.condition_message) {
                (Some(told), _) => told,
                (None, Some(message)) => render(reader, message),
                (None, None) => or_unseen("its condition does not hold"),
            }
        }
        Ok(Err(Unmet::Candidates { found: 0, .. })) => {
            match action.pick.as_ref().and_then(|p| p.legal_message.as_ref()) {
                Some(message) => render(reader, message),
                None => or_unseen("there is nothing to pick"),
            }
        }
        Ok(Err(Unmet::Candidates { found, needed })) => {
            or_unseen(&format!("it needs {needed} to pick from, and there are {found}"))
        }
        Ok(Err(Unmet::Valid)) => match action.pick.as_ref().and_then(|p| p.valid_message.as_ref()) {
            Some(message) => render(reader, message),
            None => or_unseen("no pick is right"),
        },
        Ok(Err(Unmet::Full { zone })) => format!("there is no room in {}", zone_name(reader, zone)),
        Ok(Err(Unmet::Kept { zone })) => {
            let least = reader.table.zone_def(zone).min;
            let cards = if least == 1 { "card" } else { "cards" };
            format!("{} must keep {least} {cards}", zone_name(reader, zone))
        }
        Ok(Err(Unmet::Prompt)) => or_unseen("there is nothing to answer to its question"),
        Ok(Ok(_)) => "it is not your turn".to_owned(),
        Err(fault) => format!("the ruleset erred: {fault}"),
    }
}

/// What keeps the seats of the running state from an action, for everybody: what the ruleset says of
/// it where that holds no values, else which kind of obstacle it is. Of several seats each is told once.
pub(crate) fn obstacles(reader: &Reader<'_>, action: &ActionDef) -> String {
    let scene = &reader.world.scene;
    let or_unseen = |usual: &str| match reader.temp.met_unseen.get() {
        true => "it depends on a card that the seat cannot see".to_owned(),
        false => usual.to_owned(),
    };
    let said = |text: Option<&Text>, usual: &str| {
        let plain = text.filter(|text| text.tokens.is_empty());
        plain.map_or_else(
            || or_unseen(usual),
            |text| reader.program().str(text.text).to_owned(),
        )
    };
    let pick = action.pick.as_ref();
    let mut found: Vec<String> = Vec::new();
    for seat in scene.members.minus(reader.world.dismissed) {
        let mut candidates = SmallVec::new();
        reader.temp.met_unseen.set(false);
        let why = match reader.try_offer(seat, action, &mut candidates) {
            _ if scene.acted.contains(seat) => "whoever acted has to wait".to_owned(),
            Ok(Err(Unmet::Condition)) => {
                said(action.condition_message.as_ref(), "its condition does not hold")
            }
            Ok(Err(Unmet::Candidates { found: 0, .. })) => said(
                pick.and_then(|p| p.legal_message.as_ref()),
                "there is nothing to pick",
            ),
            Ok(Err(Unmet::Candidates { .. })) => or_unseen("there is not enough to pick from"),
            Ok(Err(Unmet::Valid)) => said(pick.and_then(|p| p.valid_message.as_ref()), "no pick is right"),
            Ok(Err(Unmet::Full { zone })) => format!("there is no room in {}", zone_name(reader, zone)),
            Ok(Err(Unmet::Kept { zone })) => format!("{} must keep its cards", zone_name(reader, zone)),
            Ok(Err(Unmet::Prompt)) => or_unseen("there is nothing to answer to its question"),
            Ok(Ok(_)) => "it is nobody's turn who could".to_owned(),
            Err(fault) => format!("the ruleset erred: {}", fault.kind),
        };
        if !found.contains(&why) {
            found.push(why);
        }
    }
    match found.is_empty() {
        true => "nobody is left to do it".to_owned(),
        false => found.join(", or "),
    }
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

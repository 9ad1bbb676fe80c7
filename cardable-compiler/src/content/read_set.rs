//! Reading a card set.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::{
    Back, CardSet, CardType, Colour, Home, MAX_SUITS, Scalar, Suit,
    card_value::attributes,
    fields::{CARD_SET, CardSet as Fields, Colour as Lights, Corners, Dimensions, Listed},
    pictures::Pictures,
    read_cards::{PictureNames, SuitPictures, read_cards},
};
use crate::text::diag::{Code, Diagnostic, Diagnostics, suggestion_or_list};
use crate::text::fields::read::{Placed, Text};
use crate::text::json::{Node, Number};
use crate::text::source::Span;
use cardable_engine::program::Corner;

/// What every card is asked for beside its attributes.
const PRINTED: [&str; 4] = ["value", "rank", "suit", "name"];

/// A poker card in millimetres, for sets that do not say how large theirs are.
const USUAL_SIZE: (f64, f64) = (63.0, 88.0);

/// Reads one card set. Whatever is wrong with it, something comes out.
pub(crate) fn read_card_set(
    node: &Node,
    home: Home,
    pictures: &mut Pictures<'_>,
    diags: &mut Diagnostics,
) -> CardSet {
    let errors_before = diags.error_count();
    let filled = CARD_SET.without_empty(node, diags);
    let node = filled.as_ref().unwrap_or(node);
    CARD_SET.check(node, diags);
    let set = Fields { node };
    let name = set.set_name().and_then(|name| name.value);
    let name = name.map_or("", Text::as_str);
    let (width, height) = read_size(set.card_dimensions(), diags);
    let (suits, suit_looks) = read_suits(set, diags);
    let names = PictureNames {
        back: set.card_back().and_then(Text::not_empty),
        suits: suit_looks,
        named_by_id: set.use_id_for_texture_names() == Some(true),
        symmetrical: set.symmetrical_deck() == Some(true),
    };
    let mut backs: BTreeMap<Arc<str>, Back> = BTreeMap::new();
    let cards = read_cards(set, name, &suits, &names, pictures, &mut backs, diags);
    pictures.tell_lost_folders(diags);
    let known = attributes_of(&suits, &cards);
    let corners = set.corners();
    let corners = corners.map_or_else(Vec::new, |corners| read_corners(corners, &known, diags));
    let back_shows = set
        .back_shows()
        .and_then(|written| read_back(written, &known, &cards, diags));
    // Of a file that could not be read was told.
    let is_here = matches!(set.cards(), Some(Listed::Here(_)) | None);
    if cards.is_empty() && is_here && diags.error_count() == errors_before {
        let message = format!("the card set `{name}` has no cards");
        diags.warning(
            Code::EmptyCardSet,
            node.span,
            message,
            "name its cards in `cards`, or leave the set out",
        );
    }
    CardSet {
        name: name.into(),
        width,
        height,
        corners,
        back_shows,
        suits,
        cards,
        backs: backs.into_values().collect(),
        symmetrical: names.symmetrical,
        home,
        span: node.span,
        shared: set.shared() == Some(true),
        complete: diags.error_count() == errors_before,
    }
}

fn read_size(size: Option<Dimensions<'_>>, diags: &mut Diagnostics) -> (f64, f64) {
    let Some(size) = size else {
        return USUAL_SIZE;
    };
    let mut side = |field: &str, written: Option<Placed<'_, Number>>, usual: f64| {
        let Some(written) = written else {
            return usual;
        };
        let Some(length) = written.value.map(Number::as_f64) else {
            return usual;
        };
        if length <= 0.0 {
            let message = format!("`{field}` is more than 0, not `{length}`");
            diags.error(
                Code::OutOfBounds,
                written.span(),
                message,
                format!("write a number above 0; `{usual}` is usual"),
            );
            return usual;
        }
        length
    };
    (
        side("width", size.width(), USUAL_SIZE.0),
        side("height", size.height(), USUAL_SIZE.1),
    )
}

/// The names of all that cards of the set have.
pub(crate) fn attributes_of(suits: &[Suit], cards: &[CardType]) -> Vec<String> {
    let of_suits = suits.iter().flat_map(|suit| suit.attributes.iter());
    let attributes = cards
        .iter()
        .flat_map(|card| card.attributes.iter())
        .chain(of_suits);
    let names: BTreeSet<&str> = attributes.map(|(name, _)| &**name).collect();
    names.into_iter().chain(PRINTED).map(str::to_owned).collect()
}

/// What stands in the corners. It is an error when no card has it: the corner would stay empty.
fn read_corners(corners: Corners<'_>, known: &[String], diags: &mut Diagnostics) -> Vec<(Corner, Box<str>)> {
    let all = [
        (Corner::TopLeft, corners.top_left()),
        (Corner::TopRight, corners.top_right()),
        (Corner::BottomLeft, corners.bottom_left()),
        (Corner::BottomRight, corners.bottom_right()),
    ];
    let mut read = Vec::new();
    for (corner, written) in all {
        let Some((name, at)) = written.and_then(|written| Some((written.value?.as_str(), written.span())))
        else {
            continue;
        };
        must_be_known(name, at, known, diags);
        read.push((corner, name.into()));
    }
    read
}

/// What is printed on the backs: an attribute that is a single thing on every card.
fn read_back(
    written: Placed<'_, Text<'_>>,
    known: &[String],
    cards: &[CardType],
    diags: &mut Diagnostics,
) -> Option<Box<str>> {
    let (name, at) = (written.value?.as_str(), written.span());
    if !must_be_known(name, at, known, diags) {
        return None;
    }
    let is_list = |card: &&CardType| matches!(card.attribute(name), Some(Scalar::List(_)));
    if let Some(card) = cards.iter().find(is_list) {
        let message = format!(
            "a back shows one thing, and `{name}` of `{}` is a list",
            card.name
        );
        let help = "name an attribute that is a number, a text or a yes or no";
        diags.error(Code::WrongType, at, message, help);
        return None;
    }
    Some(name.into())
}

fn must_be_known(name: &str, at: Span, known: &[String], diags: &mut Diagnostics) -> bool {
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let is_known = known.contains(&name);
    if !is_known {
        let message = format!("no card of the set has `{name}`");
        let help = suggestion_or_list(name, &known, "the cards have no attributes");
        diags.error(Code::UnknownReference, at, message, help);
    }
    is_known
}

/// Reads the suits, sorted by id.
fn read_suits<'n>(set: Fields<'n>, diags: &mut Diagnostics) -> (Vec<Suit>, Vec<SuitPictures<'n>>) {
    let mut suits: Vec<(Suit, SuitPictures<'n>)> = Vec::new();
    let written = set.suits();
    if written.nodes().len() > MAX_SUITS {
        let message = format!("a card set has at most {MAX_SUITS} suits");
        diags.error(
            Code::TooManyCards,
            set.node.span,
            message,
            "split it into several card sets",
        );
    }
    for (position, suit) in written.iter().take(MAX_SUITS).enumerate() {
        let name = suit.suit_name().and_then(|name| name.value);
        let name = name.map_or("", Text::as_str);
        let id = suit.suit_id().and_then(|id| id.value);
        let id = id.unwrap_or(u32::try_from(position).unwrap_or(u32::MAX));
        let twin = suits
            .iter()
            .map(|(other, _)| other)
            .find(|other| other.id == id || (!name.is_empty() && *other.name == *name));
        if let Some(twin) = twin {
            let same = if twin.id == id { "id" } else { "name" };
            let message = format!("the suits `{}` and `{name}` have the same {same}", twin.name);
            let at = match twin.id == id {
                true => suit.suit_id().map(|id| id.span()),
                false => suit.suit_name().map(|name| name.span()),
            };
            let at = at.unwrap_or(suit.node.span);
            diags.push(
                Diagnostic::error(Code::DuplicateSuit, at, message)
                    .help(format!("give each suit a {same} of its own")),
            );
            continue;
        }
        let names = SuitPictures {
            folder: suit
                .texture_folder_override()
                .and_then(Text::not_empty)
                .unwrap_or((name, suit.node.span)),
            folder_is_explicit: suit.texture_folder_override().and_then(Text::not_empty).is_some(),
            back: suit.suit_back_override().and_then(Text::not_empty),
        };
        let colour = suit.suit_colour().and_then(read_colour);
        suits.push((
            Suit {
                name: name.into(),
                id,
                colour,
                attributes: attributes(suit.attributes()),
                span: suit.node.span,
            },
            names,
        ));
    }
    suits.sort_by_key(|(suit, _)| suit.id);
    suits.into_iter().unzip()
}

fn read_colour(lights: Lights<'_>) -> Option<Colour> {
    Some(Colour {
        red: lights.red()?,
        green: lights.green()?,
        blue: lights.blue()?,
    })
}

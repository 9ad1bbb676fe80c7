//! Reading the cards of a card set.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    Back, CardType, CardValue, MAX_CARDS_IN_SET, Scalar, Suit,
    card_value::{attribute_spans, attributes},
    fields::{Card, CardSet},
    pictures::{Pictures, Wanted},
};
use crate::hir::CardRules;
use crate::text::diag::{Code, Diagnostic, Diagnostics};
use crate::text::fields::read::{Items, Text};
use crate::text::source::Span;

type Attribute = (Box<str>, Scalar);

/// How the pictures of a set are called.
pub(super) struct PictureNames<'n> {
    /// `card_back`
    pub(super) back: Option<(&'n str, Span)>,
    /// One for each suit.
    pub(super) suits: Vec<SuitPictures<'n>>,
    /// `use_id_for_texture_names`
    pub(super) named_by_id: bool,
    /// `symmetrical_deck`
    pub(super) symmetrical: bool,
}

/// How the pictures of a suit are called.
pub(super) struct SuitPictures<'n> {
    pub(super) folder: (&'n str, Span),
    pub(super) folder_is_explicit: bool,
    pub(super) back: Option<(&'n str, Span)>,
}

/// A card as it was written; a symmetrical set has it once for each suit.
struct Written<'n> {
    fields: Card<'n>,
    id: u32,
    card: CardType,
}

/// Reads all cards, sorted by id, and collects their backs.
pub(super) fn read_cards(
    set: CardSet<'_>,
    set_name: &str,
    suits: &[Suit],
    names: &PictureNames<'_>,
    pictures: &mut Pictures<'_>,
    backs: &mut BTreeMap<Arc<str>, Back>,
    diags: &mut Diagnostics,
) -> Vec<CardType> {
    let count = set.listed().nodes().len();
    let replicated = names.symmetrical && !suits.is_empty();
    let copies = if replicated { suits.len() } else { 1 };
    let total = count.saturating_mul(copies);
    if total > MAX_CARDS_IN_SET {
        let message =
            format!("the card set `{set_name}` has {total} cards; at most {MAX_CARDS_IN_SET} are possible");
        diags.error(
            Code::TooManyCards,
            set.node.span,
            message,
            "split it into several card sets",
        );
        return Vec::new();
    }
    let in_suit = replicated.then_some(count);
    let written = read_written(set.listed(), suits, in_suit, diags);
    let mut cards = Vec::with_capacity(total);
    let suits_of_copies: Vec<Option<usize>> = if replicated {
        (0..copies).map(Some).collect()
    } else {
        vec![None]
    };
    for replica in suits_of_copies {
        for template in &written {
            let mut card = template.card.clone();
            if let Some(index) = replica {
                card.suit = Some(index);
                card.id = u32::try_from(index * count).unwrap_or(u32::MAX) + template.id;
            }
            if let Some(suit) = card.suit.and_then(|index| suits.get(index)) {
                card.attributes = with_those_of_suit(&card.attributes, &suit.attributes);
            }
            card.face = face(template, &card, suits, names, pictures, diags);
            let back = back(template, &card, suits, names, pictures, diags);
            card.back = back.name.clone();
            backs.entry(back.name.clone()).or_insert(back);
            cards.push(card);
        }
    }
    cards
}

/// Reads what was written of each card, sorted by id and each id once.
fn read_written<'n>(
    cards: Items<'n, Card<'n>>,
    suits: &[Suit],
    in_suit: Option<usize>,
    diags: &mut Diagnostics,
) -> Vec<Written<'n>> {
    let mut written: BTreeMap<u32, Written<'n>> = BTreeMap::new();
    for fields in cards {
        let id = fields.card_id().and_then(|id| Some((id.value?, id.span())));
        let Some((id, id_span)) = id else {
            continue;
        };
        let card = read_card(fields, id, suits, in_suit.is_some(), diags);
        if let Some(count) = in_suit.filter(|count| id as usize >= *count) {
            let message = format!(
                "the id {id} of `{}` lies outside its suit: {count} cards have the ids 0 to {}",
                card.name,
                count - 1
            );
            diags.push(
                Diagnostic::error(Code::CardIdOutOfRange, id_span, message)
                    .help("in a symmetrical set, number the cards of one suit from 0 without gaps"),
            );
            continue;
        }
        if let Some(twin) = written.get(&id) {
            let message = format!(
                "the cards `{}` and `{}` have the same id {id}",
                twin.card.name, card.name
            );
            diags.push(
                Diagnostic::error(Code::DuplicateCard, id_span, message)
                    .help("give each card an id of its own"),
            );
            continue;
        }
        written.insert(id, Written { fields, id, card });
    }
    written.into_values().collect()
}

fn read_card(
    fields: Card<'_>,
    id: u32,
    suits: &[Suit],
    symmetrical: bool,
    diags: &mut Diagnostics,
) -> CardType {
    let shared =
        |written: Option<Text<'_>>| written.and_then(Text::not_empty).map(|(text, _)| Arc::from(text));
    CardType {
        id,
        name: shared(fields.card_name()).unwrap_or_else(|| Arc::from("")),
        suit: read_suit(fields, suits, symmetrical, diags),
        value: fields
            .card_value()
            .map_or(CardValue::None, |value| CardValue::read(value, diags)),
        rank: shared(fields.rank()),
        // What is printed is a value: an empty text is one, too.
        text: fields.text().map(|text| Arc::from(text.as_str())),
        colour: shared(fields.colour()),
        attributes: attributes(fields.attributes()),
        attribute_spans: attribute_spans(fields.attributes()),
        rules: read_rules(fields),
        face: None,
        back: Arc::from(""),
        span: fields.node.span,
    }
}

/// The rules that a card carries.
fn read_rules(fields: Card<'_>) -> Option<Arc<CardRules>> {
    let abilities = fields.abilities().node.map_or(&[][..], |node| node.members());
    let triggers = fields.triggers().nodes();
    if abilities.is_empty() && triggers.is_empty() {
        return None;
    }
    // Rules are the same whatever order an object's fields are written in.
    let mut abilities = abilities.to_vec();
    abilities.sort_by(|one, other| one.key.cmp(&other.key));
    Some(Arc::new(CardRules {
        name: fields.card_name().map_or("", Text::as_str).into(),
        abilities,
        triggers: triggers.to_vec(),
    }))
}

/// A card's attributes, and those of its suit that it does not have itself.
fn with_those_of_suit(own: &Arc<[Attribute]>, of_suit: &[Attribute]) -> Arc<[Attribute]> {
    if of_suit.is_empty() {
        return Arc::clone(own);
    }
    let further = of_suit
        .iter()
        .filter(|(name, _)| !own.iter().any(|(known, _)| known == name));
    own.iter().chain(further).cloned().collect()
}

fn read_suit(fields: Card<'_>, suits: &[Suit], symmetrical: bool, diags: &mut Diagnostics) -> Option<usize> {
    let written = fields.suit_id()?;
    let id = u32::try_from(written.value?).ok()?;
    if symmetrical {
        let message = "a card of a symmetrical set belongs to every suit";
        diags.push(
            Diagnostic::warning(Code::SuitIgnored, written.span(), message)
                .help("leave out `suit_id`, or set `symmetrical_deck` to false"),
        );
        return None;
    }
    let found = suits.iter().position(|suit| suit.id == id);
    if found.is_none() {
        let known: Vec<String> = suits
            .iter()
            .take(12)
            .map(|suit| format!("{} (`{}`)", suit.id, suit.name))
            .collect();
        let help = if known.is_empty() {
            "declare the suit in `suits`, or leave out `suit_id`".to_owned()
        } else {
            format!("the suits are {}; write -1 for none", known.join(", "))
        };
        let message = format!("there is no suit with the id {id}");
        diags.push(Diagnostic::error(Code::UnknownSuit, written.span(), message).help(help));
    }
    found
}

fn described(card: &CardType, suits: &[Suit]) -> String {
    match card.suit.and_then(|index| suits.get(index)) {
        Some(suit) => format!("`{}` of `{}`", card.name, suit.name),
        None => format!("`{}`", card.name),
    }
}

fn face(
    written: &Written<'_>,
    card: &CardType,
    suits: &[Suit],
    names: &PictureNames<'_>,
    pictures: &mut Pictures<'_>,
    diags: &mut Diagnostics,
) -> Option<super::ContentPath> {
    let suit = card.suit.and_then(|index| names.suits.get(index));
    let own = written.fields.texture_override().and_then(Text::not_empty);
    let derived = if names.named_by_id {
        format!("{}.png", written.id)
    } else {
        format!("{}.png", card.name.to_lowercase())
    };
    let (file, span) = own.unwrap_or((&derived, card.span));
    let wanted = Wanted {
        folder: suit.map(|suit| suit.folder),
        file,
        explicit: own.is_some() || suit.is_some_and(|suit| suit.folder_is_explicit),
        span,
        what: &described(card, suits),
    };
    pictures.face(&wanted, diags)
}

fn back(
    written: &Written<'_>,
    card: &CardType,
    suits: &[Suit],
    names: &PictureNames<'_>,
    pictures: &mut Pictures<'_>,
    diags: &mut Diagnostics,
) -> Back {
    let suit = card.suit.and_then(|index| names.suits.get(index));
    let own = written.fields.card_back_override().and_then(Text::not_empty);
    let of_suit = suit.and_then(|suit| suit.back);
    let what;
    let (whose, (file, span)) = match (own, of_suit, names.back) {
        (Some(own), _, _) => {
            what = format!("the back of {}", described(card, suits));
            (&*what, own)
        }
        (None, Some(back), _) => ("the suit's back", back),
        (None, None, Some(back)) => ("the set's back", back),
        (None, None, None) => {
            return Back {
                name: Arc::from(""),
                picture: None,
            };
        }
    };
    let folder = suit.map(|suit| suit.folder);
    pictures.back(
        &Wanted {
            folder,
            file,
            explicit: true,
            span,
            what: whose,
        },
        diags,
    )
}

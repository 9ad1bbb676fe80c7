//! Reading a card set.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    Back, CardSet, Colour, Home, MAX_SUITS, Scalar, Suit,
    fields::{CARD_SET, SUIT},
    pictures::Pictures,
    read_cards::{Looks, SuitLooks, read_cards},
};
use crate::text::diag::{Code, Diagnostic, Diagnostics};
use crate::text::fields::ObjectSpec;
use crate::text::json::{Member, Node};
use crate::text::source::Span;

/// A poker card in millimetres, for sets that do not say how large theirs are.
const USUAL_SIZE: (f64, f64) = (63.0, 88.0);

/// A text that means something and where it was written; empty texts mean nothing.
pub(crate) fn text<'n>(node: &'n Node, spec: &ObjectSpec, field: &str) -> Option<(&'n str, Span)> {
    let found = spec.get(node, field)?;
    found
        .as_str()
        .filter(|text| !text.is_empty())
        .map(|text| (text, found.span))
}

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
    let name = text(node, &CARD_SET, "set_name").map_or("", |(name, _)| name);
    let (width, height) = read_size(node, diags);
    let flag = |field| node.get(field).and_then(Node::as_bool).unwrap_or(false);
    let (suits, suit_looks) = read_suits(node, diags);
    let looks = Looks {
        back: text(node, &CARD_SET, "card_back"),
        suits: suit_looks,
        named_by_id: flag("use_id_for_texture_names"),
        symmetrical: flag("symmetrical_deck"),
    };
    let mut backs: BTreeMap<Arc<str>, Back> = BTreeMap::new();
    let cards = read_cards(node, name, &suits, &looks, pictures, &mut backs, diags);
    pictures.tell_lost_folders(diags);
    if cards.is_empty() && diags.error_count() == errors_before {
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
        suits,
        cards,
        backs: backs.into_values().collect(),
        symmetrical: looks.symmetrical,
        home,
        span: node.span,
        shared: flag("shared"),
        complete: diags.error_count() == errors_before,
    }
}

fn read_size(node: &Node, diags: &mut Diagnostics) -> (f64, f64) {
    let Some(size) = node.get("card_dimensions") else {
        return USUAL_SIZE;
    };
    let mut side = |field: &str, usual: f64| {
        let Some(written) = size.get(field) else {
            return usual;
        };
        let Some(length) = written.as_f64() else {
            return usual;
        };
        if length <= 0.0 {
            let message = format!("`{field}` is more than 0, not `{length}`");
            diags.error(
                Code::OutOfBounds,
                written.span,
                message,
                format!("write a number above 0; `{usual}` is usual"),
            );
            return usual;
        }
        length
    };
    (side("width", USUAL_SIZE.0), side("height", USUAL_SIZE.1))
}

/// Reads the suits, sorted by id.
fn read_suits<'n>(node: &'n Node, diags: &mut Diagnostics) -> (Vec<Suit>, Vec<SuitLooks<'n>>) {
    let mut suits: Vec<(Suit, SuitLooks<'n>)> = Vec::new();
    let written = node.get("suits").map_or(&[][..], Node::items);
    if written.len() > MAX_SUITS {
        let message = format!("a card set has at most {MAX_SUITS} suits");
        diags.error(
            Code::TooManyCards,
            node.span,
            message,
            "split it into several card sets",
        );
    }
    for (position, suit) in written.iter().take(MAX_SUITS).enumerate() {
        let (name, _) = text(suit, &SUIT, "suit_name").unwrap_or_default_at(suit.span);
        let id = suit.get("suit_id").and_then(Node::as_i64);
        let id = id.and_then(|id| u32::try_from(id).ok());
        let id = id.unwrap_or(u32::try_from(position).unwrap_or(u32::MAX));
        let twin = suits
            .iter()
            .map(|(other, _)| other)
            .find(|other| other.id == id || (!name.is_empty() && *other.name == *name));
        if let Some(twin) = twin {
            let same = if twin.id == id { "id" } else { "name" };
            let message = format!("the suits `{}` and `{name}` have the same {same}", twin.name);
            let at = suit.get(if same == "id" { "suit_id" } else { "suit_name" });
            diags.push(
                Diagnostic::error(Code::DuplicateSuit, at.unwrap_or(suit).span, message)
                    .help(format!("give each suit a {same} of its own")),
            );
            continue;
        }
        let looks = SuitLooks {
            folder: text(suit, &SUIT, "texture_folder_override").unwrap_or((name, suit.span)),
            folder_is_explicit: text(suit, &SUIT, "texture_folder_override").is_some(),
            back: text(suit, &SUIT, "suit_back_override"),
        };
        let colour = SUIT.get(suit, "suit_colour").and_then(read_colour);
        suits.push((
            Suit {
                name: name.into(),
                id,
                colour,
                attributes: attributes(suit, &SUIT),
                span: suit.span,
            },
            looks,
        ));
    }
    suits.sort_by_key(|(suit, _)| suit.id);
    suits.into_iter().unzip()
}

/// What else rules may ask for, in the order of the text.
pub(crate) fn attributes(node: &Node, spec: &'static ObjectSpec) -> Arc<[(Box<str>, Scalar)]> {
    let members = spec.get(node, "attributes").map_or(&[][..], Node::members);
    let read = |member: &Member| Some((member.key.clone(), Scalar::read(&member.value)?));
    members.iter().filter_map(read).collect()
}

fn read_colour(node: &Node) -> Option<Colour> {
    let light = |field| u8::try_from(node.get(field)?.as_i64()?).ok();
    Some(Colour {
        red: light("red")?,
        green: light("green")?,
        blue: light("blue")?,
    })
}

/// A missing text is empty, and stands where the object does.
trait OrEmpty<'n> {
    fn unwrap_or_default_at(self, span: Span) -> (&'n str, Span);
}

impl<'n> OrEmpty<'n> for Option<(&'n str, Span)> {
    fn unwrap_or_default_at(self, span: Span) -> (&'n str, Span) {
        self.unwrap_or(("", span))
    }
}

//! Decks: cards one by one, and suits with ranks, into the program.

use super::Reader;
use super::fields::{CARD, DECK, DECK_USE, GAME, PAIRS, RANK, SUIT};
use crate::content::{MAX_CARDS_IN_DECK, MAX_CARDS_IN_SET};
use crate::text::diag::Code as Problem;
use crate::text::json::{Node, Number, Value as Json};
use cardable_engine::ids::CardTypeId;
use cardable_engine::program::{AttributeDef, CardType, Copies, DeckDef, HandOrder, PrintedSet};
use cardable_engine::value::Value;

/// A poker card in millimetres.
const CARD_SIZE: (f64, f64) = (63.0, 88.0);

/// A card as it is printed.
pub(super) struct Printed<'n> {
    /// What players call it: its value.
    pub(super) name: String,
    value: Option<Number>,
    pub(super) suit: Option<String>,
    colour: Option<String>,
    text: Option<String>,
    copies: usize,
    /// Where its block stands in the order of the deck.
    pub(super) position: i64,
    /// The card that it stands next to.
    pub(super) beside: Option<&'n Node>,
    /// Its place in the order, from 1.
    pub(super) order: i64,
    pub(super) trump: bool,
}

/// The attributes that rules and sorting read.
const ATTRIBUTES: [&str; 9] = [
    "value", "suit", "rank", "name", "text", "colour", "order", "trump", "follows",
];

/// What trumps are followed as.
pub(super) const TRUMPS: &str = "trumps";

/// Adds all decks and their cards.
pub(super) fn decks<'a>(reader: &mut Reader<'a>, root: &'a Node) {
    let mut columns: Vec<Vec<Value>> = vec![Vec::new(); ATTRIBUTES.len()];
    for node in GAME.get(root, "decks").map_or(&[][..], Node::items) {
        deck(reader, node, &mut columns);
    }
    for (name, of) in ATTRIBUTES.iter().zip(columns) {
        let name = reader.b.intern(name);
        reader.b.hir.cards.attributes.push(AttributeDef::new(name, of));
    }
    reader.b.hir.cards.hand_order = HandOrder {
        by: reader.b.hir.attribute_named("order"),
        over_suits: true,
    };
}

fn deck<'a>(reader: &mut Reader<'a>, node: &'a Node, columns: &mut [Vec<Value>]) {
    let name_node = DECK_USE.get(node, "name");
    let Some(name) = name_node.and_then(Node::as_str) else {
        return;
    };
    if reader.b.hir.deck_named(name).is_some() {
        let message = format!("there are two decks `{name}`");
        let span = name_node.map_or(node.span, |n| n.span);
        reader.b.error(
            Problem::DuplicateName,
            span,
            message,
            "call one of the two otherwise, or take it out",
        );
        return;
    }
    let each = DECK_USE
        .get(node, "each_player")
        .and_then(Node::as_bool)
        .unwrap_or(false);
    let source = DECK_USE.get(node, "source");
    let mut printed = match source.and_then(|source| read_source(reader, source)) {
        Some(deck) => {
            let mut cards = printed(reader, deck);
            reader.order(deck, &mut cards);
            cards
        }
        None => Vec::new(),
    };
    if reader.b.hir.cards.types.len() + printed.len() > usize::from(u16::MAX) {
        let message = format!("all decks together have more than {} kinds of cards", u16::MAX);
        reader.b.error(
            Problem::TooManyCards,
            node.span,
            message,
            "leave some of the decks out",
        );
        return;
    }
    let set = reader.b.hir.cards.sets.len() as u16;
    reader.b.hir.cards.sets.push(PrintedSet {
        name: name.into(),
        width: CARD_SIZE.0,
        height: CARD_SIZE.1,
    });
    let mut cards = Vec::new();
    let suits = once(printed.iter().filter_map(|c| c.suit.clone()).collect());
    for card in &mut printed {
        let id = CardTypeId(reader.b.hir.cards.types.len() as u16);
        cards.extend(std::iter::repeat_n(id, card.copies));
        let suit_index = card.suit.as_ref().and_then(|s| suits.iter().position(|n| n == s));
        print(reader, card, set, suit_index, columns);
    }
    let name = reader.b.intern(name);
    reader.b.hir.cards.decks.push(DeckDef {
        name,
        cards,
        copies: if each { Copies::EachSeat } else { Copies::One },
    });
}

/// The deck that a source means: itself, or what stands in the file.
fn read_source<'a>(reader: &mut Reader<'a>, source: &'a Node) -> Option<&'a Node> {
    let Some(path) = source.as_str() else {
        return Some(source);
    };
    let texts = reader.texts;
    // A file that is not there has been reported.
    let deck = &texts.iter().find(|text| &*text.path == path)?.root;
    DECK.check(deck, &mut reader.b.diags);
    Some(deck)
}

/// The cards of a deck, each kind once, with its number of copies.
fn printed<'n>(reader: &mut Reader<'_>, deck: &'n Node) -> Vec<Printed<'n>> {
    let mut all: Vec<Printed<'n>> = Vec::new();
    let mut total = 0usize;
    let raw = DECK.get(deck, "raw").map_or(&[][..], Node::items);
    for node in raw {
        if let Some(card) = single(reader, node) {
            put(reader, &mut all, card, &mut total, node);
        }
    }
    for node in DECK.get(deck, "pairs").map_or(&[][..], Node::items) {
        pairs(reader, node, &mut all, &mut total);
    }
    if total == 0 && matches!(deck.value, Json::Object(_)) {
        reader.b.warn(
            Problem::EmptyDeck,
            deck.span,
            "this deck has no cards",
            "list cards under `raw`, or suits and ranks under `pairs`".to_owned(),
        );
    }
    all
}

fn put<'n>(
    reader: &mut Reader<'_>,
    all: &mut Vec<Printed<'n>>,
    card: Printed<'n>,
    total: &mut usize,
    node: &Node,
) {
    *total = total.saturating_add(card.copies);
    if *total > MAX_CARDS_IN_DECK || all.len() >= MAX_CARDS_IN_SET {
        let message = format!("a deck has at most {MAX_CARDS_IN_DECK} cards");
        reader.b.error(
            Problem::DeckTooLarge,
            node.span,
            message,
            "write fewer cards, or fewer `copies` of them".to_owned(),
        );
        *total = total.saturating_sub(card.copies);
        return;
    }
    match all.iter_mut().find(|other| other.is_like(&card)) {
        Some(other) => other.copies += card.copies,
        None => all.push(card),
    }
}

fn single<'n>(reader: &mut Reader<'_>, node: &'n Node) -> Option<Printed<'n>> {
    let value = CARD.get(node, "value")?;
    let position = CARD.get(node, "position");
    Some(Printed {
        name: value_text(value)?,
        value: value.as_number(),
        suit: text(CARD.get(node, "suit")),
        colour: colour(reader, CARD.get(node, "color")),
        text: text(CARD.get(node, "text")),
        copies: copies(CARD.get(node, "copies")),
        position: position.and_then(Node::as_i64).unwrap_or(0),
        beside: position.filter(|p| matches!(p.value, Json::Object(_))),
        order: 0,
        trump: false,
    })
}

fn pairs<'n>(reader: &mut Reader<'_>, node: &'n Node, all: &mut Vec<Printed<'n>>, total: &mut usize) {
    let list = |field| PAIRS.get(node, field).map_or(&[][..], Node::items);
    let copies = copies(PAIRS.get(node, "copies"));
    let position = PAIRS.get(node, "position").and_then(Node::as_i64).unwrap_or(0);
    for suit in list("suits") {
        let colour = colour(reader, SUIT.get(suit, "color"));
        let Some(suit_name) = text(SUIT.get(suit, "name")) else {
            continue;
        };
        for rank in list("ranks") {
            let Some(value) = RANK.get(rank, "value") else {
                continue;
            };
            let Some(name) = value_text(value) else { continue };
            let card = Printed {
                name,
                value: value.as_number(),
                suit: Some(suit_name.clone()),
                colour: colour.clone(),
                text: text(RANK.get(rank, "text")),
                copies,
                position,
                beside: None,
                order: 0,
                trump: false,
            };
            put(reader, all, card, total, rank);
        }
    }
    for field in ["suits", "ranks"] {
        if let Some(list) = PAIRS.get(node, field)
            && list.items().is_empty()
        {
            let message = format!("without any `{field}` there are no cards here");
            reader.b.error(
                Problem::MissingField,
                list.span,
                message,
                format!("name them, or leave `{field}` out for the usual ones"),
            );
        }
    }
}

/// A colour of three or six hexadecimal digits, in six.
fn colour(reader: &mut Reader<'_>, node: Option<&Node>) -> Option<String> {
    let node = node?;
    let written = node.as_str()?;
    let digits = written.strip_prefix('#').unwrap_or(written);
    let hex = digits.bytes().all(|b| b.is_ascii_hexdigit());
    match digits.len() {
        6 if hex => Some(format!("#{}", digits.to_ascii_lowercase())),
        3 if hex => {
            let twice = digits
                .to_ascii_lowercase()
                .chars()
                .flat_map(|c| [c, c])
                .collect::<String>();
            Some(format!("#{twice}"))
        }
        0 => None,
        _ => {
            reader.b.error(
                Problem::BadColour,
                node.span,
                format!("`{written}` is no colour"),
                "write three or six hexadecimal digits, such as `#c00` or `#cc0000`".to_owned(),
            );
            None
        }
    }
}

/// Adds a card type and its attributes.
fn print(
    reader: &mut Reader<'_>,
    card: &Printed<'_>,
    set: u16,
    suit_index: Option<usize>,
    columns: &mut [Vec<Value>],
) {
    let mut string =
        |text: Option<&str>| text.map_or(Value::Nothing, |text| Value::Str(reader.b.intern(text)));
    let name = string(Some(&card.name));
    let suit = string(card.suit.as_deref());
    let value = match card.value {
        Some(number) => match number.as_i64() {
            Some(whole) => Value::Int(whole),
            None => Value::Float(number.as_f64()),
        },
        None => name,
    };
    let follows = if card.trump { string(Some(TRUMPS)) } else { suit };
    let cells = [
        value,
        suit,
        name,
        name,
        string(card.text.as_deref()),
        string(card.colour.as_deref()),
        Value::Int(card.order),
        Value::Bool(card.trump),
        follows,
    ];
    for (column, cell) in columns.iter_mut().zip(cells) {
        column.push(cell);
    }
    let made = CardType {
        name: reader.b.intern(&card.name),
        suit: card.suit.as_deref().map(|s| reader.b.intern(s)),
        suit_index: suit_index.map(|at| at as u16),
        number: reader.b.hir.cards.types.len() as u32,
        set,
        back: set,
        value: match value {
            Value::Int(_) | Value::Float(_) => value,
            _ => Value::Nothing,
        },
        values: Vec::new(),
        face_picture: None,
        back_picture: None,
        text: card.text.as_deref().map(Into::into),
        colour: card.colour.as_deref().map(Into::into),
    };
    reader.b.hir.cards.types.push(made);
}

impl Printed<'_> {
    /// Whether nobody could tell it from another card.
    fn is_like(&self, other: &Printed<'_>) -> bool {
        let place = |card: &Printed<'_>| (card.position, card.beside.map(|node| node.span));
        (&self.name, &self.suit, &self.colour, &self.text)
            == (&other.name, &other.suit, &other.colour, &other.text)
            && place(self) == place(other)
    }
}

/// A value as players read it.
pub(super) fn value_text(node: &Node) -> Option<String> {
    match &node.value {
        Json::String(text) => Some(text.to_string()),
        Json::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Texts without repeats, in the order in which they come up.
pub(super) fn once(texts: Vec<String>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for text in texts {
        if !all.contains(&text) {
            all.push(text);
        }
    }
    all
}

fn text(node: Option<&Node>) -> Option<String> {
    node.and_then(Node::as_str)
        .filter(|text| !text.is_empty())
        .map(str::to_owned)
}

fn copies(node: Option<&Node>) -> usize {
    node.and_then(Node::as_i64)
        .and_then(|n| usize::try_from(n).ok())
        .unwrap_or(1)
}

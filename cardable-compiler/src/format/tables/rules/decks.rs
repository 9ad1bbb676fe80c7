//! Decks: cards one by one, and suits with ranks, into the program.

use super::TablesReader;
use super::fields::{Beside, Card, DECK, Deck, DeckUse, Game, Pairs, Position, Source, Value as Printable};
use crate::content::{MAX_CARDS_IN_DECK, MAX_CARDS_IN_SET};
use crate::text::diag::Code as Problem;
use crate::text::fields::read::{Text, is_object};
use crate::text::json::{Node, Number};
use cardable_engine::ids::CardTypeId;
use cardable_engine::program::{AttributeDef, CardType, Copies, DeckDef, HandOrder, PrintedSet};
use cardable_engine::value::Value;

/// A poker card in millimetres.
const CARD_SIZE: (f64, f64) = (63.0, 88.0);

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
    pub(super) beside: Option<Beside<'n>>,
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

pub(super) fn decks<'a>(reader: &mut TablesReader<'a>, game: Game<'a>) {
    let mut columns: Vec<Vec<Value>> = vec![Vec::new(); ATTRIBUTES.len()];
    for of in game.decks() {
        deck(reader, of, &mut columns);
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

fn deck<'a>(reader: &mut TablesReader<'a>, of: DeckUse<'a>, columns: &mut [Vec<Value>]) {
    let Some(name) = of.name() else {
        return;
    };
    if reader.b.hir.deck_named(&name).is_some() {
        let message = format!("there are two decks `{name}`");
        reader.b.error(
            Problem::DuplicateName,
            name.span(),
            message,
            "call one of the two otherwise, or take it out",
        );
        return;
    }
    let each = of.each_player().unwrap_or(false);
    let mut printed = match of.source().and_then(|source| read_source(reader, source)) {
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
            of.node.span,
            message,
            "leave some of the decks out",
        );
        return;
    }
    let set = reader.b.hir.cards.sets.len() as u16;
    reader.b.hir.cards.sets.push(PrintedSet {
        name: name.as_str().into(),
        width: CARD_SIZE.0,
        height: CARD_SIZE.1,
        corners: Vec::new(),
        back_shows: None,
    });
    let mut cards = Vec::new();
    let suits = once(printed.iter().filter_map(|c| c.suit.clone()).collect());
    for card in &mut printed {
        let id = CardTypeId(reader.b.hir.cards.types.len() as u16);
        cards.extend(std::iter::repeat_n(id, card.copies));
        let suit_index = card.suit.as_ref().and_then(|s| suits.iter().position(|n| n == s));
        print(reader, card, set, suit_index, columns);
    }
    let name = reader.b.intern(&name);
    reader.b.hir.cards.decks.push(DeckDef {
        name,
        cards,
        copies: if each { Copies::EachSeat } else { Copies::One },
    });
}

/// The deck that a source means: itself, or what stands in the file.
fn read_source<'a>(reader: &mut TablesReader<'a>, source: Source<'a>) -> Option<Deck<'a>> {
    let path = match source {
        Source::Path(path) => path,
        Source::Deck(deck) => return Some(deck),
    };
    let texts = reader.texts;
    // A file that is not there has been reported.
    let node = &texts.iter().find(|text| *text.path == *path)?.root;
    DECK.check(node, &mut reader.b.diags);
    Some(Deck { node })
}

/// The cards of a deck, each kind once, with its number of copies.
fn printed<'n>(reader: &mut TablesReader<'_>, deck: Deck<'n>) -> Vec<Printed<'n>> {
    let mut all: Vec<Printed<'n>> = Vec::new();
    let mut total = 0usize;
    for written in deck.raw() {
        if let Some(card) = single(reader, written) {
            put(reader, &mut all, card, &mut total, written.node);
        }
    }
    for of in deck.pairs() {
        pairs(reader, of, &mut all, &mut total);
    }
    if total == 0 && is_object(deck.node) {
        reader.b.warn(
            Problem::EmptyDeck,
            deck.node.span,
            "this deck has no cards",
            "list cards under `raw`, or suits and ranks under `pairs`".to_owned(),
        );
    }
    all
}

fn put<'n>(
    reader: &mut TablesReader<'_>,
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

fn single<'n>(reader: &mut TablesReader<'_>, card: Card<'n>) -> Option<Printed<'n>> {
    let value = card.value()?;
    let (position, beside) = match card.position() {
        None => (0, None),
        Some(Position::Level(level)) => (level, None),
        Some(Position::Beside(beside)) => (0, Some(beside)),
    };
    Some(Printed {
        name: value.to_string(),
        value: value.number(),
        suit: text(card.suit()),
        colour: colour(reader, card.color()),
        text: text(card.text()),
        copies: card.copies().unwrap_or(1),
        position,
        beside,
        order: 0,
        trump: false,
    })
}

fn pairs<'n>(reader: &mut TablesReader<'_>, of: Pairs<'n>, all: &mut Vec<Printed<'n>>, total: &mut usize) {
    let copies = of.copies().unwrap_or(1);
    let position = of.position().unwrap_or(0);
    for suit in of.suits() {
        let colour = colour(reader, suit.color());
        let Some(suit_name) = text(suit.name()) else {
            continue;
        };
        for rank in of.ranks() {
            let Some(value) = rank.value() else {
                continue;
            };
            let card = Printed {
                name: value.to_string(),
                value: value.number(),
                suit: Some(suit_name.clone()),
                colour: colour.clone(),
                text: text(rank.text()),
                copies,
                position,
                beside: None,
                order: 0,
                trump: false,
            };
            put(reader, all, card, total, rank.node);
        }
    }
    let missing = [
        ("suits", of.suits().node.filter(|_| of.suits().is_empty())),
        ("ranks", of.ranks().node.filter(|_| of.ranks().is_empty())),
    ];
    for (field, list) in missing {
        if let Some(list) = list {
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
fn colour(reader: &mut TablesReader<'_>, written: Option<Text<'_>>) -> Option<String> {
    let written = written?;
    let digits = written.strip_prefix('#').unwrap_or(&written);
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
                written.span(),
                format!("`{written}` is no colour"),
                "write three or six hexadecimal digits, such as `#c00` or `#cc0000`".to_owned(),
            );
            None
        }
    }
}

/// Adds a card type and its attributes.
fn print(
    reader: &mut TablesReader<'_>,
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
        text: card.text.as_deref().map(|text| reader.b.intern(text)),
        colour: card.colour.as_deref().map(Into::into),
    };
    reader.b.hir.cards.types.push(made);
}

impl Printed<'_> {
    /// Whether nobody could tell it from another card.
    fn is_like(&self, other: &Printed<'_>) -> bool {
        let place = |card: &Printed<'_>| (card.position, card.beside.map(|beside| beside.node.span));
        (&self.name, &self.suit, &self.colour, &self.text)
            == (&other.name, &other.suit, &other.colour, &other.text)
            && place(self) == place(other)
    }
}

impl Printable<'_> {
    fn number(self) -> Option<Number> {
        match self {
            Printable::Number(number) => Some(number),
            Printable::Text(_) => None,
        }
    }
}

/// A value as players read it.
impl std::fmt::Display for Printable<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Printable::Number(number) => number.fmt(f),
            Printable::Text(text) => text.fmt(f),
        }
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

fn text(written: Option<Text<'_>>) -> Option<String> {
    let text = written.filter(|text| !text.is_empty())?;
    Some(text.to_string())
}

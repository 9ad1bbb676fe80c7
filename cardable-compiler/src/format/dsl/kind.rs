//! The kinds of values, as types that only the compiler sees.

/// A kind of value.
///
/// ```
/// use cardable_core::dsl::{Val, kind::{Kind, Number}};
/// /// Takes a value of any kind.
/// fn shown<K: Kind>(value: Val<K>) -> String {
///     format!("{value:?}")
/// }
/// assert!(!shown::<Number>(Val::from(1)).is_empty());
/// ```
pub trait Kind: private::Sealed + 'static {}

mod private {
    pub trait Sealed {}
}

macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $name:ident;)+) => {
        $(
            $(#[doc = $doc])+
            #[derive(Clone, Copy, Debug)]
            pub enum $name {}
            impl private::Sealed for $name {}
            impl Kind for $name {}
        )+
    };
}

kinds! {
    /// A number.
    Number;
    /// A text.
    Text;
    /// True or false.
    Truth;
    /// A card.
    Card;
    /// A zone.
    Zone;
    /// A seat.
    Seat;
    /// A deck, where seats take decks in play.
    Deck;
}

/// A list of values of a kind.
///
/// ```
/// use cardable_core::dsl::{Val, everyone, kind::{List, Seat}};
/// let seats: Val<List<Seat>> = everyone();
/// # let _ = seats;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct List<K>(std::marker::PhantomData<fn() -> K>);

impl<K> private::Sealed for List<K> {}
impl<K: Kind> Kind for List<K> {}

/// A kind that data of a game and of a message can have.
///
/// See [`RulesetBuilder::data`](super::RulesetBuilder::data), whose items are of such kinds, and [`Data`](super::Data) for an example.
pub trait Stored: Kind {
    /// Its type in the program.
    #[doc(hidden)]
    const TYPE: cardable_engine::value::Type;
}

impl Stored for Number {
    const TYPE: cardable_engine::value::Type = cardable_engine::value::Type::NUMBER;
}
impl Stored for Text {
    const TYPE: cardable_engine::value::Type = cardable_engine::value::Type::STRING;
}
impl Stored for Truth {
    const TYPE: cardable_engine::value::Type = cardable_engine::value::Type::BOOL;
}
impl Stored for Seat {
    const TYPE: cardable_engine::value::Type = cardable_engine::value::Type::SEAT;
}
impl Stored for Card {
    const TYPE: cardable_engine::value::Type = cardable_engine::value::Type::CARD;
}
impl Stored for Zone {
    const TYPE: cardable_engine::value::Type = cardable_engine::value::Type::ZONE;
}
impl Stored for Deck {
    const TYPE: cardable_engine::value::Type =
        cardable_engine::value::Type::One(cardable_engine::value::Kind::Deck);
}

impl<K: Kind> Stored for List<List<K>> {
    const TYPE: cardable_engine::value::Type =
        cardable_engine::value::Type::List(cardable_engine::value::Kind::Any);
}

macro_rules! lists {
    ($($item:ident $kind:ident;)+) => {
        $(impl Stored for List<$item> {
            const TYPE: cardable_engine::value::Type =
                cardable_engine::value::Type::List(cardable_engine::value::Kind::$kind);
        })+
    };
}

lists! {
    Number Number;
    Text String;
    Truth Bool;
    Seat Seat;
    Card Card;
    Zone Zone;
    Deck Deck;
}

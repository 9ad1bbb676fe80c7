//! What a declaration gives back: the names of things for the rules.

use super::kind::{Card, Kind, List, Number, Seat, Stored, Text, Zone};
use super::value::{Tree, Val, player};
use cardable_engine::program::Watched;
use std::borrow::Cow;
use std::marker::PhantomData;

/// An attribute of cards.
///
/// ```
/// use cardable_core::dsl::{Attribute, CardSpec, kind::Number};
/// const COST: Attribute<Number> = Attribute::new("cost");
/// let castle = CardSpec::new("Castle").with(&COST, 5);
/// # let _ = castle;
/// ```
pub struct Attribute<K> {
    name: Cow<'static, str>,
    kind: PhantomData<fn() -> K>,
}

/// The suit.
pub const SUIT: Attribute<Text> = Attribute::new("suit");
/// The rank.
pub const RANK: Attribute<Text> = Attribute::new("rank");
/// What a card counts.
pub const VALUE: Attribute<Number> = Attribute::new("value");
/// The name.
pub const NAME: Attribute<Text> = Attribute::new("name");

impl<K> Attribute<K> {
    /// An attribute of a card set's own.
    pub const fn new(name: &'static str) -> Attribute<K> {
        Attribute {
            name: Cow::Borrowed(name),
            kind: PhantomData,
        }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }
}

impl<K> Clone for Attribute<K> {
    fn clone(&self) -> Attribute<K> {
        Attribute {
            name: self.name.clone(),
            kind: PhantomData,
        }
    }
}

impl<K> std::fmt::Debug for Attribute<K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Attribute").field(&self.name).finish()
    }
}

/// A deck that was declared.
///
/// See [`RulesetBuilder`](super::RulesetBuilder) for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deck(pub(super) u16);

/// A card set that was declared.
///
/// See [`RulesetBuilder`](super::RulesetBuilder) for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cards(pub(super) u16);

/// A state that was declared.
///
/// See [`RulesetBuilder`](super::RulesetBuilder) for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State(pub(super) u16);

/// A shared zone that was declared.
///
/// See [`RulesetBuilder`](super::RulesetBuilder) for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedZone(pub(super) u16);

/// A zone that every seat has.
///
/// See [`RulesetBuilder`](super::RulesetBuilder) for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatZone(pub(super) u16);

impl From<SharedZone> for Val<Zone> {
    #[track_caller]
    fn from(zone: SharedZone) -> Val<Zone> {
        Val::of(Tree::Zone(zone.0))
    }
}

impl From<Deck> for Val<super::kind::Deck> {
    #[track_caller]
    fn from(deck: Deck) -> Val<super::kind::Deck> {
        Val::of(Tree::Deck(deck.0))
    }
}

impl SeatZone {
    /// That of the acting seat.
    #[track_caller]
    pub fn mine(self) -> Val<Zone> {
        self.of(player())
    }

    /// That of a seat.
    #[track_caller]
    pub fn of(self, seat: impl Into<Val<Seat>>) -> Val<Zone> {
        Val::of(Tree::SeatZone(Box::new(seat.into().expr), self.0))
    }
}

/// An item of the game's data.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let round = rules.data("round", 1);
/// let next = round.raise(1);
/// let is_last = round.get().equals(5);
/// # let _ = (next, is_last);
/// ```
pub struct Data<K> {
    pub(super) at: u16,
    kind: PhantomData<fn() -> K>,
}

/// An item of every seat's data.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let bid = rules.seat_data("bid", 0);
/// let reset = each_seat(everyone(), bid.set(player(), 0));
/// # let _ = reset;
/// ```
pub struct SeatData<K> {
    pub(super) at: u16,
    kind: PhantomData<fn() -> K>,
}

/// An item of data that every card has.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let damage = rules.card_data("damage", 0);
/// let hit = damage.raise(tapped_card(), 2);
/// let is_hurt = damage.of(tapped_card()).above(0);
/// # let _ = (hit, is_hurt);
/// ```
pub struct CardData<K> {
    pub(super) at: u16,
    kind: PhantomData<fn() -> K>,
}

/// An item of the data of a state, which is kept while the state runs, or a parameter of a state.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let play = rules.state("play", StateSpec::in_turn());
/// let passes = rules.state_data(play, "passes", 0);
/// let pass = passes.raise(1);
/// let is_over = passes.get().at_least(3);
/// # let _ = (pass, is_over);
/// ```
pub struct StateData<K> {
    pub(super) state: u16,
    pub(super) is_param: bool,
    pub(super) at: u16,
    kind: PhantomData<fn() -> K>,
}

impl<K> StateData<K> {
    pub(super) fn new(state: State, is_param: bool, at: u16) -> StateData<K> {
        StateData {
            state: state.0,
            is_param,
            at,
            kind: PhantomData,
        }
    }
}

impl<K> Clone for StateData<K> {
    fn clone(&self) -> StateData<K> {
        *self
    }
}

impl<K> Copy for StateData<K> {}

impl<K> std::fmt::Debug for StateData<K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let of = (self.state, self.is_param, self.at);
        f.debug_tuple("StateData").field(&of).finish()
    }
}

impl<K: Kind> StateData<K> {
    /// Its value.
    #[track_caller]
    pub fn get(self) -> Val<K> {
        Val::of(Tree::StateData(self.state, self.is_param, self.at))
    }
}

/// A house rule that is chosen before a game.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let target = rules.house_rule("target", "Points to win", 50);
/// let score = rules.scores();
/// let reached = score.mine().at_least(target.get());
/// # let _ = reached;
/// ```
pub struct HouseRule<K> {
    pub(super) at: u16,
    kind: PhantomData<fn() -> K>,
}

/// An item of data that more is said of: [`Data`], [`SeatData`], [`CardData`], [`StateData`] or [`HouseRule`].
///
/// See [`RulesetBuilder::domain`](super::RulesetBuilder::domain) for an example.
#[derive(Clone, Copy, Debug)]
pub struct HiddenData<K> {
    item: ItemPlace,
    kind: PhantomData<fn() -> K>,
}

/// Where it is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ItemPlace {
    Watched(Watched),
    Option(u16),
    /// Of a state: whether it is a parameter, and which.
    State(u16, bool, u16),
}

impl<K> HiddenData<K> {
    pub(super) fn place(self) -> ItemPlace {
        self.item
    }
}

macro_rules! hidden {
    ($($from:ident, $data:ident => $item:expr;)+) => {
        $(impl<K> From<$from<K>> for HiddenData<K> {
            fn from($data: $from<K>) -> HiddenData<K> {
                HiddenData {
                    item: $item,
                    kind: PhantomData,
                }
            }
        })+
    };
}

hidden! {
    Data, data => ItemPlace::Watched(Watched::Global(data.at));
    SeatData, data => ItemPlace::Watched(Watched::Seat(data.at));
    CardData, data => ItemPlace::Watched(Watched::Card(data.at));
    StateData, data => ItemPlace::State(data.state, data.is_param, data.at);
    HouseRule, rule => ItemPlace::Option(rule.at);
}

macro_rules! numbered {
    ($($name:ident)+) => {
        $(
            impl<K> $name<K> {
                pub(super) fn new(at: u16) -> $name<K> {
                    $name { at, kind: PhantomData }
                }
            }
            impl<K> Clone for $name<K> {
                fn clone(&self) -> $name<K> {
                    *self
                }
            }
            impl<K> Copy for $name<K> {}
            impl<K> std::fmt::Debug for $name<K> {
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.debug_tuple(stringify!($name)).field(&self.at).finish()
                }
            }
        )+
    };
}

numbered! { Data SeatData CardData HouseRule }

impl<K: Kind> Data<K> {
    /// Its value.
    #[track_caller]
    pub fn get(self) -> Val<K> {
        Val::of(Tree::Global(self.at))
    }
}

impl<K: Kind> HouseRule<K> {
    /// What was chosen.
    #[track_caller]
    pub fn get(self) -> Val<K> {
        Val::of(Tree::Option(self.at))
    }
}

impl<K: Kind> SeatData<K> {
    /// That of the acting seat.
    #[track_caller]
    pub fn mine(self) -> Val<K> {
        self.of(player())
    }

    /// That of a seat.
    #[track_caller]
    pub fn of(self, seat: impl Into<Val<Seat>>) -> Val<K> {
        Val::of(Tree::SeatData(Box::new(seat.into().expr), self.at))
    }
}

impl<K: Kind> CardData<K> {
    /// That of a card.
    #[track_caller]
    pub fn of(self, card: impl Into<Val<Card>>) -> Val<K> {
        Val::of(Tree::CardData(Box::new(card.into().expr), self.at))
    }
}

impl<K: Kind> From<Data<K>> for Val<K> {
    #[track_caller]
    fn from(data: Data<K>) -> Val<K> {
        data.get()
    }
}

/// An item of a message's data.
///
/// ```
/// use cardable_core::dsl::*;
/// let whom = MessageItem::other_seat("whom");
/// let ask = ActionTemplate::new("ask", message("ask").with(&whom)).run(broadcast(filled("{0}?").with(whom.get())));
/// # let _ = ask;
/// ```
#[derive(Clone, Debug)]
pub struct MessageItem<K> {
    pub(super) draft: ParamDeclared,
    kind: PhantomData<fn() -> K>,
}

/// A parameter without its kind.
#[derive(Clone, Debug)]
pub(super) struct ParamDeclared {
    pub(super) name: String,
    pub(super) ty: cardable_engine::value::Type,
    pub(super) domain: ParamDomain,
    pub(super) default: Option<cardable_engine::OptionValue>,
}

/// What a parameter may be.
#[derive(Clone, Debug)]
pub(super) enum ParamDomain {
    Truth,
    Whole(i64, i64),
    Texts(Vec<String>),
    Seats,
    Others,
}

impl<K: Stored> MessageItem<K> {
    fn declare(name: &str, domain: ParamDomain) -> MessageItem<K> {
        MessageItem {
            draft: ParamDeclared {
                name: name.to_owned(),
                ty: K::TYPE,
                domain,
                default: None,
            },
            kind: PhantomData,
        }
    }

    /// What the message says.
    #[track_caller]
    pub fn get(&self) -> Val<K> {
        Val::of(Tree::Named(self.draft.name.clone()))
    }

    /// What it is when the message leaves it out.
    #[must_use]
    pub fn or(mut self, default: impl Into<cardable_engine::OptionValue>) -> MessageItem<K> {
        self.draft.default = Some(default.into());
        self
    }
}

impl MessageItem<Number> {
    /// A whole number between two, both included.
    pub fn number(name: &str, range: std::ops::RangeInclusive<i64>) -> MessageItem<Number> {
        MessageItem::declare(name, ParamDomain::Whole(*range.start(), *range.end()))
    }
}

impl MessageItem<super::kind::Truth> {
    /// Yes or no.
    pub fn truth(name: &str) -> MessageItem<super::kind::Truth> {
        MessageItem::declare(name, ParamDomain::Truth)
    }
}

impl MessageItem<Text> {
    /// One of several texts.
    pub fn text<T: Into<String>>(name: &str, texts: impl IntoIterator<Item = T>) -> MessageItem<Text> {
        let texts = texts.into_iter().map(Into::into).collect();
        MessageItem::declare(name, ParamDomain::Texts(texts))
    }
}

impl MessageItem<Seat> {
    /// A seat that is still in the game.
    pub fn seat(name: &str) -> MessageItem<Seat> {
        MessageItem::declare(name, ParamDomain::Seats)
    }

    /// Such a seat that is not the acting one.
    pub fn other_seat(name: &str) -> MessageItem<Seat> {
        MessageItem::declare(name, ParamDomain::Others)
    }
}

// --- what was touched

/// The card that was tapped.
#[track_caller]
pub fn tapped_card() -> Val<Card> {
    Val::of(Tree::Named("tapped".to_owned()))
}

/// The card that was tapped or drawn somewhere, for templates that take either.
#[track_caller]
pub fn touched_card() -> Val<Card> {
    Val::of(Tree::Named("entity".to_owned()))
}

/// The zone that was tapped.
#[track_caller]
pub fn tapped_zone() -> Val<Zone> {
    Val::of(Tree::Named("tapped".to_owned()))
}

/// The cards that were tapped together, in commands. Conditions are asked of each
/// by itself, as [`tapped_card`].
#[track_caller]
pub fn tapped_cards() -> Val<List<Card>> {
    Val::of(Tree::Named("tapped".to_owned()))
}

/// The card that was drawn somewhere.
#[track_caller]
pub fn dragged_card() -> Val<Card> {
    Val::of(Tree::Named("dragged".to_owned()))
}

/// The zone that was drawn somewhere.
#[track_caller]
pub fn dragged_zone() -> Val<Zone> {
    Val::of(Tree::Named("dragged".to_owned()))
}

/// The zone that something was drawn to.
#[track_caller]
pub fn target_zone() -> Val<Zone> {
    Val::of(Tree::Named("target".to_owned()))
}

/// The card that something was drawn to.
#[track_caller]
pub fn target_card() -> Val<Card> {
    Val::of(Tree::Named("target".to_owned()))
}

//! What is declared of cards, zones and states.

use super::command::Command;
use super::handles::Attribute;
use super::kind::{Number, Seat, Text, Truth};
use super::reactions::Trigger;
use super::template::{ActionTemplate, DeclaredAt};
use super::value::{Expr, Test, Val};
use crate::content::Scalar;
use crate::text::json::Number as Json;
use cardable_engine::program::{Order, Part, StateType, TurnLength, Visibility, Who};
use std::panic::Location;

/// A card set: the kinds of cards there are.
///
/// See [`RulesetBuilder`](super::RulesetBuilder) for an example.
#[derive(Clone, Debug)]
pub struct CardSetSpec {
    pub(super) name: String,
    pub(super) suits: Vec<String>,
    pub(super) each_suit: Vec<CardSpec>,
    pub(super) cards: Vec<CardSpec>,
    pub(super) at: DeclaredAt,
}

/// A kind of card.
///
/// ```
/// use cardable_core::dsl::{CardSetSpec, CardSpec};
/// let coins = CardSetSpec::new("Coins").cards([
///     CardSpec::new("Penny").value(1),
///     CardSpec::new("Crown").value(60).text("Five shillings."),
/// ]);
/// # let _ = coins;
/// ```
#[derive(Clone, Debug)]
pub struct CardSpec {
    pub(super) name: String,
    pub(super) value: Option<f64>,
    pub(super) text: Option<String>,
    pub(super) suit: Option<String>,
    pub(super) attributes: Vec<(String, Scalar)>,
    pub(super) abilities: Vec<(String, Command)>,
    pub(super) triggers: Vec<Trigger>,
}

impl CardSetSpec {
    /// A card set without cards.
    #[track_caller]
    pub fn new(name: impl Into<String>) -> CardSetSpec {
        CardSetSpec {
            name: name.into(),
            suits: Vec::new(),
            each_suit: Vec::new(),
            cards: Vec::new(),
            at: DeclaredAt(Location::caller()),
        }
    }

    /// The 52 cards of the French suits; aces count 1, court cards 11 to 13.
    #[track_caller]
    pub fn french() -> CardSetSpec {
        const NAMES: [&str; 13] = [
            "Ace", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen",
            "King",
        ];
        let cards = NAMES
            .iter()
            .zip(1..)
            .map(|(name, value)| CardSpec::new(*name).value(value));
        CardSetSpec::new("French")
            .suits(["Clubs", "Diamonds", "Hearts", "Spades"])
            .each_suit(cards)
    }

    /// Its suits.
    #[must_use]
    pub fn suits<S: Into<String>>(mut self, suits: impl IntoIterator<Item = S>) -> CardSetSpec {
        self.suits.extend(suits.into_iter().map(Into::into));
        self
    }

    /// Cards that every suit has.
    #[must_use]
    pub fn each_suit(mut self, cards: impl IntoIterator<Item = CardSpec>) -> CardSetSpec {
        self.each_suit.extend(cards);
        self
    }

    /// Cards of no suit, or of the one they name.
    #[must_use]
    pub fn cards(mut self, cards: impl IntoIterator<Item = CardSpec>) -> CardSetSpec {
        self.cards.extend(cards);
        self
    }
}

impl CardSpec {
    /// A card of a name.
    pub fn new(name: impl Into<String>) -> CardSpec {
        CardSpec {
            name: name.into(),
            value: None,
            text: None,
            suit: None,
            attributes: Vec::new(),
            abilities: Vec::new(),
            triggers: Vec::new(),
        }
    }

    /// What it counts.
    #[must_use]
    pub fn value(mut self, value: impl Into<f64>) -> CardSpec {
        self.value = Some(value.into());
        self
    }

    /// What is printed on it.
    #[must_use]
    pub fn text(mut self, text: impl Into<String>) -> CardSpec {
        self.text = Some(text.into());
        self
    }

    /// Its suit, where not all suits have it.
    #[must_use]
    pub fn suit(mut self, suit: impl Into<String>) -> CardSpec {
        self.suit = Some(suit.into());
        self
    }

    /// A further attribute.
    #[must_use]
    #[track_caller]
    pub fn with<K>(mut self, attribute: &Attribute<K>, value: impl Into<Printed<K>>) -> CardSpec {
        self.attributes
            .push((attribute.name().to_owned(), value.into().0));
        self
    }
}

impl CardSpec {
    /// What it does when [`perform`](super::perform) names this. [`this_card`](super::this_card) is the card then.
    ///
    /// See [`perform`](super::perform) for an example.
    #[must_use]
    pub fn ability(mut self, name: impl Into<String>, command: impl Into<Command>) -> CardSpec {
        self.abilities.push((name.into(), command.into()));
        self
    }

    /// What it does by itself when something happens to it, or to others.
    /// [`this_card`](super::this_card) is the card then.
    ///
    /// ```
    /// use cardable_core::dsl::*;
    /// let mut rules = RulesetBuilder::new("Example");
    /// let grave = rules.zone("grave", ZoneSpec::open());
    /// let field = rules.seat_zone("field", SeatZoneSpec::open());
    /// let growth = rules.card_data("growth", 0);
    /// let feeds = Trigger::new("feed", Occasion::moved_to(grave), growth.raise(this_card(), 1));
    /// let crow = CardSpec::new("Crow").trigger(feeds.about_others().while_in(field));
    /// # rules.card_set(CardSetSpec::new("Beasts").cards([crow]));
    /// # rules.state("play", StateSpec::in_turn());
    /// # rules.build()?;
    /// # Ok::<(), cardable_core::LoadError>(())
    /// ```
    #[must_use]
    pub fn trigger(mut self, trigger: Trigger) -> CardSpec {
        self.triggers.push(trigger);
        self
    }
}

/// What an attribute of a kind holds.
///
/// See [`Attribute`](super::Attribute) for an example.
#[derive(Clone, Debug)]
pub struct Printed<K>(Scalar, std::marker::PhantomData<fn() -> K>);

macro_rules! printed {
    ($($from:ty => $kind:ty, $value:ident => $scalar:expr;)+) => {
        $(impl From<$from> for Printed<$kind> {
            fn from($value: $from) -> Printed<$kind> {
                Printed($scalar, std::marker::PhantomData)
            }
        })+
    };
}

printed! {
    i64 => Number, n => Scalar::Number(Json::Int(n));
    i32 => Number, n => Scalar::Number(Json::Int(n.into()));
    &str => Text, text => Scalar::Text(text.into());
    String => Text, text => Scalar::Text(text.into());
    bool => Truth, holds => Scalar::Bool(holds);
}

/// What a zone is like.
///
/// See [`RulesetBuilder`](super::RulesetBuilder) for an example.
#[derive(Clone, Debug)]
pub struct ZoneSpec {
    pub(super) visible: Visibility,
    pub(super) order: Order,
    pub(super) min: u16,
    pub(super) max: u16,
    pub(super) deck: Option<super::handles::Deck>,
    pub(super) label: Option<String>,
    pub(super) kind: Option<String>,
    pub(super) grid: Option<(u16, u16)>,
}

/// What a zone of every seat is like.
///
/// See [`RulesetBuilder`](super::RulesetBuilder) for an example.
#[derive(Clone, Debug)]
pub struct SeatZoneSpec(pub(super) ZoneSpec);

fn spec(who: Who, order: Order) -> ZoneSpec {
    ZoneSpec {
        visible: Visibility { who, part: Part::All },
        order,
        min: 0,
        max: u16::MAX,
        deck: None,
        label: None,
        kind: None,
        grid: None,
    }
}

macro_rules! zone_details {
    ($($path:tt)*) => {
        /// What players read instead of its name.
        #[must_use]
        pub fn label(mut self, label: impl Into<String>) -> Self {
            self $($path)* .label = Some(label.into());
            self
        }

        /// How a table shows it: `pile`, `row`, `column`, `fan` or `grid`.
        #[must_use]
        pub fn shown_as(mut self, kind: impl Into<String>) -> Self {
            self $($path)* .kind = Some(kind.into());
            self
        }

        /// A table shows it in so many columns and rows; places without a card are shown too.
        #[must_use]
        pub fn shown_in_grid(mut self, columns: u16, rows: u16) -> Self {
            self $($path)* .kind = Some("grid".to_owned());
            self $($path)* .grid = Some((columns, rows));
            self
        }

        /// The fewest and the most cards it may hold.
        #[must_use]
        pub fn holds(mut self, count: std::ops::RangeInclusive<u16>) -> Self {
            (self $($path)* .min, self $($path)* .max) = (*count.start(), *count.end());
            self
        }

        /// Where the cards of a deck begin; every seat's zone has a copy of its own.
        #[must_use]
        pub fn begins_with(mut self, deck: super::handles::Deck) -> Self {
            self $($path)* .deck = Some(deck);
            self
        }

        /// The card that came first is drawn next.
        #[must_use]
        pub fn oldest_first(mut self) -> Self {
            self $($path)* .order = Order::FixedFifo;
            self
        }
    };
}

impl ZoneSpec {
    /// A pile whose cards nobody sees, shuffled whenever cards come.
    pub fn hidden() -> ZoneSpec {
        spec(Who::NONE, Order::Shuffled)
    }

    /// A pile whose cards nobody sees, in an order that is kept.
    pub fn face_down() -> ZoneSpec {
        spec(Who::NONE, Order::FixedLifo)
    }

    /// A pile whose cards everybody sees; the newest is on top.
    pub fn open() -> ZoneSpec {
        spec(Who::ALL, Order::FixedLifo)
    }

    /// Cards are seen when they lie face up.
    pub fn as_they_lie() -> ZoneSpec {
        spec(Who::Face, Order::FixedLifo)
    }

    zone_details!();
}

impl SeatZoneSpec {
    /// A hand: its owner sees it.
    pub fn hand() -> SeatZoneSpec {
        SeatZoneSpec(spec(Who::OWNER, Order::Any))
    }

    /// Cards that everybody sees; the newest is on top.
    pub fn open() -> SeatZoneSpec {
        SeatZoneSpec(spec(Who::ALL, Order::FixedLifo))
    }

    /// Cards that nobody sees, in an order that is kept.
    pub fn face_down() -> SeatZoneSpec {
        SeatZoneSpec(spec(Who::NONE, Order::FixedLifo))
    }

    /// Cards are seen when they lie face up.
    pub fn as_they_lie() -> SeatZoneSpec {
        SeatZoneSpec(spec(Who::Face, Order::FixedLifo))
    }

    zone_details!(.0);
}

/// A state: a phase of the game.
///
/// See [`RulesetBuilder`](super::RulesetBuilder) for an example.
#[derive(Clone, Debug)]
pub struct StateSpec {
    pub(super) kind: StateType,
    pub(super) turn: TurnLength,
    pub(super) starter: Option<Expr>,
    pub(super) label: Option<String>,
    pub(super) seconds: Option<u32>,
    pub(super) at: DeclaredAt,
}

impl StateSpec {
    #[track_caller]
    fn new(kind: StateType) -> StateSpec {
        StateSpec {
            kind,
            turn: TurnLength::OneAction,
            starter: None,
            label: None,
            seconds: None,
            at: DeclaredAt(Location::caller()),
        }
    }

    /// Seats act in turn, from the first one on.
    #[track_caller]
    pub fn in_turn() -> StateSpec {
        StateSpec::new(StateType::RoundRobin)
    }

    /// Everybody may act at once.
    #[track_caller]
    pub fn all_at_once() -> StateSpec {
        StateSpec::new(StateType::Concurrent)
    }

    /// Only this seat acts.
    #[track_caller]
    pub fn only(seat: impl Into<Val<Seat>>) -> StateSpec {
        StateSpec::new(StateType::Grandstand).starting_with(seat)
    }

    /// Nobody acts: things happen by themselves.
    #[track_caller]
    pub fn automatic() -> StateSpec {
        StateSpec::new(StateType::Auto)
    }

    /// Who begins.
    #[must_use]
    #[track_caller]
    pub fn starting_with(mut self, seat: impl Into<Val<Seat>>) -> StateSpec {
        self.starter = Some(seat.into().expr);
        self
    }

    /// A turn lasts until [`super::next_seat`] or an action that ends it.
    #[must_use]
    pub fn long_turns(mut self) -> StateSpec {
        self.turn = TurnLength::UntilEndTurn;
        self
    }

    /// What players read instead of its name.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> StateSpec {
        self.label = Some(label.into());
        self
    }

    /// Seconds for a decision, a hint for hosts.
    #[must_use]
    pub fn seconds(mut self, seconds: u32) -> StateSpec {
        self.seconds = Some(seconds);
        self
    }
}

/// Something that happens by itself.
///
/// See [`RulesetBuilder`](super::RulesetBuilder) for an example.
#[derive(Clone, Debug)]
pub struct Automatic {
    pub(super) name: String,
    pub(super) entry: bool,
    pub(super) turn: bool,
    pub(super) action: bool,
    pub(super) test: Option<Expr>,
    pub(super) command: Command,
}

impl Automatic {
    #[track_caller]
    fn new(name: impl Into<String>, command: Command, when: [bool; 3]) -> Automatic {
        Automatic {
            name: name.into(),
            entry: when[0],
            turn: when[1],
            action: when[2],
            test: None,
            command,
        }
    }

    /// When the state is entered.
    #[track_caller]
    pub fn on_entry(name: impl Into<String>, command: impl Into<Command>) -> Automatic {
        Automatic::new(name, command.into(), [true, false, false])
    }

    /// At the start of each turn, the first one too.
    #[track_caller]
    pub fn each_turn(name: impl Into<String>, command: impl Into<Command>) -> Automatic {
        Automatic::new(name, command.into(), [true, true, false])
    }

    /// After each action of a seat.
    #[track_caller]
    pub fn after_actions(name: impl Into<String>, command: impl Into<Command>) -> Automatic {
        Automatic::new(name, command.into(), [false, false, true])
    }

    /// Only when a test holds.
    #[must_use]
    pub fn when(mut self, test: Test) -> Automatic {
        self.test = Some(test.expr);
        self
    }
}

/// What happens and what can be done in a state, in order.
#[derive(Clone, Debug)]
pub(super) enum Happening {
    Automatic(Automatic),
    Action(Box<ActionTemplate>, Option<(String, bool)>),
}

//! What is declared of cards.

use super::command::Command;
use super::handles::Attribute;
use super::kind::{List, Number, Text, Truth};
use super::reactions::Trigger;
use super::template::DeclaredAt;
use crate::content::{CardValue, Colour, Scalar};
use crate::text::json::Number as Json;
use cardable_engine::program::Corner;
use std::panic::Location;

/// A card set: the kinds of cards there are.
///
/// See [`RulesetBuilder`](super::RulesetBuilder) for an example.
#[derive(Clone, Debug)]
pub struct CardSetSpec {
    pub(super) name: String,
    pub(super) suits: Vec<SuitSpec>,
    pub(super) size: Option<(f64, f64)>,
    pub(super) corners: Vec<(Corner, String)>,
    pub(super) back: String,
    pub(super) back_shows: Option<String>,
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
    pub(super) value: CardValue,
    pub(super) rank: Option<String>,
    pub(super) colour: Option<String>,
    pub(super) back: Option<String>,
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
            size: None,
            corners: Vec::new(),
            back: String::new(),
            back_shows: None,
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
    pub fn suits<S: Into<SuitSpec>>(mut self, suits: impl IntoIterator<Item = S>) -> CardSetSpec {
        self.suits.extend(suits.into_iter().map(Into::into));
        self
    }

    /// How wide and how high its cards are.
    #[must_use]
    pub fn size(mut self, width: f64, height: f64) -> CardSetSpec {
        self.size = Some((width, height));
        self
    }

    /// Which attribute stands in a corner of faces that are drawn, on cards that have it.
    #[must_use]
    pub fn corner<K>(mut self, corner: Corner, attribute: &Attribute<K>) -> CardSetSpec {
        self.corners.retain(|(other, _)| *other != corner);
        self.corners.push((corner, attribute.name().to_owned()));
        self
    }

    /// What the backs of its cards are called, where suits or cards have others: cards can be told apart from behind when these
    /// names differ.
    #[must_use]
    pub fn back(mut self, name: impl Into<String>) -> CardSetSpec {
        self.back = name.into();
        self
    }

    /// The attribute that is printed on the backs of its cards: everybody knows it of every card, wherever that lies.
    ///
    /// ```
    /// use cardable_core::dsl::*;
    /// const LEVEL: Attribute<kind::Number> = Attribute::new("level");
    /// let mut rules = RulesetBuilder::new("Example");
    /// let ideas = [("Wheel", 1), ("Engine", 2)].map(|(name, level)| CardSpec::new(name).with(&LEVEL, level));
    /// let set = rules.card_set(CardSetSpec::new("Ideas").cards(ideas).back_shows(&LEVEL));
    /// let ideas = rules.deck("ideas", set, 2);
    /// let heap = rules.zone("heap", ZoneSpec::face_down().begins_with(ideas));
    /// let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
    /// let play = rules.state("play", StateSpec::in_turn());
    /// // That a condition depends on a face which nobody sees would be an error.
    /// let advanced = heap.top().get(&LEVEL).equals(2);
    /// let take = ActionTemplate::new("take", tap(heap)).require("The next one is simple.", advanced);
    /// rules.action(play, take.run(draw(heap, hand.mine(), 1)));
    /// # rules.build()?;
    /// # Ok::<(), cardable_core::LoadError>(())
    /// ```
    #[must_use]
    pub fn back_shows<K>(mut self, attribute: &Attribute<K>) -> CardSetSpec {
        self.back_shows = Some(attribute.name().to_owned());
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
            value: CardValue::None,
            rank: None,
            colour: None,
            back: None,
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
        self.value = number(value.into()).map_or(CardValue::None, CardValue::Fixed);
        self
    }

    /// It counts one of two values, whichever serves better.
    #[must_use]
    pub fn value_of_two(mut self, low: impl Into<f64>, high: impl Into<f64>) -> CardSpec {
        let both = number(low.into()).zip(number(high.into()));
        self.value = both.map_or(CardValue::None, |(low, high)| CardValue::Dual { low, high });
        self
    }

    /// It counts one of several values, as its player likes.
    #[must_use]
    pub fn value_of<N: Into<f64>>(mut self, values: impl IntoIterator<Item = N>) -> CardSpec {
        let values = values.into_iter().filter_map(|value| number(value.into()));
        self.value = CardValue::Choice(values.collect());
        self
    }

    /// Its rank, for rules that compare or collect ranks; its name when it is left out.
    #[must_use]
    pub fn rank(mut self, rank: impl Into<String>) -> CardSpec {
        self.rank = Some(rank.into());
        self
    }

    /// Its colour, for rules that ask for it.
    #[must_use]
    pub fn colour(mut self, colour: impl Into<String>) -> CardSpec {
        self.colour = Some(colour.into());
        self
    }

    /// What its back is called, where it can be told from others from behind.
    #[must_use]
    pub fn back(mut self, name: impl Into<String>) -> CardSpec {
        self.back = Some(name.into());
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

/// A card of a set, in one of its suits.
///
/// See [`RulesetBuilder::deck_by`](super::RulesetBuilder::deck_by) for an example.
#[derive(Clone, Copy, Debug)]
pub struct PrintedCard<'s> {
    spec: &'s CardSpec,
    suit: Option<&'s str>,
}

impl<'s> PrintedCard<'s> {
    /// Its name.
    pub fn name(self) -> &'s str {
        &self.spec.name
    }

    /// Its suit.
    pub fn suit(self) -> Option<&'s str> {
        self.suit
    }
}

impl CardSetSpec {
    /// Its cards, in the order in which decks hold them.
    pub(super) fn printed(&self) -> impl Iterator<Item = PrintedCard<'_>> {
        let of_suits = self.suits.iter().flat_map(|suit| {
            let suit = Some(suit.name.as_str());
            self.each_suit.iter().map(move |spec| PrintedCard { spec, suit })
        });
        let others = self.cards.iter().map(|spec| PrintedCard {
            spec,
            suit: spec.suit.as_deref(),
        });
        of_suits.chain(others)
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

impl<K, P: Into<Printed<K>>, const N: usize> From<[P; N]> for Printed<List<K>> {
    fn from(items: [P; N]) -> Printed<List<K>> {
        let items = items.into_iter().map(|item| item.into().0);
        Printed(Scalar::List(items.collect()), std::marker::PhantomData)
    }
}

/// A number as texts have it; nothing for what is none.
fn number(n: f64) -> Option<Json> {
    let is_whole = n.fract() == 0.0 && n.abs() < 9e15;
    let written = match is_whole {
        true => Json::Int(n as i64),
        false => Json::Float(n),
    };
    n.is_finite().then_some(written)
}

/// A suit.
///
/// ```
/// use cardable_core::dsl::*;
/// const METAL: Attribute<kind::Text> = Attribute::new("metal");
/// const TAGS: Attribute<kind::List<kind::Text>> = Attribute::new("tags");
/// let gold = SuitSpec::new("Gold").colour(255, 215, 0).with(&METAL, "gold");
/// let set = CardSetSpec::new("Coins")
///     .suits([gold, SuitSpec::new("Silver")])
///     .corner(Corner::TopLeft, &RANK)
///     .each_suit([
///         CardSpec::new("Ace").rank("A").value_of_two(1, 11).with(&TAGS, ["high", "low"]),
///         CardSpec::new("Joker").value_of([0, 5, 10]).back("star"),
///     ]);
/// # let mut rules = RulesetBuilder::new("Example");
/// # rules.card_set(set);
/// # rules.state("play", StateSpec::in_turn());
/// # rules.build()?;
/// # Ok::<(), cardable_core::LoadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SuitSpec {
    pub(super) name: String,
    pub(super) colour: Option<Colour>,
    pub(super) back: Option<String>,
    pub(super) attributes: Vec<(String, Scalar)>,
}

impl SuitSpec {
    /// A suit of a name.
    pub fn new(name: impl Into<String>) -> SuitSpec {
        SuitSpec {
            name: name.into(),
            colour: None,
            back: None,
            attributes: Vec::new(),
        }
    }

    /// Its colour, mixed from three lights.
    #[must_use]
    pub fn colour(mut self, red: u8, green: u8, blue: u8) -> SuitSpec {
        self.colour = Some(Colour { red, green, blue });
        self
    }

    /// What the backs of its cards are called, where they can be told from others.
    #[must_use]
    pub fn back(mut self, name: impl Into<String>) -> SuitSpec {
        self.back = Some(name.into());
        self
    }

    /// An attribute of its cards, unless a card says it itself.
    #[must_use]
    pub fn with<K>(mut self, attribute: &Attribute<K>, value: impl Into<Printed<K>>) -> SuitSpec {
        let value = value.into().0;
        self.attributes.push((attribute.name().to_owned(), value));
        self
    }
}

impl From<&str> for SuitSpec {
    fn from(name: &str) -> SuitSpec {
        SuitSpec::new(name)
    }
}

impl From<String> for SuitSpec {
    fn from(name: String) -> SuitSpec {
        SuitSpec::new(name)
    }
}

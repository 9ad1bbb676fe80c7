//! Queries: which cards or zones are meant, by what they are like.

use super::handles::{Attribute, SeatZone, SharedZone};
use super::kind::{Card, Kind, List, Number, Seat, Truth, Zone};
use super::value::{At, Expr, How, Test, ThingTest, Tree, Val, all_of};
use cardable_engine::primitives::{Argument, Face};
use cardable_engine::program::{FunctionBody, PickOnly};
use std::marker::PhantomData;
use std::panic::Location;
use std::sync::Arc;

/// Which cards or zones are meant. Everything that is said of them must hold.
///
/// ```
/// use cardable_core::dsl::{RulesetBuilder, SUIT, SeatZoneSpec, VALUE, cards, player};
/// let mut rules = RulesetBuilder::new("Example");
/// let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
/// // Any heart or spade of the acting seat's hand that counts more than five.
/// let query = cards()
///     .inside(hand)
///     .owned_by(player())
///     .any_of(SUIT, ["Hearts", "Spades"])
///     .passing(VALUE, |value| value.number() > Some(5.0));
/// # let _ = query;
/// ```
pub struct Selector<K> {
    pub(super) draft: QueryDraft,
    kind: PhantomData<fn() -> K>,
}

impl<K> Clone for Selector<K> {
    fn clone(&self) -> Selector<K> {
        Selector::of(self.draft.clone())
    }
}

impl<K> std::fmt::Debug for Selector<K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.draft.fmt(f)
    }
}

/// A query without its kind.
#[derive(Clone)]
pub(super) struct QueryDraft {
    pub(super) zones: bool,
    /// Where; everywhere when nothing is said.
    pub(super) places: Option<Vec<QueryPlace>>,
    pub(super) owner: Option<Owner>,
    pub(super) only: PickOnly,
    pub(super) properties: Vec<Property>,
    pub(super) at: At,
}

impl std::fmt::Debug for QueryDraft {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct(if self.zones { "zones" } else { "cards" })
            .field("places", &self.places)
            .field("owner", &self.owner)
            .field("only", &self.only)
            .field("properties", &self.properties)
            .finish()
    }
}

/// A place that a query names.
///
/// See [`Selector`] for an example.
#[derive(Clone, Debug)]
pub enum QueryPlace {
    /// A shared zone.
    Shared(SharedZone),
    /// A zone of the seats that the query speaks of.
    Seats(SeatZone),
    /// A zone that is worked out.
    Worked(Val<Zone>),
    /// The zones of another query.
    Query(Box<Selector<Zone>>),
}

/// Whose zones a query means.
#[derive(Clone, Debug)]
pub(super) enum Owner {
    Nobody,
    Seat(Expr),
    Others,
}

/// Something that must hold.
#[derive(Clone)]
pub(super) enum Property {
    OneOf(String, Vec<Expr>),
    Function(Option<String>, Arc<FunctionBody>),
    FaceUp(bool),
    Passes(ThingTest),
}

impl std::fmt::Debug for Property {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Property::OneOf(name, values) => write!(f, "{name} of {values:?}"),
            Property::Function(name, _) => write!(f, "{name:?} by function"),
            Property::FaceUp(up) => write!(f, "face up {up}"),
            Property::Passes(test) => {
                let item = Expr {
                    tree: Tree::Item(u16::MAX),
                    at: Location::caller(),
                };
                test(item).fmt(f)
            }
        }
    }
}

/// All cards.
#[track_caller]
pub fn cards() -> Selector<Card> {
    Selector::new(false)
}

/// All zones.
#[track_caller]
pub fn zones() -> Selector<Zone> {
    Selector::new(true)
}

impl<K> Selector<K> {
    #[track_caller]
    fn new(zones: bool) -> Selector<K> {
        Selector::of(QueryDraft {
            zones,
            places: None,
            owner: None,
            only: PickOnly::All,
            properties: Vec::new(),
            at: Location::caller(),
        })
    }

    fn of(draft: QueryDraft) -> Selector<K> {
        Selector {
            draft,
            kind: PhantomData,
        }
    }

    fn with(mut self, property: Property) -> Selector<K> {
        self.draft.properties.push(property);
        self
    }

    /// In a zone, in one of several, or in one that another query means: the
    /// parent of a card. Of zones it says which they are.
    #[must_use]
    #[track_caller]
    pub fn inside(mut self, places: impl Into<QueryPlaces>) -> Selector<K> {
        self.draft.places.get_or_insert_default().extend(places.into().0);
        self
    }

    /// Of zones that belong to a seat.
    #[must_use]
    #[track_caller]
    pub fn owned_by(mut self, seat: impl Into<Val<Seat>>) -> Selector<K> {
        self.draft.owner = Some(Owner::Seat(seat.into().expr));
        self
    }

    /// Of zones that belong to another seat than the acting one.
    #[must_use]
    pub fn of_others(mut self) -> Selector<K> {
        self.draft.owner = Some(Owner::Others);
        self
    }

    /// Of zones that belong to nobody.
    #[must_use]
    pub fn shared(mut self) -> Selector<K> {
        self.draft.owner = Some(Owner::Nobody);
        self
    }
}

impl Selector<Card> {
    /// With this value of an attribute.
    #[must_use]
    #[track_caller]
    pub fn with_value<A: Kind>(self, attribute: Attribute<A>, value: impl Into<Val<A>>) -> Selector<Card> {
        self.with(Property::OneOf(
            attribute.name().to_owned(),
            vec![value.into().expr],
        ))
    }

    /// With one of these values of an attribute.
    #[must_use]
    #[track_caller]
    pub fn any_of<A: Kind, V: Into<Val<A>>>(
        self,
        attribute: Attribute<A>,
        values: impl IntoIterator<Item = V>,
    ) -> Selector<Card> {
        self.with(Property::OneOf(attribute.name().to_owned(), all_of(values)))
    }

    /// With a value of an attribute of which a function says yes. The function
    /// must give the same answer whenever it is asked the same.
    ///
    /// ```
    /// use cardable_core::dsl::{Argument, SUIT, Selector, kind::Card};
    /// fn hearts(cards: Selector<Card>) -> Selector<Card> {
    ///     cards.passing(SUIT, |suit: &Argument<'_>| suit.text() == Some("Hearts"))
    /// }
    /// # let _ = hearts;
    /// ```
    #[must_use]
    pub fn passing<A: Kind>(
        self,
        attribute: Attribute<A>,
        function: impl Fn(&Argument<'_>) -> bool + Send + Sync + 'static,
    ) -> Selector<Card> {
        let body: Arc<FunctionBody> = Arc::new(move |args| args.first().is_some_and(&function));
        self.with(Property::Function(Some(attribute.name().to_owned()), body))
    }

    /// Of which a function says yes when it sees the face. It must give the same
    /// answer whenever it is asked the same.
    ///
    /// ```
    /// use cardable_core::dsl::{Face, Selector, kind::Card};
    /// fn hearts(cards: Selector<Card>) -> Selector<Card> {
    ///     cards.that(|face: Face<'_>| face.suit() == Some("Hearts"))
    /// }
    /// # let _ = hearts;
    /// ```
    #[must_use]
    pub fn that(self, function: impl Fn(Face<'_>) -> bool + Send + Sync + 'static) -> Selector<Card> {
        let body: Arc<FunctionBody> =
            Arc::new(move |args| args.first().and_then(Argument::card).is_some_and(&function));
        self.with(Property::Function(None, body))
    }

    /// For which a test holds.
    #[must_use]
    pub fn matching(self, test: impl Fn(Val<Card>) -> Test + Send + Sync + 'static) -> Selector<Card> {
        self.with(Property::Passes(Arc::new(move |card| test(Val::new(card)).expr)))
    }

    /// Lying face up.
    #[must_use]
    pub fn face_up(self) -> Selector<Card> {
        self.with(Property::FaceUp(true))
    }

    /// Lying face down.
    #[must_use]
    pub fn face_down(self) -> Selector<Card> {
        self.with(Property::FaceUp(false))
    }

    /// Of each zone only the card that would be drawn next.
    #[must_use]
    pub fn top(mut self) -> Selector<Card> {
        self.draft.only = PickOnly::Top;
        self
    }

    /// Of each zone only the card that would be drawn last.
    #[must_use]
    pub fn bottom(mut self) -> Selector<Card> {
        self.draft.only = PickOnly::Bottom;
        self
    }
}

impl Selector<Zone> {
    /// For which a test holds.
    #[must_use]
    pub fn matching(self, test: impl Fn(Val<Zone>) -> Test + Send + Sync + 'static) -> Selector<Zone> {
        self.with(Property::Passes(Arc::new(move |zone| test(Val::new(zone)).expr)))
    }
}

// --- places

/// One or several places.
///
/// See [`Selector`] for an example.
#[derive(Clone, Debug)]
pub struct QueryPlaces(pub(super) Vec<QueryPlace>);

impl From<SharedZone> for QueryPlaces {
    #[track_caller]
    fn from(zone: SharedZone) -> QueryPlaces {
        QueryPlaces(vec![QueryPlace::Shared(zone)])
    }
}

impl From<SeatZone> for QueryPlaces {
    #[track_caller]
    fn from(zone: SeatZone) -> QueryPlaces {
        QueryPlaces(vec![QueryPlace::Seats(zone)])
    }
}

impl From<Val<Zone>> for QueryPlaces {
    #[track_caller]
    fn from(zone: Val<Zone>) -> QueryPlaces {
        QueryPlaces(vec![QueryPlace::Worked(zone)])
    }
}

impl From<Selector<Zone>> for QueryPlaces {
    #[track_caller]
    fn from(query: Selector<Zone>) -> QueryPlaces {
        QueryPlaces(vec![QueryPlace::Query(Box::new(query))])
    }
}

impl<P: Into<QueryPlaces>, const N: usize> From<[P; N]> for QueryPlaces {
    #[track_caller]
    fn from(places: [P; N]) -> QueryPlaces {
        let mut all = Vec::new();
        for place in places {
            all.extend(place.into().0);
        }
        QueryPlaces(all)
    }
}

impl<A: Into<QueryPlaces>, B: Into<QueryPlaces>> From<(A, B)> for QueryPlaces {
    #[track_caller]
    fn from((a, b): (A, B)) -> QueryPlaces {
        QueryPlaces(a.into().0.into_iter().chain(b.into().0).collect())
    }
}

impl From<SharedZone> for Selector<Zone> {
    #[track_caller]
    fn from(zone: SharedZone) -> Selector<Zone> {
        zones().inside(zone)
    }
}

impl From<SeatZone> for Selector<Zone> {
    #[track_caller]
    fn from(zone: SeatZone) -> Selector<Zone> {
        zones().inside(zone)
    }
}

impl From<Val<Zone>> for Selector<Zone> {
    #[track_caller]
    fn from(zone: Val<Zone>) -> Selector<Zone> {
        zones().inside(zone)
    }
}

// --- questions

impl<K: Kind> Selector<K> {
    #[track_caller]
    fn asked<R>(&self, how: How, test: Option<ThingTest>) -> Val<R> {
        Val::of(Tree::Over(how, Box::new(self.draft.clone()), test))
    }

    /// The first thing that is meant; nothing when there is none.
    #[track_caller]
    pub fn find(&self) -> Val<K> {
        self.asked(How::First, None)
    }

    /// How many things are meant.
    #[track_caller]
    pub fn count(&self) -> Val<Number> {
        self.asked(How::Count, None)
    }

    /// Whether there is such a thing.
    #[track_caller]
    pub fn exists(&self) -> Val<Truth> {
        self.asked(How::Some, None)
    }

    /// Whether a test holds for one of the things.
    #[track_caller]
    pub fn some(&self, test: impl Fn(Val<K>) -> Test + Send + Sync + 'static) -> Test {
        self.asked(How::Some, Some(Arc::new(move |thing| test(Val::new(thing)).expr)))
    }

    /// Whether a test holds for all of the things.
    #[track_caller]
    pub fn every(&self, test: impl Fn(Val<K>) -> Test + Send + Sync + 'static) -> Test {
        self.asked(
            How::Every,
            Some(Arc::new(move |thing| test(Val::new(thing)).expr)),
        )
    }

    /// All of them, for commands.
    #[track_caller]
    pub fn all(&self) -> Val<List<K>> {
        self.asked(How::All, None)
    }
}

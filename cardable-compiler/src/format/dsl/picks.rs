//! What seats press and pick, apart from what they touch: buttons, votes, picks of cards, zones, seats, decks and options.

use super::command::Seats;
use super::filled::Filled;
use super::handles::{SeatZone, SharedZone, State};
use super::kind::{Card, Deck, Kind, List, Seat, Zone};
use super::questions::HowMany;
use super::template::{Gesture, Way};
use super::value::{Expr, Test, Tree, Val};
use cardable_engine::program::{MessagePlace, PickOnly, PickWhat};
use std::marker::PhantomData;
use std::panic::Location;
use std::sync::Arc;

/// A button that is pressed.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let stock = rules.zone("stock", ZoneSpec::face_down());
/// let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
/// let draw = ActionTemplate::new("draw", press())
///     .require("There is nothing to draw.", not(stock.is_empty()))
///     .run(draw(stock, hand.mine(), 1));
/// # let _ = draw;
/// ```
pub fn press() -> Gesture {
    Gesture(vec![Way::Press])
}

/// A button by which a seat votes for a state; [`call::vote_result`](super::call::vote_result) names the one that has most votes.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let play = rules.state("play", StateSpec::in_turn());
/// let again = rules.state("again", StateSpec::all_at_once());
/// rules.action(again, ActionTemplate::new("again", vote_for(play)).label("Play again"));
/// # rules.build()?;
/// # Ok::<(), cardable_core::LoadError>(())
/// ```
pub fn vote_for(state: State) -> Gesture {
    Gesture(vec![Way::Vote(state)])
}

/// A test of a candidate, which lies in one place, with its zone and what is picked already.
pub(super) type LegalTest = Arc<dyn Fn([Expr; 3]) -> Expr + Send + Sync>;

/// A test of all that is picked.
pub(super) type ValidTest = Arc<dyn Fn(Expr) -> Expr + Send + Sync>;

/// A pick before it is built.
#[derive(Clone)]
pub(super) struct PickDraft {
    pub(super) what: PickWhat,
    pub(super) from: Vec<Place>,
    pub(super) count: Count,
    pub(super) only: PickOnly,
    pub(super) blind: bool,
    pub(super) ordered: bool,
    pub(super) legal: Option<(LegalTest, String)>,
    pub(super) valid: Option<(ValidTest, String)>,
}

/// How many are picked.
#[derive(Clone, Debug)]
pub(super) enum Count {
    Known(u16, u16),
    Exactly(Expr),
    Between(Expr, Expr),
}

/// Where candidates lie.
#[derive(Clone, Debug)]
pub(super) enum Place {
    Everyones(SeatZone),
    Others(SeatZone),
    Worked(Expr),
}

impl std::fmt::Debug for PickDraft {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let item = || Expr {
            tree: Tree::Item(u16::MAX),
            at: Location::caller(),
        };
        let legal = self.legal.as_ref();
        let valid = self.valid.as_ref();
        f.debug_struct("pick")
            .field("what", &self.what)
            .field("from", &self.from)
            .field("count", &self.count)
            .field("only", &self.only)
            .field("blind", &self.blind)
            .field("ordered", &self.ordered)
            .field(
                "legal",
                &legal.map(|(test, said)| (test([item(), item(), item()]), said)),
            )
            .field("valid", &valid.map(|(test, said)| (test(item()), said)))
            .finish()
    }
}

/// What a seat picks; one thing, if nothing else is said. Commands have it from [`picked`].
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let pile = rules.zone("pile", ZoneSpec::open());
/// let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
/// let play = rules.state("play", StateSpec::in_turn());
/// let set = pick_cards(hand.mine())
///     .several(3..=4)
///     .legal("It counts nothing.", |one| one.thing().get(&VALUE).above(0))
///     .valid("They are of different suits.", |all| all.all_match(&SUIT));
/// rules.action(
///     play,
///     ActionTemplate::new("lay down", set).run(move_to(picked::<kind::List<kind::Card>>(), pile)),
/// );
/// # rules.build()?;
/// # Ok::<(), cardable_core::LoadError>(())
/// ```
#[derive(Debug)]
pub struct Pick<K> {
    draft: PickDraft,
    kind: PhantomData<fn() -> K>,
}

impl<K> Clone for Pick<K> {
    fn clone(&self) -> Pick<K> {
        Pick {
            draft: self.draft.clone(),
            kind: PhantomData,
        }
    }
}

impl<K> Pick<K> {
    fn new(what: PickWhat, from: Vec<Place>) -> Pick<K> {
        Pick {
            draft: PickDraft {
                what,
                from,
                count: Count::Known(1, 1),
                only: PickOnly::All,
                blind: false,
                ordered: false,
                legal: None,
                valid: None,
            },
            kind: PhantomData,
        }
    }
}

/// Where things lie that can be picked.
///
/// See [`pick_cards`] for an example.
#[derive(Clone, Debug)]
pub struct Candidates<K>(Vec<Place>, PhantomData<fn() -> K>);

macro_rules! candidates {
    ($($kind:ident { $($from:ty, $value:ident => $source:expr;)+ })+) => {
        $($(impl From<$from> for Candidates<$kind> {
            #[track_caller]
            fn from($value: $from) -> Candidates<$kind> {
                Candidates(vec![$source], PhantomData)
            }
        })+)+
    };
}

candidates! {
    Card {
        SharedZone, zone => Place::Worked(Val::<Zone>::from(zone).expr);
        SeatZone, zone => Place::Everyones(zone);
        Val<Zone>, zone => Place::Worked(zone.expr);
        Val<List<Zone>>, zones => Place::Worked(zones.expr);
        Val<Card>, card => Place::Worked(card.expr);
        Val<List<Card>>, cards => Place::Worked(cards.expr);
    }
    Zone {
        SharedZone, zone => Place::Worked(Val::<Zone>::from(zone).expr);
        SeatZone, zone => Place::Everyones(zone);
        Val<Zone>, zone => Place::Worked(zone.expr);
        Val<List<Zone>>, zones => Place::Worked(zones.expr);
    }
    Deck {
        Val<List<Deck>>, decks => Place::Worked(decks.expr);
    }
    Seat {
        Seats, seats => Place::Worked(seats.0);
        Val<Seat>, seat => Place::Worked(seat.expr);
        Val<List<Seat>>, seats => Place::Worked(seats.expr);
    }
}

impl<K, C: Into<Candidates<K>>, const N: usize> From<[C; N]> for Candidates<K> {
    #[track_caller]
    fn from(places: [C; N]) -> Candidates<K> {
        let mut all = Vec::new();
        for place in places {
            all.extend(place.into().0);
        }
        Candidates(all, PhantomData)
    }
}

/// The zones of all others, for picks.
pub fn of_others<K>(zone: SeatZone) -> Candidates<K> {
    Candidates(vec![Place::Others(zone)], PhantomData)
}

/// Cards are picked, from a zone, several, or a list; of a zone that seats have from that of any seat.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let row = rules.zone("row", ZoneSpec::open());
/// let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
/// let play = rules.state("play", StateSpec::in_turn());
/// // A card of another player's hand, which the seat does not see.
/// let steal = ActionTemplate::new("steal", pick_cards(of_others(hand)).blind())
///     .run(move_to(picked::<kind::Card>(), hand.mine()));
/// let take = ActionTemplate::new("take", pick_cards([Val::from(row), hand.mine()]).top_only())
///     .run(move_to(picked::<kind::Card>(), hand.mine()));
/// rules.action(play, steal);
/// rules.action(play, take);
/// # rules.build()?;
/// # Ok::<(), cardable_core::LoadError>(())
/// ```
pub fn pick_cards(from: impl Into<Candidates<Card>>) -> Pick<Card> {
    Pick::new(PickWhat::Card, from.into().0)
}

/// Zones are picked.
pub fn pick_zones(from: impl Into<Candidates<Zone>>) -> Pick<Zone> {
    Pick::new(PickWhat::Zone, from.into().0)
}

/// Seats are picked.
pub fn pick_seats(from: impl Into<Candidates<Seat>>) -> Pick<Seat> {
    Pick::new(PickWhat::Seat, from.into().0)
}

/// Decks are picked.
pub fn pick_decks(from: impl Into<Candidates<Deck>>) -> Pick<Deck> {
    Pick::new(PickWhat::Deck, from.into().0)
}

/// Entries of a list are picked.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let bid = rules.data("bid", 0);
/// let bids = call::whole_numbers(bid.get() + 1, 10);
/// let raise = ActionTemplate::new("raise", pick_options(bids)).run(bid.set(picked()));
/// # let _ = raise;
/// ```
pub fn pick_options<K: Kind>(from: impl Into<Val<List<K>>>) -> Pick<K> {
    Pick::new(PickWhat::Option, vec![Place::Worked(from.into().expr)])
}

/// What was picked: one thing, or the list of those that were.
///
/// See [`Pick`] for an example.
#[track_caller]
pub fn picked<K: Kind>() -> Val<K> {
    Val::of(Tree::Named("world_pick".to_owned()))
}

/// Something that may be picked.
///
/// See [`Pick`] for an example.
#[derive(Clone, Debug)]
pub struct Candidate<K> {
    thing: Val<K>,
    zone: Val<Zone>,
    picked: Val<List<K>>,
}

impl<K: Kind> Candidate<K> {
    /// The thing itself; nothing for a card that the seat cannot tell from others.
    pub fn thing(&self) -> Val<K> {
        self.thing.clone()
    }

    /// Where it lies.
    pub fn zone(&self) -> Val<Zone> {
        self.zone.clone()
    }

    /// What is picked already.
    pub fn picked(&self) -> Val<List<K>> {
        self.picked.clone()
    }
}

impl<K: Kind> Pick<K> {
    /// The fewest and the most that are picked.
    #[must_use]
    pub fn several(mut self, count: std::ops::RangeInclusive<u16>) -> Pick<K> {
        self.draft.count = Count::Known(*count.start(), *count.end());
        self
    }

    /// So many as is worked out each time.
    #[must_use]
    pub fn exactly(mut self, count: impl Into<Val<super::kind::Number>>) -> Pick<K> {
        self.draft.count = Count::Exactly(count.into().expr);
        self
    }

    /// The fewest and the most, which are worked out each time.
    #[must_use]
    pub fn between(mut self, count: HowMany) -> Pick<K> {
        self.draft.count = Count::Between(count.least, count.most);
        self
    }

    /// The order of the picks is the seat's, and counts.
    #[must_use]
    pub fn ordered(mut self) -> Pick<K> {
        self.draft.ordered = true;
        self
    }

    /// Which candidates may be picked, and what the player reads of one that may not.
    #[must_use]
    pub fn legal(
        mut self,
        message: impl Into<String>,
        test: impl Fn(Candidate<K>) -> Test + Send + Sync + 'static,
    ) -> Pick<K> {
        let test: LegalTest = Arc::new(move |[thing, zone, picked]| {
            test(Candidate {
                thing: Val::new(thing),
                zone: Val::new(zone),
                picked: Val::new(picked),
            })
            .expr
        });
        self.draft.legal = Some((test, message.into()));
        self
    }

    /// What must hold of all that is picked, and what the player reads when it does not.
    #[must_use]
    pub fn valid(
        mut self,
        message: impl Into<String>,
        test: impl Fn(Val<List<K>>) -> Test + Send + Sync + 'static,
    ) -> Pick<K> {
        let test: ValidTest = Arc::new(move |all| test(Val::new(all)).expr);
        self.draft.valid = Some((test, message.into()));
        self
    }
}

impl Pick<Card> {
    /// Of each zone only the card that would be drawn next.
    #[must_use]
    pub fn top_only(mut self) -> Pick<Card> {
        self.draft.only = PickOnly::Top;
        self
    }

    /// Of each zone only the card that would be drawn last.
    #[must_use]
    pub fn bottom_only(mut self) -> Pick<Card> {
        self.draft.only = PickOnly::Bottom;
        self
    }

    /// Any card where the order of a zone is its owner's, else the card that would be drawn next.
    #[must_use]
    pub fn as_zones_allow(mut self) -> Pick<Card> {
        self.draft.only = PickOnly::ByOrder;
        self
    }

    /// The seat does not see the cards that it picks from.
    #[must_use]
    pub fn blind(mut self) -> Pick<Card> {
        self.draft.blind = true;
        self
    }
}

impl<K> From<Pick<K>> for Gesture {
    fn from(pick: Pick<K>) -> Gesture {
        Gesture(vec![Way::Pick(Box::new(pick.draft))])
    }
}

/// What is said on the table while an action is available, or when it runs.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let round = rules.data("round", 1);
/// let said = Spoken::new(filled("Round {0}").with(round.get())).at(MessagePlace::TopCenterScreen).seconds(3);
/// let begin = Automatic::each_round("begin", round.raise(1)).says(said);
/// # let _ = begin;
/// ```
#[derive(Clone, Debug)]
pub struct Spoken {
    pub(super) text: Filled,
    pub(super) place: MessagePlace,
    pub(super) size: u16,
    pub(super) seconds: i32,
}

impl Spoken {
    /// A text in the middle of the table, as long as it is true.
    #[track_caller]
    pub fn new(text: impl Into<Filled>) -> Spoken {
        Spoken {
            text: text.into(),
            place: MessagePlace::CenterScreen,
            size: 24,
            seconds: -1,
        }
    }

    /// Where it is shown.
    #[must_use]
    pub fn at(mut self, place: MessagePlace) -> Spoken {
        self.place = place;
        self
    }

    /// The size of its letters, in points.
    #[must_use]
    pub fn size(mut self, points: u16) -> Spoken {
        self.size = points.min(1000);
        self
    }

    /// For how long.
    #[must_use]
    pub fn seconds(mut self, seconds: u16) -> Spoken {
        self.seconds = seconds.into();
        self
    }
}

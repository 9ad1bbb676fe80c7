//! What the rules and cards do by themselves when something happens, and what cards can do.

use super::command::{Act, Command};
use super::handles::{HiddenData, ItemPlace, SeatZone, SharedZone};
use super::kind::{Card, Kind, Seat, Stored, Text, Zone};
use super::value::{Expr, Test, Tree, Val};
use cardable_engine::builtin;
use cardable_engine::program::{About, Edge, ZoneName};
use std::panic::Location;

/// A command that runs by itself when something happens: one of the rules, of a state, or of cards.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let grave = rules.zone("grave", ZoneSpec::open());
/// let damage = rules.card_data("damage", 0);
/// // Whatever has taken three dies.
/// rules.trigger(
///     Trigger::new("die", Occasion::changed(damage), move_to(event_card(), grave))
///         .when(damage.of(event_card()).at_least(3)),
/// );
/// # rules.state("play", StateSpec::in_turn());
/// # rules.build()?;
/// # Ok::<(), cardable_core::LoadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Trigger {
    pub(super) name: String,
    pub(super) label: Option<String>,
    pub(super) occasion: Happens,
    pub(super) test: Option<Expr>,
    pub(super) command: Command,
    pub(super) about: About,
    pub(super) within: Vec<ZoneName>,
}

impl Trigger {
    /// A trigger of a name, by which reports tell it.
    #[track_caller]
    pub fn new(name: impl Into<String>, occasion: Occasion, command: impl Into<Command>) -> Trigger {
        Trigger {
            name: name.into(),
            label: None,
            occasion: occasion.0,
            test: None,
            command: command.into(),
            about: About::This,
            within: Vec::new(),
        }
    }

    /// What the owner of its card reads where owners choose what comes first ([`RulesetBuilder::owners_order_triggers`]),
    /// in place of the card.
    ///
    /// [`RulesetBuilder::owners_order_triggers`]: super::RulesetBuilder::owners_order_triggers
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Trigger {
        self.label = Some(label.into());
        self
    }

    /// Only when a test holds, once its turn comes.
    #[must_use]
    pub fn when(mut self, test: Test) -> Trigger {
        self.test = Some(test.expr);
        self
    }

    /// Of a card's trigger: it waits for what happens to other cards.
    #[must_use]
    pub fn about_others(mut self) -> Trigger {
        self.about = About::Others;
        self
    }

    /// Of a card's trigger: it waits for what happens to any card, or to none.
    #[must_use]
    pub fn about_any(mut self) -> Trigger {
        self.about = About::Any;
        self
    }

    /// Of a card's trigger: only while its card lies in one of these zones.
    #[must_use]
    pub fn while_in(mut self, zones: impl Into<Zones>) -> Trigger {
        self.within = zones.into().0;
        self
    }
}

/// Something that happens, for which a [`Trigger`] waits.
///
/// See [`Trigger`] for an example.
#[derive(Clone, Debug)]
pub struct Occasion(Happens);

/// The same before it is built.
#[derive(Clone, Debug)]
pub(super) enum Happens {
    Moved(Vec<ZoneName>, Vec<ZoneName>),
    TurnedUp(Vec<ZoneName>),
    Changed(ItemPlace),
    Turn(Edge),
    Round(Edge),
    Emitted(String),
}

impl Occasion {
    /// A card comes to one of these zones.
    pub fn moved_to(zones: impl Into<Zones>) -> Occasion {
        Occasion(Happens::Moved(Vec::new(), zones.into().0))
    }

    /// A card leaves one of these zones.
    pub fn moved_from(zones: impl Into<Zones>) -> Occasion {
        Occasion(Happens::Moved(zones.into().0, Vec::new()))
    }

    /// A card goes from one of some zones to one of others.
    pub fn moved(from: impl Into<Zones>, to: impl Into<Zones>) -> Occasion {
        Occasion(Happens::Moved(from.into().0, to.into().0))
    }

    /// A card is turned face up in one of these zones.
    pub fn turned_up(zones: impl Into<Zones>) -> Occasion {
        Occasion(Happens::TurnedUp(zones.into().0))
    }

    /// An item of data gets another value: the game's, a state's, any seat's, or any card's.
    pub fn changed<K: Stored>(item: impl Into<HiddenData<K>>) -> Occasion {
        Occasion(Happens::Changed(item.into().place()))
    }

    /// A turn begins.
    pub fn turn_begins() -> Occasion {
        Occasion(Happens::Turn(Edge::Begins))
    }

    /// A turn ends.
    pub fn turn_ends() -> Occasion {
        Occasion(Happens::Turn(Edge::Ends))
    }

    /// A round begins.
    pub fn round_begins() -> Occasion {
        Occasion(Happens::Round(Edge::Begins))
    }

    /// A round ends.
    pub fn round_ends() -> Occasion {
        Occasion(Happens::Round(Edge::Ends))
    }

    /// A command says by [`emit`] that something of this name has happened.
    pub fn emitted(name: impl Into<String>) -> Occasion {
        Occasion(Happens::Emitted(name.into()))
    }
}

/// Zones that a trigger names; a zone of seats is that of any seat.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let heap = rules.zone("heap", ZoneSpec::open());
/// let grave = rules.zone("grave", ZoneSpec::open());
/// let field = rules.seat_zone("field", SeatZoneSpec::open());
/// let dies = [Occasion::moved(field, grave), Occasion::moved_to([heap, grave])]; // one zone, or several
/// # let _ = dies;
/// ```
#[derive(Clone, Debug)]
pub struct Zones(pub(super) Vec<ZoneName>);

impl From<SharedZone> for Zones {
    fn from(zone: SharedZone) -> Zones {
        Zones(vec![ZoneName::Shared(zone.0)])
    }
}

impl From<SeatZone> for Zones {
    fn from(zone: SeatZone) -> Zones {
        Zones(vec![ZoneName::Seat(zone.0)])
    }
}

impl<Z: Into<Zones>, const N: usize> From<[Z; N]> for Zones {
    fn from(zones: [Z; N]) -> Zones {
        Zones(zones.into_iter().flat_map(|zones| zones.into().0).collect())
    }
}

// --- what has happened

macro_rules! known {
    ($($(#[doc = $doc:literal])+ $name:ident: $kind:ty = $local:literal;)+) => {
        $(
            $(#[doc = $doc])+
            #[track_caller]
            pub fn $name() -> Val<$kind> {
                Val::of(Tree::Named($local.to_owned()))
            }
        )+
    };
}

known! {
    /// In an ability or a trigger of cards: the card whose it is.
    this_card: Card = "$card";
    /// In a trigger: the card that it happened to.
    event_card: Card = "$event.card";
    /// In a trigger: the zone that the card has left.
    event_from: Zone = "$event.from";
    /// In a trigger: the zone that the card lies in now.
    event_to: Zone = "$event.to";
    /// In a trigger: the seat whose data or turn it is, otherwise the one that acts.
    event_seat: Seat = "$event.seat";
}

/// In a trigger: what the item of data was before.
#[track_caller]
pub fn event_old<K: Kind>() -> Val<K> {
    Val::of(Tree::Named("$event.old".to_owned()))
}

/// In a trigger: what the item of data is now, or what [`emit`] said.
#[track_caller]
pub fn event_new<K: Kind>() -> Val<K> {
    Val::of(Tree::Named("$event.new".to_owned()))
}

// --- abilities

/// Lets a card do what its ability of this name says; a card without it does nothing.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let drawn = rules.data("drawn", 0);
/// let merchant = CardSpec::new("Merchant").ability("play", drawn.raise(2));
/// let cards = rules.card_set(CardSetSpec::new("Town").cards([merchant, CardSpec::new("Field")]));
/// let deck = rules.deck("town", cards, 5);
/// let row = rules.zone("row", ZoneSpec::open().begins_with(deck));
/// let play = rules.state("play", StateSpec::in_turn());
/// rules.action(
///     play,
///     ActionTemplate::new("play", tap(cards_in(row))).run(perform(tapped_card(), "play")),
/// );
/// # fn cards_in(zone: SharedZone) -> Selector<kind::Card> {
/// #     cardable_core::dsl::cards().inside(zone)
/// # }
/// # rules.build()?;
/// # Ok::<(), cardable_core::LoadError>(())
/// ```
#[track_caller]
pub fn perform(card: impl Into<Val<Card>>, ability: &str) -> Command {
    let name = Val::<Text>::from(ability).expr;
    Command {
        act: Act::Call(builtin!(perform).clone(), vec![card.into().expr, name]),
        at: Location::caller(),
    }
}

/// Whether a card has an ability of this name.
#[track_caller]
pub fn can_perform(card: impl Into<Val<Card>>, ability: &str) -> Test {
    let name = Val::<Text>::from(ability).expr;
    Val::call(builtin!(can_perform), vec![card.into().expr, name])
}

/// Says that something has happened to a card which the rules have a name for, and what more triggers are to know of it.
/// [`nothing`](super::nothing) stands for no card and no value.
#[track_caller]
pub fn emit<K: Kind>(name: &str, card: impl Into<Val<Card>>, value: impl Into<Val<K>>) -> Command {
    let name = Val::<Text>::from(name).expr;
    Command {
        act: Act::Call(
            builtin!(emit).clone(),
            vec![name, card.into().expr, value.into().expr],
        ),
        at: Location::caller(),
    }
}

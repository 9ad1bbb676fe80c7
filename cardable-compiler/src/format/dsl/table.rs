//! Who sits at the table, who sees what lies on it, and how zones fill up and are marked.

use super::kind::{Kind, Text};
use super::reactions::Zones;
use super::value::{Expr, Test, Tree, Val};
use cardable_engine::program::{Arrangement, Group, ZoneName};

// --- roles and teams

/// A role that was declared: a kind of seat.
///
/// See [`RoleSpec`] for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Role(pub(super) u16);

impl From<Role> for Val<Text> {
    #[track_caller]
    fn from(role: Role) -> Val<Text> {
        Val::of(Tree::RoleName(role.0))
    }
}

/// What a role is like.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example").seats(3..=5);
/// let dealer = rules.table().role("dealer", RoleSpec::new().seats(1..=1));
/// rules.table().role("guest", RoleSpec::new().label("Guest"));
/// // Only the dealer has a rack, and sees it.
/// rules.seat_zone("rack", SeatZoneSpec::hand().of_roles([dealer]));
/// let asked = call::role_seat(dealer);
/// rules.state("play", StateSpec::only(asked));
/// # rules.build()?;
/// # Ok::<(), cardable_core::LoadError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct RoleSpec {
    pub(super) label: Option<String>,
    pub(super) automatic: bool,
    pub(super) seats: Option<(u8, u8)>,
}

impl RoleSpec {
    /// A role that any number of seats can have.
    pub fn new() -> RoleSpec {
        RoleSpec::default()
    }

    /// A role whose seats the game itself plays; there is one.
    pub fn automatic() -> RoleSpec {
        RoleSpec {
            automatic: true,
            ..RoleSpec::default()
        }
    }

    /// What players read instead of its name.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> RoleSpec {
        self.label = Some(label.into());
        self
    }

    /// The fewest and the most seats that have it.
    #[must_use]
    pub fn seats(mut self, seats: std::ops::RangeInclusive<u8>) -> RoleSpec {
        self.seats = Some((*seats.start(), *seats.end()));
        self
    }
}

/// Who plays together.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example").seats(4..=4);
/// rules.table().teams(Teams::across().names(["North and South", "East and West"]));
/// # rules.state("play", StateSpec::in_turn());
/// # rules.build()?;
/// # Ok::<(), cardable_core::LoadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Teams {
    pub(super) arrangement: Arrangement,
    pub(super) chosen: bool,
    pub(super) names: Vec<String>,
}

impl Teams {
    fn new(arrangement: Arrangement) -> Teams {
        Teams {
            arrangement,
            chosen: false,
            names: Vec::new(),
        }
    }

    /// Two seats across from each other; nobody where their number is odd.
    pub fn across() -> Teams {
        Teams::new(Arrangement::Across)
    }

    /// So many teams, whose seats take turns.
    pub fn alternating(teams: u8) -> Teams {
        Teams::new(Arrangement::Alternate(teams))
    }

    /// The seats of each team, counted from 0.
    pub fn listed<T: IntoIterator<Item = u8>>(teams: impl IntoIterator<Item = T>) -> Teams {
        let teams = teams.into_iter().map(|team| team.into_iter().collect());
        Teams::new(Arrangement::Listed(teams.collect()))
    }

    /// Nobody, unless teams are chosen before the game.
    pub fn as_chosen() -> Teams {
        Teams::new(Arrangement::Alone).or_as_chosen()
    }

    /// Others can be chosen before the game.
    #[must_use]
    pub fn or_as_chosen(mut self) -> Teams {
        self.chosen = true;
        self
    }

    /// What the teams are called, in their order.
    #[must_use]
    pub fn names<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Teams {
        self.names = names.into_iter().map(Into::into).collect();
        self
    }
}

// --- who sees and uses zones

/// Who a rule of a zone is for: groups of seats, roles, or whoever a test holds of.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let open = rules.data("open", false);
/// // Everybody but its owner sees a hand, and from some time on everybody.
/// rules.seat_zone("hand", SeatZoneSpec::hand().seen_by(Group::Others));
/// rules.seat_zone("row", SeatZoneSpec::hand().seen_by([Group::Owner, Group::Allies]));
/// rules.zone("stock", ZoneSpec::face_down().seen_by(open.get().is_true()));
/// # rules.state("play", StateSpec::in_turn());
/// # rules.build()?;
/// # Ok::<(), cardable_core::LoadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Circle(pub(super) CircleDraft);

/// The same before it is built.
#[derive(Clone, Debug)]
pub(super) enum CircleDraft {
    /// Whoever sees the table, of cards that lie face up.
    FaceUp,
    Of(Vec<Group>, Vec<Role>),
    When(Expr),
}

impl From<Group> for Circle {
    fn from(group: Group) -> Circle {
        Circle(CircleDraft::Of(vec![group], Vec::new()))
    }
}

impl From<Role> for Circle {
    fn from(role: Role) -> Circle {
        Circle(CircleDraft::Of(Vec::new(), vec![role]))
    }
}

impl<const N: usize> From<[Group; N]> for Circle {
    fn from(groups: [Group; N]) -> Circle {
        Circle(CircleDraft::Of(groups.into(), Vec::new()))
    }
}

impl<const N: usize> From<[Role; N]> for Circle {
    fn from(roles: [Role; N]) -> Circle {
        Circle(CircleDraft::Of(Vec::new(), roles.into()))
    }
}

impl<const N: usize, const M: usize> From<([Group; N], [Role; M])> for Circle {
    fn from((groups, roles): ([Group; N], [Role; M])) -> Circle {
        Circle(CircleDraft::Of(groups.into(), roles.into()))
    }
}

impl From<Test> for Circle {
    fn from(test: Test) -> Circle {
        Circle(CircleDraft::When(test.expr))
    }
}

// --- marks

/// What a zone can be designated in play.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let states = Designations::one_of(["ready", "tired"]).at_first("ready");
/// let asleep = Designation::new("asleep").label("sleeps").seen_by(Group::None);
/// let unit = SeatZoneSpec::open().copies(0..=6).designated(states).designated(Designations::any([asleep]));
/// let unit = rules.seat_zone("unit", unit);
/// let tire = call::designate(unit.mine(), "tired");
/// # let _ = tire;
/// # rules.state("play", StateSpec::in_turn());
/// # rules.build()?;
/// # Ok::<(), cardable_core::LoadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Designations {
    pub(super) values: Vec<Designation>,
    pub(super) at_first: Vec<String>,
    pub(super) exclusive: bool,
}

/// A designation of a zone.
///
/// See [`Designations`] for an example.
#[derive(Clone, Debug)]
pub struct Designation {
    pub(super) name: String,
    pub(super) label: Option<String>,
    pub(super) seen_by: Option<Circle>,
    pub(super) next: Option<u16>,
    pub(super) used_by: Option<Circle>,
}

impl Designations {
    fn new<D: Into<Designation>>(values: impl IntoIterator<Item = D>, exclusive: bool) -> Designations {
        Designations {
            values: values.into_iter().map(Into::into).collect(),
            at_first: Vec::new(),
            exclusive,
        }
    }

    /// Designations of which a zone can bear any.
    pub fn any<D: Into<Designation>>(values: impl IntoIterator<Item = D>) -> Designations {
        Designations::new(values, false)
    }

    /// Designations of which a zone bears one at most.
    pub fn one_of<D: Into<Designation>>(values: impl IntoIterator<Item = D>) -> Designations {
        Designations::new(values, true)
    }

    /// The zone bears this one from the start.
    #[must_use]
    pub fn at_first(mut self, name: impl Into<String>) -> Designations {
        self.at_first.push(name.into());
        self
    }
}

impl From<&str> for Designation {
    fn from(name: &str) -> Designation {
        Designation::new(name)
    }
}

impl Designation {
    /// A designation of a name.
    pub fn new(name: impl Into<String>) -> Designation {
        Designation {
            name: name.into(),
            label: None,
            seen_by: None,
            next: None,
            used_by: None,
        }
    }

    /// What players read instead of its name.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Designation {
        self.label = Some(label.into());
        self
    }

    /// Who sees the faces while the zone bears it.
    #[must_use]
    pub fn seen_by(mut self, circle: impl Into<Circle>) -> Designation {
        self.seen_by = Some(circle.into());
        self
    }

    /// While the zone bears it, only so many cards are seen that would be drawn next.
    #[must_use]
    pub fn shows_next(mut self, count: u16) -> Designation {
        self.next = Some(count);
        self
    }

    /// Who may use the zone while it bears it.
    #[must_use]
    pub fn used_by(mut self, circle: impl Into<Circle>) -> Designation {
        self.used_by = Some(circle.into());
        self
    }
}

// --- refills

/// How a zone fills up again.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let discard = rules.zone("discard", ZoneSpec::open());
/// let stock = rules.zone("stock", ZoneSpec::face_down().refilled(Refill::from(discard).when_empty().shuffled()));
/// rules.zone("row", ZoneSpec::open().refilled(Refill::from([stock, discard]).at_turn_end().up_to(5)));
/// # rules.state("play", StateSpec::in_turn());
/// # rules.build()?;
/// # Ok::<(), cardable_core::LoadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Refill {
    pub(super) from: Vec<ZoneName>,
    pub(super) when: cardable_engine::program::ReplenishWhen,
    pub(super) up_to: Option<u16>,
    pub(super) shuffle: bool,
}

macro_rules! moments {
    ($($(#[doc = $doc:literal])+ $name:ident: $moment:ident;)+) => {
        impl Refill {
            $(
                $(#[doc = $doc])+
                #[must_use]
                pub fn $name(mut self) -> Refill {
                    self.when.$moment = true;
                    self
                }
            )+
        }
    };
}

moments! {
    /// When it is empty or under its lower limit.
    when_empty: on_empty;
    /// When a player asks for it.
    when_asked: on_input;
    /// At the start of a turn.
    at_turn_start: turn_start;
    /// At the end of a turn.
    at_turn_end: turn_end;
    /// When a state is entered.
    at_round_start: round_start;
    /// At the end of a round.
    at_round_end: round_end;
}

impl Refill {
    /// Up to so many cards; all there are when it is left out.
    #[must_use]
    pub fn up_to(mut self, cards: u16) -> Refill {
        self.up_to = Some(cards);
        self
    }

    /// The cards are shuffled on their way.
    #[must_use]
    pub fn shuffled(mut self) -> Refill {
        self.shuffle = true;
        self
    }
}

impl<Z: Into<Zones>> From<Z> for Refill {
    /// From these zones, in their order.
    fn from(zones: Z) -> Refill {
        Refill {
            from: zones.into().0,
            when: cardable_engine::program::ReplenishWhen::default(),
            up_to: None,
            shuffle: false,
        }
    }
}

// --- who takes part

/// Who takes part in a state.
///
/// See [`StateSpec::for_those`](super::StateSpec::for_those) for an example.
#[derive(Clone, Debug)]
pub struct Players(pub(super) PlayersDraft);

/// The same before it is built.
#[derive(Clone, Debug)]
pub(super) enum PlayersDraft {
    Roles(Vec<Role>),
    When(Expr),
    Named(Expr),
}

impl From<Role> for Players {
    fn from(role: Role) -> Players {
        Players(PlayersDraft::Roles(vec![role]))
    }
}

impl<const N: usize> From<[Role; N]> for Players {
    fn from(roles: [Role; N]) -> Players {
        Players(PlayersDraft::Roles(roles.into()))
    }
}

impl From<Test> for Players {
    fn from(test: Test) -> Players {
        Players(PlayersDraft::When(test.expr))
    }
}

impl From<super::command::Seats> for Players {
    fn from(seats: super::command::Seats) -> Players {
        Players(PlayersDraft::Named(seats.0))
    }
}

// --- what hidden data may be

/// What an item of data of a kind may be, for those from whom it is hidden.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example").seats(3..=5);
/// let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
/// let bid = rules.private_data("bid", 0);
/// let target = rules.private_data("target", nothing());
/// let kept = rules.private_data("kept", nothing());
/// let row = rules.private_data("row", list_of([1, 2]));
/// rules.item(bid).may_be(MayBe::between(0..=10));
/// rules.item(target).may_be(MayBe::other_seat().or_nothing());
/// rules.item(kept).may_be(MayBe::card_in(hand).or_nothing());
/// rules.item(row).may_be(MayBe::list(MayBe::between(1..=6), 0..=5).of_different_items());
/// # rules.state("play", StateSpec::in_turn());
/// # rules.build()?;
/// # Ok::<(), cardable_core::LoadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct MayBe<K> {
    pub(super) draft: DomainDraft,
    kind: std::marker::PhantomData<fn() -> K>,
}

/// The same before it is built.
#[derive(Clone, Debug)]
pub(super) enum DomainDraft {
    OneOf(Vec<Expr>),
    Between(i64, i64),
    Seats,
    OtherSeats,
    Cards,
    CardsIn(Vec<ZoneName>),
    CardsNamed(Vec<String>),
    AnyZone,
    Zones(Vec<ZoneName>),
    AnyDeck,
    OrNothing(Box<DomainDraft>),
    List(Box<DomainDraft>, u16, u16, bool),
}

impl<K> MayBe<K> {
    fn new(draft: DomainDraft) -> MayBe<K> {
        MayBe {
            draft,
            kind: std::marker::PhantomData,
        }
    }
}

impl<K: Kind> MayBe<K> {
    /// One of these values.
    #[track_caller]
    pub fn one_of<V: Into<Val<K>>>(values: impl IntoIterator<Item = V>) -> MayBe<K> {
        MayBe::new(DomainDraft::OneOf(super::value::all_of(values)))
    }

    /// The same, or nothing.
    #[must_use]
    pub fn or_nothing(self) -> MayBe<K> {
        MayBe::new(DomainDraft::OrNothing(Box::new(self.draft)))
    }
}

macro_rules! may_be {
    ($($kind:ident: { $($(#[doc = $doc:literal])+ $name:ident($($arg:ident: $takes:ty)?) => $draft:expr;)+ })+) => {
        $(impl MayBe<super::kind::$kind> {
            $(
                $(#[doc = $doc])+
                pub fn $name($($arg: $takes)?) -> MayBe<super::kind::$kind> {
                    MayBe::new($draft)
                }
            )+
        })+
    };
}

may_be! {
    Number: {
        /// A whole number between two, both included.
        between(range: std::ops::RangeInclusive<i64>) => DomainDraft::Between(*range.start(), *range.end());
    }
    Seat: {
        /// Any seat.
        any_seat() => DomainDraft::Seats;
        /// Any seat but the one whose data it is.
        other_seat() => DomainDraft::OtherSeats;
    }
    Card: {
        /// Any card of the game.
        any_card() => DomainDraft::Cards;
        /// Any card that lies in one of these zones.
        card_in(zones: impl Into<Zones>) => DomainDraft::CardsIn(zones.into().0);
        /// Any card of one of these names.
        card_named(names: impl IntoIterator<Item = impl Into<String>>) =>
            DomainDraft::CardsNamed(names.into_iter().map(Into::into).collect());
    }
    Zone: {
        /// Any zone.
        any_zone() => DomainDraft::AnyZone;
        /// One of these zones.
        zone_of(zones: impl Into<Zones>) => DomainDraft::Zones(zones.into().0);
    }
    Deck: {
        /// Any deck.
        any_deck() => DomainDraft::AnyDeck;
    }
}

impl<K: Kind> MayBe<super::kind::List<K>> {
    /// A list of so many items, each of which may be something.
    pub fn list(item: MayBe<K>, length: std::ops::RangeInclusive<u16>) -> MayBe<super::kind::List<K>> {
        let item = Box::new(item.draft);
        MayBe::new(DomainDraft::List(item, *length.start(), *length.end(), false))
    }

    /// All items of the list differ.
    #[must_use]
    pub fn of_different_items(mut self) -> MayBe<super::kind::List<K>> {
        if let DomainDraft::List(.., unique) = &mut self.draft {
            *unique = true;
        }
        self
    }
}

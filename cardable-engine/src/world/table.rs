//! What stays the same during one game: the program, the seats, the options,
//! and where in the World's blocks everything lies.

use super::columns::{Columns, EXPOSED, Extent, FACE_UP, Packed};
use super::opening::Opening;
use super::origins::Origins;
use crate::ids::{Audience, CardId, DeckId, Seat, SeatSet, ZoneId};
use crate::program::{
    Copies, DeckDef, Lies, Order, Part, Program, Sides, TypeSet, Who, ZoneCount, ZoneDef, ZoneName,
};
use crate::value::Value;
use std::sync::Arc;

/// The immutable side of a game.
#[derive(Debug)]
pub struct Table {
    pub program: Arc<Program>,
    /// How many seats there are; those that the game itself plays come last.
    pub(crate) seats: usize,
    pub(crate) seating: SeatingData,
    pub settings: Vec<Value>,
    pub cards: usize,
    pub zones: usize,
    /// Where the running state's data lies among the World's values.
    pub state_data: usize,
    /// Where the seats' data begins there, and how much each has.
    pub(crate) seat_data: (usize, usize),
    pub(crate) card_data: CardRows,
    /// The first zone of a seat, and how many each has.
    pub(crate) seat_zones: (u16, u16),
    /// Which deck a card belongs to, and the seat whose own copy of it it is.
    pub(crate) card_deck: Vec<DeckId>,
    /// What type each card is of, by its number.
    pub(crate) card_type: Vec<u16>,
    pub(crate) card_seat: Vec<Option<Seat>>,
    /// The back of all cards, where they have the same.
    pub(crate) one_back: Option<u16>,
    /// The first card of each type, as types are dealt at the beginning.
    pub(crate) each_type: Vec<CardId>,
    pub(crate) opening: Opening,
    /// The generator that chance comes from.
    pub(crate) rng: crate::setup::Generator,
    /// The groups that cards with one back begin in, where there are several.
    pub(crate) origins: Option<Origins>,
    pub(crate) columns: Columns,
    /// How each zone of the game treats its cards.
    pub(crate) traits: Vec<ZoneTraits>,
}

/// The data of cards among the World's values: a row for each card.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CardRows {
    /// Where the first row begins.
    pub(crate) first: usize,
    /// How much each card has.
    pub(crate) each: usize,
    /// Whether more belongs to a card than where it lies and who knows it: it is looked at whenever a card moves.
    pub(crate) is_carried: bool,
}

/// The first card of each type.
pub(crate) fn one_each(n: usize, types: &[u16]) -> Vec<CardId> {
    let mut seen = TypeSet::empty(n);
    let all = (0..).zip(types);
    let first = all.filter(|(_, ty)| {
        let is_new = !seen.contains(usize::from(**ty));
        seen.insert(usize::from(**ty));
        is_new
    });
    first.map(|(card, _)| CardId(card)).collect()
}

/// Who sits at the table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SeatingData {
    pub(crate) names: Vec<Box<str>>,
    pub(crate) teams: Vec<u8>,
    /// The role of each seat; empty where there are none.
    pub(crate) roles: Vec<u8>,
    /// Seats that the game itself plays.
    pub(crate) automatic: SeatSet,
}

/// A set of viewers, packed or not.
pub(crate) trait Viewers {
    const NONE: Self;
    const ALL: Self;
}

impl Viewers for Audience {
    const NONE: Audience = Audience::NONE;
    const ALL: Audience = Audience::ALL;
}

impl Viewers for Packed {
    const NONE: Packed = Packed::NONE;
    const ALL: Packed = Packed::ALL;
}

/// The facts about a zone that every move looks at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ZoneTraits {
    /// Everybody can tell its cards apart by their places.
    pub(crate) ordered: bool,
    /// The flag a card must have to be shown to those who see the zone; 0 when
    /// all its cards are.
    pub(crate) shown_by: u16,
    /// Only some of its cards are seen.
    pub(crate) partial: bool,
    /// The same viewers see it, whatever state and turn it is.
    pub(crate) steady: bool,
    /// Shuffled whenever cards are added.
    pub(crate) shuffled: bool,
    /// The oldest card is drawn first.
    pub(crate) fifo: bool,
    /// Has a size limit or fills up by itself.
    pub(crate) watched: bool,
    /// Other copies of it can be open.
    pub(crate) several: bool,
    /// Its seat's role does not have it.
    pub(crate) absent: bool,
    /// Players may put its cards in any order.
    pub(crate) any_order: bool,
    /// How cards come to lie in it.
    pub(crate) lies: Lies,
    /// The seats that may use it, where these are always the same.
    pub(crate) users: Option<SeatSet>,
    pub(crate) owner: Option<Seat>,
    pub(crate) name: ZoneName,
}

impl ZoneTraits {
    /// Who sees the face of a card with these flags, of those who see the zone.
    #[inline(always)]
    pub(crate) fn shows<S: Viewers>(&self, flags: u16, sees: S) -> S {
        if flags & self.shown_by == self.shown_by {
            sees
        } else {
            S::NONE
        }
    }

    /// Who can tell its cards apart by their places: everybody when its order is
    /// fixed, else those who see all faces.
    #[inline(always)]
    pub(crate) fn places<S: Viewers>(&self, sees: S) -> S {
        if self.ordered {
            S::ALL
        } else if self.shown_by != 0 {
            S::NONE
        } else {
            sees
        }
    }

    fn new(def: &ZoneDef, name: ZoneName, owner: Option<Seat>) -> ZoneTraits {
        let as_it_lies = def.rules().all(|r| r.who == Who::Face);
        // Where cards are seen as they lie at some times only, each is looked at by itself.
        let mixed = !as_it_lies && def.rules().any(|r| r.who == Who::Face);
        let partial = mixed || def.rules().any(|r| r.part != Part::All);
        ZoneTraits {
            ordered: matches!(def.order, Order::FixedFifo | Order::FixedLifo) || def.laid_out,
            shown_by: match (as_it_lies, partial) {
                (_, true) => EXPOSED,
                (true, false) => FACE_UP,
                (false, false) => 0,
            },
            partial,
            steady: is_steady(def),
            shuffled: def.order == Order::Shuffled,
            fifo: def.order == Order::FixedFifo,
            watched: def.size.min > 0
                || def.size.max < u16::MAX
                || def.count != ZoneCount::ONE
                || !def.roles.is_empty()
                || def.replenish.as_ref().is_some_and(|r| r.when.on_empty),
            several: def.count.max > 1,
            absent: false,
            any_order: def.order == Order::Any,
            lies: def.lies,
            users: steady_users(def, owner),
            owner,
            name,
        }
    }
}

/// Whether the same viewers always see a zone.
fn is_steady(def: &ZoneDef) -> bool {
    let rule = def.visible.who;
    let may_be = matches!(rule, Who::Group(_) | Who::Face);
    may_be && !rule.by_turn() && def.rules().count() == 1
}

/// The seats that may use a zone, where neither turns nor states nor designations change that.
fn steady_users(def: &ZoneDef, owner: Option<Seat>) -> Option<SeatSet> {
    let mut users = def.users().map(|who| match who {
        Who::Group(group) if !who.by_turn() => Some(group.seats(&SidesAlways(owner))),
        Who::Face => Some(SeatSet::first(32)),
        Who::Group(_) | Who::When(_) | Who::Several(_) => None,
    });
    let first = users.next()??;
    users.all(|others| others == Some(first)).then_some(first)
}

/// How seats stand to a zone at all times.
struct SidesAlways(Option<Seat>);

impl Sides for SidesAlways {
    fn all(&self) -> SeatSet {
        SeatSet::first(32)
    }

    fn owner(&self) -> SeatSet {
        self.0.map_or(SeatSet::EMPTY, SeatSet::one)
    }

    fn on_turn(&self) -> SeatSet {
        SeatSet::EMPTY
    }

    fn allies(&self) -> SeatSet {
        SeatSet::EMPTY
    }
}

impl SeatingData {
    /// Whether a seat's role does not have a zone.
    fn lacks(&self, def: &ZoneDef, seat: usize) -> bool {
        let role = self.roles.get(seat).copied();
        !def.roles.is_empty() && !role.is_some_and(|role| def.roles.contains(role))
    }
}

/// Whether each seat has a copy of a deck.
pub(crate) fn is_of_each_seat(program: &Program, deck: DeckId) -> bool {
    let declares = |zones: &[ZoneDef]| zones.iter().any(|z| z.decks.contains(&deck));
    match program.cards.decks[deck.index()].copies {
        Copies::AsDeclared => declares(&program.zones.seat) && !declares(&program.zones.shared),
        Copies::EachSeat => true,
        Copies::One => false,
    }
}

/// The seats that have a copy of a deck of their own, else one copy that is nobody's.
fn deck_owners(program: &Program, seating: &SeatingData, deck: DeckId) -> Vec<Option<Seat>> {
    if !is_of_each_seat(program, deck) {
        return vec![None];
    }
    let has = |seat: &usize| {
        let mut zones = program.zones.seat.iter().filter(|z| z.decks.contains(&deck));
        zones.any(|z| !seating.lacks(z, *seat))
    };
    let seats = (0..seating.names.len()).filter(has);
    seats.map(|seat| Some(Seat(seat as u8))).collect()
}

/// How many cards a game of these seats has, all copies of its decks together.
pub(crate) fn count_cards(program: &Program, seating: &SeatingData) -> usize {
    let decks = program.cards.decks.iter().enumerate();
    let of_deck = |(at, deck): (usize, &DeckDef)| {
        let copies = deck_owners(program, seating, DeckId(at as u16)).len();
        deck.cards.len().saturating_mul(copies)
    };
    decks.map(of_deck).fold(0, usize::saturating_add)
}

impl Table {
    /// Who sees a zone, where that never changes.
    pub(crate) fn steady_sight(&self, zone: ZoneId) -> Option<Audience> {
        let traits = &self.traits[zone.index()];
        match self.zone_def(zone).visible.who {
            _ if !traits.steady => None,
            Who::Group(group) => Some(group.audience(&SidesAlways(traits.owner))),
            Who::Face => Some(Audience::ALL),
            Who::When(_) | Who::Several(_) => None,
        }
    }

    pub fn new(program: Arc<Program>, seating: SeatingData, settings: Vec<Value>) -> Table {
        let seats = seating.names.len();
        let mut traits = Vec::new();
        for (at, def) in program.zones.shared.iter().enumerate() {
            traits.push(ZoneTraits::new(def, ZoneName::Shared(at as u16), None));
        }
        for seat in 0..seats {
            for (at, def) in program.zones.seat.iter().enumerate() {
                let name = ZoneName::Seat(at as u16);
                traits.push(ZoneTraits {
                    absent: seating.lacks(def, seat),
                    ..ZoneTraits::new(def, name, Some(Seat(seat as u8)))
                });
            }
        }
        let mut card_deck = Vec::new();
        let mut card_type = Vec::new();
        let mut card_seat = Vec::new();
        for (at, deck) in program.cards.decks.iter().enumerate() {
            let owners = deck_owners(&program, &seating, DeckId(at as u16));
            for owner in owners {
                for &ty in &deck.cards {
                    card_deck.push(DeckId(at as u16));
                    card_type.push(ty.0);
                    card_seat.push(owner);
                }
            }
        }
        let back = |ty: &u16| program.cards.types.get(usize::from(*ty)).map_or(0, |ty| ty.back);
        let first = card_type.first().map(back);
        let one_back = first.filter(|one| card_type.iter().all(|ty| back(ty) == *one));
        let each_type = one_each(program.cards.types.len(), &card_type);
        let origins = Origins::new(&program, &card_type, &card_deck, &card_seat);
        let columns = Columns::new(&Extent {
            cards: card_type.len(),
            zones: traits.len(),
            decks: program.cards.decks.len(),
            origins: origins.as_ref().map_or(0, |origins| origins.count),
            seats,
            marks: program.zones.any_marked,
        });
        let state_data = program.data.globals.len() + seats * program.data.seat.len();
        Table {
            seats,
            seating,
            origins,
            columns,
            cards: card_type.len(),
            zones: traits.len(),
            seat_data: (program.data.globals.len(), program.data.seat.len()),
            seat_zones: (program.zones.shared.len() as u16, program.zones.seat.len() as u16),
            state_data,
            card_data: CardRows {
                first: state_data + usize::from(program.state_slots),
                each: program.data.card.len(),
                is_carried: !program.data.card.is_empty() || program.tells(),
            },
            settings,
            card_deck,
            card_type,
            card_seat,
            one_back,
            each_type,
            traits,
            opening: Opening::default(),
            rng: crate::setup::Generator::default(),
            program,
        }
    }

    /// The numbers of a deck's cards, all copies together.
    pub(crate) fn cards_of(&self, deck: DeckId) -> std::ops::Range<usize> {
        let start = self.card_deck.partition_point(|d| *d < deck);
        start..self.card_deck.partition_point(|d| *d <= deck)
    }

    /// How many copies of a deck there are.
    pub(crate) fn deck_copies(&self, deck: DeckId) -> usize {
        let each = self.program.cards.decks[deck.index()].cards.len();
        self.cards_of(deck).len().checked_div(each).unwrap_or(0)
    }

    /// All seats that persons hold.
    #[inline]
    pub(crate) fn all_seats(&self) -> SeatSet {
        SeatSet::first(self.seats).minus(self.seating.automatic)
    }

    #[inline]
    pub fn shared_zone(&self, at: u16) -> ZoneId {
        ZoneId(at)
    }

    #[inline]
    pub fn seat_zone(&self, seat: Seat, at: u16) -> ZoneId {
        ZoneId(self.seat_zones.0 + u16::from(seat.0) * self.seat_zones.1 + at)
    }

    /// Where an item of a seat's data lies among the World's values.
    #[inline]
    pub fn seat_data_at(&self, seat: Seat, at: u16) -> usize {
        self.seat_data.0 + seat.index() * self.seat_data.1 + at as usize
    }

    /// Where an item of a card's data lies among the World's values.
    #[inline]
    pub(crate) fn card_data_at(&self, card: CardId, at: u16) -> usize {
        self.card_data.first + card.index() * self.card_data.each + usize::from(at)
    }

    /// How many values a World of the game has.
    pub(crate) fn value_count(&self) -> usize {
        self.card_data.first + self.cards * self.card_data.each
    }

    /// The zone of that name: a seat's one is the given seat's.
    pub(crate) fn zone_named(&self, name: ZoneName, seat: Option<Seat>) -> Option<ZoneId> {
        match name {
            ZoneName::Shared(at) => Some(self.shared_zone(at)),
            ZoneName::Seat(at) => Some(self.seat_zone(seat?, at)),
        }
    }

    pub(crate) fn zone_def(&self, zone: ZoneId) -> &ZoneDef {
        match self.traits[zone.index()].name {
            ZoneName::Shared(at) => &self.program.zones.shared[at as usize],
            ZoneName::Seat(at) => &self.program.zones.seat[at as usize],
        }
    }

    pub(crate) fn boxed(&self) -> ZoneId {
        ZoneId(self.program.zones.boxed)
    }

    pub fn card_ids(&self) -> impl Iterator<Item = CardId> + use<> {
        (0..self.cards as u16).map(CardId)
    }

    pub fn zone_ids(&self) -> impl Iterator<Item = ZoneId> + use<> {
        (0..self.zones as u16).map(ZoneId)
    }
}

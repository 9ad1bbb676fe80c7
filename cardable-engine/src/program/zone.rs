//! Zones as a ruleset declares them.

use super::mark::{Designation, DesignationSet, ZoneCount};
use super::seats::RoleSet;
use super::visibility::Visibility;
use super::who::Who;
use crate::ids::{DeckId, StateId, StrId};
use serde::{Deserialize, Serialize};

/// In which order a zone keeps its cards, and which is drawn next.
///
/// See [`ZoneInfo`](crate::ZoneInfo) for an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Oldest card drawn first.
    FixedFifo,
    /// Newest card drawn first.
    FixedLifo,
    /// Shuffled whenever cards are added.
    Shuffled,
    /// As the player likes; the newest is drawn first.
    Any,
}

/// When a zone fills up again by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ReplenishWhen {
    /// As soon as it is empty or under its lower limit.
    pub on_empty: bool,
    /// When a player asks for it.
    pub on_input: bool,
    /// At the start of a turn (its owner's, for seats' zones).
    pub turn_start: bool,
    pub turn_end: bool,
    pub round_start: bool,
    pub round_end: bool,
}

/// How cards come to lie in a zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Lies {
    /// They lie as they did before.
    #[default]
    AsBefore,
    Up,
    Down,
}

/// From where and how far a zone fills up again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Replenish {
    pub when: ReplenishWhen,
    /// The zones it draws from, in order; a seat's zone means the same seat's.
    pub from: Vec<ZoneName>,
    /// Up to how many cards; without it, all there are.
    pub up_to: Option<u16>,
    /// With fewer cards than this it fills up as an empty one does.
    pub below: u16,
    /// Whether the cards are shuffled on their way.
    pub shuffle: bool,
}

/// A zone as code names it, before it is known whose it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ZoneName {
    /// A shared zone, by its place among the shared ones.
    Shared(u16),
    /// A zone every seat has, by its place among those.
    Seat(u16),
}

/// Hints for a table that draws the zone.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ZoneLayout {
    /// `pile`, `row`, `column`, `fan` or `grid`.
    pub kind: Option<Box<str>>,
    /// How many cards stand side by side in a grid.
    pub columns: Option<u16>,
    /// How many rows of a grid there are places for.
    pub rows: Option<u16>,
    /// Where, from the left edge, 0 to 1.
    pub x: Option<f64>,
    /// Where, from the top edge, 0 to 1.
    pub y: Option<f64>,
    pub label: Option<StrId>,
}

/// How many cards a zone may hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ZoneSize {
    pub min: u16,
    pub max: u16,
    /// Cards dealt to it from its decks at the start, where that is declared.
    pub initial: Option<u16>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ZoneDef {
    pub name: StrId,
    pub visible: Visibility,
    /// Who sees faces while the game is in a state that says otherwise.
    pub visible_in: Vec<(StateId, Visibility)>,
    pub order: Order,
    /// How cards come to lie in it, where a move does not say so.
    pub lies: Lies,
    /// Whether everybody can tell its places although players may put its cards in any order: a
    /// row on the table rather than a hand.
    pub laid_out: bool,
    pub size: ZoneSize,
    /// Who may take cards out of it and put cards into it by picks.
    pub control: Who,
    /// The same while the game is in a state that says otherwise.
    pub control_in: Vec<(StateId, Who)>,
    /// Whether it takes the cards of its decks that are left at the start.
    pub library: bool,
    /// The roles whose seats have it; empty means every seat.
    pub roles: RoleSet,
    /// Decks whose cards start here; empty means any deck's cards may lie here.
    pub decks: Vec<DeckId>,
    /// How it fills up again.
    pub replenish: Option<Replenish>,
    /// How many copies of it there may be.
    pub count: ZoneCount,
    /// Which copy this is, from 0 on.
    pub copy: u16,
    /// Where in its list the first copy stands, and where the second and
    /// further ones begin.
    pub family: (u16, u16),
    /// The designations it can bear.
    pub designations: Vec<DesignationSet>,
    /// How a table is to show it, if it can.
    pub layout: ZoneLayout,
    /// Whether the ruleset declares it, or it was only used.
    pub declared: bool,
}

impl ZoneDef {
    /// All the rules that say who sees its faces at one time or another.
    pub fn rules(&self) -> impl Iterator<Item = &Visibility> {
        let in_states = self.visible_in.iter().map(|(_, rule)| rule);
        let designated = self.designations().filter_map(|d| d.visible.as_ref());
        std::iter::once(&self.visible).chain(in_states).chain(designated)
    }

    /// All who may use it at one time or another.
    pub fn users(&self) -> impl Iterator<Item = Who> {
        let in_states = self.control_in.iter().map(|(_, who)| *who);
        let designated = self.designations().filter_map(|d| d.control);
        std::iter::once(self.control).chain(in_states).chain(designated)
    }

    /// Whether games mark it: copies of it open and close, it bears designations, or only some roles have it.
    pub fn can_be_marked(&self) -> bool {
        self.count != ZoneCount::ONE || !self.designations.is_empty() || !self.roles.is_empty()
    }

    /// Its designations, all sets one after the other; a designation's place
    /// here is its number.
    pub fn designations(&self) -> impl Iterator<Item = &Designation> {
        self.designations.iter().flat_map(|set| &set.values)
    }

    /// The places in its list of all its copies, open or not.
    pub fn copies(&self) -> impl Iterator<Item = u16> + use<> {
        let (first, further) = self.family;
        (0..self.count.max.max(1)).map(move |n| {
            if n == 0 {
                first
            } else {
                further.saturating_add(n - 1)
            }
        })
    }
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Zones {
    pub shared: Vec<ZoneDef>,
    pub seat: Vec<ZoneDef>,
    /// All of them, in the order in which they were added.
    pub declared: Vec<ZoneName>,
    /// The shared zone `deck`, when there is one.
    pub deck: Option<u16>,
    /// The shared zone `discard`, when there is one.
    pub discard: Option<u16>,
    /// The hidden shared zone where cards lie that are out of the game.
    pub boxed: u16,
    /// The shared zone for cards that libraries cannot share evenly or have no room for; without
    /// one they share as evenly as may be.
    pub leftovers: Option<u16>,
    /// The zones `deck`, `hand` and `discard` of the seats.
    pub seat_deck: Option<u16>,
    pub seat_hand: Option<u16>,
    pub seat_discard: Option<u16>,
    /// Whether any zone fills up again by itself.
    pub any_replenished: bool,
    /// Whether any zone has copies that open and close, or designations.
    pub any_marked: bool,
    /// Whether it depends on the turn who sees the cards of some zone.
    pub visible_by_turn: bool,
    /// Whether it depends on the state or the turn.
    pub visible_by_state: bool,
}

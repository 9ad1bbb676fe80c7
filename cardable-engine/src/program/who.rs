//! Who a rule of a zone is for: who sees its cards, who may use it.
//!
//! A group of seats is one entry of the table below. All that is asked of a group follows from that entry.

use super::op::Code;
use super::seats::RoleSet;
use crate::ids::{Audience, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// How seats stand to a zone at a moment.
pub trait Sides {
    /// Every seat of the game.
    fn all(&self) -> SeatSet;
    /// The seat whose zone it is; none for a shared zone.
    fn owner(&self) -> SeatSet;
    /// The seats on turn; all where there are no turns.
    fn on_turn(&self) -> SeatSet;
    /// The seats on turn and their teams.
    fn allies(&self) -> SeatSet;
}

/// Declares groups: its words (the first is the usual one), what it is for schemas, who may use a zone for
/// reasons, whether spectators belong to it, and its seats.
macro_rules! groups {
    ($(
        $name:ident: [$($word:literal),+], $means:literal, $users:literal, $spectators:literal,
        |$of:ident| $seats:expr;
    )+) => {
        /// A group of seats, by how they stand to a zone.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        pub enum Group {
            $(#[doc = $means] $name,)+
        }

        impl Group {
            pub const EVERY: &'static [Group] = &[$(Group::$name),+];

            /// The words by which rulesets name the group.
            pub fn words(self) -> &'static [&'static str] {
                match self {
                    $(Group::$name => &[$($word),+],)+
                }
            }

            pub fn means(self) -> &'static str {
                match self {
                    $(Group::$name => $means,)+
                }
            }

            /// Who may use a zone that is for this group, as the beginning of a reason why somebody may not.
            pub fn users(self) -> &'static str {
                match self {
                    $(Group::$name => $users,)+
                }
            }

            /// Whether whoever has no seat belongs to it.
            #[inline]
            pub fn has_spectators(self) -> bool {
                match self {
                    $(Group::$name => $spectators,)+
                }
            }

            /// The seats that belong to it now.
            #[inline]
            pub fn seats(self, of: &impl Sides) -> SeatSet {
                match self {
                    $(Group::$name => {
                        let $of = of;
                        $seats
                    })+
                }
            }
        }
    };
}

groups! {
    All: ["all"], "everybody", "you", true, |_of| SeatSet::first(32);
    None: ["none"], "nobody", "nobody", false, |_of| SeatSet::EMPTY;
    Owner: ["owner"], "the seat it belongs to", "only its owner", false, |of| of.owner();
    Active: ["active", "active-player"], "the seat on turn", "only the player on turn", false, |of| of.on_turn();
    Inactive: ["inactive", "inactive-player"], "all but the seat on turn", "only players who are not on turn", false,
        |of| of.all().minus(of.on_turn());
    Allies: ["allies"], "the seat on turn and its team", "only the player on turn and the team", false,
        |of| of.allies();
    Opponents: ["opponents"], "the other teams than that of the seat on turn",
        "only opponents of the player on turn", false, |of| of.all().minus(of.allies());
    Others: ["others"], "everybody but the seat it belongs to", "only the others", true,
        |of| of.all().minus(of.owner());
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Groups(u32);

impl Groups {
    pub fn one(group: Group) -> Groups {
        Groups(1 << group as u32)
    }

    pub fn insert(&mut self, group: Group) {
        self.0 |= 1 << group as u32;
    }

    pub fn each(self) -> impl Iterator<Item = Group> {
        let has = move |group: &Group| self.0 & 1 << *group as u32 != 0;
        Group::EVERY.iter().copied().filter(has)
    }

    /// Whether a seat that stands so belongs to one of them.
    fn holds(self, seat: Supposed) -> bool {
        self.each()
            .any(|group| !group.seats(&seat).and(Supposed::SEAT).is_empty())
    }

    /// Whether the seats change with the turn.
    fn by_turn(self) -> bool {
        [false, true].into_iter().any(|owner| {
            let mut holds = Supposed::of(owner).map(|seat| self.holds(seat)).into_iter();
            let first = holds.next();
            holds.any(|holds| Some(holds) != first)
        })
    }

    /// Whether no seat ever belongs to them, which may own the zone or not.
    fn never(self, may_own: bool) -> bool {
        [false, may_own]
            .into_iter()
            .flat_map(Supposed::of)
            .all(|seat| !self.holds(seat))
    }

    /// Whether a seat always belongs to them, which is known to own the zone or not known to.
    fn always(self, owns: bool) -> bool {
        [true, owns]
            .into_iter()
            .flat_map(Supposed::of)
            .all(|seat| self.holds(seat))
    }
}

/// A single seat, as it may stand to a zone.
#[derive(Clone, Copy)]
struct Supposed {
    owner: bool,
    on_turn: bool,
    allied: bool,
}

impl Supposed {
    const SEAT: SeatSet = SeatSet::one(Seat(0));

    /// Each way to stand to the turn; whoever is on turn is an ally.
    fn of(owner: bool) -> [Supposed; 3] {
        [(false, false), (false, true), (true, true)].map(|(on_turn, allied)| Supposed {
            owner,
            on_turn,
            allied,
        })
    }
}

fn seat_if(holds: bool) -> SeatSet {
    if holds { Supposed::SEAT } else { SeatSet::EMPTY }
}

impl Sides for Supposed {
    fn all(&self) -> SeatSet {
        Supposed::SEAT
    }

    fn owner(&self) -> SeatSet {
        seat_if(self.owner)
    }

    fn on_turn(&self) -> SeatSet {
        seat_if(self.on_turn)
    }

    fn allies(&self) -> SeatSet {
        seat_if(self.allied)
    }
}

impl Group {
    pub fn named(word: &str) -> Option<Group> {
        Group::EVERY
            .iter()
            .copied()
            .find(|group| group.words().contains(&word))
    }

    /// Whoever belongs to it now, spectators too.
    #[inline]
    pub(crate) fn audience(self, of: &impl Sides) -> Audience {
        let seats = Audience::seats(self.seats(of));
        match self.has_spectators() {
            true => seats.or(Audience::SPECTATORS),
            false => seats,
        }
    }
}

/// Who a rule of a zone is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Who {
    Group(Group),
    /// Everybody who may look at a card that lies face up (for faces only).
    Face,
    /// Everybody when the expression over public data holds, else nobody.
    When(Code),
    /// The seats of several groups.
    Several(WhoSet),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct WhoSet {
    pub groups: Groups,
    pub roles: RoleSet,
}

impl Who {
    pub const ALL: Who = Who::Group(Group::All);
    pub const NONE: Who = Who::Group(Group::None);
    pub const OWNER: Who = Who::Group(Group::Owner);

    /// Whether it never means a seat, which may own the zone or not.
    pub fn never(self, may_own: bool) -> bool {
        match self {
            Who::Group(group) => Groups::one(group).never(may_own),
            Who::Several(set) => set.roles.is_empty() && set.groups.never(may_own),
            Who::Face | Who::When(_) => false,
        }
    }

    /// Whether it always means a seat, which is known to own the zone or not known to.
    pub fn always(self, owns: bool) -> bool {
        match self {
            Who::Group(group) => Groups::one(group).always(owns),
            Who::Several(set) => set.groups.always(owns),
            Who::Face | Who::When(_) => false,
        }
    }

    /// Whether spectators belong to it, and a seat never does that owns the zone.
    pub fn is_all_but_owner(self) -> bool {
        let groups = match self {
            Who::Group(group) => Groups::one(group),
            Who::Several(set) => set.groups,
            Who::Face | Who::When(_) => return false,
        };
        let mut each = groups.each();
        each.any(Group::has_spectators) && Supposed::of(true).into_iter().all(|seat| !groups.holds(seat))
    }

    /// Whether it may mean others when the turn changes.
    pub fn by_turn(self) -> bool {
        match self {
            Who::Group(group) => Groups::one(group).by_turn(),
            Who::Several(set) => set.groups.by_turn(),
            Who::When(_) => true,
            Who::Face => false,
        }
    }

    /// Whether it means seats that are not on turn, because they are not or for what they have to do with who
    /// is.
    pub fn is_off_turn(self) -> bool {
        let Who::Group(group) = self else {
            return false;
        };
        let groups = Groups::one(group);
        let off_turn = |seat: Supposed| !seat.on_turn && groups.holds(seat);
        groups.by_turn() && [false, true].into_iter().flat_map(Supposed::of).any(off_turn)
    }
}
